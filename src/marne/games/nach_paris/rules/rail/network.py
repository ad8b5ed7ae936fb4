"""[12.1.5], [12.1.6], [16.1.9] Which railways a nation can use: under control, joined to home, neither cut nor broken.

`net(board, nation)` answers for trains and supply. High capacity lines are flooded from the numbered lines of the own
country; low capacity lines hang between them, part by part of the printed map. Everything is kept until control, a
cut or a structure changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from marne.engine import kept
from marne.games.nach_paris.board import Hex, NachParisBoard
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
    heading,
    hex_of_node,
    links_to,
    node_on,
)
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.hexes import Bits, Links, bits, members, memo

__all__ = ["Net", "cut_hexes", "held", "high_hexes", "net", "rail_hexes", "side_of", "usable_ways"]

_EVERY_NODE: Final[Bits] = bits(AT)
_PLAYABLE: Final[Bits] = bits(hex for hex in range(len(MAP.grid)) if MAP.playable(hex))
_COUNTRY: Final = {name: bits(hex for hex, of in enumerate(MAP.country) if of == name) for name in ("FR", "DE", "BE")}
_HOME: Final = {
    name: bits(node for node in EDGE_NODES if MAP.country[hex_of_node(node)] == name) for name in ("FR", "DE")
}
"""[12.1.5] Where the numbered lines of a country leave the board: what is joined to them is joined to the country."""
_ANTWERP: Final = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Anvers")
_ANTWERP_NODES: Final[Bits] = bits(node for hex in MAP.camps[_ANTWERP].hexes for node in NODES_OF[hex])


class Net:
    """What a nation can use now; links and low capacity lines are looked at when they are first asked for."""

    __slots__ = ("_ends", "_known", "_low", "broken", "cut", "held", "passed", "reached")

    def __init__(self, held: Bits, cut: Bits, reached: Bits, broken: Bits, ends: Bits) -> None:
        self.held = held  #: hexes whose railways are the nation's
        self.cut = cut  #: hexes that can't be crossed
        self.reached = reached  #: nodes that high capacity lines join to home
        self.passed: Bits = reached & ~NODES.of_hexes(cut)  #: those of them that trains and supply can cross
        self.broken = broken  #: links without their bridge or tunnel
        self._ends = ends
        self._known: dict[int, bool] = {}
        self._low: dict[int, Bits] = {}

    def usable(self, link: int) -> bool:
        """[12.1.5] Whether a link can be used."""
        known = self._known
        if link not in known:
            known[link] = bool(self._low_of(_PART_OF[link]) >> link & 1) if LOW >> link & 1 else self._high(link)
        return known[link]

    def _high(self, link: int) -> bool:
        a, b = ENDS[link]
        if not self.reached >> a & self.reached >> b & 1 or self.broken >> link & 1:
            return False
        return bool((self.passed >> a | self.passed >> b) & 1)

    def _low_of(self, part: int) -> Bits:
        """The usable low capacity links of one part of the map."""
        if part not in self._low:
            nodes, links = _PARTS[part]
            hexes, contacts = _PART_HEXES[part], self.passed & nodes
            broken, ends = self.broken & links, self._ends & nodes
            self._low[part] = _low(part, self.held & hexes, self.cut & hexes, contacts, broken, ends) if contacts else 0
        return self._low[part]

    @property
    def low(self) -> Bits:
        """Usable links of low capacity."""
        found = 0
        for part in range(len(_PARTS)):
            found |= self._low_of(part)
        return found

    def links(self, node: int) -> tuple[int, ...]:
        """The usable links of a node."""
        return tuple(link for link in AT[node] if self.usable(link))

    def serves(self, hex: Hex) -> bool:
        """[14.1.5] Whether a hex has any usable railway."""
        return any(
            self.reached >> node & 1 or any(LOW >> link & 1 and self.usable(link) for link in AT[node])
            for node in NODES_OF[hex]
        )


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


@kept
def cut_hexes(board: NachParisBoard, side: Side) -> Bits:
    """[12.1.6], [11.6.15] Rail hexes that a side's trains and supply can't cross: in the ZOC of three points of enemy
    guns, beside enemy forts with guns, or in a fallen camp without police.
    """
    return RAIL_HEXES & (zones_of_guns(board, 1 - side, V.zoc.cuts_rail) | cut_railways(board, side))


@kept
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
    reached = _joined(home, _HOME[home] & allowed, allowed, stop, broken) if home else 0
    if antwerp:  # 12.1.5: the Belgians have a home of their own
        belgian = allowed & NODES.of_hexes(_COUNTRY["BE"])
        reached |= _joined("Antwerp", _ANTWERP_NODES & belgian, belgian, stop, broken)
    return Net(held, cut, reached, broken, ends)


def _joined(home: str, sources: Bits, allowed: Bits, stop: Bits, broken: Bits) -> Bits:
    """The nodes that high capacity lines join to a home.

    Control of railways mostly grows hex by hex: what the last answer found is not looked for again where it holds.
    """
    known = _LAST.get(home)
    if known is not None and known.broken == broken and not stop & ~known.stop and not known.found & ~allowed:
        sources |= known.found
    found = _high(broken).flood(sources, allowed, stop=stop)
    _LAST[home] = _Joined(found, stop, broken)
    return found


class _Joined(NamedTuple):
    found: Bits
    stop: Bits
    broken: Bits


_LAST: Final[dict[str, _Joined]] = {}
"""By home, the last answer of `_joined`."""


def usable_ways(lines: Net, hex: Hex) -> dict[Hex, int]:
    """[12.1.5] The neighbours of a hex that a usable link leads to, and the first such link, high capacity first."""
    found: dict[Hex, int] = {}
    for ahead, links in _WAYS[hex]:
        for link in links:
            if lines.usable(link):
                found[ahead] = link
                break
    return found


_WAYS: Final = tuple(
    tuple((ahead, links_to(hex, ahead)) for ahead in dict.fromkeys(heading(link, hex).ahead for link in sorted(links)))
    for hex, links in enumerate(MAP.links_of)
)
"""The neighbours of each hex that links lead to, with these links."""


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
_PART_OF: Final = {link: part for part, (_, links) in enumerate(_PARTS) for link in members(links)}
_PART_HEXES: Final = tuple(NODES.hexes(nodes) for nodes, _ in _PARTS)
_HANGING: Final = tuple(tuple((link, outer) for link, outer in _hanging() if links >> link & 1) for _, links in _PARTS)


@memo(8192)
def _low(part: int, held: Bits, cut: Bits, contacts: Bits, broken: Bits, made_ends: Bits) -> Bits:
    """[12.1.5] The usable low capacity links of one part of the map.

    A line must lead to usable high capacity lines at two connections; one that ends in a dead end, and is held down to
    it, needs one, or a low line that can be used. `contacts` are the nodes where usable high lines pass, `made_ends`
    those before a broken bridge, which counts as a dead end.
    """
    allowed, stop = NODES.of_hexes(held) & _EVERY_NODE & _PARTS[part][0], NODES.of_hexes(cut) & _PARTS[part][0]
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
