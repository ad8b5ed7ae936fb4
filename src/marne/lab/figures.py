"""The figures of a report, counted row by row: their size hangs on the length of a game, not on the number of games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from marne.atlas.board_data import BoardData, board_directory, load_game_board
from marne.engine import Game, MarneError, Setting, find_game
from marne.lab.front import GERMAN, Calendar, Fronts, calendar_of
from marne.lab.parts import Parts
from marne.lab.run import RunTally
from marne.lab.watch import Row

__all__ = ["Figures"]

Counts = dict[int, Counter[float]]


class Figures:
    """One run: a game, a setting and players."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.about = about
        self.game: Game = find_game(about["game"])
        options = tuple(sorted((str(key), str(value)) for key, value in about["options"].items()))
        self.setting = Setting(about["scenario"], about["edition"], options)
        self.tally = RunTally(self.game.seats)
        self.answers: Counter[int] = Counter()
        self.lengths: Counter[int] = Counter()
        self.points: dict[str, Counts] = {seat: defaultdict(Counter) for seat in self.game.seats}
        self.lost: dict[str, Counts] = defaultdict(lambda: defaultdict(Counter))
        self.stood: dict[str, Counter[str]] = defaultdict(Counter)
        self.fought: Counter[str] = Counter()
        self.ends = 0
        """Ends of turns that were looked at."""
        self.front: dict[int, dict[int, Counter[float]]] = defaultdict(lambda: defaultdict(Counter))
        self.advance: Counts = defaultdict(Counter)
        self.calendar: Calendar | None = calendar_of(self.game.name, self.setting.scenario)
        self.fronts: Fronts | None = None
        self.board = _board(self.game.name)
        if self.calendar is not None and self.board is not None:
            self.fronts = Fronts(self.board)

    @classmethod
    def of(cls, parts: Parts) -> Figures:
        """All that a directory holds."""
        figures = cls(parts.about())
        for row in parts.rows():
            figures.add_game(row)
        figures.add_turns(parts.rows("turns"))
        figures.add_places(parts.rows("places"))
        return figures

    @property
    def label(self) -> str:
        """Setting and players in one line."""
        shown = [self.setting.scenario, self.setting.edition]
        for option in self.game.options:
            value = self.setting.option(option.name, option.values[0])
            if value != option.values[0]:
                shown.append(f"{option.name} {value}")
        return f"{', '.join(filter(None, shown))}: {' against '.join(self.about['players'])}"

    def add_game(self, row: Row) -> None:
        """One game."""
        self.tally.add(row)
        self.answers[row["answers"]] += 1
        self.lengths[row["turns"]] += 1

    def add_turns(self, rows: Iterable[Row]) -> None:
        """Armies at the ends of turns, in order."""
        for (_, turn), some in groupby(rows, key=_moment):
            lost: Counter[str] = Counter()
            for row in some:
                lost[side_of(row["army"])] += row["lost"]
            self.ends += 1
            for seat, points in zip(self.game.seats, row["points"], strict=True):
                self.points[seat][turn][points] += 1
            for side, steps in lost.items():
                self.lost[side][turn][steps] += 1

    def add_places(self, rows: Iterable[Row]) -> None:
        """Where armies stood and fought, in order."""
        for (_, turn), some in groupby(rows, key=_moment):
            standing = []
            for row in some:
                if row["army"]:
                    self.stood[side_of(row["army"])][row["place"]] += row["pieces"]
                    standing.append((row["army"], row["place"], row["pieces"]))
                else:
                    self.fought[row["place"]] += row["pieces"]
            if self.fronts is not None:
                front = self.fronts.of(standing)
                for band, at in front.items():
                    self.front[turn][band][round(at)] += 1
                gained = self.fronts.advance(front)
                if gained is not None:
                    self.advance[turn][round(gained)] += 1


def side_of(army: str) -> str:
    """German, or one of Germany's enemies; armies of neither go by their names."""
    allied = ("french", "british", "belgian", "allied", "entente")
    return "allied" if army in allied else army if army != GERMAN else GERMAN


def _board(game: str) -> BoardData | None:
    """The printed map of a game that has one."""
    try:
        there = (board_directory(game) / "georef.toml").is_file()
    except (ImportError, MarneError):
        return None
    return load_game_board(game) if there else None


def _moment(row: Row) -> tuple[int, int]:
    return row["seed"], row["turn"]
