"""What happens while units move."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["ForcedMarch", "Left", "Turned"]


@value
class ForcedMarch(NachParisEvent):
    """[7.5.4] A unit forces its march."""

    unit: str
    hex: str
    points: int


@value
class Turned(NachParisEvent):
    """[7.1.3] A unit looks across a hexside."""

    unit: str
    hex: str
    facing: str


@value
class Left(NachParisEvent):
    """[1.1.7] A unit leaves the map and is saved."""

    unit: str
    hex: str
