"""1914 - Nach Paris behind the engine's interface."""

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
from marne.games.nach_paris import odds, scene, staging, view, words
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import RULES, data_version
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE, SIDES
from marne.games.nach_paris.rules.campaign.setup import new_board
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.sequence import GameTurn
from marne.games.nach_paris.steps import why_not_offered
from marne.kit import SeatSight

__all__ = ["GAME", "NachParis"]


class NachParisSight(SeatSight[NachParisBoard]):
    """What a seat is shown at one moment."""

    reasons = words.Reason
    last_rule = "1.1.5"

    def drawn(self, language: str) -> Scene:
        """What the client draws."""
        return scene.scene(self.seen, language)

    def imagined(self, rng: Random) -> Position[NachParisBoard]:
        """A position that fits what the seat knows."""
        return view.imagine(self.seen, rng)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The exact odds of barrages, assaults and combats."""
        return odds.explain(self.position, answer, language)

    def against(self, target: Target) -> words.Reason | None:
        """Why a hex or a counter is not offered."""
        return why_not_offered(self.position, target)


class NachParis:
    """The first six weeks of the war in the West."""

    name: str = "nach_paris"
    title: str = "1914 - Nach Paris"
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = tuple(
        Scenario(name, play.said.title, play.said.last - play.said.first + 1) for name, play in SCENARIOS.items()
    )
    options: tuple[Option, ...] = (
        Option("facing", "Unit facing", ("on", "off")),
        Option("fog", "Fog of War markers", ("off", "on")),
        Option("recon", "Recon of hidden stacks", ("off", "on")),
        Option("doctrine", "Offensive à Outrance", ("off", "on")),
    )
    players: tuple[PlayerKind, ...] = ()
    rules_version: str = "1"

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return data_version()

    def rule_index(self) -> Path:
        """Every rule."""
        return RULES

    def start(self, setting: Setting) -> Position[NachParisBoard]:
        """[3.1.1] The first position."""
        board = new_board(setting)
        return Position.begin(board, GameTurn(board.play.said.first))

    def mask(self, position: Position[NachParisBoard], seat: Seat | None) -> Position[NachParisBoard]:
        """A position as a seat sees it."""
        return view.mask(position, seat)

    def observe(self, position: Position[NachParisBoard], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[NachParisBoard]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[NachParisBoard], language: str = "en") -> Score:
        """[1.1.5] Points, and the level of victory once the game is over."""
        board = position.board
        found = points(board)
        if not board.over:
            return Score(False, found, None, "1.1.5", words.phrase(language, "view.going_on"))
        winner = {"german": GERMAN_SIDE, "allied": ALLIED_SIDE}.get(board.level.split()[0])
        return Score(True, found, winner, "1.1.5", words.phrase(language, f"word.{board.level}"))

    def sight(self, seen: Observation) -> NachParisSight:
        """What a seat is shown."""
        return NachParisSight(seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return words.term(key, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[NachParisBoard]:
        """A position for a case; see `staging.py` for its words."""
        return staging.arrange(new_board(setting), changes)

    def inspect(self, position: Position[NachParisBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field, as cases expect them."""
        return staging.inspect(position.board)


GAME = NachParis()
