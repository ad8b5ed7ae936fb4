"""Chapter 6: initiative."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import FAR_APART, over
from games.grand_illusion.support import actor, alone, arranged, asked, carried_out, legal, play
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.rules.actions.actions import Act


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("allied", "german", "first"), [(4, 3, ALLIED), (3, 3, GERMAN), (2, 6, GERMAN)])
def test_the_higher_die_goes_first_and_ties_are_german(allied: int, german: int, first: int) -> None:
    position = play(arranged(begin="turn", turn=6), 3, 3, allied, german)
    assert position.board.initiative == first


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("turn", [2, 3])
def test_german_initiative_on_turns_two_and_three(turn: int) -> None:
    assert play(arranged(begin="turn", turn=turn), 3, 3).board.initiative == GERMAN


@pytest.mark.rule("6.0", "8.1.1")
def test_on_turn_one_the_allies_have_one_activation_left() -> None:
    position = arranged(begin="turn", turn=1)
    assert asked(position) == "Act"
    position = play(position, "activate 57", "done")
    assert position.open is not None
    assert position.open.actor == GERMAN
    assert "activate 72" in legal(position)


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("scenario", "turn", "rolls"), [(1, 3, False), (1, 4, True), (2, 4, True), (3, 1, True)])
def test_dice_for_the_initiative_from_turn_four(scenario: int, turn: int, rolls: bool) -> None:
    position = arranged(scenario=scenario, begin="turn", turn=turn)
    assert (asked(play(position, 3, 3)) == "RollInitiative") is rolls


@pytest.mark.rule("6.0", "8.1.1")
@pytest.mark.parametrize(
    ("scenario", "turn", "first", "single"),
    [(1, 1, True, True), (2, 1, True, True), (3, 1, True, False), (1, 1, False, False), (1, 6, True, False)],
)
def test_one_activation_of_turn_one_has_been_mulhouse(scenario: int, turn: int, first: bool, single: bool) -> None:
    start = alone(scenario=scenario, turn=turn, first=first, units=FAR_APART, caps=[4, 4], withdrew=[3, 4])
    assert legal(start)[-1] == "pass"
    position = play(start, "activate 57", "done")
    assert (actor(position) == "german") is single
    if single:
        position = play(position, "activate 84", "done")
        assert actor(position) == "german", "they have two"
        position = play(position, "activate 84", "done")
    else:
        position = play(position, "activate 57", "done")
        assert actor(position) == "german"
        return
    assert actor(position) == "allied"
    position = play(position, "activate 57", "done")
    assert actor(position) == "allied", "later on turn 1 the Allies have two as well"


@pytest.mark.rule("6.0", "8.1.1")
@pytest.mark.reading("one-activation")
def test_after_mulhouse_no_more_even_against_an_enemy_without_caps() -> None:
    position = alone(turn=1, first=True, units=FAR_APART, caps=[4, 0])
    position = play(position, "activate 57", "done")
    assert position.board.activations == 0, "the Germans had nothing to spend, and a new segment has begun"
    assert actor(position) == "allied"


@pytest.mark.rule("6.0", "8.1.1")
def test_a_pass_on_turn_one_is_a_pass() -> None:
    position = play(alone(turn=1, first=True, units=FAR_APART, caps=[4, 4]), "pass", "pass")
    assert over(position)


@pytest.mark.rule("6.0", "8.1.1", "8.1.2")
def test_who_can_do_nothing_after_mulhouse_has_passed() -> None:
    for mulhouse, activations, passed in ((True, 1, True), (True, 2, False), (False, 0, True), (False, 1, False)):
        board = alone(turn=1, units={"FR.XX": 57, "GE.X": 84}, caps=[0, 4]).board
        board.activations, board.passed = activations, False
        (step,) = carried_out(Act(ALLIED, mulhouse), board)
        assert type(step).__name__ == "Segment"
        assert board.passed is passed
