"""Councils confined to a part of the map: whoever is outside stands still, and in the whole of it nothing changes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from marne.engine import CHANCE, Deputy, Look, Match, Proposal, check_setting, find_game
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import NATION, OF_NATION
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.staff.advice import ADVICE
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.hexes import bits
from marne.lab.play import seeded_dice
from marne.players import Council, Level, Minds
from marne.players.council import Hearing

EVERYWHERE = (1 << len(MAP.grid)) - 1
CONFINED = Level("confined", proposals=3, simulations=6, turn=1000, ahead=1, z=0.0, deadline=1e9, confined=True)


@lru_cache
def on_the_march(scenario: str = "ardennes", number: int = 4) -> Match:
    """A match of staffs in which a unit is asked where it goes. Never played on: take a copy."""
    game = find_game("nach_paris")
    match = Match(game, check_setting(game, scenario), seeded_dice(game, 5))
    minds = Minds(match, {0: "staff", 1: "staff"})
    seen = 0
    while True:
        if match.actor != CHANCE and isinstance(match.position.step, Walk) and ADVICE.weighs(match.position):
            seen += 1
            if seen == number:
                return match
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor or 0))


def area_of(match: Match) -> int:
    """Where the open question is decided."""
    proposal = ADVICE.proposals(match.position, match.actor or 0, None, 1, Random(1))[0]
    return ADVICE.area(match.position, proposal)


def moved(match: Match, area: int, ticks: int) -> tuple[set[int], list[str]]:
    """Who has another hex after so many player turns of staffs in an area, and what was answered."""
    position, dice = match.position.copy(), Random(1)
    board: NachParisBoard = position.board
    before, end = list(board.where), ADVICE.clock(position) + ticks
    deputies = {seat: ADVICE.confine(ADVICE.deputy(position, seat, None, dice), area) for seat in (0, 1)}
    answers = []
    while position.open is not None and ADVICE.clock(position) < end:
        actor = position.open.actor
        answer = position.suggest(dice, 1)[0] if actor == CHANCE else deputies[actor].answer(position)
        answers.append(position.write(answer))
        position.push(answer)
    where = position.board.where
    return {unit for unit, hex in enumerate(before) if hex >= 0 and where[unit] != hex}, answers


@pytest.mark.parametrize(("name", "scenario"), [("grand_illusion", "1"), ("brigade1914", "meeting")])
def test_a_small_map_is_simulated_as_a_whole(name: str, scenario: str) -> None:
    game = find_game(name)
    match = Match(game, check_setting(game, scenario), seeded_dice(game, 7))
    advice = game.advice
    assert advice is not None
    assert advice.area(match.position, Proposal("")) == 0
    deputy = advice.deputy(match.position, 0, None, Random(1))
    assert advice.confine(deputy, 1) is deputy


def test_whoever_is_outside_the_area_stands_still() -> None:
    match = on_the_march()
    board: NachParisBoard = match.position.board
    area = area_of(match)
    outside = {unit for unit, hex in enumerate(board.where) if hex >= 0 and not area >> hex & 1}
    went, _ = moved(match, area, 2)
    assert went, "inside they march"
    assert not went & outside
    assert moved(match, 0, 2)[0] & outside, "though they would march if nobody were confined"


def test_the_area_is_where_the_unit_can_go_and_a_little_round_it() -> None:
    match = on_the_march()
    position = match.position
    assert isinstance(position.step, Walk)
    assert position.open is not None
    area, here = area_of(match), position.board.where[position.step.unit]
    assert area >> here & 1
    ways = [answer[1] for answer in position.open.options or () if isinstance(answer, tuple) and answer[0] == "to"]
    assert all(isinstance(hex, int) and MAP.grid.links.of[hex] & ~area == 0 for hex in ways)
    assert area.bit_count() < position.board.play.area.bit_count()


def test_orders_of_an_area_are_for_those_who_stand_in_it() -> None:
    match = on_the_march()
    step, board = match.position.step, match.position.board
    assert isinstance(step, Walk)
    nation, side, area = NATION[step.unit], match.actor or 0, area_of(match)
    inside = Situation(board, side, area).inside(OF_NATION[nation])
    confined, whole = (draw_up(Situation(board, side, each), nation).waiting for each in (area, 0))
    assert set(confined) <= set(inside)
    assert set(whole) - set(inside), "the whole staff has orders for others, too"
    assert bits(Situation(board, side).inside(OF_NATION[nation])) == OF_NATION[nation] & board.standing


def test_an_area_that_is_the_whole_map_changes_nothing() -> None:
    match = on_the_march()
    assert moved(match, EVERYWHERE, 3) == moved(match, 0, 3)


def test_a_confined_council_thinks_the_same_from_the_same_seed_and_simulates_in_its_area() -> None:
    match = on_the_march()
    seat = match.actor or 0
    thoughts = [Council(match.game, CONFINED).think(Look.at(match, seat), Random(5)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert match.position.read(thoughts[0].run[0]) is not None
    proposal = ADVICE.proposals(match.position, seat, None, 1, Random(1))[0]
    areas: list[int] = []
    confine = ADVICE.confine

    def noted(_: object, deputy: Deputy, area: int) -> Deputy:
        areas.append(area)
        return confine(deputy, area)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(ADVICE), "confine", noted)
        Hearing(ADVICE, Look.at(match, seat), CONFINED, Random(5)).simulate(proposal, 0)
        assert set(areas) == {area_of(match)}
        areas.clear()
        whole = replace(CONFINED, confined=False)
        Hearing(ADVICE, Look.at(match, seat), whole, Random(5)).simulate(proposal, 0)
        assert not areas, "others look at the whole map"
