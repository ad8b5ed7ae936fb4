"""The same game in two processes with different hash seeds: sets must not leak their order into the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import hashlib
from engine.support import SETTINGS, whole
from marne.engine import record_of, register
register("training", "training.game:GAME")
for seed in range(GAMES):
    match = whole(seed)
    seen = "".join(repr(match.observe(seat)) for seat in (0, 1, None))
    print(match.position.fingerprint(), hashlib.sha256((record_of(match) + seen).encode()).hexdigest())
"""


def _run(hash_seed: str, games: int) -> str:
    tests = Path(__file__).parent.parent
    path = os.pathsep.join([str(tests), str(tests.parent / "src")])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", f"GAMES = {games}\n{PROGRAM}"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _compare(games: int) -> None:
    first, second = _run("1", games), _run("4242", games)
    assert first == second
    assert len(set(first.splitlines())) == games, "all different games"


def test_two_hash_seeds_lead_to_the_same_games() -> None:
    _compare(8)


@pytest.mark.night
def test_two_hash_seeds_lead_to_the_same_200_games() -> None:
    _compare(200)
