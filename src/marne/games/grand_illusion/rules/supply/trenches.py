"""9.7: entrenching."""

from __future__ import annotations

from collections.abc import Iterable

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ALL_HEXES, Hex
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN, INFANTRY, OF_SIDE, Side
from marne.games.grand_illusion.events import Entrenched
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.hexes import Bits

__all__ = ["dig", "improve", "line_hexes", "trench_hexes"]

DEEPEST = LIMITS.trench


def supplied_infantry(board: GrandIllusionBoard, hex: Hex, side: Side) -> bool:
    """9.7: whether the side has supplied infantry in the hex."""
    units = board.infantry(hex, side)
    return bool(units) and bool(supplied(board, units, hex))


def trench_hexes(board: GrandIllusionBoard, side: Side, among: Iterable[Hex] = ALL_HEXES) -> list[Hex]:
    """9.7.1, 9.7.2: after the German General Withdrawal, where supplied infantry of both sides faces each other.

    `among`: hexes that are known to hold all of the side's units.
    """
    if not board.withdrew[GERMAN]:
        return []
    mine, theirs = OF_SIDE[side] & INFANTRY, OF_SIDE[1 - side] & INFANTRY
    return [
        hex
        for hex in among
        if board.at[hex] & mine
        and board.at[hex] & theirs
        and hex not in board.trench
        and supplied_infantry(board, hex, side)
        and supplied_infantry(board, hex, 1 - side)
    ]


def line_hexes(board: GrandIllusionBoard) -> list[Hex]:
    """8.7.3, 9.7.2: at the end of the German General Withdrawal, any hex with supplied German infantry."""
    return [hex for hex in ALL_HEXES if hex not in board.trench and supplied_infantry(board, hex, GERMAN)]


def dig(board: GrandIllusionBoard, hex: Hex, rule: str = "9.7.2") -> None:
    """9.7.2, 9.7.3: a trench begins at +1 and is never removed."""
    board.trench[hex] = 1
    board.tell(Entrenched(rule, hex, 1))


def improve(board: GrandIllusionBoard, hungry: Bits = 0) -> None:
    """9.7.3, 11.5: where supplied infantry of both sides faces each other, +1 becomes +2. `hungry`: out of supply."""
    for hex, level in sorted(board.trench.items()):
        fed = board.at[hex] & INFANTRY & ~hungry
        if level < DEEPEST and fed & OF_SIDE[ALLIED] and fed & OF_SIDE[GERMAN]:
            board.trench[hex] = DEEPEST
            board.tell(Entrenched("11.5", hex, DEEPEST))
