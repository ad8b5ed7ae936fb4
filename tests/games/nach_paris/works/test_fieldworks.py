"""[10] Fieldworks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Only
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, DE, GERMAN_SIDE, NATION, SIDE
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.rules.barrage.at_units import column_against
from marne.games.nach_paris.rules.barrage.events import UnitShelled
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.cover import Cover, barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import Works, _fronts, leave_works, marked
from marne.games.nach_paris.rules.works.fieldworks import (
    ChooseDiggers,
    DigIn,
    PlaceFieldworks,
    diggers,
    digging_modifiers,
    why_no_digging,
)
from marne.games.nach_paris.rules.works.fieldworks_events import DugIn, DugInVain
from marne.games.nach_paris.rules.works.improve import why_not_improve


def step_e(units: dict[str, str], *, turn: int = 8, side: str = "german", nation: str = "DE", **more: Any) -> Game:
    return arranged(turn=turn, side=side, begin=f"BuildFieldworks {nation}", units=units, **more)


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)


def chart(position: Game, *units: str) -> dict[str, int]:
    board = position.board
    return {each.text: each.amount for each in digging_modifiers(board, board.where[BY_ID[units[0]]], bit(*units))}


def in_works(position: Game, unit: str, *attackers: str) -> bool:
    """Whether a unit's fieldworks help it against attackers in these hexes."""
    return _cover(position, unit, attackers).works == Works.FIELDWORKS


def tenths(position: Game, unit: str, *attackers: str) -> int:
    """Tenths of its CBF that it defends with."""
    return _cover(position, unit, attackers).tenths


def _cover(position: Game, unit: str, attackers: tuple[str, ...]) -> Cover:
    board, which = position.board, BY_ID[unit]
    return covers(board, board.where[which], SIDE[which], MAP.grid.hexes(attackers))[which]


def kept(position: Game, unit: str, *guns: str) -> int:
    """Per cent of an ABU's ARF that reach it."""
    board, which = position.board, BY_ID[unit]
    return barrage_covers(board, board.where[which], SIDE[which], MAP.grid.hexes(guns))[which].kept


# -- [10.1] building


@pytest.mark.rule("10.1.1")
def test_only_foot_and_heavy_guns_dig() -> None:
    units = {
        "18.ID": "AG14",
        "PiR.24": "AG14",
        "I.II/Fußa.9": "AG14",
        "5.KD": "AG14",
        "ÖFAB.2": "AG14",
        "2.AOK": "AG14",
    }
    position = play(step_e(units), "dig AG14")
    assert named(position, "digger") == ["18.ID", "PiR.24", "I.II/Fußa.9"]
    for name in ("5.KD", "ÖFAB.2", "2.AOK"):
        assert refused(position, f"digger {name}") == "10.1.1"


@pytest.mark.rule("10.1.1")
def test_heavy_guns_that_fired_do_not_dig_but_foot_does() -> None:
    units = {"18.ID": "AG14 barraged", "I.II/Fußa.9": "AG14 barraged", "I.II/Fußa.7": "AG14"}
    position = play(step_e(units), "dig AG14")
    assert named(position, "digger") == ["18.ID", "I.II/Fußa.7"]
    assert refused(position, "digger I.II/Fußa.9") == "10.1.1"


@pytest.mark.rule("8.1.3")
def test_foot_that_fired_may_still_dig() -> None:
    assert legal(step_e({"18.ID": "AG14 barraged"})) == ["dig AG14", "end"]


@pytest.mark.rule("10.1.2")
@pytest.mark.parametrize("mark", ["forced", "fought", "acted"])
def test_not_after_a_forced_march_a_combat_or_another_action(mark: str) -> None:
    position = step_e({"18.ID": f"AG14 {mark}", "17.ID": "AG13"})
    assert named(position, "dig") == ["AG13"]
    assert refused(position, "dig AG14") == "10.1.2"


@pytest.mark.rule("10.1.2")
@pytest.mark.parametrize("die", [1, 20])
def test_who_tried_has_acted(die: int) -> None:
    position = play(step_e({"18.ID": "AG14", "17.ID": "AG13"}), "dig AG14", die)
    assert has(position, "acted", "18.ID")
    assert named(position, "dig") == ["AG13"]


@pytest.mark.rule("10.1.3")
def test_the_lowest_cab_of_the_foot_that_digs_is_tested() -> None:
    """18.ID has 12, with two losses 9; heavy guns never count beside foot, be they worse."""
    units = {"18.ID": "AG14", "17.ID": "AG14 -2", "34.IB": "AG14"}
    cabs = {unit: step_e(units).board.cab(BY_ID[unit]) for unit in units}
    low = min(cabs, key=lambda unit: cabs[unit])
    assert low == "17.ID"
    (event,) = happened(play(step_e(units), "dig AG14", "all", 1), CabTested)
    assert event.unit == "17.ID"
    (event,) = happened(play(step_e(units), "dig AG14", "digger 18.ID", "try", 1), CabTested)
    assert event.unit == "18.ID"
    mixed = step_e({"2e-DI": "AG14", "1er-RAL-155-CTR": "AG14"}, side="allied", nation="FR")
    assert mixed.board.cab(BY_ID["1er-RAL-155-CTR"]) < mixed.board.cab(BY_ID["2e-DI"])
    assert happened(play(mixed, "dig AG14", "all", 1), CabTested)[0].unit == "2e-DI"
    assert happened(play(step_e({"II/RFußa.2": "AG14"}), "dig AG14", 1), CabTested)[0].unit == "II/RFußa.2"


@pytest.mark.rule("10.1.3")
def test_the_test_adds_the_chart_to_the_cab() -> None:
    position = step_e({"18.ID": "AG14 moved"})
    (event,) = happened(play(position, "dig AG14", 7), CabTested)
    assert (event.needed, event.passed) == (12 - 5, True)
    (event,) = happened(play(position, "dig AG14", 8), CabTested)
    assert not event.passed


@pytest.mark.rule("10.1.3")
def test_nation_and_turn() -> None:
    units = {"18.ID": "AG14 moved", "1re-DI": "AG13 moved", "1re-DA": "AH13 moved", "1st-Div": "AG12 moved"}
    for turn, french in ((9, -8), (10, -5)):
        position = step_e(units, turn=turn)
        assert sum(chart(position, "18.ID").values()) == -5
        assert sum(chart(position, "1st-Div").values()) == -5
        assert sum(chart(position, "1re-DI").values()) == french
        assert sum(chart(position, "1re-DA").values()) == french
    assert chart(step_e(units, turn=21), "18.ID") == {"fieldworks.german": -5}
    assert chart(step_e(units, turn=22), "18.ID") == {"fieldworks.german": -5, "fieldworks.late": 5}


@pytest.mark.rule("10.1.3")
@pytest.mark.reading("stack-digs", "acting")
def test_rest_fire_and_lowland() -> None:
    assert chart(step_e({"18.ID": "AG14"}), "18.ID")["fieldworks.idle"] == 6
    assert "fieldworks.idle" not in chart(step_e({"18.ID": "AG14", "17.ID": "AG14 moved"}), "18.ID", "17.ID")
    regrouped = step_e({"18.ID": "AG14"})
    regrouped.board.regrouped = bit("18.ID")  # it came out of a split or a recombination: that was its act
    assert "fieldworks.idle" not in chart(regrouped, "18.ID")
    assert chart(step_e({"18.ID": "AG14 barraged"}), "18.ID")["fieldworks.barrage"] == -3
    assert chart(step_e({"18.ID": "AH43"}), "18.ID")["fieldworks.lowland"] == -4
    assert "fieldworks.lowland" not in chart(step_e({"18.ID": "AG14"}), "18.ID")


@pytest.mark.rule("10.1.4")
def test_the_marker_is_on_those_who_dug_not_on_the_others() -> None:
    position = step_e({"18.ID": "AG14", "17.ID": "AG14"})
    position = play(position, "dig AG14", "digger 18.ID", "try", 1)
    assert happened(position, DugIn)[0].units == "18.ID"
    assert has(position, "fieldworks", "18.ID")
    assert not has(position, "fieldworks", "17.ID")
    assert named(position, "dig") == ["AG14"]  # the other may try for itself
    position = play(position, "dig AG14", 1)
    assert has(position, "fieldworks", "17.ID")


@pytest.mark.rule("10.1.5")
def test_after_the_limit_of_failures_a_side_digs_no_more() -> None:
    units = {"18.ID": "AG14", "17.ID": "AG13", "34.IB": "AH14"}
    position = step_e(units, scenario="guise")  # which allows two failures
    position = play(position, "dig AG14", 20)
    assert (happened(position, DugInVain)[0].failed, happened(position, DugInVain)[0].most) == (1, 2)
    assert named(position, "dig") != []
    position = play(position, "dig AG13", 20)
    assert asked(position) == ""
    assert position.board.failed_works == [2, 0]


@pytest.mark.rule("10.1.5")
def test_success_does_not_count_and_each_side_has_its_own_limit() -> None:
    position = play(step_e({"18.ID": "AG14", "17.ID": "AG13"}, failed_works=[1, 8]), "dig AG14", 1)
    assert position.board.failed_works == [1, 8]
    assert named(position, "dig") == ["AG13"]
    assert asked(step_e({"1re-DI": "AG14"}, side="allied", nation="FR", failed_works=[0, 8])) == ""


# -- [10.1.6], [10.1.7] the front


@pytest.mark.rule("10.1.6")
@pytest.mark.reading("works-from-several-sides")
def test_works_help_only_if_every_attacker_comes_from_the_front() -> None:
    """18.ID looks south: AG13, AF14 and AH14 lie in front."""
    position = step_e({"18.ID": "AG14 S fieldworks"})
    assert in_works(position, "18.ID", "AG13")
    assert in_works(position, "18.ID", "AG13", "AF14", "AH14")
    assert not in_works(position, "18.ID", "AG15")
    assert not in_works(position, "18.ID", "AG13", "AG15")


@pytest.mark.rule("10.1.7", "6.3.1")
def test_the_fronts_of_several_units_in_works_are_joined() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 N fieldworks"})
    assert in_works(position, "18.ID", "AG13", "AF14", "AH14", "AG15", "AF15", "AH15")
    alone = step_e({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 N"})  # 17.ID is not in the works
    assert not in_works(alone, "18.ID", "AG15")


# -- [10.2] what they give


@pytest.mark.rule("10.2.1")
def test_in_combat_germans_have_three_tenths_and_allies_two_tenths_more() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks", "1re-DI": "AG12 N fieldworks"})
    assert tenths(position, "18.ID", "AG13") == 13
    assert tenths(position, "1re-DI", "AG13") == 12
    assert tenths(position, "18.ID", "AG15") == 10


@pytest.mark.rule("10.2.1")
@pytest.mark.reading("fieldworks-barraged")
def test_under_a_barrage_the_attacking_factor_is_lowered() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks", "1re-DI": "AG12 N fieldworks"})
    assert kept(position, "18.ID", "AG13") == 50
    assert kept(position, "18.ID", "AG15") == 100
    assert kept(position, "1re-DI", "AG13") == 70


@pytest.mark.rule("10.2.2")
def test_in_combat_only_those_in_the_works_profit() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 S"})
    assert tenths(position, "17.ID", "AG13") == 10
    assert tenths(position, "18.ID", "AG13") == 13


@pytest.mark.rule("10.2.3")
def test_somebody_must_attack_across_the_works() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks"})
    assert not in_works(position, "18.ID", "AF15")
    assert not in_works(position, "18.ID", "AH15", "AG15")
    assert in_works(position, "18.ID", "AF14")


@pytest.mark.rule("10.2.4")
def test_a_mixed_stack_is_shelled_with_two_strengths() -> None:
    """23 points: column 20 for 17.ID, half of it, column 8, for 18.ID in its works."""
    units = {"18.ID": "AG14 S fieldworks", "17.ID": "AG14 S", "1re-DI": "AG13 N", "2e-DI": "AG13 N"}
    position = arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units=units)
    guns = bit("1re-DI", "2e-DI")
    assert column_against(position.board, BY_ID["17.ID"], guns, 0) == (5, Fraction(23))
    assert column_against(position.board, BY_ID["18.ID"], guns, 0) == (2, Fraction(23, 2))
    position = play(position, "shell AG14", "all", 9)
    events = happened(position, UnitShelled)
    while asked(position) == "CabTest":
        position = play(position, 1)
        events += happened(position, UnitShelled)
    assert {event.unit: (event.column, event.row) for event in events} == {"17.ID": (20, 6), "18.ID": (8, 6)}


@pytest.mark.rule("10.2.4")
def test_the_number_of_targets_is_that_of_the_whole_factor() -> None:
    """12 points strike three units, though only 6 reach those in the works."""
    units = {"18.ID": "AG14 S fieldworks", "17.ID": "AG14 S fieldworks", "34.IB": "AG14 S", "5.KD": "AG14"}
    position = arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units={**units, "1re-DI": "AG13 N"})
    position = play(position, "shell AG14", "strike 18.ID", "strike 17.ID", "strike 34.IB")
    assert asked(position) == "FireAtUnits"


@pytest.mark.rule("10.2.1", "10.2.4")
@pytest.mark.reading("works-below-six")
def test_a_barrage_that_works_bring_below_six_points_has_no_effect() -> None:
    units = {"18.ID": "AG14 S fieldworks", "2e-DI": "AG13 N"}  # 11 points, 5.5 left
    position = arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units=units)
    position = play(position, "shell AG14", 1)
    assert happened(position, UnitShelled)[0].result == "-"
    assert asked(position) == ""


# -- [10.3] losing them


@pytest.mark.rule("10.3.1")
def test_who_leaves_the_hex_leaves_the_works() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 S fieldworks"})
    board = position.board
    board.put(BY_ID["18.ID"], MAP.grid.hex("AG14"))  # stays
    assert has(position, "fieldworks", "18.ID")
    board.put(BY_ID["18.ID"], MAP.grid.hex("AG15"))
    assert not has(position, "fieldworks", "18.ID")
    assert has(position, "fieldworks", "17.ID")


@pytest.mark.rule("10.3.1")
def test_who_turns_leaves_the_works() -> None:
    units = {"18.ID": "AG14 S fieldworks", "17.ID": "AG14 S fieldworks"}
    position = play(arranged(turn=8, side="german", begin="MoveUnits DE", units=units), "move 18.ID", "turn")
    assert has(play(position, "face S"), "fieldworks", "18.ID"), "it looks where it looked"
    turned = play(position, "face N")
    assert not has(turned, "fieldworks", "18.ID")
    assert has(turned, "fieldworks", "17.ID")


@pytest.mark.rule("10.3.2")
def test_empty_works_are_gone() -> None:
    """Another unit that comes into the hex finds none."""
    position = step_e({"18.ID": "AG14 S fieldworks", "17.ID": "AG15 S"})
    board = position.board
    board.put(BY_ID["18.ID"], MAP.grid.hex("AG13"))
    board.put(BY_ID["17.ID"], MAP.grid.hex("AG14"))
    assert board.fieldworks == 0
    assert not in_works(position, "17.ID", "AG13")


@pytest.mark.rule("10.3.1", "11.1.8")
def test_a_unit_stands_in_one_hex_alone() -> None:
    board, unit = still({"18.ID": "AW22 N", "17.ID": "AW22 N"}), BY_ID["18.ID"]
    board.put(unit, at("AW23"))
    assert board.at[at("AW22")] == 1 << BY_ID["17.ID"]
    assert board.at[at("AW23")] == 1 << unit
    assert board.occupied[GERMAN_SIDE] == 1 << at("AW22") | 1 << at("AW23")
    board.put(BY_ID["17.ID"], -1)
    assert board.at[at("AW22")] == 0
    assert board.occupied[GERMAN_SIDE] == board.solid[GERMAN_SIDE] == 1 << at("AW23")
    assert not board.standing >> BY_ID["17.ID"] & 1


@pytest.mark.rule("10.1.2", "11.1.7")
@pytest.mark.parametrize("fact", ["", "forced", "fought", "acted"])
def test_who_did_something_else_improves_nothing(fact: str) -> None:
    board = still({"18.ID": "AW22 N fieldworks"}, side="german", turn=22)
    if fact:
        setattr(board, fact, 1 << BY_ID["18.ID"])
    found = why_not_improve(board, at("AW22"))
    assert (found.rule if found else "") == ("10.1.2" if fact else "")
    early = why_not_improve(still({"18.ID": "AW22 N fieldworks"}, side="german", turn=21), at("AW22"))
    assert early is not None
    assert early.rule == "11.1.7"


@pytest.mark.rule("12.2.3", "10.1.1")
def test_nobody_digs_on_a_train_or_off_the_map() -> None:
    board = still({"18.ID": "S31 N", "17.ID": "S31 N train", "2.AOK": "S31"}, side="german")
    assert why_no_digging(board, BY_ID["18.ID"]) is None
    on_train = why_no_digging(board, BY_ID["17.ID"])
    assert on_train is not None
    assert on_train.rule == "12.2.3"
    staff = why_no_digging(board, BY_ID["2.AOK"])
    assert staff is not None
    assert staff.rule == "10.1.1"


@pytest.mark.rule("10.2.2", "10.1.7")
def test_those_of_a_stack_without_a_marker_have_nothing_and_the_others_join_their_fronts() -> None:
    board = still({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 N fieldworks", "3.ID": "AG14 NE"})
    near, far = at("AG13"), at("AG15")
    one, two, three = (BY_ID[name] for name in ("18.ID", "17.ID", "3.ID"))
    assert [marked(board, each, [near, far]) for each in (one, two, three)] == [
        Works.FIELDWORKS,
        Works.FIELDWORKS,
        Works.NONE,
    ]
    assert _fronts(board, one, board.fieldworks) == front(board, one) | front(board, two)
    board.fieldworks = unit("18.ID")
    assert [marked(board, one, [near]), marked(board, one, [near, far])] == [Works.FIELDWORKS, Works.NONE]
    board.put(BY_ID["1re-DI"], at("AG14"))
    board.fieldworks |= unit("1re-DI")
    assert _fronts(board, one, board.fieldworks) == front(board, one), "an enemy's front covers nobody"
    board.fieldworks, board.entrenched = 0, unit("18.ID")
    assert [marked(board, each, [near, far]) for each in (one, two)] == [Works.REGULAR, Works.NONE]


@pytest.mark.rule("10.1.4", "10.1.3")
def test_who_digs_together_is_chosen_one_by_one() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"}, side="german")
    hex, one, two = at("AW22"), BY_ID["18.ID"], BY_ID["17.ID"]
    ask: Any = ChooseDiggers(DE, hex).ask(board)
    assert list(ask.options) == ["all", *(("digger", who) for who in sorted((one, two)))]
    ask = ChooseDiggers(DE, hex, 1 << one).ask(board)
    assert list(ask.options) == ["all", "try", ("digger", two)]
    done = ChooseDiggers(DE, hex, 1 << one | 1 << two).ask(board)
    assert isinstance(done, Only)
    assert done.answer == "try"
    alone = ChooseDiggers(DE, hex).ask(still({"18.ID": "AW22 N"}, side="german"))
    assert isinstance(alone, Only)
    assert alone.answer == "all"
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, "try") == (DigIn(hex, 1 << one),)
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, "all") == (DigIn(hex, 1 << one | 1 << two),)
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, ("digger", two)) == (
        ChooseDiggers(DE, hex, 1 << one | 1 << two),
    )


@pytest.mark.rule("10.3.2", "10.1.4")
def test_a_new_marker_lies_on_those_who_dug_beside_the_old_ones() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW24 N fieldworks"})
    assert PlaceFieldworks(at("AW22"), unit("18.ID")).do(board) == ()
    assert board.fieldworks == unit("18.ID", "17.ID")


@pytest.mark.rule("10.1.6", "10.2.3", "10.2.2")
def test_a_marker_helps_against_its_front_and_without_one_nothing_does() -> None:
    board, unit = still({"18.ID": "AG14 S"}), BY_ID["18.ID"]
    front_hex, rear_hex = at("AG13"), at("AG15")
    found = {}
    for name in ("", "fieldworks", "entrenched"):
        board.fieldworks, board.entrenched = (1 << unit) * (name == "fieldworks"), (1 << unit) * (name == "entrenched")
        found[name] = [marked(board, unit, hexes) for hexes in ([front_hex], [rear_hex], [front_hex, rear_hex])]
    assert found == {
        "": [Works.NONE] * 3,
        "fieldworks": [Works.FIELDWORKS, Works.NONE, Works.NONE],
        "entrenched": [Works.REGULAR, Works.NONE, Works.REGULAR],
    }


@pytest.mark.rule("10.3.1", "11.1.8", "11.1.9")
def test_who_leaves_its_works_takes_no_marker_of_others_away() -> None:
    one, two = BY_ID["3.ID"], BY_ID["4.ID"]
    board = still({"3.ID": "AP26 N", "4.ID": "AP26 N"})
    names = ("fieldworks", "entrenched", "in_walls")
    for name in names:
        setattr(board, name, 1 << one | 1 << two)
    leave_works(board, one)
    assert [getattr(board, name) for name in names] == [1 << two] * 3


@pytest.mark.rule("10.3.2", "11.1.8")
def test_whoever_leaves_the_first_hex_of_the_map_is_gone_from_it() -> None:
    board, unit = still({"3.ID": "AP26 N fieldworks entrenched"}), BY_ID["3.ID"]
    board.put(unit, at("AP26"))
    assert board.fieldworks == board.entrenched == 1 << unit, "who stays keeps what it dug"
    board.put(unit, 0)
    assert board.fieldworks == board.entrenched == 0
    assert (board.at[0], board.at[at("AP26")], board.occupied[GERMAN_SIDE]) == (1 << unit, 0, 1)
    board.put(unit, at("AP26"))
    assert (board.at[0], board.occupied[GERMAN_SIDE], board.solid[GERMAN_SIDE]) == (0, 1 << at("AP26"), 1 << at("AP26"))


@pytest.mark.rule("10.1.6", "10.2.1")
@pytest.mark.reading("works-flank-barrage")
def test_fieldworks_help_against_guns_from_the_front_alone() -> None:
    position = step_e({"18.ID": "AG14 S fieldworks"})
    board, one = position.board, BY_ID["18.ID"]

    def left(*guns: str) -> int:
        return barrage_covers(board, at("AG14"), GERMAN_SIDE, [at(hex) for hex in guns])[one].kept

    assert (left("AG13"), left("AG15"), left("AG13", "AG15")) == (50, 100, 100)


@pytest.mark.rule("10.1.1", "10.1.2")
def test_of_two_nations_in_a_hex_the_one_that_is_asked_digs() -> None:
    board = still({"1re-DI": "BC9 N", "1st-Div": "BC9 N"}, side="allied")
    assert diggers(board, NATION[BY_ID["1re-DI"]], at("BC9")) == unit("1re-DI")


@pytest.mark.rule("10.1.3")
def test_who_digs_has_acted_beside_those_before() -> None:
    board = still({"18.ID": "AG14 N", "17.ID": "AG13 N acted"})
    DigIn(at("AG14"), unit("18.ID")).do(board)
    assert board.acted == unit("18.ID", "17.ID")
