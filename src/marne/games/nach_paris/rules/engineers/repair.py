"""[17.1] Repair of structures."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["RepairStructures"]


@value
class RepairStructures(NachParisStep):
    """[17.1.2] A nation's engineers go on with their repairs. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "17.1.2"
    nation: int
