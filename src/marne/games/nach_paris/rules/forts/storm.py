"""[11.5.2]-[11.5.6], [11.5.8]-[11.5.10] An assault is carried out: barrage and columns, the fort's test, the next fort,
the test of the stormers, and their way in.
"""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Assault, Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain, Water
from marne.games.nach_paris.components.tables import (
    ABF_AFF,
    AMOUNT,
    FLOODED_SIDE,
    Result,
    abf_column,
    abf_result,
    assault_shift,
    hexsides,
    modifier,
)
from marne.games.nach_paris.components.units import (
    CAVALRY,
    ENGINEERS,
    HEADQUARTERS,
    IDS,
    NATION,
    PIONEERS,
    RANK,
    SIDE,
    Side,
    Unit,
    Units,
)
from marne.games.nach_paris.rules.barrage.at_forts import abf_modifiers, second_modifiers
from marne.games.nach_paris.rules.barrage.firing import half, spend_ammo
from marne.games.nach_paris.rules.forts.assault_guns import aff
from marne.games.nach_paris.rules.forts.fort_tests import FortTest, fort_needs, strike_fort
from marne.games.nach_paris.rules.forts.forts import active_at, closed_to, fort_name, lost_sides
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.retreat.ways import can_cross, settle
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps, destroy
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import flooded, front
from marne.games.nach_paris.rules.works.events import AssaultFired, AssaultIdle, AssaultLapsed, Entered
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import members

__all__ = [
    "CarryOn",
    "EnterFort",
    "StormFort",
    "StormersTest",
    "columns",
    "result_modifiers",
    "stormers_modifiers",
]

RANKS: Final = ("A+", "A", "B", "C", "D")
_STRONG: Final = ("assault.cab.cbf7", "assault.cab.cbf5")
"""[11.5.6] The keys end with the CBF from which they count."""


def columns(board: NachParisBoard, fort: int, unit: Unit) -> int:
    """[11.5.2] Columns to the right: by who storms, and by the strength of the fort."""
    return assault_shift(_kind(unit), _cbf(board, fort)) + _neglected(board, fort)


def _kind(unit: Unit) -> str:
    """[11.5.5] Pioneers have a line of their own in the table, and cavalry; others their rank."""
    return "PIO" if PIONEERS >> unit & 1 else "CAV" if CAVALRY >> unit & 1 else RANKS[RANK[unit]]


def _neglected(board: NachParisBoard, fort: int) -> int:
    """[11.5.3] A column less if another fort of the hex is left in peace."""
    others = active_at(board, MAP.forts[fort].hex) & ~(1 << fort)
    return AMOUNT["assault.neglected"] if others & ~board.forts_struck else 0


def _cbf(board: NachParisBoard, fort: int) -> int:
    return forts.CBF[fort][lost_sides(board, fort)]


def _declared(board: NachParisBoard, fort: int) -> Assault | None:
    return next((assault for assault in board.assaults if assault.fort == fort), None)


@value
class StormFort(NachParisQuestion[int]):
    """[11.5.1] The barrage of one assault, if the fort still stands and the stormers are before it."""

    rule: ClassVar[str] = "11.5.1"
    fort: int
    guns: Units
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20) if self._idle(board) is False and self._ready(board) else None

    def _idle(self, board: NachParisBoard) -> bool:
        """[11.5.10] The fort has fallen, or was stormed by others."""
        return bool(board.forts_gone >> self.fort & 1) or _declared(board, self.fort) is None

    def _ready(self, board: NachParisBoard) -> bool:
        """[11.5.2] The unit is beside the fort, and has it in a front hex."""
        return bool(front(board, self.unit) >> MAP.forts[self.fort].hex & 1)

    def unasked(self, board: NachParisBoard) -> Steps:
        kind, rule = (AssaultIdle, "11.5.10") if self._idle(board) else (AssaultLapsed, "11.5.2")
        board.tell(kind(rule, fort_name(self.fort), label(MAP.forts[self.fort].hex), IDS[self.unit]))
        return ()

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        """Half the die, and what the result does to the fort."""
        fort, hex, line = self.fort, MAP.forts[self.fort].hex, forts.CLASS[self.fort]
        factor, shift = aff(board, self.guns, self.unit), columns(board, fort, self.unit)
        found = abf_modifiers(board, fort, self.guns, 1 << self.unit)
        result, column, row = abf_result(line, abf_column(line, factor, shift), half(die) + total(found))
        spend_ammo(board, self.guns)
        board.tell(
            AssaultFired(
                self.rule,
                fort_name(fort),
                label(hex),
                factor,
                shift,
                ABF_AFF[line][column],
                die,
                found,
                row,
                str(result),
            )
        )
        return self._outright(board, result) if result.lost else self._tested(board, result)

    def _tested(self, board: NachParisBoard, result: Result) -> Steps:
        """[11.5.6] The fort tests if the result says so, then the stormers; not if the fort had no chance."""
        found = result_modifiers(result.cab)
        tests = (FortTest(self.fort, found),) if result.tested else ()
        spared = result.tested and fort_needs(board, self.fort, found) <= 0
        mine = () if spared else (StormersTest(self.unit, self.fort, _cbf(board, self.fort)),)
        return *tests, *mine, EnterFort(self.unit, MAP.forts[self.fort].hex)

    def _outright(self, board: NachParisBoard, result: Result) -> Steps:
        """[11.5.4] An outright hit: the next fort of the hex, or the way in; a whole Feste is reduced and tests
        (departs: 11.5.4)."""
        fort, hex, before = self.fort, MAP.forts[self.fort].hex, lost_sides(board, self.fort)
        strike_fort(board, fort)
        if not board.forts_gone >> fort & 1:
            return FortTest(fort, result_modifiers(result.cab), lost=before), EnterFort(self.unit, hex)
        return (CarryOn(self.unit, fort, result.cab),) if active_at(board, hex) else (EnterFort(self.unit, hex),)


def result_modifiers(cab: int) -> tuple[Modifier, ...]:
    """[8.6.3] What the result of the barrage adds to the CAB of the fort."""
    return (Modifier("8.6.3", "assault.result", cab),) if cab else ()


@value
class CarryOn(NachParisQuestion[Word | str]):
    """[11.5.4] After an outright hit the same unit may storm another fort of the hex, with the number of the result."""

    rule: ClassVar[str] = "11.5.4"
    unit: Unit
    fort: int
    cab: int
    shape: ClassVar[Shape] = {"next": "fort"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        others = members(active_at(board, MAP.forts[self.fort].hex))
        return Ask(board.side, (*(("next", fort) for fort in others), "stop"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return ()
        fort, hex = answer[1], MAP.forts[self.fort].hex
        if planned := _declared(board, fort):  # whoever was to storm it stays idle
            board.assaults.remove(planned)
        found = (*result_modifiers(self.cab), *second_modifiers(self.fort, fort))
        return (FortTest(fort, found), StormersTest(self.unit, fort, _cbf(board, fort)), EnterFort(self.unit, hex))

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        return Reason("11.5.4", "why.assault_next", (("hex", label(MAP.forts[self.fort].hex)),))


# -- the stormers


def stormers_modifiers(board: NachParisBoard, unit: Unit, fort: int, cbf: int) -> tuple[Modifier, ...]:
    """[11.5.6] The chart beside the test of the stormers; marches and heat are added by the test itself."""
    hex = MAP.forts[fort].hex
    side = MAP.grid.side(board.where[unit], hex)
    found = [modifier(key) for key in _STRONG if cbf >= int(key[-1])][:1]
    if MAP.terrain[hex] in (Terrain.ROUGH, Terrain.MOUNTAINOUS):
        found.append(modifier("assault.cab.terrain"))
    if FLOODED_SIDE in hexsides(side, flooded=flooded(side, board.sluices)):
        found.append(modifier("assault.cab.flooded"))
    elif MAP.water[side] >= Water.RIVER:
        found.append(modifier("assault.cab.river"))
    if PIONEERS >> unit & 1:
        found.append(modifier("assault.cab.pioneers"))
    if board.forts_gone >> fort & 1:
        found.append(modifier("assault.cab.success"))
    return tuple(found)


@value
class StormersTest(NachParisStep):
    """[11.5.6] After the fort the stormers test, and lose a step if they fail."""

    rule: ClassVar[str] = "11.5.6"
    unit: Unit
    fort: int
    cbf: int

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        found = stormers_modifiers(board, self.unit, self.fort, self.cbf)
        return (CabTest(self.unit, found, failed=(LoseSteps(self.unit, 1),)),)


# -- the way in


@value
class EnterFort(NachParisQuestion[str]):
    """[11.5.8], [11.5.9] With every fortification of the hex destroyed the stormers may go in, hurt or not."""

    rule: ClassVar[str] = "11.5.8"
    unit: Unit
    hex: Hex

    def ask(self, board: NachParisBoard) -> Ask | Only[str] | None:
        return Ask(board.side, ("enter", "stay")) if _can_enter(board, self.unit, self.hex) else None

    def answered(self, board: NachParisBoard, answer: str) -> Steps:
        if answer == "stay":
            return ()
        for enemy in members(board.of(self.hex, 1 - SIDE[self.unit])):
            destroy(board, enemy, "7.1.6")
        settle(board, self.unit, self.hex)
        board.tell(Entered(self.rule, IDS[self.unit], label(self.hex)))
        return (Face(self.unit),)


def _can_enter(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[11.5.9] Alive, no fort left, room, and a way over the side between."""
    side = SIDE[unit]
    if board.where[unit] < 0 or closed_to(board, side) >> hex & 1:
        return False
    return not _held(board, hex, side) and fits(board, unit, hex, side) and _way_in(board, unit, board.where[unit], hex)


def _held(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """[7.1.6] Whether an enemy keeps a hex: headquarters and engineers are overrun."""
    return bool(board.of(hex, 1 - side) & ~(HEADQUARTERS | ENGINEERS))


def _way_in(board: NachParisBoard, unit: Unit, start: Hex, hex: Hex) -> bool:
    """[9.6.7] Over a side that a march could cross, and over no closed border [3.3.2]."""
    return bool(open_to(board.play, board.turn, NATION[unit]) >> hex & 1) and can_cross(board, unit, start, hex)
