"""7.2: replacements."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import FRONT, check_arrivals
from games.grand_illusion.support import alone, asked, legal, play, where
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS
from marne.games.grand_illusion.rules.reinforcements.reinforcements import variable_hexes
from marne.games.grand_illusion.rules.reinforcements.replacements import comes_back_weak, fallen


@pytest.mark.rule("7.2", "5.2")
def test_replacements_now_or_in_two_turns() -> None:
    position = alone(
        begin="reinforcements", turn=6, caps=[3, 0], units={**FRONT, "FR.XV": "dead", "FR.1-C": "dead", "BR.1": "dead"}
    )
    assert legal(position) == ["later FR.XV", "later FR.1-C", "now FR.XV", "now FR.1-C", "done"]
    position = play(position, "now FR.XV", "at 57")
    assert where(position, "FR.XV") == 57
    assert position.board.caps[ALLIED] == 1
    assert legal(position) == ["later FR.1-C", "done"]
    position = play(position, "later FR.1-C")
    assert position.board.track[BY_ID["FR.1-C"]] == (8, -1)
    assert position.board.caps[ALLIED] == 0


@pytest.mark.rule("7.2", "ES-23")
@pytest.mark.parametrize(("edition", "allowed"), [("english", True), ("spanish", False)])
def test_replacements_in_paris(edition: str, allowed: bool) -> None:
    board = alone(edition, turn=6, units=FRONT).board
    assert (19 in variable_hexes(board, BY_ID["FR.XV"], replaced=True)) is allowed


@pytest.mark.rule("7.2")
def test_german_replacements_stay_near_the_frontier_before_turn_five() -> None:
    deep = {"GE.HQ-4": 66, "GE.X": 66, "GE.HQ-5": 75, "GE.VII": 75, "FR.XX": 27}
    board = alone(turn=4, units=deep, german=[66, 75, 65]).board
    board.rail_end = False
    assert 75 in variable_hexes(board, BY_ID["GE.V"], replaced=True)
    assert 66 not in variable_hexes(board, BY_ID["GE.V"], replaced=True)
    board.turn = 5
    assert 66 in variable_hexes(board, BY_ID["GE.V"], replaced=True)


@pytest.mark.rule("7.2")
def test_no_replacements_where_a_staff_was_placed_this_turn() -> None:
    board = alone(turn=8, units={**FRONT, "FR.HQ-10": 19, "FR.XV": "dead"}).board
    assert 19 in variable_hexes(board, BY_ID["FR.XV"], replaced=True)
    board.fresh |= 1 << BY_ID["FR.HQ-10"]
    assert 19 not in variable_hexes(board, BY_ID["FR.XV"], replaced=True), "not even in Paris"
    board.put(BY_ID["FR.HQ-10"], 89)
    assert 89 not in variable_hexes(board, BY_ID["FR.XV"], replaced=True), "nor at a source"


@pytest.mark.rule("7.2", "14.1.1")
def test_replacements_in_every_case() -> None:
    lost = {
        **FRONT,
        "FR.XV": "dead",
        "GE.VII": "dead",
        "BR.1": "dead",
        "BE.I": "dead",
        "FR.HQ-6": "dead",
        "GE.HA-420": "dead",
    }
    board = alone(turn=6, units={**lost, "FR.F-Paris": "dead", "FR.1-C": 57}).board
    assert [IDS[unit] for unit in fallen(board, ALLIED)] == ["FR.XV"]
    assert [IDS[unit] for unit in fallen(board, GERMAN)] == ["GE.VII"]
    for edition in ("english", "spanish"):
        for scenario in (1, 2, 3):
            for turn in range(6, 13):
                board = alone(edition, scenario, turn=turn, units=FRONT).board
                kept = scenario != 3 or edition == "english"
                assert comes_back_weak(board, 1) is (kept and turn >= 8)
                assert comes_back_weak(board, 2) is (kept and turn >= 10)
    for caps, words in ((0, []), (1, ["later"]), (2, ["later", "now"])):
        position = alone(begin="reinforcements", turn=6, caps=[caps, 0], units=lost)
        found = [text.split()[0] for text in legal(position)] if asked(position) == "ReplacementSegment" else ["done"]
        assert found == [*words, "done"]
        if caps:
            done = play(position, "done")
            assert asked(done) != "ReplacementSegment"
            assert done.board.caps[ALLIED] == caps
            assert where(done, "FR.XV") == DEAD


@pytest.mark.rule("7.2", "7.1.3", "8.4.7")
def test_where_replacements_arrive() -> None:
    check_arrivals(40, 32)
