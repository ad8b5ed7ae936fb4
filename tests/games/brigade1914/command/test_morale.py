"""C6, C7: tests of morale, limits."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.command.support import FRENCH
from games.brigade1914.positions import two_apart
from games.brigade1914.support import B1, B4, R1, battle, play, unit
from marne.games.brigade1914.rules.command.command import generated, limit, morale_modifiers
from marne.games.brigade1914.rules.command.losses import add_markers, check_limit, destroy
from marne.games.brigade1914.rules.command.testing import MoraleTest, remove_markers


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("gap", "bonus"), [(1200, 1), (1201, 0)])
def test_the_general_helps_within_12_inches(gap: int, bonus: int) -> None:
    board = battle(
        units={"b1": {"at": [3000, 3000]}}, generals={"blue": [3000, 3000 + gap, 0]}, lists=FRENCH, blue="bn4 bn4"
    ).board
    assert sum(m.amount for m in morale_modifiers(board, 0)) == bonus


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("gap", "malus"), [(200, -1), (201, 0)])
def test_an_enemy_within_two_inches_hurts(gap: int, malus: int) -> None:
    units = {"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2850 - gap]}}
    board = battle(units=units, generals={"blue": [6900, 4600, 0]}).board
    assert sum(m.amount for m in morale_modifiers(board, B1)) == malus
    off = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2650]}}).board
    assert morale_modifiers(off, B4) == []


@pytest.mark.rule("C6", "C25")
def test_cover_steadies_belgians_alone() -> None:
    def bonus(lists: tuple[str, str], at: list[int], dug: int = 0) -> int:
        units = {"b1": {"at": at, "dug": dug, "mgs": 0}}
        board = battle("bn4 bn4", lists=lists, units=units, generals={"blue": [7000, 4600, 0]}, map="crossroads").board
        return sum(m.amount for m in morale_modifiers(board, 0))

    belgian = ("belgian infantry", "german infantry")
    assert [bonus(belgian, [3100, 2800]), bonus(belgian, [500, 500]), bonus(belgian, [500, 500], 1)] == [1, 0, 1]
    assert bonus(("french infantry", "german infantry"), [3100, 2800], 1) == 0


@pytest.mark.rule("C6")
def test_a_morale_test_takes_no_more_markers_than_there_are() -> None:
    board = battle(units={"b1": {"at": [1000, 4200], "markers": 1}}, lists=FRENCH, blue="bn4 bn4").board
    MoraleTest(0).do(board, 6)
    assert board.markers[0] == 0
    told = len(board.events)
    remove_markers(board, 0, 1, "C6")
    assert (board.markers[0], len(board.events)) == (0, told), "nothing goes, nothing is told"
    board.status[0] = 7
    assert MoraleTest(0).ask(board) is None


@pytest.mark.rule("C7")
def test_a_unit_goes_at_its_limit_or_with_its_last_company_though_its_gun_stands() -> None:
    for state, gone in (({"markers": 7}, False), ({"markers": 8}, True), ({"bases": 0, "mgs": 1}, True)):
        board = battle(
            "bn4 bn4", units={"b1": {"at": [1000, 4000], "tokens": 1, **state}, "b2": {"at": [5000, 4000]}}
        ).board
        assert check_limit(board, 0) == gone
        assert (board.status[0] == 7) == gone


@pytest.mark.rule("C7")
@pytest.mark.parametrize(("gap", "markers"), [(400, 1), (401, 0)])
def test_friends_within_four_inches_take_a_marker_and_wagons_and_enemies_none(gap: int, markers: int) -> None:
    units = {"b1": {"at": [1000, 4000]}, "b2": {"at": [1000, 4000 - 150 - gap]}, "r1": {"at": [1000, 4300]}}
    board = battle("bn4 bn4", "bn4 bn4", units=units).board
    destroy(board, 0, "morale")
    assert (board.markers[1], board.markers[2]) == (markers, 0)
    assert (board.status[0], board.at[0], board.half[0], board.goal[0], board.vp) == (7, (), -1, (), [0, 2])
    destroy(board, 0, "morale")
    assert board.vp == [0, 2], "once"


@pytest.mark.rule("C7", "C27")
def test_a_wagon_scores_nothing_and_shakes_nobody() -> None:
    units = {"b1": {"at": [400, 1000]}, "r1": {"at": [4500, 2650]}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
    wagon = board.unit("r4")
    assert wagon is not None
    destroy(board, wagon, "morale")
    assert (board.vp, board.markers[2]) == ([0, 0], 0)
    destroy(board, 2, "morale")
    assert [board.markers[each] for each in (4, 5, 6)] == [0, 0, 0], "nor do wagons take markers"
    assert limit(board, 5) == 1


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("force", "die", "left"),
    [
        ("bn4 bn4", 3, 3),
        ("bn4 bn4", 4, 2),
        ("bn4E bn4", 3, 2),
        ("bn4R bn4", 4, 3),
        ("bn4R bn4", 5, 2),
        ("bn4 bn4", 6, 1),
    ],
)
def test_a_morale_test_takes_a_marker_off(force: str, die: int, left: int) -> None:
    position = battle(
        force,
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [6000, 4200], "tokens": 2, "markers": 3}},
        generals={"blue": [1000, 1000, 0]},
    )
    after = play(position, "morale b1", die)
    assert unit(after, "b1")["markers"] == left
    assert unit(after, "b1")["spent"] == 1
    assert unit(after, "b1")["tokens"] == 1


@pytest.mark.rule("C6")
def test_the_general_helps_and_an_enemy_close_by_hurts() -> None:
    near = battle(
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        units={"b1": {"at": [3000, 4200], "tokens": 2, "markers": 3}},
        generals={"blue": [3000, 4600, 0]},
    )
    assert unit(play(near, "morale b1", 3), "b1")["markers"] == 2
    close = battle(
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        units={"b1": {"at": [3000, 4000], "tokens": 2, "markers": 3}, "r1": {"at": [3000, 3700], "facing": 180}},
        generals={"blue": [3000, 4600, 0]},
    )
    assert unit(play(close, "morale b1", 3), "b1")["markers"] == 3
    assert unit(play(close, "morale b1", 4), "b1")["markers"] == 2


@pytest.mark.rule("C7", "C22")
@pytest.mark.parametrize(("force", "due"), [("bn4+1 bn2", 9), ("bn2 bn2", 6), ("bn4E bn2", 9), ("bn4R bn2", 7)])
def test_the_limit_of_a_unit(force: str, due: int) -> None:
    position = battle(force, lists=("belgian infantry", "german infantry"), units={"b1": {"at": [1000, 4200]}})
    assert limit(position.board, 0) == due


@pytest.mark.rule("C7", "A2")
def test_a_destroyed_unit_goes_and_shakes_its_friends() -> None:
    position = battle(
        "bn4 bn4 bn4",
        units={
            "b1": {"at": [1000, 4000], "markers": 7, "tokens": 3},
            "b2": {"at": [1000, 4300], "markers": 0},
            "b3": {"at": [4000, 4000]},
        },
    )
    board = position.board.copy()
    before = generated(board, 0)
    add_markers(board, 0, 1, "C7", "charge")
    assert [board.status[i] for i in range(3)] == [7, 1, 1]
    assert [board.markers[i] for i in (1, 2)] == [1, 0]
    assert board.tokens[0] == 0
    assert board.vp == [0, 2]
    assert generated(board, 0) == before - 2


@pytest.mark.rule("C7")
def test_who_is_gone_is_gone_and_the_last_base_counts() -> None:
    board = two_apart()
    board.bases[R1], board.mgs[R1] = 1, 0
    assert not check_limit(board, R1)
    board.status[R1] = 7
    told = len(board.events)
    assert check_limit(board, R1)
    assert len(board.events) == told
    board.status[R1] = 8
    assert check_limit(board, R1)
    assert board.vp == [0, 0], "who has left is not destroyed"


@pytest.mark.rule("C7", "C8", "C27")
def test_what_a_destroyed_unit_leaves_behind() -> None:
    board = two_apart()
    board.half[R1], board.goal[R1], board.tokens[R1] = 3, (1, 1, 0, 0), 2
    destroy(board, R1, "morale")
    assert (board.half[R1], board.goal[R1], board.tokens[R1], board.at[R1]) == (-1, (), 0, ())
    assert board.reinforced[R1] == 1, "nothing comes up for it this turn"
    assert board.markers[R1] == 0, "it does not shake itself"
    away = battle(units={"b4": {"status": "off table", "tokens": 1}, "b1": {"at": [1000, 4000]}}).board
    destroy(away, B4, "morale")
    assert (away.status[B4], away.markers[B1], away.vp) == (7, 0, [0, 1])
    chain = battle(
        "bn4 bn4 bn4",
        units={
            "b1": {"at": [1000, 4000], "tokens": 1},
            "b2": {"at": [1000, 4300], "markers": 7},
            "b3": {"at": [1000, 3700], "markers": 7},
        },
    ).board
    destroy(chain, 0, "morale")
    assert chain.status[:3] == [7, 7, 7]
    assert chain.vp == [0, 6]
    assert chain.markers[:3] == [0, 8, 8], "who is gone takes no second marker"


@pytest.mark.rule("C7", "A7")
def test_markers_are_added_with_their_reason() -> None:
    board = two_apart()
    add_markers(board, R1, 2, "A7", "charge")
    told: Any = board.events[-1]
    assert (board.markers[R1], told.rule, told.markers, told.why) == (2, "A7", 2, "charge")
