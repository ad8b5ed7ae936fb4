"""A language is a set of data files: no code names one but English, which stands in for the others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import marne
from marne.engine import find_game
from marne.kit import languages_of, setting_words
from marne.table.words import WORDS
from marne.terminal import WORDS as TERMINAL

HOME = Path(marne.__file__).parent
PAGE = Path(__file__).parent.parent / "web" / "src"
OTHERS = frozenset(WORDS.languages) - {"en"}


def named_in(source: str) -> list[str]:
    """The languages that a module names in its code; what stands in docstrings is an example."""
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if node.value in OTHERS or re.search(rf"\.({'|'.join(OTHERS)})\.\w+$|\b({'|'.join(OTHERS)})\|", node.value)
    ]


def test_the_search_finds_what_it_looks_for() -> None:
    assert OTHERS
    assert named_in("words = 'es' if spanish else 'en'") == ["es"]
    assert named_in("beside = ('rules.es.csv',)") == ["rules.es.csv"]
    assert named_in('"""As `rules.es.csv` does, say."""') == []


def test_no_module_names_a_language() -> None:
    found = {path: named_in(path.read_text(encoding="utf-8")) for path in HOME.rglob("*.py")}
    assert {path.name: names for path, names in found.items() if names} == {}


def test_no_part_of_the_page_names_a_language() -> None:
    parts = [path for path in PAGE.rglob("*.*") if path.suffix in (".ts", ".svelte") and path.parent.name != "words"]
    assert len(parts) > 50
    pattern = re.compile(rf"['\"]({'|'.join(OTHERS)})['\"]")
    assert [path.name for path in parts if pattern.search(path.read_text(encoding="utf-8"))] == []


def test_the_page_has_the_languages_of_the_server() -> None:
    assert sorted(path.stem for path in (PAGE / "words").glob("??.ts")) == list(WORDS.languages)


@pytest.mark.parametrize("name", ["schlieffens_war", "grand_illusion", "brigade1914", "nach_paris"])
def test_a_game_names_its_own_seats_in_every_language_and_the_page_does_not(name: str) -> None:
    game = find_game(name)
    for language in WORDS.languages:
        words = setting_words(game, language)
        assert words["seats"].keys() == words["headings"].keys() == set(game.seats)
        page = (PAGE / "words" / f"{language}.ts").read_text(encoding="utf-8")
        assert [seat for seat in game.seats if f"'seat.{seat}'" in page or f"'group.{seat}'" in page] == []


@pytest.mark.parametrize("name", ["schlieffens_war", "grand_illusion", "brigade1914", "nach_paris", "training"])
def test_every_game_has_the_languages_of_the_table(name: str) -> None:
    assert languages_of(find_game(name)) == WORDS.languages == TERMINAL.languages
