"""1914 with miniatures behind the engine's interface."""

from __future__ import annotations

from collections.abc import Mapping

from marne.engine import (
    Advice,
    Answer,
    Army,
    Judged,
    Looked,
    Mustering,
    Observation,
    Option,
    PlayerKind,
    Position,
    Previewed,
    Refusal,
    Scenario,
    Score,
    Setting,
)
from marne.games.brigade1914 import odds, staging, view, words
from marne.games.brigade1914.board import SIDES, Battlefield
from marne.games.brigade1914.components.data import LISTS, PRICES, RULES, SCENARIOS, TABLES, data_version
from marne.games.brigade1914.rules.scenarios.victory import score
from marne.games.brigade1914.scene import builder, picture, placing, sheet
from marne.games.brigade1914.sequence import Begin
from marne.games.brigade1914.staff.advice import ADVICE
from marne.games.brigade1914.staff.cadet import Cadet
from marne.games.brigade1914.staff.staff import Staff
from marne.games.brigade1914.steps import why_not_offered
from marne.games.brigade1914.words import Reason
from marne.kit import House, HouseGame

__all__ = ["GAME", "Brigade1914"]

_POINTS = ("scenario", *map(str, PRICES.sizes))
_ARMIES = tuple(name.replace("_", " ") for name in LISTS)


def _board(setting: Setting) -> Battlefield:
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


class Brigade1914(HouseGame[Battlefield]):
    """Brigades of 1914 on an open table."""

    name: str = "brigade1914"
    title: str = "1914 with miniatures"
    seats: tuple[str, ...] = SIDES
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
    players: tuple[PlayerKind, ...] = (PlayerKind("cadet", Cadet), PlayerKind("staff", Staff))
    advice: Advice | None = ADVICE
    rules_version: str = "3"
    house = House(
        index=RULES,
        fingerprint=data_version,
        board=_board,
        observe=view.observe,
        imagine=view.imagine,
        scene=picture.scene,
        explain=odds.explain,
        against=why_not_offered,
        reasons=Reason,
        last_rule="C27",
        to_and_fro=True,
        say=words.say,
        term=words.term,
        arrange=staging.arrange,
        inspect=staging.inspect,
    )

    def start(self, setting: Setting) -> Position[Battlefield]:
        """C27: the first position."""
        return Position.begin(_board(setting), Begin())

    def score(self, position: Position[Battlefield], language: str = "en") -> Score:
        """C27: how it stands."""
        found = score(position.board)
        return Score(found.over, found.points, found.winner, found.rule, words.word(language, found.why))

    def preview(self, observation: Observation, text: str) -> Previewed:
        """What the unit that is to be placed would see and reach from there."""
        return placing.preview(observation.view, text)

    def spot(self, position: Position[Battlefield], answer: Answer) -> tuple[int, int, int | None] | None:
        """Where an answer puts something, and how it faces there."""
        return placing.spot(position, answer)

    def look(self, observation: Observation, label: str) -> Looked:
        """C16: lines of sight and ranges of a unit where it stands."""
        return placing.look(observation.view, observation.seat, label)

    # -- forces, for a page that builds them

    def armies(self, language: str) -> list[Army]:
        """A12, C26: every list, with forces to begin from."""
        return builder.armies(language)

    def judge(self, army: str, points: int, force: str, language: str) -> Judged:
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


GAME = Brigade1914()
