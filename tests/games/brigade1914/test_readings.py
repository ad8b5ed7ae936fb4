"""Readings of `departures.md` that no other file shows, each by its key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games.brigade1914.support import actor, asked, battle, legal, play, quiet, refused, unit
from marne.games import brigade1914
from marne.games.brigade1914.rules.command.actions import Remount
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.smoke import smoke_targets
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import shape
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.games.brigade1914.rules.movement.moving import March

B1, B2, B3, B4, R1 = range(5)
PAGES = Path(brigade1914.__file__).parent


def entries(name: str) -> dict[str, str]:
    """The readings of a page: key and section."""
    return dict(
        re.findall(r"^\| `([a-z-]+)` \| \[([^\]]+)\]", (PAGES / name).read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_both_languages_declare_the_same_readings_of_sections_that_there_are() -> None:
    english, spanish = entries("departures.md"), entries("departures.es.md")
    assert english == spanish
    assert len(english) > 60
    known = {line.split(",")[0] for line in (PAGES / "data/rules.csv").read_text(encoding="utf-8").splitlines()}
    assert {section for each in english.values() for section in each.split(", ")} <= known


@pytest.mark.rule("A5")
def test_through_friends_but_not_onto_them() -> None:
    units = {"b1": {"at": [3000, 4000], "tokens": 2}, "b2": {"at": [3000, 3700]}}
    position = play(battle(units=units), "activate b1", "move")
    assert position.read("3000,3400 0 line") is not None
    assert refused(position, "3000,3700 0 line") == "A5"


@pytest.mark.rule("A5")
def test_one_bend_and_no_more() -> None:
    position = play(battle(units={"b1": {"at": [3000, 4000], "tokens": 2}}), "activate b1", "move")
    assert position.read("3000,3800 3200,3700 0 line") is not None
    assert refused(position, "3000,3900 3000,3800 3200,3700 0 line") == "A5"


@pytest.mark.rule("A6")
def test_fire_between_halves_and_what_ends_an_assault() -> None:
    halted: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 4, "half": 0, "assaulted": 1},
        "r1": {"at": [3000, 2000], "facing": 180},
    }
    position = play(battle(units=halted), "activate b1")
    assert "fire" in legal(position)
    assert "assault" not in legal(position)
    fired = play(position, "fire", "at r1", 1, 1, 1)
    assert "second half b1" in legal(fired)
    moved = quiet(play(position, "move", "3000,3500 0 line"))
    assert "second half b1" not in legal(moved)
    back = quiet(play(battle(units=halted), "fall back b1", "3000,3900 0 line"))
    assert "second half b1" not in legal(back)


@pytest.mark.rule("A6")
def test_token_between_may_be_one_of_a_reaction() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 4, "half": 0, "assaulted": 1},
        "r1": {"at": [3000, 2000], "facing": 180, "tokens": 2},
    }
    position = battle(units=units, active="red")
    position = play(position, "activate r1", "move", "3000,1900 180 line", "move b1", 3, "stay", "pass")
    assert actor(position) == "blue"
    assert "second half b1" in legal(position), "a move as a reaction does not end it either"


@pytest.mark.rule("A7")
def test_charge_second_half_only_and_it_may_be_of_no_length() -> None:
    units: dict[str, Any] = {
        "b3": {"at": [3000, 3300], "tokens": 4},
        "b1": {"at": [6000, 4000], "tokens": 2},
        "r1": {"at": [3000, 2500], "facing": 180},
    }
    first = play(battle(units=units), "activate b3", "assault", "3000,2800 0 line")
    assert asked(first) == "Act", "the first half is no charge"
    second = play(first, "burn", "second half b3", "stay")
    assert (asked(second), legal(second)) == ("Charge", ["no", "charge r1"])


@pytest.mark.rule("A8")
def test_dismount_when_a_move_is_done_and_not_after_anything_else() -> None:
    units: dict[str, Any] = {"b3": {"at": [3000, 4000], "tokens": 4}, "r1": {"at": [3000, 1000], "facing": 180}}
    for action in ("assault", "move then fire"):
        after = play(battle(units=units), "activate b3", action, "3000,3700 0 line")
        assert asked(after) != "Dismount"
    assert asked(play(battle(units=units), "fall back b3", "3000,4300 0 line")) == "Act"
    entering = {"b3": {"status": "arrived", "tokens": 1}}
    assert asked(play(battle(units=entering), "activate b3", "enter", "3600,4300 0 column")) != "Dismount"


@pytest.mark.rule("A8")
def test_appearing_horses_find_room_when_they_remount() -> None:
    units = {"b3": {"at": [3000, 4000], "foot": 1, "tokens": 1}, "b1": {"at": [3000, 3850]}, "b2": {"at": [3000, 4150]}}
    board = battle(units=units).board
    Remount(B3).do(board)
    assert not crowded(board, B3, shape(board, B3))
    edge = battle(units={"b3": {"at": [3000, 4725], "foot": 1, "tokens": 1}}).board
    Remount(B3).do(edge)
    assert on_table(shape(edge, B3))
    free = battle(units={"b3": {"at": [3000, 4000], "foot": 1, "tokens": 1}}).board
    before = free.at[B3]
    Remount(B3).do(free)
    assert (free.at[B3], free.foot[B3]) == (before, 0)


@pytest.mark.rule("A9")
def test_smoke_anywhere_and_one_way() -> None:
    units: dict[str, Any] = {
        "b4": {"status": "off table", "tokens": 1},
        "b1": {"at": [3000, 3600], "smoke": 2, "tokens": 1},
        "r1": {"at": [3000, 1000], "facing": 180},
    }
    board = battle(units=units).board
    assert smoke_targets(board, B4) == [B1]
    assert (sees(board, R1, B1), sees(board, B1, R1)) == (False, True)


@pytest.mark.rule("C3")
def test_entering_units_can_be_answered_and_not_fired_at() -> None:
    units = {
        "b1": {"at": [600, 4000]},
        "b2": {"status": "arrived", "tokens": 2},
        "r1": {"at": [3600, 3500], "facing": 180, "tokens": 2},
    }
    position = play(battle("bn4 bn4", "bn4 bn4", units=units), "activate b2", "enter", "3600,4400 0 column")
    assert not any(text.startswith("fire") for text in legal(position))
    assert unit(quiet(position), "b2")["status"] == "on table"


@pytest.mark.rule("C3", "C9")
def test_fall_back_as_a_reaction_needs_its_test() -> None:
    units = {"b1": {"at": [3000, 3600], "tokens": 2}, "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2}}
    position = play(battle(units=units), "activate b1", "move", "3000,3300 0 line", "fall back r1")
    assert asked(position) == "CommandTest"
    assert asked(play(position, 2)) == "Act"


@pytest.mark.rule("C11")
def test_the_general_is_in_nobodys_way_and_no_target() -> None:
    units = {"b1": {"at": [3000, 4000], "tokens": 2}, "r1": {"at": [3000, 2000], "facing": 180, "formation": "column"}}
    position = battle(units=units, generals={"blue": [3000, 3500, 0], "red": [3000, 3000, 0]})
    assert sees(position.board, B1, R1)
    assert firing.targets(position.board, B1, firing.STANDING) == [R1]
    position = play(position, "activate b1", "move")
    assert position.read("3000,3500 0 line") is not None


@pytest.mark.rule("C16")
def test_wagons_block_sight_and_hidden_troops_do_not() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [4800, 2900], "formation": "column"},
        "r1": {"at": [4800, 1500], "formation": "column"},
    }
    retreat = battle("bn1 bn1", "bn1 bn1", "retreat", units={name: {**row, "tokens": 1} for name, row in units.items()})
    assert not sees(retreat.board, 0, 2)
    hidden = {**units, "b2": {"at": [4800, 2200], "status": "hidden"}}
    assert sees(battle("bn1 bn1", "bn1 bn1", units=hidden).board, 0, 2)


@pytest.mark.rule("A12")
def test_british_mounted_fire_as_infantry_but_not_in_a_charge() -> None:
    units = {"b3": {"at": [3000, 3000], "mgs": 0, "bases": 2}, "r1": {"at": [3000, 2000], "facing": 180}}
    assert firing.dice(battle(units=units).board, B3, R1, firing.STANDING) == 3
    close = {**units, "r1": {"at": [3000, 2650], "facing": 180}}
    assert firing.dice(battle(units=close).board, B3, R1, firing.CHARGE) == 2


@pytest.mark.rule("A11")
def test_free_cards_are_not_for_a_side_without_tokens_in_its_own_act() -> None:
    units = {
        "b1": {"at": [3000, 3600], "tokens": 1, "markers": 2},
        "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2},
    }
    position = play(battle(units=units, hands={"blue": ["steady"]}), "burn")
    assert legal(position) == ["no", "no cards"]
    position = play(position, "no", "activate r1", "move", "3000,1900 180 line")
    assert "card steady b1" in legal(position)


@pytest.mark.rule("A5", "A6")
def test_a_march_ends_where_it_was_told_or_off_the_table_or_not_at_all() -> None:
    def marched(goal: tuple[int, ...], how: str = "move", **fields: int) -> list[Any]:
        board = battle(units={"b3": {"at": [3000, 700], "tokens": 1}, "r1": {"at": [6500, 4000]}}).board
        board.goal[B3] = goal
        for name, number in fields.items():
            setattr(board, name, number)
        March(B3, how).do(board)
        assert board.goal[B3] == ()
        at = board.at[B3][0][1] if board.at[B3] else -1
        return [board.status[B3], at, board.moved[B3], int(board.half[B3] >= 0), board.assaulted[B3]]

    assert marched((3000, 400, 0, 0)) == [1, 400, 1, 0, 0]
    assert marched((-1,)) == [8, -1, 0, 0, 0], "off the table"
    assert marched(()) == [1, 700, 0, 0, 0], "it stayed"
    assert marched((), "assault") == [1, 700, 1, 1, 1]
    assert marched((3000, 400, 0, 0), "assault") == [1, 400, 1, 1, 1]
    assert marched((3000, 400, 0, 0), "second") == [1, 400, 1, 0, 0]
    assert marched((3000, 400, 0, 0), "fog") == [1, 400, 0, 0, 0]
    assert marched((3000, 400, 0, 0), cut=1, actor=B3) == [1, 700, 1, 0, 0], "stopped where it is"
    assert marched((3000, 400, 0, 0), cut=1, actor=R1) == [1, 400, 1, 0, 0], "another was stopped"
    gone = battle(units={"b3": {"at": [3000, 700], "tokens": 1}}).board
    gone.status[B3], gone.goal[B3] = 7, (3000, 400, 0, 0)
    March(B3, "move").do(gone)
    assert (gone.goal[B3], gone.moved[B3]) == ((), 0)
