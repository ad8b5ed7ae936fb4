"""[10.2], [11] All that shelters the defenders of a hex, in one answer for combat and barrage.

    for unit, cover in covers(board, hex, side, from_hexes).items():
        defence += Fraction(board.cbf(unit) * cover.tenths, 10)
    defence += fort_cbf(board, hex) + zone_cbf(board, hex)          # never multiplied

Before that, `OccupyOldWalls(hex)` asks the defender [11.7.1].
"""

from __future__ import annotations

from collections.abc import Iterable

from marne.engine import Modifier
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import GERMAN_SIDE, Side, Unit
from marne.games.nach_paris.rules.works.bridgeheads import zone_abu_modifiers, zone_arf_kept
from marne.games.nach_paris.rules.works.entrenchments import Works, abu_modifiers, arf_kept, covered, tenths
from marne.games.nach_paris.rules.works.old_walls import in_old_walls
from marne.games.nach_paris.steps import value

__all__ = ["BarrageCover", "Cover", "barrage_covers", "covers"]


@value
class Cover:
    """What a defender has in a combat: its works (for `stands_firm`), and the tenths of its CBF."""

    works: Works
    tenths: int


@value
class BarrageCover:
    """What a defender has under an ABU: per cent of the ARF that is left, what is added to the die, and whether
    terrain counts [11.2.6].
    """

    kept: int
    modifiers: tuple[Modifier, ...]
    terrain: bool


def covers(board: NachParisBoard, hex: Hex, side: Side, attackers: Iterable[Hex]) -> dict[Unit, Cover]:
    """[11.7.2] The cover of each unit of a side, attacked from these hexes.

    Who holds old walls has them and nothing else.
    """
    return {
        unit: Cover(Works.NONE, V.defence.old_walls) if in_old_walls(board, unit) else Cover(works, tenths(works, side))
        for unit, works in covered(board, hex, side, attackers).items()
    }


def barrage_covers(board: NachParisBoard, hex: Hex, side: Side, guns: Iterable[Hex]) -> dict[Unit, BarrageCover]:
    """[11.2.6] The cover of each unit of a side against an ABU from these hexes: a zone is alike for all."""
    zone = zone_abu_modifiers(board, hex) if side == GERMAN_SIDE else ()
    if zone:
        same = BarrageCover(zone_arf_kept(board, hex), zone, terrain=False)
        return dict.fromkeys(covered(board, hex, side, ()), same)
    return {
        unit: BarrageCover(arf_kept(works, side), abu_modifiers(works, side), terrain=True)
        for unit, works in covered(board, hex, side, guns).items()
    }
