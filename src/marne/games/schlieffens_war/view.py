"""What a seat may know: the masked position, its facts as JSON, and positions that fit it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import JSON, Observation, Position, Seat
from marne.engine.save import saved
from marne.games.schlieffens_war.board import (
    DEFENDED,
    ELAN,
    ELIMINATED,
    NORMAL,
    RANK,
    REMOVED,
    UNSEEN,
    WAITING,
    WarBoard,
    top_unit,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    BRITISH,
    COUNT,
    FORT,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SEATS,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.rules.command.secrecy import give_cause, open_agenda, stand_ins
from marne.games.schlieffens_war.rules.movement.reach import movable

__all__ = ["imagine", "imagine_board", "mask", "nation_below", "observe"]

_OFF_MAP = {WAITING: "waiting", ELIMINATED: "eliminated", REMOVED: "removed"}


def mask(position: Position[WarBoard], seat: Seat | None) -> Position[WarBoard]:
    """6.6: the position as a seat sees it."""
    return position.masked(seat, open_agenda(position.board, position.agenda, seat))


def observe(position: Position[WarBoard], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; a spectator (None) sees of both sides what their enemy sees."""
    seen = mask(position, seat)
    board = seen.board
    return {
        "turn": board.turn,
        "side": SEATS[board.side],
        "phase": board.phase,
        "points": board.points,
        "plan_xvii": board.plan_xvii,
        "endangered": bool(board.endangered),
        "artillery": board.artillery,
        "artillery_next": board.artillery_next,
        "coup": board.coup,
        "winner": board.winner,
        "winning_rule": board.winning_rule,
        "control": list(g.labels_of(board.control)),
        "battle": saved(board.battle),
        "stacks": {g.LABELS[hex]: _stack(board, hex, stack) for hex, stack in enumerate(board.stacks) if stack},
        "off_map": {NAMES[unit]: _OFF_MAP[place] for unit, place in enumerate(board.where) if place in _OFF_MAP},
        "movers": [NAMES[unit] for unit in board.movers] if board.side == seat else None,
        "agenda": [saved(step) for step in seen.agenda],
    }


def _stack(board: WarBoard, hex: int, stack: tuple[int, ...]) -> dict[str, JSON]:
    """A stack, the top last: the counters that the seat may look at, and how many others there are."""
    seen: list[JSON] = [
        {
            "unit": NAMES[unit],
            "steps": board.steps[unit],
            "morale": board.morale[unit],
            "supply": board.supply[unit],
            "spent": board.spent[unit],
            "acts": board.acts[unit],
        }
        for unit in stack
    ]
    unseen, attacked = board.unseen.get(hex, (0, 0))
    return {"side": SEATS[SIDE[stack[0]]], "seen": seen, "unseen": unseen, "unseen_attacked": attacked}


def imagine(observation: Observation, rng: Random) -> Position[WarBoard]:
    """A full position that fits: known counters as they are, the others dealt among the places that hide them.

    Not every deal leaves the other side with something to decide where it is deciding, so some are tried.
    """
    seen, seat = observation.view, observation.seat
    for _ in range(60):
        board = imagine_board(observation, rng)
        if seen.agenda:
            give_cause(board, seen.step, seat, rng)
        position = Position.begin(board, *stand_ins(board, seen.agenda, rng))
        if open_agenda(position.board, position.agenda, seat) == seen.agenda:
            break
    return position


def imagine_board(observation: Observation, rng: Random) -> WarBoard:
    """The board of an imagined position."""
    board: WarBoard = observation.view.board.copy()
    _deal(board, rng)
    if board.side != observation.seat and board.phase == "5.3":
        mobile = [unit for unit in UNITS_OF[board.side] if board.where[unit] >= 0 and KIND[unit] != FORT]
        board.movers = tuple(unit for unit in mobile if movable(board, unit)) or tuple(mobile)
    return board


def _deal(board: WarBoard, rng: Random) -> None:
    """Put every counter down; the unseen are drawn from those that are nowhere else, and lie below the seen.

    Nothing lies under a top unit that would itself be seen in its place, so the lowest are dealt first.
    """
    pool = [unit for unit in range(COUNT) if board.where[unit] == UNSEEN]
    below = {hex: nation_below(board, hex, pool) for hex in board.unseen}
    rng.shuffle(pool)
    tops = {hex: top_unit(board.stacks[hex]) for hex in board.unseen}
    for hex in sorted(tops, key=lambda hex: (RANK[KIND[tops[hex]]], hex)):
        unseen, attacked = board.unseen[hex]
        units = []
        for number in range(unseen):
            unit = _draw(pool, below[hex], tops[hex])
            units.append(unit)
            fresh = board.turn <= 1 and board.scenario.elan[SIDE[unit]]
            board.morale[unit] = ELAN if fresh and IS_CORPS[unit] else NORMAL
            board.acts[unit] = DEFENDED if number < attacked else 0
        board.set_down((*units, *board.stacks[hex]), hex)
    board.unseen = {}


def nation_below(board: WarBoard, hex: int, pool: list[int]) -> int:
    """6.3, 8.4: the nation of what lies under the top of a stack, `pool` being all units that the seat can't see.

    It is the top unit's own, but under the two forts that British units may join: there it is British if the fort's
    nation has no unseen units to spare.
    """
    top = top_unit(board.stacks[hex])
    nation = NATION[top]
    if KIND[top] != FORT or not g.BRITISH_FORTRESSES >> hex & 1:
        return nation
    needed = sum(
        unseen for at, (unseen, _) in board.unseen.items() if at != hex and NATION[top_unit(board.stacks[at])] == nation
    )
    return nation if sum(1 for unit in pool if NATION[unit] == nation) > needed else BRITISH


def _draw(pool: list[int], nation: int, top: int) -> int:
    """The next unit of the shuffled pool that could lie under the top unit: of one nation (6.3), and no more seen."""
    unit = next(unit for unit in pool if NATION[unit] == nation and RANK[KIND[unit]] <= RANK[KIND[top]])
    pool.remove(unit)
    return unit
