"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

WITHDRAWN = {"FR.XX": 57, "FR.XV": 57, "BR.1": 47, "BE.I": 52, "GE.X": 66, "GE.VII": 56}
