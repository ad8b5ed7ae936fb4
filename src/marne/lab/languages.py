"""Pages of a game in another language: its rules in our words, its departures, what is chosen before it begins."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from marne.engine import Game
from marne.lab.rules_map import Rule, read_index

__all__ = ["in_language", "rules_in", "setting_words", "title_in"]


def in_language(file: Path, language: str) -> Path:
    """The same file in another language: `rules.csv`, `rules.es.csv`."""
    return file.with_suffix(f".{language}{file.suffix}")


def rules_in(index: Path, language: str) -> dict[str, Rule]:
    """Every rule of the index in a language; English stands in where a line, or a part of it, is missing."""
    rules = read_index(index)
    file = in_language(index, language)
    for number, told in (read_index(file) if file.exists() else {}).items():
        if english := rules.get(number):
            parts = (told.title or english.title, told.summary or english.summary, told.needs or english.needs)
            rules[number] = Rule(number, *parts)
    return rules


def setting_words(game: Game, language: str) -> dict[str, Any]:
    """Title, scenarios, options and their values as `data/setting.es.toml` names them; English stands in the game."""
    return _read(in_language(game.rule_index().with_name("setting.toml"), language))


@cache
def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def title_in(game: Game, language: str) -> str:
    """The game by its name in a language."""
    return str(setting_words(game, language).get("title", game.title))
