"""A2, A3, C2, C3, C6, C11: tokens: how many, who may spend them, and what a unit must roll."""

from __future__ import annotations

from marne.engine import Modifier, total
from marne.games.brigade1914.board import (
    ARRIVED,
    DESTROYED,
    HIDDEN,
    LEFT,
    MASKED,
    OFF_TABLE,
    ON_TABLE,
    WAGON,
    Battlefield,
)
from marne.games.brigade1914.components.data import COMMAND, FIRE
from marne.games.brigade1914.rules.measures.sight import covered_by_ground
from marne.games.brigade1914.rules.measures.troops import enemy_within, middle, present, quality, tokens_value

__all__ = [
    "activation_need",
    "can_pay",
    "fights",
    "general_reaches",
    "generated",
    "gone",
    "limit",
    "morale_modifiers",
    "pay",
    "pay_general",
    "reaction_need",
    "spend",
    "test_modifiers",
    "unspent",
]


def fights(board: Battlefield, unit: int) -> bool:
    """A2: a unit that counts: on the table in any form, off-table guns, or waiting at the edge. Wagons never do."""
    return board.spec[unit].kind != WAGON and board.status[unit] in (ON_TABLE, HIDDEN, MASKED, ARRIVED, OFF_TABLE)


def generated(board: Battlefield, side: int) -> int:
    """A2, C14, C27: the tokens of a turn: for the general and all units that came on, less 2 for each destroyed."""
    tokens = COMMAND.tokens["general"]
    for unit in board.units(side):
        if board.spec[unit].kind == WAGON:
            continue
        if board.status[unit] == DESTROYED:
            tokens += tokens_value(board, unit) - COMMAND.destroyed_tokens
        elif fights(board, unit):
            tokens += tokens_value(board, unit)
    tokens -= board.lost[side] + board.next_lost[side] + COMMAND.destroyed_tokens * board.penalty[side]
    return max(tokens, 0)


def unspent(board: Battlefield, side: int) -> int:
    """A2: all tokens that a side has left."""
    return board.gtokens[side] + board.on_units(side)


def general_reaches(board: Battlefield, unit: int) -> bool:
    """C11: the general's tokens serve friends within 24 inches, and whoever is off the table."""
    side = board.side[unit]
    if not present(board, unit):
        return True
    x, y = middle(board, unit)
    return (x - board.gx[side]) ** 2 + (y - board.gy[side]) ** 2 <= COMMAND.general_range**2


def can_pay(board: Battlefield, unit: int) -> bool:
    """C11: whether the unit has a token, its own or the general's."""
    return board.tokens[unit] > 0 or (board.gtokens[board.side[unit]] > 0 and general_reaches(board, unit))


def pay(board: Battlefield, unit: int, counts: bool = True) -> None:
    """A3, C0: spend a token on a unit, its own first; it counts towards what the unit has spent this turn."""
    side = board.side[unit]
    if board.tokens[unit] > 0:
        board.tokens[unit] -= 1
    else:
        board.gtokens[side] -= 1
    spend(board, side)
    if counts:
        board.spent[unit] += 1


def pay_general(board: Battlefield, side: int) -> None:
    """C11: spend one of the general's tokens."""
    board.gtokens[side] -= 1
    spend(board, side)


def spend(board: Battlefield, side: int) -> None:
    """C1: a token was spent."""
    board.count[side] += 1
    if side == board.active:
        board.gained += 1


def test_modifiers(board: Battlefield, unit: int, rule: str) -> list[Modifier]:
    """C2, C3, C22: what is added to the number that a unit must roll."""
    grade = quality(board, unit)
    found = []
    if board.spent[unit] > 1:
        found.append(Modifier(rule, "tokens spent", COMMAND.needs.tokens_spent * (board.spent[unit] - 1)))
    markers = max(board.markers[unit] - grade.ignored, 0)
    if markers:
        found.append(Modifier(rule, "morale markers", COMMAND.needs.morale_markers * markers))
    if grade.activation:
        found.append(Modifier("C22", "raw troops", grade.activation))
    return found


def activation_need(board: Battlefield, unit: int) -> int:
    """C2: what a unit must roll once its token is spent; 1 is automatic."""
    return COMMAND.activation + total(test_modifiers(board, unit, "C2"))


def reaction_need(board: Battlefield, unit: int) -> int:
    """C3: the same for a reaction."""
    return COMMAND.reaction + total(test_modifiers(board, unit, "C3"))


def morale_modifiers(board: Battlefield, unit: int) -> list[Modifier]:
    """C6, C25: what is added to the die of a morale test."""
    found: list[Modifier] = []
    if not present(board, unit):
        return found
    side = board.side[unit]
    x, y = middle(board, unit)
    if (x - board.gx[side]) ** 2 + (y - board.gy[side]) ** 2 <= COMMAND.general_help**2:
        found.append(Modifier("C6", "general near", COMMAND.morale.general_near))
    if enemy_within(board, unit, FIRE.close_combat):
        found.append(Modifier("C6", "enemy close", COMMAND.morale.enemy_close))
    if board.nation(side) == "belgian" and (board.dug[unit] or covered_by_ground(board, unit, None)):
        found.append(Modifier("C25", "homeland", COMMAND.morale.homeland))
    return found


def limit(board: Battlefield, unit: int) -> int:
    """C7, C22: the markers at which a unit is destroyed."""
    if board.spec[unit].kind == WAGON:
        return 1
    return COMMAND.limit + board.bases[unit] + board.mgs[unit] + quality(board, unit).limit


def gone(board: Battlefield, unit: int) -> bool:
    """C7: destroyed, or left the table."""
    return board.status[unit] in (DESTROYED, LEFT)
