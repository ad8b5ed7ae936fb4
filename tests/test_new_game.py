"""`make new-game` in a copy of the repository: what it makes plays, and its own tests pass."""

from __future__ import annotations

import re
import shutil
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


WRITTEN = (
    "docs/rules-map/",
    "docs/interpretations/",
    "tests/playthroughs/",
    "tests/witness/",
    "src/marne/rl/numbering.toml",
)
"""What a command writes, and nobody else."""


def _touched(copy: Path, before: Path) -> list[str]:
    """The files that are new or changed, but for those of the game's own folders and those that a command writes."""
    own = tuple(f"{folder}/{NAME}/" for folder in ("src/marne/games", "tests/games", "tests/cases"))
    files = [path for path in copy.rglob("*") if path.is_file() and not {"__pycache__", ".ruff_cache"} & {*path.parts}]
    names = [name for path in files if not (name := path.relative_to(copy).as_posix()).startswith((*own, *WRITTEN))]
    changed = [
        name
        for name in names
        if not (before / name).exists() or (before / name).read_bytes() != (copy / name).read_bytes()
    ]
    return sorted(changed)


def test_it_touches_two_files_outside_its_own_folders(copy: Path, tmp_path: Path) -> None:
    """A finished game also has a row in README.md, a line in CHANGELOG.md, and the places that CONTRIBUTING names."""
    assert _touched(copy, copied(tmp_path)) == ["src/marne/games/__init__.py", f"src/marne/rl/sheets/{NAME}.py"]


TIRED = """
from random import Random

from marne.engine import Match, Setting, find_game
from marne.rl.features import columns_of
from marne.rl.sheet import sheet_of

game, rng = find_game("first_ypres"), Random(1)
match = Match(game, Setting(game.scenarios[0].name))
while len(match.log) < 30:
    match.play(match.position.suggest(rng, 1)[0])
board = match.position.board
board.tired = 0b101
print(board.save()["tired"], board.copy().tired)
print([kind.count("tired") for kind in columns_of(type(board), sheet_of(game.name))])
print([piece.id for piece in game.sight(match.observe(0)).scene("en").pieces if "tired" in piece.flags])
"""


def test_a_state_of_units_takes_two_files(copy: Path, tmp_path: Path) -> None:
    """A fact of the board and a flag of the picture: saves, copies and numbers for learning follow."""
    root = tmp_path / "copy"
    shutil.copytree(copy, root)
    code = root / "src/marne/games" / NAME
    for file, line, more in (
        ("board.py", "    fought: Counters = fact(0, seen=OPEN)\n", "    tired: Counters = fact(0, seen=OPEN)\n"),
        (
            "scene.py",
            """    flags = tuple(flag for flag in ("disordered", "moved", "fought") if piece[flag])\n""",
            """    flags += ("tired",) * (board.tired >> board.scenario.labels.index(piece["id"]) & 1)\n""",
        ),
    ):
        text = (code / file).read_text(encoding="utf-8")
        assert text.count(line) == 1
        (code / file).write_text(text.replace(line, line + more), encoding="utf-8")
    shown = run(root, "-c", TIRED)
    assert shown.stdout == "5 5\n[0, 0, 1]\n['B1', 'B3']\n", shown.stdout + shown.stderr


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
