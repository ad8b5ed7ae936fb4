"""One server for the tests that only need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from table.support import server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a database of its own."""
    with server(tmp_path_factory.mktemp("table") / "tables.sqlite") as found:
        yield found
