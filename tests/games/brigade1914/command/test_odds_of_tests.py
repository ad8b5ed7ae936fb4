"""C3, A12, C25: the odds of reacting, of a test that is rolled again, and of misses that are thrown again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from marne.engine import CHANCE, Answer, Match, Setting
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.rules.command.testing import CommandTest, Reroll
from marne.games.brigade1914.rules.fire.shooting import Rethrow, Volley
from promises.settings import asked


def first(step: type, *words: str) -> tuple[Match, Answer]:
    """A question with an answer of one of these words which leads to a die at once."""
    for seed in range(1914, 1922):
        for match in asked("brigade1914", Setting("meeting", "", ()), seed, 900):
            ask = match.position.open
            assert ask is not None
            if not isinstance(match.position.step, step):
                continue
            for option in ask.options or ():
                word = option[0] if isinstance(option, tuple) else option
                if word in words and match.position.next_actor(option) == CHANCE:
                    return match.copy(), option
    raise AssertionError(f"no {words}")


@pytest.mark.parametrize(("step", "words"), [(Reaction, ("move", "fall back")), (Reroll, ("again",))])
def test_a_test_passes_as_often_as_its_odds_say(step: type, words: tuple[str, ...]) -> None:
    match, answer = first(step, *words)
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    after = match.position.play(answer)
    assert isinstance(after.step, CommandTest)
    good = sum(after.play(die).board.passed for die in range(1, 7))
    (law,) = told.distributions
    chances = [Fraction(each.part, each.whole) for each in law.outcomes]
    assert chances == [chance for chance in (Fraction(good, 6), Fraction(6 - good, 6)) if chance]


def test_misses_thrown_again_are_added_to_the_hits() -> None:
    match, answer = first(Rethrow, "national")
    step = match.position.step
    assert isinstance(step, Rethrow)
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    (law,) = told.distributions
    rifles, guns = step.thrown_again(match.position.board, "national")
    assert min(each.count or 0 for each in law.outcomes) == step.hits
    assert max(each.count or 0 for each in law.outcomes) == step.hits + rifles + guns
    volley = match.position.play(answer).step
    assert isinstance(volley, Volley)
    assert (volley.rifles, volley.guns) == (rifles, guns)
