"""What a council of Schlieffen's War is told: plans of a movement phase in several styles, and what the points say."""

from __future__ import annotations

from random import Random

import pytest

from marne.engine import CHANCE, Match, Position, find_game
from marne.games.schlieffens_war.board import DRAW, WarBoard
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination, ChooseUnit
from marne.games.schlieffens_war.staff.advice import ADVICE
from marne.games.schlieffens_war.staff.features import PACE, REPLY
from marne.games.schlieffens_war.staff.staff import Deputy
from marne.games.schlieffens_war.staff.style import LATE, STYLES
from marne.lab.play import seeded_dice
from marne.players import Minds

War = Position[WarBoard]


@pytest.fixture(scope="module")
def late() -> list[War]:
    """The positions of a game of staffs in which a unit or its way is chosen, from turn 9 on."""
    game = find_game("schlieffens_war")
    match = Match(game, "campaign", seeded_dice(game, 7))
    minds = Minds(match, {0: "staff", 1: "staff"})
    found = []
    while match.actor is not None:
        position = match.position
        if position.board.turn >= 9 and isinstance(position.step, ChooseUnit | ChooseDestination):
            found.append(position)
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor))
    return found


@pytest.mark.rule("5.3")
def test_a_council_is_called_once_in_a_movement_phase(late: list[War]) -> None:
    called = [position.board.turn * 2 + position.board.side for position in late if ADVICE.weighs(position)]
    assert sorted(set(called)) == [18, 19, 20, 21]
    assert all(isinstance(position.step, ChooseUnit) for position in late if ADVICE.weighs(position))
    moved = [position for position in late if any(position.board.spent)]
    assert moved
    assert not any(ADVICE.weighs(position) for position in moved if position.board.side == GERMAN)


def test_plans_are_legal_and_differ_and_the_deputys_own_comes_first(late: list[War]) -> None:
    for position in (each for each in late if ADVICE.weighs(each)):
        seat = position.board.side
        found = ADVICE.proposals(position, seat, None, 4, Random(1))
        assert 2 <= len(found) <= 4
        assert all(position.why_not(each.answer) is None for each in found)
        assert all(found.count(each) == 1 for each in found)
        deputy = ADVICE.deputy(position, seat, None, Random(1))
        assert deputy.style == LATE[seat] != STYLES[seat]
        assert deputy.answer(position.copy()) == found[0].answer
        assert ADVICE.proposals(position, seat, None, 2, Random(1)) == found[:2], "asking changes nothing"


def test_a_deputy_that_sees_another_turn_makes_another_plan(late: list[War]) -> None:
    ninth, tenth = (
        next(each for each in late if each.board.turn == turn and ADVICE.weighs(each)).copy() for turn in (9, 10)
    )
    deputy = Deputy(GERMAN, 9, {"turn": 9, "moves": []})
    assert deputy.answer(ninth) == "done", "nothing is left of its plan"
    assert deputy.answer(tenth) == Deputy(GERMAN, 10).answer(tenth) != "done"


@pytest.mark.rule("4.7")
def test_more_points_are_better_for_the_germans(late: list[War]) -> None:
    position = late[0].copy()
    hopes = []
    for handicap in (0, 3, 6):
        position.board.handicap = handicap
        hopes.append(ADVICE.appraise(position, GERMAN))
        assert hopes[-1] + ADVICE.appraise(position, ENTENTE) == pytest.approx(1)
    assert hopes == sorted(hopes)
    assert hopes[0] < hopes[2]


@pytest.mark.rule("4.7")
def test_points_count_the_more_the_later_it_is(late: list[War]) -> None:
    position = late[0].copy()
    board, gains = position.board, list[float]()
    for turn in (2, 6, 10):
        board.turn = turn
        board.points = round(12 - PACE * (10 - turn) - REPLY)  # about as much as is needed
        poor = ADVICE.features(position)["hoped"]
        board.points += 2
        gains.append(ADVICE.features(position)["hoped"] - poor)
    assert 0 < gains[0] < gains[1] < gains[2]


@pytest.mark.rule("4.1")
def test_points_without_paris_are_a_draw_at_best(late: list[War]) -> None:
    position, hopes = late[-1].copy(), []
    position.board.points = 20
    for position.board.endangered in (0, 1):
        hopes.append(ADVICE.appraise(position, GERMAN))
    assert hopes[0] < 0.75 < hopes[1]


def test_a_game_that_is_over_is_worth_what_it_brought(late: list[War]) -> None:
    position, worth = late[-1].copy(), []
    for position.board.winner in (ENTENTE, DRAW, GERMAN):
        worth.append(ADVICE.appraise(position, GERMAN))
    assert worth == sorted(worth)
    assert worth[2] - worth[0] == pytest.approx(0.5)
