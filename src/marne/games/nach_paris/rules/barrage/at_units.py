"""[8.2]-[8.4] Artillery Barrage vs. Units: guns are chosen, then targets, then a die, then each target tests."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import or_
from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris import forts as fort_data
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.units.cab import CabTest, passes
from marne.games.nach_paris.rules.units.losses import LoseSteps, lose_steps
from marne.games.nach_paris.rules.works.forts import active
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Word, label, value
from marne.games.nach_paris.tables import ABU_ARF, abu_column, abu_result, barrage_terrain, modifier, targets
from marne.games.nach_paris.units import (
    ALLIED_SIDE,
    BE,
    CAVALRY,
    FIGHTING,
    FR,
    FRENCH_120L,
    GERMAN,
    HEAVY,
    IDS,
    NATION,
    SIDE,
    SIEGE,
    Nation,
    Unit,
    written,
)
from marne.hexes import Bits, bits, members

from .cover import cover, lowered, zone_cover
from .events import HexShelled, UnitShelled, ZoneShelled, ZoneSmashed
from .firing import (
    FORTS_OF_NATION,
    abu_reach,
    enough_arf,
    fire_modifiers,
    fort_arf,
    guns_on_units,
    half,
    spend_ammo,
    total_arf,
    why_silent,
)

__all__ = [
    "AimAtUnits", "ChooseTargets", "FireAtUnits", "ShellUnit", "ShellZone", "ZoneTest", "abu_modifiers", "batteries_on",
    "candidates", "column_against", "fired_from", "guns_at", "how_many",
]  # fmt: skip

_TOO_WEAK: Final = -1
_SHELTERED_HEAVY: Final = (HEAVY & GERMAN) | FRENCH_120L
"""[8.4.5]"""


_BESIDE: Final = tuple(reduce(or_, (fort_data.AT[near] for near in around), 0) for around in MAP.grid.neighbours)
"""The forts in the neighbours of each hex."""


# -- who fires


def guns_at(board: NachParisBoard, nation: Nation, hex: Hex) -> Bits:
    """[8.2.1] The units of a nation that may join an ABU against a hex."""
    return bits(unit for unit in guns_on_units(board, nation) if abu_reach(board, unit) >> hex & 1)


def batteries_on(board: NachParisBoard, nation: Nation, hex: Hex) -> Bits:
    """[11.3.5], [11.4.5] The forts of a nation beside a hex that may join, once in a phase."""
    able = _BESIDE[hex] & FORTS_OF_NATION[nation] & active(board) & ~board.forts_fired
    return bits(fort for fort in members(able) if fort_arf(board, fort) > 0) if able else 0


def fired_from(board: NachParisBoard, guns: Bits, forts: Bits) -> Bits:
    """The hexes that a barrage comes from."""
    return bits(board.where[unit] for unit in members(guns)) | bits(MAP.forts[fort].hex for fort in members(forts))


@value
class AimAtUnits(NachParisQuestion[Word | str]):
    """[8.2.3] The attacker says which of the units that may fire at a hex do, one after another."""

    rule: ClassVar[str] = "8.2.3"
    shape: ClassVar[Shape] = {"gun": "unit", "battery": "fort"}
    nation: Nation
    hex: Hex
    guns: Bits = 0
    forts: Bits = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        more = guns_at(board, self.nation, self.hex) & ~self.guns
        batteries = batteries_on(board, self.nation, self.hex) & ~self.forts
        ready = enough_arf(total_arf(board, self.guns, self.forts), self.forts)
        left = more.bit_count() + batteries.bit_count()
        if not left:
            return Only("fire")
        if left == 1 and not ready and not self.guns and not self.forts:
            return Only("all")
        return Ask(
            board.side,
            (
                *(("fire",) if ready else ()),
                *(("all",) if left > 1 else ()),
                *(("gun", unit) for unit in members(more)),
                *(("battery", fort) for fort in members(batteries)),
            ),
        )

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        guns, forts = self.guns, self.forts
        if answer == "fire":
            return (ChooseTargets(self.nation, self.hex, guns, forts),)
        if answer == "all":
            guns, forts = guns_at(board, self.nation, self.hex), batteries_on(board, self.nation, self.hex)
        elif answer[0] == "gun":
            guns |= 1 << int(answer[1])
        else:
            forts |= 1 << int(answer[1])
        return (AimAtUnits(self.nation, self.hex, guns, forts),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Reason | None:
        if answer == "fire":
            return Reason("8.3.1", "why.too_weak", (("hex", label(self.hex)),))
        if isinstance(answer, tuple) and answer[0] == "gun" and isinstance(answer[1], int):
            return _why_not_gun(board, self.nation, self.hex, answer[1])
        return None


def _why_not_gun(board: NachParisBoard, nation: Nation, hex: Hex, unit: Unit) -> Reason | None:
    named = (("unit", IDS[unit]), ("hex", label(hex)))
    if NATION[unit] != nation:
        return Reason("8.2.2", "why.other_nation", named)
    if board.arf(unit) <= 0:
        return Reason("8.1.2", "why.no_arf", named)
    if board.indoctrinated >> unit & 1:
        return Reason("21.2.1", "why.doctrine_guns", named)
    return why_silent(board, unit) or (
        None if abu_reach(board, unit) >> hex & 1 else Reason("8.2.1", "why.not_in_front", named)
    )


# -- what is struck


def candidates(board: NachParisBoard, hex: Hex) -> tuple[Bits, bool]:
    """[8.3.1] What an ABU may strike in a hex: enemy units, and a Fortified Zone [11.2.6]."""
    zone = fort_data.ZONE_AT.get(hex, -1)
    standing = zone >= 0 and board.side == ALLIED_SIDE and not board.zones_gone >> zone & 1
    return board.of(hex, 1 - board.side), standing


def how_many(arf: Fraction) -> int:
    """[8.3.1] How many an ABU may strike; forts with less than six points strike one (departs: 8.3.1)."""
    return max(1, targets(arf))


@value
class ChooseTargets(NachParisQuestion[Word | str]):
    """[8.3.1] With less than 20 points the attacker chooses whom the barrage strikes."""

    rule: ClassVar[str] = "8.3.1"
    shape: ClassVar[Shape] = {"strike": "unit"}
    nation: Nation
    hex: Hex
    guns: Bits
    forts: Bits
    chosen: Bits = 0
    zone: bool = False

    def left(self, board: NachParisBoard) -> int:
        """How many more there are to choose."""
        return how_many(total_arf(board, self.guns, self.forts)) - self.chosen.bit_count() - self.zone

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        units, zone = candidates(board, self.hex)
        units, zone = units & ~self.chosen, zone and not self.zone
        left = self.left(board)
        if units.bit_count() + zone <= left:
            return Only("all")
        if left <= 0:
            return None
        return Ask(board.side, (*(("strike", unit) for unit in members(units)), *(("strike-zone",) if zone else ())))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        chosen, zone = self.chosen, self.zone
        if answer == "all":
            return (FireAtUnits(self.nation, self.hex, self.guns, self.forts, *candidates(board, self.hex)),)
        if answer == "strike-zone":
            zone = True
        else:
            chosen |= 1 << int(answer[1])
        return (ChooseTargets(self.nation, self.hex, self.guns, self.forts, chosen, zone),)

    def unasked(self, board: NachParisBoard) -> Steps:
        return (FireAtUnits(self.nation, self.hex, self.guns, self.forts, self.chosen, self.zone),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Reason | None:
        return Reason("8.3.1", "why.not_a_target", (("hex", label(self.hex)),))


# -- the die


def column_against(board: NachParisBoard, unit: Unit, guns: Bits, forts: Bits) -> tuple[int, Fraction]:
    """[8.3.3], [10.2.4] The column for one unit of a hex, -1 if too little is left, and the ARF that counts.

    departs: 10.2.1, guns of units that works bring below six points have no effect.
    """
    arf = lowered(total_arf(board, guns, forts), cover(board, unit, fired_from(board, guns, forts)))
    return (abu_column(arf) if enough_arf(arf, forts) else _TOO_WEAK), arf


def abu_modifiers(board: NachParisBoard, hex: Hex, unit: Unit, guns: Bits, forts: Bits) -> tuple[Modifier, ...]:
    """[8.4] All that counts when an ABU strikes one unit."""
    bit = 1 << unit
    found = common_modifiers(board, hex, guns, forts, terrain=True)
    if CAVALRY & bit:
        found.append(modifier("abu.cavalry"))  # 8.4.4
    if board.of(hex, SIDE[unit]) & FIGHTING & ~bit:
        if _SHELTERED_HEAVY & bit:
            found.append(modifier("abu.heavy_stacked"))  # 8.4.5
        if SIEGE & bit:
            found.append(modifier("abu.siege_stacked"))  # 8.4.6
    found.extend(cover(board, unit, fired_from(board, guns, forts))[1])
    return tuple(found)


def common_modifiers(board: NachParisBoard, hex: Hex, guns: Bits, forts: Bits, *, terrain: bool) -> list[Modifier]:
    """[8.4.2], [8.4.3], [8.8.1] What counts for every target of an ABU."""
    found = []
    ground = barrage_terrain(MAP.terrain[hex])
    if terrain and guns and ground:  # 11.3.6, 11.4.6: forts alone ignore it
        found.append(Modifier("8.4.2", "abu.terrain", ground))
    nations = {NATION[unit] for unit in members(guns)}
    if nations & {BE, FR} and guns.bit_count() + forts.bit_count() > 1:
        found.append(modifier("abu.together"))  # 8.4.3, 11.3.5
    found.extend(fire_modifiers(board, guns, forts, kind="abu"))
    if MAP.camp[hex] >= 0 and any(fort_data.CAMP_OF[fort] == MAP.camp[hex] for fort in members(forts)):
        found.append(modifier("abu.own_camp"))  # 11.6.13
    return found


@value
class FireAtUnits(NachParisQuestion[int]):
    """[8.3.2] One die for the whole barrage; then each unit that is struck, with its own modifiers.

    Modifiers are those of the moment of firing: who falls first doesn't uncover the others.
    """

    rule: ClassVar[str] = "8.3.2"
    nation: Nation
    hex: Hex
    guns: Bits
    forts: Bits
    targets: Bits
    zone: bool = False

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        guns, forts = self.guns, self.forts
        arf = total_arf(board, guns, forts)
        names = ", ".join(MAP.forts[fort].name for fort in members(forts))
        board.tell(HexShelled(self.rule, label(self.hex), written(guns), names, _plain(arf), die, half(die)))
        follow: list[NachParisStep] = []
        for unit in (*members(self.targets & FIGHTING), *members(self.targets & ~FIGHTING)):
            column, left = column_against(board, unit, guns, forts)
            against = abu_modifiers(board, self.hex, unit, guns, forts)
            follow.append(ShellUnit(unit, column, _plain(left), half(die), against))
        if self.zone:
            follow.append(self._at_zone(board, arf, half(die)))
        board.barraged |= guns  # 8.1.3
        board.fogged &= ~guns  # 19.4.1
        board.forts_fired |= forts
        board.shelled |= 1 << self.hex  # 8.2.5
        board.shelled_turn |= 1 << self.hex
        spend_ammo(board, guns)
        return tuple(follow)

    def _at_zone(self, board: NachParisBoard, arf: Fraction, row: int) -> NachParisStep:
        shelter = zone_cover()
        left = lowered(arf, shelter)
        column = abu_column(left) if enough_arf(left, self.forts) else _TOO_WEAK
        common = common_modifiers(board, self.hex, self.guns, self.forts, terrain=False)
        return ShellZone(fort_data.ZONE_AT[self.hex], column, row, (*common, *shelter[1]))


def _plain(arf: Fraction) -> str:
    """13.5, not 27/2."""
    return f"{float(arf):g}"


@value
class ShellUnit(NachParisStep):
    """[8.3.3] The result for one unit: steps lost outright, then a test with the CAB from before them [5.1.3]."""

    rule: ClassVar[str] = "8.3.3"
    unit: Unit
    column: int
    arf: str
    row: int
    modifiers: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        unit, hex = self.unit, board.where[self.unit]
        if hex < 0:
            return ()
        if self.column == _TOO_WEAK:
            board.tell(UnitShelled(self.rule, IDS[unit], label(hex), self.arf, 0, self.modifiers, self.row, "-"))
            return ()
        result, column, row = abu_result(self.column, self.row + total(self.modifiers))
        board.tell(
            UnitShelled(
                self.rule, IDS[unit], label(hex), self.arf, ABU_ARF[column], self.modifiers, row, str(result)
            )
        )  # fmt: skip
        before = board.lost[unit]
        lose_steps(board, unit, result.lost)  # 8.3.4: with its marker
        if not result.tested or board.where[unit] < 0:
            return ()
        board.fogged &= ~(1 << unit)  # 19.4.2
        swing = (Modifier(self.rule, "abu.result", result.cab),) if result.cab else ()
        return (CabTest(unit, swing, before, failed=(LoseSteps(unit, 1),)),)


@value
class ShellZone(NachParisStep):
    """[11.2.6] The result for a Fortified Zone."""

    rule: ClassVar[str] = "11.2.6"
    zone: int
    column: int
    row: int
    modifiers: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        place = label(MAP.fortified_zones[self.zone].hex)
        if self.column == _TOO_WEAK:
            board.tell(ZoneShelled(self.rule, place, self.modifiers, "-"))
            return ()
        result, _, _ = abu_result(self.column, self.row + total(self.modifiers))
        board.tell(ZoneShelled(self.rule, place, self.modifiers, str(result)))
        if result.lost:
            _smash(board, self.zone)
            return ()
        return (ZoneTest(self.zone, result.cab),) if result.tested else ()


@value
class ZoneTest(NachParisQuestion[int]):
    """[11.2.7] A Fortified Zone that fails its test is destroyed."""

    rule: ClassVar[str] = "11.2.7"
    zone: int
    swing: int

    def needed(self) -> int:
        """[5.1.2] The highest die that passes."""
        return fort_data.ZONE_CAB[self.zone] + self.swing

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20) if self.needed() > 0 else Only(0)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        if not passes(die, self.needed()):
            _smash(board, self.zone)
        return ()


def _smash(board: NachParisBoard, zone: int) -> None:
    board.zones_gone |= 1 << zone
    board.tell(ZoneSmashed("11.2.7", label(MAP.fortified_zones[zone].hex)))
