"""Opening tables after a restart: the CPU time until a long game can be played on, and until many short ones can. All
is done in one process, so that the start of others is not counted.

The games are played at random once and put into a database; each is then opened by a server that has just started, from
its first row (no snapshots yet) and from its newest snapshot. MARNE_BENCH_LONG names the numbers of answers.
"""

from __future__ import annotations

import asyncio
import os
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import marne.games
from marne.engine import CHANCE, FairDice, Match, Setting, find_game
from marne.table.game.log_rows import Kept, SeatRow
from marne.table.game.open_tables import Hall
from marne.table.game.replayed import rows_of
from marne.table.game.snapshots import settle
from marne.table.store.database import Store
from marne.table.store.in_memory import Inline
from marne.table.store.migrate import migrate
from marne.table.store.seal import Keys
from marne.table.view.payloads import chosen

ASKED_ONLY = True
HEADER = ("what", "first row: CPU s", "snapshot: CPU s", "snapshot: wall s")
GAME = os.environ.get("MARNE_BENCH_GAME", "nach_paris")
LONG = tuple(map(int, os.environ.get("MARNE_BENCH_LONG", "1000,10000").split(",")))
MANY = int(os.environ.get("MARNE_BENCH_MANY", "200"))

assert marne.games.DATA_SETS


def longest(name: str) -> str:
    """The scenario that is played longest, as far as its name tells: the campaign if there is one."""
    found = [scenario.name for scenario in find_game(name).scenarios]
    return next((scenario for scenario in found if "campaign" in scenario), found[-1])


def played(name: str, scenario: str, answers: int) -> Match:
    """A game of so many answers, as random as its rules allow; a game that ends too soon begins again."""
    game = find_game(name)
    for seed in range(100):
        rng = Random(seed)
        match = Match(game, Setting(scenario), FairDice(seed.to_bytes(32, "big")))
        while len(match.log) < answers and not match.over:
            match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
            match.forget(0)
        if len(match.log) >= answers or seed == 3:
            return match
    raise AssertionError


def keep(store: Store, match: Match) -> str:
    """A table with that game."""
    game, id = match.game, secrets.token_hex(8)
    seats = [SeatRow(at, "person", token=secrets.token_hex(32)) for at in range(len(game.seats))]
    began = f"{game.rules_version} {game.data_version()[:16]}"
    assert match.dice is not None
    rules, data = began.split(" ")
    kept = Kept(id, game.name, chosen(match.setting), "bench", rules, data, match.dice.secret, True, time.time())
    store.new_table(kept, seats, rows_of(match))
    return id


def spent() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    each = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in each)


async def opened(url: str, ids: list[str]) -> None:
    """Open tables as a server does that has just started; prints CPU and wall time."""
    store = Store(url)
    hall = Hall(store, Inline(), Keys(store.seal))
    for name in {store.table(id).game for id in ids}:  # type: ignore[union-attr]
        find_game(name).start(Setting(longest(name)))  # rules and map are read once by a server
    began, wall = spent(), time.perf_counter()
    await asyncio.gather(*(hall.live(id) for id in ids))
    wall = time.perf_counter() - wall
    await settle(hall)
    print(spent() - began, wall)
    store.close()


def measured(url: str, ids: list[str]) -> tuple[float, float]:
    """CPU and wall seconds, in a process of its own."""
    code = f"import asyncio; from benchmarks.bench_opening import opened; asyncio.run(opened({url!r}, {ids!r}))"
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
    cpu, wall = map(float, done.stdout.split())
    return cpu, wall


def rows() -> list[tuple[str, ...]]:
    """The figures."""
    told: list[tuple[str, ...]] = [HEADER]
    with tempfile.TemporaryDirectory() as directory:
        url = f"sqlite:///{Path(directory) / 'bench.sqlite'}"
        migrate(url)
        store = Store(url)
        cases = [(f"one game of {answers}", [played(GAME, longest(GAME), answers)]) for answers in LONG]
        short = played("schlieffens_war", longest("schlieffens_war"), 100)
        cases.append((f"{MANY} games of 100", [short] * MANY))
        for name, matches in cases:
            ids = [keep(store, match) for match in matches]
            first, then = measured(url, ids), measured(url, ids)
            count = f"{name} ({len(matches[0].log)})"
            told.append((count, f"{first[0]:.2f}", f"{then[0]:.2f}", f"{then[1]:.2f}"))
        store.close()
    return told
