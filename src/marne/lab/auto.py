"""Many games in parallel processes, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from marne.engine import Setting, find_game, record_of
from marne.lab.play import play_seeded
from marne.lab.statistics import wilson

__all__ = ["Played", "Summary", "play_many", "play_one", "summarise"]


@dataclass(frozen=True)
class Played:
    """One game that was played."""

    seed: int
    winner: str
    why: str
    rule: str
    points: tuple[int, ...]
    answers: int
    decisions: int
    seconds: float


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


def play_one(game: str, setting: Setting, kinds: Sequence[str], seed: int, records: Path | None = None) -> Played:
    """Play one game; its record goes to `records`."""
    import marne.games  # noqa: F401  games register themselves

    found = find_game(game)
    start = time.perf_counter()
    match = play_seeded(found, setting, kinds, seed)
    seconds = time.perf_counter() - start
    score = found.score(match.position)
    if records is not None:
        (records / f"{game}-{setting.scenario}-{seed}.marne").write_text(record_of(match))
    winner = "draw" if score.winner is None else found.seats[score.winner]
    decisions = sum(entry.actor >= 0 for entry in match.log)
    return Played(seed, winner, score.why, score.rule, score.points, len(match.log), decisions, seconds)


def play_many(
    game: str,
    setting: Setting,
    kinds: Sequence[str],
    seeds: Sequence[int],
    jobs: int = 1,
    records: Path | None = None,
    told: Callable[[Played], None] | None = None,
) -> list[Played]:
    """Play a game for each seed, in order of seed whatever the order in which they end."""
    played: list[Played] = []
    for one in _run(game, setting, kinds, seeds, jobs, records):
        played.append(one)
        if told:
            told(one)
    return sorted(played, key=lambda one: one.seed)


def _run(
    game: str, setting: Setting, kinds: Sequence[str], seeds: Sequence[int], jobs: int, records: Path | None
) -> Iterator[Played]:
    if jobs <= 1:
        for seed in seeds:
            yield play_one(game, setting, kinds, seed, records)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(play_one, game, setting, kinds, seed, records) for seed in seeds]
        for future in as_completed(waiting):
            yield future.result()


def summarise(played: Sequence[Played], seats: Sequence[str]) -> Summary:
    """The figures of many games."""
    games = len(played)
    winners = Counter(one.winner for one in played)
    wins = {side: (winners[side], *wilson(winners[side], games)) for side in (*seats, "draw")}
    lengths = [one.answers for one in played]
    return Summary(
        games,
        wins,
        dict(Counter(f"{one.winner}: {one.why} ({one.rule})" for one in played).most_common()),
        {seat: sum(one.points[place] for one in played) / games for place, seat in enumerate(seats)},
        (min(lengths), sum(lengths) / games, max(lengths)),
        sum(one.answers for one in played) / max(sum(one.seconds for one in played), 1e-9),
    )
