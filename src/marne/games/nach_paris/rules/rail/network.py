"""[12.1.5], [12.1.6], [16.1.9] Which railways a nation can use: under control, joined to home, neither cut nor broken.

`net(board, nation)` answers for trains and supply. High capacity lines are flooded from the numbered lines of the own
country; low capacity lines hang between them, part by part of the printed map. Everything is kept until control, a
cut or a structure changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, DE, GERMAN_SIDE, Nation, Side
from marne.games.nach_paris.rules.forts.camps import fallen
from marne.games.nach_paris.rules.forts.fort_fire import cut_railways
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.rail.lines import (
    AT,
    BROKEN_BY,
    DEAD_ENDS,
    EDGE_NODES,
    ENDS,
    HIGH,
    LOW,
    NODES,
    NODES_OF,
    beyond,
    hex_of_node,
    node_on,
)
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.hexes import Bits, Links, bits, members, memo

__all__ = ["Net", "cut_hexes", "every_link", "held", "high_hexes", "net", "rail_hexes", "side_of"]

_EVERY_NODE: Final[Bits] = bits(AT)
_PLAYABLE: Final[Bits] = bits(hex for hex in range(len(MAP.grid)) if MAP.playable(hex))
_COUNTRY: Final = {name: bits(hex for hex, of in enumerate(MAP.country) if of == name) for name in ("FR", "DE", "BE")}
_HOME: Final = {
    name: bits(node for node in EDGE_NODES if MAP.country[hex_of_node(node)] == name) for name in ("FR", "DE")
}
"""[12.1.5] Where the numbered lines of a country leave the board: what is joined to them is joined to the country."""
_ANTWERP: Final = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Anvers")
_ANTWERP_NODES: Final[Bits] = bits(node for hex in MAP.camps[_ANTWERP].hexes for node in NODES_OF[hex])


class Net(NamedTuple):
    """What a nation can use now."""

    reached: Bits  #: nodes that high capacity lines join to home
    passed: Bits  #: those of them that trains and supply can cross
    low: Bits  #: usable links of low capacity
    broken: Bits  #: links without their bridge or tunnel
    held: Bits  #: hexes whose railways are the nation's
    cut: Bits  #: hexes that can't be crossed

    def usable(self, link: int) -> bool:
        """[12.1.5] Whether a link can be used."""
        if LOW >> link & 1:
            return bool(self.low >> link & 1)
        a, b = ENDS[link]
        return bool(self.reached >> a & self.reached >> b & (self.passed >> a | self.passed >> b) & 1) and not (
            self.broken >> link & 1
        )

    def links(self, node: int) -> tuple[int, ...]:
        """The usable links of a node."""
        return tuple(link for link in AT[node] if self.usable(link))


def side_of(nation: Nation) -> Side:
    """The side that a nation fights on."""
    return GERMAN_SIDE if nation == DE else ALLIED_SIDE


def held(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.2], [12.1.7] The rail hexes that a nation may use as far as control goes.

    Until turn 3 the French stay on French lines and the Belgians on theirs. No side uses a hex that the enemy's troops
    or fortifications hold (departs: 12.1.5).
    """
    side = side_of(nation)
    mine = board.german_rail if side == GERMAN_SIDE else RAIL_HEXES & ~board.german_rail
    if side != GERMAN_SIDE and board.turn < V.turns.luxembourg:
        mine &= _COUNTRY["BE" if nation == BE else "FR"]
    return mine & _PLAYABLE & ~board.solid[1 - side] & ~board.hidden_hexes(1 - side) & ~closed_to(board, side)


def cut_hexes(board: NachParisBoard, side: Side) -> Bits:
    """[12.1.6], [11.6.15] Rail hexes that a side's trains and supply can't cross: in the ZOC of three points of enemy
    guns, beside enemy forts with guns, or in a fallen camp without police.
    """
    return RAIL_HEXES & (zones_of_guns(board, 1 - side, V.zoc.cuts_rail) | cut_railways(board, side))


def net(board: NachParisBoard, nation: Nation) -> Net:
    """[12.1.5] The railways that a nation can use now."""
    side = side_of(nation)
    broken, ends = _broken(tuple(board.broken)) if board.broken else (0, 0)
    antwerp = nation == BE and not fallen(board, _ANTWERP)
    home = "DE" if side == GERMAN_SIDE else "" if nation == BE and board.turn < V.turns.luxembourg else "FR"
    return _net(held(board, nation), cut_hexes(board, side), broken, ends, home, antwerp)


@memo(512)
def _net(held: Bits, cut: Bits, broken: Bits, ends: Bits, home: str, antwerp: bool) -> Net:
    allowed, stop = NODES.of_hexes(held) & _EVERY_NODE, NODES.of_hexes(cut)
    lines = _high(broken)
    reached = lines.flood(_HOME[home] & allowed, allowed, stop=stop) if home else 0
    if antwerp:  # 12.1.5: the Belgians have a home of their own
        belgian = allowed & NODES.of_hexes(_COUNTRY["BE"])
        reached |= lines.flood(_ANTWERP_NODES & belgian, belgian, stop=stop)
    passed = reached & ~stop
    low = 0
    for part, (nodes, links) in enumerate(_PARTS):
        if passed & nodes:
            low |= _low(part, allowed & nodes, stop & nodes, passed & nodes, broken & links, ends & nodes)
    return Net(reached, passed, low, broken, held, cut)


@memo(32)
def every_link(lines: Net) -> tuple[bool, ...]:
    """[12.1.5] Whether each link of the map is usable: for a search that asks many."""
    reached, passed = _flags(lines.reached), _flags(lines.passed)
    found = [bool(reached[a] and reached[b] and (passed[a] or passed[b])) for a, b in ENDS]
    for link in members(LOW):
        found[link] = bool(lines.low >> link & 1)
    for link in members(lines.broken & ~LOW):
        found[link] = False
    return tuple(found)


def _flags(nodes: Bits) -> bytearray:
    """A set as a list of yes and no: quicker than to shift a large number for each link."""
    found = bytearray(_EVERY_NODE.bit_length())
    for node in members(nodes):
        found[node] = 1
    return found


@memo(64)
def _broken(structures: tuple[int, ...]) -> tuple[Bits, Bits]:
    """[16.1.9] The links that destroyed structures interrupt, and the nodes that these make dead ends: of the hex in
    which the structure lies more than half stays joined on the other side.
    """
    pairs = [(link, MAP.structures[structure].hex) for structure in structures for link in BROKEN_BY[structure]]
    return bits(link for link, _ in pairs), bits(node_on(link, hex) for link, hex in pairs)


@memo(64)
def _high(broken: Bits) -> Links:
    return HIGH.closing(ENDS[link] for link in members(broken & ~LOW)) if broken & ~LOW else HIGH


# -- [12.1.5] low capacity


def _parts() -> tuple[tuple[Bits, Bits], ...]:
    """The low capacity lines of the map in parts that don't touch: nodes and links of each."""
    found: list[tuple[Bits, Bits]] = []
    left = set(members(LOW))
    while left:
        nodes = links = 0
        waiting = [min(left)]
        while waiting:
            link = waiting.pop()
            if links >> link & 1:
                continue
            links |= 1 << link
            left.discard(link)
            for node in ENDS[link]:
                nodes |= 1 << node
                waiting += [each for each in AT[node] if LOW >> each & 1 and not links >> each & 1]
        found.append((nodes, links))
    return tuple(found)


def _hanging() -> tuple[tuple[int, int], ...]:
    """[12.1.5] Low capacity lines that end in a dead end, each link with its outer node, from the dead ends inward."""
    found: list[tuple[int, int]] = []
    gone = 0
    ends = members(DEAD_ENDS)
    for node in ends:  # grows while it is read
        left = [link for link in AT[node] if not gone >> link & 1]
        if len(left) == 1 and LOW >> left[0] & 1:
            gone |= 1 << left[0]
            found.append((left[0], node))
            inner = beyond(left[0], node)
            if sum(not gone >> link & 1 for link in AT[inner]) == 1 and inner not in EDGE_NODES:
                ends.append(inner)
    return tuple(found)


_PARTS: Final = _parts()
_HANGING: Final = tuple(tuple((link, outer) for link, outer in _hanging() if links >> link & 1) for _, links in _PARTS)


@memo(8192)
def _low(part: int, allowed: Bits, stop: Bits, contacts: Bits, broken: Bits, made_ends: Bits) -> Bits:
    """[12.1.5] The usable low capacity links of one part of the map.

    A line must lead to usable high capacity lines at two connections; one that ends in a dead end, and is held down to
    it, needs one, or a low line that can be used. `contacts` are the nodes where usable high lines pass, `made_ends`
    those before a broken bridge, which counts as a dead end.
    """
    links = [link for link in members(_PARTS[part][1] & ~broken) if all(allowed >> node & 1 for node in ENDS[link])]
    through = [link for link in links if not any(stop >> node & 1 for node in ENDS[link])]
    usable = _between(tuple(through), contacts)
    open_nodes = contacts | bits(node for link in members(usable) for node in ENDS[link])
    whole = 0  # lines that are held down to their dead end
    ends = DEAD_ENDS
    for link, outer in _HANGING[part]:
        if link in links and ends >> outer & 1:
            whole |= 1 << link
            ends |= 1 << beyond(link, outer) & ~stop
    for link, outer in reversed(_HANGING[part]):
        inner = beyond(link, outer)
        if whole >> link & 1 and open_nodes >> inner & 1:
            usable |= 1 << link
            open_nodes |= 1 << outer & ~stop
    for node in members(made_ends & allowed & ~open_nodes):
        usable |= _way_out(node, through, open_nodes)
    return usable


def _way_out(start: int, links: list[int], open_nodes: Bits) -> Bits:
    """[16.1.9], [12.1.5] The line from a broken bridge back to the first usable one; 0 if none leads there."""
    way = {start: 0}
    for node in (waiting := [start]):  # grows while it is read
        if open_nodes >> node & 1:
            return way[node]
        for link in links:
            if node in ENDS[link] and beyond(link, node) not in way:
                way[beyond(link, node)] = way[node] | 1 << link
                waiting.append(beyond(link, node))
    return 0


def _between(links: tuple[int, ...], contacts: Bits) -> Bits:
    """The links that lie on a way between two contacts: on a ring through a place that is joined to all contacts."""
    around: dict[int, list[tuple[int, int]]] = {}
    for link in links:
        a, b = ENDS[link]
        around.setdefault(a, []).append((b, link))
        around.setdefault(b, []).append((a, link))
    for node in around:
        if contacts >> node & 1:
            around[node].append((_HUB, -1))
    around[_HUB] = [(node, -1) for node in around if contacts >> node & 1]
    return _rings(around)


_HUB: Final = -1


def _rings(around: dict[int, list[tuple[int, int]]]) -> Bits:
    """The links on a ring through the hub: depth first, a branch belongs to the hub's rings if it leads back above
    its own root, and that root is the hub.
    """
    found = 0
    order: dict[int, int] = {_HUB: 0}
    low: dict[int, int] = {_HUB: 0}
    trail: list[tuple[int, int, int]] = []  # links in the order in which they were met
    walk = [(_HUB, _HUB, iter(around[_HUB]))]
    while walk:
        node, parent, rest = walk[-1]
        for other, link in rest:
            if other == parent:
                continue
            if other not in order:
                order[other] = low[other] = len(order)
                trail.append((node, other, link))
                walk.append((other, node, iter(around[other])))
                break
            if order[other] < order[node]:
                low[node] = min(low[node], order[other])
                trail.append((node, other, link))
        else:
            walk.pop()
            if not walk:
                break
            low[parent] = min(low[parent], low[node])
            if low[node] >= order[parent]:
                block: list[tuple[int, int, int]] = []
                while not block or block[-1][:2] != (parent, node):
                    block.append(trail.pop())
                if parent == _HUB:
                    found |= bits(link for _, _, link in block if link >= 0)
    return found


# -- for supply and other chapters


def high_hexes(board: NachParisBoard, nation: Nation) -> Bits:
    """[13.1.4] The hexes with a usable High Capacity Railroad."""
    return NODES.hexes(net(board, nation).reached)


def rail_hexes(board: NachParisBoard, nation: Nation) -> Bits:
    """[14.1.5] The hexes with any usable railway."""
    return _rail_hexes(net(board, nation))


@memo(64)
def _rail_hexes(found: Net) -> Bits:
    return NODES.hexes(found.reached) | bits(hex_of_node(node) for link in members(found.low) for node in ENDS[link])
