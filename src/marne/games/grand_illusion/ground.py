"""The printed map as the rules use it: neighbours, costs, rails, terrain. Static; one for each way of playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from marne.games.grand_illusion import map as printed
from marne.games.grand_illusion.data import LOADED
from marne.games.grand_illusion.places import HEXES, HUY, LIEGE, Hex
from marne.hexes import Bits, Links, bits, members


class Ground:
    """2.2: lists by printed hex number; item 0 is empty. `near` leaves out impassable hexsides, `around` does not."""

    __slots__ = (
        "all", "around", "coast", "cost", "germany", "holland", "links", "names", "near", "neighbours", "owners",
        "rail", "rail_hexes", "rails", "tem", "ways",
    )  # fmt: skip

    def __init__(
        self,
        around: Mapping[Hex, Iterable[Hex]],
        *,
        impassable: Iterable[tuple[Hex, Hex]],
        diamonds: Iterable[tuple[Hex, Hex]],
        rails: Iterable[tuple[Hex, Hex]],
        tem: Mapping[Hex, int],
        german: Iterable[Hex],
        coast: Iterable[Hex],
        names: Mapping[Hex, str],
        france: Iterable[Hex],
        borders: Iterable[Hex],
        holland: str = "",
    ) -> None:
        self.holland = holland
        self.all: Bits = bits(range(1, HEXES + 1))
        self.around: tuple[tuple[Hex, ...], ...] = tuple(tuple(sorted(around.get(h, ()))) for h in range(HEXES + 1))
        shut = {frozenset(pair) for pair in impassable}
        dear = {frozenset(pair) for pair in diamonds}
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
        self.rails = Links.both_ways(HEXES + 1, rails)
        self.rail = self.rails.of
        self.rail_hexes: Bits = self.rails.places
        self.tem: tuple[int, ...] = tuple(tem.get(h, 0) for h in range(HEXES + 1))
        """2.2: the terrain effects modifier."""
        self.germany: Bits = bits(german)
        """2.2: hexes with a black box: German map hexes (10.3), German at start as are 72 and 73 by marker."""
        self.coast: Bits = bits(coast)
        self.names: tuple[str, ...] = tuple(names.get(h, "") for h in range(HEXES + 1))
        self.owners: tuple[Bits, Bits] = (bits(france), bits(borders))
        """7.2: hexes in France, and those of them with a German or Belgian border in them."""

    def __reduce__(self) -> tuple[Callable[[str], Ground], tuple[str]]:
        """Another process has it already."""
        return ground_of, (self.holland,)


@cache
def ground_of(holland: str = "") -> Ground:
    """2.2, 14.3.6, ES-47: the printed map; invading Holland opens a hexside, in the Spanish edition two."""
    board = printed.Map(LOADED)
    opened = {"": [], "english": [(42, 52)], "spanish": [(42, 52), (71, 81)]}[holland]
    shut = [pair for pair in board.impassable if pair not in opened]
    return Ground(
        dict(enumerate(board.around)),
        impassable=shut,
        diamonds=[*board.diamonds, *opened],
        rails=board.rails,
        tem=dict(enumerate(board.tem)),
        german=[hex for hex in members(board.german) if hex not in (LIEGE, HUY)],
        coast=members(board.coast),
        names=dict(enumerate(board.names)),
        france=members(board.france),
        borders=members(board.borders),
        holland=holland,
    )
