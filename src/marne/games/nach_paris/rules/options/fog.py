"""[19] Fog of war."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["GainFog"]


@value
class GainFog(NachParisStep):
    """[19.1.6] Units that did nothing may hide. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "19.1.6"
    nation: int
