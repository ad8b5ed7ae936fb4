"""What happens on the railways."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import HexLabel, PieceId, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["Detrained", "Entrained", "OffTheRails", "OnTheRails", "RailwaysTaken", "TrainTurned", "WentByRail"]


@value
class RailwaysTaken(NachParisEvent):
    """[12.1.7] The railways of a country change hands."""

    sort: ClassVar[Sort] = "control"
    side: str
    count: int


@value
class Entrained(NachParisEvent):
    """[12.2.3] A unit boards a train."""

    sort: ClassVar[Sort] = "rail"
    unit: PieceId
    hex: HexLabel
    ahead: str


@value
class Detrained(NachParisEvent):
    """[12.2.1] A unit leaves its train."""

    sort: ClassVar[Sort] = "rail"
    unit: PieceId
    hex: HexLabel


@value
class WentByRail(NachParisEvent):
    """[12.3.3] A train goes somewhere; `convoys` are those of its side in this phase [12.4.2]."""

    sort: ClassVar[Sort] = "rail"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel
    spent: int
    convoys: int


@value
class TrainTurned(NachParisEvent):
    """[12.3.7] A train changes its direction in a station."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    ahead: str
    points: int


@value
class OffTheRails(NachParisEvent):
    """[12.5.1] A railway gun stands in Firing Position."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel


@value
class OnTheRails(NachParisEvent):
    """[12.5.2] A railway gun is on the rails again."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    ahead: str
