"""Features are the facts that a seat may know, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from marne.engine import CHANCE, Observation, Position
from marne.hexes import members
from marne.rl.features import OPTION_COLUMNS, Features, Reader, columns_of
from marne.rl.play import WIDTH, Play, chosen
from marne.rl.sheet import sheet_of, word

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")
HIDES: tuple[tuple[str, str, dict[str, str], int], ...] = (
    ("schlieffens_war", "campaign", {}, 400),
    ("schlieffens_war", "frontiers", {}, 250),
    ("grand_illusion", "3", {}, 500),
    ("nach_paris", "haelen", {"fog": "on"}, 120),
    ("brigade1914", "meeting", {}, 300),
)
OPEN_GAMES = ("grand_illusion",)
"""What is hidden there are options that are chosen once: most positions have but one that fits."""


def reader(game: str, scenario: str = "", options: dict[str, str] | None = None) -> Reader:
    found, setting = chosen(game, scenario, "", options)
    return Reader(found, setting, WIDTH)


def alike(one: Features, other: Features) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_board_has_its_place_or_a_reason(game: str) -> None:
    read = reader(game)
    sheet = sheet_of(game)
    board = type(read.game.start(read.setting).board)
    by_unit, by_hex, scalars = columns_of(board, sheet)
    assert sorted([*by_unit, *by_hex, *scalars, *sheet.left_out]) == sorted(
        name for name, fact in board.facts.items() if not fact.given
    )
    assert all(sheet.left_out.values())
    entities = read.columns["entities"]
    assert all(name in entities or f"{name}.0" in entities for name in by_unit)


@pytest.mark.parametrize("game", GAMES)
def test_arrays_have_the_shapes_and_columns_that_are_said(game: str) -> None:
    play = Play(reader(game))
    rng = Random(1)
    for _ in range(60):
        assert play.seat is not None
        for seat in (0, 1):
            told = play.features(seat)
            assert {name: array.shape for name, array in told.items()} == play.reader.shapes
            for name, shape in play.reader.shapes.items():
                assert len(play.reader.columns[name]) == shape[-1]
        play.play(play.options[int(rng.random() * len(play.options))])


def test_columns_are_the_facts_of_the_masked_board() -> None:
    play = Play(reader("schlieffens_war"))
    rng = Random(4)
    for _ in range(700):
        if play.seat is None:
            break
        play.play(play.options[int(rng.random() * len(play.options))])
    seat = play.seat
    assert seat is not None
    board, told = play.view(seat).board, play.features(seat)
    entities, nodes = play.reader.columns["entities"], play.reader.columns["nodes"]
    for name in ("where", "steps", "morale", "supply", "spent", "acts"):
        assert list(told["entities"][:, entities.index(name)]) == getattr(board, name), name
    for side in (0, 1):
        occupied = told["nodes"][:, nodes.index(f"occupied.{side}")]
        assert list(np.flatnonzero(occupied)) == members(board.occupied[side])
    hidden = told["nodes"][:, nodes.index("face_down")]
    assert {int(hex): int(hidden[hex]) for hex in np.flatnonzero(hidden)} == {
        hex: count for hex, (count, _) in board.unseen.items()
    }
    assert hidden.any()
    assert told["scalars"][play.reader.columns["scalars"].index("points")] == board.points


@pytest.mark.parametrize(("game", "scenario", "options", "answers"), HIDES)
def test_features_of_an_imagined_position_are_the_same_where_the_observation_is(
    game: str, scenario: str, options: dict[str, str], answers: int
) -> None:
    read = reader(game, scenario, options)
    rules = read.game

    def features(position: Position[Any], seat: int) -> Features:
        view = rules.mask(position, seat)
        asked = position.open is not None and position.open.actor == seat
        return read.read(view, seat, read.options(position, view, Random(1), 8) if asked else ())

    compared = differ = 0
    for seed in range(2):
        rng = Random(seed)
        position = rules.start(read.setting).copy()
        for number in range(answers):
            if position.open is None:
                break
            if number % 11 == seed and position.open.actor != CHANCE:
                for seat in (0, 1):
                    seen = Observation.of(rules, read.setting, position, seat)
                    other = rules.imagine(seen, rng)
                    again = Observation.of(rules, read.setting, other, seat)
                    if (again.facts, again.actor, again.options) == (seen.facts, seen.actor, seen.options):
                        compared += 1
                        differ += other.board.save() != position.board.save()
                        assert alike(features(position, seat), features(other, seat)), (number, seat)
            position.push(position.suggest(rng)[0])
    assert compared > 10
    assert differ > 5 or game in OPEN_GAMES, "nothing was hidden, so nothing was shown"


@pytest.mark.parametrize(
    ("game", "scenario"), [("schlieffens_war", "frontiers"), ("grand_illusion", "2"), ("nach_paris", "haelen")]
)
def test_options_name_the_hexes_and_units_that_the_picture_shows(game: str, scenario: str) -> None:
    read = reader(game, scenario)
    rng, position, found = Random(3), read.game.start(read.setting).copy(), 0
    unit, last = OPTION_COLUMNS.index("unit0"), OPTION_COLUMNS.index("hex1")
    hexes = [OPTION_COLUMNS.index("hex0"), last]
    for number in range(900):
        ask = position.open
        if ask is None:
            break
        if ask.actor != CHANCE and number % 9 == 0 and ask.options is not None:
            seen = Observation.of(read.game, read.setting, position, ask.actor)
            told = read.read(seen.view, ask.actor, ask.options)["options"]
            for row, choice in zip(told, read.game.sight(seen).scene("en").prompt.choices, strict=False):
                if choice.hex:
                    assert choice.hex in [read.static.hex_names[at] for at in row[hexes]], (choice, row)
                    found += 1
                if choice.piece:
                    assert read.static.unit_names[row[unit]] == choice.piece, (choice, row)
                    found += 1
        position.push(position.suggest(rng)[0])
    assert found > 50


def test_words_of_random_games_have_different_numbers() -> None:
    words: dict[int, str] = {}
    for game in GAMES:
        read = reader(game)
        rng, position = Random(5), read.game.start(read.setting).copy()
        found = set()
        while position.open is not None:
            for option in position.open.options or () if position.open.actor != CHANCE else ():
                found.add(read.sheet.names(position.step, position.board, option).word)
            position.push(position.suggest(rng)[0])
        for text in found:
            assert words.setdefault(word(text), text) == text
        words.clear()
