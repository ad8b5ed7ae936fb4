"""A10, C12, C13: recon markers and hidden troops: placing, riding, seeing, meeting; every distance from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B2, B3, R1, R2, R3, asked, battle, legal, play, quiet, unit
from marne.games.brigade1914.board import HIDDEN, ON_TABLE
from marne.games.brigade1914.rules.measures.troops import middle, shape
from marne.games.brigade1914.rules.movement.movement import crowded
from marne.games.brigade1914.rules.reconnaissance.recon import (
    hidden_in_sight,
    look_around,
    markers_left,
    meet_markers,
    put_near,
    reveal_marker,
    reveal_unit,
    spot_modifiers,
    spot_of,
    spottable_markers,
    watch_markers,
)
from marne.games.brigade1914.rules.reconnaissance.scouts import Duel, Mask, Meet, MoveMarker, PlaceMarker, Scouts
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot, SpotDie
from marne.games.brigade1914.sequence import ChooseInitiative, InitiativeDice

# -- A10, C13: placing and masking


@pytest.mark.rule("A10", "C13")
def test_markers_are_placed_in_turn_until_a_side_stops_or_has_them_all() -> None:
    board = battle("bn4 bn4").board
    assert PlaceMarker(0, 0).ask(board) is not None
    assert PlaceMarker(0, 1).ask(board) is None, "the first was declined"
    board.marker[0] = ((1000, 4000),)
    assert PlaceMarker(0, 1).ask(board) is not None
    board.marker[0] = ((1000, 4000), (2000, 4000))
    assert PlaceMarker(0, 2).ask(board) is None, "two without cavalry"
    PlaceMarker(0, 1).do(board, "none")
    assert len(board.marker[0]) == 2
    PlaceMarker(0, 1).do(board, (3000, 4000))
    assert board.marker[0][-1] == (3000, 4000)


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize(
    ("at", "key"),
    [
        ((100, 4700), ""), ((99, 4700), "why.off_table"), ((7100, 4700), ""), ((7101, 4700), "why.off_table"),
        ((3000, 4701), "why.off_table"), ((3000, 2400), ""), ((3000, 2399), "why.zone"), ((3000, 99), "why.off_table"),
    ],
)  # fmt: skip
def test_where_markers_are_placed(at: tuple[int, int], key: str) -> None:
    reason = PlaceMarker(0, 0).reason(battle().board, at)
    assert (reason.key if reason else "") == key
    for bad in ("somewhere", (1, 2, 3), (1.0, 2.0)):
        nothing = PlaceMarker(0, 0).reason(battle().board, bad)  # type: ignore[arg-type]
        assert nothing is not None
        assert nothing.key == "why.no_point"
    assert PlaceMarker(0, 0).reason(battle().board, "none") is None
    red = PlaceMarker(1, 0).reason(battle().board, (3000, 100))
    assert red is None


@pytest.mark.rule("A10")
def test_one_marker_may_mask_any_regiment_of_a_side_that_has_one() -> None:
    board = battle("bn4 bn4 cav3 cav3", "bn4 bn4").board
    board.marker = [((1000, 3000), (2000, 3000)), ((1000, 1000),)]
    ask = Mask(0).ask(board)
    assert ask is not None
    assert ask.options == ("none", ("m1", "b3"), ("m1", "b4"), ("m2", "b3"), ("m2", "b4"))
    assert ask.seen_by == (0,)
    assert Mask(1).ask(board) is None
    Mask(0).do(board, "none")
    assert board.mask[0] == (-1, -1)
    Mask(0).do(board, ("m2", "b3"))
    assert (board.mask[0], board.status[2]) == ((1, 2), 3)
    board.marker[0] = ()
    assert Mask(0).ask(board) is None


@pytest.mark.rule("A10")
def test_a_revealed_marker_is_gone_and_only_the_right_one_becomes_the_force() -> None:
    board = battle(markers={"blue": [[1000, 3000], [5000, 3000]]}, masks={"blue": [1, "b3"]}).board
    assert reveal_marker(board, 0, 0, "A10") == -1
    assert (board.marker[0], board.status[B3], board.mask[0]) == (((-1, -1), (5000, 3000)), 3, (1, B3))
    assert reveal_marker(board, 0, 1, "A10") == B3
    assert (board.marker[0], board.status[B3], board.mask[0]) == (((-1, -1), (-1, -1)), ON_TABLE, (-1, -1))
    assert middle(board, B3) == (5000, 3000)


@pytest.mark.rule("A10", "C12", "C13")
def test_a_unit_that_appears_is_put_where_there_is_room_facing_away_from_its_edge() -> None:
    board = battle(units={"b1": {"at": [3000, 3000]}, "r1": {"at": [6000, 1000]}}).board
    put_near(board, B3, 3000, 3000)
    at = middle(board, B3)
    assert not crowded(board, B3, shape(board, B3))
    assert board.at[B3][0][2] == 0
    assert (at[0] - 3000) ** 2 + (at[1] - 3000) ** 2 <= 400**2, "as near as there is room"
    assert at == (3000, 2800)
    put_near(board, R3, 3000, 100)
    assert (middle(board, R3), board.at[R3][0][2]) == ((3000, 100), 180)
    crowd = battle(units={"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 3000], "status": "hidden"}}).board
    reveal_unit(crowd, R1, "C12")
    assert crowd.status[R1] == ON_TABLE
    assert not crowded(crowd, R1, shape(crowd, R1))
    free = battle(units={"r1": {"at": [3000, 3000], "status": "hidden"}}).board
    reveal_unit(free, R1, "C12")
    assert middle(free, R1) == (3000, 3000)


# -- C13: riding and meeting


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("at", "key"),
    [
        ((3000, 1400), ""),
        ((3000, 1399), "why.too_far"),
        ((99, 3000), "why.off_table"),
        ("stay", ""),
        ("go", "why.no_point"),
    ],
)
def test_a_marker_rides_sixteen_inches_on_the_table(at: Any, key: str) -> None:
    board = battle(markers={"blue": [[3000, 3000]]}).board
    reason = MoveMarker(0, 0).reason(board, at)
    assert (reason.key if reason else "") == key


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize(
    ("at", "fine"),
    [
        ((100, 300), True), ((99, 300), False), ((300, 100), True), ((300, 99), False),
        ((7100, 4500), True), ((7101, 4500), False), ((6900, 4700), True), ((6900, 4701), False),
    ],
)  # fmt: skip
def test_a_marker_keeps_an_inch_from_the_edge(at: tuple[int, int], fine: bool) -> None:
    here = [300, 300] if at[0] < 1000 else [6900, 4500]
    board = battle(markers={"blue": [here]}).board
    assert (MoveMarker(0, 0).reason(board, at) is None) == fine
    for bad in ((1, 2, 3), (1.5, 300), (300, "x"), "xy"):
        for step in (MoveMarker(0, 0), PlaceMarker(0, 1)):
            reason = step.reason(board, bad)  # type: ignore[arg-type]
            assert reason is not None
            assert reason.key == "why.no_point"


@pytest.mark.rule("C13")
def test_a_marker_that_rides_up_to_the_enemy_is_seen() -> None:
    board = battle(units={"r1": {"at": [3000, 1500]}}, markers={"blue": [[3000, 3000], [0, 3000]]}).board
    MoveMarker(0, 0).do(board, (3000, 2000))
    assert board.marker[0] == ((-1, -1), (0, 3000))
    assert [step.marker for step in Scouts(0).do(board)[::2]] == [1], "the one at the edge is still there"  # type: ignore[attr-defined]


@pytest.mark.rule("C13")
def test_each_marker_that_is_left_rides_and_may_meet_another() -> None:
    board = battle(markers={"blue": [[-1, -1], [3000, 3000]], "red": [[3000, 1000]]}).board
    names = [(type(step).__name__, getattr(step, "marker", step.side)) for step in Scouts(0).do(board)]  # type: ignore[attr-defined]
    assert names == [("MoveMarker", 1), ("Meet", 0)]
    assert MoveMarker(0, 0).ask(board) is None
    assert MoveMarker(0, 1).ask(board) is not None
    MoveMarker(0, 1).do(board, (3000, 2500))
    assert board.marker[0][1] == (3000, 2500)
    MoveMarker(0, 1).do(board, "stay")
    assert board.marker[0][1] == (3000, 2500)
    assert markers_left(board, 0) == 1


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("gap", "met"), [(600, (0, 1)), (601, None)])
def test_opposing_markers_meet_within_six_inches(gap: int, met: tuple[int, int] | None) -> None:
    board = battle(markers={"blue": [[3000, 3000]], "red": [[-1, -1], [3000, 2800 - gap]]}).board
    assert meet_markers(board, 0) == met
    assert meet_markers(board, 1) == (None if met is None else (1, 0))
    screen = battle(
        units={"b1": {"at": [3000, 2750 - gap // 2]}}, markers={"blue": [[3000, 3000]], "red": [[3000, 2800 - gap]]}
    )
    assert meet_markers(screen.board, 0) is None, "not in sight"
    gone = battle(markers={"blue": [[-1, -1]], "red": [[-1, -1]]}).board
    assert meet_markers(gone, 0) is None
    for blue, red in (([-1, -1], [100, 100]), ([100, 100], [-1, -1])):
        assert meet_markers(battle(markers={"blue": [blue], "red": [red]}).board, 0) is None
    edge = battle(markers={"blue": [[0, 100]], "red": [[0, 300]]}).board
    assert meet_markers(edge, 0) == (0, 0)


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("mine", "theirs", "left"), [(2, 5, [0, 1]), (5, 2, [1, 0]), (3, 3, [0, 0])])
def test_the_lower_die_rides_off_and_both_on_a_tie(mine: int, theirs: int, left: list[int]) -> None:
    board = battle(markers={"blue": [[3000, 3000]], "red": [[3000, 2500]]}).board
    (duel,) = Meet(0).do(board)
    assert duel == Duel(0, 0, 0, 0)
    (rolled,) = duel.do(board, mine)
    rolled.do(board, theirs)
    assert [markers_left(board, side) for side in (0, 1)] == left


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize("side", [0, 1])
def test_a_masked_force_that_meets_scouts_is_revealed_with_them(side: int) -> None:
    name = ("blue", "red")[side]
    spots = {"blue": [[3000, 3000]], "red": [[3000, 2500]]}
    board = battle(markers=spots, masks={name: [0, f"{name[0]}3"]}).board
    assert Meet(0).do(board) == ()
    assert [markers_left(board, each) for each in (0, 1)] == [0, 0]
    assert board.status[(B3, R3)[side]] == ON_TABLE
    nobody = battle(markers={"blue": [[3000, 3000]], "red": [[3000, 1000]]}).board
    assert Meet(0).do(nobody) == ()
    assert [markers_left(nobody, each) for each in (0, 1)] == [1, 1]


@pytest.mark.rule("C13", "C12")
@pytest.mark.parametrize(("gap", "left"), [(600, 0), (601, 1)])
def test_a_marker_that_rides_within_six_inches_of_an_enemy_is_revealed_and_finds_who_lies_there(
    gap: int, left: int
) -> None:
    for status, after in (("on table", ON_TABLE), ("hidden", ON_TABLE if not left else HIDDEN)):
        units = {"r1": {"at": [3000, 2000], "status": status}, "b1": {"at": [3000, 4500]}}
        board = battle(units=units, markers={"blue": [[3000, 2175 + gap]]}).board
        watch_markers(board, 0)
        assert markers_left(board, 0) == left
        assert board.status[R1] == after
    own = battle(units={"b1": {"at": [3000, 2000]}}, markers={"blue": [[3000, 2300]]}).board
    watch_markers(own, 0)
    assert markers_left(own, 0) == 1, "friends reveal nobody"


# -- C12: seeing at once


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


# -- C12: the spotting action


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


@pytest.mark.rule("A5", "C12")
def test_who_finds_hidden_troops_at_the_edge_does_not_enter() -> None:
    units = {
        "b1": {"status": "arrived", "tokens": 1, "bases": 1, "mgs": 0},
        "r1": {"at": [3000, 4600], "bases": 1, "mgs": 0, "status": "hidden"},
    }
    position = play(battle("bn4 bn4", "bn4 bn4", "capture", units=units), "activate b1", "enter")
    after = quiet(play(position, "3000,4640 0 line"))
    assert (unit(after, "b1")["status"], unit(after, "r1")["status"]) == ("arrived", "on table")


@pytest.mark.rule("C13", "A4")
@pytest.mark.parametrize(("turn", "winner"), [(0, "blue"), (1, "")])
def test_more_scouts_help_on_the_first_turn_alone(turn: int, winner: str) -> None:
    board = battle(units={"b1": {"at": [500, 4500]}}, markers={"blue": [[3000, 3500]], "red": []}).board
    board.turn = turn + 1
    (step,) = InitiativeDice(3).do(board, 3)
    assert step == (ChooseInitiative(0) if winner else InitiativeDice(0))
    board.marker = [(), ((3000, 1000),)]
    (step,) = InitiativeDice(3).do(board, 3)
    assert step == (ChooseInitiative(1) if winner else InitiativeDice(0))
    board.marker = [(), ()]
    assert InitiativeDice(3).do(board, 2) == (ChooseInitiative(0),)
    assert InitiativeDice(3).do(board, 4) == (ChooseInitiative(1),)


@pytest.mark.rule("A10", "C12", "C13")
def test_where_one_unit_after_another_finds_room() -> None:
    """Straight to the front first, then around by 30 degrees, an inch farther each time, in line before column."""
    board = battle(
        "bn2 bn2 bn2 bn2 bn2 bn2", lists=("german infantry", "german infantry"), units={"b1": {"at": [3000, 3000]}}
    ).board
    for unit_ in range(1, 6):
        board.status[unit_] = ON_TABLE
        put_near(board, unit_, 3000, 3000)
    found = [(*middle(board, unit_), board.formation[unit_]) for unit_ in range(1, 6)]
    assert found == [
        (3000, 2800, "line"),
        (3100, 3173, "line"),
        (2700, 3000, "column"),
        (3000, 2600, "line"),
        (3346, 2800, "column"),
    ]
    put_near(board, 5, 7150, 4790)
    assert (*middle(board, 5), board.formation[5]) == (6977, 4690, "line")


@pytest.mark.rule("A10", "C12", "C13")
def test_a_marker_is_a_base_that_looks_north() -> None:
    (figure,) = spot_of(1000, 2000).figures
    assert sorted(figure.corners) == [(900, 1900), (900, 2100), (1100, 1900), (1100, 2100)]
    board = battle(markers={"blue": [[1000, 3000]]}, masks={"blue": [0, "b3"]}).board
    board.status[B3] = 7
    assert reveal_marker(board, 0, 0, "A10") == -1, "who is gone is not behind it any more"


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
