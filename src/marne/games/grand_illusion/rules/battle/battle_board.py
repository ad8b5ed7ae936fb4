"""9.2.1: the battle board: who stands where, what a space holds, and in which order units come on.

The units on the battle board stay in their hex in `board.at`; `board.spaces` says in which space each of them is. Front
space i of the attacker (0 to 3) faces front space 8 + i of the defender; 4 + i and 12 + i are the reserves behind them.
"""

from __future__ import annotations

from typing import Final

from marne.engine import value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import FORTUNES
from marne.games.grand_illusion.components.units import (
    BRIGADES,
    CAVALRY,
    COMBAT,
    CORPS,
    DEFENCE_ONLY,
    FORTS,
    INFANTRY,
    NATION,
    OF_NATION,
    OF_SIDE,
    SMALL,
    Unit,
)
from marne.hexes import Bits, members

__all__ = [
    "DEFENDER",
    "FRONTS",
    "LIMIT",
    "RESERVE",
    "Fight",
    "attackers",
    "defenders",
    "engaged",
    "foremost",
    "fortune",
    "may_be_alone",
    "next_in_line",
    "on_board",
    "one_of",
    "pairs",
    "partners",
    "take_off",
]

FRONTS = range(4)
RESERVE = 4
DEFENDER = 8
"""Added to a space: its reserve, the defender's side."""
LIMIT: Final = "offensive to the limit"
"""9.1.4: rows 6 and 11."""

DIVISIONS = SMALL & ~BRIGADES & ~CAVALRY
CAVALRY_LAST = (CORPS, DIVISIONS, BRIGADES & ~CAVALRY, CAVALRY)
"""9.2.2, 9.2.3: the order of undisrupted units."""
CAVALRY_FIRST = (CORPS, DIVISIONS, CAVALRY & ~BRIGADES, BRIGADES)
"""ES-8, 9.2.2: the Spanish defender's."""


@value
class Fight:
    """What the steps of a battle hand on; the hex, the attacking side and the fortune are on the board.

    `units` are the attackers, `down` those of them that were disrupted before it began, `elan` is 9.3.5.
    """

    units: Bits
    down: Bits
    elan: bool


def fortune(board: GrandIllusionBoard) -> str:
    """9.1.4: the name of the Fortunes of War in force, empty if there are none."""
    return FORTUNES[board.fortune] if board.fortune else ""


def defenders(board: GrandIllusionBoard) -> Bits:
    """9.2.2: every combat unit and fort of the defender in the hex."""
    return board.at[board.battle] & OF_SIDE[1 - board.attacker] & (COMBAT | FORTS)


def attackers(board: GrandIllusionBoard, fight: Fight) -> Bits:
    """9.2.3: the attackers that are left; 2.4: a strength in brackets attacks to the limit, and never else."""
    units = fight.units & board.at[board.battle] & COMBAT
    return units if fortune(board) == LIMIT else units & ~DEFENCE_ONLY


def on_board(board: GrandIllusionBoard) -> Bits:
    """9.2.1: every unit on the battle board."""
    found = 0
    for units in board.spaces:
        found |= units
    return found


def engaged(board: GrandIllusionBoard, i: int) -> bool:
    """9.2.3, 9.2.5: whether the front spaces i face each other."""
    return bool(board.spaces[i] and board.spaces[DEFENDER + i])


def one_of(units: Bits) -> Unit:
    """9.2.2, 9.2.3: the unit by which a space is named: the first in it."""
    return (units & -units).bit_length() - 1


def foremost(board: GrandIllusionBoard, pool: Bits) -> Bits:
    """9.2.2, 9.2.3: those of the best priority, each unit taken by itself; after all others the disrupted, then forts.

    ES-8: the Spanish text has cavalry divisions before brigades in the defender's line, not in the attacker's.
    """
    fresh = pool & ~board.down
    horse_first = board.edition.cavalry_before_brigades and not pool & OF_SIDE[board.attacker]
    for kind in CAVALRY_FIRST if horse_first else CAVALRY_LAST:
        if fresh & kind:
            return fresh & kind
    return pool & ~FORTS or pool


def partners(board: GrandIllusionBoard, unit: Unit, pool: Bits) -> Bits:
    """9.2.2: who may share a space with the unit: small units of its nation and arm.

    ES-9: disrupted ones stack in the Spanish edition only, and with each other.
    """
    bit = 1 << unit
    if not bit & SMALL:
        return 0
    found = pool & ~bit & SMALL & OF_NATION[NATION[unit]] & (INFANTRY if bit & INFANTRY else CAVALRY)
    if bit & board.down:
        return found & board.down if board.edition.disrupted_stack else 0
    return found & ~board.down


def pairs(board: GrandIllusionBoard, pool: Bits) -> int:
    """9.2.2: how many stacks of two undisrupted infantry divisions or brigades could be made."""
    fresh = pool & SMALL & INFANTRY & ~board.down
    return sum((fresh & nation).bit_count() // 2 for nation in OF_NATION)


def next_in_line(board: GrandIllusionBoard, pool: Bits) -> Bits:
    """9.2.2, 9.2.3: who may be placed now: the best rank, or one of two infantry units that stack like a corps."""
    found = foremost(board, pool)
    for unit in members(pool & SMALL & INFANTRY & ~board.down & ~found):
        if partners(board, unit, pool):
            found |= 1 << unit
    return found


def may_be_alone(board: GrandIllusionBoard, unit: Unit, pool: Bits) -> bool:
    """9.2.2, 9.2.3: whether the unit is next in line on its own, and not only as half of a stack."""
    return bool(foremost(board, pool | 1 << unit) >> unit & 1)


def take_off(board: GrandIllusionBoard, units: Bits) -> None:
    """9.3.3: take units off the battle board; they are in the hex anyhow."""
    board.spaces = [each & ~units for each in board.spaces]
