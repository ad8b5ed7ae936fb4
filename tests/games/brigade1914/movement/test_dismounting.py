"""A8: dismounting and remounting."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.movement.support import HERE
from games.brigade1914.positions import choices
from games.brigade1914.support import B1, B3, Game, asked, battle, legal, number, play, quiet, told, unit
from marne.games.brigade1914.board import DESTROYED
from marne.games.brigade1914.rules.command.actions import Remount
from marne.games.brigade1914.rules.measures.troops import is_mounted, middle, overlaps_itself, shape
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.games.brigade1914.rules.movement.moving import Dismount


@pytest.mark.rule("A8")
@pytest.mark.reading("dismount-when")
def test_dismount_when_a_move_is_done_and_not_after_anything_else() -> None:
    units: dict[str, Any] = {"b3": {"at": [3000, 4000], "tokens": 4}, "r1": {"at": [3000, 1000], "facing": 180}}
    for action in ("assault", "move then fire"):
        after = play(battle(units=units), "activate b3", action, "3000,3700 0 line")
        assert asked(after) != "Dismount"
    assert asked(play(battle(units=units), "fall back b3", "3000,4300 0 line")) == "Act"
    entering = {"b3": {"status": "arrived", "tokens": 1}}
    assert asked(play(battle(units=entering), "activate b3", "enter", "3600,4300 0 column")) != "Dismount"


@pytest.mark.rule("A8")
@pytest.mark.reading("appearing")
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


@pytest.mark.rule("A8")
def test_foot_is_not_asked_to_dismount_and_who_stays_mounted_is() -> None:
    position = battle(units={"b1": {"at": [1000, 4000], "tokens": 2}, "b3": {"at": [3000, 4000], "tokens": 2}})
    assert asked(play(position, "activate b1", "move", "1000,3500 0 line")) == "Act"
    horse = play(position, "activate b3", "move", "3000,3500 0 line")
    assert unit(play(horse, "stay mounted"), "b3")["foot"] == 0
    assert told(play(horse, "dismount"), "Dismounted")


@pytest.mark.rule("A8")
def test_who_is_stopped_does_not_remount() -> None:
    board = battle(units={"b3": {"at": [3000, 4000], "foot": 1}}).board
    board.cut = 1
    Remount(2).do(board)
    assert board.foot[2] == 1
    board.cut = 0
    Remount(2).do(board)
    assert board.foot[2] == 0


@pytest.mark.rule("A8")
def test_only_who_is_there_and_mounted_dismounts() -> None:
    board = battle(units={"b3": {"at": [3000, 3600]}, "b1": {"at": [6000, 4000]}}).board
    horse = 2
    assert Dismount(horse).ask(board) is not None
    assert Dismount(B1).ask(board) is None
    board.status[horse] = DESTROYED
    assert Dismount(horse).ask(board) is None


@pytest.mark.rule("A8")
def test_dismounting_after_a_move_and_remounting_with_an_action() -> None:
    position = battle(units={"b3": HERE})
    position = play(position, "activate b3", "move", "1000,3500 0 line")
    assert (asked(position), legal(position)) == ("Dismount", ["stay mounted", "dismount"])
    position = play(position, "dismount")
    assert unit(position, "b3")["foot"] == 1
    at = unit(position, "b3")["at"]
    position = play(position, "activate b3", 4)
    assert "remount" in legal(position)
    position = quiet(play(position, "remount"))
    assert (unit(position, "b3")["foot"], unit(position, "b3")["at"]) == (0, at)


@pytest.mark.rule("A8", "C2")
def test_only_dismounted_cavalry_remounts() -> None:
    assert "remount" in choices("b3", {"foot": 1})
    assert "remount" not in choices("b3", {})
    assert "remount" not in choices("b1", {})


def remounted(formation: str, **more: Any) -> tuple[Game, Game]:
    """Dismounted horse before and after they have remounted."""
    horse = {"at": [3000, 3600], "formation": formation, "foot": 1, "tokens": 4, **more}
    before = battle(units={"b3": horse, "r1": {"at": [6500, 600], "facing": 180}})
    return before, quiet(play(before, "activate b3", "remount"))


@pytest.mark.rule("A8")
@pytest.mark.parametrize("formation", ["line", "column", "double"])
def test_no_squadron_stands_on_another(formation: str) -> None:
    before, after = remounted(formation)
    horse = number(after, "b3")
    assert is_mounted(after.board, horse)
    assert not overlaps_itself(shape(before.board, horse))
    assert not overlaps_itself(shape(after.board, horse))
    assert after.board.formation[horse] == formation
    assert middle(after.board, horse) == middle(before.board, horse), "on the spot"


@pytest.mark.rule("A8")
def test_a_line_stays_base_by_base() -> None:
    before, after = remounted("line")
    assert after.board.at[number(after, "b3")] == before.board.at[number(before, "b3")]


@pytest.mark.rule("A8")
def test_a_column_takes_the_depth_of_horses() -> None:
    before, after = remounted("column")
    bases = [placed[1] for placed in after.board.at[number(after, "b3")]]
    men = [placed[1] for placed in before.board.at[number(before, "b3")]]
    assert max(bases) - min(bases) > max(men) - min(men)
