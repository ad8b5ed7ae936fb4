"""What a game tells a council: which answers are worth hearing, how long to look ahead, and how good a position is."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Protocol

from marne.engine.player import Deputy
from marne.engine.position import Position
from marne.engine.values import JSON, Answer, Seat, value

__all__ = ["Advice", "Proposal"]


@value
class Proposal:
    """An answer, and the memo of the plan with which the staff goes on after it."""

    answer: Answer
    memo: JSON = None
    plan: str = ""
    """What the plan is called, as a term of the game, where plans may begin with the same answer."""
    more: int = 0
    """How often the question is heard again with this plan, each time for another part of it: army by army."""


class Advice(Protocol):
    """A game's advice to a council. It keeps nothing: the same position, seat and draws give the same advice."""

    levels: Path
    """The file of the levels of play, `levels.toml`."""
    judges: bool
    """Whether `chance` says much at any time; if it does near the end alone, no game is looked at again by it."""

    def deputy(self, position: Position[Any], seat: Seat, memo: JSON, rng: Random) -> Deputy:
        """The staff, answering straight from a position; `memo` is what is left of a plan."""
        ...

    def weighs(self, position: Position[Any]) -> bool:
        """Whether the open question is one for a council: there is a choice, and the staff has several answers to
        propose."""
        ...

    def calls(self, position: Position[Any]) -> bool:
        """Whether a council at play is called for it: of the questions that `weighs` names those where trying answers
        out pays. From when on it is called a level says."""
        ...

    def proposals(self, position: Position[Any], seat: Seat, memo: JSON, most: int, rng: Random) -> list[Proposal]:
        """Answers worth hearing, the staff's own first, `most` at the most; every one is legal here."""
        ...

    def vary(self, position: Position[Any], seat: Seat, proposal: Proposal, rng: Random) -> Proposal | None:
        """A neighbour of a proposal, or nothing where it has none."""
        ...

    def area(self, position: Position[Any], proposal: Proposal) -> int:
        """The part of the map on which an open question is decided, as a set of its places in bits, the same for all
        its proposals; 0 where the whole map is simulated."""
        ...

    def confine(self, deputy: Deputy, area: int) -> Deputy:
        """The same deputy, but whoever is outside an area stands still and is not looked at: for large maps. A game
        that needs no such thing returns the deputy as it is."""
        ...

    def clock(self, position: Position[Any]) -> int:
        """Counts what a council looks ahead by; a game says in its levels what one tick is."""
        ...

    def chance(self, position: Position[Any]) -> float:
        """The first seat's chance to win a game that goes on, 0 to 1: what a game is looked at again by."""
        ...

    def appraise(self, position: Position[Any], seat: Seat) -> float:
        """What councils go by: the seat's chance to win from here, 0 to 1, be it `chance` or what has shown itself
        better in play; of a game that is over, what its end is worth to the seat."""
        ...
