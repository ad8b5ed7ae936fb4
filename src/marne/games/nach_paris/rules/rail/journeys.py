"""[12.3] Where a train can go: along usable lines, behind other trains, as far as points and capacity last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from marne.games.nach_paris.board import Hex, NachParisBoard, Train
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import TRAIN, V
from marne.games.nach_paris.components.units import NATION, RAIL_ONLY, SIDE, Side, Unit
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.rail.capacity import closed_lines, may_run, note_entry, note_journey
from marne.games.nach_paris.rules.rail.lines import AT, LOW, NODES_OF, beyond, came, hex_of_node, joined, node_on
from marne.games.nach_paris.rules.rail.network import Net, cut_hexes, net
from marne.hexes import Bits, memo

__all__ = [
    "Ride",
    "Rides",
    "Start",
    "Stop",
    "entry_cost",
    "points_by_rail",
    "ride",
    "rides",
    "spend_on_rails",
    "starts",
    "starts_anywhere",
    "trains_at",
]


Place = tuple[int, int]
_NOWHERE: Final[Place] = (-1, -1)


class Ride(NamedTuple):
    """A way by train: its points, and the links and nodes that it enters one after another."""

    cost: int
    way: tuple[Place, ...]


class Stop(NamedTuple):
    """A hex where a train can stop: points, hexes entered, and the node and link of its last hex."""

    cost: int
    hexes: int
    place: Place


class Rides:
    """Every hex where a train can stop; the way to one is traced when it is asked for."""

    def __init__(self) -> None:
        self.stops: dict[Hex, Stop] = {}
        self.before: dict[Place, Place] = {}

    def __contains__(self, hex: object) -> bool:
        return hex in self.stops

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.stops)

    def __len__(self) -> int:
        return len(self.stops)

    def __getitem__(self, hex: Hex) -> Ride:
        """The cheapest way to a hex."""
        stop = self.stops[hex]
        way, place = [], stop.place
        while place != _NOWHERE:
            way.append((place[1], place[0]))
            place = self.before[place]
        return Ride(stop.cost, tuple(reversed(way)))


class Start(NamedTuple):
    """How a train may leave: by a link of a node; `surcharge` as in [12.3.3] for the hex where it stands."""

    node: int
    link: int
    surcharge: int


# -- points


def points_by_rail(board: NachParisBoard, unit: Unit) -> int:
    """[12.3.2], [12.3.4] What a unit can still spend on trains: of fifty points if it only goes by rail, of its MF if
    it marched too; railway guns have their own MF. Heavy rain takes its points here too [15.1.2].
    """
    spent = board.spent.get(unit, 0)
    if RAIL_ONLY >> unit & 1 or spent > board.railed.get(unit, 0):
        return max(0, allowance(board, unit) - spent)
    return max(0, V.rail.points + (V.march.rain if board.rain else 0) - spent)


def spend_on_rails(board: NachParisBoard, unit: Unit, points: int) -> None:
    """[12.3.4] Points for trains and stations, which count as spent by rail."""
    board.spent[unit] = board.spent.get(unit, 0) + points
    board.railed[unit] = board.railed.get(unit, 0) + points
    _note_carried(board, unit)


def _note_carried(board: NachParisBoard, unit: Unit) -> None:
    """[12.2.6] Who goes by rail has been carried in this phase, and forces no march."""
    board.carried |= 1 << unit
    board.moved |= 1 << unit


def entry_cost(link: int, into: Hex) -> int:
    """[12.3.6] The points for a hex that a train enters by a link."""
    if not LOW >> link & 1:
        return TRAIN["high"]
    return TRAIN["low mountainous" if MAP.terrain[into] == Terrain.MOUNTAINOUS else "low"]


def _change(came_by: int, link: int, hex: Hex) -> int:
    """[12.3.3] Who changes from high to low capacity in a hex pays for it as for low capacity."""
    if LOW >> link & 1 and not LOW >> came_by & 1:
        return entry_cost(link, hex) - entry_cost(came_by, hex)
    return 0


# -- other trains


def trains_at(board: NachParisBoard, hex: Hex, side: Side, but: Unit = -1) -> list[Unit]:
    """[12.2.4] The trains that fill a hex: railway guns stand aside (departs: 12.3.5)."""
    return [
        unit
        for unit in board.trains
        if board.where[unit] == hex and SIDE[unit] == side and unit != but and not RAIL_ONLY >> unit & 1
    ]


def _standing(board: NachParisBoard, unit: Unit) -> dict[int, Train]:
    """[12.3.5] The trains of a side that stand in the way, by node; railway guns don't."""
    return {
        node_on(train.link, board.where[other]): train
        for other, train in board.trains.items()
        if SIDE[other] == SIDE[unit] and other != unit and not RAIL_ONLY >> other & 1
    }


def _in_the_way(train: Train, hex: Hex, came_by: int, link: int) -> bool:
    """[12.3.5] Whether a standing train keeps another from passing: it is ahead on the same line and in the same
    direction; on a low capacity line also head on (departs: 12.3.5).
    """
    head_on = bool(LOW >> train.link & 1)
    if train.ahead == hex:
        return came_by == train.link or (head_on and link == train.link)
    return link == train.link or (head_on and came_by == train.link)


# -- the search


def starts(board: NachParisBoard, unit: Unit) -> tuple[Start, ...]:
    """[12.2.3] The links by which an entrained unit goes on: where its arrow points, or along every connection."""
    train, hex = board.trains[unit], board.where[unit]
    if train.ahead != hex:
        return (Start(node_on(train.link, hex), train.link, 0),)
    return () if _cut_off(board, unit) else _connections(board, unit, train, hex)


def _cut_off(board: NachParisBoard, unit: Unit) -> bool:
    """[12.1.6] Out of a cut hex a train only goes back: it would cross it."""
    return bool(cut_hexes(board, SIDE[unit]) >> board.where[unit] & 1)


def _connections(board: NachParisBoard, unit: Unit, train: Train, hex: Hex) -> tuple[Start, ...]:
    """[12.3.3] From the link that it came by along every connection; a change of class costs if it came just now."""
    node, new = node_on(train.link, hex), bool(board.entered >> unit & 1)
    return tuple(Start(node, link, _change(train.link, link, hex) if new else 0) for link in joined(node, train.link))


def starts_anywhere(hex: Hex) -> tuple[Start, ...]:
    """[7.7.3] For a unit that is just coming in: every link of the hex."""
    return tuple(Start(node, link, 0) for node in NODES_OF[hex] for link in AT[node])


def rides(
    board: NachParisBoard, unit: Unit, points: int, begin: tuple[Start, ...] | None = None, most: int = 999
) -> Rides:
    """[12.3.1] Every hex where a train can stop, with the cheapest way to it.

    It follows usable lines and never overtakes; it stops where a line is cut [12.1.6], and nowhere beside another
    train [12.2.4] (departs: 12.1.6). `begin` are the links by which it leaves, `most` the hexes that it enters at most.
    """
    if not may_run(board, unit):
        return Rides()
    nation, side = NATION[unit], SIDE[unit]
    lines = net(board, nation)
    free = lines.held & open_to(board.play, board.turn, nation) & ~board.occupied[1 - side] & ~closed_to(board, side)
    standing = _standing(board, unit)
    leaving = starts(board, unit) if begin is None else begin
    closed = frozenset(closed_lines(board, unit))
    taken = _taken(board, unit, standing)
    return _rides(Track(lines, free, closed, tuple(standing.items())), taken, leaving, points, most)


def _taken(board: NachParisBoard, unit: Unit, standing: dict[int, Train]) -> frozenset[Hex]:
    """[12.2.4] The hexes where it can't stop: its own, and beside another train unless it is a railway gun."""
    here = {board.where[unit]}
    return frozenset(here if RAIL_ONLY >> unit & 1 else here.union(map(hex_of_node, standing)))


class Track(NamedTuple):
    """The lines as a train finds them: the net, the hexes that are free, lines closed to it, other trains."""

    lines: Net
    free: Bits
    closed: frozenset[tuple[int, Hex]]
    trains: tuple[tuple[int, Train], ...]


@memo(64)
def _rides(track: Track, taken: frozenset[Hex], begin: tuple[Start, ...], points: int, most: int) -> Rides:
    lines, free, closed, trains = track
    usable, standing = lines.usable, dict(trains)
    found = Rides()
    done, stops = found.before, found.stops
    waiting: list[tuple[int, int, int, int, Place]] = []  # points, hexes, node, link that leads there, place before
    for start in begin:
        _, there, hex, cost = _onward(start.node, start.link)
        if usable(start.link) and free >> hex & 1 and (start.link, hex) not in closed:
            waiting.append((cost + start.surcharge, 1, there, start.link, _NOWHERE))
    heapify(waiting)
    while waiting:
        spent, hexes, node, came_by, before = heappop(waiting)
        here = (node, came_by)
        if spent > points:
            break
        if here in done:
            continue
        done[here] = before
        hex = hex_of_node(node)
        if hex not in stops and hex not in taken:
            stops[hex] = Stop(spent, hexes, here)
        if hexes >= most or lines.cut >> hex & 1:
            continue
        train = standing.get(node)
        for link, there, next_hex, cost in _ONWARD[here]:
            if not usable(link) or (there, link) in done or not free >> next_hex & 1 or (link, next_hex) in closed:
                continue
            if LOW >> link & 1 and _ran_on(done, here, link):
                continue
            if train is None or not _in_the_way(train, hex, came_by, link):
                heappush(waiting, (spent + cost, hexes + 1, there, link, here))
    return found


def _ran_on(before: Mapping[Place, Place], here: Place, link: int) -> bool:
    """[12.4.1] Whether the way to a place has used a link: on a low capacity line nobody comes back in one journey."""
    while here != _NOWHERE:
        if here[1] == link:
            return True
        here = before[here]
    return False


def _onward(node: int, link: int, came_by: int = -1) -> tuple[int, int, Hex, int]:
    """A link out of a node: itself, the node and the hex it leads to, the points with what a change of class adds."""
    there = beyond(link, node)
    hex = hex_of_node(there)
    more = _change(came_by, link, hex_of_node(node)) if came_by >= 0 else 0
    return link, there, hex, entry_cost(link, hex) + more


_ONWARD: Final = {
    (node, came_by): tuple(_onward(node, link, came_by) for link in joined(node, came_by))
    for node, links in AT.items()
    for came_by in links
}
"""[12.3.3] By node and the link that led there: how a train goes on."""


def ride(board: NachParisBoard, unit: Unit, found: Ride) -> None:
    """[12.3.1] A train runs: capacity, points, ground, and where it stands now."""
    note_journey(board, unit)
    for link, node in found.way:
        hex = hex_of_node(node)
        note_entry(board, unit, link, hex)
        board.put(unit, hex)
        take_ground(board, unit, hex)
    link, node = found.way[-1]
    board.trains[unit] = came(link, hex_of_node(node))
    board.entered |= 1 << unit
    spend_on_rails(board, unit, found.cost)
