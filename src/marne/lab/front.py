"""The front line of a position, and that of 1914.

The campaign ran from the north-east to the south-west, so the theatre is cut into bands in that direction. In each band
the front is the cut that leaves fewest pieces on the wrong side: Germans south-west of it and their enemies north-east;
of equally good cuts the middle. A band where only one side stands has no front. History's front is found by the same
rule from the towns where the armies' fronts ran (`front_1914.csv`, which says how good it is).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cache
from importlib import resources
from math import floor, sqrt
from typing import Protocol, runtime_checkable

from marne.atlas.board_data import BoardData
from marne.atlas.project import XY
from marne.engine import find_game

__all__ = ["Calendar", "Dated", "Fronts", "calendar_of", "cut", "history"]

GERMAN = "german"
WIDTH = 40.0
"""Kilometres of a band, or a hex and a third where hexes are large."""


def cut(german: Mapping[float, int], others: Mapping[float, int]) -> float | None:
    """Where a band is best cut, in km to the south-west; None where only one side stands.

    >>> cut({0: 2, 10: 1}, {30: 1, 40: 1})
    20.0
    >>> cut({0: 2, 50: 1}, {30: 2, 40: 1})
    15.0
    """
    if not german or not others:
        return None
    points = sorted({*german, *others})
    wrong = sum(german.values())
    best, low, high = wrong, points[0], points[0]
    for at, point in enumerate(points):
        wrong += others.get(point, 0) - german.get(point, 0)
        after = points[at + 1] if at + 1 < len(points) else point
        if wrong < best:
            best, low, high = wrong, point, after
        elif wrong == best:
            high = after
    return (low + high) / 2


class Fronts:
    """The bands of a board."""

    def __init__(self, board: BoardData) -> None:
        self.board = board
        self.width = max(WIDTH, 1.33 * board.georef.km_per_unit())
        self._at: dict[str, tuple[int, float]] = {}
        for label in board.hexes:
            self._at[label] = self._band(board.georef.affine.back(board.centre(label)))

    def _band(self, km: XY) -> tuple[int, float]:
        east, north = km
        return floor((east - north) / sqrt(2) / self.width), (-east - north) / sqrt(2)

    def point(self, band: float, advance: float) -> XY:
        """A place of the front in the board's plane."""
        along = (band + 0.5) * self.width
        return self.board.georef.affine(((along - advance) / sqrt(2), (-advance - along) / sqrt(2)))

    def of(self, standing: Iterable[tuple[str, str, int]]) -> dict[int, float]:
        """The front by band, from army, place and pieces."""
        return self._cut(
            (army == GERMAN, *self._at[place], count) for army, place, count in standing if place in self._at
        )

    def of_history(self, day: date) -> dict[int, float]:
        """The front of a day of 1914, as far as it lies on the board."""
        towns = history()[day]
        georef = self.board.georef
        on_board = [(german, at) for german, at in towns if self.board.hex_at(at) is not None]
        return self._cut((german, *self._band(georef.lambert.km(at)), 1) for german, at in on_board)

    def _cut(self, pieces: Iterable[tuple[bool, int, float, int]]) -> dict[int, float]:
        bands: dict[int, tuple[dict[float, int], dict[float, int]]] = defaultdict(lambda: ({}, {}))
        for german, band, advance, count in pieces:
            side = bands[band][0 if german else 1]
            side[advance] = side.get(advance, 0) + count
        found = {band: cut(*sides) for band, sides in sorted(bands.items())}
        return {band: at for band, at in found.items() if at is not None}

    def advance(self, front: Mapping[int, float]) -> float | None:
        """How far a front lies south-west of that of 17 August 1914, the mean of the bands that both have."""
        first = self.first
        gains = [at - first[band] for band, at in front.items() if band in first]
        return sum(gains) / len(gains) if gains else None

    @property
    def first(self) -> dict[int, float]:
        """The front with which the campaign began."""
        return _first(self)


@cache
def _first(fronts: Fronts) -> dict[int, float]:
    return fronts.of_history(min(history()))


@cache
def history() -> dict[date, list[tuple[bool, tuple[float, float]]]]:
    """Towns on the fronts by day: whether they are a German army's, and where they are."""
    found: dict[date, list[tuple[bool, tuple[float, float]]]] = defaultdict(list)
    text = (resources.files("marne.lab") / "front_1914.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        place = float(row["lon"]), float(row["lat"])
        found[date.fromisoformat(row["day"])].append((row["side"] == GERMAN, place))
    return dict(found)


@runtime_checkable
class Dated(Protocol):
    """A game that follows the campaign day by day."""

    def first_days(self, scenario: str) -> tuple[date, int]:
        """The first day of a scenario, and the days of a turn."""
        ...


class Calendar:
    """The days of a game's turns."""

    def __init__(self, first: date, days: int) -> None:
        self.first, self.days = first, days

    def end(self, turn: int) -> date:
        """The last day of a turn."""
        return self.first + timedelta(days=self.days * turn - 1)

    def history_of(self, turn: int) -> date | None:
        """The day that is known and nearest to a turn's end, within half a turn: a day belongs to one turn at most."""
        late = {day: 2 * (day - self.end(turn)).days for day in history()}
        near = [day for day, by in late.items() if -self.days < by <= self.days]
        return min(near, key=lambda day: abs(late[day]), default=None)


def calendar_of(game: str, scenario: str) -> Calendar | None:
    """The calendar of a game that follows the campaign; None for others."""
    found = find_game(game)
    return Calendar(*found.first_days(scenario)) if isinstance(found, Dated) else None
