"""The rulebook on the page: read, searched, reached from a rule at the table, and back to the map."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.test_axe import severe_in_both
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")
SCREENS = {"wide": ViewportSize(width=1280, height=800), "phone": ViewportSize(width=390, height=844)}


def shot(visitor: Visitor, name: str) -> None:
    if PICTURES:
        visitor.page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_rule_is_found_and_read(visit: Callable[..., Visitor], screen: str) -> None:
    visitor = visit(viewport=SCREENS[screen])
    visitor.go("/")
    visitor.test_id("rules-schlieffens_war").click()
    book = visitor.test_id("rulebook")
    expect(book).to_contain_text("Combat results")
    expect(visitor.test_id("rule-contents").locator("li")).to_have_count(11)
    shot(visitor, f"rulebook-{screen}")
    assert not severe_in_both(visitor)
    visitor.becomes(
        lambda: visitor.page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen]["width"], True
    )
    visitor.test_id("find-rule").fill("concentric")
    hits = visitor.test_id("rule-hits").locator("a")
    expect(hits.filter(has_text="11.15")).to_be_visible()
    hits.filter(has_text="11.15").click()
    expect(visitor.page.locator("section[data-rule='11.15']")).to_be_in_viewport()
    expect(visitor.page.locator("section.here")).to_contain_text("through two opposite hexsides")
    shot(visitor, f"rulebook-{screen}-rule")
    picture = visitor.page.locator("section[data-rule='11.8'] img")
    picture.scroll_into_view_if_needed()
    visitor.becomes(lambda: picture.evaluate("each => each.complete && each.naturalWidth > 0"), True)
    shot(visitor, f"rulebook-{screen}-figure")


def test_from_the_table_to_the_rule_and_back_to_the_map(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.test_id("play-schlieffens_war").click()
    visitor.seated()
    visitor.page.locator("[data-rule]").first.click()
    visitor.test_id("read-rule").click()
    expect(visitor.page.locator("section.here")).to_be_in_viewport()
    expect(visitor.test_id("back-to-table")).to_be_visible()
    visitor.test_id("show-7.0").click()
    visitor.seated()
    expect(visitor.test_id("overlay-zoc")).to_be_checked()


def test_what_is_printed_has_rules_and_no_contents(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/rules/schlieffens_war/11.17")
    expect(visitor.test_id("rulebook")).to_contain_text("Combat results")
    visitor.page.emulate_media(media="print")
    expect(visitor.test_id("rule-contents")).to_be_hidden()
    expect(visitor.page.locator("section[data-rule='11.17'] table")).to_be_visible()
