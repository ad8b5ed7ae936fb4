"""The facts of play: one small number or list for each, and a copy written line by line."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Board
from marne.hexes import Bits
from training.data import CHITS, WEATHERS
from training.ground import EDITIONS, Ground, Scenario

__all__ = ["NOWHERE", "UNKNOWN", "Field"]

NOWHERE = -1
"""The hex of a counter that is off the map."""

UNKNOWN = -1
"""The kind of a counter before deployment; no chit committed."""


class Field(Board):
    """The map with its counters. Lists are by counter, sets of counters and of hexes are bits."""

    __slots__ = (
        "at", "attacked", "committed", "cup", "disordered", "edition", "fought", "ground", "hands", "held", "kind",
        "moved", "points", "scenario", "steps", "turn", "up", "weather", "weather_option",
    )  # fmt: skip
    static: ClassVar[tuple[str, ...]] = ("ground", "scenario", "edition", "weather_option")

    def __init__(self, ground: Ground, scenario: Scenario, edition: str, weather_option: str) -> None:
        super().__init__()
        self.ground = ground
        self.scenario = scenario
        self.edition = edition if edition in EDITIONS else EDITIONS[0]
        self.weather_option = weather_option
        self.turn = 0
        self.weather = WEATHERS[0]
        self.at: list[int] = list(scenario.places)
        self.kind: list[int] = [UNKNOWN] * len(scenario.places)
        self.steps: list[int] = [0] * len(scenario.places)
        self.up: Bits = 0
        self.disordered: Bits = 0
        self.moved: Bits = 0
        self.fought: Bits = 0
        self.attacked: Bits = 0
        """Hexes attacked in this player turn."""
        self.cup: list[int] = list(ground.chit_counts)
        self.hands: list[list[int]] = [[0] * len(CHITS), [0] * len(CHITS)]
        self.committed: list[int] = [UNKNOWN, UNKNOWN]
        self.held: list[Bits] = [0, 0]
        """Towns, by the side that last ended a move there."""
        self.points: list[int] = [0, 0]

    def copy(self) -> Field:
        """Line by line: three times as fast as the loop of the base class."""
        twin = Field.__new__(Field)
        twin.events = []
        twin.ground = self.ground
        twin.scenario = self.scenario
        twin.edition = self.edition
        twin.weather_option = self.weather_option
        twin.turn = self.turn
        twin.weather = self.weather
        twin.at = self.at[:]
        twin.kind = self.kind[:]
        twin.steps = self.steps[:]
        twin.up = self.up
        twin.disordered = self.disordered
        twin.moved = self.moved
        twin.fought = self.fought
        twin.attacked = self.attacked
        twin.cup = self.cup[:]
        blue, red = self.hands
        twin.hands = [blue[:], red[:]]
        twin.committed = self.committed[:]
        twin.held = self.held[:]
        twin.points = self.points[:]
        return twin

    def label(self, counter: int) -> str:
        """A counter's name on its back: it tells nothing about the unit."""
        return self.scenario.labels[counter]

    def hex_label(self, hex: int) -> str:
        """A hex's number on the map."""
        return self.ground.grid.label(hex)

    def deploy(self, counter: int, kind: int) -> None:
        """T2.2: from now on the counter is that unit."""
        self.kind[counter] = kind
        self.steps[counter] = self.ground.units[kind].steps

    def hexes_of(self, side: int) -> Bits:
        """Where the side has counters."""
        found = 0
        at = self.at
        for counter in self.scenario.counters[side]:
            if at[counter] >= 0:
                found |= 1 << at[counter]
        return found

    def stack(self, side: int, hex: int) -> list[int]:
        """The side's counters in a hex, in order."""
        at = self.at
        return [counter for counter in self.scenario.counters[side] if at[counter] == hex]

    def units_left(self, side: int) -> int:
        """T7.3: the side's counters on the map that are no decoys."""
        return sum(
            self.at[counter] >= 0 and self.kind[counter] != self.ground.decoy
            for counter in self.scenario.counters[side]
        )

    def strength(self, counter: int) -> int:
        """T1.2: a counter's combat strength, less when it has lost a step."""
        unit = self.ground.units[self.kind[counter]]
        return unit.strength if self.steps[counter] == unit.steps else unit.reduced
