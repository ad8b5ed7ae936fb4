"""[2.1]-[2.6] The units: what is printed on their counters. Loaded once, shared by every board.

A unit is a small number, its place in `data/units.csv`; a set of units is an integer with those bits, so that a rule is
one line: `board.at[hex] & GERMAN & FOOT & RED`. Factors are read by how many steps a unit has lost:
`CBF[unit][lost]`; all of a unit's counters are one unit [2.4.6].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from marne.engine import Unit, Units
from marne.games.nach_paris.components.data import LOADED
from marne.games.nach_paris.components.unit_rows import SPLITS, UNITS, UnitRow
from marne.hexes import Bits, bits, members

__all__ = [
    "AFF",
    "ALL",
    "ALLIED",
    "ARF",
    "ARMY",
    "ARMY_NAMES",
    "ARMY_UNITS",
    "ARTILLERY",
    "AUSTRIAN",
    "AUTONOMOUS",
    "BE",
    "BELGIAN",
    "BRITISH",
    "BY_ID",
    "CAB",
    "CAMP",
    "CAVALRY",
    "CAVALRY_CORPS",
    "CBF",
    "COMMAND",
    "COMMAND_LATER",
    "COMMAND_REDUCED",
    "CORPS",
    "CORPS_NAMES",
    "CORPS_UNITS",
    "COST",
    "COUNT",
    "DE",
    "DOCTRINE",
    "DOTTED",
    "ENEMY_OF",
    "ENGINEERS",
    "EYE_CATCHING",
    "FIGHTING",
    "FOOT",
    "FR",
    "FRENCH",
    "FRENCH_120L",
    "FRENCH_ACTIVE",
    "FRENCH_RAP",
    "FRENCH_RESERVE",
    "GB",
    "GERMAN",
    "HEADQUARTERS",
    "HEAVY",
    "HQS_OF_ARMY",
    "IDS",
    "INFANTRY",
    "IN_ARMY_CORPS",
    "LARGE_AMMO",
    "LIGHT",
    "LIGHT_RED",
    "LONG_RANGE",
    "MEDIUM_AMMO",
    "MF",
    "MOBILITIES",
    "MOBILITY",
    "MOTORISED",
    "MOUNTAIN",
    "NAMES",
    "NATION",
    "NATIONS",
    "NORMAL",
    "OF_NATION",
    "OF_SIDE",
    "PARTS",
    "PIONEERS",
    "RAIL",
    "RAIL_ONLY",
    "RANK",
    "RANKS",
    "RED",
    "RELATED",
    "REPLACES",
    "ROWS",
    "SIDE",
    "SIDES",
    "SIEGE",
    "SPLIT_ROWS",
    "SQUADRONS",
    "STACKING",
    "STEPS",
    "SUPERIOR",
    "TYPE",
    "WITH_ZOC",
    "Unit",
    "Units",
    "counter",
    "light_red",
    "marked",
    "written",
]  # fmt: skip

Side = int
Nation = int

GERMAN_SIDE: Final[Side] = 0
ALLIED_SIDE: Final[Side] = 1
SIDES: Final = ("german", "allied")
"""[3.1.1] The Germans play first in every game turn."""

BE, FR, GB, DE = 0, 1, 2, 3
NATIONS: Final = ("BE", "FR", "GB", "DE")
"""[3.2.1] In the order in which the Allies act."""
SIDE_OF: Final[tuple[Side, ...]] = (ALLIED_SIDE, ALLIED_SIDE, ALLIED_SIDE, GERMAN_SIDE)
"""[2.1.1] Austrians serve with the Germans."""

ROWS: Final = LOADED[UNITS]
COUNT: Final = len(ROWS)
IDS: Final = tuple(row.id for row in ROWS)
NAMES: Final = tuple(row.name for row in ROWS)
BY_ID: Final[dict[str, Unit]] = {id: unit for unit, id in enumerate(IDS)}

NATION: Final[tuple[Nation, ...]] = tuple(NATIONS.index(row.nation) for row in ROWS)
"""[2.1.1] By flag and colours."""
SIDE: Final[tuple[Side, ...]] = tuple(SIDE_OF[nation] for nation in NATION)
TYPE: Final[tuple[str, ...]] = tuple(row.type for row in ROWS)
STEPS: Final = tuple(row.steps for row in ROWS)
"""[2.4.1] At full strength."""
CAB: Final = tuple(row.cab for row in ROWS)
CBF: Final = tuple(row.cbf for row in ROWS)
ARF: Final = tuple(row.arf for row in ROWS)
AFF: Final = tuple(row.aff for row in ROWS)
MF: Final = tuple(row.mf for row in ROWS)
"""[2.5] By unit, then by steps lost."""

RANKS: Final = ("A+", "A", "B", "C", "D")
RANK: Final = tuple(RANKS.index(row.rank) if row.rank else -1 for row in ROWS)
"""[2.5.14] 0 is A+, 4 is D, -1 has none."""
MOBILITIES: Final = ("normal", "superior", "mountain", "rail")
NORMAL, SUPERIOR, MOUNTAIN_BOX, RAIL = 0, 1, 2, 3
MOBILITY: Final = tuple(MOBILITIES.index(row.mobility) for row in ROWS)
"""[2.5.9] The index of a column in the tables of movement."""
COST: Final = tuple(row.cost for row in ROWS)
"""[14.1.3] Half Replacements for a step."""


def _where(test: Callable[[UnitRow], object]) -> Bits:
    return bits(unit for unit, row in enumerate(ROWS) if test(row))


def _of(*types: str) -> Bits:
    return _where(lambda row: row.type in types)


def marked(mark: str) -> Bits:
    """The units with a word in the column `marks`."""
    return _where(lambda row: mark in row.marks)


ALL: Final[Bits] = (1 << COUNT) - 1
OF_NATION: Final = tuple(bits(unit for unit in range(COUNT) if NATION[unit] == nation) for nation in range(4))
BELGIAN, FRENCH, BRITISH, GERMAN = OF_NATION
ALLIED: Final = BELGIAN | FRENCH | BRITISH
OF_SIDE: Final = (GERMAN, ALLIED)
ENEMY_OF: Final = (ALLIED, GERMAN)

# [2.2.1], [2.2.2]: kinds of units.
INFANTRY: Final = _of("INF")
"""INF without pioneers."""
PIONEERS: Final = _of("PIO")
FOOT: Final = INFANTRY | PIONEERS
"""[2.2.1] What "INF" means in the rules: pioneers are treated as infantry."""
CAVALRY: Final = _of("CAV")
FIGHTING: Final = FOOT | CAVALRY
HEAVY: Final = _of("HAR")
SIEGE: Final = _of("SAR")
"""[2.2.2]"""
ARTILLERY: Final = HEAVY | SIEGE
ENGINEERS: Final = _of("ENG")
HEADQUARTERS: Final = _of("HQ")
STACKING: Final = FIGHTING | HEAVY
"""[6.4.2] Whose steps count for stacking."""
WITH_ZOC: Final = FIGHTING | HEAVY
"""[6.1.2]"""

# [2.2.3], [2.5]: marks.
MOTORISED: Final = _where(lambda row: row.moves == "motor")
"""[2.2.3] Two small wheels."""
RAIL_ONLY: Final = _where(lambda row: row.moves == "rail")
"""[2.2.3] Four small wheels."""
MOUNTAIN: Final = _where(lambda row: row.mountain)
"""[2.2.3] MIN."""
LIGHT: Final = _where(lambda row: row.light is not None)
"""[2.5.19] BCA, BCP and JB."""
RED: Final = _where(lambda row: row.red)
"""[2.5.11] Red ARF."""
EYE_CATCHING: Final = _where(lambda row: row.eye_catching)
"""[2.5.18]"""
AUTONOMOUS: Final = _where(lambda row: row.autonomous)
LONG_RANGE: Final = _where(lambda row: row.long_range)
"""[2.5.16]"""
LARGE_AMMO: Final = _where(lambda row: row.ammo == "42cm")
MEDIUM_AMMO: Final = _where(lambda row: row.ammo == "30cm")
"""[2.5.17], [8.8.2]"""
RELATED: Final = _where(lambda row: row.camp is not None)
"""[2.5.15] Fortifications-Related Units; `CAMP` names the camp."""
CAMP: Final = tuple(row.camp or "" for row in ROWS)
AUSTRIAN: Final = marked("austrian")
"""[2.2.5] They serve with the Germans."""
FRENCH_120L: Final = marked("120L")
FRENCH_RAP: Final = marked("RAP")
FRENCH_RESERVE: Final = marked("DR") | marked("DT")
"""[9.4.12]; the 70e DR is left out by its rank A."""
FRENCH_ACTIVE: Final = marked("DI") | marked("DIC") | marked("DM")
"""[21.1.1]"""
LIGHT_RED: Final = tuple(row.light_red if row.light_red is not None else 99 for row in ROWS)


def light_red(unit: Unit, lost: int) -> bool:
    """[2.5.12] With so many steps lost it can neither attack nor advance."""
    return lost >= LIGHT_RED[unit]


# [2.5.7]: corps, and armies with their headquarters.
CORPS_NAMES: Final = tuple(dict.fromkeys(f"{row.nation} {row.corps}" for row in ROWS if row.corps))
CORPS: Final = tuple(CORPS_NAMES.index(f"{row.nation} {row.corps}") if row.corps else -1 for row in ROWS)
CORPS_UNITS: Final = tuple(bits(u for u in range(COUNT) if CORPS[u] == corps) for corps in range(len(CORPS_NAMES)))
CAVALRY_CORPS: Final = bits(unit for unit in members(CAVALRY) if CORPS[unit] >= 0)
"""[13.1.2] They need no Command Range."""
ARMY_NAMES: Final = tuple(dict.fromkeys(row.army for row in ROWS if row.army))
ARMY: Final = tuple(ARMY_NAMES.index(row.army) if row.army else -1 for row in ROWS)
"""[2.2.4] Of German counters the stripe."""
ARMY_UNITS: Final = tuple(bits(u for u in range(COUNT) if ARMY[u] == army) for army in range(len(ARMY_NAMES)))
HQS_OF_ARMY: Final = tuple(units & HEADQUARTERS for units in ARMY_UNITS)
"""[13.2.1] The 7th Army has two."""
IN_ARMY_CORPS: Final = bits(unit for unit in members(GERMAN & INFANTRY) if CORPS[unit] >= 0)
"""[13.2.1] German divisions of an army corps, and their brigades: the reduced Command Range binds them."""

# Headquarters.
COMMAND: Final = tuple(row.command or 0 for row in ROWS)
"""[2.5.5], [2.5.20]"""
COMMAND_REDUCED: Final = tuple(row.reduced or row.command or 0 for row in ROWS)
COMMAND_LATER: Final = tuple(row.command_later or row.command or 0 for row in ROWS)
"""[13.2.3] From GT22."""
SQUADRONS: Final = tuple(row.squadrons or 0 for row in ROWS)
"""[2.5.21]"""
DOCTRINE: Final = _where(lambda row: row.doctrine)
"""[2.5.5], [21.1.1]"""

# [2.5.13], [2.6.1]: versions of a unit.
SPLIT_ROWS: Final = LOADED[SPLITS]
PARTS: Final = bits(BY_ID[id] for row in SPLIT_ROWS for id in row.parts)
"""[2.5.13] Split units, such as 26.IB; two-step ones count as convoys [12.4.1]."""
REPLACES: Final = {BY_ID[row.id]: BY_ID[row.replaces] for row in ROWS if row.replaces}
DOTTED: Final = bits(REPLACES)
"""[2.6.1]"""


def counter(lost: int) -> tuple[int, str]:
    """[2.4.6] Which of a unit's counters shows so many losses, and with which side."""
    return lost // 2 + 1, "back" if lost % 2 else "front"


def written(units: Bits) -> str:
    """A set of units in the notation."""
    return " ".join(map(IDS.__getitem__, members(units)))
