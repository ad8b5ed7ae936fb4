"""[9.2] Cavalry Withdrawal: horse and headquarters get out of the way of an attack without horse."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Rail
from marne.games.nach_paris.components.units import (
    CAVALRY,
    FIGHTING,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    SIDE,
    Side,
    Unit,
    Units,
)
from marne.games.nach_paris.rules.combat.battle import Battle, fresh
from marne.games.nach_paris.rules.combat.events import Withdrew
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.retreat.advance import Advance
from marne.games.nach_paris.rules.retreat.ways import abroad, can_cross, may_enter, settle
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps
from marne.games.nach_paris.rules.units.stacking import fits, squeeze_in
from marne.games.nach_paris.rules.units.zones import in_zone
from marne.games.nach_paris.rules.works.bridgeheads import zone_targets
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["Withdraw", "WithdrawTo", "begin_withdrawals", "withdrawal_hexes"]


def begin_withdrawals(board: NachParisBoard, battle: Battle) -> Steps:
    """[9.2.1], [9.2.7], [9.2.8] Who may withdraw, once an attack is declared."""
    return (Withdraw(battle, _may(board, battle)),)


def _may(board: NachParisBoard, battle: Battle) -> Bits:
    if (battle.full | battle.part) & CAVALRY:
        return 0
    here = fresh(board, battle.hex, 1 - board.side)
    horse = here & CAVALRY & ~board.withdrew & ~bits(board.trains)
    staffs = here & HEADQUARTERS & ~board.withdrew if board.of(battle.hex, 1 - board.side) & FIGHTING else 0
    return horse | staffs


def withdrawal_hexes(board: NachParisBoard, unit: Unit) -> tuple[Hex, ...]:
    """[9.2.2] Where to: towards its communications, and not abroad if there is another way.

    departs: 9.2.2, towards its communications means no farther from the next railway of high capacity that its side
    holds; if every such hex is closed, any hex will do. Full hexes are there for who has no other.
    """
    here = board.where[unit]
    ways = _open_ways(board, unit, here)
    ways = [hex for hex in ways if not abroad(board, unit, hex)] or ways
    ways = _with_room(board, unit, ways) or ways
    return tuple(_homeward(board, SIDE[unit], here, ways) or ways)


def _open_ways(board: NachParisBoard, unit: Unit, here: Hex) -> list[Hex]:
    """[9.2.5] On the map, and over no Mountain Range."""
    return [
        hex
        for hex in MAP.grid.neighbours[here]
        if may_enter(board, unit, hex) and can_cross(board, unit, here, hex) and not _crest(here, hex)
    ]


def _with_room(board: NachParisBoard, unit: Unit, ways: list[Hex]) -> list[Hex]:
    """[9.2.9] Stacking binds."""
    return [hex for hex in ways if fits(board, unit, hex, SIDE[unit])]


def _crest(a: Hex, b: Hex) -> bool:
    side = MAP.grid.side(a, b)
    return MAP.cover[side] == Cover.MOUNTAIN_RANGE and not MAP.mountain_pass[side]


_HIGH: Bits = bits(hex for link in MAP.links if link.rail != Rail.LOW for hex in (link.a, link.b))


def _homeward(board: NachParisBoard, side: Side, here: Hex, ways: list[Hex]) -> list[Hex]:
    ours = board.german_rail if side == GERMAN_SIDE else ~board.german_rail
    lines = _HIGH & ours & board.play.area & ~board.occupied[1 - side]
    far = _to(lines, here)
    return [hex for hex in ways if _to(lines, hex) <= far]


def _to(lines: Bits, hex: Hex) -> int:
    """Hexes to the nearest line."""
    reach, far = 1 << hex, 0
    while lines and not reach & lines:
        wider = reach | MAP.grid.spread(reach)
        if wider == reach:
            break
        reach, far = wider, far + 1
    return far


@value
class Withdraw(NachParisQuestion["Word | str"]):
    """[9.2.1] The defender's horse and staffs leave one by one; then the rest fights, or the hex is empty."""

    rule: ClassVar[str] = "9.2.1"
    battle: Battle
    may: Units
    shape: ClassVar[Shape] = {"withdraw": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = tuple(("withdraw", unit) for unit in members(self.may) if withdrawal_hexes(board, unit))
        return Ask(1 - board.side, (*found, "stand")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        unit = answer[1]
        return (WithdrawTo(unit), Withdraw(self.battle, self.may & ~(1 << unit)))

    def unasked(self, board: NachParisBoard) -> Steps:
        """[9.2.6] Fight who is left; before an empty hex the attackers may advance, and attack nobody else.

        departs: 9.1.4, 9.2.2, if all who are left have fought in this phase, nobody attacks them again.
        """
        battle, enemy = self.battle, 1 - board.side
        zone = zone_targets(board, board.side) >> battle.hex & 1
        defenders = fresh(board, battle.hex, enemy)
        if defenders or (zone and not board.attacked >> battle.hex & 1):
            return (ChooseNation(replace(battle, defenders=defenders)),)
        board.barred |= battle.attackers
        if zone or board.of(battle.hex, enemy):
            return ()
        return (Advance(board.side, battle.attackers, 1 << battle.hex),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        unit = answer[1]
        if not (CAVALRY | HEADQUARTERS) >> unit & 1 or board.where[unit] != self.battle.hex:
            return Reason("9.2.1", "why.combat.no_horse")
        if board.withdrew >> unit & 1:
            return Reason("9.2.7", "why.combat.withdrew")
        return Reason("9.2.5", "why.combat.no_way_out")


@value
class WithdrawTo(NachParisQuestion[Word]):
    """The hex that a withdrawing unit takes."""

    rule: ClassVar[str] = "9.2.2"
    unit: Unit
    shape: ClassVar[Shape] = {"to": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """[9.2.3] Each its own way."""
        options: tuple[Word, ...] = tuple(("to", hex) for hex in withdrawal_hexes(board, self.unit))
        return Ask(SIDE[self.unit], options) if len(options) > 1 else Only(options[0])

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        unit, hex = self.unit, answer[1]
        friends = board.of(hex, SIDE[unit])
        if not squeeze_in(board, unit, hex):  # 9.2.9
            return ()
        settle(board, unit, hex)
        board.withdrew |= 1 << unit
        board.tell(Withdrew(self.rule, IDS[unit], label(hex)))
        return () if friends else _past_the_enemy(board, unit, hex)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        here, hex = board.where[self.unit], answer[1]
        if not MAP.grid.adjacent(here, hex):
            return Reason("9.2.2", "why.combat.one_hex")
        if not may_enter(board, self.unit, hex):
            return Reason("9.2.5", "why.combat.closed_hex")
        if _crest(here, hex) or not can_cross(board, self.unit, here, hex):
            return Reason("9.2.5", "why.combat.cannot_cross")
        return (
            Reason("9.2.2", "why.combat.homeward")
            if fits(board, self.unit, hex, SIDE[self.unit])
            else (Reason("9.2.9", "why.combat.full_hex"))
        )


def _past_the_enemy(board: NachParisBoard, unit: Unit, hex: Hex) -> Steps:
    """[9.2.4] In an enemy ZOC, without friends, it must pass a test."""
    if not in_zone(board, hex, 1 - SIDE[unit]):
        return ()
    reveal(board, 1 << unit, "19.4.2")
    return (CabTest(unit, failed=(LoseSteps(unit, 1, True),)),)
