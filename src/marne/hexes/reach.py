"""Reach: where a unit can get to within its movement allowance, at what cost, and by which way.

Costs are small integers that depend on the map and the kind of unit alone, so they are put together once per kind in
`MoveCosts`; what changes during play (enemies, zones of control, blocked hexsides) comes with each question.

An answer depends on no more than the enemies and zones near enough to matter, so answers are kept under exactly that: a
unit whose surroundings haven't changed is answered at once, in this position and in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from marne.hexes.grid import Grid
from marne.hexes.reached import Hindrance, Reach, steps_from
from marne.hexes.search import Ahead, Step, look_ahead, search, search_closed, search_step_by_step
from marne.hexes.sets import Bits, members

Cost: TypeAlias = int | None
"""Movement points; None: not allowed."""

_NEAR: Final = 16
"""Up to this allowance the hexes that could be within it are kept by the grid, and answers are kept here."""


class MoveCosts:
    """What each step from a hex to its neighbour costs one kind of unit.

    `enter`   the cost of entering each hex, None where the unit can't go
    `sides`   what crossing a hexside adds (rivers), None where it can't be crossed; hexsides not named add nothing
    `leave`   what leaving each hex adds
    `links`   steps (from, to) with a cost of their own in place of all that: roads, rails, ferries; None forbids
    `keep`    how many answers are kept
    """

    __slots__ = ("_ahead", "_backwards", "_dearest", "_free", "_keep", "_kept", "grid", "side_of_step", "steps")

    def __init__(
        self,
        grid: Grid,
        enter: Sequence[Cost],
        sides: Mapping[int, Cost] | None = None,
        leave: Sequence[int] | None = None,
        links: Mapping[tuple[int, int], Cost] | None = None,
        *,
        keep: int = 4096,
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
        self._set(grid, table, keep)

    def _set(self, grid: Grid, table: list[list[tuple[int, int, int]]], keep: int) -> None:
        self.grid: Grid = grid
        # Cheapest first, so that the search can stop at the first step it can't afford.
        self.steps: tuple[tuple[Step, ...], ...] = tuple(
            tuple((there, cost) for cost, there, _ in row) for row in table
        )
        self.side_of_step: tuple[tuple[int, ...], ...] = tuple(tuple(side for _, _, side in row) for row in table)
        every = [cost for row in table for cost, _, _ in row]
        self._dearest: int = max(every, default=0)
        self._free: bool = 0 in every
        self._backwards: MoveCosts | None = None
        self._ahead: list[Ahead] | None = None
        self._keep: int = keep
        self._kept: dict[tuple[int, int, Bits, bool, Bits, bool], Reach] = {}

    def backwards(self) -> MoveCosts:
        """The same steps taken the other way: for tracing from many units to a few sources with the sources' flood."""
        if self._backwards is None:
            table: list[list[tuple[int, int, int]]] = [[] for _ in self.steps]
            for here, row in enumerate(self.steps):
                for (there, cost), side in zip(row, self.side_of_step[here], strict=True):
                    table[there].append((cost, here, side))
            back = MoveCosts.__new__(MoveCosts)
            back._set(self.grid, [sorted(row) for row in table], self._keep)
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
        if allowance > _NEAR or self._free or barred_sides or enter_extra or leave_extra:
            hindrance = stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra
            return self._search([start], allowance, hindrance, one_hex_always)
        if stop or barred:
            near = self.grid.within_bits(start, max(allowance, 1))  # most of the front is far away
            stop &= near
            barred &= near
        key = start, allowance, stop, stop_to_stop, barred, one_hex_always
        answer = self._kept.get(key)
        if answer is None:
            answer = self._search([start], allowance, (stop, stop_to_stop, barred, 0, None, None), one_hex_always)
            if len(self._kept) >= self._keep:
                self._kept.clear()
            if self._keep:
                self._kept[key] = answer
        return answer

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
        hindrance = stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra
        return self._search(members(sources), limit, hindrance, one_hex_always)

    def _search(self, sources: list[int], limit: int, hindrance: Hindrance, one_hex_always: bool) -> Reach:
        if limit < 0:
            return Reach(self, None, sources, {})
        stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra = hindrance
        found = dict.fromkeys(sources, 0)
        closed = stop | barred
        if barred_sides or enter_extra or leave_extra:
            search_step_by_step(lambda here: steps_from(self, hindrance, here, sources), found, limit)
            result = Reach(self, hindrance, sources, found)
        else:
            ahead = self._ahead
            if ahead is None:
                ahead = self._ahead = look_ahead(self.steps)
            buckets = [[ahead[hex] for hex in sources]]
            if closed:
                for i, hex in enumerate(sources):
                    if closed >> hex & 1:
                        closed ^= 1 << hex
                        if stop >> hex & 1 and not stop_to_stop:
                            # Its neighbours can then be the only way to each other: nothing is left out behind them.
                            out = [(to, cost, ahead[to]) for to, cost in self.steps[hex] if not stop >> to & 1]
                            buckets[0][i] = hex, out
                search_closed(buckets, found, limit, self._dearest, self._free, closed)
                # Hexes that can't be entered were treated as if they couldn't be left.
                if barred:
                    for hex in members(barred & closed):
                        found.pop(hex, None)
                result = Reach(self, hindrance, sources, found)
            else:
                search(buckets, found, limit, self._dearest, self._free)
                result = Reach(self, None, sources, found)
        if one_hex_always:
            result.add_one_hex(limit)
        return result


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
    costs = MoveCosts(grid, enter, side_cost, leave_cost, keep=0)
    return costs.reach(
        start, allowance, stop=stop, stop_to_stop=stop_to_stop, barred=barred, one_hex_always=one_hex_always
    )
