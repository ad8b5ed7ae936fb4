"""[13], [14], [15] What happened in command."""

from __future__ import annotations

from marne.engine import value
from marne.games.nach_paris.events import NachParisEvent

__all__ = [
    "ChangeCancelled", "ChangeFailed", "CutOff", "HeadquartersBack", "Limited", "NewLeader", "Rebuilt",
    "Replaced", "ReplacementsCame", "Restored", "Supplied", "WeatherRolled",
]  # fmt: skip


@value
class Limited(NachParisEvent):
    """[13.1.5] Units that have only a limited line of communications from now on."""

    units: str


@value
class CutOff(NachParisEvent):
    """[13.1.6] Units that are out of command from now on."""

    units: str


@value
class Restored(NachParisEvent):
    """[13.1.1] Units that have a line of communications again."""

    units: str


@value
class Supplied(NachParisEvent):
    """[13.1.9], [13.1.10] Units that a camp or a harbour supplies."""

    units: str
    source: str
    steps: int


@value
class NewLeader(NachParisEvent):
    """[13.2.2] Units obey another headquarters."""

    units: str
    leader: str


@value
class ChangeFailed(NachParisEvent):
    """[13.2.2] Units between two headquarters obey nobody."""

    units: str
    leader: str


@value
class ChangeCancelled(NachParisEvent):
    """[13.2.2] Units stay with the headquarters that they had."""

    units: str


@value
class HeadquartersBack(NachParisEvent):
    """[13.1.7] A headquarters that was destroyed is there again."""

    unit: str
    hex: str


@value
class ReplacementsCame(NachParisEvent):
    """[14.1.1] Replacements for a nation."""

    nation: str
    points: int


@value
class Replaced(NachParisEvent):
    """[14.1.3] A unit recovers a step; points left as they are written, with a half."""

    unit: str
    hex: str
    steps: int
    left: str


@value
class Rebuilt(NachParisEvent):
    """[14.1.5] A unit that a consolidation used up is there again."""

    unit: str
    hex: str
    left: str


@value
class WeatherRolled(NachParisEvent):
    """[15.1.2] The die for heavy rain."""

    die: int
    rain: bool
