"""[10] What digging tells."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import HexLabel, PieceIds, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["DugIn", "DugInVain"]


@value
class DugIn(NachParisEvent):
    """[10.1.4] Units are in fieldworks now."""

    sort: ClassVar[Sort] = "works"
    units: PieceIds
    hex: HexLabel


@value
class DugInVain(NachParisEvent):
    """[10.1.5] The test failed; how many a side has failed in this Game Turn, and how many it may."""

    sort: ClassVar[Sort] = "works"
    units: PieceIds
    hex: HexLabel
    failed: int
    most: int
