"""Army by army: which armies a council weighs, what other orders there are for them, and that each comes once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from random import Random

import pytest

from marne.engine import CHANCE, Look, Match, Thought, check_setting, find_game
from marne.engine.player import Pace
from marne.games.nach_paris.board import DESTROYED, Hex, NachParisBoard
from marne.games.nach_paris.components.units import ARMY, ARMY_NAMES, FIGHTING, OF_NATION, SIDE, Unit
from marne.games.nach_paris.rules.movement.phase import MoveUnits
from marne.games.nach_paris.staff.advice import ADVICE
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.staff.marching.tempers import OWN, TEMPERS, TOUCH, armies_at_stake
from marne.games.nach_paris.staff.orders import Orders
from marne.lab.play import seeded_dice
from marne.players import Council, Level, Minds

LEVEL = Level("armies", proposals=5, simulations=5, turn=1000, ahead=1, z=0.0, deadline=1e9, confined=True)


@lru_cache
def before_marches(turns: int = 2, scenario: str = "ardennes") -> Match:
    """A match of staffs in which the Germans are about to march, on the so-manieth turn. Never played on."""
    game = find_game("nach_paris")
    match = Match(game, check_setting(game, scenario), seeded_dice(game, 5))
    minds = Minds(match, {0: "staff", 1: "staff"})
    seen: set[int] = set()
    while True:
        if match.actor == 0 and isinstance(match.position.step, MoveUnits) and ADVICE.weighs(match.position):
            seen.add(match.position.board.turn)
            if len(seen) == turns:
                return match
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor or 0))


def nation_of(match: Match) -> int:
    step = match.position.step
    assert isinstance(step, MoveUnits)
    return step.nation


def soldiers(board: NachParisBoard, nation: int, army: int) -> set[Unit]:
    return {unit for unit in board.on_map(OF_NATION[nation] & FIGHTING) if ARMY[unit] == army}


def test_armies_near_the_enemy_are_at_stake_and_the_strongest_comes_first() -> None:
    match = before_marches()
    board, nation = match.position.board, nation_of(match)
    look = Situation(board, 0)
    found = armies_at_stake(look, nation)
    near = {
        army: sum(board.cbf(unit) for unit in soldiers(board, nation, army) if look.remote[board.where[unit]] <= TOUCH)
        for army in {ARMY[unit] for unit in board.on_map(OF_NATION[nation] & FIGHTING)}
    }
    assert {ARMY_NAMES[army] for army in found} == {"4. Armee", "5. Armee"}
    assert [near[army] for army in found] == sorted((factors for factors in near.values() if factors), reverse=True)


def test_nobody_is_at_stake_far_from_the_enemy() -> None:
    match = before_marches()
    board = match.position.board.copy()
    for unit in board.on_map(FIGHTING):
        if SIDE[unit] == 1:
            board.put(unit, DESTROYED)
    assert armies_at_stake(Situation(board, 0), nation_of(match)) == []


def test_an_army_that_stands_gets_no_orders_to_march_and_others_do() -> None:
    match = before_marches()
    board, nation = match.position.board, nation_of(match)
    look = Situation(board, 0)
    first, second = armies_at_stake(look, nation)
    orders = draw_up(look, nation, {first: "stand"})
    assert not set(orders.waiting) & soldiers(board, nation, first)
    assert set(orders.waiting) & soldiers(board, nation, second)
    assert set(draw_up(look, nation).waiting) & soldiers(board, nation, first), "though the staff would march with it"


def sent_to(match: Match, name: str) -> list[Hex]:
    """Where orders of a temper send the army that has most at stake."""
    board, nation = match.position.board, nation_of(match)
    look = Situation(board, 0)
    army = armies_at_stake(look, nation)[0]
    waiting = draw_up(look, nation, {army: name}).waiting
    here = board.where
    return [waiting[unit].hex if unit in waiting else here[unit] for unit in sorted(soldiers(board, nation, army))]


def test_the_bold_go_nearer_to_the_enemy_and_the_careful_keep_farther_from_him() -> None:
    match = before_marches()
    remote = Situation(match.position.board, 0).remote
    bold, own, careful, back = (
        sum(remote[hex] for hex in sent_to(match, name)) for name in ("bold", OWN, "careful", "back")
    )
    assert bold <= own < careful <= back


def test_the_staffs_own_temper_changes_nothing() -> None:
    match = before_marches()
    look, nation = Situation(match.position.board, 0), nation_of(match)
    plain = draw_up(look, nation).waiting
    assert draw_up(look, nation, dict.fromkeys(armies_at_stake(look, nation), OWN)).waiting == plain


def test_orders_keep_their_tempers_as_a_memo() -> None:
    match = before_marches()
    look, nation = Situation(match.position.board, 0), nation_of(match)
    tempers = dict.fromkeys(armies_at_stake(look, nation), "bold")
    memo = draw_up(look, nation, tempers).as_json()
    assert isinstance(memo, dict)
    assert Orders.from_json(memo).tempers == tempers
    assert Orders.from_json(memo).as_json() == memo
    older = {key: value for key, value in memo.items() if key != "tempers"}
    assert Orders.from_json(older).tempers == {}, "of a game that was begun before there were any"


def hearings(match: Match, seat: int, most: int) -> Iterator[list[str]]:
    """The plans that are heard, one army after another, the last one chosen each time."""
    memo = None
    while True:
        found = ADVICE.proposals(match.position, seat, memo, most, Random(1))
        yield [proposal.plan for proposal in found]
        memo = found[-1].memo
        assert all(proposal.more == found[0].more for proposal in found)
        if not found[-1].more:
            return


def test_plans_are_proposed_for_one_army_after_another() -> None:
    match = before_marches()
    heard = list(hearings(match, 0, 5))
    assert len(heard) == 2
    names = {f"{name} plan" for name in TEMPERS}
    for plans in heard:
        assert plans[0] == f"{OWN} plan"
        assert 2 <= len(plans) <= 5
        assert set(plans) <= names


def test_the_area_of_a_plan_is_what_its_army_can_reach() -> None:
    match = before_marches(1, "marne")
    board, nation = match.position.board, nation_of(match)
    first, *others = armies_at_stake(Situation(board, 0), nation)
    proposal = ADVICE.proposals(match.position, 0, None, 5, Random(1))[1]
    area = ADVICE.area(match.position, proposal)
    assert all(area >> board.where[unit] & 1 for unit in soldiers(board, nation, first))
    assert any(not area >> board.where[unit] & 1 for army in others for unit in soldiers(board, nation, army))


@pytest.mark.parametrize(("turn", "armies"), [(1000, 2), (9, 1)])
def test_a_council_weighs_all_armies_before_the_first_unit_marches_as_far_as_its_budget_goes(
    turn: int, armies: int
) -> None:
    match = before_marches()
    thought = Council(match.game, replace(LEVEL, turn=turn)).think(Look.at(match, 0), Random(5))
    assert isinstance(thought.memo, dict)
    plan = thought.memo["plan"]
    assert isinstance(plan, dict)
    assert len(Orders.from_json(plan).tempers) == armies
    assert thought == Council(match.game, replace(LEVEL, turn=turn)).think(Look.at(match, 0), Random(5))


@pytest.mark.parametrize("language", ["en", "es"])
def test_plans_have_a_name_in_words(language: str) -> None:
    game = find_game("nach_paris")
    names = [game.term(f"{name} plan", language) for name in TEMPERS]
    assert len(set(names)) == len(TEMPERS)
    assert not {f"{name} plan" for name in TEMPERS} & set(names)


class Told(Pace):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.shares: list[float] = []

    def thought(self, share: float) -> None:
        self.shares.append(share)


def test_who_waits_hears_of_one_thought_over_all_armies() -> None:
    match = before_marches()
    look, pace = Look.at(match, 0), Told()
    Council(match.game, LEVEL).think(Look(match.game, look.ask, lambda: look.observation, pace=pace), Random(5))
    assert pace.shares == sorted(pace.shares)
    assert pace.shares[0] == 0
    assert 0.5 in pace.shares, "the first of two armies is done"
    assert 0.5 < pace.shares[-1] <= 1


def test_the_deadline_is_one_for_all_armies() -> None:
    match = before_marches()

    def think(deadline: float) -> tuple[Thought, float]:
        """The thought, and how long it took by a watch that goes on whenever it is looked at."""
        watch = count(0.0)
        level = replace(LEVEL, deadline=deadline)
        return Council(match.game, level, lambda: next(watch)).think(Look.at(match, 0), Random(5)), next(watch)

    whole, took = think(1e9)
    assert whole.cut == ""
    assert think(took)[0] == whole
    assert think(took - 3)[0].cut == "deadline", "though each army took less"
