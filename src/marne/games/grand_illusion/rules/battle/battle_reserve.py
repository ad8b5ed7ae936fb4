"""9.2.5, 9.2.6: units left without an opponent go into reserve or home, and cavalry may leave the line."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import BRITISH, CAVALRY, FORTS, IDS, INFANTRY, Unit, written
from marne.games.grand_illusion.events import CavalryWithdrew, LeftOut, WithdrawalDie
from marne.games.grand_illusion.rules.battle.battle_board import (
    DEFENDER,
    FRONTS,
    RESERVE,
    Fight,
    attackers,
    engaged,
    may_be_alone,
    next_in_line,
    on_board,
    one_of,
)
from marne.games.grand_illusion.rules.battle.battle_fire import FrontLine
from marne.games.grand_illusion.rules.battle.battle_placement import StackUp, put_on, why_not_placed
from marne.games.grand_illusion.rules.battle.losses import disrupt, hit
from marne.games.grand_illusion.steps import Asked, Named, Reply, Rolled, Steps, choose
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, members

__all__ = ["AttackerReserve", "CavalryWithdrawal", "DefenderReserve", "PlaceBehind", "ShotAtBacks"]

SPACES = 4
"""9.2.1: units or stacks of one side on the battle board, front and reserve together."""


def may_stand_behind(units: Bits, targets: Bits) -> bool:
    """9.6.1: cavalry in reserve only against cavalry, British cavalry against infantry too; none against forts."""
    if not units & CAVALRY:
        return True
    return not targets & FORTS and bool(targets & CAVALRY or units & BRITISH)


def reserve_spaces(board: GrandIllusionBoard, side: int, units: Bits) -> list[int]:
    """9.2.5: vacant reserve spaces behind a front that fights; `side` is 0 for the attacker, DEFENDER otherwise."""
    return [
        i
        for i in FRONTS
        if engaged(board, i)
        and not board.spaces[side + RESERVE + i]
        and may_stand_behind(units, board.spaces[DEFENDER - side + i])
    ]


@value
class DefenderReserve(Asked[Reply]):
    """9.2.5: defenders whom nobody attacks: the disrupted go back, the others may stand in reserve."""

    rule = "9.2.5"
    shape = {"behind": "unit"}
    fight: Fight
    space: int

    def idle(self, board: GrandIllusionBoard) -> Bits:
        """The unit or stack in the space, if nobody faces it."""
        if self.space >= SPACES or board.spaces[self.space]:
            return 0
        return board.spaces[DEFENDER + self.space]

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Reply] | None:
        units = self.idle(board)
        if not units:
            return None
        if units & board.down:
            return Only("leave out")
        behind: list[Reply] = [
            ("behind", one_of(board.spaces[DEFENDER + i])) for i in reserve_spaces(board, DEFENDER, units)
        ]
        return choose(1 - board.attacker, [*behind, "leave out"])

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        return (DefenderReserve(self.fight, self.space + 1),) if self.space < SPACES else ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        units = self.idle(board)
        board.spaces[DEFENDER + self.space] = 0
        if isinstance(answer, str):
            board.tell(LeftOut(self.rule, written(units), board.battle))
        else:
            (i,) = (i for i in FRONTS if board.spaces[DEFENDER + i] >> answer[1] & 1)
            put_on(board, units, DEFENDER + RESERVE + i, self.rule)
        return self.unasked(board)


@value
class AttackerReserve(Asked[Reply]):
    """9.2.5: undisrupted attackers in excess, by priority, up to four units or stacks in all (9.2.1)."""

    rule = "9.2.5"
    shape = {"reserve": "unit"}
    fight: Fight

    def pool(self, board: GrandIllusionBoard) -> Bits:
        """Who can still be of use behind the front."""
        if sum(1 for space in range(DEFENDER) if board.spaces[space]) >= SPACES:
            return 0
        units = attackers(board, self.fight) & ~board.down & ~on_board(board)
        found = 0
        for unit in members(units):
            if reserve_spaces(board, 0, 1 << unit):
                found |= 1 << unit
        return found

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Reply] | None:
        reserves: list[Reply] = [("reserve", unit) for unit in members(next_in_line(board, self.pool(board)))]
        return choose(board.attacker, [*reserves, "done"])

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        unit = answer[1]
        pool = self.pool(board)
        return PlaceBehind(unit, pool, may_be_alone(board, unit, pool)), self

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        found = why_not_placed(board, self.rule, unit, self.fight)
        if found.key == "why.rank" and board.down >> unit & 1:
            return Reason("9.8.2", "why.tired_reserve")
        return Reason("9.6.1", "why.cavalry_reserve") if found.key == "why.rank" and CAVALRY >> unit & 1 else found


@value
class PlaceBehind(Asked[Named]):
    """9.2.5: behind whom the reserve stands."""

    rule = "9.2.5"
    shape = {"behind": "unit"}
    unit: Unit
    pool: Bits
    alone: bool

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        spaces = reserve_spaces(board, 0, 1 << self.unit)
        return choose(board.attacker, [("behind", one_of(board.spaces[i])) for i in spaces])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        (space,) = (i for i in FRONTS if board.spaces[i] >> answer[1] & 1)
        return (StackUp(self.unit, RESERVE + space, self.pool, self.alone),)


@value
class CavalryWithdrawal(Asked[str]):
    """9.2.6, 9.6.2: undisrupted cavalry defending in the front line may leave before it is fired at; then the fight."""

    rule = "9.2.6"
    fight: Fight
    space: int

    def riders(self, board: GrandIllusionBoard) -> Bits:
        """The cavalry in the space that may still decide."""
        if self.space >= SPACES or not engaged(board, self.space):
            return 0
        units = board.spaces[DEFENDER + self.space] & CAVALRY
        return 0 if units & board.down else units

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return Ask(1 - board.attacker, ("stand", "withdraw")) if self.riders(board) else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        last = self.space >= SPACES
        return (FrontLine(self.fight) if last else CavalryWithdrawal(self.fight, self.space + 1),)

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        following = CavalryWithdrawal(self.fight, self.space + 1)
        if answer == "stand":
            return (following,)
        units = self.riders(board)
        space = DEFENDER + self.space
        board.tell(CavalryWithdrew(self.rule, written(units), board.battle))
        # 9.6.2: the reserve behind moves up; if there is none, the attackers ride after the cavalry and that is all.
        board.spaces[space] = board.spaces[space + RESERVE]
        board.spaces[space + RESERVE] = 0
        if board.spaces[self.space] & INFANTRY:
            return (*(ShotAtBacks(unit) for unit in members(units)), following)
        for unit in members(units):
            disrupt(board, unit, self.rule)
        return (following,)


@value
class ShotAtBacks(Rolled):
    """9.6.2: infantry hits withdrawing cavalry on 1 or 2."""

    rule = "9.6.2"
    unit: Unit

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        scored = answer <= LIMITS.hit_backs
        board.tell(WithdrawalDie(self.rule, IDS[self.unit], answer, scored, board.battle))
        if scored:
            hit(board, self.unit, self.rule)
        return ()
