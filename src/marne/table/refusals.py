"""What a client did wrong, and the status code that says so."""

from __future__ import annotations

from typing import Any

from marne import kit
from marne.engine import IllegalAnswer, MarneError
from marne.table.words import WORDS

__all__ = [
    "Busy",
    "Forbidden",
    "Frozen",
    "NotFound",
    "Refused",
    "Stale",
    "TooLarge",
    "TooMany",
    "code_of",
    "error_of",
    "retry_after",
]


class Refused(kit.Refused):
    """What the table refuses: a key of its words, with facts."""

    book = WORDS


class NotFound(Refused):
    """No such table."""


class Forbidden(Refused):
    """That seat is not yours."""


class Stale(Refused):
    """The client answered a question that is no longer open."""


class Frozen(Refused):
    """The table began with other rules or data than this server has: it can be looked at, not played."""


class TooMany(Refused):
    """Too many requests."""


class Busy(Refused):
    """The server has as much to do as it takes on."""


class TooLarge(Refused):
    """Too large a message."""


CODES: tuple[tuple[type[MarneError], str, int], ...] = (
    (NotFound, "not-found", 404),
    (Forbidden, "forbidden", 403),
    (Stale, "stale", 409),
    (Frozen, "frozen", 409),
    (TooMany, "too-many", 429),
    (Busy, "busy", 503),
    (TooLarge, "too-large", 413),
    (IllegalAnswer, "illegal", 422),
    (MarneError, "refused", 400),
)


def code_of(error: MarneError) -> tuple[str, int]:
    """The word and the status for what went wrong."""
    return next((word, status) for kind, word, status in CODES if isinstance(error, kind))


def error_of(error: MarneError, language: str) -> dict[str, Any]:
    """An error as it is sent: a code, a message in words, and the rule that refuses if one does."""
    told: dict[str, Any] = {"code": code_of(error)[0], "message": kit.message_in(error, language)}
    if isinstance(error, IllegalAnswer):
        told["rule"] = error.rule
    return told


def retry_after(error: MarneError) -> dict[str, str]:
    """The header that says when to come again, where somebody came too often or too early."""
    if not isinstance(error, (TooMany, Busy)):
        return {}
    return {"Retry-After": str(error.facts.get("seconds", 1))}
