"""[20.1] Aerial Recon: the enemy's airmen look at a hidden unit as it enters a hex."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import V, modifier
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    HEADQUARTERS,
    IDS,
    NATION,
    NATIONS,
    OF_SIDE,
    SIDE,
    SQUADRONS,
    Unit,
)
from marne.games.nach_paris.rules.options.events import FlewOver, SmallUnit, SquadronLost
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import members

__all__ = [
    "LARGE",
    "LEAST",
    "AerialRecon",
    "FlyOver",
    "airfields",
    "known_modifiers",
    "look_down",
    "reads",
    "why_no_flight",
]

_OPEN_GROUND: Final = (Terrain.CLEAR, Terrain.LOWLAND, Terrain.FLOOD_PLAIN)
"""[20.1.7]"""
LARGE: Final = 4
LEAST: Final = 2
"""[20.1.7] Steps that are seen best, and the fewest that are seen at all."""
FAILED: Final = 0
"""[20.1.11] In place of the die of a flight that found nothing."""
_STAFFS: Final = tuple(
    members(OF_SIDE[side] & HEADQUARTERS & sum(1 << unit for unit in range(len(SQUADRONS)) if SQUADRONS[unit]))
    for side in (0, 1)
)


def why_no_flight(board: NachParisBoard, staff: Unit, hex: Hex) -> Reason | None:
    """Why an HQ's airmen can't fly to a hex [20.1.3]-[20.1.6], [20.1.10], [20.1.12]; None if they can."""
    side = SIDE[staff]
    named = (("unit", IDS[staff]),)
    base = board.where[staff]
    if base < 0 or SQUADRONS[staff] - board.squadrons_lost.get(staff, 0) <= board.flown.get(staff, 0):  # 20.1.3
        return Reason("20.1.3", "why.air.squadrons", named)
    if zones(board, 1 - side) >> base & 1:  # 20.1.4
        return Reason("20.1.4", "why.air.field", named)
    if MAP.grid.distance(base, hex) > V.recon.air_range:  # 20.1.5
        return Reason("20.1.5", "why.air.range", named)
    if board.turn < V.turns.german_airmen:  # 20.1.6
        return Reason("20.1.6", "why.air.early")
    abroad = MAP.country[hex] != NATIONS[NATION[staff]]
    if side == ALLIED_SIDE and board.turn < V.turns.french_airmen and abroad:  # 20.1.6
        return Reason("20.1.6", "why.air.border")
    if board.flops.get(staff, 0) >= V.recon.air_failures:  # 20.1.12
        return Reason("20.1.12", "why.air.wrong", named)
    return None


def airfields(board: NachParisBoard, side: int, hex: Hex) -> list[Unit]:
    """[20.1.3] The headquarters of a side whose airmen can fly to a hex."""
    return [staff for staff in _STAFFS[side] if why_no_flight(board, staff, hex) is None]


def visible(board: NachParisBoard, unit: Unit) -> bool:
    """[20.1.2], [20.1.7] Whether a unit that entered a hex can be looked at: hidden, on open ground, not by rail."""
    hex = board.where[unit]
    if not board.recon or not board.fogged >> unit & 1 or hex < 0 or unit in board.trains:
        return False
    return MAP.terrain[hex] in _OPEN_GROUND


def look_down(board: NachParisBoard, unit: Unit) -> Steps:
    """[20.1.2] What airmen do about a unit that has just entered a hex: its enemy may fly, if he still can."""
    hex = board.where[unit]
    if not visible(board, unit) or _same_view(board, unit, hex) or _too_often(board, unit, hex):
        return ()
    if not airfields(board, 1 - SIDE[unit], hex):
        return ()
    board.overflown = unit
    return (AerialRecon(hex),)


def _same_view(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[20.1.9] After a success in a hex the same die is read for every later unit."""
    if board.aerial_hexes.get(hex, FAILED) == FAILED:
        return False
    _read(board, board.aerial_base[hex], unit, hex, board.aerial_hexes[hex], "20.1.9")
    return True


def _too_often(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[20.1.11] Two looks at a stack in a phase, one in a hex; or the airmen rest."""
    return board.airmen_rest or hex in board.aerial_hexes or board.aerial_tries.get(unit, 0) >= V.recon.air_stack


@value
class AerialRecon(NachParisQuestion[Word | str]):
    """[20.1.1], [20.1.2] Whose airmen look at the hidden unit that enters a hex; or not, or not at this one any more,
    or not in this phase."""

    rule: ClassVar[str] = "20.1.2"
    shape: ClassVar[Shape] = {"fly": "unit", "no": "", "not-this-one": "", "not-now": ""}
    hex: Hex

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        enemy = 1 - board.side
        flights = tuple(("fly", staff) for staff in airfields(board, enemy, self.hex))
        return Ask(enemy, (*flights, "no", "not-this-one", "not-now")) if flights else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if not isinstance(answer, str):
            return (FlyOver(answer[1], self.hex),)
        if answer == "not-this-one":
            board.aerial_tries[board.overflown] = V.recon.air_stack
        elif answer == "not-now":
            board.airmen_rest = True
        board.overflown = -1
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            if SIDE[answer[1]] == board.side or not HEADQUARTERS >> answer[1] & 1:
                return Reason("20.1.3", "why.air.kind")
            return why_no_flight(board, answer[1], self.hex)
        return None


@value
class FlyOver(NachParisQuestion[int]):
    """[20.1.7] The flight: a d20; a plain 20 costs the squadron [20.1.10]."""

    rule: ClassVar[str] = "20.1.7"
    staff: Unit
    hex: Hex

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        staff, hex, unit = self.staff, self.hex, board.overflown
        board.overflown = -1
        board.flown[staff] = board.flown.get(staff, 0) + 1
        if unit < 0:
            return ()
        board.aerial_tries[unit] = board.aerial_tries.get(unit, 0) + 1
        good = _read(board, staff, unit, hex, die, self.rule)
        board.aerial_hexes[hex] = die if good else FAILED
        board.flops[staff] = 0 if good else board.flops.get(staff, 0) + 1
        if good:
            board.aerial_base[hex] = staff
        if die == V.recon.air_lost:  # 20.1.10
            board.squadrons_lost[staff] = board.squadrons_lost.get(staff, 0) + 1
            board.flown[staff] -= 1  # 20.1.3: the others have not flown for that
            left = SQUADRONS[staff] - board.squadrons_lost[staff]
            board.tell(SquadronLost("20.1.10", IDS[staff], left))
        return ()


def known_modifiers(board: NachParisBoard, staff: Unit, hex: Hex) -> tuple[Modifier, ...]:
    """[20.1.7] What both players know: how far the airfield is."""
    near = MAP.grid.distance(board.where[staff], hex) <= V.recon.air_near
    return (modifier("aerial.near" if near else "aerial.far"),)


def secret_modifier(steps: int) -> int:
    """[20.1.7] What only the owner knows: how many steps are on the way."""
    return modifier(f"aerial.steps.{min(steps, LARGE)}").amount


def reads(reached: int, steps: int) -> bool:
    """[20.1.7] Whether a die with what both know finds a unit of so many steps."""
    return steps >= LEAST and reached + secret_modifier(steps) <= V.recon.success


def _read(board: NachParisBoard, staff: Unit, unit: Unit, hex: Hex, die: int, rule: str) -> bool:
    """[20.1.7] Whether a die finds a unit: then its marker goes."""
    known = known_modifiers(board, staff, hex)
    small = board.steps(unit) < LEAST
    reached = die + total(known)
    good = reads(reached, board.steps(unit))
    board.tell(FlewOver(rule, IDS[staff], label(hex), die, known, good))
    if good:
        board.spotted |= 1 << unit  # 19.1.6
        reveal(board, 1 << unit, "20.1.1")
    elif _announced(small, reached):
        board.tell(SmallUnit("20.1.8", label(hex)))
    return good


def _announced(small: bool, reached: int) -> bool:
    """[20.1.8] One step is never found but announced, and so is a stack too small for the roll."""
    return small or reached <= V.recon.success
