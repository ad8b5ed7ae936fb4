"""Links: which place leads to which, for whole sets of places at once.

Places are numbers: the hexes of a grid with some hexsides closed, or the nodes of a railway. On a map that is numbered
column by column most steps lead the same few numbers on: to the next hex of the column, to the next column. So a whole
set goes one step on by a handful of shifts, one for each difference, each after a mask of the places that have such a
step. Differences that hardly ever occur, at ragged edges, are looked up place by place, and so are small sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from marne.hexes.sets import Bits, bits, members

_RARE = 100
"""A difference that fewer than one step in so many has gets no shift of its own."""


class Links:
    """What leads where; `links.of[place]` are the places one step on. Immutable.

    >>> line = Links.both_ways(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    >>> members(line.spread(bits([0, 3])))
    [1, 2, 4]
    >>> members(line.flood(1 << 0, allowed=~(1 << 3)))
    [0, 1, 2]
    >>> line.distances(1 << 1, far=9)
    [1, 0, 1, 2, 3]
    >>> members(line.closing([(1, 2)]).flood(1 << 0))
    [0, 1]
    """

    def __init__(self, of: Iterable[Bits]) -> None:
        self.of: tuple[Bits, ...] = tuple(of)
        self._up: dict[int, Bits] = {}
        self._down: dict[int, Bits] = {}
        self._rare: Bits = 0
        self._rarely: dict[int, Bits] = {}
        self._set_shifts()

    @classmethod
    def both_ways(cls, count: int, pairs: Iterable[tuple[int, int]]) -> Links:
        """Links that run both ways between `count` places."""
        found = [0] * count
        for a, b in pairs:
            if a == b:
                raise ValueError(f"a link from {a} to itself")
            found[a] |= 1 << b
            found[b] |= 1 << a
        return cls(found)

    def _set_shifts(self) -> None:
        movers: dict[int, list[int]] = {}
        for here, there in enumerate(self.of):
            for other in members(there):
                movers.setdefault(other - here, []).append(here)
        least = sum(len(places) for places in movers.values()) // _RARE
        for by, places in sorted(movers.items()):
            if len(places) <= least:
                for here in places:
                    self._rarely[here] = self._rarely.get(here, 0) | 1 << here + by
            elif by > 0:
                self._up[by] = bits(places)
            else:
                self._down[-by] = bits(places)
        self._rare = bits(self._rarely)

    def closing(self, pairs: Iterable[tuple[int, int]]) -> Links:
        """The same without some links, both ways: bridges that are down, hexsides that are full. Quickly made."""
        of, rarely = list(self.of), dict(self._rarely)
        up, down = dict(self._up), dict(self._down)
        for pair in pairs:
            low, high = sorted(pair)
            by = high - low
            for here, there, shifts in ((low, high, up), (high, low, down)):
                of[here] &= ~(1 << there)
                if here in rarely:
                    rarely[here] &= ~(1 << there)
                if by in shifts:
                    shifts[by] &= ~(1 << here)
        result = copy(self)
        result.of, result._up, result._down, result._rarely = tuple(of), up, down, rarely
        return result

    @property
    def places(self) -> Bits:
        """The places that a link leads from."""
        return bits(here for here, there in enumerate(self.of) if there)

    def spread(self, places: Bits) -> Bits:
        """All places one step on from any of these: the zones of a whole army, or all it can attack."""
        result = 0
        if places.bit_count() <= len(self._up) * 2:
            of = self.of
            for here in members(places):
                result |= of[here]
            return result
        for by, movers in self._up.items():
            result |= (places & movers) << by
        for by, movers in self._down.items():
            result |= (places & movers) >> by
        rare = places & self._rare
        if rare:
            rarely = self._rarely
            for here in members(rare):
                result |= rarely[here]
        return result

    def flood(self, sources: Bits, allowed: Bits = -1, *, stop: Bits = 0) -> Bits:
        """All places joined to a source through allowed ones; sources count whether allowed or not.

        `stop` are places where every line ends: they are reached but lead no farther.

        One shift after the other works on all that is found so far, so that in one round the flood runs along many
        steps and not only one.
        """
        closed = ~stop
        up = [(by, movers & closed & allowed >> by) for by, movers in self._up.items()]
        down = [(by, movers & closed & allowed << by) for by, movers in self._down.items()]
        rare = self._rare & closed
        found, before = sources, 0
        while found != before:
            before = found
            for by, movers in up:
                found |= (found & movers) << by
            for by, movers in down:
                found |= (found & movers) >> by
            here = found & rare
            if here:
                rare &= ~here
                for place in members(here):
                    found |= self._rarely[place] & allowed
        return found

    def rings(self, sources: Bits, allowed: Bits = -1, *, limit: int = -1, stop: Bits = 0) -> list[Bits]:
        """The flood step by step: item d are the places d steps from the nearest source, to `limit` steps if given."""
        result: list[Bits] = []
        ring, left = sources, allowed & ~sources
        while ring:
            result.append(ring)
            if len(result) == limit + 1:
                break
            ring = self.spread(ring & ~stop) & left
            left &= ~ring
        return result

    def within(self, sources: Bits, limit: int, allowed: Bits = -1) -> Bits:
        """The places at most `limit` steps from a source, through allowed ones; the sources among them."""
        found = 0
        for ring in self.rings(sources, allowed, limit=limit):
            found |= ring
        return found

    def distances(self, sources: Bits, allowed: Bits = -1, *, far: int) -> list[int]:
        """For every place, how many steps it is from the nearest source; `far` where no way leads."""
        found = [far] * len(self.of)
        for steps, ring in enumerate(self.rings(sources, allowed)):
            for place in members(ring):
                found[place] = steps
        return found
