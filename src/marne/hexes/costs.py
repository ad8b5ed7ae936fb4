"""Reach: where a unit can get to with its movement points, what that costs, and by which way.

Costs depend on the map and the kind of unit alone, so they are put together once for each kind in `MoveCosts`; what
changes in play (enemies, zones of control) comes with each question. The search takes the points one after the other
and moves all hexes that cost so many on together, as a set.

An answer hangs on no more than what lies within reach if nothing hinders, and is kept under that: a unit whose
surroundings haven't changed is answered at once, in this position and in the next, however large its points are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TypeAlias

from marne.hexes.grid import Grid
from marne.hexes.links import Links
from marne.hexes.memo import memo
from marne.hexes.sets import Bits, bits, first, members

Cost: TypeAlias = int | None
"""Movement points; None: not allowed."""

Steps: TypeAlias = tuple[tuple[int, Bits], ...]
"""The steps from one place: for each cost, cheapest first, the places entered for it."""

_FEW = 6
"""So few hexes go on quicker one by one than as a set."""


class MoveCosts:
    """What each step costs one kind of unit: from hex to hex, or from node to node of a railway.

    >>> from marne.hexes import DigitPairs, Numbering
    >>> rows = Numbering("pointy", DigitPairs("row"), "W", "S", "even", "W")
    >>> grid = rows.rectangle(range(1, 9), range(1, 9))
    >>> river = grid.side_named("0404/0405")
    >>> walk = MoveCosts.on(grid, [2] * len(grid), {river: 1}).reach(grid.hex("0404"), 5)
    >>> walk.cost(grid.hex("0405")), walk.cost(grid.hex("0406")), walk.hexes >> grid.hex("0407") & 1
    (3, 5, 0)
    >>> [grid.label(hex) for hex in walk.path(grid.hex("0406"))]
    ['0405', '0406']
    """

    def __init__(self, steps: Iterable[Steps], *, leaving: bool = False, keep: int = 1024) -> None:
        """`steps` for each place, costs from 1; `keep` is how many answers are kept.

        Most steps cost what the place says that they lead to or, where they are `leaving`, that they come from: they go
        on as one set, and odd ones are looked up place by place.
        """
        self._rows: tuple[Steps, ...] = tuple(tuple(sorted(row)) for row in steps)
        if any(row[0][0] < 1 for row in self._rows if row):
            raise ValueError("a step that costs less than 1")
        self.keep = keep
        self._leaving = leaving
        self._backwards: MoveCosts | None = None
        self._shut: dict[int, Bits] = {}  # steps that are closed for now
        self._shut_places: Bits = 0
        self._whole = self  # the same with nothing closed
        self._near = memo(8 * keep)(self._unhindered)
        self._kept = memo(keep)(self._search)
        self._cheapest: int = min((row[0][0] for row in self._rows if row), default=1)
        self._dearest: int = max((row[-1][0] for row in self._rows if row), default=1)
        prices: dict[int, Bits] = {}
        for place, usual in enumerate(self._usual()):
            if usual:
                prices[usual] = prices.get(usual, 0) | 1 << place
        self._prices: tuple[tuple[int, Bits], ...] = tuple(sorted(prices.items()))
        plain: list[Bits] = []
        self._odd: dict[int, Steps] = {}
        for here, row in enumerate(self._rows):
            plain.append(0)
            odd: list[tuple[int, Bits]] = []
            for cost, places in row:
                like = prices.get(cost, 0)
                alike = places & (-(like >> here & 1) if leaving else like)
                plain[here] |= alike
                if places != alike:
                    odd.append((cost, places ^ alike))
            if odd:
                self._odd[here] = tuple(odd)
        self._odd_places: Bits = bits(self._odd)
        self._plain = Links(plain)

    def _usual(self) -> Iterable[int]:
        """What most steps into each place cost, or out of it where they are leaving; 0 where there are none."""
        if self._leaving:
            return (max(row, key=lambda step: step[1].bit_count())[0] if row else 0 for row in self._rows)
        into: list[dict[int, int]] = [{} for _ in self._rows]
        for row in self._rows:
            for cost, places in row:
                for place in members(places):
                    into[place][cost] = into[place].get(cost, 0) + 1
        return (max(sorted(costs), key=costs.__getitem__) if costs else 0 for costs in into)

    @classmethod
    def on(
        cls, grid: Grid, enter: Sequence[Cost], sides: Mapping[int, Cost] | None = None, *, keep: int = 1024
    ) -> MoveCosts:
        """`enter` is the cost of each hex, `sides` what crossing a hexside adds; None where the unit can't go."""
        if len(enter) != len(grid):
            raise ValueError(f"expected one cost for each of the {len(grid)} hexes")
        extra = sides or {}
        table: list[Steps] = []
        for nexts, crossed in zip(grid.neighbours, grid.neighbour_sides, strict=True):
            row: dict[int, Bits] = {}
            for there, side in zip(nexts, crossed, strict=True):
                cost, over = enter[there], extra.get(side, 0)
                if cost is not None and over is not None:
                    row[cost + over] = row.get(cost + over, 0) | 1 << there
            table.append(tuple(row.items()))
        return cls(table, keep=keep)

    def closing(self, pairs: Iterable[tuple[int, int]]) -> MoveCosts:
        """The same without some steps, both ways: bridges that are down, hexsides that are full. Quickly made, since
        the places beside them are looked up one by one."""
        shut = dict(self._shut)
        for a, b in pairs:
            shut[a] = shut.get(a, 0) | 1 << b
            shut[b] = shut.get(b, 0) | 1 << a
        return self._without(shut)

    def _without(self, shut: dict[int, Bits]) -> MoveCosts:
        result = copy(self._whole)
        result._shut, result._shut_places, result._backwards = shut, bits(shut), None
        result._kept = memo(self.keep)(result._search)  # but `_near` is shared: it still holds all that can matter
        return result

    def backwards(self) -> MoveCosts:
        """The same steps taken the other way: a reach then tells what it costs to come from each hex."""
        if self._backwards is None and self._shut:
            self._backwards = self._whole.backwards()._without(self._shut)
        elif self._backwards is None:
            rows: list[dict[int, Bits]] = [{} for _ in self._rows]
            for here, row in enumerate(self._rows):
                for cost, places in row:
                    for there in members(places):
                        rows[there][cost] = rows[there].get(cost, 0) | 1 << here
            table = (tuple(row.items()) for row in rows)
            self._backwards = MoveCosts(table, leaving=not self._leaving, keep=self.keep)
        self._backwards._backwards = self
        return self._backwards

    @property
    def steps(self) -> tuple[Steps, ...]:
        """The steps from each place."""
        if not self._shut:
            return self._rows
        return tuple(self._open(place, row) for place, row in enumerate(self._rows))

    def into(self, place: int) -> Steps:
        """The steps that lead to a place: for each cost, cheapest first, the places left for it."""
        return self._open(place, self._whole.backwards()._rows[place])

    def _open(self, place: int, row: Steps) -> Steps:
        """Steps from a place or to it, without those that are closed."""
        if place not in self._shut:
            return row
        return tuple((cost, places & ~self._shut[place]) for cost, places in row)

    def cost(self, a: int, b: int) -> Cost:
        """What the step from a to b costs, None if there is none."""
        if self._shut.get(a, 0) >> b & 1:
            return None
        for cost, places in self._rows[a]:
            if places >> b & 1:
                return cost
        return None

    def reach(self, start: int, points: int, *, free: Bits = -1, stop: Bits = 0, passing: bool = False) -> Reach:
        """Where a unit can get to.

        `free`     the hexes that it may enter now
        `stop`     hexes in which it must stop (enemy zones); whoever starts in one may leave, but not into another
        `passing`  whether it may go on from such a hex, though not into another (cavalry)
        """
        near = self.near(start, points)
        return self._kept(1 << start, points, free & near, stop & near, passing)

    def flood(self, sources: Bits, points: int, free: Bits = -1, *, until: Bits = 0) -> Reach:
        """`reach` from many sources at once: what lies within so many points of the nearest, as supply asks. It may end
        once all hexes of `until` are found, and know no more than what they cost."""
        return self._search(sources, points, free, 0, False, until)

    def near(self, start: int, points: int) -> Bits:
        """Where a unit gets to at most if nothing hinders it; whatever lies beyond can't matter.

        Points are rounded up to whole steps of the cheapest kind, so that it is seldom looked for.
        """
        return self._near(start, -(-points // self._cheapest) * self._cheapest)

    def _unhindered(self, start: int, points: int) -> Bits:
        return self._search(1 << start, points, -1, 0, False).hexes

    def _search(self, sources: Bits, points: int, free: Bits, stop: Bits, passing: bool, until: Bits = 0) -> Reach:
        points = max(points, 0)
        rings = [0] * (points + self._dearest + 1)
        rings[0] = sources
        left = free & ~sources
        steps, shut = self._rows, self._shut_places
        for spent in range(points):
            ring = rings[spent]
            if not ring:
                continue
            if spent:
                ring &= left
                rings[spent] = ring
                left ^= ring
                if until and not until & left:
                    return Reach(self, rings[: spent + 1], sources | free & ~left, stop, passing)
            if ring & stop:
                if passing or not spent:
                    self._go_on(rings, spent, ring & stop, left & ~stop)
                ring &= ~stop
            if ring.bit_count() > _FEW or ring & shut:
                self._go_on(rings, spent, ring, left)
                continue
            while ring:  # as `members`, without a list for each ring
                here = ring.bit_length() - 1
                ring ^= 1 << here
                for cost, places in steps[here]:
                    rings[spent + cost] |= places & left
        del rings[points + 1 :]
        if points:
            rings[points] &= left
            left ^= rings[points]
        return Reach(self, rings, sources | free & ~left, stop, passing)

    def _go_on(self, rings: list[Bits], spent: int, ring: Bits, left: Bits) -> None:
        """One step on from all hexes of a ring, into those that are left."""
        if shut := ring & self._shut_places:
            ring ^= shut
            for here in members(shut):
                free = left & ~self._shut[here]
                for cost, places in self._rows[here]:
                    rings[spent + cost] |= places & free
        if self._leaving:
            for cost, places in self._prices:
                if ring & places:
                    rings[spent + cost] |= self._plain.spread(ring & places) & left
        elif out := self._plain.spread(ring) & left:
            for cost, places in self._prices:
                rings[spent + cost] |= out & places
        ring &= self._odd_places
        if ring:
            for here in members(ring):
                for cost, places in self._odd[here]:
                    rings[spent + cost] |= places & left


class Reach:
    """The answer: `rings[n]` are the hexes that n points are needed for, the start among them for 0. Not to be changed.

    `hexes` are all of them, `destinations` all but the start.
    """

    def __init__(self, costs: MoveCosts, rings: list[Bits], hexes: Bits, stop: Bits, passing: bool) -> None:
        self.rings = rings
        self.hexes = hexes
        self.destinations: Bits = hexes & ~rings[0]
        self._costs = costs
        self._stop = stop
        self._passing = passing

    def within(self, points: int) -> Bits:
        """The hexes that at most so many points are needed for; the start needs none."""
        found = self.rings[0]
        for ring in self.rings[1 : max(points, 0) + 1]:
            found |= ring
        return found

    def cost(self, hex: int) -> int:
        """The points needed for a hex that is within reach."""
        for points, ring in enumerate(self.rings):
            if ring >> hex & 1:
                return points
        raise ValueError(f"hex {hex} isn't within reach")

    def path(self, hex: int) -> list[int]:
        """The hexes entered on the cheapest way to this one.

        Among equals it is told from its end: straight from the start if that is as cheap, else by the dearest step,
        else from the lowest hex. So a path never depends on the search.
        """
        way: list[int] = []
        here, left = hex, self.cost(hex)
        while left:
            way.append(here)
            here, left = self._before(here, left)
        way.reverse()
        return way

    def _before(self, here: int, left: int) -> tuple[int, int]:
        """From where a hex that costs `left` is entered, and what that hex costs."""
        steps = self._costs.into(here)
        held = self._stop if self._stop >> here & 1 else 0  # nobody comes from zone to zone
        for price, places in reversed(steps):
            if price == left and places & self.rings[0] & ~held:
                return first(places & self.rings[0] & ~held), 0
        if not self._passing:
            held = self._stop
        for price, places in reversed(steps):
            if price < left and places & self.rings[left - price] & ~held:
                return first(places & self.rings[left - price] & ~held), left - price
        raise AssertionError("a ring without a step to it")
