"""A9: smoke that a battery lays before a friend."""

from __future__ import annotations

from typing import Final

from marne.engine import D10, Ask, Unit, chance, value
from marne.games.brigade1914.board import HIDDEN, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.events import DieRolled, SmokeLaid
from marne.games.brigade1914.rules.command.command import gone
from marne.games.brigade1914.rules.measures.troops import friends, while_still
from marne.games.brigade1914.steps import Asked, Steps, unit_of

__all__ = ["SMOKE", "ChooseSmoke", "SmokeDice", "smoke_targets"]

SMOKE: Final = ("missed", "obscured", "hidden by smoke")
"""A9: what comes of so many hits."""


@while_still
def smoke_targets(board: Battlefield, unit: int) -> list[int]:
    """A9: friends that a battery may hide."""
    return [friend for friend in friends(board, board.side[unit]) if friend != unit and board.status[friend] != HIDDEN]


@value
class ChooseSmoke(Asked[tuple[str, str]]):
    """A9: the friend in front of whom smoke is laid."""

    rule = "A9"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        found = tuple(("on", board.label(friend)) for friend in smoke_targets(board, self.unit))
        return Ask(board.side[self.unit], found) if found else None

    def answered(self, board: Battlefield, answer: tuple[str, str]) -> Steps:
        """It cannot assault any more during the turn."""
        friend = unit_of(board, answer[1])
        board.aim[self.unit] = friend
        board.smoke_bar[friend] = 1
        return ()


@value
class SmokeDice(Asked[int]):
    """A9: two dice at 6+; hits of different batteries do not add up."""

    rule = "A9"
    unit: Unit
    left: int
    hits: int

    def ask(self, board: Battlefield) -> Ask | None:
        idle = gone(board, self.unit) or board.aim[self.unit] < 0 or self.left <= 0
        return None if idle else chance(D10)

    def answered(self, board: Battlefield, die: int) -> Steps:
        hit = die >= FIRE.to_hit
        board.tell(DieRolled("A9", board.label(self.unit), die, FIRE.to_hit, "hit" if hit else "miss"))
        return (SmokeDice(self.unit, self.left - 1, self.hits + hit),)

    def unasked(self, board: Battlefield) -> Steps:
        """One hit obscures, two hide."""
        friend = board.aim[self.unit]
        board.aim[self.unit] = -1
        if friend >= 0 and not gone(board, friend) and not gone(board, self.unit):
            board.fired[self.unit] = 1
            board.smoke[friend] = max(board.smoke[friend], self.hits)
            board.tell(SmokeLaid("A9", board.label(friend), SMOKE[self.hits]))
        return ()
