"""The answer to a search: which hexes, at what cost, and by which way when asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from marne.hexes.search import Step
from marne.hexes.sets import Bits, bits

if TYPE_CHECKING:
    from marne.hexes.reach import MoveCosts

Hindrance: TypeAlias = tuple[Bits, bool, Bits, Bits, Mapping[int, int] | None, Mapping[int, int] | None]
"""What changed the printed costs in one search: the keywords of `MoveCosts.reach` in order, `stop` to `leave_extra`.
A bare tuple, because one is made for every search and only a path looks into it."""


def steps_from(costs: MoveCosts, hindrance: Hindrance | None, here: int, sources: list[int]) -> Iterable[Step]:
    """The steps that may be taken from a hex in a search from these sources, with their costs."""
    steps = costs.steps[here]
    if hindrance is None:
        return steps
    stop, stop_to_stop, barred, barred_sides, enter_extra, leave_extra = hindrance
    if stop >> here & 1:
        if here not in sources:
            return ()
        if not stop_to_stop:
            barred |= stop
    leave = leave_extra.get(here, 0) if leave_extra else 0
    enter = enter_extra or {}
    return [
        (there, cost + leave + enter.get(there, 0))
        for (there, cost), side in zip(steps, costs.side_of_step[here], strict=True)
        if not (barred >> there & 1 or barred_sides >> side & 1)
    ]


class Reach:
    """The answer to a search: `hex in reach`, `reach.cost[hex]`, `for hex in reach` (in order), `reach.path(hex)`.

    The sources are in it, at cost 0; `destinations` leaves them out. `cost` holds the hexes as they were found: where
    order matters, go through the reach itself. An answer may be kept and given again: nothing in it is to be changed.
    """

    __slots__ = ("_before", "_costs", "_hexes", "_hindrance", "_last", "_sources", "cost")

    def __init__(self, costs: MoveCosts, hindrance: Hindrance | None, sources: list[int], cost: dict[int, int]) -> None:
        self._costs = costs
        self._hindrance = hindrance
        self._sources = sources
        self._last: dict[int, int] = {}  # reached only by the right to move one hex, and from where
        self._before: dict[int, int] | None = None
        self._hexes: tuple[int, ...] | None = None
        self.cost: Mapping[int, int] = cost

    def add_one_hex(self, limit: int) -> None:
        """Add the hexes next to a source that are out of reach only by their cost; they take the whole allowance."""
        for here in self._sources:
            for there, _ in self._steps_from(here):
                if there not in self.cost:
                    self._last.setdefault(there, here)
        self.cost = {**self.cost, **dict.fromkeys(self._last, limit)}

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

    def _steps_from(self, here: int) -> Iterable[Step]:
        return steps_from(self._costs, self._hindrance, here, self._sources)

    def path(self, hex: int) -> tuple[int, ...]:
        """The hexes from a source to this one, both ends included.

        It is the cheapest path; among equals the one with fewest hexes, then the one with the lowest hexes read from
        its end, so that a path never depends on the search.
        """
        if hex not in self.cost:
            raise ValueError(f"{self._costs.grid.label(hex)} isn't within reach")
        if self._before is None:
            self._before = self._look_back()
        path = [hex]
        while path[-1] in self._before:
            path.append(self._before[path[-1]])
        return tuple(reversed(path))

    def _look_back(self) -> dict[int, int]:
        """From where each hex is entered: a flood in rings over the steps that lie on a cheapest path."""
        cost = self.cost
        before = dict(self._last)
        seen = {*self._sources, *before}
        ring = sorted(self._sources)
        while ring:
            wider: list[int] = []
            for here in ring:
                spent = cost[here]
                for there, step in self._steps_from(here):
                    if there not in seen and there in cost and cost[there] == spent + step:
                        seen.add(there)
                        before[there] = here
                        wider.append(there)
            ring = sorted(wider)
        return before
