"""[9.1] Combats, one after another."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["Combats"]


@value
class Combats(NachParisStep):
    """[9.1.2] A nation's combats in the order it likes. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "9.1.2"
    nation: int
