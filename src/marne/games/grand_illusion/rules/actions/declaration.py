"""9.1.2: which battles are fought, and by whom. All movement is over by then (8.2.2, 8.5, 8.6)."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ANTWERP, BRUSSELS, PLAN17, Hex
from marne.games.grand_illusion.components.scenario import BELGIAN_PREPAREDNESS
from marne.games.grand_illusion.components.tables import CALENDAR
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    CAVALRY,
    COMBAT,
    DEFENCE_ONLY,
    FORTS,
    GERMAN,
    HQS,
    MOBILE,
    OF_SIDE,
    Side,
    written,
)
from marne.games.grand_illusion.events import BattleDeclared, Withdrew
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.steps import Asked, Line, Reply, Steps
from marne.hexes import Bits, members

__all__ = ["BelgianWithdrawal", "Declarations", "Declare", "Designate", "MayDeclare", "able", "targets"]


def targets(board: GrandIllusionBoard, hex: Hex, side: Side) -> Bits:
    """9.1.2: what a battle in the hex would be fought against: combat units, and forts even when besieged."""
    return board.at[hex] & OF_SIDE[1 - side] & (COMBAT | FORTS)


def able(board: GrandIllusionBoard, hex: Hex, side: Side, units: Bits) -> Bits:
    """2.4, 9.6.1: who may attack what is there: no bracketed strength, no cavalry against forts alone."""
    units &= board.at[hex] & COMBAT & ~DEFENCE_ONLY
    return units if targets(board, hex, side) & COMBAT else units & ~CAVALRY


@value
class Declarations(Line):
    """8.6, 9.1.2: a must, a may where friends were before, a may in the activated hex."""

    rule = "9.1.2"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        found: list[Line] = []
        for hex in sorted(board.entered):
            if board.must >> hex & 1:
                found.append(Declare(self.side, hex))
            else:
                found.append(MayDeclare(self.side, hex))
        if board.active and board.combat(board.active, self.side):
            found.append(MayDeclare(self.side, board.active))
        return tuple(found)


@value
class MayDeclare(Asked[str]):
    """9.1.2: the attacker may fight where friendly and enemy units are together."""

    rule = "9.1.2"
    side: Side
    hex: Hex

    def candidates(self, board: GrandIllusionBoard) -> Bits:
        """The units that moved in (9.1.2), or everybody in the activated hex."""
        units = board.entered[self.hex] if self.hex in board.entered else board.combat(self.hex, self.side)
        return able(board, self.hex, self.side, units)

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if not targets(board, self.hex, self.side) or not self.candidates(board):
            return None
        return Ask(self.side, ("battle", "no battle"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer != "battle":
            return ()
        if self.hex == board.active:
            return (Designate(self.side, self.hex, self.candidates(board)),)
        return (Declare(self.side, self.hex),)


@value
class Designate(Asked[Reply]):
    """9.1.2: in the activated hex not everybody has to attack."""

    rule = "9.1.2"
    shape = {"spare": "unit"}
    side: Side
    hex: Hex
    units: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        spares = [("spare", unit) for unit in members(self.units)]
        return Ask(self.side, (*spares, "done")) if len(spares) > 1 else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.entered[self.hex] = self.units
        return (Declare(self.side, self.hex),)

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        return (Designate(self.side, self.hex, self.units & ~(1 << answer[1])),)


@value
class Declare(Asked[str]):
    """9.1.2: a battle marker; and, where it can be one, a Mandated Battle (9.1.1)."""

    rule = "9.1.1"
    side: Side
    hex: Hex

    def attackers(self, board: GrandIllusionBoard) -> Bits:
        return able(board, self.hex, self.side, board.entered.get(self.hex, 0))

    def may_be_mandated(self, board: GrandIllusionBoard) -> bool:
        left = board.mandated[self.side] - board.declared.bit_count()
        return left > 0 and mandated.qualifies(board, self.hex, self.side, self.attackers(board))

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        # 9.3.5: elan has its price, so on turns 1 to 4 in a Plan 17 hex it is the Allied player's choice.
        if (
            self.side == ALLIED
            and board.turn <= CALENDAR.elan_until
            and self.hex in PLAN17
            and self.may_be_mandated(board)
        ):
            return Ask(self.side, ("mandated", "ordinary"))
        return None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        return self._declare(board, ordered=self.may_be_mandated(board))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        return self._declare(board, ordered=answer == "mandated")

    def _declare(self, board: GrandIllusionBoard, *, ordered: bool) -> Steps:
        attackers = self.attackers(board)
        if not attackers or not targets(board, self.hex, self.side):
            return ()
        if ordered:
            board.declared |= 1 << self.hex
        board.battles.append(self.hex)
        board.attackers[self.hex] = attackers
        board.attacker = self.side
        board.tell(BattleDeclared(self.rule, self.hex, written(attackers), ordered))
        return (BelgianWithdrawal(),) if self.side == GERMAN and self.hex == BRUSSELS else ()


@value
class BelgianWithdrawal(Asked[str]):
    """14.1.1, ES-42, ES-44: on turn 1 the Belgians in Brussels may slip into Antwerp for a CAP; then 12.5 applies."""

    rule = "14.1.1"

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if board.turn != 1 or board.caps[ALLIED] < 1 or board.chose(ALLIED, BELGIAN_PREPAREDNESS):
            return None
        if not board.special_rules or not board.at[BRUSSELS] & BELGIAN & COMBAT:
            return None
        # ES-42: in the English text it is the one northern activation.
        if board.edition.belgian_withdrawal_is_northern and board.northern >= board.rules.northern_activations:
            return None
        return Ask(ALLIED, ("slip away", "stand"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer != "slip away":
            return ()
        spend(board, ALLIED)
        if board.edition.belgian_withdrawal_is_northern:
            board.northern += 1
        units = board.at[BRUSSELS] & BELGIAN & MOBILE
        board.put_all(units, ANTWERP)
        board.down |= units & HQS  # 9.4.4: it is a retreat
        board.bottled = board.rules.antwerp_bottled
        board.tell(Withdrew(self.rule, written(units), ANTWERP))
        if not targets(board, BRUSSELS, GERMAN):
            board.battles.remove(BRUSSELS)
            board.attackers.pop(BRUSSELS)
            board.declared &= ~(1 << BRUSSELS)
        return (*settle(board, BRUSSELS), *settle(board, ANTWERP))
