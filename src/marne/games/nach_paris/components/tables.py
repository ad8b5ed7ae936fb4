"""The charts, looked up by their printed labels: pure functions and flat tables, nothing that changes in play.

`crt_column(59, 36)` and `combat_result(column, 32)` do what a player does with the card, die off the table included;
`modifier("combat.flank")` is a line of the sum beside a die. `V` are the numbers of the rules: `V.supply.normal`.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from typing import Final

from marne.engine import Modifier
from marne.games.nach_paris.components import table_files as files
from marne.games.nach_paris.components.data import LOADED, MAP
from marne.games.nach_paris.components.map import Cover, Terrain, Town, Water
from marne.games.nach_paris.components.table_files import HEXSIDES, CombatResult, Result
from marne.games.nach_paris.components.units import MOBILITIES
from marne.games.nach_paris.components.values import TRACK as TRACK_FILE
from marne.games.nach_paris.components.values import VALUES as VALUES_FILE
from marne.tables import TableGrid

__all__ = [
    "ABF",
    "ABF_AFF",
    "ABU",
    "ABU_ARF",
    "AMOUNT",
    "COMBAT_MODIFIER",
    "COMBAT_STEPS",
    "CONVOYS",
    "CROSSING",
    "CRT",
    "CRT_ODDS",
    "DEEP_FOREST",
    "EMBARK",
    "ENTRAIN_COST",
    "FACINGS",
    "FIRST_CRT",
    "FLOODED",
    "FLOODED_SIDE",
    "HEXSIDES",
    "LAST_ABF",
    "LAST_ABU",
    "LAST_CRT",
    "MAJOR_BRIDGED",
    "MAJOR_OPEN",
    "MINOR",
    "MOUNTAIN_RANGE",
    "MOVEMENT",
    "NO_WAY",
    "ODDS",
    "PARTIALLY_FLOODED",
    "PLAIN",
    "RIVER",
    "STACKING",
    "STATIONS",
    "TARGETS",
    "TRACK",
    "TRAIN",
    "TRANSIT",
    "TRANSIT_HEX",
    "ZOC_PATTERNS",
    "CombatResult",
    "Result",
    "V",
    "abf_column",
    "abf_result",
    "abu_column",
    "abu_result",
    "assault_shift",
    "barrage_terrain",
    "camp_works_over",
    "combat_result",
    "combat_side",
    "crt_column",
    "first_day",
    "fort_barrage_terrain",
    "hexside",
    "hexsides",
    "modifier",
    "repair_turns",
    "rule_of",
    "targets",
    "turn_of",
    "turning_cost",
]

V: Final = LOADED[VALUES_FILE].value
TRACK: Final = LOADED[TRACK_FILE].value

# -- modifiers

_MODIFIERS: Final = {row.key: Modifier(row.rule, row.key, row.amount) for row in LOADED[files.MODIFIERS]}
AMOUNT: Final = {key: found.amount for key, found in _MODIFIERS.items()}
"""`AMOUNT["cab.heat"]`."""


def modifier(key: str, times: int = 1) -> Modifier:
    """A line of the sum beside a die, with its rule: the text is the key, for the words of a language."""
    found = _MODIFIERS[key]
    return found if times == 1 else Modifier(found.rule, found.text, found.amount * times)


def rule_of(key: str) -> str:
    """The rule that gives a modifier."""
    return _MODIFIERS[key].rule


# -- [8.3.3] barrages of units

_ABU: Final = LOADED[files.ABU]
ABU_ARF: Final = tuple(int(label) for label in _ABU.columns.labels)
"""The headings, from left to right; the first is for forts alone [11.3.5]."""
ABU: Final = tuple(tuple(_ABU[row, str(arf)] for row in range(1, 17)) for arf in ABU_ARF)
LAST_ABU: Final = 16


def abu_column(arf: int | Fraction) -> int:
    """[8.3.3] The column of a total ARF, rounded down; -1 if it is too weak for the table."""
    return bisect_right(ABU_ARF, arf) - 1


def abu_result(column: int, row: int) -> tuple[Result, int, int]:
    """[8.4.7] The result, with the column and the row that it was read in; beyond 16 one column left for -2."""
    return _read(ABU, column, row, LAST_ABU, AMOUNT["abu.overflow"])


def targets(arf: int | Fraction) -> int:
    """[8.3.1] How many units of a hex a barrage may strike."""
    return _TARGETS[int(arf)] if arf >= V.barrage.least else 0


_TARGETS: Final = LOADED[files.TARGETS]
TARGETS: Final = _TARGETS

# -- [8.6.3] barrages of fortifications

_ABF: Final = (LOADED[files.ABF_WHITE], LOADED[files.ABF_BLACK], LOADED[files.ABF_YELLOW])
ABF_AFF: Final = tuple(tuple(int(label) for label in grid.columns.labels) for grid in _ABF)
"""By class of fort: 0 white, 1 black, 2 yellow (`forts.CLASS`)."""
ABF: Final = tuple(
    tuple(tuple(grid[row, str(aff)] for row in range(1, 13)) for aff in headings)
    for grid, headings in zip(_ABF, ABF_AFF, strict=True)
)
LAST_ABF: Final = 12


def abf_column(line: int, aff: int | Fraction, shift: int = 0) -> int:
    """[8.6.3], [11.5.2] The column of a total AFF on the line of a fort's class, after a shift; -1 is off the table."""
    column = bisect_right(ABF_AFF[line], aff) - 1
    return -1 if column < 0 else max(0, min(column + shift, len(ABF_AFF[line]) - 1))


def abf_result(line: int, column: int, row: int) -> tuple[Result, int, int]:
    """[8.7.4] The result, with the column and the row that it was read in; beyond 12 one column left for -2."""
    return _read(ABF[line], column, row, LAST_ABF, AMOUNT["abf.overflow"])


def _read(
    table: tuple[tuple[Result, ...], ...], column: int, row: int, last: int, step: int
) -> tuple[Result, int, int]:
    """departs: `off-the-edge`, in the leftmost column the last row holds for all beyond."""
    row = max(1, row)
    while row > last and column > 0:
        column -= 1
        row += step
    row = min(row, last)
    return table[column][row - 1], column, row


def assault_shift(who: str, cbf: int) -> int:
    """[11.5.2], [11.5.5] Columns to the right: `who` is a rank, CAV or PIO."""
    return _ASSAULT[who, cbf]


_ASSAULT: Final = LOADED[files.ASSAULT_SHIFT]

# -- [9.3] combat

_CRT: Final = LOADED[files.CRT]
ODDS: Final = _CRT.columns.labels
LAST_CRT: Final = 25
FIRST_CRT: Final = -4


def _ratio(label: str) -> Fraction:
    attacker, _, defender = label.partition(":")
    return Fraction(attacker) / Fraction(defender)


CRT_ODDS: Final = tuple(map(_ratio, ODDS))
CRT: Final = tuple(tuple(_CRT[row, odds] for row in range(FIRST_CRT, LAST_CRT + 1)) for odds in ODDS)


def crt_column(attack: int | Fraction, defence: int | Fraction) -> int:
    """[9.1.12] The column of the exact ratio, rounded down.

    departs: `off-the-edge`, weaker odds than the first heading are read there; a defence of 0 in the last column.
    """
    if defence <= 0:
        return len(CRT_ODDS) - 1
    return max(0, bisect_right(CRT_ODDS, Fraction(attack) / Fraction(defence)) - 1)


def combat_result(column: int, row: int) -> tuple[CombatResult, int, int]:
    """[9.3.4], [9.3.5] The result of die and modifiers, with the column and the row that it was read in.

    departs: `off-the-edge`, beyond the outermost column the last row holds.
    """
    while row > LAST_CRT and column > 0:
        column -= 1
        row += AMOUNT["combat.overflow.above"]
    while row < FIRST_CRT and column < len(CRT) - 1:
        column += 1
        row += AMOUNT["combat.overflow.below"]
    row = max(FIRST_CRT, min(row, LAST_CRT))
    return CRT[column][row - FIRST_CRT], column, row


# -- [4] ground

_TERRAIN: Final = ("", "clear", "broken", "rough", "mountainous", "lowland", "flood plain", "flooded")
FLOODED: Final = 7
"""A Flood Plain after its sluice was opened [17.2.2]: one more than `Terrain.FLOOD_PLAIN`."""
PLAIN, DEEP_FOREST, MOUNTAIN_RANGE, MINOR, RIVER, MAJOR_BRIDGED, PARTIALLY_FLOODED, MAJOR_OPEN, FLOODED_SIDE = range(9)
"""[7.2.1] Indices of `HEXSIDES`, as `hexside` gives them."""
NO_WAY: Final = 999
"""Costs that can't be paid, limits that don't bind."""


def _costs(grid: TableGrid[str, str, int | None], rows: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """By row, then by mobility; railway guns don't march."""

    def cell(row: str, feet: str) -> int:
        found = grid[row, feet] if row and feet != "rail" else None
        return NO_WAY if found is None else found

    return tuple(tuple(cell(row, feet) for feet in MOBILITIES) for row in rows)


MOVEMENT: Final = _costs(LOADED[files.MOVEMENT], _TERRAIN)
"""[7.1.7] `MOVEMENT[terrain][mobility]`."""
CROSSING: Final = _costs(LOADED[files.CROSSING], HEXSIDES)
"""[7.2.1] `CROSSING[hexside][mobility]`."""
STACKING: Final = tuple((LOADED[files.STACKING][name] or 0) if name else 0 for name in _TERRAIN)
"""[6.4.1] `STACKING[terrain]`."""
TRANSIT: Final = tuple(NO_WAY if (found := LOADED[files.TRANSIT][name]) is None else found for name in HEXSIDES)
"""[7.3.2] `TRANSIT[hexside]`."""
TRANSIT_HEX: Final = {Terrain[name.upper()]: steps for name, steps in LOADED[files.TRANSIT_HEX].items()}
"""[7.3.1]"""
COMBAT_MODIFIER: Final = {
    (Terrain(a), Terrain(b)): LOADED[files.COMBAT][_TERRAIN[a], _TERRAIN[b]] for a in range(1, 7) for b in range(1, 7)
}
"""[9.4.4] `COMBAT_MODIFIER[defender, attacker]`."""
COMBAT_STEPS: Final = {
    (Terrain(a), Terrain(b)): LOADED[files.COMBAT_STEPS][_TERRAIN[a], _TERRAIN[b]]
    for a in range(1, 7)
    for b in range(1, 7)
}


def hexsides(side: int, *, flooded: bool = False, bridge: bool = True) -> tuple[int, ...]:
    """[4.2] All that a hexside carries now, as indices of `HEXSIDES`: is its sluice open, does a road bridge stand?"""
    found = []
    water, cover = MAP.water[side], MAP.cover[side]
    if flooded and MAP.flood[side]:
        found.append(PARTIALLY_FLOODED if MAP.partial_flood[side] else FLOODED_SIDE)
    elif water == Water.MAJOR:
        found.append(MAJOR_BRIDGED if MAP.bridge[side] and bridge else MAJOR_OPEN)
    elif water != Water.NONE:
        found.append(RIVER if water == Water.RIVER else MINOR)
    if cover != Cover.NONE:
        found.append(MOUNTAIN_RANGE if cover == Cover.MOUNTAIN_RANGE else DEEP_FOREST)
    return tuple(found) or (PLAIN,)


_DEAR: Final = (
    MAJOR_OPEN,
    FLOODED_SIDE,
    MOUNTAIN_RANGE,
    DEEP_FOREST,
    PARTIALLY_FLOODED,
    MAJOR_BRIDGED,
    RIVER,
    MINOR,
    PLAIN,
)


def hexside(side: int, *, flooded: bool = False, bridge: bool = True) -> int:
    """[7.2.1], [7.3.2] The one that binds movement; a pass opens a Mountain Range to all (departs: `passes`)."""
    found = hexsides(side, flooded=flooded, bridge=bridge)
    if MAP.mountain_pass[side]:
        found = tuple(kind for kind in found if kind != MOUNTAIN_RANGE) or (PLAIN,)
    return min(found, key=_DEAR.index)


def combat_side(kinds: tuple[int, ...], can_cross: bool) -> int:
    """[9.4.3] The modifier of a hexside; where it carries two obstacles the worse counts (departs: 9.4.3)."""
    table, how = LOADED[files.COMBAT_SIDE], "can" if can_cross else "cannot"
    return max(table[HEXSIDES[kind], how] for kind in kinds)


def barrage_terrain(terrain: Terrain) -> int:
    """[8.4.2]"""
    return LOADED[files.BARRAGE][_TERRAIN[terrain]]


def fort_barrage_terrain(terrain: Terrain) -> int:
    """[8.7.3]"""
    return LOADED[files.FORT_BARRAGE][_TERRAIN[terrain]]


# -- Diagram 1

_WHO: Final = ("small", "large", "all-round", "entrained")
FACINGS: Final = {who: "".join(LOADED[files.FACING][who, turn] for turn in range(6)) for who in _WHO}
"""[6.2.1] `FACINGS["large"]` is `FFSRSF`: front, flank and rear, clockwise from the side that is faced."""
ZOC_PATTERNS: Final = {who: tuple(LOADED[files.ZOC][who, turn] for turn in range(6)) for who in FACINGS}
"""[6.1.2]"""

# -- [12] railways, [16] structures

STATIONS: Final = {name: (steps, LOADED[files.ENTRAIN_HALVED][name]) for name, steps in LOADED[files.ENTRAIN].items()}
"""[12.2.1] Steps, and whether the last connected hex of a network halves them."""
ENTRAIN_COST: Final = tuple(LOADED[files.BY_MOBILITY]["entrain", feet] for feet in MOBILITIES[:3])
EMBARK: Final = tuple(LOADED[files.BY_MOBILITY]["embark", feet] for feet in MOBILITIES[:3])
"""[12.2.1], [18.1.3] By mobility."""
TRAIN: Final = dict(LOADED[files.TRAIN].items())
CONVOYS: Final = dict(LOADED[files.CONVOYS].items())


def turning_cost(town: Town, mobility: int) -> int:
    """[12.3.7] Points to turn a train; a station outside towns counts as a small town (departs: `stations`)."""
    name = {Town.LARGE: "large town", Town.NORMAL: "normal town"}.get(town, "small town")
    return LOADED[files.TURNING][name, MOBILITIES[mobility]]


def repair_turns(die: int, colour: str) -> int | None:
    """[16.1.5] Turns to repair a structure (yellow, orange or red), None if it is destroyed for good."""
    return LOADED[files.REPAIR][die, colour]


# -- [3.3.2] the turn track


def first_day(turn: int) -> date:
    """[3.3.2] The first of the two days of a Game Turn."""
    return TRACK.first_day + timedelta(days=TRACK.days * (turn - 1))


def turn_of(day: date) -> int:
    """The Game Turn of a day."""
    return (day - TRACK.first_day).days // TRACK.days + 1


@cache
def camp_works_over(camp: str, turn: int) -> bool:
    """[11.6.5] Are the works of a camp finished?"""
    return turn >= TRACK.camp_works[camp]
