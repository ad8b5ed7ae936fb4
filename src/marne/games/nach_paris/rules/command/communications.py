"""[13.1] Lines of communications."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["DetermineCommunications"]


@value
class DetermineCommunications(NachParisStep):
    """[13.1.6] The state of supply and command of each unit of a side. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "13.1.6"
    side: int
