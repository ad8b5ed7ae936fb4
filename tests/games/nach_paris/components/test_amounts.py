"""Amounts as the rulebook prints them, chapter by chapter: typed from the rules, not from the data."""

from __future__ import annotations

import pytest

from marne.games.nach_paris.components import tables as t
from marne.games.nach_paris.components.data import LOADED
from marne.games.nach_paris.components.map import Terrain, Town
from marne.games.nach_paris.components.table_files import MODIFIERS
from marne.tables import Origin

CLEAR, BROKEN, ROUGH, HIGH, LOW = Terrain.CLEAR, Terrain.BROKEN, Terrain.ROUGH, Terrain.MOUNTAINOUS, Terrain.LOWLAND

PRINTED = {
    "5.1.4": [2],
    "7.4.2": [-1, -2],
    "7.5.4": [-3],
    "8.4.3": [1],
    "8.4.4": [3],
    "8.4.5": [3],
    "8.4.6": [5],
    "8.4.7": [-2],
    "8.6.4": [10, -6],
    "8.7.2": [5],
    "8.7.4": [-2],
    "8.8.1": [4, 4],
    "9.3.4": [-8],
    "9.3.5": [8],
    "9.4.5": [-3, -6],
    "9.4.6": [12, -12],
    "9.4.7": [1],
    "9.4.8": [-10],
    "9.4.9": [-16],
    "9.4.10": [-1, -3, -4, -5, -5],
    "9.4.11": [5],
    "9.4.12": [3],
    "9.5.1": [-1, -1],
    "9.5.2": [-1, -2],
    "9.5.3": [-2],
    "9.6.2": [3, 0, -3, -6, -3],
    "10.1.3": [-3, -4, -5, -5, -8, -5, 6, 5],
    "11.1.4": [2, 1],
    "11.1.7": [-1],
    "11.2.6": [2],
    "11.5.3": [-1],
    "11.5.6": [-1, -2, -2, -2, -6, 1, 3],
    "11.6.2": [5, 4],
    "11.6.13": [2],
    "11.6.14": [-1, -3, -6],
    "12.2.5": [-10],
    "13.3.1": [3, 3, 4, -2],
    "13.3.2": [12, -6],
    "15.1.1": [-1],
    "15.1.2": [4],
    "16.1.6": [5],
    "19.3.2": [6],
    "20.1.7": [0, 2, 4, -4, 2],
    "20.2.6": [-4, -2, 2, -3, 5, 4],
    "20.2.7": [3, 0, -3],
    "21.2.1": [3, -3, 1],
}


def test_every_modifier_is_as_printed() -> None:
    found: dict[str, list[int]] = {}
    for row in LOADED[MODIFIERS]:
        found.setdefault(row.rule, []).append(row.amount)
    assert found == PRINTED


def test_only_one_modifier_is_not_stated() -> None:
    """11.6.2: the line of the French and Belgians was lost."""
    rows = LOADED[MODIFIERS]
    assert [r.key for r in rows if rows.claim(r.key).origin is not Origin.STATED] == ["abu.strengthened.allied"]


@pytest.mark.rule("9.4.4")
@pytest.mark.parametrize(
    ("defender", "attackers", "steps", "modifier"),
    [
        (CLEAR, (CLEAR, LOW), 12, 0),
        (CLEAR, (BROKEN, ROUGH, HIGH), 12, 4),
        (LOW, (CLEAR, LOW), 12, 0),
        (LOW, (BROKEN, ROUGH, HIGH), 12, 4),
        (BROKEN, (CLEAR, LOW), 12, 10),
        (BROKEN, (BROKEN, ROUGH, HIGH), 9, 12),
        (ROUGH, (CLEAR, LOW), 12, 14),
        (ROUGH, (BROKEN,), 9, 16),
        (ROUGH, (ROUGH,), 9, 20),
        (ROUGH, (HIGH,), 6, 20),
        (HIGH, (CLEAR, LOW), 9, 22),
        (HIGH, (BROKEN, ROUGH, HIGH), 6, 22),
    ],
)
def test_ground_of_a_combat(defender: Terrain, attackers: tuple[Terrain, ...], steps: int, modifier: int) -> None:
    """9.4.4"""
    assert {t.COMBAT_STEPS[defender, attacker] for attacker in attackers} == {steps}
    assert {t.COMBAT_MODIFIER[defender, attacker] for attacker in attackers} == {modifier}


@pytest.mark.rule("7.2.1", "7.3.2", "9.4.3")
@pytest.mark.parametrize(
    ("kind", "cost", "transit", "combat"),
    [
        ("deep forest", (999, 10, 5), 6, (3, 9)),
        ("mountain range", (999, 25, 10), 3, (6, 18)),
        ("minor", (0, 0, 0), 999, (6, 6)),
        ("river", (0, 0, 0), 8, (12, 12)),
        ("major bridged", (0, 0, 0), 8, (18, 18)),
        ("partially flooded", (0, 0, 0), 8, (18, 18)),
        ("major open", (999, 999, 999), 0, (26, 26)),
        ("flooded", (999, 40, 30), 4, (26, 26)),
        ("plain", (0, 0, 0), 999, (0, 0)),
    ],
)
def test_hexsides(kind: str, cost: tuple[int, ...], transit: int, combat: tuple[int, int]) -> None:
    """7.2.1, 7.3.2, 9.4.3"""
    index = t.HEXSIDES.index(kind)
    assert (t.CROSSING[index][:3], t.TRANSIT[index]) == (cost, transit)
    assert (t.combat_side((index,), True), t.combat_side((index,), False)) == combat


@pytest.mark.rule("6.4.1", "7.1.7", "8.4.2", "8.7.3", why="one table or list of values serves them all")
def test_terrain() -> None:
    """6.4.1, 7.1.7, 8.4.2, 8.7.3"""
    kinds = (CLEAR, BROKEN, ROUGH, HIGH, LOW, Terrain.FLOOD_PLAIN)
    assert [t.STACKING[k] for k in kinds] == [15, 12, 9, 9, 12, 15]
    assert [t.MOVEMENT[k][:3] for k in kinds] == [(n,) * 3 for n in (10, 12, 12, 15, 12, 10)]
    assert [t.barrage_terrain(k) for k in kinds] == [0, 2, 3, 3, 0, 0]
    assert [t.fort_barrage_terrain(k) for k in kinds] == [0, 0, 4, 4, 0, 0]
    assert t.MOVEMENT[t.FLOODED][:3] == (999, 999, 999)
    assert t.STACKING[t.FLOODED] == 0


@pytest.mark.rule("11.5.2", "11.5.5")
@pytest.mark.reading("assault-arrows")
def test_assault_columns() -> None:
    """11.5.2, 11.5.5"""
    for who, columns in {"A+": (3, 3, 2), "A": (3, 3, 2), "B": (3, 3, 2), "C": (3, 2, 1), "D": (3, 2, 1)}.items():
        assert tuple(t.assault_shift(who, cbf) for cbf in (4, 8, 9)) == columns
        assert tuple(t.assault_shift(who, cbf) for cbf in (2, 5, 12)) == columns
    assert [t.assault_shift("CAV", cbf) for cbf in (4, 5, 9)] == [1, 0, 0]
    assert [t.assault_shift("PIO", cbf) for cbf in (4, 5, 9)] == [4, 4, 4]


@pytest.mark.rule("12.2.1", "12.3.6", "12.3.7", "12.4.1", "18.1.3", why="one table or list of values serves them all")
def test_railways() -> None:
    """12.2.1, 12.3.6, 12.3.7, 12.4.1, 18.1.3"""
    assert list(t.STATIONS.values()) == [
        (1, False),
        (2, False),
        (4, False),
        (2, True),
        (4, True),
        (6, True),
        (8, True),
        (8, False),
        (12, False),
        (12, False),
    ]
    assert (t.ENTRAIN_COST, t.EMBARK) == ((15, 7, 7), (40, 20, 15))
    assert t.TRAIN == {"high": 1, "low": 2, "low mountainous": 3}
    assert t.CONVOYS == {"high strengthened": 3, "high": 2, "low": 2, "low mountainous": 1}
    turning = [[t.turning_cost(Town(size), feet) for feet in range(4)] for size in (1, 2, 3)]
    assert turning == [[20, 10, 7, 10], [10, 5, 5, 5], [8, 4, 4, 4]]


def test_numbers_of_the_rules() -> None:
    v = t.V
    assert (v.supply.normal, v.supply.long, v.supply.light) == (100, 150, 20)  # 13.1.4, 13.1.5, 13.1.12
    assert (v.supply.camp_range, v.supply.camp_steps, v.supply.harbour_range, v.supply.harbour_times) == (4, 4, 3, 2)
    assert (v.march.extended_1, v.march.extended_2) == (50, 100)  # 7.4.1
    assert (v.march.forced_best, v.march.forced, v.march.forced_heat) == (30, 20, -10)  # 7.5.3, 15.1.1
    assert (v.march.rain, v.march.rain_from) == (-8, 8)  # 15.1.2
    assert vars(v.firing_position) == {
        "motor_in": 10,
        "motor_out": 5,
        "austrian_in": 5,
        "austrian_out": 0,
        "rail_in": 30,
        "rail_out": 15,
    }
    assert vars(v.defence) == {
        "fieldworks_german": 13,
        "fieldworks_allied": 12,
        "regular_german": 20,
        "regular_allied": 17,
        "strengthened_german": 35,
        "strengthened_allied": 30,
        "old_walls": 15,
        "entrenched_steps": 8,
        "old_walls_steps": 4,
        "other_nations": 5,
        "stand_losses": 2,
    }
    assert (v.barrage.ammo_42, v.barrage.ammo_30) == (12, 25)  # 8.8.2
    assert (v.rail.points, v.rail.convoys, v.rail.control_steps) == (50, 14, 2)  # 12.3.4, 12.4.2, 12.1.3
    assert vars(v.zoc) == {"over_major_river": 6, "cuts_rail": 3, "stops_repair": 2, "stops_ships": 2}
    assert (v.engineers.engineers, v.engineers.pioneers, v.engineers.sluice) == (15, 30, 12)  # 16.1.3, 17.2.1
    assert (v.turns.sluices, v.turns.shortage, v.turns.halved_guns, v.turns.free_command) == (14, 20, 22, 22)
    assert (v.turns.french_fieldworks, v.turns.reserves_attack, v.turns.entrenchments) == (10, 18, 3)
    assert (v.recon.air_range, v.recon.success, v.recon.horse_cost, v.sea.box) == (8, 8, 30, 6)
    assert (v.doctrine.cab, v.doctrine.range, v.replacements.rail_range) == (15, 2, 5)


def test_the_other_numbers() -> None:
    v = t.V
    assert vars(v.arf_kept) == {
        "fieldworks_german": 50,
        "fieldworks_allied": 70,
        "regular": 50,
        "strengthened_german": 50,
        "strengthened_allied": 50,
        "zone": 50,
        "shortage": 50,
    }
    assert vars(v.combat) == {
        "steps": 12,
        "partial_steps": 1,
        "corps_apart": 2,
        "heavy_low": 5,
        "heavy_high": 12,
        "late_rank_losses": 2,
        "light_low": 6,
        "light_high": 9,
    }
    assert vars(v.consolidation) == {"slack": 2, "ranks": 1}
    assert (v.rail.convoy_horse, v.rail.convoy_foot, v.rail.convoy_split) == (2, 3, 2)
    assert (v.barrage.least, v.barrage.whole_hex, v.barrage.spent_losses, v.barrage.long_range) == (6, 20, 2, 15_000)
    assert (v.march.forced_losses_foot, v.march.forced_losses_horse, v.march.forced_rank) == (1, 0, 2)
    assert (v.turns.over_the_border, v.turns.luxembourg, v.turns.late_fieldworks) == (3, 3, 22)
    assert (v.turns.german_airmen, v.turns.french_airmen, v.engineers.camp_range) == (2, 3, 1)
    recon = (v.recon.fog_from_hq, v.recon.fog_barrage, v.recon.air_near, v.recon.air_lost, v.recon.air_stack)
    assert recon == (4, 20, 3, 20, 2)
    assert (v.recon.air_failures, v.recon.horse_stack, v.recon.perilous) == (2, 2, 18)
