"""T4: movement, zones of control, contact."""

from __future__ import annotations

import pytest

from training.events import Moved, Revealed
from training.game import GAME
from training.rules.movement import allowance, zone

from .support import arranged, asked, events, legal, play, refused, unit, where


@pytest.mark.rule("T4.1")
def test_counters_move_one_at_a_time_and_once() -> None:
    units = {"B1": unit("infantry", "0204"), "B2": unit("cavalry", "0203"), "R1": unit("infantry", "0704")}
    position = arranged(units=units)
    assert legal(position) == ["B1", "B2", "done"]
    position = play(position, "B1", "0205")
    assert events(position, Moved) == [Moved("T4.1", "B1", "0205")]
    assert legal(position) == ["B2", "done"]
    assert refused(position, "B1") == ("T4.1", "B1 has moved already")
    assert refused(position, "R1") == ("T4.1", "R1 is not yours")
    assert refused(position, "B3") == ("T4.1", "B3 is off the map")
    assert refused(position, "B9") == ("T4.1", "'B9' is not one of the legal answers")
    assert play(position, "B2", "0203").events == (), "to stay is a move"


@pytest.mark.rule("T4.2")
@pytest.mark.parametrize(
    ("up", "weather", "points"), [(True, "dry", 5), (True, "rain", 4), (False, "dry", 3), (False, "rain", 2)]
)
def test_allowance(up: bool, weather: str, points: int) -> None:
    position = arranged(weather=weather, units={"B1": unit("cavalry", "0101", up=up)})
    assert allowance(position.board, 0) == points


@pytest.mark.rule("T4.2", "T4.3")
def test_costs_of_ground_and_river() -> None:
    position = play(arranged(units={"B1": unit("infantry", "0403"), "R1": unit("guns", "0707")}), "B1")
    costs, grid = position.board.ground.costs, position.board.ground.grid
    assert costs.cost(grid.hex("0403"), grid.hex("0404")) == 1, "a town"
    assert costs.cost(grid.hex("0403"), grid.hex("0504")) == 2, "across the river"
    assert costs.cost(grid.hex("0403"), grid.hex("0503")) == 3, "into a wood across the river"
    assert costs.cost(grid.hex("0404"), grid.hex("0504")) == 1, "over the bridge"
    assert {"0503", "0504", "0505"} & set(legal(position)) == {"0503", "0504"}
    assert refused(position, "0601") == ("T4.2", "0601 is further than the 3 points of B1")


@pytest.mark.rule("T4.4")
def test_zones_end_at_the_river_in_the_second_edition() -> None:
    units = {"R1": unit("infantry", "0503")}
    grid = arranged(units=units).board.ground.grid

    def labels(edition: str) -> set[str]:
        bits = zone(arranged(edition, units=units).board, 1)
        return {grid.label(hex) for hex in range(len(grid)) if bits >> hex & 1}

    assert labels("first") == {"0402", "0403", "0502", "0504", "0602", "0603"}
    assert labels("second") == {"0502", "0504", "0602", "0603"}


@pytest.mark.rule("T4.5")
def test_a_counter_stops_in_an_enemy_zone_and_does_not_go_from_zone_to_zone() -> None:
    units = {"B1": unit("cavalry", "0203"), "R1": unit("infantry", "0403")}
    position = play(arranged(units=units), "B1")
    assert "0303" in legal(position), "into the zone"
    assert refused(position, "0502") == ("T4.5", "an enemy zone of control bars the way to 0502")
    units["B1"] = unit("infantry", "0304")
    position = play(arranged(units=units, weather="rain"), "B1")
    assert "0204" in legal(position), "out of the zone"
    assert refused(position, "0404") == ("T4.5", "an enemy zone of control bars the way to 0404")
    assert "0404" in legal(play(arranged(units=units), "B1")), "with one point more there is a way around"


@pytest.mark.rule("T4.6", "T1.4")
def test_contact_turns_counters_up_and_decoys_go() -> None:
    units = {
        "B1": unit("infantry", "0304", up=False),
        "R1": unit("decoy", "0503", up=False),
        "R2": unit("infantry", "0503", up=False),
        "R3": unit("guns", "0603", up=False),
    }
    position = play(arranged(units=units), "B1")
    seen = GAME.inspect(position)["unit"]
    assert not seen["R1"]["up"]
    position = play(position, "0403")
    assert events(position, Revealed) == [
        Revealed("T4.6", "R1", "decoy"),
        Revealed("T4.6", "R2", "infantry"),
        Revealed("T4.6", "B1", "infantry"),
    ]
    assert all(event.reveals for event in events(position, Revealed))
    assert (where(position, "R1"), where(position, "R2")) == ("", "0503")
    assert not GAME.inspect(position)["unit"]["R3"]["up"], "two hexes away"


@pytest.mark.rule("T4.6")
def test_a_decoy_that_makes_contact_goes_too() -> None:
    units = {"B1": unit("decoy", "0304", up=False), "B2": unit("guns", "0101"), "R1": unit("infantry", "0503")}
    position = play(arranged(units=units), "B1", "0403")
    assert where(position, "B1") == ""
    assert asked(position) == "Movement"
