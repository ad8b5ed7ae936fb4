"""[11.5.1], [11.5.2], [11.5.5] An assault: who may storm a fort, and with how much. Its guns fire as in any ABF."""

from __future__ import annotations

from typing import Final

from marne.engine import kept
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import MOVEMENT
from marne.games.nach_paris.components.units import FIGHTING, MOBILITY, OF_NATION, PIONEERS, Nation, Unit
from marne.games.nach_paris.rules.barrage.at_forts import strong_enough
from marne.games.nach_paris.rules.barrage.firing import total_aff
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.movement.withdrawals import leaving
from marne.games.nach_paris.steps import Reason
from marne.hexes import Bits

__all__ = ["aff", "busy", "enough", "near_enough", "somebody_enough", "stormers", "striking", "why_no_stormer"]


_CHEAPEST: Final = tuple(min(column) for column in zip(*MOVEMENT, strict=True))
"""By mobility: what the easiest ground costs."""


def busy(board: NachParisBoard) -> Bits:
    """[8.5.7] Every unit that is told off for an assault already."""
    found = 0
    for assault in board.assaults:
        found |= assault.guns | 1 << assault.unit
    return found


def near_enough(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[11.5.2] Whether a unit could stand beside a hex when the Movement Phase ends: with its points over easy ground,
    eight fewer in heavy rain [15.1.2].

    Which way it really has is not looked at: who isn't there in time does not storm.
    """
    return MAP.grid.distance(board.where[unit], hex) <= striking(board, unit)


def striking(board: NachParisBoard, unit: Unit) -> int:
    """[11.5.2] From how many hexes away a unit can come to storm."""
    cheapest: int = _CHEAPEST[MOBILITY[unit]]
    return 1 + allowance(board, unit) // cheapest


def why_no_stormer(board: NachParisBoard, nation: Nation, unit: Unit, fort: int) -> Reason | None:
    """Why a unit can't be told off to storm a fort [11.5.1], [11.5.2]; None if it can."""
    if found := _why_not_free(board, nation, unit):
        return found
    return None if near_enough(board, unit, MAP.forts[fort].hex) else Reason("11.5.2", "why.assault_far")  # 11.5.2


def _why_not_free(board: NachParisBoard, nation: Nation, unit: Unit) -> Reason | None:
    """Why a unit can't be told off to storm [11.5.1], whatever the fort."""
    bit = 1 << unit
    if not bit & FIGHTING & OF_NATION[nation] or board.where[unit] < 0:  # 11.5.1
        return Reason("11.5.1", "why.assault_who")
    if bit & (board.barraged | busy(board)):  # 8.5.7
        return Reason("8.5.7", "why.assault_busy")
    if bit & board.cut_off:  # 13.3.2
        return Reason("13.3.2", "why.assault_cut_off")
    if bit & leaving(board):  # 7.8.1
        return Reason("7.8.1", "why.assault_leaves")
    return None


def stormers(board: NachParisBoard, nation: Nation, fort: int) -> list[Unit]:
    """[11.5.1] Foot, horse and pioneers of a nation that may be told off to storm a fort."""
    hex = MAP.forts[fort].hex
    return [unit for unit, near in _free(board, nation) if near >> hex & 1]


@kept
def _free(board: NachParisBoard, nation: Nation) -> tuple[tuple[Unit, Bits], ...]:
    """[11.5.1], [11.5.2] Those of a nation that may be told off, each with the hexes that are near enough to it."""
    able = board.on_map(OF_NATION[nation] & FIGHTING & ~board.barraged)
    return tuple(
        (unit, MAP.grid.within_bits(board.where[unit], striking(board, unit)))
        for unit in able
        if _why_not_free(board, nation, unit) is None
    )


# -- how much


def _with_pioneers(guns: Bits, unit: Unit) -> Bits:
    """[11.5.5] Pioneers that storm bring a factor of their own."""
    return guns | 1 << unit & PIONEERS


def aff(board: NachParisBoard, guns: Bits, unit: Unit) -> int:
    """[8.5.3], [11.5.5] The factor of an assault: all its guns, and pioneers that storm."""
    return total_aff(board, _with_pioneers(guns, unit))


def enough(board: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> bool:
    """[11.5.5] Whether the factor reaches the table: only pioneers do alone."""
    return strong_enough(board, fort, _with_pioneers(guns, unit))


def somebody_enough(board: NachParisBoard, fort: int, guns: Bits, units: list[Unit]) -> bool:
    """[11.5.5] Whether the factor reaches the table with any of some units: but for pioneers all are alike."""
    return any(strong_enough(board, fort, each) for each in {_with_pioneers(guns, unit) for unit in units})
