"""Scripted player against scripted player in `brigade1914`: who wins, by side and by nation, with intervals.

    python -m scripts.brigade_balance meeting --games 20
    python -m scripts.brigade_balance capture retreat --lists all --games 10 --jobs 2 --save games.jsonl

`--games` is the number for each unordered pair of brigades, half of them with the seats changed. Infantry meets
infantry and cavalry meets cavalry; with `--mirror` each also meets itself, which counts for the sides only. A draw
counts for neither. With `--save` every game is a line of JSON with its points, its end and what was destroyed; games
that are in the file already are not played again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from marne.engine import Setting
from marne.games.brigade1914.board import DESTROYED
from marne.games.brigade1914.game import GAME
from marne.lab.play import play_seeded
from marne.lab.statistics import wilson

NATIONS = ("british", "german", "french", "belgian")


def one(job: tuple[str, str, str, str, int]) -> dict[str, Any]:
    """A game between two brigades, and what there is to count about it."""
    scenario, blue, red, points, seed = job
    options = [("blue", blue), ("red", red)]
    if points:
        options += [("blue points", points), ("red points", points)]
    match = play_seeded(GAME, Setting(scenario, "", tuple(options)), ("staff", "staff"), seed)
    board = match.position.board
    lost: list[Counter[str]] = [Counter(), Counter()]
    for unit, status in enumerate(board.status):
        if status == DESTROYED:
            lost[board.side[unit]][board.spec[unit].kind] += 1
    return {
        "scenario": scenario,
        "blue": blue,
        "red": red,
        "seed": seed,
        "winner": board.winner,
        "why": board.why,
        "turn": board.turn,
        "points": list(board.vp),
        "lost": [dict(each) for each in lost],
        "units": list(board.starters),
    }


def jobs(
    scenarios: list[str], kinds: list[str], points: str, games: int, seed: int, mirror: bool
) -> Iterator[tuple[str, str, str, str, int]]:
    """Every pair, both ways round, with the same seeds for both; all scenarios and kinds go on together."""
    for number in range(games // 2):
        for scenario in scenarios:
            for kind in kinds:
                names = [f"{nation} {kind}" for nation in NATIONS]
                pairs = [*combinations(names, 2), *((name, name) for name in names if mirror)]
                for i, (a, b) in enumerate(pairs):
                    for blue, red in ((a, b), (b, a)):
                        yield scenario, blue, red, points, seed + number * len(pairs) + i


def share(wins: int, games: int) -> str:
    """`31 of 60, 52 % (39 to 64)`."""
    low, high = wilson(wins, games)
    return f"{wins} of {games}, {100 * wins // max(games, 1)} % ({100 * low:.0f} to {100 * high:.0f})"


def report(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The tables of a scenario: sides, nations, pairs."""
    blue = sum(row["winner"] == 0 for row in rows)
    red = sum(row["winner"] == 1 for row in rows)
    broke = sum("broke" in row["why"] for row in rows)
    yield f"blue {share(blue, len(rows))}; red {share(red, len(rows))}; draws {len(rows) - blue - red}; broken {broke}"
    turns = Counter(row["turn"] for row in rows)
    yield f"  turns: median {median(row['turn'] for row in rows):g}; {dict(sorted(turns.items()))}"
    wins: Counter[str] = Counter()
    games: Counter[str] = Counter()
    pairs: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    sides: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        names = (row["blue"], row["red"])
        if names[0] == names[1]:
            continue
        for side, name in enumerate(names):
            games[name] += 1
            wins[name] += row["winner"] == side
            sides[name][2 * side] += row["winner"] == side
            sides[name][2 * side + 1] += 1
        first, second = sorted(names)
        winner = names[row["winner"]] if row["winner"] >= 0 else ""
        pairs[first, second][0] += winner == first
        pairs[first, second][1] += winner == second
        pairs[first, second][2] += not winner
    for name in sorted(games):
        b, nb, r, nr = sides[name]
        yield f"  {name:18} {share(wins[name], games[name]):34} as blue {b} of {nb}, as red {r} of {nr}"
    for (first, second), (a, b, drawn) in sorted(pairs.items()):
        yield f"    {first} {a} : {b} {second}, {drawn} drawn; {share(a, a + b + drawn)}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="+", choices=[scenario.name for scenario in GAME.scenarios])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--lists", choices=("infantry", "cavalry", "all"), default="infantry")
    parser.add_argument("--points", default="", help="the same for both; by default those of the scenario")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--nation", choices=NATIONS, help="only pairs in which it plays")
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    kinds = ["infantry", "cavalry"] if given.lists == "all" else [given.lists]
    todo = list(jobs(given.scenarios, kinds, given.points, given.games, given.seed, given.mirror))
    if given.nation:
        todo = [job for job in todo if given.nation in job[1] + job[2]]
    rows = kept(given.save)
    done = {(row["scenario"], row["blue"], row["red"], row["seed"]) for row in rows}
    todo = [job for job in todo if (*job[:3], job[4]) not in done]
    with ProcessPoolExecutor(given.jobs) as pool:
        for row in pool.map(one, todo, chunksize=1) if given.jobs > 1 else map(one, todo):
            rows.append(row)
            if given.save:
                with given.save.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    for scenario in given.scenarios if rows else ():
        of = [row for row in rows if row["scenario"] == scenario]
        for kind in kinds:
            found = [row for row in of if row["blue"].endswith(kind)]
            print(f"{scenario}, {kind} brigades: {len(found)} games")
            for line in report(found):
                print(line)
        if len(kinds) > 1:
            print(f"{scenario}, both kinds: {len(of)} games")
            for line in report([{**row, "blue": nation(row["blue"]), "red": nation(row["red"])} for row in of]):
                print(line)


def kept(file: Path | None) -> list[dict[str, Any]]:
    """The games of a run that was stopped."""
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def nation(brigade: str) -> str:
    """`british` of `british infantry`."""
    return brigade.partition(" ")[0]


if __name__ == "__main__":
    main()
