"""A10: scouts and hidden troops."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B3, R1, R3, battle, play, told, unit
from marne.games.brigade1914.board import ON_TABLE
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.measures.troops import middle, shape
from marne.games.brigade1914.rules.movement.movement import crowded
from marne.games.brigade1914.rules.reconnaissance.recon import put_near, reveal_marker, reveal_unit, spot_of
from marne.games.brigade1914.rules.reconnaissance.scouts import Mask, PlaceMarker, marker_count


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


@pytest.mark.rule("A10")
def test_four_markers_or_two_without_cavalry() -> None:
    assert marker_count(battle().board, 0) == 4
    assert marker_count(battle("bn4 bn4").board, 0) == 2


@pytest.mark.rule("A10")
def test_a_masked_force_takes_the_place_of_its_marker() -> None:
    position = battle(
        units={"b1": {"at": [3000, 4000], "tokens": 3}},
        markers={"blue": [[1000, 3000], [5000, 3000]]},
        masks={"blue": [1, "b3"]},
    )
    facts: Any = GAME.observe(position, 1)
    assert facts["units"][2] == {"status": -1}
    assert "mask" not in facts["sides"][0]
    shown = play(position, "reveal m2")
    assert unit(shown, "b3")["status"] == "on table"
    assert told(shown, "MarkerRevealed")
    assert shown.board.marker[0] == ((1000, 3000), (-1, -1))
    scouts = play(position, "reveal m1")
    assert unit(scouts, "b3")["status"] == "masked"
