"""The data files, declared: what each column holds. `DATA_SET.load()` checks them all; every value has its origin."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from marne.atlas.board_rows import LINKS, PLACES
from marne.tables import DataSet, Key, Range, Ref, csv_rows, toml_grid, toml_record, toml_records

__all__ = [
    "CHITS",
    "CHIT_TABLE",
    "CRT",
    "DATA_SET",
    "DIRECTORY",
    "HEXES",
    "NUMBERS",
    "RIVERS",
    "RULES",
    "SCENARIO_FILES",
    "TERRAIN",
    "UNITS",
    "WEATHER",
    "WEATHERS",
    "Army",
    "Result",
    "ScenarioFile",
    "Terrain",
]

DIRECTORY = Path(__file__).parents[1] / "data"
RULES = DIRECTORY / "rules.csv"

CHITS: Final = ("assault", "trench", "blank")
WEATHERS: Final = ("dry", "rain", "fog")


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

    label: Annotated[str, Key()]
    u: Annotated[int, "column, for the picture"]
    v: Annotated[int, "half row, for the picture"]
    terrain: Terrain
    country: str
    name: Annotated[str | None, "of the town"]
    points: Annotated[int, Range(0, 3)]


class SideRow(NamedTuple):
    """One hexside with the river, between two hexes."""

    a: Annotated[str, Key(), Ref("board/hexes.csv")]
    b: Annotated[str, Key(), Ref("board/hexes.csv")]
    river: Literal["river"]
    river_name: str | None


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
    places: Annotated[tuple[str, ...], Ref("board/hexes.csv")]

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


HEXES = csv_rows("board/hexes.csv", HexRow)
TERRAIN = csv_rows("terrain.csv", TerrainRow)
RIVERS = csv_rows("board/sides.csv", SideRow)
UNITS = csv_rows("units.csv", UnitRow)
NUMBERS = toml_record("numbers.toml", Numbers)
CRT = toml_grid("tables.toml", "crt", ("odds", "die"), (str, int), Result, covers=(("1:2", "1:1", "2:1", "3:1"), ()))
WEATHER = toml_grid("tables.toml", "weather", ("option", "weather"), (str, str), int, covers=((), WEATHERS))
CHIT_TABLE = toml_grid("tables.toml", "chits", ("chit", "what"), (str, str), int, covers=(CHITS, ()))
SCENARIO_FILES = toml_records("scenarios/*.toml", ScenarioFile)

DATA_SET = DataSet.of_game(
    DIRECTORY,
    (HEXES, TERRAIN, RIVERS, LINKS, PLACES, UNITS, NUMBERS, CRT, WEATHER, CHIT_TABLE, SCENARIO_FILES),
    beside=("board/georef.toml",),
)
