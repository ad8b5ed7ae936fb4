"""[13], [14], [15] What happened in command."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Die, HexLabel, PieceId, PieceIds, Sort, Verdict, value
from marne.games.nach_paris.events import NachParisEvent, UnitName

__all__ = [
    "ChangeCancelled",
    "ChangeFailed",
    "CutOff",
    "HeadquartersBack",
    "Limited",
    "NewLeader",
    "Rebuilt",
    "Replaced",
    "ReplacementsCame",
    "Restored",
    "Supplied",
    "WeatherRolled",
]


@value
class Limited(NachParisEvent):
    """[13.1.5] Units that have only a limited line of communications from now on."""

    sort: ClassVar[Sort] = "supply"
    units: PieceIds


@value
class CutOff(NachParisEvent):
    """[13.1.6] Units that are out of command from now on."""

    sort: ClassVar[Sort] = "supply"
    units: PieceIds


@value
class Restored(NachParisEvent):
    """[13.1.1] Units that have a line of communications again."""

    sort: ClassVar[Sort] = "supply"
    units: PieceIds


@value
class Supplied(NachParisEvent):
    """[13.1.9], [13.1.10] Units that a camp or a harbour supplies."""

    sort: ClassVar[Sort] = "supply"
    units: PieceIds
    source: str
    steps: int


@value
class NewLeader(NachParisEvent):
    """[13.2.2] Units obey another headquarters."""

    sort: ClassVar[Sort] = "order"
    units: PieceIds
    leader: UnitName


@value
class ChangeFailed(NachParisEvent):
    """[13.2.2] Units between two headquarters obey nobody."""

    sort: ClassVar[Sort] = "order"
    units: PieceIds
    leader: UnitName


@value
class ChangeCancelled(NachParisEvent):
    """[13.2.2] Units stay with the headquarters that they had."""

    sort: ClassVar[Sort] = "order"
    units: PieceIds


@value
class HeadquartersBack(NachParisEvent):
    """[13.1.7] A headquarters that was destroyed is there again."""

    sort: ClassVar[Sort] = "arrival"
    unit: PieceId
    hex: HexLabel


@value
class ReplacementsCame(NachParisEvent):
    """[14.1.1] Replacements for a nation."""

    sort: ClassVar[Sort] = "supply"
    nation: str
    points: int


@value
class Replaced(NachParisEvent):
    """[14.1.3] A unit recovers a step; points left as they are written, with a half."""

    sort: ClassVar[Sort] = "state"
    unit: PieceId
    hex: HexLabel
    steps: int
    left: str


@value
class Rebuilt(NachParisEvent):
    """[14.1.5] A unit that a consolidation used up is there again."""

    sort: ClassVar[Sort] = "arrival"
    unit: PieceId
    hex: HexLabel
    left: str


@value
class WeatherRolled(NachParisEvent):
    """[15.1.2] The die for heavy rain."""

    sort: ClassVar[Sort] = "roll"
    die: Die
    rain: Verdict
