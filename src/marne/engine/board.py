"""The facts of play: what is copied, saved and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from marne.engine.events import Event
from marne.engine.facts import OPEN, OWNER, PARTLY, VISIBLE, Declared
from marne.engine.save import restore, saved
from marne.engine.values import Seat

__all__ = ["Board"]


class Board(metaclass=Declared):
    """The facts of play: flat lists, dicts and small values, each declared in one line with `fact`.

    What a board is `given` (the map, the tables) is shared and not saved; a board that is given something sets it and
    then calls this `__init__`.
    """

    __slots__ = ("events", "kept")
    events: list[Event]
    kept: dict[tuple[Any, ...], Any] | None
    """While a question is put, what `kept` functions have said of the board; None while it may change."""

    def __init__(self) -> None:
        self._begin()

    if TYPE_CHECKING:

        def _begin(self) -> None:
            """Every fact as it is at the beginning."""

        def make_room(self, count: int) -> None:
            """Every list of `each`, made anew for so many things."""

        def copy(self) -> Self:
            """A board that can be changed without changing this one."""

        def masked(self, seat: Seat | None) -> Self:
            """A board as a seat sees it: what the seat may not know is replaced by what tells nothing."""

    def hidden_units(self, seat: Seat | None) -> int:
        """The units that a seat may not know, as bits; what `VISIBLE` facts say of them is taken out of its mask."""
        return 0

    def show(self, twin: Self, seat: Seat | None) -> None:
        """What a seat sees of facts that are neither open nor hidden: put it on the masked twin."""

    if TYPE_CHECKING:

        @property
        def ended(self) -> bool:
            """Whether the game has ended at once, whatever was left to do."""
            return False
    else:
        ended = False  # no call, since it is looked at before every step

    def tell(self, event: Event) -> None:
        """Say what happened."""
        self.events.append(event)

    @classmethod
    def slots(cls) -> tuple[str, ...]:
        """The names of the facts, given ones included, in order of declaration."""
        return tuple(cls.facts)

    @classmethod
    def open_facts(cls) -> tuple[str, ...]:
        """The names of the facts that lie on the table, those of hidden units taken out, in order of declaration."""
        return tuple(name for name, one in cls.facts.items() if one.seen in (OPEN, VISIBLE) and one.saved)

    @classmethod
    def partly_open(cls) -> tuple[str, ...]:
        """The names of the facts of which a seat sees a part."""
        return tuple(name for name, one in cls.facts.items() if one.seen in (PARTLY, OWNER) and one.saved)

    def save(self) -> dict[str, Any]:
        """The facts as JSON, without what was given."""
        return {name: saved(getattr(self, name)) for name, one in type(self).facts.items() if one.saved}

    @classmethod
    def load(cls, facts: dict[str, Any], like: Self) -> Self:
        """A board from its saved facts; what was given comes from another board of the same game. A fact that is newer
        than the save is as at the beginning."""
        twin = like.copy()
        twin._begin()
        for name, one in cls.facts.items():
            if one.saved and name in facts:
                setattr(twin, name, restore(facts[name]))
        twin.loaded()
        return twin

    def loaded(self) -> None:
        """Set what was given, where it follows from the facts."""
