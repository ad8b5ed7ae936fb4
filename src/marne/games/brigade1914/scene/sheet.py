"""A3, A11, A12: the order sheet as a page shows it: tokens to give out at once, cards in hand, a force to muster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marne.engine import CHANCE, Allotment, Card, DeskSheet, Position, Refusal, Stored, Taker
from marne.games.brigade1914.board import SIDES, Battlefield
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.scene.builder import mustering
from marne.games.brigade1914.sequence import Allocate
from marne.games.brigade1914.words import WORDS, Reason, phrase, word

__all__ = ["allot", "allotting", "cards", "desk", "die_follows"]


def desk(position: Position[Battlefield], seat: int | None, language: str) -> DeskSheet:
    """What a seat has on its desk beside the table: its cards, those that lie open, what it must give out or buy."""
    board = position.board
    mine = position.open is not None and position.open.actor == seat
    answers = _answers(position) if mine else {}
    return DeskSheet(
        hand=cards(board.hand[seat], language, answers, _verb(position)) if seat is not None else (),
        face_up=cards(board.face_up, language, answers, _verb(position)),
        stored=tuple(
            Stored(SIDES[side], word(language, f"card.{name}"), tokens)
            for side in (0, 1)
            for name, tokens, _ in board.stored[side]
        ),
        allot=allotting(position, language) if mine else None,
        muster=mustering(position) if mine else None,
    )


def _answers(position: Position[Battlefield]) -> dict[str, list[str]]:
    """A11, C23: by card, the answers to the open question that take it, play it or lay it against another."""
    found: dict[str, list[str]] = {}
    options = position.open.options if position.open is not None else None
    for option in options or ():
        for part in option[:2] if isinstance(option, tuple) else (option,):
            if part in CARDS:
                found.setdefault(str(part), []).append(position.write(option))
    return found


def _verb(position: Position[Battlefield]) -> str:
    """A11: what is done with a card that is chosen now, where the question says it."""
    step = type(position.step).__name__ if position.open is not None else ""
    return {"TakeCard": "take", "Swap": "swap"}.get(step, "play")


def _deed(name: str, answers: Sequence[str], verb: str) -> str:
    """A11: a card that can only be thrown away for a token is not played, and one laid against another counters it."""
    if answers and all(answer.split()[-1] == "discard" for answer in answers):
        return "discard"
    return "counter" if verb == "play" and name == "intelligence" else verb


def cards(
    names: tuple[str, ...], language: str, answers: Mapping[str, list[str]], verb: str = "play"
) -> tuple[Card, ...]:
    """A11, C23: cards with their names, costs and effects in words, and the answers that they stand for now."""
    return tuple(
        Card(
            name,
            word(language, f"card.{name}"),
            phrase(language, f"card.{name}") if WORDS.has(f"card.{name}") else "",
            CARDS[name].cost,
            CARDS[name].nation,
            name == "intelligence",
            tuple(answers.get(name, ())),
            _deed(name, answers.get(name, ()), verb),
        )
        for name in names
    )


def _taker(board: Battlefield, step: Allocate) -> str:
    return f"{SIDES[step.side][0]}G" if step.number < 0 else board.label(step.takers(board)[step.number])


def allotting(position: Position[Battlefield], language: str) -> Allotment | None:
    """A3: the tokens that are to be given out, and to whom; None where nothing is."""
    step = position.step if position.open is not None else None
    if not isinstance(step, Allocate):
        return None
    board, side = position.board, step.side
    takers = step.takers(board)
    rows: list[Taker] = []
    if step.number < 0:
        most = step.amounts(board)[-1]
        rows.append(Taker(f"{SIDES[side][0]}G", word(language, "general"), 0, most))
    pool, units = board.pool[side], takers[max(step.number, 0) :]
    least, most = (1, pool) if pool >= len(units) else (0, 1)
    for unit in units:
        spec = board.spec[unit]
        text = f"{board.label(unit).name}, {word(language, spec.arm)}"
        rows.append(Taker(board.label(unit), text, least, most, board.markers[unit]))
    return Allotment(pool, tuple(rows), 0 if units else pool)


def die_follows(position: Position[Battlefield]) -> bool:
    """A3: whether a die falls after the last token before anybody is asked, whoever is given them."""
    step = position.step
    side = step.side if isinstance(step, Allocate) else None
    while position.open is not None and isinstance(step := position.step, Allocate) and step.side == side:
        position = position.play(step.amounts(position.board)[0])
    return side is not None and position.open is not None and position.open.actor == CHANCE


def allot(position: Position[Battlefield], tokens: Mapping[str, int], language: str) -> list[str] | Refusal:
    """A3: the answers, one after another, that give out the tokens so; or why they cannot be given so."""
    if not isinstance(position.step, Allocate):
        return Reason("A3", "why.not_now").refusal(language)
    told, given = allotting(position, language), sum(tokens.values())
    if told is None or not told.pool - told.spare <= given <= told.pool:
        return Reason("A3", "allot.all", pool=told.pool if told else 0, given=given).refusal(language)
    side, answers = position.step.side, []
    while position.open is not None and isinstance(step := position.step, Allocate) and step.side == side:
        wanted = tokens.get(_taker(position.board, step), 0)
        if wanted not in position.open:
            legal = step.amounts(position.board)
            name = word(language, "general") if step.number < 0 else _taker(position.board, step)
            facts = {"unit": name, "low": legal[0], "high": legal[-1]}
            return Reason("A3", "allot.amount", **facts).refusal(language)
        answers.append(position.write(wanted))
        position = position.play(wanted)
    return answers
