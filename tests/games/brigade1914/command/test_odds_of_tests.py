"""A9, A12, C3, C12, C23, C25: odds of reacting, of tests and misses rolled again, of smoke and of spotting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from marne.engine import CHANCE, D6, D10, Answer, Match, Setting, total
from marne.games.brigade1914.components.data import RECON
from marne.games.brigade1914.events import SmokeLaid
from marne.games.brigade1914.odds import faces_to_hit
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.rules.command.testing import CommandTest, Reroll
from marne.games.brigade1914.rules.fire.shooting import Rethrow, Volley
from marne.games.brigade1914.rules.fire.smoke import SMOKE, ChooseSmoke, SmokeDice
from marne.games.brigade1914.rules.reconnaissance.recon import spot_modifiers
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot
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


def test_all_misses_are_thrown_again_rapidly() -> None:
    """C23: the card throws rifles and machine guns again."""
    match, answer = first(Rethrow, "rapid_fire")
    step = match.position.step
    assert isinstance(step, Rethrow)
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    (law,) = told.distributions
    assert max(each.count or 0 for each in law.outcomes) == step.hits + step.missed + step.missed_guns


def test_grouped_guns_answer_by_the_number_of_the_card() -> None:
    match, answer = first(Reaction, "grouped_guns")
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    after = match.position.play(answer)
    assert isinstance(after.step, CommandTest)
    good = [after.play(die) for die in range(1, 7) if after.play(die).board.passed]
    tested, hits, *_ = told.distributions
    assert Fraction(tested.outcomes[0].part, tested.outcomes[0].whole) == Fraction(len(good), 6)
    volley = good[0].step
    assert isinstance(volley, Volley)
    assert volley.rifles == 0
    dice, hit = volley.guns, faces_to_hit(volley.guns_need)
    assert max(each.count or 0 for each in hits.outcomes) == dice
    none = next(each for each in hits.outcomes if not each.count)
    assert Fraction(none.part, none.whole) == Fraction(10 - hit, 10) ** dice


def test_smoke_is_two_dice() -> None:
    match, answer = first(ChooseSmoke, "on")
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    after = match.position.play(answer)
    assert isinstance(after.step, SmokeDice)
    found: Counter[str] = Counter()
    for one, two in product(D10, D10):
        ends = after.play(one).play(two).events
        found[next(event.result for event in ends if isinstance(event, SmokeLaid))] += 1
    (law,) = told.distributions
    assert [Fraction(each.part, each.whole) for each in law.outcomes] == [Fraction(found[each], 100) for each in SMOKE]


def test_the_ground_is_spotted_by_where_somebody_may_lie() -> None:
    """C12: four laws, of which the one that fits is what the faces give."""
    match, answer = first(Spot, "ground")
    told = match.sight(match.actor).odds(answer, "en")
    assert told is not None
    step, board = match.position.step, match.position.board
    assert isinstance(step, Spot)
    laws = iter(told.distributions)
    for gap2 in (0, RECON.spot_range**2):
        for cover in (False, True):
            added = total(spot_modifiers(board, step.unit, gap2, cover))
            seen = Fraction(sum(die + added >= RECON.spot_need for die in D6), 6)
            law = next(laws).outcomes[0]
            assert (law.text, Fraction(law.part, law.whole)) == ("seen", seen)
    assert len({law.name for law in told.distributions}) == 4
