"""A12, C12: the forces unit by unit, as each seat may know them."""

from __future__ import annotations

from random import Random

import pytest

from marne.engine import CHANCE, Match, Mustered, Setting, check_setting
from marne.games.brigade1914.board import DESTROYED, ON_TABLE, RESERVE, Battlefield
from marne.games.brigade1914.game import GAME
from marne.lab.play import seeded_dice


def played(scenario: str, answers: int) -> Match:
    match, rng = Match(GAME, check_setting(GAME, Setting(scenario)), seeded_dice(GAME, 6)), Random(6)
    while not match.over and len(match.log) < answers:
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    return match


def told(match: Match, seat: int | None) -> dict[str, Mustered]:
    scene = GAME.sight(match.observe(seat)).scene("en")
    return {unit.piece: unit for army in scene.order_of_battle for unit in army.units}


@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_every_unit_stands_in_its_force_with_what_became_of_it(scenario: str) -> None:
    match = played(scenario, 500)
    board: Battlefield = match.position.board
    states = {ON_TABLE: "here", RESERVE: "coming", DESTROYED: "lost"}
    for seat in (0, 1):
        found = told(match, seat)
        assert len(found) == len(board.spec)
        for unit in range(len(board.spec)):
            status = board.status[unit]
            if board.sees(seat, unit) and status in states:
                assert found[f"{board.label(unit)}.1"].state == states[status]


@pytest.mark.rule("C12")
def test_what_the_enemy_keeps_out_of_sight_is_somewhere() -> None:
    match = played("meeting", 120)
    board: Battlefield = match.position.board
    hidden = [unit for unit in range(len(board.spec)) if board.side[unit] == 1 and not board.sees(0, unit)]
    assert hidden
    found = told(match, 0)
    assert {(found[f"{board.label(unit)}.1"].state, found[f"{board.label(unit)}.1"].note) for unit in hidden} == {
        ("here", "unseen")
    }
