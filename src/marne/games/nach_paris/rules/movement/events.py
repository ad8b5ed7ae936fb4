"""What happens while units move."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import HexLabel, PieceId, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["ForcedMarch", "Left", "PositionLeft", "PositionTaken", "StepsTaken", "Turned", "Withdrawn"]


@value
class ForcedMarch(NachParisEvent):
    """[7.5.4] A unit forces its march."""

    sort: ClassVar[Sort] = "order"
    unit: PieceId
    hex: HexLabel
    points: int


@value
class Turned(NachParisEvent):
    """[7.1.3] A unit looks across a hexside."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    facing: str


@value
class Left(NachParisEvent):
    """[1.1.7] A unit leaves the map and is saved."""

    sort: ClassVar[Sort] = "departure"
    unit: PieceId
    hex: HexLabel


@value
class Withdrawn(NachParisEvent):
    """[7.8.1] A unit leaves as its scenario orders."""

    sort: ClassVar[Sort] = "departure"
    unit: PieceId
    hex: HexLabel


@value
class StepsTaken(NachParisEvent):
    """[7.8.2] A unit gives a step for one that was withdrawn with losses."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    hex: HexLabel
    left: int


@value
class PositionTaken(NachParisEvent):
    """[7.9.1] A siege gun gets into Firing Position."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    points: int


@value
class PositionLeft(NachParisEvent):
    """[7.9.1] A siege gun leaves its Firing Position."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    points: int
