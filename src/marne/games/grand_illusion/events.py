"""What happened, for people. The words are in `data/words.*.toml`, by class name."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Event, Modifier, value


@value
class UnitDisrupted(Event):
    """A combat unit is flipped to its back."""

    unit: str
    hex: int


@value
class Eliminated(Event):
    """A unit or a fort is gone."""

    unit: str
    hex: int


@value
class FortReduced(Event):
    """A fort loses a step; what is left of it."""

    unit: str
    hex: int
    strength: int


@value
class DieRolled(Event):
    """A die, what it is for, and the sum that it is compared with."""

    what: str
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    hit: bool


@value
class ControlChanged(Event):
    """A hex changes hands."""

    hex: int
    side: str


@value
class OptionsRevealed(Event):
    """14.3.6: both sides show the options that they wrote down."""

    reveals: ClassVar[bool] = True

    allied: str
    german: str
