"""[3.3.1], [1.1.5] The scenarios, ready for play: units, hexes and forts as numbers, areas and railways as bits.

`SCENARIOS["liege"]` holds what the files say of one; nothing here changes in play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from marne.games.nach_paris.components import scenario_rows as files
from marne.games.nach_paris.components.data import LOADED, MAP
from marne.games.nach_paris.components.forts import BY_NAME as FORT_NAMED
from marne.games.nach_paris.components.scenario_rows import LEVELS, ObjectiveRow, Reps, Scenario
from marne.games.nach_paris.components.units import BY_ID, FIGHTING, GERMAN, NATIONS, OF_NATION
from marne.hexes import Bits, bits
from marne.hexes.labels import letters_number

__all__ = ["LEVELS", "SCENARIOS", "Arrival", "Objective", "Play", "level"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """[7.7] A unit, its turn and hex, and the marks of the setup display [3.3.1]."""

    unit: int
    turn: int
    hex: int
    lost: int
    fieldworks: bool
    llc: bool
    fip: bool
    by_rail: bool


@dataclass(frozen=True, slots=True)
class Objective:
    """[4.5] Hexes of which one must be held, and the points for each side."""

    name: str
    hexes: tuple[int, ...]
    german: int
    allied: int


@dataclass(frozen=True)
class Play:
    """A scenario with its rows. `said` is the file with turns, limits, special rules and scoring."""

    name: str
    said: Scenario
    area: Bits  #: hexes in play; its rim counts as the edge of the map [7.1.8]
    german_rail: Bits  #: rail hexes under German control at the start, Germany included [12.1.2]
    arrivals: dict[int, tuple[Arrival, ...]]  #: by turn
    withdrawals: dict[int, tuple[int, ...]]  #: by turn: units [7.8.1]
    objectives: tuple[Objective, ...]
    broken: dict[int, int | None]  #: structures destroyed at the start: turns to repair, None for good [16.1.8]
    fallen: Bits  #: forts destroyed at the start

    @cached_property
    def units(self) -> Bits:
        """All that ever enter."""
        return bits(arrival.unit for turn in self.arrivals.values() for arrival in turn)

    @cached_property
    def arrival(self) -> dict[int, Arrival]:
        """The row of each unit that enters."""
        return {arrival.unit: arrival for turn in self.arrivals.values() for arrival in turn}

    @cached_property
    def nations(self) -> tuple[int, ...]:
        """[3.2.1] The nations with units, in the order in which they act."""
        return tuple(nation for nation in range(len(NATIONS)) if self.units & OF_NATION[nation])

    def starts_german(self, hex: int) -> bool:
        """[4.5] Whose a hex is at the start: German at home, on their railways and where their troops stand."""
        if MAP.country[hex] == "DE" or self.german_rail >> hex & 1:
            return True
        first = self.arrivals.get(self.said.first, ())
        return any(a.hex == hex and (GERMAN & FIGHTING) >> a.unit & 1 for a in first)

    def replacements(self, turn: int) -> tuple[int, ...]:
        """[14.1.1] Points that come in a turn, by nation in the order of `units.NATIONS`."""
        found = [0, 0, 0, 0]
        for span in self.said.replacements:
            if span.first <= turn <= span.last:
                for nation, points in enumerate(_points(span)):
                    found[nation] += points
        return tuple(found)


def _points(span: Reps) -> tuple[int, ...]:
    points = {"BE": span.belgian, "FR": span.french, "GB": span.british, "DE": span.german}
    return tuple(points[nation] for nation in NATIONS)


def level(said: Scenario, points: int) -> str:
    """[1.1.5] The level of victory for German points less Allied points."""
    german_decisive, german_marginal, allied_marginal, allied_decisive = said.levels
    if points >= german_marginal:
        return LEVELS[0] if points >= german_decisive else LEVELS[1]
    if points <= allied_marginal:
        return LEVELS[4] if points <= allied_decisive else LEVELS[3]
    return LEVELS[2]


def _area(said: Scenario) -> Bits:
    low, high = map(letters_number, said.columns)
    south, north = said.rows
    inside = [False] * len(MAP.grid)
    for hex, label in enumerate(MAP.grid.labels):
        letters = label.rstrip("0123456789")
        inside[hex] = low <= letters_number(letters) <= high and south <= int(label[len(letters) :]) <= north
    return bits(hex for hex, yes in enumerate(inside) if yes and MAP.playable(hex)) & ~bits(MAP.grid.hexes(said.closed))


def _objective(row: ObjectiveRow) -> Objective:
    camp = next((camp for camp in MAP.camps if camp.name == row.camp), None)
    return Objective(row.name, camp.hexes if camp else (MAP.grid.hex(row.hex),), row.german, row.allied)


def _play(name: str, said: Scenario) -> Play:
    grid = MAP.grid
    arrivals: dict[int, tuple[Arrival, ...]] = {}
    for r in LOADED[files.SETUP]:
        if r.scenario == name:
            arrival = Arrival(
                BY_ID[r.unit], r.turn, grid.hex(r.hex), r.lost, r.fieldworks, r.llc, r.fip, r.by == "rail"
            )
            arrivals[r.turn] = (*arrivals.get(r.turn, ()), arrival)
    withdrawals: dict[int, tuple[int, ...]] = {}
    for w in LOADED[files.WITHDRAWALS]:
        if w.scenario == name:
            withdrawals[w.turn] = (*withdrawals.get(w.turn, ()), BY_ID[w.unit])
    places = {(s.name, s.hex, s.to): index for index, s in enumerate(MAP.structures)}
    rail = bits(hex for hex, links in enumerate(MAP.links_of) if links and MAP.country[hex] == "DE")
    return Play(
        name=name,
        said=said,
        area=_area(said),
        german_rail=rail | bits(grid.hexes(said.german_rail)),
        arrivals=arrivals,
        withdrawals=withdrawals,
        objectives=tuple(_objective(r) for r in LOADED[files.OBJECTIVES] if r.scenario == name),
        broken={
            places[b.name, grid.hex(b.hex), grid.hex(b.to)]: b.turns for b in LOADED[files.BROKEN] if b.scenario == name
        },
        fallen=bits(FORT_NAMED[f.name, grid.hex(f.hex)] for f in LOADED[files.FALLEN] if f.scenario == name),
    )


SCENARIOS: Final = {
    name: _play(name, record.value)
    for name, record in sorted(LOADED[files.SCENARIOS].items(), key=lambda item: item[1].value.number)
}
