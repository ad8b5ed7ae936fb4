"""A board in Spanish: the legend, what the signs say, and names that Spanish has of its own."""

from __future__ import annotations

import pytest

import marne.games
from marne.atlas.board_data import load_game_board
from marne.atlas.draw import draw, legend, names, roles
from marne.atlas.draw.sheet import DrawnSheet
from marne.atlas.draw.theme import Theme
from marne.atlas.words import NAMES, name_in

SPANISH = NAMES.catalogue("es")
BOARDS = ("schlieffens_war", "grand_illusion", "nach_paris")


@pytest.mark.parametrize("game", BOARDS)
def test_every_sign_of_a_board_has_spanish_words(game: str) -> None:
    assert game in marne.games.DATA_SETS
    board = load_game_board(game)
    said = {word for _, word in legend._items(DrawnSheet.of(board), Theme("day"))}
    said |= {
        roles.style(role).title for each in board.hexes.values() for role in each.roles if not roles.style(role).area
    }
    said |= {place.kind for place in board.places}
    said |= {name for name, *_ in names.SEAS if name != "Zuiderzee"}
    assert sorted(said - set(SPANISH) - {"Paris", "Plan 17"}) == []


def test_names_without_spanish_stay_as_they_are() -> None:
    assert [name_in("es", name) for name in ("Antwerp", "Charleroi", "Rhine")] == ["Amberes", "Charleroi", "Rin"]
    assert name_in("en", "Antwerp") == "Antwerp"
    assert [english for english, spanish in SPANISH.items() if english == spanish] == []


@pytest.mark.slow
def test_a_board_is_drawn_in_spanish() -> None:
    board = load_game_board("grand_illusion")
    spanish = draw(board, ("sea", "roles", "forts", "towns", "names", "legend", "rivers"), language="es")
    for name in (
        ">Bruselas<",
        ">Canal de la Mancha<",
        ">frontera de 1914<",
        "<title>Amberes (fortaleza, 52)</title>",
        "<title>punto de victoria alemán: 52</title>",
    ):
        assert name in spanish
    for name in ("Brussels", "English Channel", "border of 1914", ">fortress<", "victory point"):
        assert name not in spanish
