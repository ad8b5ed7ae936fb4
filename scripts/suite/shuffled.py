"""Tests in another order: `python -m pytest -p scripts.suite.shuffled --shuffle SEED`.

Files are shuffled, and tests within each file, so that what a file's tests share is still made once. Every worker of
xdist gets the same order, since it gets the same seed."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, default=None, metavar="SEED", help="shuffle files, and tests in each")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed: int | None = config.getoption("--shuffle")
    if seed is not None:
        items[:] = shuffled(items, Random(seed))


def pytest_report_header(config: pytest.Config) -> str:
    return f"shuffled: --shuffle {config.getoption('--shuffle')}"


def shuffled(items: list[pytest.Item], rng: Random) -> list[pytest.Item]:
    """The same tests, file by file, in an order that the seed decides."""
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    rng.shuffle(files)
    for tests in files:
        rng.shuffle(tests)
    return [item for tests in files for item in tests]
