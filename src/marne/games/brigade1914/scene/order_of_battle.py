"""A12, C8, C23: the two forces unit by unit: on the table, in reserve, destroyed or gone, as far as a seat knows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from marne.engine import Formation, Mustered
from marne.games.brigade1914.board import (
    DESTROYED,
    FLANK,
    LEFT,
    OFF_TABLE,
    ON_TABLE,
    RESERVE,
    SIDES,
    STATUS_NAMES,
    Battlefield,
)
from marne.games.brigade1914.words import brigade_title, word

__all__ = ["order_of_battle"]

State = Literal["here", "coming", "lost", "left"]
STATES: Final[dict[int, State]] = {
    RESERVE: "coming",
    FLANK: "coming",
    DESTROYED: "lost",
    OFF_TABLE: "left",
    LEFT: "left",
}
Told = tuple[str, str, State, str]
"""The first base of a unit, its name, its state, and its status where it isn't simply on the table."""


def order_of_battle(board: Battlefield, seen: list[bool], language: str) -> tuple[Formation, ...]:
    """C12: of the enemy's units that nobody has found only that they are somewhere."""
    found = []
    for side, name in enumerate(SIDES):
        if units := board.units(side):
            told = tuple(_told(board, unit, seen[unit]) for unit in units)
            found.append(_force(name, board.lists[side], told, language))
    return tuple(found)


def _told(board: Battlefield, unit: int, seen: bool) -> Told:
    label, status = board.label(unit), board.status[unit]
    if not seen:
        return f"{label}.1", label.name, "here", "unseen"
    state = STATES.get(status, "here")
    said = "" if status == ON_TABLE or state == "lost" else STATUS_NAMES[status]
    return f"{label}.1", label.name, state, said


@lru_cache(256)
def _force(side: str, force: str, units: tuple[Told, ...], language: str) -> Formation:
    """Forces that look the same are one object: their JSON is kept by what they are."""
    return Formation(
        side,
        brigade_title(language, side, force),
        side,
        tuple(
            Mustered(piece, name, state, note=word(language, said) if said else "")
            for piece, name, state, said in units
        ),
    )
