"""Reach: where a unit can get to within its movement allowance, at what cost, and by which way.

Costs are small integers that depend on the map and the kind of unit alone, so they are put together once per kind in
`MoveCosts`; what changes during play (enemies, zones of control, blocked hexsides) comes with each question.

The search keeps one list of hexes per cost and takes them in order, which for small integers beats any heap. And it
only looks forward: come from p to h, it doesn't try those neighbours of h that p could step to itself for no more.
That saves half of all steps, and which they are is known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from marne.hexes.grid import Grid
from marne.hexes.sets import Bits, bits, members

Cost: TypeAlias = int | None
"""Movement points; None: not allowed."""

_NEAR: Final = 16
"""Up to this allowance the hexes that could be within it are kept by the grid."""

_Ahead: TypeAlias = tuple[int, list[tuple[int, int, "_Ahead"]]]
"""A hex reached from some side, and what to try from there: (hex, cost, what to try from that), cheapest first."""


class MoveCosts:
    """What each step from a hex to its neighbour costs one kind of unit.

    `enter`   the cost of entering each hex, None where the unit can't go
    `sides`   what crossing a hexside adds (rivers), None where it can't be crossed; hexsides not named add nothing
    `leave`   what leaving each hex adds
    `links`   steps (from, to) with a cost of their own in place of all that: roads, rails, ferries; None forbids
    """

    __slots__ = ("_ahead", "_backwards", "_dearest", "_free", "grid", "side_of_step", "steps")

    def __init__(
        self,
        grid: Grid,
        enter: Sequence[Cost],
        sides: Mapping[int, Cost] | None = None,
        leave: Sequence[int] | None = None,
        links: Mapping[tuple[int, int], Cost] | None = None,
    ) -> None:
        if len(enter) != len(grid) or (leave is not None and len(leave) != len(grid)):
            raise ValueError(f"expected one cost for each of the {len(grid)} hexes")
        table: list[list[tuple[int, int, int]]] = []
        for here, (nexts, crossed) in enumerate(zip(grid.neighbours, grid.neighbour_sides, strict=True)):
            row: list[tuple[int, int, int]] = []
            for there, side in zip(nexts, crossed, strict=True):
                cost = enter[there]
                over = sides.get(side, 0) if sides else 0
                total = None if cost is None or over is None else cost + over + (leave[here] if leave else 0)
                if links:
                    total = links.get((here, there), total)
                if total is None:
                    continue
                if total < 0:
                    raise ValueError(f"{grid.label(here)} to {grid.label(there)}: a cost below 0")
                row.append((total, there, side))
            table.append(sorted(row))
        if links:
            for a, b in links:
                grid.direction_to(a, b)
        self._set(grid, table)

    def _set(self, grid: Grid, table: list[list[tuple[int, int, int]]]) -> None:
        self.grid: Grid = grid
        # Cheapest first, so that the search can stop at the first step it can't afford.
        self.steps: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((there, cost) for cost, there, _ in row) for row in table
        )
        self.side_of_step: tuple[tuple[int, ...], ...] = tuple(tuple(side for _, _, side in row) for row in table)
        every = [cost for row in table for cost, _, _ in row]
        self._dearest: int = max(every, default=0)
        self._free: bool = 0 in every
        self._backwards: MoveCosts | None = None
        self._ahead: list[_Ahead] | None = None

    def _look_ahead(self) -> list[_Ahead]:
        """For a search that starts in each hex: all its steps, and behind them only those that lead forward."""
        cost_of = [dict(row) for row in self.steps]
        after: dict[tuple[int, int], _Ahead] = {(p, h): (h, []) for p, row in enumerate(cost_of) for h in row}
        for (p, h), (_, forward) in after.items():
            from_p = cost_of[p]
            for there, cost in self.steps[h]:
                if there != p and not (there in from_p and from_p[there] <= from_p[h] + cost):
                    forward.append((there, cost, after[h, there]))
        self._ahead = [(h, [(there, cost, after[h, there]) for there, cost in row]) for h, row in enumerate(self.steps)]
        return self._ahead

    def backwards(self) -> MoveCosts:
        """The same steps taken the other way: for tracing from many units to a few sources with the sources' flood."""
        if self._backwards is None:
            table: list[list[tuple[int, int, int]]] = [[] for _ in self.steps]
            for here, row in enumerate(self.steps):
                for (there, cost), side in zip(row, self.side_of_step[here], strict=True):
                    table[there].append((cost, here, side))
            back = MoveCosts.__new__(MoveCosts)
            back._set(self.grid, [sorted(row) for row in table])
            back._backwards = self
            self._backwards = back
        return self._backwards

    def cost(self, a: int, b: int) -> Cost:
        """What the step from a to its neighbour b costs, None if it isn't allowed."""
        for there, cost in self.steps[a]:
            if there == b:
                return cost
        return None

    def reach(
        self,
        start: int,
        allowance: int,
        *,
        stop: Bits = 0,
        stop_to_stop: bool = True,
        barred: Bits = 0,
        barred_sides: Bits = 0,
        enter_extra: Mapping[int, int] | None = None,
        leave_extra: Mapping[int, int] | None = None,
        one_hex_always: bool = False,
    ) -> Reach:
        """Where a unit at `start` can get to with `allowance` movement points.

        `stop`            hexes where movement ends on entry (zones of control); a unit that starts in one may leave it
        `stop_to_stop`    whether such a unit may step from there straight into another of them
        `barred`          hexes that can't be entered now (enemies)
        `barred_sides`    hexsides that can't be crossed now
        `enter_extra`, `leave_extra`   what entering or leaving a hex costs more just now
        `one_hex_always`  whether a unit may always move one hex that it could enter with more points, spending all
        """
        closed = stop | barred
        if closed and allowance <= _NEAR and not self._free:
            near = self.grid.within_bits(start, max(allowance, 1))  # most of the front is far away
            closed &= near
            stop &= near
            barred &= near
        hindrance = None
        if closed or barred_sides or enter_extra or leave_extra:
            hindrance = Hindrance(stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra)
        return self._search([start], allowance, hindrance, one_hex_always)

    def flood(
        self,
        sources: Bits,
        limit: int,
        *,
        stop: Bits = 0,
        stop_to_stop: bool = True,
        barred: Bits = 0,
        barred_sides: Bits = 0,
        enter_extra: Mapping[int, int] | None = None,
        leave_extra: Mapping[int, int] | None = None,
        one_hex_always: bool = False,
    ) -> Reach:
        """`reach` from several sources at once: all hexes within `limit` of the nearest, as supply range asks."""
        hindrance = Hindrance(stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra)
        return self._search(members(sources), limit, hindrance, one_hex_always)

    def _search(self, sources: list[int], limit: int, hindrance: Hindrance | None, one_hex_always: bool) -> Reach:
        if limit < 0:
            return Reach(self, hindrance, sources, {})
        ahead = self._ahead or self._look_ahead()
        found = dict.fromkeys(sources, 0)
        buckets = [[ahead[hex] for hex in sources]]
        if hindrance is None:
            _search(buckets, found, limit, self._dearest, self._free)
        elif hindrance.changes_steps(sources):
            _search_step_by_step(self, hindrance, buckets, found, limit)
        else:
            self._search_closed(buckets, found, limit, hindrance)
        result = Reach(self, hindrance, sources, found)
        if one_hex_always:
            result._add_one_hex(limit)
        return result

    def _search_closed(
        self, buckets: list[list[_Ahead]], found: dict[int, int], limit: int, hindrance: Hindrance
    ) -> None:
        """Hexes that can't be entered are treated as if they couldn't be left, and taken out afterwards."""
        sources = list(found)
        closed = hindrance.stop | hindrance.barred
        for hex in sources:
            if closed >> hex & 1:
                closed ^= 1 << hex
        _search_closed(buckets, found, limit, self._dearest, self._free, closed)
        for hex in members(hindrance.barred & closed):
            found.pop(hex, None)


def _search(buckets: list[list[_Ahead]], found: dict[int, int], limit: int, dearest: int, free: bool) -> None:
    """The search where nothing hinders. `buckets` grows under the loop; its lists too, when a step costs nothing."""
    spent = 0
    for bucket in buckets:
        if bucket:
            left = limit - spent
            top = spent + dearest if dearest < left else limit
            while len(buckets) <= top:
                buckets.append([])
            if left or free:
                for here, forward in bucket:
                    if found[here] == spent:
                        for there, cost, ahead in forward:
                            if cost > left:
                                break
                            cost += spent
                            if there in found and found[there] <= cost:
                                continue
                            found[there] = cost
                            buckets[cost].append(ahead)
        spent += 1


def _search_closed(
    buckets: list[list[_Ahead]], found: dict[int, int], limit: int, dearest: int, free: bool, closed: Bits
) -> None:
    """The same with hexes that can be entered, but not left."""
    spent = 0
    for bucket in buckets:
        if bucket:
            left = limit - spent
            top = spent + dearest if dearest < left else limit
            while len(buckets) <= top:
                buckets.append([])
            if left or free:
                for here, forward in bucket:
                    if found[here] == spent and not closed >> here & 1:
                        for there, cost, ahead in forward:
                            if cost > left:
                                break
                            cost += spent
                            if there in found and found[there] <= cost:
                                continue
                            found[there] = cost
                            buckets[cost].append(ahead)
        spent += 1


def _search_step_by_step(
    costs: MoveCosts, hindrance: Hindrance, buckets: list[list[_Ahead]], found: dict[int, int], limit: int
) -> None:
    """The search where single steps are barred or cost more: each is looked at, and none is known beforehand."""
    sources = bits(found)
    ahead = costs._ahead or costs._look_ahead()
    for spent, bucket in enumerate(buckets):
        for here, _ in bucket:
            if found[here] == spent:
                for there, cost in hindrance.steps_from(costs, here, sources):
                    cost += spent
                    if cost <= limit and (there not in found or cost < found[there]):
                        found[there] = cost
                        while len(buckets) <= cost:
                            buckets.append([])
                        buckets[cost].append(ahead[there])


class Hindrance:
    """What changes the printed costs in one search; the fields are the keywords of `MoveCosts.reach`."""

    __slots__ = ("_enter", "_leave", "barred", "barred_sides", "stop", "stop_to_stop")

    def __init__(
        self,
        stop: Bits,
        stop_to_stop: bool,
        barred: Bits,
        barred_sides: Bits,
        enter: Mapping[int, int] | None,
        leave: Mapping[int, int] | None,
    ) -> None:
        self.stop = stop
        self.stop_to_stop = stop_to_stop
        self.barred = barred
        self.barred_sides = barred_sides
        self._enter = enter
        self._leave = leave

    def changes_steps(self, sources: list[int]) -> bool:
        """Whether single steps differ from the table, not only whole hexes."""
        if self.barred_sides or self._enter or self._leave:
            return True
        return not self.stop_to_stop and any(self.stop >> hex & 1 for hex in sources)

    def steps_from(self, costs: MoveCosts, here: int, sources: Bits) -> Iterator[tuple[int, int]]:
        """The steps that may be taken from a hex, with their costs."""
        closed = self.barred
        if self.stop >> here & 1:
            if not sources >> here & 1:
                return
            if not self.stop_to_stop:
                closed |= self.stop
        leave = self._leave.get(here, 0) if self._leave else 0
        enter = self._enter or {}
        for (there, cost), side in zip(costs.steps[here], costs.side_of_step[here], strict=True):
            if not (closed >> there & 1 or self.barred_sides >> side & 1):
                yield there, cost + leave + enter.get(there, 0)


class Reach:
    """The answer to a search: `hex in reach`, `reach.cost[hex]`, `for hex in reach` (in order), `reach.path(hex)`.

    The sources are in it, at cost 0; `destinations` leaves them out. `cost` holds the hexes as they were found: where
    order matters, go through the reach itself.
    """

    __slots__ = ("_costs", "_hexes", "_hindrance", "_last", "_sources", "cost")

    def __init__(
        self, costs: MoveCosts, hindrance: Hindrance | None, sources: list[int], cost: dict[int, int]
    ) -> None:  # fmt: skip
        self._costs = costs
        self._hindrance = hindrance
        self._sources = sources
        self._last: dict[int, int] = {}  # reached only by the right to move one hex, and from where
        self._hexes: tuple[int, ...] | None = None
        self.cost = cost

    def _add_one_hex(self, limit: int) -> None:
        for here in self._sources:
            for there, _ in self._steps_from(here, bits(self._sources)):
                if there not in self.cost:
                    self._last.setdefault(there, here)
        for there in self._last:
            self.cost[there] = limit

    def __contains__(self, hex: object) -> bool:
        return hex in self.cost

    def __len__(self) -> int:
        return len(self.cost)

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes reached, in order."""
        if self._hexes is None:
            self._hexes = tuple(sorted(self.cost))
        return self._hexes

    @property
    def destinations(self) -> tuple[int, ...]:
        """The hexes reached apart from the sources, in order."""
        sources = self._sources
        return tuple(hex for hex in self.hexes if hex not in sources)

    @property
    def bits(self) -> Bits:
        """All hexes reached, as a set."""
        return bits(self.cost)

    def _steps_from(self, here: int, sources: Bits) -> Iterable[tuple[int, int]]:
        if self._hindrance is None:
            return self._costs.steps[here]
        return self._hindrance.steps_from(self._costs, here, sources)

    def path(self, hex: int) -> tuple[int, ...]:
        """The hexes from a source to this one, both ends included.

        It is the cheapest path; among equals the one with fewest hexes, then the one whose hexes come first in order
        (read from the start), so that a path never depends on the search.
        """
        if hex not in self.cost:
            raise ValueError(f"{self._costs.grid.label(hex)} isn't within reach")
        if hex in self._last:
            return self._last[hex], hex
        sources = bits(self._sources)
        # Backwards along the steps that lie on some cheapest path, one ring of hexes after another, until a source.
        before = self._costs.backwards().steps
        left = {hex: 0}
        ring = [hex]
        starts = [h for h in ring if sources >> h & 1]
        while not starts:
            wider: list[int] = []
            for there in ring:
                for here, _ in before[there]:
                    if here not in left and there in self._cheapest(here, sources):
                        left[here] = left[there] + 1
                        wider.append(here)
            ring = wider
            starts = [h for h in ring if sources >> h & 1]
        path = [min(starts)]
        while path[-1] != hex:
            here = path[-1]
            path.append(min(there for there in self._cheapest(here, sources) if left.get(there) == left[here] - 1))
        return tuple(path)

    def _cheapest(self, here: int, sources: Bits) -> list[int]:
        """The hexes to which a step from this one lies on a cheapest path."""
        spent = self.cost.get(here)
        if spent is None or here in self._last:
            return []
        return [there for there, cost in self._steps_from(here, sources) if self.cost.get(there) == spent + cost]


def reach(
    grid: Grid,
    start: int,
    allowance: int,
    enter_cost: Sequence[Cost] | Callable[[int], Cost],
    *,
    side_cost: Mapping[int, Cost] | None = None,
    leave_cost: Sequence[int] | None = None,
    stop: Bits = 0,
    stop_to_stop: bool = True,
    barred: Bits = 0,
    one_hex_always: bool = False,
) -> Reach:
    """One question with its own costs; where the same costs are asked again, keep a `MoveCosts` and ask that."""
    enter = [enter_cost(h) for h in range(len(grid))] if callable(enter_cost) else enter_cost
    costs = MoveCosts(grid, enter, side_cost, leave_cost)
    return costs.reach(
        start, allowance, stop=stop, stop_to_stop=stop_to_stop, barred=barred, one_hex_always=one_hex_always
    )
