"""Rules line by line: phases, demolition, the way in. Each test asks one rule for both of its answers."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.components import forts, tables
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover
from marne.games.nach_paris.components.units import (
    BY_ID,
    DE,
    FR,
    GB,
    HEADQUARTERS,
    HEAVY,
    IDS,
    MOBILITY,
    OF_NATION,
    SIEGE,
)
from marne.games.nach_paris.rules.barrage.at_units import abu_modifiers
from marne.games.nach_paris.rules.barrage.firing import _kept_on, total_arf
from marne.games.nach_paris.rules.combat.declaring import _why_not_guns, may_lend
from marne.games.nach_paris.rules.combat.phase import Combats
from marne.games.nach_paris.rules.engineers.demolition import Blow
from marne.games.nach_paris.rules.engineers.garrisons import charges
from marne.games.nach_paris.rules.engineers.structures import guarded
from marne.games.nach_paris.rules.forts.storm import EnterFort
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.phase import slips
from marne.games.nach_paris.rules.movement.reach import crossing
from marne.games.nach_paris.rules.rail.entraining import why_not_entrain
from marne.games.nach_paris.rules.retreat.retreat import retreat_hexes
from marne.games.nach_paris.rules.retreat.ways import cost
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.games.nach_paris.rules.works.fieldworks import PlaceFieldworks
from marne.games.nach_paris.sequence import AdminPhase
from marne.hexes import members


@pytest.mark.rule("3.2.2", "21.1.1", "12.1.7")
def test_what_each_side_does_in_its_admin_phase() -> None:
    german = [type(step).__name__ for step in AdminPhase().do(still(side="german"))]
    allied = [type(step).__name__ for step in AdminPhase().do(still(side="allied"))]
    assert german[:5] == ["Phase", "RollForRain", "LuxembourgRailways", "NewReplacements", "ChangeHeadquarters"]
    assert allied[:2] == ["Phase", "NewReplacements"]
    assert ("Indoctrination" in german, allied[-1]) == (False, "Indoctrination")
    assert not {"RollForRain", "LuxembourgRailways", "ChangeHeadquarters"} & set(allied)
    assert german.count("DetermineCommunications") == allied.count("DetermineCommunications") == 2
    first = AdminPhase().do(still(side="allied"))
    assert [step.side for step in first if type(step).__name__ == "DetermineCommunications"] == [1, 0]  # type: ignore[attr-defined]


@pytest.mark.rule("8.2.2", "8.8.1")
def test_factors_are_summed_and_halved_from_turn_22() -> None:
    assert [_kept_on(turn) for turn in (1, 21, 22, 24)] == [100, 100, 50, 50]
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"})
    one, two = board.arf(BY_ID["18.ID"]), board.arf(BY_ID["17.ID"])
    assert total_arf(board, unit("18.ID", "17.ID")) == one + two
    fort = next(each for each in range(forts.COUNT) if forts.ARF[each][0])
    assert total_arf(board, unit("18.ID"), 1 << fort) == one + forts.ARF[fort][0]
    board.turn = 22
    assert 2 * total_arf(board, unit("18.ID", "17.ID")) == one + two
    board.turn = 21
    assert total_arf(board, unit("18.ID", "17.ID")) == one + two


@pytest.mark.rule("11.5.8", "7.1.6")
def test_who_goes_in_overruns_the_enemy_and_faces_and_who_stays_does_not() -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    for answer, gone in (("enter", True), ("stay", False)):
        board = still({"18.ID": "AL31 NE", "17.ID": "AK31 N", IDS[staff]: "AK31"}, side="german")
        board.forts_gone = forts.AT[at("AK31")]
        steps = EnterFort(BY_ID["18.ID"], at("AK31")).answered(board, answer)
        assert steps == ((Face(BY_ID["18.ID"]),) if gone else ())
        assert (board.where[staff] < 0) == gone
        assert board.where[BY_ID["18.ID"]] == at("AK31" if gone else "AL31")
        assert board.where[BY_ID["17.ID"]] == at("AK31"), "friends stay"


@pytest.mark.rule("9.4.3")
def test_of_two_obstacles_the_worse_counts_and_guns_are_not_lent_over_a_crest() -> None:
    kinds = (tables.PLAIN, tables.MINOR, tables.RIVER, tables.DEEP_FOREST, tables.MOUNTAIN_RANGE)
    for able in (True, False):
        alone = {kind: tables.combat_side((kind,), able) for kind in kinds}
        for one in kinds:
            for two in kinds:
                assert tables.combat_side((one, two), able) == max(alone[one], alone[two])
    board, who = still({"18.ID": "AW22 N"}, side="german"), BY_ID["18.ID"]
    assert may_lend(board, who, at("AW23")) is None
    a, b = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if MAP.cover[MAP.grid.side(a, b)] == Cover.MOUNTAIN_RANGE
    )
    board.where[who] = a
    found = may_lend(board, who, b)
    assert found is not None
    assert found.rule == "9.4.3"


@pytest.mark.rule("10.3.2", "10.1.4")
def test_a_new_marker_lies_on_those_who_dug_beside_the_old_ones() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW24 N fieldworks"})
    assert PlaceFieldworks(at("AW22"), unit("18.ID")).do(board) == ()
    assert board.fieldworks == unit("18.ID", "17.ID")


@pytest.mark.rule("9.1.2")
def test_what_was_sent_out_of_hexes_is_forgotten_when_the_first_nation_begins() -> None:
    for nation, sent in ((FR, {7: 3}), (GB, {7: 3})):
        board = still(side="allied")
        board.sent = dict(sent)
        Combats(nation).do(board)
        first = board.nations(board.side)[0]
        assert board.sent == ({} if nation == first else sent)
    board = still(side="german")
    board.sent = {7: 3}
    Combats(DE).do(board)
    assert board.sent == {}


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


@pytest.mark.rule("16.1.10")
def test_zones_before_bridges_guard_the_great_bridges_beside_them() -> None:
    found = guarded(0)
    assert found
    zones = {hex for hex, zone in forts.ZONE_AT.items() if not MAP.fortified_zones[zone].on_pass}
    for number, structure in enumerate(MAP.structures):
        beside = bool(zones & {structure.hex, structure.to})
        assert bool(found >> number & 1) == (structure.major and beside)
    assert guarded((1 << len(forts.ZONE_AT)) - 1) == 0


@pytest.mark.rule("16.1.8")
def test_the_marker_is_told_where_the_sapper_stands_or_where_the_structure_is() -> None:
    number = 0
    board = still({"PiR.24": "AW22 N"}, side="german")
    Blow(number, BY_ID["PiR.24"]).answered(board, 10)
    assert board.events[-1].hex == "AW22"
    garrison = still(side="german")
    Blow(number, fort=3).answered(garrison, 10)
    assert garrison.events[-1].hex == MAP.grid.label(MAP.structures[number].hex)


@pytest.mark.rule("16.1.7")
def test_garrisons_blow_what_stands_no_enemy_holds_and_no_zone_guards() -> None:
    board = still(turn=8)
    found = dict(charges(board, FR))
    assert found
    number, fort = next(iter(found.items()))
    board.broken[number] = -1
    assert number not in charges(board, FR)
    board.broken = {}
    board.forts_blew = 1 << fort
    assert charges(board, FR).get(number) != fort
    board.forts_blew = 0
    for number, fort in found.items():
        hex = MAP.structures[number].hex
        if hex != MAP.forts[fort].hex and MAP.structures[number].to != MAP.forts[fort].hex:
            board.put(members(HEADQUARTERS & OF_NATION[DE])[0], hex)
            assert charges(board, FR).get(number) is None or MAP.structures[number].to
            break
    assert not set(charges(board, DE)) & set(members(guarded(0)))


@pytest.mark.rule("9.6.3", "9.6.4")
def test_a_retreat_goes_abroad_only_if_it_must() -> None:
    a = next(
        a
        for a in filter(MAP.playable, range(len(MAP.grid)))
        if MAP.country[a] == "FR" and {"FR", "BE"} <= {MAP.country[b] for b in MAP.grid.neighbours[a]}
    )
    board = still({"1re-DI": MAP.grid.label(a)}, turn=2)
    found = retreat_hexes(board, BY_ID["1re-DI"])
    assert found
    assert {MAP.country[hex] for hex in found} == {"FR"}


@pytest.mark.rule("12.2.6")
def test_who_forces_its_march_boards_no_train_and_others_do() -> None:
    board, who = still({"18.ID": "S31 N", "17.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    going = Going(who, 50, False, False)
    for forced, refused in ((0, False), (unit("17.ID"), False), (1 << who, True)):
        board.forced = forced
        found = why_not_entrain(board, going)
        assert (found is not None and found.rule == "12.2.6") == refused


@pytest.mark.rule("9.1.8", "9.5.3")
def test_who_may_join_with_its_guns_alone() -> None:
    board = still({"18.ID": "AW22 N", "2e-RAL": "AW30 N", "KMK.b3": "AW22 N fip", "1re-DI": "AW23 S"}, side="german")
    hex = at("AW23")
    heavy = members(HEAVY & OF_NATION[DE])[0]
    refused = _why_not_guns(board, BY_ID["18.ID"], hex, 0)
    assert refused is not None
    assert refused.rule == "9.1.8"
    assert _why_not_guns(board, heavy, hex, 0) is None
    siege = BY_ID["KMK.b3"]
    assert SIEGE >> siege & 1
    open_field = _why_not_guns(board, siege, hex, 0)
    assert open_field is not None
    assert open_field.rule == "9.5.3"
    board.entrenched = unit("1re-DI")
    assert _why_not_guns(board, siege, hex, 0) is None
    second = _why_not_guns(board, siege, hex, 1 << siege)
    assert second is not None
    board.in_position = 0
    moving = _why_not_guns(board, siege, hex, 0)
    assert moving is not None
    board.in_position, board.ammo = 1 << siege, [0, 0]
    empty = _why_not_guns(board, siege, hex, 0)
    assert empty is not None
    assert empty.rule == "8.8.2"


@pytest.mark.rule("8.4.1", "8.4.5", "8.4.6")
def test_guns_with_foot_beside_them_are_hard_to_hit() -> None:
    heavy = members(HEAVY & OF_NATION[DE])[0]
    siege = BY_ID["KMK.b3"]
    for who, text in ((heavy, "abu.heavy_stacked"), (siege, "abu.siege_stacked")):
        for friend in ({}, {"18.ID": "AW23 S"}, {"2.AOK": "AW23"}):
            board = still({IDS[who]: "AW23 S", "1re-DI": "AW22 N", **friend}, side="allied")
            found = [each.text for each in abu_modifiers(board, at("AW23"), who, unit("1re-DI"), 0)]
            assert found == ([text] if "18.ID" in friend else [])
    foot = still({"18.ID": "AW23 S", "17.ID": "AW23 S", "1re-DI": "AW22 N"}, side="allied")
    assert abu_modifiers(foot, at("AW23"), BY_ID["18.ID"], unit("1re-DI"), 0) == ()


@pytest.mark.rule("7.6.3")
def test_a_unit_slips_into_a_zone_beside_it_where_a_friend_covers_it() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AX23 SW", "1re-DI": "AW23 S", "2e-DI": "AX24 S"}, side="german")
    who = BY_ID["18.ID"]
    found = slips(board, who)
    held = zones(board, 1)
    assert found & ~(MAP.grid.links.of[at("AW22")] & held) == 0
    for hex in members(found):
        assert any(zone_of(board, friend) >> at("AW22") & 1 for friend in members(board.of(hex, 0)))
    board.entered = 1 << who
    assert slips(board, who) == 0
    board.entered = unit("17.ID")
    assert slips(board, who) == 0, "the friend has just come"


@pytest.mark.rule("7.6.3")
def test_nobody_slips_to_a_friend_outside_enemy_zones() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW21 N", "1re-DI": "AW23 S"}, side="german")
    assert zones(board, 1) >> at("AW22") & 1
    assert not zones(board, 1) >> at("AW21") & 1
    assert zone_of(board, BY_ID["17.ID"]) >> at("AW22") & 1
    assert slips(board, BY_ID["18.ID"]) == 0, "that is an ordinary march out of a zone"
