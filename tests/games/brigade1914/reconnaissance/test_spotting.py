"""C12: spotting."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import two
from games.brigade1914.support import B1, B2, B4, PAIR, R1, R2, asked, battle, follow, legal, play, quiet, unit
from marne.games.brigade1914.board import DESTROYED, HIDDEN, ON_TABLE, RESERVE
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import Shoot
from marne.games.brigade1914.rules.reconnaissance.recon import (
    hidden_in_sight,
    look_around,
    markers_left,
    spot_modifiers,
    spottable_markers,
)
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot, SpotDie


@pytest.mark.rule("C12", "C13")
@pytest.mark.parametrize(("gap", "seen"), [(600, True), (601, False)])
def test_a_unit_sees_hidden_troops_and_markers_within_six_inches(gap: int, seen: bool) -> None:
    units = {"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2850 - gap], "status": "hidden"}}
    board = battle(units=units).board
    look_around(board, B1)
    assert (board.status[R1] == ON_TABLE) == seen
    marked = battle(
        units={"b1": {"at": [3000, 3000]}}, markers={"red": [[3000, 2825 - gap]], "blue": [[3000, 3300]]}
    ).board
    look_around(marked, B1)
    assert (markers_left(marked, 1), markers_left(marked, 0)) == (int(not seen), 1)
    behind = battle(units={**units, "b2": {"at": [3000, 2925 - gap // 2 - 75 + 37]}}).board
    look_around(behind, B1)
    assert behind.status[R1] == HIDDEN, "a unit in the way hides it"


@pytest.mark.rule("C12")
def test_a_hidden_unit_is_seen_when_it_moves_in_sight_of_an_enemy_at_any_distance() -> None:
    units: dict[str, Any] = {
        "r1": {"at": [1700, 500], "status": "hidden", "formation": "column"},
        "b1": {"at": [1700, 4500]},
    }
    board = battle(units=units).board
    look_around(board, R1)
    assert board.status[R1] == ON_TABLE
    wood = battle(map="crossroads", units=units).board
    look_around(wood, R1)
    assert wood.status[R1] == HIDDEN, "the wood lies between"
    alone = battle(
        units={
            "r1": {"at": [3000, 500], "status": "hidden"},
            "r2": {"at": [3000, 900]},
            "b1": {"at": [3000, 4500], "status": "hidden"},
        }
    ).board
    look_around(alone, R1)
    assert alone.status[R1] == HIDDEN, "friends and hidden enemies do not give it away"


@pytest.mark.rule("C12")
@pytest.mark.parametrize(("gap", "found"), [(2400, True), (2401, False)])
def test_spotting_reaches_24_inches_in_sight(gap: int, found: bool) -> None:
    units = {"b1": {"at": [3000, 4000]}, "r1": {"at": [3000, 3850 - gap], "status": "hidden"}}
    assert hidden_in_sight(battle(units=units).board, B1) == (R1 if found else -1)
    marker = battle(units={"b1": {"at": [3000, 4000]}}, markers={"red": [[-1, -1], [3000, 3825 - gap]]})
    assert spottable_markers(marker.board, B1) == ([1] if found else [])
    blocked = {**units, "b2": {"at": [3000, 3500]}}
    assert hidden_in_sight(battle(units=blocked).board, B1) == -1
    screened = battle(
        units={"b1": {"at": [3000, 4000]}, "b2": {"at": [3000, 3500]}}, markers={"red": [[3000, 3825 - gap]]}
    )
    assert spottable_markers(screened.board, B1) == []


@pytest.mark.rule("C12")
def test_the_nearest_hidden_enemy_is_spotted_and_no_friend() -> None:
    units = {
        "b1": {"at": [3000, 4000]},
        "b2": {"at": [4600, 4000], "status": "hidden"},
        "r1": {"at": [3000, 2000], "status": "hidden"},
        "r2": {"at": [4600, 2300], "status": "hidden"},
        "r3": {"at": [1500, 3000]},
    }
    assert hidden_in_sight(battle(units=units).board, B1) == R2


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("name", "gap", "cover", "total"),
    [
        ("b1", 1201, False, 0),
        ("b1", 1200, False, 1),
        ("b3", 1201, False, 1),
        ("b3", 1200, True, 1),
        ("b4", 1201, True, -1),
    ],
)
def test_what_is_added_to_a_spotting_die(name: str, gap: int, cover: bool, total: int) -> None:
    board = battle(units={name: {"at": [3000, 4000]}}).board
    assert sum(m.amount for m in spot_modifiers(board, int(name[1]) - 1, gap**2, cover)) == total


@pytest.mark.rule("C12")
@pytest.mark.parametrize(("y", "die", "seen"), [(1800, 3, False), (1800, 4, True), (2650, 2, False), (2650, 3, True)])
def test_a_spotting_die_against_ground_and_markers(y: int, die: int, seen: bool) -> None:
    units = {"b1": {"at": [3000, 4000], "tokens": 2}, "r1": {"at": [3000, y], "status": "hidden"}}
    position = play(battle(units=units), "activate b1", "spot", "ground", die)
    assert (unit(position, "r1")["status"] == "on table") == seen
    marker = battle(units={"b1": {"at": [3000, 4000], "tokens": 2}}, markers={"red": [[1000, 600], [3000, y]]})
    marker = play(marker, "activate b1", "spot", "at m2", die)
    assert markers_left(marker.board, 1) == (1 if seen else 2)
    assert marker.board.marker[1][0] == (1000, 600)


@pytest.mark.rule("C12")
def test_cover_makes_spotting_harder() -> None:
    units = {
        "b1": {"at": [2700, 3150], "tokens": 2},
        "r1": {"at": [1700, 1450], "status": "hidden", "formation": "column"},
    }
    position = battle(map="crossroads", units=units)
    assert unit(play(position, "activate b1", "spot", "ground", 4), "r1")["status"] == "hidden"
    assert unit(play(position, "activate b1", "spot", "ground", 5), "r1")["status"] == "on table"


@pytest.mark.rule("C12")
def test_looking_where_nobody_lies_finds_nothing_and_the_gone_look_at_nothing() -> None:
    position = battle(units={"b1": {"at": [3000, 4000], "tokens": 2}, "r1": {"at": [600, 300], "status": "hidden"}})
    position = play(position, "activate b1", "spot")
    assert legal(position) == ["ground"]
    after = play(position, "ground", 6)
    assert (asked(after), unit(after, "r1")["status"]) == ("Act", "hidden")
    board = battle(units={"b1": {"at": [3000, 4000]}}, markers={"red": [[-1, -1]]}).board
    board.aim[B1] = 0
    assert SpotDie(B1).do(board, 6) == ()
    assert board.aim[B1] == -1
    assert SpotDie(B1).do(board) == ()
    board.marker[1] = ((0, 4000),)
    board.aim[B1] = 0
    SpotDie(B1).do(board, 6)
    assert markers_left(board, 1) == 0, "the first marker, at the very edge"
    Spot(B1).do(board, ("at", "m1"))
    assert board.aim[B1] == 0
    Spot(B1).do(board, "ground")
    assert board.aim[B1] == -1
    board.status[B1] = 7
    assert SpotDie(B1).ask(board) is None
    assert Spot(B1).ask(board) is None
    first = battle(
        units={"b1": {"at": [3000, 3000], "status": "hidden"}, "r1": {"at": [3000, 2000], "facing": 180}}
    ).board
    SpotDie(R1).do(first, 6)
    assert first.status[B1] == ON_TABLE, "the first unit of all"


@pytest.mark.rule("C12")
@pytest.mark.reading("hidden-ground")
def test_a_march_into_hidden_troops_stops_before_them() -> None:
    units = {"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 2750], "facing": 180, "status": "hidden"}}
    after = quiet(play(battle(units=units), "activate b1", "move", "3000,2750 0 line"))
    assert (unit(after, "b1")["at"][1], unit(after, "r1")["status"]) == (2938, "on table"), (
        "an eighth of its way at a time"
    )
    free = {**units, "r1": {"at": [5500, 2750], "status": "hidden"}}
    assert unit(quiet(play(battle(units=free), "activate b1", "move", "3000,2750 0 line")), "b1")["at"][1] == 2750
    friend = battle(units={"b1": {"at": [3000, 3500], "tokens": 3}, "b2": {"at": [3000, 2750], "status": "hidden"}})
    assert friend.read("activate b1") is not None


@pytest.mark.rule("C12", "C13")
def test_a_unit_gives_away_neither_friends_nor_what_is_gone_nor_what_it_cannot_see() -> None:
    units = {"b1": {"at": [600, 300]}, "b2": {"at": [600, 700], "status": "hidden"}}
    board = battle(units=units, markers={"red": [[-1, -1]]}).board
    before = len(board.events)
    look_around(board, B1)
    assert (board.status[B2], len(board.events)) == (HIDDEN, before)
    edge = battle(units={"b1": {"at": [600, 300]}}, markers={"red": [[0, 300]]}).board
    look_around(edge, B1)
    assert markers_left(edge, 1) == 0
    behind = battle(
        units={"b1": {"at": [3000, 3000]}, "b2": {"at": [3000, 2800]}}, markers={"red": [[3000, 2500]]}
    ).board
    look_around(behind, B1)
    assert markers_left(behind, 1) == 1


@pytest.mark.rule("C12", "C13")
def test_what_is_within_six_inches_is_seen() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 2200], "facing": 180, "status": "hidden"}},
        markers={"red": [[4000, 2500]]},
    )
    after = quiet(play(position, "activate b1", "move", "3000,3050 0 line"))
    assert unit(after, "r1")["status"] == "hidden"
    after = quiet(play(position, "activate b1", "move", "3000,2900 0 line"))
    assert unit(after, "r1")["status"] == "on table"
    assert after.board.marker[1] == ((-1, -1),)


@pytest.mark.rule("C12")
@pytest.mark.reading("hidden-ground")
def test_a_hidden_unit_in_the_way_stops_a_march() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 2750], "facing": 180, "status": "hidden"}}
    )
    position = play(position, "activate b1", "move")
    after = quiet(play(position, "3000,2750 0 line"))
    assert unit(after, "r1")["status"] == "on table"
    assert unit(after, "b1")["at"][1] > 2850


@pytest.mark.rule("C12")
def test_spotting_by_die() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 1800], "facing": 180, "status": "hidden"}},
        markers={"red": [[5000, 2300]]},
    )
    position = play(position, "activate b1", "spot")
    assert legal(position) == ["ground", "at m1"]
    assert unit(play(position, "ground", 4), "r1")["status"] == "on table"
    assert unit(play(position, "ground", 3), "r1")["status"] == "hidden"
    assert play(position, "at m1", 4).board.marker[1] == ((-1, -1),)


@pytest.mark.rule("C12", "A3", "A11")
def test_the_other_side_sees_nothing_of_who_lies_hidden() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 3, "dug": 1},
        "r1": {"at": [3000, 1600], "facing": 180, "formation": "column", "status": "hidden", "tokens": 2, "dug": 1},
        "r2": {"at": [5000, 1600], "facing": 180, "tokens": 1, "dug": 1},
    }
    board = battle(
        "bn4 bn4", "bn4 bn4", "capture", units=units, hands={"blue": ["steady"], "red": ["fog", "fog"]}
    ).board
    r1, r2 = 2, 3
    board.goal[r1] = (3000, 1700, 180, 0)
    theirs, ours = board.masked(0), board.masked(1)
    assert (theirs.status[r1], theirs.at[r1], theirs.formation[r1]) == (RESERVE, (), "line")
    assert (theirs.goal[r1], theirs.dug[r1], theirs.tokens[r1]) == ((), 0, 0)
    assert (ours.status[r1], ours.at[r1], ours.formation[r1]) == (HIDDEN, board.at[r1], "column")
    assert (ours.goal[r1], ours.dug[r1], ours.tokens[r1]) == (board.goal[r1], 1, 2)
    assert (theirs.status[r2], theirs.at[r2], theirs.dug[r2], theirs.tokens[r2]) == (1, board.at[r2], 1, 0)
    assert (theirs.tokens[B1], ours.tokens[B1]) == (3, 0)
    assert [theirs.hand, ours.hand] == [[("steady",), ("?", "?")], [("?",), ("fog", "fog")]]
    assert (theirs.pool[1], ours.pool[0]) == (3, 3), "of the other side's tokens all that is known is how many"


@pytest.mark.rule("C12")
def test_who_is_gone_looks_at_no_marker() -> None:
    board = battle(units=PAIR).board
    board.aim[B1], board.status[B1] = 0, DESTROYED
    assert follow(Spot(B1), board) == ()
    assert board.aim[B1] == -1


@pytest.mark.rule("C12", "C20")
def test_hidden_troops_show_themselves_by_fire_and_batteries_are_remembered() -> None:
    hidden = two(units={"b1": {"at": [3000, 2975], "status": "hidden", "tokens": 1}})
    hidden.aim[B1] = R1
    Shoot(B1, firing.STANDING, 0).do(hidden)
    assert hidden.status[B1] == 1
    board = two(units={"b4": {"at": [5000, 4000], "tokens": 1}})
    told = len(board.events)
    board.aim[B4] = board.aim_guns[B4] = R1
    Shoot(B4, firing.STANDING, 0).do(board)
    assert board.fired[B4] == 1
    assert not [event for event in board.events[told:] if type(event).__name__ == "Revealed"]


@pytest.mark.rule("C12", "C16")
def test_a_hidden_unit_that_fires_shows_itself() -> None:
    hidden = {"at": [3000, 600], "facing": 180, "status": "hidden", "tokens": 2}
    units = {"b1": {"at": [3000, 2400]}, "r1": hidden}
    position = battle("bn4 bn4", "bn4 bn4", "capture", active="red", units=units)
    position = play(position, "activate r1", "fire", "at b1")
    assert unit(position, "r1")["status"] == "on table"
