"""One server for the tests that only need one; the same dice in every run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import fixed_dice
from marne.table.game import opening
from table.support import server


@pytest.fixture(scope="package", autouse=True)
def dice() -> Iterator[None]:
    """Every table that a test opens in this process has the same dice. A server in a process of its own does it by
    itself (`table.serve`)."""
    fixed_dice.fix()
    yield
    opening.fresh = fixed_dice.FRESH


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a database of its own."""
    with server(tmp_path_factory.mktemp("table") / "tables.sqlite") as found:
        yield found
