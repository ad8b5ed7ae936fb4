"""One line of a sequence of play."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from marne.engine.ask import Ask, Only
from marne.engine.errors import Refusal
from marne.engine.values import Answer, Seat, write_plainly

__all__ = ["Question", "Step"]

B = TypeVar("B")
A = TypeVar("A")


class Step(Generic[B]):
    """One line of a sequence of play: a small value with a rule number.

    Subclasses are made with `@value`; their fields are ids and numbers only. A loop is a step that puts itself back, a
    condition is an `ask` that returns None, a reaction goes in front of the rest.
    """

    __slots__ = ()
    rule: ClassVar[str]
    silent: ClassVar[bool] = True
    """Whether it never asks: found out when the class is made, so that nobody has to try."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.silent = cls.ask is Step.ask

    def ask(self, board: B) -> Ask | Only[Any] | None:
        """The question to put, or None: nobody decides, the rule just happens. Never changes the board."""
        return None

    def asker(self, board: B) -> Seat | None:
        """Who is certain to be asked, where that is known without listing the answers; None: only `ask` can tell.

        A step whose `ask` is expensive writes it, so that looking one answer ahead is cheap. Never changes the board.
        """
        return None

    def do(self, board: B, *answer: Any, **_: Any) -> tuple[Step[B], ...]:
        """Carry the rule out on the board; the steps that follow, in order. Legality is settled by `ask`, not here.

        A step that nobody answers is written `do(self, board)`; `Question` has the door for answers.
        """
        return ()

    def why_not(self, board: B, answer: Answer) -> Refusal | None:
        """Why an answer is refused, in words and with a rule; None where it is legal.

        Listed asks are checked by the engine before this is called, so a step only finds the best reason. Steps with an
        open ask decide legality here.
        """
        return Refusal.of(self.rule, "not_legal")

    def suggest(self, board: B, rng: Random, n: int) -> list[Answer]:
        """Up to n legal answers of an open ask, for players that cannot point at a map."""
        return []

    def write(self, board: B, answer: Answer) -> str:
        """The answer in the game's notation: one line, no `#`, different for every option of the ask."""
        return write_plainly(answer)

    def read(self, board: B, text: str) -> Answer | None:
        """What a text in this notation means, legal or not; None if it means nothing here.

        Open asks need it; listed asks are found by their options, and use it to say why a text is refused.
        """
        return None


class Question(Step[B], Generic[B, A]):
    """A step that somebody answers: a seat or chance, with an answer of type `A`.

    `ask` returns the question, `Only(answer)` where there is one way and nobody need be asked, or None where there is
    nothing to decide; `answered` carries the answer out, `unasked` what follows without one.
    """

    __slots__ = ()
    of_the_turn: ClassVar[bool] = False
    """A die that the turn asks for, whatever was answered before it: no answer has its odds."""

    def ask(self, board: B) -> Ask | Only[A] | None:
        """The question to put. Never changes the board."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def answered(self, board: B, answer: A) -> tuple[Step[B], ...]:
        """Carry an answer out; the steps that follow, in order. Legality is settled by `ask`, not here."""
        return ()

    def unasked(self, board: B) -> tuple[Step[B], ...]:
        """What follows where there is nothing to decide."""
        return ()

    def do(self, board: B, answer: Any = None) -> tuple[Step[B], ...]:
        """The engine's door to `answered` and `unasked`."""
        return self.unasked(board) if answer is None else self.answered(board, answer)
