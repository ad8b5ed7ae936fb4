"""[13.2] The German command restriction."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["ChangeHeadquarters"]


@value
class ChangeHeadquarters(NachParisStep):
    """[13.2.2] Units out of range of their own HQ may turn to another. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "13.2.2"
