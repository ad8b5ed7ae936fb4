"""What happens when units change their shape: splitting, joining, filling up."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["Consolidated", "Joined", "Split"]


@value
class Split(NachParisEvent):
    """[6.6.1] Units are split."""

    unit: str
    units: str
    hex: str


@value
class Joined(NachParisEvent):
    """[6.6.1] Units are recombined."""

    units: str
    unit: str
    hex: str


@value
class Consolidated(NachParisEvent):
    """[6.5.1] A unit fills up from another (`units`), which has so many steps left."""

    unit: str
    gained: int
    units: str
    given: int
    left: int
    hex: str
