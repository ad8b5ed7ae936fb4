"""[10], [11] What happens to works and fortifications, for people."""

from __future__ import annotations

from marne.engine import Modifier, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = [
    "AssaultDeclared", "AssaultFired", "AssaultIdle", "AssaultLapsed", "Entered", "FortReduced", "FortTested",
    "Improved", "WallsHeld",
]  # fmt: skip


@value
class FortTested(NachParisEvent):
    """[5.1.1] A fort, Feste or Fortified Zone tested its CAB; die 0: it failed unrolled, 5.1.2."""

    fort: str
    hex: str
    cab: int
    modifiers: tuple[Modifier, ...]
    needed: int
    die: int
    passed: bool


@value
class FortReduced(NachParisEvent):
    """[11.4.10] A Feste is on its reduced side now."""

    fort: str
    hex: str


@value
class Improved(NachParisEvent):
    """[11.1.7] Fieldworks of a hex became regular entrenchments, or did not."""

    hex: str
    done: bool


@value
class WallsHeld(NachParisEvent):
    """[11.7.1] A unit holds the old fortifications of its hex."""

    unit: str
    hex: str


@value
class AssaultDeclared(NachParisEvent):
    """[11.5.1] Guns and one unit are told off against a fort."""

    fort: str
    hex: str
    unit: str
    units: str


@value
class AssaultFired(NachParisEvent):
    """[11.5.1] The barrage of an assault: factor, columns to the right, the heading, die and row, the result."""

    fort: str
    hex: str
    aff: int
    shift: int
    column: int
    die: int
    modifiers: tuple[Modifier, ...]
    row: int
    result: str


@value
class AssaultIdle(NachParisEvent):
    """[11.5.10] The fort fell before: its stormers do nothing."""

    fort: str
    hex: str
    unit: str


@value
class AssaultLapsed(NachParisEvent):
    """[11.5.2] The unit that was to storm a fort does not stand before it."""

    fort: str
    hex: str
    unit: str


@value
class Entered(NachParisEvent):
    """[11.5.8] The stormers go in."""

    unit: str
    hex: str
