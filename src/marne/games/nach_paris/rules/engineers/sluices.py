"""[17.2] Sluices."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["OpenSluices"]


@value
class OpenSluices(NachParisStep):
    """[17.2.1] Belgians and French may flood the country. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "17.2.1"
    nation: int
