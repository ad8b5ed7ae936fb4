"""The training game behind the engine's interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from marne.engine import (
    JSON,
    Answer,
    Event,
    Explanation,
    Observation,
    Option,
    PlayerKind,
    Position,
    Scenario,
    Scene,
    Score,
    Seat,
    Setting,
    Target,
)
from marne.kit import SeatSight
from training import odds, scene, view, words
from training.board import Field
from training.components.data import RULES
from training.components.ground import EDITIONS, SCENARIOS, SIDES, scenario, the_ground
from training.rules.deployment import get_ready
from training.rules.victory import score
from training.sequence import Turn
from training.staff.staff import Staff
from training.staging import arrange, inspect
from training.steps import why_not_pointed
from training.words import Reason

__all__ = ["GAME", "Training"]


class TrainingSight(SeatSight[Field]):
    """What a seat is shown at one moment."""

    reasons = Reason
    last_rule = "T7.3"

    def drawn(self, language: str) -> Scene:
        """What the client draws."""
        return scene.scene(self.seen, language)

    def imagined(self, rng: Random) -> Position[Field]:
        """A position that fits what the seat knows."""
        return view.imagine(self.seen, rng)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The odds of an attack, or where a shot may fall; both hang only on what the seat sees."""
        return odds.explain(self.position, answer)

    def against(self, target: Target) -> Reason | None:
        """Why a hex or a piece is not offered."""
        return why_not_pointed(self.position, target)


class Training:
    """Two sides, one bridge."""

    name: str = "training"
    title: str = "The bridge at Pont"
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = EDITIONS
    scenarios: tuple[Scenario, ...] = tuple(Scenario(one.name, one.title, one.turns) for one in SCENARIOS)
    options: tuple[Option, ...] = (Option("weather", "Weather", ("changing", "fair", "foul")),)
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Staff),)
    rules_version: str = "1"

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return the_ground().data_version

    def rule_index(self) -> Path:
        """data/rules.csv."""
        return RULES

    def start(self, setting: Setting) -> Position[Field]:
        """T2.1: the first position of a scenario."""
        board = self._board(setting)
        return Position.begin(board, *get_ready(board), Turn())

    def _board(self, setting: Setting) -> Field:
        weather = setting.option("weather", "changing")
        return Field(the_ground(), scenario(setting.scenario), setting.edition, weather)

    def mask(self, position: Position[Field], seat: Seat | None) -> Position[Field]:
        """T1.4: a position as a seat sees it."""
        return position.masked(seat)

    def observe(self, position: Position[Field], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[Field]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[Field], language: str = "en") -> Score:
        """T7.3: how it stands."""
        return score(position, language)

    def sight(self, seen: Observation) -> TrainingSight:
        """What a seat is shown."""
        return TrainingSight(seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return words.term(key, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[Field]:
        """A position for a case."""
        return arrange(self._board(setting), changes)

    def inspect(self, position: Position[Field]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts of a position by kind, name and field."""
        return inspect(position)


GAME = Training()
