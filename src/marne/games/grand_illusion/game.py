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
    Scenario,
    Scene,
    Score,
    Seat,
    Setting,
    Target,
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
from marne.kit import SeatSight

__all__ = ["GAME", "GrandIllusion"]


class GrandIllusionSight(SeatSight[GrandIllusionBoard]):
    """What a seat is shown at one moment."""

    reasons = words.Reason
    last_rule = "14.1.3"

    def drawn(self, language: str) -> Scene:
        """What the client draws."""
        return scene.scene(self.seen, language)

    def imagined(self, rng: Random) -> Position[GrandIllusionBoard]:
        """A position that fits what the seat knows."""
        return view.imagine(self.seen, rng)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The exact odds of a battle, as far as its board is known."""
        return odds.explain(self.position, answer, language)

    def against(self, target: Target) -> words.Reason | None:
        """Why a hex or a counter is not offered."""
        return why_not_offered(self.position, target)


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

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds of a battle in a hex, with counters put elsewhere on the seat's own view."""
        return suppose(observation.view.board, places, hex, seat, language)

    def sight(self, seen: Observation) -> GrandIllusionSight:
        """What a seat is shown."""
        return GrandIllusionSight(seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return words.term(key, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[GrandIllusionBoard]:
        """A position for a case; see `staging.py` for its words."""
        return staging.arrange(self._board(setting), changes)

    def inspect(self, position: Position[GrandIllusionBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field, as cases expect them."""
        return staging.inspect(position.board)


GAME = GrandIllusion()
