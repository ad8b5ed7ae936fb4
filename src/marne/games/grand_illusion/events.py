"""What happened, for people. The words are in `data/words.*.toml`, by class name."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Event, value


class GrandIllusionEvent(Event):
    """Something that happened; in the hex `hex`, if it has one."""

    __slots__ = ()

    def places(self) -> tuple[str, ...]:
        hex: int = getattr(self, "hex", 0)
        return (str(hex),) if hex > 0 else ()


@value
class UnitDisrupted(GrandIllusionEvent):
    """A combat unit is flipped to its back."""

    unit: str
    hex: int


@value
class Eliminated(GrandIllusionEvent):
    """A unit or a fort is gone."""

    unit: str
    hex: int


@value
class FortReduced(GrandIllusionEvent):
    """A fort loses a step; what is left of it."""

    unit: str
    hex: int
    strength: int


@value
class ControlChanged(GrandIllusionEvent):
    """A hex changes hands."""

    hex: int
    side: str


@value
class OptionsRevealed(GrandIllusionEvent):
    """14.3.6: both sides show the options that they wrote down."""

    reveals: ClassVar[bool] = True

    allied: str
    german: str


@value
class SiegeLifted(GrandIllusionEvent):
    """9.5.3: a siege marker is taken away."""

    hex: int


@value
class HeadquartersMoved(GrandIllusionEvent):
    """9.4.4: a headquarters gets out of the way."""

    unit: str
    hex: int


@value
class PointsChanged(GrandIllusionEvent):
    """Victory points gained or lost."""

    side: str
    amount: int
    total: int
    why: str


@value
class MarkerDrawn(GrandIllusionEvent):
    """14.1.2, 14.1.3: a victory marker comes out of the cup."""

    hex: int
    amount: int


@value
class GameWon(GrandIllusionEvent):
    """14.1.3: the game is over."""

    side: str
    why: str


@value
class TurnBegan(GrandIllusionEvent):
    """A new game turn."""

    turn: int


@value
class CapsReceived(GrandIllusionEvent):
    """5.1.1: command points for the turn."""

    side: str
    amount: int
    commander: str


@value
class InitiativeTaken(GrandIllusionEvent):
    """6.0: who goes first."""

    side: str


@value
class Arrived(GrandIllusionEvent):
    """7.1, 7.2: a unit comes on the map."""

    unit: str
    hex: int


@value
class Delayed(GrandIllusionEvent):
    """7.1: a unit comes later."""

    unit: str
    turn: int


@value
class SentEast(GrandIllusionEvent):
    """7.3: a unit leaves for the East Front."""

    unit: str
    hex: int


@value
class ParisInDanger(GrandIllusionEvent):
    """8.4.9: a state of emergency."""

    hex: int


@value
class WithdrawalDeclared(GrandIllusionEvent):
    """8.7: a General Withdrawal."""

    side: str


@value
class Activated(GrandIllusionEvent):
    """8.2.1: a hex is activated."""

    side: str
    hex: int


@value
class Moved(GrandIllusionEvent):
    """8.4: units enter a hex."""

    units: str
    hex: int


@value
class Entrenched(GrandIllusionEvent):
    """9.7: a trench is dug or improved."""

    hex: int
    level: int


@value
class Recovered(GrandIllusionEvent):
    """9.8.3, 11.4: a unit is in order again."""

    unit: str
    hex: int


@value
class BattleDeclared(GrandIllusionEvent):
    """9.1.2: a battle marker is placed."""

    hex: int
    units: str
    mandated: bool


@value
class FortSurrendered(GrandIllusionEvent):
    """9.5.3: a besieged fort gives up."""

    unit: str
    hex: int


@value
class Withdrew(GrandIllusionEvent):
    """Units step back: cavalry delay (9.6.3), the Belgians into Antwerp (14.1.1)."""

    units: str
    hex: int
