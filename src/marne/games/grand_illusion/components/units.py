"""The counters: what is printed on them. Loaded once, shared by every board.

A unit is a small number, its place in `data/units.csv`; a set of units is an integer with those bits, so that a rule
such as "undisrupted German infantry in the hex" is one line: `board.at[hex] & GERMAN & INFANTRY & ~board.down`.
"""

from __future__ import annotations

from typing import Final

from marne.engine import Unit
from marne.games.grand_illusion.components.data import DIRECTORY, LOADED, UNITS, UnitRow
from marne.hexes import Bits, bits, members

__all__ = [
    "ALL", "ALLIED", "ALSACE", "BE", "BELGIAN", "BR", "BRIGADES", "BRITISH", "BY_ID", "CAVALRY", "COMBAT", "CORPS",
    "COUNT", "CS", "CS_BACK", "DATA", "DEFENCE_ONLY", "DETACHMENT", "ENEMY_OF", "FOOT_CORPS", "FORTS", "FR", "FRENCH",
    "GE", "GERMAN", "HEAVY", "HQS", "IDS", "INFANTRY", "LADDER", "LARGE", "MA", "MA_BACK", "MOBILE", "MOUNTAIN",
    "NAMES", "NAMUR_DIVISION", "NATION", "NATIONS", "NINE", "NINE_MINUS", "NUMBERED", "OF_NATION", "OF_SIDE", "ROWS",
    "ROYAL_NAVAL", "SEVENTH", "SEVENTY_ONE", "SIDE", "SIDES", "SIDE_OF", "SMALL", "STUBBORN", "TERRITORIAL", "Nation",
    "Side", "Unit", "marked", "one", "written",
]  # fmt: skip

DATA: Final = DIRECTORY

Side = int
Nation = int

ALLIED: Final[Side] = 0
GERMAN: Final[Side] = 1
SIDES: Final = ("allied", "german")

# 2.5: nations by number.
FR, BR, BE, GE = 0, 1, 2, 3
NATIONS: Final = ("FR", "BR", "BE", "GE")
SIDE_OF: Final[tuple[Side, ...]] = (ALLIED, ALLIED, ALLIED, GERMAN)


ROWS: Final = LOADED[UNITS]
COUNT: Final = len(ROWS)
IDS: Final = tuple(row.id for row in ROWS)
NAMES: Final = tuple(row.name for row in ROWS)
BY_ID: Final[dict[str, Unit]] = {id: unit for unit, id in enumerate(IDS)}

NATION: Final[tuple[Nation, ...]] = tuple(NATIONS.index(row.nation) for row in ROWS)
SIDE: Final[tuple[Side, ...]] = tuple(SIDE_OF[nation] for nation in NATION)
CS: Final = tuple(row.cs for row in ROWS)
CS_BACK: Final = tuple(row.back for row in ROWS)
MA: Final = tuple(row.ma for row in ROWS)
MA_BACK: Final = tuple(row.ma_back for row in ROWS)


def _ladder(row: UnitRow) -> tuple[tuple[int, int], ...]:
    """13.1.6: `5+2` is a strength of 5 and a defence of 2."""
    pairs = (step.partition("+") for step in row.ladder)
    return tuple((int(cs), int(defence or 0)) for cs, _, defence in pairs)


LADDER: Final = tuple(_ladder(row) for row in ROWS)
"""Forts, 13.1.6: (combat strength, bombardment defence) from full strength down to the last step."""


def _where(*kinds: str) -> Bits:
    return bits(unit for unit, row in enumerate(ROWS) if row.kind in kinds)


def marked(mark: str) -> Bits:
    """The units with a word in the column `marks`."""
    return bits(unit for unit, row in enumerate(ROWS) if mark in row.marks)


ALL: Final[Bits] = (1 << COUNT) - 1
"""2.3: every counter that is a unit."""
# 2.6: five kinds of unit.
INFANTRY: Final = _where("inf")
"""2.6: the first of five kinds of unit."""
CAVALRY: Final = _where("cav")
COMBAT: Final = INFANTRY | CAVALRY
"""2.3: infantry and cavalry."""
HQS: Final = _where("hq")
HEAVY: Final = _where("ha")
FORTS: Final = _where("fort")
MOBILE: Final = ALL & ~FORTS
CORPS: Final = bits(unit for unit, row in enumerate(ROWS) if row.size == "corps")
FOOT_CORPS: Final = CORPS & INFANTRY
BRIGADES: Final = bits(unit for unit, row in enumerate(ROWS) if row.size == "bde")
SMALL: Final = COMBAT & ~CORPS
"""2.7: divisions and brigades; half a corps for stacking (8.4.6)."""

OF_NATION: Final = tuple(bits(unit for unit in range(COUNT) if NATION[unit] == nation) for nation in range(4))
"""2.5: colours matter only for the nation; Bavarians are German, Indians British, colonial troops French."""
FRENCH, BRITISH, BELGIAN, _ = OF_NATION
OF_SIDE: Final = (FRENCH | BRITISH | BELGIAN, OF_NATION[GE])
ENEMY_OF: Final = (OF_SIDE[GERMAN], OF_SIDE[ALLIED])
"""2.5: everybody of the other side."""

LARGE: Final = marked("large")
"""9.5.2: forts with a large garrison."""
MOUNTAIN: Final = marked("mountain")
TERRITORIAL: Final = marked("territorial")
DEFENCE_ONLY: Final = marked("defence")
"""2.4: combat strength in parentheses."""
NUMBERED: Final = marked("numbered")
STUBBORN: Final = BRITISH & COMBAT | BELGIAN & INFANTRY
"""12.2: a red circle, one more on defence."""


def one(mark: str) -> Unit:
    """The only unit with a mark."""
    (unit,) = members(marked(mark))
    return unit


ROYAL_NAVAL: Final = one("rn")
SEVENTH: Final = one("seventh")
NAMUR_DIVISION: Final = one("namur")
NINE_MINUS: Final = BY_ID["FR.IXm"]
NINE: Final = BY_ID["FR.IX"]
SEVENTY_ONE: Final = BY_ID["FR.71-R"]
ALSACE: Final = BY_ID["FR.HQ-Alsace"]
DETACHMENT: Final = BY_ID["GE.HQ-Det"]


def written(units: Bits) -> str:
    """A set of units in the notation."""
    return " ".join(map(IDS.__getitem__, members(units)))
