"""Chapter 3: the set-up, one counter at a time, the Entente first."""

from __future__ import annotations

from marne.engine import Answer, Ask, Only, Unit, value
from marne.games.schlieffens_war.board import ELAN, FATIGUED, REMOVED, WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    ARMY,
    BELGIAN,
    COUNT,
    DEPOT,
    FORT,
    FORTS,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SETUP_LABEL,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import UnitPlaced
from marne.games.schlieffens_war.rules.command.command import command_radius
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.steps import HexLine, Line, Steps, choose
from marne.games.schlieffens_war.words import Reason
from marne.hexes import Bits, members

__all__ = ["PlaceCounter", "SetUp", "SetUpSide", "TakePositions", "setup_area"]

_HOME: tuple[Bits, ...] = (g.GERMANY, g.FRANCE, g.FRANCE, g.BELGIUM)


def setup_area(board: WarBoard, unit: int) -> Bits:
    """3.1: the hexes in which a counter may be set up, as the HQ of its army stands."""
    nation, home = NATION[unit], _HOME[NATION[unit]] & g.LAND
    if KIND[unit] == HQ:
        if nation == BELGIAN:
            return home
        label = SETUP_LABEL[unit]
        assert label is not None
        return g.GRID.within_bits(g.GRID.hex(label), 1) & home
    if unit in board.scenario.start_rows:
        return home & board.scenario.start_rows[unit][1]
    hq = next(other for other in UNITS_OF[SIDE[unit]] if KIND[other] == HQ and ARMY[other] == ARMY[unit])
    area = g.GRID.within_bits(board.where[hq], command_radius(board, hq)) & home
    # departs: the rulebook places no depots; they start on a rail near their HQ.
    return area & g.RAIL_HEXES if KIND[unit] == DEPOT else area


@value
class SetUp(Line):
    """3.1: forts on their printed hexes, then one side after the other; or everybody where the scenario says."""

    rule = "3.1"

    def do(self, board: WarBoard) -> Steps:
        if board.scenario.stacks:
            return (TakePositions(),)
        for fort in FORTS:
            label = SETUP_LABEL[fort]
            assert label is not None
            board.put(fort, g.GRID.hex(label))
        first = board.scenario.set_up_first
        return SetUpSide(first), SetUpSide(1 - first)


@value
class TakePositions(Line):
    """3.1, 3.3: counters and ground as the scenario has them. What it doesn't name is out of the game."""

    rule = "3.1"

    def do(self, board: WarBoard) -> Steps:
        scenario = board.scenario
        board.where = [WAITING if scenario.entry[unit] else REMOVED for unit in range(COUNT)]
        for hex, units in scenario.stacks:
            board.set_down(units, hex)
            if SIDE[units[0]] == GERMAN:
                board.control |= 1 << hex
            else:
                board.control &= ~(1 << hex)
        for unit in range(COUNT):
            if scenario.elan[SIDE[unit]] and IS_CORPS[unit]:
                board.morale[unit] = ELAN
        for unit in scenario.reduced:
            board.steps[unit] -= 1
        for unit in scenario.fatigued:
            board.morale[unit] = FATIGUED
        board.points = (board.control & g.PRIZES).bit_count()
        board.endangered = int(bool(board.control & g.PERIMETER))
        return ()


@value
class SetUpSide(Line):
    """3.1: one side's counters, army by army, the HQ first; what has a turn of entry waits (9.1)."""

    rule = "3.1"
    side: int

    def do(self, board: WarBoard) -> Steps:
        board.side = self.side
        units = [unit for unit in UNITS_OF[self.side] if KIND[unit] != FORT and not board.scenario.entry[unit]]
        return tuple(PlaceCounter(unit) for unit in units)


@value
class PlaceCounter(HexLine[int]):
    """3.1: one counter."""

    rule = "3.1"
    unit: Unit

    def _hexes(self, board: WarBoard) -> list[int]:
        unit = self.unit
        free = [hex for hex in members(setup_area(board, unit)) if has_room(board, unit, hex)]
        if NATION[unit] == BELGIAN and IS_CORPS[unit]:
            free = [hex for hex in free if not any(IS_CORPS[other] for other in board.stacks[hex])]
        return free

    def ask(self, board: WarBoard) -> Ask | Only[int] | None:
        side = SIDE[self.unit]
        return choose(side, self._hexes(board), seen_by=(side,))

    def answered(self, board: WarBoard, answer: int) -> Steps:
        unit = self.unit
        board.put(unit, answer)
        if board.scenario.elan[SIDE[unit]] and IS_CORPS[unit]:
            board.morale[unit] = ELAN
        board.tell(UnitPlaced("3.1", unit, answer))
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        if not isinstance(answer, int):
            return super().reason(board, answer)
        unit = self.unit
        if not _HOME[NATION[unit]] >> answer & 1:
            return Reason("3.1", "why.not_home", unit=unit, hex=answer)
        if not setup_area(board, unit) >> answer & 1:
            if KIND[unit] == HQ:
                return Reason("3.1", "why.hq_hex", unit=unit, label=SETUP_LABEL[unit])
            if unit in board.scenario.start_rows:
                return Reason("3.1", "why.first_army", row=board.scenario.start_rows[unit][0])
            return Reason("3.1", "why.setup_radius", unit=unit, hex=answer)
        if NATION[unit] == BELGIAN:
            return Reason("3.1", "why.belgian_corps", hex=answer)
        return Reason("6.2", "why.full", hex=answer)

    def lead(self) -> str:
        return f"{NAMES[self.unit]} "
