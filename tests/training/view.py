"""T1.4: what a seat may know, built up field by field, and positions that fit it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import JSON, Observation, Position, Seat, Step
from marne.engine.save import saved
from training.board import NOWHERE, UNKNOWN, Field
from training.components.data import CHITS
from training.components.ground import SIDES
from training.rules.attack import CommitChit, ShowChits

__all__ = ["imagine", "observe"]


# -- what a seat may know


def observe(position: Position[Field], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; None is a spectator, who sees what both sides may see."""
    board = position.board.masked(seat)
    ground = board.ground
    return {
        "turn": board.turn,
        "weather": board.weather,
        "pieces": [_piece(board, counter, seat) for counter in range(len(board.at))],
        "attacked": [board.hex_label(hex) for hex in range(len(ground.grid)) if board.attacked >> hex & 1],
        "towns": {ground.grid.label(hex): _holder(board, hex) for hex in ground.towns},
        "points": [board.points[0], board.points[1]],
        "cup": sum(board.cup),
        # A chit that is committed and not yet shown still counts, or its absence would tell that it is.
        "hands": [sum(board.hands[side]) + (board.committed[side] != UNKNOWN) for side in (0, 1)],
        "spent": _by_chit(_spent(board)),
        "hand": None if seat is None else _by_chit(board.hands[seat]),
        "committed": None if seat is None or board.committed[seat] == UNKNOWN else CHITS[board.committed[seat]],
        "agenda": [saved(step) for step in position.agenda],
    }


def _piece(board: Field, counter: int, seat: Seat | None) -> dict[str, JSON]:
    """T1.4: a face-down counter of the other side shows where it is and what it did, and no more."""
    side, up, kind = board.scenario.side_of[counter], board.up >> counter & 1, board.kind[counter]
    known = board.shows(counter, seat) and kind != UNKNOWN
    return {
        "id": board.label(counter),
        "side": SIDES[side],
        "hex": None if board.at[counter] == NOWHERE else board.hex_label(board.at[counter]),
        "up": bool(up),
        "deployed": kind != UNKNOWN,
        "kind": board.ground.kind_names[kind] if known else None,
        "steps": board.steps[counter] if known else None,
        "disordered": bool(board.disordered >> counter & 1),
        "moved": bool(board.moved >> counter & 1),
        "fought": bool(board.fought >> counter & 1),
    }


def _holder(board: Field, hex: int) -> str | None:
    return next((SIDES[side] for side in (0, 1) if board.held[side] >> hex & 1), None)


def _spent(board: Field) -> list[int]:
    """T6.3: the chits that were shown and are used up."""
    counts = board.ground.chit_counts
    return [
        counts[chit] - board.cup[chit] - board.hands[0][chit] - board.hands[1][chit] - board.committed.count(chit)
        for chit in range(len(CHITS))
    ]


def _by_chit(counts: list[int]) -> dict[str, JSON]:
    return dict(zip(CHITS, counts, strict=True))


# -- a position that fits


def imagine(observation: Observation, rng: Random) -> Position[Field]:
    """What the seat sees, and the rest dealt anew: hidden units, chits, what was committed."""
    board, agenda, seat = observation.view.board.copy(), observation.view.agenda, observation.seat
    for side in (0, 1):
        hidden = [counter for counter in board.scenario.counters[side] if not board.shows(counter, seat)]
        hidden = [counter for counter in hidden if board.kind[counter] != UNKNOWN]
        for counter in hidden:
            board.kind[counter] = UNKNOWN
        left = board.kinds_left(side)
        rng.shuffle(left)
        for counter in hidden:
            board.deploy(counter, left.pop())
    _deal_chits(board, seat, agenda, rng)
    return Position.begin(board, *agenda)


def _deal_chits(board: Field, seat: Seat | None, agenda: tuple[Step[Field], ...], rng: Random) -> None:
    """T3.2, T6.3: the chits that the seat cannot see, between the other hands and the cup."""
    pool = board.unseen_chits(seat)
    rng.shuffle(pool)
    for other in (0, 1):
        if other == seat:
            continue
        count, board.hands[other] = sum(board.hands[other]), [0] * len(CHITS)
        for _ in range(count):
            board.hands[other][pool.pop()] += 1
        if any(isinstance(step, ShowChits) for step in agenda) and CommitChit(other) not in agenda:
            chit = rng.choice([UNKNOWN, *(chit for chit, count in enumerate(board.hands[other]) if count)])
            if chit != UNKNOWN:
                board.hands[other][chit] -= 1
                board.committed[other] = chit
    board.cup = [pool.count(chit) for chit in range(len(CHITS))]
