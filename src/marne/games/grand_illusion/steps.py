"""What every step of this game has in common: its answers, their notation, and why something is not offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from marne import kit
from marne.engine import Answer, Ask, Only, Step, Target, chance
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES, Hex
from marne.games.grand_illusion.components.units import BY_ID, IDS, SIDE, Side, Unit
from marne.games.grand_illusion.words import Reason

__all__ = ["ONE_DIE", "A", "Asked", "Line", "Named", "Reply", "Rolled", "Steps", "choose"]

A = TypeVar("A", bound=Answer)
Line = Step[GrandIllusionBoard]
"""A line of the sequence that nobody decides."""
Steps = tuple[Line, ...]
Named = tuple[str, int]
"""An answer that names a unit or a hex: `("take", unit)`, `("go", hex)`."""
Reply = str | Named
ONE_DIE = chance()


def choose(side: Side, options: Iterable[A]) -> Ask | Only[A] | None:
    """A question with these options; of one there is no choice, and of none nothing to do."""
    found = tuple(options)
    if len(found) > 1:
        return Ask(side, found)
    return Only(found[0]) if found else None


def _hex_of(board: GrandIllusionBoard, text: str) -> Hex | None:
    return int(text) if text.isdigit() and 1 <= int(text) <= HEXES else None


class Asked(kit.AnsweredLine[GrandIllusionBoard, A], Generic[A]):
    """A line that somebody answers: with dice, words, or a word with a unit or a hex: `take FR.XX`, `go 96`."""

    __slots__ = ()
    reasons = Reason
    kinds = {
        "unit": kit.Kind(lambda board, unit: IDS[unit], lambda board, text: BY_ID.get(text)),
        "hex": kit.Kind(lambda board, hex: str(hex), _hex_of),
    }

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        """Why a counter is not offered: the first rule in the way."""
        ask = self.ask(board)
        enemy = isinstance(ask, Ask) and SIDE[unit] != ask.actor
        return Reason(self.rule, "why.enemy" if enemy else "why.not_now")

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        """Why a hex is not offered: the first rule in the way."""
        return Reason(self.rule, "why.not_now")

    def reason(self, board: GrandIllusionBoard, answer: Answer) -> Reason | None:
        """The reason against the unit or the hex that an answer names."""
        return self._against(board, dict(self.things(board, answer)))

    def stray(self, board: GrandIllusionBoard, target: Target) -> Reason:
        """The same for what was clicked, where no word takes such a thing."""
        return self._against(board, self.clicked(board, target)) or Reason(self.rule, "why.nothing")

    def _against(self, board: GrandIllusionBoard, things: Mapping[str, Any]) -> Reason | None:
        if "unit" in things:
            return self.against_unit(board, things["unit"])
        return self.against_hex(board, things["hex"]) if "hex" in things else None

    def bare(self, board: GrandIllusionBoard, text: str) -> Answer | None:
        """Whatever else is said is a word."""
        return text


class Rolled(Asked[int]):
    """A line that one die answers."""

    __slots__ = ()

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return ONE_DIE
