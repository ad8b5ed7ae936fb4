"""`make check`: what has changed, which tests that can touch, and which of them are run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.check.changes import Changed, base, changed_files
from scripts.check.choice import DURATIONS, Choice, choose
from scripts.check.imports import Graph
from scripts.check.ties import EVERY_GAME, FAR, WITNESS, Ties, is_test

ROOT = Path(__file__).parent.parent
NERVE = "src/marne/games/nach_paris/rules/combat/nerve.py"


def git(root: Path, *words: str) -> None:
    name = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(root), *name, *words], check=True, capture_output=True)


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-b", "main")
    write(tmp_path, {"a.py": "one\ntwo\nthree\n", "b.py": "one\n"})
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


@pytest.fixture(scope="module")
def ties() -> Ties:
    return Ties(ROOT)


# -- what has changed


def test_a_branch_is_compared_with_where_it_left_main(clone: Path) -> None:
    git(clone, "checkout", "-b", "work")
    write(clone, {"a.py": "one\n2\nthree\n"})
    git(clone, "commit", "-am", "second")
    write(clone, {"b.py": "1\n", "c/new.py": "x\n"})
    found = changed_files(clone, base(clone))
    assert [each.path for each in found] == ["a.py", "b.py", "c/new.py"]
    assert found[0] == Changed("a.py", ((2, 2),), ("two", "2"))


def test_on_main_it_is_the_work_that_is_not_committed_or_else_the_last_commit(clone: Path) -> None:
    write(clone, {"b.py": "1\n"})
    assert [each.path for each in changed_files(clone, base(clone))] == ["b.py"]
    git(clone, "commit", "-am", "second")
    assert [each.path for each in changed_files(clone, base(clone))] == ["b.py"]
    (clone / "a.py").unlink()
    assert [each.path for each in changed_files(clone, base(clone))] == ["a.py"]


# -- how far a test is


def test_packages_that_pass_names_on_and_helpers_of_tests_are_no_step(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "src/marne/__init__.py": "",
            "src/marne/part/__init__.py": "from marne.part.deep import (\n    one,\n)\n",
            "src/marne/part/deep.py": "one = 1\n",
            "src/marne/user.py": "def f():\n    from .part.deep import one\n",
            "src/marne/registry.py": 'WHERE = "marne.part.deep:one"\n',
            "tests/test_direct.py": "from marne.part import one\n",
            "tests/helper.py": "import marne.part.deep\n",
            "tests/test_helped.py": "from helper import x\n",
            "tests/test_user.py": "import os, marne.user\n",
            "tests/test_registry.py": "import marne.registry\n",
            "tests/test_apart.py": "import os\n",
        },
    )
    found = Graph(tmp_path).distances({"src/marne/part/deep.py": 0})
    assert {test: far for test, far in found.items() if is_test(test)} == {
        "tests/test_direct.py": 1,
        "tests/test_helped.py": 1,
        "tests/test_user.py": 2,
        "tests/test_registry.py": 3,
    }


def test_a_rule_is_tied_to_the_tests_and_witnesses_of_what_its_lines_cite(ties: Ties) -> None:
    lines = (ROOT / NERVE).read_text(encoding="utf-8").splitlines()
    line = next(at for at, text in enumerate(lines, 1) if "units & PIONEERS" in text)
    found = ties.of([Changed(NERVE, ((line, line),))])
    nearest = {test for test, far in found.items() if far == 0}
    assert f"{WITNESS}::[nach_paris-9.5.1]" in nearest
    assert any("::test_" in test and test.startswith("tests/games/nach_paris/") for test in nearest)
    assert f"{WITNESS}::[nach_paris-9.3.2]" not in nearest, "another rule of the same file is a step away"
    assert not [test for test in found if test.startswith("tests/games/brigade1914")]


def test_a_server_module_reaches_the_tests_of_the_table(ties: Ties) -> None:
    found = ties.of([Changed("src/marne/table/game/holders.py", ((1, 1),))])
    assert found["tests/table/test_holders.py"] == 0
    assert len([test for test in found if test.startswith("tests/table/")]) > 30


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/cases/nach_paris/haelen.toml", f"{EVERY_GAME}::[nach_paris/haelen.toml]"),
        ("tests/playthroughs/nach_paris-mons.txt", f"{EVERY_GAME}::[nach_paris-mons.txt]"),
        ("tests/witness/nach_paris.toml", WITNESS),
        ("src/marne/table/words.es.toml", "tests/table/test_spanish.py"),
        ("tests/engine/support.py", "tests/engine/test_undo.py"),
        ("tests/table/conftest.py", "tests/table/test_api.py"),
        ("docs/tutorial.md", "tests/test_documents.py"),
        ("CITATION.cff", "tests/test_release.py"),
        ("scripts/new_game.py", "tests/test_new_game.py"),
    ],
)
def test_what_is_no_code_of_the_package_has_its_tests_too(ties: Ties, path: str, test: str) -> None:
    assert ties.of([Changed(path, ((1, 1),))])[test] <= 1


def test_data_of_a_game_count_as_the_code_that_reads_them(ties: Ties) -> None:
    found = ties.of([Changed("src/marne/games/schlieffens_war/data/units.csv", ((1, 1),))])
    assert len([test for test in found if test.startswith("tests/games/schlieffens_war/")]) > 10


def test_a_word_is_looked_for_in_the_tests(ties: Ties) -> None:
    said = "no enemies are in"
    change = Changed("src/marne/games/nach_paris/data/words.en.toml", ((1, 1),), (f'Key = "{{unit}} {said} {{hex}}"',))
    found = ties.of([change])
    assert found["tests/lab/test_cases.py"] == 0
    assert found["tests/test_languages.py"] <= 1


@pytest.mark.parametrize("path", ["pyproject.toml", "constraints.txt", "".join(["un", "heard.of"])])
def test_what_anything_may_rest_on_touches_every_test(ties: Ties, path: str) -> None:
    found = ties.of([Changed(path, ((1, 1),))])
    assert set(found) >= set(ties.tests)
    assert max(found.values()) == FAR


# -- what is run


def test_the_nearest_and_quickest_are_run_while_there_is_time() -> None:
    known = {
        "tests/a.py::test_1": 3.0,
        "tests/b.py::test_1": 1.0,
        "tests/b.py::test_2[x]": 1.0,
        "tests/c.py::test": 9.0,
    }
    ties = {"tests/a.py": 1, "tests/b.py": 1, "tests/c.py": 0, "tests/b.py::[x]": 0, "tests/d.py": 2}
    texts = {"tests/d.py": "def test_one(): ...\n"}
    choice = choose(ties, texts, known, 4.0)
    assert (choice.single, choice.files) == (["tests/b.py::[x]"], ["tests/b.py", "tests/d.py"])
    assert (choice.left_out, choice.nearest_left) == (["tests/c.py", "tests/a.py"], 0)
    assert choice.paths == ["tests/b.py", "tests/d.py"]
    assert choose(ties, texts, known, 100.0).left_out == []


def test_single_tests_are_named_by_function_class_or_parameters() -> None:
    choice = Choice(["tests/a.py"], ["tests/b.py::test_one", "tests/b.py::TestClass", "tests/b.py::[x-1]"])
    taken = {
        "tests/a.py::test_any[1]": True,
        "tests/b.py::test_one[2]": True,
        "tests/b.py::TestClass::test_any": True,
        "tests/b.py::test_other[x-1]": True,
        "tests/b.py::test_other[x-2]": False,
        "tests/b.py::test_one_more": False,
        "tests/c.py::test_one": False,
    }
    assert {node: choice.takes(node) for node in taken} == taken
    assert not choice.takes("tests/a.py::test_any[1]", slow=True)


def run_chosen(root: Path, choice: dict[str, object]) -> str:
    """What pytest says in a small tree of its own."""
    write(root, {"pytest.ini": f"[pytest]\nmarkers = slow: x\npythonpath = {ROOT}\n"})
    write(root, {"choice.json": json.dumps(choice)})
    command = [sys.executable, "-m", "pytest", "-p", "scripts.check.plugin", "-p", "no:cacheprovider", "tests"]
    environment = {"MARNE_CHOICE": str(root / "choice.json"), "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


TEXT = "import pytest\n\n@pytest.mark.parametrize('n', [1, 2])\ndef test_a(n): ...\n\ndef test_b(): ...\n"
SLOW = "\n@pytest.mark.slow\ndef test_slow(): ...\n"


def test_pytest_runs_what_was_chosen_and_keeps_the_time(tmp_path: Path) -> None:
    write(tmp_path, {"tests/test_x.py": TEXT, "tests/test_y.py": TEXT + SLOW})
    write(tmp_path, {DURATIONS: json.dumps({"tests/test_y.py::test_b": 0.0, "tests/gone.py::test": 1.0})})
    said = run_chosen(tmp_path, {"files": ["tests/test_y.py"], "single": ["tests/test_x.py::[2]"]})
    assert "4 passed, 3 deselected" in said, said
    known = json.loads((tmp_path / DURATIONS).read_text(encoding="utf-8"))
    assert known["tests/test_y.py::test_b"] == 0, "a quarter more than before at most"
    assert set(known) == {
        "tests/test_x.py::test_a[2]",
        "tests/test_y.py::test_a[1]",
        "tests/test_y.py::test_a[2]",
        "tests/test_y.py::test_b",
    }


def test_a_game_is_its_own_folder_and_its_share_of_what_serves_all(tmp_path: Path) -> None:
    shared = TEXT.replace("[1, 2]", "['mons-1', 'ypres-1']")
    write(tmp_path, {"tests/games/mons/test_own.py": TEXT + SLOW, "tests/games/test_shared.py": shared})
    said = run_chosen(tmp_path, {"game": "mons"})
    assert "4 passed, 3 deselected" in said, said
