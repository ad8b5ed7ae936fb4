"""7.1: units that arrive."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import (
    ASIDE,
    AT_SOURCE,
    BY_SEA,
    DEAD,
    OUT_OF_HOLLAND,
    REPLACED,
    VARIABLE,
    GrandIllusionBoard,
)
from marne.games.grand_illusion.components.places import ANTWERP, PARIS, SCHLIEFFEN, Hex
from marne.games.grand_illusion.components.scenario import HOLLAND, RULE_BRITANNIA
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BE,
    BR,
    BRITISH,
    DETACHMENT,
    FR,
    GE,
    GERMAN,
    HQS,
    IDS,
    INFANTRY,
    NATION,
    NINE,
    NINE_MINUS,
    NUMBERED,
    OF_NATION,
    ROYAL_NAVAL,
    SEVENTH,
    SIDE,
    Side,
    Unit,
)
from marne.games.grand_illusion.events import Arrived, Delayed
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.rules.movement.headquarters import meet
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import sources, supplied_hexes, traceable
from marne.games.grand_illusion.steps import Asked, Line, Named, Reply, Steps, choose
from marne.hexes import Bits, bits, members

__all__ = [
    "ArrivalSegment",
    "Arrive",
    "BritishReturn",
    "PlaceNow",
    "closed",
    "entry_hexes",
    "hexes_of",
    "may_hold",
    "place",
    "ready",
    "variable_hexes",
]


def ready(board: GrandIllusionBoard, unit: Unit, places: Bits) -> list[Hex]:
    """7.1: those of the hexes that are friendly, enemies in them or not, can trace supply and have room."""
    side = SIDE[unit]
    places &= board.controlled(side) & traceable(board, unit)
    return [hex for hex in members(places) if fits(board, hex, side, 1 << unit)]


def closed(board: GrandIllusionBoard, nation: int) -> Bits:
    """7.1.1, 7.2, 8.4.7: while the Schlieffen Plan is on, no French or British arrives in its hexes."""
    return SCHLIEFFEN if nation in (FR, BR) and board.turn <= board.rules.schlieffen_plan else 0


def variable_hexes(board: GrandIllusionBoard, unit: Unit, *, replaced: bool = False) -> list[Hex]:
    """7.1.1, 7.1.2, 7.1.3, 7.2, 12.3, ES-23, ES-24: where a variable reinforcement or a replacement may be placed."""
    nation = NATION[unit]
    shut = closed(board, nation)
    paris = 1 << PARIS if nation == FR else 0
    if 1 << unit & HQS:
        # 7.1.2: a headquarters goes where there is none of its nation.
        places = board.ground.all & ~hexes_of(board, OF_NATION[nation] & HQS) & ~shut
        if paris and not board.edition.hq_in_paris:
            paris = 0
    else:
        places = hexes_of(board, OF_NATION[nation] & HQS & ~board.fresh) & supplied_hexes(board, nation)
        if replaced:
            places = _replacement_hexes(board, nation, places)
            if not board.edition.replacements_in_paris:
                paris = 0
        places |= sources(board, nation)
        places &= ~shut
    places |= paris
    if replaced:  # 7.2: nowhere where a headquarters was placed this turn
        places &= ~hexes_of(board, board.fresh)
    if not replaced and unit in (ROYAL_NAVAL, SEVENTH):
        # 12.3: any friendly coast; 14.3.6: Antwerp too, once Holland is in the war.
        places |= board.ground.coast
        if board.revealed and board.chose(GERMAN, HOLLAND):
            places |= 1 << ANTWERP
    return ready(board, unit, places)


def hexes_of(board: GrandIllusionBoard, units: Bits) -> Bits:
    """7.1.1, 7.1.2: the hexes where the units are; those off the map are left out."""
    where = board.where
    return bits(where[unit] for unit in members(units) if where[unit] > 0)


def _replacement_hexes(board: GrandIllusionBoard, nation: int, places: Bits) -> Bits:
    """7.2: German replacements not with headquarters deep in France before turn 5."""
    if nation == GE and board.turn < CALENDAR.german_replacements_abroad_from:
        france, borders = board.ground.owners
        places &= ~france | borders
    return places


def entry_hexes(board: GrandIllusionBoard, unit: Unit, how: int) -> list[Hex]:
    """7.1, 7.2, 12.6, 14.3.6: where a unit on the track may come in now."""
    nation = NATION[unit]
    if how > 0:
        # 14.3.6: with Holland invaded and Antwerp a source, units for 81 may come by way of Antwerp.
        by_antwerp = sources(board, nation) & 1 << ANTWERP if how == 81 else 0
        return ready(board, unit, 1 << how | by_antwerp)
    if how == AT_SOURCE:
        return ready(board, unit, sources(board, nation))
    if how == BY_SEA:
        return ready(board, unit, sources(board, BE) & board.ground.coast)
    return variable_hexes(board, unit, replaced=how == REPLACED)


@value
class ArrivalSegment(Line):
    """7.1, 14.1.1: a side's units that are due, one by one; headquarters last, so that none serves the same turn."""

    rule = "7.1"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        due = [
            unit
            for unit, (turn, how) in board.track.items()
            if turn <= board.turn and SIDE[unit] == self.side and how != OUT_OF_HOLLAND
        ]
        due.sort(key=lambda unit: (bool(1 << unit & HQS), unit))
        returning: Steps = (BritishReturn(BR), BritishReturn(BE)) if self.side == ALLIED else ()
        return (*(Arrive(unit) for unit in due), *returning)


@value
class Arrive(Asked[Reply]):
    """7.1, 7.1.1, 8.4.9, 14.1.1, 14.3.6: place one unit, or delay it; with its hex shut it comes to a source later."""

    rule = "7.1"
    shape = {"at": "hex", "relieve": "unit"}
    unit: Unit

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if self._joins_nine(board):
            return None
        how = board.track[self.unit][1]
        # 8.4.9: with its detachment on the map the corps comes in nowhere else, until it is sent to a source (7.1).
        hexes = [] if self._waits_for_nine(board, how) else entry_hexes(board, self.unit, how)
        options: list[Reply] = [("at", hex) for hex in hexes]
        if self.unit == DETACHMENT:
            options += [("relieve", hq) for hq in members(NUMBERED) if self._relieves(board, hq)]
        if may_hold(board, self.unit):
            options.append("hold")
        return Ask(SIDE[self.unit], (*options, "delay")) if options else None

    def _joins_nine(self, board: GrandIllusionBoard) -> bool:
        """8.4.9, 7.1: the whole IX Corps takes the place of its detachment, where a unit may arrive and has room."""
        hex = board.where[NINE_MINUS]
        if self.unit != NINE or hex <= 0:
            return False
        twin = board.copy()
        twin.put(NINE_MINUS, ASIDE)
        return bool(ready(twin, NINE, 1 << hex))

    def _waits_for_nine(self, board: GrandIllusionBoard, how: int) -> bool:
        """8.4.9, 7.1: its detachment is on the map, but in an enemy hex or a full one."""
        return self.unit == NINE and board.where[NINE_MINUS] > 0 and how == VARIABLE

    def _relieves(self, board: GrandIllusionBoard, hq: Unit) -> bool:
        """14.1.1: the detachment's staff may take over a numbered army's place."""
        if not board.special_rules or board.where[hq] <= 0 or board.turn < CALENDAR.detachment_relieves_from:
            return False
        return bool(ready(board, self.unit, 1 << board.where[hq]))

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        """7.1, 8.4.9: there is no hex for it, or the corps takes its detachment's place."""
        if self._joins_nine(board):
            return place(board, self.unit, board.where[NINE_MINUS], "8.4.9")
        how = board.track[self.unit][1]
        shut = how > 0 or self._waits_for_nine(board, how)
        return self._delay(board, AT_SOURCE if shut else how)

    def _delay(self, board: GrandIllusionBoard, how: int) -> Steps:
        board.held &= ~(1 << self.unit)
        board.track[self.unit] = (board.turn + 1, how)
        board.tell(Delayed(self.rule, IDS[self.unit], board.turn + 1))
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        unit = self.unit
        how = board.track[unit][1]
        if answer == "hold":
            board.held |= 1 << unit
            board.track[unit] = (board.turn + 1, how)
            return ()
        if isinstance(answer, str):
            return self._delay(board, how)
        board.held &= ~(1 << unit)
        word, what = answer
        if word == "relieve":
            hex = board.where[what]
            board.delay(what, board.turn + 1, VARIABLE)
            board.down &= ~(1 << what)
            return place(board, unit, hex, "14.1.1")
        return place(board, unit, what, self.rule)


def place(board: GrandIllusionBoard, unit: Unit, hex: Hex, rule: str) -> Steps:
    """7.1, 7.1.2, 8.4.9, 14.1.1: put an arriving unit on the map, on the side that it comes in on."""
    bit = 1 << unit
    board.track.pop(unit, None)
    board.put(unit, hex)
    if unit == NINE:
        # 8.4.9: wherever it is, the detachment is out of play now.
        board.track.pop(NINE_MINUS, None)
        board.put(NINE_MINUS, ASIDE)
    board.down = board.down | bit if board.weak & bit else board.down & ~bit
    board.weak &= ~bit
    if bit & HQS:
        board.fresh |= bit
        meet(board, hex, SIDE[unit])
    board.tell(Arrived(rule, IDS[unit], hex))
    return settle(board, hex)


def may_hold(board: GrandIllusionBoard, unit: Unit) -> bool:
    """14.3.6: with Enhanced Rule Britannia up to four British infantry divisions are kept for a landing.

    They are asked for every turn: whoever is not kept any longer comes in like others.
    """
    chosen = board.chose(ALLIED, RULE_BRITANNIA) and not board.landed
    others = board.held & ~(1 << unit)
    return bool(chosen and 1 << unit & BRITISH & INFANTRY and others.bit_count() < LIMITS.landing_divisions)


@value
class BritishReturn(Asked[Reply]):
    """14.1.1: on turn 8 one British, on turn 12 also one Belgian infantry unit may return, there disrupted."""

    rule = "14.1.1"
    shape = {"return": "unit"}
    nation: int

    def units(self, board: GrandIllusionBoard) -> list[Unit]:
        """Eliminated infantry of the nation that has somewhere to go."""
        if not board.special_rules:
            return []
        if board.turn != CALENDAR.allied_return and (board.turn != CALENDAR.british_return or self.nation == BE):
            return []
        fallen = OF_NATION[self.nation] & INFANTRY
        return [unit for unit in members(fallen) if board.where[unit] == DEAD and variable_hexes(board, unit)]

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = [("return", unit) for unit in self.units(board)]
        return Ask(ALLIED, (*units, "none")) if units else None

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        unit = answer[1]
        if board.turn == CALENDAR.allied_return:
            board.weak |= 1 << unit
        board.delay(unit, board.turn, VARIABLE)
        return (PlaceNow(unit, VARIABLE),)


@value
class PlaceNow(Asked[Named]):
    """7.1.1, 7.2: choose the hex of a unit that comes in at once."""

    rule = "7.1.1"
    shape = {"at": "hex"}
    unit: Unit
    how: int

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(SIDE[self.unit], [("at", hex) for hex in entry_hexes(board, self.unit, self.how)])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        return place(board, self.unit, answer[1], self.rule)
