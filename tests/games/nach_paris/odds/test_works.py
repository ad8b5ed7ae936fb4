"""[10.1.3], [16.1.5] The odds of digging and of blowing are what the faces of the die give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from marne.engine import CHANCE, D20, Answer, Match, Setting
from marne.games.nach_paris.events import CabTested
from promises.settings import asked

Ends = Callable[[Match], str]


def first(word: str, scenario: str) -> tuple[Match, Answer]:
    """A question with an answer of that word which leads to a die at once."""
    for match in asked("nach_paris", Setting(scenario, "", ()), 1914, 900):
        ask = match.position.open
        assert ask is not None
        for option in ask.options or ():
            if isinstance(option, tuple) and option[0] == word and match.position.next_actor(option) == CHANCE:
                return match.copy(), option
    raise AssertionError(f"nobody could {word}")


@pytest.mark.parametrize(("word", "scenario", "rule"), [("dig", "mulhouse", "10.1.3"), ("blow", "liege", "16.1.5")])
def test_odds_are_what_the_faces_give(word: str, scenario: str, rule: str) -> None:
    match, answer = first(word, scenario)
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    assert told.rule == rule
    (law,) = told.distributions
    after = match.position.play(answer)
    ends = Counter(_end(after.play(die).events) for die in D20)
    assert sorted(Fraction(each.part, each.whole) for each in law.outcomes) == sorted(
        Fraction(count, len(D20)) for count in ends.values()
    )


def _end(events: tuple[object, ...]) -> str:
    """What came of a die, whatever it showed."""
    tests = [event for event in events if isinstance(event, CabTested)]
    if tests:
        return str(tests[0].passed)
    (event, *_) = events
    return f"{type(event).__name__} {getattr(event, 'turns', '')}"
