"""A choice says whether it ends the move, so that the page can let it wait for Done without asking."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from marne.engine import CHANCE, Match, Scene, Setting, check_setting
from marne.games.grand_illusion.game import GAME as ILLUSION
from marne.games.schlieffens_war.game import GAME as WAR


def fought(scene: Scene) -> bool:
    return any(panel.form == "battle-board" and panel.pieces for panel in scene.panels)


def test_an_answer_that_gives_the_word_away_says_so() -> None:
    """Grand Illusion, answered at random: what is told is what comes, since nothing is hidden there."""
    match, rng = Match(ILLUSION, check_setting(ILLUSION, Setting("2"))), Random(3)
    said: Counter[bool] = Counter()
    for _ in range(400):
        actor = match.actor
        if actor is None:
            break
        answer = match.position.suggest(rng)[0]
        if actor != CHANCE:
            scene = match.sight(actor).scene("en")
            choice = next(each for each in scene.prompt.choices if each.id == match.position.write(answer))
            known = not any(each.done for each in scene.prompt.choices) and not fought(scene)
            match.play(answer)
            if known:
                assert choice.ends == (match.actor not in (actor, CHANCE, None)), choice
                said[choice.ends] += 1
            else:
                assert not choice.ends, "a Done says so itself, and in a battle the word goes to and fro"
        else:
            match.play(answer)
    assert said[True] > 3
    assert said[False] > 3


@pytest.mark.parametrize("seat", [0, 1])
def test_it_is_told_from_what_the_seat_knows(seat: int) -> None:
    """Schlieffen's War: another position that looks the same tells the same."""
    match, rng, asked = Match(WAR, check_setting(WAR, Setting("campaign"))), Random(5), 0
    for _ in range(250):
        if match.actor == seat:
            seen = match.observe(seat)
            twin = Match(WAR, match.setting)
            twin.position = WAR.imagine(seen, rng)
            mine, other = match.sight(seat).scene("en"), twin.sight(seat).scene("en")
            assert mine.prompt == other.prompt
            asked += 1
        match.play(match.position.suggest(rng)[0])
    assert asked > 50


def test_nobody_else_is_told_what_a_question_is_about() -> None:
    match, rng = Match(WAR, check_setting(WAR, Setting("campaign"))), Random(5)
    subjects = 0
    for _ in range(300):
        for seat in (None, 0, 1):
            prompt = match.sight(seat).scene("en").prompt
            assert prompt.mine or not (prompt.piece or prompt.hex)
            subjects += bool(prompt.piece)
        match.play(match.position.suggest(rng)[0])
    assert subjects > 50
