"""Board, agenda and open ask: what is saved, sent, cloned and searched."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any, Generic, TypeVar

from marne.engine.ask import Ask, Only
from marne.engine.board import Board
from marne.engine.errors import EngineError, IllegalAnswer, Refusal
from marne.engine.events import Event
from marne.engine.save import fingerprint, restore, saved
from marne.engine.step import Step
from marne.engine.values import CHANCE, Answer, Seat

__all__ = ["Position"]

B = TypeVar("B", bound=Board)

_ENDLESS = 100_000
"""More steps than this without a question are a loop in a game's sequence of play."""


class Position(Generic[B]):
    """Board + agenda + open ask.

    `play` is pure: the old position stays valid, so undo is keeping it. `push` is its twin for search, in place on a
    `copy()`. Both check membership in the open ask and refuse with a rule and a reason. `open` is None when the game is
    over. `events` are those since the last answer.
    """

    __slots__ = ("_sound", "_texts", "agenda", "board", "open")

    def __init__(self, board: B, agenda: tuple[Step[B], ...], ask: Ask | None = None) -> None:
        self.board = board
        self.agenda = agenda
        self.open = ask
        self._texts: tuple[Ask, dict[str, Answer]] | None = None
        self._sound: tuple[Ask, list[Answer]] | None = None

    def __eq__(self, other: object) -> bool:
        """The same facts, the same left to do, the same question; how it came to that doesn't count, nor do events."""
        if not isinstance(other, Position):
            return NotImplemented
        if self is other:
            return True
        alike = type(self.board) is type(other.board) and self.agenda == other.agenda and self.open == other.open
        return alike and self.board.save() == other.board.save()

    __hash__ = None  # type: ignore[assignment]  # `push` changes it; `fingerprint` is for keys

    def __repr__(self) -> str:
        """Which board, what asks, whom, and how many answers there are."""
        ask = self.open
        if ask is None:
            return f"<Position of {type(self.board).__name__}: over>"
        who = "chance" if ask.actor == CHANCE else f"seat {ask.actor}"
        count = "open" if ask.options is None else f"{len(ask.options)} answers"
        asking = f"{type(self.step).__name__} ({self.step.rule})"
        return f"<Position of {type(self.board).__name__}: {asking} asks {who}, {count}>"

    @classmethod
    def begin(cls, board: B, *agenda: Step[B]) -> Position[B]:
        """The first position of a game: the agenda is followed to its first question."""
        position = cls(board, agenda)
        position._follow()
        return position

    @classmethod
    def asking(cls, board: B, agenda: tuple[Step[B], ...]) -> Position[B]:
        """A position whose first step asks now, as its board stands; nothing is done before it."""
        ask = agenda[0].ask(board) if agenda else None
        return cls(board, agenda, ask if isinstance(ask, Ask) else None)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the last answer."""
        return tuple(self.board.events)

    @property
    def step(self) -> Step[B]:
        """The step that asks."""
        return self.agenda[0]

    @property
    def over(self) -> bool:
        """Nothing is left to do."""
        return self.open is None

    def copy(self) -> Position[B]:
        """A position for `push`: this one stays as it is."""
        return Position(self.board.copy(), self.agenda, self.open)

    def masked(self, seat: Seat | None, agenda: tuple[Step[B], ...] | None = None) -> Position[B]:
        """As a seat sees it: the masked board, what is left to do without secrets, and the open question if it is the
        seat's own; of another's question only whose it is."""
        ask = self.open
        if ask is not None and ask.actor != seat:
            ask = Ask(ask.actor, ())
        return Position(self.board.masked(seat), self.agenda if agenda is None else agenda, ask)

    def play(self, answer: Answer) -> Position[B]:
        """The position after an answer."""
        twin = Position(self.board.copy(), self.agenda, self.open)
        twin.push(answer)
        return twin

    def push(self, answer: Answer) -> None:
        """The same, in place. A refused answer changes nothing."""
        ask = self.open
        if ask is None:
            raise IllegalAnswer.of(Refusal.of("-", "over"))
        if not self._suggested(ask, answer) if ask.options is None else answer not in ask.options:
            refusal = self.why_not(answer)
            if refusal is not None:
                raise IllegalAnswer.of(refusal)
        board, agenda = self.board, self.agenda
        board.events = []
        self.agenda = agenda[0].do(board, answer) + agenda[1:]
        self._follow()

    def next_actor(self, answer: Answer) -> Seat | None:
        """Who is asked after a legal answer; None where the game ends. Cheaper than `play`, which lists the answers."""
        twin = Position(self.board.copy(), self.agenda, self.open)
        twin.board.events = []
        twin.agenda = self.agenda[0].do(twin.board, answer) + self.agenda[1:]
        twin._follow(actor_only=True)
        return None if twin.open is None else twin.open.actor

    def _suggested(self, ask: Ask, answer: Answer) -> bool:
        """Whether `suggest` has found this very answer legal since the question was put: it need not look twice."""
        sound = self._sound
        return sound is not None and sound[0] is ask and any(answer is each for each in sound[1])

    def _follow(self, actor_only: bool = False) -> None:
        """Do what nobody decides, up to the next question or the end; with `actor_only` its answers may be missing."""
        board, agenda = self.board, self.agenda
        self._texts = None
        for _ in range(_ENDLESS):
            if not agenda or board.ended:
                self.agenda, self.open = (), None
                return
            step = agenda[0]
            if step.silent:
                agenda = step.do(board) + agenda[1:]
                continue
            board.kept = {}
            try:
                actor = step.asker(board) if actor_only else None
                ask = step.ask(board) if actor is None else Ask(actor, ())
            finally:
                board.kept = None
            if ask is None:
                agenda = step.do(board) + agenda[1:]
            elif isinstance(ask, Only):
                agenda = step.do(board, ask.answer) + agenda[1:]
            else:
                self.agenda, self.open = agenda, ask
                return
        raise EngineError(f"the sequence of play never asks: {[type(step).__name__ for step in agenda[:8]]}")

    def why_not(self, answer: Answer) -> Refusal | None:
        """Why an answer is not legal here; None if it is."""
        ask = self.open
        if ask is None:
            return Refusal.of("-", "over")
        if ask.options is None:
            return self.step.why_not(self.board, answer)
        if answer in ask.options:
            return None
        return self.step.why_not(self.board, answer) or Refusal.of(self.step.rule, "not_legal")

    def suggest(self, rng: Random, n: int = 1) -> list[Answer]:
        """Up to n legal answers, drawn at random; chance by its weights."""
        ask = self.open
        if ask is None:
            return []
        if ask.options is None:
            found = self.step.suggest(self.board, rng, n)
            self._sound = ask, [*found]
            return found
        if n == 1 and ask.weights is None:
            return [ask.options[int(rng.random() * len(ask.options))]]
        return rng.choices(ask.options, ask.weights, k=n)

    def write(self, answer: Answer) -> str:
        """A legal answer in the game's notation."""
        return self.step.write(self.board, answer)

    def read(self, text: str) -> Answer | None:
        """The legal answer that is written so, or None."""
        ask = self.open
        if ask is None:
            return None
        step, board = self.step, self.board
        if ask.options is None:
            answer = step.read(board, text)
            return None if answer is None or step.why_not(board, answer) else answer
        return self._written().get(text)

    def _written(self) -> dict[str, Answer]:
        """The listed answers by what they are in the game's notation, written once for the open ask."""
        ask = self.open
        if ask is None or ask.options is None:
            return {}
        if self._texts is None or self._texts[0] is not ask:
            step, board = self.step, self.board
            self._texts = ask, {step.write(board, option): option for option in ask.options}
        return self._texts[1]

    def refusal(self, text: str) -> Refusal | None:
        """Why a text is not a legal answer here; None if it is."""
        if self.open is None:
            return Refusal.of("-", "over")
        if self.read(text) is not None:
            return None
        meant = self.step.read(self.board, text)
        refused = None if meant is None else self.why_not(meant)
        return refused or Refusal.of(self.step.rule, "unread", text=text)

    def mark(self) -> str:
        """A mark of the open question: who is asked, and the answers in the game's notation. Names in the code don't
        count, so that a change of the program alone leaves every mark as it is."""
        ask = self.open
        options = None if ask is None or ask.options is None else list(self._written())
        asked = None if ask is None else [ask.actor, options]
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:8]

    def save(self) -> dict[str, Any]:
        """The position as JSON; the ask is not saved, since its step asks it again."""
        return {"board": self.board.save(), "agenda": [saved(step) for step in self.agenda]}

    def load(self, data: dict[str, Any]) -> Position[B]:
        """Another position of the same game, from its JSON; what is static comes from this one."""
        board = type(self.board).load(data["board"], like=self.board)
        position = Position(board, tuple(restore(step) for step in data["agenda"]))
        position._follow()
        return position

    def fingerprint(self) -> str:
        """SHA-256 of the saved position."""
        return fingerprint(self.save())
