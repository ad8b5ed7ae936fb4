"""[12.1.5], [12.1.6] The railways that supply a nation: the one place where chapters 13 and 14 ask for them."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.map import Rail
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.games.nach_paris.rules.works.camps import fallen
from marne.games.nach_paris.rules.works.fort_fire import cut_railways
from marne.games.nach_paris.tables import V
from marne.games.nach_paris.units import BE, DE, SIDE_OF, Nation, Side
from marne.hexes import Bits, Links, Nodes, bits, members, memo

__all__ = ["railheads", "railways"]

_NODES: Final = Nodes(len(MAP.grid), 1 + max(max(link.node_a, link.node_b) for link in MAP.links))
_ENDS: Final = tuple((_NODES.node(link.a, link.node_a), _NODES.node(link.b, link.node_b)) for link in MAP.links)
_HIGH: Final = tuple(link.rail != Rail.LOW for link in MAP.links)
_HIGH_LINKS: Final = Links.both_ways(
    _NODES.count * _NODES.most, (ends for ends, high in zip(_ENDS, _HIGH, strict=True) if high)
)
_HIGH_NODES: Final[Bits] = _HIGH_LINKS.places
_DEAD_ENDS: Final[Bits] = bits(
    _NODES.node(hex, node)
    for hex in members(RAIL_HEXES)
    for node in range(_NODES.most)
    if MAP.links_at(hex, node) and MAP.dead_end(hex, node)
)
_ACROSS: Final[dict[int, tuple[int, ...]]] = {
    number: tuple(i for i in MAP.links_of[s.hex] if s.to in (MAP.links[i].a, MAP.links[i].b))
    for number, s in enumerate(MAP.structures)
    if s.rail
}
"""[16.1.1] The links that each railway structure carries."""
_ANVERS: Final = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Anvers")
_HOME: Final[tuple[Bits, ...]] = tuple(
    bits(_NODES.node(edge.hex, edge.node) for edge in MAP.edges if MAP.country[edge.hex] == country)
    for country in ("FR", "FR", "FR", "DE")
)
"""[12.1.5] By nation: where the main lines of its country enter the board."""
_COUNTRY: Final = {name: bits(hex for hex in members(RAIL_HEXES) if MAP.country[hex] == name) for name in MAP.country}


def railheads(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.5], [13.1.4] The hexes with a usable High Capacity Railroad."""
    return _usable(*_facts(board, nation))[0]


def railways(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.5], [14.1.2] The hexes with any usable railway."""
    return _usable(*_facts(board, nation))[1]


def _facts(board: NachParisBoard, nation: Nation) -> tuple[Bits, Bits, tuple[int, ...]]:
    """What both hang on: the hexes that trains may pass, the nodes that they come from, the broken structures."""
    open_hexes = _controlled(board, nation) & ~_cut(board, SIDE_OF[nation])
    home = _HOME[nation]
    if nation == BE and not fallen(board, _ANVERS):
        home |= _NODES.of_hexes(bits(MAP.camps[_ANVERS].hexes))
    return open_hexes, home, tuple(sorted(number for number in board.broken if number in _ACROSS))


def _controlled(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.1], [12.1.7] Belgium's railways serve its allies from turn 3 on, Luxembourg's nobody before."""
    if nation == DE:
        return board.german_rail
    found = RAIL_HEXES & ~board.german_rail & ~_COUNTRY["NL"] & ~_COUNTRY["CH"]
    if board.turn < V.turns.luxembourg:
        found &= ~_COUNTRY["LU"]
        found &= _COUNTRY["BE"] if nation == BE else ~_COUNTRY["BE"]
    return found


def _cut(board: NachParisBoard, side: Side) -> Bits:
    """[12.1.6], [11.6.15] Enemies, their guns, forts with guns beside the line, camps without police."""
    enemy = 1 - side
    return board.occupied[enemy] | zones_of_guns(board, enemy, V.zoc.cuts_rail) | cut_railways(board, side)


@memo(32)
def _usable(open_hexes: Bits, home: Bits, broken: tuple[int, ...]) -> tuple[Bits, Bits]:
    """[12.1.5] Hexes on a usable High Capacity Railroad, and on any usable railway."""
    down = {link for number in broken for link in _ACROSS[number]}
    passable = _NODES.of_hexes(open_hexes)
    high = _HIGH_LINKS.closing([_ENDS[link] for link in down]).flood(home & passable & _HIGH_NODES, passable)
    low = _low(high, passable, down)
    return _NODES.hexes(high), _NODES.hexes(high | low)


def _low(high: Bits, passable: Bits, down: set[int]) -> Bits:
    """[12.1.5] Low Capacity Railroads that lead to a usable high one at both ends, or end where they are printed to.

    What leads nowhere is taken off hex by hex; what is left and joined to a high line is usable.
    """
    around: dict[int, list[int]] = {}
    for link, (a, b) in enumerate(_ENDS):
        if not _HIGH[link] and link not in down and passable >> a & passable >> b & 1:
            around.setdefault(a, []).append(b)
            around.setdefault(b, []).append(a)
    loose = [node for node, others in around.items() if len(others) == 1 and not (high | _DEAD_ENDS) >> node & 1]
    while loose:
        node = loose.pop()
        for other in around.pop(node):
            around[other].remove(node)
            if len(around[other]) == 1 and not (high | _DEAD_ENDS) >> other & 1:
                loose.append(other)
            elif not around[other]:
                del around[other]
                loose = [left for left in loose if left != other]
    found, fresh = 0, [node for node in around if high >> node & 1]
    while fresh:
        node = fresh.pop()
        if not found >> node & 1:
            found |= 1 << node
            fresh.extend(around[node])
    return found
