"""axe-core looks at every screen: nothing serious, nothing critical."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

import pytest
from playwright.sync_api import expect

from browser.house import ROOT
from browser.records import WHOLE, in_battle, record
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEVERE = ("serious", "critical")


@cache
def axe() -> str:
    """The source of axe-core, from the client's own tools."""
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()


def severe(visitor: Visitor, *rules: str) -> list[str]:
    """What axe finds severe, in words; by some of its rules, or by all."""
    if not visitor.page.evaluate("!!globalThis.axe"):
        visitor.page.evaluate(axe())
    wish = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = visitor.page.evaluate("wish => axe.run(document, wish)", wish)
    assert rules or found["passes"], "axe looked at nothing"
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: {[node['html'][:160] for node in each['nodes'][:4]]}"
        for each in found["violations"]
        if each["impact"] in SEVERE
    ]


def severe_in_both(visitor: Visitor) -> list[str]:
    """In the light theme, then in the dark one. A page has the same parts in both, so colours are all that differs."""
    found = severe(visitor)
    darken(visitor)
    found += severe(visitor, "color-contrast", "link-in-text-block")
    darken(visitor, "light")
    return found


def darken(visitor: Visitor, scheme: Literal["dark", "light"] = "dark") -> None:
    """As a reader does whose system turns dark in the evening."""
    visitor.page.emulate_media(color_scheme=scheme)
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", scheme)


def home(visitor: Visitor) -> None:
    visitor.open_record(record("grand_illusion", 300))
    visitor.go("/")
    expect(visitor.test_id("my-games")).to_be_visible()


def new_game(visitor: Visitor) -> None:
    visitor.go("/new/grand_illusion")
    expect(visitor.test_id("start")).to_be_visible()


def schlieffens_war(visitor: Visitor) -> None:
    visitor.open_record(record("schlieffens_war", 300))


def grand_illusion(visitor: Visitor) -> None:
    visitor.open_record(record("grand_illusion", 150, stop=in_battle))
    expect(visitor.test_id("battle-board")).to_be_visible()


def every_tab(visitor: Visitor) -> None:
    visitor.open_record(record("schlieffens_war", 300))
    for tab in ("units", "odds", "log", "chat"):
        visitor.test_id(f"tab-{tab}").click()
        assert not severe_in_both(visitor)


def replay(visitor: Visitor) -> None:
    visitor.open_record(record("schlieffens_war", 300), "/at/200")
    expect(visitor.test_id("replay")).to_be_visible()


def text_board(visitor: Visitor) -> None:
    visitor.open_record(record("grand_illusion", 300))
    visitor.test_id("menu").click()
    assert not severe_in_both(visitor)
    visitor.test_id("open-text").click()
    expect(visitor.test_id("text-board")).to_be_visible()


def end(visitor: Visitor) -> None:
    visitor.open_record(record("grand_illusion", WHOLE))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    visitor.test_id("luck").click()
    expect(visitor.test_id("luck-table")).to_be_visible()


SCREENS = [home, new_game, schlieffens_war, grand_illusion, every_tab, replay, text_board, end]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen.__name__))
def test_axe_finds_nothing_serious(visit: Callable[..., Visitor], screen: Callable[[Visitor], None]) -> None:
    visitor = visit()
    screen(visitor)
    assert not severe_in_both(visitor)


def test_axe_would_find_something(visit: Callable[..., Visitor]) -> None:
    """A button without a name and words too pale to read are found, also where only dark paper hides them."""
    visitor = visit()
    new_game(visitor)
    visitor.page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('beforeend',
          '<button id="nameless"></button><p id="pale">hard to read</p>')"""
    )
    visitor.page.evaluate("document.getElementById('pale').style.color = '#e8e0d0'")
    found = " ".join(severe(visitor))
    assert "button-name" in found
    assert "color-contrast" in found
    visitor.page.evaluate("document.getElementById('pale').style.color = '#262b31'")
    assert "color-contrast" not in " ".join(severe(visitor))
    assert "color-contrast" in " ".join(severe_in_both(visitor))
