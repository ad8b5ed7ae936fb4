"""A run of many games: batches of a few seconds, kept as they end, gone on with after a stop."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from marne.lab.batch import Batch, BatchRows, Plan, Row
from marne.lab.executors import Executor
from marne.lab.parts import Parts
from marne.lab.statistics import wilson

__all__ = ["Progress", "RunTally", "Summary", "in_batches", "play_run"]

WISHED = 2.0
"""Seconds that a batch should take."""
MOST = 512
"""Games in a batch."""


@dataclass
class Progress:
    """How far a run is: games done of all, and the seconds that one takes."""

    whole: int
    done: int = 0
    seconds: float = 0.0
    played: int = 0

    def add(self, rows: BatchRows) -> None:
        """One batch more."""
        self.done += len(rows.games)
        self.played += len(rows.games)
        self.seconds += rows.seconds

    @property
    def games_a_batch(self) -> int:
        """As many as take about two seconds, once that is known: one game at first."""
        if not self.played:
            return 1
        return max(1, min(MOST, round(WISHED * self.played / max(self.seconds, 1e-9))))


def in_batches(plan: Plan, seeds: Iterable[int], size: int, progress: Progress) -> Iterator[Batch]:
    """The seeds in batches of a fixed size, or (size 0) of about two seconds as far as one knows by then."""
    left = iter(seeds)
    while some := tuple(islice(left, size or progress.games_a_batch)):
        yield Batch(plan, some)


class _Runs:
    """Whole numbers as runs without gaps: a million seeds in order are one run."""

    def __init__(self) -> None:
        self.runs: list[list[int]] = []
        self.count = 0

    def add(self, number: int) -> None:
        """One more; numbers come nearly in order, so that it is the last run that grows."""
        if number in self:
            return
        self.count += 1
        at = bisect_right(self.runs, number, key=_first)
        if at and self.runs[at - 1][1] == number - 1:
            self.runs[at - 1][1] = number
        else:
            self.runs.insert(at, [number, number])

    def __contains__(self, number: int) -> bool:
        at = bisect_right(self.runs, number, key=_first)
        return bool(at) and number <= self.runs[at - 1][1]


def _first(run: list[int]) -> int:
    return run[0]


def play_run(
    plan: Plan,
    seeds: Sequence[int],
    executor: Executor,
    *,
    parts: Parts | None = None,
    size: int = 0,
    told: Callable[[Progress], None] | None = None,
) -> Iterator[Row]:
    """Play a game for each seed that isn't there yet; the rows of the games as they end, those that were there first.

    Nothing is kept in memory but the batches that are being played; of seeds in order (a range) only where they begin
    and end.
    """
    progress = Progress(len(seeds))
    there = _Runs()
    if parts is not None:
        for row in parts.rows():
            if row["seed"] in seeds:
                there.add(row["seed"])
                yield row
        progress.done = there.count
    if told:
        told(progress)
    left = (seed for seed in seeds if seed not in there)
    for rows in executor(in_batches(plan, left, size, progress)):
        if parts is not None:
            parts.add(rows)
        progress.add(rows)
        if told:
            told(progress)
        games = rows.games
        del rows  # before the next batch comes
        yield from games


@dataclass(frozen=True)
class Summary:
    """What came of many games: wins with 95 % intervals by side, mean points, lengths, decisions per second."""

    games: int
    wins: dict[str, tuple[int, float, float]]
    endings: dict[str, int]
    points: dict[str, float]
    answers: tuple[int, float, int]
    decisions_per_second: float

    def as_json(self) -> dict[str, Any]:
        """For files."""
        return asdict(self)


@dataclass
class RunTally:
    """Counts games one by one: its size doesn't hang on their number."""

    seats: Sequence[str]
    games: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    least: int = 0
    most: int = 0
    answers: int = 0
    seconds: float = 0.0

    def add(self, row: Row) -> None:
        """One game more."""
        self.least = min(self.least, row["answers"]) if self.games else row["answers"]
        self.most = max(self.most, row["answers"])
        self.games += 1
        self.winners[row["winner"]] += 1
        self.endings[f"{row['winner']}: {row['why']} ({row['rule']})"] += 1
        for seat, points in zip(self.seats, row["points"], strict=True):
            self.points[seat] += points
        self.answers += row["answers"]
        self.seconds += row["seconds"]

    def summary(self) -> Summary:
        """The figures; of no game at all there are none."""
        games = max(self.games, 1)
        wins = {side: (self.winners[side], *wilson(self.winners[side], self.games)) for side in (*self.seats, "draw")}
        return Summary(
            self.games,
            wins,
            dict(self.endings.most_common()),
            {seat: self.points[seat] / games for seat in self.seats},
            (self.least, self.answers / games, self.most),
            self.answers / max(self.seconds, 1e-9),
        )
