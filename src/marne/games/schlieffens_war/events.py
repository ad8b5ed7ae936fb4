"""What happened, for people. Every event names its rule; what only one side may know says so in `seers`."""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import UNITS, Column, Die, Event, Modifiers, Names, Result, Seat, Sort, Tells, value
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import NAMES, SIDE

__all__ = [
    "Advanced", "ArtilleryFired", "ArtilleryKept", "AttackDeclared", "AttritionRolled", "BattleFought", "CityTaken",
    "ConcentricRolled", "CorpsWithdrawn", "DefendersNamed", "GameOver", "MoraleChanged", "Moved", "Overstacked",
    "ParisEndangered", "PhaseBegan", "PlanXviiAttack", "Probed", "Regrouped", "Retreated", "Returned", "StackMoved",
    "StepLost", "SupplyChecked", "TurnBegan", "UnitArrived", "UnitEliminated", "UnitPlaced",
]  # fmt: skip

Hex = Annotated[int, Tells("hexes", lambda hex: (g.LABELS[hex],) if hex >= 0 else ())]
Unit = Annotated[int, Names(UNITS), Tells("pieces", lambda unit: (NAMES[unit],))]
Units = Annotated[
    tuple[int, ...], Names(UNITS, many=True), Tells("pieces", lambda units: (NAMES[unit] for unit in units))
]


@value
class TurnBegan(Event):
    """5.1: a turn."""

    sort: ClassVar[Sort] = "turn"
    turn: int


@value
class PhaseBegan(Event):
    """5.1: a phase of a player turn."""

    sort: ClassVar[Sort] = "phase"
    side: int
    phase: str


@value
class OwnEvent(Event):
    """Something about one unit that only its owner may know (6.6)."""

    unit: Unit

    def seers(self) -> tuple[Seat, ...] | None:
        return (SIDE[self.unit],)


@value
class UnitPlaced(OwnEvent):
    """3.1: set up."""

    sort: ClassVar[Sort] = "arrival"
    hex: Hex


@value
class Moved(OwnEvent):
    """10.1: a unit has moved; `forced` if by forced march."""

    sort: ClassVar[Sort] = "move"
    start: Hex
    hex: Hex
    spent: int
    forced: bool


@value
class StackMoved(Event):
    """6.6: what the other side sees of a move."""

    sort: ClassVar[Sort] = "move"
    side: int
    start: Hex
    hex: Hex

    def seers(self) -> tuple[Seat, ...] | None:
        return (1 - self.side,)


@value
class MoraleChanged(OwnEvent):
    """9.6: a unit's morale goes up or down."""

    sort: ClassVar[Sort] = "state"
    morale: int


@value
class Regrouped(OwnEvent):
    """9.5: a unit is back at full strength."""

    sort: ClassVar[Sort] = "state"


@value
class StepLost(Event):
    """2.7: a unit loses a step and stays. In combat both sides see it; what marches and hunger cost is the owner's."""

    sort: ClassVar[Sort] = "loss"
    reveals: ClassVar[bool] = True

    unit: Unit
    hex: Hex
    steps: int

    def seers(self) -> tuple[Seat, ...] | None:
        return None if self.rule.startswith("11") else (SIDE[self.unit],)


@value
class UnitEliminated(Event):
    """2.8: a unit leaves the map; `lost` for good, or to the display of eliminated units."""

    sort: ClassVar[Sort] = "loss"
    reveals: ClassVar[bool] = True

    unit: Unit
    hex: Hex
    lost: bool

    def gone(self) -> bool:
        return True


@value
class Returned(Event):
    """9.5: an eliminated unit comes back."""

    sort: ClassVar[Sort] = "arrival"
    known: ClassVar[str] = "the display of eliminated units lies open"

    unit: Unit
    hex: Hex


@value
class UnitArrived(Event):
    """9.2, 9.3: a reinforcement."""

    sort: ClassVar[Sort] = "arrival"
    known: ClassVar[str] = "who comes when is printed"

    unit: Unit
    hex: Hex


@value
class CorpsWithdrawn(Event):
    """9.4: a corps leaves for the East."""

    sort: ClassVar[Sort] = "departure"
    reveals: ClassVar[bool] = True

    unit: Unit


@value
class Overstacked(Event):
    """6.5: too many units in a hex."""

    sort: ClassVar[Sort] = "state"
    hex: Hex


@value
class Probed(Event):
    """11.1: a probing attack."""

    sort: ClassVar[Sort] = "battle"
    reveals: ClassVar[bool] = True

    unit: Unit
    start: Hex
    hex: Hex


@value
class AttackDeclared(Event):
    """11.6: the attackers and their target."""

    sort: ClassVar[Sort] = "battle"
    reveals: ClassVar[bool] = True

    side: int
    hex: Hex
    units: Units


@value
class DefendersNamed(Event):
    """11.2: who defends."""

    sort: ClassVar[Sort] = "order"
    reveals: ClassVar[bool] = True

    hex: Hex
    units: Units


@value
class ConcentricRolled(Event):
    """11.15: the die of a concentric attack."""

    sort: ClassVar[Sort] = "roll"
    hex: Hex
    die: Die
    shift: int


@value
class ArtilleryFired(Event):
    """11.23: heavy artillery or the coup de main."""

    sort: ClassVar[Sort] = "roll"
    marker: str
    die: Die
    shift: int


@value
class ArtilleryKept(Event):
    """11.23: whether the marker can be used again."""

    sort: ClassVar[Sort] = "roll"
    die: Die
    kept: bool


@value
class BattleFought(Event):
    """11.17: the sum of the attack, its die and its result; die 0 where the odds were off the table."""

    sort: ClassVar[Sort] = "roll"
    fight: ClassVar[bool] = True

    hex: Hex
    attack: int
    defence: int
    modifiers: Modifiers
    column: Column
    die: Die
    result: Result


@value
class PlanXviiAttack(Event):
    """4.4: one more all-French attack into Germany."""

    sort: ClassVar[Sort] = "points"
    count: int


@value
class Retreated(Event):
    """11.21: defenders go back one hex."""

    sort: ClassVar[Sort] = "battle_move"
    known: ClassVar[str] = "both sides see who fights"

    units: Units
    start: Hex
    hex: Hex


@value
class Advanced(Event):
    """11.22: an attacker enters the vacated hex."""

    sort: ClassVar[Sort] = "battle_move"
    known: ClassVar[str] = "both sides see who fights"

    unit: Unit
    start: Hex
    hex: Hex


@value
class SupplyChecked(Event):
    """5.5: how many units are without supply."""

    sort: ClassVar[Sort] = "supply"
    side: int
    out: int
    fortress: int


@value
class AttritionRolled(OwnEvent):
    """8.8, 10.6: an attrition die."""

    sort: ClassVar[Sort] = "roll"
    die: Die
    lost: int


@value
class CityTaken(Event):
    """4.6: a city changes hands."""

    sort: ClassVar[Sort] = "control"
    side: int
    hex: Hex
    points: int


@value
class ParisEndangered(Event):
    """4.1: a German unit stands within the ring."""

    sort: ClassVar[Sort] = "points"
    hex: Hex


@value
class GameOver(Event):
    """Chapter 4: the end."""

    sort: ClassVar[Sort] = "end"
    winner: int
