"""`make new-game` in a copy of the repository: what it makes plays, and its own tests pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from copies import copied, run
from promises.table import promised

NAME = "first_ypres"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with a new game."""
    root = copied(tmp_path_factory.mktemp("repository"))
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


@promised("new game")
def test_it_has_a_picture(copy: Path, tmp_path: Path) -> None:
    drawn = run(copy, "-m", "marne", "board", NAME, "--svg", str(tmp_path / "board.svg"))
    assert drawn.returncode == 0, drawn.stderr
    assert ">Pont</text>" in (tmp_path / "board.svg").read_text(encoding="utf-8")
    shown = run(copy, "-c", f"import marne; print(marne.new({NAME!r}, seed=1)._repr_svg_().count('class=\"piece\"'))")
    assert shown.stdout == "14\n", shown.stderr


@promised("new game")
def test_mutants_and_witnesses_take_it(copy: Path) -> None:
    tried = run(copy, "-m", "scripts.mutants", "--games", NAME, "--rule", "T4.2", "--limit", "600")
    assert tried.returncode in (0, 1), tried.stderr
    found = re.search(rf"\| {NAME} \| all \| (\d+) \| (\d+) ", tried.stdout)
    assert found, tried.stdout
    assert int(found[1]) > 3
    assert int(found[2]) > int(found[1]) // 2, "its tests notice what breaks the rule"
    seen = run(copy, "-m", "scripts.witnesses", NAME)
    assert seen.returncode == 0, seen.stderr
    assert "games witness for" in seen.stdout
    assert (copy / f"tests/witness/{NAME}.toml").stat().st_size > 1000


@promised("new game")
@pytest.mark.slow
def test_it_keeps_every_promise_by_being_registered(copy: Path) -> None:
    """Each row that is walked by game, setting or reading has its cells: data, environments, odds, commands, words."""
    words = ("-p", "no:cacheprovider", "tests/promises", "--ignore=tests/promises/test_table.py", "-k", NAME, "-v")
    kept = run(copy, "-m", "pytest", *words)
    assert kept.returncode == 0, kept.stdout[-4000:]
    for file in ("own_data", "environments", "odds", "command_line", "words"):
        assert f"tests/promises/test_{file}.py" in kept.stdout
    assert "skipped" not in kept.stdout


@pytest.mark.slow
def test_its_own_tests_and_those_of_every_game_pass(copy: Path) -> None:
    own = run(copy, "-m", "pytest", "-p", "no:cacheprovider", f"tests/games/{NAME}")
    assert own.returncode == 0, own.stdout[-4000:]
    shared = run(copy, "-m", "pytest", "-p", "no:cacheprovider", "tests/games", "-k", NAME, "-m", "not night")
    assert shared.returncode == 0, shared.stdout[-4000:]
    assert run(copy, "-m", "ruff", "check", ".").returncode == 0
