"""Sets of hexes and of hexsides as bits of one integer.

Rules that look at the whole map (zones of control, supply, what may be entered) are unions and intersections of large
sets, done hundreds of times per decision. A Python integer does them in one machine loop, can't be changed by accident,
compares by value and can be a key of a cache. So sets are plain integers, called `Bits`, joined with `|`, `&` and
`& ~`; `-1` is the set of everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Bits: TypeAlias = int

# The members of each byte, so that a sparse set of a large map is read byte by byte and not bit by bit.
_IN_BYTE: tuple[tuple[int, ...], ...] = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


def bits(numbers: Iterable[int]) -> Bits:
    """The set of these numbers.

    >>> bits([0, 2, 2, 3]) == 0b1101
    True
    """
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def members(set: Bits) -> list[int]:
    """The numbers in a set, in order.

    >>> members(0b1101)
    [0, 2, 3]
    """
    result: list[int] = []
    if set.bit_count() < 12:
        # From the top down, which makes fewer large integers on the way than the lowest bit first.
        while set:
            top = set.bit_length() - 1
            result.append(top)
            set ^= 1 << top
        result.reverse()
        return result
    base = first(set) & -8  # the bytes before it are empty
    set >>= base
    for byte in set.to_bytes((set.bit_length() + 7) >> 3, "little"):
        if byte:
            for i in _IN_BYTE[byte]:
                result.append(base + i)
        base += 8
    return result


def first(set: Bits) -> int:
    """The lowest number in a set that isn't empty."""
    return (set & -set).bit_length() - 1
