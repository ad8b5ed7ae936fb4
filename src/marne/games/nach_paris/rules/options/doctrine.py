"""[21] The offensive at all costs."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["Indoctrination"]


@value
class Indoctrination(NachParisStep):
    """[21.1.1] French divisions under a doctrinaire HQ test. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "21.1.1"
