"""What stays true while nobody moves: most orders are fire, and the same ways and sights are asked about after each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from marne.engine import Answer
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import sees_at
from marne.games.brigade1914.rules.scenarios.victory import holder
from marne.plane import Group, Point, apart, near

__all__ = ["Scene", "scene_of"]

Search = tuple[int, str, int, tuple[Point, ...]]
"""Who goes, how, how many places are wanted at most, and where they are looked for."""
Seer = tuple[int, int]
"""An enemy, and about how far away he is."""


class Scene:
    """Answers about bases that stand as they do; they follow from what `scene_of` reads, so every board that looks the
    same shares them."""

    __slots__ = ("goals", "held", "watched", "ways")

    def __init__(self) -> None:
        self.goals: Final[dict[Search, list[Answer]]] = {}
        """A5, C15: the legal places among those that were looked at."""
        self.held: Final[dict[Point, int]] = {}
        self.ways: Final[dict[tuple[Any, ...], tuple[int, Answer]]] = {}
        """The best place for a unit, by all else that it hangs on."""
        self.watched: Final[dict[tuple[int, Group], tuple[Seer, ...]]] = {}

    def holder(self, board: Battlefield, x: int, y: int) -> int:
        """C27: the side that holds an objective, -1 nobody."""
        found = self.held.get((x, y))
        if found is None:
            found = self.held[x, y] = holder(board, x, y)
        return found

    def points(self, board: Battlefield) -> tuple[int, int]:
        """C27: victory points as if the game ended now, where it is objectives that count."""
        points = list(board.vp)
        for x, y, worth in board.rules.objectives:
            side = self.holder(board, x, y)
            if side >= 0:
                points[side] += worth
        return points[0], points[1]

    def seers(self, board: Battlefield, unit: int, body: Group) -> tuple[Seer, ...]:
        """C16: the enemies who would see a unit that stands there, and reach it with what they have."""
        found = self.watched.get((unit, body))
        if found is None:
            found = self.watched[unit, body] = tuple(_seers(board, unit, body))
        return found


def _seers(board: Battlefield, unit: int, body: Group) -> Iterator[Seer]:
    for enemy in troops.enemies(board, board.side[unit]):
        theirs = troops.shape(board, enemy)
        if not near(body, theirs, FIRE.range_machine_gun):
            continue
        gap = max(apart(body, theirs)[0], 0) + 100
        reaches = gap <= FIRE.range_rifle or board.mgs[enemy] or board.spec[enemy].kind == BATTERY
        if reaches and sees_at(board, theirs, enemy, body, unit):
            yield enemy, gap


def scene_of(board: Battlefield) -> Scene:
    """The scene of a board: by all facts on which a way or a sight hangs."""
    return _scene((
        board.scenario, board.lists, board.table, board.swap, board.floods, *board.spec, *board.side, *board.at,
        *board.status, *board.bases, *board.mgs, *board.foot, *board.smoke, *board.guided, *board.flanked,
        *board.bayonet,
    ))  # fmt: skip


@lru_cache(maxsize=16)
def _scene(facts: tuple[Any, ...]) -> Scene:
    return Scene()
