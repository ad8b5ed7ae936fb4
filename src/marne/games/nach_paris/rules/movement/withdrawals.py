"""[7.8] Withdrawals that a scenario orders."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.steps import NachParisStep, value

__all__ = ["MandatoryWithdrawals"]


@value
class MandatoryWithdrawals(NachParisStep):
    """[7.8.1] Before anybody moves, named units leave. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "7.8.1"
    nation: int
