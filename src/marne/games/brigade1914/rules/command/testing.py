"""C0, C2, C6, A12: command tests and morale tests, and the second chance of the British."""

from __future__ import annotations

from marne.engine import Ask, Unit, chance, total, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.events import MarkersRemoved, Tested
from marne.games.brigade1914.rules.advantages.cards import PlayCard, declined, offer
from marne.games.brigade1914.rules.command.command import gone, morale_modifiers, test_modifiers
from marne.games.brigade1914.rules.measures.troops import quality
from marne.games.brigade1914.steps import Asked, Line, Steps

__all__ = ["CommandTest", "MoraleTest", "Reroll", "Steadied", "SteadyAfterAll", "may_reroll", "remove_markers"]


def may_reroll(board: Battlefield, unit: int) -> bool:
    """A12: one failed test a turn, active or reacting."""
    side = board.side[unit]
    return board.nation(side) == "british" and not board.reroll[side]


@value
class CommandTest(Asked[int]):
    """C0, C2, C3: a die of six: 1 always fails, 6 always succeeds; a need of 1 is automatic."""

    rule = "C2"
    unit: Unit
    need: int
    what: str

    def ask(self, board: Battlefield) -> Ask | None:
        """A die, unless it is automatic."""
        return None if self.need <= 1 else chance()

    def unasked(self, board: Battlefield) -> Steps:
        board.natural, board.passed = 0, 1
        return ()

    def answered(self, board: Battlefield, die: int) -> Steps:
        """What follows looks at `board.passed`."""
        board.natural, board.passed = die, int(die == 6 or (die != 1 and die >= self.need))
        rule = "C3" if self.what == "reaction" else "C2"
        result = "passed" if board.passed else "failed"
        mods = tuple(test_modifiers(board, self.unit, rule))
        if self.need != total(mods) + (COMMAND.reaction if rule == "C3" else COMMAND.activation):
            mods = ()  # C23: a card names the number
        board.tell(Tested(rule, board.label(self.unit), self.what, die, min(self.need, 6), mods, result))
        if not board.passed and may_reroll(board, self.unit):
            return (Reroll(self.unit, self.need, self.what),)
        return ()


@value
class Reroll(Asked[str]):
    """A12: the British may roll a failed command or morale test again, once a turn."""

    rule = "A12"
    unit: Unit
    need: int
    what: str

    def ask(self, board: Battlefield) -> Ask:
        return Ask(board.side[self.unit], ("again", "accept"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if answer != "again":
            return (SteadyAfterAll(self.unit),) if self.what == "morale" else ()
        board.reroll[board.side[self.unit]] = 1
        if self.what == "morale":
            return (MoraleTest(self.unit),)
        return (CommandTest(self.unit, self.need, self.what),)


@value
class MoraleTest(Asked[int]):
    """C6, C22: by quality; a marker goes, two on a natural 6."""

    rule = "C6"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        return None if gone(board, self.unit) else chance()

    def answered(self, board: Battlefield, die: int) -> Steps:
        """Pass or fail; a failed test may be rolled again or made good by a card."""
        unit = self.unit
        mods = morale_modifiers(board, unit)
        need = quality(board, unit).morale
        passed = die + total(mods) >= need
        board.tell(Tested("C6", board.label(unit), "morale", die, need, tuple(mods), "passed" if passed else "failed"))
        if passed:
            remove_markers(board, unit, COMMAND.morale_natural if die == 6 else 1, "C6")
            return ()
        return (Reroll(unit, need, "morale"),) if may_reroll(board, unit) else (SteadyAfterAll(unit),)


@value
class SteadyAfterAll(Asked[str]):
    """C23: Steady the Line turns a failed morale test into a passed one."""

    rule = "C23"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        return offer(board, board.side[self.unit], "steady") if board.markers[self.unit] else None

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if declined(board, board.side[self.unit], answer):
            return ()
        return (PlayCard(board.side[self.unit], "steady", board.label(self.unit), 0, self.unit), Steadied(self.unit, 1))


@value
class Steadied(Line):
    """C23: markers that Steady the Line takes off, unless it was countered."""

    rule = "C23"
    unit: Unit
    markers: int

    def do(self, board: Battlefield) -> Steps:
        if not board.countered:
            remove_markers(board, self.unit, self.markers, "C23")
        return ()


def remove_markers(board: Battlefield, unit: int, markers: int, rule: str) -> None:
    """C6: take morale markers off."""
    taken = min(markers, board.markers[unit])
    if taken:
        board.markers[unit] -= taken
        board.tell(MarkersRemoved(rule, board.label(unit), taken))
