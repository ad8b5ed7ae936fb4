"""[11.6] Entrenched Camps as a whole: their front, their nerve, their fall. Their belts are in `entrenchments.py`."""

from __future__ import annotations

from marne.engine import Modifier
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, FOOT, GERMAN_SIDE, Side
from marne.games.nach_paris.rules.forts.forts import active_at
from marne.hexes import Bits, bits, memo

__all__ = ["all_round", "besieger", "camp_modifiers", "fallen", "holding_out", "policed", "unpoliced"]


def all_round(board: NachParisBoard, hex: Hex) -> bool:
    """[11.6.9] Whether the defenders of a hex have a front all round: behind a camp's belt, beside an active fort."""
    if MAP.camp[hex] < 0 or not active_at(board, hex):
        return False
    return any(MAP.guard(hex, other) for other in MAP.grid.neighbours[hex])


def camp_modifiers(board: NachParisBoard, fort: int) -> tuple[Modifier, ...]:
    """[11.6.14] What the destroyed share of its camp does to the CAB of an active fortification."""
    camp = forts.CAMP_OF[fort]
    if camp < 0:
        return ()
    every = forts.CAMPS[camp]
    key = forts.camp_modifier(every.bit_count(), (every & ~board.forts_gone).bit_count())
    return (modifier(key),) if key else ()


def besieger(camp: int) -> Side:
    """The side that can only take a camp."""
    return ALLIED_SIDE if MAP.camps[camp].nation == "DE" else GERMAN_SIDE


def fallen(board: NachParisBoard, camp: int) -> bool:
    """[11.6.15] No fortification of the camp is active."""
    return not holding_out(board.forts_gone) >> camp & 1


@memo(128)
def holding_out(gone: Bits) -> Bits:
    """[11.6.15] The camps that have not fallen once some forts are gone."""
    return bits(camp for camp, every in enumerate(forts.CAMPS) if not every or every & ~gone)


def policed(board: NachParisBoard, camp: int) -> bool:
    """[11.6.15] One unit of foot of the besieger stands in any hex of the camp.

    departs: `police-at-start`, camps that fell before the first day have garrisons that are no counters.
    """
    if not forts.CAMPS[camp] & ~board.play.fallen:
        return True
    return any(board.of(hex, besieger(camp)) & FOOT for hex in MAP.camps[camp].hexes)


def unpoliced(board: NachParisBoard, side: Side) -> Bits:
    """[11.6.15] Hexes of fallen enemy camps in which a side has no police: their railways are cut for it."""
    if not board.forts_gone:
        return 0
    lost = _lost_camps(board.forts_gone, side)
    return bits(hex for camp in lost if not policed(board, camp) for hex in MAP.camps[camp].hexes)


@memo(128)
def _lost_camps(gone: Bits, side: Side) -> tuple[int, ...]:
    """The camps that a side has taken."""
    every = range(len(MAP.camps))
    return tuple(camp for camp in every if besieger(camp) == side and not forts.CAMPS[camp] & ~gone)
