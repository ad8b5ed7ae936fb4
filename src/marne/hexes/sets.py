"""Sets of hexes and of hexsides as bits of one integer.

Rules that look at the whole map (zones of control, supply, what may be entered) are unions and intersections of large
sets, done hundreds of times per decision. A Python integer does them in one machine loop, can't be changed by accident,
compares by value and can be a key of a cache. So the fast functions take and give plain integers, called `Bits`, joined
with `|`, `&` and `& ~`. `HexSet` and `HexSideSet` wrap such an integer with its grid, for code that should read
well and for people: they know labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from marne.hexes.grid import Grid

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
    base = 0
    for byte in set.to_bytes((set.bit_length() + 7) >> 3, "little"):
        if byte:
            for i in _IN_BYTE[byte]:
                result.append(base + i)
        base += 8
    return result


def first(set: Bits) -> int | None:
    """The lowest number in a set, None if it is empty."""
    return (set & -set).bit_length() - 1 if set else None


_S = TypeVar("_S", bound="_BitSet")


class _BitSet:
    """What the two kinds of set have in common; immutable, equal by grid and content."""

    __slots__ = ("bits", "grid")

    def __init__(self, grid: Grid, bits: Bits = 0) -> None:
        if bits < 0 or bits >> self._size(grid):
            raise ValueError(f"{type(self).__name__}: a number outside 0..{self._size(grid) - 1}")
        self.grid = grid
        self.bits = bits

    @staticmethod
    def _size(grid: Grid) -> int:
        raise TypeError("use HexSet or HexSideSet")

    def _name(self, number: int) -> str:
        raise TypeError("use HexSet or HexSideSet")

    @classmethod
    def of(cls: type[_S], grid: Grid, numbers: Iterable[int]) -> _S:
        """The set of these hexes, or hexsides, by number."""
        return cls(grid, bits(numbers))

    def _with(self: _S, other: object, bits: Bits) -> _S:
        if other.__class__ is not self.__class__ or other.grid is not self.grid:
            raise TypeError(f"a {type(self).__name__} only mixes with another of the same grid")
        return type(self)(self.grid, bits)

    def __or__(self: _S, other: _S) -> _S:
        return self._with(other, self.bits | other.bits)

    def __and__(self: _S, other: _S) -> _S:
        return self._with(other, self.bits & other.bits)

    def __sub__(self: _S, other: _S) -> _S:
        return self._with(other, self.bits & ~other.bits)

    def __xor__(self: _S, other: _S) -> _S:
        return self._with(other, self.bits ^ other.bits)

    def __le__(self: _S, other: _S) -> bool:
        return self._with(other, self.bits & ~other.bits).bits == 0

    def __ge__(self: _S, other: _S) -> bool:
        return self._with(other, other.bits & ~self.bits).bits == 0

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number >= 0 and bool(self.bits >> number & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(members(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        return other.__class__ is self.__class__ and (other.grid, other.bits) == (self.grid, self.bits)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.bits))

    def labels(self) -> tuple[str, ...]:
        """The members by label, in the grid's order."""
        return tuple(self._name(number) for number in self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.labels())})"


class HexSet(_BitSet):
    """A set of hexes of one grid, with `|`, `&`, `-`, `in`, `for` and `len`."""

    __slots__ = ()

    @staticmethod
    def _size(grid: Grid) -> int:
        return len(grid)

    def _name(self, number: int) -> str:
        return self.grid.label(number)

    @classmethod
    def from_labels(cls, grid: Grid, *labels: str) -> HexSet:
        return cls.of(grid, [grid.hex(label) for label in labels])

    @classmethod
    def all(cls, grid: Grid) -> HexSet:
        return cls(grid, grid.all)

    def complement(self) -> HexSet:
        """The other hexes of the grid."""
        return HexSet(self.grid, self.grid.all & ~self.bits)

    def spread(self) -> HexSet:
        """All hexes that touch a hex of the set (members too, when they touch another member)."""
        return HexSet(self.grid, self.grid.spread(self.bits))


class HexSideSet(_BitSet):
    """A set of hexsides of one grid: rivers, borders, blocked sides."""

    __slots__ = ()

    @staticmethod
    def _size(grid: Grid) -> int:
        return grid.side_count

    def _name(self, number: int) -> str:
        return self.grid.side_label(number)

    @classmethod
    def from_labels(cls, grid: Grid, *labels: str) -> HexSideSet:
        """From pairs of labels (`"1413/1513"`), or a hex and a direction at the map's edge (`"0812/NE"`)."""
        return cls.of(grid, [grid.side_named(label) for label in labels])

    def between(self, a: int, b: int) -> bool:
        """Whether the hexside between two neighbours is in the set."""
        return self.grid.side(a, b) in self
