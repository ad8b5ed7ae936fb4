"""What one seat is shown at one moment, as far as all games do it alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from marne.engine import CHANCE, Answer, Choice, Explanation, Observation, Position, Refusal, Scene, Seat, Target
from marne.kit.phrases import ENGLISH
from marne.kit.rooms import House

__all__ = ["SeatSight"]

WORLDS = 6
"""How many positions that fit what a seat sees are asked whether a die may follow an answer."""
FEW = 12
"""Of so many answers that pass the word to another seat each is asked about; of more, those that end a move. Those
with odds are always asked about."""


class SeatSight:
    """Odds and reasons are for the seat that is asked, and both are read off its masked position."""

    def __init__(self, house: House, seen: Observation) -> None:
        self.house, self.seen = house, seen
        self.position: Position[Any] = seen.view

    def scene(self, language: str) -> Scene:
        """What the client draws."""
        drawn = self.house.scene(self.seen, language)
        if not drawn.prompt.choices:
            return drawn
        passes = self._passes(drawn)
        choices = tuple(self._marked(each, passes) for each in drawn.prompt.choices)
        return replace(drawn, prompt=replace(drawn.prompt, choices=choices))

    def _passes(self, drawn: Scene) -> bool:
        """Whether an answer can end the move without saying so. A Done says it itself. In a battle on its own board,
        and in some games everywhere, the seats are asked in turn."""
        fought = any(panel.form == "battle-board" and panel.pieces for panel in drawn.panels)
        return not self.house.to_and_fro and not fought and not any(choice.done for choice in drawn.prompt.choices)

    def _marked(self, choice: Choice, passes: bool) -> Choice:
        """A choice that ends the move or leads to a die says so, and whether that die has odds."""
        if choice.id not in self._next:
            return choice
        answer, actor = self._next[choice.id]
        others = actor not in (None, CHANCE, self.seen.seat)
        looks = choice.odds or (others and (choice.done or len(self._next) <= FEW))
        rolls, ends = actor == CHANCE or (looks and self._may_roll(answer)), passes and others
        odds = choice.odds or (rolls and self.house.falls(self.position, answer))
        return _told(choice, rolls, ends, odds) if rolls or ends else choice

    def rolls(self, answer: Answer) -> bool:
        """Whether a die follows a legal answer before anybody is asked, as far as the seat can know."""
        thought = self._thought
        if not self.asked or thought.why_not(answer) is not None:
            return False
        return thought.next_actor(answer) == CHANCE or self._may_roll(answer)

    @cached_property
    def _thought(self) -> Position[Any]:
        """A position that fits what the seat sees."""
        return self.house.imagine(self.seen, Random(0))

    @cached_property
    def _next(self) -> Mapping[str, tuple[Answer, Seat | None]]:
        """Each answer, and who is asked after it, as far as the seat can know."""
        thought, options = self._thought, self.seen.options or ()
        legal = [each for each in options if thought.why_not(each) is None]
        return {thought.write(each): (each, thought.next_actor(each)) for each in legal}

    def _may_roll(self, answer: Answer) -> bool:
        """Whether a die follows at once in another position that looks the same, where nobody has a choice."""
        return any(world.why_not(answer) is None and world.next_actor(answer) == CHANCE for world in self._worlds)

    @cached_property
    def _worlds(self) -> tuple[Position[Any], ...]:
        """More positions that fit what the seat sees; none where nothing is left to chance, so that it sees all."""
        chance = Random(1)
        untouched = chance.getstate()
        first = self.house.imagine(self.seen, chance)
        if chance.getstate() == untouched:
            return ()
        return first, *(self.house.imagine(self.seen, Random(seed)) for seed in range(2, WORLDS))

    @property
    def asked(self) -> bool:
        """Whether the seat must answer now."""
        return self.seen.seat is not None and self.seen.actor == self.seen.seat

    def attacks(self) -> tuple[tuple[Answer, str], ...]:
        """The answers that attack a hex, with its label, as far as the seat that is asked can know."""
        found = ((each, self.house.attacked(self.position, each)) for each in self.seen.options or ())
        return tuple((answer, hex) for answer, hex in found if hex)

    def least(self) -> Answer | None:
        """The answer that does least: one that does nothing more, else a word, else the first."""
        options = self.seen.options or ()
        done = [each for each in options if isinstance(each, str) and each in self.house.waits]
        words = [each for each in options if isinstance(each, str)]
        return next(iter((*done, *words, *options)), None)

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
def _told(choice: Choice, rolls: bool, ends: bool, odds: bool) -> Choice:
    """Equal ones are the same object: their JSON is kept by what they are."""
    return replace(choice, rolls=rolls, ends=ends, odds=odds)
