"""[9.1.8], [9.1.9], [10.2], [11.1], [11.6], [11.7] What the defender is worth: factors, works, forts, nations."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Final

from marne.games.nach_paris import forts as forts_data
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.map import Entrenchment
from marne.games.nach_paris.rules.combat.battle import NOBODY, Battle, origins, standing_zone
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.forts import FORTS_OF, active_at, lost_sides
from marne.games.nach_paris.tables import V, camp_works_over
from marne.games.nach_paris.units import (
    CAVALRY,
    ENGINEERS,
    GERMAN_SIDE,
    HEADQUARTERS,
    NATION,
    NATIONS,
    SIDE,
    Unit,
)
from marne.hexes import Bits, bits, members

__all__ = [
    "FIELDWORKS", "OPEN_FIELD", "REGULAR", "STRENGTHENED", "WITHOUT_WORKS", "behind", "defence", "entrenched_units",
    "fort_factors", "manned", "works_of",
]  # fmt: skip

OPEN_FIELD, FIELDWORKS, REGULAR, STRENGTHENED = range(4)
_TENTHS: Final = (
    (10, V.defence.fieldworks_german, V.defence.regular_german, V.defence.strengthened_german),
    (10, V.defence.fieldworks_allied, V.defence.regular_allied, V.defence.strengthened_allied),
)
"""[10.2.1], [11.1.4], [11.6.2] By side, then by level."""
WITHOUT_WORKS: Final = CAVALRY | HEADQUARTERS | ENGINEERS
_SHELTERED: Final = {Entrenchment.NONE: OPEN_FIELD, Entrenchment.REGULAR: REGULAR}


def behind(board: NachParisBoard, unit: Unit, hex: Hex, sources: tuple[Hex, ...]) -> int:
    """[11.1.4]-[11.1.5], [11.6.1]-[11.6.12] The printed entrenchments that cover a unit against these neighbours."""
    level = max(
        (_SHELTERED.get(MAP.guard(hex, source), STRENGTHENED) for source in sources if MAP.grid.adjacent(hex, source)),
        default=OPEN_FIELD,
    )
    camp = MAP.camp[hex]
    if not level or WITHOUT_WORKS >> unit & 1:
        return OPEN_FIELD
    if camp < 0:
        return level if board.turn >= V.turns.entrenchments else FIELDWORKS  # 11.1.3
    level -= not camp_works_over(MAP.camps[camp].name, board.turn)  # 11.6.5, 11.6.6
    level -= not active_at(board, hex)  # 11.6.11
    builder = MAP.forts[MAP.camps[camp].forts[0]].nation if MAP.camps[camp].forts else ""
    level -= builder != NATIONS[NATION[unit]]  # 11.6.12
    return max(OPEN_FIELD, level)


def works_of(board: NachParisBoard, unit: Unit, hex: Hex, sources: tuple[Hex, ...], dug: Bits) -> int:
    """[10.1.6], [11.1.7] The best works of a unit: printed ones, or its own if they face the attackers.

    `dug` are the front hexes of all units in works of their own there [10.1.7] (departs: 10.1.6, 10.2.3: fieldworks
    help only if every attacker comes from one of them).
    """
    level = behind(board, unit, hex, sources)
    if board.entrenched >> unit & 1 and any(dug >> source & 1 for source in sources):
        return max(level, REGULAR)  # 11.1.5
    if board.fieldworks >> unit & 1 and all(dug >> source & 1 for source in sources):
        return max(level, FIELDWORKS)
    return level


def manned(board: NachParisBoard, battle: Battle) -> dict[Unit, int]:
    """[11.1.4], [11.6.2] The level of works of each defender; of those in entrenchments no more than eight steps.

    departs: 11.1.4, the eight steps are those that gain most.
    """
    sources = origins(board, battle)
    defenders = members(battle.defenders & ~battle.walls)
    dug = 0
    for unit in defenders:
        if (board.fieldworks | board.entrenched) >> unit & 1:
            dug |= front(board, unit)
    levels = {unit: works_of(board, unit, battle.hex, sources, dug) for unit in defenders}
    dug_in = [unit for unit, level in levels.items() if level >= REGULAR]
    if sum(map(board.steps, dug_in)) > V.defence.entrenched_steps:
        chosen = _best(board, dug_in, levels)
        for unit in dug_in:
            if unit not in chosen:
                levels[unit] = OPEN_FIELD
    return levels


def _best(board: NachParisBoard, units: list[Unit], levels: dict[Unit, int]) -> tuple[Unit, ...]:
    """The units of no more than eight steps whose factors grow most."""

    def gain(some: tuple[Unit, ...]) -> int:
        return sum(board.cbf(unit) * (_TENTHS[SIDE[unit]][levels[unit]] - 10) for unit in some)

    fits = [
        some
        for count in range(len(units), -1, -1)
        for some in combinations(units, count)
        if sum(map(board.steps, some)) <= V.defence.entrenched_steps
    ]
    return max(fits, key=gain)


def fort_factors(board: NachParisBoard, hex: Hex, side: int) -> int:
    """[11.3.7], [11.4.7], [11.2.5] What forts and Fortified Zones add to the units of their hex."""
    mine = active_at(board, hex) & FORTS_OF[side]
    total = sum(forts_data.CBF[fort][lost_sides(board, fort)] for fort in members(mine))
    zone = standing_zone(board, hex)
    return total + (forts_data.ZONE_CBF[zone] if zone >= 0 and side == GERMAN_SIDE else 0)


def defence(board: NachParisBoard, battle: Battle) -> Fraction:
    """[9.1.8], [9.1.9] The defender's points: nothing is rounded. Headquarters and engineers have no CBF [9.1.14]."""
    total = Fraction(fort_factors(board, battle.hex, 1 - board.side))
    levels = manned(board, battle)
    for unit in members(battle.defenders & ~(HEADQUARTERS | ENGINEERS)):
        points = Fraction(board.cbf(unit))
        if battle.walls >> unit & 1:
            points = points * V.defence.old_walls / 10
        else:
            points = points * _TENTHS[SIDE[unit]][levels[unit]] / 10
        if battle.whole != NOBODY and NATION[unit] != battle.whole:
            points = points * V.defence.other_nations / 10
        total += points
    return total


def entrenched_units(board: NachParisBoard, battle: Battle) -> tuple[Bits, Bits]:
    """[11.1.6], [11.6.3] The defenders in regular, and in strengthened entrenchments."""
    levels = manned(board, battle)
    return (
        bits(unit for unit, level in levels.items() if level == REGULAR),
        bits(unit for unit, level in levels.items() if level == STRENGTHENED),
    )
