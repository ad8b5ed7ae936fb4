"""A copy of the repository that tests may change: the package, scripts, and the tests that are run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["ROOT", "copied", "run"]

ROOT = Path(__file__).parents[1]
COPIED = (
    "src/marne",
    "scripts",
    "tests/training",
    "tests/training_rules",
    "tests/training_sheet.py",
    "tests/cases/training",
    "tests/conftest.py",
    "tests/promises",
    "tests/table/__init__.py",
    "tests/table/support.py",
    "tests/games/support.py",
    "tests/games/test_event_sorts.py",
    "tests/games/test_every_game.py",
    "tests/games/test_spanish.py",
    "tests/games/test_masks.py",
    "docs/mutants",
    "pyproject.toml",
)


def copied(root: Path) -> Path:
    """The copy, in an empty folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
        else:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    (root / "docs").mkdir(exist_ok=True)
    return root


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy."""
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
