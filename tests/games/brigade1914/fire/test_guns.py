"""C20: machine guns and artillery."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.fire.support import mods, texts
from games.brigade1914.positions import start, two, until
from games.brigade1914.support import B1, B2, B4, R1, R2, R4, apart, asked, battle, legal, play, quiet, told, unit
from marne.games.brigade1914.board import RESERVE
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.firing import method, targets
from marne.games.brigade1914.rules.fire.hits import Aftermath
from marne.games.brigade1914.rules.fire.shooting import ChooseGunTarget, GunsAlone, Shoot, Volley
from marne.games.brigade1914.rules.movement.movement import rate


@pytest.mark.rule("C20")
def test_guns_that_see_fire_directly_at_any_range_and_heavy_or_off_table_guns_never_do() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4700]}, "r1": {"at": [3000, 200], "facing": 180}}
    assert firing.method(battle(units=units).board, B4, R1) == firing.DIRECT
    heavy = battle("bn4+1 bn4+1 cav3+1 heavy", units=units, generals={"blue": [6900, 4600, 0]})
    assert firing.method(heavy.board, B4, R1) == ""
    away = battle(units={**units, "b4": {"status": "off table"}}, generals={"blue": [6900, 4600, 0]})
    assert firing.method(away.board, B4, R1) == ""
    near = battle(units={**units, "b4": {"status": "off table"}}, generals={"blue": [3000, 1500, 0]})
    assert firing.method(near.board, B4, R1) == firing.INDIRECT


@pytest.mark.rule("C20")
@pytest.mark.parametrize(("gap", "seen"), [(2400, True), (2401, False)])
def test_an_observer_stands_within_24_inches_of_the_target(gap: int, seen: bool) -> None:
    target = {"at": [3000, 400], "facing": 180}
    unit_ = battle(units={"b1": {"at": [3000, 400 + 150 + gap]}, "r1": target}, generals={"blue": [6900, 4700, 0]})
    assert firing.observed(unit_.board, 0, R1) == seen
    general = battle(units={"r1": target}, generals={"blue": [3000, 400 + 150 + gap, 0]})
    assert firing.observed(general.board, 0, R1) == seen
    scouts = battle(
        units={"r1": target}, generals={"blue": [6900, 4700, 0]}, markers={"blue": [[-1, -1], [3000, 550 + gap]]}
    )
    assert firing.observed(scouts.board, 0, R1) == seen
    corner = battle(
        units={"r1": {"at": [600, 400], "facing": 180}},
        generals={"blue": [6900, 4700, 0]},
        markers={"blue": [[0, 900]]},
    )
    assert firing.observed(corner.board, 0, R1)
    wall = {"r1": target, "b1": {"at": [3000, 4600], "status": "reserve"}, "r2": {"at": [3000, 900]}}
    blind = battle(units={**wall, "r1": {**target, "formation": "column"}}, generals={"blue": [3000, 1500, 0]})
    assert not firing.observed(blind.board, 0, R1), "a unit stands in the way"
    scouts.board.marker[1], scouts.board.marker[0] = scouts.board.marker[0], ()
    assert not firing.observed(scouts.board, 0, R1), "the enemy's own scouts tell nothing"


@pytest.mark.rule("C20")
@pytest.mark.parametrize(("gap", "danger"), [(400, True), (401, False)])
def test_no_indirect_fire_within_four_inches_of_friends(gap: int, danger: bool) -> None:
    units = {"b4": {"status": "off table"}, "b1": {"at": [3000, 2150 + gap]}, "r1": {"at": [3000, 2000]}}
    board = battle(units=units).board
    assert firing.friend_in_danger(board, 0, R1) == danger
    assert firing.method(board, B4, R1) == ("" if danger else firing.INDIRECT)


@pytest.mark.rule("C20")
def test_counter_battery_is_for_guns_that_have_fired_this_turn() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table"}}
    assert firing.targets(battle(units=units).board, B4, firing.STANDING) == []
    fired = battle(units={**units, "r4": {"status": "off table", "fired": 1}}).board
    assert firing.targets(fired, B4, firing.STANDING) == [R4]
    assert firing.casualty_need(fired, B4, R4, firing.STANDING) == 6
    foot = battle(units={**units, "r1": {"status": "off table", "fired": 1}}).board
    assert firing.targets(foot, B4, firing.STANDING) == []
    friend = battle(
        "bn4 bn4 cav3 field field",
        units={"b4": {"at": [3000, 4000], "tokens": 1}, "b5": {"status": "off table", "fired": 1}},
    )
    assert firing.targets(friend.board, B4, firing.STANDING) == []


@pytest.mark.rule("C20", "A5")
def test_guns_neither_move_and_fire_nor_fire_without_ammunition() -> None:
    board = battle(units={"b4": {"at": [3000, 4000]}, "r1": {"at": [3000, 2000]}}).board
    assert firing.targets(board, B4, firing.STANDING) == [R1]
    assert firing.targets(board, B4, firing.MOVED) == []
    board.jammed[B4] = 1
    assert firing.targets(board, B4, firing.STANDING) == []


@pytest.mark.rule("C20")
def test_a_battery_that_fires_is_remembered_for_counter_battery() -> None:
    units = {"b4": {"at": [3000, 4000], "tokens": 2}, "b1": {"at": [1000, 4000], "tokens": 1, "mgs": 0}}
    position = battle(units={**units, "r1": {"at": [3000, 2000], "facing": 180}})
    fired = play(position, "activate b4", "fire", "at r1", 1, 1)
    assert (fired.board.fired[B4], fired.board.fired[B1]) == (1, 0)
    smoke = play(quiet(play(position, "activate b4", "smoke", "on b1")), 1, 1)
    assert smoke.board.fired[B4] == 1, "smoke is fire too"
    rifles = battle(
        units={"b1": {"at": [3000, 4000], "tokens": 1, "mgs": 0}, "r1": {"at": [3000, 2000], "facing": 180}}
    )
    assert play(rifles, "activate b1", "fire", "at r1", 1, 1, 1).board.fired[B1] == 0


@pytest.mark.rule("C20", "C13")
def test_machine_guns_do_not_choose_apart_from_rifles_that_fire_at_scouts() -> None:
    board = apart(1000, units={"r2": {"at": [4600, 1500], "facing": 180}}).board
    board.aim[B1] = 1000
    assert ChooseGunTarget(B1, firing.STANDING).ask(board) is None
    board.aim[B1] = R1
    assert ChooseGunTarget(B1, firing.STANDING).ask(board) is not None
    board.aim_guns[B1] = R1
    board.status[R1] = 7
    assert Shoot(B1, firing.STANDING, 0).do(board) == (), "the target is gone"


@pytest.mark.rule("C20", "C16")
def test_machine_guns_may_fire_at_another_target_than_the_rifles() -> None:
    units: dict[str, Any] = {"r2": {"at": [4600, 1500], "facing": 180}}
    position = play(apart(1000, units=units), "activate b1", "fire", "at r1")
    assert (asked(position), legal(position)) == ("ChooseGunTarget", ["same", "at r2"])
    same = quiet(play(position, "same"))
    assert (same.step.rifles, same.step.guns) == (4, 1)  # type: ignore[attr-defined]
    apart_ = quiet(play(position, "at r2"))
    assert (apart_.step.rifles, apart_.step.guns) == (4, 0)  # type: ignore[attr-defined]
    apart_ = play(apart_, 1, 1, 1, 1)
    (event,) = told(apart_, "FiredAt")
    assert (event.unit, event.target, apart_.step.rifles, apart_.step.guns) == ("b1", "r2", 0, 1)  # type: ignore[attr-defined]
    assert unit(play(apart_, 10, 1), "r2")["markers"] == 1


@pytest.mark.rule("C20")
def test_machine_guns_that_are_gone_or_whose_target_is_gone_do_not_fire() -> None:
    units: dict[str, Any] = {"r2": {"at": [4600, 1500], "facing": 180}}
    board = apart(1000, units=units).board
    assert len(GunsAlone(B1, R2, firing.STANDING).do(board.copy())) == 1
    for change in ("mgs", "target", "unit"):
        twin = board.copy()
        if change == "mgs":
            twin.mgs[B1] = 0
        else:
            twin.status[B1 if change == "unit" else R2] = 7
        assert GunsAlone(B1, R2, firing.STANDING).do(twin) == (), change


@pytest.mark.rule("C20")
def test_indirect_fire_needs_an_observer_and_no_friend_near_the_target() -> None:
    wood = {"b4": {"at": [1600, 4300]}, "r1": {"at": [1700, 300], "facing": 180}}
    blind = battle(map="crossroads", units=wood, generals={"blue": [6800, 4600, 0]})
    assert firing.method(blind.board, B4, R1) == ""
    seen = battle(map="crossroads", units={**wood, "b1": {"at": [3200, 500], "formation": "column"}})
    assert firing.method(seen.board, B4, R1) == firing.INDIRECT
    assert texts(seen, B4, R1)["indirect"] == -1
    scouts = battle(map="crossroads", units=wood, markers={"blue": [[3300, 400]]}, generals={"blue": [6800, 4600, 0]})
    assert firing.method(scouts.board, B4, R1) == firing.INDIRECT
    near = battle(map="crossroads", units={**wood, "b1": {"at": [2500, 300], "formation": "column"}})
    assert firing.method(near.board, B4, R1) == ""


@pytest.mark.rule("C20")
def test_heavy_guns_fire_indirectly_and_batteries_that_fired_can_be_hit() -> None:
    units = {"b4": {"status": "off table"}, "r1": {"at": [3000, 2000], "facing": 180}, "b1": {"at": [3000, 3600]}}
    heavy = battle("bn4+1 bn4+1 cav3+1 heavy", units=units)
    assert firing.method(heavy.board, B4, R1) == firing.INDIRECT
    assert "heavy guns" in [m.text for m in firing.casualty_modifiers(heavy.board, B4, R1, firing.STANDING)]
    duel = battle(
        "bn4+1 bn4+1 cav3+1 field",
        "bn4+1 bn4+1 cav4 heavy",
        units={"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}},
    )
    assert firing.targets(duel.board, B4, firing.STANDING) == [R4]
    assert texts(duel, B4, R4)["counter-battery"] == -1
    assert firing.casualty_need(duel.board, B4, R4, firing.STANDING) == 6


@pytest.mark.rule("C20")
def test_case_shot_within_12_inches() -> None:
    units = {"b4": {"at": [3000, 3200]}, "r1": {"at": [3000, 2200], "facing": 180}}
    assert texts(battle(units=units), B4, R1) == {"case shot": 1}


@pytest.mark.rule("C20", "C21")
def test_guns_that_take_two_hits_at_close_quarters_are_lost() -> None:
    position = battle(units={"b1": {"at": [3000, 2500], "tokens": 3}, "r4": {"at": [3000, 2200], "facing": 180}})
    position = play(position, "activate b1", "fire", "at r4", 9, 9, 1, 1, 1, 1, 1)
    assert unit(position, "r4")["status"] == "destroyed"


@pytest.mark.rule("C20", "C16")
def test_machine_guns_with_a_target_of_their_own_fire_after_the_rifles() -> None:
    board = two()
    board.aim_guns[B1] = R2
    rifles, guns = Shoot(B1, firing.STANDING, 0).do(board)
    assert (rifles.rifles, rifles.guns, guns) == (4, 0, GunsAlone(B1, R2, "fire"))  # type: ignore[attr-defined]
    for target in (-1, R2):
        board = two()
        board.aim_guns[B1] = target
        board.status[R2] = 7
        (both,) = Shoot(B1, firing.STANDING, 0).do(board)
        assert both.guns == 1, "a target that is gone is given up for that of the rifles"  # type: ignore[attr-defined]
    red = two()
    red.aim[R1], red.aim_guns[R1] = B1, B1
    assert len(Shoot(R1, firing.STANDING, 0).do(red)) == 1
    other = two(units={"b2": {"at": [4600, 2975]}})
    other.aim[R1], other.aim_guns[R1] = B2, B1
    assert len(Shoot(R1, firing.STANDING, 0).do(other)) == 2, "number 0 again"


@pytest.mark.rule("C20", "C25")
def test_machine_guns_alone_throw_their_dice_as_they_fire() -> None:
    board = two(lists=("belgian infantry", "german infantry"), blue="bn4+1 bn4 cav2 field")
    for how, fired in ((firing.STANDING, "guns"), (firing.REACT, "guns"), (firing.MOVED, "moved")):
        (step,) = GunsAlone(B1, R1, how).do(board)
        assert isinstance(step, Volley)
        assert (step.how, step.rifles, step.guns) == (fired, 0, 1)
        assert step.guns_need == (7 if how == firing.MOVED else 6), "not switched"


@pytest.mark.rule("C20", "C21")
def test_guns_are_taken_and_battalions_driven_back() -> None:
    board = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [1000, 2700]}, "r4": {"at": [5000, 2700]}}
    ).board
    assert [type(step).__name__ for step in Aftermath(B1, R1, 2, 1).do(board)] == ["DriveBack", "FollowUp"]
    assert board.status[R1] == 1
    assert [type(step).__name__ for step in Aftermath(B1, R4, 2, 1).do(board)] == ["FollowUp"]
    assert board.status[R4] == 7


@pytest.mark.rule("C20", "C21", "C16")
def test_heavy_guns_have_no_shot_at_what_stands_before_them() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 2500]},
        "r1": {"at": [3000, 2300], "facing": 180},
        "r2": {"at": [5000, 2000]},
    }
    units["b2"] = {"at": [5000, 3000]}
    board = battle("heavy bn4", "bn4 bn4", units=units).board
    heavy, near, far = board.unit("b1"), board.unit("r1"), board.unit("r2")
    assert heavy is not None
    assert near is not None
    assert far is not None
    assert board.spec[heavy].arm == "heavy"
    assert method(board, heavy, near) == ""
    assert method(board, heavy, far)
    assert targets(board, heavy, "fire") == []


@pytest.mark.rule("C20", "C23")
def test_a_report_from_the_air_spares_the_battery_its_malus() -> None:
    units = {
        "b4": {"status": "off table", "tokens": 1},
        "r1": {"at": [3000, 2000], "facing": 180},
        "b1": {"at": [3000, 3600]},
    }
    position = battle(units=units)
    assert mods(position, B4, R1) == {"indirect": -1}
    position.board.report[B4] = 1
    assert mods(position, B4, R1) == {}
    heavy = battle(
        "bn4 bn4 cav3 heavy", units={"b4": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [3000, 2000], "facing": 180}}
    )
    assert mods(heavy, B4, R1) == {"indirect": -1}
    heavy.board.report[B4] = 1
    assert mods(heavy, B4, R1) == {}, "and no case shot either"


@pytest.mark.rule("C20", "C27")
def test_heavy_guns_are_off_the_table_and_arrive_on_turn_three_of_a_retreat() -> None:
    position = until(start("capture"), "Act")
    board = position.board
    heavy = [u for u in range(len(board.spec)) if board.spec[u].arm == "heavy"]
    assert heavy
    assert all(board.status[u] == 6 for u in heavy)
    retreat = until(start("retreat"), "Act")
    waiting = [u for u in range(len(retreat.board.spec)) if retreat.board.spec[u].arm == "heavy"]
    assert waiting
    assert all(retreat.board.status[u] == RESERVE for u in waiting)
    guns = "bn4 bn4 cav3 heavy"
    for turn, status in ((1, "reserve"), (2, "off table")):
        later = battle(guns, "bn4 bn4", "retreat", begin="turn", turn=turn, units={"b1": {"at": [400, 1000]}})
        assert unit(until(later, "Act"), "b4")["status"] == status, "it is the turn after"


@pytest.mark.rule("C20", "A5")
def test_horse_batteries_move_eight_inches_and_cavalry_is_not_one() -> None:
    horse = battle("cav3 cav3 horse", lists=("british cavalry", "german infantry")).board
    assert [rate(horse, unit, "move") for unit in (0, 2)] == [800, 800]
    assert rate(battle("bn4 bn4 field").board, 2, "move") == 400
