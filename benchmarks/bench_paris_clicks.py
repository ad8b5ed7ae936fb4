"""1914 - Nach Paris: player turns of the staff as clicks and drags, reckoned from its answers, not made by the mouse.

A march is one drag, whatever way the unit looks at last (it is set down on that side of the hex); each further leg of
it is one more; counters of one hex that go together to another are one drag. "All that may" is one click for fieldworks
that are all dug, and for an attack that all join. Everything else is one click for an answer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from marne.engine import CHANCE, Match, Setting, find_game, record_of
from marne.lab.play import seeded_dice
from marne.players import Minds

__all__ = ["Gesture", "Turn", "gestures", "rows", "turns"]

SEED = 1914


@dataclass
class Given:
    """An answer of the staff, its question, the counter that it is about with its hex, and all that was offered."""

    step: str
    text: str
    piece: str
    place: str
    offered: tuple[str, ...]


@dataclass
class Turn:
    """A player turn: the game before it, whose it is, and what the staff answers until it is over."""

    turn: int
    side: int
    record: str
    seconds: float = 0.0
    answers: list[Given] = field(default_factory=list)
    replies: int = 0
    """What the other side was asked meanwhile."""


@dataclass(frozen=True)
class Gesture:
    """One click, or one drag of counters from a hex to another."""

    kind: str
    what: str
    pieces: tuple[str, ...] = ()
    hex: str = ""
    facing: str = ""


def turns(scenario: str, most: int) -> Iterator[Turn]:
    """The first player turns of a game between two staffs."""
    game = find_game("nach_paris")
    match = Match(game, Setting(scenario), seeded_dice(game, SEED))
    minds = Minds(match, {0: "staff", 1: "staff"})
    turn: Turn | None = None
    found = 0
    while not match.over:
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        board = match.position.board
        if turn is None or (turn.turn, turn.side) != (board.turn, board.side):
            if turn is not None:
                yield turn
                found += 1
            if found == most:
                return
            turn = Turn(board.turn, board.side, record_of(match))
        assert match.actor is not None
        began = time.process_time()
        answer = minds.answer(match.actor)
        turn.seconds += time.process_time() - began
        if match.actor != board.side:
            turn.replies += 1
        else:
            turn.answers.append(_given(match, match.position.write(answer)))
        match.play(answer)
    if turn is not None:
        yield turn


def _given(match: Match, text: str) -> Given:
    position = match.position
    options = position.open.options if position.open else ()
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    places = {piece.id: piece.place for piece in scene.pieces}
    choice = next(each for each in scene.prompt.choices if each.id == text)
    piece = scene.prompt.piece or choice.piece or ""
    return Given(
        type(position.step).__name__, text, piece, places.get(piece, ""), tuple(map(position.write, options or ()))
    )


def gestures(turn: Turn) -> list[Gesture]:
    """What a hand does for it."""
    made: list[Gesture] = []
    rest = list(turn.answers)
    while rest:
        taken, gesture = _next(rest)
        rest = rest[taken:]
        made += gesture
    return _together(made)


def _next(rest: list[Given]) -> tuple[int, list[Gesture]]:
    first = rest[0]
    if first.step == "MoveUnits" and first.text.startswith("move "):
        return _march(rest)
    if first.step == "BuildFieldworks" and first.text.startswith("dig "):
        return _dig(rest)
    if first.step in ("Muster", "AimAtUnits") and first.text.split(" ")[0] in ("full", "part", "gun"):
        return _join(rest)
    return 1, [Gesture("click", first.text)]


def _march(rest: list[Given]) -> tuple[int, list[Gesture]]:
    """A unit from its choice to the end of its move: a drag for each leg; without one, a click for each answer."""
    unit, place = rest[0].text.split(" ")[1], rest[0].place
    taken, legs, others, facing = 1, list[str](), list[Gesture](), ""
    while taken < len(rest) and rest[taken].piece == unit and rest[taken].step in ("Walk", "Face", "Force"):
        word, _, what = rest[taken].text.partition(" ")
        if word == "to":
            legs.append(what)
        elif word == "face":
            facing = what
        elif word not in ("end", "back"):
            others.append(Gesture("click", rest[taken].text))
        taken += 1
    if not legs:
        return taken, [Gesture("click", each.text) for each in rest[:taken]]
    drags = [Gesture("drag", place, (unit,), hex, facing if hex == legs[-1] else "") for hex in legs]
    return taken, [*others, *drags]


def _dig(rest: list[Given]) -> tuple[int, list[Gesture]]:
    """All that may dig are told by one button; a choice of them hex by hex."""
    offered = {each for each in rest[0].offered if each.startswith("dig ")}
    taken, dug, clicks = 0, set[str](), list[Gesture]()
    while taken < len(rest) and rest[taken].step in ("BuildFieldworks", "ChooseDiggers"):
        if rest[taken].text == "end":
            break
        if rest[taken].text.startswith("dig "):
            dug.add(rest[taken].text)
        clicks.append(Gesture("click", rest[taken].text))
        taken += 1
    return taken, [Gesture("click", "all that may dig")] if dug == offered and len(clicks) > 1 else clicks


def _join(rest: list[Given]) -> tuple[int, list[Gesture]]:
    """All who can join by one button, where all of them do."""
    step, words = rest[0].step, ("full", "part", "gun")
    able = {each.split(" ")[1] for each in rest[0].offered if each.split(" ")[0] in words}
    taken = 0
    while taken < len(rest) and rest[taken].step == step and rest[taken].text.split(" ")[0] in words:
        taken += 1
    joined = {each.text.split(" ")[1] for each in rest[:taken]}
    if joined == able and taken > 1:
        return taken, [Gesture("click", "all who can join")]
    return taken, [Gesture("click", each.text) for each in rest[:taken]]


def _together(made: list[Gesture]) -> list[Gesture]:
    """Drags in a row out of one hex into one, looking the same way, are one of the stack."""
    found: list[Gesture] = []
    for each in made:
        last = found[-1] if found else None
        if (
            last
            and each.kind == last.kind == "drag"
            and (each.what, each.hex, each.facing) == (last.what, last.hex, last.facing)
        ):
            found[-1] = Gesture("drag", each.what, (*last.pieces, *each.pieces), each.hex, each.facing)
        else:
            found.append(each)
    return found


def rows() -> list[tuple[str, ...]]:
    """Player turns of Mulhouse and of the campaign: answers of the staff, and clicks for the same."""
    found: list[tuple[str, ...]] = [("player turn", "answers", "clicks and drags", "of them drags", "staff s")]
    for scenario, most in (("mulhouse", 8), ("campaign", 12)):
        for turn in turns(scenario, most):
            made = gestures(turn)
            side = ("Germans", "Allies")[turn.side]
            drags = sum(each.kind == "drag" for each in made)
            name = f"{scenario}, turn {turn.turn}, {side}"
            found.append((name, str(len(turn.answers)), str(len(made)), str(drags), f"{turn.seconds:.1f}"))
    return found


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
