"""What loading a board costs: each in a process of its own, time and memory beyond those of importing the game.

The promise is under 100 ms and 50 MB for each board.
"""

from __future__ import annotations

import subprocess
import sys

BOARDS = ("schlieffens_war", "grand_illusion", "nach_paris")

_PROBE = """
import resource, sys, time
from marne.atlas import board_directory, load, load_board
where = board_directory(sys.argv[1]) if sys.argv[1] != "atlas" else None  # imports the game's package
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.process_time()
hexes = len(load_board(where).hexes) if where else len(load().stations)
spent = time.process_time() - start
print(hexes, spent * 1000, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def measure(what: str) -> tuple[int, float, float]:
    """Hexes (or stations), milliseconds of processor time, megabytes: the best of three fresh processes."""
    runs = []
    for _ in range(3):
        out = subprocess.run([sys.executable, "-c", _PROBE, what], capture_output=True, text=True, check=True).stdout
        hexes, ms, mb = out.split()
        runs.append((int(hexes), float(ms), float(mb)))
    return min(runs, key=lambda r: r[1])


def rows() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [("load", "hexes", "ms (under 100)", "MB (under 50)")]
    for board in BOARDS:
        hexes, ms, mb = measure(board)
        found.append((board, str(hexes), f"{ms:.0f}", f"{mb:.1f}"))
    stations, ms, mb = measure("atlas")
    found.append(("the atlas (drawing only)", f"{stations} stations", f"{ms:.0f}", f"{mb:.1f}"))
    return found
