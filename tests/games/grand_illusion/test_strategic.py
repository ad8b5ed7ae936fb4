"""Chapter 10: strategic movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import Game, actor, alone, asked, carried_out, legal, offered, play, question, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS
from marne.games.grand_illusion.rules.movement.strategic import (
    StrategicMove,
    StrategicSegment,
    arrive,
    rail_hexes,
    rail_net,
    rail_reach,
    sea_hexes,
)
from marne.hexes import members

QUIET = {"FR.XX": 57, "BR.1": 28, "BE.I": 43, "GE.X": 86, "GE.VII": 66}


def phase(turn: int = 6, **changes: Any) -> Game:
    changes.setdefault("units", QUIET)
    changes.setdefault("caps", [2, 2])
    return alone(turn=turn, begin="strategic", side="allied", initiative="german", **changes)


@pytest.mark.rule("10.0", "10.1", "5.2")
def test_a_cap_for_each_unit() -> None:
    position = phase()
    assert legal(position) == ["rail BR.1", "rail FR.XX", "done"]
    position = play(position, "rail FR.XX", "to 19")
    assert where(position, "FR.XX") == 19
    assert position.board.caps[ALLIED] == 1
    assert "rail FR.XX" not in legal(position), "once a phase"


@pytest.mark.rule("10.2")
def test_ten_friendly_rail_hexes() -> None:
    position = phase()
    board = position.board
    net = rail_net(board, ALLIED)
    reach = rail_reach(board, net, 57)
    assert 19 in members(reach)
    assert 66 in members(reach), "contested, but Allied"
    assert all(board.controls(ALLIED, hex) for hex in members(reach))
    assert 104 not in members(rail_reach(board, net, 23)), "more than ten hexes away"


@pytest.mark.rule("10.3")
def test_limits_by_turn_and_nation() -> None:
    quiet = alone(turn=2, units=QUIET, caps=[2, 2]).board
    assert rail_net(quiet, ALLIED) == rail_net(quiet, GERMAN) == 0
    assert asked(phase(2)) != "StrategicSegment"
    early = phase(4, german=[75, 66]).board
    assert not rail_net(early, GERMAN) & 1 << 75, "Allied ground only from turn 5"
    assert rail_net(phase(5, german=[75, 66]).board, GERMAN) & 1 << 75
    board = phase().board
    assert 19 not in rail_hexes(board, BY_ID["BR.1"], rail_net(board, ALLIED))
    assert 38 in rail_hexes(board, BY_ID["BR.1"], rail_net(board, ALLIED)), "through Paris is allowed"
    assert "rail BE.I" not in legal(phase())


@pytest.mark.rule("10.4", "12.5.4")
def test_by_sea_westwards_between_the_ports() -> None:
    position = phase(2, units={"BR.1": 23, "BE.I": 23, "FR.XX": 52, "GE.X": 84})
    assert legal(position) == ["sea BR.1", "done"]
    assert sea_hexes(position.board, BY_ID["BR.1"]) == [1, 7, 14]
    assert sea_hexes(position.board, BY_ID["FR.XX"]) == [], "Antwerp is closed by the Dutch"
    assert where(play(position, "sea BR.1", "to 14"), "BR.1") == 14


@pytest.mark.rule("8.4.9", "ES-28")
def test_a_free_train_to_paris_when_it_is_in_danger() -> None:
    position = phase(4, caps=[0, 0], danger=4, free_train=True)
    assert legal(position) == ["train FR.XX", "done"]
    position = play(position, "train FR.XX")
    assert where(position, "FR.XX") == 19
    assert not position.board.free_train


@pytest.mark.rule("10.1", "9.5.4")
def test_heavy_artillery_takes_no_train() -> None:
    position = phase(6, units={"GE.HA-420": 91, "GE.X": 91, "FR.XX": 57}, caps=[0, 2])
    assert "rail GE.X" in legal(position)
    assert "rail GE.HA-420" not in legal(position)


@pytest.mark.rule("8.4.8", "10.3", "ES-26")
def test_trains_do_not_open_the_coast_before_turn_seven() -> None:
    road = [34, 33, 44, 54, 64, 73]
    for opened, there in (([], False), ([33], True)):
        position = phase(6, units={"GE.X": 44, "FR.XX": 57}, german=road, opened=opened, rail_end=False)
        board = position.board
        assert (33 in rail_hexes(board, BY_ID["GE.X"], rail_net(board, GERMAN))) is there


@pytest.mark.rule("8.4.3", "10.2")
def test_german_trains_end_where_the_net_ends() -> None:
    road = [73, 64, 65, 56, 57]
    board = phase(6, units={"GE.X": 56, "FR.XX": 27}, german=road, rail_end=True).board
    assert rail_net(board, GERMAN) >> 56 & 1
    assert not rail_net(board, GERMAN) >> 57 & 1
    board.rail_end = False
    assert rail_net(board, GERMAN) >> 57 & 1


@pytest.mark.rule("8.4.9", "ES-28")
@pytest.mark.parametrize(("edition", "late"), [("english", True), ("spanish", False)])
def test_in_spanish_the_free_train_runs_on_the_turn_of_the_alarm_only(edition: str, late: bool) -> None:
    for danger, there in ((4, True), (3, late)):
        position = alone(
            edition,
            turn=4,
            begin="strategic",
            units=QUIET,
            caps=[0, 0],
            danger=danger,
            free_train=True,
            initiative="german",
        )
        assert (asked(position) == "StrategicSegment") is there


@pytest.mark.rule("10.1", "10.2", "10.4")
def test_what_is_offered_and_what_it_costs() -> None:
    units = {"FR.XX": 57, "FR.HQ-3": 57, "BR.1": 14, "BE.I": 43, "GE.X": 86, "FR.HA": 57, "FR.F-Paris": 19}
    position = phase(6, units=units, caps=[2, 0])
    assert legal(position) == ["rail BR.1", "sea BR.1", "rail FR.XX", "rail FR.HQ-3", "done"]
    sailed = play(position, "sea BR.1", "to 1")
    assert sailed.board.caps == [1, 0]
    assert where(sailed, "BR.1") == 1
    assert sailed.board.moved == 1 << BY_ID["BR.1"]
    assert not [text for text in legal(sailed) if "BR.1" in text]
    over = play(sailed, "done")
    assert asked(over) != "StrategicSegment"
    assert over.board.moved == 0
    spent = play(position, "rail FR.XX", "to 19", "rail FR.HQ-3", "to 19")
    assert spent.board.caps == [0, 0]
    assert asked(spent) != "StrategicSegment", "no CAPS, no trains"
    assert asked(phase(6, units=units, caps=[0, 0])) != "StrategicSegment"


@pytest.mark.rule("10.0", "10.1")
def test_both_sides_ride_and_nobody_is_marked_for_the_other() -> None:
    position = phase(6, units={"FR.XX": 57, "GE.X": 86}, caps=[1, 1])
    assert "rail FR.XX" in legal(position), "the side without the initiative first"
    position = play(position, "rail FR.XX", "to 19")
    assert legal(position)[0] == "rail GE.X"
    assert position.board.moved == 0
    assert actor(position) == "german"


@pytest.mark.rule("8.4.9", "10.1", "ES-28")
def test_the_free_train_in_every_case() -> None:
    for edition in ("english", "spanish"):
        for turn in (2, 3, 4, 5):
            for danger in (2, 3, 4):
                for free in (True, False):
                    for caps in (0, 1):
                        board = alone(edition, turn=turn, units=QUIET, danger=danger, free_train=free).board
                        board.caps = [caps, 0]
                        ask = question(StrategicSegment(ALLIED), board)
                        trains = [each for each in offered(ask) if each[0] == "train"]
                        there = free and turn >= 3 and (edition == "english" or turn == danger)
                        assert trains == ([("train", BY_ID["FR.XX"])] if there else [])
                        assert question(StrategicSegment(GERMAN), board) is None


@pytest.mark.rule("8.4.9", "10.1")
def test_who_may_take_the_free_train() -> None:
    units = {"FR.XX": 57, "FR.45": 57, "FR.5-C": 57, "FR.HQ-3": 57, "BR.1": 57, "FR.I": 19, "GE.X": 84, "FR.V": 49}
    position = phase(4, units=units, caps=[0, 0], danger=4, free_train=True)
    assert legal(position) == ["train FR.XX", "done"], "a French infantry corps on the rails"
    full = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.VI", "FR.VII"), 19)
    crowded = phase(4, units={**units, **full}, caps=[0, 0], danger=4, free_train=True)
    assert asked(crowded) != "StrategicSegment", "Paris is full"
    taken = play(position, "train FR.XX")
    assert taken.board.caps == [0, 0]
    assert where(taken, "FR.XX") == 19
    assert asked(taken) != "StrategicSegment", "once"


@pytest.mark.rule("10.2", "8.4.9", "8.4.1")
def test_arriving_by_train() -> None:
    board = phase(
        6, units={"FR.HQ-3": 57, "FR.HQ-5": 19, "FR.XX": 57, "GE.X": 86, "GE.V": 91}, german=[28, 27, 37]
    ).board
    both = board.copy()
    both.put(BY_ID["FR.HQ-1"], 19)
    arrive(both, BY_ID["FR.XX"], 19, "10.2")
    assert not both.is_down(BY_ID["FR.HQ-5"]), "a corps makes no staffs meet"
    arrive(board, BY_ID["FR.XX"], 19, "10.2")
    assert not board.is_down(BY_ID["FR.HQ-5"])
    arrive(board, BY_ID["FR.HQ-3"], 19, "10.2")
    assert board.is_down(BY_ID["FR.HQ-5"]), "8.4.1"
    assert board.danger == 0
    board.control |= sum(1 << hex for hex in (37, 47, 46, 36, 35, 45, 44, 54, 64, 73, 28, 27))
    arrive(board, BY_ID["GE.HQ-4"], 28, "10.2")
    assert board.danger == 0, "a staff frightens nobody"
    arrive(board, BY_ID["GE.X"], 28, "10.2")
    assert board.danger == 6


@pytest.mark.rule("10.2", "10.4")
def test_a_single_way_needs_no_question() -> None:
    board = alone(turn=6, units={"BR.1": 7, "FR.XX": 57, "GE.X": 84}).board
    assert sea_hexes(board, BY_ID["BR.1"]) == [1]
    move = StrategicMove(BY_ID["BR.1"], True)
    assert question(move, board) is None
    carried_out(move, board)
    assert board.where[BY_ID["BR.1"]] == 1
    board = alone(turn=6, units={"BR.1": 14, "FR.XX": 57, "GE.X": 84}).board
    ask = question(StrategicMove(BY_ID["BR.1"], True), board)
    assert ask is not None
    assert ask.actor == ALLIED
    StrategicMove(BY_ID["BR.1"], True).do(board, ("to", 7))
    assert board.where[BY_ID["BR.1"]] == 7
    assert board.events[-1].rule == "10.4"
    StrategicMove(BY_ID["FR.XX"], False).do(board, ("to", 46))
    assert (board.where[BY_ID["FR.XX"]], board.events[-1].rule) == (46, "10.2"), "by rail"


@pytest.mark.rule("10.1", "10.2")
def test_trains_run_from_the_last_hex_of_the_map() -> None:
    board = alone(turn=6, units={"GE.X": 107, "FR.XX": 57, "GE.VII": 91}).board
    board.caps = [0, 1]
    names = [IDS[each[1]] for each in offered(question(StrategicSegment(GERMAN), board)) if each != "done"]
    assert names == ["GE.VII", "GE.X"]


@pytest.mark.rule("8.4.3", "10.2")
def test_the_end_of_the_german_net_is_nothing_to_french_trains() -> None:
    board = phase(6, units={"FR.XX": 57, "GE.X": 84}, german=[46, 54], rail_end=True).board
    assert rail_net(board, ALLIED) >> 55 & 1, "by way of 56, the only line that is left"
