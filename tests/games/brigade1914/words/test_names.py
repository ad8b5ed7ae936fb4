"""Units have names of their own: the keys of notation (b1, r2, m1) reach no reader."""

from __future__ import annotations

import copy
import json
import re
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import battle
from marne.engine import CHANCE, Observation, Setting, check_setting
from marne.games.brigade1914 import odds
from marne.games.brigade1914.components.data import LISTS, NAMES
from marne.games.brigade1914.components.forces import BATTERY, CAVALRY
from marne.games.brigade1914.components.names import Label, labels
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.scenarios.lists import ready_force

KEY = re.compile(r"\b(?:[br]\d+|[br]?m\d|[br]G)\b")


def test_every_unit_of_every_ready_force_has_a_name_of_its_own() -> None:
    for name in LISTS:
        for points in (250, 350, 450):
            force = ready_force(name, points)
            found = labels((name, "german_infantry"), force, [0] * len(force))
            names = [label.name for label in found]
            assert len(set(names)) == len(names), name
            row = NAMES[name]
            known = {*row.infantry, *row.special, *row.cavalry, *row.battery, *row.heavy}
            assert set(names) <= known, (name, points, set(names) - known)
            for unit, label in zip(force, found, strict=True):
                assert (label.name in row.heavy) == (unit.kind == BATTERY and unit.arm == "heavy"), (name, label.name)


def test_the_name_follows_list_kind_and_order() -> None:
    board = battle("bn4 bn4 cav3 field", lists=("british_infantry", "german_infantry")).board
    by_kind: dict[str, tuple[str, str]] = {
        board.label(unit): (board.spec[unit].kind, board.label(unit).name) for unit in range(len(board.spec))
    }
    assert by_kind["b1"][1] == "4/R.Fus"
    assert by_kind["b2"][1] == "1/North.Fus"
    assert next(name for kind, name in by_kind.values() if kind == CAVALRY) == "15 Hussars"
    assert next(name for kind, name in by_kind.values() if kind == BATTERY) == "107 Bty"
    assert by_kind["r1"][1] == "I/12"


def test_red_is_the_second_of_the_name_where_both_have_the_same_brigade() -> None:
    force = ready_force("french_infantry", 350)
    found = labels(("french_infantry",) * 2, force * 2, [0] * len(force) + [1] * len(force))
    assert [found[0].name, found[len(force)].name] == ["I/26e", "I/26e bis"]


def test_a_label_is_its_text_and_can_be_copied_saved_and_loaded() -> None:
    position = battle("bn4")
    label = position.board.label(0)
    assert isinstance(label, Label)
    assert label == "b1"
    assert json.dumps(label) == '"b1"'
    assert copy.deepcopy(label).name == label.name == "4/R.Fus"
    again = position.load(json.loads(json.dumps(position.save())))
    assert again.board.label(0).name == "4/R.Fus"
    assert position.board.masked(1).label(0).name == "4/R.Fus"
    assert copy.deepcopy(position.board.spoken("b1 cover")).parts[0].name == "4/R.Fus"  # type: ignore[attr-defined]


def readers_words(scene: Any) -> list[str]:
    """All that a picture says in words."""
    found = [scene.prompt.question, *(choice.text for choice in scene.prompt.choices)]
    found += [piece.name for piece in scene.pieces]
    found += [text for panel in scene.panels for text in (panel.title, *(line.text for line in panel.lines))]
    return found


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_no_key_reaches_a_reader(scenario: str, language: str) -> None:
    setting = check_setting(GAME, Setting(scenario))
    position, rng = GAME.start(setting), Random(scenario)
    said = 0
    for number in range(500):
        if (ask := position.open) is None:
            break
        if number % 7 == 0 and ask.actor != CHANCE:
            scene = GAME.sight(Observation.of(GAME, setting, position, ask.actor)).scene(language)
            for text in readers_words(scene):
                assert not KEY.search(text), text
        answer = position.suggest(rng)[0]
        told = odds.explain(position, answer, language)
        assert told is None or not KEY.search(told.title), told
        position = position.play(answer)
        for event in position.events:
            text = GAME.say(event, language)
            said += 1
            assert not KEY.search(text), text
    assert said > 100
