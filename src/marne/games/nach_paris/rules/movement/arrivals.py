"""[7.7] Arrivals: units come in on the turn of their row, or later; by rail they come on a train.

They come while others move: `MoveUnits` leads here too, and what is left is asked at the end of the phase.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import WAITING, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import Arrival
from marne.games.nach_paris.components.units import (
    ARMY,
    BY_ID,
    HEADQUARTERS,
    HQS_OF_ARMY,
    IDS,
    NATION,
    OF_NATION,
    OF_SIDE,
    RAIL_ONLY,
    SIDE,
    STACKING,
    STEPS,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.events import Arrived
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.events import Turned
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.options.fog import hide_arrival
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail, why_not_by_rail
from marne.games.nach_paris.rules.rail.lines import heading
from marne.games.nach_paris.rules.units.stacking import limit, room
from marne.games.nach_paris.rules.units.versions import comes_as, upgrade
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.steps import (
    FACING_NAMES,
    NachParisQuestion,
    Reason,
    Shape,
    Steps,
    Why,
    Word,
    label,
    value,
)
from marne.hexes import bits

__all__ = [
    "ArrivalFacing",
    "Arrivals",
    "PlaceBeside",
    "beside",
    "can_arrive",
    "due",
    "parents",
    "place",
    "toward_enemy",
    "why_blocked",
]


def due(board: NachParisBoard, nation: Nation) -> list[Arrival]:
    """[7.7.1], [7.7.4] The rows of the units that may come now: those of this turn, and those held back."""
    rows = board.play.arrival
    return [
        row
        for unit, row in rows.items()
        if board.where[unit] == WAITING and NATION[unit] == nation and row.turn <= board.turn
    ]


# -- [7.7.2] whether the hex is free


def why_blocked(board: NachParisBoard, row: Arrival, hex: Hex) -> Reason | None:
    """Why a unit can't be placed in a hex [7.7.2], [7.7.3]; None if it can."""
    side, facts = SIDE[row.unit], (("unit", IDS[row.unit]), ("hex", label(hex)))
    if (board.occupied[1 - side] | closed_to(board, side)) >> hex & 1:  # 7.7.2
        return Reason("7.7.2", "why.arrive.enemy", facts)
    if row.by_rail and hex == row.hex:
        return why_not_by_rail(board, row.unit, hex)
    steps = STEPS[comes_as(board, row.unit)] - row.lost if STACKING >> row.unit & 1 else 0
    if not limit(board, hex) or (steps and steps > room(board, hex, side)):  # 7.7.2
        return Reason("7.7.2", "why.arrive.room", facts)
    return None


def parents(board: NachParisBoard, unit: Unit) -> list[Unit]:
    """[7.7.2], [13.2.1] The headquarters on the map that lead a unit: of its army; any of its nation if it has none."""
    led = [BY_ID[led.hq] for led in board.play.said.special.led if IDS[unit] in led.units and board.turn <= led.until]
    own = HQS_OF_ARMY[ARMY[unit]] if ARMY[unit] >= 0 else OF_NATION[NATION[unit]] & HEADQUARTERS
    if unit in board.obeys:
        own = 1 << board.obeys[unit]
    elif led:
        own = bits(led)
    return board.on_map(own & ~(1 << unit))


def beside(board: NachParisBoard, row: Arrival) -> list[Hex]:
    """[7.7.2] Where a unit may come whose hex is blocked: the free hexes round its headquarters."""
    blocked = why_blocked(board, row, row.hex)
    if blocked is None or blocked.rule != "7.7.2":  # a train only waits
        return []
    near = {hex for hq in parents(board, row.unit) for hex in MAP.grid.neighbours[board.where[hq]]}
    free = open_to(board.play, board.turn, NATION[row.unit])
    if RAIL_ONLY >> row.unit & 1:  # 2.2.3: off the rails it could never move again
        near = {hex for hex in near if MAP.links_of[hex]}
    return [hex for hex in sorted(near) if free >> hex & 1 and why_blocked(board, row, hex) is None]


# -- placing


def place(board: NachParisBoard, row: Arrival, hex: Hex) -> None:
    """[7.7.1], [3.3.1] Put a unit where it arrives, with the marks of its row; it can't move in this turn."""
    unit, bit = row.unit, 1 << row.unit
    board.put(unit, hex)
    board.lost[unit] = row.lost
    hide_arrival(board, unit)
    board.fieldworks |= bit if row.fieldworks and hex == row.hex else 0
    board.limited |= bit if row.llc else 0
    board.in_position |= bit if row.fip else 0
    if RAIL_ONLY & ~board.in_position & bit and MAP.links_of[hex]:
        board.trains[unit] = heading(MAP.links_of[hex][0], hex)
    board.arrived |= bit
    board.moved |= bit
    take_ground(board, unit, hex)
    board.tell(Arrived("7.7.1", IDS[unit], label(hex)))
    upgrade(board)  # 6.6.4


def toward_enemy(board: NachParisBoard, hex: Hex, side: Side) -> int:
    """[7.7.2] The facing for whoever is placed with all others: to the nearest enemy, here or about to come."""
    there = [board.where[enemy] for enemy in board.on_map(OF_SIDE[1 - side])]
    if not there:
        there = [row.hex for row in board.play.arrival.values() if SIDE[row.unit] != side]
    if not there:
        return 0
    near = min(there, key=lambda place: (MAP.grid.distance(hex, place), place))
    ways = [
        (MAP.grid.distance(next_, near), way) for way, next_ in enumerate(MAP.grid.around[hex]) if next_ is not None
    ]
    return min(ways)[1]


# -- the questions


def _open(board: NachParisBoard, nation: Nation) -> tuple[list[Unit], list[Unit], bool]:
    """Who can be placed, who beside its headquarters, and whether somebody comes other than by rail."""
    rows = due(board, nation)
    free = [row for row in rows if why_blocked(board, row, row.hex) is None]
    blocked = [row.unit for row in rows if row not in free and beside(board, row)]
    return [row.unit for row in free], blocked, any(not row.by_rail for row in free)


def can_arrive(board: NachParisBoard, nation: Nation) -> bool:
    """[7.7.1] Whether a nation has a unit that could come now."""
    return any(why_blocked(board, row, row.hex) is None or beside(board, row) for row in due(board, nation))


@value
class Arrivals(NachParisQuestion[Word | str]):
    """[7.7.1], [7.7.4] Which units of a nation come: all of them, one after another, or not yet."""

    rule: ClassVar[str] = "7.7.1"
    shape: ClassVar[Shape] = {"place": "unit", "beside": "unit"}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """All at once first; whoever is not placed waits."""
        free, blocked, marching = _open(board, self.nation)
        if not free and not blocked:
            return None
        everybody: tuple[str, ...] = ("all",) if marching else ()
        return Ask(
            board.side,
            (*everybody, *(("place", unit) for unit in free), *(("beside", unit) for unit in blocked), "end"),
        )

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if answer == "end":
            return ()
        if answer == "all":
            self._place_all(board)
            return (self,)
        word, unit = answer[0], int(answer[1])
        if word == "beside":
            return PlaceBeside(unit), self
        row = board.play.arrival[unit]
        if row.by_rail:
            return ComeByRail(unit, row.hex, row.lost, row.llc), Walk(unit), self
        place(board, row, row.hex)
        return ArrivalFacing(comes_as(board, unit)), self

    def _place_all(self, board: NachParisBoard) -> None:
        """[7.7.2] Everybody whose hex has room, looking to the nearest enemy."""
        for row in due(board, self.nation):
            if not row.by_rail and why_blocked(board, row, row.hex) is None:
                board.faces[row.unit] = toward_enemy(board, row.hex, SIDE[row.unit])
                place(board, row, row.hex)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't come, or not there."""
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        row = board.play.arrival.get(answer[1])
        if row is None or board.where[row.unit] != WAITING or NATION[row.unit] != self.nation:
            return Reason("7.7.1", "why.arrive.not_waiting")
        if row.turn > board.turn:
            return Reason("7.7.1", "why.arrive.later", (("turn", str(row.turn)),))
        blocked = why_blocked(board, row, row.hex)
        if answer[0] == "beside":
            return Reason("7.7.2", "why.arrive.beside" if blocked else "why.arrive.free")
        return blocked


@value
class PlaceBeside(NachParisQuestion[Word]):
    """[7.7.2] In which hex beside its headquarters a unit is placed whose own is blocked."""

    rule: ClassVar[str] = "7.7.2"
    shape: ClassVar[Shape] = {"to": "hex"}
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        hexes = beside(board, board.play.arrival[self.unit])
        return Only(("to", hexes[0])) if len(hexes) == 1 else Ask(board.side, tuple(("to", hex) for hex in hexes))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        place(board, board.play.arrival[self.unit], answer[1])
        return (ArrivalFacing(comes_as(board, self.unit)),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Enemies, no room, or no headquarters beside it."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            row = board.play.arrival[self.unit]
            return why_blocked(board, row, answer[1]) or Reason("7.7.2", "why.arrive.not_beside")
        return None


@value
class ArrivalFacing(NachParisQuestion[Word]):
    """[7.7.2] Which way a unit looks that has just come; its fieldworks are dug that way [3.3.1]."""

    rule: ClassVar[str] = "7.7.2"
    shape: ClassVar[Shape] = {"face": "facing"}
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        if not has_facing(board, self.unit) or board.where[self.unit] < 0:
            return None
        return Ask(board.side, tuple(("face", facing) for facing in range(len(FACING_NAMES))))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        board.faces[self.unit] = answer[1]
        board.tell(Turned(self.rule, IDS[self.unit], label(board.where[self.unit]), FACING_NAMES[answer[1]]))
        return ()
