"""The training game behind the engine's interface."""

from __future__ import annotations

from marne.engine import (
    Option,
    PlayerKind,
    Position,
    Scenario,
    Score,
    Setting,
)
from marne.kit import House, HouseGame
from training import odds, scene, staging, view, words
from training.board import Field
from training.components.data import RULES
from training.components.ground import EDITIONS, SCENARIOS, SIDES, scenario, the_ground
from training.rules.deployment import get_ready
from training.rules.victory import score
from training.sequence import Turn
from training.staff.staff import Staff
from training.words import Reason

__all__ = ["GAME", "Training"]


def _board(setting: Setting) -> Field:
    weather = setting.option("weather", "changing")
    return Field(the_ground(), scenario(setting.scenario), setting.edition, weather)


class Training(HouseGame[Field]):
    """Two sides, one bridge."""

    name: str = "training"
    title: str = "The bridge at Pont"
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = EDITIONS
    scenarios: tuple[Scenario, ...] = tuple(Scenario(one.name, one.title, one.turns) for one in SCENARIOS)
    options: tuple[Option, ...] = (Option("weather", "Weather", ("changing", "fair", "foul")),)
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Staff),)
    rules_version: str = "1"
    house = House(
        index=RULES,
        fingerprint=lambda: the_ground().data_version,
        board=_board,
        observe=view.observe,
        imagine=view.imagine,
        scene=scene.scene,
        explain=odds.explain,
        falls=odds.falls,
        reasons=Reason,
        last_rule="T7.3",
        say=words.say,
        term=words.term,
        arrange=staging.arrange,
        inspect=staging.inspect,
    )

    def start(self, setting: Setting) -> Position[Field]:
        """T2.1: the first position of a scenario."""
        board = _board(setting)
        return Position.begin(board, *get_ready(board), Turn())

    def score(self, position: Position[Field], language: str = "en") -> Score:
        """T7.3: how it stands."""
        return score(position, language)


GAME = Training()
