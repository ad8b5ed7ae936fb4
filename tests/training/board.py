"""The facts of play: one small number or list for each, and who sees it."""

from __future__ import annotations

from marne.engine import OPEN, OWNER, PARTLY, Board, fact, given
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

    ground: Ground = given()
    scenario: Scenario = given()
    edition: str = given()
    weather_option: str = given()

    turn: int = fact(0, seen=OPEN)
    weather: str = fact(WEATHERS[0], seen=OPEN)
    at: list[int] = fact(lambda board: list(board.scenario.places), seen=OPEN)
    kind: list[int] = fact(lambda board: [UNKNOWN] * len(board.scenario.places), seen=PARTLY)
    steps: list[int] = fact(lambda board: [0] * len(board.scenario.places), seen=PARTLY)
    up: Bits = fact(0, seen=OPEN)
    disordered: Bits = fact(0, seen=OPEN)
    moved: Bits = fact(0, seen=OPEN)
    fought: Bits = fact(0, seen=OPEN)
    attacked: Bits = fact(0, seen=OPEN)
    """Hexes attacked in this player turn."""
    cup: list[int] = fact(lambda board: list(board.ground.chit_counts), seen=PARTLY)
    hands: list[list[int]] = fact([[0] * len(CHITS), [0] * len(CHITS)], seen=PARTLY)
    committed: list[int] = fact([UNKNOWN, UNKNOWN], seen=OWNER)
    held: list[Bits] = fact([0, 0], seen=OPEN)
    """Towns, by the side that last ended a move there."""
    points: list[int] = fact([0, 0], seen=OPEN)

    def __init__(self, ground: Ground, scenario: Scenario, edition: str, weather_option: str) -> None:
        self.ground, self.scenario = ground, scenario
        self.edition = edition if edition in EDITIONS else EDITIONS[0]
        self.weather_option = weather_option
        super().__init__()

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
