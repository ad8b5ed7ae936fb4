"""Schlieffen's War behind the engine's interface."""

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
from marne.games.schlieffens_war import odds, scene, view, words
from marne.games.schlieffens_war.board import DRAW, WarBoard
from marne.games.schlieffens_war.components.data import RULES, data_version
from marne.games.schlieffens_war.components.scenario import SCENARIOS, scenario_named
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, SEATS
from marne.games.schlieffens_war.sequence import Campaign
from marne.games.schlieffens_war.staff.staff import Staff
from marne.games.schlieffens_war.staging import arrange, inspect
from marne.games.schlieffens_war.steps import why_not_pointed
from marne.games.schlieffens_war.suppose import suppose
from marne.games.schlieffens_war.words import Reason
from marne.kit import SeatSight

__all__ = ["GAME", "SchlieffensWar"]


class WarSight(SeatSight[WarBoard]):
    """What a seat is shown at one moment."""

    reasons = Reason
    last_rule = "5.0"

    def drawn(self, language: str) -> Scene:
        """What the client draws."""
        return scene.scene(self.seen, language)

    def imagined(self, rng: Random) -> Position[WarBoard]:
        """A position that fits what the seat knows."""
        return view.imagine(self.seen, rng)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The exact odds of an attack, siege markers or a forced march, as far as the seat can know them."""
        return odds.explain(self.position, answer, language)

    def against(self, target: Target) -> Reason | None:
        """Why a hex or a counter is not offered."""
        return why_not_pointed(self.position, target)


class SchlieffensWar:
    """The campaign of 1914 in the West, Germans against the Entente."""

    name: str = "schlieffens_war"
    title: str = "Schlieffen's War"
    seats: tuple[str, ...] = SEATS
    editions: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = tuple(Scenario(one.name, one.title, one.turns) for one in SCENARIOS.values())
    options: tuple[Option, ...] = ()
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Staff),)
    rules_version: str = "2"

    def data_version(self) -> str:
        """The fingerprint of the data files, the board included."""
        return data_version()

    def rule_index(self) -> Path:
        """data/rules.csv."""
        return RULES

    def start(self, setting: Setting) -> Position[WarBoard]:
        """3.0: the first position, before the set-up."""
        return Position.begin(WarBoard(scenario_named(setting.scenario)), Campaign())

    def mask(self, position: Position[WarBoard], seat: Seat | None) -> Position[WarBoard]:
        """6.6: a position as a seat sees it."""
        return view.mask(position, seat)

    def observe(self, position: Position[WarBoard], seat: Seat | None) -> Mapping[str, JSON]:
        """6.6: what a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[WarBoard]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[WarBoard], language: str = "en") -> Score:
        """4.7: German points above or below the draw; whoever has won, and by which rule."""
        board = position.board
        margin = board.points - board.scenario.victory.draw_points
        points = (margin, -margin)
        if not board.over:
            return Score(False, points)
        winner = None if board.winner == DRAW else board.winner
        why = words.WORDS.say(language, f"GameOver.{board.winning_rule}", winner=_winner(board.winner, language))
        return Score(True, points, winner, board.winning_rule, why)

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds of an attack on a hex, with counters put elsewhere on the seat's own view."""
        return suppose(observation, places, hex, seat, language)

    def sight(self, seen: Observation) -> WarSight:
        """What a seat is shown."""
        return WarSight(seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return words.term(key, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[WarBoard]:
        """A position for a case."""
        return arrange(changes, scenario_named(setting.scenario))

    def inspect(self, position: Position[WarBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts of a position by kind, name and field."""
        return inspect(position)


def _winner(winner: int, language: str) -> str:
    return words.WORDS.say(language, SEATS[winner] if winner in (GERMAN, ENTENTE) else "nobody")


GAME = SchlieffensWar()
