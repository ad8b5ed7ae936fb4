"""[7.8] Withdrawals that the scenario orders, whole, hurt, split or destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import unit
from games.nach_paris.support import Game, actor, arranged, asked, happened, named, play, refused, where
from marne.games.nach_paris.board import DESTROYED, WAITING, WITHDRAWN
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, DE, IDS
from marne.games.nach_paris.rules.barrage.firing import why_silent
from marne.games.nach_paris.rules.forts.assault_guns import stormers, why_no_stormer
from marne.games.nach_paris.rules.movement.events import StepsTaken, Withdrawn
from marne.games.nach_paris.rules.movement.withdrawals import donors, leaving, versions


def ordered(units: dict[str, str], side: str = "german", turn: int = 13, **more: Any) -> Game:
    """The start of the Movement Phase of a turn with withdrawals."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **more)


def place(position: Game, unit: str) -> int:
    return position.board.where[BY_ID[unit]]


def lost(position: Game, unit: str) -> int:
    return position.board.lost[BY_ID[unit]]


# -- [7.8.1]


@pytest.mark.rule("7.8.1")
def test_the_named_units_leave_before_anybody_moves() -> None:
    units = {"3.GID": "AK30 N", "1.GRD": "AK31 N", "38.ID": "AL31 N", "8.KD": "AL32", "18.ID": "AM30 N"}
    position = ordered(units)
    assert [place(position, unit) for unit in ("3.GID", "1.GRD", "38.ID", "8.KD")] == [WITHDRAWN] * 4
    assert {event.unit for event in happened(position, Withdrawn)} == {"3.GID", "1.GRD", "38.ID", "8.KD"}
    assert {event.rule for event in happened(position, Withdrawn)} == {"7.8.1"}
    assert (asked(position), named(position, "move")) == ("MoveUnits", ["18.ID"])
    assert lost(position, "18.ID") == 0, "they were whole: nobody makes up for them"


@pytest.mark.rule("7.8.1")
def test_only_on_their_turn_only_their_side_only_in_their_scenario() -> None:
    for turn in (12, 14):
        assert where(ordered({"3.GID": "AK30 N"}, turn=turn), "3.GID") == "AK30"
    allied = ordered({"3.GID": "AK30 N", "1re-DI": "BC9 N"}, "allied")
    assert where(allied, "3.GID") == "AK30"
    british = ordered({"RM-Bri": "AS41 N", "1st-Div": "BC9 N"}, "allied", 16)
    assert place(british, "RM-Bri") == WITHDRAWN
    elsewhere = arranged("guise", units={"3.GID": "AK26 N"}, side="german", turn=14, begin="movement")
    assert where(elsewhere, "3.GID") == "AK26"


@pytest.mark.rule("7.8.1", "8.1.1")
def test_who_must_leave_does_not_fire_nor_storm_before() -> None:
    units = {"38.ID": "AL31 NE", "43.IB": "AL31 NE", "18.ID": "AL31 NE"}
    board = arranged(units=units, side="german", turn=13, begin="nothing").board
    assert {IDS[unit] for unit in (BY_ID["38.ID"], BY_ID["43.IB"]) if leaving(board) >> unit & 1} == {"38.ID", "43.IB"}
    for name in ("38.ID", "43.IB"):
        reason = why_silent(board, BY_ID[name])
        assert reason is not None
        assert reason.rule == "7.8.1", "the brigade of the 22.ID too"
    assert why_silent(board, BY_ID["18.ID"]) is None
    fort = next(i for i, each in enumerate(MAP.forts) if each.name == "Fort de Leveau")
    assert {IDS[unit] for unit in stormers(board, DE, fort)} == {"18.ID"}
    storm = why_no_stormer(board, DE, BY_ID["38.ID"], fort)
    assert storm is not None
    assert storm.rule == "7.8.1"
    board.turn = 12
    assert why_silent(board, BY_ID["38.ID"]) is None


@pytest.mark.rule("7.8.1")
@pytest.mark.reading("split-withdrawn")
def test_the_parts_of_a_split_division_are_taken() -> None:
    position = ordered({"43.IB": "AK30 N", "44.IB": "AL31 N", "18.ID": "AM30 N"})
    assert [place(position, unit) for unit in ("43.IB", "44.IB")] == [WITHDRAWN] * 2
    assert asked(position) == "MoveUnits"


@pytest.mark.rule("7.8.1", "7.7.4")
def test_a_unit_that_was_held_back_leaves_from_the_display() -> None:
    position = ordered({"3.GID": "waiting", "18.ID": "AM30 N"})
    assert place(position, "3.GID") == WITHDRAWN
    assert asked(position) == "MoveUnits"
    assert position.board.where.count(WAITING) == 0


# -- [7.8.2]


@pytest.mark.rule("7.8.2")
def test_missing_steps_are_taken_from_units_of_the_same_type_and_rank() -> None:
    units = {"38.ID": "AK30 N -2", "18.ID": "AM30 N", "20.ID": "AN30 N -1", "5.KD": "AN31", "5.ID": "AM31 N"}
    others = {"24.RD": "AO30 N", "I.II/Fußa.9": "AO30 N", "PiR.24": "AO30 N", "1re-DI": "BC9 N"}
    position = ordered({**units, **others})
    assert (asked(position), actor(position)) == ("TakeSteps", "german")
    assert sorted(named(position, "take")) == ["18.ID", "20.ID"], "active divisions of rank B"
    for wrong in ("5.ID", "24.RD", "5.KD", "PiR.24"):
        assert refused(position, f"take {wrong}") == "7.8.2"
    assert refused(position, "take 1re-DI") == "3.2.1", "the enemy's"
    position = play(position, "take 20.ID")
    (event,) = happened(position, StepsTaken)
    assert (event.rule, event.unit, event.left) == ("7.8.2", "20.ID", 2)
    assert asked(position) == "TakeSteps", "two are missing"
    position = play(position, "take 18.ID")
    assert (lost(position, "18.ID"), lost(position, "20.ID")) == (1, 2)
    assert asked(position) == "MoveUnits"


@pytest.mark.rule("7.8.2", "7.8.1")
def test_such_steps_are_no_losses_of_a_battle() -> None:
    units = {"38.ID": "AK30 N -1", "18.ID": "AM30 N", "20.ID": "AN30 N"}
    position = play(ordered(units), "take 18.ID")
    assert position.board.loss_marker == {}
    assert position.board.lost_now == {}
    assert position.board.step_losses[DE] == 0, "the enemy had his point when the 38.ID lost its step"


@pytest.mark.rule("7.8.2")
def test_a_destroyed_unit_is_made_up_for_wholly() -> None:
    units = {"38.ID": "destroyed", "18.ID": "AM30 N", "20.ID": "AN30 N"}
    position = ordered(units)
    for donor in ("18.ID", "18.ID", "18.ID", "18.ID"):
        assert asked(position) == "TakeSteps"
        position = play(position, f"take {donor}")
    assert place(position, "18.ID") == WITHDRAWN, "it gave its last step"
    assert place(position, "38.ID") == DESTROYED
    assert asked(position) == "MoveUnits"


@pytest.mark.rule("7.8.2")
def test_brigades_of_a_split_division_count_together() -> None:
    position = ordered({"43.IB": "AK30 N -1", "44.IB": "destroyed", "18.ID": "AM30 N", "20.ID": "AN30 N"})
    assert place(position, "43.IB") == WITHDRAWN
    for _ in range(3):
        assert asked(position) == "TakeSteps"
        position = play(position, "take 18.ID")
    assert asked(position) == "MoveUnits"


@pytest.mark.rule("7.8.2")
def test_one_donor_is_not_asked_for_and_none_ends_it() -> None:
    one = ordered({"38.ID": "AK30 N -3", "18.ID": "AM30 N -2", "5.ID": "AN30 N"})
    assert place(one, "18.ID") == WITHDRAWN, "its two steps, and nobody has the third"
    assert asked(one) == "MoveUnits"
    assert lost(one, "5.ID") == 0


@pytest.mark.rule("7.8.2", "3.2.1")
@pytest.mark.reading("withdrawn-steps")
def test_the_steps_come_from_the_same_nation() -> None:
    units = {"RM-Bri": "destroyed", "51e-DR": "BC9 N", "1st-Div": "BC7 N"}
    position = ordered(units, "allied", 16)
    assert asked(position) == "MoveUnits"
    assert lost(position, "51e-DR") == 0, "French, though of the rank C"
    assert donors(position.board, BY_ID["RM-Bri"]) == []


@pytest.mark.rule("7.8.1")
def test_a_unit_leaves_with_its_parts_and_its_other_counters() -> None:
    assert versions(BY_ID["18.ID"]) == unit("18.ID")
    assert versions(BY_ID["6.ID"]) == unit("6.ID", "11.IB", "12.IB")
