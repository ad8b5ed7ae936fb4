"""[7.1] Marches: who moves, how far, what each hex costs, where it looks."""

from __future__ import annotations

import pytest

from games.nach_paris.movement.support import chosen, cost_to, direct, moving
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import arranged, asked, has, legal, named, play, refused
from marne.engine import CHANCE
from marne.games.nach_paris.board import DESTROYED, SAVED
from marne.games.nach_paris.components import tables
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GERMAN_SIDE, MOBILITY
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.march import allowance, bonus, on_the_move, points_left
from marne.games.nach_paris.rules.movement.phase import _ready
from marne.games.nach_paris.rules.movement.reach import crossing, reach
from marne.games.nach_paris.rules.movement.walk import LEG, EndMove, Walk, enter, halted, off_map, started
from marne.games.nach_paris.rules.retreat.ways import cost
from marne.games.nach_paris.steps import label
from marne.hexes import members


@pytest.mark.rule("7.1.1", "8.1.3")
def test_whoever_bombarded_does_not_move_and_the_enemy_stands_still() -> None:
    position = moving({"1re-DI": "BC9 N barraged", "2e-DI": "BC8 N", "18.ID": "AL31 N"})
    assert named(position, "move") == ["2e-DI"]
    assert refused(position, "move 1re-DI") == "8.1.3"
    assert refused(position, "move 18.ID") == "3.2.1"
    slipping = {"1re-DI": "BC9 S", "2e-DI": "BD10 SE", "5.KD": "BC10"}
    assert asked(moving(slipping)) == "ZoneToZone"
    assert asked(moving({**slipping, "1re-DI": "BC9 S barraged"})) == "MoveUnits", "not from zone to zone either"


@pytest.mark.rule("7.1.2", "3.2.1")
def test_each_unit_moves_once_and_nation_after_nation() -> None:
    position = moving({"DC-belge": "AE36", "1re-DI": "BC9 N", "2e-DI": "BC8 N", "1st-Div": "BC7 N"})
    assert named(position, "move") == ["DC-belge"]
    position = play(position, "end")
    assert named(position, "move") == ["1re-DI", "2e-DI"]
    position = play(position, "move 1re-DI", "to BC10", "end", "face N")
    assert named(position, "move") == ["2e-DI"]
    assert refused(position, "move 1re-DI") == "7.1.2"
    assert refused(position, "move 1st-Div") == "3.2.1"
    position = play(position, "end")
    assert named(position, "move") == ["1st-Div"]


@pytest.mark.rule("7.1.2")
def test_a_unit_goes_as_far_as_its_points() -> None:
    fresh, hurt = chosen("1re-DI", "BC9 N"), chosen("1re-DI", "BC9 N -2")
    far = {hex: MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) for hex in named(fresh, "to")}
    assert max(far.values()) == 5, "fifty points, ten a hex"
    assert max(MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) for hex in named(hurt, "to")) == 4
    assert refused(hurt, "to BC14") == "7.1.2"


@pytest.mark.rule("7.1.3")
def test_leg_after_leg_each_hex_is_paid_for_and_a_facing_ends_the_move() -> None:
    position = play(chosen("1re-DI", "BC9 N"), "to BD9")
    assert asked(position) == "Walk"
    position = play(position, "to BD10", "end")
    assert position.board.spent[BY_ID["1re-DI"]] == 20, "the straight way would have cost ten"
    assert asked(position) == "Face"
    assert named(position, "face") == ["N", "NE", "SE", "S", "SW", "NW"]
    position = play(position, "face SW")
    assert position.board.faces[BY_ID["1re-DI"]] == 4
    assert has(position, "moved", "1re-DI")


@pytest.mark.rule("7.1.3")
def test_cavalry_and_headquarters_choose_no_facing() -> None:
    assert asked(play(chosen("5.KD", "BC9", "german"), "to BC10", "end")) != "Face"
    assert asked(play(chosen("QG-1re-A", "BC9"), "to BC10", "end")) != "Face"


@pytest.mark.rule("7.1.4", "6.2.1")
def test_turning_on_the_spot_is_free_but_counts_as_acting() -> None:
    position = play(moving({"1re-DI": "BC9 N fieldworks", "2e-DI": "BC8 N"}), "move 1re-DI", "turn", "face S")
    assert has(position, "moved", "1re-DI")
    assert not has(position, "entered", "1re-DI")
    assert position.board.spent == {}
    assert position.board.faces[BY_ID["1re-DI"]] == 3
    assert not has(position, "fieldworks", "1re-DI"), "10.3.1"
    assert named(position, "move") == ["2e-DI"]
    assert "turn" not in legal(chosen("5.KD", "BC9", "german"))


@pytest.mark.rule("7.1.4")
def test_who_is_chosen_and_does_nothing_has_not_acted() -> None:
    position = play(chosen("1re-DI", "BC9 N"), "end")
    assert not has(position, "moved", "1re-DI")
    assert named(position, "move") == ["1re-DI"]


@pytest.mark.rule("7.1.7")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("BC9", "BC10", 10),  # clear
        ("N9", "O9", 12),  # broken
        ("L10", "L9", 12),  # rough
        ("L9", "L8", 15),  # mountainous
        ("AU39", "AU38", 12),  # lowland
    ],
)
def test_costs_of_terrain(start: str, to: str, points: int) -> None:
    for name in ("27e-DI", "1re-DC", "BCA-Alsace"):
        assert cost_to(chosen(name, f"{start} N"), to) == points


@pytest.mark.rule("7.1.8", "1.1.7")
@pytest.mark.reading("off-the-map")
def test_who_leaves_the_map_is_destroyed_unless_the_scenario_saves_it() -> None:
    position = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    leaving = play(position, "move 9e.11e-BM", "leave")
    assert leaving.board.where[BY_ID["9e.11e-BM"]] == SAVED
    assert leaving.board.steps_saved == 3
    early = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=2, begin="movement")
    assert "leave" not in legal(play(early, "move 9e.11e-BM"))
    assert refused(play(early, "move 9e.11e-BM"), "leave") == "7.1.8"
    off_map(early.board, BY_ID["9e.11e-BM"])
    assert early.board.where[BY_ID["9e.11e-BM"]] == DESTROYED
    assert early.board.steps_saved == 0
    assert early.board.step_losses[BE] == 3
    german = arranged("liege", units={"18.ID": "AB35 N"}, side="german", turn=3, begin="movement")
    assert refused(play(german, "move 18.ID"), "leave") == "7.1.8", "Belgians alone are saved"


@pytest.mark.rule("6.4.1")
@pytest.mark.reading("stacking-when")
def test_no_leg_ends_where_there_is_no_room_but_leads_through() -> None:
    full = {"2e-DI": "BC10 N", "3e-DI": "BC10 N", "4e-DI": "BC10 N"}  # twelve of fifteen
    position = chosen("1re-DI", "BC9 N", others=full)
    assert refused(position, "to BC10") == "6.4.1"
    assert cost_to(position, "BC11") == direct(position, "BC10") + 10  # type: ignore[operator]
    assert "to BC10" in legal(chosen("1re-DI", "BC9 N -1", others=full))


def test_no_leg_offers_more_than_a_readable_list() -> None:
    position = chosen("1re-DC", "BC9")
    assert len(legal(position)) < 200
    assert all(MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) <= LEG for hex in named(position, "to"))
    far = members(reach(position.board, BY_ID["1re-DC"], 80).hexes & ~MAP.grid.within_bits(MAP.grid.hex("BC9"), LEG))
    assert refused(position, f"to {label(far[0])}") == "7.1.3"


def test_reasons_are_told_in_both_languages() -> None:
    from marne.engine import Observation, Setting

    position = chosen("1re-DI", "BC9 N", others={"I.II/Fußa.9": "BC10 N"})
    seen = Observation.of(GAME, Setting("campaign"), position, ALLIED_SIDE)
    told = [GAME.sight(seen).why_not({"hex": "BC10"}, language) for language in ("en", "es")]
    assert [refusal and str(refusal) for refusal in told] == [
        "the enemy is in BC10 (7.1.6)",
        "el enemigo está en BC10 (7.1.6)",
    ]
    assert GAME.sight(seen).why_not({"hex": "BC8"}, "en") is None
    assert position.open is not None
    assert position.open.actor not in (CHANCE, GERMAN_SIDE)


@pytest.mark.rule("7.1.1", "7.1.2")
def test_who_is_at_sea_may_move_like_who_is_on_the_map() -> None:
    position = arranged(
        turn=9, side="allied", begin="MoveUnits GB", units={"6th-Div": "off Calais North-Sea", "5th-Div": "AW22 N"}
    )
    assert named(position, "move") == ["5th-Div", "6th-Div"]
    alone = arranged(turn=9, side="allied", begin="MoveUnits GB", units={"5th-Div": "AW22 N", "4th-Div": "waiting"})
    assert named(alone, "move") == ["5th-Div"]
    moved = arranged(
        turn=9, side="allied", begin="MoveUnits GB", units={"5th-Div": "AW22 N", "4th-Div": "AW23 N moved"}
    )
    assert named(moved, "move") == ["5th-Div"]
    assert refused(moved, "move 4th-Div") == "7.1.2"


@pytest.mark.rule("7.1.3")
def test_each_hex_is_paid_for_and_marks_the_unit() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    board.entered = board.moved = unit("5.KD")
    enter(board, who, at("AW23"), 10)
    enter(board, who, at("AW24"), 12)
    assert (board.where[who], board.spent[who]) == (at("AW24"), 22)
    assert board.entered == board.moved == unit("18.ID", "5.KD")


@pytest.mark.rule("7.1.2")
def test_who_has_done_something_has_started() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert not started(board, who)
    board.spent = {who: 1}
    assert started(board, who)
    board.spent = {who: 0}
    assert not started(board, who)
    for name in ("moved", "entered"):
        setattr(board, name, 1 << who)
        assert started(board, who)
        setattr(board, name, unit("5.KD"))
        assert not started(board, who)


@pytest.mark.rule("7.1.1", "7.1.2")
def test_who_fired_moved_or_has_just_come_does_not_move() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "3.ID": "AW22 N", "4.ID": "AW22 N", "1re-DI": "AW30 N"}
    board = still(units, side="german")
    board.barraged, board.moved, board.arrived = unit("18.ID"), unit("17.ID"), unit("3.ID")
    assert _ready(board, DE) == [BY_ID["4.ID"]]
    board.off_harbour = {BY_ID["1re-DI"]: 1}
    assert _ready(board, DE) == [BY_ID["4.ID"]]
    sailors = still({"1re-DI": "off Calais North-Sea", "2e-DI": "AW22 N"}, side="allied")
    assert sorted(_ready(sailors, FR)) == sorted([BY_ID["1re-DI"], BY_ID["2e-DI"]])
    sailors.moved = unit("1re-DI")
    assert _ready(sailors, FR) == [BY_ID["2e-DI"]]


@pytest.mark.rule("2.5.9", "15.1.2", "2.5.3")
def test_rain_takes_eight_points_and_firing_position_all() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    dry = board.mf(who)
    assert on_the_move(board, who) == allowance(board, who) == dry > 8
    board.rain = True
    assert on_the_move(board, who) == allowance(board, who) == dry - 8
    board.in_position = 1 << who
    assert (on_the_move(board, who), allowance(board, who)) == (dry - 8, 0)


@pytest.mark.rule("7.1.2")
def test_points_left_are_those_not_spent_with_the_bonus_of_a_forced_march() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    whole = allowance(board, who)
    assert points_left(board, who) == whole
    board.spent = {who: 10}
    assert points_left(board, who) == whole - 10
    board.forced = unit("17.ID")
    assert points_left(board, who) == whole - 10
    board.forced = 1 << who
    assert points_left(board, who) == whole + bonus(who, 8) - 10
    board.spent = {who: 999}
    assert points_left(board, who) == 0


@pytest.mark.rule("7.1.3")
def test_what_other_chapters_do_with_a_moving_unit_counts_as_a_move() -> None:
    position = arranged(turn=8, side="german", begin="nothing", units={"6.ID": "AW22 N", "17.ID": "AW22 N"})
    board = position.board
    board.moved = unit("17.ID")
    Walk(BY_ID["6.ID"]).answered(board, "split")
    assert board.moved & unit("17.ID")
    assert board.where[BY_ID["11.IB"]] == at("AW22")


@pytest.mark.rule("7.1.7", "7.2.1")
def test_a_step_costs_its_terrain_and_what_the_hexside_adds() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    seen = set()
    for a in filter(MAP.playable, range(0, len(MAP.grid), 5)):
        for b in filter(MAP.playable, MAP.grid.neighbours[a]):
            more = crossing(board, who, MAP.grid.side(a, b))
            assert cost(board, who, a, b) == tables.MOVEMENT[MAP.terrain[b]][MOBILITY[who]] + more
            seen.add(more)
    assert len(seen) > 1


@pytest.mark.rule("7.1.5", "7.6.1")
@pytest.mark.parametrize(
    ("enemy", "entered", "stopped"),
    [
        ("AW23 S", True, True),
        ("AW23 S", False, False),
        ("AW30 S", True, False),
    ],
)
def test_only_who_marched_into_a_zone_is_halted(enemy: str, entered: bool, stopped: bool) -> None:
    board, unit = still({"18.ID": "AW22 N", "1re-DI": enemy}), BY_ID["18.ID"]
    board.entered = 1 << unit if entered else 0
    assert halted(board, unit) == stopped


@pytest.mark.rule("7.1.2")
def test_who_ends_its_move_has_acted_beside_those_before_it() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N moved"})
    EndMove(BY_ID["18.ID"]).do(board)
    assert board.moved == 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]
