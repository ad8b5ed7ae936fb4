"""A promise is not skipped: a cell of the table that does not run has a reason in the table, or it fails."""

from __future__ import annotations

from collections.abc import Generator

import pytest

__all__ = ["pytest_runtest_makereport"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test that is marked with a promise into one that failed."""
    report = yield
    if report.skipped and item.get_closest_marker("promise") is not None:
        why = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: a promise is not skipped; say in the table why it can't hold ({why})"
    return report
