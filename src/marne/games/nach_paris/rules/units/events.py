"""What happens when units change their shape: splitting, joining, filling up."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import HexLabel, PieceId, PieceIds, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["Consolidated", "Joined", "Split"]


@value
class Split(NachParisEvent):
    """[6.6.1] Units are split."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    units: PieceIds
    hex: HexLabel


@value
class Joined(NachParisEvent):
    """[6.6.1] Units are recombined."""

    sort: ClassVar[Sort] = "state"
    units: PieceIds
    unit: PieceId
    hex: HexLabel


@value
class Consolidated(NachParisEvent):
    """[6.5.1] A unit fills up from another (`units`), which has so many steps left."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    gained: int
    units: PieceIds
    given: int
    left: int
    hex: HexLabel
