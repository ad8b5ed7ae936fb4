"""The staff before fortresses and inside them: guns, foot with them, the line for railway guns, horse in the open, a
garrison that keeps to its walls."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import arranged
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, GERMAN_SIDE, IDS
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.guns import best_assault
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.steps import hex_of, label
from marne.hexes import members

BRIGADES = {"11.IB": "U35 SW", "14.IB": "U35 SW", "27.IB": "U34 SW", "34.IB": "U34 SW", "2.AOK": "T36"}
GUNS = {"I.II/Fußa.9": "V35 SW", "II.III/Fußa.4": "V35 SW"}


def sent(units: dict[str, str], side: int, nation: int, turn: int = 6, **more: Any) -> tuple[dict[str, str], Situation]:
    """Where each unit is after the orders of its staff, by name."""
    seat = "german" if side == GERMAN_SIDE else "allied"
    board = arranged("liege", turn=turn, side=seat, begin="movement", units=units, **more).board
    situation = Situation(board, side)
    places = draw_up(situation, nation).waiting.values()
    found = {name: label(board.where[BY_ID[name]]) for name in units}
    return found | {IDS[place.unit]: label(place.hex) for place in places}, situation


def test_foot_goes_with_the_guns_that_stand_before_a_fort() -> None:
    found, _ = sent({**BRIGADES, **GUNS, "12e.14e-BM": "W35 NE", "9e.11e-BM": "W35 NE"}, GERMAN_SIDE, DE)
    guns = {found[name] for name in GUNS}
    assert guns <= {label(hex) for hex in MAP.grid.neighbours[hex_of("W34")] + MAP.grid.neighbours[hex_of("W35")]}
    for hex in guns:
        foot = [name for name in BRIGADES if name.endswith("IB") and found[name] == hex]
        assert len(foot) >= 2, f"against two brigades: {found}"


def test_a_line_before_the_forts_is_taken_before_railway_guns_come() -> None:
    line = ["T36", "U35", "U34", "U33"]
    soon, _ = sent({**BRIGADES, "12e.14e-BM": "W35 NE"}, GERMAN_SIDE, DE, turn=5, rail=line)
    early, _ = sent({**BRIGADES, "12e.14e-BM": "W35 NE"}, GERMAN_SIDE, DE, turn=2, rail=line)
    assert "V34" in {soon[name] for name in BRIGADES}
    assert "V34" not in {early[name] for name in BRIGADES}


def test_horse_leaves_the_siege_to_others_and_looks_for_the_enemy_in_the_open() -> None:
    units = {**BRIGADES, "4.KD": "U34 SW", "2.KD": "U34 SW", "12e.14e-BM": "Z34 NE", "9e.11e-BM": "Z34 NE"}
    found, situation = sent(units, GERMAN_SIDE, DE, turn=4)
    field = situation.open_field
    assert field[hex_of(found["4.KD"])] > field[hex_of("U34")]
    assert found["4.KD"] not in {label(hex) for hex in situation.shellfire}, "round the forts, not before them"


def test_the_way_round_a_ring_of_forts_does_not_lead_through_their_zones() -> None:
    _, situation = sent({**BRIGADES, "12e.14e-BM": "Y36 NE"}, GERMAN_SIDE, DE, turn=4)
    field = situation.open_field
    assert field[hex_of("W32")] > field[hex_of("V33")] > field[hex_of("U34")], "southwards"
    assert field[hex_of("V33")] > field[hex_of("V36")], "though it is farther"


def test_a_garrison_keeps_to_its_walls_before_a_stronger_enemy() -> None:
    near = {"11.IB": "V36 SW", "14.IB": "V36 SW", "27.IB": "V35 SW", "34.IB": "V34 SW", "I.II/Fußa.9": "V35 SW"}
    found, situation = sent({**near, "12e.14e-BM": "W35 NE", "9e.11e-BM": "W34 NE"}, ALLIED_SIDE, BE, turn=4)
    assert situation.walled_in(BY_ID["12e.14e-BM"])
    for name in ("12e.14e-BM", "9e.11e-BM"):
        assert fort_data.AT[hex_of(found[name])], found
    weak, situation = sent({"9.KD": "V36 SW -2", "12e.14e-BM": "W35 NE"}, ALLIED_SIDE, BE, turn=4)
    assert not situation.walled_in(BY_ID["12e.14e-BM"]), weak


def test_two_guns_storm_two_forts_where_that_is_worth_more() -> None:
    units = {**BRIGADES, **GUNS, "PiR.24": "V35 SW", "PiR.25": "V35 SW"}
    board = arranged("liege", turn=6, side="german", begin="DeclareAssaults DE", units=units).board
    plan = best_assault(Situation(board, GERMAN_SIDE), DE)
    assert plan is not None
    assert len(members(plan.guns)) == 1
    assert plan.together > 1.5 * plan.worth
