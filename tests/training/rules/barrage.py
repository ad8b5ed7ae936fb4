"""T5: guns, and where their shots fall, on a grid of paces that is much finer than the hexes; first the rules, then
the steps that ask."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from marne.engine import D10, Answer, Ask, chance, value
from training.board import Field
from training.components.ground import Ground
from training.events import Disordered, Fired
from training.rules.movement import lose_step, reveal
from training.steps import Asked, Line, Steps
from training.words import Reason

__all__ = [
    "Barrage",
    "FallOfShot",
    "Fire",
    "Point",
    "aiming_points",
    "batteries",
    "fall",
    "hex_of",
    "hit",
    "why_not_aim",
]

Point = tuple[int, int]

_EDGE = 40
"""A point further than this from the middle of every hex is off the map."""

_WAYS = ((0, -70), (60, -35), (60, 35), (0, 70), (-60, 35), (-60, -35))
"""T5.4: the way to the next hex, for dice 1 to 6, clockwise from north; a shot that falls wide goes part of it."""


def batteries(board: Field, side: int) -> list[int]:
    """T5.1: the side's guns that may fire."""
    if board.weather == "fog":
        return []
    barred = board.moved | board.disordered | ~board.up
    return [
        counter
        for counter in board.scenario.counters[side]
        if not barred >> counter & 1 and board.at[counter] >= 0 and board.ground.units[board.kind[counter]].fires
    ]


def hex_of(ground: Ground, point: Point) -> int | None:
    """The hex whose middle is nearest, the first of equals; None off the map."""
    x, y = point
    away, hex = min(((x - mx) ** 2 + (y - my) ** 2, hex) for hex, (mx, my) in enumerate(ground.middles))
    return hex if away <= _EDGE * _EDGE else None


def why_not_aim(board: Field, counter: int, point: Point) -> Reason | None:
    """T5.2, T5.3: why guns cannot aim at a point; None if they can."""
    x, y = point
    ground, numbers = board.ground, board.ground.numbers
    mx, my = ground.middles[board.at[counter]]
    if (x - mx) ** 2 + (y - my) ** 2 > numbers.range**2:
        return Reason("T5.2", "why.range", counter=board.label(counter), range=numbers.range)
    for own in board.scenario.counters[board.scenario.side_of[counter]]:
        if board.at[own] >= 0:
            mx, my = ground.middles[board.at[own]]
            if (x - mx) ** 2 + (y - my) ** 2 <= numbers.safety**2:
                return Reason("T5.3", "why.safety", counter=board.label(own), safety=numbers.safety)
    if hex_of(ground, point) is None:
        return Reason("T5.2", "why.off_map")
    return None


def aiming_points(board: Field, counter: int, rng: Random, n: int) -> list[Point]:
    """T5.2: some points that the guns can aim at, near enemies that are in range."""
    side = board.scenario.side_of[counter]
    middles = [
        board.ground.middles[board.at[enemy]] for enemy in board.scenario.counters[1 - side] if board.at[enemy] >= 0
    ]
    found: list[Point] = []
    for _ in range(4 * n if middles else 0):
        mx, my = middles[int(rng.random() * len(middles))]
        point = mx + int(rng.random() * 41) - 20, my + int(rng.random() * 41) - 20
        if len(found) < n and why_not_aim(board, counter, point) is None:
            found.append(point)
    return found


def fall(board: Field, point: Point, die: int) -> int | None:
    """T5.4: the hex where the shot falls."""
    if die > len(_WAYS):
        return hex_of(board.ground, point)
    dx, dy = _WAYS[die - 1]
    wide = board.ground.numbers.scatter
    return hex_of(board.ground, (point[0] + dx * wide // 70, point[1] + dy * wide // 70))


def hit(board: Field, guns: int, die: int, hex: int | None) -> None:
    """T5.5: what a shot does, to either side."""
    board.tell(Fired("T5.4", board.label(guns), die, "" if hex is None else board.hex_label(hex)))
    if hex is None:
        return
    for counter in (*board.stack(0, hex), *board.stack(1, hex)):
        reveal(board, counter, "T5.5")
        if board.at[counter] != hex:
            continue
        if board.disordered >> counter & 1:
            lose_step(board, counter, "T5.5")
        else:
            board.disordered |= 1 << counter
            board.tell(Disordered("T5.5", board.label(counter)))


@value
class Barrage(Line):
    """T5, T5.1: each of the side's guns that may fire, in order."""

    rule: ClassVar[str] = "T5.1"
    side: int

    def do(self, board: Field) -> Steps:
        """One question for each."""
        return tuple(Fire(counter) for counter in batteries(board, self.side))


@value
class Fire(Asked[str | Point]):
    """T5.2, T5.3: where guns aim: any point in paces, so the ask is open; or they hold their fire."""

    rule: ClassVar[str] = "T5.2"
    shape = {"": "point"}
    counter: int

    def ask(self, board: Field) -> Ask:
        """Open: `why_not` decides, `suggest` helps."""
        return Ask(board.scenario.side_of[self.counter], None)

    def answered(self, board: Field, answer: str | Point) -> Steps:
        """The shot falls, unless they hold their fire."""
        return () if isinstance(answer, str) else (FallOfShot(self.counter, *answer),)

    def reason(self, board: Field, answer: Answer) -> Reason | None:
        """Anything that is neither `hold` nor a point, then range and safety."""
        if answer == "hold":
            return None
        match answer:
            case (int(x), int(y)):
                return why_not_aim(board, self.counter, (x, y))
        return Reason("T5.2", "why.no_point")

    def suggest(self, board: Field, rng: Random, n: int) -> list[Answer]:
        """Points near enemies, and now and then holding fire."""
        points: list[Answer] = [*aiming_points(board, self.counter, rng, n)]
        return points if points and rng.random() < 0.9 else ["hold", *points][:n]


@value
class FallOfShot(Asked[int]):
    """T5.4, T5.5: the die of ten, and what the shot does."""

    rule: ClassVar[str] = "T5.4"
    counter: int
    x: int
    y: int

    def ask(self, board: Field) -> Ask:
        """A die of ten."""
        return chance(D10)

    def answered(self, board: Field, die: int) -> Steps:
        """On the point, or wide of it."""
        hit(board, self.counter, die, fall(board, (self.x, self.y), die))
        return ()
