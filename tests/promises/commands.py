"""The command line in a process of its own, as a person types it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from marne.games import DATA_SETS

__all__ = ["GAMES", "marne", "python"]

GAMES = tuple(sorted(DATA_SETS))
"""The games that come with data of their own."""


def marne(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`marne …`, as typed."""
    return _run("-m", "marne.cli", *map(str, words), **environment)


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of somebody who uses the library."""
    return _run("-c", code, **environment)


def _run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("MARNE_")}
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**kept, "COLUMNS": "80", "NO_COLOR": "1", **environment},
        check=False,
    )
