"""What stays true while nobody moves: most orders are fire, and the same ways and sights are asked about after each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from marne.engine import Answer
from marne.games.brigade1914.board import ON_TABLE, WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE, VICTORY
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.odds import faces_to_hit
from marne.games.brigade1914.rules.fire.firing import STANDING, dice, gun_dice, modifiers, need
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import sees_at
from marne.games.brigade1914.rules.movement.goals import Goal
from marne.games.brigade1914.rules.movement.movement import Departure
from marne.games.brigade1914.rules.scenarios.victory import holder
from marne.plane import Group, Point, apart, near, near_point

__all__ = ["Scene", "expected_hits", "scene_of"]

Seer = tuple[int, int]
"""An enemy, and about how far away he is."""


class Scene:
    """Answers about bases that stand as they do; they follow from what `scene_of` reads, so every board that looks the
    same shares them."""

    __slots__ = (
        "departures",
        "drawn",
        "goals",
        "held",
        "hits",
        "middles",
        "near",
        "stakes",
        "stands",
        "watched",
        "ways",
    )

    def __init__(self) -> None:
        self.departures: Final[dict[tuple[int, str], Departure]] = {}
        self.drawn: Final[dict[tuple[Any, ...], int]] = {}
        """C16: the hits that a unit may draw where it is, by all else that it hangs on."""
        self.hits: Final[dict[tuple[Any, ...], int]] = {}
        self.goals: Final[dict[tuple[int, int, bool], Point]] = {}
        """Where a unit is going in the long run, by turn and whether it is held back."""
        self.held: Final[dict[Point, int]] = {}
        self.middles: Final[dict[int, tuple[Point, ...]]] = {}
        self.near: Final[dict[Point, tuple[int, ...]]] = {}
        self.stakes: Final[dict[int, list[tuple[int, int, int, int]]]] = {}
        """C27: what is held at each objective with a unit near it, and without."""
        self.stands: Final[dict[tuple[int, str, Point], Goal | None]] = {}
        """A5, C15: how a unit that goes so can stand at a place; None if it cannot."""
        self.ways: Final[dict[tuple[Any, ...], tuple[int, int, Answer]]] = {}
        """The best place for a unit, by all else that it hangs on, after how much it had to be better than."""
        self.watched: Final[dict[tuple[int, Group], list[int]]] = {}
        """C16: how far away each enemy is who would see a unit there, 0 if he does not; as far as anybody asked."""

    def holder(self, board: Battlefield, x: int, y: int) -> int:
        """C27: the side that holds an objective, -1 nobody."""
        found = self.held.get((x, y))
        if found is None:
            found = self.held[x, y] = holder(board, x, y)
        return found

    def prey(self, board: Battlefield, side: int) -> tuple[Point, ...]:
        """C16: the middles of the enemies that a side sees."""
        found = self.middles.get(side)
        if found is None:
            found = self.middles[side] = tuple(body.middle for _, body in troops.foes(board, side))
        return found

    def beside(self, board: Battlefield, x: int, y: int) -> tuple[int, ...]:
        """C27: the units that are near enough to an objective to hold it, or to keep others from it."""
        found = self.near.get((x, y))
        if found is None:
            found = self.near[x, y] = tuple(
                unit
                for unit, status in enumerate(board.status)
                if status == ON_TABLE
                and board.spec[unit].kind != WAGON
                and near_point(troops.shape(board, unit), x, y, VICTORY.hold_range)
            )
        return found

    def points(self, board: Battlefield) -> tuple[int, int]:
        """C27: victory points as if the game ended now, where it is objectives that count."""
        points = list(board.vp)
        for x, y, worth in board.rules.objectives:
            side = self.holder(board, x, y)
            if side >= 0:
                points[side] += worth
        return points[0], points[1]

    def expected_hits(self, board: Battlefield, unit: int, target: int) -> int:
        """C17, C18: the mean of hits, in hundredths, if a unit fires at such a target where it stands."""
        hangs: tuple[Any, ...] = (
            unit,
            target,
            board.jammed[unit],
            board.assaulted[unit],
            board.minute[unit],
            board.markers[unit],
            board.dug[target],
            board.screened[target],
            board.moved[target],
        )
        if board.spec[unit].kind == BATTERY:
            side = board.side[unit]
            seen_from = board.gx[side], board.gy[side], *board.marker[side]
            hangs = *hangs, board.report[unit], board.fired[target], *seen_from
        found = self.hits.get(hangs)
        if found is None:
            found = self.hits[hangs] = expected_hits(board, unit, target, STANDING)
        return found

    def seers(self, board: Battlefield, unit: int, body: Group) -> Iterator[Seer]:
        """C16: the enemies who would see a unit that stands there, and reach it with what they have; each is looked at
        when he is asked for, as the first may be enough."""
        gaps = self.watched.get((unit, body))
        if gaps is None:
            gaps = self.watched[unit, body] = []
        for place, enemy in enumerate(board.owned[1 - board.side[unit]]):
            if place == len(gaps):
                gaps.append(_seen_from(board, unit, body, enemy))
            if gaps[place]:
                yield enemy, gaps[place]


def expected_hits(board: Battlefield, unit: int, target: int, how: str) -> int:
    """The mean of hits, in hundredths."""
    rifles, guns = dice(board, unit, target, how), gun_dice(board, unit, target, how)
    total = 0
    if rifles:
        total += rifles * 10 * faces_to_hit(need(modifiers(board, unit, target, how, False, False)))
    if guns:
        total += guns * 10 * faces_to_hit(need(modifiers(board, unit, target, how, True, False)))
    return total


def _seen_from(board: Battlefield, unit: int, body: Group, enemy: int) -> int:
    """C16: about how far an enemy is away who sees the unit there, and reaches it; 0 if he does not."""
    if board.status[enemy] != ON_TABLE:
        return 0
    theirs = troops.shape(board, enemy)
    least, most = apart(body, theirs)
    if most > FIRE.range_machine_gun and not near(body, theirs, FIRE.range_machine_gun):
        return 0
    gap = max(least, 0) + 100
    reaches = gap <= FIRE.range_rifle or board.mgs[enemy] or board.spec[enemy].kind == BATTERY
    return gap if reaches and sees_at(board, theirs, enemy, body, unit) else 0


def scene_of(board: Battlefield) -> Scene:
    """The scene of a board: by all facts on which a way or a sight hangs."""
    rest = *board.bases, *board.smoke, *board.guided, *board.flanked, *board.bayonet
    known, asked = troops.dispositions(board).known, (scene_of, board.swap, board.floods, *rest)
    found: Scene | None = known.get(asked)
    if found is None:
        found = known[asked] = _scene(
            (
                board.scenario,
                board.lists,
                board.table,
                board.swap,
                board.floods,
                *board.spec,
                *board.side,
                *board.at,
                *board.status,
                *board.mgs,
                *board.foot,
                *rest,
            )
        )
    return found


@lru_cache(maxsize=16)
def _scene(facts: tuple[Any, ...]) -> Scene:
    return Scene()
