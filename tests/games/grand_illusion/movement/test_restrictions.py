"""8.4.7, 8.4.8: where the Allies may not go, and the Schlieffen Plan."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import activated, by_rail, check_entries, numbers
from games.grand_illusion.support import alone, goes, legal, play, refused
from marne.games.grand_illusion.components.places import BELGIUM, PARIS_RING, SCHLIEFFEN
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.movement.entry import entries
from marne.games.grand_illusion.rules.movement.strategic import rail_hexes, rail_net
from marne.games.grand_illusion.rules.retreat.retreat import priority, retreat_hexes, way_out


@pytest.mark.rule("8.4.7", "9.4.3")
def test_the_british_take_paris_last() -> None:
    position = alone(turn=6, units={"BR.1": 18, "GE.X": 18}, german=[17, 27, 8, 9, 28])
    assert retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["FR.XX"]) == (19,)
    assert 19 not in retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["BR.1"])
    everywhere = {"GE.II": 17, "GE.III": 27, "GE.IV": 8, "GE.IX": 9, "GE.Gd": 28}
    position = alone(turn=6, units={"BR.1": 18, **everywhere}, german=[17, 27, 8, 9, 28])
    assert retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["BR.1"]) == (19,)


@pytest.mark.rule("8.4.7", "9.4.3")
def test_belgians_may_leave_belgium_in_retreat() -> None:
    around = {"GE.II": 54, "GE.III": 64, "GE.IV": 65}
    position = alone(turn=6, units={"BE.I": 55, "GE.X": 55, **around}, german=[45, 54, 56, 64, 65, 46])
    assert retreat_hexes(position.board, ALLIED, 55, 1 << BY_ID["BE.I"]) == (45, 46, 56), "Belgium is shut"


@pytest.mark.rule("8.4.7")
def test_belgians_stay_in_belgium_where_priorities_leave_a_choice() -> None:
    position = alone(turn=6, units={"BE.I": 44, "GE.X": 84})
    belgians = 1 << BY_ID["BE.I"]
    assert retreat_hexes(position.board, ALLIED, 44, belgians) == (33, 43, 53, 54)
    assert 34 in retreat_hexes(position.board, ALLIED, 44, 1 << BY_ID["FR.XX"])
    shut = alone(turn=6, units={"BE.I": 44, "GE.X": 84}, german=[33, 43, 53, 54])
    assert retreat_hexes(shut.board, ALLIED, 44, belgians) == (34, 45), "forced out by the priorities"


@pytest.mark.rule("8.4.7", "9.4.2")
def test_belgians_do_not_leave_belgium_of_their_own_will() -> None:
    board = alone(turn=6, units={"BE.I": 44, "GE.X": 84}, german=[33, 43, 53, 54]).board
    assert not way_out(board, ALLIED, 44)
    board.control &= ~(1 << 33)
    assert way_out(board, ALLIED, 44)


@pytest.mark.rule("8.4.7", "9.4.3")
def test_the_british_would_rather_fight_cavalry_than_go_to_paris() -> None:
    walls = {"GE.II": 17, "GE.III": 27, "GE.IV": 8, "GE.IX": 9, "GE.9-C": 28}
    board = alone(turn=6, units={"BR.1": 18, **walls}, german=[8, 9, 17, 27, 28]).board
    assert priority(board, ALLIED, 28) == 5
    assert retreat_hexes(board, ALLIED, 18, 1 << BY_ID["BR.1"]) == (28,)
    assert retreat_hexes(board, ALLIED, 18, 1 << BY_ID["FR.XX"]) == (19,)


@pytest.mark.rule("8.4.7", "9.4.2")
def test_belgians_with_nowhere_to_go_have_no_way_out() -> None:
    walls = {"GE.II": 33, "GE.III": 34, "GE.IV": 43, "GE.IX": 45, "GE.Gd": 53, "GE.X": 54}
    board = alone(turn=6, units={"BE.I": 44, **walls}, german=[33, 34, 43, 45, 53, 54]).board
    assert not way_out(board, ALLIED, 44)


@pytest.mark.rule("8.4.7")
def test_belgians_stay_in_belgium_and_british_pass_through_paris() -> None:
    position = activated(44, "BE.I", units={"BE.I": 44, "GE.X": 84})
    assert refused(position, "go 45") == "8.4.7"
    assert 43 in goes(position)
    position = activated(28, "BR.1", units={"BR.1": 28, "GE.X": 84})
    position = play(position, "go 19")
    assert "stop" not in legal(position)


@pytest.mark.rule("8.4.8", "ES-26")
@pytest.mark.parametrize(("edition", "open_after"), [("english", True), ("spanish", False)])
def test_schlieffen_plan_hexes(edition: str, open_after: bool) -> None:
    german = [54, 64, 73, 44, 53, 63, 34, 35]
    position = alone(
        edition,
        turn=6,
        side="german",
        german=german,
        withdrew=[3, 4],
        units={"GE.X": 44, "GE.VII": 44, "FR.XX": 24, "FR.XV": 33},
    )
    position = play(position, "activate 44", "take GE.X")
    assert refused(position, "go 43") == "8.4.8"
    assert 33 in goes(position), "Allied units are there"
    position = play(position, "go 33")
    board = position.board
    board.put(BY_ID["FR.XV"], 24)
    board.put(BY_ID["GE.X"], 44)
    assert (33 in entries(board, GERMAN, 1 << BY_ID["GE.VII"], 44, 0, 0, False)) is open_after
    board.turn = 7
    assert 33 in entries(board, GERMAN, 1 << BY_ID["GE.VII"], 44, 0, 0, False)


@pytest.mark.rule("8.4.7", "12.6")
@pytest.mark.reading("belgians-abroad")
def test_belgians_outside_belgium_may_walk_back() -> None:
    position = activated(1, "BE.4", units={"BE.4": 1, "FR.XX": 57, "GE.X": 84})
    assert 7 in goes(position)
    position = activated(24, "BE.4", units={"BE.4": 24, "FR.XX": 57, "GE.X": 84})
    position = play(position, "go 23")
    assert goes(position) == [32, 33], "and stay once they are home"


@pytest.mark.rule("8.4.7", "8.4.8", "8.4.9")
def test_the_hexes_that_movement_names() -> None:
    assert numbers(SCHLIEFFEN) == [1, 7, 8, 14, 15, 16, 23, 24, 32, 33, 42, 43]
    assert numbers(PARIS_RING) == [9, 10, 18, 20, 28, 29]
    belgium = [23, 32, 33, 42, 43, 44, 52, 53, 54, 55, 62, 63, 64, 65, 71, 72, 73, 74, 75, 81]
    assert numbers(BELGIUM) == belgium


@pytest.mark.rule("8.4.7", "8.4.8", "12.5.3")
def test_where_groups_may_go_by_nation_and_turn() -> None:
    check_entries(60, 13)


@pytest.mark.rule("8.4.8", "10.3", "ES-26")
@pytest.mark.reading("closed-hexes")
def test_trains_do_not_open_the_coast_before_turn_seven() -> None:
    road = [34, 33, 44, 54, 64, 73]
    for opened, there in (([], False), ([33], True)):
        position = by_rail(6, units={"GE.X": 44, "FR.XX": 57}, german=road, opened=opened, rail_end=False)
        board = position.board
        assert (33 in rail_hexes(board, BY_ID["GE.X"], rail_net(board, GERMAN))) is there
