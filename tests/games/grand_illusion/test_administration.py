"""Chapter 11: the Administrative Phase."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import Game, alone, asked, carried_out, down, legal, play, until, where
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import ALLIED
from marne.games.grand_illusion.rules.supply.administration import AloneOnTheCoast

ROAD = [54, 64, 73, 53, 63, 62, 44]
RING = [9, 10, 18, 20, 28, 29]


def phase(edition: str = "english", turn: int = 6, scenario: int = 1, **changes: Any) -> Game:
    changes.setdefault("caps", [0, 0])
    changes.setdefault("begin", "administration")
    return alone(edition, scenario, turn=turn, **changes)


@pytest.mark.rule("11.0", "11.6", "4.0")
def test_then_comes_the_next_turn() -> None:
    position = phase(units={"FR.XX": 57, "GE.X": 84})
    assert asked(position) == "RollCaps"
    assert position.board.turn == 7


@pytest.mark.rule("11.2.2", "11.3")
def test_attrition() -> None:
    units = {"FR.XX": 19, "FR.XV": "19*", "FR.HQ-6": 19, "FR.F-Paris": 19, "FR.I": 57, "GE.X": 84, "GE.HA-420": 60}
    position = phase(units=units, german=RING)
    assert down(position, "FR.XX")
    assert where(position, "FR.XV") == DEAD
    assert where(position, "FR.HQ-6") == 19
    assert down(position, "FR.HQ-6")
    assert down(position, "GE.HA-420")
    assert where(position, "FR.F-Paris") == 19
    assert not down(position, "FR.I")


@pytest.mark.rule("9.5.3", "9.5.2", "11.3")
@pytest.mark.parametrize(
    ("fort", "hex", "die", "falls"),
    [
        ("FR.F-Langres", 79, 2, True),
        ("FR.F-Langres", 79, 3, False),
        ("FR.F-Toul", 87, 2, False),
        ("FR.F-Toul", 87, 1, True),
    ],
)
def test_besieged_forts_surrender_by_die(fort: str, hex: int, die: int, falls: bool) -> None:
    position = phase(units={"GE.X": hex, fort: hex, "FR.XX": 57}, german=[hex, 86, 87, 88, 78, 77, 97], siege=[hex])
    assert asked(position) == "Surrender"
    position = play(position, die)
    assert (where(position, fort) == DEAD) is falls
    assert bool(position.board.siege >> hex & 1) is not falls


@pytest.mark.rule("9.5.3", "11.3", "ES-36")
@pytest.mark.parametrize(("edition", "rolls"), [("english", False), ("spanish", True)])
def test_hungry_besiegers_lift_the_siege_before_the_english_roll(edition: str, rolls: bool) -> None:
    position = phase(edition, units={"GE.X": 79, "FR.F-Langres": 79, "FR.XX": 57}, german=[79], siege=[79])
    assert (asked(position) == "Surrender") is rolls
    position = play(position, 6) if rolls else position
    assert not position.board.siege


@pytest.mark.rule("11.4")
def test_quiet_hexes_recover_wholly_and_others_by_one_or_two() -> None:
    units = {
        "FR.XX": "57*", "FR.XV": "57*", "FR.HQ-3": "57*", "GE.X": 84,
        "FR.I": "26*", "FR.II": "26*", "FR.III": "26*", "GE.XIII": "26*",
    }  # fmt: skip
    position = phase(units=units, german=[26, 36, 35, 45, *ROAD])
    assert asked(position) == "RestSome"
    assert set(legal(position)) == {"rest FR.I", "rest FR.II", "rest FR.III"}
    position = play(position, "rest FR.I", "rest FR.II")
    assert down(position, "FR.III"), "two of three"
    assert not down(position, "GE.XIII"), "one of one"
    assert not down(position, "FR.XX")
    assert not down(position, "FR.XV")
    assert not down(position, "FR.HQ-3")


@pytest.mark.rule("11.4", "11.2.2")
def test_nobody_recovers_out_of_supply() -> None:
    position = phase(units={"FR.HQ-6": "19*", "FR.F-Paris": 19, "GE.X": 84}, german=RING)
    assert down(position, "FR.HQ-6")


@pytest.mark.rule("8.4.3", "11.4", "ES-31")
def test_emergency_rail_supply_in_the_administrative_phase() -> None:
    units = {
        "GE.X": "45*",
        "GE.VII": "45*",
        "GE.HQ-1": 45,
        "GE.IV": "35*",
        "FR.F-Maubeuge": 54,
        "GE.V": 54,
        "FR.XX": 57,
    }
    position = phase(turn=4, units=units, german=[*ROAD, 45, 35, 46], siege=[54])
    position = until(position, "RestSome", Surrender=6)
    assert set(legal(position)) == {"rest GE.X", "rest GE.VII"}
    position = play(position, "rest GE.X")
    assert down(position, "GE.VII")
    assert down(position, "GE.HQ-1"), "staffs are worn out"
    assert down(position, "GE.IV"), "no staff there"
    assert where(position, "GE.IV") == 35, "but fed"


@pytest.mark.rule("8.4.3")
def test_the_makeshift_supply_ends_with_turn_five() -> None:
    units = {"GE.IV": 35, "FR.F-Maubeuge": 54, "GE.V": 54, "FR.XX": 57}
    position = phase(turn=5, begin="segment", units=units, german=[*ROAD, 45, 35, 46], siege=[54], withdrew=[3, 4])
    position = until(position, "RollCaps", Surrender=6)
    assert down(position, "GE.IV")


@pytest.mark.rule("8.4.3", "ES-32")
@pytest.mark.parametrize(("turn", "stays"), [(4, True), (5, False), (7, False)])
def test_the_line_beyond_mezieres_is_mended_from_turn_five(turn: int, stays: bool) -> None:
    position = phase(turn=turn, units={"FR.XX": 57, "GE.X": 84})
    assert position.board.rail_end is stays
    position = phase(turn=7, units={"FR.XX": 57, "GE.X": 84, "BE.F-Namur": 64})
    assert position.board.rail_end, "Namur holds"


@pytest.mark.rule("12.1", "14.3.1")
@pytest.mark.parametrize(("scenario", "turn", "points"), [(1, 5, 2), (1, 6, 3), (3, 5, 3)])
def test_the_bef_alone_on_the_coast(scenario: int, turn: int, points: int) -> None:
    position = phase(
        scenario=scenario, turn=turn, begin="segment", units={"BR.1": 14, "FR.XX": 57, "GE.X": 84}, withdrew=[3, 4]
    )
    position = until(position, "RollCaps")
    assert position.board.points[ALLIED] == points


@pytest.mark.rule("11.2.2", "11.4", "9.5.3")
def test_who_was_out_of_supply_does_not_recover_when_a_fort_yields_in_the_same_phase() -> None:
    units = {"GE.IV": 35, "GE.IX": "54*", "FR.F-Maubeuge": 54, "GE.V": 54, "FR.XX": 57}
    position = phase(units=units, german=[*ROAD, 45, 35, 46], siege=[54])
    position = play(until(position, "Surrender"), 1)
    assert where(position, "FR.F-Maubeuge") == DEAD
    assert down(position, "GE.IV"), "attrition, and no recovery"
    assert not down(position, "GE.IX")


@pytest.mark.rule("8.4.3", "11.2.2")
def test_the_line_is_mended_too_late_for_those_who_starved_beyond_it() -> None:
    position = phase(turn=5, units={"GE.X": 48, "FR.XX": 99}, german=[56, 57, 48, 65, *ROAD], rail_end=True)
    assert not position.board.rail_end
    assert down(position, "GE.X")


@pytest.mark.rule("8.4.3", "9.5.3")
def test_namurs_surrender_mends_the_line_a_turn_later() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "FR.XX": 57}
    position = play(until(phase(turn=6, units=units, german=ROAD, siege=[64]), "Surrender"), 1)
    assert where(position, "BE.F-Namur") == DEAD
    assert position.board.rail_end


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({"FR.XX": 14, "GE.X": 23}, 3), ({"BR.1": 45}, 3), ({"BR.HQ-BEF": 32}, 2), ({"BR.1-C": 1}, 2), ({}, 3),
    ],
)  # fmt: skip
def test_only_british_units_on_the_coast_cost_a_point(units: dict[str, int], points: int) -> None:
    board = alone(turn=5, units={"FR.XV": 57, **units}).board
    carried_out(AloneOnTheCoast(), board)
    assert board.points[ALLIED] == points


@pytest.mark.rule("8.4.3", "12.1")
@pytest.mark.parametrize(("turn", "still"), [(3, True), (4, True), (5, False), (6, False)])
def test_the_makeshift_supply_lasts_to_the_end_of_the_action_of_turn_five(turn: int, still: bool) -> None:
    board = alone(turn=turn, units={"FR.XX": 57}, emergency=True).board
    carried_out(AloneOnTheCoast(), board)
    assert board.emergency is still


@pytest.mark.rule("11.2.2", "8.4.3", "11.3")
def test_only_germans_beyond_the_line_live_off_the_land() -> None:
    units = {
        "GE.HQ-1": 45,
        "GE.X": 45,
        "GE.HQ-4": 84,
        "GE.VI": 84,
        "FR.HQ-3": 57,
        "FR.XX": 57,
        "FR.F-Maubeuge": 54,
        "GE.V": 54,
    }
    position = phase(turn=4, units=units, german=[*ROAD, 45], siege=[54])
    position = until(position, "RollCaps", Surrender=6)
    assert down(position, "GE.HQ-1")
    assert not down(position, "GE.HQ-4"), "on the railway"
    assert not down(position, "FR.HQ-3"), "not German"
    quiet = until(phase(turn=8, units={"FR.I": "57*", "GE.X": 84}), "RollCaps")
    assert not down(quiet, "FR.I"), "nobody forages where there is no makeshift line"
    plain = until(phase(turn=4, units=units, german=[*ROAD, 45]), "RollCaps", Surrender=6)
    assert down(plain, "GE.HQ-1"), "without a siege there is no makeshift line, and this is hunger"
    assert down(plain, "GE.X")
