"""T1.1, T1.2: what is printed: the ground, the kinds of counters, the tables. Loaded once, passed by reference."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from marne.hexes import Bits, DigitPairs, MoveCosts, Numbering, bits
from marne.tables import Key, Range, Ref, load_rows
from marne.tables.toml_file import load_grid, load_record

DATA: Final = Path(__file__).parent / "data"
SIDES: Final = ("blue", "red")
EDITIONS: Final = ("first", "second")
CHITS: Final = ("assault", "trench", "blank")
WEATHERS: Final = ("dry", "rain", "fog")

NUMBERING: Final = Numbering("flat", DigitPairs("column"), columns_grow="E", rows_grow="S", shoved="even", shove="S")


class Terrain(Enum):
    """T1.1: the kinds of ground."""

    CLEAR = "clear"
    WOOD = "wood"
    HILL = "hill"
    TOWN = "town"


class Result(Enum):
    """T6.5: the results of the combat table."""

    NONE = "-"
    ATTACKER_LOSES = "A1"
    EXCHANGE = "EX"
    DEFENDER_RETREATS = "DR"
    DEFENDER_LOSES = "D1"


class TerrainRow(NamedTuple):
    """What a kind of ground costs to enter, and does to the die of an attack into it."""

    terrain: Annotated[Terrain, Key()]
    cost: Annotated[int, Range(1, 3)]
    defence: Annotated[int, Range(-2, 0)]


class HexRow(NamedTuple):
    """One hex of the map."""

    hex: Annotated[str, Key()]
    terrain: Terrain
    town: str | None
    points: Annotated[int, Range(0, 3)]


class RiverRow(NamedTuple):
    """One hexside with the river, as two labels."""

    side: Annotated[str, Key()]


class UnitRow(NamedTuple):
    """T1.2: one kind of counter."""

    kind: Annotated[str, Key()]
    strength: Annotated[int, Range(0, 9), "combat strength with all steps"]
    reduced: Annotated[int, Range(0, 9), "combat strength with one step lost"]
    allowance: Annotated[int, Range(1, 9)]
    steps: Annotated[int, Range(1, 2)]
    fires: bool


@dataclass(frozen=True)
class Numbers:
    """The single values of the rules, each with its origin in numbers.toml."""

    face_down_allowance: int
    river_cost: int
    river_attack: int
    disorder_attack: int
    hand: int
    range: int
    safety: int
    scatter: int
    destroyed: int


@dataclass(frozen=True)
class Army:
    """T2.1: a side's units and its places, one counter for each."""

    units: Annotated[tuple[str, ...], Ref("units.csv")]
    places: Annotated[tuple[str, ...], Ref("hexes.csv")]

    def __post_init__(self) -> None:
        if len(self.units) != len(self.places):
            raise ValueError(f"{len(self.units)} units for {len(self.places)} places")


@dataclass(frozen=True)
class ScenarioFile:
    """T2.1: a scenario as written."""

    title: str
    turns: Annotated[int, Range(1, 12)]
    first: str
    secret_deployment: bool
    blue: Army
    red: Army


class Ground:
    """The map and the tables in the form in which rules ask for them: small ints, bits, tuples."""

    def __init__(self, folder: Path = DATA) -> None:
        hexes = load_rows(folder / "hexes.csv", HexRow)
        terrain = load_rows(folder / "terrain.csv", TerrainRow).by_key
        self.units = tuple(load_rows(folder / "units.csv", UnitRow))
        self.numbers = load_record(folder / "numbers.toml", Numbers).value
        tables = folder / "tables.toml"
        self.crt = load_grid(tables, "crt", ("odds", "die"), (str, int), Result)
        weather = load_grid(tables, "weather", ("option", "weather"), (str, str), int)
        chits = load_grid(tables, "chits", ("chit", "what"), (str, str), int)

        self.grid = grid = NUMBERING.grid(row.hex for row in hexes)
        self.terrain = tuple(row.terrain for row in hexes)
        self.defence = tuple(terrain[row.terrain].defence for row in hexes)
        self.towns = {hex: row for hex, row in enumerate(hexes) if row.town}
        self.town_bits: Bits = bits(self.towns)
        self.rivers: Bits = bits(
            grid.side_named(row.side) for row in load_rows(folder / "rivers.csv", RiverRow)
        )  # fmt: skip
        river = {side: self.numbers.river_cost for side in range(grid.side_count) if self.rivers >> side & 1}
        self.costs = MoveCosts(grid, [terrain[row.terrain].cost for row in hexes], river)  # T4.3
        # T4.4: each hex's zone of control, by edition.
        self.zones: dict[str, tuple[Bits, ...]] = {
            "first": tuple(grid.neighbour_bits(hex) for hex in range(len(grid))),
            "second": tuple(
                bits(
                    there
                    for there, side in zip(grid.neighbours[hex], grid.neighbour_sides[hex], strict=True)
                    if not self.rivers >> side & 1
                )
                for hex in range(len(grid))
            ),
        }
        self.kind_names = tuple(row.kind for row in self.units)
        self.decoy = self.kind_names.index("decoy")
        self.weather_chances = {
            option: tuple(weather[option, each] for each in WEATHERS) for option in weather.rows.values
        }
        self.chit_counts = tuple(chits[chit, "count"] for chit in CHITS)
        # T6.3: what a committed chit does to the die, for the attacker and for the defender.
        self.chit_attack = tuple(chits[chit, "attack"] for chit in CHITS)
        self.chit_defence = tuple(chits[chit, "defence"] for chit in CHITS)
        # T5.2: the middle of each hex in paces.
        self.middles = tuple((60 * x, 35 * y) for x, y in map(grid.cell, range(len(grid))))


class Scenario:
    """T2.1: a scenario, with its counters numbered: blue's first, then red's."""

    def __init__(self, ground: Ground, name: str, file: ScenarioFile) -> None:
        self.name = name
        self.title = file.title
        self.turns = file.turns
        self.first = SIDES.index(file.first)
        self.secret_deployment = file.secret_deployment
        armies = (file.blue, file.red)
        self.places = tuple(ground.grid.hex(place) for army in armies for place in army.places)
        self.kinds = tuple(ground.kind_names.index(unit) for army in armies for unit in army.units)
        blue = len(file.blue.places)
        self.counters = (tuple(range(blue)), tuple(range(blue, len(self.places))))
        self.side_of = tuple(int(counter >= blue) for counter in range(len(self.places)))
        self.labels = tuple(
            f"{SIDES[side][0].upper()}{place}" for side in (0, 1) for place in range(1, len(self.counters[side]) + 1)
        )
        self.number_of = {label: counter for counter, label in enumerate(self.labels)}


@cache
def the_ground() -> Ground:
    """The map and tables, loaded once."""
    return Ground()


@cache
def scenario(name: str) -> Scenario:
    """A scenario by name, loaded once."""
    path = DATA / "scenarios" / f"{name}.toml"
    ground = the_ground()
    refs = {"units.csv": ground.kind_names, "hexes.csv": ground.grid.labels}
    return Scenario(ground, name, load_record(path, ScenarioFile, refs=refs).value)


@cache
def data_version() -> str:
    """The fingerprint of all data files."""
    digest = hashlib.sha256()
    for path in sorted(DATA.rglob("*.*")):
        digest.update(path.relative_to(DATA).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
