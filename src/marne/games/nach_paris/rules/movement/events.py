"""What happens while units move."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["ForcedMarch", "Left", "Limbered", "StepsTaken", "Turned", "Unlimbered", "Withdrawn"]


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


@value
class Withdrawn(NachParisEvent):
    """[7.8.1] A unit leaves as its scenario orders."""

    unit: str
    hex: str


@value
class StepsTaken(NachParisEvent):
    """[7.8.2] A unit gives a step for one that was withdrawn with losses."""

    unit: str
    hex: str
    left: int


@value
class Unlimbered(NachParisEvent):
    """[7.9.1] A siege gun gets into Firing Position."""

    unit: str
    hex: str
    points: int


@value
class Limbered(NachParisEvent):
    """[7.9.1] A siege gun leaves its Firing Position."""

    unit: str
    hex: str
    points: int
