"""The printed map as the rules use it: neighbours, costs, rails, terrain. Static; one for each way of playing it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from marne.games.grand_illusion.components import map as printed
from marne.games.grand_illusion.components.data import MAP
from marne.games.grand_illusion.components.places import HEXES, HUY, LIEGE, Hex
from marne.hexes import Bits, Links, bits

__all__ = ["HOLLAND", "Ground", "ground_of"]

HOLLAND: Final = {"": (), "english": ((42, 52),), "spanish": ((42, 52), (71, 81))}
"""14.3.6, ES-47: hexsides that the invasion of Holland opens, by edition."""


class Ground:
    """2.2: lists by printed hex number; item 0 is empty. `near` leaves out impassable hexsides, `around` does not."""

    __slots__ = (
        "all",
        "around",
        "coast",
        "cost",
        "germany",
        "holland",
        "links",
        "names",
        "near",
        "neighbours",
        "owners",
        "rail",
        "rail_hexes",
        "rails",
        "tem",
        "ways",
    )

    def __init__(self, board: printed.Map, holland: str) -> None:
        self.holland = holland
        opened = HOLLAND[holland]
        self.all, self.coast, self.tem, self.names = board.all, board.coast, board.tem, board.names
        self.around: tuple[tuple[Hex, ...], ...] = tuple(tuple(sorted(ns)) for ns in board.around)
        shut = {frozenset(pair) for pair in board.impassable if pair not in opened}
        dear = {frozenset(pair) for pair in (*board.diamonds, *opened)}
        self.neighbours: tuple[tuple[Hex, ...], ...] = tuple(
            tuple(n for n in ns if frozenset((h, n)) not in shut) for h, ns in enumerate(self.around)
        )
        self.links = Links(bits(ns) for ns in self.neighbours)
        self.near = self.links.of
        """8.4.2: the neighbours that can be reached across a hexside at all."""
        self.cost: dict[tuple[Hex, Hex], int] = {
            (h, n): 2 if frozenset((h, n)) in dear else 1 for h, ns in enumerate(self.neighbours) for n in ns
        }
        """8.4.2: two points across a red diamond."""
        self.ways: tuple[tuple[tuple[Hex, int], ...], ...] = tuple(
            tuple((n, self.cost[h, n]) for n in ns) for h, ns in enumerate(self.neighbours)
        )
        """Each neighbour that can be reached, with its cost."""
        self.rails = Links.both_ways(HEXES + 1, board.rails)
        self.rail, self.rail_hexes = self.rails.of, self.rails.places
        self.germany: Bits = board.german & ~(1 << LIEGE | 1 << HUY)
        """2.2: hexes with a black box: German map hexes (10.3), German at start as are 72 and 73 by marker."""
        self.owners: tuple[Bits, Bits] = (board.france, board.borders)
        """7.2: hexes in France, and those of them with a German or Belgian border in them."""

    def __reduce__(self) -> tuple[Callable[[str], Ground], tuple[str]]:
        """Another process has it already."""
        return ground_of, (self.holland,)


@cache
def ground_of(holland: str = "") -> Ground:
    """2.2, 14.3.6, ES-47: the printed map; invading Holland opens a hexside, in the Spanish edition two."""
    return Ground(MAP, holland)
