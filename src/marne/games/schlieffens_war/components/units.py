"""The counters (chapter 2) as flat tables by number: what a unit is never changes, so no board carries it."""

from __future__ import annotations

from typing import Final

from marne.games.schlieffens_war.components.data import UNIT_ROWS

__all__ = [
    "ARMY", "BELGIAN", "BRITISH", "CAVALRY", "COUNT", "DEPOT", "DEPOT_OF", "ENTENTE", "FACTOR", "FORT",
    "FORTS", "FRENCH", "FULL", "GERMAN", "HQ", "HQS_OF", "INFANTRY", "IS_CORPS", "KIND", "KIND_NAMES", "MOVEMENT",
    "NAMES", "NATION", "NATION_NAMES", "SEATS", "SETUP_LABEL", "SIDE", "UNITS_OF", "UNIT_NAMED",
]  # fmt: skip

GERMAN: Final = 0
ENTENTE: Final = 1
SEATS: Final = ("german", "entente")
"""1.3: the two sides are the two seats."""

FRENCH: Final = 1
BRITISH: Final = 2
BELGIAN: Final = 3
NATION_NAMES: Final = ("german", "french", "british", "belgian")
"""2.4: four nations; German is 0 as a side and as a nation."""

# 2.5: five kinds; the first two are corps.
INFANTRY: Final = 0
CAVALRY: Final = 1
HQ: Final = 2
DEPOT: Final = 3
FORT: Final = 4
KIND_NAMES: Final = ("infantry", "cavalry", "hq", "depot", "fort")

COUNT: Final = len(UNIT_ROWS)
NAMES: Final = tuple(row.name for row in UNIT_ROWS)
UNIT_NAMED: Final = {name: unit for unit, name in enumerate(NAMES)}
NATION: Final = tuple(NATION_NAMES.index(row.nation) for row in UNIT_ROWS)
SIDE: Final = tuple(GERMAN if nation == GERMAN else ENTENTE for nation in NATION)
"""1.3: Germans on one side, everybody else on the other."""
KIND: Final = tuple(KIND_NAMES.index(row.kind) for row in UNIT_ROWS)
IS_CORPS: Final = tuple(kind <= CAVALRY for kind in KIND)
"""2.5: infantry and cavalry."""
ARMY: Final = tuple(row.army or "" for row in UNIT_ROWS)
"""3.1: the army of the set-up."""
MOVEMENT: Final = tuple(row.movement for row in UNIT_ROWS)
SETUP_LABEL: Final = tuple(row.hex for row in UNIT_ROWS)

FULL: Final = tuple(len(row.factors) for row in UNIT_ROWS)
"""2.7: steps at full strength."""

FACTOR: Final = tuple((0, *reversed(row.factors)) for row in UNIT_ROWS)
"""2.6, 2.7: `FACTOR[unit][steps]` is the combat factor with so many steps left."""

UNITS_OF: Final = tuple(tuple(unit for unit in range(COUNT) if SIDE[unit] == side) for side in (GERMAN, ENTENTE))
"""1.3: by side."""
HQS_OF: Final = tuple(
    tuple(unit for unit in range(COUNT) if NATION[unit] == nation and KIND[unit] == HQ) for nation in range(4)
)
"""2.4, 2.5: by nation."""
FORTS: Final = tuple(unit for unit in range(COUNT) if KIND[unit] == FORT)
"""2.5: the counters that never move."""
DEPOT_OF: Final = {
    hq: next(unit for unit in range(COUNT) if KIND[unit] == DEPOT and ARMY[unit] == ARMY[hq]) for hq in HQS_OF[GERMAN]
}
"""8.6: each German HQ's own depot."""
