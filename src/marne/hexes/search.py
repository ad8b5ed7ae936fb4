"""The search behind `reach`: cheapest ways over small integer costs, in tight loops.

It keeps one list of hexes per cost and takes them in order, which for small integers beats any heap. And it only looks
forward: come from p to h, it doesn't try those neighbours of h that p could step to itself for no more. That saves half
of all steps, and which they are is known beforehand.

`buckets` holds at each cost the hexes found there, `found` the cost of each; both grow under the loops, and a list of
`buckets` too while it is read, when a step costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from marne.hexes.sets import Bits

Step: TypeAlias = tuple[int, int]
"""(hex entered, cost)"""

Ahead: TypeAlias = tuple[int, list[tuple[int, int, "Ahead"]]]
"""A hex reached from some side, and what to try from there: (hex, cost, what to try from that), cheapest first."""


def look_ahead(steps: Sequence[Sequence[Step]]) -> list[Ahead]:
    """For a search that starts in each hex: all its steps, and behind them only those that lead forward."""
    cost_of = [dict(row) for row in steps]
    after: dict[tuple[int, int], Ahead] = {(p, h): (h, []) for p, row in enumerate(cost_of) for h in row}
    for (p, h), (_, forward) in after.items():
        from_p = cost_of[p]
        for there, cost in steps[h]:
            if there != p and not (there in from_p and from_p[there] <= from_p[h] + cost):
                forward.append((there, cost, after[h, there]))
    return [(h, [(there, cost, after[h, there]) for there, cost in row]) for h, row in enumerate(steps)]


def search(buckets: list[list[Ahead]], found: dict[int, int], limit: int, dearest: int, free: bool) -> None:
    """The search where nothing hinders."""
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


def search_closed(
    buckets: list[list[Ahead]], found: dict[int, int], limit: int, dearest: int, free: bool, closed: Bits
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


def search_step_by_step(steps_from: Callable[[int], Iterable[Step]], found: dict[int, int], limit: int) -> None:
    """The search where single steps are barred or cost more: each is looked at, and none is known beforehand."""
    buckets = [list(found)]
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if found[here] == spent:
                for there, cost in steps_from(here):
                    cost += spent
                    if cost <= limit and (there not in found or cost < found[there]):
                        found[there] = cost
                        while len(buckets) <= cost:
                            buckets.append([])
                        buckets[cost].append(there)
