"""Nodes: where several railways run through one hex without meeting."""

from __future__ import annotations

from marne.hexes.sets import Bits


class Nodes:
    """The numbers of the nodes of hexes: node n of hex h is `count * n + h`.

    So the links of a railway lead as few numbers on as hexes do, and sets of hexes and of nodes turn into each other.

    >>> from marne.hexes import bits, members
    >>> rail = Nodes(4, 2)
    >>> rail.node(3), rail.node(3, 1), members(rail.of_hexes(bits([1, 3]))), members(rail.hexes(1 << 7))
    (3, 7, [1, 3, 5, 7], [3])
    """

    def __init__(self, count: int, most: int) -> None:
        self.count = count
        self.most = most

    def node(self, hex: int, node: int = 0) -> int:
        return self.count * node + hex

    def of_hexes(self, hexes: Bits) -> Bits:
        """All nodes of these hexes."""
        found = 0
        for node in range(self.most):
            found |= hexes << self.count * node
        return found

    def hexes(self, nodes: Bits) -> Bits:
        """The hexes that have one of these nodes."""
        found = 0
        while nodes:
            found |= nodes & (1 << self.count) - 1
            nodes >>= self.count
        return found
