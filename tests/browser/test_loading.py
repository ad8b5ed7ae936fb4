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


def test_a_map_is_asked_for_while_the_code_is_on_its_way(browser: Browser, house: House) -> None:
    """On a slow line a table that had a map before fetches it beside the code and not after it."""
    order = load(browser, house, held_table(house, "grand_illusion", ""), slow=True).order
    code = next(at for at, each in enumerate(order) if each.startswith("came main-") and each.endswith(".js"))
    for name in ("grand_illusion.svg", "grand_illusion.json"):
        assert order.index(f"asked {name}") < code, order
    assert order.count("asked grand_illusion.json") == 1, order
