"""10: strategic movement by rail and by sea."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ANTWERP, HEXES, MEZIERES, PARIS, PORTS, Hex
from marne.games.grand_illusion.components.scenario import HOLLAND
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    BRITISH,
    COMBAT,
    CORPS,
    FR,
    FRENCH,
    GE,
    GERMAN,
    HEAVY,
    HQS,
    IDS,
    MOBILE,
    OF_SIDE,
    SIDE,
    Side,
    Unit,
)
from marne.games.grand_illusion.events import Moved
from marne.games.grand_illusion.rules.actions import paris
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.movement import headquarters
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.rules.movement.entry import barred
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import cut_hexes, mended, rail_flood, sources
from marne.games.grand_illusion.steps import Asked, Named, Reply, Steps, choose
from marne.hexes import Bits, members

__all__ = [
    "StrategicMove",
    "StrategicSegment",
    "arrive",
    "ports",
    "rail_hexes",
    "rail_net",
    "rail_reach",
    "sea_hexes",
]

FREE_CORPS = FRENCH & CORPS
"""8.4.9: one French corps; ES-28: an infantry corps, as all of them are."""


def rail_net(board: GrandIllusionBoard, side: Side) -> Bits:
    """10.2, 10.3: friendly rail hexes joined to a French or German source that trains may use this turn."""
    if board.turn < CALENDAR.trains_from:
        return 0
    open_hexes = board.controlled(side) & ~cut_hexes(board, side)
    if side == GERMAN and board.turn < CALENDAR.german_trains_abroad_from:
        open_hexes &= board.ground.germany
    # 8.4.3: beyond the end of the German net no line leads back to a source.
    stop = 1 << MEZIERES if side == GERMAN and not mended(board) else 0
    return rail_flood(board.ground, sources(board, FR if side == ALLIED else GE), open_hexes, stop)


def rail_reach(board: GrandIllusionBoard, net: Bits, hex: Hex) -> Bits:
    """10.2: up to ten hexes along the net."""
    if not net >> hex & 1:
        return 0
    return board.ground.rails.within(1 << hex, LIMITS.rail_hexes, net) & ~(1 << hex)


def ports(board: GrandIllusionBoard) -> Bits:
    """10.4, 12.5.4: the named ports in Allied hands; Antwerp only when Holland is invaded (14.3.6)."""
    open_ports = PORTS
    if board.revealed and board.chose(GERMAN, HOLLAND):
        open_ports |= 1 << ANTWERP
    return open_ports & board.controlled(ALLIED)


def rail_hexes(board: GrandIllusionBoard, unit: Unit, net: Bits) -> list[Hex]:
    """10.2, 10.3: where a train may take the unit."""
    return [hex for hex in members(rail_reach(board, net, board.where[unit])) if _may_alight(board, unit, hex)]


def _may_alight(board: GrandIllusionBoard, unit: Unit, hex: Hex) -> bool:
    """10.3: within stacking, and no British unit in Paris; 8.4.8, 12.5.3: nor where a unit may not enter."""
    side, bit = SIDE[unit], 1 << unit
    if hex == PARIS and bit & BRITISH:
        return False
    return fits(board, hex, side, bit) and not barred(board, side, bit, hex)


def _has_train(board: GrandIllusionBoard, unit: Unit, reach: Bits) -> bool:
    """10.2, 10.3: whether there is any such hex."""
    return any(_may_alight(board, unit, hex) for hex in members(reach))


def sea_hexes(board: GrandIllusionBoard, unit: Unit) -> list[Hex]:
    """10.4: from a port to one farther west, that is with a lower number."""
    here = board.where[unit]
    if SIDE[unit] != ALLIED or 1 << unit & BELGIAN or not ports(board) >> here & 1:
        return []
    return [hex for hex in members(ports(board)) if hex < here and fits(board, hex, ALLIED, 1 << unit)]


@value
class StrategicSegment(Asked[Reply]):
    """10.1, 10.2, 10.4, 8.4.9: one CAP for each unit; Belgians and heavy artillery never; one French corps free."""

    rule = "10.1"
    shape = {"rail": "unit", "sea": "unit", "train": "unit"}
    side: Side

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        side = self.side
        free = side == ALLIED and board.free_train and board.turn >= CALENDAR.trains_from
        if board.edition.free_train_at_once and board.turn != board.danger:  # ES-28
            free = False
        if board.caps[side] < 1 and not free:
            return None
        net = rail_net(board, side)
        options: list[Named] = []
        usable = OF_SIDE[side] & MOBILE & ~HEAVY & ~BELGIAN & ~board.moved
        for hex in range(1, HEXES + 1):
            units = board.at[hex] & usable
            if not units:
                continue
            reach = rail_reach(board, net, hex)
            if reach and board.caps[side] > 0:
                options += [("rail", unit) for unit in members(units) if _has_train(board, unit, reach)]
            if side == ALLIED and board.caps[side] > 0:
                options += [("sea", unit) for unit in members(units) if sea_hexes(board, unit)]
            if free and reach >> PARIS & 1:
                options += [
                    ("train", unit) for unit in members(units & FREE_CORPS) if fits(board, PARIS, side, 1 << unit)
                ]
        return Ask(side, (*options, "done")) if options else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.moved = 0
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        word, unit = answer
        if word == "train":
            board.free_train = False
            return (*arrive(board, unit, PARIS, "8.4.9"), self)
        spend(board, self.side)
        return StrategicMove(unit, word == "sea"), self


@value
class StrategicMove(Asked[Named]):
    """10.2, 10.4: where to."""

    rule = "10.2"
    shape = {"to": "hex"}
    unit: Unit
    by_sea: bool

    def hexes(self, board: GrandIllusionBoard) -> list[Hex]:
        """The destinations."""
        if self.by_sea:
            return sea_hexes(board, self.unit)
        return rail_hexes(board, self.unit, rail_net(board, SIDE[self.unit]))

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(SIDE[self.unit], [("to", hex) for hex in self.hexes(board)])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        return arrive(board, self.unit, answer[1], "10.4" if self.by_sea else "10.2")


def arrive(board: GrandIllusionBoard, unit: Unit, hex: Hex, rule: str) -> Steps:
    """10.1, 8.4.9: the unit is there; it moves once in the phase."""
    left = board.where[unit]
    board.put(unit, hex)
    board.moved |= 1 << unit
    board.tell(Moved(rule, IDS[unit], hex))
    if 1 << unit & HQS:
        headquarters.meet(board, hex, SIDE[unit])
    if SIDE[unit] == GERMAN and 1 << unit & COMBAT:
        paris.watch(board, 1 << unit, hex)
    return (*settle(board, left), *settle(board, hex))
