"""A browser and a server for all browser tests of a process, closed before other tests run; a visitor for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.house import House, chromium, open_house
from browser.visitor import PATIENCE, Visitor

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium; every visitor has a context of their own in it."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server, for the tests that do not kill it."""
    with open_house(tmp_path_factory.mktemp("house")) as found:
        yield found
        trouble = [line for line in found.said().splitlines() if "Traceback" in line or "fault of the server" in line]
    assert not trouble, found.said()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors of a server; whatever went wrong in one of their pages fails the test."""
    made: list[Visitor] = []

    def make(house: House, **more: Any) -> Visitor:
        made.append(Visitor(browser, house, luck=len(made) + 1, **more))
        return made[-1]

    yield make
    faults = [fault for visitor in made for fault in visitor.faults]
    for visitor in made:
        visitor.close()
    assert not faults, faults


@pytest.fixture
def visit(house: House, visitors: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Makes visitors of the common server."""
    return lambda **more: visitors(house, **more)
