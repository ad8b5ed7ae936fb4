"""C2: what may be ordered and done, each with the case that forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import FAR, choices
from games.brigade1914.support import B1, asked, battle, legal, play, unit
from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.rules.command.actions import Declare
from marne.games.brigade1914.rules.command.command import activation_need, reaction_need
from marne.games.brigade1914.rules.command.command import test_modifiers as modifiers_of_a_test


@pytest.mark.rule("C2")
def test_a_battalion_alone_moves_assaults_or_holds() -> None:
    red: dict[str, Any] = {"red": "bn2", "map": "crossroads", "units": {"r1": {"at": [6000, 500]}}}
    assert choices("b1", {}, **red) == ["move", "move then fire", "assault", "hold"]
    assert choices("b3", {}, **red) == ["move", "move then fire", "assault", "hold"]
    assert choices(
        "b4", {"at": [600, 4200]}, **{**red, "units": {"r1": {"at": [2000, 200], "formation": "column"}}}
    ) == [
        "move",
        "hold",
    ]
    friend = {"b1": {"at": [2600, 4200]}, "r1": {"at": [2000, 200], "formation": "column"}}
    assert choices("b4", {"at": [600, 4200]}, **{**red, "units": friend}) == ["smoke", "move", "hold"]


@pytest.mark.rule("C2", "C16")
def test_fire_comes_first_where_there_is_a_target_and_fire_then_move_within_12_inches() -> None:
    assert choices("b1", {}, units={"r1": {"at": [1000, 2200], "facing": 180}})[:3] == [
        "fire",
        "move",
        "move then fire",
    ]
    near = choices("b1", {}, units={"r1": {"at": [1000, 3100], "facing": 180}})
    assert near[:4] == ["fire", "move", "move then fire", "fire then move"]


@pytest.mark.rule("C2", "A6", "A9")
def test_no_second_assault_and_none_behind_smoke() -> None:
    assert "assault" not in choices("b1", {"half": 0})
    position = battle(units={"b1": FAR, "b4": {"at": [4000, 4200], "tokens": 2}})
    position.board.smoke_bar[0] = 1
    assert "assault" not in legal(play(position, "activate b1"))


@pytest.mark.rule("C2", "C12")
def test_spotting_is_an_action_where_something_is_unseen() -> None:
    assert "spot" not in choices("b1", {}, red="bn4", units={"r1": {"at": [1000, 600]}})
    assert "spot" in choices("b1", {}, red="bn4", units={"r1": {"at": [6000, 600], "status": "hidden"}})
    assert "spot" in choices("b1", {}, red="bn4", units={"r1": {"at": [1000, 600]}}, markers={"red": [[1000, 2500]]})


@pytest.mark.rule("C2")
def test_off_table_guns_only_fire_and_lay_smoke() -> None:
    units = {"b4": {"status": "off table", "tokens": 2}, "b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 2000]}}
    assert legal(play(battle(units=units), "activate b4")) == ["fire", "smoke", "hold"]


@pytest.mark.rule("C2", "C20")
def test_guns_without_ammunition_lay_no_smoke() -> None:
    position = battle(units={"b1": FAR, "b4": {"at": [4000, 4200], "tokens": 2}})
    assert "smoke" in legal(play(position, "activate b4"))
    position.board.jammed[3] = 1
    assert "smoke" not in legal(play(position, "activate b4"))


@pytest.mark.rule("C2")
@pytest.mark.reading("one-answer", "charge-second")
def test_each_action_is_a_list_of_steps_with_one_reaction() -> None:
    board = battle(units={"b1": FAR}).board
    board.passed = 1
    steps = {
        answer: [type(step).__name__ for step in Declare(0).do(board, answer)]
        for answer in ("move", "enter", "fire", "move then fire", "fire then move", "assault", "smoke", "remount")
    }
    assert steps == {
        "move": ["GoTo", "Reaction", "March", "Dismount"],
        "enter": ["GoTo", "Reaction", "March"],
        "fire": ["ChooseTarget", "Reaction", "SwitchTarget"],
        "move then fire": ["GoTo", "Reaction", "March", "ChooseTarget", "Shoot"],
        "fire then move": ["ChooseTarget", "Reaction", "SwitchTarget", "GoTo", "March"],
        "assault": ["GoTo", "Reaction", "March"],
        "smoke": ["ChooseSmoke", "Reaction", "SmokeDice"],
        "remount": ["Reaction", "Remount"],
    }
    assert [type(step).__name__ for step in Declare(0).do(board, "spot")] == ["Spot", "Reaction", "SpotDie"]
    assert [type(step).__name__ for step in Declare(0).do(board, "reinforce")] == ["Reaction", "Reinforce"]
    assert [step.how for step in Declare(0).do(board, "move then fire")[3:]] == ["moved", "moved"]  # type: ignore[attr-defined]
    assert Declare(0).do(board, "move then fire")[-1].switched == 0  # type: ignore[attr-defined]
    first, _, switch, goto, march = Declare(0).do(board, "fire then move")
    assert [step.how for step in (first, switch, goto, march)] == ["moved", "moved", "fire", "fire"]  # type: ignore[attr-defined]
    assert [step.how for step in Declare(0).do(board, "fire")[::2]] == ["fire", "fire"]  # type: ignore[attr-defined]
    smoke = Declare(0).do(board, "smoke")[-1]
    assert (smoke.left, smoke.hits) == (2, 0)  # type: ignore[attr-defined]
    assert Declare(0).do(board, "hold") == ()
    assert Declare(0).do(board) == ()
    assert Declare(0).ask(board) is not None
    board.passed = 0
    assert Declare(0).ask(board) is None, "the test was failed"
    board.passed, board.status[0] = 1, 7
    assert Declare(0).ask(board) is None


@pytest.mark.rule("C2")
def test_moving_and_firing_in_either_order() -> None:
    units = {"b1": {"at": [3000, 3400], "tokens": 2, "mgs": 0}, "r1": {"at": [3000, 2200], "facing": 180}}
    first = play(battle(units=units), "activate b1", "move then fire", "3000,3100 0 line", "at r1")
    assert asked(first) == "Volley"
    after = play(battle(units=units), "activate b1", "fire then move", "at r1", 1, 1, 1, 1)
    assert asked(after) == "GoTo"
    after = play(after, "3000,3700 0 line")
    assert unit(after, "b1")["at"][1] == 3700
    held = play(battle(units=units), "activate b1", "move then fire", "3000,3100 0 line", "hold fire")
    assert asked(held) == "Act"


@pytest.mark.rule("C2", "C8", "C21")
def test_entering_reinforcing_and_remounting_are_for_those_who_can() -> None:
    entering = play(battle(units={"b1": {"status": "arrived", "tokens": 1}}), "activate b1")
    assert legal(entering) == ["enter"]
    assert "reinforce" in choices("b1", {"bases": 3, "recruits": 1})
    assert "reinforce" not in choices("b1", {"bases": 3})
    assert "reinforce" not in choices("b1", {"recruits": 1})
    assert "remount" not in choices("b1", {"foot": 1})
    assert "smoke" not in choices("b1", {}, units={"b2": {"at": [4000, 4200]}})
    seen: dict[str, Any] = {
        "red": "bn4 bn4",
        "units": {"r1": {"at": [1000, 600], "status": "hidden"}, "r2": {"at": [5000, 600]}},
    }
    assert "spot" in choices("b1", {}, **seen)
    far = choices("b1", {}, units={"r1": {"at": [1000, 2200], "facing": 180}})
    assert "fire then move" not in far, "the target is farther than 12 inches"


@pytest.mark.rule("C2", "C0")
def test_the_first_activation_is_automatic_then_each_is_harder() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 4}})
    first = play(position, "activate b1")
    assert asked(first) == "Declare"
    second = play(first, "hold", "activate b1")
    assert asked(second) == "CommandTest"
    assert activation_need(second.board, 0) == 2
    assert asked(play(second, 1)) == "Reroll"
    assert asked(play(second, 2)) == "Declare"
    third = play(second, 2, "hold", "activate b1")
    assert activation_need(third.board, 0) == 3


@pytest.mark.rule("C2", "C22", "C3")
@pytest.mark.parametrize(
    ("force", "markers", "act", "react"), [("bn4 bn4", 3, 4, 6), ("bn4E bn4", 3, 3, 5), ("bn4R bn4", 3, 5, 7)]
)
def test_markers_and_quality_count(force: str, markers: int, act: int, react: int) -> None:
    position = battle(
        force,
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [1000, 4200], "markers": markers, "spent": 1}},
    )
    assert activation_need(position.board, 0) == act
    assert reaction_need(position.board, 0) == react


@pytest.mark.rule("C2", "C3", "C22")
def test_the_first_token_of_a_turn_makes_nothing_harder() -> None:
    board = battle(units={"b1": {"at": [3000, 3600], "tokens": 4}}).board
    for spent, amounts in ((0, []), (1, []), (2, [1]), (3, [2])):
        board.spent[B1] = spent
        found = [each.amount for each in modifiers_of_a_test(board, B1, "C2")]
        assert found == [COMMAND.needs.tokens_spent * amount for amount in amounts]
