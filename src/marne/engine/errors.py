"""Refusals: each with the rule that refuses, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Any, Final, Protocol

from marne.engine.values import value

__all__ = [
    "ENGLISH",
    "EngineError",
    "IllegalAnswer",
    "MarneError",
    "RecordError",
    "Refusal",
    "Said",
    "SaidError",
    "UnknownGame",
]

ENGLISH: Final = {
    "bad_game": "the game {name!r} of another package cannot be loaded from {where!r}: {error}",
    "no_answer": "there is no answer {to} to go back to; there are {count}",
    "no_die": "there is no die to roll",
    "no_game": "no game {name!r}; there are {names}",
    "no_part": "{game} has no {kind} {name!r}; it has {names}",
    "no_secret": "the secret seed is not revealed: the record has no line 'secret: …'",
    "no_undo": "{seat} cannot go back to answer {to}: since then somebody else has answered or something was revealed",
    "no_value": "a saved position names {name!r}, which this version does not know",
    "none": "none",
    "nothing_yet": "there is nothing to undo: nobody has answered yet",
    "nothing_undone": "there is nothing to redo: nothing was undone since the last answer",
    "no_advice": "no seat is asked now, so there is nothing to advise",
    "not_legal": "that is not one of the legal answers",
    "over": "the game is over",
    "record": "line {line}: {found}; expected {expected}",
    "seed": "a seed is a whole number, not {seed!r}",
    "unread": "{text!r} is not one of the legal answers",
    "unread_near": "{text!r} is not one of the legal answers; did you mean: {names}?",
    # what is found in a record
    "record.answer_by": "an answer by {actor!r}",
    "record.answers": "answers {mark}",
    "record.by": "{text!r} by {actor}",
    "record.count": "a count of {count}",
    "record.draw": "draw {number}",
    "record.draw_by": "a draw by {actor}",
    "record.empty": "an empty file",
    "record.false_secret": "a secret that does not fit the fingerprint",
    "record.file_end": "the end of the file",
    "record.headless": "a header without {name!r}",
    "record.position": "position {mark}",
    "record.twice": "{name!r} a second time",
    "record.alone": "a going back by one side",
    "record.false_part": "a part of {actor} that is not of its chain",
    "record.false_seed": "a seed of {actor} that it was not bound to",
    "record.head": "the head {mark}…",
    "record.no_part": "a draw without all parts",
    "record.played_by": "{name} {version}",
    # what was expected in its place
    "record.after": "a time after {when}",
    "record.by_whom": "one by {actor}",
    "record.consent": "consent: since then somebody else has answered, a die has fallen or something was revealed",
    "record.deed": "row {number}, written '{number} time kind number seat draw: text'",
    "record.is": "{number}",
    "record.legal": "a legal answer",
    "record.next_part": "the next link of its chain",
    "record.part_of": "a part of {actor}",
    "record.seal": "'head: …', and after the closing line 'key: …', 'signature: …' and 'secret: …'",
    "record.answer_changed": "{mark}: an answer was changed",
    "record.chance_draws": "a draw by chance alone",
    "record.closing": "the closing line, since the game is over",
    "record.counted": "the {count} that the closing line counts",
    "record.cut_off": "the closing line 'end: N answers …, position …': the file is cut off",
    "record.end": "'end: N answers' and eight hex digits, 'position' and sixteen hex digits",
    "record.header": "a header line such as 'scenario: …'",
    "record.hex": "hex digits",
    "record.later": "draw {number} or a later one",
    "record.next": "answer {number} or the closing line",
    "record.numbered": "answer {number}, written '{number}. seat: answer'",
    "record.once": "each header line once",
    "record.one_by": "one by {actor} ({legal})",
    "record.one_of": "one of: {answers}",
    "record.one_of_many": "one of: {answers} and {more} more",
    "record.open": "an answer to {step} ({rule})",
    "record.rules_changed": "{mark}: the rules or the data were changed",
    "record.secret": "nothing after the closing line but one 'secret: …'",
    "record.seed_gives": "{text!r}, which the seed gives",
    "record.sha": "one whose SHA-256 is {shown}",
}
"""What the engine itself says, by key. Other languages have the same keys: `marne.kit`."""


class Source(Protocol):
    """What a refusal was made from, so that it can be told again in another language."""

    key: str
    facts: Mapping[str, Any]


class Said:
    """A sentence of the engine itself, or a part of one: a key with its facts, of which one may be such a part."""

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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.why, self.source)

    @classmethod
    def of(cls, refusal: Refusal) -> IllegalAnswer:
        """The refusal, raised."""
        return cls(refusal.rule, refusal.why, refusal.source)


class SaidError(MarneError):
    """What the engine itself refuses: a key of its words with facts, so that it can be told in any language."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.source = Said(key, **facts)
        super().__init__(str(self.source))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.source.key, **self.source.facts), ()


class RecordError(SaidError):
    """A record that cannot be read: the line, what was found, what was expected. Text is what the file itself says."""

    def __init__(self, line: int, found: Said | str, expected: Said | str) -> None:
        super().__init__("record", line=line, found=found, expected=expected)
        self.line = line
        self.found = str(found)
        self.expected = str(expected)

    def __reduce__(self) -> tuple[Any, ...]:
        facts = self.source.facts
        return type(self), (facts["line"], facts["found"], facts["expected"])


class UnknownGame(SaidError):
    """No game, edition, scenario, option, player or seat of that name."""


class EngineError(RuntimeError):
    """A game breaks the contract: a fault of the program, never of a player."""
