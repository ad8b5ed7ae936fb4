"""Chapter 9, regrouping: fatigue shed, strength regained, eliminated units brought back, in this order."""

from __future__ import annotations

from marne.engine import Answer, Ask, Only, Unit, value
from marne.games.schlieffens_war.board import ELIMINATED, FATIGUED, IN_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    BRITISH,
    ENTENTE,
    FORT,
    FRENCH,
    FULL,
    GERMAN,
    HQ,
    HQS_OF,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import MoraleChanged, Regrouped, Returned
from marne.games.schlieffens_war.rules.command.command import command_area
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.rules.supply.supply import open_to_supply, rail_flood, rail_net
from marne.games.schlieffens_war.steps import HexLine, Steps, UnitLine, choose
from marne.games.schlieffens_war.words import Reason
from marne.hexes import Bits, members

__all__ = ["ChooseReturnHex", "RegainStrength", "ReturnUnits", "ShedFatigue", "may_regroup", "return_hexes"]

DONE = "done"
ALL = "all"


def may_regroup(board: WarBoard, side: int) -> list[int]:
    """9.5: a side's corps in supply, in command and outside enemy zones."""
    zone = board.zone(1 - side)
    areas: dict[int, Bits] = {}
    found = []
    for unit in UNITS_OF[side]:
        hex = board.where[unit]
        if hex < 0 or not IS_CORPS[unit] or board.supply[unit] != IN_SUPPLY or zone >> hex & 1:
            continue
        nation = NATION[unit]
        if nation not in areas:
            areas[nation] = command_area(board, nation)
        if areas[nation] >> hex & 1:
            found.append(unit)
    return found


def return_hexes(board: WarBoard, unit: int) -> list[int]:
    """9.5: where an eliminated unit may come back."""
    nation, side = NATION[unit], SIDE[unit]
    friendly = board.controlled(side) & ~board.zone(1 - side)
    if nation == GERMAN:
        hexes = g.GERMAN_CITIES & rail_net(board, GERMAN)
    elif nation == FRENCH:
        free = open_to_supply(board, ENTENTE)  # the whole line, its end included, so not the net of 8.3
        ends = g.ENTENTE_SOURCES & free | g.PORTS & friendly
        hexes = g.FRENCH_CITIES & rail_flood(ends, free)
    elif nation == BRITISH:
        hexes = g.PORTS
        if KIND[unit] != HQ:  # departs: the HQ itself may return, or nothing British ever could
            hexes &= sum(1 << board.where[hq] for hq in HQS_OF[BRITISH] if board.where[hq] >= 0)
    else:
        hexes = 0
    return [hex for hex in members(hexes & friendly) if has_room(board, unit, hex)]


class _UnitByUnit(UnitLine[int | str]):
    """9.5: the owner picks units one at a time, all of them at once, or is done."""

    __slots__ = ()
    side: int

    def candidates(self, board: WarBoard) -> list[int]:
        raise AssertionError("each action has its own")

    def apply(self, board: WarBoard, unit: int) -> None:
        raise AssertionError("each action has its own")

    def ask(self, board: WarBoard) -> Ask | None:
        units = self.candidates(board)
        if not units:
            return None
        options: tuple[Answer, ...] = (*units, ALL, DONE) if len(units) > 1 else (*units, DONE)
        return Ask(self.side, options, seen_by=(self.side,))

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        if answer == ALL:
            for unit in self.candidates(board):
                self.apply(board, unit)
            return ()
        if isinstance(answer, int):
            self.apply(board, answer)
            return (self,)
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_regroup(board, answer, self.side) if isinstance(answer, int) else super().reason(board, answer)


def why_not_regroup(board: WarBoard, unit: int, side: int) -> Reason:
    """Why a unit isn't offered for regrouping."""
    hex = board.where[unit]
    if SIDE[unit] != side:
        return Reason("5.2", "why.enemy_unit", unit=unit)
    if hex < 0:
        return Reason("9.5", "why.off_map", unit=unit)
    if not IS_CORPS[unit]:
        return Reason("9.6", "why.no_corps", unit=unit)
    if board.supply[unit] != IN_SUPPLY:
        return Reason("9.5", "why.no_supply", unit=unit)
    if board.zone(1 - side) >> hex & 1:
        return Reason("9.5", "why.in_zone", unit=unit)
    if not command_area(board, NATION[unit]) >> hex & 1:
        return Reason("9.5", "why.no_command", unit=unit)
    if board.steps[unit] < FULL[unit] and board.morale[unit] == FATIGUED:
        return Reason("9.6", "why.too_tired", unit=unit)
    return Reason("9.5", "why.needs_nothing", unit=unit)


@value
class ShedFatigue(_UnitByUnit):
    """9.5: first, fatigue markers come off."""

    rule = "9.5"
    side: int

    def candidates(self, board: WarBoard) -> list[int]:
        return [unit for unit in may_regroup(board, self.side) if board.morale[unit] == FATIGUED]

    def apply(self, board: WarBoard, unit: int) -> None:
        board.raise_morale(unit, "9.5")


@value
class RegainStrength(_UnitByUnit):
    """9.5: second, reduced corps that aren't fatigued turn back to full strength, and are fatigued then."""

    rule = "9.5"
    side: int

    def candidates(self, board: WarBoard) -> list[int]:
        return [
            unit
            for unit in may_regroup(board, self.side)
            if board.steps[unit] < FULL[unit] and board.morale[unit] != FATIGUED
        ]

    def apply(self, board: WarBoard, unit: int) -> None:
        board.steps[unit] = FULL[unit]
        board.tell(Regrouped("9.5", unit))
        board.morale[unit] = FATIGUED
        board.tell(MoraleChanged("9.5", unit, FATIGUED))


@value
class ReturnUnits(UnitLine[int | str]):
    """9.5: third, units of the eliminated display come back at full strength, fatigued."""

    rule = "9.5"
    side: int

    def _candidates(self, board: WarBoard) -> list[int]:
        return [
            unit
            for unit in UNITS_OF[self.side]
            if board.where[unit] == ELIMINATED and KIND[unit] != FORT and return_hexes(board, unit)
        ]

    def ask(self, board: WarBoard) -> Ask | None:
        units = self._candidates(board)
        return Ask(self.side, (*units, DONE), seen_by=(self.side,)) if units else None

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        return (ChooseReturnHex(answer), self) if isinstance(answer, int) else ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        if not isinstance(answer, int):
            return super().reason(board, answer)
        key = "why.no_city" if board.where[answer] == ELIMINATED else "why.not_eliminated"
        return Reason("9.5", key, unit=answer)


@value
class ChooseReturnHex(HexLine[int]):
    """9.5: the city, or port, in which a unit returns."""

    rule = "9.5"
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | Only[int] | None:
        side = SIDE[self.unit]
        return choose(side, return_hexes(board, self.unit), seen_by=(side,))

    def answered(self, board: WarBoard, answer: int) -> Steps:
        unit = self.unit
        board.steps[unit] = FULL[unit]
        board.supply[unit] = IN_SUPPLY
        board.put(unit, answer)
        if IS_CORPS[unit]:
            board.morale[unit] = FATIGUED
        board.tell(Returned("9.5", unit, answer))
        return ()

    def lead(self) -> str:
        return f"{NAMES[self.unit]} "
