"""1914 with miniatures behind the engine's interface."""

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
    Mustering,
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
    Target,
)
from marne.games.brigade1914 import odds, staging, view, words
from marne.games.brigade1914.board import SIDES, Battlefield
from marne.games.brigade1914.components.data import LISTS, PRICES, RULES, SCENARIOS, TABLES, data_version
from marne.games.brigade1914.rules.scenarios.victory import score
from marne.games.brigade1914.scene import builder, picture, placing, sheet
from marne.games.brigade1914.sequence import Begin
from marne.games.brigade1914.staff.staff import Staff
from marne.games.brigade1914.steps import Asked
from marne.games.brigade1914.words import Reason
from marne.kit import SeatSight

__all__ = ["GAME", "Brigade1914"]

_POINTS = ("scenario", *map(str, PRICES.sizes))
_ARMIES = tuple(name.replace("_", " ") for name in LISTS)


class BrigadeSight(SeatSight[Battlefield]):
    """What a seat is shown at one moment."""

    reasons = Reason
    last_rule = "C27"
    to_and_fro = True

    def drawn(self, language: str) -> Scene:
        """What the client draws."""
        return picture.scene(self.seen, language)

    def imagined(self, rng: Random) -> Position[Battlefield]:
        """A position that fits what the seat knows."""
        return view.imagine(self.seen, rng)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The exact odds of a test, of fire, of a morale test."""
        return odds.explain(self.position, answer, language)

    def against(self, target: Target) -> Reason | None:
        """Why a place or a base is not offered; `place` is `x,y` for the unit that is to move, `answer` is a written
        answer to an open question."""
        position = self.position
        assert isinstance(position.step, Asked)
        assert position.open is not None
        return position.step.pointed(position.board, position.open, target)


class Brigade1914:
    """Brigades of 1914 on an open table."""

    name: str = "brigade1914"
    title: str = "1914 with miniatures"
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = tuple(Scenario(name, row.title, row.turns) for name, row in SCENARIOS.items())
    options: tuple[Option, ...] = (
        Option("blue", "Blue's brigade", _ARMIES),
        Option("red", "Red's brigade", ("german infantry", *(name for name in _ARMIES if name != "german infantry"))),
        Option("blue points", "Blue's points", _POINTS),
        Option("red points", "Red's points", _POINTS),
        Option("forces", "Forces", ("ready made", "chosen")),
        Option("table", "Table", ("random", *sorted(TABLES))),
        Option("roles", "Who attacks", ("as seated", "by die")),
    )
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Staff),)
    rules_version: str = "2"

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return data_version()

    def rule_index(self) -> Path:
        """The sections A1 to A12 (stated) and C0 to C27 (reconstructed)."""
        return RULES

    def start(self, setting: Setting) -> Position[Battlefield]:
        """C27: the first position."""
        return Position.begin(self._board(setting), Begin())

    def _board(self, setting: Setting) -> Battlefield:
        def points(side: str) -> int:
            chosen = setting.option(f"{side} points", "scenario")
            return 0 if chosen == "scenario" else int(chosen)

        return Battlefield(
            setting.scenario,
            (
                setting.option("blue", "british infantry").replace(" ", "_"),
                setting.option("red", "german infantry").replace(" ", "_"),
            ),
            (points("blue"), points("red")),
            setting.option("forces", "ready made") == "chosen",
            setting.option("table", "random"),
            setting.option("roles", "as seated"),
        )

    def mask(self, position: Position[Battlefield], seat: Seat | None) -> Position[Battlefield]:
        """A position as a seat sees it."""
        return position.masked(seat)

    def observe(self, position: Position[Battlefield], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[Battlefield]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[Battlefield], language: str = "en") -> Score:
        """C27: how it stands."""
        found = score(position.board)
        return Score(found.over, found.points, found.winner, found.rule, words.word(language, found.why))

    def sight(self, seen: Observation) -> BrigadeSight:
        """What a seat is shown."""
        return BrigadeSight(seen)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def term(self, key: str, language: str) -> str:
        """A modifier or a result in words."""
        return words.word(language, key)

    def preview(self, observation: Observation, text: str) -> Mapping[str, JSON]:
        """What the unit that is to be placed would see and reach from there."""
        return placing.preview(observation.view, text)

    def look(self, observation: Observation, label: str) -> Mapping[str, JSON]:
        """C16: lines of sight and ranges of a unit where it stands."""
        return placing.look(observation.view, observation.seat, label)

    # -- forces, for a page that builds them

    def armies(self, language: str) -> JSON:
        """A12, C26: every list, with forces to begin from."""
        return builder.armies(language)

    def judge(self, army: str, points: int, force: str, language: str) -> Mapping[str, JSON]:
        """A12, C26: points, tokens, and every breach of the list."""
        return builder.judge(army, points, force, language)

    def mustering(self, position: Position[Battlefield]) -> Mustering | None:
        """A12: who buys what now."""
        return builder.mustering(position)

    def muster(self, position: Position[Battlefield], force: str, language: str) -> list[str] | Refusal:
        """A12: the answers that buy a force."""
        return builder.plan(position, force, language)

    def allot(self, position: Position[Battlefield], tokens: Mapping[str, int], language: str) -> list[str] | Refusal:
        """A3: the answers that give out command tokens."""
        return sheet.allot(position, tokens, language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[Battlefield]:
        """A position for a case; see `staging.py` for its words."""
        return staging.arrange(self._board(setting), changes)

    def inspect(self, position: Position[Battlefield]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field, as cases expect them."""
        return staging.inspect(position.board)


GAME = Brigade1914()
