"""The same seeds lead to the same games: on this interpreter, on every other one there is, and in the browser's Python.

`tests/digests` holds what the games came to. After a change of rules or players `make digests` writes them anew, and
the commit says why they differ.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from marne.engine import find_game
from scripts.digests import FOLDER, Case, cases, kept, work_out
from scripts.pythons import MINORS, find_python

ROOT = Path(__file__).parents[2]
GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.csv")))
PLAYED = ("brigade1914", "grand_illusion", "nach_paris", "schlieffens_war")
LEVELS = ("random", "cadet", "staff", "council")
PYODIDE = "314.0.7"
"""The package whose Python is 3.14."""


def _differing(game: str, level: str, part: str, games: int = 3) -> list[Case]:
    """The games of a level that came to something else than what is kept."""
    rows = {case: row for case, row in kept(game).items() if case.level == level and case.seed <= games}
    assert len(rows) == games
    if not all(row[part] for row in rows.values()):
        pytest.skip("a game has not been played to its end yet: make digests DIGESTS=--missing")
    return [case for case, row in rows.items() if work_out(case, [part])[part] != row[part]]


@pytest.mark.parametrize("game", PLAYED)
def test_every_level_that_is_offered_has_its_digests(game: str) -> None:
    rows = kept(game)
    assert list(rows) == list(cases(find_game(game))), "make digests"
    assert {case.level for case in rows} == set(LEVELS)
    assert all(row["opening"] for row in rows.values()), "make digests"
    assert len({row["opening"] for row in rows.values()}) == len(rows), "all different games"


def test_every_game_with_digests_is_played() -> None:
    """A new game joins when its rules are its own: `make digests`, and its name here."""
    assert GAMES == PLAYED


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", PLAYED)
def test_games_open_as_they_did(game: str, level: str) -> None:
    """One game of each council, since they are slow; the night plays them all."""
    differing = _differing(game, level, "opening", games=1 if level == "council" else 3)
    assert not differing, "another game than before: if it should be, make digests"


@pytest.mark.night
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("part", ["opening", "whole"])
def test_games_end_as_they_did(game: str, level: str, part: str) -> None:
    assert not _differing(game, level, part), "another game than before: if it should be, make digests"


def _python(minor: int) -> str:
    """Another interpreter, from the path or from pyenv; the test is skipped where there is none."""
    if sys.version_info[:2] == (3, minor):
        pytest.skip("the tests run on it")
    found = find_python(minor)
    if found is None:
        pytest.skip(f"no Python 3.{minor} on this machine")
    return found


def _shown(command: list[str], *options: str) -> dict[Case, dict[str, str]]:
    """What another interpreter makes of the games; its hash seed is one of chance."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "random", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([*command, "--print", *options], env=environment, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found: dict[Case, dict[str, str]] = {}
    for line in done.stdout.splitlines():
        game, level, scenario, seed, *fields = line.split()
        found[Case(game, level, scenario, int(seed))] = dict(field.split("=", 1) for field in fields)
    return found


def _same(found: dict[Case, dict[str, str]], parts: tuple[str, ...]) -> None:
    rows = {case: row for game in PLAYED for case, row in kept(game).items()}
    assert found
    for part in parts:
        known = {case: rows[case][part] for case in found if rows[case][part]}
        assert {case: found[case][part] for case in known} == known


@pytest.mark.slow
@pytest.mark.parametrize("minor", MINORS)
def test_staffs_and_councils_open_alike_on_other_pythons(minor: int) -> None:
    """One game of each; the night plays them all."""
    found = _shown(
        [_python(minor), "-m", "scripts.digests"],
        *("--part", "opening", "--level", "staff", "--level", "council", "--seed", "1"),
    )
    assert len(found) == 2 * len(PLAYED)
    _same(found, ("opening",))


@pytest.mark.night
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("minor", MINORS)
def test_whole_games_are_the_same_on_other_pythons(minor: int, game: str) -> None:
    found = _shown([_python(minor), "-m", "scripts.digests"], "--game", game)
    assert len(found) == len(kept(game))
    _same(found, ("opening", "whole"))


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The Python of browsers, 3.14 with words of 32 bits, under Node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("no Node on this machine")
    folder = tmp_path_factory.mktemp("pyodide")
    wanted = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", f"pyodide@{PYODIDE}"]
    if subprocess.run(wanted, capture_output=True, cwd=folder).returncode != 0:
        pytest.skip(f"the npm package pyodide {PYODIDE} can't be had here")
    return [node, str(ROOT / "scripts" / "pyodide.mjs"), str(folder / "node_modules" / "pyodide"), "scripts.digests"]


@pytest.mark.night
@pytest.mark.parametrize("game", PLAYED)
def test_games_open_alike_in_the_python_of_browsers(pyodide: list[str], game: str) -> None:
    found = _shown(pyodide, "--game", game, "--part", "opening")
    assert len(found) == len(kept(game))
    _same(found, ("opening",))
