"""What a game may have beside its rules: each a part with a name, told to the client, and found by its type.

`isinstance(game, Supposes)` asks whether a game has a part; nothing is found by the name of a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from marne.engine.errors import Refusal
from marne.engine.game import Explanation, Game, Observation, Setting
from marne.engine.position import Position
from marne.engine.tabletop import Army, Judged, Looked, Previewed
from marne.engine.values import Answer, Seat, value

__all__ = ["Marches", "Musters", "OpenTable", "Staged", "Supposes", "Way", "parts_of"]


@value
class Way:
    """The way to a destination: its hexes by label from the start on, what it costs, and the points that are left
    then; less than none where it takes a forced march."""

    hexes: tuple[str, ...]
    cost: int
    left: int


@runtime_checkable
class Marches(Protocol):
    """The way that a unit takes to a destination which is offered to it."""

    def way(self, observation: Observation, answer: Answer) -> Way | None:
        """The way, or None where the answer is no destination."""
        ...


@runtime_checkable
class Supposes(Protocol):
    """What-if: the odds of an attack with counters put elsewhere on a seat's own view."""

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds, or None where nobody of that side could attack."""
        ...


@runtime_checkable
class OpenTable(Protocol):
    """A table without hexes: what would be seen and reached from a place."""

    def preview(self, observation: Observation, text: str) -> Previewed:
        """What the unit that is to be placed would see and reach from there."""
        ...

    def spot(self, position: Position[Any], answer: Answer) -> tuple[int, int, int | None] | None:
        """Where an answer puts something, and how it faces there, if it does; None where it is no place."""
        ...

    def look(self, observation: Observation, label: str) -> Looked:
        """Lines of sight and ranges of a unit where it stands."""
        ...

    def allot(self, position: Position[Any], tokens: Mapping[str, int], language: str) -> list[str] | Refusal:
        """The answers that give out command tokens, or why not."""
        ...


@runtime_checkable
class Musters(Protocol):
    """Forces that are bought from lists."""

    def armies(self, language: str) -> list[Army]:
        """Every list, with forces to begin from."""
        ...

    def judge(self, army: str, points: int, force: str, language: str) -> Judged:
        """Points, tokens, and every breach of the list."""
        ...

    def muster(self, position: Position[Any], force: str, language: str) -> list[str] | Refusal:
        """The answers that buy a force, or why not."""
        ...


@runtime_checkable
class Staged(Protocol):
    """What a game adds so that cases can be written for it."""

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[Any]:
        """A position made for a case: the scenario with changes, or an explicit one, in the game's own words."""
        ...

    def inspect(self, position: Position[Any]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field: `{"unit": {"X AK": {"hex": "1007", "steps": 2}}, "track": …}`."""
        ...


_NAMES = (("what-if", Supposes), ("open-table", OpenTable), ("forces", Musters), ("ways", Marches))


def parts_of(game: Game) -> tuple[str, ...]:
    """The parts of a game that a page can show."""
    return tuple(name for name, part in _NAMES if isinstance(game, part))
