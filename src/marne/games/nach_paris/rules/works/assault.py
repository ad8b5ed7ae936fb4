"""[11.5] Assaults on fortifications."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["DeclareAssaults", "ResolveAssaults"]


@value
class DeclareAssaults(NachParisStep):
    """[11.5.1] The second step of the Barrage Phase. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "11.5.1"
    nation: int


@value
class ResolveAssaults(NachParisStep):
    """[11.5.4] Before the first combat, the assaults that were declared. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "11.5.4"
    nation: int
