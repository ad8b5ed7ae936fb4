"""What one seat is shown at one moment, as far as all games do it alike."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from marne.engine import CHANCE, Answer, Choice, Explanation, Observation, Position, Refusal, Scene, Target
from marne.kit.phrases import ENGLISH
from marne.kit.rooms import House

__all__ = ["SeatSight"]

PROBES = 4
"""So many answers, or a few more, are thought through before all of them are."""


class SeatSight:
    """Odds and reasons are for the seat that is asked, and both are read off its masked position."""

    def __init__(self, house: House, seen: Observation) -> None:
        self.house, self.seen = house, seen
        self.position: Position[Any] = seen.view
        self._ending: frozenset[str] | None = None

    def scene(self, language: str) -> Scene:
        """What the client draws."""
        drawn = self.house.scene(self.seen, language)
        ending = self.ending(drawn)
        if not ending:
            return drawn
        choices = tuple(_that_ends(each) if each.id in ending else each for each in drawn.prompt.choices)
        return replace(drawn, prompt=replace(drawn.prompt, choices=choices))

    def ending(self, drawn: Scene) -> frozenset[str]:
        """The answers after which somebody else is asked, as far as the seat can know; read once.

        Only where nothing else says so: an open question has no list, a Done says itself that it ends the move, and in
        a battle that is fought on a board of its own the word goes to and fro.
        """
        if self._ending is None:
            choices = drawn.prompt.choices
            plain = choices and not self.house.to_and_fro and not any(choice.done for choice in choices)
            fought = any(panel.form == "battle-board" and panel.pieces for panel in drawn.panels)
            self._ending = self._passing() if plain and not fought else frozenset()
        return self._ending

    def _passing(self) -> frozenset[str]:
        """Of many answers a few are thought through first, evenly spread; all of them where one of those ends the move:
        a unit goes to one of thirty hexes, and the same question follows."""
        thought, options = self.house.imagine(self.seen, Random(0)), self.seen.options or ()

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
        return self.house.explain(self.position, answer, language)

    def why_not(self, target: Target, language: str) -> Refusal | None:
        """Why a thing that was clicked is not offered."""
        if not self.asked:
            return self.house.reasons(self.seen.rule or self.house.last_rule, "why.not_asked").refusal(language)
        found = self.house.against(self.position, target)
        return None if found is None else found.refusal(language)


@lru_cache(1024)
def _that_ends(choice: Choice) -> Choice:
    """Equal ones are the same object: their JSON is kept by what they are."""
    return replace(choice, ends=True)
