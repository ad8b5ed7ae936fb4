"""[6.1]-[6.3] Zones of control and facing."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged
from games.nach_paris.units.support import put
from marne.engine import Ask
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.movement.facing import Face, change_facing
from marne.games.nach_paris.rules.units.zones import aspect, aspect_of, front, has_facing, zone_of, zones
from marne.games.nach_paris.steps import FACING_NAMES, label
from marne.hexes import members

N, NE, SE, S, SW, NW = "BC9", "BB9", "BB8", "BC7", "BD8", "BD9"
"""Round BC8, in open country."""
ROUND = [N, NE, SE, S, SW, NW]


def zone(position: Game, unit: str) -> set[str]:
    return set(map(label, members(zone_of(position.board, BY_ID[unit]))))


def parts(position: Game, unit: str) -> str:
    return "".join(aspect_of(position.board, BY_ID[unit], MAP.grid.hex(hex)) for hex in ROUND)


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
@pytest.mark.reading("front-of-infantry", "front-of-small-units", "front-of-cavalry")
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
@pytest.mark.reading("partly-flooded")
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


@pytest.mark.rule("6.1.2", "6.2.1")
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


@pytest.mark.rule("6.2.1", "6.1.2")
def test_who_is_off_the_map_has_neither_front_nor_zone() -> None:
    for words in ("waiting", "destroyed"):
        board = still({"18.ID": words})
        assert front(board, BY_ID["18.ID"]) == zone_of(board, BY_ID["18.ID"]) == 0
    board = still({"18.ID": "AW22 N", "1.AOK": "AW23", "17.ID": "S31 N train"})
    assert front(board, BY_ID["18.ID"]) >> at("AW23") & 1
    assert not front(board, BY_ID["18.ID"]) >> at("AW21") & 1
    assert zone_of(board, BY_ID["1.AOK"]) == 0, "staffs have none"
    assert zone_of(board, BY_ID["17.ID"]) == 0, "trains have none"


@pytest.mark.rule("6.1.1", "7.1.4")
def test_only_units_on_the_map_with_a_facing_are_asked_where_they_look() -> None:
    def ask(unit: str, words: str, **more: Any) -> object:
        return Face(BY_ID[unit]).ask(still({unit: words}, **more))

    assert ask("18.ID", "AW22 N") is not None
    assert ask("18.ID", "waiting") is None
    assert ask("18.ID", "destroyed") is None
    assert ask("1.AOK", "AW22") is None, "headquarters look nowhere"
    assert ask("18.ID", "AW22 N", facing=False) is None


@pytest.mark.rule("6.2.1", "10.3.1")
def test_who_turns_leaves_its_fieldworks_and_who_looks_the_same_way_keeps_them() -> None:
    board = still({"18.ID": "AW22 N fieldworks", "17.ID": "AW22 N fieldworks"})
    change_facing(board, BY_ID["18.ID"], 0)
    assert board.fieldworks >> BY_ID["18.ID"] & 1, "it looked there before"
    change_facing(board, BY_ID["18.ID"], 2)
    assert board.faces[BY_ID["18.ID"]] == 2
    assert not board.fieldworks >> BY_ID["18.ID"] & 1
    assert board.fieldworks >> BY_ID["17.ID"] & 1, "the other keeps its own"


@pytest.mark.rule("6.1.3")
def test_a_zone_ends_at_the_forts_of_the_enemy_not_at_its_own() -> None:
    seen = 0
    for hex in sorted({each.hex for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] >= 0}):
        for beside in (n for n in MAP.grid.neighbours[hex] if MAP.playable(n) and MAP.camp[n] < 0):
            facing = MAP.grid.direction_names[MAP.grid.around[beside].index(hex)]
            german = still({"18.ID": f"{MAP.grid.label(beside)} {facing}"})
            french = still({"1re-DI": f"{MAP.grid.label(beside)} {facing}"})
            assert not zone_of(german, BY_ID["18.ID"]) >> hex & 1
            seen += zone_of(french, BY_ID["1re-DI"]) >> hex & 1
    assert seen > 0


@pytest.mark.rule("6.1.1")
def test_six_sides_for_who_is_there_and_has_a_facing() -> None:
    board = still({"18.ID": "AW22 N", "5.KD": "AW22"})
    ask: Any = Face(BY_ID["18.ID"]).ask(board)
    assert ask == Ask(GERMAN_SIDE, tuple(("face", way) for way in range(6)))
    assert Face(BY_ID["5.KD"]).ask(board) is None
    board.put(BY_ID["18.ID"], -1)
    assert Face(BY_ID["18.ID"]).ask(board) is None
    board.put(BY_ID["18.ID"], 0)
    assert Face(BY_ID["18.ID"]).ask(board) == ask, "the first hex of the map is a hex"
    assert len(FACING_NAMES) == 6


@pytest.mark.rule("6.1.1", "7.1.4", "21.2.2")
def test_zeal_binds_the_facing_in_the_movement_phase_alone() -> None:
    board = still({"1re-DI": "AW22 N doctrine", "18.ID": "AW23 N"}, doctrine=True)
    ways = {}
    for phase in ("movement", "combat"):
        board.phase = phase
        ask = Face(BY_ID["1re-DI"]).ask(board)
        assert isinstance(ask, Ask)
        ways[phase] = len(tuple(ask.options or ()))
    assert ways["combat"] == len(FACING_NAMES) == 6
    assert 0 < ways["movement"] < 6


@pytest.mark.rule("6.2.1", "12.2.3")
def test_a_unit_on_a_train_has_no_facing() -> None:
    assert has_facing(still({"1re-DI": "BC9 N"}), BY_ID["1re-DI"])
    assert not has_facing(still({"1re-DI": "T37 train"}), BY_ID["1re-DI"])
