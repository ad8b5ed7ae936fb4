"""[8.1], [8.8] Who may fire a barrage, with how much, and what short ammunition does.

Assaults [11.5] fire by the same rules; siege guns in combat [9.5.3] count shells too: `has_ammo` and `spend_ammo`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from marne.engine import Modifier, kept
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V, modifier
from marne.games.nach_paris.components.units import (
    ARF,
    ARTILLERY,
    IDS,
    LARGE_AMMO,
    LONG_RANGE,
    MEDIUM_AMMO,
    OF_NATION,
    SIDE,
    SIEGE,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.barrage.events import AmmoSpent
from marne.games.nach_paris.rules.forts.fort_fire import least_arf
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active, fort_arf
from marne.games.nach_paris.rules.movement.withdrawals import leaving
from marne.games.nach_paris.rules.units.zones import front, in_zone
from marne.games.nach_paris.rules.works.bridgeheads import zone_targets
from marne.games.nach_paris.steps import Reason
from marne.hexes import Bits, bits, members

__all__ = [
    "LOW_AMMO",
    "abf_reach",
    "abu_reach",
    "enough_arf",
    "fire_modifiers",
    "guns_on_forts",
    "guns_on_units",
    "half",
    "has_ammo",
    "is_far",
    "open_forts",
    "spend_ammo",
    "targets_of",
    "total_aff",
    "total_arf",
    "why_silent",
]

LOW_AMMO: Final[Bits] = LARGE_AMMO | MEDIUM_AMMO
"""[2.5.17] Siege guns that count their shells from the start."""
_CALIBRES: Final = ((LARGE_AMMO, "42cm"), (MEDIUM_AMMO, "30cm"))


def half(die: int) -> int:
    """[8.3.2], [8.6.2] Half the die, rounded up."""
    return -(-die // 2)


# -- who


def why_silent(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit can't fire in this phase, whatever the target [8.1.1]-[8.1.3]; None if it can."""
    named = (("unit", IDS[unit]),)
    bit = 1 << unit
    if board.where[unit] < 0:  # 8.1.1
        return Reason("8.1.1", "why.off_the_map", named)
    if any(bit & (assault.guns | 1 << assault.unit) for assault in board.assaults):  # 8.5.7
        return Reason("8.5.7", "why.in_an_assault", named)
    if board.barraged & bit:  # 8.1.4
        return Reason("8.1.4", "why.has_fired", named)
    if board.lost_before.get(unit, 0) >= V.barrage.spent_losses:  # 8.1.1
        return Reason("8.1.1", "why.lost_two", named)
    if SIEGE & bit and not board.in_position & bit:  # 8.1.2
        return Reason("8.1.2", "why.not_in_position", named)
    if not has_ammo(board, unit):  # 8.8.2
        return Reason("8.8.2", "why.no_shells", named)
    if board.cut_off & bit:  # 13.3.2
        return Reason("13.3.2", "why.cut_off_guns", named)
    if leaving(board) & bit:  # 7.8.1
        return Reason("7.8.1", "why.withdraws", named)
    return None


def guns_on_units(board: NachParisBoard, nation: Nation) -> list[Unit]:
    """[8.1.2] The units of a nation that may fire an ABU; indoctrinated divisions don't [21.2.1]."""
    able = board.on_map(OF_NATION[nation] & ~board.indoctrinated)
    return [unit for unit in able if board.arf(unit) > 0 and why_silent(board, unit) is None]


@kept
def guns_on_forts(board: NachParisBoard, nation: Nation) -> list[Unit]:
    """[8.1.2] The guns of a nation that may fire an ABF.

    departs: 8.1.2, the AFF of pioneers is for assaults alone.
    """
    able = board.on_map(OF_NATION[nation] & ARTILLERY)
    return [unit for unit in able if board.aff(unit) > 0 and why_silent(board, unit) is None]


# -- where to


def targets_of(board: NachParisBoard, side: Side) -> Bits:
    """[8.2.5] Hexes that a side may fire an ABU at: enemy units or a Fortified Zone in them, none fired at before."""
    return (board.occupied[1 - side] | zone_targets(board, side)) & ~board.shelled


def abu_reach(board: NachParisBoard, unit: Unit) -> Bits:
    """[8.2.1] A unit's front hexes."""
    return front(board, unit)


def open_forts(board: NachParisBoard, side: Side) -> Bits:
    """[8.5.6], [8.6.4] Enemy forts that a side may still fire an ABF at in this phase."""
    return FORTS_OF[1 - side] & active(board) & (~board.forts_struck | board.forts_second)


@kept
def abf_reach(board: NachParisBoard, unit: Unit) -> Bits:
    """[8.5.1], [8.5.2] The forts that a gun reaches, whoever's: in its front hexes, and with long range beyond."""
    hex, ahead = board.where[unit], front(board, unit)
    found = 0
    for near in members(ahead):
        found |= fort_data.AT[near]
    if LONG_RANGE >> unit & 1:
        far = fort_data.in_long_range(hex, V.barrage.long_range)
        if far and not in_zone(board, hex, 1 - SIDE[unit]):
            found |= bits(
                fort
                for fort in members(far)
                if any(ahead >> via & 1 for via in fort_data.beyond(hex, MAP.forts[fort].hex))
            )
    return found


def is_far(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[8.7.2] Whether a gun fires beyond the neighbouring hex."""
    return not MAP.grid.adjacent(board.where[unit], hex)


# -- how much


def total_arf(board: NachParisBoard, guns: Bits, forts: Bits = 0) -> Fraction:
    """[8.2.2] The sum of all ARFs."""
    found = sum(ARF[unit][board.lost[unit]] for unit in members(guns))
    found += sum(fort_arf(board, fort) for fort in members(forts))
    return Fraction(found * _kept_on(board.turn), 100)


def _kept_on(turn: int) -> int:
    """[8.8.1] Per cent of the ARF: from turn 22 on it is halved."""
    return V.arf_kept.shortage if turn >= V.turns.halved_guns else 100


def total_aff(board: NachParisBoard, guns: Bits) -> int:
    """[8.5.3]"""
    return sum(board.aff(unit) for unit in members(guns))


def enough_arf(arf: Fraction, forts: Bits) -> bool:
    """[8.3.1], [11.3.5] Six points, or three with a fort among the guns (departs: 8.3.1)."""
    return arf >= least_arf(forts)


# -- ammunition


def fire_modifiers(
    board: NachParisBoard, guns: Bits, forts: Bits = 0, *, kind: str, storming: Bits = 0
) -> list[Modifier]:
    """[8.8.1], [13.3.1] What is wrong with the guns themselves, or with the unit that storms; `kind` is abu or abf.

    departs: 8.8.1, a barrage is spared the shortage only if all its guns count their shells anyway.
    """
    found = []
    if board.turn >= V.turns.shortage and (forts or guns & ~LOW_AMMO):
        found.append(modifier(f"{kind}.shortage"))
    if (guns | storming) & board.limited:
        found.append(modifier(f"{kind}.limited"))
    return found


def has_ammo(board: NachParisBoard, unit: Unit) -> bool:
    """[8.8.2] Whether shells are left for a gun, beside those of the assaults declared in this phase."""
    return all(board.ammo[i] > _promised(board, guns) for i, (guns, _) in enumerate(_CALIBRES) if guns >> unit & 1)


def _promised(board: NachParisBoard, calibre: Bits) -> int:
    """[8.5.7] The barrages of a calibre that assaults will fire when the Combat Phase begins."""
    return sum(bool(assault.guns & calibre) for assault in board.assaults) if board.phase == "barrage" else 0


def spend_ammo(board: NachParisBoard, guns: Bits) -> None:
    """[8.8.2] A barrage takes a box from the track of each calibre in it, however many guns fire (departs: 8.8.2)."""
    for i, (calibre, name) in enumerate(_CALIBRES):
        if guns & calibre:
            board.ammo[i] -= 1
            board.tell(AmmoSpent("8.8.2", name, board.ammo[i]))
