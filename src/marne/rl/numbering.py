"""Numbers of steps and columns that stay as they are: `numbering.toml` is committed, and names are only appended to it.

A model that was trained on features reads them by number. So a new step or a new fact gets a number after all others,
and what is gone keeps its place: a column of zeros.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

__all__ = ["KINDS", "appended", "numbering_of", "written"]

KINDS = ("steps", "entities", "nodes", "edges", "scalars")
"""What is numbered: the kinds of questions, and the columns of each array."""


@cache
def _committed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    found: Mapping[str, Mapping[str, Sequence[str]]] = tomllib.loads(
        files(__package__).joinpath("numbering.toml").read_text("utf-8")
    )
    return found


def numbering_of(game: str, kind: str) -> Sequence[str]:
    """The names of a game in the order of their numbers."""
    return _committed().get(game, {}).get(kind, ())


def appended(names: Sequence[str], found: Iterable[str]) -> tuple[str, ...]:
    """The same order, with names that are not in it yet at the end.

    >>> appended(("Move", "Fire"), ("Charge", "Fire", "Retreat"))
    ('Move', 'Fire', 'Charge', 'Retreat')
    """
    return tuple(dict.fromkeys((*names, *found)))


def written(numbers: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """The text of `numbering.toml`."""
    lines = ["# Numbers of steps and columns in features: append only. `python -m scripts.rl_numbering` appends."]
    for game in sorted(numbers):
        lines.append(f"\n[{game}]")
        for kind in KINDS:
            names = numbers[game].get(kind, ())
            lines += [f"{kind} = [", *(f'    "{name}",' for name in names), "]"]
    return "\n".join(lines) + "\n"
