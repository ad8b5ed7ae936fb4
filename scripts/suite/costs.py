"""What each test costs, on a machine that is busy too: `python -m pytest -p scripts.suite.costs --costs FILE`.

CPU seconds of the process and of all that it started, set-up and end included; one line for each test, as they come.
With xdist every worker appends to the same file. `python -m scripts.suite.costs FILE` sums them up by file."""

from __future__ import annotations

import os
import resource
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", default=None, metavar="FILE", help="write down the CPU seconds of each test")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    path: str | None = item.config.getoption("--costs")
    if path is None:
        return (yield)
    before = spent()
    try:
        return (yield)
    finally:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{spent() - before:.2f}\t{item.nodeid}\n")


def spent() -> float:
    """CPU seconds of this process, of the children that it has waited for, and of those that still run."""
    mine, over = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    found = mine.ru_utime + mine.ru_stime + over.ru_utime + over.ru_stime
    for child in psutil.Process(os.getpid()).children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            found += times.user + times.system + times.children_user + times.children_system
    return found


def main() -> None:
    """The dearest files and tests of a file of costs."""
    rows = [line.split("\t") for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    files: Counter[str] = Counter()
    for seconds, test in rows:
        files[test.partition("::")[0]] += float(seconds)  # type: ignore[assignment]
    print(f"{sum(files.values()):8.1f} s of CPU, {len(rows)} tests")
    for name, total in files.most_common(40):
        print(f"{total:8.1f}  {name}")
    for seconds, test in sorted(rows, key=lambda row: -float(row[0]))[:60]:
        print(f"{float(seconds):8.1f}  {test}")


if __name__ == "__main__":
    main()
