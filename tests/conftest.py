"""What all tests share: the training game is known to the registry, as the games of the package are; tests marked
`pure` are left out where the package is compiled."""

from __future__ import annotations

import pytest

from marne.engine import position, register

register("training", "training.game:GAME")

COMPILED = not str(position.__file__).endswith(".py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what only pure Python can do, and say why."""
    if COMPILED:
        for item in items:
            mark = item.get_closest_marker("pure")
            if mark is not None:
                item.add_marker(pytest.mark.skip(reason=f"compiled build: {mark.kwargs['why']}"))
