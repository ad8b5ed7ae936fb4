"""How the suite is run: browser tests never share a process with others, since Playwright keeps an event loop there."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "suite"
WHOLE = {"rest": ("--ignore=tests/browser",), "browser": ("tests/browser",)}
"""The two halves of `make tests`, each in processes of its own."""
NOTHING = 5
"""What pytest returns where no test is left."""


def pytest_command(*words: str, processes: int = 2) -> list[str]:
    """Workers steal from each other, so that all are busy to the end."""
    plugins = ("-p", "scripts.suite.shuffled", "-p", "scripts.suite.resumed")
    return [sys.executable, "-m", "pytest", *plugins, "-n", str(processes), "--dist", "worksteal", *words]


def run_pytest(words: Sequence[str], report: Path, processes: int = 2) -> int:
    """Run pytest here, with a report; its exit code, 0 where no test was left."""
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = pytest_command(*words, f"--junitxml={report}", processes=processes)
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if code == NOTHING else code


def failed_in(report: Path) -> list[str]:
    """The tests that failed, from a report of pytest; the run itself, where there is no report."""
    if not report.exists():
        return ["the run ended without a report"]
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            found.append(f"{case.get('classname')}::{case.get('name')}")
    return found


def put_off(report: Path) -> int:
    """How many tests there was no time for."""
    if not report.exists():
        return 0
    skips = [skip.get("message") or "" for skip in ElementTree.parse(report).iter("skipped")]
    return sum("time is up" in message for message in skips)
