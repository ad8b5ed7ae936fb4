"""T1.4: what a seat may know, built up field by field; positions that fit it; and the picture drawn from it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from marne.engine import (
    CHANCE,
    JSON,
    Choice,
    Line,
    Observation,
    Panel,
    Piece,
    Position,
    Prompt,
    Scene,
    Seat,
    Step,
    Tally,
)
from marne.engine.save import saved
from training.board import NOWHERE, UNKNOWN, Field
from training.data import CHITS
from training.ground import SIDES
from training.lines import CounterLine, HexLine
from training.movement import zone
from training.sequence import CommitChit, ShowChits
from training.words import WORDS

__all__ = ["imagine", "observe", "scene"]


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


# -- the picture


def scene(observation: Observation, language: str) -> Scene:
    """What the client draws."""
    facts: Mapping[str, Any] = observation.facts
    position: Position[Field] = observation.view
    board = position.board

    def say(key: str, **named: Any) -> str:
        return WORDS.say(language, key, **named)

    turn = say("turn", turn=facts["turn"], turns=board.scenario.turns) if facts["turn"] else say("setup")
    lines = [Line(say(chit), str(count), "T3.2") for chit, count in (facts["hand"] or {}).items()]
    lines.append(Line(say("cup"), str(facts["cup"]), "T3.2"))
    lines += [Line(f"{say(side)}, {say('hand')}", str(facts["hands"][i]), "T3.2") for i, side in enumerate(SIDES)]
    return Scene(
        observation.game,
        turn,
        observation.step,
        _prompt(position, observation, language),
        tuple(_draw(board, piece, language) for piece in facts["pieces"] if piece["hex"] is not None),
        tuple(Tally(side, say(side), facts["points"][i], 0, 50) for i, side in enumerate(SIDES)),
        (Panel("chits", say("chits"), tuple(lines)),),
        tuple(Line(type(step).__name__, ">" if i == 0 else "", step.rule) for i, step in enumerate(position.agenda)),
        (("zoc", tuple((side, _labels(board, zone(board, i))) for i, side in enumerate(SIDES))),),
    )


def _labels(board: Field, hexes: int) -> tuple[str, ...]:
    return tuple(board.hex_label(hex) for hex in range(len(board.ground.grid)) if hexes >> hex & 1)


def _draw(board: Field, piece: Mapping[str, Any], language: str) -> Piece:
    if piece["kind"] is None:
        return Piece(piece["id"], piece["hex"], piece["side"], hidden=True)
    unit = next(unit for unit in board.ground.units if unit.kind == piece["kind"])
    flags = tuple(flag for flag in ("disordered", "moved", "fought") if piece[flag])
    strength = unit.strength if piece["steps"] == unit.steps else unit.reduced
    return Piece(
        piece["id"],
        piece["hex"],
        piece["side"],
        symbol=piece["kind"],
        name=piece["id"],
        numbers=(str(strength), str(unit.allowance)),
        pips=piece["steps"],
        of_pips=unit.steps,
        flags=flags if piece["up"] else (*flags, "face-down"),
        words=WORDS.say(language, piece["kind"]),
    )


def _prompt(position: Position[Field], observation: Observation, language: str) -> Prompt:
    if observation.actor is None:
        return Prompt("", False, WORDS.say(language, "over"), "T7.3")
    actor = "chance" if observation.actor == CHANCE else SIDES[observation.actor]
    mine = observation.actor == observation.seat
    question = WORDS.say(language, observation.step, **_named(position))
    choices: tuple[Choice, ...] = ()
    if observation.options is not None:
        choices = tuple(_choice(position, option, language) for option in observation.options)
    return Prompt(actor, mine, question, observation.rule, choices, open=mine and observation.options is None)


def _named(position: Position[Field]) -> dict[str, str]:
    """The counter and the hex of the open step, for its question."""
    step, board = position.step, position.board
    named = {}
    counter = getattr(step, "counter", None)
    if callable(counter):
        counter = counter(board)
    if counter is not None:
        named["counter"] = board.label(counter)
    if hasattr(step, "hex"):
        named["hex"] = board.hex_label(step.hex)
    return named


def _choice(position: Position[Field], option: Any, language: str) -> Choice:
    step = position.step
    written = position.write(option)
    number = isinstance(option, int)
    if number and isinstance(step, CounterLine):
        return Choice(written, written, piece=written)
    if number and isinstance(step, HexLine):
        return Choice(written, written, hex=written, odds=observed_odds(step))
    key = f"answer.{written}" if WORDS.has(f"answer.{written}") else written
    return Choice(written, WORDS.say(language, key), done=key == "answer.done")


def observed_odds(step: Step[Field]) -> bool:
    """Whether the answers of a step have odds to explain."""
    return step.rule == "T6.1"
