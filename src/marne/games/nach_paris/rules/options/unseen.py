"""[19.1.3] What stands in the agenda of a seat's view in place of a step about a unit that it may not know."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import CHANCE, D20, Ask, Only, chance
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.steps import NachParisQuestion, Shape, value

__all__ = ["LATER", "Unseen"]

LATER: Final = -9
"""Nobody is asked yet."""


@value
class Unseen(NachParisQuestion[int | str]):
    """[19.1.3] Somebody hidden does something; `kind` is the step's class, `actor` who is asked now, if anybody is.

    In an imagined position it asks for the same actor, and nothing follows.
    """

    rule: ClassVar[str] = "19.1.3"
    kind: str
    actor: int = LATER
    shape: ClassVar[Shape] = {"on": ""}

    def ask(self, board: NachParisBoard) -> Ask | Only[int | str] | None:
        if self.actor == LATER:
            return None
        return chance(D20) if self.actor == CHANCE else Ask(self.actor, ("on",))
