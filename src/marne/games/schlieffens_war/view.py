"""What a seat may know, built up field by field; and positions that fit it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from marne.engine import JSON, Observation, Position, Seat, Step
from marne.engine.save import restore, saved
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.board import (
    ATTACKED,
    DEFENDED,
    ELAN,
    ELIMINATED,
    NORMAL,
    PROBED,
    REMOVED,
    WAITING,
    WarBoard,
)
from marne.games.schlieffens_war.counters import (
    BRITISH,
    COUNT,
    FORT,
    GERMAN,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SEATS,
    SIDE,
    UNIT_NAMED,
    UNITS_OF,
)
from marne.games.schlieffens_war.movement import movable
from marne.games.schlieffens_war.secrecy import RANK, give_cause, known_units, open_agenda, stand_ins, top_unit

__all__ = ["imagine", "imagine_board", "nation_below", "observe", "seen_board"]

_OFF_MAP = {WAITING: "waiting", ELIMINATED: "eliminated", REMOVED: "removed"}
_PLACES = {word: place for place, word in _OFF_MAP.items()}


def observe(position: Position[WarBoard], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; a spectator (None) sees of both sides what their enemy sees."""
    board = position.board
    known = known_units(board, seat)
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
        "stacks": {
            g.LABELS[hex]: _stack(board, stack, known, seat)
            for hex, stack in enumerate(board.stacks)
            if stack
        },
        "off_map": {
            NAMES[unit]: _OFF_MAP[board.where[unit]] for unit in range(COUNT) if board.where[unit] < 0
        },
        "movers": [NAMES[unit] for unit in board.movers] if board.side == seat else None,
        "agenda": [saved(step) for step in open_agenda(position.agenda, seat)],
    }  # fmt: skip


def _stack(board: WarBoard, stack: tuple[int, ...], known: list[bool], seat: Seat | None) -> dict[str, JSON]:
    """A stack, the top last: the counters that the seat may look at, and how many others there are.

    How far a unit has marched is its owner's to know. Who was attacked in this phase is plain to both sides (11.5), so
    the unseen are counted by that too.
    """
    side, acts, spent = SIDE[stack[0]], board.acts, board.spent
    mine = side == seat
    unseen = 0 if mine else [known[unit] for unit in stack].count(False)
    seen: list[JSON] = [
        {
            "unit": NAMES[unit],
            "steps": board.steps[unit],
            "morale": board.morale[unit],
            "supply": board.supply[unit],
            "spent": spent[unit] if mine else 0,
            "acts": acts[unit] if mine else acts[unit] & (PROBED | ATTACKED | DEFENDED),
        }
        for unit in stack
        if mine or known[unit]
    ]
    attacked = sum(1 for unit in stack if not known[unit] and acts[unit] & DEFENDED) if unseen else 0
    return {"side": SEATS[side], "seen": seen, "unseen": unseen, "unseen_attacked": attacked}


def imagine(observation: Observation, rng: Random) -> Position[WarBoard]:
    """A full position that fits: known counters as they are, the others dealt among the places that hide them.

    Not every deal leaves the other side with something to decide where it is deciding, so some are tried.
    """
    facts, seat = observation.facts, observation.seat
    agenda: tuple[Step[WarBoard], ...] = tuple(restore(step) for step in _list(facts["agenda"]))
    for _ in range(60):
        board = imagine_board(observation, rng)
        if agenda:
            give_cause(board, agenda[0], seat, rng)
        position = Position.begin(board, *stand_ins(board, agenda, rng))
        if [saved(step) for step in open_agenda(position.agenda, seat)] == facts["agenda"]:
            break
    return position


def _list(facts: JSON) -> list[Any]:
    assert isinstance(facts, list)
    return facts


def imagine_board(observation: Observation, rng: Random) -> WarBoard:
    """The board of an imagined position."""
    facts: Mapping[str, Any] = observation.facts
    board = _counts(facts)
    _deal(board, facts, rng)
    if facts["movers"] is not None:
        board.movers = tuple(UNIT_NAMED[name] for name in facts["movers"])
    elif board.phase == "5.3":
        mobile = [unit for unit in UNITS_OF[board.side] if board.where[unit] >= 0 and KIND[unit] != FORT]
        board.movers = tuple(unit for unit in mobile if movable(board, unit)) or tuple(mobile)
    return board


def seen_board(observation: Observation) -> WarBoard:
    """The board with the counters that the seat sees and no others: enough for its own moves and for zones of control,
    since the top of a stack is always seen (6.6)."""
    facts: Mapping[str, Any] = observation.facts
    board = _counts(facts)
    for label, stack in facts["stacks"].items():
        board.set_down(tuple(_seen(board, stack)), g.GRID.hex(label))
    if facts["movers"] is not None:
        board.movers = tuple(UNIT_NAMED[name] for name in facts["movers"])
    return board


def _counts(facts: Mapping[str, Any]) -> WarBoard:
    """An empty board with the counts and marks that everyone sees, and the units off the map."""
    board = WarBoard()
    board.turn, board.phase = facts["turn"], facts["phase"]
    board.side = SEATS.index(facts["side"])
    board.points, board.plan_xvii, board.endangered = facts["points"], facts["plan_xvii"], int(facts["endangered"])
    board.artillery, board.artillery_next, board.coup = facts["artillery"], facts["artillery_next"], facts["coup"]
    board.winner, board.winning_rule = facts["winner"], facts["winning_rule"]
    board.control = g.hex_set(facts["control"])
    board.battle = restore(facts["battle"])
    for name, place in facts["off_map"].items():
        board.where[UNIT_NAMED[name]] = _PLACES[place]
        if place == "eliminated":
            board.steps[UNIT_NAMED[name]] = 0
    return board


def _seen(board: WarBoard, stack: Mapping[str, Any]) -> list[int]:
    """The units of a stack that are seen, with their states set."""
    units = []
    for counter in stack["seen"]:
        unit = UNIT_NAMED[counter["unit"]]
        units.append(unit)
        board.steps[unit], board.morale[unit] = counter["steps"], counter["morale"]
        board.supply[unit], board.spent[unit] = counter["supply"], counter["spent"]
        board.acts[unit] = counter["acts"]
    return units


def _deal(board: WarBoard, facts: Mapping[str, Any], rng: Random) -> None:
    """Put every counter down; the unseen are drawn from those that are nowhere else, and lie below the seen.

    Nothing lies under a top unit that would itself be seen in its place, so the lowest are dealt first.
    """
    stacks = {g.GRID.hex(label): stack for label, stack in facts["stacks"].items()}
    taken = {UNIT_NAMED[counter["unit"]] for stack in stacks.values() for counter in stack["seen"]}
    taken.update(UNIT_NAMED[name] for name in facts["off_map"])
    pool = [unit for unit in range(COUNT) if unit not in taken]
    below = {hex: nation_below(facts, hex, pool) for hex, stack in stacks.items() if stack["unseen"]}
    rng.shuffle(pool)
    tops = {hex: _top(stack) for hex, stack in stacks.items()}
    for hex in sorted(stacks, key=lambda hex: (RANK[KIND[tops[hex]]], hex)):
        stack = stacks[hex]
        units = []
        for number in range(stack["unseen"]):
            unit = _draw(pool, below[hex], tops[hex])
            units.append(unit)
            board.morale[unit] = ELAN if SIDE[unit] == GERMAN and board.turn <= 1 and IS_CORPS[unit] else NORMAL
            board.acts[unit] = DEFENDED if number < stack["unseen_attacked"] else 0
        board.set_down((*units, *_seen(board, stack)), hex)


def nation_below(facts: Mapping[str, Any], hex: int, pool: list[int]) -> int:
    """6.3, 8.4: the nation of what lies under the top of a stack, `pool` being all units that the seat can't see.

    It is the top unit's own, but under the two forts that British units may join: there it is British if the fort's
    nation has no unseen units to spare.
    """
    stacks: Mapping[str, Any] = facts["stacks"]
    label = g.LABELS[hex]
    top = _top(stacks[label])
    nation = NATION[top]
    if KIND[top] != FORT or not g.BRITISH_FORTRESSES >> hex & 1:
        return nation
    needed = sum(s["unseen"] for at, s in stacks.items() if s["unseen"] and at != label and NATION[_top(s)] == nation)
    return nation if sum(1 for unit in pool if NATION[unit] == nation) > needed else BRITISH


def _draw(pool: list[int], nation: int, top: int) -> int:
    """The next unit of the shuffled pool that could lie under the top unit: of one nation (6.3), and no more seen."""
    unit = next(unit for unit in pool if NATION[unit] == nation and RANK[KIND[unit]] <= RANK[KIND[top]])
    pool.remove(unit)
    return unit


def _top(stack: Mapping[str, Any]) -> int:
    return top_unit(tuple(UNIT_NAMED[counter["unit"]] for counter in stack["seen"]))
