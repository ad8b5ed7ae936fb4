"""[9.4] What changes the die of a combat."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied, german, modifiers
from games.nach_paris.still import at, still, texts, unit
from games.nach_paris.support import asked, named, play, refused
from marne.games.nach_paris.components import forts, tables
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover
from marne.games.nach_paris.components.map_kinds import Water
from marne.games.nach_paris.components.units import BY_ID, LIGHT, MOUNTAIN
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import may_lend
from marne.games.nach_paris.rules.combat.modifiers import (
    _aspects,
    _command,
    _flank_and_rear,
    _hexes,
    _hexside,
    _light_troops,
    _rain,
    _reservists,
    _terrains,
    torn,
)
from marne.games.nach_paris.rules.movement.reach import bridge_stands
from marne.games.nach_paris.rules.retreat.ways import kinds
from marne.hexes import members


def sum_of(units: dict[str, str], target: str, *attackers: str, **changes: Any) -> dict[str, int]:
    """The modifiers of a German attack by these units."""
    position = play(german(units, **changes), f"attack {target}", *(f"full {unit}" for unit in attackers))
    position = play(position, "fight") if asked(position) == "Muster" else position
    position = play(position, "stand") if asked(position) == "Withdraw" else position
    return modifiers(play(position, 10))


@pytest.mark.rule("9.4.1")
def test_lent_guns_bring_no_modifier() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW24 S", "1re-DI": f"{TARGET} S"}
    full = sum_of(units, TARGET, "18.ID", "17.ID")
    assert full == {"combat.rear": -16, "combat.hexes.2": -1}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "part 17.ID", 10)
    assert modifiers(position) == {}


@pytest.mark.rule("9.4.2", "9.4.4")
def test_the_worst_hex_counts() -> None:
    units = {"18.ID": "Y25 SE", "17.ID": "Y24 NE", "1re-DI": "X25 SW"}
    assert sum_of(units, "X25", "18.ID")["combat.terrain"] == 12
    both = sum_of(units, "X25", "18.ID", "17.ID")
    assert (both["combat.terrain"], both["combat.hexside"]) == (12, 6)


@pytest.mark.rule("9.4.3")
@pytest.mark.parametrize(
    ("target", "source", "amount"),
    [
        ("AH16", "AG16 SW", 18),
        ("AH16", "AH17 S", 26),
        ("AD13", "AC12 NW", 12),
        ("R9", "Q9 SW", 6),
        ("K10", "L11 SE", 9),
    ],
)
def test_hexsides(target: str, source: str, amount: int) -> None:
    assert sum_of({"18.ID": source, "1re-DI": f"{target} N"}, target, "18.ID")["combat.hexside"] == amount


@pytest.mark.rule("4.2", "9.4.3")
def test_a_river_without_its_bridge_is_another_hexside() -> None:
    board = still()
    a, b = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if MAP.water[MAP.grid.side(a, b)] == Water.MAJOR and bridge_stands(board, MAP.grid.side(a, b))
    )
    before = kinds(board, a, b)
    assert kinds(board, b, a) == before
    side = MAP.grid.side(a, b)
    board.broken = {
        i: -1 for i, each in enumerate(MAP.structures) if each.road and MAP.grid.side(each.hex, each.to) == side
    }
    assert not bridge_stands(board, side)
    assert kinds(board, a, b) != before
    elsewhere = still()
    elsewhere.broken = {next(i for i in range(len(MAP.structures)) if i not in board.broken): -1}
    assert kinds(elsewhere, a, b) == before, "another bridge is gone"
    assert _hexside(board, 0, a, b)[0].amount > sum(each.amount for each in _hexside(still(), 0, a, b))


@pytest.mark.rule("9.4.3")
def test_who_can_cross_woods_and_crests_suffers_less_and_nobody_lends_guns_over_a_crest() -> None:
    woods = {"18.ID": "L11 SE", "GKD": "L11", "1re-DI": "K10 N"}
    assert sum_of(woods, "K10", "GKD")["combat.hexside"] == 3
    assert sum_of(woods, "K10", "GKD", "18.ID")["combat.hexside"] == 9
    crest = {"18.ID": "J9 S", "17.ID": "J9 S", "1re-DI": "J8 N"}
    position = play(german(crest), "attack J8")
    assert named(position, "part") == []
    assert refused(position, "part 17.ID") == "9.4.3"
    assert sum_of({"GKD": "J9", "1re-DI": "J8 N"}, "J8", "GKD")["combat.hexside"] == 6


@pytest.mark.rule("9.4.4")
def test_close_country_lets_fewer_steps_attack_and_light_infantry_counts_half() -> None:
    units = {"27e-DI": "L6 NE", "BCA-14e-CA": "L6 NE", "13e-DI": "L6 NE", "18.ID": "K6 SW"}
    position = play(allied(units), "attack K6", "full 27e-DI")  # six steps in mountains
    assert refused(position, "full 13e-DI") == "9.4.4"
    more = {"145e-RI": "L6 NE", "41.47.50.71-BCP": "L6 NE", "8e-Bde": "L6 NE"}
    position = play(allied({**units, **more}), "attack K6", "full 27e-DI", "full 145e-RI", "full BCA-14e-CA")
    assert named(position, "full") == ["41.47.50.71-BCP"]  # 4 + 1 + a half, and another half


@pytest.mark.rule("9.4.5", "9.4.3", "9.4.4")
def test_light_troops_help_in_close_country() -> None:
    mountains = allied({"BCA-14e-CA": "L6 NE", "18.ID": "K6 SW"})
    assert modifiers(play(mountains, "attack K6", "full BCA-14e-CA", 10))["combat.light.six"] == -6
    rough = allied({"BCA-14e-CA": "K10 S", "18.ID": "K9 N"})
    assert modifiers(play(rough, "attack K9", "full BCA-14e-CA", 10))["combat.light.nine"] == -3
    clear = allied({"BCA-14e-CA": "AW22 N", "18.ID": f"{TARGET} S"})
    assert (
        not {"combat.light.six", "combat.light.nine"}
        & modifiers(play(clear, f"attack {TARGET}", "full BCA-14e-CA", 10)).keys()
    )


@pytest.mark.rule("9.4.6")
def test_cavalry_in_the_hills() -> None:
    both = sum_of({"GKD": "K10", "1re-DC": "K9"}, "K9", "GKD")
    assert (both["combat.cavalry.attacking"], both["combat.cavalry.defending"]) == (12, -12)
    assert not sum_of({"GKD": "AW22", "1re-DC": TARGET}, TARGET, "GKD")
    assert "combat.cavalry.defending" not in sum_of({"GKD": "K10", "1re-DI": "K9 N"}, "K9", "GKD")


@pytest.mark.rule("9.4.7")
@pytest.mark.reading("modifiers-once")
def test_bright_uniforms_count_once_and_only_attacking() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AW22 N", "18.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 10)
    assert modifiers(position) == {"combat.uniforms": 1}


@pytest.mark.rule("9.4.8", "9.4.9", "6.3.1")
def test_flank_and_rear_and_how_stacked_units_cover_each_other() -> None:
    flank, rear = {"18.ID": "AX24 SE", "17.ID": "AX24 SE"}, {"5.ID": "AW24 S", "6.ID": "AW24 S"}
    lone = {"1re-DI": f"{TARGET} S"}
    assert sum_of({**flank, **lone}, TARGET, "18.ID", "17.ID") == {"combat.flank": -10}
    assert sum_of({**rear, **lone}, TARGET, "5.ID", "6.ID") == {"combat.rear": -16}
    both = sum_of({**flank, **rear, **lone}, TARGET, "18.ID", "17.ID", "5.ID", "6.ID")
    assert both == {"combat.flank": -10, "combat.rear": -16, "combat.hexes.2": -1}
    covered = {"1re-DI": f"{TARGET} S", "2e-DI": f"{TARGET} N"}
    assert sum_of({**rear, **covered}, TARGET, "5.ID", "6.ID") == {}


@pytest.mark.rule("9.4.10")
def test_attacks_from_several_hexes() -> None:
    defenders = {"1re-DI": f"{TARGET} S", "2e-DI": f"{TARGET} N"}
    ring = [("GKD", "AW24"), ("5.KD", "AV24"), ("2.KD", "AV23"), ("4.KD", "AW22"), ("9.KD", "AX23"), ("3.KD", "AX24")]
    for count, amount in ((2, -1), (3, -3), (4, -4), (5, -5), (6, -5)):
        units = {**defenders, **dict(ring[:count])}
        found = sum_of(units, TARGET, *(unit for unit, _ in ring[:count]))
        assert found[f"combat.hexes.{count}"] == amount


@pytest.mark.rule("9.4.11")
@pytest.mark.parametrize(
    ("partner", "torn"),
    [("AW21 N", False), ("AW20 N", False), ("AW19 N", True), ("destroyed", True), ("waiting", True)],
)
def test_a_division_far_from_its_partner(partner: str, torn: bool) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": partner, "18.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", 10)
    assert modifiers(position).get("combat.corps", 0) == (5 if torn else 0)


@pytest.mark.rule("9.4.11")
def test_autonomous_units_miss_nobody() -> None:
    assert sum_of({"39.RD": "AW22 N", "1re-DI": f"{TARGET} S"}, TARGET, "39.RD") == {}
    assert sum_of({"18.ID": "AW22 N", "1re-DI": f"{TARGET} S"}, TARGET, "18.ID") == {"combat.corps": 5}


@pytest.mark.rule("9.4.12")
def test_reservists_test_until_turn_17_and_each_failure_counts() -> None:
    units = {"51e-DR": "AW22 N", "53e-DR": "AW22 N", "18.ID": f"{TARGET} S"}
    position = play(allied(units, turn=7), f"attack {TARGET}", "full 51e-DR", "full 53e-DR")
    assert asked(position) == "CabTest"
    assert modifiers(play(position, 20, 20, 10))["combat.reserve"] == 6
    assert modifiers(play(position, 20, 1, 10))["combat.reserve"] == 3
    assert "combat.reserve" not in modifiers(play(position, 1, 1, 10))
    for turn, step in ((17, "CabTest"), (18, "RollCombat")):
        late = play(allied(units, turn=turn), f"attack {TARGET}", "full 51e-DR", "full 53e-DR")
        assert asked(late) == step
    best = {"70e-DR": "AW22 N", "18.ID": f"{TARGET} S"}
    assert asked(play(allied(best), f"attack {TARGET}", "full 70e-DR")) == "RollCombat"


@pytest.mark.rule("13.3.1", "13.3.2", "15.1.2")
def test_communications_and_rain() -> None:
    units = {"18.ID": "AW22 N limited ooc", "17.ID": "AW21 N", "1re-DI": f"{TARGET} S limited ooc"}
    assert sum_of(units, TARGET, "18.ID", rain=True) == {
        "combat.limited.attacking": 4,
        "combat.limited.defending": -2,
        "combat.cut_off.attacking": 12,
        "combat.cut_off.defending": -6,
        "combat.rain": 4,
    }


@pytest.mark.rule("9.4.10")
def test_one_hex_gains_nothing_and_each_more_gains() -> None:
    assert _hexes(()) == _hexes((1,)) == []
    assert [[each.amount for each in _hexes(tuple(range(count)))] for count in (2, 3, 4, 5, 6)] == [
        [-1],
        [-3],
        [-4],
        [-5],
        [-5],
    ]


@pytest.mark.rule("9.4.8", "9.4.9", "12.2.5")
@pytest.mark.reading("flank-and-rear")
def test_flank_and_rear_count_once_each_and_trains_apart() -> None:
    board = still({"1re-DI": "AW23 N"}, side="german")
    hex, who = at("AW23"), unit("1re-DI")
    ring = list(MAP.grid.neighbours[hex])
    seen = [texts(_flank_and_rear(board, who, hex, (source,))) for source in ring]
    assert sum(found == [] for found in seen) >= 1
    assert ["combat.rear"] in seen
    assert ["combat.flank"] in seen
    assert texts(_flank_and_rear(board, who, hex, tuple(ring))) == ["combat.flank", "combat.rear"]
    assert _flank_and_rear(board, 0, hex, tuple(ring)) == []
    camp = next(h for h in MAP.camps[3].hexes if forts.AT[h])
    inside = still({"1re-DI": f"{MAP.grid.label(camp)} N"})
    around = tuple(MAP.grid.neighbours[camp])
    assert _flank_and_rear(inside, who, camp, around) == []
    inside.forts_gone = forts.AT[camp]
    assert _flank_and_rear(inside, who, camp, around)
    caught = still({"1re-DI": "BB8 >BB9"}, side="german")
    assert texts(_flank_and_rear(caught, who, at("BB8"), (at("BB9"),))) == ["combat.entrained"]


@pytest.mark.rule("13.3.1", "13.3.2", "15.1.2")
def test_bad_supply_counts_once_for_each_side_and_rain_for_all() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S", "KMK.b3": "AW22 N fip", "3.ID": "AW22 N"}
    board = still(units, side="german")
    battle = Battle(at("AW23"), full=unit("18.ID"), part=unit("17.ID"), guns=unit("KMK.b3"), defenders=unit("1re-DI"))
    assert _command(board, battle) == _rain(board) == []
    for fact in ("limited", "cut_off"):
        for name, found in (
            ("18.ID", ["attacking"]),
            ("KMK.b3", ["attacking"]),
            ("17.ID", []),
            ("3.ID", []),
            ("1re-DI", ["defending"]),
        ):
            board.limited = board.cut_off = 0
            setattr(board, fact, unit(name))
            assert texts(_command(board, battle)) == [f"combat.{fact}.{how}" for how in found]
        setattr(board, fact, unit("18.ID", "KMK.b3", "1re-DI"))
        assert len(_command(board, battle)) == 2
    board.rain = True
    assert texts(_rain(board)) == ["combat.rain"]


@pytest.mark.rule("9.4.4", "9.4.3", "9.4.5")
def test_ground_counts_where_it_changes_something() -> None:
    board = still()
    light = members(LIGHT & ~MOUNTAIN)[0]
    alpine = members(MOUNTAIN)[0]
    seen: dict[str, set[bool]] = {"terrain": set(), "hexside": set(), "light": set()}
    for a in filter(MAP.playable, range(0, len(MAP.grid), 7)):
        for b in filter(MAP.playable, MAP.grid.neighbours[a]):
            for name, found in (
                ("terrain", _terrains(a, b)),
                ("hexside", _hexside(board, 0, a, b)),
                ("light", _light_troops(1 << light, a, b)),
            ):
                assert all(each.amount for each in found)
                seen[name].add(bool(found))
            assert _light_troops(1 << light, a, b) == _light_troops(1 << alpine, a, b)
            assert _light_troops(unit("18.ID"), a, b) == _light_troops(0, a, b) == ()
    assert set(map(frozenset, seen.values())) == {frozenset({True, False})}


@pytest.mark.rule("9.4.3")
@pytest.mark.reading("two-obstacles")
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


@pytest.mark.rule("9.4.12")
def test_only_reservists_of_this_attack_that_hesitate_count() -> None:
    board = still({"51e-DR": "AW22 N", "53e-DR": "AW22 N", "18.ID": "AW23 S"})
    board.hesitant = 1 << BY_ID["51e-DR"] | 1 << BY_ID["53e-DR"]
    one = Battle(at("AW23"), full=1 << BY_ID["51e-DR"])
    assert [each.amount for each in _reservists(board, one)] == [3]
    assert _reservists(board, Battle(at("AW23"), part=1 << BY_ID["51e-DR"])) == []


@pytest.mark.rule("9.4.8", "9.4.9", "12.2.5")
@pytest.mark.reading("flank-and-rear")
def test_flank_and_rear_count_once_each_and_a_train_for_itself() -> None:
    def texts(words: str, *sources: str) -> list[str]:
        board = still({"1re-DI": words}, side="german")
        hex, unit = board.where[BY_ID["1re-DI"]], BY_ID["1re-DI"]
        return [each.text for each in _aspects(board, Battle(hex, defenders=1 << unit), tuple(map(at, sources)))]

    assert texts("BB8 N", "BB9") == []
    assert texts("BB8 N", "BB7") == ["combat.rear"]
    assert texts("BB8 N", "BB7", "BB9") == ["combat.rear"]
    assert texts("BB8 >BB9", "BB7", "BB9") == ["combat.entrained"]


@pytest.mark.rule("9.4.11")
@pytest.mark.parametrize(
    ("half", "other", "partner"),
    [("11.IB", "12.IB", "5.ID"), ("81e-Bde", "82e-Bde", "14e-DI"), ("33.IB", "34.IB", "18.ID")],
)
def test_the_other_half_of_a_division_is_not_its_partner(half: str, other: str, partner: str) -> None:
    alone = still({half: "AW22 N", other: "AW22 N", partner: "AW30 N"})
    assert torn(alone, BY_ID[half])
    near = still({half: "AW22 N", other: "AW22 N", partner: "AW23 N"})
    assert not torn(near, BY_ID[half])
    assert torn(still({half: "AW22 N", other: "AW22 N"}), BY_ID[other])
