"""[11.5.1], [8.5], [8.7], [8.8] The guns of an assault: which may take part, with how much, and what makes it worse."""

from __future__ import annotations

from typing import Final

from marne.engine import Modifier
from marne.games.nach_paris import forts
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.movement.withdrawals import leaving
from marne.games.nach_paris.rules.units.zones import front, in_zone
from marne.games.nach_paris.steps import Reason
from marne.games.nach_paris.tables import MOVEMENT, V, abf_column, fort_barrage_terrain, modifier
from marne.games.nach_paris.units import (
    ARTILLERY,
    FIGHTING,
    LARGE_AMMO,
    LONG_RANGE,
    MEDIUM_AMMO,
    MOBILITY,
    OF_NATION,
    PIONEERS,
    SIDE,
    SIEGE,
    Nation,
    Unit,
)
from marne.hexes import Bits, bits, members

__all__ = [
    "aff", "busy", "enough", "fire_modifiers", "guns_on", "near_enough", "spend_shells", "stormers", "why_no_gun",
    "why_no_stormer",
]  # fmt: skip

CALIBRES: Final = (LARGE_AMMO, MEDIUM_AMMO)
"""[8.8.2] In the order of `board.ammo`."""


def busy(board: NachParisBoard) -> Bits:
    """[8.5.7] Every unit that is told off for an assault already."""
    found = 0
    for assault in board.assaults:
        found |= assault.guns | 1 << assault.unit
    return found


# -- who storms


def near_enough(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[11.5.2] Whether a unit could stand beside a hex when the Movement Phase ends: with its points over easy ground,
    eight fewer in heavy rain [15.1.2].

    Which way it really has is not looked at: who isn't there in time does not storm.
    """
    cheapest = min(costs[MOBILITY[unit]] for costs in MOVEMENT)
    return MAP.grid.distance(board.where[unit], hex) <= 1 + allowance(board, unit) // cheapest


def why_no_stormer(board: NachParisBoard, nation: Nation, unit: Unit, fort: int) -> Reason | None:
    """[11.5.1], [11.5.2] Why a unit can't be told off to storm a fort; None if it can."""
    bit = 1 << unit
    if not bit & FIGHTING & OF_NATION[nation] or board.where[unit] < 0:
        return Reason("11.5.1", "why.assault_who")
    if bit & (board.barraged | busy(board)):
        return Reason("8.5.7", "why.assault_busy")
    if bit & board.cut_off:
        return Reason("13.3.2", "why.assault_cut_off")
    if bit & leaving(board):
        return Reason("7.8.1", "why.assault_leaves")
    if not near_enough(board, unit, MAP.forts[fort].hex):
        return Reason("11.5.2", "why.assault_far")
    return None


def stormers(board: NachParisBoard, nation: Nation, fort: int) -> list[Unit]:
    """[11.5.1] Foot, horse and pioneers of a nation that may be told off to storm a fort."""
    able = board.on_map(OF_NATION[nation] & FIGHTING & ~(board.barraged | board.cut_off | busy(board) | leaving(board)))
    return [unit for unit in able if near_enough(board, unit, MAP.forts[fort].hex)]


# -- who fires


def why_no_gun(board: NachParisBoard, nation: Nation, unit: Unit, fort: int) -> Reason | None:
    """[8.1.1], [8.1.2], [8.5.1], [8.8.2] Why a gun can't take part; None if it can."""
    bit = 1 << unit
    if not bit & ARTILLERY & OF_NATION[nation] or board.where[unit] < 0 or not board.aff(unit):
        return Reason("8.1.2", "why.assault_no_aff")
    if bit & (board.barraged | busy(board)):
        return Reason("8.5.7", "why.assault_busy")
    if board.lost_before.get(unit, 0) >= V.barrage.spent_losses:
        return Reason("8.1.1", "why.assault_shaken")
    if bit & SIEGE & ~board.in_position:
        return Reason("8.1.2", "why.assault_position")
    if bit & board.cut_off:
        return Reason("13.3.2", "why.assault_cut_off")
    if bit & leaving(board):
        return Reason("7.8.1", "why.assault_leaves")
    if not _has_shells(board, unit):
        return Reason("8.8.2", "why.assault_shells")
    return None if _bears(board, unit, fort) else Reason("8.5.1", "why.assault_bears")


def guns_on(board: NachParisBoard, nation: Nation, fort: int) -> list[Unit]:
    """[8.5.1] The guns of a nation that may fire in an assault on a fort."""
    able = board.on_map(OF_NATION[nation] & ARTILLERY & ~board.barraged & ~busy(board))
    return [unit for unit in able if why_no_gun(board, nation, unit, fort) is None]


def _bears(board: NachParisBoard, unit: Unit, fort: int) -> bool:
    """[8.5.1], [8.5.2] The fort lies in a front hex, or within the long range of a gun outside every enemy ZOC."""
    hex, target, ahead = board.where[unit], MAP.forts[fort].hex, front(board, unit)
    if ahead >> target & 1:
        return True
    if not LONG_RANGE >> unit & 1 or not forts.in_long_range(hex, V.barrage.long_range) >> fort & 1:
        return False
    if in_zone(board, hex, 1 - SIDE[unit]):
        return False
    return any(ahead >> via & 1 for via in forts.beyond(hex, target))


def _has_shells(board: NachParisBoard, unit: Unit) -> bool:
    """[8.8.2] Whether its calibre has a barrage left beside those of the assaults declared before."""
    for track, guns in enumerate(CALIBRES):
        if guns >> unit & 1:
            return board.ammo[track] > sum(1 for assault in board.assaults if assault.guns & guns)
    return True


def spend_shells(board: NachParisBoard, guns: Bits) -> None:
    """[8.8.2] One box for each calibre that fired."""
    for track, calibre in enumerate(CALIBRES):
        if guns & calibre:
            board.ammo[track] = max(0, board.ammo[track] - 1)


# -- how much


def aff(board: NachParisBoard, guns: Bits, unit: Unit) -> int:
    """[8.5.3], [11.5.5] The factor of an assault: all its guns, and pioneers that storm."""
    every = guns | (1 << unit & PIONEERS)
    return sum(board.aff(gun) for gun in members(every) if board.where[gun] >= 0)


def enough(board: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> bool:
    """[11.5.5] Whether the factor reaches the table: only pioneers do alone."""
    return abf_column(forts.CLASS[fort], aff(board, guns, unit)) >= 0


def fire_modifiers(board: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> tuple[Modifier, ...]:
    """[8.7], [8.8.1], [13.3.1] What counts on the die: long range, ground, short ammunition, communications."""
    hex, found = MAP.forts[fort].hex, []
    if any(not MAP.grid.adjacent(board.where[gun], hex) for gun in members(guns)):
        found.append(modifier("abf.long_range"))
    if ground := fort_barrage_terrain(MAP.terrain[hex]):
        found.append(Modifier("8.7.3", "assault.cab.terrain", ground))
    every = guns | 1 << unit
    counted = bits(gun for calibre in CALIBRES for gun in members(calibre))
    if board.turn >= V.turns.shortage and every & (ARTILLERY | PIONEERS) & ~counted:
        found.append(modifier("abf.shortage"))
    if every & board.limited:
        found.append(modifier("abf.limited"))
    return tuple(found)
