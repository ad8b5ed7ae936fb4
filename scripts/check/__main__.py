"""`make check`: linters beside the types, then the tests that the change can touch."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.check.changes import Changed, base, changed_files
from scripts.check.choice import Choice, choose, read_durations
from scripts.check.ties import Ties

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PROCESSES = 2
FAST = "not slow and not browser and not night"
BUDGET = 44.0
"""Seconds of tests, shared by two processes: what is left of a minute beside types and linters."""


def main(words: Sequence[str] | None = None) -> int:
    """0 if all is well."""
    options = _options(words)
    began = time.monotonic()
    since = base(ROOT, options.base)
    changes = changed_files(ROOT, since)
    if options.list:
        print(_told(changes, since, _chosen(changes, options)))
        return 0
    trouble = [] if options.no_lint else _lint(changes)
    if options.all:
        status = _pytest(["-m", FAST])
    elif options.game:
        status = _game(options.game)
    else:
        choice = _chosen(changes, options)
        print(_told(changes, since, choice), flush=True)
        status = _pytest(choice.paths, {"files": choice.files, "single": choice.single}) if choice.paths else 0
    print(f"{time.monotonic() - began:.0f} s", *[f"{name}: not as it should be" for name in trouble], sep="\n")
    return 1 if trouble or status not in {0, 5} else 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.check", description=__doc__)
    parser.add_argument("--game", default="", help="all fast tests of this game instead")
    parser.add_argument("--all", action="store_true", help="all fast tests instead")
    parser.add_argument("--base", default="", help="what to compare with; else where the branch left main")
    parser.add_argument("--seconds", type=float, default=BUDGET, help="of tests, shared by two processes")
    parser.add_argument("--list", action="store_true", help="say what would be run")
    parser.add_argument("--no-lint", action="store_true", help="tests only")
    return parser.parse_args(words)


def _lint(changes: Sequence[Changed]) -> list[str]:
    """The names of the checks that found something. The types take longest: the others run beside them."""
    python = str(BIN / "python")
    types = subprocess.Popen([python, "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    checks = {
        "format": [python, "-m", "ruff", "format", "--check", "--quiet", "."],
        "lint": [python, "-m", "ruff", "check", "--quiet", "."],
        "imports": [str(BIN / "lint-imports")],
        "data": [str(BIN / "marne"), "data", "check"],
    }
    if any(change.path.startswith("web/") for change in changes):
        subprocess.run(["make", "--silent", "web/node_modules/.ready"], cwd=ROOT, check=True)
        npm = shutil.which("npm") or str(BIN / "npm")
        checks["web"] = [npm, "--prefix", "web", "run", "--silent", "lint"]
        checks["web types"] = [npm, "--prefix", "web", "run", "--silent", "check"]
    failed = [name for name, command in checks.items() if not _holds(name, command)]
    said = types.communicate()[0].decode()
    if types.returncode:
        print(said, flush=True)
        failed.append("types")
    return failed


def _holds(name: str, command: list[str]) -> bool:
    """Whether a check passes; what it says is shown only if not."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{name}:", done.stdout, done.stderr, sep="\n", flush=True)
    return not done.returncode


def _chosen(changes: Sequence[Changed], options: argparse.Namespace) -> Choice:
    ties = Ties(ROOT)
    found = {test: far for test, far in ties.of(changes).items() if not test.startswith("tests/browser/")}
    return choose(found, ties.graph.texts, read_durations(ROOT), options.seconds)


def _told(changes: Sequence[Changed], since: str, choice: Choice) -> str:
    """What is run and what is not, a line each."""
    lines = [
        f"{len(changes)} files changed since {since[:9]}: {len(choice.files)} files of tests and {len(choice.single)}"
        f" single tests, about {choice.seconds / PROCESSES:.0f} s"
    ]
    if choice.left_out:
        lines.append(
            f"left out: {len(choice.left_out)} more that the change may touch, from {choice.nearest_left} steps away,"
            f" about {choice.left_seconds / PROCESSES:.0f} s; `make check-all` runs them"
        )
    return "\n".join(lines)


def _game(name: str) -> int:
    """All fast tests of a game."""
    tests = ROOT / "tests"
    own = tests / "training_rules" if name == "training" else tests / "games" / name
    shared = sorted((tests / "games").glob("test_*.py"))
    if not own.is_dir():
        print(f"no tests of a game {name!r}: there is no {own.relative_to(ROOT)}")
        return 2
    return _pytest([str(path) for path in (own, *shared, tests / "witness")], {"game": name})


def _pytest(arguments: Sequence[str], choice: dict[str, object] | None = None) -> int:
    """Run pytest in two processes; with a choice, of these files only what it takes."""
    command = [str(BIN / "python"), "-m", "pytest", "-n", str(PROCESSES), "-p", "scripts.check.plugin", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        if choice is not None:
            file = Path(folder) / "choice.json"
            file.write_text(json.dumps(choice), encoding="utf-8")
            environment["MARNE_CHOICE"] = str(file)
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
