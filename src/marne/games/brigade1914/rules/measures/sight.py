"""C15, C16, C19: who sees whom, what covers, what lies in front."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from marne.games.brigade1914.board import ON_TABLE, Battlefield
from marne.games.brigade1914.components.data import FIRE, MEASURES
from marne.games.brigade1914.components.ground import Ground
from marne.games.brigade1914.rules.measures.troops import is_mounted, shape
from marne.plane import (
    Figure,
    Group,
    between,
    blocked_by_figure,
    contains,
    fence_between,
    group_distance2,
    in_arc,
    polyline_distance2,
)

__all__ = [
    "Sightline", "all_lines", "covered_by_ground", "first_line", "from_behind", "garrison", "in_cover", "in_front",
    "open_between", "sees", "sees_from", "smoke_on",
]  # fmt: skip

Sightline = tuple[int, int, int, int, bool]


@lru_cache(maxsize=32768)
def first_line(ground: Ground, a: Group, b: Group) -> Sightline | None:
    """C16: the first line from a base to a base that terrain leaves open; the last item: one end is higher."""
    return next(_lines(ground, a, b), None)


@lru_cache(maxsize=8192)
def all_lines(ground: Ground, a: Group, b: Group) -> tuple[Sightline, ...]:
    """C16: every line that terrain leaves open."""
    return tuple(_lines(ground, a, b))


def _lines(ground: Ground, a: Group, b: Group) -> Iterator[Sightline]:
    """C16: the lines that terrain leaves open, one after another."""
    screens = ground.screens
    heights_b = [screens.height(x, y) for x, y, _ in b.placed]
    for ax, ay, _ in a.placed:
        low = screens.height(ax, ay)
        for (bx, by, _), high in zip(b.placed, heights_b, strict=True):
            if screens.clear(ax, ay, bx, by, low, high):
                yield ax, ay, bx, by, low != high


def open_between(board: Battlefield, a: Group, b: Group, skip: tuple[int, ...]) -> bool:
    """C16: whether some line from base to base is open, past the units in the way that are not skipped."""
    first = first_line(board.ground, a, b)
    if first is None:
        return False
    figures: list[Figure] = []
    for unit, status in enumerate(board.status):
        if status == ON_TABLE and unit not in skip:
            body = shape(board, unit)
            if between(body, a, b):
                figures.extend(body.figures)
    if not figures:
        return True

    def past(line: Sightline) -> bool:
        return line[4] or not blocked_by_figure(figures, *line[:4])

    return past(first) or any(map(past, all_lines(board.ground, a, b)))


def smoke_on(board: Battlefield, target: int, gap2: int) -> int:
    """A9: 0 no smoke, 1 obscured, 2 hidden; horse are obscured at best, and so is anything within 12 inches."""
    smoke = board.smoke[target]
    if smoke == 2 and (is_mounted(board, target) or gap2 <= FIRE.smoke_range**2):
        return 1
    return smoke


def sees(board: Battlefield, a: int, b: int) -> bool:
    """C16, A9: whether a unit sees another."""
    return sees_from(board, shape(board, a), a, b)


def sees_from(board: Battlefield, body: Group, a: int, b: int) -> bool:
    """C16: the same for a unit that would stand elsewhere."""
    other = shape(board, b)
    if smoke_on(board, b, group_distance2(body, other)) == 2:
        return False
    return open_between(board, body, other, (a, b))


def garrison(board: Battlefield, unit: int) -> bool:
    """C19: troops in a village or wood fire all round."""
    placed = board.at[unit]
    ground = board.ground
    held = sum(
        any(piece.kind in ("village", "wood") and contains(figure, x, y) for figure, _, piece in ground.areas)
        for x, y, _ in placed
    )
    return 2 * held >= len(placed)


def in_front(board: Battlefield, unit: int, other: Group, half: int) -> bool:
    """C19: whether a base of the unit has a base of the other within so many degrees of its front."""
    return any(in_arc(facing, half, x - ax, y - ay) for ax, ay, facing in board.at[unit] for x, y, _ in other.placed)


def from_behind(board: Battlefield, target: int, body: Group) -> bool:
    """C18: whether fire comes from behind the target's front 180 degrees."""
    return not in_front(board, target, body, 90)


def covered_by_ground(board: Battlefield, target: int, body: Group | None) -> bool:
    """C15, C19: half the bases or more in covering ground, or lining a hedge, bank or wall that lies between."""
    ground = board.ground
    placed = board.at[target]
    safe = 0
    for x, y, _ in placed:
        if ground.in_cover(x, y):
            safe += 1
            continue
        for fence in ground.covering_lines:
            if polyline_distance2(fence.points, x, y) <= (fence.lining + MEASURES.company_depth // 2) ** 2 and (
                body is None or fence_between(fence, *body.middle, x, y)
            ):
                safe += 1
                break
    return 2 * safe >= len(placed)


def in_cover(board: Battlefield, target: int, firer: Group | None) -> bool:
    """C18, C19, A11: in cover by ground, by entrenching, or for one fire by sunken lanes."""
    if board.dug[target] or board.screened[target]:
        return True
    return covered_by_ground(board, target, firer)
