"""[12.3] Trains: where they run, how far, what is in their way. The lines are those of `rail_support`."""

from __future__ import annotations

import pytest

from games.nach_paris.rail_support import at, moving, reached, spent
from games.nach_paris.support import arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRAIN, turning_cost
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.rail.events import TrainTurned, WentByRail
from marne.games.nach_paris.rules.rail.journeys import points_by_rail, rides
from marne.games.nach_paris.rules.rail.lines import joined, links_to, node_on
from marne.games.nach_paris.steps import hex_of, label


@pytest.mark.rule("12.3.1")
def test_only_entrained_units_go_by_rail_and_only_on_usable_lines() -> None:
    assert not named(moving("1re-DI", "BB7 N"), "rail")
    assert refused(moving("1re-DI", "BB7 N"), "rail BB8") == "12.3.1"
    position = moving("1re-DI", "BB7 >BB8", rail=["BB9"])
    assert named(position, "rail") == ["BB8"]
    assert refused(position, "rail BB9") == "12.1.5"


@pytest.mark.rule("12.3.1", "16.1.9")
def test_no_train_crosses_a_broken_bridge() -> None:
    assert "AH22" in reached(moving("1re-DI", "AF23 >AG22"), "1re-DI", 2)
    broken = moving("1re-DI", "AF23 >AG22", broken={"AG22>AH22:68": 2})
    assert "AG22" in reached(broken, "1re-DI", 2)
    assert "AH22" not in reached(broken, "1re-DI", 2)
    assert named(moving("1re-DI", "AG22 >AH22", broken={"AG22>AH22:68": 2}), "rail") == []


@pytest.mark.rule("12.3.1", "12.1.6")
def test_a_train_stops_where_its_line_is_cut() -> None:
    """A regiment's worth of a division commands BB7 alone; both sides of it are joined to France."""
    position = moving("1re-DI", "BA9 >BB9", units={"18.ID": "BC7 SE -3"})
    assert {"BB9", "BB8", "BB7"} <= reached(position, "1re-DI", 5)
    assert "BB6" not in reached(position, "1re-DI", 5)
    alone = moving("1re-DI", "AZ10 >BA9", units={"18.ID": "BC7 S -3"})
    assert "BB7" in reached(alone, "1re-DI", 5), "no line is cut, and zones alone stop no train"


@pytest.mark.rule("12.3.1", "7.1.6")
def test_no_train_runs_into_the_enemy() -> None:
    """A headquarters alone holds no railway, but no train passes it."""
    position = moving("1re-DI", "BA9 >BB9", units={"2.AOK": "BB8"})
    assert reached(position, "1re-DI", 4) == {"BB9"}


@pytest.mark.rule("12.3.1", "1.1.5")
def test_trains_stay_in_the_scenario() -> None:
    units = {"1re-DI": "AP19 train", "145e-RI": "AP22 N"}
    position = arranged("guise", side="allied", begin="MoveUnits FR", units=units)
    area = position.board.play.area
    position = play(position, "move 1re-DI")
    found = rides(position.board, BY_ID["1re-DI"], 50)
    assert all(area >> hex & 1 for hex in found)


@pytest.mark.rule("12.3.1")
def test_a_click_on_the_map_is_answered_for_the_train() -> None:
    assert refused(moving("1re-DI", "BB7 >BB8"), "to BB6") == "12.3.3"


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
@pytest.mark.reading("railways")
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
@pytest.mark.reading("only-by-rail")
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
@pytest.mark.reading("blocked-line")
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
@pytest.mark.reading("stations")
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
@pytest.mark.reading("train-turns")
def test_no_train_turns_in_the_open_nor_back_onto_a_low_line() -> None:
    position = moving("1re-DI", "BB8 <BB7")
    assert not named(position, "head")
    assert refused(position, "head BB7") == "12.3.7"
    position = moving("1re-DI", "BB5 <BC5")
    assert named(position, "head") == [], "it came by a low line and may only go on by others, freely"
    assert {"BB6", "BB4"} <= set(named(position, "rail"))
    assert refused(position, "head BC5") == "12.3.7"


@pytest.mark.rule("12.3.7", "12.3.3")
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
