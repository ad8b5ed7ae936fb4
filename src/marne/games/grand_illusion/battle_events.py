"""What happens in a battle, for people. The words are in the catalogues, by class name."""

from __future__ import annotations

from marne.engine import Modifier, value
from marne.games.grand_illusion.events import GrandIllusionEvent


@value
class BattleBegan(GrandIllusionEvent):
    """9.1.3: a battle is resolved."""

    hex: int
    side: str


@value
class GunFired(GrandIllusionEvent):
    """9.5.4: heavy artillery bombards a fort; it hits if the sum is not above the factor."""

    gun: str
    fort: str
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    hit: bool
    hex: int


@value
class FortuneRolled(GrandIllusionEvent):
    """9.1.4: Fortunes of War; `ignored` by an attack at all cost (9.1.1)."""

    dice: int
    result: str
    ignored: bool
    hex: int


@value
class FortuneChosen(GrandIllusionEvent):
    """9.1.4, 12.4: a side uses its right to change the battle."""

    side: str
    choice: str
    hex: int


@value
class CapGained(GrandIllusionEvent):
    """9.1.4: a general staff gains a command point."""

    side: str
    total: int


@value
class OrderReceived(GrandIllusionEvent):
    """9.1.1, 9.1.4: Offensive to the Limit orders one more Mandated Battle."""

    side: str
    left: int


@value
class Placed(GrandIllusionEvent):
    """9.2: a unit or stack on the battle board."""

    units: str
    row: str
    hex: int


@value
class LeftOut(GrandIllusionEvent):
    """9.2.5: a unit or stack goes back to the hex and takes no part."""

    units: str
    hex: int


@value
class CavalryWithdrew(GrandIllusionEvent):
    """9.2.6: cavalry leaves the front line."""

    units: str
    hex: int


@value
class WithdrawalDie(GrandIllusionEvent):
    """9.2.6: infantry fires after the cavalry; it hits on 1 or 2."""

    unit: str
    die: int
    hit: bool
    hex: int


@value
class Shot(GrandIllusionEvent):
    """9.3: a die of a combat, with everything that is added to it and the strength that it must not exceed."""

    units: str
    target: str
    die: int
    modifiers: tuple[Modifier, ...]
    strength: int
    hit: bool
    hex: int


@value
class ElanPaid(GrandIllusionEvent):
    """9.3.5: an attack with elan that cost nothing costs one hit after all."""

    unit: str
    hex: int


@value
class MustRetreat(GrandIllusionEvent):
    """9.4.1: a side has to leave the hex, and why."""

    side: str
    hex: int
    why: str


@value
class MayRetreat(GrandIllusionEvent):
    """9.4.1: trenches or the Vosges excuse a side from retreating."""

    side: str
    hex: int


@value
class Retreated(GrandIllusionEvent):
    """9.4.3: units fall back."""

    units: str
    hex: int


@value
class NoWayOut(GrandIllusionEvent):
    """9.4.3: units that can retreat nowhere."""

    units: str
    hex: int


@value
class IntoTheSea(GrandIllusionEvent):
    """9.4.5: a unit is taken off; it comes back after some turns, or never (0)."""

    unit: str
    die: int
    modifiers: tuple[Modifier, ...]
    turns: int
    hex: int


@value
class WentHome(GrandIllusionEvent):
    """12.6: the division of Namur goes round by sea."""

    unit: str
    turn: int
    hex: int


@value
class Besieged(GrandIllusionEvent):
    """9.5.3: a siege marker is placed."""

    hex: int
