"""8.4.9: Paris in Danger."""

from __future__ import annotations

from marne.games.grand_illusion import events
from marne.games.grand_illusion.board import ASIDE, IN_BOX, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components.places import PARIS_RING, Hex
from marne.games.grand_illusion.components.units import ALLIED, ALSACE, NINE, ROWS, SEVENTY_ONE
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.hexes import Bits

__all__ = ["watch", "withdrawal_due"]


def watch(board: GrandIllusionBoard, units: Bits, hex: Hex) -> None:
    """8.4.9: the first supplied German combat units in or next to a Paris in Danger hex raise the alarm."""
    if board.danger or not (PARIS_RING >> hex & 1 or board.ground.near[hex] & PARIS_RING):
        return
    if not supplied(board, units, hex):
        return
    board.danger = board.turn
    board.free_train = True
    board.tell(events.ParisInDanger("8.4.9", hex))
    board.track.pop(ALSACE, None)
    board.put(ALSACE, ASIDE)
    for unit in (NINE, SEVENTY_ONE):
        if board.where[unit] == IN_BOX:
            _, _, place = (ROWS[unit].entry or "").partition("-")
            board.delay(unit, board.turn + 1, int(place) if place else VARIABLE)


def withdrawal_due(board: GrandIllusionBoard) -> bool:
    """8.4.9: whether the Allies must declare their General Withdrawal this turn at the latest."""
    if not board.danger or board.withdrew[ALLIED] or not board.rules.paris_forces_withdrawal:
        return False
    return board.turn >= max(3, board.danger + 1)
