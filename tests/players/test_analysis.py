"""A finished game looked at again: how it stood, where it turned, and what a council would have heard there."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from marne.engine import CHANCE, MarneError, Match, Observation, Setting, check_setting, find_game
from marne.lab.play import play_seeded
from marne.players import analyse, explained, heard_at, imagined
from marne.players.analysis import MOMENTS, PLAYED_ON
from marne.table.after.game_review import explained_of
from players.test_council import GAMES, PLANS, asked, weighed


@lru_cache
def mulhouse() -> Match:
    game = find_game("nach_paris")
    return play_seeded(game, check_setting(game, Setting("mulhouse")), ("staff", "staff"), 3)


def test_a_game_is_judged_from_beginning_to_end() -> None:
    match = mulhouse()
    found = analyse(match)
    assert found.judged
    numbers = [moment.number for moment in found.moments]
    assert numbers == sorted(set(numbers))
    assert (numbers[0], numbers[-1], len(numbers)) == (0, len(match.log), MOMENTS + 1)
    score = match.game.score(match.position)
    assert found.moments[-1].chance == (0.5 if score.winner is None else float(score.winner == 0))
    assert found.moments[-1].points == score.points[0]
    assert all(0 <= moment.chance <= 1 for moment in found.moments)


def test_it_turned_where_the_chances_changed_most() -> None:
    found = analyse(mulhouse())
    at = {moment.number: moment.chance for moment in found.moments}
    assert found.turnings
    for turning in found.turnings:
        assert turning.change == round(at[turning.number] - at[turning.start], 4)
    least = min(abs(turning.change) for turning in found.turnings)
    pairs = list(zip(found.moments, found.moments[1:], strict=False))
    assert sum(abs(after.chance - before.chance) > least + 1e-4 for before, after in pairs) < len(found.turnings)
    assert [turning.number for turning in found.turnings] == sorted(turning.number for turning in found.turnings)


def test_what_a_council_would_have_heard() -> None:
    match = mulhouse()
    number = next(number for turning in analyse(match).turnings for number in turning.questions)
    heard = heard_at(match, number)
    assert len(heard) > 1
    assert [each.chosen for each in heard].count(True) == 1
    assert [each.played for each in heard].count(True) == 1, "what was played is heard too"
    assert heard == heard_at(match, number), "the same again"
    die = next(number for number, entry in enumerate(match.log) if entry.actor == CHANCE)
    assert heard_at(match, die) == ()
    with pytest.raises(MarneError, match="no answer"):
        heard_at(match, len(match.log))


@pytest.mark.slow
def test_where_nobody_judges_staffs_play_on() -> None:
    game = find_game("schlieffens_war")
    match = play_seeded(game, check_setting(game, Setting("frontiers")), ("staff", "staff"), 3)
    seen: list[tuple[int, int]] = []
    found = analyse(match, 1, told=lambda done, of: seen.append((done, of)))
    assert not found.judged
    assert len(found.moments) == PLAYED_ON + 1
    assert seen[-1] == (PLAYED_ON + 1, PLAYED_ON + 1)
    assert found.moments[-1].points == game.score(match.position).points[0]
    assert found == analyse(match, 1), "the same dice each time"
    assert heard_at(match, 10) == ()


@pytest.mark.parametrize(("name", "scenario", "after"), GAMES)
def test_a_running_game_is_explained_by_what_the_reader_knows_and_nothing_else(
    name: str, scenario: str, after: int
) -> None:
    match = weighed(name, scenario, after)
    game, reader = match.game, 1 - asked(match)
    seen = Observation.of(game, match.setting, match.position, reader)
    heard = explained(seen, game, None)
    assert len(heard) > 1
    assert [each.chosen for each in heard].count(True) == 1
    assert not any(each.played for each in heard)
    other = game.imagine(seen, Random(3))
    if name == "brigade1914":
        assert other != match.position, "what the reader can't see is another there"
    again = Observation.of(game, match.setting, other, reader)
    assert explained(again, game, None) == heard
    told = explained_of(match, reader, None, "en")
    match = match.copy()
    match.position = other
    assert explained_of(match, reader, None, "en") == told, "nor do the words tell more"


def words_of(match: Match, reader: int) -> set[str]:
    """The words of all buttons in the world that a reader is explained the open question in."""
    world = imagined(match.observe(reader, history=False), match.game)
    seen = Observation.of(match.game, match.setting, world, asked(match))
    return {choice.text for choice in match.game.sight(seen).scene("en").prompt.choices}


def test_orders_and_reactions_are_explained_in_words_wherever_a_reader_cannot_see_the_troops() -> None:
    """What a reader doesn't know is another in each world that he imagines: answers and words are of the same."""
    game = find_game("brigade1914")
    match, number = Match(game, check_setting(game, Setting("meeting"))), 0
    assert game.advice is not None
    for entry in play_seeded(game, match.setting, ("staff", "staff"), 5).log[:115]:
        number += entry.actor != CHANCE and game.advice.weighs(match.position)
        if entry.actor != CHANCE and game.advice.weighs(match.position) and number % 3 == 0:
            assert not game.advice.calls(match.position), "a council at play would not be called"
            told = explained_of(match, 1 - entry.actor, None, "en")
            assert len(told) > 1
            assert {each["text"] for each in told} <= words_of(match, 1 - entry.actor)
        match.play_text(entry.text, entry.draw)
    assert number > 6


def test_plans_that_begin_alike_are_told_by_their_names() -> None:
    match = weighed(*PLANS[-1])
    names = [each["text"].partition("(")[2] for each in explained_of(match, asked(match), None, "en")]
    assert len(names) > 1
    assert len(set(names)) == len(names), names
    assert all(name.endswith("plan)") or name.startswith("a plan") for name in names)
    other = [each["text"].partition("(")[2] for each in explained_of(match, asked(match), None, "es")]
    assert len(set(other)) == len(names)
    assert not set(other) & set(names)
