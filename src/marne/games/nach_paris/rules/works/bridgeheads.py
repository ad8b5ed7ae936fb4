"""[11.2] Fortified Zones: German works on passes and before the bridges of the Rhine.

For combat: a standing zone is a target even alone (`zone_targets`), adds `zone_cbf` to units with it, and tests by
`ZoneTest`. For barrages: `zone_arf_kept` and `zone_abu_modifiers` in place of terrain.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import Result, V, modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, Side
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.works.events import WorksTested
from marne.games.nach_paris.steps import NachParisQuestion, Steps, label, value
from marne.hexes import Bits, bits

__all__ = [
    "ZoneTest",
    "destroy_zone",
    "strike_zone",
    "zone_abu_modifiers",
    "zone_arf_kept",
    "zone_at",
    "zone_cbf",
    "zone_targets",
]


def zone_at(board: NachParisBoard, hex: Hex) -> int:
    """[11.2.1] The Fortified Zone that stands in a hex, -1 if none does."""
    zone = forts.ZONE_AT.get(hex, -1)
    return -1 if zone >= 0 and board.zones_gone >> zone & 1 else zone


def zone_targets(board: NachParisBoard, side: Side) -> Bits:
    """[11.2.4], [11.2.6] Hexes with a Fortified Zone that a side may attack or barrage, even with no unit in them."""
    if side != ALLIED_SIDE:
        return 0
    return bits(hex for hex in forts.ZONE_AT if zone_at(board, hex) >= 0)


def zone_cbf(board: NachParisBoard, hex: Hex) -> int:
    """[11.2.3], [11.2.5] What a standing zone defends with, alone or added to the units in it; never multiplied.

    Alone it has neither flank nor rear, only its terrain [11.2.4].
    """
    zone = zone_at(board, hex)
    return forts.ZONE_CBF[zone] if zone >= 0 else 0


def zone_arf_kept(board: NachParisBoard, hex: Hex) -> int:
    """[11.2.6] Per cent of the ARF that an ABU keeps against all in a hex, zone and units; 100 without a zone."""
    return V.arf_kept.zone if zone_at(board, hex) >= 0 else 100


def zone_abu_modifiers(board: NachParisBoard, hex: Hex) -> tuple[Modifier, ...]:
    """[11.2.6] In place of the terrain modifier, where a zone stands."""
    return (modifier("abu.zone"),) if zone_at(board, hex) >= 0 else ()


@value
class ZoneTest(NachParisQuestion[int]):
    """[11.2.7] A Fortified Zone tests its CAB; if it fails it is destroyed, then `failed` follows."""

    rule: ClassVar[str] = "11.2.7"
    zone: int
    modifiers: tuple[Modifier, ...] = ()
    passed: Steps = ()
    failed: Steps = ()

    def needed(self) -> int:
        """[5.1.2]"""
        return forts.ZONE_CAB[self.zone] + total(self.modifiers)

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20) if self.needed() > 0 else Only(0)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        good = self.needed() > 0 and die <= self.needed()
        zone = MAP.fortified_zones[self.zone]
        board.tell(
            WorksTested(
                self.rule,
                zone.name,
                label(zone.hex),
                forts.ZONE_CAB[self.zone],
                self.modifiers,
                self.needed(),
                die,
                good,
            )
        )
        if good:
            return self.passed
        destroy_zone(board, self.zone)
        return self.failed


def strike_zone(board: NachParisBoard, zone: int, result: Result, modifiers: tuple[Modifier, ...]) -> Steps:
    """[11.2.7] What a result of a combat or an ABU does to a zone: an automatic loss destroys it, else it tests."""
    if not result.lost:
        return (ZoneTest(zone, modifiers),) if result.tested else ()
    destroy_zone(board, zone)
    return ()


def destroy_zone(board: NachParisBoard, zone: int) -> None:
    """[11.2.7] The zone is gone; its hex can be entered."""
    board.zones_gone |= 1 << zone
    found = MAP.fortified_zones[zone]
    board.tell(FortDestroyed("11.2.7", found.name, label(found.hex)))
