"""A4, A6, A8, C1, C2, C5, C8: what may be ordered and done, each with the case that forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import actor, asked, battle, legal, play, quiet, told, unit
from marne.games.brigade1914.rules.command.actions import Act, Declare, Reinforce, may_reinforce
from marne.games.brigade1914.rules.command.command import spend
from marne.games.brigade1914.rules.command.losses import destroy
from marne.games.brigade1914.rules.command.reaction import seized
from marne.games.brigade1914.rules.measures.troops import middle, shape
from marne.games.brigade1914.rules.movement.movement import on_table
from marne.games.brigade1914.sequence import EndOfTurn

FAR: dict[str, Any] = {"at": [1000, 4200], "tokens": 3}


def offers(*orders: str, **changes: Any) -> list[bool]:
    """Which of these orders blue is offered."""
    found = legal(battle(**changes))
    return [order in found for order in orders]


@pytest.mark.rule("C1", "C2")
def test_orders_for_a_unit_take_a_token_and_a_unit_that_is_there() -> None:
    units: dict[str, Any] = {
        "b1": FAR,
        "b2": {"at": [3000, 4200]},
        "b3": {"status": "masked", "tokens": 2},
        "b4": {"status": "off table", "tokens": 2, "markers": 1},
    }
    position = battle(units=units)
    assert [text for text in legal(position) if "b" in text.split()[-1] and "burn" not in text] == [
        "activate b1",
        "fall back b1",
        "activate b4",
        "morale b4",
    ], "no markers on b1, no token on b2, b3 is masked, b4 is not on the table"
    assert "activate b1" not in legal(battle(units={"b1": {"status": "reserve", "tokens": 2}, "b2": FAR}))


@pytest.mark.rule("C1", "C6")
def test_a_morale_test_is_ordered_only_where_there_are_markers() -> None:
    assert offers("morale b1", units={"b1": FAR}) == [False]
    assert offers("morale b1", units={"b1": {**FAR, "markers": 1}}) == [True]


@pytest.mark.rule("A6", "C1", "C2")
def test_the_second_half_waits_for_a_token_and_is_for_those_who_stand_halted_on_the_table() -> None:
    halted = {**FAR, "half": 0}
    assert offers("second half b1", units={"b1": halted}) == [False], "no token was spent since the first half"
    position = play(battle(units={"b1": halted, "b2": {**FAR, "at": [4000, 4200]}}), "burn")
    assert [text for text in legal(position) if text.startswith("second")] == ["second half b1"]
    position.board.half[0] = position.board.count[0]
    again = play(position, "general rides", "stay")
    assert "second half b1" not in legal(again)


@pytest.mark.rule("A6", "A9")
def test_smoke_on_a_halted_unit_ends_its_assault_move() -> None:
    units = {
        "b1": {**FAR, "half": 0, "assaulted": 1},
        "b4": {"at": [5000, 4200], "tokens": 2},
        "r1": {"at": [1000, 900], "facing": 180},
    }
    position = play(battle(units=units), "burn")
    assert "second half b1" in legal(position)
    position = play(quiet(play(position, "activate b4", "smoke", "on b1")), 2, 2)
    assert asked(position) == "Act"
    assert "second half b1" not in legal(position), "no assault move for the rest of the turn, hit or miss"


@pytest.mark.rule("C1", "C11", "C2")
def test_the_general_rides_once_and_markers_and_hidden_troops_show_themselves() -> None:
    position = battle(
        units={"b1": FAR, "b2": {"at": [4000, 4200], "status": "hidden", "tokens": 1}},
        markers={"blue": [[-1, -1], [0, 3000], [5000, 3000]]},
    )
    free = [text for text in legal(position) if text.split()[0] in ("reveal", "general")]
    assert free == ["general rides", "reveal m2", "reveal m3", "reveal b2"]
    shown = play(position, "reveal b2")
    assert unit(shown, "b2")["status"] == "on table"
    assert "reveal b2" not in legal(shown)
    assert "general rides" not in legal(play(position, "general rides", "stay"))


@pytest.mark.rule("C8", "C1")
def test_a_destroyed_unit_returns_for_a_general_with_a_token_two_bases_and_a_turn_later() -> None:
    lost: dict[str, Any] = {"status": "destroyed", "recruits": 2, "bases": 0}
    general = {"blue": [1000, 4600, 1]}
    assert offers("return b1", "return b2", units={"b1": lost, "b2": FAR}, generals=general) == [True, False]
    assert offers("return b1", units={"b1": lost, "b2": FAR}) == [False], "the general has no token"
    assert offers("return b1", units={"b1": {**lost, "recruits": 1}, "b2": FAR}, generals=general) == [False]
    assert offers("return b2", units={"b1": lost, "b2": {**FAR, "recruits": 2}}, generals=general) == [False]
    now = battle(
        units={"b1": {**FAR, "recruits": 2}, "b2": {**FAR, "at": [4000, 4200]}}, generals={"blue": [1000, 4600, 2]}
    )
    destroy(now.board, 0, "morale")
    assert "return b1" not in legal(play(now, "burn")), "not in the turn of its loss"


@pytest.mark.rule("C8")
def test_what_returns_has_its_bases_off_the_table_no_guns_no_markers_and_its_horses() -> None:
    state = {"status": "destroyed", "recruits": 4, "bases": 0, "mgs": 1, "markers": 5, "foot": 1}
    position = battle(units={"b3": state, "b2": FAR}, generals={"blue": [1000, 4600, 1]})
    position = play(position, "return b3")
    found = unit(position, "b3")
    assert (found["bases"], found["mgs"], found["markers"], found["foot"]) == (3, 0, 0, 0), "as many as it began with"
    assert position.board.recruits[2] == 1
    assert position.board.penalty == [1, 0]


@pytest.mark.rule("A4", "C1")
def test_a_side_that_has_nothing_to_spend_is_not_handed_the_initiative() -> None:
    position = play(battle(units={"b1": FAR, "r1": {"at": [1000, 600]}}), "burn", "pass")
    assert (actor(position), position.board.gained) == ("blue", 0)
    assert "pass" not in legal(position), "it must spend a token first"
    other = play(battle(units={"b1": FAR, "r1": {"at": [1000, 600], "tokens": 1}}), "burn", "pass")
    assert (actor(other), other.board.gained) == ("red", 0)
    assert "pass" not in legal(other)
    assert told(other, "InitiativeTo")


@pytest.mark.rule("C1")
def test_reactions_do_not_count_towards_passing() -> None:
    board = battle(units={"b1": FAR}).board
    spend(board, 1)
    assert (board.count, board.gained) == ([0, 1], 0)
    spend(board, 0)
    assert (board.count, board.gained) == ([1, 1], 1)


@pytest.mark.rule("C5")
def test_only_the_other_side_can_seize() -> None:
    board = battle(units={"b1": FAR}).board
    for seize, active, result in ((-1, 0, False), (0, 0, False), (1, 1, True)):
        board.seize, board.active, board.gained = seize, 0, 3
        assert seized(board) == result
        assert (board.seize, board.active) == (-1, active)
        assert board.gained == (0 if result else 3)


@pytest.mark.rule("C1", "C8")
def test_the_end_of_a_turn_clears_every_mark_of_it() -> None:
    marks = (
        *("tokens", "spent", "acted", "moved", "assaulted", "smoke", "smoke_bar", "fired", "reinforced", "jammed"),
        *("minute", "bayonet", "report", "guided", "screened"),
    )
    board = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}, turn=2).board.copy()
    for mark in marks:
        getattr(board, mark)[0] = 1
    board.half[0], board.gtokens, board.pool = 3, [2, 2], [1, 1]
    board.gmoved, board.used, board.reroll, board.cardless = [1, 1], [1, 1], [1, 1], [1, 1]
    board.quiet = board.cut = board.auto = board.progress = 1
    board.actor = board.reactor = board.seize = 1
    board.next_lost = [1, 0]
    (step,) = EndOfTurn().do(board)
    assert type(step).__name__ == "Turn"
    assert [getattr(board, mark)[0] for mark in marks] == [0] * len(marks)
    assert (board.half[0], board.gtokens, board.pool) == (-1, [0, 0], [0, 0])
    assert (board.gmoved, board.used, board.reroll, board.cardless) == ([0, 0], [0, 0], [0, 0], [0, 0])
    assert (board.quiet, board.cut, board.auto, board.progress) == (0, 0, 0, 0)
    assert (board.actor, board.reactor, board.seize) == (-1, -1, -1)


# -- C2: the actions of a unit


def choices(name: str, state: dict[str, Any], **changes: Any) -> list[str]:
    """What the unit may do once it is activated."""
    units = {name: {"at": [1000, 4200], "tokens": 3, **state}, **changes.pop("units", {})}
    return legal(play(battle(units=units, **changes), f"activate {name}"))


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


@pytest.mark.rule("A8", "C2")
def test_only_dismounted_cavalry_remounts() -> None:
    assert "remount" in choices("b3", {"foot": 1})
    assert "remount" not in choices("b3", {})
    assert "remount" not in choices("b1", {})


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


@pytest.mark.rule("C8")
def test_reinforcing_is_for_one_base_a_turn_up_to_the_start_with_no_enemy_within_12_inches() -> None:
    place = {"at": [3000, 4000], "bases": 3, "mgs": 0, "recruits": 2}
    for red, fine in (([3000, 4000 - 1350], False), ([3000, 4000 - 1351], True)):
        assert may_reinforce(battle(units={"b1": place, "r1": {"at": red, "facing": 180}}).board, 0) == fine
    board = battle(units={"b1": place}).board
    board.reinforced[0] = 1
    assert not may_reinforce(board, 0)
    assert not may_reinforce(battle(units={"b1": {**place, "bases": 4}}).board, 0)
    assert "reinforce" not in choices("b1", {"bases": 3})


@pytest.mark.rule("C8")
def test_a_base_comes_up_in_the_ranks_and_not_to_who_was_stopped_or_has_none() -> None:
    def after(cut: int, **state: int) -> list[int]:
        place = {"at": [3000, 4000], "bases": 3, "mgs": 0, "recruits": 2, "markers": 2, **state}
        board = battle(units={"b1": place}).board
        board.cut = cut
        Reinforce(0).do(board)
        assert middle(board, 0) == (3000, 4000), "it stays where there is room"
        return [board.bases[0], board.recruits[0], board.markers[0], len(board.at[0]), board.reinforced[0]]

    assert after(0) == [4, 1, 1, 4, 1]
    assert after(1) == [3, 2, 2, 3, 0]
    assert after(0, recruits=0) == [3, 0, 2, 3, 0]
    assert after(0, bases=4) == [4, 2, 2, 4, 0]
    crowded = battle(
        units={"b1": {"at": [3000, 4000], "bases": 1, "mgs": 0, "recruits": 1}, "b2": {"at": [3600, 4000]}}
    )
    Reinforce(0).do(crowded.board)
    from marne.games.brigade1914.rules.movement.movement import crowded as is_crowded

    assert not is_crowded(crowded.board, 0, shape(crowded.board, 0)), "it finds room beside its friends"
    edge = battle(units={"b1": {"at": [150, 4000], "bases": 1, "mgs": 0, "recruits": 1}}).board
    Reinforce(0).do(edge)
    assert on_table(shape(edge, 0)), "and on the table"
    edge.status[0], edge.recruits[0] = 7, 1
    assert (Reinforce(0).do(edge), edge.bases[0]) == ((), 2)


# -- C1: what each order sets going


@pytest.mark.rule("C1", "A4")
def test_each_order_is_a_list_of_steps_that_ends_with_the_next_order() -> None:
    def steps(*answer: str) -> tuple[list[str], list[int]]:
        units = {"b1": {**FAR, "markers": 1}, "b3": {"status": "destroyed", "recruits": 2}}
        board = battle(
            units=units,
            hands={"blue": ["entrenched", "steady", "last_stand"]},
            markers={"blue": [[-1, -1], [900, 900]]},
        ).board
        board.quiet = board.cut = board.progress = board.auto = 1
        board.reactor = board.actor = 5
        found = Act().do(board, answer)
        assert (board.quiet, board.cut, board.progress, board.auto, board.reactor) == (0, 0, 0, 0, -1)
        return [type(step).__name__ for step in found], [board.tokens[0], board.spent[0], board.acted[0], board.actor]

    assert steps("activate", "b1") == (["CommandTest", "Declare", "Act"], [2, 1, 1, 0])
    assert steps("fall back", "b1") == (["GoTo", "Reaction", "March", "Act"], [2, 1, 1, 0])
    assert steps("morale", "b1") == (["MoraleTest", "Act"], [2, 1, 0, 0])
    assert steps("second half", "b1") == (["GoTo", "March", "Charge", "Act"], [3, 0, 0, 0])
    assert steps("return", "b3") == (["ReturnUnit", "Act"], [3, 0, 0, 2])
    assert steps("last_stand", "b1") == (["PlayCard", "LastActivation", "Act"], [3, 0, 0, 0])
    assert steps("card", "entrenched", "b1") == (["PlayCard", "Entrench", "Act"], [3, 0, 0, 0])
    assert steps("card", "steady", "b1") == (["PlayCard", "Effect", "Act"], [3, 0, 0, -1])
    assert steps("general", "rides") == (["GeneralRides", "Act"], [3, 0, 0, -1])
    assert steps("reveal", "m2") == (["Act"], [3, 0, 0, -1])


@pytest.mark.rule("C1", "A11", "C23")
def test_what_the_smaller_orders_do_at_once() -> None:
    board = battle(
        units={"b1": FAR, "b2": {"at": [4000, 4200], "status": "hidden"}}, markers={"blue": [[900, 900], [2000, 900]]}
    ).board
    board.stored[0] = (("corps_artillery", 1, 0),)
    assert Act().do(board, ("store", "corps_artillery")) == (Act(),)
    assert (board.stored[0], board.tokens[0]) == ((("corps_artillery", 2, 1),), 2)
    Act().do(board, ("reveal", "m2"))
    assert board.marker[0] == ((900, 900), (-1, -1))
    Act().do(board, ("reveal", "b2"))
    assert board.status[1] == 1
    Act().do(board, ("general", "rides"))
    assert board.gmoved == [1, 0]
    assert Act().do(board, "no cards") == (Act(),)
    assert (board.auto, board.cardless) == (1, [1, 0])
    assert Act().do(board, "no") == (Act(),)
    assert board.auto == 1
    card, *_ = Act().do(board, ("last_stand", "b1"))
    assert (card.cost, card.unit, card.on) == (0, -1, "b1")  # type: ignore[attr-defined]
    card, dig, _ = Act().do(board, ("card", "entrenched", "b1"))
    assert (card.cost, card.unit, card.on, dig.unit) == (1, 0, "b1", 0)  # type: ignore[attr-defined]


@pytest.mark.rule("C1", "A4", "A11")
def test_whom_the_phase_asks() -> None:
    board = battle(units={"b1": FAR, "r1": {"at": [1000, 600], "tokens": 1}}, hands={"blue": ["guides"]}).board
    assert Act().ask(board) is not None
    for field, number in (("over", 1), ("seize", 0), ("seize", 1)):
        twin = board.copy()
        setattr(twin, field, number)
        assert Act().ask(twin) is None, field
    board.over = 1
    assert Act().do(board) == ()
    board.over = 0
    board.tokens[0] = 0
    ask = Act().ask(board)
    assert ask is not None
    assert ask.options == ("no", "no cards"), "a Last Stand may be in the hand"
    board.auto = 1
    assert Act().ask(board) is None
    board.auto, board.hand[0] = 0, ()
    assert Act().ask(board) is None
    assert Act().do(board) == (Act(),)
    assert board.active == 1
    board.tokens[4] = 0
    assert Act().do(board) == (), "both are out of tokens"
    assert board.active == 1


@pytest.mark.rule("C1", "A11", "C23")
def test_cards_are_among_the_orders() -> None:
    position = battle(units={"b1": {**FAR, "markers": 1}}, hands={"blue": ["steady"]})
    assert "card steady b1" in legal(position)
    position.board.stored[0] = (("corps_artillery", 1, 0),)
    assert "store corps_artillery" in legal(play(position, "general rides", "stay"))
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", active="red", hands={"red": ["last_stand"]},
                     units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}})  # fmt: skip
    assert [text for text in legal(retreat) if text.startswith("last_stand")] == ["last_stand r1"], (
        "wagons stand for nothing"
    )


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
