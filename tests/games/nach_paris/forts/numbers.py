"""Some forts, and a staff, by their numbers."""

from __future__ import annotations

from games.nach_paris.still import at
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.units import FRENCH, HEADQUARTERS, IDS
from marne.hexes import members

LEVEAU = forts.BY_NAME["Fort de Leveau", at("AK31")]
OTHERS = forts.AT[at("AK31")] & ~(1 << LEVEAU)
FESTE = next(iter(members(forts.FESTEN)))
STAFF = IDS[members(HEADQUARTERS & FRENCH)[0]]
