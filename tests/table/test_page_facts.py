"""Facts that a page once read out of words: columns of odds, cards and their answers, the word of a unit."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from marne.engine import Match, Musters, Setting, find_game
from marne.games.brigade1914.game import GAME as BRIGADE
from marne.games.schlieffens_war.game import GAME as WAR
from marne.kit.pages import about_in
from marne.lab.play import seeded_dice

WORDS = Path(__file__).parents[2] / "web/src/words"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["schlieffens_war", "grand_illusion", "nach_paris"])
def test_the_first_turn_teaches_orders_battles_and_the_story(name: str, language: str) -> None:
    """A stop has the words of the game, or the page has its own for it."""
    tour = about_in(find_game(name), language).tour
    assert {"orders", "fight", "story"} <= {stop.key for stop in tour}
    page = (WORDS / f"{language}.ts").read_text(encoding="utf-8")
    for stop in tour:
        assert stop.text or f"'tour.{stop.key}':" in page, stop


def test_odds_name_columns_of_the_table_that_is_shown() -> None:
    """Off the table the nearest one is meant; in words it says so."""
    match, rng, ends, several = Match(WAR, Setting(WAR.scenarios[0].name), seeded_dice(WAR, 2)), Random(2), 0, 0
    while not match.over and match.position.open is not None and not (ends and several):
        if match.actor is not None and match.actor >= 0:
            sight = match.sight(match.actor)
            scene = sight.scene("en")
            table = scene.combat_table
            assert table is not None
            for choice in scene.prompt.choices:
                told = sight.odds(cast(Any, match.position.read(choice.id)), "en") if choice.odds else None
                if told is None or not told.column:
                    continue
                labels = re.findall(r"[<>]?\d+:\d+", told.column)
                ends += any(label not in table.columns for label in labels)
                several += len(told.columns) > 1
                assert set(told.columns) <= set(table.columns)
                assert told.columns == tuple(dict.fromkeys(label.lstrip("<>") for label in labels))
        match.play(match.position.suggest(rng)[0])
    assert ends
    assert several


def test_cards_know_their_answers() -> None:
    """Those of the open question that take a card, play it, or lay it against another; each answer belongs to one."""
    offered = counters = 0
    for seed in range(3):
        match, rng = Match(BRIGADE, Setting(BRIGADE.scenarios[0].name), seeded_dice(BRIGADE, seed)), Random(seed)
        for _ in range(600):
            if match.over:
                break
            for seat in (0, 1):
                scene = match.sight(seat).scene("en")
                sheet: Any = scene.open_table and scene.open_table.desk
                if sheet is None:
                    continue
                ids = [choice.id for choice in scene.prompt.choices]
                for card in (*sheet.hand, *sheet.face_up):
                    assert set(card.answers) <= set(ids)
                    assert all(card.name in answer.split() for answer in card.answers)
                    offered += len(card.answers)
                    counters += card.counters
                named = {answer for card in (*sheet.hand, *sheet.face_up) for answer in card.answers}
                held = {card.name for card in (*sheet.hand, *sheet.face_up)}
                assert {each for each in ids if held & set(each.split()[:2])} == named
            match.play(match.position.suggest(rng)[0])
    assert offered > 20
    assert counters


def test_a_unit_of_a_force_is_called_as_its_kind_is() -> None:
    assert isinstance(BRIGADE, Musters)
    seen, armies = set(), cast(Any, BRIGADE.armies("en"))
    for army in armies:
        words = {kind["word"] for kind in army["kinds"]}
        for ready in army["ready"]:
            told: Any = BRIGADE.judge(army["name"], ready["points"], ready["force"], "en")
            assert {unit["word"] for unit in told["units"]} <= words
            seen |= words
    assert {"bn", "cav", "field"} <= seen


def test_done_says_what_it_ends() -> None:
    """5.3, 11.6: the button names the phase that it ends, in the reader's language."""
    match, rng = Match(WAR, Setting(WAR.scenarios[0].name), seeded_dice(WAR, 3)), Random(3)
    said: dict[str, set[str]] = {}
    while not match.over and match.position.open is not None and not {"ChooseUnit", "ChooseTarget"} <= set(said):
        if match.actor is not None and match.actor >= 0:
            for language in ("en", "es"):
                choices = match.sight(match.actor).scene(language).prompt.choices
                step = type(match.position.step).__name__
                said.setdefault(step, set()).update(each.text for each in choices if each.id == "done")
        match.play(match.position.suggest(rng)[0])
    assert said["ChooseUnit"] == {"End movement", "Terminar el movimiento"}
    assert said["ChooseTarget"] == {"End combat", "Terminar el combate"}
