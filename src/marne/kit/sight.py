"""What one seat is shown at one moment, as far as all games do it alike."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import ClassVar, Generic, TypeVar

from marne.engine import (
    CHANCE,
    Answer,
    Board,
    Choice,
    EngineError,
    Explanation,
    Observation,
    Position,
    Refusal,
    Scene,
    Target,
)
from marne.kit.phrases import ENGLISH
from marne.kit.reasons import Reason

__all__ = ["SeatSight"]

B = TypeVar("B", bound=Board)

PROBES = 4
"""So many answers, or a few more, are thought through before all of them are."""


class SeatSight(Generic[B]):
    """Odds and reasons are for the seat that is asked, and both are read off its masked position.

    A game adds `drawn`, `imagined`, `told` and `against`.
    """

    reasons: ClassVar[type[Reason]]
    """The game's own, with its words."""
    last_rule: ClassVar[str]
    """The rule to name where nothing is asked any more."""

    to_and_fro: ClassVar[bool] = False
    """Whether the word goes to and fro in this game, so that no single answer ends a move."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.position: Position[B] = seen.view
        self._ending: frozenset[str] | None = None

    def scene(self, language: str) -> Scene:
        """What the client draws."""
        drawn = self.drawn(language)
        ending = self.ending(drawn)
        if not ending:
            return drawn
        choices = tuple(_that_ends(each) if each.id in ending else each for each in drawn.prompt.choices)
        return replace(drawn, prompt=replace(drawn.prompt, choices=choices))

    def drawn(self, language: str) -> Scene:
        """The picture, before its answers say which of them end the move."""
        raise EngineError(f"{type(self).__name__} draws nothing")

    def imagined(self, rng: Random) -> Position[B]:
        """A full position that fits what the seat knows."""
        raise EngineError(f"{type(self).__name__} imagines nothing")

    def ending(self, drawn: Scene) -> frozenset[str]:
        """The answers after which somebody else is asked, as far as the seat can know; read once.

        Only where nothing else says so: an open question has no list, a Done says itself that it ends the move, and in
        a battle that is fought on a board of its own the word goes to and fro.
        """
        if self._ending is None:
            choices = drawn.prompt.choices
            plain = choices and not self.to_and_fro and not any(choice.done for choice in choices)
            fought = any(panel.form == "battle-board" and panel.pieces for panel in drawn.panels)
            self._ending = self._passing() if plain and not fought else frozenset()
        return self._ending

    def _passing(self) -> frozenset[str]:
        """Of many answers a few are thought through first, evenly spread; all of them where one of those ends the move:
        a unit goes to one of thirty hexes, and the same question follows."""
        thought, options = self.imagined(Random(0)), self.seen.options or ()

        def passes(option: Answer) -> bool:
            if thought.why_not(option) is not None:
                return False
            after = thought.play(option).open
            return after is not None and after.actor not in (CHANCE, self.seen.seat)

        apart = max(1, len(options) // PROBES)
        if not any(map(passes, options[::apart])):
            return frozenset()
        return frozenset(thought.write(option) for option in options if passes(option))

    @property
    def asked(self) -> bool:
        """Whether the seat must answer now."""
        return self.seen.seat is not None and self.seen.actor == self.seen.seat

    def odds(self, answer: Answer, language: str = ENGLISH) -> Explanation | None:
        """The odds of a legal answer, where there are any to tell."""
        if not self.asked or self.position.why_not(answer) is not None:
            return None
        return self.told(answer, language)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The odds of an answer that is legal."""
        return None

    def why_not(self, target: Target, language: str) -> Refusal | None:
        """Why a thing that was clicked is not offered."""
        if not self.asked:
            return self.reasons(self.seen.rule or self.last_rule, "why.not_asked").refusal(language)
        found = self.against(target)
        return None if found is None else found.refusal(language)

    def against(self, target: Target) -> Reason | None:
        """What keeps the seat that is asked from choosing a thing; None where it is offered."""
        return self.reasons(self.seen.rule, "why.not_now")


@lru_cache(1024)
def _that_ends(choice: Choice) -> Choice:
    """Equal ones are the same object: their JSON is kept by what they are."""
    return replace(choice, ends=True)
