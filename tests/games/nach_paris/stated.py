"""How each kind of fact in `data/board/stated.csv` is looked up on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from marne.games.nach_paris.components.map import PLACES, Entrenchment, Map, Rail, Terrain, Water
from marne.tables import Data


class Fact(NamedTuple):
    """A row of stated.csv: our own words for what the rulebook says of its map."""

    kind: str
    a: str
    b: str
    value: str
    rule: str
    note: str


class Judge:
    """Says whether a fact holds. One method for each kind of fact."""

    def __init__(self, board: Map, data: Data) -> None:
        self.board, self.data, self.grid = board, data, board.grid

    def holds(self, fact: Fact) -> bool:
        check: Callable[[Fact], bool] = getattr(self, f"_{fact.kind}")
        return check(fact)

    def hex(self, name: str) -> int:
        """A hex by its label, or by the town that stands in it."""
        if name in self.grid:
            return self.grid.hex(name)
        return next(t.hex for t in self.board.towns if t.name == name)

    def _places(self, kinds: Iterable[str], name: str) -> list[str]:
        return [r.hex for r in self.data[PLACES] if r.kind in kinds and r.name == name]

    def _reach(self, start: int, kinds: tuple[Rail, ...], within: int = 99) -> set[int]:
        """Hexes that links of these classes lead to without a change of line at a hex where lines don't meet."""
        links = self.board.links
        nodes = {(start, n) for n in range(4)}
        frontier, done = set(nodes), set(nodes)
        for _ in range(within):
            frontier = {
                far
                for k in links
                if k.rail in kinds
                for near, far in (((k.a, k.node_a), (k.b, k.node_b)), ((k.b, k.node_b), (k.a, k.node_a)))
                if near in frontier and far not in done
            }
            done |= frontier
        return {hex for hex, _ in done}

    def _rails(self, word: str) -> tuple[Rail, ...]:
        return (Rail.LOW,) if word == "low" else (Rail.HIGH, Rail.HIGH_STRENGTHENED)

    def _nodes(self, hex: int, word: str) -> set[int]:
        ends = [
            (k, k.node_a if k.a == hex else k.node_b)
            for k in map(self.board.links.__getitem__, self.board.links_of[hex])
        ]
        return {node for k, node in ends if k.rail in self._rails(word)}

    # -- the grid and the ground

    def _touch(self, f: Fact) -> bool:
        return self.grid.adjacent(self.hex(f.a), self.hex(f.b))

    def _within(self, f: Fact) -> bool:
        return self.grid.distance(self.hex(f.a), self.hex(f.b)) <= int(f.value)

    def _terrain(self, f: Fact) -> bool:
        return self.board.terrain[self.hex(f.a)] == Terrain[f.value.upper().replace(" ", "_")]

    def _terrain_in(self, f: Fact) -> bool:
        return self.board.terrain[self.hex(f.a)].name.lower().replace("_", " ") in f.value.split("|")

    def _only(self, f: Fact) -> bool:
        hexes = {self.hex(label) for label in f.a.split("|")}
        if f.value == "urban":
            return hexes == {h for h, city in enumerate(self.board.urban) if city}
        return hexes == {h for h, t in enumerate(self.board.terrain) if t.name.lower().replace("_", " ") == f.value}

    def _side(self, f: Fact) -> bool:
        words = {"minor river": Water.MINOR, "river": Water.RIVER, "major river": Water.MAJOR}
        return self.board.water[self.grid.side(self.hex(f.a), self.hex(f.b))] == words[f.value]

    def _no_side(self, f: Fact) -> bool:
        side = self.grid.side(self.hex(f.a), self.hex(f.b))
        return self.board.water[side] == Water.NONE and self.board.cover[side] == 0

    # -- works

    def _guarded(self, f: Fact) -> bool:
        return self.board.guard(self.hex(f.a), self.hex(f.b)) == Entrenchment[f.value.upper()]

    def _open(self, f: Fact) -> bool:
        return self.board.guard(self.hex(f.a), self.hex(f.b)) == Entrenchment.NONE

    def _works(self, f: Fact) -> bool:
        kinds = {kind for (_, side), kind in self.board.guards.items() if self.board.works[side] == f.a}
        return kinds == {Entrenchment[f.value.upper()]}

    def _fort(self, f: Fact) -> bool:
        camp, number, name = f.value.split(" ", 2)
        wanted = (name, self.hex(f.a), camp, int(number))
        return wanted in [(fort.name, fort.hex, fort.camp, fort.number) for fort in self.board.forts]

    def _fort_class(self, f: Fact) -> bool:
        return [fort.grade for fort in self.board.forts if fort.name == f.a] == [f.value]

    def _camp(self, f: Fact) -> bool:
        index, camp = next((i, c) for i, c in enumerate(self.board.camps) if c.name == f.a)
        if f.value.isdigit():
            return len(camp.forts) == int(f.value)
        kinds = {
            kind.name.lower()
            for (hex, side), kind in self.board.guards.items()
            if hex in camp.hexes and any(self.board.camp[h] != index for h in self.grid.side_hexes(side))
        }
        return kinds == set(f.value.split("|")) if f.value else bool(kinds)

    def _near_camp(self, f: Fact) -> bool:
        hex = self.hex(f.a)
        around = {self.board.camp[h] for h in self.grid.neighbours[hex]}
        names = [self.board.camps[i].name for i in around if i >= 0]
        return f.value in names and self.board.camp[hex] < 0

    def _fortified_zone(self, f: Fact) -> bool:
        return [zone.on_pass for zone in self.board.fortified_zones if zone.name == f.a] == [True]

    # -- towns and places

    def _urban(self, f: Fact) -> bool:
        hex = self.hex(f.a)
        return self.board.urban[hex] == f.value and not self.board.suburb[hex] and self.board.town[hex] == 3

    def _suburb(self, f: Fact) -> bool:
        hex = self.hex(f.a)
        return self.board.urban[hex] == f.value and self.board.suburb[hex] and self.board.town[hex] == 2

    def _town(self, f: Fact) -> bool:
        return self.board.town[self.hex(f.a)].name.lower() == f.value

    def _place(self, f: Fact) -> bool:
        found = self._places(("town", "urban", "fort", "village", "port"), f.value)
        return bool(found) and set(found) <= set(f.a.split("|"))

    _inferred_place = _place

    # -- railways

    def _rail(self, f: Fact) -> bool:
        return bool(self._nodes(self.hex(f.a), f.value))

    def _along(self, f: Fact) -> bool:
        a, b = self.hex(f.a), self.hex(f.b)
        return b in self._reach(a, self._rails(f.value), self.grid.distance(a, b) + 1)

    def _apart(self, f: Fact) -> bool:
        first, second = (self._nodes(self.hex(f.a), word) for word in f.value.split("|"))
        return bool(first) and bool(second) and not first & second

    def _joined(self, f: Fact) -> bool:
        first, second = (self._nodes(self.hex(f.a), word) for word in f.value.split("|"))
        return bool(first & second)

    def _dead_end(self, f: Fact) -> bool:
        hex = self.hex(f.a)
        return any(self.board.dead_end(hex, node) for node in self._nodes(hex, f.value))

    def _structure(self, f: Fact) -> bool:
        ends = self.hex(f.a), self.hex(f.b)
        linked = any({k.a, k.b} == set(ends) for k in self.board.links)
        return linked and (f.value, *ends) in [(s.name, s.hex, s.to) for s in self.board.structures if s.rail]

    def _structure_named(self, f: Fact) -> bool:
        return [s.letter for s in self.board.structures if s.name == f.a] == [f.value]

    def _line(self, f: Fact) -> bool:
        word, *through = f.value.split("|")
        start = self.hex(f.a)
        if not f.b:
            return len(self.board.links_of[start]) > 2 and bool(self._nodes(start, word))
        stops = [start, *map(self.hex, through), self.hex(f.b)]
        return all(
            b in self._reach(a, self._rails(word), self.grid.distance(a, b) * 3 // 2 + 1) for a, b in pairwise(stops)
        )

    # -- water

    def _sluice(self, f: Fact) -> bool:
        return any(s.name == f.value and self.hex(f.a) in s.control for s in self.board.sluices)

    def _floods(self, f: Fact) -> bool:
        return any(s.name == f.value and self.hex(f.a) in s.hexes for s in self.board.sluices)

    def _harbour(self, f: Fact) -> bool:
        return [h.capacity for h in self.board.harbours if h.hex == self.hex(f.a)] == [int(f.value)]

    def _channel(self, f: Fact) -> bool:
        return any(self.hex(f.a) in h.channel for h in self.board.harbours)
