"""The suite itself: no test leans on another, and long runs go on where they stopped."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from scripts.suite.night import parts
from scripts.suite.resumed import Kept, state_of
from scripts.suite.whole import commands, run_beside

ROOT = Path(__file__).parent.parent
pytest_plugins = ("pytester",)
PLUGINS = ("-p", "scripts.suite.shuffled", "-p", "scripts.suite.resumed")
SAMPLE = """
from pathlib import Path
def ran(name):
    with open("ran", "a") as file: file.write(name)
def test_one(): ran("1")
def test_two(): ran("2")
def test_three(): ran("3"); assert not Path("ill").exists()
"""


class Sample:
    """Three tests, run with the plug-ins of long runs."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester, self.at = pytester, pytester.path
        pytester.makepyfile(test_sample=SAMPLE)
        pytester.makeini("[pytest]")

    def run(self, *words: str) -> tuple[int, str]:
        """The exit code, and what ran in which order."""
        (self.at / "ran").write_text("")
        return int(self.pytester.inline_run(*PLUGINS, *words).ret or 0), (self.at / "ran").read_text()


@pytest.fixture
def sample(pytester: pytest.Pytester) -> Sample:
    return Sample(pytester)


def test_no_test_runs_a_loop_where_another_may_be_running() -> None:
    """`asyncio.run` fails in a thread that has a loop, as that of browser tests has; `loops.run` does not."""
    bare = re.compile(r"\basyncio\.run\(|run_until_complete|asyncio\.Runner\(")
    found = [str(path) for path in (ROOT / "tests").rglob("*.py") if bare.search(path.read_text(encoding="utf-8"))]
    assert [name for name in found if not name.endswith(("loops.py", "test_suite.py"))] == []


def test_no_two_test_modules_are_imported_under_one_name() -> None:
    """Modules of a folder that is no package go by their bare names: the second of a name fails in a whole run."""
    modules = [path for path in (ROOT / "tests").rglob("test_*.py") if not (path.parent / "__init__.py").exists()]
    names = [path.name for path in modules]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_browser_tests_and_nothing_else_open_playwright() -> None:
    """`make tests` runs tests/browser in processes of its own."""
    opens = re.compile(r"^(?:from|import) playwright", re.MULTILINE)
    users = [path for path in (ROOT / "tests").rglob("*.py") if opens.search(path.read_text(encoding="utf-8"))]
    inside = ROOT / "tests" / "browser"
    assert users
    assert [path for path in users if inside not in path.parents] == []
    assert "\t$(BIN)/python -m scripts.suite.whole\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
    halves = commands()
    assert [half[-1] for half in halves.values()] == ["--ignore=tests/browser", "tests/browser"]
    assert all(half[-3:-1] == ["-m", "not night"] for half in halves.values())


@pytest.mark.parametrize(("codes", "wanted"), [((0, 0), 0), ((0, 3), 3), ((4, 0), 4), ((4, 3), 4)])
def test_both_halves_run_and_one_failure_is_a_failure(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], codes: tuple[int, int], wanted: int
) -> None:
    halves = {
        half: [sys.executable, "-c", f"print('{half} ran'); raise SystemExit({code})"]
        for half, code in zip(("rest", "browser"), codes, strict=True)
    }
    assert run_beside(halves, tmp_path / "kept", tmp_path) == wanted
    told = capfd.readouterr().out
    assert told.index("rest ran") < told.index("browser ran")


def test_every_file_of_tests_is_in_one_part_of_the_night() -> None:
    covered: list[Path] = []
    for paths in parts().values():
        for path in map(ROOT.joinpath, paths):
            covered += path.rglob("test_*.py") if path.is_dir() else [path]
    assert sorted(covered) == sorted((ROOT / "tests").rglob("test_*.py"))


def test_a_seed_decides_the_order(sample: Sample) -> None:
    orders = [sample.run("--shuffle", str(seed))[1] for seed in range(6)]
    assert sample.run()[1] == "123"
    assert {"".join(sorted(order)) for order in orders} == {"123"}
    assert len(set(orders)) > 1
    assert sample.run("--shuffle", "0")[1] == orders[0]


def test_what_passed_is_left_out_next_time(sample: Sample) -> None:
    words = ("--resume", str(sample.at / "kept.txt"))
    (sample.at / "ill").touch()
    assert sample.run(*words) == (1, "123")
    (sample.at / "ill").unlink()
    assert sample.run(*words) == (0, "3"), "only what failed"
    assert sample.run(*words) == (0, ""), "and nothing is left"


def test_workers_leave_out_what_passed(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    kept = sample.at / "kept.txt"
    Kept(kept, state_of(ROOT)).add("test_sample.py::test_two")
    (sample.at / "ran").write_text("")
    done = sample.pytester.runpytest_subprocess(*PLUGINS, "-n", "1", "--resume", str(kept))
    assert (done.ret, (sample.at / "ran").read_text()) == (0, "13")
    assert Kept(kept, state_of(ROOT)).passed == {f"test_sample.py::test_{name}" for name in ("one", "two", "three")}


def test_other_sources_begin_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    Kept(path, "a").add("test_one")
    assert Kept(path, "a").passed == {"test_one"}
    assert Kept(path, "b").passed == set()
    assert Kept(path, "a").passed == set(), "it was forgotten"


def test_no_test_begins_when_time_is_up(sample: Sample) -> None:
    words = ("--resume", str(sample.at / "kept.txt"))
    assert sample.run(*words, "--minutes", "0") == (0, "")
    assert sample.run(*words, "--minutes", "60") == (0, "123"), "skipped is not passed"
