"""T1.1, T1.2: what is printed, in the form in which rules ask for it: small ints, bits, tuples. Loaded once, shared."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from marne.hexes import Bits, DigitPairs, MoveCosts, Numbering, bits
from marne.tables import Data
from training.components.data import (
    CHIT_TABLE,
    CHITS,
    CRT,
    DATA_SET,
    HEXES,
    NUMBERS,
    RIVERS,
    SCENARIO_FILES,
    TERRAIN,
    UNITS,
    WEATHER,
    WEATHERS,
    ScenarioFile,
)

__all__ = ["EDITIONS", "SCENARIOS", "SIDES", "Ground", "Scenario", "scenario", "the_ground"]

SIDES: Final = ("blue", "red")
EDITIONS: Final = ("first", "second")

NUMBERING: Final = Numbering("flat", DigitPairs("column"), columns_grow="E", rows_grow="S", shoved="even", shove="S")


class Ground:
    """The map and the tables."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process has them already."""
        return the_ground, ()

    def __init__(self, data: Data) -> None:
        hexes, terrain = data[HEXES], data[TERRAIN].by_key
        weather, chits = data[WEATHER], data[CHIT_TABLE]
        self.data_version = data.fingerprint
        units = data[UNITS]
        self.units = tuple(units)
        self.numbers = data[NUMBERS].value
        self.crt = data[CRT]

        self.grid = grid = NUMBERING.grid(row.label for row in hexes)
        self.terrain = tuple(row.terrain for row in hexes)
        self.defence = tuple(terrain[row.terrain].defence for row in hexes)
        self.towns = {hex: row for hex, row in enumerate(hexes) if row.name}
        self.town_bits: Bits = bits(self.towns)
        self.rivers: Bits = bits(grid.side_named(f"{row.a}/{row.b}") for row in data[RIVERS])
        river = {side: self.numbers.river_cost for side in range(grid.side_count) if self.rivers >> side & 1}
        self.costs = MoveCosts.on(grid, [terrain[row.terrain].cost for row in hexes], river)  # T4.3
        # T4.4: each hex's zone of control, by edition.
        self.zones: dict[str, tuple[Bits, ...]] = {
            "first": grid.links.of,
            "second": grid.links.closing(grid.pairs(self.rivers)).of,
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process has it already."""
        return scenario, (self.name,)

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
def _data() -> Data:
    return DATA_SET.load()


@cache
def the_ground() -> Ground:
    """The map and tables, loaded once."""
    return Ground(_data())


@cache
def scenario(name: str) -> Scenario:
    """A scenario by name, made once."""
    return Scenario(the_ground(), name, _data()[SCENARIO_FILES][name].value)


SCENARIOS: Final = tuple(
    sorted((scenario(name) for name in _data()[SCENARIO_FILES]), key=lambda one: (-one.turns, one.name))
)
"""T2.1: those that have a file, the longest first."""
