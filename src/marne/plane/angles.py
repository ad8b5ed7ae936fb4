"""Angles in degrees as whole numbers, with a sine table of whole numbers: no floats, so the same on every machine.

Facing 0 looks to the top of the table (towards y = 0), 90 to the right; x grows to the right and y downwards.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Final

__all__ = ["ONE", "TURN", "bearing", "cosine", "direction", "in_arc", "sine", "turned"]

TURN: Final = 360
"""Steps in a full turn."""

ONE: Final = 1 << 14
"""The sine of a right angle."""

_SCALE: Final = 10**30
_PI: Final = 3_141592653589793238462643383279
"""Pi at the scale above."""


def _sine(degrees: int) -> int:
    """Taylor's series in whole numbers; degrees from 0 to 90."""
    x = _PI * degrees // 180
    term, total, k = x, x, 1
    while term:
        term = -term * x // _SCALE * x // _SCALE // ((k + 1) * (k + 2))
        if term == -1:
            break
        total += term
        k += 2
    return (total * ONE * 2 + _SCALE) // (2 * _SCALE)


_QUARTER: Final = tuple(_sine(degrees) for degrees in range(91))
_SINES: Final = (
    *_QUARTER[:90],
    *reversed(_QUARTER[1:]),
    *(-each for each in _QUARTER[:90]),
    *(-each for each in reversed(_QUARTER[1:])),
)


def sine(angle: int) -> int:
    """The sine, in parts of ONE.

    >>> sine(30), sine(90), sine(-90)
    (8192, 16384, -16384)
    """
    return _SINES[angle % TURN]


def cosine(angle: int) -> int:
    """The cosine, in parts of ONE."""
    return _SINES[(angle + 90) % TURN]


def direction(facing: int) -> tuple[int, int]:
    """Where a facing points, as a vector of length ONE.

    >>> direction(0), direction(90), direction(180)
    ((0, -16384), (16384, 0), (0, 16384))
    """
    return _SINES[facing % TURN], -_SINES[(facing + 90) % TURN]


def turned(right: int, forward: int, facing: int) -> tuple[int, int]:
    """An offset to the right and forward of something that faces so, as x and y, rounded to the nearest.

    >>> turned(100, 0, 90), turned(0, 100, 90)
    ((0, 100), (100, 0))
    """
    s, c = _SINES[facing % TURN], _SINES[(facing + 90) % TURN]
    return (right * c + forward * s + ONE // 2) // ONE, (right * s - forward * c + ONE // 2) // ONE


_TANGENTS: Final = tuple((_SINES[degrees], _SINES[degrees + 90]) for degrees in range(90))


class _Slope:
    """A direction in the first quarter, ordered by angle without dividing."""

    __slots__ = ("across", "along")

    def __init__(self, across: int, along: int) -> None:
        self.across = across
        self.along = along

    def __lt__(self, other: tuple[int, int]) -> bool:
        return self.across * other[1] < other[0] * self.along


@lru_cache(maxsize=8192)
def bearing(dx: int, dy: int) -> int:
    """The whole degree at or just below the direction of a vector; the null vector points to 0.

    >>> bearing(0, -5), bearing(5, 0), bearing(5, 5), bearing(-5, 0)
    (0, 90, 135, 270)
    """
    if not dx and not dy:
        return 0
    if dx >= 0 and dy < 0:
        quarter, across, along = 0, dx, -dy
    elif dx > 0 and dy >= 0:
        quarter, across, along = 90, dy, dx
    elif dx <= 0 and dy > 0:
        quarter, across, along = 180, -dx, dy
    else:
        quarter, across, along = 270, -dy, -dx
    return quarter + bisect_right(_TANGENTS, _Slope(across, along)) - 1


def in_arc(facing: int, half: int, dx: int, dy: int) -> bool:
    """Whether a vector lies within so many degrees (at most 90) to either side of a facing, edges included.

    >>> in_arc(0, 45, 3, -3), in_arc(0, 45, 3, -2), in_arc(0, 90, 1, 0), in_arc(0, 90, 1, 1)
    (True, False, True, False)
    """
    if half == 90:
        fx, fy = direction(facing)
        return fx * dx + fy * dy >= 0
    lx, ly = direction(facing - half)
    rx, ry = direction(facing + half)
    return lx * dy - ly * dx >= 0 and rx * dy - ry * dx <= 0
