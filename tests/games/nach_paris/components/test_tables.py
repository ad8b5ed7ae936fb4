"""The charts: every worked example that reads one, the law behind each results table, and dice off the table."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest

from marne.games.nach_paris.components import tables as t
from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, MAP
from marne.games.nach_paris.components.forts import CLASSES
from marne.games.nach_paris.components.map import Terrain, Town
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import CombatResult
from marne.games.nach_paris.components.units import NORMAL, SUPERIOR

WHITE, BLACK, YELLOW = range(3)


def half(die: int) -> int:
    """8.3.2, 8.6.2: rounded up."""
    return ceil(die / 2)


# -- worked examples


@pytest.mark.rule("8.3.3", "8.3.2", "8.4.3")
@pytest.mark.parametrize(("more", "wanted"), [(0, "O-1"), (1, "O0"), (1 + 3, "O+3")])
def test_example_7(more: int, wanted: str) -> None:
    """ARF 12 + 11 + 7, die 3: against nobody in particular, an infantry division, cavalry and heavy guns."""
    column = t.abu_column(12 + 11 + 7)
    assert t.ABU_ARF[column] == 26
    assert str(t.abu_result(column, half(3) + more)[0]) == wanted
    assert t.AMOUNT["abu.together"] == 1
    assert t.AMOUNT["abu.cavalry"] == t.AMOUNT["abu.heavy_stacked"] == 3
    assert t.targets(30) >= 3


@pytest.mark.rule("8.6.3", "8.6.2", "11.5.2")
@pytest.mark.parametrize(
    ("line", "aff", "shift", "heading", "die", "more", "wanted"),
    [
        (WHITE, 12, 0, 10, 11, 4, "O-1"),  # Example 8, in Rough
        (WHITE, 12 + 40, 0, 52, 15, 4, "O-13"),  # Example 8, the next turn
        (WHITE, 12, 2, 18, 12, 4, "O-5"),  # Example 13
        (BLACK, 4 + 96, 4, 179, 10, 0, "●O-10"),  # Example 14, first assault
        (BLACK, 18 + 40, 2, 78, 19, 0, "O-13"),  # third
        (BLACK, 4, 4, 14, 5, 0, "O-4"),  # fourth
    ],
)
def test_examples_8_13_14(line: int, aff: int, shift: int, heading: int, die: int, more: int, wanted: str) -> None:
    column = t.abf_column(line, aff, shift)
    assert t.ABF_AFF[line][column] == heading
    assert str(t.abf_result(line, column, half(die) + more)[0]) == wanted


@pytest.mark.rule("8.7.3", "11.5.2", "11.5.6", "11.6.14", why="one table or list of values serves them all")
def test_modifiers_of_examples_8_13_14() -> None:
    assert t.fort_barrage_terrain(Terrain.ROUGH) == 4
    assert t.assault_shift("C", 8) == 2  # 24.RD against Charlemont
    assert t.assault_shift("B", 12) == 2  # 13.RD against Bourdiau
    assert t.assault_shift("PIO", 8) == 4
    assert 12 + t.AMOUNT["assault.cab.cbf7"] + t.AMOUNT["assault.cab.terrain"] == 8
    pioneers = ("assault.cab.success", "assault.cab.pioneers", "assault.cab.cbf7")
    assert 15 + sum(t.AMOUNT[key] for key in pioneers) == 17
    assert 15 - 10 + t.AMOUNT["camp.cab.half"] == 4
    assert 15 - 13 + t.AMOUNT["camp.cab.most"] == -1
    assert 15 - 4 + t.AMOUNT["camp.cab.last"] == 5


@pytest.mark.rule("9.3.2", "9.1.12", "9.3.4")
@pytest.mark.parametrize(
    ("attack", "defence", "odds", "row", "read", "wanted"),
    [
        (59, 36, "1.5:1", 2, ("1.5:1", 2), "O+3/●O+3"),  # Example 9
        (59, 36, "1.5:1", 12, ("1.5:1", 12), "O0/O-7"),
        (59, 36, "1.5:1", 16, ("1.5:1", 16), "O-1/O-6"),
        (77, 33, "2:1", 17 + 15, ("1.5:1", 24), "O-3/O-4"),  # Example 10
        (61, 30, "2:1", 7 + 23, ("1.5:1", 22), "O-3/O-5"),  # Example 12
        (40, 40, "1:1", 8, ("1:1", 8), "O-3/O-4"),  # Example 11: the attacker's half is ours
    ],
)
def test_examples_9_to_12(attack: int, defence: int, odds: str, row: int, read: tuple[str, int], wanted: str) -> None:
    column = t.crt_column(attack, defence)
    assert t.ODDS[column] == odds
    result, column, row = t.combat_result(column, row)
    assert (t.ODDS[column], row) == read
    assert str(result) == wanted


@pytest.mark.rule("9.4.4", "9.4.3", "9.4.10", "9.4.11", "9.5.1", "9.5.3", why="the sums of three examples")
def test_modifiers_of_examples_9_11_12() -> None:
    assert t.AMOUNT["combat.uniforms"] + t.AMOUNT["combat.hexes.2"] == 0
    assert t.COMBAT_MODIFIER[Terrain.BROKEN, Terrain.BROKEN] == t.COMBAT_MODIFIER[Terrain.BROKEN, Terrain.ROUGH] == 12
    grid = MAP.grid
    river = t.hexsides(grid.side(grid.hex("Y24"), grid.hex("X25")))
    assert 12 + t.combat_side(river, True) == 18
    keys = ("combat.uniforms", "combat.hexes.2", "combat.corps")
    assert 18 + sum(t.AMOUNT[key] for key in keys) == 23
    assert -4 + t.AMOUNT["cab.heavy.5"] + t.AMOUNT["cab.red"] == -6


@pytest.mark.rule("16.1.5", "16.1.6")
def test_example_of_16_1_6() -> None:
    assert t.repair_turns(14 + t.AMOUNT["destroy.pioneers"], "yellow") == 4
    assert [t.repair_turns(die, "orange") for die in (3, 4, 17, 18, 25)] == [18, 12, 12, 9, 9]
    assert [t.repair_turns(die, "red") for die in (1, 17, 18)] == [None, None, 18]


@pytest.mark.rule("6.4.1")
def test_example_3_stacks_in_rough() -> None:
    assert t.STACKING[Terrain.ROUGH] == 4 + 3 + 2


@pytest.mark.rule("12.2.1")
def test_example_16_detraining() -> None:
    """12.2.1: half in the last connected hex, full in towns with a station."""
    steps, halved = t.STATIONS["any other hex"]
    assert (steps, halved, steps // 2) == (4, True, 2)
    assert (t.STATIONS["small town"][0], t.STATIONS["normal town"][0]) == (6, 8)


@pytest.mark.rule("20.1.7")
def test_example_19() -> None:
    assert 6 + t.AMOUNT["aerial.far"] == t.V.recon.success
    assert 6 + t.AMOUNT["aerial.far"] + t.AMOUNT["aerial.steps.2"] == 12


# -- the laws


@pytest.mark.rule("8.3.3")
@pytest.mark.reading("results-tables")
def test_law_of_the_abu() -> None:
    place = t.ABU_ARF.index(26)
    for column, cells in enumerate(t.ABU):
        for row, found in enumerate(cells, 1):
            cab = row - 3 - 2 * (column - place)
            wanted = Result(0, 0, False) if cab >= 15 else Result(1, cab + 13) if cab <= -10 else Result(0, cab)
            assert found == wanted, (t.ABU_ARF[column], row)


@pytest.mark.rule("8.6.3")
@pytest.mark.parametrize("line", range(3))
def test_law_of_the_abf(line: int) -> None:
    place = t.ABF_AFF[line].index(10)
    for column, cells in enumerate(t.ABF[line]):
        for row, found in enumerate(cells, 1):
            cab = row - 11 - 2 * (column - place) + 6 * line
            assert found == (Result(1, cab + 18) if cab <= -18 else Result(0, cab)), (CLASSES[line], row)


def away_from_zero(quarters: int) -> int:
    """A quarter of a number, rounded to the nearest, halves away from zero."""
    sign = -1 if quarters < 0 else 1
    return sign * int(Fraction(abs(quarters), 4) + Fraction(1, 2))


@pytest.mark.rule("9.3.2")
def test_law_of_the_crt() -> None:
    def cell(cab: int) -> Result:
        lost = 0
        while cab < -9:
            cab, lost = cab + 13, lost + 1
        return Result(lost, min(cab, 8))

    place = t.ODDS.index("1.5:1")
    for column, cells in enumerate(t.CRT):
        for row, found in enumerate(cells, -4):
            at = row - 8 * (column - place)
            wanted = CombatResult(cell(away_from_zero(12 - at)), cell(away_from_zero(at - 40)))
            assert found == wanted, (t.ODDS[column], row)


# -- dice off the table


@pytest.mark.rule("9.3.4")
def test_beyond_25_one_column_left_again_and_again() -> None:
    column = t.ODDS.index("3:1")
    assert t.combat_result(column, 26)[1:] == (column - 1, 18)
    assert t.combat_result(column, 26 + 8)[1:] == (column - 2, 18)
    assert t.combat_result(column, 25)[1:] == (column, 25)
    assert t.combat_result(0, 60)[1:] == (0, 25)


@pytest.mark.rule("9.3.5", "9.3.4")
def test_below_minus_four_one_column_right_again_and_again() -> None:
    column = t.ODDS.index("1:1")
    assert t.combat_result(column, -5)[1:] == (column + 1, 3)
    assert t.combat_result(column, -13)[1:] == (column + 2, 3)
    assert t.combat_result(column, -4)[1:] == (column, -4)
    assert t.combat_result(len(t.CRT) - 1, -30)[1:] == (len(t.CRT) - 1, -4)


@pytest.mark.rule("8.4.7")
@pytest.mark.reading("off-the-edge")
def test_a_barrage_beyond_16() -> None:
    column = t.abu_column(26)
    assert t.abu_result(column, 17)[1:] == (column - 1, 15)
    assert t.abu_result(column, 19)[1:] == (column - 2, 15)
    assert t.abu_result(0, 40)[1:] == (0, 16)


@pytest.mark.rule("8.7.4")
def test_a_fort_barrage_beyond_12() -> None:
    column = t.abf_column(BLACK, 52)
    assert t.abf_result(BLACK, column, 13)[1:] == (column - 1, 11)
    assert t.abf_result(BLACK, column, 15)[1:] == (column - 2, 11)
    assert t.abf_result(BLACK, 0, 30)[1:] == (0, 12)


@pytest.mark.rule("9.1.12")
def test_odds_are_exact_and_rounded_down() -> None:
    assert t.ODDS[t.crt_column(3, 2)] == "1.5:1"
    assert t.ODDS[t.crt_column(Fraction(299, 100), 2)] == "1.25:1"
    assert t.ODDS[t.crt_column(1, 9)] == "1:4"
    assert t.ODDS[t.crt_column(900, 1)] == "10:1"
    assert t.ODDS[t.crt_column(1, 0)] == "10:1"


@pytest.mark.rule("8.3.1", "11.3.5", "8.3.3")
def test_weak_barrages() -> None:
    """8.3.1, 11.3.5"""
    assert t.abu_column(2) == -1
    assert t.ABU_ARF[t.abu_column(5)] == 3
    assert [t.targets(arf) for arf in (5, 6, 8, 12, 16)] == [0, 1, 2, 3, 4]
    assert t.targets(20) > 100
    assert t.abf_column(WHITE, 3) == -1


@pytest.mark.rule("9.3.3")
@pytest.mark.reading("lost-sign")
def test_which_result_is_worse() -> None:
    """9.3.3: the examples inside the rule."""
    assert Result.parse("●O-5").worse_than(Result.parse("O+3"))
    assert Result.parse("O-5").worse_than(Result.parse("O-4"))
    assert not Result.parse("O-4").worse_than(Result.parse("O-4"))
    assert Result.parse("●O+3").worse_than(Result.parse("O-9"))


@pytest.mark.rule("8.3.3", "9.3.2")
@pytest.mark.parametrize("text", ["O-4", "O0", "O+8", "●O-2", "●●O-4", "-"])
def test_results_are_written_as_they_are_read(text: str) -> None:
    assert str(Result.parse(text)) == text


# -- ground


@pytest.mark.rule("4.2", "7.3.2")
def test_hexsides_of_the_board() -> None:
    grid = MAP.grid

    def kind(a: str, b: str, **now: bool) -> str:
        return t.HEXSIDES[t.hexside(grid.side(grid.hex(a), grid.hex(b)), **now)]

    assert kind("Y24", "X25") == "minor"
    assert kind("R18", "R19") == "major bridged"
    assert kind("R18", "R19", bridge=False) == "major open"
    assert kind("AT39", "AU38") == "river"
    assert kind("AT39", "AU38", flooded=True) == "flooded"
    assert kind("AT39", "AU39", flooded=True) == "partially flooded"
    assert kind("I9", "J9") == "plain"  # Col de Sainte-Marie
    assert [t.HEXSIDES[k] for k in t.hexsides(grid.side(grid.hex("I9"), grid.hex("J9")))] == ["mountain range"]


@pytest.mark.rule("7.1.7", "7.2.1", "12.3.7")
def test_costs() -> None:
    """7.1.7, 7.2.1, 7.3"""
    assert [t.MOVEMENT[terrain][NORMAL] for terrain in range(1, 7)] == [10, 12, 12, 15, 12, 10]
    assert t.CROSSING[t.HEXSIDES.index("deep forest")][NORMAL] >= 999
    assert t.CROSSING[t.HEXSIDES.index("deep forest")][SUPERIOR] == 10
    assert t.CROSSING[t.HEXSIDES.index("flooded")][SUPERIOR] == 40
    assert {Terrain.MOUNTAINOUS: 6} == t.TRANSIT_HEX
    assert t.turning_cost(Town.LARGE, SUPERIOR) == 4
    assert t.turning_cost(Town.NONE, NORMAL) == 20


@pytest.mark.rule("6.2.1", "6.1.2")
def test_diagram_1() -> None:
    """6.2.1: two divisions turned one side apart show 4 front and 2 flank, back to back 6 front."""

    def together(turn: int) -> str:
        first, second = t.FACINGS["large"], t.FACINGS["large"]
        turned = second[-turn:] + second[:-turn]
        return "".join(min(pair, key="FSR".index) for pair in zip(first, turned, strict=True))

    assert sorted(together(1)) == sorted("FFFFSS")
    assert together(3) == "FFFFFF"
    assert sum(t.ZOC_PATTERNS["large"]) == 3


# -- the track, and files of a user


@pytest.mark.rule("3.3.2", "11.6.5")
def test_the_turn_track() -> None:
    """3.3.2"""
    stated = {1: (8, 2), 2: (8, 4), 3: (8, 6), 10: (8, 20), 14: (8, 28), 18: (9, 5), 20: (9, 9), 22: (9, 13)}
    for turn, (month, day) in stated.items():
        assert t.first_day(turn) == date(1914, month, day)
        assert t.turn_of(date(1914, month, day)) == turn
    assert not t.camp_works_over("Liège", 22)
    assert t.camp_works_over("Maubeuge", 9)
    assert not t.camp_works_over("Maubeuge", 8)
    assert {camp.name for camp in MAP.camps} == set(t.TRACK.camp_works)


@pytest.mark.rule("9.4.8", "8.3.3")
def test_a_modifier_has_its_rule() -> None:
    assert t.modifier("combat.flank").amount == -10
    assert t.modifier("combat.flank").rule == t.rule_of("combat.flank") == "9.4.8"
    assert t.modifier("combat.reserve", 2).amount == 6


def test_a_card_in_place_of_ours(tmp_path: Path) -> None:
    text = (DIRECTORY / "results.toml").read_text(encoding="utf-8")
    (tmp_path / "results.toml").write_text(text.replace("●O+3/O+3", "●●O-4/O+8"), encoding="utf-8")
    assert DATA_SET.check(tmp_path) == []
    (tmp_path / "results.toml").write_text(text.replace("●O+3/O+3", "XO+3/O+3", 1), encoding="utf-8")
    assert ["expected results of attacker and defender" in str(p) for p in DATA_SET.check(tmp_path)] == [True]


@pytest.mark.rule("8.3.3", "9.3.2", "9.3.3")
def test_results_are_read_as_they_are_printed() -> None:
    assert Result.parse("-") == Result(0, 0, False)
    assert (Result.parse("●●O-2"), Result.parse("O+3"), Result.parse("O0")) == (
        Result(2, -2),
        Result(0, 3),
        Result(0, 0),
    )
    assert [str(Result.parse(text)) for text in ("-", "●O-2", "O0", "O+3")] == ["-", "●O-2", "O0", "O+3"]
    both = CombatResult.parse("O+3/●O+3")
    assert (both.attacker, both.defender) == (Result(0, 3), Result(1, 3))
    with pytest.raises(ValueError, match="O"):
        CombatResult.parse("O+3")
    with pytest.raises(ValueError, match="2"):
        Result.parse("2")
    assert Result(1, 3).worse_than(Result(0, -9))
    assert Result(0, -2).worse_than(Result(0, -1))
    assert not Result(0, -2).worse_than(Result(0, -2))
    assert not Result(0, 3).worse_than(Result(1, 3))
