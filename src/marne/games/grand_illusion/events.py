"""What happened, for people. The words are in `data/words.*.toml`, by class name."""

from __future__ import annotations

from typing import Annotated, ClassVar

from marne.engine import Die, Event, Modifiers, PieceId, PieceIds, Result, Sort, Tells, Verdict, value

__all__ = [
    "Activated", "Arrived", "BattleBegan", "BattleDeclared", "Besieged", "CapGained", "CapsReceived",
    "CavalryWithdrew", "ControlChanged", "Delayed", "ElanPaid", "Eliminated", "Entrenched", "FortReduced",
    "FortSurrendered", "FortuneChosen", "FortuneRolled", "GameWon", "GrandIllusionEvent", "GunFired",
    "HeadquartersMoved", "InitiativeTaken", "IntoTheSea", "LeftOut", "MarkerDrawn", "MayRetreat", "Moved",
    "MustRetreat", "NoWayOut", "OptionsRevealed", "OrderReceived", "ParisInDanger", "Placed", "PointsChanged",
    "Recovered", "Retreated", "SentEast", "Shot", "SiegeLifted", "TurnBegan", "UnitDisrupted", "WentHome",
    "WithdrawalDeclared", "WithdrawalDie", "Withdrew",
]  # fmt: skip

Hex = Annotated[int, Tells("hexes", lambda hex: (str(hex),) if hex > 0 else ())]


class GrandIllusionEvent(Event):
    """Something that happened."""

    __slots__ = ()


@value
class _InHex(GrandIllusionEvent):
    hex: Hex


@value
class _OfUnit(GrandIllusionEvent):
    unit: PieceId
    hex: Hex


@value
class _OfUnits(GrandIllusionEvent):
    units: PieceIds
    hex: Hex


@value
class _OfSide(GrandIllusionEvent):
    side: str


@value
class _OfSideInHex(_OfSide):
    hex: Hex


@value
class UnitDisrupted(_OfUnit):
    """A combat unit is flipped to its back."""

    sort: ClassVar[Sort] = "loss"


@value
class Eliminated(_OfUnit):
    """A unit or a fort is gone."""

    sort: ClassVar[Sort] = "loss"

    def gone(self) -> bool:
        return True


@value
class FortReduced(_OfUnit):
    """A fort loses a step; what is left of it."""

    sort: ClassVar[Sort] = "loss"
    strength: int


@value
class ControlChanged(_InHex):
    """A hex changes hands."""

    sort: ClassVar[Sort] = "control"
    side: str


@value
class OptionsRevealed(GrandIllusionEvent):
    """14.3.6: both sides show the options that they wrote down."""

    sort: ClassVar[Sort] = "order"
    reveals: ClassVar[bool] = True

    allied: str
    german: str


@value
class SiegeLifted(_InHex):
    """9.5.3: a siege marker is taken away."""

    sort: ClassVar[Sort] = "works"


@value
class HeadquartersMoved(_OfUnit):
    """9.4.4: a headquarters gets out of the way."""

    sort: ClassVar[Sort] = "move"


@value
class PointsChanged(_OfSide):
    """Victory points gained or lost."""

    sort: ClassVar[Sort] = "points"
    amount: int
    total: int
    why: str


@value
class MarkerDrawn(_InHex):
    """14.1.2, 14.1.3: a victory marker comes out of the cup."""

    sort: ClassVar[Sort] = "points"
    amount: int


@value
class GameWon(_OfSide):
    """14.1.3: the game is over."""

    sort: ClassVar[Sort] = "end"
    why: str


@value
class TurnBegan(GrandIllusionEvent):
    """A new game turn."""

    sort: ClassVar[Sort] = "turn"
    turn: int


@value
class CapsReceived(_OfSide):
    """5.1.1: command points for the turn."""

    sort: ClassVar[Sort] = "supply"
    amount: int
    commander: str


@value
class InitiativeTaken(_OfSide):
    """6.0: who goes first."""

    sort: ClassVar[Sort] = "order"


@value
class Arrived(_OfUnit):
    """7.1, 7.2: a unit comes on the map."""

    sort: ClassVar[Sort] = "arrival"


@value
class Delayed(GrandIllusionEvent):
    """7.1: a unit comes later."""

    sort: ClassVar[Sort] = "departure"
    unit: PieceId
    turn: int


@value
class SentEast(_OfUnit):
    """7.3: a unit leaves for the East Front."""

    sort: ClassVar[Sort] = "departure"


@value
class ParisInDanger(_InHex):
    """8.4.9: a state of emergency."""

    sort: ClassVar[Sort] = "points"


@value
class WithdrawalDeclared(_OfSide):
    """8.7: a General Withdrawal."""

    sort: ClassVar[Sort] = "order"


@value
class Activated(_OfSideInHex):
    """8.2.1: a hex is activated."""

    sort: ClassVar[Sort] = "phase"


@value
class Moved(_OfUnits):
    """8.4: units enter a hex."""

    sort: ClassVar[Sort] = "move"


@value
class Entrenched(_InHex):
    """9.7: a trench is dug or improved."""

    sort: ClassVar[Sort] = "works"
    level: int


@value
class Recovered(_OfUnit):
    """9.8.3, 11.4: a unit is in order again."""

    sort: ClassVar[Sort] = "state"


@value
class BattleDeclared(_InHex):
    """9.1.2: a battle marker is placed."""

    sort: ClassVar[Sort] = "order"
    units: PieceIds
    mandated: bool


@value
class FortSurrendered(_OfUnit):
    """9.5.3: a besieged fort gives up."""

    sort: ClassVar[Sort] = "loss"


@value
class Withdrew(_OfUnits):
    """Units step back: cavalry delay (9.6.3), the Belgians into Antwerp (14.1.1)."""

    sort: ClassVar[Sort] = "battle_move"


# -- in a battle


@value
class BattleBegan(_InHex):
    """9.1.3: a battle is resolved."""

    sort: ClassVar[Sort] = "battle"
    fight: ClassVar[bool] = True

    side: str


@value
class GunFired(GrandIllusionEvent):
    """9.5.4: heavy artillery bombards a fort; it hits if the sum is not above the factor."""

    sort: ClassVar[Sort] = "roll"
    gun: PieceId
    fort: PieceId
    die: Die
    modifiers: Modifiers
    needed: int
    hit: Verdict
    hex: Hex


@value
class FortuneRolled(GrandIllusionEvent):
    """9.1.4: Fortunes of War; `ignored` by an attack at all cost (9.1.1)."""

    sort: ClassVar[Sort] = "roll"
    dice: Die
    result: Result
    ignored: bool
    hex: Hex


@value
class FortuneChosen(_OfSide):
    """9.1.4, 12.4: a side uses its right to change the battle."""

    sort: ClassVar[Sort] = "order"
    choice: str
    hex: Hex


@value
class CapGained(_OfSide):
    """9.1.4: a general staff gains a command point."""

    sort: ClassVar[Sort] = "supply"
    total: int


@value
class OrderReceived(_OfSide):
    """9.1.1, 9.1.4: Offensive to the Limit orders one more Mandated Battle."""

    sort: ClassVar[Sort] = "order"
    left: int


@value
class Placed(GrandIllusionEvent):
    """9.2: a unit or stack on the battle board."""

    sort: ClassVar[Sort] = "order"
    units: PieceIds
    row: str
    hex: Hex


@value
class LeftOut(_OfUnits):
    """9.2.5: a unit or stack goes back to the hex and takes no part."""

    sort: ClassVar[Sort] = "order"


@value
class CavalryWithdrew(_OfUnits):
    """9.2.6: cavalry leaves the front line."""

    sort: ClassVar[Sort] = "battle_move"


@value
class WithdrawalDie(GrandIllusionEvent):
    """9.2.6: infantry fires after the cavalry; it hits on 1 or 2."""

    sort: ClassVar[Sort] = "roll"
    unit: PieceId
    die: Die
    hit: Verdict
    hex: Hex


@value
class Shot(GrandIllusionEvent):
    """9.3: a die of a combat, with everything that is added to it and the strength that it must not exceed, if a 1
    is not all that hits."""

    sort: ClassVar[Sort] = "roll"
    units: PieceIds
    target: PieceIds
    die: Die
    modifiers: Modifiers
    strength: int
    only_one: bool
    hit: Verdict
    hex: Hex


@value
class ElanPaid(_OfUnit):
    """9.3.5: an attack with elan that cost nothing costs one hit after all."""

    sort: ClassVar[Sort] = "roll"


@value
class MustRetreat(_OfSideInHex):
    """9.4.1: a side has to leave the hex, and why."""

    sort: ClassVar[Sort] = "order"
    why: str


@value
class MayRetreat(_OfSideInHex):
    """9.4.1: trenches or the Vosges excuse a side from retreating."""

    sort: ClassVar[Sort] = "order"


@value
class Retreated(_OfUnits):
    """9.4.3: units fall back."""

    sort: ClassVar[Sort] = "battle_move"


@value
class NoWayOut(_OfUnits):
    """9.4.3: units that can retreat nowhere."""

    sort: ClassVar[Sort] = "order"


@value
class IntoTheSea(GrandIllusionEvent):
    """9.4.5: a unit is taken off; it comes back after some turns, or never (0)."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    die: Die
    modifiers: Modifiers
    turns: int
    hex: Hex


@value
class WentHome(GrandIllusionEvent):
    """12.6: the division of Namur goes round by sea."""

    sort: ClassVar[Sort] = "departure"
    unit: PieceId
    turn: int
    hex: Hex


@value
class Besieged(_InHex):
    """9.5.3: a siege marker is placed."""

    sort: ClassVar[Sort] = "works"
