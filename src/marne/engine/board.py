"""The facts of play: what is copied, saved and compared."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from marne.engine.events import Event
from marne.engine.save import restore, saved

__all__ = ["Board"]


class Board:
    """The facts of play: flat lists, dicts and small values in slots, with one cheap `copy()`.

    A game's board names its slots; those in `static` (the map, the tables) are shared and not saved. The default `copy`
    suits any flat board; where speed matters a game writes its own, line by line.
    """

    __slots__ = ("events",)
    static: ClassVar[tuple[str, ...]] = ()

    events: list[Event]

    def __init__(self) -> None:
        self.events = []

    def tell(self, event: Event) -> None:
        """Say what happened."""
        self.events.append(event)

    @classmethod
    def slots(cls) -> tuple[str, ...]:
        """The names of the facts, static ones included, in order of declaration."""
        names = [name for kind in reversed(cls.__mro__) for name in getattr(kind, "__slots__", ())]
        return tuple(name for name in names if name not in ("events", "__weakref__", "__dict__"))

    def copy(self) -> Self:
        """A board that can be changed without changing this one."""
        twin = type(self).__new__(type(self))
        twin.events = []
        for name in self.slots():
            fact = getattr(self, name)
            setattr(twin, name, fact.copy() if isinstance(fact, list | dict | set) else fact)
        return twin

    def save(self) -> dict[str, Any]:
        """The facts as JSON, without what is static."""
        return {name: saved(getattr(self, name)) for name in self.slots() if name not in self.static}

    @classmethod
    def load(cls, facts: dict[str, Any], like: Self) -> Self:
        """A board from its saved facts; what is static comes from another board of the same game."""
        twin = cls.__new__(cls)
        twin.events = []
        for name in cls.slots():
            setattr(twin, name, getattr(like, name) if name in cls.static else restore(facts[name]))
        return twin
