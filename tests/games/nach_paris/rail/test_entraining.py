"""[12.2] What boarding, riding and leaving a train change in a unit and its hex."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, rule, still, unit
from games.nach_paris.support import arranged, legal, play
from marne.games.nach_paris.components.tables import ENTRAIN_COST
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE, MOBILITY
from marne.games.nach_paris.rules.movement import walk
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail.entraining import _just_stopped, directions, why_not_detrain, why_not_entrain
from marne.games.nach_paris.rules.rail.entraining import carry_out as by_train
from marne.games.nach_paris.rules.rail.entraining import carry_out as entrain
from marne.games.nach_paris.rules.rail.journeys import _note_carried, trains_at
from marne.games.nach_paris.rules.units.zones import zones
from marne.hexes import members


@pytest.mark.rule("12.2.1", "12.3.8", "10.3.1")
def test_who_boards_a_train_leaves_all_its_works() -> None:
    position = arranged(turn=9, side="german", begin="MoveUnits DE", units={"18.ID": "S31 N", "17.ID": "S31 N"})
    moving = play(position, "move 18.ID")
    options = [text for text in legal(moving) if text.startswith("entrain")]
    assert options
    both = 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]
    moving.board.fieldworks = moving.board.entrenched = moving.board.in_walls = both
    after = play(moving, options[0]).board
    for name in ("fieldworks", "entrenched", "in_walls"):
        assert getattr(after, name) & both == 1 << BY_ID["17.ID"], name


@pytest.mark.rule("12.2.6")
def test_who_goes_by_rail_is_noted_as_carried() -> None:
    board = still({"18.ID": "S31 N"})
    board.carried = board.moved = 2
    _note_carried(board, 3)
    assert (board.carried, board.moved) == (10, 10)


@pytest.mark.rule("12.2.1", "12.3.8", "12.2.3")
@pytest.mark.reading("station-steps")
def test_who_gets_on_and_off_pays_and_uses_the_station_each_time() -> None:
    board, who = still({"18.ID": "S31 N -1", "17.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    board.entered = unit("17.ID")
    price = ENTRAIN_COST[MOBILITY[who]]
    going = Going(who, 50, False, False)
    by_train(board, going, ("entrain", next(iter(directions(board, who)))))
    assert (list(board.trains), board.spent[who], board.station_used) == ([who], price, {at("S31"): 3})
    assert board.entered == unit("17.ID")
    by_train(board, going, "detrain")
    assert (board.trains, board.spent[who], board.station_used) == ({}, 2 * price, {at("S31"): 6})
    assert board.entered == unit("17.ID", "18.ID")
    assert not (board.barred | board.acted | board.fought) >> who & 1


@pytest.mark.rule("12.2.2", "7.6.1")
@pytest.mark.reading("zones-and-trains")
def test_a_zone_forbids_a_train_only_to_who_was_just_stopped_by_it() -> None:
    board, who = still({"18.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    assert [_just_stopped(Going(who, 50, False, stopped)) for stopped in (True, False)] == [True, False]
    assert rule(why_not_entrain(board, Going(who, 50, True, True))) == "7.6.1"
    assert rule(why_not_entrain(board, Going(who, 50, True, False))) in ("", "12.1.5")


@pytest.mark.rule("12.2.4")
def test_trains_of_the_side_in_the_hex_fill_it_but_for_one_and_for_guns() -> None:
    board = still({"18.ID": "S31 train", "SKM.b1": "S31 train", "17.ID": "S33 train"})
    who = BY_ID["18.ID"]
    assert trains_at(board, at("S31"), GERMAN_SIDE) == [who]
    assert trains_at(board, at("S31"), GERMAN_SIDE, who) == []
    assert trains_at(board, at("S31"), ALLIED_SIDE) == trains_at(board, at("S32"), GERMAN_SIDE) == []


@pytest.mark.rule("12.2.2", "7.1.3")
def test_who_is_carried_into_a_zone_is_stopped_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Carriage:
        @staticmethod
        def carry_out(board: Any, going: Going, answer: Any) -> tuple[()]:
            board.put(going.unit, answer[1])
            return ()

    monkeypatch.setitem(walk._OWNERS, "rail", Carriage)
    board, who = still({"18.ID": "AW20 N", "1re-DI": "AW24 S"}, side="german"), BY_ID["18.ID"]
    hostile = next(hex for hex in members(zones(board, ALLIED_SIDE)) if not board.at[hex])
    assert Walk(who).answered(board, ("rail", hostile)) == (Walk(who, True),)
    assert Walk(who).answered(board, ("rail", at("AW30"))) == (Walk(who, False),)
    assert Walk(who, True).answered(board, ("rail", at("AW30"))) == (Walk(who, True),), "it stayed where it was"


@pytest.mark.rule("12.2.6")
def test_who_forces_its_march_boards_no_train_and_others_do() -> None:
    board, who = still({"18.ID": "S31 N", "17.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    going = Going(who, 50, False, False)
    for forced, refused in ((0, False), (unit("17.ID"), False), (1 << who, True)):
        board.forced = forced
        found = why_not_entrain(board, going)
        assert (found is not None and found.rule == "12.2.6") == refused


@pytest.mark.rule("12.2.3", "10.3.1", "11.7.1")
def test_who_entrains_leaves_all_works_and_others_stay_in_theirs() -> None:
    one, two = BY_ID["3.ID"], BY_ID["4.ID"]
    board = still({"3.ID": "S31 N", "4.ID": "S31 N"}, side="german", rail=["S31"])
    names = ("fieldworks", "entrenched", "in_walls")
    for name in names:
        setattr(board, name, 1 << one | 1 << two)
    ahead = next(iter(directions(board, one)))
    entrain(board, Going(one, 50, False, False), ("entrain", ahead))
    assert [getattr(board, name) for name in names] == [1 << two] * 3
    assert list(board.trains) == [one]


@pytest.mark.rule("12.2.3")
def test_only_who_is_on_a_train_gets_off() -> None:
    on, off = still({"3.ID": "S31 train"}, side="german", rail=["S31"]), still({"3.ID": "S31 N"}, side="german")
    assert why_not_detrain(on, BY_ID["3.ID"]) is None
    found = why_not_detrain(off, BY_ID["3.ID"])
    assert found is not None
    assert found.rule == "12.2.3"
