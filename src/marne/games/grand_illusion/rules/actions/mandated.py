"""9.1.1: Mandated Battles, and the Allied ones of Plan 17 on turns 1 to 4 (9.3.5, 14.1.1)."""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import PLAN17, Hex
from marne.games.grand_illusion.components.tables import CALENDAR, POINTS
from marne.games.grand_illusion.components.units import ALLIED, FOOT_CORPS, FORTS, GERMAN, OF_SIDE, Side
from marne.games.grand_illusion.rules.scenarios.victory import score
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.hexes import Bits

__all__ = ["begin_turn", "executed", "ignores_fortune", "is_plan17", "penalise", "qualifies", "receive"]


def begin_turn(board: GrandIllusionBoard) -> None:
    """14.1.1, ES-44: set the markers. The Spanish scenario 3 has the Allied ones, by its list of points."""
    board.mandated = [0, 0]
    if board.turn <= len(board.rules.mandated):
        board.mandated[ALLIED] = 0 if board.withdrew[ALLIED] else board.rules.mandated[board.turn - 1]
    if board.turn >= CALENDAR.german_mandated_from and board.special_rules:
        board.mandated[GERMAN] = 1


def qualifies(board: GrandIllusionBoard, hex: Hex, side: Side, attackers: Bits) -> bool:
    """9.1.1: four infantry corps against two enemy infantry corps or forts, while the marker is above zero."""
    if board.mandated[side] <= 0:
        return False
    targets = board.at[hex] & OF_SIDE[1 - side] & (FOOT_CORPS | FORTS)
    return (attackers & FOOT_CORPS).bit_count() >= 4 and targets.bit_count() >= 2


def is_plan17(board: GrandIllusionBoard, hex: Hex) -> bool:
    """9.3.5, 14.1.1: whether the declared battle is fought with elan: Allied, in a Plan 17 hex, on turns 1 to 4."""
    return (
        bool(board.declared >> hex & 1)
        and board.turn <= CALENDAR.elan_until
        and board.attacker == ALLIED
        and hex in PLAN17
    )


def ignores_fortune(board: GrandIllusionBoard, hex: Hex, roll: int) -> bool:
    """9.1.1, ES-1: the attack at all cost takes no notice of some Fortunes of War."""
    if roll not in board.edition.mandated_ignores or not board.declared >> hex & 1:
        return False
    if board.turn > CALENDAR.elan_until or board.attacker != ALLIED:
        return False
    return hex in PLAN17 or board.edition.mandated_ignores_everywhere


def executed(board: GrandIllusionBoard, hex: Hex) -> None:
    """9.1.1, 14.1.1, ES-2: a declared Mandated Battle is fought: one less to do, a point for Plan 17 in supply."""
    if not board.declared >> hex & 1:
        return
    board.declared &= ~(1 << hex)
    side = board.attacker
    board.mandated[side] = max(0, board.mandated[side] - 1)
    if side != ALLIED or board.turn > CALENDAR.elan_until:
        return
    if hex not in PLAN17 and not board.edition.mandated_point_everywhere:
        return
    # 14.1.2: only attackers that can trace supply from the hex score.
    if supplied(board, board.combat(hex, ALLIED), hex):
        score(board, ALLIED, POINTS["mandated"], "14.1.1", "mandated")


def receive(board: GrandIllusionBoard, side: Side) -> None:
    """9.1.1: one more from Fortunes of War, unless the side has no CAPS for it."""
    if board.caps[side] > 0 and board.mandated[side] < board.caps[side]:
        board.mandated[side] += 1


def penalise(board: GrandIllusionBoard) -> None:
    """9.1.1: in the Administrative Phase each one that was not fought costs a point."""
    for side in (ALLIED, GERMAN):
        if board.mandated[side]:
            score(board, side, POINTS["unfought"] * board.mandated[side], "9.1.1", "unfought")
            board.mandated[side] = 0
