"""[10.2.1], [10.2.4] What works leave of a barrage: each chapter of works gives a function, the best one counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeAlias

from marne.engine import Modifier, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.rules.works import fieldworks
from marne.games.nach_paris.tables import V, modifier
from marne.games.nach_paris.units import Unit
from marne.hexes import Bits

__all__ = ["SHELTERS", "Shelter", "cover", "lowered", "zone_cover"]

Shelter: TypeAlias = tuple[int, tuple[Modifier, ...]]
"""Per cent of the ARF that are left, and modifiers of the die."""

SHELTERS: Final[tuple[Callable[[NachParisBoard, Unit, Bits], Shelter], ...]] = (fieldworks.under_barrage,)
"""`(board, unit, hexes of the guns) -> Shelter`, one of each kind of works."""


def cover(board: NachParisBoard, unit: Unit, fired_from: Bits) -> Shelter:
    """[10.2.1] The best works of a unit against guns in these hexes; kinds of works are never added up."""
    found = (shelter(board, unit, fired_from) for shelter in SHELTERS)
    return min(found, key=lambda each: (each[0], -total(each[1])))


def zone_cover() -> Shelter:
    """[11.2.6] What a Fortified Zone has."""
    return V.arf_kept.zone, (modifier("abu.zone"),)


def lowered(arf: Fraction, shelter: Shelter) -> Fraction:
    """The ARF that is left."""
    return arf * shelter[0] / 100
