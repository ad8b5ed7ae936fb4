"""A hex on a card in Nach Paris: what stands there and in what state, who gets there, the line, the command."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from marne.engine import CHANCE, Match, Observation, Setting, check_setting
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, HEADQUARTERS, IDS, NAMES, OF_SIDE, SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.command.headquarters import Command, command, leaders
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.rules.units.stacking import limit, stacked_steps
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.survey import survey
from marne.lab.play import seeded_dice


@cache
def played(scenario: str, answers: int) -> Match:
    match = Match(GAME, check_setting(GAME, Setting(scenario)), seeded_dice(GAME, 3))
    rng = Random(2)
    while not match.over and (len(match.log) < answers or match.actor == CHANCE):
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    return match


def seen(match: Match, seat: int | None = 0) -> tuple[Observation, NachParisBoard]:
    observation = match.observe(seat, history=False)
    return observation, observation.view.board


@pytest.mark.rule("6.4.1")
def test_a_card_counts_the_steps_against_the_limit() -> None:
    observation, board = seen(played("charleroi", 200))
    counted = 0
    for hex, units in enumerate(board.at):
        for side, word in ((0, "the Germans"), (1, "the Allies")):
            if steps := stacked_steps(board, units & OF_SIDE[side]):
                lines = [line.text for line in survey(observation, label(hex), "", "en").lines]
                assert f"{word}: {steps} of {limit(board, hex)} steps" in lines
                counted += 1
    assert counted > 20


def test_forts_are_told_one_by_one_as_they_are() -> None:
    observation, board = seen(played("liege", 10))
    hex = next(hex for hex, here in enumerate(forts.AT) if here and board.play.area >> hex & 1)
    fort = (forts.AT[hex] & -forts.AT[hex]).bit_length() - 1
    name = MAP.forts[fort].name
    assert f"{name} holds" in [line.text for line in survey(observation, label(hex), "", "en").lines]
    board.forts_gone |= 1 << fort
    assert f"{name} is destroyed" in [line.text for line in survey(observation, label(hex), "", "en").lines]
    board.forts_gone &= ~(1 << fort)


@pytest.mark.rule("7.1.2")
def test_a_card_says_what_the_way_costs_and_who_else_gets_there() -> None:
    match = played("charleroi", 200)
    observation, board = seen(match, match.position.board.side)
    told = 0
    for unit in board.on_map(OF_SIDE[board.side]):
        if unit in board.trains or HEADQUARTERS >> unit & 1:
            continue
        points = board.mf(unit)
        found = reach(board, unit, points)
        if board.moved >> unit & 1 or board.spent.get(unit) or board.rain or not found.destinations:
            continue
        to = found.destinations.bit_length() - 1
        card = survey(observation, label(to), IDS[unit], "en")
        assert any(f"{NAMES[unit]} gets there for {found.cost(to)} of {points}" in line.text for line in card.lines)
        assert card.way[0] == label(board.where[unit])
        assert card.way[-1] == label(to)
        told += 1
        if told > 5:
            break
    assert told


@pytest.mark.rule("13.1.4")
def test_a_line_goes_from_hex_to_hex() -> None:
    observation, board = seen(played("charleroi", 200))
    drawn = 0
    for unit in board.on_map(OF_SIDE[0]):
        for stage in survey(observation, label(board.where[unit]), "", "en").trace:
            hexes = [MAP.grid.hex(each) for each in stage]
            assert hexes[0] == board.where[unit]
            assert all(b in MAP.grid.neighbours[a] for a, b in pairwise(hexes))
            drawn += 1
    assert drawn > 3


@pytest.mark.rule("13.1.1")
def test_a_headquarters_names_whom_it_leads() -> None:
    observation, board = seen(played("charleroi", 200))
    led: set[str] = set()
    for hq in board.on_map(HEADQUARTERS & OF_SIDE[0]):
        for each in survey(observation, label(board.where[hq]), "", "en").command:
            for piece in each.pieces:
                unit = BY_ID[piece]
                assert SIDE[unit] == 0
                assert leaders(board, unit) >> BY_ID[each.piece] & 1
                assert command(board, unit) is Command.IN_RANGE
                assert label(board.where[unit]) in each.hexes
            led |= set(each.pieces)
    assert len(led) > 10


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_tells_nothing_that_the_seat_does_not_know(seat: int | None) -> None:
    """With Fog of War another position that looks the same to a seat gives the same cards."""
    setting = check_setting(GAME, Setting("mulhouse", options=(("fog", "on"),)))
    match, rng = Match(GAME, setting, seeded_dice(GAME, 4)), Random(1)
    while not match.over and (len(match.log) < 40 or match.actor == CHANCE):
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    observation = match.observe(seat, history=False)
    twin = Match(GAME, setting)
    twin.position = GAME.imagine(observation, Random(5))
    other = twin.observe(seat, history=False)
    area = [label(hex) for hex in range(len(MAP.grid)) if match.position.board.play.area >> hex & 1]
    for hex in area[::5]:
        assert survey(observation, hex, "", "en") == survey(other, hex, "", "en"), hex
