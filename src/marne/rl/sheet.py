"""What of a game's board becomes a number, and where: one small table for each game.

A fact says by its declaration of what it speaks and how it is laid out (`engine.facts`): a list with an item for each
unit is a column of units, a set of hexes a column of hexes of 0 and 1, a dict by unit a column that is mostly 0, and a
single number a scalar. So a new fact has its column by being declared. A sheet says what is left out, and why, and has
the columns that no single fact gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

from marne.engine import Answer, Step, UnknownGame
from marne.kit import AnsweredLine

__all__ = [
    "HEXES_NAMED",
    "UNITS_NAMED",
    "WORDS",
    "Named",
    "Numbers",
    "Sheet",
    "Static",
    "declare",
    "named",
    "sheet_of",
    "word",
]

Numbers = npt.NDArray[Any]

UNITS_NAMED: Final = 4
"""An option names so many units at most; a fifth is only counted."""
HEXES_NAMED: Final = 2
"""Of a path of hexes, the first and the last."""
WORDS: Final = 32_749
"""Words are numbered 1 to this by their letters alone, so that a new word leaves the others as they are."""


@cache
def word(text: str) -> int:
    """The number of a word; 0 for none.

    >>> word(""), word("attack") == word("attack"), 0 < word("attack") <= WORDS
    (0, True, True)
    """
    return crc32(text.encode()) % WORDS + 1 if text else 0


@dataclass(slots=True)
class Named:
    """What an answer names: a word, units, hexes, and a plain number."""

    word: str = ""
    units: list[int] = field(default_factory=list)
    hexes: list[int] = field(default_factory=list)
    number: int = -1


def named(step: Step[Any], board: Any, answer: Answer) -> Named:
    """What an answer names, by the shape of its question: what is neither unit nor hex is a number, and the hexes that
    it stands for."""
    found = Named()
    asked = step if isinstance(step, AnsweredLine) else None
    things = asked.things(board, answer) if asked else []
    if isinstance(answer, str):
        found.word = answer
    elif isinstance(answer, int):
        found.number = -1 if things else answer
    elif isinstance(answer[0], str):
        found.word = answer[0]
    for kind, thing in things:
        if kind in ("unit", "hex"):
            (found.units if kind == "unit" else found.hexes).append(thing)
        elif asked:
            found.number = thing
            found.hexes += asked.kinds[kind].hexes(thing)
    return found


@dataclass(frozen=True)
class Static:
    """What never changes in a game: printed values of units, ground of hexes, which hexes touch and by what.

    `edges` has two rows, from and to; the rows of `of_edges` belong to its columns. Names are those of the columns.
    """

    units: Numbers
    unit_columns: tuple[str, ...]
    unit_names: tuple[str, ...]
    hexes: Numbers
    hex_columns: tuple[str, ...]
    hex_names: tuple[str, ...]
    edges: Numbers
    of_edges: Numbers
    edge_columns: tuple[str, ...]


def _nothing(board: Any) -> list[Any]:
    return []


@dataclass(frozen=True)
class Sheet:
    """How the board of one game is laid out.

    Names of columns are strings with blanks between them. `unit_extras`, `hex_extras`, `edge_extras` and
    `scalar_extras` are columns that no single fact has, worked out on the masked board: each gives lists in the order
    of its names, of numbers (for scalars) or of dicts by unit, hex or edge.
    """

    units: int
    hexes: int
    left_out: Mapping[str, str]
    """Facts that are no features, with the reason."""
    static: Callable[[Any], Static]
    names: Callable[[Step[Any], Any, Answer], Named] = named
    unit_extra_names: str = ""
    unit_extras: Callable[[Any], list[Mapping[int, int]]] = _nothing
    hex_extra_names: str = ""
    hex_extras: Callable[[Any], list[Mapping[int, int]]] = _nothing
    edge_extra_names: str = ""
    edge_extras: Callable[[Any], list[Mapping[int, int]]] = _nothing
    scalar_extra_names: str = ""
    scalar_extras: Callable[[Any], list[int]] = _nothing
    kept: bool = True
    """Whether what an answer names hangs on its step alone, so that it can be kept."""


_declared: dict[str, Sheet] = {}


def declare(game: str, sheet: Sheet) -> None:
    """Say how a game's board is laid out, for a game of another package."""
    _declared[game] = sheet


def sheet_of(game: str) -> Sheet:
    """The sheet of a game."""
    if game not in _declared:
        try:
            _declared[game] = import_module(f"marne.rl.sheets.{game}").SHEET
        except ModuleNotFoundError:
            names = ", ".join(sorted(_declared)) or "none"
            raise UnknownGame("no_part", game=game, kind="sheet", name=game, names=names) from None
    return _declared[game]


def table(*columns: object, rows: int) -> Numbers:
    """Columns side by side, as whole numbers."""
    made = np.zeros((rows, len(columns)), np.int32)
    for at, column in enumerate(columns):
        made[:, at] = np.asarray(column)
    return made
