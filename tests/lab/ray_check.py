"""A local Ray cluster in a network of its own: run by `test_ray.py` inside a namespace, never outside of one.

python -m lab.ray_check MARK              the rows of a run on the cluster, with one worker killed
python -m lab.ray_check MARK --measure    what the cluster costs for batches of about a second
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from lab.test_runs import PLAN, dying_once, same
from marne.engine import Setting, find_game
from marne.lab.batch import Batch, BatchRows, Plan, play_batch
from marne.lab.executors import on_processes, on_ray
from marne.lab.run import play_run

ADDRESS = "127.0.0.1:6399"


def start_head(processors: int) -> None:
    """A head node on loopback; it ends with the namespace."""
    command = [
        str(Path(sys.executable).parent / "ray"),
        "start",
        "--head",
        "--node-ip-address=127.0.0.1",
        "--port=6399",
        f"--num-cpus={processors}",
        "--include-dashboard=false",
        "--disable-usage-stats",
        "--object-store-memory=80000000",
    ]
    subprocess.run(command, check=True, stdout=sys.stderr, timeout=180)


def check() -> None:
    """Print whether the worker died, and the rows."""
    start_head(2)
    rows = same(play_run(PLAN, range(8), on_ray(ADDRESS, play=dying_once), size=2))
    died = Path(os.environ["MARNE_TEST_MARK"]).exists()
    print(json.dumps({"died": died, "rows": rows}))


def measure() -> None:
    """The same twelve batches of about a second on one process and on one processor of a cluster, in turn."""
    start_head(1)
    game = find_game("schlieffens_war")
    plan = Plan.of(game, Setting("campaign"), ("random", "random"), decisions=True)
    first = play_batch(Batch(plan, tuple(range(1, 9))))
    size = max(1, round(8 / first.seconds))

    def timed(executor: str) -> float:
        """Seconds from the first batch's end to the last one's, for each second of play in them."""
        run = on_ray(ADDRESS) if executor == "ray" else on_processes(1)
        batches = iter([Batch(plan, tuple(range(n * size, (n + 1) * size))) for n in range(100, 113)])
        ends, played = [], []
        rows: Iterator[BatchRows] = run(batches)
        for one in rows:
            ends.append(time.perf_counter())
            played.append(one.seconds)
        return (ends[-1] - ends[0]) / sum(played[1:])

    for _ in range(2):
        print(
            f"batches of {size} games: processes {timed('processes'):.4f}, ray {timed('ray'):.4f} "
            "seconds for a second of play",
            flush=True,
        )


if __name__ == "__main__":
    os.environ["MARNE_TEST_MARK"] = sys.argv[1]
    measure() if "--measure" in sys.argv else check()
