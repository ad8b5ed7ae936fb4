"""C15, C16, C19: who sees whom, what covers, what lies in front."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import FIRE, MEASURES
from marne.games.brigade1914.components.ground import Ground
from marne.games.brigade1914.rules.measures.troops import dispositions, is_mounted, shape, visible
from marne.plane import (
    Figure,
    Group,
    Placed,
    blocked_by_figure,
    contains,
    direction,
    fence_between,
    group_distance2,
    in_arc,
    polyline_distance2,
)

__all__ = [
    "Sightline",
    "all_lines",
    "covered_by_ground",
    "first_line",
    "from_behind",
    "garrison",
    "in_cover",
    "in_front",
    "open_between",
    "sees",
    "sees_at",
    "sees_from",
    "smoke_on",
]

Sightline = tuple[int, int, int, int, bool]


@lru_cache(maxsize=8192)
def first_line(ground: Ground, a: Group, b: Group) -> Sightline | None:
    """C16: the first line from a base to a base that terrain leaves open; the last item: one end is higher."""
    return next(_lines(ground, a, b), None)


@lru_cache(maxsize=8192)
def all_lines(ground: Ground, a: Group, b: Group) -> tuple[Sightline, ...]:
    """C16: every line that terrain leaves open."""
    return tuple(_lines(ground, a, b))


@lru_cache(maxsize=8192)
def _high(ground: Ground, body: Group) -> tuple[tuple[int, int, int], ...]:
    """C15: the middle of each base, and how high it stands."""
    height = ground.screens.height
    return tuple([(x, y, height(x, y)) for x, y, _ in body.placed])


def _lines(ground: Ground, a: Group, b: Group) -> Iterator[Sightline]:
    """C16: the lines that terrain leaves open, one after another."""
    box = min(a.left, b.left), max(a.right, b.right), min(a.top, b.top), max(a.bottom, b.bottom)
    strip = a.middle, b.middle, max(a.radius, b.radius)
    for (ax, ay, low), (bx, by, high) in ground.screens.open_lines(_high(ground, a), _high(ground, b), box, strip):
        yield ax, ay, bx, by, low != high


def open_between(board: Battlefield, a: Group, b: Group, skip: tuple[int, ...]) -> bool:
    """C16: whether some line from base to base is open, past the units in the way that are not skipped."""
    if id(b) < id(a):
        a, b = b, a  # a line is open both ways, so one answer is kept for both
    kept, asked = dispositions(board), (a, b, skip)
    found = kept.sights.get(asked)
    if found is None:
        ground = board.ground
        found = first_line(ground, a, b) is not None
        if found and (bodies := _in_the_way(board, a, b, skip)):
            found = _open_past(ground, a, b, bodies)
        kept.sights[asked] = found
    return found


@lru_cache(maxsize=8192)
def _open_past(ground: Ground, a: Group, b: Group, bodies: tuple[Group, ...]) -> bool:
    """C16: whether a line that terrain leaves open goes past these bodies, or over them from higher ground."""
    figures = [figure for body in bodies for figure in body.figures]
    first = first_line(ground, a, b)
    if first is None or _passes(first, figures):
        return first is not None
    return any(_passes(line, figures) for line in all_lines(ground, a, b))


def _passes(line: Sightline, figures: list[Figure]) -> bool:
    ax, ay, bx, by, higher = line
    return higher or not blocked_by_figure(figures, ax, ay, bx, by)


def _in_the_way(board: Battlefield, a: Group, b: Group, skip: tuple[int, ...]) -> tuple[Group, ...]:
    """C16: the bodies that may stand in the way of some line: by the box around both, and by the strip between the
    circles around them."""
    left, right, top, bottom = min(b.left, a.left), max(b.right, a.right), min(b.top, a.top), max(b.bottom, a.bottom)
    (ax, ay), (bx, by) = a.middle, b.middle
    dx, dy = bx - ax, by - ay
    length2, wide = dx * dx + dy * dy, max(b.radius, a.radius)
    found: list[Group] = []
    for unit, body in visible(board):
        if body.left <= right and body.right >= left and body.top <= bottom and body.bottom >= top:
            x, y = body.middle
            if (dx * (y - ay) - dy * (x - ax)) ** 2 <= (wide + body.radius) ** 2 * length2 and unit not in skip:
                found.append(body)
    return tuple(found)


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
    return sees_at(board, body, a, shape(board, b), b)


def sees_at(board: Battlefield, body: Group, a: int, other: Group, b: int) -> bool:
    """C16: the same for both, wherever they would stand. How far they are apart matters in full smoke only."""
    if board.smoke[b] == 2 and smoke_on(board, b, group_distance2(body, other)) == 2:
        return False
    return open_between(board, body, other, (a, b))


def garrison(board: Battlefield, unit: int) -> bool:
    """C19: troops in a village or wood fire all round."""
    return _garrison(board.ground, board.at[unit])


@lru_cache(maxsize=8192)
def _garrison(ground: Ground, placed: tuple[Placed, ...]) -> bool:
    """C19: half the bases or more in a village or wood."""
    held = sum(
        any(piece.kind in ("village", "wood") and contains(figure, x, y) for figure, _, piece in ground.areas)
        for x, y, _ in placed
    )
    return 2 * held >= len(placed)


def in_front(board: Battlefield, unit: int, other: Group, half: int) -> bool:
    """C19: whether a base of the unit has a base of the other within so many degrees of its front."""
    if half == 90:
        for ax, ay, facing in board.at[unit]:
            fx, fy = direction(facing)
            for x, y, _ in other.placed:
                if fx * (x - ax) + fy * (y - ay) >= 0:
                    return True
        return False
    return any(in_arc(facing, half, x - ax, y - ay) for ax, ay, facing in board.at[unit] for x, y, _ in other.placed)


def from_behind(board: Battlefield, target: int, body: Group) -> bool:
    """C18: whether fire comes from behind the target's front 180 degrees."""
    return not in_front(board, target, body, 90)


def covered_by_ground(board: Battlefield, target: int, body: Group | None) -> bool:
    """C15, C19: half the bases or more in covering ground, or lining a hedge, bank or wall that lies between."""
    return _covered(board.ground, board.at[target], body)


@lru_cache(maxsize=8192)
def _covered(ground: Ground, placed: tuple[Placed, ...], body: Group | None) -> bool:
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
