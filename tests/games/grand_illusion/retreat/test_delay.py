"""9.6.3: cavalry delay."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.positions import check_entering
from games.grand_illusion.support import Game, actor, alone, asked, carried_out, down, legal, play, question, where
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import BY_ID, GERMAN
from marne.games.grand_illusion.rules.retreat.delay import FallBack


def met(**changes: Any) -> Game:
    """A German corps and its staff walk into French cavalry in 75."""
    units = {"GE.X": 84, "GE.HQ-4": 84, "FR.4-C": 75, "FR.9-C": 75, "FR.XX": 57}
    changes.setdefault("units", units)
    position = alone(turn=7, side="german", withdrew=[3, 4], **changes)
    position = play(position, "activate 84")
    return play(position, "all" if "all" in legal(position) else "take GE.39-R", "go 75")


@pytest.mark.rule("9.6.3")
def test_the_cavalry_stands_and_dies_but_stops_the_corps() -> None:
    position = met()
    assert asked(position) == "CavalryDelay"
    assert actor(position) == "allied"
    position = play(position, "stand")
    assert where(position, "FR.4-C") == where(position, "FR.9-C") == DEAD
    assert position.board.controls(GERMAN, 75)
    assert asked(position) != "Walk"
    assert not position.board.battles


@pytest.mark.rule("9.6.3")
def test_or_falls_back_three_hexes_and_the_corps_goes_on() -> None:
    position = play(met(), "withdraw")
    while asked(position) == "FallBack":
        assert all(text.startswith("to ") for text in legal(position))
        position = play(position, legal(position)[0])
    assert where(position, "FR.4-C") == where(position, "FR.9-C") > 0
    assert position.board.ground.near[75] & 1 << where(position, "FR.4-C") == 0, "farther than the next hex"
    assert down(position, "FR.4-C")
    assert position.board.controls(GERMAN, 75)
    assert asked(position) == "Walk"


@pytest.mark.rule("9.6.3", "9.1.2")
def test_divisions_and_cavalry_must_fight() -> None:
    position = met(units={"GE.39-R": 84, "FR.4-C": 75, "FR.XX": 57})
    assert asked(position) != "CavalryDelay"
    assert position.board.battle == 75


@pytest.mark.rule("9.6.3")
def test_cavalry_with_nowhere_to_go_is_lost() -> None:
    ring = [65, 66, 74, 76, 84, 85]
    position = met(
        units={
            "GE.X": 84,
            "GE.HQ-4": 84,
            "FR.4-C": 75,
            "GE.VII": 65,
            "GE.V": 66,
            "GE.VI": 74,
            "GE.IV": 76,
            "GE.III": 85,
            "FR.XX": 57,
        },
        german=ring,
    )
    position = play(position, "withdraw")
    assert where(position, "FR.4-C") == DEAD


@pytest.mark.rule("9.6.3", "9.4.3")
@pytest.mark.reading("cavalry-passes")
def test_falling_back_past_enemy_cavalry_costs_no_hit() -> None:
    """Disruption at the end is the whole price of it."""
    shut = {"GE.VII": 65, "GE.V": 66, "GE.VI": 74, "GE.III": 85}
    units = {"GE.X": 84, "GE.HQ-4": 84, "FR.4-C": "75*", "GE.9-C": 76, "FR.XX": 57, **shut}
    position = play(met(units=units, german=[65, 66, 74, 76, 84, 85]), "withdraw")
    assert asked(position) == "FallBack", "past 76, the one way out"
    while asked(position) == "FallBack":
        position = play(position, legal(position)[0])
    assert where(position, "FR.4-C") > 0, "a hit on the way would have been its end"
    assert down(position, "FR.4-C")


@pytest.mark.rule("9.6.3", "9.4.3")
def test_it_may_not_double_back_but_takes_a_worse_hex_instead() -> None:
    # Behind 46 only 47 is French; from there everything else is German, but vacant.
    units = {"FR.5-C": 46, "GE.X": 55, "GE.VII": 84}
    position = alone(
        turn=6, side="german", units=units, german=[55, 54, 64, 73, 45, 35, 36, 56, 57, 37, 48], withdrew=[3, 4]
    )
    position = play(position, "activate 55", "take GE.X", "go 46", "withdraw")
    while asked(position) == "FallBack":
        position = play(position, legal(position)[0])
    assert where(position, "FR.5-C") > 0, "three hexes back there is room"


@pytest.mark.rule("9.6.3")
@pytest.mark.reading("cavalry-company")
def test_only_the_cavalry_stands_or_falls_back() -> None:
    units = {"GE.X": 84, "GE.9-C": 84, "FR.4-C": 75, "FR.9-C": "75*", "FR.HQ-3": 75, "FR.XX": 57}
    position = alone(turn=7, side="german", withdrew=[3, 4], units=units)
    position = play(position, "activate 84", "all", "go 75")
    stood = play(position, "stand")
    assert where(stood, "FR.4-C") == where(stood, "FR.9-C") == DEAD
    assert where(stood, "GE.9-C") == 75
    assert where(stood, "FR.HQ-3") > 0, "a staff only gives way"
    gone = play(position, "withdraw")
    while asked(gone) == "FallBack":
        gone = play(gone, legal(gone)[0])
    assert where(gone, "FR.4-C") == where(gone, "FR.9-C") > 0
    assert down(gone, "FR.9-C")
    assert where(gone, "GE.9-C") == 75
    assert not down(gone, "GE.9-C")
    assert not down(gone, "GE.X")


@pytest.mark.rule("9.6.3")
def test_three_hexes_the_last_one_with_room() -> None:
    board = alone(turn=7, units={"FR.4-C": 57, "GE.X": 84}).board
    unit = 1 << BY_ID["FR.4-C"]
    assert FallBack(0, unit, (57,)).hexes(board) == (47, 48, 56, 58, 66, 67)
    assert FallBack(0, unit, (66, 57)).hexes(board) == (47, 48, 56, 58, 67), "not back"
    crowd = ("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI", "FR.1-C", "FR.3-C", "FR.5-C", "FR.7-C")
    for name in crowd:
        board.put(BY_ID[name], 48)
    assert 48 in FallBack(0, unit, (66, 57)).hexes(board), "through it"
    assert 48 not in FallBack(0, unit, (76, 66, 57)).hexes(board), "but not into it"
    assert FallBack(0, unit, (76, 66, 57)).hexes(board) == (47, 56, 58, 67)
    assert question(FallBack(0, unit, (76, 66, 57, 47)), board) is None, "there"
    ask = question(FallBack(0, unit, (76, 66, 57)), board)
    assert ask is not None
    assert ask.options == (("to", 47), ("to", 56), ("to", 58), ("to", 67))
    (step,) = FallBack(0, unit, (76, 66, 57)).do(board, ("to", 58))
    assert step == FallBack(0, unit, (76, 66, 57, 58))
    carried_out(step, board)
    assert board.where[BY_ID["FR.4-C"]] == 58
    assert board.is_down(BY_ID["FR.4-C"])


@pytest.mark.rule("9.6.3")
def test_one_way_is_taken_without_a_question_and_none_is_the_end() -> None:
    board = alone(turn=7, units={"FR.4-C": 57, "GE.X": 84}, german=[47, 48, 56, 58, 66]).board
    unit = 1 << BY_ID["FR.4-C"]
    step = FallBack(0, unit, (57,))
    assert question(step, board) is None
    assert carried_out(step, board) == (FallBack(0, unit, (57, 67)),)
    two = alone(turn=7, units={"FR.4-C": 57, "GE.X": 84}, german=[47, 48, 56, 58]).board
    assert question(step, two) is not None
    assert board.where[BY_ID["FR.4-C"]] == 57, "it has not arrived yet"


@pytest.mark.rule("9.6.3", "8.4.1", "ES-34")
def test_entering_a_hex_with_cavalry_staffs_or_forts() -> None:
    check_entering(50, 67)
