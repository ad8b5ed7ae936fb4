"""Chapter 2 and the charts: every cell against values typed from the rulebook, apart from the data files."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import (
    ARTILLERY_KEPT,
    ATTRITION,
    COLUMNS,
    CONCENTRIC,
    CRT,
    DATA_SET,
    EXTRA_COST,
    HEAVY_ARTILLERY,
    LIMITS,
    MAP,
    MOVEMENT_COST,
    OFF_THE_TABLE,
    SHIFTS,
    UNIT_ROWS,
)
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.components.units import (
    ARMY,
    COUNT,
    FACTOR,
    FORT,
    FORTS,
    FULL,
    GERMAN,
    HQ,
    HQS_OF,
    IS_CORPS,
    KIND,
    MOVEMENT,
    NAMES,
    NATION,
    SEATS,
    SETUP_LABEL,
    UNITS_OF,
)
from marne.games.schlieffens_war.rules.combat.combat import column_label, odds_column, result_of
from marne.games.schlieffens_war.words import WORDS

# One string for each die, one result for each column from 1:2 to 7:1.
PRINTED = {
    1: "2/0 2/0 2/0 2/1 1/1 1/2 1/2 0/2",
    2: "2/0 2/0 2/0 1/1 1/2 1/2 0/2 0/3",
    3: "2/0 2/1 1/1 1/2 1/2 0/2 0/3 0/3",
    4: "1/1 1/1 1/2 1/2 0/2 0/3 0/3 0/3",
    5: "1/1 1/2 1/2 0/2 0/3 0/3 0/3 0/3",
    6: "1/2 1/2 0/2 0/3 0/3 0/3 0/3 0/3",
}


def test_data_has_no_problem() -> None:
    assert DATA_SET.check() == []


@pytest.mark.rule("11.17", "11.18")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_of_the_combat_results_table(die: int) -> None:
    assert COLUMNS == ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert [str(CRT[column, die]) for column in COLUMNS] == PRINTED[die].split()


@pytest.mark.rule("11.9")
def test_off_the_table() -> None:
    assert str(OFF_THE_TABLE["below"]) == "2/0"
    assert str(OFF_THE_TABLE["above"]) == "0/3"
    assert [str(result_of(-1, die)) for die in range(7)] == ["2/0"] * 7
    assert [str(result_of(8, die)) for die in range(7)] == ["0/3"] * 7
    assert [column_label(column) for column in (-3, -1, 0, 7, 8)] == ["<1:2", "<1:2", "1:2", "7:1", ">7:1"]


@pytest.mark.rule("11.8")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (27, 7, 3),
        (7, 7, 1),
        (13, 7, 1),
        (14, 7, 2),
        (4, 7, 0),
        (6, 7, 0),
        (3, 7, -1),
        (1, 9, -7),
        (24, 3, 8),
        (5, 0, 100),
    ],
)
@pytest.mark.reading("below-even")
def test_odds_round_down(attack: int, defence: int, column: int) -> None:
    assert odds_column(attack, defence) == column


@pytest.mark.rule("10.4", "10.5", "10.7")
def test_movement_costs() -> None:
    assert dict(MOVEMENT_COST.items()) == {"clear": 1, "forest": 2, "rough": 2, "city": 1}
    assert dict(EXTRA_COST.items()) == {"river": 1, "rail": 1}
    assert "marsh" not in MOVEMENT_COST


@pytest.mark.rule("11.10", "11.11", "11.12", "11.13", "11.14", "11.16", "11.24", why="one chart holds all shifts")
def test_shifts_of_the_charts() -> None:
    assert dict(SHIFTS.items()) == {
        "clear": 0,
        "forest": 0,
        "rough": -1,
        "river": -1,
        "city": -1,
        "heavy_fortress": -1,
        "elan_attack": 1,
        "elan_defence": -1,
        "fatigue_attack": -1,
        "fatigue_defence": 1,
        "final_effort": 1,
    }


@pytest.mark.rule("11.15", "11.23", "8.8", "10.6", why="four small tables, a line for each")
def test_tables_of_one_die() -> None:
    dice = range(1, 7)
    assert [CONCENTRIC[die] for die in dice] == [0, 1, 1, 2, 2, 3]
    assert [HEAVY_ARTILLERY[die] for die in dice] == [0, 0, 1, 1, 2, 2]
    assert [ARTILLERY_KEPT[die] for die in dice] == [1, 0, 0, 0, 0, 0]
    assert [ATTRITION[die] for die in dice] == [1, 1, 0, 0, 0, 0]


@pytest.mark.rule(
    "4.4",
    "4.6",
    "4.7",
    "6.2",
    "9.2",
    "9.3",
    "9.4",
    "11.19",
    "11.23",
    why="every number that the rulebook states, from one file",
)
def test_numbers_of_the_rulebook() -> None:
    turns_of, victory, markers = FIRST.turns_of, FIRST.victory, FIRST.markers
    assert (FIRST.name, FIRST.turns, FIRST.first_day, FIRST.days_per_turn) == ("campaign", 10, "1914-08-02", 4)
    assert (FIRST.first_player, FIRST.set_up_first, FIRST.elan) == (GERMAN, 1, (True, False))
    assert (LIMITS.corps, LIMITS.hqs, LIMITS.defenders, LIMITS.supply_range) == (3, 1, 2, 2)
    assert (LIMITS.forced_march, LIMITS.bef_extra_loss) == (2, 1)
    assert (turns_of.first_regroup, turns_of.bef_stands, turns_of.fresh, turns_of.guns_return) == (2, 3, (1,), (1,))
    assert (turns_of.withdrawal, turns_of.plan_xvii, turns_of.final_effort) == (7, 7, (9, 10))
    assert (victory.german_points, victory.draw_points, victory.plan_xvii_attacks) == (13, 11, 7)
    assert victory.endanger_paris
    assert (victory.withdrawn_corps, victory.withdrawn_factor) == (2, 4)
    assert (markers.heavy_artillery, markers.coup_de_main) == (3, 1)


@pytest.mark.rule("1.3", "2.4")
def test_two_sides_and_four_nations() -> None:
    assert SEATS == ("german", "entente")
    assert {NATION[unit] for unit in UNITS_OF[0]} == {GERMAN}
    assert {NATION[unit] for unit in UNITS_OF[1]} == {1, 2, 3}


@pytest.mark.rule("2.2", "2.3", "2.6", "2.9", why="all that one counter shows")
def test_the_stated_corps() -> None:
    tenth = u("X AK")
    assert (FACTOR[tenth][2], MOVEMENT[tenth], ARMY[tenth]) == (4, 4, "2")
    assert {"Fort Maubeuge", "II AK", "III AK", "IV AK"} <= set(NAMES)
    claim = UNIT_ROWS.claim("X AK", "movement")
    assert claim.origin.value == "stated"
    assert claim.rules == ("2.3",)


@pytest.mark.rule("2.5", "2.7")
def test_kinds_and_steps() -> None:
    verdun = u("Fort Verdun")
    assert [FACTOR[verdun][steps] for steps in (4, 3, 2)] == [4, 3, 2]
    for unit in range(COUNT):
        assert IS_CORPS[unit] == (FULL[unit] == 2 and KIND[unit] not in (HQ, FORT)), NAMES[unit]
        assert list(FACTOR[unit]) == sorted(FACTOR[unit]), NAMES[unit]
    assert sum(KIND[unit] == 3 for unit in range(COUNT)) == len(HQS_OF[GERMAN]) == 7


@pytest.mark.rule("3.1", "9.1")
def test_counts_of_the_set_up() -> None:
    assert sum(NATION[unit] == 3 and IS_CORPS[unit] for unit in range(COUNT)) == 3
    assert sum(FIRST.entry[unit] == 7 and IS_CORPS[unit] for unit in range(COUNT)) == 4
    assert {NATION[unit] for unit in range(COUNT) if FIRST.entry[unit] == 3} == {2}
    assert {FIRST.entry[unit] for unit in range(COUNT)} == {0, 3, 7}


@pytest.mark.rule("2.1", "3.1", "11.14")
def test_forts_stand_where_the_map_has_them() -> None:
    hexes = g.hex_set(label for fort in FORTS if (label := SETUP_LABEL[fort]))
    assert hexes == MAP.forts
    assert g.HEAVY & ~hexes == 0


def test_both_languages_have_the_same_words() -> None:
    assert WORDS.keys("en") == WORDS.keys("es")
