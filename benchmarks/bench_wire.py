"""What goes over the socket: the size of whole states and of differences, and what they cost, over played games.

python -m benchmarks.bench_wire [GAME …]
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from marne.engine import CHANCE, Match, Seat, Setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds, player_names
from marne.table.game.live import Live
from marne.table.game.log_rows import Kept, SeatRow
from marne.table.view.differences import Told, difference, whole
from marne.table.view.messages import scene_parts, state_of
from marne.table.view.payloads import chosen

T = TypeVar("T")
Row = tuple[str, ...]

ANSWERS = 20_000
"""So many answers of a game at most."""

FULL = 0.9
"""The fullest board: with so many of the most counters or more."""

GAMES = {"schlieffens_war": "campaign", "grand_illusion": "2", "brigade1914": "meeting", "nach_paris": "campaign"}


def table(name: str, scenario: str) -> tuple[Live, Minds]:
    """A table without a server, and its players."""
    game = find_game(name)
    match = Match(game, Setting(scenario or game.scenarios[0].name), seeded_dice(game, 1914))
    kept = Kept("0" * 16, name, chosen(match.setting), game.title, game.rules_version, "", b"", True, 0.0)
    kind = "staff" if "staff" in player_names(game) else "random"
    seats = [SeatRow(seat, "person") for seat in range(len(game.seats))]
    return Live(kept, seats, match), Minds(match, dict.fromkeys(range(len(seats)), kind))


def told_to(live: Live, seat: Seat | None, shown: frozenset[str] | None) -> Told:
    """What a reader is told, as the server makes it."""
    head = state_of(live, [] if seat is None else [seat], "en", [], {0, 1})
    return {
        **head,
        **{f"scene.{path}": part for path, part in scene_parts(live.sight(seat).scene("en"), shown).items()},
    }


def measure(name: str, answers: int = ANSWERS) -> Row:
    """One game by its players, two readers: what each was told after every answer and its dice."""
    live, minds = table(name, GAMES[name])
    match = live.match
    wholes: list[int] = []
    changes: list[int] = []
    counters: list[int] = []
    seconds: Counter[str] = Counter()
    known: dict[Seat, Told] = {}

    def timed(what: str, make: Callable[[], T]) -> T:
        began = time.process_time_ns()
        made = make()
        seconds[what] += time.process_time_ns() - began
        return made

    while match.actor is not None and len(match.log) < answers:
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor))
        live.note_events()
        if match.actor == CHANCE:
            continue
        for reader in (0, 1):
            told = timed("made", partial(told_to, live, reader, frozenset()))
            wholes.append(len(timed("whole", partial(whole, told)).encode()))
            if reader in known:
                changes.append(len(timed("change", partial(difference, known[reader], told)).encode()))
                counters.append(len(told["scene.pieces"]))
            known[reader] = told
    micro = {what: f"{spent / len(wholes) / 1e3:,.0f}" for what, spent in seconds.items()}
    most = max(counters)
    full = [size for size, count in zip(changes, counters, strict=True) if count >= FULL * most]
    sizes = (
        statistics.mean(wholes),
        statistics.mean(changes),
        statistics.mean(full),
        statistics.median(changes),
        max(changes),
    )
    times = (micro[what] for what in ("made", "whole", "change"))
    return (name, f"{len(match.log):,}", f"{most}", *(f"{size:,.0f}" for size in sizes), *times)


def rows() -> Iterator[Row]:
    """Sizes in bytes, processor time in microseconds."""
    yield (
        "game",
        "answers",
        "most counters",
        "whole",
        "difference, mean",
        "on the fullest board",
        "median",
        "largest",
        "µs to make the parts",
        "to join the whole",
        "to find the difference",
    )
    for name in GAMES:
        yield measure(name)
