"""How much comes over the line until a map stands."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from browser.house import House
from browser.loading import held_table, load

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "most"), [("schlieffens_war", 350_000), ("grand_illusion", 350_000), ("nach_paris", 600_000)]
)
def test_a_map_stands_after_few_bytes(browser: Browser, house: House, game: str, most: int) -> None:
    found = load(browser, house, held_table(house, game, ""))
    assert {"index.html", "socket", f"{game}.svg", f"{game}.json"} <= found.bytes.keys()
    assert any(name.endswith(".js") for name in found.bytes)
    assert found.bytes["socket"] > 1000
    assert found.total < most, found.bytes
