"""[9.7] Combat movement."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["CombatMovement"]


@value
class CombatMovement(NachParisStep):
    """[9.7.2] Step B: one hex, or a new facing. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "9.7.2"
    nation: int
