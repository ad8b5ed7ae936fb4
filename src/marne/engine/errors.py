"""Refusals: each with the rule that refuses, and why."""

from __future__ import annotations

from marne.engine.values import value

__all__ = ["EngineError", "IllegalAnswer", "MarneError", "RecordError", "Refusal", "UnknownGame"]


class MarneError(Exception):
    """What a person did or wrote cannot be taken. The message says what, where and what was expected."""


@value
class Refusal:
    """Why something is not allowed, and the rule that says so."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"


class IllegalAnswer(MarneError):
    """An answer that the open ask does not allow.

    >>> raise IllegalAnswer("7.1", "0913 is in the zone of control of 3e CA")
    Traceback (most recent call last):
    marne.engine.errors.IllegalAnswer: 0913 is in the zone of control of 3e CA (7.1)
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why


class RecordError(MarneError):
    """A record that cannot be read: the line, what was found, what was expected."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}: {found}; expected {expected}")
        self.line = line
        self.found = found
        self.expected = expected


class UnknownGame(MarneError):
    """No game, edition, scenario, option or seat of that name."""


class EngineError(RuntimeError):
    """A game breaks the contract: a fault of the program, never of a player."""
