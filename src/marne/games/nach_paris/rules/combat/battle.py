"""[9.1] A combat that was declared: who takes part, and how."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.units import OF_SIDE, SIEGE, Side, Units
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.hexes import Bits, members

__all__ = ["NOBODY", "Battle", "fresh", "lone_siege_guns", "origins"]

NOBODY = -1


@value
class Battle:
    """[9.1.8] `full` and `part` are foot and horse [9.1.6], `guns` the artillery that joins them.

    `defenders` are those that count; `whole` is the nation with its full factor [9.1.9]; `regular` and `strengthened`
    are those behind entrenchments [11.1.6], [11.6.3]; `sources` the hexes attacked from, once the die is thrown.
    """

    hex: Hex
    full: Units = 0
    part: Units = 0
    guns: Units = 0
    defenders: Units = 0
    whole: int = NOBODY
    regular: Units = 0
    strengthened: Units = 0
    sources: tuple[Hex, ...] = ()

    def works(self, unit: int) -> Works:
        """The entrenchments that sheltered a defender when the die fell."""
        if self.strengthened >> unit & 1:
            return Works.STRENGTHENED
        return Works.REGULAR if self.regular >> unit & 1 else Works.NONE

    @property
    def attackers(self) -> Bits:
        """Everybody on the attacking side."""
        return self.full | self.part | self.guns


def fresh(board: NachParisBoard, hex: Hex, side: Side) -> Bits:
    """[9.1.4], [9.1.8] Those of them that have not fought in this phase."""
    return attackable(board, hex, side) & ~board.fought


def origins(board: NachParisBoard, battle: Battle) -> tuple[Hex, ...]:
    """[9.4.10] The hexes with a fully committed unit of foot or horse."""
    return tuple(sorted({board.where[unit] for unit in members(battle.full)}))


def lone_siege_guns(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """[9.1.10] Only siege guns without an ARF are in a hex."""
    here = board.at[hex] & OF_SIDE[side]
    return bool(here) and not here & ~SIEGE and not any(board.arf(unit) for unit in members(here))
