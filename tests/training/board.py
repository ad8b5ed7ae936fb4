"""The facts of play: one small number or list for each, and who sees it."""

from __future__ import annotations

from typing import Annotated, Final

from marne.engine import OPEN, OWNER, PARTLY, SEATS, Board, Hexes, Names, Seat, fact, given
from marne.hexes import Bits
from training.components.data import CHITS, WEATHERS
from training.components.ground import EDITIONS, Ground, Scenario

__all__ = ["NOWHERE", "UNKNOWN", "Field"]

COUNTERS: Final = "counters"
"""Counters lie on the map for all to see; what they are is hidden."""
Counters = Annotated[int, Names(COUNTERS, many=True)]

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
    at: list[int] = fact(lambda board: list(board.scenario.places), of=COUNTERS, seen=OPEN)
    kind: list[int] = fact(lambda board: [UNKNOWN] * len(board.scenario.places), of=COUNTERS, seen=PARTLY)
    steps: list[int] = fact(lambda board: [0] * len(board.scenario.places), of=COUNTERS, seen=PARTLY)
    up: Counters = fact(0, seen=OPEN)
    disordered: Counters = fact(0, seen=OPEN)
    moved: Counters = fact(0, seen=OPEN)
    fought: Counters = fact(0, seen=OPEN)
    attacked: Hexes = fact(0, seen=OPEN)
    """Hexes attacked in this player turn."""
    cup: list[int] = fact(lambda board: list(board.ground.chit_counts), of="chits", seen=PARTLY)
    hands: list[list[int]] = fact([[0] * len(CHITS), [0] * len(CHITS)], of=SEATS, seen=PARTLY)
    committed: list[int] = fact([UNKNOWN, UNKNOWN], of=SEATS, seen=OWNER)
    held: list[Hexes] = fact([0, 0], of=SEATS, seen=OPEN)
    """Towns, by the side that last ended a move there."""
    points: list[int] = fact([0, 0], of=SEATS, seen=OPEN)

    def __init__(self, ground: Ground, scenario: Scenario, edition: str, weather_option: str) -> None:
        self.ground, self.scenario = ground, scenario
        self.edition = edition if edition in EDITIONS else EDITIONS[0]
        self.weather_option = weather_option
        super().__init__()

    def show(self, twin: Field, seat: Seat | None) -> None:
        """T1.4: what hides is dealt in order, so that where it lies tells nothing; what is counted stays counted."""
        for counter, kind in enumerate(self.kind):
            if kind != UNKNOWN and self.shows(counter, seat):
                twin.kind[counter], twin.steps[counter] = kind, self.steps[counter]
        for side in (0, 1):
            left = twin.kinds_left(side)
            for counter in self.scenario.counters[side]:
                if self.kind[counter] != UNKNOWN and not self.shows(counter, seat):
                    twin.deploy(counter, left.pop(0))
        pool = self.unseen_chits(seat)
        for side in (0, 1):
            if side == seat:
                twin.hands[side] = self.hands[side][:]
            else:
                for _ in range(sum(self.hands[side]) + (self.committed[side] != UNKNOWN)):
                    twin.hands[side][pool.pop(0)] += 1
        twin.cup = [pool.count(chit) for chit in range(len(CHITS))]

    def shows(self, counter: int, seat: Seat | None) -> bool:
        """T1.4: whether the seat knows the counter's unit: face up, or its own."""
        return bool(self.up >> counter & 1) or self.scenario.side_of[counter] == seat

    def kinds_left(self, side: int) -> list[int]:
        """T2.2: the units of a side that no counter is yet."""
        left = [self.scenario.kinds[counter] for counter in self.scenario.counters[side]]
        for counter in self.scenario.counters[side]:
            if self.kind[counter] != UNKNOWN:
                left.remove(self.kind[counter])
        return left

    def unseen_chits(self, seat: Seat | None) -> list[int]:
        """T3.2, T6.3: the chits in the cup and in other hands, in order."""
        others = [side for side in (0, 1) if side != seat]
        counts = [
            count + sum(self.hands[side][chit] + (self.committed[side] == chit) for side in others)
            for chit, count in enumerate(self.cup)
        ]
        return [chit for chit, count in enumerate(counts) for _ in range(count)]

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
