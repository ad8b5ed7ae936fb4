"""[7.7] Arrivals: placed, blocked, held back, and by train."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import Setting
from marne.games.nach_paris.board import WAITING
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DE, FR, GERMAN_SIDE, IDS, NATION, SIDE
from marne.games.nach_paris.events import Arrived
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.arrivals import (
    ArrivalFacing,
    Arrivals,
    beside,
    due,
    parents,
    place,
    toward_enemy,
    why_blocked,
)
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail.journeys import points_by_rail
from marne.games.nach_paris.steps import hex_of, label


def coming(scenario: str, nation: str, turn: int, **more: Any) -> Game:
    """The question who arrives; all units that are not named wait."""
    side = "german" if nation == "DE" else "allied"
    return arranged(scenario, side=side, turn=turn, rest="waiting", begin=f"Arrivals {nation}", **more)


def waits(position: Game, unit: str) -> bool:
    return position.board.where[BY_ID[unit]] == WAITING


# -- [7.7.1]


@pytest.mark.rule("7.7.1")
def test_a_scenario_begins_with_arrivals_not_with_a_set_up() -> None:
    first = GAME.start(Setting("liege"))
    assert asked(first) == "Arrivals"
    assert not any(first.board.at)
    assert set(named(first, "place")) == {
        "11.IB",
        "14.IB",
        "27.IB",
        "34.IB",
        "38.IB",
        "43.IB",
        "2.KD",
        "4.KD",
        "9.KD",
        "2.AOK",
    }
    after = play(first, "all")
    assert {where(after, unit) for unit in ("34.IB", "27.IB", "2.KD", "2.AOK")} == {"T37"}
    assert where(after, "9.KD") == "S33"


@pytest.mark.rule("7.7.1")
def test_units_come_on_the_turn_of_their_row_into_its_hex() -> None:
    position = coming("liege", "DE", 3)
    assert {"PiR.24", "PiR.25", "11.IB"} <= set(named(position, "place"))
    assert refused(position, "place Ebk.2") == "7.7.1", "on turn 4"
    assert refused(position, "place 9e.11e-BM") == "3.2.1", "a Belgian"
    assert refused(position, "place 1.AOK") == "7.7.1", "not in this scenario"
    position = play(position, "place PiR.24", "face SW")
    assert where(position, "PiR.24") == "T37"
    assert "place PiR.24" not in legal(position)
    assert refused(position, "place PiR.24") == "7.7.1"


@pytest.mark.rule("7.7.1")
def test_who_arrives_does_not_move_in_this_turn() -> None:
    units = {"18.ID": "R36 SW"}
    position = arranged("liege", side="german", turn=5, units=units, rest="waiting", begin="movement")
    assert "arrive" in legal(position)
    position = play(position, "arrive", "place 37.IB", "face SW", "end")
    assert asked(position) == "MoveUnits"
    assert refused(position, "move 37.IB") == "7.7.1"
    assert named(position, "move") == ["18.ID"]
    position = play(position, "end")
    assert asked(position) == "Arrivals", "those that are left"
    position = play(position, "end")
    assert asked(position) == "ChooseShift"
    assert refused(position, "shift 37.IB") == "9.7.1", "nor in the Combat Phase"


@pytest.mark.rule("7.7.1")
def test_arrivals_come_while_others_move() -> None:
    """A unit that leaves the hex makes room for one that comes."""
    full = {"3.ID": "T33 SW", "4.ID": "T33 SW"}  # eight; the hex holds nine
    position = arranged("liege", side="german", turn=5, units=full, rest="waiting", begin="movement")
    inside = play(position, "arrive")
    assert "place 37.IB" not in legal(inside)
    assert refused(inside, "place 37.IB") == "7.7.2"
    position = play(position, "move 3.ID", "to S33", "end", "face SW", "arrive")
    assert "place 37.IB" in legal(position)


@pytest.mark.rule("7.7.1", "3.2.1")
def test_nobody_is_asked_where_nobody_comes() -> None:
    idle = arranged("liege", side="german", turn=5, units={"18.ID": "R36 SW"}, begin="movement")
    assert "arrive" not in legal(idle)
    assert refused(idle, "arrive") == "7.7.1"
    assert asked(coming("liege", "BE", 1, units={"9e.11e-BM": "W34 N", "12e.14e-BM": "W35 N"})) == ""
    assert {NATION[row.unit] for row in due(coming("campaign", "FR", 1).board, FR)} == {FR}


@pytest.mark.rule("7.7.1", "3.3.1")
def test_the_marks_of_the_display() -> None:
    board = coming("liege", "DE", 6).board
    gun = board.play.arrival[BY_ID["KMK.b3"]]
    place(board, replace(gun, fip=True), gun.hex)
    foot = board.play.arrival[BY_ID["20.ID"]]
    place(board, replace(foot, lost=2, fieldworks=True, llc=True), foot.hex)
    assert board.in_position >> BY_ID["KMK.b3"] & 1
    assert board.lost[BY_ID["20.ID"]] == 2
    assert board.fieldworks >> BY_ID["20.ID"] & board.limited >> BY_ID["20.ID"] & 1
    away = board.play.arrival[BY_ID["18.ID"]]
    place(board, replace(away, fieldworks=True), MAP.grid.hex("S36"))
    assert not board.fieldworks >> BY_ID["18.ID"] & 1, "the works of the display lie in its hex"


# -- [7.7.2]


@pytest.mark.rule("7.7.2")
def test_the_player_chooses_the_facing_and_the_works_stay() -> None:
    position = play(coming("liege", "DE", 5), "place 18.ID")
    assert asked(position) == "ArrivalFacing"
    assert named(position, "face") == ["N", "NE", "SE", "S", "SW", "NW"]
    position.board.fieldworks |= 1 << BY_ID["18.ID"]
    position = play(position, "face SW")
    assert position.board.faces[BY_ID["18.ID"]] == 4
    assert has(position, "fieldworks", "18.ID"), "they are dug that way"
    assert asked(play(coming("liege", "DE", 1), "place 2.KD")) == "Arrivals", "cavalry has no facing"
    blind = arranged("liege", {"facing": "off"}, side="german", turn=5, rest="waiting", begin="Arrivals DE")
    assert asked(play(blind, "place 18.ID")) == "Arrivals"


@pytest.mark.rule("7.7.2")
def test_all_at_once_look_to_the_nearest_enemy() -> None:
    position = play(coming("liege", "DE", 1, units={"9e.11e-BM": "W34 N"}), "all")
    assert asked(position) == ""
    for name in ("34.IB", "38.IB", "11.IB"):
        hex = position.board.where[BY_ID[name]]
        ahead = MAP.grid.around[hex][position.board.faces[BY_ID[name]]]
        enemy = MAP.grid.hex("W34")
        assert ahead is not None
        assert MAP.grid.distance(ahead, enemy) == MAP.grid.distance(hex, enemy) - 1
    assert len(happened(position, Arrived)) == 10
    empty = coming("mulhouse", "FR", 3).board
    east = toward_enemy(empty, MAP.grid.hex("K3"), ALLIED_SIDE)
    assert MAP.grid.direction_names[east] in ("NE", "SE"), "nobody is there yet: to where they will come"
    west = toward_enemy(empty, MAP.grid.hex("G3"), GERMAN_SIDE)
    assert MAP.grid.direction_names[west] in ("NW", "SW")


@pytest.mark.rule("7.7.2")
def test_an_enemy_in_the_hex_sends_the_unit_beside_its_headquarters() -> None:
    units = {"7.AOK-2": "G7", "14e-DI": "G3 N", "1.bLIB": "F7 N"}
    position = coming("mulhouse", "DE", 3, units=units)
    assert "place 55.LIB" not in legal(position)
    assert refused(position, "place 55.LIB") == "7.7.2"
    assert "beside 55.LIB" in legal(position)
    assert refused(position, "beside 28.ID") == "7.7.2", "its hex is free"
    position = play(position, "beside 55.LIB")
    near = {MAP.grid.label(hex) for hex in MAP.grid.neighbours[MAP.grid.hex("G7")]}
    assert asked(position) == "PlaceBeside"
    assert set(named(position, "to")) <= near
    assert "F7" in named(position, "to")
    assert refused(position, "to G3") == "7.7.2"
    assert refused(position, "to D4") == "7.7.2"
    position = play(position, "to F7", "face SW")
    assert where(position, "55.LIB") == "F7"
    assert has(position, "arrived", "55.LIB"), "it waits for the next Movement Phase there too"


@pytest.mark.rule("7.7.2", "6.4.1")
def test_a_full_hex_sends_the_unit_beside_its_headquarters() -> None:
    units = {"2.AOK": "T36", "3.ID": "T33 SW", "4.ID": "T33 SW"}  # eight; the hex holds nine
    position = coming("liege", "DE", 5, units=units)
    assert refused(position, "place 37.IB") == "7.7.2"
    assert "beside 37.IB" in legal(position)
    fits = coming("liege", "DE", 5, units={**units, "4.ID": "T33 SW -1"})
    assert "place 37.IB" in legal(fits)
    assert "beside 37.IB" not in legal(fits)
    crowd = {"2.AOK": "S35", **dict.fromkeys(("3.ID", "4.ID", "18.ID", "20.ID"), "T36 N")}
    assert "place Ebk.2" in legal(coming("liege", "DE", 5, units=crowd)), "engineers need no room"


@pytest.mark.rule("7.7.2", "11.3.2")
@pytest.mark.reading("arrival-blocked")
def test_an_enemy_fort_blocks_the_hex_too() -> None:
    board = coming("liege", "DE", 1).board
    row = replace(board.play.arrival[BY_ID["11.IB"]], hex=MAP.grid.hex("W34"))
    reason = why_blocked(board, row, row.hex)
    assert reason is not None
    assert reason.rule == "7.7.2"


@pytest.mark.rule("7.7.2", "13.2.1")
def test_which_headquarters_is_the_parent() -> None:
    board = coming("campaign", "DE", 1, units={"1.AOK": "R36", "2.AOK": "T36", "5.AOK": "P20"}).board

    def led(unit: str) -> list[str]:
        return [IDS[hq] for hq in parents(board, BY_ID[unit])]

    assert led("18.ID") == ["1.AOK"], "of its army"
    assert led("34.IB") == ["2.AOK"], "the scenario puts it under the 2.AOK until turn 8"
    assert sorted(led("KMK.b1")) == ["1.AOK", "2.AOK", "5.AOK"], "without an army any of its nation"
    board.turn = 9
    assert led("34.IB") == ["1.AOK"]
    board.obeys[BY_ID["34.IB"]] = BY_ID["5.AOK"]
    assert led("34.IB") == ["5.AOK"], "it has changed"
    assert led("1.AOK") == [], "no headquarters leads itself"


@pytest.mark.rule("7.7.2", "7.7.4")
def test_without_a_headquarters_on_the_map_a_blocked_unit_waits() -> None:
    position = coming("mulhouse", "DE", 3, units={"14e-DI": "G3 N"})
    assert "beside 55.LIB" not in legal(position)
    assert refused(position, "beside 55.LIB") == "7.7.2"
    position = play(position, "all")
    assert waits(position, "55.LIB")
    assert where(position, "28.ID") == "D4"
    assert "beside 55.LIB" in legal(position), "now its headquarters has come"


# -- [7.7.4]


@pytest.mark.rule("7.7.4")
def test_a_player_may_hold_units_back_as_long_as_he_likes() -> None:
    position = play(coming("liege", "DE", 1), "place 2.AOK", "end")
    assert waits(position, "34.IB")
    later = coming("liege", "DE", 8)
    assert "place 34.IB" in legal(later), "seven turns late"
    assert {row.unit for row in due(later.board, DE)} >= {BY_ID["34.IB"], BY_ID["13.RD"]}
    turns = arranged("liege", side="german", turn=2, units={"2.AOK": "T37"}, rest="waiting", begin="turn")
    while asked(turns) != "MoveUnits":
        turns = play(turns, "end")
    assert "arrive" in legal(turns)


# -- [7.7.3]


@pytest.mark.rule("7.7.3")
def test_a_unit_by_rail_stands_on_its_train_and_may_go_on_at_once() -> None:
    position = coming("campaign", "DE", 13)
    assert {"17.RD", "18.RD"} <= set(named(position, "place"))
    position = play(position, "place 17.RD")
    unit = BY_ID["17.RD"]
    assert asked(position) == "ComeByRail", "there are several lines out of the hex"
    position = play(position, legal(position)[0])
    assert where(position, "17.RD") == "T37"
    assert unit in position.board.trains
    assert not has(position, "arrived", "17.RD")
    assert not has(position, "moved", "17.RD")
    assert points_by_rail(position.board, unit) == 50
    (event,) = happened(position, Arrived)
    assert event.rule == "7.7.3"
    first, second, _ = Arrivals(DE).answered(coming("campaign", "DE", 13).board, ("place", unit))
    assert type(first).__name__ == "ComeByRail"
    assert second == Walk(unit), "it goes on before anybody else comes"


@pytest.mark.rule("7.7.3")
def test_fifty_points_whatever_its_own_and_railway_guns_keep_theirs() -> None:
    slow = play(coming("campaign", "DE", 13), "place 17.RD")
    slow = play(slow, legal(slow)[0])
    slow.board.lost[BY_ID["17.RD"]] = 3
    assert slow.board.mf(BY_ID["17.RD"]) == 30
    assert points_by_rail(slow.board, BY_ID["17.RD"]) == 50
    guns = coming("liege", "DE", 6).board
    row = guns.play.arrival[BY_ID["SKM.b1"]]
    place(guns, row, row.hex)
    assert row.unit in guns.trains
    assert points_by_rail(guns, row.unit) == 45


@pytest.mark.rule("7.7.3", "12.2.4", "7.7.2")
def test_one_train_in_the_hex_but_railway_guns_do_not_count() -> None:
    position = play(coming("campaign", "DE", 13, units={"1.AOK": "R36", "2.AOK": "R36"}), "place 17.RD")
    position = play(position, legal(position)[0], "end")
    assert asked(position) == "Arrivals"
    assert refused(position, "place 18.RD") == "12.2.4"
    assert "beside 18.RD" not in legal(position)
    assert refused(position, "beside 18.RD") == "7.7.2", "it waits for the rails"
    guns = coming("campaign", "DE", 13, units={"SKM.b1": "T37 train", "18.ID": "T37 N"})
    assert "place 18.RD" in legal(guns), "nor do troops beside the line"


@pytest.mark.rule("7.7.3")
def test_a_train_does_not_count_for_stacking_and_needs_its_own_railway() -> None:
    full = {"3.ID": "T37 SW", "4.ID": "T37 SW", "6.ID": "T37 SW", "18.ID": "T37 SW"}
    assert "place 17.RD" in legal(coming("campaign", "DE", 13, units=full))
    lost = coming("campaign", "DE", 13, allied_rail=["T37"])
    assert refused(lost, "place 17.RD") == "12.1.5"


@pytest.mark.rule("7.7.3", "7.7.2")
def test_an_enemy_on_the_rails_sends_it_beside_its_headquarters_off_the_train() -> None:
    units = {"9e.11e-BM": "T37 N", "1.AOK": "R36", "2.AOK": "R36", "6.AOK": "R36"}
    position = coming("campaign", "DE", 13, units=units)
    assert refused(position, "place 17.RD") == "7.7.2"
    position = play(position, "beside 17.RD")
    position = play(position, f"to {named(position, 'to')[0]}")
    assert BY_ID["17.RD"] not in position.board.trains
    assert has(position, "arrived", "17.RD")


@pytest.mark.rule("7.7.3")
def test_all_at_once_leaves_the_trains_to_be_placed_one_by_one() -> None:
    position = play(coming("campaign", "DE", 13), "all")
    assert named(position, "place") == ["17.RD", "18.RD"]
    assert "all" not in legal(position)


def test_no_list_of_arrivals_is_long() -> None:
    for turn in range(1, 23):
        for nation in ("DE", "FR", "GB", "BE"):
            assert len(legal(coming("campaign", nation, turn, arrived=turn - 1))) < 60


@pytest.mark.rule("3.3.1", "7.7.1")
@pytest.mark.parametrize("yes", [True, False])
def test_whoever_arrives_has_what_its_row_says_and_nothing_else(yes: bool) -> None:
    board = still(side="german")
    row = next(row for row in board.play.arrival.values() if IDS[row.unit] == "18.ID")
    row = replace(row, lost=int(yes), fieldworks=yes, llc=yes, fip=yes)
    others = unit("17.ID")
    for name in ("fieldworks", "limited", "in_position", "arrived", "moved"):
        setattr(board, name, others)
    place(board, row, row.hex)
    bit = unit("18.ID") * yes
    assert (board.fieldworks, board.limited, board.in_position) == (others | bit, others | bit, others | bit)
    assert board.arrived == board.moved == others | unit("18.ID")
    assert (board.where[row.unit], board.lost[row.unit], board.trains) == (row.hex, int(yes), {})
    beside = still(side="german")
    place(beside, row, MAP.grid.neighbours[row.hex][0])
    assert beside.fieldworks == 0, "fieldworks are those of its own hex"


@pytest.mark.rule("3.3.1", "7.7.1")
@pytest.mark.parametrize(("fip", "on_rails"), [(False, True), (True, False)])
def test_a_railway_gun_that_arrives_stands_on_the_rails_unless_in_position(fip: bool, on_rails: bool) -> None:
    board = still(side="german", rail=["S31"])
    row = replace(next(iter(board.play.arrival.values())), unit=BY_ID["SKM.b1"], fip=fip, lost=0, llc=False)
    place(board, row, at("S31"))
    assert (row.unit in board.trains) == on_rails
    road = still(side="german")
    place(road, row, next(hex for hex in range(len(MAP.grid)) if not MAP.links_of[hex] and MAP.playable(hex)))
    assert road.trains == {}


@pytest.mark.rule("7.7.4", "7.7.1")
def test_who_waits_may_come_from_its_turn_on() -> None:
    board = arranged("campaign", begin="nothing", rest="waiting", turn=3).board
    rows = [row for row in board.play.arrival.values() if NATION[row.unit] == DE]
    assert {row.unit for row in due(board, DE)} == {
        row.unit for row in rows if row.turn <= 3 and board.where[row.unit] == WAITING
    }
    later = [row for row in rows if row.turn > 3]
    board.turn = max(row.turn for row in later)
    assert {row.unit for row in later} <= {row.unit for row in due(board, DE)}
    first = due(board, DE)[0]
    board.put(first.unit, at("AW22"))
    assert first not in due(board, DE)
    assert all(NATION[row.unit] == FR for row in due(board, FR))


@pytest.mark.rule("7.7.2")
def test_who_has_just_come_looks_where_it_likes_if_it_has_a_facing() -> None:
    board = still({"18.ID": "AW22 N", "5.KD": "AW22"}, side="german")
    ask: Any = ArrivalFacing(BY_ID["18.ID"]).ask(board)
    assert (ask.actor, list(ask.options)) == (0, [("face", way) for way in range(6)])
    assert ArrivalFacing(BY_ID["5.KD"]).ask(board) is None
    ArrivalFacing(BY_ID["18.ID"]).answered(board, ("face", 4))
    assert board.faces[BY_ID["18.ID"]] == 4
    board.put(BY_ID["18.ID"], -1)
    assert ArrivalFacing(BY_ID["18.ID"]).ask(board) is None
    near = still({"1re-DI": "AW23 S", "2e-DI": "AW30 S"})
    ways = MAP.grid.around[at("AW22")]
    assert ways[toward_enemy(near, at("AW22"), 0)] == at("AW23")
    assert SIDE[BY_ID["1re-DI"]] == ALLIED_SIDE


@pytest.mark.rule("7.7.2")
def test_without_any_enemy_those_who_come_face_the_first_direction() -> None:
    board = still({"18.ID": "AW22 N"})
    board.play = replace(board.play, arrivals={})
    assert toward_enemy(board, at("AW22"), GERMAN_SIDE) == 0


@pytest.mark.rule("7.7.2", "2.2.3")
def test_railway_guns_come_beside_their_headquarters_only_on_a_line() -> None:
    position = arranged(
        "liege",
        side="german",
        turn=6,
        rest="waiting",
        begin="Arrivals DE",
        units={"9e.11e-BM": "T36 N", "2.AOK": "R36"},
    )
    board = position.board
    row = board.play.arrival[BY_ID["SKM.b1"]]
    assert label(row.hex) == "T36"
    around = MAP.grid.neighbours[hex_of("R36")]
    open_hexes = beside(board, row)
    assert open_hexes
    assert all(MAP.links_of[hex] for hex in open_hexes)
    assert any(not MAP.links_of[hex] for hex in around), "other neighbours have no line"
    foot = replace(row, unit=BY_ID["18.ID"])
    assert any(not MAP.links_of[hex] for hex in beside(board, foot)), "who marches needs no line"
