"""[13.1.1]-[13.1.3], [13.2.1], [13.2.3] Which headquarters lead a unit, and how far their word carries."""

from __future__ import annotations

from enum import IntEnum

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ARMY,
    BY_ID,
    CAVALRY_CORPS,
    COMMAND,
    COMMAND_LATER,
    COMMAND_REDUCED,
    DE,
    HEADQUARTERS,
    HQS_OF_ARMY,
    IDS,
    IN_ARMY_CORPS,
    NATION,
    NATIONS,
    OF_NATION,
    Unit,
)
from marne.hexes import Bits, bits, members, memo

__all__ = ["Command", "army_of", "command", "command_range", "leaders", "reaches", "restricted"]


class Command(IntEnum):
    """[13.1.1], [13.1.7] Whether a unit is in Command Range, or only its headquarters is lost."""

    NONE = 0
    LOST = 1
    IN_RANGE = 2


def restricted(board: NachParisBoard) -> bool:
    """[13.2.1], [13.2.3] Whether German units are bound to the headquarters of their army: until turn 21."""
    return board.turn < V.turns.free_command


def army_of(board: NachParisBoard, unit: Unit) -> Bits:
    """[13.2.1], [13.2.2] The headquarters of the army that a unit belongs to now; none for those without an army.

    The 7th German Army has two. departs: `led-by`, before Liège some obey another army.
    """
    if NATION[unit] == DE and restricted(board):
        if unit in board.obeys:
            return HQS_OF_ARMY[ARMY[board.obeys[unit]]]
        for led in board.play.said.special.led:
            if board.turn <= led.until and IDS[unit] in led.units:
                return 1 << BY_ID[led.hq]
    return HQS_OF_ARMY[ARMY[unit]] if ARMY[unit] >= 0 else 0


def leaders(board: NachParisBoard, unit: Unit) -> Bits:
    """[13.1.3], [13.2.1] The headquarters that may lead a unit: any of its nation, or those of its German army."""
    bound = army_of(board, unit) if NATION[unit] == DE and restricted(board) else 0
    return bound or HEADQUARTERS & OF_NATION[NATION[unit]]


def command_range(board: NachParisBoard, hq: Unit, unit: Unit) -> int:
    """[13.2.1], [13.2.3] How far a headquarters reaches a unit; German army corps less far at first."""
    if NATION[hq] != DE:
        return COMMAND[hq]
    if not restricted(board):
        return COMMAND_LATER[hq]
    return COMMAND_REDUCED[hq] if IN_ARMY_CORPS >> unit & 1 else COMMAND[hq]


def reaches(board: NachParisBoard, hq: Unit, unit: Unit, hexes: int) -> bool:
    """[13.1.1] The distance alone counts, whoever stands between."""
    here, there = board.where[hq], board.where[unit]
    return here >= 0 <= there and bool(MAP.grid.within_bits(here, hexes) >> there & 1)


def command(board: NachParisBoard, unit: Unit) -> Command:
    """[13.1.1] Whether a unit is in command.

    departs: 13.1.7, whoever another of its headquarters reaches does not miss the one that is lost.
    """
    if _on_its_own(unit) or _besieging(board, unit):
        return Command.IN_RANGE
    led_by = leaders(board, unit)
    if any(reaches(board, hq, unit, command_range(board, hq, unit)) for hq in members(led_by)):
        return Command.IN_RANGE
    return Command.LOST if _misses_its_own(board, unit) else Command.NONE


def _on_its_own(unit: Unit) -> bool:
    """[13.1.2] Divisions of cavalry corps need no headquarters."""
    return bool(CAVALRY_CORPS >> unit & 1)


def _misses_its_own(board: NachParisBoard, unit: Unit) -> bool:
    """[13.1.7] Whether a headquarters of its army is lost."""
    return bool(army_of(board, unit) & bits(board.headquarters_lost))


def _besieging(board: NachParisBoard, unit: Unit) -> bool:
    """Before an enemy camp that holds out Germans need no headquarters (departs: `siege-command`)."""
    hexes = board.play.said.special.siege_command
    return bool(hexes) and NATION[unit] == DE and bool(_before_camps(board.forts_gone, hexes) >> board.where[unit] & 1)


@memo(64)
def _before_camps(gone: Bits, hexes: int) -> Bits:
    holding = (camp for i, camp in enumerate(MAP.camps) if camp.nation != NATIONS[DE] and forts.CAMPS[i] & ~gone)
    return MAP.grid.links.within(bits(hex for camp in holding for hex in camp.hexes), hexes)
