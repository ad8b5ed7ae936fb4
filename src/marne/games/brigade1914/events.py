"""What happened, for people."""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import UNITS, Die, Event, Modifier, Modifiers, Names, Result, Seat, Sort, Tells, value

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

    sort: ClassVar[Sort] = "order"
    table: str


@value
class RolesTaken(SideEvent):
    """Who attacks."""

    sort: ClassVar[Sort] = "order"


@value
class ForceMustered(SideEvent):
    """A brigade is assembled."""

    sort: ClassVar[Sort] = "order"
    title: str
    points: int
    tokens: int


@value
class CardDrawn(SideEvent):
    """A card goes into a hand; only its owner sees it."""

    sort: ClassVar[Sort] = "order"
    card: str

    def seers(self) -> tuple[Seat, ...]:
        """A11: kept from the opponent."""
        return (self.side,)


@value
class CardTaken(SideEvent):
    """A face-up card is taken."""

    sort: ClassVar[Sort] = "order"
    card: str


@value
class CardsDealt(Event):
    """The cards lie ready."""

    sort: ClassVar[Sort] = "order"
    count: int


@value
class MarkerPlaced(SideEvent):
    """A recon marker is placed."""

    sort: ClassVar[Sort] = "order"
    x: int
    y: int


@value
class Deployed(UnitEvent):
    """A unit is on the table."""

    sort: ClassVar[Sort] = "arrival"
    kind: str


@value
class TurnBegan(Event):
    """A turn begins."""

    sort: ClassVar[Sort] = "turn"
    turn: int


@value
class InitiativeRolled(SideEvent):
    """A die for initiative."""

    sort: ClassVar[Sort] = "roll"
    die: Die


@value
class InitiativeTo(SideEvent):
    """A side becomes active."""

    sort: ClassVar[Sort] = "order"


@value
class TokensGenerated(SideEvent):
    """The tokens of the turn."""

    sort: ClassVar[Sort] = "supply"
    tokens: int


@value
class Tested(UnitEvent):
    """A command or morale test."""

    sort: ClassVar[Sort] = "roll"
    what: str
    die: Die
    need: int
    modifiers: Modifiers
    result: Result


@value
class Ordered(UnitEvent):
    """A unit's action."""

    sort: ClassVar[Sort] = "order"
    order: str


@value
class Moved(UnitEvent):
    """A unit has moved."""

    sort: ClassVar[Sort] = "move"
    x: int
    y: int
    how: str


@value
class Stayed(UnitEvent):
    """A unit stays where it is."""

    sort: ClassVar[Sort] = "state"


@value
class Halted(UnitEvent):
    """A move is cut short."""

    sort: ClassVar[Sort] = "state"


@value
class LeftTable(UnitEvent):
    """A unit leaves the table."""

    sort: ClassVar[Sort] = "departure"


@value
class FiredAt(UnitEvent):
    """A unit fires."""

    sort: ClassVar[Sort] = "battle"
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

    sort: ClassVar[Sort] = "roll"
    die: Die
    need: int
    result: Result


@value
class WasHit(UnitEvent):
    """Hits and markers."""

    sort: ClassVar[Sort] = "roll"
    hits: int
    markers: int


@value
class CasualtyRolled(UnitEvent):
    """A casualty die."""

    sort: ClassVar[Sort] = "roll"
    die: Die
    need: int
    result: Result


@value
class BaseLost(UnitEvent):
    """A base is lost."""

    sort: ClassVar[Sort] = "loss"
    what: str
    left: int


@value
class UnitDestroyed(UnitEvent):
    """A unit is destroyed."""

    sort: ClassVar[Sort] = "loss"
    why: str

    def gone(self) -> bool:
        return True


@value
class MarkersGained(UnitEvent):
    """Morale markers are put on a unit."""

    sort: ClassVar[Sort] = "state"
    markers: int
    why: str


@value
class MarkersRemoved(UnitEvent):
    """Morale markers are taken off."""

    sort: ClassVar[Sort] = "state"
    markers: int


@value
class DrivenBack(UnitEvent):
    """A unit falls back from close combat."""

    sort: ClassVar[Sort] = "battle_move"


@value
class SmokeLaid(UnitEvent):
    """Smoke in front of a unit."""

    sort: ClassVar[Sort] = "works"
    result: Result


@value
class Dismounted(UnitEvent):
    """Cavalry dismount."""

    sort: ClassVar[Sort] = "state"


@value
class Remounted(UnitEvent):
    """Cavalry remount."""

    sort: ClassVar[Sort] = "state"


@value
class Reacts(UnitEvent):
    """A unit tries to react."""

    sort: ClassVar[Sort] = "roll"
    how: str


@value
class Seized(SideEvent):
    """The initiative is seized."""

    sort: ClassVar[Sort] = "order"


@value
class PassedOn(SideEvent):
    """The initiative is passed."""

    sort: ClassVar[Sort] = "order"


@value
class Burned(SideEvent):
    """A token is burned."""

    sort: ClassVar[Sort] = "order"


@value
class CardPlayed(SideEvent):
    """A card is played."""

    sort: ClassVar[Sort] = "order"
    card: str
    on: UnitWords


@value
class CardCountered(SideEvent):
    """A card is countered."""

    sort: ClassVar[Sort] = "order"
    card: str


@value
class CardStored(SideEvent):
    """A token goes on a card."""

    sort: ClassVar[Sort] = "order"
    card: str
    tokens: int


@value
class Revealed(UnitEvent):
    """A hidden unit is seen."""

    sort: ClassVar[Sort] = "sight"
    reveals: ClassVar[bool] = True


@value
class MarkerRevealed(SideEvent):
    """A recon marker is taken away."""

    sort: ClassVar[Sort] = "sight"
    reveals: ClassVar[bool] = True

    what: str


@value
class Spotted(UnitEvent):
    """A die for spotting."""

    sort: ClassVar[Sort] = "sight"
    die: Die
    need: int
    result: Result


@value
class ReserveRolled(SideEvent):
    """A die for a unit in reserve; only its owner sees it."""

    sort: ClassVar[Sort] = "roll"
    die: Die
    need: int
    result: Result

    def seers(self) -> tuple[Seat, ...]:
        """C8: kept from the opponent."""
        return (self.side,)


@value
class CameUp(UnitEvent):
    """A unit comes up out of reserve."""

    sort: ClassVar[Sort] = "arrival"


@value
class Reinforced(UnitEvent):
    """A base comes up."""

    sort: ClassVar[Sort] = "arrival"
    bases: int


@value
class Returned(UnitEvent):
    """A destroyed unit comes back."""

    sort: ClassVar[Sort] = "arrival"
    bases: int


@value
class GeneralMoved(SideEvent):
    """The general rides."""

    sort: ClassVar[Sort] = "move"
    x: int
    y: int


@value
class GeneralFled(SideEvent):
    """The general flees."""

    sort: ClassVar[Sort] = "move"


@value
class Penetrated(SideEvent):
    """Enemy cavalry in the rear costs tokens."""

    sort: ClassVar[Sort] = "supply"
    tokens: int


@value
class Flooded(SideEvent):
    """Fields are flooded."""

    sort: ClassVar[Sort] = "works"
    x: int
    y: int


@value
class WagonLeft(UnitEvent):
    """A wagon is off."""

    sort: ClassVar[Sort] = "departure"


@value
class PointsStand(Event):
    """Victory points."""

    sort: ClassVar[Sort] = "points"
    blue: int
    red: int


@value
class GameOver(Event):
    """The end."""

    sort: ClassVar[Sort] = "end"
    result: Result
