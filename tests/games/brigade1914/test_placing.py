"""What the client is told of an open question, and what a unit would see and reach from a place."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import asked, battle, play
from marne.engine import Match, Setting
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.placing import goal, preview
from marne.lab.play import seeded_dice


@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_every_open_question_says_what_is_placed(scenario: str) -> None:
    match = Match(GAME, Setting(scenario), seeded_dice(GAME, 3))
    rng, kinds = Random(3), set()
    while len(match.log) < 160 and not match.over:
        actor, position = match.actor, match.position
        assert position.open is not None
        if actor is not None and actor >= 0:
            told: Any = goal(position, actor)
            assert (told is None) == (position.open.options is not None)
            assert goal(position, 1 - actor) is None, "the other seat is told nothing"
            if told is not None:
                kinds.add(told["kind"])
                assert all(position.read(word) == word for word in told["words"])
                assert told["unit"] == "" or told["kind"] == "point" or len(told["bases"]) > 0
                extra: Any = GAME.scene(match.observe(actor), "en").extra
                assert extra["goal"] == told
        match.play(match.roll() if actor == -1 else position.suggest(rng, 1)[0])
    assert kinds == {"unit", "point"}


@pytest.mark.rule("C16")
def test_a_preview_tells_what_is_seen_and_reached() -> None:
    """Rifles and machine guns: 24 and 36 inches; a wood would hide, grass does not."""
    units = {"b1": {"at": [3600, 4400], "facing": 0, "tokens": 3}, "r1": {"at": [3600, 600], "facing": 180}}
    position = play(battle(units=units), "activate b1", "move")
    assert asked(position) == "GoTo"
    assert preview(position, "3600,4400 0 line") == {"sees": ["r1"], "reach": []}
    assert preview(position, "3600,3600 0 line") == {"sees": ["r1"], "reach": ["r1"]}
    assert preview(position, "stay") == {}
