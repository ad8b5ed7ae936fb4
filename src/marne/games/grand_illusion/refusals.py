"""Why a hex or a counter that was clicked is not offered: the first rule in the way, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import CHANCE, Position
from marne.games.grand_illusion import battle_refusals
from marne.games.grand_illusion.actions import Act, activation_reason
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.movement import Gather, Movement, Walk, entry_reason
from marne.games.grand_illusion.places import HEXES
from marne.games.grand_illusion.steps import UNIT_WORDS
from marne.games.grand_illusion.units import BY_ID, MOBILE, SIDE, Unit
from marne.games.grand_illusion.words import Reason


def reason(position: Position[GrandIllusionBoard], target: Mapping[str, str]) -> Reason | None:
    """None where the thing is offered after all."""
    ask, board = position.open, position.board
    rule = position.step.rule
    if ask is None or ask.actor == CHANCE:
        return Reason(rule, "why.nobody")
    hex = int(target["hex"]) if target.get("hex", "").isdigit() else 0
    unit = BY_ID.get(target.get("piece", ""), -1)
    for answer in ask.options or ():
        if isinstance(answer, tuple) and len(answer) == 2:
            named = answer[0] in UNIT_WORDS
            if (named and answer[1] == unit) or (not named and answer[1] == hex):
                return None
    if in_battle := battle_refusals.reason(position, unit, hex):
        return in_battle
    if unit >= 0:
        return _unit_reason(position, unit, ask.actor)
    if not 1 <= hex <= HEXES:
        return Reason(rule, "why.nothing")
    step: Any = position.step
    if isinstance(step, Gather):
        return entry_reason(board, step.side, step.units, board.active, hex, 0, 0, step.retiring)
    if isinstance(step, Walk):
        return entry_reason(board, step.side, step.units, step.hex, hex, step.spent, step.hexes, step.retiring)
    if isinstance(step, Act):
        return activation_reason(board, step.side, hex)
    return Reason(rule, "why.not_now")


def _unit_reason(position: Position[GrandIllusionBoard], unit: Unit, actor: int) -> Reason:
    board, rule = position.board, position.step.rule
    if SIDE[unit] != actor:
        return Reason(rule, "why.enemy")
    if isinstance(position.step, Movement | Gather):
        if not 1 << unit & MOBILE:
            return Reason("2.4", "why.fort")
        if board.where[unit] != board.active:
            return Reason("8.2.1", "why.elsewhere", hex=board.active)
        if board.moved >> unit & 1:
            return Reason("8.4", "why.moved")
    return Reason(rule, "why.not_now")
