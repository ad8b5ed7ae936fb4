"""[6.5] Consolidation."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["Consolidation"]


@value
class Consolidation(NachParisStep):
    """[6.5.1] Step C: units fill up from others. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "6.5.1"
    nation: int
