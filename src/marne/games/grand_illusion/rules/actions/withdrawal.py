"""8.7: General Withdrawals."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES, Hex
from marne.games.grand_illusion.components.tables import CALENDAR, POINTS
from marne.games.grand_illusion.components.units import ALLIED, BELGIAN, GERMAN, MOBILE, OF_SIDE, SIDES, Side
from marne.games.grand_illusion.events import WithdrawalDeclared
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.movement.movement import Movement
from marne.games.grand_illusion.rules.scenarios.victory import score
from marne.games.grand_illusion.rules.supply.trenches import dig, line_hexes
from marne.games.grand_illusion.steps import Asked, Line, Reply, Steps

__all__ = [
    "AfterWithdrawal",
    "DigIn",
    "GeneralWithdrawal",
    "LeaveHex",
    "OfferWithdrawal",
    "RetireFrom",
    "may_withdraw",
]


def may_withdraw(board: GrandIllusionBoard, side: Side) -> bool:
    """8.7.1: once a game, not on turns 1 and 2; the Germans only on a turn after the Allies'."""
    if board.withdrew[side] or board.turn < CALENDAR.withdrawal_from:
        return False
    return side == ALLIED or 0 < board.withdrew[ALLIED] < board.turn


@value
class OfferWithdrawal(Asked[str]):
    """8.7.1: at the start of the enemy's segment a side may still declare its own withdrawal."""

    rule = "8.7.1"
    side: Side

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return Ask(self.side, ("withdraw", "hold")) if may_withdraw(board, self.side) else None

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer != "withdraw":
            return ()
        board.passed = False  # 8.1.1: who withdraws has surrendered the initiative, not passed it
        return (GeneralWithdrawal(self.side),)


@value
class GeneralWithdrawal(Line):
    """8.7.2, 8.7.3: everybody may move once, hex by hex, into friendly hexes without enemies; Belgians stay."""

    rule = "8.7"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.tell(WithdrawalDeclared(self.rule, SIDES[self.side]))
        board.moved = 0
        digging: Steps = (DigIn(),) if self.side == GERMAN else ()
        return (RetireFrom(self.side), *digging, AfterWithdrawal(self.side))


@value
class RetireFrom(Asked[Reply]):
    """8.7.2, 8.7.3: the next hex whose units move, at no CAP."""

    rule = "8.7"
    shape = {"activate": "hex"}
    side: Side

    def hexes(self, board: GrandIllusionBoard) -> list[Hex]:
        """Hexes with units that have not moved."""
        units = OF_SIDE[self.side] & MOBILE & ~board.moved & ~BELGIAN
        return [hex for hex in range(1, HEXES + 1) if board.at[hex] & units]

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        hexes = [("activate", hex) for hex in self.hexes(board)]
        return Ask(self.side, (*hexes, "done")) if hexes else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.active = 0
        board.moved = 0
        board.entered = {}
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        board.active = answer[1]
        return Movement(self.side, retiring=True), LeaveHex(self.side), self


@value
class LeaveHex(Line):
    """8.7.2: nobody moves twice; who stayed in the hex has had its turn."""

    rule = "8.7.2"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.moved |= board.at[board.active] & OF_SIDE[self.side]
        return ()


@value
class DigIn(Asked[Reply]):
    """8.7.3: then the Germans may dig, a CAP for each hex, with or without enemies."""

    rule = "8.7.3"
    shape = {"entrench": "hex"}

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if board.caps[GERMAN] < 1:
            return None
        hexes = [("entrench", hex) for hex in line_hexes(board)]
        return Ask(GERMAN, (*hexes, "done")) if hexes else None

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        spend(board, GERMAN)
        dig(board, answer[1], self.rule)
        return (self,)


@value
class AfterWithdrawal(Line):
    """8.7.2, 8.7.3, ES-40: what it costs, and what it ends."""

    rule = "8.7"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.withdrew[self.side] = board.turn
        if self.side == ALLIED:
            score(board, ALLIED, _cost(board, ALLIED), "8.7.2", "withdrawal")
            # ES-40: the Spanish aid cancels only the battles of turns 3 and 4.
            if board.turn <= CALENDAR.elan_until or board.edition.withdrawal_cancels_after_turn_4:
                board.mandated[ALLIED] = 0
        else:
            score(board, GERMAN, _cost(board, GERMAN), "8.7.3", "withdrawal")
        return ()


def _cost(board: GrandIllusionBoard, side: Side) -> int:
    """8.7.2, 8.7.3: points that a withdrawal costs."""
    early = board.turn == CALENDAR.early_withdrawal[side]
    return POINTS[f"{SIDES[side]} withdrawal early" if early else f"{SIDES[side]} withdrawal"]
