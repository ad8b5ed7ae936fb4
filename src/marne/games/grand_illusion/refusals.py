"""Why a hex or a counter that was clicked is not offered: the first rule in the way, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import CHANCE, Position
from marne.games.grand_illusion import movement
from marne.games.grand_illusion.actions import Act, _allowed
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.control import blocked_hexes
from marne.games.grand_illusion.movement import Gather, Movement, Walk
from marne.games.grand_illusion.places import HEXES, PARIS, Hex
from marne.games.grand_illusion.stacking import fits
from marne.games.grand_illusion.steps import UNIT_WORDS
from marne.games.grand_illusion.units import BRITISH, BY_ID, COMBAT, MOBILE, OF_SIDE, SIDE, Unit
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits


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


def activation_reason(board: GrandIllusionBoard, side: int, hex: Hex) -> Reason:
    """8.2.1, 12.5.2, 14.1.1: why a hex can't be activated."""
    if not board.at[hex] & OF_SIDE[side] & MOBILE:
        return Reason("8.2.1", "why.no_unit", (("hex", str(hex)),))
    if board.caps[side] < 1:
        return Reason("5.2", "why.no_caps")
    if not _allowed(board, side, hex):
        return Reason("12.5.2" if board.turn > 1 else "14.1.1", "why.not_ready", (("hex", str(hex)),))
    return Reason("9.8.3" if board.recovering else "8.1.1", "why.not_now")


def entry_reason(
    board: GrandIllusionBoard, side: int, units: Bits, left: Hex, hex: Hex, spent: int, hexes: int, retiring: bool
) -> Reason:
    """8.4: the first rule that keeps a group out of a hex."""
    facts = (("hex", str(hex)),)
    if hex not in board.ground.around[left]:
        return Reason("8.4", "why.far", facts)
    if hex not in board.ground.neighbours[left]:
        return Reason("8.4.2", "why.impassable", facts)
    if blocked_hexes(board, side, left) >> hex & 1:
        return Reason("8.4.5", "why.blocked", facts)
    points, _ = movement.points_left(board, units, spent, hexes)
    if points < board.ground.cost[left, hex]:
        return Reason("8.4.2", "why.points", facts)
    barred = movement.barred(board, side, units, hex)
    if barred:
        return Reason(barred, f"why.barred.{barred}", facts)
    foes = board.enemies(hex, side)
    if retiring and (foes or not board.controls(side, hex)):
        return Reason("8.7", "why.retiring", facts)
    if foes and not board.controls(side, hex):
        if not board.controls(side, left) and board.enemies(left, side):
            return Reason("8.4.4", "why.pinned", facts)
        if not units & COMBAT & ~board.down:
            return Reason("9.8.2", "why.disrupted", facts)
    if hex == PARIS and units & BRITISH:
        return Reason("8.4.7", "why.british", facts)
    if not fits(board, hex, side, units):
        return Reason("8.4.6", "why.full", facts)
    return Reason("8.4.3", "why.supply", facts)


def _unit_reason(position: Position[GrandIllusionBoard], unit: Unit, actor: int) -> Reason:
    board, rule = position.board, position.step.rule
    if SIDE[unit] != actor:
        return Reason(rule, "why.enemy")
    if isinstance(position.step, Movement | Gather):
        if not 1 << unit & MOBILE:
            return Reason("2.4", "why.fort")
        if board.where[unit] != board.active:
            return Reason("8.2.1", "why.elsewhere", (("hex", str(board.active)),))
        if board.moved >> unit & 1:
            return Reason("8.4", "why.moved")
    return Reason(rule, "why.not_now")
