"""A3, C1, C3, C16, C20: why a unit that was clicked is not among the answers, with the rule that keeps it out."""

from __future__ import annotations

from marne.engine import Position
from marne.games.brigade1914.actions import Act, Declare
from marne.games.brigade1914.board import MASKED, Battlefield
from marne.games.brigade1914.command import can_pay, fights
from marne.games.brigade1914.firing import GUNS, gun_range, rifle_range, targets
from marne.games.brigade1914.forces import BATTERY
from marne.games.brigade1914.moving import GoTo
from marne.games.brigade1914.reaction import Reaction
from marne.games.brigade1914.shooting import ChooseGunTarget, ChooseTarget, SwitchTarget
from marne.games.brigade1914.sight import sees
from marne.games.brigade1914.troops import distance2, present
from marne.games.brigade1914.words import Reason

__all__ = ["why_not_unit"]


def why_not_unit(position: Position[Battlefield], seat: int, unit: int) -> Reason:
    """What keeps a unit from being chosen now."""
    board, step = position.board, position.step
    name, mine = board.label(unit), board.side[unit] == seat
    if isinstance(step, GoTo | Declare):
        doing = board.label(step.unit)
        return Reason(step.rule, "point.busy", unit=doing)
    if isinstance(step, Act):
        if not mine:
            return Reason("C1", "point.enemy", unit=name)
        if not fights(board, unit) or board.status[unit] == MASKED:
            return Reason("C1", "point.not_there", unit=name)
        if not can_pay(board, unit):
            return Reason("A3", "point.no_token", unit=name)
    if isinstance(step, Reaction):
        if not mine:
            return Reason("C3", "point.enemy", unit=name)
        if not can_pay(board, unit):
            return Reason("C3", "point.no_token", unit=name)
        return Reason("C3", "point.cannot_react", unit=name, actor=board.label(step.actor))
    if isinstance(step, ChooseTarget | ChooseGunTarget | SwitchTarget):
        return _no_target(board, step.unit, unit, step.how, isinstance(step, ChooseGunTarget))
    return Reason(getattr(step, "rule", "C1"), "why.not_now")


def _no_target(board: Battlefield, firer: int, unit: int, how: str, guns: bool) -> Reason:
    """C16, C20: friend, out of sight, out of range, or another one is nearer."""
    name = board.label(unit)
    if board.side[unit] == board.side[firer]:
        return Reason("C16", "point.friend", unit=name)
    if not present(board, unit):
        return Reason("C16", "point.not_there", unit=name)
    if board.spec[firer].kind == BATTERY:
        return Reason("C20", "point.not_observed", unit=name)
    if not sees(board, firer, unit):
        return Reason("C16", "point.unseen", unit=name)
    most = gun_range(board, how) if guns or how == GUNS else rifle_range(board, firer, how)
    if distance2(board, firer, unit) > most * most:
        return Reason("C16", "point.far", unit=name, inches=most // 100)
    first = targets(board, firer, how)
    if first and unit not in first:
        return Reason("C16", "point.nearest", unit=name, nearest=board.label(first[0]))
    return Reason("C16", "why.not_now")
