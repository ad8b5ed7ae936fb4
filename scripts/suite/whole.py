"""All tests of the day: `python -m scripts.suite.whole`, which is what `make tests` runs.

Browser tests have processes of their own, because Playwright keeps an event loop in them. They run beside the others:
they wait for pages and servers about as long as they compute, so two cores have room for both. What the browser tests
print appears when the others have ended."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.suite.runs import KEPT, ROOT, WHOLE

WORKERS = {"rest": 2, "browser": 3}
"""A browser test waits, so there is one worker more than there are cores."""
WORDS = ("--dist", "worksteal", "-m", "not night")


def commands(words: Sequence[str] = ()) -> dict[str, list[str]]:
    """The command of each half."""
    return {
        half: [sys.executable, "-m", "pytest", "-n", str(WORKERS[half]), *WORDS, *words, *paths]
        for half, paths in WHOLE.items()
    }


def run_beside(halves: Mapping[str, Sequence[str]], kept: Path = KEPT, root: Path = ROOT) -> int:
    """Run all at once. The first prints here, the others into files that are printed after it. The first exit code
    that isn't 0, or 0: every half runs to its end, whatever the others say."""
    kept.mkdir(parents=True, exist_ok=True)
    (first, command), *others = halves.items()
    running = {}
    for half, each in others:
        with (kept / f"{half}.txt").open("wb") as out:
            running[half] = subprocess.Popen(each, cwd=root, stdout=out, stderr=subprocess.STDOUT)
    try:
        codes = [subprocess.run(command, cwd=root, check=False).returncode]
        for half, process in running.items():
            print(f"{first} has ended; waiting for {half}", flush=True)
            codes.append(process.wait())
            print((kept / f"{half}.txt").read_text(encoding="utf-8", errors="replace"), flush=True)
    finally:
        for process in running.values():
            if process.poll() is None:
                process.terminate()
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(run_beside(commands(sys.argv[1:])))
