"""What the commands share: options, consoles, settings."""

from __future__ import annotations

import os
import re
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer
from rich.console import Console

from marne.engine import MarneError, Match, Setting, check_setting, find_game
from marne.kit.plurals import chosen
from marne.terminal import WORDS

__all__ = [
    "ANSWERS",
    "Choices",
    "Data",
    "Language",
    "counted",
    "ended",
    "err",
    "out",
    "say",
    "setting_from",
    "use_data",
]

out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)

_START = re.compile(r" *(?:\S+  )?")
"""Where the text of a line begins: after its indent, and after a number or a rule that stands by itself."""


def say(line: str) -> None:
    """Print one line of a game. A terminal that is too narrow for it gets several, broken between words and going on
    below where the text begins; a file or a pipe gets the line as it is."""
    lines = [line]
    if out.is_terminal and len(line) > out.width:
        start = _START.match(line)
        indent = " " * (start.end() if start else 0)
        lines = wrap(line, out.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    for part in lines:
        out.print(part, markup=False, highlight=False)


Data = Annotated[Path | None, typer.Option("--data", help="A directory whose files replace the game's own.")]
Choices = Annotated[list[str] | None, typer.Option("--option", help="name=value, for each option of the game.")]


def _known_language(language: str) -> str:
    if language not in WORDS.languages:
        raise MarneError(f"--language {language}: it is one of {', '.join(WORDS.languages)}")
    return language


Language = Annotated[str, typer.Option(callback=_known_language, help=f"One of {', '.join(WORDS.languages)}.")]


def counted(message: str, **facts: int) -> str:
    """A message with its plurals, written as in the message catalogues.

    >>> counted("{games, plural, one {# game} other {# games}} left", games=1)
    '1 game left'
    """
    return chosen(message, facts).format_map(facts)


ANSWERS = "{answers, plural, one {# answer} other {# answers}}"
"""How many answers a record has."""


def setting_from(game: str, scenario: str, edition: str, options: list[str] | None) -> Setting:
    """The setting that the command line names; the first scenario where none is."""
    found = find_game(game)
    pairs = []
    for text in options or []:
        name, equals, picked = text.partition("=")
        if not equals:
            raise MarneError(f"--option {text!r}: expected name=value")
        pairs.append((name, picked))
    return check_setting(found, Setting(scenario or found.scenarios[0].name, edition, tuple(pairs)))


def use_data(directory: Path | None) -> None:
    """Let the files of a directory replace the games' own."""
    if directory is not None:
        if not directory.is_dir():
            raise MarneError(f"--data {directory}: no such directory")
        os.environ["MARNE_DATA"] = str(directory)


def ended(match: Match) -> str:
    """How people ended a game before its rules did; nothing where they didn't."""
    if match.ending is None:
        return ""
    return "over: draw agreed" if match.ending.seat is None else f"over: {match.actor_name(match.ending.seat)} resigned"
