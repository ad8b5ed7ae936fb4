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


@value
class SiegeLifted(Event):
    """9.5.3: a siege marker is taken away."""

    hex: int


@value
class HeadquartersMoved(Event):
    """9.4.4: a headquarters gets out of the way."""

    unit: str
    hex: int


@value
class PointsChanged(Event):
    """Victory points gained or lost."""

    side: str
    amount: int
    total: int
    why: str


@value
class MarkerDrawn(Event):
    """14.1.2, 14.1.3: a victory marker comes out of the cup."""

    hex: int
    amount: int


@value
class GameWon(Event):
    """14.1.3: the game is over."""

    side: str
    why: str


@value
class TurnBegan(Event):
    """A new game turn."""

    turn: int


@value
class CapsReceived(Event):
    """5.1.1: command points for the turn."""

    side: str
    amount: int
    commander: str


@value
class InitiativeTaken(Event):
    """6.0: who goes first."""

    side: str


@value
class Arrived(Event):
    """7.1, 7.2: a unit comes on the map."""

    unit: str
    hex: int


@value
class Delayed(Event):
    """7.1: a unit comes later."""

    unit: str
    turn: int


@value
class SentEast(Event):
    """7.3: a unit leaves for the East Front."""

    unit: str


@value
class ParisInDanger(Event):
    """8.4.9: a state of emergency."""

    hex: int


@value
class WithdrawalDeclared(Event):
    """8.7: a General Withdrawal."""

    side: str


@value
class Activated(Event):
    """8.2.1: a hex is activated."""

    side: str
    hex: int


@value
class Moved(Event):
    """8.4: units enter a hex."""

    units: str
    hex: int


@value
class Entrenched(Event):
    """9.7: a trench is dug or improved."""

    hex: int
    level: int


@value
class Recovered(Event):
    """9.8.3, 11.4: a unit is in order again."""

    unit: str


@value
class BattleDeclared(Event):
    """9.1.2: a battle marker is placed."""

    hex: int
    units: str
    mandated: bool


@value
class FortSurrendered(Event):
    """9.5.3: a besieged fort gives up."""

    unit: str
    hex: int


@value
class Withdrew(Event):
    """Units step back: cavalry delay (9.6.3), the Belgians into Antwerp (14.1.1)."""

    units: str
    hex: int
