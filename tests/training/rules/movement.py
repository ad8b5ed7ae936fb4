"""T4: where counters can go, what happens where they end their moves, and the steps that ask."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, value
from marne.hexes import Bits, members
from training.board import NOWHERE, Field
from training.events import Moved, Revealed, StepLost, TownHeld
from training.steps import CounterLine, HexLine, Steps
from training.words import Reason

__all__ = [
    "MoveCounter",
    "Movement",
    "allowance",
    "arrive",
    "destinations",
    "full",
    "lose_step",
    "may_move",
    "reveal",
    "why_not_counter",
    "zone",
]


def zone(board: Field, side: int) -> Bits:
    """T4.4: the side's zones of control, decoys and face-down counters included."""
    zones = board.ground.zones[board.edition]
    at, found = board.at, 0
    for counter in board.scenario.counters[side]:
        if at[counter] >= 0:
            found |= zones[at[counter]]
    return found


def full(board: Field, side: int) -> Bits:
    """T1.3: hexes where the side has two counters."""
    at, once, twice = board.at, 0, 0
    for counter in board.scenario.counters[side]:
        if at[counter] >= 0:
            here = 1 << at[counter]
            twice |= once & here
            once |= here
    return twice


def may_move(board: Field, side: int) -> list[int]:
    """T4.1: the side's counters that have not moved this turn."""
    at, moved = board.at, board.moved
    return [counter for counter in board.scenario.counters[side] if at[counter] >= 0 and not moved >> counter & 1]


def allowance(board: Field, counter: int) -> int:
    """T4.2: face down every counter moves alike, so that its speed tells nothing."""
    if board.up >> counter & 1:
        points = board.ground.units[board.kind[counter]].allowance
    else:
        points = board.ground.numbers.face_down_allowance
    return points - 1 if board.weather == "rain" else points


def destinations(board: Field, counter: int) -> tuple[int, ...]:
    """T4.1, T4.3, T4.5: where the counter can end its move; its own hex is one of them."""
    side = board.scenario.side_of[counter]
    start = board.at[counter]
    found = board.ground.costs.reach(
        start,
        allowance(board, counter),
        free=~board.hexes_of(1 - side),
        stop=zone(board, 1 - side),
    )
    return tuple(members(found.hexes & ~(full(board, side) & ~(1 << start))))


def why_no_move(board: Field, counter: int, hex: int) -> Reason:
    """The first rule that keeps a counter from a hex that is not among its destinations."""
    side = board.scenario.side_of[counter]
    where = board.hex_label(hex)
    if board.hexes_of(1 - side) >> hex & 1:
        return Reason("T1.3", "why.enemy", hex=where)
    if full(board, side) >> hex & 1:
        return Reason("T1.3", "why.full", hex=where)
    costs, points = board.ground.costs, allowance(board, counter)
    if costs.reach(board.at[counter], points, free=~board.hexes_of(1 - side)).hexes >> hex & 1:
        return Reason("T4.5", "why.zone", hex=where)
    return Reason("T4.2", "why.far", hex=where, counter=board.label(counter), points=points)


def arrive(board: Field, counter: int, hex: int, rule: str) -> None:
    """T4.6, T7.1: a counter ends a move of any kind: it takes towns, and contact turns counters face up."""
    board.at[counter] = hex
    board.tell(Moved(rule, board.label(counter), board.hex_label(hex)))
    side = board.scenario.side_of[counter]
    if board.ground.town_bits >> hex & 1 and not board.held[side] >> hex & 1:
        board.held[side] |= 1 << hex
        board.held[1 - side] &= ~(1 << hex)
        board.tell(TownHeld("T7.1", side, board.ground.towns[hex].name or ""))
    near = board.ground.grid.neighbour_bits(hex)
    at = board.at
    touched = [enemy for enemy in board.scenario.counters[1 - side] if at[enemy] >= 0 and near >> at[enemy] & 1]
    if touched:
        for each in (*touched, *board.stack(side, hex)):
            reveal(board, each, "T4.6")


def reveal(board: Field, counter: int, rule: str) -> None:
    """T4.6, T1.2: turn a counter face up; a decoy has then done its work."""
    if board.up >> counter & 1:
        return
    board.up |= 1 << counter
    board.tell(Revealed(rule, board.label(counter), board.ground.kind_names[board.kind[counter]]))
    if board.kind[counter] == board.ground.decoy:
        board.at[counter] = NOWHERE
        board.steps[counter] = 0


def lose_step(board: Field, counter: int, rule: str) -> None:
    """T6.6, T7.2: a counter loses a step; with the last one it is gone, and the other side has points for it."""
    board.steps[counter] -= 1
    board.tell(StepLost(rule, board.label(counter), board.steps[counter]))
    if not board.steps[counter]:
        board.at[counter] = NOWHERE
        board.points[1 - board.scenario.side_of[counter]] += board.ground.numbers.destroyed


def why_not_counter(board: Field, side: int, answer: Answer, otherwise: Reason) -> Reason:
    """Why a counter is not offered: unknown, the other side's, gone, or another reason."""
    if not isinstance(answer, int) or not 0 <= answer < len(board.at):
        return Reason(otherwise.rule, "why.unknown", name=answer)
    label = board.label(answer)
    if board.scenario.side_of[answer] != side:
        return Reason(otherwise.rule, "why.theirs", counter=label)
    if board.at[answer] < 0:
        return Reason(otherwise.rule, "why.gone", counter=label)
    return Reason(otherwise.rule, otherwise.key, counter=label)


@value
class Movement(CounterLine[int | str]):
    """T4.1: the side moves its counters one after another, until it is done."""

    rule: ClassVar[str] = "T4.1"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The counters that have not moved, and `done`."""
        movers = may_move(board, self.side)
        return Ask(self.side, (*movers, "done")) if movers else None

    def answered(self, board: Field, answer: int | str) -> Steps:
        """A counter, then this again."""
        return (MoveCounter(answer), self) if isinstance(answer, int) else ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not this side's, gone, or moved already."""
        return why_not_counter(board, self.side, answer, Reason("T4.1", "why.moved"))


@value
class MoveCounter(HexLine[int]):
    """T4.1: one counter moves to a hex that it can reach; to stay is a move too."""

    rule: ClassVar[str] = "T4.1"
    counter: int

    def ask(self, board: Field) -> Ask:
        """Its destinations."""
        return Ask(board.scenario.side_of[self.counter], destinations(board, self.counter))

    def answered(self, board: Field, hex: int) -> Steps:
        """Whoever was chosen has moved, even if it stays where it is."""
        if hex != board.at[self.counter]:
            arrive(board, self.counter, hex, "T4.1")
        board.moved |= 1 << self.counter
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Enemies, stacking, zones or distance."""
        if not isinstance(answer, int) or not 0 <= answer < len(board.ground.grid):
            return Reason("T4.1", "why.unknown", name=answer)
        return why_no_move(board, self.counter, answer)
