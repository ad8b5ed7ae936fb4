"""Which cities the staff guards: four steps at home, open cities covered, and where enemies could walk."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, IS_CORPS
from marne.games.schlieffens_war.staff.garrisons import enemy_reach, hold_out, top_up
from marne.games.schlieffens_war.staff.plans import Plan, plan_moves
from marne.games.schlieffens_war.staff.style import LATE, STYLES


@pytest.mark.rule("7.1")
def test_enemies_walk_as_far_as_zones_let_them() -> None:
    free = enemy_reach(Plan(board({"X AK": "1007", "1er CA": "2322"}), GERMAN))
    held = enemy_reach(Plan(board({"X AK": "2320", "1er CA": "2322"}), GERMAN))
    assert not held & ~free
    assert held.bit_count() < free.bit_count(), "who comes next to the corps stops there"


@pytest.mark.rule("4.3", "11.9")
def test_a_german_city_near_the_french_keeps_four_steps() -> None:
    made = board({"V AK": "1805", "Landwehr 5": "1805", "VI AK": "1805", "AOK 5": "1805", "16e CA": "2006"})
    moved = dict(plan_moves(made, GERMAN))
    left = [unit for unit in made.stacks[h("1805")] if IS_CORPS[unit] and moved.get(unit, h("1805")) == h("1805")]
    assert sum(made.steps[unit] for unit in left) >= 4


def test_an_open_city_is_covered_when_an_enemy_could_walk_in() -> None:
    taken = {"german": list(g.labels_of(g.PRIZES))}
    made = board({"X AK": "1415", "AOK 2": "1415", "1er CA": "1718"}, control=taken)
    assert g.PRIZES >> dict(plan_moves(made, GERMAN))[u("X AK")] & 1


@pytest.mark.rule("11.9")
def test_corps_that_only_marched_fill_a_city_that_an_enemy_could_attack() -> None:
    units = {"IX AK": "1415", "VII AK": "1415", "AOK 2": "1415"}
    for enemies, steps in (({"1er CA": "1616", "2e CA": "1616"}, 4), ({"1er CA": "2322", "2e CA": "2322"}, 0)):
        plan = Plan(board({**units, **enemies}, control={"german": ["1516"]}), GERMAN)
        plan.free, plan.marched = [], [u("IX AK"), u("VII AK")]
        top_up(plan)
        inside = [unit for unit in plan.board.stacks[h("1516")] if IS_CORPS[unit]]
        assert sum(plan.board.steps[unit] for unit in inside) == steps


@pytest.mark.rule("4.7", "10.6", "11.9")
def test_on_the_last_two_turns_german_corps_hold_cities_by_forced_marches() -> None:
    for turn, steps in ((8, 0), (9, 4), (10, 4)):
        units = {"IX AK": "1411", "VII AK": "1411", "AOK 2": "1411", "1er CA": "1616", "2e CA": "1616"}
        plan = Plan(board(units, turn=turn, control={"german": ["1516"]}), GERMAN, LATE[GERMAN])
        assert not any(plan.reach[u(name)] >> h("1516") & 1 for name in ("IX AK", "VII AK")), "too far to walk"
        hold_out(plan)
        inside = [unit for unit in plan.board.stacks[h("1516")] if IS_CORPS[unit]]
        assert sum(plan.board.steps[unit] for unit in inside) == steps


@pytest.mark.rule("4.7", "5.1")
def test_at_the_very_end_the_entente_leaves_its_cities_for_others() -> None:
    for turn, style, leaves in ((9, LATE, False), (10, LATE, True), (10, STYLES, False)):
        units = {"1er CA": "1314", "5e Armée": "1415", "X AK": "1313", "IX AK": "1312", "VII AK": "1413"}
        made = board(units, turn=turn, control={"german": ["1213", "1516"]}, plan_xvii=7)
        assert (dict(plan_moves(made, ENTENTE, style[ENTENTE])).get(u("1er CA"), h("1314")) != h("1314")) is leaves
