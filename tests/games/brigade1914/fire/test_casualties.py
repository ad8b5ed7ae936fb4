"""C19: markers, casualties, arcs."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import two, two_apart
from games.brigade1914.support import (
    B1,
    B4,
    R1,
    R3,
    R4,
    actor,
    apart,
    asked,
    battle,
    follow,
    legal,
    offered,
    play,
    unit,
)
from marne.games.brigade1914.components.data import HITS
from marne.games.brigade1914.rules.command.reaction import can_fire_back
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.firing import COUNTER, STANDING, casualty_need, method
from marne.games.brigade1914.rules.fire.hits import Casualties, Hits, LoseBase, lose_base
from marne.games.brigade1914.rules.fire.shooting import turn_to
from marne.games.brigade1914.rules.measures.sight import from_behind, garrison, in_front
from marne.games.brigade1914.rules.measures.troops import shape


@pytest.mark.rule("C19", "C20")
def test_casualties_of_counter_battery_and_of_other_fire_at_guns() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}}
    assert firing.casualty_need(battle(units=units).board, B4, R4, firing.STANDING) == 6
    seen = battle(units={**units, "r4": {"at": [3000, 1500], "facing": 180, "fired": 1}}).board
    assert firing.casualty_need(seen, B4, R4, firing.STANDING) == 5, "guns in sight are fired at directly"
    rifles = battle(
        units={"b1": {"at": [3000, 2600], "tokens": 1}, "r4": {"at": [3000, 1500], "facing": 180, "fired": 1}}
    ).board
    assert firing.casualty_need(rifles, B1, R4, firing.STANDING) == 5


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("gap", "safe"), [(1200, False), (1202, True)])
def test_shields_cover_beyond_12_inches_against_rifles_only(gap: int, safe: bool) -> None:
    guns = {"at": [3000, 2000], "facing": 180}
    rifles = battle(units={"b1": {"at": [3000, 2175 + gap]}, "r4": guns})
    assert firing.covered(rifles.board, B1, R4) == safe
    battery = battle(units={"b4": {"at": [3000, 2200 + gap]}, "r4": guns})
    assert not firing.covered(battery.board, B4, R4)
    foot = battle(units={"b1": {"at": [3000, 2175 + gap]}, "r1": guns})
    assert not firing.covered(foot.board, B1, R1), "a battalion has no shields"
    assert not firing.covered(battle(units={"b1": {"at": [3000, 3000]}, "r4": {"status": "off table"}}).board, B1, R4)


@pytest.mark.rule("C19")
def test_what_is_added_to_a_casualty_die() -> None:
    horse = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2000], "facing": 180}}).board
    assert firing.casualty_need(horse, B1, R3, firing.STANDING) == 4
    close = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2650], "facing": 180}}).board
    assert firing.casualty_need(close, B1, R3, firing.STANDING) == 3
    assert firing.casualty_need(apart(1000).board, B1, R1, firing.BARRAGE) == 4
    heavy = battle(
        "bn4 bn4 cav3 heavy",
        units={"b4": {"status": "off table"}, "r3": {"at": [3000, 2000]}, "b1": {"at": [3000, 3600]}},
    )
    assert firing.casualty_need(heavy.board, B4, R3, firing.STANDING) == 3
    assert [m.text for m in firing.casualty_modifiers(heavy.board, B4, R3, firing.STANDING)] == [
        "mounted target",
        "heavy guns",
    ]
    cuirassiers = battle(
        "cav4E cav4",
        "cav4 cav4",
        lists=("french cavalry", "german cavalry"),
        units={"b1": {"at": [3000, 2650]}, "b2": {"at": [5000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}},
    ).board
    assert firing.casualty_need(cuirassiers, 0, 2, firing.CHARGE) == 2
    assert "cuirassiers" not in [m.text for m in firing.casualty_modifiers(cuirassiers, 0, 2, firing.STANDING)]
    assert "cuirassiers" not in [m.text for m in firing.casualty_modifiers(cuirassiers, 1, 2, firing.CHARGE)]


@pytest.mark.rule("C19")
def test_each_hit_is_a_marker_and_a_casualty_die_that_a_one_never_wins() -> None:
    board = apart(1000).board
    steps = Hits(B1, R1, firing.STANDING, 2).do(board)
    assert [type(step).__name__ for step in steps] == ["OfficersDown", "Casualties", "Aftermath"]
    assert board.markers[R1] == 2
    assert (steps[1].left, steps[1].need) == (2, 5)  # type: ignore[attr-defined]
    assert Hits(B1, R1, firing.STANDING, 0).do(board) == ()
    for need, die, lost in ((2, 1, False), (2, 2, True), (5, 4, False), (5, 5, True)):
        found = [type(step).__name__ for step in Casualties(R1, 2, need).do(board, die)]
        assert found == (["LoseBase", "Casualties"] if lost else ["Casualties"])
    assert Casualties(R1, 0, 5).ask(board) is None
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 0
    assert Casualties(R1, 1, 5).ask(board) is None


@pytest.mark.rule("C19")
def test_a_lost_base_leaves_the_others_where_they_stood() -> None:
    board = apart(1000).board
    before = board.at[R1]
    lose_base(board, R1, False)
    assert (board.bases[R1], board.mgs[R1], board.at[R1]) == (3, 1, before[:3] + before[4:])
    lose_base(board, R1, True)
    assert (board.bases[R1], board.mgs[R1], board.at[R1]) == (3, 0, before[:3])


@pytest.mark.rule("C19", "C2")
def test_bases_turn_only_where_the_target_is_outside_their_arc() -> None:
    for facing, turned in ((0, 0), (45, 45), (46, 0), (315, 315), (180, 0)):
        board = apart(1000, {"facing": facing, "bases": 1, "mgs": 0}, {"bases": 1, "mgs": 0}).board
        turn_to(board, B1, R1)
        assert board.at[B1][0][2] == turned


@pytest.mark.rule("C19", "C2")
@pytest.mark.reading("turning")
def test_each_base_turns_about_its_own_middle() -> None:
    board = apart(1000, {"facing": 180}).board
    before = board.at[B1]
    turn_to(board, B1, R1)
    assert len(before) > 1
    assert board.at[B1] == tuple((x, y, 0) for x, y, _ in before)


@pytest.mark.rule("C19", "C15")
@pytest.mark.reading("garrison")
def test_half_the_bases_in_a_village_or_wood_make_a_garrison_that_fires_all_round() -> None:
    def held(x: int, y: int, **state: Any) -> bool:
        return garrison(battle(map="crossroads", units={"b1": {"at": [x, y], "mgs": 0, **state}}).board, 0)

    assert held(4050, 2100)
    assert held(1700, 1100)
    assert not held(3100, 2800), "an orchard is none"
    assert held(4350, 2100), "two of four in the village"
    assert not held(4451, 2100)
    assert not held(4360, 2100, bases=3), "one of three"
    board = battle(
        map="crossroads",
        units={"b1": {"at": [1700, 1500], "facing": 180, "formation": "column"}, "r1": {"at": [1700, 600]}},
    ).board
    assert firing.may_turn(board, 0, 4)
    turn_to(board, 0, 4)
    assert board.at[0][0][2] == 180, "it has no need to turn"


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("red", "due"), [({}, 5), ({"dug": 1}, 6)])
def test_casualties_in_the_open_and_in_cover(red: dict[str, int], due: int) -> None:
    assert firing.casualty_need(apart(1000, {}, red).board, B1, R1, firing.STANDING) == due
    assert firing.casualty_need(apart(100, {}, red).board, B1, R1, firing.STANDING) == due - 1


@pytest.mark.rule("C19")
def test_gun_shields_cover_in_front_beyond_12_inches() -> None:
    units = {"b1": {"at": [3000, 3400]}, "r4": {"at": [3000, 1800], "facing": 180}}
    assert firing.covered(battle(units=units).board, B1, R4)
    assert not firing.covered(battle(units={**units, "r4": {"at": [3000, 1800], "facing": 0}}).board, B1, R4)
    assert not firing.covered(battle(units={**units, "r4": {"at": [3000, 2500], "facing": 180}}).board, B1, R4)


@pytest.mark.rule("C19", "C7")
def test_hits_are_markers_and_casualty_dice() -> None:
    position = play(apart(1000), "activate b1", "fire", "at r1", "no more")
    assert asked(position) == "Volley"
    position = play(position, 6, 5, 1, 10, 9)
    assert unit(position, "r1")["markers"] == 3
    assert asked(position) == "Casualties"
    position = play(position, 4, 1)
    position = play(position, 5)
    assert (asked(position), actor(position), legal(position)) == ("LoseBase", "red", ["company", "machine gun"])
    assert unit(play(position, "machine gun"), "r1")["mgs"] == 0
    assert unit(play(position, "company"), "r1")["bases"] == 3


@pytest.mark.rule("C19")
def test_an_active_unit_turns_and_a_reacting_one_only_within_its_front() -> None:
    side_on = apart(1000, {"facing": 180})
    after = play(side_on, "activate b1", "fire", "at r1")
    after = play(after, "no more") if asked(after) == "Reaction" else after
    assert after.board.at[B1][0][2] == 0
    assert can_fire_back(apart(1000).board, R1, B1)
    assert not can_fire_back(apart(1000, {}, {"facing": 0}).board, R1, B1)


@pytest.mark.rule("C19", "C23")
def test_a_target_that_is_gone_takes_no_hits_and_lanes_cover_until_they_were_used() -> None:
    board = two_apart()
    board.status[R1] = 7
    assert Hits(B1, R1, firing.STANDING, 2).do(board) == ()
    assert board.markers[R1] == 0
    for before, after in ((2, 0), (1, 1), (0, 0)):
        board = two_apart()
        board.screened[R1] = before
        Hits(B1, R1, firing.STANDING, 1).do(board)
        assert board.screened[R1] == after, "a card that waits for the next fire still waits"


@pytest.mark.rule("C19", "C20")
def test_whose_base_is_lost() -> None:
    for bases, guns, asks in ((4, 1, True), (4, 0, False), (0, 1, False)):
        board = two_apart()
        board.bases[R1], board.mgs[R1] = bases, guns
        assert (offered(LoseBase(R1), board) is not None) == asks
    board = two_apart()
    LoseBase(R1).do(board, "machine gun")
    assert (board.bases[R1], board.mgs[R1]) == (4, 0)
    follow(LoseBase(R1), board)
    assert (board.bases[R1], board.mgs[R1]) == (3, 0)


@pytest.mark.rule("C19", "C27")
def test_casualty_dice_for_bases_that_are_there_and_none_for_wagons() -> None:
    board = two_apart()
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 1
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 0
    assert Casualties(R1, 1, 5).ask(board) is None
    (rest,) = Casualties(R1, 3, 5).do(board, 2)
    assert rest == Casualties(R1, 2, 5)
    told: Any = board.events[-1]
    assert (told.die, told.need, told.result) == (2, 5, "missed")
    Casualties(R1, 3, 5).do(board, 6)
    told = board.events[-1]
    assert told.result == "killed"
    assert len(Casualties(R1, 3, 1).do(board, 1)) == 1, "a natural 1 never kills"
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}}).board
    assert Casualties(4, 1, 5).ask(retreat) is None


@pytest.mark.rule("C19", "C20")
def test_only_guns_fire_counter_battery() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 4000]},
        "b4": {"at": [4000, 4000], "tokens": 1},
        "r4": {"status": "off table", "fired": 1},
    }
    board = battle(units=units).board
    assert method(board, B1, R4) == method(board, B4, R4) == COUNTER, "nobody sees the guns that have fired"
    assert casualty_need(board, B4, R4, STANDING) == HITS.counter_battery_casualty
    assert casualty_need(board, B1, R4, STANDING) == HITS.casualty_open != HITS.counter_battery_casualty


@pytest.mark.rule("C19", "C2")
def test_guns_off_the_table_do_not_turn() -> None:
    board = two(units={"b4": {"status": "off table", "tokens": 1}})
    turn_to(board, B4, R1)
    assert board.at[B4] == ()


@pytest.mark.rule("C19", "C18")
def test_one_base_in_front_of_one_base_is_enough() -> None:
    units = {"b1": {"at": [3000, 3000], "mgs": 0}, "r1": {"at": [3000, 1500], "mgs": 0, "facing": 270}}
    board = battle(units=units).board
    assert in_front(board, 4, shape(board, 0), 90), "some of its bases have some of the enemy before them"
    assert not from_behind(board, 4, shape(board, 0))
    assert in_front(board, 0, shape(board, 4), 45)
    board.at[0] = tuple((x, y, 180) for x, y, _ in board.at[0])
    assert not in_front(board, 0, shape(board, 4), 45)
    board.at[0] = (*board.at[0][:3], (*board.at[0][3][:2], 0))
    assert in_front(board, 0, shape(board, 4), 45)


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("y", "turns"), [(3000, True), (3010, False), (2990, True)])
def test_a_reactor_turns_to_its_front_half_circle_and_not_beyond(y: int, turns: bool) -> None:
    units = {"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}, "r1": {"at": [4000, y], "bases": 1, "mgs": 0}}
    assert firing.may_turn(battle(units=units).board, B1, R1) == turns
