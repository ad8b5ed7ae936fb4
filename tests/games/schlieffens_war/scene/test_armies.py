"""3.1, 6.6, 9.1: the order of battle by army, as each seat may know it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.schlieffens_war.support import at, look, u
from marne.engine import CHANCE, Match, Mustered, Scene, Setting
from marne.games.schlieffens_war.board import ELIMINATED, REMOVED, WAITING
from marne.games.schlieffens_war.components.scenario import scenario_named
from marne.games.schlieffens_war.components.units import FORT, KIND, NAMES, UNIT_NAMED
from marne.games.schlieffens_war.game import GAME
from marne.lab.play import seeded_dice


def wandered(scenario: str, answers: int, seed: int = 5) -> Match:
    rng, match = random.Random(seed), Match(GAME, Setting(scenario), seeded_dice(GAME, seed))
    for _ in range(answers):
        if match.over:
            break
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    return match


def seen_by(match: Match, seat: int | None, language: str = "en") -> Scene:
    return GAME.sight(match.observe(seat)).scene(language)


def told(scene: Scene) -> dict[str, Mustered]:
    return {unit.piece: unit for army in scene.order_of_battle for unit in army.units}


def test_every_turn_has_its_first_day() -> None:
    found = seen_by(wandered("campaign", 0), 0)
    assert found.calendar[0] == "2 August"
    assert found.calendar[6] == "26 August", "4.4: turn 7 is 26 to 29 August"
    assert len(found.calendar) == scenario_named("campaign").turns


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_counter_stands_once_in_the_list_with_what_became_of_it(seat: int | None) -> None:
    match = wandered("campaign", 700)
    board, found = match.position.board, seen_by(match, seat)
    names = Counter(unit.piece for army in found.order_of_battle for unit in army.units)
    assert names == Counter(NAMES)
    states = {WAITING: "coming", ELIMINATED: "lost"}
    for piece, unit in told(found).items():
        place = board.where[UNIT_NAMED[piece]]
        if place != REMOVED:
            assert unit.state == states.get(place, "here"), piece
        elif KIND[UNIT_NAMED[piece]] == FORT:
            assert unit.state == "lost", piece
    assert {"coming", "lost", "here"} <= {unit.state for unit in told(found).values()}


@pytest.mark.rule("9.1")
def test_reinforcements_say_their_turn_and_where_they_come() -> None:
    found = told(seen_by(wandered("campaign", 0), 0))
    entry = scenario_named("campaign").entry
    for unit, turn in enumerate(entry):
        if turn:
            assert (found[NAMES[unit]].state, found[NAMES[unit]].turn) == ("coming", turn)
    assert found["BEF"].note == "at a British port"
    assert found["6e Armée"].note == "at the western edge"


@pytest.mark.rule("6.6")
def test_the_list_tells_a_seat_nothing_of_what_lies_face_down() -> None:
    """Units that change places under others, and what they have lost, make no difference to the enemy's list."""
    stack = {"1er CA": "2321", "2e CA": "2321", "5e Armée": "2321", "X AK": "2322"}
    other = {"1er CA": "2321", "2e CA": {"hex": "2321", "steps": 1}, "5e Armée": "2321", "X AK": "2322"}
    one, two = (GAME.sight(look(at(each, "movement"), 0)).scene("en") for each in (stack, other))
    assert one.order_of_battle == two.order_of_battle
    assert told(one)["2e CA"].state == "here"
    shown = {piece.id for piece in one.pieces}
    assert not {"1er CA", "2e CA"} <= shown, "nothing was hidden"


def test_a_scenario_lists_its_own_counters_only() -> None:
    scenario = scenario_named("frontiers")
    playing = {NAMES[unit] for _, stack in scenario.stacks for unit in stack}
    playing |= {NAMES[unit] for unit, turn in enumerate(scenario.entry) if turn}
    assert set(told(seen_by(wandered("frontiers", 30), 1))) == playing
    assert "Fort Liège" not in playing


def test_corps_sent_east_have_left_and_are_not_lost() -> None:
    position = at({"II AK": "2322", "AOK 1": "2322", "1er CA": "2221"}, "movement", turn=8)
    board = position.board
    board.where[u("III AK")] = REMOVED
    board.where[u("3e CA")] = REMOVED
    found = told(GAME.sight(look(position, 0)).scene("en"))
    assert (found["III AK"].state, found["III AK"].note) == ("left", "out of play")
    assert found["3e CA"].state == "lost"


def test_armies_that_stay_the_same_are_the_same_object() -> None:
    match = wandered("campaign", 400)
    first = seen_by(match, 0)
    again = seen_by(match, 0)
    assert all(one is other for one, other in zip(first.order_of_battle, again.order_of_battle, strict=True))
    german, spanish = (seen_by(match, seat, "es") for seat in (0, 1))
    assert {army.seat for army in german.order_of_battle} == {"german", "entente"}
    assert spanish.order_of_battle[0].title == "Alemania: AOK 1"
