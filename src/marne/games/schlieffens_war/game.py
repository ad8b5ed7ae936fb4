"""Schlieffen's War behind the engine's interface."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from marne.engine import (
    Advice,
    Answer,
    Explanation,
    Observation,
    Option,
    PlayerKind,
    Position,
    Scenario,
    Score,
    Seat,
    Setting,
    Way,
)
from marne.engine.survey import Surveyed
from marne.games.schlieffens_war import odds, staging, survey, view, words
from marne.games.schlieffens_war.board import DRAW, WarBoard
from marne.games.schlieffens_war.components.data import RULES, data_version
from marne.games.schlieffens_war.components.scenario import SCENARIOS, scenario_named
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, SEATS
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination
from marne.games.schlieffens_war.scene import picture
from marne.games.schlieffens_war.sequence import Campaign
from marne.games.schlieffens_war.staff.advice import ADVICE
from marne.games.schlieffens_war.staff.cadet import Cadet
from marne.games.schlieffens_war.staff.staff import Staff
from marne.games.schlieffens_war.suppose import suppose
from marne.games.schlieffens_war.words import Reason
from marne.kit import House, HouseGame

__all__ = ["GAME", "SchlieffensWar"]


def _board(setting: Setting) -> WarBoard:
    return WarBoard(scenario_named(setting.scenario), int(setting.option("handicap", "0")))


class SchlieffensWar(HouseGame[WarBoard]):
    """The campaign of 1914 in the West, Germans against the Entente."""

    name: str = "schlieffens_war"
    title: str = "Schlieffen's War"
    seats: tuple[str, ...] = SEATS
    scenarios: tuple[Scenario, ...] = tuple(Scenario(one.name, one.title, one.turns) for one in SCENARIOS.values())
    options: tuple[Option, ...] = (Option("handicap", "Points given to the Germans", tuple(map(str, range(9)))),)
    players: tuple[PlayerKind, ...] = (PlayerKind("cadet", Cadet), PlayerKind("staff", Staff))
    rules_version: str = "2"
    advice: Advice | None = ADVICE
    house = House(
        index=RULES,
        fingerprint=data_version,
        board=_board,
        mask=view.mask,
        observe=view.observe,
        imagine=view.imagine,  # 6.6
        scene=picture.scene,
        explain=odds.explain,
        attacked=odds.attacked,
        waits=odds.WAITS,
        reasons=Reason,
        last_rule="5.0",
        say=words.say,
        term=words.term,
        arrange=staging.arrange,
        inspect=staging.inspect,
    )

    def start(self, setting: Setting) -> Position[WarBoard]:
        """3.0: the first position, before the set-up."""
        return Position.begin(_board(setting), Campaign())

    def score(self, position: Position[WarBoard], language: str = "en") -> Score:
        """4.7: German points above or below the draw; whoever has won, and by which rule."""
        board = position.board
        margin = board.standing - board.scenario.victory.draw_points
        points = (margin, -margin)
        if not board.over:
            return Score(False, points)
        winner = None if board.winner == DRAW else board.winner
        why = words.WORDS.say(language, f"GameOver.{board.winning_rule}", winner=_winner(board.winner, language))
        return Score(True, points, winner, board.winning_rule, why)

    def first_days(self, scenario: str) -> tuple[date, int]:
        """The first day of a scenario, and the days of a turn."""
        told = scenario_named(scenario)
        return date.fromisoformat(told.first_day), told.days_per_turn

    def way(self, observation: Observation, answer: Answer) -> Way | None:
        """10.1: the way of the unit that is asked about."""
        step = observation.view.step
        return step.way(observation.view.board, answer) if isinstance(step, ChooseDestination) else None

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds of an attack on a hex, with counters put elsewhere on the seat's own view."""
        return suppose(observation, places, hex, seat, language)

    def survey(self, observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
        """What a seat knows of a hex."""
        return survey.survey(observation, hex, piece, language)


def _winner(winner: int, language: str) -> str:
    return words.WORDS.say(language, SEATS[winner] if winner in (GERMAN, ENTENTE) else "nobody")


GAME = SchlieffensWar()
