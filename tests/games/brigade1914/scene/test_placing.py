"""What the client is told of an open question, and what a unit would see and reach from a place."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import asked, battle, legal, play
from marne.engine import Match, Setting
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.scene.placing import goal, preview
from marne.games.brigade1914.steps import Asked
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
                kinds.add(told.kind)
                assert all(position.read(word) == word for word in told.words)
                assert told.unit == "" or told.kind == "point" or len(told.bases) > 0
                table: Any = GAME.sight(match.observe(actor)).scene("en").open_table
                assert table.goal == told
        match.play(match.roll() if actor == -1 else position.suggest(rng, 1)[0])
    assert kinds == {"unit", "point"}


@pytest.mark.parametrize("seed", range(3))
def test_markers_that_are_only_confirmed_stand_side_by_side(seed: int) -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, seed))
    rng = Random(seed)
    spots: dict[int, list[tuple[int, int]]] = {}
    while not spots or asked(match.position) == "PlaceMarker":
        actor, position = match.actor, match.position
        assert actor is not None
        if asked(position) == "PlaceMarker":
            told: Any = goal(position, actor)
            spots.setdefault(actor, []).append(told.at)
            match.play(told.at)
        else:
            match.play(match.roll() if actor == -1 else position.suggest(rng, 1)[0])
    for placed in spots.values():
        assert len(placed) > 1
        near = min(dist(a, b) for a, b in combinations(placed, 2))
        assert near >= 600, "six inches"


@pytest.mark.rule("C16")
def test_a_preview_tells_what_is_seen_and_reached() -> None:
    """Rifles and machine guns: 24 and 36 inches; a wood would hide, grass does not."""
    units = {"b1": {"at": [3600, 4400], "facing": 0, "tokens": 3}, "r1": {"at": [3600, 600], "facing": 180}}
    position = play(battle(units=units), "activate b1", "move")
    assert asked(position) == "GoTo"
    far, near = preview(position, "3600,4400 0 line"), preview(position, "3600,3600 0 line")
    assert (far["sees"], far["reach"]) == (["r1"], [])
    assert (near["sees"], near["reach"]) == (["r1"], ["r1"])
    assert preview(position, "stay") == {}


@pytest.mark.rule("C16", "C18", "A9")
def test_lines_of_sight_tell_cover_smoke_and_reach() -> None:
    units = {
        "b1": {"at": [3600, 4000], "facing": 0, "tokens": 3},
        "r1": {"at": [3600, 2200], "facing": 180, "dug": 1},
        "r2": {"at": [600, 600], "facing": 180},
    }
    position = play(battle(units=units), "activate b1", "move")
    told: Any = preview(position, "3600,4000 0 line")
    lines = {line["unit"]: line for line in told["lines"]}
    assert (lines["r1"]["sees"], lines["r1"]["cover"], lines["r1"]["reach"]) == (True, True, True)
    assert (lines["r2"]["reach"], lines["r2"]["cover"]) == (False, False)
    assert 16 <= lines["r1"]["inches"] <= 18
    assert [ring["reach"] for ring in told["rings"]][:2] == [2400, 1200]


@pytest.mark.rule("A7")
def test_a_charge_is_shown_before_it_is_ridden() -> None:
    units = {"b3": {"at": [3600, 4000], "facing": 0, "tokens": 3}, "r1": {"at": [3600, 3100], "facing": 180}}
    position = play(battle(units=units), "activate b3", "assault")
    told: Any = preview(position, "3600,3400 0 line")
    assert told["charge"] == ["r1"]
    assert told["rings"][0]["what"] == "charge"
    assert preview(position, "3600,3900 0 line")["charge"] == []


@pytest.mark.rule("C16", "A3", "C1")
def test_a_unit_that_is_not_offered_says_why() -> None:
    units = {
        "b1": {"at": [3600, 4000], "facing": 0, "tokens": 3},
        "b2": {"at": [600, 4000], "facing": 0, "tokens": 0},
        "r1": {"at": [3600, 2600], "facing": 180},
        "r2": {"at": [1500, 400], "facing": 180},
    }
    position = battle(units=units)
    board = position.board
    board.gtokens[0] = 0

    def why(unit: str) -> tuple[str, str]:
        number = board.unit(unit)
        assert number is not None
        assert isinstance(position.step, Asked)
        told = position.step.against(board, 0, number).refusal()
        return told.rule, told.why

    assert why("r1")[0] == "C1"
    assert why("b2")[0] == "A3"
    position = play(position, "activate b1", "fire") if "activate b1" in legal(position) else position
    while asked(position) != "ChooseTarget":
        position = play(position, legal(position)[-1])
    board = position.board
    assert why("b2") == ("C16", "1/North.Fus is on your own side")
    assert why("r2") == ("C16", "II/12 is farther than 24 inches away")
