"""[12.2]-[12.4] Entraining and detraining, trains, capacity.

The line F79 runs from Orléans (BB5, a large town) over BB6, BB7, BB8, BB9, BA9 and the fork AZ10 to Étampes (AZ11, a
small town); it is a main line of regular capacity. W13 is a low line from Orléans over BC5, BD6, BD7 and BD8 to BE8, a
station.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.rail.capacity import is_convoy, most
from marne.games.nach_paris.rules.rail.entraining import why_not_detrain
from marne.games.nach_paris.rules.rail.events import Detrained, Entrained, TrainTurned, WentByRail
from marne.games.nach_paris.rules.rail.journeys import points_by_rail, rides
from marne.games.nach_paris.rules.rail.lines import joined, links_to, node_on
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.rail.stations import capacity
from marne.games.nach_paris.rules.units.zones import aspect, zone_of
from marne.games.nach_paris.scene import piece
from marne.games.nach_paris.sequence import MovementPhase
from marne.games.nach_paris.steps import hex_of, label
from marne.games.nach_paris.tables import TRAIN, V, turning_cost
from marne.games.nach_paris.units import BY_ID, FR, SIDE


def at(turn: int = 10, begin: str = "MoveUnits FR", **changes: Any) -> Game:
    return arranged(turn=turn, side="allied", begin=begin, **changes)


def moving(unit: str, place: str, **changes: Any) -> Game:
    others = changes.pop("units", {})
    return play(at(units={unit: place, "145e-RI": "AK30 N", **others}, **changes), f"move {unit}")


def spent(position: Game, unit: str) -> int:
    return position.board.spent.get(BY_ID[unit], 0)


def steps_at(hex: str, **changes: Any) -> int:
    return capacity(at(begin="nothing", **changes).board, FR, hex_of(hex))


def reached(position: Game, unit: str, points: int = 50) -> set[str]:
    return {label(hex) for hex in rides(position.board, BY_ID[unit], points)}


# -- [12.2] stations


@pytest.mark.rule("12.2.1")
@pytest.mark.parametrize(
    ("hex", "steps"),
    [
        ("BB5", 12),  # Orléans, large
        ("BF11", 8),  # Chartres, normal
        ("AZ11", 6),  # Étampes, small
        ("BB8", 4),  # nothing
        ("N8", 2),  # rough
        ("BE8", 4),  # a station outside towns
        ("AY14", 12),  # a large station of Paris
        ("AX16", 8),  # a suburb
        ("J1", 4),  # a main line ends in a small town
        ("L7", 2),  # a low line ends in a normal town
        ("AT23", 1),  # and in a small one
        ("AH37", 12),  # Brussels
        ("BC9", 0),  # no line
    ],
)
def test_steps_that_get_on_or_off_by_the_best_of_the_hex(hex: str, steps: int) -> None:
    assert steps_at(hex) == steps


@pytest.mark.rule("12.2.1")
def test_half_in_the_last_connected_hex_but_not_in_large_towns() -> None:
    assert steps_at("BB8", rail=["BB9"]) == 2
    assert steps_at("AZ11", rail=["AY11"]) == 3
    assert steps_at("BB5", rail=["BB6", "BC4", "BC5", "BA4"]) == 12
    assert steps_at("J1") == 4, "a dead end is not meant"


@pytest.mark.rule("12.2.1", "16.1.9")
def test_a_broken_structure_of_the_hex_makes_a_dead_end_of_it_one_beyond_does_not() -> None:
    """The bridge of Verberie lies in AU20, towards AT20; those of AT20's other lines are German."""
    structure = {"AU20>AT20:114": 3}
    assert steps_at("AU20", broken=structure, rail=["AV20"]) == 4
    assert steps_at("AU20", rail=["AT20", "AV20"]) == 2
    whole = at(begin="nothing").board
    assert capacity(whole, FR, hex_of("AT20")) == 4
    assert steps_at("AT20", broken=structure) == 2, "from there the net ends before the bridge"


@pytest.mark.rule("12.2.1", "16.1.9")
def test_what_a_broken_bridge_leaves_is_a_dead_end_with_its_own_row() -> None:
    """The bridge of Rethel lies in AG22, a small town on a main line; that of AN17 on a low line to the Marne."""
    assert (steps_at("AG22"), steps_at("AH22")) == (6, 4)
    rethel = {"AG22>AH22:68": 2}
    assert (steps_at("AG22", broken=rethel), steps_at("AH22", broken=rethel)) == (4, 2)
    marne = {"AN17>AO17:254": 2}
    assert (steps_at("AN17"), steps_at("AN17", broken=marne)) == (4, 1)
    lines = net(at(begin="nothing", broken=marne).board, FR)
    assert lines.usable(links_to(hex_of("AN17"), hex_of("AN16"))[0]), "it is a dead end of a usable line now"
    assert not lines.usable(links_to(hex_of("AN17"), hex_of("AO17"))[0])
    assert steps_at("AN17", broken=marne, rail=["AN15"]) == 0, "unless it is cut off altogether"


@pytest.mark.rule("12.2.1")
@pytest.mark.parametrize(("unit", "cost"), [("1re-DI", 15), ("1re-DC", 7), ("QG-1re-A", 7)])
def test_entraining_and_detraining_cost_points_by_mobility(unit: str, cost: int) -> None:
    position = play(moving(unit, "BB5 N"), "entrain BB6")
    assert spent(position, unit) == cost
    assert happened(position, Entrained)
    off = play(position, "rail BB7", "detrain")
    assert spent(off, unit) == 2 * cost + 2
    assert happened(off, Detrained)
    assert not off.board.trains


@pytest.mark.rule("12.2.1")
def test_a_station_serves_so_many_steps_in_a_phase() -> None:
    """Étampes lets six steps on or off: a division boards, a second can't, a regiment can."""
    units = {"1re-DI": "AZ11 N", "2e-DI": "AZ11 N", "145e-RI": "AZ11 N", "QG-1re-A": "AZ11"}
    position = play(at(units=units), "move 1re-DI", "entrain AZ10", "rail BA9", "end", "move 2e-DI")
    assert not named(position, "entrain")
    assert refused(position, "entrain AZ10") == "12.2.1"
    position = play(position, "end", "move 145e-RI")
    assert named(position, "entrain") == ["AY11", "AZ10"]
    assert position.board.station_used[hex_of("AZ11")] == 4


@pytest.mark.rule("12.2.1")
def test_who_is_too_large_for_the_place_can_neither_get_on_nor_off() -> None:
    assert not named(moving("1re-DI", "N8 N"), "entrain"), "two steps in rough ground"
    position = moving("1re-DI", "BB7 >BB8", rail=["BA9"])
    assert "detrain" in legal(position), "four in the open"
    last = moving("1re-DI", "BB8 >BB9", rail=["BA9"], units={"2e-DI": "BB5 N"}).board
    last.put(BY_ID["1re-DI"], hex_of("BB9"))
    reason = why_not_detrain(last, BY_ID["1re-DI"])
    assert reason is not None, "two in the last hex"
    assert reason.rule == "12.2.1"
    last.lost[BY_ID["1re-DI"]] = 2
    assert why_not_detrain(last, BY_ID["1re-DI"]) is None


@pytest.mark.rule("12.2.1")
def test_a_train_that_is_cut_off_still_lets_its_troops_out() -> None:
    around = ["BB6", "BB9"]
    position = moving("1re-DI", "BB8 >BB7 -2", rail=around)
    assert capacity(position.board, FR, hex_of("BB8")) == 0
    assert not named(position, "rail")
    assert "detrain" in legal(position)


@pytest.mark.rule("12.2.1", "6.4.1")
def test_nobody_gets_off_where_there_is_no_room() -> None:
    units = {"2e-DI": "BB8 N", "51e-DR": "BB8 N", "15e-DI": "BB8 N"}
    position = moving("1re-DI", "BB8 >BB7", units=units)
    assert refused(position, "detrain") == "6.4.1"


@pytest.mark.rule("12.2.2")
def test_units_get_on_and_off_in_an_enemy_zone_and_are_then_bound_by_it() -> None:
    """The Guard cavalry in BC7 commands BB7 and BB8 without guns enough to cut the line."""
    units = {"GKD": "BC7"}
    position = play(moving("1re-DI", "BB8 N", units=units), "entrain BB9")
    assert where(play(position, "rail BB9"), "1re-DI") == "BB9"
    position = play(moving("1re-DI", "BB9 >BB8", units=units), "rail BB8", "detrain")
    assert asked(position) == "Face", "it came into the zone: its move is over"
    position = play(moving("1re-DI", "BB9 >BB8", units={}), "rail BB8", "detrain")
    assert named(position, "to")


@pytest.mark.rule("12.2.2")
def test_who_got_off_where_it_stood_may_leave_the_zone() -> None:
    position = play(moving("1re-DI", "BB8 >BB9", units={"GKD": "BC7"}), "detrain")
    assert "BA9" in named(position, "to")


@pytest.mark.rule("12.2.3")
def test_a_train_has_no_zone_and_an_arrow_that_stays() -> None:
    position = moving("1re-DI", "BB5 N")
    unit = BY_ID["1re-DI"]
    assert zone_of(position.board, unit)
    position = play(position, "entrain BB6")
    assert not zone_of(position.board, unit)
    assert position.board.trains[unit].ahead == hex_of("BB6")
    assert asked(play(position, "end")) == "MoveUnits", "no facing is asked"
    later = play(position, "rail BB8", "end").board
    MovementPhase().do(later)
    train = later.trains[unit]
    assert (train.link, train.ahead) == (links_to(hex_of("BB7"), hex_of("BB8"))[0], hex_of("BB8"))


@pytest.mark.rule("12.2.3")
def test_the_counter_shows_the_arrow() -> None:
    for place, facing in (("BB8 >BB9", 0), ("BB8 >BB7", 3), ("BB8 <BB7", 0), ("BB8 <BB9", 3)):
        board = at(begin="nothing", units={"1re-DI": place}).board
        shown = piece(board, BY_ID["1re-DI"], "en")
        assert (shown.facing, "entrained" in shown.flags) == (facing, True), place


@pytest.mark.rule("12.2.3")
def test_the_arrow_binds_the_train() -> None:
    north, south = moving("1re-DI", "BB7 >BB8"), moving("1re-DI", "BB7 >BB6")
    assert "BB8" in named(north, "rail")
    assert "BB6" not in named(north, "rail")
    assert "BB6" in named(south, "rail")
    assert refused(north, "rail BB6") == "12.3.3"


@pytest.mark.rule("12.2.4")
def test_no_two_trains_in_a_hex() -> None:
    position = moving("1re-DI", "BB7 >BB8", units={"2e-DI": "BB9 >BA9"})
    assert named(position, "rail") == ["BB8"], "it stops behind the other"
    assert refused(position, "rail BB9") == "12.2.4"
    position = moving("1re-DI", "BB9 N", units={"2e-DI": "BB9 >BA9"})
    assert refused(position, "entrain BB8") == "12.2.4"


@pytest.mark.rule("12.2.4")
def test_trains_take_no_room() -> None:
    units = {"2e-DI": "BB8 N", "51e-DR": "BB8 N", "15e-DI": "BB8 N"}
    assert where(play(moving("1re-DI", "BB7 >BB8", units=units), "rail BB8"), "1re-DI") == "BB8"


@pytest.mark.rule("12.2.5")
def test_an_entrained_unit_has_only_flanks() -> None:
    board = at(units={"1re-DI": "BB8 >BB9"}, begin="nothing").board
    unit = BY_ID["1re-DI"]
    assert {aspect(board, 1 << unit, hex) for hex in MAP.grid.neighbours[hex_of("BB8")]} == {"S"}


@pytest.mark.rule("12.2.5")
def test_it_is_caught_on_its_train() -> None:
    units = {"18.ID": "BC8 SE", "1re-DI": "BB8 >BB9"}
    position = arranged(turn=10, side="german", begin="Combats DE", units=units)
    position = play(position, "attack BB8", "full 18.ID")
    while asked(position) != "RollCombat":
        position = play(position, legal(position)[-1])
    position = play(position, 10)
    fought = happened(position, CombatFought)[0]
    found = [(each.text, each.amount) for each in fought.modifiers]
    assert ("combat.entrained", -10) in found
    assert not any(text == "combat.flank" for text, _ in found)


@pytest.mark.rule("12.2.6")
def test_no_forced_march_with_a_train() -> None:
    position = play(moving("1re-DI", "BB5 N"), "entrain BB6")
    assert refused(position, "force") == "12.2.6"
    position = play(position, "rail BB7", "detrain")
    assert refused(position, "force") == "12.2.6"
    position = moving("1re-DI", "BB5 N forced")
    assert refused(position, "entrain BB6") == "12.2.6"


# -- [12.3] trains


@pytest.mark.rule("12.3.1")
def test_only_entrained_units_go_by_rail_and_only_on_usable_lines() -> None:
    assert not named(moving("1re-DI", "BB7 N"), "rail")
    assert refused(moving("1re-DI", "BB7 N"), "rail BB8") == "12.3.1"
    position = moving("1re-DI", "BB7 >BB8", rail=["BB9"])
    assert named(position, "rail") == ["BB8"]
    assert refused(position, "rail BB9") == "12.1.5"


@pytest.mark.rule("12.3.1")
def test_nobody_entrains_on_a_line_that_is_not_usable() -> None:
    position = moving("1re-DI", "BB8 N", rail=["BB7", "BB9"])
    assert refused(position, "entrain BB7") == "12.1.5"


@pytest.mark.rule("12.3.2")
def test_a_unit_marches_rides_and_marches_on_within_its_points() -> None:
    position = play(moving("1re-DC", "BC7 N"), "to BB7")
    marched = spent(position, "1re-DC")
    position = play(position, "entrain BB8", "rail BB9", "detrain")
    assert spent(position, "1re-DC") == marched + 7 + 2 + 7
    assert named(position, "to")
    assert points_by_rail(position.board, BY_ID["1re-DC"]) == 80 - spent(position, "1re-DC")


@pytest.mark.rule("12.3.3")
def test_trains_follow_the_printed_lines() -> None:
    position = moving("1re-DI", "BB6 >BB7")
    assert where(play(position, "rail BA9"), "1re-DI") == "BA9"
    assert spent(play(position, "rail BA9"), "1re-DI") == 4, "over BB7, BB8 and BB9"
    assert happened(play(position, "rail BA9"), WentByRail)
    assert refused(position, "rail BC9") == "12.3.3"


@pytest.mark.rule("12.3.3", "4.3")
def test_one_way_forks_let_trains_through_in_one_direction() -> None:
    """At AZ10 the branch W14 to AZ9 joins the main line towards Étampes."""
    assert "AZ9" not in reached(moving("1re-DI", "BA9 >AZ10"), "1re-DI", 4)
    assert "AZ9" in reached(moving("1re-DI", "AZ11 >AZ10"), "1re-DI", 5)
    fork = node_on(links_to(hex_of("AZ10"), hex_of("AZ9"))[0], hex_of("AZ10"))
    for came, on in (("BA9", ["AZ11"]), ("AZ9", ["AZ11"]), ("AZ11", ["AZ9", "BA9"])):
        ways = joined(fork, links_to(hex_of("AZ10"), hex_of(came))[0])
        ends = {label(end) for link in ways for end in (MAP.links[link].a, MAP.links[link].b)} - {"AZ10"}
        assert sorted(ends) == on


@pytest.mark.rule("12.3.3")
def test_lines_that_pass_a_hex_unjoined_are_two() -> None:
    """In AW20 the low line from AV21 and the main line from AW19 do not meet."""
    main, low = links_to(hex_of("AW20"), hex_of("AW19"))[0], links_to(hex_of("AW20"), hex_of("AV21"))[0]
    assert node_on(main, hex_of("AW20")) != node_on(low, hex_of("AW20"))
    assert low not in joined(node_on(main, hex_of("AW20")), main)


@pytest.mark.rule("12.3.3", "12.3.6")
def test_a_change_of_class_costs_the_dearer_in_its_hex() -> None:
    """From BB7 over BB6 into Orléans by the main line, and on to BC5 by the low one: 1, 2 for Orléans, 2."""
    position = moving("1re-DI", "BB7 >BB6")
    unit = BY_ID["1re-DI"]
    assert rides(position.board, unit, 50)[hex_of("BB5")].cost == 2
    assert rides(position.board, unit, 50)[hex_of("BC5")].cost == 5
    in_legs = play(position, "rail BB5", "rail BC5")
    assert spent(in_legs, "1re-DI") == 5, "the same in two legs"
    back = moving("1re-DI", "BD6 >BC5")
    assert rides(back.board, unit, 50)[hex_of("BB6")].cost == 2 + 2 + 1, "from low to high nothing is added"


@pytest.mark.rule("12.3.4")
@pytest.mark.parametrize(("unit", "points"), [("1re-DI", 50), ("1re-DC", 50), ("2e-RAL", 50), ("1re-DI -3", 50)])
def test_who_only_goes_by_rail_has_fifty_points(unit: str, points: int) -> None:
    name, *lost = unit.split()
    position = moving(name, " ".join(("BB5 >BB6", *lost)))
    assert points_by_rail(position.board, BY_ID[name]) == points
    entrains = play(moving(name, " ".join(("BB5 N", *lost))), "entrain BB6")
    assert points_by_rail(entrains.board, BY_ID[name]) == points - spent(entrains, name)


@pytest.mark.rule("12.3.4")
def test_who_marches_too_has_its_own_points() -> None:
    position = play(moving("1re-DC", "BC7 N"), "to BB7")
    assert points_by_rail(position.board, BY_ID["1re-DC"]) == 80 - spent(position, "1re-DC")
    position = play(moving("2e-RAL", "BB5 N"), "entrain BB6", "rail AZ11", "detrain")
    assert spent(position, "2e-RAL") == 15 + 7 + 15
    assert not named(position, "to"), "37 of its 40 points are gone"


@pytest.mark.rule("12.3.4", "7.4.1")
def test_points_spent_on_trains_tire_like_others() -> None:
    position = play(moving("1re-DC", "BB5 N"), "entrain BB6", "rail BB9", "detrain", "end")
    assert not has(position, "extended_1", "1re-DC"), "18 of 50"
    position = play(moving("1re-DI", "BB5 N -3"), "entrain BB6", "rail BB9", "detrain", "end", "face N")
    assert has(position, "extended_1", "1re-DI"), "34 of 50"
    assert not has(position, "extended_2", "1re-DI"), "though its own MF is 30"


@pytest.mark.rule("12.3.4")
def test_railway_guns_have_their_own_points() -> None:
    board = arranged(turn=10, side="german", begin="nothing", units={"SKM.b1": "A28 >A27"}).board
    assert points_by_rail(board, BY_ID["SKM.b1"]) == 45


@pytest.mark.rule("12.3.4", "15.1.2")
def test_rain_slows_trains_too() -> None:
    assert points_by_rail(moving("1re-DI", "BB5 >BB6", rain=True).board, BY_ID["1re-DI"]) == 42


@pytest.mark.rule("12.3.5")
def test_no_train_overtakes_another_of_its_direction() -> None:
    position = moving("1re-DI", "BB7 >BB8", units={"2e-DI": "BB9 >BA9"})
    assert reached(position, "1re-DI") == {"BB8"}
    assert refused(position, "rail BA9") == "12.3.5"
    arrived = moving("1re-DI", "BB7 >BB8", units={"2e-DI": "BB9 <BB8"})
    assert reached(arrived, "1re-DI") == {"BB8"}


@pytest.mark.rule("12.3.5")
def test_trains_of_the_other_direction_pass_on_main_lines_but_not_on_low_ones() -> None:
    main = moving("1re-DI", "BB7 >BB8", units={"2e-DI": "BB9 >BB8"})
    assert "BA9" in reached(main, "1re-DI")
    assert "BB9" not in reached(main, "1re-DI"), "but not stop beside it"
    low = moving("1re-DI", "BC5 >BD6", units={"2e-DI": "BD7 >BD6"})
    assert reached(low, "1re-DI") == {"BD6"}


@pytest.mark.rule("12.3.5")
def test_a_train_may_stand_still_and_railway_guns_block_nobody() -> None:
    position = moving("1re-DI", "BB7 >BB8")
    assert "end" in legal(position)
    units = {"18.ID": "A27 >A28", "SKM.b1": "A28 >A29"}
    position = play(arranged(turn=10, side="german", begin="MoveUnits DE", units=units), "move 18.ID")
    assert "A29" in reached(position, "18.ID")
    assert "A28" in named(position, "rail"), "it may even stop beside one"


@pytest.mark.rule("12.3.6")
def test_points_for_each_hex() -> None:
    assert (TRAIN["high"], TRAIN["low"], TRAIN["low mountainous"]) == (1, 2, 3)
    low = moving("1re-DI", "BC5 >BD6")
    assert [rides(low.board, BY_ID["1re-DI"], 50)[hex_of(hex)].cost for hex in ("BD6", "BD7", "BD8")] == [2, 4, 6]
    assert MAP.terrain[hex_of("M6")] == 4
    mountains = moving("1re-DI", "N6 >M6")
    assert rides(mountains.board, BY_ID["1re-DI"], 50)[hex_of("M6")].cost == 3


@pytest.mark.rule("12.3.6")
def test_a_train_goes_as_far_as_its_points() -> None:
    position = play(moving("1re-DI", "BB5 N"), "entrain BB6")
    assert max(stop.cost for stop in rides(position.board, BY_ID["1re-DI"], 35).stops.values()) == 35
    assert refused(position, "rail AH37") == "12.3.6"


@pytest.mark.rule("12.3.7")
@pytest.mark.parametrize(
    ("hex", "behind", "unit", "points"),
    [
        ("AZ11", "AZ10", "1re-DI", 20),
        ("AZ11", "AZ10", "1re-DC", 10),
        ("BF11", "BE11", "1re-DI", 10),
        ("BB5", "BB6", "1re-DI", 8),
        ("BE8", "BD9", "1re-DI", 20),
    ],
)
def test_a_train_turns_back_in_a_station(hex: str, behind: str, unit: str, points: int) -> None:
    position = moving(unit, f"{hex} <{behind}")
    assert turning_cost(MAP.town[hex_of(hex)], 0 if unit == "1re-DI" else 1) == points
    assert behind not in named(position, "rail")
    position = play(position, f"head {behind}")
    assert spent(position, unit) == points
    assert happened(position, TrainTurned)
    assert behind in named(position, "rail")


@pytest.mark.rule("12.3.7")
def test_no_train_turns_in_the_open_nor_back_onto_a_low_line() -> None:
    position = moving("1re-DI", "BB8 <BB7")
    assert not named(position, "head")
    assert refused(position, "head BB7") == "12.3.7"
    position = moving("1re-DI", "BB5 <BC5")
    assert named(position, "head") == [], "it came by a low line and may only go on by others, freely"
    assert {"BB6", "BB4"} <= set(named(position, "rail"))
    assert refused(position, "head BC5") == "12.3.7"


@pytest.mark.rule("12.3.7")
def test_an_arrow_is_turned_to_another_line_for_the_same_points() -> None:
    position = moving("1re-DI", "BB5 >BC5")
    assert named(position, "head") == ["BA4", "BB4", "BB6", "BC4"]
    assert spent(play(position, "head BB6"), "1re-DI") == 8


@pytest.mark.rule("12.3.8")
def test_who_got_off_a_train_may_attack() -> None:
    units = {"1re-DI": "BB7 >BB8", "2e-DI": "AK30 N", "10.LIB": "BC9 N"}
    position = play(at(units=units, begin="movement"), "move 1re-DI", "rail BB9", "detrain", "end", "face NW")
    while asked(position) != "ChooseCombat":
        assert asked(position) in {"MoveUnits", "Face", "Walk", "ZoneToZone"}
        position = play(position, "end")
    assert "attack BC9" in legal(position)


# -- [12.4] capacity


@pytest.mark.rule("12.4.1")
@pytest.mark.parametrize(
    ("unit", "lost", "convoy"),
    [
        ("1re-DC", 0, True),
        ("1re-DC", 1, False),
        ("1re-DI", 1, True),
        ("1re-DI", 2, False),
        ("8e-Bde", 0, False),
        ("11.IB", 0, True),
        ("11.IB", 1, False),
        ("PiR.24", 0, False),
        ("2e-RAL", 0, False),
        ("QG-1re-A", 0, False),
        ("SCF.1", 0, False),
    ],
)
def test_what_is_a_convoy(unit: str, lost: int, convoy: bool) -> None:
    board = at(begin="nothing", units={unit: f"BB7 N -{lost}"}).board
    assert is_convoy(board, BY_ID[unit]) == convoy


@pytest.mark.rule("12.4.1")
def test_capacity_by_class_and_terrain() -> None:
    def limit(a: str, b: str) -> int:
        return most(links_to(hex_of(a), hex_of(b))[0], hex_of(b))

    assert limit("AX12", "AX13") == 3, "strengthened"
    assert limit("BB7", "BB8") == 2
    assert limit("BD6", "BD7") == 2
    assert (limit("N6", "M6"), limit("M6", "N6")) == (1, 2 if MAP.terrain[hex_of("N6")] != 4 else 1)


def trains_on(board: NachParisBoard, a: str, b: str) -> int:
    return board.rail_used.get((links_to(hex_of(a), hex_of(b))[0], hex_of(b)), 0)


def run(position: Game, *journeys: tuple[str, str]) -> Game:
    for unit, hex in journeys:
        position = play(position, f"move {unit}", *(f"rail {each}" for each in hex.split()), "end")
    return position


CONVOYS = {"1re-DI": "BB6 >BB7", "2e-DI": "BB5 >BB6", "51e-DR": "BB4 >BB5", "15e-DI": "BA9 >BB9"}


@pytest.mark.rule("12.4.1", "12.4.3")
def test_two_convoys_in_each_direction_on_a_regular_line() -> None:
    position = run(at(units={**CONVOYS, "145e-RI": "AK30 N"}), ("1re-DI", "AZ11"), ("2e-DI", "BB9 AZ10"))
    assert trains_on(position.board, "BB7", "BB8") == 2
    third = play(position, "move 51e-DR")
    assert "BB7" not in reached(third, "51e-DR")
    assert refused(third, "rail BB7") == "12.4.3"
    assert "end" in legal(third), "it waits"
    other = play(position, "move 15e-DI")
    assert "BB7" in reached(other, "15e-DI"), "the other direction has a capacity of its own"


@pytest.mark.rule("12.4.1")
def test_small_units_do_not_count_but_keep_the_direction_of_a_low_line() -> None:
    units = {"145e-RI": "BC5 >BD6", "1re-DI": "BE8 >BD8", "QG-1re-A": "BE8 >BD8", "2e-DI": "BB5 >BC5"}
    position = run(at(units=units), ("145e-RI", "BD8"))
    assert trains_on(position.board, "BC5", "BD6") == 0
    against = play(position, "move 1re-DI")
    assert "BD6" not in reached(against, "1re-DI")
    behind = play(position, "move 2e-DI")
    assert "BD7" in reached(behind, "2e-DI")


@pytest.mark.rule("12.4.1")
def test_lines_of_one_hex_count_apart() -> None:
    """Example 15 is a case file; here two convoys fill F79, and BB6 can still be entered by the low line W15."""
    units = {"1re-DI": "BB6 >BB7", "2e-DI": "BB5 >BB6", "51e-DR": "BA6 >BB6", "145e-RI": "AK30 N"}
    position = run(at(units=units), ("1re-DI", "AZ11"), ("2e-DI", "BB9 AZ10"))
    assert "BB6" in reached(play(position, "move 51e-DR"), "51e-DR")


@pytest.mark.rule("12.4.2")
def test_fourteen_convoys_a_side() -> None:
    assert V.rail.convoys == 14
    side = SIDE[BY_ID["1re-DI"]]
    units = {"2e-DI": "BB8 >BB9", "145e-RI": "BB9 >BA9"}
    last = moving("1re-DI", "BB7 >BB6", units=units, convoys=[0, 13])
    assert named(last, "rail")
    last = play(last, "rail BB6")
    assert last.board.convoys[side] == 14
    assert has(last, "convoyed", "1re-DI")
    assert named(last, "rail"), "it goes on"
    over = play(last, "end", "move 2e-DI")
    assert not named(over, "rail")
    assert refused(over, "rail BA9") == "12.4.2"
    small = play(over, "end", "move 145e-RI")
    assert named(small, "rail"), "a regiment is no convoy"


@pytest.mark.rule("12.4.2")
def test_the_count_begins_anew_with_each_movement_phase() -> None:
    board = moving("1re-DI", "BB7 >BB6", convoys=[0, 13]).board
    board.rail_used[0, 0] = 2
    position = arranged(turn=10, side="allied", begin="BeginMovement", convoys=[3, 14])
    assert position.board.convoys == [0, 0]
    assert not position.board.rail_used


@pytest.mark.rule("12.4.3")
def test_transport_and_transit_are_counted_apart() -> None:
    position = run(at(units={**CONVOYS, "145e-RI": "AK30 N"}), ("1re-DI", "AZ11"))
    assert not position.board.transit_hex
    assert not position.board.transit_side
