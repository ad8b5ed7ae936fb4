"""A game behind the engine's interface, as far as all games are built alike: its rooms are named, and asked.

A game writes what is its own: `start`, `score`, and the parts that others lack (what-if, forces).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from marne.engine import JSON, Advice, Board, Event, Observation, Option, PlayerKind, Position, Seat, Setting
from marne.kit.lessons import lesson_named, lessons_in
from marne.kit.rooms import CaseFacts, House
from marne.kit.sight import SeatSight

__all__ = ["HouseGame"]

B = TypeVar("B", bound=Board)


class HouseGame(Generic[B]):
    """What every game does by asking the room that knows."""

    house: ClassVar[House]
    editions: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    players: tuple[PlayerKind, ...] = ()
    advice: Advice | None = None

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return self.house.fingerprint()

    def rule_index(self) -> Path:
        """Every rule."""
        return self.house.index

    def mask(self, position: Position[B], seat: Seat | None) -> Position[B]:
        """A position as a seat sees it."""
        return self.house.mask(position, seat)

    def observe(self, position: Position[B], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return self.house.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[B]:
        """A position that fits an observation."""
        return self.house.imagine(observation, rng)

    def faults(self, position: Position[B]) -> tuple[str, ...]:
        """What is wrong with a position; a game that has invariants of its own checks them here."""
        return ()

    def sight(self, seen: Observation) -> SeatSight:
        """What a seat is shown."""
        return SeatSight(self.house, seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return self.house.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return self.house.term(key, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[B]:
        """A position for a case; the game's `staging.py` has its words."""
        return self.house.arrange(self.house.board(setting), changes)

    def inspect(self, position: Position[B]) -> CaseFacts:
        """The facts by kind, name and field, as cases expect them."""
        return self.house.inspect(position)

    # -- for lessons (marne.lessons)

    def lessons(self) -> tuple[str, ...]:
        """The lessons of `data/lessons`, in the order of learning."""
        return tuple(lesson.name for lesson in lessons_in(self.house.index.parent))

    def begin_lesson(self, setting: Setting, name: str) -> Position[B]:
        """The position that a lesson stages."""
        return self.arrange(setting, lesson_named(self.house.index.parent, name).setup)
