"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

NINTH = "bn4+1E bn4+1 bn4+1 bn4+1 cav3+1E field field"
FI, FC, WI, WC = "french_infantry", "french_cavalry", "belgian_infantry", "belgian_cavalry"
