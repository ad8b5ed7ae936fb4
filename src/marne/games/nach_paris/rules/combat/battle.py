"""[9.1] A combat that was declared: who takes part, and how."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris import forts as forts_data
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.units.cab import by_its_camp
from marne.games.nach_paris.rules.works.forts import FORTS_OF, active, active_at
from marne.games.nach_paris.units import (
    ENGINEERS,
    HEADQUARTERS,
    OF_SIDE,
    RELATED,
    SIEGE,
    Side,
)
from marne.hexes import Bits, bits, members

__all__ = ["NOBODY", "Battle", "attackable", "fresh", "lone_siege_guns", "origins", "standing_zone", "supporting_forts"]

NOBODY = -1


@value
class Battle:
    """[9.1.8] `full` and `part` are foot and horse [9.1.6], `guns` the artillery that joins them.

    `defenders` are those that count; `whole` is the nation with its full factor [9.1.9]; `walls` the units in old
    fortifications [11.7.1]; `regular` and `strengthened` those behind entrenchments [11.1.6], [11.6.3];
    `sources` the hexes attacked from, once the die is thrown.
    """

    hex: Hex
    full: Bits = 0
    part: Bits = 0
    guns: Bits = 0
    defenders: Bits = 0
    whole: int = NOBODY
    walls: Bits = 0
    regular: Bits = 0
    strengthened: Bits = 0
    sources: tuple[Hex, ...] = ()

    @property
    def attackers(self) -> Bits:
        """Everybody on the attacking side."""
        return self.full | self.part | self.guns


def standing_zone(board: NachParisBoard, hex: Hex) -> int:
    """[11.2.1] The Fortified Zone of a hex, -1 if there is none or it is destroyed."""
    zone = forts_data.ZONE_AT.get(hex, NOBODY)
    return zone if zone >= 0 and not board.zones_gone >> zone & 1 else NOBODY


def attackable(board: NachParisBoard, hex: Hex, side: Side) -> Bits:
    """[9.1.3] Every unit of a side in a hex; headquarters and engineers are safe in forts [11.3.9], [11.4.9]."""
    here = board.of(hex, side)
    return here & ~(HEADQUARTERS | ENGINEERS) if here and active_at(board, hex) & FORTS_OF[side] else here


def fresh(board: NachParisBoard, hex: Hex, side: Side) -> Bits:
    """[9.1.4], [9.1.8] Those of them that have not fought in this phase."""
    return attackable(board, hex, side) & ~board.fought


def origins(board: NachParisBoard, battle: Battle) -> tuple[Hex, ...]:
    """[9.4.10] The hexes with a fully committed unit of foot or horse."""
    return tuple(sorted({board.where[unit] for unit in members(battle.full)}))


def supporting_forts(board: NachParisBoard, battle: Battle) -> Bits:
    """[11.3.8], [11.4.8] Forts beside the attacked hex that support a unit related to them, by its own camp.

    departs: 11.3.8, all friendly forts beside the target that have not fired in this turn join in.
    """
    if not any(by_its_camp(board, unit) for unit in members(battle.full & RELATED)):
        return 0
    mine = active(board) & FORTS_OF[board.side] & ~board.forts_fired
    near = MAP.grid.neighbours[battle.hex]
    return bits(fort for hex in near for fort in members(forts_data.AT[hex] & mine))


def lone_siege_guns(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """[9.1.10] Only siege guns without an ARF are in a hex."""
    here = board.at[hex] & OF_SIDE[side]
    return bool(here) and not here & ~SIEGE and not any(board.arf(unit) for unit in members(here))
