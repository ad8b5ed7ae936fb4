"""A server that is started again is found at the same address, so the games of a browser are still there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.house import House
from browser.visitor import Visitor
from marne.table.server.application import free_port

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def fixed(tmp_path: Path) -> Iterator[House]:
    """`marne serve` without a port, as `make play` starts it; the port to try first is this test's own."""
    port = free_port()
    house = House(tmp_path, MARNE_FIRST_PORT=str(port), PYTHONUNBUFFERED="1")
    house.port, house.address = port, f"http://127.0.0.1:{port}"
    house.command = ["-m", "marne.cli", "serve", "--database", house.database]
    house.start()
    yield house
    house.stop()


def test_my_games_are_there_after_a_restart(fixed: House, visitors: Callable[..., Visitor]) -> None:
    person = visitors(fixed)
    table = person.new_game("schlieffens_war", "frontiers", german="me", entente="computer:staff")
    before = person.state()["number"]
    person.go("/")
    fixed.stop()
    fixed.start()
    person.reload()
    mine = person.page.locator(f"a[href='#/table/{table}']")
    expect(mine).to_be_visible()
    mine.click()
    person.seated()
    state = person.state()
    assert state["number"] >= before
    assert state["scene"]["prompt"]["choices"], "the seat is still this browser's"
    assert set(re.findall(r"http://\S+", fixed.said())) == {f"{fixed.address}/"}, "both starts gave the same address"
    person.forgive_a_dead_server()
