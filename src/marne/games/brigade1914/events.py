"""What happened, for people."""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import UNITS, Die, Event, Modifier, Modifiers, Names, Result, Seat, Tells, value

__all__ = [
    "BaseLost", "Burned", "CameUp", "CardCountered", "CardDrawn", "CardPlayed", "CardStored", "CardTaken",
    "CardsDealt", "CasualtyRolled", "Deployed", "DieRolled", "Dismounted", "DrivenBack", "FiredAt", "Flooded",
    "ForceMustered", "GameOver", "GeneralFled", "GeneralMoved", "Halted", "InitiativeRolled", "InitiativeTo",
    "LeftTable", "MarkerPlaced", "MarkerRevealed", "MarkersGained", "MarkersRemoved", "Moved", "Ordered",
    "PassedOn", "Penetrated", "PointsStand", "Reacts", "Reinforced", "Remounted", "ReserveRolled", "Returned",
    "Revealed", "RolesTaken", "Seized", "SideEvent", "SmokeLaid", "Spotted", "Stayed", "TableLaid", "Tested",
    "TokensGenerated", "TurnBegan", "UnitDestroyed", "UnitEvent", "WagonLeft", "WasHit",
]  # fmt: skip

Unit = Annotated[str, Names(UNITS), Tells("pieces", lambda label: (f"{label}.1",))]
"""A unit by its label; in pictures its first base stands for it."""
UnitWords = Annotated[str, Names(UNITS, many=True)]
"""Units by their labels, with blanks between them, that no page draws there."""


@value
class SideEvent(Event):
    """Something about a side."""

    side: int


@value
class UnitEvent(Event):
    """Something about a unit."""

    unit: Unit


@value
class TableLaid(Event):
    """The table is laid."""

    table: str


@value
class RolesTaken(SideEvent):
    """Who attacks."""


@value
class ForceMustered(SideEvent):
    """A brigade is assembled."""

    title: str
    points: int
    tokens: int


@value
class CardDrawn(SideEvent):
    """A card goes into a hand; only its owner sees it."""

    card: str

    def seers(self) -> tuple[Seat, ...]:
        """A11: kept from the opponent."""
        return (self.side,)


@value
class CardTaken(SideEvent):
    """A face-up card is taken."""

    card: str


@value
class CardsDealt(Event):
    """The cards lie ready."""

    count: int


@value
class MarkerPlaced(SideEvent):
    """A recon marker is placed."""

    x: int
    y: int


@value
class Deployed(UnitEvent):
    """A unit is on the table."""

    kind: str


@value
class TurnBegan(Event):
    """A turn begins."""

    turn: int


@value
class InitiativeRolled(SideEvent):
    """A die for initiative."""

    die: Die


@value
class InitiativeTo(SideEvent):
    """A side becomes active."""


@value
class TokensGenerated(SideEvent):
    """The tokens of the turn."""

    tokens: int


@value
class Tested(UnitEvent):
    """A command or morale test."""

    what: str
    die: Die
    need: int
    modifiers: Modifiers
    result: Result


@value
class Ordered(UnitEvent):
    """A unit's action."""

    order: str


@value
class Moved(UnitEvent):
    """A unit has moved."""

    x: int
    y: int
    how: str


@value
class Stayed(UnitEvent):
    """A unit stays where it is."""


@value
class Halted(UnitEvent):
    """A move is cut short."""


@value
class LeftTable(UnitEvent):
    """A unit leaves the table."""


@value
class FiredAt(UnitEvent):
    """A unit fires."""

    fight: ClassVar[bool] = True

    target: Unit
    dice: int
    need: int
    guns: int
    guns_need: int
    modifiers: Modifiers
    gun_modifiers: tuple[Modifier, ...] = ()
    """Those of machine guns that fire with rifles."""


@value
class DieRolled(UnitEvent):
    """A die to hit."""

    die: Die
    need: int
    result: Result


@value
class WasHit(UnitEvent):
    """Hits and markers."""

    hits: int
    markers: int


@value
class CasualtyRolled(UnitEvent):
    """A casualty die."""

    die: Die
    need: int
    result: Result


@value
class BaseLost(UnitEvent):
    """A base is lost."""

    what: str
    left: int


@value
class UnitDestroyed(UnitEvent):
    """A unit is destroyed."""

    why: str


@value
class MarkersGained(UnitEvent):
    """Morale markers are put on a unit."""

    markers: int
    why: str


@value
class MarkersRemoved(UnitEvent):
    """Morale markers are taken off."""

    markers: int


@value
class DrivenBack(UnitEvent):
    """A unit falls back from close combat."""


@value
class SmokeLaid(UnitEvent):
    """Smoke in front of a unit."""

    result: Result


@value
class Dismounted(UnitEvent):
    """Cavalry dismount."""


@value
class Remounted(UnitEvent):
    """Cavalry remount."""


@value
class Reacts(UnitEvent):
    """A unit tries to react."""

    how: str


@value
class Seized(SideEvent):
    """The initiative is seized."""


@value
class PassedOn(SideEvent):
    """The initiative is passed."""


@value
class Burned(SideEvent):
    """A token is burned."""


@value
class CardPlayed(SideEvent):
    """A card is played."""

    card: str
    on: UnitWords


@value
class CardCountered(SideEvent):
    """A card is countered."""

    card: str


@value
class CardStored(SideEvent):
    """A token goes on a card."""

    card: str
    tokens: int


@value
class Revealed(UnitEvent):
    """A hidden unit is seen."""

    reveals: ClassVar[bool] = True


@value
class MarkerRevealed(SideEvent):
    """A recon marker is taken away."""

    reveals: ClassVar[bool] = True

    what: str


@value
class Spotted(UnitEvent):
    """A die for spotting."""

    die: Die
    need: int
    result: Result


@value
class ReserveRolled(SideEvent):
    """A die for a unit in reserve; only its owner sees it."""

    die: Die
    need: int
    result: Result

    def seers(self) -> tuple[Seat, ...]:
        """C8: kept from the opponent."""
        return (self.side,)


@value
class CameUp(UnitEvent):
    """A unit comes up out of reserve."""


@value
class Reinforced(UnitEvent):
    """A base comes up."""

    bases: int


@value
class Returned(UnitEvent):
    """A destroyed unit comes back."""

    bases: int


@value
class GeneralMoved(SideEvent):
    """The general rides."""

    x: int
    y: int


@value
class GeneralFled(SideEvent):
    """The general flees."""


@value
class Penetrated(SideEvent):
    """Enemy cavalry in the rear costs tokens."""

    tokens: int


@value
class Flooded(SideEvent):
    """Fields are flooded."""

    x: int
    y: int


@value
class WagonLeft(UnitEvent):
    """A wagon is off."""


@value
class PointsStand(Event):
    """Victory points."""

    blue: int
    red: int


@value
class GameOver(Event):
    """The end."""

    result: Result
