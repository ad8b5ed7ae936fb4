"""Agent steps a second of the research environments beside python-chess in the same run.

A step is what a learner does: ask for observation, mask and reward (`last`), choose a legal index at random, `step`;
dice fall in between. The features are all made. A chess ply is as in `bench_engine`: no observation. All take turns in
short rounds, in processor time; the best of each counts, so the ratio does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.bench_engine import chess_plies, per_second, seed_of
from marne.rl.aec import GameEnv, env

ROUNDS = 6
HEADER = ("game", "agent steps/s with features", "chess plies/s", "times", "aim")
AIMS = {"schlieffens_war": "0.233"}
"""7,000 steps where chess does 30,000 plies."""


def whole_game(world: GameEnv) -> Callable[[Random], int]:
    """A random game by indexes; how many steps its agents made."""

    def run(rng: Random) -> int:
        world.reset(seed=rng.getrandbits(30))
        steps = 0
        for _ in world.agent_iter():
            _, _, terminated, truncated, _ = world.last()
            if terminated or truncated:
                world.step(None)
            else:
                world.step(int(rng.random() * len(world.options)))
                steps += 1
        return steps

    return run


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    found = []
    for name in ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914"):
        rivals = (chess_plies, whole_game(env(name)))
        best = [0.0, 0.0]
        for number in range(ROUNDS):
            for place, rival in enumerate(rivals):
                best[place] = max(best[place], per_second(rival, seed_of(place, number)))
        plies, steps = best
        found.append((name, f"{steps:,.0f}", f"{plies:,.0f}", f"{steps / plies:.3f}", AIMS.get(name, "")))
    return [HEADER, *found]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
