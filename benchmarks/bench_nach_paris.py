"""1914 - Nach Paris, the largest board: random play beside python-chess, how long questions take, how large a save is,
what reach costs asked again; `turns SCENARIO...`: how long a player turn of the staff takes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from random import Random

from benchmarks.bench_engine import chess_plies, microseconds, per_second, seed_of
from benchmarks.bench_games import ROUNDS, in_place
from marne.engine import Match, Setting
from marne.games.nach_paris.components.units import FIGHTING, GERMAN
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.reach import reach
from marne.lab.play import play_seeded

SCENARIOS = ("liege", "mulhouse", "guise", "maubeuge")
HEADER = (
    "scenario",
    "decisions/s in place",
    "chess plies/s",
    "times",
    "first game: answers",
    "to the next ask ms: median",
    "99 %",
    "worst",
    "asks over 20 ms",
    "save kB",
    "reach again µs",
)
ANSWERS = 3000


def speed(scenario: str) -> tuple[str, str, str]:
    """Decisions a second beside plies of chess, in turns as in `bench_games`."""
    runs = (chess_plies, in_place(GAME, Setting(scenario)))
    best = [0.0, 0.0]
    for number in range(ROUNDS):
        for place, run in enumerate(runs):
            best[place] = max(best[place], per_second(run, seed_of(place, number)))
    return f"{best[1]:,.0f}", f"{best[0]:,.0f}", f"{best[1] / best[0]:.2f}"


def first_game(scenario: str) -> tuple[str, ...]:
    """Random play in a process that has played nothing yet: the time from an answer to the next question with its
    options, the largest save, and a reach asked again in the last position."""
    rng, position, times, largest = Random(1), GAME.start(Setting(scenario)), list[float](), 0
    while position.open is not None and len(times) < ANSWERS:
        answer = position.suggest(rng)[0]
        begin = time.process_time()
        position.push(answer)
        times.append(1000 * (time.process_time() - begin))
        if len(times) % 50 == 0:
            largest = max(largest, len(json.dumps(position.save()).encode()))
    board = position.board
    unit = next(iter(board.on_map(GERMAN & FIGHTING)), 0)
    points = points_left(board, unit)
    reach(board, unit, points)
    again = microseconds(lambda: reach(board, unit, points))
    late = sum(spent > 20 for spent in times)
    times.sort()
    at = [f"{times[int(share * (len(times) - 1))]:.2f}" for share in (0.5, 0.99, 1)]
    return f"{len(times):,}", *at, str(late), f"{largest / 1000:.0f}", f"{again:.1f}"


def apart(scenario: str) -> tuple[str, ...]:
    """`first_game` in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.bench_nach_paris", scenario], capture_output=True, text=True, check=True
    )
    return tuple(json.loads(run.stdout))


def staff_turns(scenario: str, seed: int = 1) -> tuple[str, ...]:
    """A game of two staffs: its player turns, and processor seconds of one, the rules included: mean and most."""
    spent: dict[tuple[int, int], float] = {}
    before = time.process_time()

    def tell(match: Match) -> None:
        nonlocal before
        board, now = match.position.board, time.process_time()
        spent[board.turn, board.side] = spent.get((board.turn, board.side), 0.0) + now - before
        before = now

    play_seeded(GAME, Setting(scenario), ("staff", "staff"), seed, told=tell)
    return scenario, str(len(spent)), f"{sum(spent.values()) / len(spent):.2f}", f"{max(spent.values()):.2f}"


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header; chess is not measured beside the campaign, which is never played out."""
    four = [(scenario, *speed(scenario), *apart(scenario)) for scenario in SCENARIOS]
    return [HEADER, *four, ("campaign", "", "", "", *apart("campaign"))]


if __name__ == "__main__":
    if sys.argv[1:2] == ["turns"]:
        for name in sys.argv[2:]:
            print(" | ".join(staff_turns(name)))
    elif sys.argv[1:]:
        print(json.dumps(first_game(sys.argv[1])))
    else:
        for row in rows():
            print(" | ".join(row))
