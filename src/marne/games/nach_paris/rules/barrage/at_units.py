"""[8.2]-[8.4] Artillery Barrage vs. Units: guns are chosen, then targets, then a die, then each target tests."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Forts, Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import (
    ABU_ARF,
    Result,
    V,
    abu_column,
    abu_result,
    barrage_terrain,
    modifier,
    targets,
)
from marne.games.nach_paris.components.units import (
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
    Units,
    written,
)
from marne.games.nach_paris.rules.barrage.events import HexShelled, UnitShelled, ZoneShelled
from marne.games.nach_paris.rules.barrage.firing import (
    abu_reach,
    enough_arf,
    fire_modifiers,
    guns_on_units,
    half,
    spend_ammo,
    total_arf,
    why_silent,
)
from marne.games.nach_paris.rules.forts.fort_fire import (
    abu_from_forts,
    fire,
    fires_together,
    fort_guns,
    ignores_terrain,
)
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps, lose_steps
from marne.games.nach_paris.rules.works.bridgeheads import (
    strike_zone,
    zone_abu_modifiers,
    zone_arf_kept,
    zone_targets,
)
from marne.games.nach_paris.rules.works.cover import barrage_covers
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = [
    "TOO_WEAK",
    "AimAtUnits",
    "ChooseTargets",
    "FireAtUnits",
    "ShellUnit",
    "ShellZone",
    "abu_modifiers",
    "at_zone",
    "candidates",
    "column_against",
    "exposed",
    "fired_from",
    "guns_at",
    "how_many",
    "may_strike",
    "zone_swing",
]

TOO_WEAK: Final = -1
_SHELTERED_HEAVY: Final = (HEAVY & GERMAN) | FRENCH_120L
"""[8.4.5]"""


# -- who fires


def guns_at(board: NachParisBoard, nation: Nation, hex: Hex) -> Bits:
    """[8.2.1] The units of a nation that may join an ABU against a hex."""
    return bits(unit for unit in guns_on_units(board, nation) if abu_reach(board, unit) >> hex & 1)


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
    guns: Units = 0
    forts: Forts = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        more = guns_at(board, self.nation, self.hex) & ~self.guns
        batteries = fort_guns(board, self.nation, self.hex) & ~self.forts
        ready = may_strike(board, self.hex, total_arf(board, self.guns, self.forts), self.forts)
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
            guns, forts = guns_at(board, self.nation, self.hex), fort_guns(board, self.nation, self.hex)
        elif answer[0] == "gun":
            guns |= 1 << int(answer[1])
        else:
            forts |= 1 << int(answer[1])
        return (AimAtUnits(self.nation, self.hex, guns, forts),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if answer == "fire":
            return Reason("8.3.1", "why.too_weak", (("hex", label(self.hex)),))
        if isinstance(answer, tuple) and answer[0] == "gun" and isinstance(answer[1], int):
            return _why_not_gun(board, self.nation, self.hex, answer[1])
        return None


def _why_not_gun(board: NachParisBoard, nation: Nation, hex: Hex, unit: Unit) -> Why:
    named = (("unit", IDS[unit]), ("hex", label(hex)))
    if NATION[unit] != nation:  # 8.2.2
        return Reason("8.2.2", "why.fires_alone", named)
    if board.arf(unit) <= 0:  # 8.1.2
        return Reason("8.1.2", "why.no_arf", named)
    if board.indoctrinated >> unit & 1:  # 21.2.1
        return Reason("21.2.1", "why.doctrine_guns", named)
    return why_silent(board, unit) or (
        None if abu_reach(board, unit) >> hex & 1 else Reason("8.2.1", "why.not_in_front", named)
    )


# -- what is struck


def candidates(board: NachParisBoard, hex: Hex) -> tuple[Bits, bool]:
    """[8.3.1] What an ABU may strike in a hex: enemy units, and a Fortified Zone [11.2.6]."""
    standing = bool(zone_targets(board, board.side) >> hex & 1)
    return board.of(hex, 1 - board.side), standing


def exposed(board: NachParisBoard, units: Bits, arf: Fraction) -> Bits:
    """[19.3.2], [19.3.3] Those of a hex that a barrage can strike: hidden ones only with twenty points.

    departs: 19.3.3, in a mixed hex too.
    """
    return units if arf >= V.recon.fog_barrage else units & ~board.fogged


def may_strike(board: NachParisBoard, hex: Hex, arf: Fraction, forts: Bits) -> bool:
    """[8.3.1], [19.3.2] Whether so much is enough for a barrage of a hex, hidden stacks considered."""
    units, zone = candidates(board, hex)
    return enough_arf(arf, forts) and (zone or bool(exposed(board, units, arf)))


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
    guns: Units
    forts: Forts
    chosen: Units = 0
    zone: bool = False

    def left(self, board: NachParisBoard) -> int:
        """How many more there are to choose."""
        return how_many(total_arf(board, self.guns, self.forts)) - self.chosen.bit_count() - self.zone

    def candidates(self, board: NachParisBoard) -> tuple[Bits, bool]:
        """[19.3.3] All in the hex, but hidden ones only if the barrage is strong enough for them."""
        units, zone = candidates(board, self.hex)
        return exposed(board, units, total_arf(board, self.guns, self.forts)), zone

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        units, zone = self.candidates(board)
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
            return (FireAtUnits(self.nation, self.hex, self.guns, self.forts, *self.candidates(board)),)
        if answer == "strike-zone":
            zone = True
        else:
            chosen |= 1 << int(answer[1])
        return (ChooseTargets(self.nation, self.hex, self.guns, self.forts, chosen, zone),)

    def unasked(self, board: NachParisBoard) -> Steps:
        return (FireAtUnits(self.nation, self.hex, self.guns, self.forts, self.chosen, self.zone),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        return Reason("8.3.1", "why.not_a_target", (("hex", label(self.hex)),))


# -- the die


def column_against(board: NachParisBoard, unit: Unit, guns: Bits, forts: Bits) -> tuple[int, Fraction]:
    """[8.3.3], [10.2.4] The column for one unit of a hex, -1 if too little is left, and the ARF that counts.

    departs: 10.2.1, guns of units that works bring below six points have no effect.
    """
    kept = barrage_covers(board, board.where[unit], SIDE[unit], members(fired_from(board, guns, forts)))[unit].kept
    arf = total_arf(board, guns, forts) * kept / 100
    return (abu_column(arf) if enough_arf(arf, forts) else TOO_WEAK), arf


def abu_modifiers(board: NachParisBoard, hex: Hex, unit: Unit, guns: Bits, forts: Bits) -> tuple[Modifier, ...]:
    """[8.4.1] All that counts when an ABU strikes one unit; plus is good for the defender."""
    bit = 1 << unit
    if board.fogged & bit:
        return (modifier("abu.fog"),)  # 19.3.2: in place of all others
    cover = barrage_covers(board, hex, SIDE[unit], members(fired_from(board, guns, forts)))[unit]
    found = common_modifiers(board, hex, guns, forts, terrain=cover.terrain)
    if CAVALRY & bit:
        found.append(modifier("abu.cavalry"))  # 8.4.4
    if board.of(hex, SIDE[unit]) & FIGHTING & ~bit:
        if _SHELTERED_HEAVY & bit:
            found.append(modifier("abu.heavy_stacked"))  # 8.4.5
        if SIEGE & bit:
            found.append(modifier("abu.siege_stacked"))  # 8.4.6
    found.extend(cover.modifiers)  # 11.1.4, 11.2.6, 11.6.2
    return tuple(found)


def common_modifiers(board: NachParisBoard, hex: Hex, guns: Bits, forts: Bits, *, terrain: bool) -> list[Modifier]:
    """What counts for every target of an ABU; where terrain does not, it is left out."""
    return [
        *(_ground(hex, guns, forts) if terrain else ()),
        *_teamwork(guns, forts),
        *fire_modifiers(board, guns, forts, kind="abu"),
        *abu_from_forts(forts, hex),
    ]


def _ground(hex: Hex, guns: Bits, forts: Bits) -> tuple[Modifier, ...]:
    """[8.4.2] The terrain of the target, but for forts that fire alone."""
    amount = barrage_terrain(MAP.terrain[hex])
    return (Modifier("8.4.2", "abu.terrain", amount),) if amount and not ignores_terrain(guns, forts) else ()


def _teamwork(guns: Bits, forts: Bits) -> tuple[Modifier, ...]:
    """[8.4.3] French or Belgian guns of more than one unit; forts count as one [11.3.5]."""
    nations = {NATION[unit] for unit in members(guns)}
    return (modifier("abu.together"),) if nations & {BE, FR} and fires_together(guns, forts) else ()


@value
class FireAtUnits(NachParisQuestion[int]):
    """[8.3.2] One die for the whole barrage; then each unit that is struck, with its own modifiers.

    Modifiers are those of the moment of firing: who falls first doesn't uncover the others.
    """

    rule: ClassVar[str] = "8.3.2"
    nation: Nation
    hex: Hex
    guns: Units
    forts: Forts
    targets: Units
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
            follow.append(at_zone(board, self.hex, guns, forts, half(die)))
        board.barraged |= guns  # 8.1.3
        reveal(board, guns, "19.4.1")
        fire(board, forts)
        board.shelled |= 1 << self.hex  # 8.2.5
        board.shelled_turn |= 1 << self.hex
        spend_ammo(board, guns)
        return tuple(follow)


def at_zone(board: NachParisBoard, hex: Hex, guns: Bits, forts: Bits, row: int) -> ShellZone:
    """[11.2.6] What strikes the Fortified Zone of a hex: half the ARF, two worse, and no terrain."""
    left = total_arf(board, guns, forts) * zone_arf_kept(board, hex) / 100
    column = abu_column(left) if enough_arf(left, forts) else TOO_WEAK
    common = common_modifiers(board, hex, guns, forts, terrain=False)
    return ShellZone(fort_data.ZONE_AT[hex], column, row, (*common, *zone_abu_modifiers(board, hex)))


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
        if self.column == TOO_WEAK:
            board.tell(UnitShelled(self.rule, IDS[unit], label(hex), self.arf, 0, self.row, (), self.row, "-"))
            return ()
        result, column, row = abu_result(self.column, self.row + total(self.modifiers))
        if result.tested:
            reveal(board, 1 << unit, "19.4.2")
        arf, mods = ABU_ARF[column], self.modifiers
        board.tell(UnitShelled(self.rule, IDS[unit], label(hex), self.arf, arf, self.row, mods, row, str(result)))
        before = board.lost[unit]
        lose_steps(board, unit, result.lost)  # 8.3.4: with its marker
        if not result.tested or board.where[unit] < 0:
            return ()
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
        if self.column == TOO_WEAK:
            board.tell(ZoneShelled(self.rule, place, self.row, (), "-"))
            return ()
        result, _, _ = abu_result(self.column, self.row + total(self.modifiers))
        board.tell(ZoneShelled(self.rule, place, self.row, self.modifiers, str(result)))
        return strike_zone(board, self.zone, result, zone_swing(result))


def zone_swing(result: Result) -> tuple[Modifier, ...]:
    """[11.2.7] What a result adds to the test of a Fortified Zone."""
    return (Modifier(ShellZone.rule, "abu.result", result.cab),)
