"""The folder of a game has the same rooms in every game, and the documents lead there."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import find_game
from marne.lab.rules_map import marked_tests

ROOT = Path(__file__).parents[2]
LAID_OUT = ("schlieffens_war", "grand_illusion", "brigade1914", "nach_paris", "training")
FILED = ("schlieffens_war", "grand_illusion", "brigade1914", "training")
"""Games whose tests stand as their rules do."""
FILES = {
    "__init__.py",
    "game.py",
    "sequence.py",
    "board.py",
    "steps.py",
    "events.py",
    "words.py",
    "view.py",
    "staging.py",
    "README.md",
    "departures.md",
    "departures.es.md",
}
"""At the top of every game."""
FILE_OR_FOLDER = ("scene", "odds")
FOLDERS = {"components", "rules", "staff", "data"}
OPTIONAL = {"suppose.py", "style.py", "survey.py"}
DATA = {"rules.csv", "rules.es.csv", "words.en.toml", "words.es.toml", "setting.en.toml", "setting.es.toml"}
ELSEWHERE = {
    ("brigade1914", "data/units.csv"): "data/lists.toml",
    ("brigade1914", "data/scenarios"): "data/scenarios.toml",
}
"""Where a game keeps in one file what others keep in several."""
ROOMS = {"components", "odds", "scene", "scenarios", "staff", "whole_games", "words"}
"""Of tests that show no rule: beside the chapters."""
MOST_FILES = 2
"""So many have the tests of a rule."""
MOST_MODULES = 12
LONGEST = 500


def folder_of(name: str) -> Path:
    return Path(importlib.import_module(type(find_game(name)).__module__).__file__ or "").parent


def modules_of(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]


@pytest.mark.pure(why="it looks at the sources")
@pytest.mark.parametrize("name", LAID_OUT)
def test_a_game_has_these_rooms_and_no_others(name: str) -> None:
    found = {path.name for path in folder_of(name).iterdir() if path.name != "__pycache__"}
    either = {f"{each}.py" if f"{each}.py" in found else each for each in FILE_OR_FOLDER}
    rooms = FOLDERS if find_game(name).players else FOLDERS - {"staff"}
    assert found - OPTIONAL == FILES | rooms | either
    assert {path.name for path in (folder_of(name) / "data").iterdir()} >= DATA
    assert (folder_of(name) / "components/data.py").exists()


@pytest.mark.parametrize("name", LAID_OUT)
def test_chapters_are_folders_of_few_modules_and_say_which_they_are(name: str) -> None:
    for package in (folder_of(name) / "rules", folder_of(name) / "components", folder_of(name) / "staff"):
        for init in package.rglob("__init__.py"):
            tree = ast.parse(init.read_text(encoding="utf-8"))
            assert len(tree.body) == 1, f"{init}: one line that names its chapters"
            assert "\n" not in (ast.get_docstring(tree) or "\n"), init
            modules = [path for path in init.parent.glob("*.py") if path != init]
            assert len(modules) <= MOST_MODULES, init.parent


@pytest.mark.pure(why="it looks at the sources")
@pytest.mark.parametrize("name", LAID_OUT)
def test_every_module_is_short_says_what_it_offers_and_imports_at_its_head(name: str) -> None:
    for path in modules_of(folder_of(name)):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        names = [
            node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        assert len(names) == 1, f"{path}: __all__"
        assert source.count("\n") <= LONGEST, path
        inside = (node for scope in ast.walk(tree) if isinstance(scope, ast.FunctionDef) for node in ast.walk(scope))
        assert not [node for node in inside if isinstance(node, ast.Import | ast.ImportFrom)], (
            f"{path}: a hidden import"
        )


@pytest.mark.parametrize("name", LAID_OUT)
def test_what_a_module_offers_is_there(name: str) -> None:
    folder = folder_of(name)
    package = type(find_game(name)).__module__.rpartition(".")[0]
    for path in modules_of(folder):
        module = importlib.import_module(".".join((package, *path.relative_to(folder).with_suffix("").parts)))
        assert [each for each in module.__all__ if not hasattr(module, each)] == [], path


@pytest.mark.parametrize("name", LAID_OUT)
def test_steps_stand_in_chapters_and_in_the_sequence(name: str) -> None:
    folder = folder_of(name)
    for path in modules_of(folder):
        steps = re.findall(r'^    rule(?:: ClassVar\[str\])? = "', path.read_text(encoding="utf-8"), re.MULTILINE)
        inside = path.relative_to(folder)
        assert not steps or inside.parts[0] == "rules" or inside.name == "sequence.py", path


def filed(name: str) -> Path:
    return ROOT / "tests" / ("training_rules" if name == "training" else f"games/{name}")


def chapters_of(name: str) -> set[str]:
    """The folders of the rules; `.` where they are few modules in one."""
    return {path.parent.name for path in (folder_of(name) / "rules").glob("*/__init__.py")} or {"."}


@pytest.mark.pure(why="it looks at the sources")
@pytest.mark.parametrize("name", LAID_OUT)
def test_tests_stand_in_the_folders_of_their_chapters(name: str) -> None:
    folder = filed(name)
    found = {str(path.parent.relative_to(folder)) for path in folder.rglob("test_*.py")}
    assert chapters_of(name) - found == set(), "a chapter without tests"
    assert found - chapters_of(name) - ROOMS == set(), "neither a chapter nor a room"


@pytest.mark.parametrize("name", LAID_OUT)
def test_folders_of_tests_are_small_and_their_files_short(name: str) -> None:
    count = Counter(path.parent for path in modules_of(filed(name)))
    assert [folder for folder, modules in count.items() if modules > MOST_MODULES] == []
    long = [path for path in modules_of(filed(name)) if path.read_text(encoding="utf-8").count("\n") > LONGEST]
    assert long == []


@pytest.mark.pure(why="it looks at the sources")
@pytest.mark.parametrize("name", FILED)
def test_the_tests_of_a_rule_stand_in_one_or_two_files(name: str) -> None:
    """A test is filed under the first rule that it is marked with."""
    files: dict[str, set[str]] = defaultdict(set)
    for chapter in chapters_of(name):
        for path in (filed(name) / chapter).glob("test_*.py"):
            for test in marked_tests(path):
                if test.rules:
                    files[test.rules[0]].add(f"{chapter}/{path.name}")
    assert files
    assert {rule: sorted(found) for rule, found in files.items() if len(found) > MOST_FILES} == {}


def paths_of_the_table() -> list[str]:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = page.split("## To change this, go there", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 11
    return [path for row in rows for path in re.findall(r"`([^`]+)`", row) if "/" in path]


@pytest.mark.parametrize("path", sorted(set(paths_of_the_table())))
def test_every_path_of_the_table_of_changes_exists(path: str) -> None:
    if path.startswith("GAME/"):
        for name in LAID_OUT:
            if path == "GAME/staff/" and not find_game(name).players:
                continue
            inside = path.removeprefix("GAME/").rstrip("/")
            place = folder_of(name) / ELSEWHERE.get((name, inside), inside)
            either = (
                (place, place.with_suffix(""), place.with_suffix(".py")) if place.stem in FILE_OR_FOLDER else (place,)
            )
            assert any(each.exists() for each in either), name
    else:
        assert (ROOT / path).exists()


def test_the_table_has_a_row_for_each_change() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for change in (
        "a modifier of combat",
        "a printed value of a unit",
        "a state of a unit",
        "a scenario",
        "a language",
        "an overlay",
        "a notification",
        "a field of the database",
        "a computer player",
        "a game",
        "an edition",
    ):
        assert f"\n| {change} | " in page, change


def test_contributing_has_these_recipes() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = ("rule", "scenario", "language", "game", "player", "edition", "overlay")
    assert [each for each in recipes if not re.search(rf"^## Add an? {each}$", page, re.MULTILINE)] == []
