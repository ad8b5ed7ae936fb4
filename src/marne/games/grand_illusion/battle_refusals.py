"""Why a counter or a hex is not offered in a battle or a retreat: the first rule in the way."""

from __future__ import annotations

from typing import Any

from marne.engine import Position
from marne.games.grand_illusion.battle_board import DEFENDER, FRONTS, attackers, on_board
from marne.games.grand_illusion.battle_placement import PlaceAttackers, PlaceDefenders, PlaceOpposite, may_face
from marne.games.grand_illusion.battle_reserve import AttackerReserve
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.control import blocked_hexes
from marne.games.grand_illusion.places import Hex
from marne.games.grand_illusion.retreat import Retreat, RetreatGroup, priority
from marne.games.grand_illusion.stacking import fits
from marne.games.grand_illusion.units import CAVALRY, COMBAT, DEFENCE_ONLY, FORTS, SIDE, Unit
from marne.games.grand_illusion.words import Reason


def reason(position: Position[GrandIllusionBoard], unit: Unit, hex: Hex) -> Reason | None:
    """The reason in a battle; None if the step that asks is not one of those that can say."""
    board, step = position.board, position.step
    if unit >= 0 and isinstance(step, PlaceDefenders | PlaceAttackers | AttackerReserve):
        return _placing(board, step, unit)
    if unit >= 0 and isinstance(step, PlaceOpposite):
        return _facing(board, step, unit)
    if hex and isinstance(step, Retreat):
        return retreat_reason(board, step.side, step.hex, step.left(board), hex)
    if hex and isinstance(step, RetreatGroup):
        return retreat_reason(board, step.side, step.hex, step.group, hex)
    return None


def _placing(board: GrandIllusionBoard, step: Any, unit: Unit) -> Reason:
    """9.2.2, 9.2.3, 9.2.5: why a unit can't be put on the battle board now."""
    bit, attacking = 1 << unit, not isinstance(step, PlaceDefenders)
    if board.where[unit] != board.battle:
        return Reason("9.1.3", "why.not_in_battle", hex=board.battle)
    if SIDE[unit] != (board.attacker if attacking else 1 - board.attacker):
        return Reason(step.rule, "why.enemy")
    if bit & on_board(board):
        return Reason(step.rule, "why.placed")
    if attacking and bit & FORTS:
        return Reason("9.5.1", "why.fort_attacks")
    if not bit & (COMBAT | FORTS):
        return Reason("9.2.2", "why.not_on_board")
    if attacking and bit & DEFENCE_ONLY:
        return Reason("2.4", "why.brackets")
    if attacking and not bit & attackers(board, step.fight):
        return Reason("9.1.2", "why.not_designated")
    if isinstance(step, AttackerReserve):
        if bit & board.down:
            return Reason("9.8.2", "why.tired_reserve")
        if bit & CAVALRY:
            return Reason("9.6.1", "why.cavalry_reserve")
    return Reason(step.rule, "why.rank")


def _facing(board: GrandIllusionBoard, step: PlaceOpposite, unit: Unit) -> Reason:
    """9.2.3: why an attacker can't be put opposite a defender."""
    for i in FRONTS:
        if board.spaces[DEFENDER + i] >> unit & 1:
            if board.spaces[i]:
                return Reason(step.rule, "why.faced")
            if not may_face(board, step.unit, i):
                return Reason("9.6.1", "why.cavalry_fort")
            return Reason(step.rule, "why.fresh_first")
    return Reason(step.rule, "why.not_in_line")


def retreat_reason(board: GrandIllusionBoard, side: int, left: Hex, units: int, hex: Hex) -> Reason:
    """9.4.3: why units can't retreat into a hex."""
    facts = {"hex": hex}
    if hex not in board.ground.around[left]:
        return Reason("9.4.3", "why.far", **facts)
    if hex not in board.ground.neighbours[left]:
        return Reason("9.4.3", "why.impassable", **facts)
    if blocked_hexes(board, side, left) >> hex & 1:
        return Reason("8.4.5", "why.blocked", **facts)
    if not priority(board, side, hex):
        return Reason("9.4.3", "why.no_refuge", **facts)
    if not fits(board, hex, side, units):
        return Reason("8.4.6", "why.full", **facts)
    return Reason("9.4.3", "why.priority", **facts)
