"""What happens, for people. Counters and hexes are given as ids; `words.py` puts labels in their place."""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import Column, Die, Event, HexLabel, Modifiers, PieceId, Result, Seat, Sort, Tells, value

__all__ = [
    "Attacked",
    "ChitDrawn",
    "ChitsShown",
    "Deployed",
    "Disordered",
    "Fired",
    "Fought",
    "Moved",
    "PointsScored",
    "Rallied",
    "Revealed",
    "StepLost",
    "TownHeld",
    "TurnBegan",
]

Counters = Annotated[tuple[str, ...], Tells("pieces")]


@value
class Deployed(Event):
    """T2.2: a side knows what one of its counters is."""

    sort: ClassVar[Sort] = "arrival"
    side: int
    counter: PieceId
    kind: str

    def seers(self) -> tuple[Seat, ...]:
        """The owner alone."""
        return (self.side,)


@value
class TurnBegan(Event):
    """T3: a turn begins."""

    sort: ClassVar[Sort] = "turn"
    turn: int
    weather: str


@value
class ChitDrawn(Event):
    """T3.2: what a side drew."""

    sort: ClassVar[Sort] = "order"
    reveals: ClassVar[bool] = True
    side: int
    chit: str

    def seers(self) -> tuple[Seat, ...]:
        """The owner alone."""
        return (self.side,)


@value
class Rallied(Event):
    """T3.4: a counter is in order again."""

    sort: ClassVar[Sort] = "state"
    counter: PieceId


@value
class Moved(Event):
    """T4.1, T6.2, T6.7 or T6.8: a counter goes to another hex."""

    sort: ClassVar[Sort] = "move"
    counter: PieceId
    hex: HexLabel


@value
class Revealed(Event):
    """T4.6 or T5.5: a counter turns face up."""

    sort: ClassVar[Sort] = "sight"
    reveals: ClassVar[bool] = True
    counter: PieceId
    kind: str


@value
class Fired(Event):
    """T5.4: guns fired, and the shot fell in a hex, or off the map."""

    sort: ClassVar[Sort] = "battle"
    counter: PieceId
    die: Die
    hex: HexLabel


@value
class Disordered(Event):
    """T5.5: a counter is disordered."""

    sort: ClassVar[Sort] = "state"
    counter: PieceId


@value
class Attacked(Event):
    """T6.1: an attack is announced."""

    sort: ClassVar[Sort] = "battle"
    side: int
    hex: HexLabel
    counters: Counters


@value
class ChitsShown(Event):
    """T6.3: what both sides had committed."""

    sort: ClassVar[Sort] = "order"
    reveals: ClassVar[bool] = True
    attacker: str
    defender: str


@value
class Fought(Event):
    """T6.5: the die of an attack, with every modifier by name."""

    sort: ClassVar[Sort] = "roll"
    hex: HexLabel
    column: Column
    die: Die
    modifiers: Modifiers
    sum: int
    result: Result


@value
class StepLost(Event):
    """T5.5, T6.6 or T6.7: a counter loses a step; with its last one it is gone."""

    sort: ClassVar[Sort] = "loss"
    counter: PieceId
    left: int

    def gone(self) -> bool:
        return not self.left


@value
class TownHeld(Event):
    """T7.1: a town changes hands."""

    sort: ClassVar[Sort] = "control"
    side: int
    town: str


@value
class PointsScored(Event):
    """T7.1: the points at the end of a turn."""

    sort: ClassVar[Sort] = "points"
    blue: int
    red: int
