"""[8], [11.5] Barrages and assaults on forts are told like combats: target, who goes in so far, odds, dice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from marne.engine import CHANCE, Match, Prompt, Setting, check_setting, find_game
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import IDS
from marne.games.nach_paris.steps import label
from marne.hexes import members
from marne.lab.play import seeded_dice
from marne.players import Minds

GAME = find_game("nach_paris")


def _walk(scenario: str) -> Iterator[tuple[Any, Prompt, Prompt]]:
    """A game of the staff: every step that is asked, as whoever has the turn sees it, and the other side."""
    match = Match(GAME, check_setting(GAME, Setting(scenario)), seeded_dice(GAME, 1914))
    minds = Minds(match, {0: "staff", 1: "staff"})
    while (ask := match.position.open) is not None:
        mine = match.position.board.side
        told = [GAME.sight(match.observe(seat)).scene("en").prompt for seat in (mine, 1 - mine)]
        yield match.position.step, told[0], told[1]
        match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))


@cache
def _told(scenario: str, step: str) -> list[tuple[Any, Prompt, Prompt]]:
    found = [each for each in _walk(scenario) if type(each[0]).__name__ == step]
    assert found, f"{scenario} has no {step}"
    return found


def _ids(units: int) -> tuple[str, ...]:
    return tuple(IDS[unit] for unit in members(units))


@pytest.mark.rule("8.2.3")
def test_guns_join_a_barrage_of_units_with_odds() -> None:
    """The hex and the guns so far; "fire" carries it out, once they are enough, and has odds."""
    for step, mine, theirs in _told("maubeuge", "AimAtUnits"):
        assert mine.context is not None
        assert (mine.context.hex, mine.context.stage) == (label(step.hex), "attackers")
        assert mine.context.pieces == _ids(step.guns)
        assert mine.context.against
        assert all(each.odds for each in mine.choices if each.done)
        assert theirs.context is None, "nothing is fired yet"
    assert any(each.done for _, mine, _ in _told("maubeuge", "AimAtUnits") for each in mine.choices)


@pytest.mark.rule("8.5.4")
def test_guns_join_a_barrage_of_a_fort_by_its_name() -> None:
    for step, mine, _ in _told("maubeuge", "AimAtForts"):
        assert mine.context is not None
        assert mine.context.hex == label(MAP.forts[step.fort].hex)
        assert mine.context.where
        assert mine.context.pieces == _ids(step.guns)


@pytest.mark.rule("11.5.1")
def test_an_assault_names_its_stormers_first_and_asks_for_guns_to_tick() -> None:
    """The question is about no counter, so that the guns can be ticked; the forts to be stormed lie on the map."""
    for step, mine, theirs in _told("maubeuge", "AssaultGuns"):
        assert mine.context is not None
        assert mine.context.pieces == (IDS[step.unit], *_ids(step.guns))
        assert mine.piece == ""
        assert theirs.context is None
    for _, mine, _ in _told("maubeuge", "DeclareAssaults"):
        assert all(each.done or each.hex for each in mine.choices)


@pytest.mark.rule("11.5.1", "11.5.6")
def test_an_assault_is_told_to_both_sides_from_its_die_on() -> None:
    for kind in ("StormFort", "EnterFort"):
        for step, *both in _told("liege", kind):
            for prompt in both:
                assert prompt.context is not None
                assert IDS[step.unit] in prompt.context.pieces
                assert prompt.context.hex
