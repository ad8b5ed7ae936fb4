"""What the optional rules tell."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Die, HexLabel, Modifiers, PieceId, PieceIds, Seat, Sort, Verdict, value
from marne.games.nach_paris.components.units import BY_ID, SIDE
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["DoctrineTested", "FlewOver", "FogLifted", "Hid", "HidUnits", "Scouted", "SmallUnit", "SquadronLost"]


@value
class DoctrineTested(NachParisEvent):
    """[21.1.1] A division tested for its doctrine; only the French know."""

    sort: ClassVar[Sort] = "roll"
    unit: PieceId
    hex: HexLabel
    die: Die
    cool: bool

    def seers(self) -> tuple[Seat, ...] | None:
        return (SIDE[BY_ID[self.unit]],)


@value
class HidUnits(NachParisEvent):
    """[19.1.6] Units go under a marker."""

    sort: ClassVar[Sort] = "sight"
    units: PieceIds
    hex: HexLabel


@value
class Hid(NachParisEvent):
    """[19.1.4] What the enemy sees of it: a marker."""

    sort: ClassVar[Sort] = "sight"
    hex: HexLabel


@value
class FogLifted(NachParisEvent):
    """[19.4.1]-[19.4.3] Units lose their marker: everybody sees them."""

    sort: ClassVar[Sort] = "sight"
    reveals: ClassVar[bool] = True

    units: PieceIds
    hex: HexLabel


@value
class Scouted(NachParisEvent):
    """[20.2.4] A Cavalry Recon."""

    sort: ClassVar[Sort] = "sight"
    unit: PieceId
    hex: HexLabel
    die: Die
    modifiers: Modifiers
    found: Verdict


@value
class FlewOver(NachParisEvent):
    """[20.1.7] An Aerial Recon; what its player knows of the sum."""

    sort: ClassVar[Sort] = "sight"
    unit: PieceId
    hex: HexLabel
    die: Die
    modifiers: Modifiers
    found: Verdict


@value
class SmallUnit(NachParisEvent):
    """[20.1.8] The owner announces that what moves is too small to be made out."""

    sort: ClassVar[Sort] = "sight"
    hex: HexLabel


@value
class SquadronLost(NachParisEvent):
    """[20.1.10] An aeroplane does not come back."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    left: int
