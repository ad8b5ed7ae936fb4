"""[8] Preparatory barrages."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["PreparatoryBarrages"]


@value
class PreparatoryBarrages(NachParisStep):
    """[8.1.1] A nation's barrages, one after another. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "8.1.1"
    nation: int
