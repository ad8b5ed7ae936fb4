"""Grand Illusion behind the engine's interface."""

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
    Refusal,
    Scenario,
    Scene,
    Score,
    Seat,
    Setting,
)
from marne.games.grand_illusion import odds, scene, staging, view, words
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS, LOADED, SCENARIOS
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import ALLIED, DATA, GERMAN, SIDES
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.sequence import Begin
from marne.games.grand_illusion.staff.staff import Staff
from marne.games.grand_illusion.steps import why_not_offered
from marne.games.grand_illusion.suppose import suppose

__all__ = ["GAME", "GrandIllusion"]


class GrandIllusion:
    """Mirage of Glory, 1914."""

    name: str = "grand_illusion"
    title: str = words.SETTING["title"]
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = tuple(EDITIONS)
    scenarios: tuple[Scenario, ...] = tuple(
        Scenario(name, words.SETTING["scenarios"][name], file.turns) for name, file in SCENARIOS.items()
    )
    options: tuple[Option, ...] = ()
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Staff),)
    rules_version: str = "2"

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return LOADED.fingerprint

    def rule_index(self) -> Path:
        """Every rule, and every difference of the Spanish edition."""
        return DATA / "rules.csv"

    def start(self, setting: Setting) -> Position[GrandIllusionBoard]:
        """13.0: the first position."""
        return Position.begin(self._board(setting), Begin())

    def _board(self, setting: Setting) -> GrandIllusionBoard:
        return new_board(EDITIONS[setting.edition or "english"], setting.scenario)

    def mask(self, position: Position[GrandIllusionBoard], seat: Seat | None) -> Position[GrandIllusionBoard]:
        """A position as a seat sees it."""
        return position.masked(seat)

    def observe(self, position: Position[GrandIllusionBoard], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[GrandIllusionBoard]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[GrandIllusionBoard], language: str = "en") -> Score:
        """14.1.3: Plan 17 points and German points, each from its own side."""
        board = position.board
        points = (board.points[ALLIED], board.points[GERMAN])
        if not board.ended:
            leads = points[GERMAN] >= LIMITS.points_to_win and points[GERMAN] >= 2 * points[ALLIED]
            ahead = words.phrase(language, f"view.ahead.{SIDES[GERMAN if leads else ALLIED]}")
            return Score(False, points, None, "14.1.3", ahead)
        return Score(True, points, board.winner, "14.1.3", words.phrase(language, f"word.{board.won_by}"))

    def explain(self, observation: Observation, answer: Answer, language: str = "en") -> Explanation | None:
        """The exact odds of a battle, as far as its board is known."""
        position = observation.view
        if observation.actor != observation.seat or position.why_not(answer) is not None:
            return None
        return odds.explain(position, answer, language)

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds of a battle in a hex, with counters put elsewhere on the seat's own view."""
        return suppose(observation.view.board, places, hex, seat, language)

    def scene(self, observation: Observation, language: str) -> Scene:
        """What the client draws."""
        return scene.scene(observation, language)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def why_not(self, observation: Observation, target: Mapping[str, str], language: str) -> Refusal | None:
        """Why a hex or a counter that was clicked is not offered."""
        if observation.seat is None or observation.actor != observation.seat:
            return words.Reason(observation.rule or "14.1.3", "why.not_asked").refusal(language)
        found = why_not_offered(observation.view, target)
        return None if found is None else found.refusal(language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[GrandIllusionBoard]:
        """A position for a case; see `staging.py` for its words."""
        return staging.arrange(self._board(setting), changes)

    def inspect(self, position: Position[GrandIllusionBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field, as cases expect them."""
        return staging.inspect(position.board)


GAME = GrandIllusion()
