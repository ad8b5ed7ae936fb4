"""Small frozen values, and the words that every layer shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

__all__ = ["CHANCE", "EVERYONE", "JSON", "Answer", "Seat", "classes_of_values", "saved_name", "value", "write_plainly"]

Answer = int | str | tuple["Answer", ...]
"""What a side, or chance, replies: a number, a word, or a tuple of them. Small, hashable, comparable."""

Seat = int
"""A side's place at the table, counted from 0; its name is `game.seats[seat]`."""

CHANCE: Seat = -1
"""The actor of every die, draw and shuffle."""

EVERYONE: None = None
"""`seen_by` of what is open to all."""

JSON = None | bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"]

T = TypeVar("T")
_values: dict[str, type[Any]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A class of small values: slots, equality, hash.

    Frozen for the type checker and not at run time, because a frozen dataclass costs three times as much to build, and
    steps are built at every decision. Each value class is known by module and name, so that an agenda can be saved.
    """
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    _mend_super(cls, made)
    _values[saved_name(made)] = made
    return made


def _mend_super(cls: type[Any], made: type[Any]) -> None:
    """Slots make the class anew; a method that says `super()` still means the old one until its cell is changed."""
    for member in vars(made).values():
        for cell in getattr(member, "__closure__", None) or ():
            if cell.cell_contents is cls:
                cell.cell_contents = made


def saved_name(cls: type[Any]) -> str:
    """The name of a class in saves and fingerprints: its module and its own. `components`, `rules` and the folder of a
    chapter don't count: `rules.combat.losses` is saved as `losses`, and a chapter can move without a new name."""
    module = cls.__module__
    for room in (".rules.", ".components."):
        game, found, inside = module.partition(room)
        module = f"{game}.{inside.rpartition('.')[2]}" if found else game
    return f"{module}:{cls.__qualname__}"


def classes_of_values() -> Mapping[str, type[Any]]:
    """Every class made by `@value`, by its saved name; how saved steps find their class again."""
    return _values


def write_plainly(answer: Answer) -> str:
    """The notation of an answer when its step has none of its own.

    >>> write_plainly(("move", 12, "0812"))
    'move 12 0812'
    """
    return " ".join(map(write_plainly, answer)) if isinstance(answer, tuple) else str(answer)
