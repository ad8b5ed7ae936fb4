"""A5, A6, C9, C15: the first facing and formation in which a unit can stand at a place, rule by rule.

Each case says what is due, and `why_not_go`, which answers for one goal, must agree.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.measures.test_kept import SCENARIOS, boards
from games.brigade1914.support import B1, R1, battle
from marne.games.brigade1914.board import ARRIVED, Battlefield
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.troops import middle
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.goals import Goal
from marne.games.brigade1914.rules.movement.movement import Departure, Stand, why_not_go
from marne.plane import FORMATIONS, Point

LINE, COLUMN, DOUBLE = (FORMATIONS.index(each) for each in ("line", "column", "double"))
B4 = 3
"""A battery."""


def stand(board: Battlefield, unit: int, how: str, spot: Point, *stands: Stand) -> Goal | None:
    """What `first_stand` finds, once `why_not_go` has been asked for the same."""
    found = Departure(board, unit, how).first_stand(board, spot, stands)
    legal = (goal for each in stands if why_not_go(board, unit, how, goal := (*spot, *each)) is None)
    assert found == next(legal, None)
    return found


def field(**units: Any) -> Battlefield:
    """Blue's battalion at 3000, 3600 on open ground, others as named."""
    more = {"map": units.pop("map")} if "map" in units else {}
    return battle(units={"b1": {"at": [3000, 3600], "tokens": 4}, **units}, **more).board


def red(x: int, y: int) -> dict[str, Any]:
    """A German battalion."""
    return {"at": [x, y], "facing": 180}


@pytest.mark.rule("A5")
def test_as_far_as_the_rate_and_no_farther() -> None:
    board = field()
    assert stand(board, B1, "move", (3000, 2800), (0, LINE)) == (3000, 2800, 0, LINE)
    assert stand(board, B1, "move", (3000, 2799), (0, LINE)) is None
    assert stand(board, B1, "fire", (3000, 3200), (0, LINE)) == (3000, 3200, 0, LINE)
    assert stand(board, B1, "fire", (3000, 3199), (0, LINE)) is None


@pytest.mark.rule("A5", "C20")
def test_a_battery_that_may_not_move_and_fire_stays_where_it_is() -> None:
    board = field(b4={"at": [5000, 4000], "tokens": 2})
    here = middle(board, B4)
    assert stand(board, B4, "fire", here, (0, LINE)) == (*here, 0, LINE), "a way of nothing is no way"
    assert stand(board, B4, "fire", (here[0], here[1] - 1), (0, LINE)) is None


@pytest.mark.rule("A5", "C8")
def test_who_comes_onto_the_table_comes_from_its_edge() -> None:
    board = field(b1={"status": "arrived", "tokens": 2}, map="crossroads")
    assert stand(board, B1, "enter", (3600, 4300), (0, COLUMN)) == (3600, 4300, 0, COLUMN)
    assert stand(board, B1, "enter", (3600, 3400), (0, COLUMN)) is None, "more than a move from the edge"
    assert stand(board, B1, "enter", (600, 4300), (0, COLUMN)) is None, "by the road alone"


@pytest.mark.rule("A5", "C8")
def test_who_is_there_goes_from_where_he_stands() -> None:
    board = field(b1={"at": [600, 700], "tokens": 4})
    assert stand(board, B1, "move", (600, 1200), (180, LINE)) == (600, 1200, 180, LINE)


@pytest.mark.rule("C21", "A5")
def test_an_advance_goes_to_the_front_and_a_move_anywhere() -> None:
    board = field(r1=red(3000, 1000))
    assert stand(board, B1, "advance", (3000, 3450), (0, LINE)) == (3000, 3450, 0, LINE)
    assert stand(board, B1, "advance", (3000, 3700), (0, LINE)) is None
    assert stand(board, B1, "move", (3000, 3700), (0, LINE)) == (3000, 3700, 0, LINE)


@pytest.mark.rule("A5")
def test_the_first_stand_with_room_is_taken() -> None:
    board, spot = field(b2={"at": [3850, 3400], "tokens": 1}), (3000, 3400)
    assert stand(board, B1, "move", spot, (0, LINE), (0, COLUMN), (0, DOUBLE)) == (*spot, 0, COLUMN)
    assert stand(board, B1, "move", spot, (0, DOUBLE), (0, COLUMN)) == (*spot, 0, DOUBLE)
    assert stand(board, B1, "move", (3600, 3400), (0, LINE), (0, COLUMN)) is None, "a friend stands there"


@pytest.mark.rule("A5")
def test_not_off_the_table() -> None:
    board = field(b1={"at": [600, 3600], "tokens": 4, "formation": "column"})
    assert stand(board, B1, "move", (300, 3600), (0, LINE), (0, COLUMN)) == (300, 3600, 0, COLUMN)
    assert stand(board, B1, "move", (50, 3600), (0, COLUMN)) is None


@pytest.mark.rule("A5")
def test_no_base_goes_farther_than_the_rate() -> None:
    board, spot = field(), (3000, 3400)
    assert stand(board, B1, "fire", spot, (90, LINE), (0, LINE)) == (*spot, 0, LINE)
    assert stand(board, B1, "move", spot, (90, LINE), (0, LINE)) == (*spot, 90, LINE)


@pytest.mark.rule("A5")
@pytest.mark.reading("passing")
def test_past_an_enemy_in_no_formation_and_wide_of_him_in_one() -> None:
    board, spot = field(r1={**red(3750, 3200), "bases": 1, "mgs": 0}), (3000, 3000)
    assert stand(board, B1, "move", spot, (0, LINE)) is None, "its right goes past him"
    for stands in (((0, LINE), (0, DOUBLE)), ((0, LINE), (1, LINE), (0, DOUBLE))):
        due = stand(board, B1, "move", spot, *stands)
        assert due == (*spot, 0, DOUBLE), "the line would go past him, two lines do not"
    assert stand(field(), B1, "move", spot, (0, LINE)) == (*spot, 0, LINE), "without him it may"


@pytest.mark.rule("A6", "A5")
def test_the_second_half_of_an_assault_does_not_leave_an_enemy_behind() -> None:
    board = field(r1=red(3000, 3300))
    assert stand(board, B1, "second", (3000, 3700), (0, LINE)) is None
    assert stand(board, B1, "second", (3000, 3600), (0, LINE)) == (3000, 3600, 0, LINE)
    assert stand(board, B1, "move", (3000, 3700), (0, LINE)) == (3000, 3700, 0, LINE)


@pytest.mark.rule("C9")
@pytest.mark.parametrize("how", ["fall back", "driven"])
def test_back_means_to_ones_own_edge_and_away_from_whom_one_sees(how: str) -> None:
    board = field(b1={"at": [3000, 3000], "tokens": 4}, r1=red(3000, 2000))
    back = (3000, 3800)
    assert stand(board, B1, how, back, (0, LINE)) == (*back, 0, LINE)
    assert Departure(board, B1, how).first_stand(board, (3000, 2800), ((0, LINE),)) is None, "towards him"
    assert Departure(board, B1, how).first_stand(board, (3000, 3000), ((0, LINE),)) is None, "on the spot"
    assert Departure(board, B1, "move").first_stand(board, (3000, 2800), ((0, LINE),)) is not None
    side = field(b1={"at": [3000, 3000], "tokens": 4}, r1=red(3000, 2000), r2=red(3000, 4600))
    assert Departure(side, B1, how).first_stand(side, back, ((0, LINE), (0, COLUMN))) is None, "another is behind"


@pytest.mark.rule("C15")
def test_ground_that_costs_too_much_and_ground_that_is_shut() -> None:
    board = battle(units={"b1": {"at": [3000, 3600], "tokens": 4}}).board
    board.floods = ((3000, 3200),)
    assert stand(board, B1, "move", (3000, 2800), (0, LINE)) is None
    assert stand(board, B1, "move", (2200, 3600), (0, LINE)) == (2200, 3600, 0, LINE), "the open costs its length"


@pytest.mark.rule("A5", "C9", "C15")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_way_to_stand_at_a_place_is_the_first_that_is_legal(scenario: str) -> None:
    rng, found = Random(3), {True: 0, False: 0}
    for board in boards(scenario, 4, 20):
        for unit, status in enumerate(board.status):
            if not (troops.present(board, unit) or status == ARRIVED):
                continue
            x, y = troops.middle(board, unit) if status != ARRIVED else (rng.randrange(7200), rng.randrange(4800))
            for how in ("enter",) if status == ARRIVED else ("move", "fire", "assault", "fall back", "advance"):
                spot = x + rng.randrange(-500, 501), y + rng.randrange(-500, 501)
                stands = tuple((rng.randrange(360), formation) for formation in (0, 2, 1, 0))
                legal = (goal for stand in stands if why_not_go(board, unit, how, goal := (*spot, *stand)) is None)
                due = next(legal, None)
                assert Departure(board, unit, how).first_stand(board, spot, stands) == due
                found[due is None] += 1
    assert min(found.values()) > 20


@pytest.mark.rule("A5")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_an_enemy_is_beside_a_move_within_a_base_and_a_half(dx: int, dy: int) -> None:
    def beside(gap: int) -> bool:
        units = {"b1": {"at": [3600, 2400]}, "r1": {"at": [3600 + 1200 * dx, 2400 + 1200 * dy]}}
        board = battle(units=units).board
        ours, theirs = troops.shape(board, B1), troops.shape(board, R1)
        apart = max(
            theirs.left - ours.right, ours.left - theirs.right, theirs.top - ours.bottom, ours.top - theirs.bottom
        )
        nearer = apart - gap
        troops.place(board, R1, 3600 + (1200 - nearer) * dx, 2400 + (1200 - nearer) * dy, theirs.placed[0][2], "line")
        return movement._enemy_beside(board, ours, ours, board.side[B1])

    assert [beside(gap) for gap in (0, 1, movement._PASSING, movement._PASSING + 1)] == [True, True, True, False]
    board = battle(units={"b1": {"at": [3600, 2400]}, "r1": {"at": [600, 600]}}).board
    assert movement._enemy_beside(board, None, troops.shape(board, B1), 0), "who comes onto the table always may"
