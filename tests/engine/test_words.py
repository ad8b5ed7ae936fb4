"""Words, settings and the registry: the edges where people meet the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.support import whole
from marne.engine import (
    EngineError,
    Setting,
    UnknownGame,
    check_setting,
    find_game,
    game_names,
    games,
    register,
    registry,
)
from marne.kit import Phrasebook
from training.words import WORDS


def test_words(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text('Moved = "{unit} moves"\nOnly = "only English"\n')
    (tmp_path / "words.es.toml").write_text('Moved = "{unit} mueve"\n')
    words = Phrasebook(tmp_path)
    assert words.languages == ("en", "es")
    assert words.keys("es") == {"Moved"}
    assert words.say("es", "Moved", unit="X AK") == "X AK mueve"
    assert words.say("es", "Only") == "only English", "English stands in for a missing key"
    assert words.say("fr", "Moved", unit="X AK") == "X AK moves", "and for a missing language"
    assert words.has("Only")
    assert not words.has("Gone")
    with pytest.raises(EngineError, match="no words for 'Gone'"):
        words.say("en", "Gone")


def test_the_training_game_has_the_same_words_in_both_languages() -> None:
    assert WORDS.languages == ("en", "es")
    assert WORDS.keys("en") == WORDS.keys("es")


def test_every_event_of_whole_games_can_be_told() -> None:
    game = find_game("training")
    told: set[str] = set()
    for seed in range(8):
        position = game.start(whole(seed).setting)
        for entry in whole(seed).log:
            answer = position.read(entry.text)
            assert answer is not None
            position = position.play(answer)
            for event in position.events:
                english, spanish = game.say(event, "en"), game.say(event, "es")
                assert "{" not in english + spanish
                assert event.rule.startswith("T")
                told.add(type(event).__name__)
    assert len(told) >= 13


def test_check_setting_fills_in() -> None:
    game = find_game("training")
    assert check_setting(game, Setting("meeting")) == Setting("meeting", "first", (("weather", "changing"),))
    assert check_setting(game, Setting("meeting", "second", (("weather", "foul"),))).option("weather") == "foul"
    assert Setting("meeting").option("weather", "?") == "?"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (Setting("siege"), "training has no scenario 'siege'; it has meeting, ambush"),
        (Setting(""), "training has no scenario ''; it has meeting, ambush"),
        (Setting("meeting", "third"), "training has no edition 'third'; it has first, second"),
        (Setting("meeting", "", (("moon", "full"),)), "training has no option 'moon'; it has weather"),
        (Setting("meeting", "", (("weather", "hail"),)), "training has no weather 'hail'; it has changing, fair, foul"),
    ],
)
def test_check_setting_refuses(setting: Setting, words: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        check_setting(find_game("training"), setting)
    assert str(caught.value) == words


@pytest.fixture
def _registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_where", {})
    monkeypatch.setattr(registry, "_games", {})


@pytest.mark.usefixtures("_registry")
def test_the_registry_imports_when_asked() -> None:
    with pytest.raises(UnknownGame, match="no game 'training'; there are none"):
        find_game("training")
    register("training", "training.game:GAME")
    register("broken", "no.such.module:GAME")
    assert game_names() == ("broken", "training")
    assert find_game("training") is find_game("training")
    with pytest.raises(UnknownGame, match="there are broken, training"):
        find_game("chess")
    with pytest.raises(ModuleNotFoundError):
        list(games())
