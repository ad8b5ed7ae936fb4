"""[15] Weather."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["RollForRain"]


@value
class RollForRain(NachParisStep):
    """[15.1.2] The German player rolls where the track shows rain. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "15.1.2"
