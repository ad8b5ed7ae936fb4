"""The grid: which hexes there are, how they touch, where they lie.

Hexes are the numbers 0..n-1 in the order in which the cells are given; labels are for people and files. Hexsides are
numbers too, the same from both sides, and the outer edges of the map have theirs.

A cell is a pair of integers in doubled coordinates, x growing east and y growing south, so that no half rows appear:

* flat-top: neighbours are (0, ±2) and (±1, ±1): columns run straight north-south, y counts half hexes
* pointy-top: neighbours are (±2, 0) and (±1, ±1): rows run straight east-west, x counts half hexes

Nothing asks for a rectangle: columns may be ragged and cells may be missing. Adjacency is computed once, from
integers alone; floats appear only in `centre`, `corners` and `hex_at`, for drawing and for projecting a map.
"""

from __future__ import annotations

import difflib
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from marne.hexes.links import Links
from marne.hexes.memo import memo
from marne.hexes.sets import Bits, members
from marne.hexes.sets import bits as bits_of

Orientation: TypeAlias = Literal["flat", "pointy"]
Cell: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]

# Clockwise; hexside number d of a hex faces direction d, and d + 3 (mod 6) faces back.
_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
_STEPS: dict[Orientation, tuple[Cell, ...]] = {
    "flat": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "pointy": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}
# Corners from the centre, clockwise, corner d and corner d + 1 ending hexside d: halves of a side length along the flat
# axis, halves of the root of three across it. Integers, so that a corner shared by hexes is one and the same point.
_CORNERS: dict[Orientation, tuple[Cell, ...]] = {
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}
_HALF_ROOT_3: Final = math.sqrt(3) / 2


class UnknownHex(LookupError):
    """A label, or a hexside's name, that the grid doesn't have."""


class NotAdjacent(ValueError):
    """Two hexes that were expected to touch don't."""


class Grid:
    """An immutable map of hexes; see the module's text for the coordinates."""

    __slots__ = (
        "_at",
        "_cells",
        "_hexes",
        "_labels",
        "_lines",
        "_side_hexes",
        "all",
        "around",
        "direction_names",
        "links",
        "neighbour_sides",
        "neighbours",
        "orientation",
        "side_count",
        "sides_of",
        "within_bits",
    )

    def __init__(self, orientation: Orientation, cells: Mapping[str, Cell]) -> None:
        if orientation not in _NAMES:
            raise ValueError(f"orientation is 'flat' or 'pointy', not {orientation!r}")
        self.orientation: Final[Orientation] = orientation
        self.direction_names: Final = _NAMES[orientation]
        self._labels: Final = tuple(cells)
        self._cells: Final = tuple((x, y) for x, y in cells.values())
        self._hexes: Final = {label: h for h, label in enumerate(self._labels)}
        self._at: Final = {cell: h for h, cell in enumerate(self._cells)}
        self._check()
        self._lines: Final = self._in_lines()
        self.all: Final[Bits] = (1 << len(self._labels)) - 1

        # For each hex: what lies in each of the six directions; then the neighbours alone, in number order.
        self.around: Final[tuple[tuple[int | None, ...], ...]] = tuple(
            tuple(self._at.get((x + dx, y + dy)) for dx, dy in _STEPS[orientation]) for x, y in self._cells
        )
        self.neighbours: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(sorted(n for n in six if n is not None)) for six in self.around
        )
        sides, side_hexes = _number_sides(self.around)
        self.sides_of: Final = sides
        self._side_hexes: Final = side_hexes
        self.side_count: Final = len(side_hexes)
        # The hexside to each neighbour, in the order of `neighbours`.
        self.neighbour_sides: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(sides[h][self.around[h].index(n)] for n in self.neighbours[h]) for h in range(len(self._labels))
        )
        self.links: Final = Links(bits_of(ns) for ns in self.neighbours)
        self.within_bits: Final = memo(8192)(self._within_bits)

    @classmethod
    def from_cells(cls, orientation: Orientation, cells: Mapping[str, Cell]) -> Grid:
        """From the label of each hex and its doubled coordinates.

        >>> Grid.from_cells("flat", {"A1": (0, 0), "A2": (0, 2), "B1": (1, 1)}).neighbours
        ((1, 2), (0, 2), (0, 1))
        """
        return cls(orientation, cells)

    def _check(self) -> None:
        if not self._labels:
            raise ValueError("a grid needs at least one hex")
        for label, (x, y) in zip(self._labels, self._cells, strict=True):
            if (x + y - sum(self._cells[0])) % 2:
                raise ValueError(
                    f"hex {label!r}: {(x, y)} can't lie on one grid with {self._labels[0]!r} at {self._cells[0]}: "
                    "in doubled coordinates x + y is even for all hexes or odd for all"
                )
            if self._labels[self._at[x, y]] != label:
                raise ValueError(f"hexes {label!r} and {self._labels[self._at[x, y]]!r} both lie at {(x, y)}")

    # -- labels and cells

    def __len__(self) -> int:
        return len(self._labels)

    def __repr__(self) -> str:
        return f"Grid({self.orientation}, {len(self)} hexes {self._labels[0]}..{self._labels[-1]})"

    def __contains__(self, label: object) -> bool:
        return label in self._hexes

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels, in the order of the hexes."""
        return self._labels

    def hex(self, label: str) -> int:
        """The hex with this label; raises `UnknownHex`."""
        try:
            return self._hexes[label]
        except KeyError:
            near = difflib.get_close_matches(str(label), self._labels, n=3, cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else ""
            raise UnknownHex(
                f"no hex {label!r}: labels run from {self._labels[0]!r} to {self._labels[-1]!r}{hint}"
            ) from None

    def hexes(self, labels: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.hex(label) for label in labels)

    def label(self, hex: int) -> str:
        return self._labels[hex]

    def cell(self, hex: int) -> Cell:
        """The doubled coordinates of a hex."""
        return self._cells[hex]

    def at(self, cell: Cell) -> int | None:
        """The hex at doubled coordinates, None off the map."""
        return self._at.get(cell)

    # -- adjacency

    def direction(self, name: int | str) -> int:
        """The number 0..5 of a direction, clockwise; names are those of `direction_names`."""
        if isinstance(name, int):
            return name % 6
        try:
            return self.direction_names.index(name)
        except ValueError:
            raise ValueError(
                f"no direction {name!r} on a {self.orientation}-top grid: {self.direction_names}"
            ) from None

    def neighbour(self, hex: int, direction: int | str) -> int | None:
        """The hex next to this one in a direction (0..5 clockwise, or a name such as "NE"), None off the map."""
        return self.around[hex][self.direction(direction)]

    def direction_to(self, a: int, b: int) -> int:
        """In which direction a's neighbour b lies; raises `NotAdjacent`."""
        try:
            return self.around[a].index(b)
        except ValueError:
            raise NotAdjacent(f"{self._labels[a]} and {self._labels[b]} don't touch") from None

    def adjacent(self, a: int, b: int) -> bool:
        return b in self.neighbours[a]

    def neighbour_bits(self, hex: int) -> Bits:
        return self.links.of[hex]

    def spread(self, bits: Bits) -> Bits:
        """All hexes that touch a hex of the set: the zone of a whole army in one go."""
        return self.links.spread(bits)

    def pairs(self, sides: Bits) -> list[tuple[int, int]]:
        """The two hexes of each of these hexsides, outer edges left out: what `closing` wants to be told."""
        found = [self._side_hexes[side] for side in members(sides)]
        return [(hexes[0], hexes[1]) for hexes in found if len(hexes) == 2]

    # -- distance

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b over open ground, as if no cell were missing."""
        ax, ay = self._cells[a]
        bx, by = self._cells[b]
        dx, dy = abs(ax - bx), abs(ay - by)
        if self.orientation == "pointy":
            dx, dy = dy, dx
        return dx + max(0, (dy - dx) // 2)

    def _within_bits(self, hex: int, radius: int) -> Bits:
        """`within` as bits; kept as `within_bits`, since rules ask for the same radii again and again."""
        line, place = self._line_and_place(self._cells[hex])
        found = 0
        for other in range(line - radius, line + radius + 1):
            if other in self._lines:
                places, before = self._lines[other]
                reach = 2 * radius - abs(other - line)
                found |= before[bisect_right(places, place + reach)] ^ before[bisect_left(places, place - reach)]
        return found

    def _line_and_place(self, cell: Cell) -> Cell:
        """The straight line of touching hexes that a cell lies on, a column or a row, and how far along."""
        return cell if self.orientation == "flat" else (cell[1], cell[0])

    def _in_lines(self) -> dict[int, tuple[list[int], list[Bits]]]:
        """For each line the places of its hexes, and the set of the hexes before each of them and before its end."""
        found: dict[int, tuple[list[int], list[Bits]]] = {}
        for (line, place), hex in sorted((self._line_and_place(cell), hex) for cell, hex in self._at.items()):
            places, before = found.setdefault(line, ([], [0]))
            places.append(place)
            before.append(before[-1] | 1 << hex)
        return found

    def within(self, hex: int, radius: int) -> tuple[int, ...]:
        """The hexes at most this far away, the hex itself among them, in order."""
        return tuple(members(self.within_bits(hex, radius)))

    def ring(self, hex: int, radius: int) -> tuple[int, ...]:
        """The hexes exactly this far away, in order."""
        inner = self.within_bits(hex, radius - 1) if radius > 0 else 0
        return tuple(members(self.within_bits(hex, radius) & ~inner))

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes under the straight line from a to b, ends included; cells off the map are left out.

        Where the line runs exactly along hexsides it keeps to one side of them, and `line(b, a)` is the same hexes in
        the other order.
        """
        if a > b:
            return self.line(b, a)[::-1]
        n = self.distance(a, b)
        if n == 0:
            return (a,)
        ax, ay = self._axial(a)
        bx, by = self._axial(b)
        result: list[int] = []
        for i in range(n + 1):
            # A very small step aside, in integers: at a scale of 16n it is less than any true difference.
            q, r = (ax * (n - i) + bx * i) * 16 + 1, (ay * (n - i) + by * i) * 16 + 1
            hex = self._at.get(self._from_axial(*_round_axial(q, r, 16 * n)))
            if hex is not None:
                result.append(hex)
        return tuple(result)

    def _axial(self, hex: int) -> Cell:
        x, y = self._cells[hex]
        x0, y0 = self._cells[0]
        x, y = x - x0, y - y0
        return (x, (y - x) // 2) if self.orientation == "flat" else ((x - y) // 2, y)

    def _from_axial(self, q: int, r: int) -> Cell:
        x0, y0 = self._cells[0]
        return (x0 + q, y0 + 2 * r + q) if self.orientation == "flat" else (x0 + 2 * q + r, y0 + r)

    # -- hexsides

    def side(self, a: int, b: int) -> int:
        """The hexside between two neighbours, the same from both; raises `NotAdjacent`."""
        return self.sides_of[a][self.direction_to(a, b)]

    def sides(self, hex: int) -> tuple[int, ...]:
        """The six hexsides of a hex, by direction."""
        return self.sides_of[hex]

    def side_hexes(self, side: int) -> tuple[int, ...]:
        """The two hexes that share a hexside, in order, or the one hex of an outer edge."""
        return self._side_hexes[side]

    def side_label(self, side: int) -> str:
        """`1413/1513`; an outer edge is named by its hex and direction, `0812/NE`."""
        hexes = self._side_hexes[side]
        if len(hexes) == 2:
            return f"{self._labels[hexes[0]]}/{self._labels[hexes[1]]}"
        return f"{self._labels[hexes[0]]}/{self.direction_names[self.sides_of[hexes[0]].index(side)]}"

    def side_named(self, name: str) -> int:
        """The hexside that `side_label` calls so; the two labels may come in either order."""
        first, slash, second = name.partition("/")
        if not slash:
            raise UnknownHex(f"no hexside {name!r}: expected two labels, or a label and a direction, with / between")
        a = self.hex(first)
        if second not in self._hexes and second in self.direction_names:
            return self.sides_of[a][self.direction(second)]
        return self.side(a, self.hex(second))

    # -- drawing (floats: never for a rule)

    def centre(self, hex: int) -> Point:
        """Where the hex lies: x east, y south, in lengths of a hexside (neighbouring centres are √3 apart)."""
        x, y = self._cells[hex]
        return (x * 1.5, y * _HALF_ROOT_3) if self.orientation == "flat" else (x * _HALF_ROOT_3, y * 1.5)

    def corners(self, hex: int) -> tuple[Point, ...]:
        """The six corners, clockwise; hexside d runs from corner d to corner d + 1. Shared corners are equal floats."""
        x, y = self._cells[hex]
        if self.orientation == "flat":
            return tuple(((3 * x + dx) / 2, (y + dy) * _HALF_ROOT_3) for dx, dy in _CORNERS["flat"])
        return tuple(((x + dx) * _HALF_ROOT_3, (3 * y + dy) / 2) for dx, dy in _CORNERS["pointy"])

    def side_ends(self, side: int) -> tuple[Point, Point]:
        """The two corners that a hexside joins."""
        hex = self._side_hexes[side][0]
        d = self.sides_of[hex].index(side)
        corners = self.corners(hex)
        return corners[d], corners[(d + 1) % 6]

    def cell_at(self, x: float, y: float) -> Cell:
        """The doubled coordinates of the cell, on or off the map, that holds a point given as in `centre`."""
        x0, y0 = self._cells[0]
        if self.orientation == "flat":
            q = x / 1.5 - x0
            r = (y / _HALF_ROOT_3 - y0 - q) / 2
        else:
            r = y / 1.5 - y0
            q = (x / _HALF_ROOT_3 - x0 - r) / 2
        scale = 1 << 20
        return self._from_axial(*_round_axial(round(q * scale), round(r * scale), scale))

    def hex_at(self, x: float, y: float) -> int | None:
        """The hex under a point given as in `centre`, None off the map."""
        return self._at.get(self.cell_at(x, y))

    # -- one grid is shared by all copies of a position

    def __copy__(self) -> Grid:
        return self

    def __deepcopy__(self, memo: object) -> Grid:
        return self

    def __reduce__(self) -> tuple[type[Grid], tuple[Orientation, dict[str, Cell]]]:
        return Grid, (self.orientation, dict(zip(self._labels, self._cells, strict=True)))


def _number_sides(
    around: tuple[tuple[int | None, ...], ...],
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Number the hexsides in the order of the hexes, then of the directions; each shared one once."""
    sides: list[tuple[int, ...]] = []
    hexes: list[tuple[int, ...]] = []
    for h, six in enumerate(around):
        mine: list[int] = []
        for d, n in enumerate(six):
            if n is not None and n < h:
                mine.append(sides[n][(d + 3) % 6])
            else:
                mine.append(len(hexes))
                hexes.append((h,) if n is None else (h, n))
        sides.append(tuple(mine))
    return tuple(sides), tuple(hexes)


def _round_axial(q: int, r: int, scale: int) -> Cell:
    """The hex nearest to the point (q / scale, r / scale) of the axial plane, in integers."""
    s = -q - r
    rq, rr, rs = (2 * q + scale) // (2 * scale), (2 * r + scale) // (2 * scale), (2 * s + scale) // (2 * scale)
    dq, dr, ds = abs(rq * scale - q), abs(rr * scale - r), abs(rs * scale - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr
