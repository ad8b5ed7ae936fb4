"""[9.1.8], [9.1.9] What the defender is worth: factors with their cover, forts, and the share of each nation."""

from __future__ import annotations

from fractions import Fraction

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ENGINEERS, GERMAN_SIDE, HEADQUARTERS, NATION
from marne.games.nach_paris.rules.combat.battle import NOBODY, Battle, origins
from marne.games.nach_paris.rules.forts.forts import fort_cbf
from marne.games.nach_paris.rules.works.bridgeheads import zone_cbf
from marne.games.nach_paris.rules.works.cover import covers
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.hexes import Bits, bits, members

__all__ = ["defence", "entrenched_units"]


def defence(board: NachParisBoard, battle: Battle) -> Fraction:
    """[9.1.8] The defender's points: nothing is rounded. Headquarters and engineers have no CBF [9.1.14].

    Forts [11.3.7] and Fortified Zones [11.2.5] add theirs unmultiplied.
    """
    side = 1 - board.side
    total = Fraction(fort_cbf(board, battle.hex))
    if side == GERMAN_SIDE:
        total += zone_cbf(board, battle.hex)
    cover = covers(board, battle.hex, side, origins(board, battle))
    for unit in members(battle.defenders & ~(HEADQUARTERS | ENGINEERS)):
        points = Fraction(board.cbf(unit) * cover[unit].tenths, 10)
        if battle.whole != NOBODY and NATION[unit] != battle.whole:  # 9.1.9
            points = points * V.defence.other_nations / 10  # 9.1.9
        total += points
    return total


def entrenched_units(board: NachParisBoard, battle: Battle) -> tuple[Bits, Bits]:
    """[11.1.6], [11.6.3] The defenders in regular, and in strengthened entrenchments."""
    cover = covers(board, battle.hex, 1 - board.side, origins(board, battle))
    found = {unit: cover[unit].works for unit in members(battle.defenders)}
    return (
        bits(unit for unit, works in found.items() if works == Works.REGULAR),
        bits(unit for unit, works in found.items() if works == Works.STRENGTHENED),
    )
