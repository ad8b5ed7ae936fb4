"""What the staff plans to attack, and what it believes an attack promises."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN
from marne.games.schlieffens_war.staff.judgement import attacks, keeper, prospect, sealed
from marne.games.schlieffens_war.staff.plans import Plan
from marne.games.schlieffens_war.staff.strikes import best_strike, plan_strikes
from marne.games.schlieffens_war.staff.style import LATE, STYLES

OPEN = "2321"


def test_corps_are_sent_next_to_a_weak_stack() -> None:
    made = board({"1er CA": "2322", "2e CA": "2322", "3e CA": "2222", "5e Armée": "2322", "HKK 1": OPEN})
    plan = Plan(made, ENTENTE)
    plan_strikes(plan)
    assert set(plan.targets.values()) == {h(OPEN)}
    for unit in plan.targets:
        assert g.PASSABLE[h(OPEN)] >> plan.board.where[unit] & 1


def test_no_more_corps_than_pay_for_themselves() -> None:
    names = ("1er CA", "2e CA", "3e CA", "20e CA", "18e CA", "6e CA")
    where = {**dict.fromkeys(names[:3], "2322"), **dict.fromkeys(names[3:], "2222")}
    strike = best_strike(Plan(board({**where, "5e Armée": "2322", "HKK 1": OPEN}), ENTENTE), h(OPEN))
    assert 0 < len(strike.sent) < len(names), "beyond 7:1 nobody adds anything (11.9)"


def test_a_strong_stack_is_left_alone() -> None:
    made = board({"1er CC": "2322", "5e Armée": "2322", "X AK": OPEN, "IX AK": OPEN})
    plan = Plan(made, ENTENTE)
    plan_strikes(plan)
    assert plan.targets == {}


@pytest.mark.rule("11.20")
def test_four_steps_keep_a_city_and_two_do_not() -> None:
    two = board({"20e CA": "1213"})
    four = board({"20e CA": "1213", "18e CA": "1213"})
    hex = h("1213")
    assert prospect(two, GERMAN, hex, two.stacks[hex], 8).clears == 1
    assert prospect(four, GERMAN, hex, four.stacks[hex], 8).clears == 0
    field = board({"20e CA": OPEN, "18e CA": OPEN})
    assert prospect(field, GERMAN, h(OPEN), field.stacks[h(OPEN)], 8).clears == 1, "in the open a stack goes back"


def test_a_better_column_promises_more() -> None:
    made = board({"20e CA": "1213"})
    hex = h("1213")
    worths = [prospect(made, GERMAN, hex, made.stacks[hex], column).worth for column in range(-1, 9)]
    assert worths == sorted(worths)


@pytest.mark.rule("4.3")
def test_who_keeps_a_german_city_attacks_nobody() -> None:
    alone = board({"V AK": "1805", "16e CA": "1905"})
    assert keeper(alone, u("V AK"))
    assert attacks(alone, GERMAN) == []
    three = board({"V AK": "1805", "VI AK": "1805", "XVI AK": "1805", "16e CA": "1905"})
    assert not keeper(three, u("V AK"))
    assert attacks(three, GERMAN)


MONS = "1213"
AROUND_MONS = {"X AK": "1112", "VII AK": "1112", "Garde": "1112", "XI AK": "1413", "XII AK": "1413", "XIX AK": "1413"}


@pytest.mark.rule("7.1")
def test_germans_stand_round_a_city_so_that_nobody_can_walk_in() -> None:
    made = board({**AROUND_MONS, "AOK 2": "1112", "AOK 3": "1413", "20e CA": MONS, "18e CA": MONS})
    strike = best_strike(Plan(made, GERMAN), h(MONS))
    stands = {to for _, to in strike.sent}
    held = g.spread(sum(1 << to for to in stands)) | sum(1 << to for to in stands)
    assert len(stands) >= 2
    assert sealed(h(MONS), held)
    assert not sealed(h(MONS), g.spread(1 << min(stands)) | 1 << min(stands)), "one stack leaves a way in"


@pytest.mark.rule("11.9", "11.20")
def test_a_siege_of_two_turns_is_worth_more_where_nobody_can_come_to_help() -> None:
    four = board({"20e CA": MONS, "18e CA": MONS})
    hex = h(MONS)
    worths = [prospect(four, GERMAN, hex, four.stacks[hex], 4, shut).worth for shut in (False, True)]
    assert worths[0] < worths[1]
    entente = [prospect(four, ENTENTE, hex, four.stacks[hex], 4, shut).worth for shut in (False, True)]
    assert entente[0] == entente[1], "only the German staff besieges"


@pytest.mark.rule("4.7")
def test_on_the_last_turn_germans_want_cities_and_no_steps() -> None:
    for turn, wanted in ((9, True), (10, False)):
        field = board({"20e CA": OPEN, "18e CA": OPEN}, turn=turn)
        city = board({"20e CA": MONS}, turn=turn)
        killed = prospect(field, GERMAN, h(OPEN), field.stacks[h(OPEN)], 8)
        assert (killed.worth > killed.clears * 1.0 + 0.1) is wanted
        assert prospect(city, GERMAN, h(MONS), city.stacks[h(MONS)], 8).worth > 5


@pytest.mark.rule("4.7", "5.1")
def test_the_entente_dares_everything_for_a_city_when_nobody_moves_after_it() -> None:
    taken = {"german": ["1213"]}
    for turn, dared in ((9, False), (10, True)):
        weak = board({"1er CA": "1313", "1er CC": "1313", "X AK": MONS}, turn=turn, control=taken, plan_xvii=7)
        best = attacks(weak, ENTENTE, LATE[ENTENTE])[0]
        assert (best.hex, best.worth > 0.3) == (h(MONS), dared), "one chance in six is better than none"
        assert (best.worth > attacks(weak, ENTENTE, STYLES[ENTENTE])[0].worth) is dared
        alone = board({"1er CA": {"hex": "1116", "steps": 1}, "X AK": "1115"}, turn=turn)
        assert keeper(alone, u("1er CA"), LATE[ENTENTE]) is not dared, "no city need be kept any more"


@pytest.mark.rule("4.7", "5.1")
def test_at_the_very_end_nobody_is_sent_against_stacks_in_the_field() -> None:
    for turn, style, sent in ((9, LATE, True), (10, LATE, False), (10, STYLES, True)):
        units = {"1er CA": "2322", "2e CA": "2322", "3e CA": "2222", "5e Armée": "2322", "HKK 1": OPEN}
        plan = Plan(board(units, turn=turn), ENTENTE, style[ENTENTE])
        plan_strikes(plan)
        assert bool(plan.targets) is sent
