"""A long run that goes on where it stopped: `python -m pytest -p scripts.suite.resumed --resume FILE`.

The file keeps the tests that passed at one commit; the next run leaves those out. A new commit, or a change that is not
committed, begins again. With `--minutes N` no test begins after that time: the rest is skipped, and is there for the
next run."""

from __future__ import annotations

import hashlib
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--resume", default=None, metavar="FILE", help="leave out what passed before at this commit")
    parser.addoption("--minutes", type=float, default=None, metavar="N", help="begin no test after so many minutes")


LATER = "time is up: run it again for the rest"


def pytest_configure(config: pytest.Config) -> None:
    minutes: float | None = config.getoption("--minutes")
    if minutes is not None:
        config.pluginmanager.register(_Clock(time.monotonic() + minutes * 60))
    path: str | None = config.getoption("--resume")
    if path is None:
        return
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None:  # the order is fixed by what the controller read, also for a worker that comes later
        config.pluginmanager.register(_Left(set(worker["passed"])))
        return
    kept = Kept(Path(path), state_of(ROOT))
    config.pluginmanager.register(_Left(kept.passed))
    config.pluginmanager.register(_Noted(kept))
    config.pluginmanager.register(_Told(sorted(kept.passed)))


def state_of(root: Path) -> str:
    """The commit, and what was changed since."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, check=True).stdout

    changed = git("diff", "HEAD")
    commit = git("rev-parse", "HEAD").decode().strip()
    return commit + (f"+{hashlib.sha256(changed).hexdigest()[:16]}" if changed else "")


class Kept:
    """The file: the state of the sources, then a passed test in each line."""

    def __init__(self, path: Path, state: str) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if not lines or lines[0] != state:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{state}\n", encoding="utf-8")
            lines = [state]
        self.passed = set(lines[1:])

    def add(self, test: str) -> None:
        """Another one passed; the file has it at once, whatever happens next."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{test}\n")


class _Left:
    """Leaves out what passed."""

    def __init__(self, passed: set[str]) -> None:
        self._passed = passed

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        done = [item for item in items if item.nodeid in self._passed]
        if done:
            items[:] = [item for item in items if item.nodeid not in self._passed]
            config.hook.pytest_deselected(items=done)


class _Clock:
    """Lets no test begin after the end."""

    def __init__(self, end: float) -> None:
        self._end = end

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if time.monotonic() > self._end:
            pytest.skip(LATER)


class _Noted:
    """Writes down a test once all its parts passed; one that was skipped is tried again."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._not: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._not.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid not in self._not:
            self._kept.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self._kept.passed:
            session.exitstatus = pytest.ExitCode.OK  # all of them had passed


class _Told:
    """Tells workers of xdist what to leave out."""

    def __init__(self, passed: list[str]) -> None:
        self._passed = passed

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["passed"] = self._passed
