"""[6.1]-[6.3] Zones of control and facing, [6.4] stacking."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.units.stacking import fits, limit, room, squeeze_in
from marne.games.nach_paris.rules.units.zones import aspect, aspect_of, front, zone_of, zones
from marne.games.nach_paris.steps import label
from marne.hexes import members

N, NE, SE, S, SW, NW = "BC9", "BB9", "BB8", "BC7", "BD8", "BD9"
"""Round BC8, in open country."""
ROUND = [N, NE, SE, S, SW, NW]


def zone(position: Game, unit: str) -> set[str]:
    return set(map(label, members(zone_of(position.board, BY_ID[unit]))))


def parts(position: Game, unit: str) -> str:
    return "".join(aspect_of(position.board, BY_ID[unit], MAP.grid.hex(hex)) for hex in ROUND)


def put(words: dict[str, str], **more: Any) -> Game:
    return arranged(units=words, turn=10, begin="nothing", **more)


@pytest.mark.rule("6.1.2", "6.2.1", "6.1.3")
@pytest.mark.parametrize(
    ("unit", "words", "controlled", "seen"),
    [
        ("1re-DI", "N", {NW, N, NE}, "FFSRSF"),
        ("1re-DI", "SE", {NE, SE, S}, "SFFFSR"),
        ("1re-DI", "N -1", {NW, N, NE}, "FFSRSF"),
        ("1re-DI", "N -2", {N}, "FSSRSS"),
        ("8e-Bde", "S", {S}, "RSSFSS"),
        ("PiR.24", "N", {N}, "FSSRSS"),
        ("2e-RAL", "N", {N}, "FSSRSS"),
        ("5.KD", "N", set(ROUND), "FFFFFF"),
        ("2.AOK", "N", set(), "FFFFFF"),
        ("Ebk.1", "N", set(), "FFFFFF"),
        ("ÖFAB.2", "N", set(), "FSSRSS"),
    ],
)
def test_zones_and_fronts_by_kind_and_steps(unit: str, words: str, controlled: set[str], seen: str) -> None:
    position = put({unit: f"BC8 {words}"})
    assert zone(position, unit) == controlled
    assert parts(position, unit) == seen
    assert {hex for hex, part in zip(ROUND, seen, strict=True) if part == "F"} == set(
        map(label, members(front(position.board, BY_ID[unit])))
    )


@pytest.mark.rule("6.1.1")
def test_facing_is_one_of_six_hexsides() -> None:
    for direction, ahead in zip(("N", "NE", "SE", "S", "SW", "NW"), ROUND, strict=True):
        assert zone(put({"8e-Bde": f"BC8 {direction}"}), "8e-Bde") == {ahead}


@pytest.mark.rule("6.1.2", "6.2.1", "12.2.3")
def test_trains_control_nothing_and_have_only_flanks() -> None:
    hex = next(hex for hex, links in enumerate(MAP.links_of) if links and MAP.country[hex] == "FR")
    position = put({"1re-DI": f"{label(hex)} N train"})
    assert zone(position, "1re-DI") == set()
    there = MAP.grid.neighbours[hex]
    assert {aspect_of(position.board, BY_ID["1re-DI"], each) for each in there} == {"S"}
    assert zones(position.board, ALLIED_SIDE) & MAP.grid.within_bits(hex, 1) == zones(
        put({}).board, ALLIED_SIDE
    ) & MAP.grid.within_bits(hex, 1)


@pytest.mark.rule("6.1.3")
def test_weak_guns_control_nothing_beyond_a_major_river() -> None:
    """P9 lies beyond the Moselle, seen from O8."""
    assert "P9" in zone(put({"1re-DI": "O8 NW"}), "1re-DI"), "ARF 12"
    assert "P9" in zone(put({"1re-DI": "O8 NW -2"}), "1re-DI"), "ARF 9"
    assert "P9" not in zone(put({"51e-DR": "O8 NW"}), "51e-DR"), "ARF 5"
    assert "P9" in zone(put({"34.IB": "O8 NW"}), "34.IB"), "ARF 6 is enough"
    assert "P9" not in zone(put({"34.IB": "O8 NW -1"}), "34.IB")
    assert "P9" not in zone(put({"5.KD": "O8"}), "5.KD")


@pytest.mark.rule("6.1.3")
def test_forest_and_crest_stop_all_but_heavy_guns_mountain_troops_and_red_artillery() -> None:
    """M9 lies beyond the forest of L9, L8 beyond the crest of K7."""
    for place, ahead in (("L9 NW", "M9"), ("K7 NW", "L8")):
        for unit in ("1re-DI", "8e-Bde", "5.KD", "PiR.24"):
            assert ahead not in zone(put({unit: place}), unit), unit
        for unit in ("18.ID", "2e-RAL", "BCA-Alsace"):
            assert ahead in zone(put({unit: place}), unit), unit


@pytest.mark.rule("6.1.3", "17.2.2")
def test_nobody_controls_what_lies_beyond_flooded_banks() -> None:
    before, after = put({"18.ID": "AT40 SW"}), put({"18.ID": "AT40 SW"}, sluices=["Yser"])
    assert "AU39" in zone(before, "18.ID")
    assert "AU39" not in zone(after, "18.ID")
    assert "AU40" in zone(put({"18.ID": "AT40 NW"}, sluices=["Yser"]), "18.ID"), "partially flooded"


@pytest.mark.rule("6.3.1")
def test_units_in_a_hex_cover_each_other() -> None:
    position = put({"1re-DI": "BC8 N", "8e-Bde": "BC8 S"})
    units = position.board.at[MAP.grid.hex("BC8")]
    seen = "".join(aspect(position.board, units, MAP.grid.hex(hex)) for hex in ROUND)
    assert seen == "FFSFSF"
    together = zones(position.board, ALLIED_SIDE)
    assert {hex for hex in ROUND if together >> MAP.grid.hex(hex) & 1} == {NW, N, NE, S}


def test_without_facing_everybody_looks_all_round() -> None:
    position = arranged(options={"facing": "off"}, units={"8e-Bde": "BC8 N"}, turn=10, begin="nothing")
    assert zone(position, "8e-Bde") == set(ROUND)
    assert parts(position, "8e-Bde") == "FFFFFF"


def test_kept_zones_follow_every_change() -> None:
    board = put({"1re-DI": "BC8 N", "5.KD": "AZ30"}).board
    unit, hex = BY_ID["1re-DI"], MAP.grid.hex
    assert zones(board, ALLIED_SIDE) >> hex(N) & 1
    board.faces[unit] = 3
    assert not zones(board, ALLIED_SIDE) >> hex(N) & 1
    assert zones(board, ALLIED_SIDE) >> hex(SE) & 1
    board.lost[unit] = 2
    assert not zones(board, ALLIED_SIDE) >> hex(SE) & 1
    board.put(unit, hex("BC9"))
    assert zones(board, ALLIED_SIDE) >> hex("BC8") & 1
    assert not zones(board, GERMAN_SIDE) >> hex("BC8") & 1


@pytest.mark.rule("11.6.7", "11.6.10")
def test_camps_control_their_outside_and_shelter_their_inside() -> None:
    board = put({"18.ID": "AL31 NE"}).board
    allied = zones(board, ALLIED_SIDE)
    assert allied >> MAP.grid.hex("AL31") & 1
    assert not allied >> MAP.grid.hex("AK31") & 1, "inside the camp"
    assert not zone(put({"18.ID": "AL31 NE"}), "18.ID") & {"AK30", "AK31"}
    gone = put({"18.ID": "AL31 NE"}, forts={"AK31:Fort-des-Sarts": "gone", "AK31:Fort-de-Leveau": "gone"})
    assert "AK31" in zone(gone, "18.ID")


@pytest.mark.rule("11.4.2")
def test_a_feste_controls_its_hexes_until_it_is_hit() -> None:
    whole = zones(put({}).board, GERMAN_SIDE)
    hit = zones(put({}, forts={"G12:Feste-Kaiser-Wilhelm-II": "hit"}).board, GERMAN_SIDE)
    for there in ("G11", "H12", "H13"):
        assert whole >> MAP.grid.hex(there) & 1
        assert not hit >> MAP.grid.hex(there) & 1


# -- [6.4]


@pytest.mark.rule("6.4.1")
@pytest.mark.parametrize(("hex", "steps"), [("BC8", 15), ("O8", 12), ("L9", 9), ("K7", 9), ("AU39", 12)])
def test_limits_by_terrain(hex: str, steps: int) -> None:
    assert limit(put({}).board, MAP.grid.hex(hex)) == steps


@pytest.mark.rule("6.4.1", "17.2.2")
def test_nobody_stacks_in_a_flooded_plain() -> None:
    (sluice,) = (each for each in MAP.sluices if each.hexes)
    assert limit(put({}).board, sluice.hexes[0]) == 15
    assert limit(put({}, sluices=[sluice.name]).board, sluice.hexes[0]) == 0


@pytest.mark.rule("6.4.2")
def test_headquarters_engineers_siege_guns_and_trains_do_not_count() -> None:
    hex = MAP.grid.hex("BC8")
    board = put({"1re-DI": "BC8 N -1", "2e-RAL": "BC8 N", "QG-1re-A": "BC8", "SCF.1": "BC8"}).board
    assert room(board, hex, ALLIED_SIDE) == 15 - 3 - 1
    assert room(put({"ÖFAB.2": "BC8", "PiR.24": "BC8"}).board, hex, GERMAN_SIDE) == 14
    rail = next(hex for hex, links in enumerate(MAP.links_of) if links and MAP.terrain[hex] == 1)
    assert room(put({"1re-DI": f"{label(rail)} N train"}).board, rail, ALLIED_SIDE) == 15


@pytest.mark.rule("6.4.1")
def test_the_last_step_fits_and_one_more_does_not() -> None:
    hex = MAP.grid.hex("BC8")
    full = {"1re-DI": "BC8 N", "2e-DI": "BC8 N", "3e-DI": "BC8 N", "8e-Bde": "BC9 N", "145e-RI": "BC9 N"}
    board = put(full).board  # twelve of fifteen
    assert fits(board, BY_ID["8e-Bde"], hex, ALLIED_SIDE)
    board.put(BY_ID["8e-Bde"], hex)
    assert fits(board, BY_ID["145e-RI"], hex, ALLIED_SIDE)
    board.put(BY_ID["145e-RI"], hex)
    assert room(board, hex, ALLIED_SIDE) == 0
    assert not fits(board, BY_ID["4e-DI"], hex, ALLIED_SIDE)
    assert fits(board, BY_ID["QG-1re-A"], hex, ALLIED_SIDE)


@pytest.mark.rule("6.4.3")
def test_who_retreats_into_a_crowd_loses_steps_until_it_fits() -> None:
    hex = MAP.grid.hex("BC8")
    crowd = {"1re-DI": "BC8 N", "2e-DI": "BC8 N", "3e-DI": "BC8 N"}  # three steps of room
    board = put({**crowd, "4e-DI": "BC9 N", "QG-1re-A": "BC9"}).board
    unit = BY_ID["4e-DI"]
    assert squeeze_in(board, unit, hex)
    assert board.lost[unit] == 1
    board.put(unit, hex)
    assert room(board, hex, ALLIED_SIDE) == 0
    assert squeeze_in(board, BY_ID["QG-1re-A"], hex)
    board.put(BY_ID["5e-DI"], MAP.grid.hex("BC9"))
    assert not squeeze_in(board, BY_ID["5e-DI"], hex)
    assert board.where[BY_ID["5e-DI"]] < 0
