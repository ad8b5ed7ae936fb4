"""What a client did wrong, and the status code that says so."""

from __future__ import annotations

from marne.engine import MarneError

__all__ = ["Forbidden", "NotFound", "Stale", "TooMany"]


class NotFound(MarneError):
    """No such table."""


class Forbidden(MarneError):
    """That seat is not yours."""


class Stale(MarneError):
    """The client answered a question that is no longer open."""


class TooMany(MarneError):
    """Too many requests, or too large a one."""
