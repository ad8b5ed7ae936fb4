"""One mutation put to its tests.

The warm process has imported pytest and the parts of marne that no game changes. For each mutation it forks: the child
reads one module of the game in its changed form, through a finder in front of all others (the work tree stays as it
is), and runs the tests, the quickest first, until one fails. A child has only so many seconds of processor time (wall
time would count how busy the machine is), so an endless loop ends, and counts as noticed; and only so much memory.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import _hypothesis_pytestplugin  # type: ignore[import-untyped]  # noqa: F401  so that it is warm
import hypothesis
import pytest

import marne.games  # noqa: F401  games are registered, and read when first asked for
from marne.engine import game_names, register
from marne.lab.cases import CaseError, run_case
from scripts.mutants.pool import ROOT, Mutation

__all__ = ["ENDLESS", "KILLED", "SURVIVED", "UNTESTED", "Outcome", "Trials", "run_tests"]

KILLED, ENDLESS, SURVIVED, UNTESTED = "killed", "endless", "survived", "untested"
FAST = "not slow and not browser and not night"
hypothesis.settings.register_profile(
    "mutants", deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
)  # a slow machine is no broken rule
_CODES = {0: SURVIVED, 70: UNTESTED}


@dataclass(frozen=True)
class Outcome:
    """What became of a mutation, in how many seconds, and the end of what pytest wrote."""

    mutation: Mutation
    verdict: str
    seconds: float
    words: str = ""

    @property
    def noticed(self) -> bool:
        """Whether a test failed, or never came to an end."""
        return self.verdict in {KILLED, ENDLESS}


class _Changed(importlib.abc.MetaPathFinder):
    """Finds one module, and has it loaded in the changed form."""

    def __init__(self, mutation: Mutation) -> None:
        self.module, self.path = mutation.module, mutation.path
        self.loader = _Loader(mutation)

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self.loader)


class _Loader(SourceFileLoader):
    def __init__(self, mutation: Mutation) -> None:
        super().__init__(mutation.module, str(mutation.path))
        self.source = mutation.change.apply(mutation.source)
        self.used = False

    def get_code(self, fullname: str) -> CodeType:
        self.used = True
        return compile(self.source, str(self.path), "exec", dont_inherit=True)


class _Quickest:
    """A plugin: the quickest tests first, as measured on sound rules; and what each took."""

    def __init__(self, took: Mapping[str, float]) -> None:
        self.took, self.measured = took, dict[str, float]()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.took.get(item.nodeid, 1.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.measured[report.nodeid] = self.measured.get(report.nodeid, 0.0) + report.duration


def run_tests(tests: Sequence[str], plugin: _Quickest, first: bool = True, everything: bool = False) -> int:
    """Run case files and tests in this process; 0 if all hold, 70 if there are none."""
    if not everything:  # rules need none of the plugins for servers and browsers
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugins = [] if everything else ["-p", "_hypothesis_pytestplugin"]
    cases = [Path(test) for test in tests if test.endswith(".toml")]
    rest = [test for test in tests if not test.endswith(".toml")]
    for case in cases:
        try:
            run_case(case)
        except CaseError as error:
            print(error)
            return 1
    if not rest:
        return 0 if cases else 70
    stop = ["-x"] if first else []
    code = pytest.main(
        [
            "-q",
            *stop,
            "-m",
            FAST,
            *plugins,
            "-p",
            "no:cacheprovider",
            "--tb=line",
            "-Wignore::pytest.PytestAssertRewriteWarning",
            "--hypothesis-seed=0",
            "--hypothesis-profile=mutants",
            f"--rootdir={ROOT}",
            f"-c{ROOT / 'pyproject.toml'}",
            *rest,
        ],
        plugins=[plugin],
    )
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return 0 if cases else 70
    return int(code)


def check_tests(game: str) -> list[str]:
    """Stage 2: what `make check` runs, the game's own tests first; those of other games can't notice."""
    games = ROOT / "tests/games"
    own, others = games / game, [path for path in sorted(games.iterdir()) if path.is_dir() and path.name != game]
    first = [str(own)] if own.is_dir() else []
    return [*first, str(ROOT / "tests"), *(f"--ignore={path}" for path in others)]


class Trials:
    """Runs mutations, some at a time, each in a process of its own."""

    def __init__(self, workers: int = 1, limit: int = 60) -> None:
        self.workers, self.limit = workers, limit
        self.took: dict[str, float] = {}
        for path in (str(ROOT), str(ROOT / "tests")):
            if path not in sys.path:
                sys.path.insert(0, path)
        if "training" not in game_names():
            register("training", "training.game:GAME")

    def check_sound(self, tests: Sequence[str]) -> str:
        """Run tests on the rules as they are, and measure them; what fails is said, for then nothing can be learnt."""
        with tempfile.NamedTemporaryFile("r", suffix=".times") as times:

            def work() -> int:
                plugin = _Quickest({})
                code = run_tests(tests, plugin, first=False)
                Path(times.name).write_text("\n".join(f"{took} {name}" for name, took in plugin.measured.items()))
                return code

            child = _Child(work, limit=3600)
            code = child.wait()
            words = child.words()
            for line in Path(times.name).read_text().splitlines():
                took, _, name = line.partition(" ")
                self.took[name] = float(took)
        return "" if code in {0, 70} else words

    def run(self, chosen: Sequence[Mutation], check: bool = False) -> Iterator[Outcome]:
        """Outcomes as they come; with `check`, against all tests of `make check`, those of the game first."""
        waiting, running = list(reversed(chosen)), dict[int, tuple[_Child, Mutation]]()
        while waiting or running:
            while waiting and len(running) < self.workers:
                mutation = waiting.pop()
                child = _Child(partial(self._try, mutation, check), self.limit * (10 if check else 1))
                running[child.pid] = child, mutation
            for pid, (child, mutation) in list(running.items()):
                code = child.poll()
                if code is not None:
                    del running[pid]
                    yield Outcome(mutation, _verdict(code), child.seconds, child.words())
            time.sleep(0.005)

    def _try(self, mutation: Mutation, check: bool) -> int:
        changed = _Changed(mutation)
        if mutation.module in sys.modules:
            raise RuntimeError(f"{mutation.module} was read before it was changed")
        sys.meta_path.insert(0, changed)
        if check:
            return run_tests(check_tests(mutation.game), _Quickest({}), everything=True)
        code = run_tests(mutation.tests, _Quickest(self.took))
        if code == 0 and not changed.loader.used:
            print("no test read the changed module")
        return code


class _Child:
    """A forked process with limits; what it writes goes to a file."""

    def __init__(self, work: Callable[[], int], limit: int) -> None:
        self.scratch = tempfile.TemporaryDirectory(prefix="mutant-")
        self.out = Path(self.scratch.name, "out")
        self.limit, self.began, self.seconds = limit, time.monotonic(), 0.0
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(work)

    def _become(self, work: Callable[[], int]) -> None:
        """In the child: never returns."""
        code = 71
        try:
            os.setsid()
            out = os.open(self.out, os.O_CREAT | os.O_WRONLY)
            os.dup2(out, 1)
            os.dup2(out, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 5))
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = self.scratch.name
            os.chdir(ROOT)
            code = work()
            sys.stdout.flush()
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", flush=True)
            code = 1
        finally:
            os._exit(code)

    def poll(self) -> int | None:
        """The code of its end, negative for a signal; None while it runs. Ten times its limit by the clock ends it."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid:
            if time.monotonic() - self.began > 10 * self.limit:
                os.kill(self.pid, signal.SIGKILL)
            return None
        self.seconds = time.monotonic() - self.began
        return os.waitstatus_to_exitcode(status)

    def wait(self) -> int:
        """Wait for its end."""
        while (code := self.poll()) is None:
            time.sleep(0.01)
        return code

    def words(self) -> str:
        """The end of what it wrote; then its scratch is gone."""
        text = self.out.read_text(errors="replace")[-2000:] if self.out.exists() else ""
        self.scratch.cleanup()
        return text


def _verdict(code: int) -> str:
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return ENDLESS
    return _CODES.get(code, KILLED)
