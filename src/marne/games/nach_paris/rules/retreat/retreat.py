"""[9.6.1]-[9.6.4] Losses in combat, and the one hex that a beaten unit goes back."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Answer, Ask, Modifier, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import AMOUNT, modifier
from marne.games.nach_paris.components.units import CAVALRY, IDS, OF_SIDE, SIDE, SIDES, WITH_ZOC, Unit
from marne.games.nach_paris.rules.combat.events import FightsOn, Fled, Retreated
from marne.games.nach_paris.rules.movement.walk import Face
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.retreat.ways import abroad, can_cross, may_enter, settle
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import destroy, lose_steps
from marne.games.nach_paris.rules.units.stacking import fits, squeeze_in
from marne.games.nach_paris.rules.units.zones import in_zone, zone_of
from marne.games.nach_paris.steps import (
    NachParisQuestion,
    NachParisStep,
    Reason,
    Shape,
    Steps,
    Why,
    Word,
    label,
    value,
)

__all__ = ["Fail", "Retreat", "retreat_hexes", "suffer", "under_fire", "watch"]

ONE_LOSS = 1
"""[9.6.1] Up to so many losses a unit may turn as it retreats."""


def suffer(board: NachParisBoard, unit: Unit, count: int) -> int:
    """[9.3.3] Steps lost in a combat: the side that loses the first is the one that retreats."""
    hex = board.where[unit]
    lost = lose_steps(board, unit, count, combat=True)
    if lost:
        board.hurt[unit] = board.hurt.get(unit, 0) + lost
        if board.beaten < 0:
            board.beaten = SIDE[unit]
            board.tell(FightsOn("9.3.3", SIDES[board.beaten], label(hex)))
    return lost


@value
class Fail(NachParisStep):
    """[9.3.3], [9.6.2] A failed test costs a step."""

    rule: ClassVar[str] = "9.3.3"
    unit: Unit

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        suffer(board, self.unit, 1)
        return ()


def retreat_hexes(board: NachParisBoard, unit: Unit) -> tuple[Hex, ...]:
    """[9.6.3], [9.6.4] Where a unit may go: hexes that it could march to and that hold it; only then all the others.

    departs: 9.6.3, a hexside that it cannot cross, and a full hex, are there for who has no better way. Cavalry that
    would have to cross one is lost.
    """
    here = board.where[unit]
    open_to = [hex for hex in MAP.grid.neighbours[here] if may_enter(board, unit, hex)]
    home = [hex for hex in open_to if not abroad(board, unit, hex)]
    for hexes in (home, open_to):
        good = [hex for hex in hexes if can_cross(board, unit, here, hex) and fits(board, unit, hex, SIDE[unit])]
        if good:
            return tuple(good)
        if CAVALRY >> unit & 1:
            hexes = [hex for hex in hexes if can_cross(board, unit, here, hex)]
        if hexes:
            return tuple(hexes)
    return ()


@value
class Retreat(NachParisQuestion["Word | str"]):
    """[9.6.1] A unit goes back one hex; guns that came through unhurt may stay [9.3.3]."""

    rule: ClassVar[str] = "9.6.1"
    unit: Unit
    must: bool = True
    shape: ClassVar[Shape] = {"retreat": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        if board.where[self.unit] < 0:
            return None
        hexes = retreat_hexes(board, self.unit)
        if not hexes:
            return None
        options: tuple[Word | str, ...] = tuple(("retreat", hex) for hex in hexes)
        if not self.must:
            options = (*options, "stay")
        return Ask(SIDE[self.unit], options) if len(options) > 1 else Only(options[0])

    def unasked(self, board: NachParisBoard) -> Steps:
        """[9.6.4] Nowhere to go."""
        if self.must and board.where[self.unit] >= 0:
            destroy(board, self.unit, "9.6.4")
        return ()

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return ()
        unit, hex = self.unit, answer[1]
        side, here, before = SIDE[unit], board.where[unit], board.hurt.get(unit, 0)
        friends = board.of(hex, side)
        if not can_cross(board, unit, here, hex):
            board.tell(Fled("9.6.3", IDS[unit], label(hex), 1))
            suffer(board, unit, 1)
            if board.where[unit] < 0:
                return ()
        if not squeeze_in(board, unit, hex):
            return ()
        settle(board, unit, hex)
        board.tell(Retreated(self.rule, IDS[unit], label(hex)))
        test: Steps = () if friends else under_fire(board, unit)
        return (*test, Face(unit)) if before <= ONE_LOSS else test

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't go to a hex."""
        if not isinstance(answer, tuple) or answer[0] != "retreat":
            return None
        hex, here = answer[1], board.where[self.unit]
        assert isinstance(hex, int)
        if not MAP.grid.adjacent(here, hex):
            return Reason("9.6.1", "why.combat.one_hex")
        if not may_enter(board, self.unit, hex):
            return Reason("9.6.4", "why.combat.closed_hex")
        if not can_cross(board, self.unit, here, hex):
            return Reason("9.6.3", "why.combat.cannot_cross")
        return Reason("9.6.4", "why.combat.full_hex")


def under_fire(board: NachParisBoard, unit: Unit) -> Steps:
    """[9.6.2], [19.4.2] Alone in an enemy ZOC a unit tests again, and is seen."""
    if not in_zone(board, board.where[unit], 1 - SIDE[unit]):
        return ()
    reveal(board, 1 << unit, "19.4.2")
    return (CabTest(unit, watch(board, unit), failed=(Fail(unit),)),)


_GUNS: Final = "retreat.arf."
_LEAST: Final = tuple(int(key.removeprefix(_GUNS)) for key in AMOUNT if key.startswith(_GUNS))
"""[9.6.2] From how much ARF on each line of the list holds."""


def watch(board: NachParisBoard, unit: Unit) -> tuple[Modifier, ...]:
    """[9.6.2] The guns and the horse of those whose ZOC covers the hex."""
    hex = board.where[unit]
    watching = [u for u in board.on_map(OF_SIDE[1 - SIDE[unit]] & WITH_ZOC) if zone_of(board, u) >> hex & 1]
    arf = sum(map(board.arf, watching))
    found = [modifier(f"{_GUNS}{max(least for least in _LEAST if arf >= least)}")]
    if any(CAVALRY >> u & 1 for u in watching):
        found.append(modifier("retreat.cavalry"))
    return tuple(found)
