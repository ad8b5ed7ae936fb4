"""What all tests share: the training game is known to the registry, as the games of the package are; tests marked
`pure` are left out where the package is compiled, those of the browser where there is no Playwright."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import pytest

from marne.engine import position, register
from promises.strict import pytest_runtest_makereport  # noqa: F401  # a promise is not skipped

sys.dont_write_bytecode = False
"""pytest rewrites asserts, and a run that may not keep the result (PYTHONDONTWRITEBYTECODE is set in many containers)
does it anew each time: more than half of all collection."""

register("training", "training.game:GAME")

# No deadline of the product decides a test unless the test sets it: the machine may be busy, or have one core.
for name, value in {"MARNE_PATIENCE": "30", "MARNE_HANG": "600", "MARNE_DEADLINE": "120"}.items():
    os.environ.setdefault(name, value)

collect_ignore = [] if find_spec("playwright") else ["browser"]
"""`make check` installs no Playwright, `make test` does."""

COMPILED = not str(position.__file__).endswith(".py")


PARQUET = find_spec("pyarrow") is not None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what only pure Python can do, and what `make check` does not install, and say why."""
    for item in items:
        mark = item.get_closest_marker("pure")
        if COMPILED and mark is not None:
            item.add_marker(pytest.mark.skip(reason=f"compiled build: {mark.kwargs['why']}"))
        if not PARQUET and item.get_closest_marker("parquet"):
            item.add_marker(pytest.mark.skip(reason="pyarrow is not installed: `make test` does"))
