"""14.3.6: what each option of the what-if scenario brings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import marne.games.grand_illusion.rules
from games.grand_illusion.scenarios.support import chosen
from games.grand_illusion.support import actor, alone, arranged, asked, goes, legal, play, until, where
from marne.engine import Match, Position, Setting
from marne.games.grand_illusion.board import ASIDE, OUT_OF_HOLLAND, VARIABLE
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.units import ALLIED, BELGIAN, BY_ID, GE, GERMAN, MOBILE
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.rules.command.caps import extra
from marne.games.grand_illusion.rules.movement.control import may_besiege
from marne.games.grand_illusion.rules.movement.strategic import ports
from marne.games.grand_illusion.rules.reinforcements.reinforcements import entry_hexes, variable_hexes
from marne.games.grand_illusion.rules.scenarios.options import CHOICES
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.rules.supply.supply import supplied_hexes
from marne.games.grand_illusion.sequence import Begin
from marne.hexes import members


@pytest.mark.rule("14.3.6")
def test_none_one_or_two_of_five() -> None:
    assert len(CHOICES) == 1 + 5 + 10
    position = play(Position.begin(new_board(EDITIONS["english"], 3), Begin()), "done")
    assert asked(position) == "ChooseOptions"
    assert legal(position) == list(CHOICES)
    assert actor(position) == "allied"


@pytest.mark.rule("14.3.6")
def test_the_choice_is_secret_until_both_are_shown() -> None:
    match = Match(GAME, Setting("3"))
    match.play_text("done")
    match.play_text("2+4")
    assert match.observe(ALLIED).facts["options"] == ["2+4", None]
    assert match.observe(GERMAN).facts["options"] == [None, "none"]
    assert match.observe(None).facts["options"] == [None, None]
    assert match.observe(GERMAN).log[-1] == (ALLIED, None)
    match.play_text("3")
    assert match.observe(GERMAN).facts["options"] == ["2+4", "3"]
    assert not match.may_undo(GERMAN), "something was revealed"


@pytest.mark.rule("14.3.6")
def test_nothing_else_tells_what_was_chosen() -> None:
    seen = set()
    for choice in CHOICES:
        match = Match(GAME, Setting("3"))
        match.play_text("done")
        match.play_text(choice)
        seen.add(str(match.observe(GERMAN)))
    assert len(seen) == 1


@pytest.mark.rule("14.3.6")
def test_allied_free_set_up() -> None:
    position = chosen("1")
    assert asked(position) == "FreeSetUp"
    position = play(position, "place FR.XX")
    assert "at 76" in legal(position)
    assert "at 86" not in legal(position), "German"
    position = play(position, "at 28")
    assert where(position, "FR.XX") == 28
    assert "place FR.XX" not in legal(position)
    for name in ("FR.XV", "FR.XVI", "FR.I", "FR.III"):
        position = play(position, f"place {name}", "at 27")
    assert "place FR.X" not in legal(position), "five corps"
    assert "place FR.HQ-1" in legal(position)
    position = play(position, "place FR.1-C", "at 27", "place FR.3-C", "at 27", "place FR.HQ-1", "at 27")
    assert asked(position) != "FreeSetUp"


@pytest.mark.rule("14.3.6", "2.6")
def test_better_use_of_resources() -> None:
    position = chosen("2")
    board = position.board
    assert where(position, "FR.F-Lille") == 34
    assert where(position, "FR.F-Hazebrouck") == 24
    assert board.track[BY_ID["FR.HA"]] == (2, VARIABLE)
    assert board.track[BY_ID["FR.XXII"]] == (3, VARIABLE)


@pytest.mark.rule("14.3.6")
def test_empires_in_arms() -> None:
    track = chosen("3").board.track
    turns = {
        name: track[BY_ID[name]][0]
        for name in ("BR.7", "BR.3-C", "FR.Marine", "BR.3-In", "BR.7-In", "FR.1-Col", "BR.8", "BR.Sec-C")
    }
    assert turns == {
        "BR.7": 7,
        "BR.3-C": 7,
        "FR.Marine": 7,
        "BR.3-In": 10,
        "BR.7-In": 10,
        "FR.1-Col": 8,
        "BR.8": 10,
        "BR.Sec-C": 13,
    }


@pytest.mark.rule("14.3.6")
def test_a_landing() -> None:
    held = {"BR.7": "T10", "FR.XX": 57, "GE.X": 32, "GE.VII": 84}
    position = alone(
        scenario=3, begin="reinforcements", turn=10, units=held, options={"allied": [4]}, german=[32, 43, 33]
    )
    assert "hold" in legal(position)
    position = until(play(position, "hold"), "Act")
    assert "land 32" in legal(position)
    assert "land 33" not in legal(position)
    free = play(position, "land 23")
    assert where(free, "BR.7") == 23
    assert free.board.landed == 23
    assert supplied_hexes(free.board, 1) >> 23 & 1
    fought = play(position, "land 32")
    assert fought.board.battle == 32
    assert fought.board.landing


@pytest.mark.rule("14.3.6", "ES-48")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_belgian_preparedness(edition: str) -> None:
    position = chosen("5", edition=edition)
    assert asked(position) == "SetUpBelgian"
    assert where(position, "BE.F-Antwerp+") == 52
    assert where(position, "BE.F-Antwerp") == ASIDE
    assert where(position, "BE.F-Liege") == 72
    assert position.board.controls(ALLIED, 72)
    assert "at 73" not in legal(position)
    there = {unit for unit in members(BELGIAN & MOBILE) if position.board.where[unit] > 0}
    while asked(position) == "SetUpBelgian":
        position = play(position, "at 62")
    assert {unit for unit in members(BELGIAN & MOBILE) if position.board.where[unit] > 0} == there
    assert {position.board.where[unit] for unit in there} == {62}
    assert where(position, "BE.I+") == 62
    assert asked(position) == "MayDeclare", "the Germans may storm Liege before turn 1"
    position = play(position, "battle", "done")
    assert position.board.battle == 72
    assert position.board.caps == [0, 0]


@pytest.mark.rule("14.3.6")
def test_german_free_set_up_and_more_guns() -> None:
    position = chosen(german="1+2")
    assert asked(position) == "FreeSetUp"
    assert actor(position) == "german"
    assert position.board.track[BY_ID["GE.HA-420b"]] == (5, VARIABLE)
    position = play(position, "place GE.X")
    assert "at 100" in legal(position)
    assert "at 75" not in legal(position)


@pytest.mark.rule("14.3.6", "ES-47")
@pytest.mark.parametrize(("edition", "both"), [("english", False), ("spanish", True)])
def test_holland(edition: str, both: bool) -> None:
    position = chosen(german="5", edition=edition)
    board = position.board
    assert 52 in board.ground.neighbours[42]
    assert board.ground.cost[42, 52] == 2
    assert (81 in board.ground.neighbours[71]) is both
    assert where(position, "GE.Naval") == ASIDE
    assert BY_ID["GE.HQ-Nord"] not in board.track
    loaded = position.load(position.save())
    assert 52 in loaded.board.ground.neighbours[42], "also after loading"
    assert 52 not in new_board(EDITIONS[edition], 3).ground.neighbours[42]


@pytest.mark.rule("14.3.6", "12.5.1", "12.5.4")
def test_antwerp_with_holland_in_the_war() -> None:
    units = {"BE.F-Antwerp": 52, "GE.X": 52, "FR.XX": 57}
    board = alone(scenario=3, turn=6, units=units, options={"german": [5]}, german=[53, 63, 64, 73]).board
    assert may_besiege(board, 52, GERMAN)
    assert ports(board) >> 52 & 1
    board = alone(scenario=3, turn=6, units={"GE.X": 52, "FR.XX": 57}, options={"german": [5]}, german=[52]).board
    assert supplied_hexes(board, GE) >> 52 & 1, "a German source"
    assert 52 in variable_hexes(board, BY_ID["GE.II-LW"])
    assert entry_hexes(board, BY_ID["GE.IX-R"], 81) == [52, 81]
    assert not alone(
        scenario=3, turn=4, units={"GE.X": 52, "FR.XX": 57}, options={"german": [5]}, german=[52, 43]
    ).board.ground.rail[42]


@pytest.mark.rule("14.3.6")
@pytest.mark.reading("ninth-army")
def test_the_ninth_army_comes_out_of_holland() -> None:
    position = chosen(german="4+5")
    assert asked(position) == "NinthArmy"
    later = play(position, "through holland")
    assert later.board.track[BY_ID["GE.HQ-9"]] == (2, OUT_OF_HOLLAND)
    now = play(position, "variable")
    assert now.board.track[BY_ID["GE.XL-R"]] == (1, VARIABLE)
    later.board.caps = [0, 4]
    army = arranged(scenario=3, turn=2, side="german", caps=[0, 4], options={"german": [4, 5]})
    for name in ("GE.HQ-9", "GE.XXXVIII-R", "GE.XXXIX-R", "GE.XL-R", "GE.XLI-R", "GE.XLII-R"):
        army.board.delay(BY_ID[name], 2, OUT_OF_HOLLAND)
    army = Position.asking(army.board, army.agenda)
    assert "enter 71" in legal(army)
    army = play(army, "enter 71")
    assert where(army, "GE.HQ-9") == where(army, "GE.XL-R") == 71
    assert asked(army) == "Walk"
    assert 62 in goes(army)


@pytest.mark.rule("14.3.6")
@pytest.mark.parametrize(("turn", "caps"), [(1, 0), (2, 1), (4, 1)])
@pytest.mark.reading("ninth-army-cap")
def test_the_ninth_army_brings_its_cap_from_turn_two_even_while_it_waits(turn: int, caps: int) -> None:
    board = arranged(scenario=3, turn=turn, options={"german": [4, 5]}).board
    board.delay(BY_ID["GE.HQ-9"], 2, OUT_OF_HOLLAND)
    assert extra(board, GERMAN) == caps


@pytest.mark.rule("14.3.6")
def test_divisions_kept_for_a_landing_may_still_come_in_like_others() -> None:
    units = {"BR.7": "T10", "FR.XX": 57, "GE.X": 84}
    position = alone(
        scenario=3, begin="reinforcements", turn=10, units=units, options={"allied": [4]}, caps=[0, 0], withdrew=[3, 4]
    )
    position = until(play(position, "hold"), "RollCaps")
    assert position.board.held == 1 << BY_ID["BR.7"]
    position = until(position, "Arrive")
    assert "hold" in legal(position)
    position = play(position, "at 14")
    assert where(position, "BR.7") == 14
    assert not position.board.held


@pytest.mark.rule("14.3.6", "8.3.3")
@pytest.mark.reading("landing")
def test_a_landing_takes_a_vacant_enemy_port() -> None:
    position = alone(
        scenario=3,
        turn=10,
        units={"BR.7": "T11", "FR.XX": 57, "GE.X": 84},
        options={"allied": [4]},
        german=[32, 33, 43, 23, 24, 34, 44],
        held=["BR.7"],
        withdrew=[3, 4],
    )
    position = play(position, "land 32")
    assert position.board.controls(ALLIED, 32), "the port feeds those who come ashore"


@pytest.mark.rule("14.3.6")
@pytest.mark.reading("antwerp-source")
def test_antwerp_feeds_the_germans_from_the_turn_after_its_fall() -> None:
    changes: dict[str, Any] = {"units": {"GE.X": 52, "FR.XX": 57}, "options": {"german": [5]}, "german": [52]}
    fallen = alone(scenario=3, turn=6, antwerp=False, **changes)
    assert not supplied_hexes(fallen.board, GE) >> 52 & 1
    position = alone(scenario=3, turn=6, begin="turn", antwerp=False, **changes)
    assert supplied_hexes(position.board, GE) >> 52 & 1
    assert not supplied_hexes(alone(scenario=3, turn=4, **changes).board, GE) >> 52 & 1, "nor before turn 5"


@pytest.mark.rule("14.3.6", "9.5.4")
@pytest.mark.reading("liege-guns")
def test_guns_that_fired_at_liege_stay_fired_through_turn_one() -> None:
    position = chosen("5")
    while asked(position) == "SetUpBelgian":
        position = play(position, "at 62")
    position = play(position, "battle", "done")
    assert asked(position) == "Bombardment"
    position = play(position, "take GE.HA-420", 6)
    position = until(position, "Act", FortunesOfWar=3)
    assert position.board.turn == 1
    assert position.board.is_down(BY_ID["GE.HA-420"])


def test_no_rule_asks_which_scenario_or_edition_is_played() -> None:
    rules = Path(marne.games.grand_illusion.rules.__file__).parent
    asking = re.compile(r"board\.scenario\b|rules\.name|edition\.name|edition ==")
    files = sorted(rules.rglob("*.py"))
    assert len(files) > 30
    assert [path.name for path in files if asking.search(path.read_text("utf-8"))] == []


ALLIED_PRICES = {1: 2, 2: 1, 3: 2, 4: 1, 5: 3}
GERMAN_PRICES = {1: 3, 2: 3, 3: 2, 4: 4, 5: 4}


def points(allied: str, german: str, edition: str) -> tuple[int, int]:
    """The points of both sides when the options have been paid for."""
    allies, germans = chosen(allied, german, edition).board.points
    return allies, germans


@pytest.mark.rule("14.3.6", "14.3.4")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_option_has_its_price(number: int, edition: str) -> None:
    allies, germans = points("none", "none", edition)
    assert points(str(number), "none", edition) == (allies - ALLIED_PRICES[number], germans)
    assert points("none", str(number), edition) == (allies, germans - GERMAN_PRICES[number])


@pytest.mark.rule("14.3.6", "14.3.4")
def test_two_options_cost_both_prices() -> None:
    allies, germans = points("none", "none", "english")
    for first in range(1, 5):
        for second in range(first + 1, 6):
            paid = points(f"{first}+{second}", f"{first}+{second}", "english")
            assert allies - paid[ALLIED] == ALLIED_PRICES[first] + ALLIED_PRICES[second]
            assert germans - paid[GERMAN] == GERMAN_PRICES[first] + GERMAN_PRICES[second]
