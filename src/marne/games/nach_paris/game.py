"""1914 - Nach Paris behind the engine's interface."""

from __future__ import annotations

from datetime import date

from marne.engine import (
    Advice,
    Answer,
    Observation,
    Option,
    PlayerKind,
    Position,
    Scenario,
    Score,
    Setting,
    Way,
)
from marne.engine.survey import Surveyed
from marne.games.nach_paris import odds, staging, survey, view, words
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import RULES, data_version
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.tables import TRACK
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE, SIDES
from marne.games.nach_paris.events import PhaseBegan
from marne.games.nach_paris.rules.campaign.setup import new_board
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.units.stacking import overfull
from marne.games.nach_paris.scene import picture
from marne.games.nach_paris.sequence import GameTurn
from marne.games.nach_paris.staff.advice import ADVICE
from marne.games.nach_paris.staff.cadet import Cadet
from marne.games.nach_paris.staff.staff import Staff
from marne.games.nach_paris.steps import label
from marne.kit import House, HouseGame

__all__ = ["GAME", "NachParis"]


class NachParis(HouseGame[NachParisBoard]):
    """The first six weeks of the war in the West."""

    name: str = "nach_paris"
    title: str = "1914 - Nach Paris"
    seats: tuple[str, ...] = SIDES
    scenarios: tuple[Scenario, ...] = tuple(
        Scenario(name, play.said.title, play.said.last - play.said.first + 1) for name, play in SCENARIOS.items()
    )
    options: tuple[Option, ...] = (
        Option("facing", "Unit facing", ("on", "off")),
        Option("fog", "Fog of War markers", ("off", "on")),
        Option("recon", "Recon of hidden stacks", ("off", "on")),
        Option("doctrine", "Offensive à Outrance", ("off", "on")),
    )
    players: tuple[PlayerKind, ...] = (PlayerKind("cadet", Cadet), PlayerKind("staff", Staff))
    advice: Advice | None = ADVICE
    rules_version: str = "2"
    house = House(
        index=RULES,
        fingerprint=data_version,
        board=new_board,
        mask=view.mask,
        observe=view.observe,
        imagine=view.imagine,
        scene=picture.scene,
        explain=odds.explain,
        falls=odds.falls,
        attacked=odds.attacked,
        waits=odds.WAITS,
        reasons=words.Reason,
        last_rule="1.1.5",
        say=words.say,
        term=words.term,
        arrange=staging.arrange,
        inspect=staging.inspect,
    )

    def start(self, setting: Setting) -> Position[NachParisBoard]:
        """[3.1.1] The first position."""
        board = new_board(setting)
        return Position.begin(board, GameTurn(board.play.said.first))

    def score(self, position: Position[NachParisBoard], language: str = "en") -> Score:
        """[1.1.5] Points, and the level of victory once the game is over."""
        board = position.board
        found = points(board)
        if not board.over:
            return Score(False, found, None, "1.1.5", words.phrase(language, "view.going_on"))
        winner = {"german": GERMAN_SIDE, "allied": ALLIED_SIDE}.get(board.level.split()[0])
        return Score(True, found, winner, "1.1.5", words.phrase(language, f"word.{board.level}"))

    def faults(self, position: Position[NachParisBoard]) -> tuple[str, ...]:
        """[6.4.1] The hexes that are overfull when a Movement Phase has just ended."""
        if not any(isinstance(event, PhaseBegan) and event.phase == "combat" for event in position.events):
            return ()
        return tuple(f"6.4.1: too many steps in {label(hex)}" for hex in overfull(position.board))

    def survey(self, observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
        """What a seat knows of a hex."""
        return survey.survey(observation, hex, piece, language)

    def first_days(self, scenario: str) -> tuple[date, int]:
        """The first day of a scenario, and the days of a turn."""
        return TRACK.first_day, TRACK.days

    def way(self, observation: Observation, answer: Answer) -> Way | None:
        """[7.1.3] The way of the unit that is asked about."""
        step = observation.view.step
        return step.way(observation.view.board, answer) if isinstance(step, Walk) else None


GAME = NachParis()
