"""Chapter 11, the die and after: results, losses of both sides, morale, advance."""

from __future__ import annotations

from dataclasses import replace

from marne.engine import Answer, Ask, Only, chance, value
from marne.games.schlieffens_war.board import DEFENDED, FATIGUED, WarBoard
from marne.games.schlieffens_war.components.units import FORT, IS_CORPS, KIND, SIDE
from marne.games.schlieffens_war.events import Advanced, BattleFought, PlanXviiAttack
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import (
    column_label,
    counts_for_plan_xvii,
    extra_loss,
    final_column,
    needs_die,
    result_of,
)
from marne.games.schlieffens_war.rules.combat.retreat import may_retreat, retreat, retreat_hexes, retreating
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.steps import Asked, Line, Steps, UnitLine, choose
from marne.games.schlieffens_war.words import Reason

__all__ = [
    "AdvanceAfterCombat",
    "AttackerLosses",
    "DefenderLosses",
    "EndOfAttack",
    "MoraleAfterCombat",
    "ResolveAttack",
    "RetreatPenalty",
    "attacker_loss_choices",
    "defender_loss_choices",
    "vacated",
]

DONE = "done"
RETREAT = "retreat"
Loss = int | tuple[str, int]
"""A unit that loses a step, or a retreat to a hex."""


def _battle(board: WarBoard) -> Battle:
    battle = board.battle
    assert battle is not None, "no attack is in progress"
    return battle


@value
class ResolveAttack(Asked[int]):
    """11.17, 11.9, 4.4: one die on the column of the final odds, none off the table; Plan XVII counts the attack."""

    rule = "11.17"

    def ask(self, board: WarBoard) -> Ask | None:
        return chance() if needs_die(final_column(board, _battle(board))[2]) else None

    def unasked(self, board: WarBoard) -> Steps:
        return self.answered(board, 0)

    def answered(self, board: WarBoard, answer: int) -> Steps:
        battle = _battle(board)
        attack, defence, column, shifts = final_column(board, battle)
        result = result_of(column, answer)
        label = column_label(column)
        board.tell(BattleFought("11.17", battle.hex, attack, defence, shifts, label, answer, str(result)))
        if counts_for_plan_xvii(battle):
            board.plan_xvii += 1
            board.tell(PlanXviiAttack("4.4", board.plan_xvii))
        return (
            DefenderLosses(result.defender),  # 11.18: the defender absorbs first
            AttackerLosses(result.attacker + extra_loss(board, battle)),  # 11.19, 11.20
            MoraleAfterCombat(),  # 11.20
            AdvanceAfterCombat(),  # 11.22
        )


# -- 11.20 who may lose a step


def _spread(pool: list[int], hit: tuple[int, ...]) -> list[int]:
    """11.20: nobody loses a second step before all have lost one."""
    return [unit for unit in pool if unit not in hit] or pool


def defender_loss_choices(board: WarBoard, battle: Battle) -> list[int]:
    """11.20: the units from which the defender's next step may come.

    The first is a participant's; the third corps may help after that; a fort loses nothing while a corps lives; an HQ
    or depot that did not take part is left to the last.
    """
    alive = [unit for unit in battle.force if board.where[unit] == battle.at]
    corps = [unit for unit in alive if IS_CORPS[unit]]
    fighting = [unit for unit in alive if unit in battle.defenders]
    if not battle.hit:
        pool = fighting
    else:
        pool = fighting + [unit for unit in corps if unit not in fighting]
    if corps:
        pool = [unit for unit in pool if KIND[unit] != FORT] or corps
    elif not pool:
        pool = [unit for unit in alive if KIND[unit] == FORT] or alive
    return sorted(_spread(pool, battle.hit))


def attacker_loss_choices(board: WarBoard, battle: Battle) -> list[int]:
    """11.20: where the attacker's next step may come from: participants first, then corps stacked with them."""
    fighting = [unit for unit in battle.attackers if board.where[unit] >= 0]
    hit = tuple(unit for unit in battle.hit if SIDE[unit] == battle.side)
    if not hit:
        return sorted(fighting)
    idle = [unit for hex in battle.bases for unit in board.stacks[hex] if IS_CORPS[unit] and unit not in fighting]
    return sorted(_spread(fighting + idle, hit))


@value
class DefenderLosses(UnitLine[Loss]):
    """11.20, 11.21: the defender loses steps one at a time; after the first he may go back a hex for each instead."""

    rule = "11.20"
    shape = {RETREAT: "hex", "": "unit"}
    verb = "lose "
    left: int

    def _choices(self, board: WarBoard) -> list[Loss]:
        battle = _battle(board)
        if self.left <= 0:
            return []
        choices: list[Loss] = [*defender_loss_choices(board, battle)]
        if battle.hit:
            choices += [(RETREAT, hex) for hex in retreat_hexes(board, battle)]
        return choices

    def ask(self, board: WarBoard) -> Ask | Only[Loss] | None:
        return choose(1 - _battle(board).side, self._choices(board))

    def answered(self, board: WarBoard, answer: Loss) -> Steps:
        battle = _battle(board)
        if isinstance(answer, int):
            board.lose_step(answer, "11.20")
            board.battle = replace(battle, hit=(*battle.hit, answer))
            return (DefenderLosses(self.left - 1),)
        to = answer[1]
        first = not battle.trail
        tired = [board.morale[unit] == FATIGUED for unit in _fighting_corps(board, battle)]
        retreat(board, battle, to)
        board.battle = battle = replace(battle, at=to, trail=(*battle.trail, battle.at))
        if not first:
            return (DefenderLosses(self.left - 1),)
        for unit in retreating(board, battle):
            board.tire(unit, "11.20")
        penalty = (RetreatPenalty(),) if tired and all(tired) else ()
        return (*penalty, DefenderLosses(self.left - 1))

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        battle = _battle(board)
        if isinstance(answer, tuple):
            return why_no_retreat(board, battle)
        if isinstance(answer, int) and answer in battle.force:
            if KIND[answer] == FORT:
                return Reason("11.20", "why.fort_last", unit=answer)
            key = "why.second_step" if answer in battle.hit else "why.first_step"
            return Reason("11.20", key, unit=answer)
        return Reason("11.20", "why.not_involved")


def why_no_retreat(board: WarBoard, battle: Battle) -> Reason:
    """Why a stack can't go back, or not there."""
    if not battle.hit:
        return Reason("11.20", "why.step_first")
    if not may_retreat(board, battle):
        return Reason("11.21", "why.fort_holds", hex=battle.hex)
    return Reason("11.21", "why.retreat")


def _fighting_corps(board: WarBoard, battle: Battle) -> list[int]:
    """11.20: the corps that took part and are still with the stack."""
    return [unit for unit in battle.defenders if IS_CORPS[unit] and board.where[unit] == battle.at]


class _LoseStep(UnitLine[int]):
    """11.18, 11.20: one side picks the unit that loses a step."""

    __slots__ = ()
    verb = "lose "

    def _side(self, battle: Battle) -> int:
        raise AssertionError("each side has its own")

    def _choices(self, board: WarBoard) -> list[int]:
        raise AssertionError("each side has its own")

    def ask(self, board: WarBoard) -> Ask | Only[int] | None:
        return choose(self._side(_battle(board)), self._choices(board))

    def answered(self, board: WarBoard, answer: int) -> Steps:
        battle = _battle(board)
        board.lose_step(answer, "11.20")
        board.battle = replace(battle, hit=(*battle.hit, answer))
        return self._next()

    def _next(self) -> Steps:
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        if isinstance(answer, int) and answer in _battle(board).hit:
            return Reason("11.20", "why.second_step", unit=answer)
        return Reason("11.20", "why.not_involved")


@value
class RetreatPenalty(_LoseStep):
    """11.20: a stack whose fighting corps were all fatigued already loses one step more when it retreats."""

    rule = "11.20"

    def _side(self, battle: Battle) -> int:
        return 1 - battle.side

    def _choices(self, board: WarBoard) -> list[int]:
        battle = _battle(board)
        corps = [unit for unit in retreating(board, battle) if IS_CORPS[unit]]
        return sorted(_spread(corps, battle.hit))


@value
class AttackerLosses(_LoseStep):
    """11.18, 11.20: the attacker's losses are steps, one at a time."""

    rule = "11.20"
    left: int

    def _side(self, battle: Battle) -> int:
        return battle.side

    def _choices(self, board: WarBoard) -> list[int]:
        return attacker_loss_choices(board, _battle(board)) if self.left > 0 else []

    def _next(self) -> Steps:
        return (AttackerLosses(self.left - 1),)


# -- 11.20 morale, 11.22 advance


def vacated(board: WarBoard, battle: Battle) -> bool:
    """11.20: the defending force is eliminated or has retreated out of its hex."""
    return not any(board.where[unit] == battle.hex for unit in battle.force)


@value
class MoraleAfterCombat(Line):
    """11.20, 9.6: attacking corps gain a level if the hex was cleared; otherwise they tire, or lose a step if tired."""

    rule = "11.20"

    def do(self, board: WarBoard) -> Steps:
        battle = _battle(board)
        won = vacated(board, battle)
        for unit in battle.attackers:
            if board.where[unit] < 0:
                continue
            if won:
                board.raise_morale(unit, "11.20")
            elif board.morale[unit] == FATIGUED:
                board.lose_step(unit, "11.20")
            else:
                board.tire(unit, "11.20")
        return ()


@value
class AdvanceAfterCombat(UnitLine[int | str]):
    """11.22, 7.4, 6.2: attackers may enter the empty hex, one at a time, HQs too, as far as there is room.

    Where an enemy is left there is none. Belgians have attacked in their own area only (11.7), so they advance nowhere
    else (10.8).
    """

    rule = "11.22"
    verb = "advance "

    def _choices(self, board: WarBoard) -> list[int]:
        battle = _battle(board)
        hex = battle.hex
        return [
            unit
            for unit in battle.attackers
            if board.where[unit] >= 0 and board.where[unit] != hex and has_room(board, unit, hex)
        ]

    def ask(self, board: WarBoard) -> Ask | None:
        choices = self._choices(board)
        return Ask(_battle(board).side, (*choices, DONE)) if choices else None

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        if isinstance(answer, str):
            return ()
        battle = _battle(board)
        start = board.where[answer]
        board.move(answer, battle.hex)
        board.tell(Advanced("11.22", answer, start, battle.hex))
        return (self,)

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        battle = _battle(board)
        if isinstance(answer, int) and answer not in battle.attackers:
            return Reason("11.22", "why.no_attacker", unit=answer)
        return Reason("6.2", "why.full", hex=battle.hex)


@value
class EndOfAttack(Line):
    """11.5, 11.6: the attack is over; its defenders cannot be attacked again in this phase."""

    rule = "11.5"

    def do(self, board: WarBoard) -> Steps:
        for unit in _battle(board).force:
            board.acts[unit] |= DEFENDED
        board.battle = None
        return ()
