"""[10] Fieldworks."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["BuildFieldworks"]


@value
class BuildFieldworks(NachParisStep):
    """[10.1.2] Step E: units try to dig in. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "10.1.2"
    nation: int
