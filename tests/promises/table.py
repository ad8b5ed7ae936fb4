"""The promises table: what marne promises in public x the games x their scenarios, editions and languages.

A row is a promise. `@promised(row)` marks a test that keeps it and gives the test one cell for each game, setting or
reading that is registered, so a new game is in every row by being registered. A cell that cannot hold has a reason
(`but`); a cell that is skipped fails (`strict.py`). `test_table.py` looks for rows that no test keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pytest

from marne.engine import find_game, game_names
from marne.kit import languages_of
from promises.commands import GAMES
from promises.settings import SETTINGS, named

__all__ = ["AXES", "KEPT", "ROWS", "Kept", "Row", "promised"]

Each = Literal["once", "game", "setting", "reading"]


@dataclass(frozen=True)
class Row:
    """A promise, and what it is walked over."""

    text: str
    each: Each = "game"


ROWS: Final[Mapping[str, Row]] = {
    "data": Row("`marne data export` gives a game's data, and `--data` plays with what was changed in them"),
    "scenario": Row("a scenario is added as data under a word; a mistake in it is found by `marne data check`"),
    "set-up": Row("a scenario that is added as data has a set-up of its own"),
    "pettingzoo": Row("every scenario is a PettingZoo environment", "setting"),
    "gymnasium": Row("every scenario is a Gymnasium environment that passes `check_env`", "setting"),
    "openspiel": Row("OpenSpiel loads every scenario by name and saves its states", "setting"),
    "numbering": Row("the numbers of steps and columns in features stay when one is added"),
    "odds": Row("an answer with odds has distributions that add up to one, with counts", "setting"),
    "odds as text": Row("REPL, notebook, terminal and API tell odds as distributions with counts"),
    "commands": Row("every command, with right and wrong words: a mistake ends with one line and exit code 2", "once"),
    "words": Row("what a player reads is in words: no key, no wrong plural; lines with dice add up", "reading"),
    "picture": Row("a notebook shows a game as a picture"),
    "typed": Row(
        "terminal and REPL forgive accents and case, take numbers and slices, refuse in one line, fit 80 columns"
    ),
    "library": Row("`marne.read`, `history`, `at`, `redo`, `advise` and `computer` work in every game"),
    "documents": Row("every path that a document names is there", "once"),
    "site": Row("every page of the documents is rendered, with examples as code", "once"),
    "tutorial": Row("the tutorial can be typed as written, and its game plays", "once"),
    "wheel": Row("the wheel is installed, served and played on each Python that is present", "once"),
    "key": Row("a database without its key is refused; `/api/health` tells the truth about key and store", "once"),
    "settings": Row("a setting of the server means the same as an option and as a variable", "once"),
    "new game": Row("`make new-game` makes a game with a picture, an environment and a mutation run", "once"),
}

READINGS: Final = tuple(
    (name, scenario.name, edition, language)
    for name in game_names()
    for scenario in find_game(name).scenarios
    for edition in find_game(name).editions or ("",)
    for language in languages_of(find_game(name))
)
"""Game x scenario x edition x language, of the games of the tests too."""


def _named(cell: Any) -> str:
    """A cell in the name of a test."""
    if isinstance(cell, str):
        return cell
    return named(cell) if len(cell) == 2 else "-".join(filter(None, cell))


AXES: Final[Mapping[Each, tuple[Any, ...]]] = {"game": GAMES, "setting": SETTINGS, "reading": READINGS}


@dataclass(frozen=True)
class Kept:
    """A test that keeps a promise, in these cells; `but` are the others, with reasons."""

    row: str
    test: str
    cells: tuple[str, ...]
    but: Mapping[str, str] = field(default_factory=dict)


KEPT: Final[list[Kept]] = []
"""Every test that keeps a promise, once its module is imported."""

Test = Callable[..., Any]


def promised(row: str, but: Mapping[str, str] | None = None) -> Callable[[Test], Test]:
    """This test keeps a promise: it gets its cells in an argument `game`, `setting` or `reading`."""
    axis = ROWS[row].each
    without = but or {}
    cells = [cell for cell in AXES.get(axis, ()) if _named(cell) not in without]

    def keep(test: Test) -> Test:
        KEPT.append(Kept(row, f"{test.__module__}.{test.__name__}", tuple(map(_named, cells)), without))
        marked = pytest.mark.promise(row)(test)
        return marked if axis == "once" else pytest.mark.parametrize(axis, cells, ids=_named)(marked)

    return keep
