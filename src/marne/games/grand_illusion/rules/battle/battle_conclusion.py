"""9.3.6, 9.4.1, 9.4.2, 9.5.3: the end of a battle: who must leave, who may, and whether a siege begins."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import VOSGES, Hex
from marne.games.grand_illusion.components.units import FORTS, INFANTRY, SIDES, Side
from marne.games.grand_illusion.events import Besieged, MayRetreat, MustRetreat
from marne.games.grand_illusion.rules.battle.battle_board import fortune
from marne.games.grand_illusion.rules.movement.control import may_besiege, settle
from marne.games.grand_illusion.rules.retreat.retreat import retreat_side, way_out
from marne.games.grand_illusion.steps import Asked, Line, Steps

__all__ = ["Conclude", "Force", "Leave", "MayLeave", "Siege", "beaten", "excused", "force"]


@value
class Force:
    """What a side has in the battle hex: how many combat units, undisrupted ones, undisrupted infantry."""

    combat: int
    fresh: int
    fresh_infantry: int


def force(board: GrandIllusionBoard, side: Side, hex: Hex) -> Force:
    """9.4.1: everybody in the hex counts, whether he fought or not; forts don't."""
    units = board.combat(hex, side)
    fresh = units & ~board.down
    return Force(units.bit_count(), fresh.bit_count(), (fresh & INFANTRY).bit_count())


def beaten(mine: Force, theirs: Force, *, routed: bool, only_cavalry: bool) -> str:
    """9.4.1: why a side would have to retreat: `infantry`, `routed`, `cavalry`; empty if it need not."""
    if not mine.combat:
        return ""
    if not mine.fresh_infantry and theirs.fresh_infantry:
        return "infantry"
    if routed and mine.fresh < theirs.fresh:
        return "routed"
    return "cavalry" if only_cavalry and not mine.fresh and theirs.fresh else ""


def excused(board: GrandIllusionBoard, hex: Hex, why: str) -> bool:
    """9.4.1: in trenches and in the Vosges nobody has to retreat, except cavalry beaten by cavalry."""
    return why in ("infantry", "routed") and (hex in board.trench or bool(VOSGES >> hex & 1))


@value
class Conclude(Line):
    """9.3.6, 9.4: both sides find out together whether they must retreat; the attacker goes first, then the defender.

    ES-17: the Spanish text gives no such order, and the defender goes first there.
    """

    rule = "9.4.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.spaces = [0] * 16
        board.hits = 0
        attacker = self._leave(board, board.attacker)
        defender = self._leave(board, 1 - board.attacker)
        if board.edition.defender_retreats_last:
            return (*attacker, *defender, Siege())
        return (*defender, *attacker, Siege())

    def _leave(self, board: GrandIllusionBoard, side: Side) -> Steps:
        """9.4.1, 9.4.2, ES-16: a side that must leave, or may; in the Spanish text an excused attacker may too."""
        hex, defending = board.battle, side != board.attacker
        why = beaten(
            force(board, side, hex),
            force(board, 1 - side, hex),
            routed=fortune(board) == "routed",
            only_cavalry=not board.at[hex] & (INFANTRY | FORTS),
        )
        if not why:
            return (MayLeave(side),) if defending else ()
        if not excused(board, hex, why):
            board.tell(MustRetreat(self.rule, SIDES[side], hex, why))
            return (Leave(side),)
        board.tell(MayRetreat(self.rule, SIDES[side], hex))
        return (MayLeave(side),) if defending or board.edition.excused_attacker_may_retreat else ()


@value
class Leave(Line):
    """9.4.1: all but forts retreat."""

    rule = "9.4.1"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        return retreat_side(board, self.side, board.battle, forced=True)


@value
class MayLeave(Asked[str]):
    """9.4.2: the defender may always retreat, if there is a way out; then all go."""

    rule = "9.4.2"
    side: Side

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return Ask(self.side, ("stay", "retreat")) if way_out(board, self.side, board.battle) else None

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        return retreat_side(board, self.side, board.battle, forced=False) if answer == "retreat" else ()


@value
class Siege(Asked[str]):
    """9.5.3: forts left alone with undisrupted enemy infantry may be besieged, a large garrison only by a corps."""

    rule = "9.5.3"

    def besieger(self, board: GrandIllusionBoard) -> Side | None:
        """The side that may lay siege to the forts in the hex."""
        for side in (board.attacker, 1 - board.attacker):
            if may_besiege(board, board.battle, side):
                return side
        return None

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        side = self.besieger(board)
        return None if side is None else Ask(side, ("besiege", "no siege"))

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        return settle(board, board.battle, after_battle=True)

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer == "besiege":
            board.siege |= 1 << board.battle
            board.tell(Besieged(self.rule, board.battle))
        return self.unasked(board)
