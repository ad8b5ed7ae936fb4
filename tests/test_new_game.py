"""`make new-game` in a copy of the repository: what it makes plays, and its own tests pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAME = "first_ypres"
COPIED = (
    "src/marne", "scripts", "tests/training", "tests/training_rules", "tests/cases/training", "tests/conftest.py",
    "tests/games/test_every_game.py", "tests/games/test_spanish.py", "tests/games/test_masks.py", "pyproject.toml",
)  # fmt: skip


def run(root: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=root, env=environment, input=said, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with a new game."""
    root = tmp_path_factory.mktemp("repository")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
        else:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    (root / "docs").mkdir()
    made = run(root, "-m", "scripts.new_game", NAME, "--title", "First Ypres")
    assert made.returncode == 0, made.stderr
    return root


def test_it_is_registered_under_its_name_and_title(copy: Path) -> None:
    assert NAME in run(copy, "-m", "marne.cli", "games", "--names").stdout.split()
    named = "from marne.games.first_ypres.game import GAME, FirstYpres; print(GAME.title, GAME.name)"
    assert run(copy, "-c", named).stdout == f"First Ypres {NAME}\n"


def test_nothing_of_it_names_the_training_game(copy: Path) -> None:
    for folder in ("src/marne/games", "tests/games", "tests/cases"):
        files = [path for path in (copy / folder / NAME).rglob("*") if path.is_file()]
        assert files
        assert [path.name for path in files if "training" in path.read_text(encoding="utf-8").lower()] == []


def test_a_name_that_is_taken_or_no_package_is_refused(copy: Path) -> None:
    assert "is there already" in run(copy, "-m", "scripts.new_game", NAME).stderr
    assert "small letters" in run(copy, "-m", "scripts.new_game", "First-Ypres").stderr


def test_its_data_is_sound(copy: Path) -> None:
    checked = run(copy, "-m", "marne.cli", "data", "check", "--game", NAME)
    assert checked.returncode == 0, checked.stdout
    assert "scenarios/*.toml" in checked.stdout


def test_a_game_of_it_is_played_as_text(copy: Path) -> None:
    computers = ("--computer", "blue=random", "--computer", "red=random")
    played = run(copy, "-m", "marne.cli", "play", NAME, "--seed", "1", *computers)
    assert played.returncode == 0, played.stderr
    assert "more points" in played.stdout
    spanish = run(copy, "-m", "marne.cli", "play", NAME, "--seed", "1", "--language", "es", *computers)
    assert "más puntos" in spanish.stdout


@pytest.mark.slow
def test_its_own_tests_and_those_of_every_game_pass(copy: Path) -> None:
    own = run(copy, "-m", "pytest", "-p", "no:cacheprovider", f"tests/games/{NAME}")
    assert own.returncode == 0, own.stdout[-4000:]
    shared = run(copy, "-m", "pytest", "-p", "no:cacheprovider", "tests/games", "-k", NAME, "-m", "not night")
    assert shared.returncode == 0, shared.stdout[-4000:]
    assert run(copy, "-m", "ruff", "check", ".").returncode == 0
