"""What the client knows of the server: its types are those of the values that are sent, and no game by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import marne.games
from marne.engine import About, Scene, Stop, find_game
from marne.games import DATA_SETS
from marne.kit import about_in
from marne.table.routes.library import _games
from scripts.wire_types import TARGET, VALUES, interface, parts, typed, written

CLIENT = Path(__file__).parent.parent / "web/src"


@pytest.mark.pure(why="a compiled class has no docstring, and the file quotes them")
def test_the_types_of_the_client_are_written_from_the_values() -> None:
    assert TARGET.read_text("utf-8") == written(), "run python -m scripts.wire_types"


def test_a_new_field_would_be_seen() -> None:
    """The file is compared as a whole, so every field of every value stands in it, with its type."""
    for kind in VALUES:
        for name, hint in parts(kind).items():
            assert re.search(rf"^  {name}\??: {re.escape(typed(hint))};$", interface(kind), re.MULTILINE)
    assert "open_table: Tabletop | null;" in interface(Scene)


def test_the_client_writes_no_type_of_the_server_itself() -> None:
    """Whatever has a type here has it from the file that is written."""
    names = "|".join(kind.__name__ for kind in VALUES)
    written_by_hand = re.compile(
        rf"^(?:export )?(?:interface|class) (?:{names})\b|^export type (?:{names}) =", re.MULTILINE
    )
    files = [path for path in CLIENT.rglob("*.ts") if path != TARGET]
    assert [path.name for path in files if written_by_hand.search(path.read_text("utf-8"))] == []


def test_the_client_takes_no_sentence_apart() -> None:
    """Words from the server are shown and never searched: a reworded sentence cannot break the page."""
    apart = re.compile(
        r"\b(?:question|text|brief|why|title|summary)\s*\??\.(?:split|match|matchAll|search|indexOf|includes)\("
    )
    reads = {path.name: path.read_text("utf-8") for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte")}
    del reads["departures.ts"]  # reads a page of Markdown, which has its own form
    del reads["rulebook.ts"]  # reads rule numbers in brackets, the form of a rulebook's page, and what a reader typed
    assert [name for name, text in reads.items() if apart.search(text)] == []
    assert apart.search("prompt.question.split(/ /)")


def test_a_value_without_a_type_is_refused() -> None:
    with pytest.raises(TypeError):
        typed(complex)


def test_the_client_names_no_game() -> None:
    names = re.compile("|".join(marne.games.DATA_SETS))
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte")]
    assert len(files) > 50
    assert [path.name for path in files if names.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", [*DATA_SETS, "training"])
def test_a_game_says_what_a_page_shows_of_it(name: str) -> None:
    game = find_game(name)
    english, spanish = about_in(game, "en"), about_in(game, "es")
    if name == "training":
        assert english == About(seat="blue"), "a game without a page of its own is shown by its title"
        return
    assert english.text
    assert english.text != spanish.text
    assert english.seat in game.seats
    assert len(english.counters) > 1
    places = get_args(get_type_hints(Stop)["at"])
    assert all(stop.at in places for stop in english.tour)
    assert [stop.key for stop in english.tour] == [stop.key for stop in spanish.tour]
    assert all((a.text == "") == (b.text == "") for a, b in zip(english.tour, spanish.tour, strict=True))
    assert [hint.rule for hint in english.hints] == [hint.rule for hint in spanish.hints]
    told = zip(english.hints, spanish.hints, strict=True)
    assert all(a.text != b.text for a, b in told)


def test_games_come_in_their_order() -> None:
    found = [told["about"].rank for told in _games("en")]
    assert found == sorted(found)
