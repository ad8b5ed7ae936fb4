"""Refusals: each with the rule that refuses, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, Protocol

from marne.engine.values import value

__all__ = ["ENGLISH", "EngineError", "IllegalAnswer", "MarneError", "RecordError", "Refusal", "Said", "UnknownGame"]

ENGLISH: Final = {
    "no_game": "no game {name!r}; there are {names}",
    "no_part": "{game} has no {kind} {name!r}; it has {names}",
    "not_legal": "that is not one of the legal answers",
    "over": "the game is over",
    "record": "line {line}: {found}; expected {expected}",
    "unread": "{text!r} is not one of the legal answers",
}
"""What the engine itself says, by key. Other languages have the same keys: `marne.kit`."""


class Source(Protocol):
    """What a refusal was made from, so that it can be told again in another language."""

    key: str
    facts: Mapping[str, Any]


class Said:
    """A sentence of the engine itself: a key with its facts."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.key = key
        self.facts: Mapping[str, Any] = facts

    def __str__(self) -> str:
        return ENGLISH[self.key].format_map(self.facts)


class MarneError(Exception):
    """What a person did or wrote cannot be taken. The message says what, where and what was expected."""


@value
class Refusal:
    """Why something is not allowed, and the rule that says so."""

    rule: str
    why: str
    source: Source | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, rule: str, key: str, **facts: Any) -> Refusal:
        """A refusal of the engine itself."""
        said = Said(key, **facts)
        return cls(rule, str(said), said)

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"


class IllegalAnswer(MarneError):
    """An answer that the open ask does not allow.

    >>> raise IllegalAnswer("7.1", "0913 is in the zone of control of 3e CA")
    Traceback (most recent call last):
    marne.engine.errors.IllegalAnswer: 0913 is in the zone of control of 3e CA (7.1)
    """

    def __init__(self, rule: str, why: str, source: Source | None = None) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why
        self.source = source

    @classmethod
    def of(cls, refusal: Refusal) -> IllegalAnswer:
        """The refusal, raised."""
        return cls(refusal.rule, refusal.why, refusal.source)


class RecordError(MarneError):
    """A record that cannot be read: the line, what was found, what was expected."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        self.source = Said("record", line=line, found=found, expected=expected)
        super().__init__(str(self.source))
        self.line = line
        self.found = found
        self.expected = expected


class UnknownGame(MarneError):
    """No game, edition, scenario, option, player or seat of that name."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.source = Said(key, **facts)
        super().__init__(str(self.source))


class EngineError(RuntimeError):
    """A game breaks the contract: a fault of the program, never of a player."""
