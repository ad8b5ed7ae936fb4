"""Grand Illusion behind the engine's interface."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from marne.engine import (
    Advice,
    Answer,
    Explanation,
    Observation,
    PlayerKind,
    Position,
    Scenario,
    Score,
    Seat,
    Setting,
    Way,
)
from marne.engine.survey import Surveyed
from marne.games.grand_illusion import odds, staging, survey, view, words
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS, LOADED, SCENARIOS
from marne.games.grand_illusion.components.units import ALLIED, DATA, GERMAN, SIDES
from marne.games.grand_illusion.rules.movement.movement import Gather, Walk
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.rules.scenarios.victory import enough
from marne.games.grand_illusion.scene import picture
from marne.games.grand_illusion.sequence import Begin
from marne.games.grand_illusion.staff.advice import ADVICE
from marne.games.grand_illusion.staff.cadet import Cadet
from marne.games.grand_illusion.staff.staff import Staff
from marne.games.grand_illusion.suppose import suppose
from marne.kit import House, HouseGame

__all__ = ["GAME", "GrandIllusion"]


def _board(setting: Setting) -> GrandIllusionBoard:
    return new_board(EDITIONS[setting.edition or "english"], setting.scenario)


class GrandIllusion(HouseGame[GrandIllusionBoard]):
    """Mirage of Glory, 1914."""

    name: str = "grand_illusion"
    title: str = words.SETTING["title"]
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = tuple(EDITIONS)
    scenarios: tuple[Scenario, ...] = tuple(Scenario(name, file.title, file.turns) for name, file in SCENARIOS.items())
    players: tuple[PlayerKind, ...] = (PlayerKind("cadet", Cadet), PlayerKind("staff", Staff))
    advice: Advice | None = ADVICE
    rules_version: str = "3"
    house = House(
        index=DATA / "rules.csv",
        fingerprint=lambda: LOADED.fingerprint,
        board=_board,
        observe=view.observe,
        imagine=view.imagine,
        scene=picture.scene,
        explain=odds.explain,
        attacked=odds.attacked,
        waits=odds.WAITS,
        reasons=words.Reason,
        last_rule="14.1.3",
        say=words.say,
        term=words.term,
        arrange=staging.arrange,
        inspect=staging.inspect,
    )

    def start(self, setting: Setting) -> Position[GrandIllusionBoard]:
        """13.0: the first position."""
        return Position.begin(_board(setting), Begin())

    def score(self, position: Position[GrandIllusionBoard], language: str = "en") -> Score:
        """14.1.3: Plan 17 points and German points, each from its own side."""
        board = position.board
        points = (board.points[ALLIED], board.points[GERMAN])
        if not board.ended:
            ahead = words.phrase(language, f"view.ahead.{SIDES[GERMAN if enough(board) else ALLIED]}")
            return Score(False, points, None, "14.1.3", ahead)
        return Score(True, points, board.winner, "14.1.3", words.phrase(language, f"word.{board.won_by}"))

    def first_days(self, scenario: str) -> tuple[date, int]:
        """The first day of a scenario, and the days of a turn."""
        return date(1914, 8, 17), 6

    def way(self, observation: Observation, answer: Answer) -> Way | None:
        """8.4.2: the step of the group that is asked about."""
        step = observation.view.step
        return step.way(observation.view.board, answer) if isinstance(step, Gather | Walk) else None

    def suppose(
        self, observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
    ) -> Explanation | None:
        """The odds of a battle in a hex, with counters put elsewhere on the seat's own view."""
        return suppose(observation.view.board, places, hex, seat, language)

    def survey(self, observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
        """What is known of a hex."""
        return survey.survey(observation, hex, piece, language)


GAME = GrandIllusion()
