"""Reach: where a unit can get to within its movement allowance, at what cost, and by which way.

Costs are small integers that depend on the map and the kind of unit alone, so they are put together once per kind in
`MoveCosts`; what changes during play (enemies, zones of control, blocked hexsides) comes with each question. The search
keeps one list of hexes per cost and takes them in order, which for small integers beats any heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from marne.hexes.grid import Grid
from marne.hexes.sets import Bits, bits, members

Cost: TypeAlias = int | None
"""Movement points; None: not allowed."""

_FAR: Final = 1 << 60
_BARRED: Final = -1


class MoveCosts:
    """What each step from a hex to its neighbour costs one kind of unit.

    `enter`   the cost of entering each hex, None where the unit can't go
    `sides`   what crossing a hexside adds (rivers), None where it can't be crossed; hexsides not named add nothing
    `leave`   what leaving each hex adds
    `links`   steps (from, to) with a cost of their own in place of all that: roads, rails, ferries; None forbids
    """

    __slots__ = ("_backwards", "grid", "side_of_step", "steps")

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
        self._backwards: MoveCosts | None = None

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
        return self.flood(
            1 << start,
            allowance,
            stop=stop,
            stop_to_stop=stop_to_stop,
            barred=barred,
            barred_sides=barred_sides,
            enter_extra=enter_extra,
            leave_extra=leave_extra,
            one_hex_always=one_hex_always,
        )

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
        rules = _Rules(self, sources, stop, stop_to_stop, barred & ~sources, barred_sides, enter_extra, leave_extra)
        best = [_FAR] * len(self.steps)
        if barred:
            for hex in members(barred):
                best[hex] = _BARRED
        if limit < 0:
            return Reach(rules, 0, [], best)
        buckets: list[list[int]] = [[] for _ in range(limit + 1)]
        for hex in members(sources):
            best[hex] = 0
            buckets[0].append(hex)
        if not rules.plain:
            _search_slow(rules, limit, best, buckets)
        elif stop:
            _search_stop(self.steps, limit, best, buckets, sources, stop)
        else:
            _search(self.steps, limit, best, buckets)
        last: Bits = 0
        if one_hex_always:
            for hex in members(sources):
                for there, _ in rules.steps_from(hex):
                    if best[there] == _FAR:
                        best[there] = limit
                        last |= 1 << there
        return Reach(rules, last, buckets, best)


def _search(
    steps: tuple[tuple[tuple[int, int], ...], ...], limit: int, best: list[int], buckets: list[list[int]]
) -> None:
    """The plain search: nothing changes the printed costs."""
    for spent, bucket in enumerate(buckets):
        left = limit - spent
        for here in bucket:  # grows under the loop when a step costs nothing
            if best[here] == spent:
                for there, cost in steps[here]:
                    if cost > left:
                        break
                    cost += spent
                    if cost < best[there]:
                        best[there] = cost
                        buckets[cost].append(there)


def _search_stop(
    steps: tuple[tuple[tuple[int, int], ...], ...],
    limit: int,
    best: list[int],
    buckets: list[list[int]],
    sources: Bits,
    stop: Bits,
) -> None:
    """The search with hexes that end a move on entry."""
    ends = stop & ~sources
    for spent, bucket in enumerate(buckets):
        left = limit - spent
        for here in bucket:
            if best[here] == spent and not ends >> here & 1:
                for there, cost in steps[here]:
                    if cost > left:
                        break
                    cost += spent
                    if cost < best[there]:
                        best[there] = cost
                        buckets[cost].append(there)


def _search_slow(rules: _Rules, limit: int, best: list[int], buckets: list[list[int]]) -> None:
    """The search where single steps are barred or cost more: each is looked at."""
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] == spent:
                for there, cost in rules.steps_from(here):
                    cost += spent
                    if cost <= limit and cost < best[there]:
                        best[there] = cost
                        buckets[cost].append(there)


class _Rules:
    """Which steps were allowed in one search and at what cost: kept, so that a path can be found later."""

    __slots__ = ("_barred", "_barred_sides", "_enter", "_leave", "_stop", "costs", "plain", "sources", "stop_to_stop")

    def __init__(
        self,
        costs: MoveCosts,
        sources: Bits,
        stop: Bits,
        stop_to_stop: bool,
        barred: Bits,
        barred_sides: Bits,
        enter: Mapping[int, int] | None,
        leave: Mapping[int, int] | None,
    ) -> None:
        self.costs = costs
        self.sources = sources
        self._stop = stop
        self.stop_to_stop = stop_to_stop
        self._barred = barred
        self._barred_sides = barred_sides
        self._enter = enter
        self._leave = leave
        # Whether the tight loops can do it: no step differs from the table.
        self.plain = not (barred_sides or enter or leave or (not stop_to_stop and stop & sources))

    def steps_from(self, here: int) -> Iterator[tuple[int, int]]:
        """The steps that may be taken from a hex, with their costs."""
        from_stop = self._stop >> here & 1
        if from_stop and not self.sources >> here & 1:
            return
        leave = self._leave.get(here, 0) if self._leave else 0
        closed = self._barred
        if from_stop and not self.stop_to_stop:
            closed |= self._stop
        sides = self._barred_sides
        crossed = self.costs.side_of_step[here]
        for i, (there, cost) in enumerate(self.costs.steps[here]):
            if closed >> there & 1 or (sides and sides >> crossed[i] & 1):
                continue
            yield there, cost + leave + (self._enter.get(there, 0) if self._enter else 0)


class Reach:
    """The answer to a search: `hex in reach`, `reach.cost[hex]`, `for hex in reach`, `reach.path(hex)`.

    The sources are in it, at cost 0; `destinations` leaves them out.
    """

    def __init__(self, rules: _Rules, last: Bits, buckets: list[list[int]], best: list[int]) -> None:
        self._rules = rules
        self._last = last  # reached only by the right to move one hex
        self._buckets = buckets
        self._best = best

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, int) and 0 <= hex < len(self._best) and 0 <= self._best[hex] < _FAR

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """All hexes reached, in order."""
        reached = {hex for bucket in self._buckets for hex in bucket}
        reached.update(members(self._last))
        return tuple(sorted(reached))

    @property
    def destinations(self) -> tuple[int, ...]:
        """The hexes reached apart from the sources, in order."""
        sources = self._rules.sources
        return tuple(hex for hex in self.hexes if not sources >> hex & 1)

    @cached_property
    def bits(self) -> Bits:
        """All hexes reached, as a set."""
        return bits(self.hexes)

    @cached_property
    def cost(self) -> dict[int, int]:
        """What each hex reached costs, in the order of the hexes."""
        best = self._best
        return {hex: best[hex] for hex in self.hexes}

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def path(self, hex: int) -> tuple[int, ...]:
        """The hexes from a source to this one, both ends included.

        It is the cheapest path; among equals the one with fewest hexes, then the one whose hexes come first in order
        (read from the start), so that a path never depends on the search.
        """
        if hex not in self:
            raise ValueError(f"{self._rules.costs.grid.label(hex)} isn't within reach")
        sources = self._rules.sources
        if self._last >> hex & 1:
            before = self._rules.costs.backwards().steps[hex]
            start = min(
                here
                for here, _ in before
                if sources >> here & 1 and any(there == hex for there, _ in self._rules.steps_from(here))
            )
            return start, hex
        best = self._best
        # Backwards along the steps that lie on some cheapest path, one ring of hexes after another, until a source.
        onward: dict[int, int] = {hex: 0}
        ring = [hex]
        found = [hex] if sources >> hex & 1 else []
        distance = 0
        while not found:
            distance += 1
            wider: list[int] = []
            for there in ring:
                for here, _ in self._rules.costs.backwards().steps[there]:
                    if here not in onward and self._tight(here, there):
                        onward[here] = distance
                        wider.append(here)
            found = [here for here in wider if sources >> here & 1]
            ring = wider
        path = [min(found)]
        while path[-1] != hex:
            here = path[-1]
            path.append(
                min(
                    there
                    for there, cost in self._rules.steps_from(here)
                    if onward.get(there) == onward[here] - 1 and best[here] + cost == best[there]
                )
            )
        return tuple(path)

    def _tight(self, here: int, there: int) -> bool:
        best = self._best
        if not 0 <= best[here] < _FAR or self._last >> here & 1:
            return False
        return any(n == there and best[here] + cost == best[there] for n, cost in self._rules.steps_from(here))


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
