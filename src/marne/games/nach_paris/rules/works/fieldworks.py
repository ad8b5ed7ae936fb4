"""[10] Fieldworks."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.rules.works.improve import ImproveFieldworks
from marne.games.nach_paris.steps import NachParisStep, Steps, value

__all__ = ["BuildFieldworks"]


@value
class BuildFieldworks(NachParisStep):
    """[10.1.2] Step E: units try to dig in, which is not written yet; then who has dug in improves it [11.1.7]."""

    rule: ClassVar[str] = "10.1.2"
    nation: int

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        return (ImproveFieldworks(self.nation),)
