"""What a level costs: processor seconds that it thinks in a turn, mean, 95th percentile and most.

python -m benchmarks.bench_levels grand_illusion 1 council --games 1 [--seat 0] [--against staff]
"""

from __future__ import annotations

import argparse
import time

import marne.games  # noqa: F401  games register themselves
from marne.engine import CHANCE, Match, check_setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds

FIRST = 500_001
"""Neither seeds of tuning nor of gates."""


def turns_of(name: str, scenario: str, kinds: tuple[str, str], seat: int, seed: int) -> list[float]:
    """The processor seconds that a seat thinks in each turn of a game."""
    game = find_game(name)
    match = Match(game, check_setting(game, scenario), seeded_dice(game, seed))
    minds = Minds(match, dict(enumerate(kinds)))
    spent: dict[int, float] = {}
    while (actor := match.actor) is not None:
        if actor == CHANCE:
            match.play(match.roll())
            continue
        turn, began = match.position.board.turn, time.process_time()
        answer = minds.answer(actor)
        if actor == seat:
            spent[turn] = spent.get(turn, 0.0) + time.process_time() - began
        match.play(answer)
    return list(spent.values())


def main() -> None:
    """Print a line for each seat."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("level")
    parser.add_argument("--against", default="staff")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seat", type=int, choices=(0, 1), default=None)
    asked = parser.parse_args()
    for seat in (0, 1) if asked.seat is None else (asked.seat,):
        kinds = (asked.level, asked.against) if seat == 0 else (asked.against, asked.level)
        turns = sorted(
            second
            for seed in range(FIRST, FIRST + asked.games)
            for second in turns_of(asked.game, asked.scenario, kinds, seat, seed)
        )
        mean, late = sum(turns) / len(turns), turns[min(len(turns) - 1, int(0.95 * len(turns)))]
        print(
            f"{asked.game} {asked.scenario}, {asked.level} in seat {seat} against {asked.against}: {len(turns)} turns, "
            f"mean {mean:.2f} s, 95th percentile {late:.2f} s, most {turns[-1]:.2f} s"
        )


if __name__ == "__main__":
    main()
