"""[4.3] The printed railways as a net of nodes: what a train meets on its way. Nothing here changes in play.

A node is where lines meet in a hex; lines that pass a hex unjoined have a node each (Example 16). Links are numbers of
`MAP.links`, nodes numbers of `NODES`.
"""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, Train
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Rail
from marne.hexes import Bits, Links, Nodes, bits

__all__ = [
    "AT", "BROKEN_BY", "DEAD_ENDS", "EDGE_NODES", "ENDS", "HIGH", "LOW", "NODES", "NODES_OF", "STRUCTURES_ON", "arrow",
    "beyond", "came", "heading", "hex_of_node", "joined", "links_to", "node_on", "turns_here",
]  # fmt: skip

_COUNT: Final = len(MAP.grid)
NODES: Final = Nodes(_COUNT, 1 + max(max(link.node_a, link.node_b) for link in MAP.links))
ENDS: Final = tuple((NODES.node(k.a, k.node_a), NODES.node(k.b, k.node_b)) for k in MAP.links)
"""The two nodes of each link."""
LOW: Final[Bits] = bits(i for i, link in enumerate(MAP.links) if link.rail == Rail.LOW)
"""[4.3] The Low Capacity Railroads among the links."""

_at: dict[int, list[int]] = {}
for _link, _ends in enumerate(ENDS):
    for _node in _ends:
        _at.setdefault(_node, []).append(_link)
AT: Final = {node: tuple(links) for node, links in sorted(_at.items())}
"""The links of each node."""
NODES_OF: Final = tuple(
    tuple(NODES.node(hex, n) for n in range(NODES.most) if NODES.node(hex, n) in AT) for hex in range(_COUNT)
)
"""The nodes of each hex."""
HIGH: Final = Links.both_ways(_COUNT * NODES.most, (ends for i, ends in enumerate(ENDS) if not LOW >> i & 1))
"""The net of High Capacity Railroads."""
EDGE_NODES: Final = {NODES.node(edge.hex, edge.node): edge.number for edge in MAP.edges}
"""[4.3] Where numbered lines leave the board."""
DEAD_ENDS: Final[Bits] = bits(
    NODES.node(hex, n)
    for hex, nodes in enumerate(NODES_OF)
    for n in (node // _COUNT for node in nodes)
    if MAP.dead_end(hex, n)
)
"""[12.1.5] Nodes at which the printed line stops."""


def hex_of_node(node: int) -> Hex:
    """The hex that a node lies in."""
    return node % _COUNT


def beyond(link: int, node: int) -> int:
    """The other end of a link."""
    a, b = ENDS[link]
    return b if node == a else a


def node_on(link: int, hex: Hex) -> int:
    """The node of a hex that a link ends at."""
    a, b = ENDS[link]
    return a if hex_of_node(a) == hex else b


def heading(link: int, hex: Hex) -> Train:
    """[12.2.3] A train in a hex with its arrow along a link."""
    node = node_on(link, hex)
    return Train(node // _COUNT, link, hex_of_node(beyond(link, node)))


def came(link: int, hex: Hex) -> Train:
    """[12.2.3] A train that has come to a hex by a link and goes on in that direction."""
    return Train(node_on(link, hex) // _COUNT, link, hex)


def arrow(train: Train, hex: Hex) -> int:
    """[12.2.3] The direction in which the arrow of a train in a hex points, 0 north to 5 north-west."""
    if train.ahead != hex:
        return MAP.grid.direction_to(hex, train.ahead)
    return MAP.grid.direction_to(hex_of_node(beyond(train.link, node_on(train.link, hex))), hex)


def links_to(hex: Hex, ahead: Hex) -> tuple[int, ...]:
    """The links of a hex that lead to a neighbour, high capacity first."""
    found = [link for link in MAP.links_of[hex] if ahead in (MAP.links[link].a, MAP.links[link].b)]
    return tuple(sorted(found, key=lambda link: (LOW >> link & 1, link)))


# -- [4.3] railway connections


def _passes(node: int, one: int, other: int) -> bool:
    """Whether a train that came by one link goes on by another: everywhere in towns and stations, at a fork along
    the lines that run over both; a branch that shares no line with anybody is joined to all.
    """
    links = AT[node]
    if one == other:
        return False
    if len(links) <= 2 or MAP.all_directions(hex_of_node(node)):
        return True
    if set(MAP.links[one].lines) & set(MAP.links[other].lines):
        return True
    return any(
        not any(set(MAP.links[link].lines) & set(MAP.links[each].lines) for each in links if each != link)
        for link in (one, other)
    )


_JOINED: Final = {
    (node, link): tuple(other for other in links if _passes(node, link, other))
    for node, links in AT.items()
    for link in links
}


def joined(node: int, came_by: int) -> tuple[int, ...]:
    """[4.3], [12.3.3] The links by which a train goes on that came to a node by one of its links.

    departs: `railways`, a junction without town or station is a one-way fork.
    """
    return _JOINED[node, came_by]


def turns_here(hex: Hex) -> bool:
    """[12.3.7] Whether a hex has a station where trains turn: a town of any size, or a station outside towns."""
    return MAP.town[hex] > 0 or MAP.station[hex]


# -- [16.1.9] structures

_by_side: dict[frozenset[int], list[int]] = {}
for _link, _each in enumerate(MAP.links):
    _by_side.setdefault(frozenset((_each.a, _each.b)), []).append(_link)
BROKEN_BY: Final = tuple(tuple(_by_side.get(frozenset((s.hex, s.to)), ())) if s.rail else () for s in MAP.structures)
"""The links that a structure carries: broken, none of them is usable."""
STRUCTURES_ON: Final = {
    link: tuple(i for i, links in enumerate(BROKEN_BY) if link in links)
    for link in range(len(MAP.links))
    if any(link in links for links in BROKEN_BY)
}
"""And the structures of each link that has any."""
