"""What happened, for people: output only, never read back by a rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, ClassVar

from marne.engine.values import Seat, value

__all__ = ["Event", "Modifier", "total"]


@value
class Event:
    """Something that happened, under a rule. A game's events are subclasses with typed fields.

    `reveals` is true where the event lets a seat see what it could not see before: undo stops there. `fight` is true
    where units fight, once for each battle or shot: the lab counts where.
    """

    reveals: ClassVar[bool] = False
    fight: ClassVar[bool] = False

    rule: str

    def seers(self) -> tuple[Seat, ...] | None:
        """The seats that may read this event; None is everyone."""
        return None

    def places(self) -> tuple[str, ...]:
        """The labels of the hexes where it happened, so that a line of the log can be shown on the map."""
        return ()

    def facts(self) -> dict[str, Any]:
        """The fields by name, for the words of the log."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@value
class Modifier:
    """One line of the sum beside a die: the rule, what it is, and how much.

    >>> total([Modifier("11.12", "across a river", -1), Modifier("11.14", "elan", 2)])
    1
    """

    rule: str
    text: str
    amount: int


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the modifiers' amounts."""
    return sum(modifier.amount for modifier in modifiers)
