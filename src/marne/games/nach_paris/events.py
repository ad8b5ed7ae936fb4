"""What happened, for people. The words are in `data/words.*.toml`, by class name.

Events of one chapter stand in its own package (`rules/combat/events.py`); here are those that several tell. Units are
given by their ids (several with blanks between them), hexes by their labels.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import UNITS, Die, Event, HexLabel, Modifiers, Names, PieceId, PieceIds, Sort, Verdict, value

__all__ = [
    "Arrived",
    "CabTested",
    "Destroyed",
    "FortDestroyed",
    "GameEnded",
    "GroundTaken",
    "Moved",
    "NachParisEvent",
    "PhaseBegan",
    "PlayerTurnBegan",
    "StepsLost",
    "TurnBegan",
    "UnitName",
]

UnitName = Annotated[str, Names(UNITS)]
"""A unit by its id or name that no page draws there; it may also be a fort's name, or a side's."""


class NachParisEvent(Event):
    """Something that happened. `comes` is true where a unit comes to a hex: of a hidden one the others see a marker."""

    __slots__ = ()
    comes: ClassVar[bool] = False


@value
class TurnBegan(NachParisEvent):
    """[3.1.1] A Game Turn of two days."""

    sort: ClassVar[Sort] = "turn"
    turn: int
    day: str


@value
class PlayerTurnBegan(NachParisEvent):
    """[3.1.1] A side is the attacker now."""

    sort: ClassVar[Sort] = "phase"
    side: str


@value
class PhaseBegan(NachParisEvent):
    """[3.2.1] One of the four phases."""

    sort: ClassVar[Sort] = "phase"
    side: str
    phase: str


@value
class CabTested(NachParisEvent):
    """[5.1.1] A unit or fortification tested its Combat Ability; die 0: it failed unrolled, 5.1.2."""

    sort: ClassVar[Sort] = "roll"
    unit: PieceId
    hex: HexLabel
    cab: int
    modifiers: Modifiers
    needed: int
    die: Die
    passed: Verdict


@value
class StepsLost(NachParisEvent):
    """[2.4.2] A unit loses steps and lives."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    hex: HexLabel
    count: int
    left: int


@value
class Destroyed(NachParisEvent):
    """[2.4.6] A unit is gone."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    hex: HexLabel

    def gone(self) -> bool:
        return True


@value
class FortDestroyed(NachParisEvent):
    """[11.3.10] A fortification is gone."""

    sort: ClassVar[Sort] = "loss"
    fort: str
    hex: HexLabel


@value
class Arrived(NachParisEvent):
    """[7.7.1] Units are placed."""

    sort: ClassVar[Sort] = "arrival"
    comes: ClassVar[bool] = True
    units: PieceIds
    hex: HexLabel


@value
class Moved(NachParisEvent):
    """[7.1.3] A unit went to a hex, and what it spent so far."""

    sort: ClassVar[Sort] = "move"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel
    spent: int


@value
class GroundTaken(NachParisEvent):
    """[4.5] An objective changes hands."""

    sort: ClassVar[Sort] = "control"
    hex: HexLabel
    side: str


@value
class GameEnded(NachParisEvent):
    """[1.1.5] The last turn is over, or the scenario ends before."""

    sort: ClassVar[Sort] = "end"
    level: str
    german: int
    allied: int
