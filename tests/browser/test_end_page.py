"""The end of a game: what happened, with links into the replay, what to play next. On a screen and on a telephone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.records import WHOLE, record
from browser.test_axe import severe_in_both
from browser.test_scenario_page import SCREENS, fits, shot
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_end_tells_what_happened_and_leads_on(visit: Callable[..., Visitor], screen: str) -> None:
    size = SCREENS[screen]
    visitor = visit(viewport=size)
    table = visitor.open_record(record("schlieffens_war", WHOLE, "staff"))
    told = visitor.house.get(f"/api/tables/{table}/story", *visitor.tokens(table))
    visitor.page.reload()
    visitor.seated()
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    sentences = visitor.test_id("story-sentences").locator("li")
    expect(sentences).to_have_count(len(told["sentences"]))
    for at, each in enumerate(told["sentences"]):
        expect(sentences.nth(at)).to_contain_text(each["text"])
    fits(visitor, size["width"])
    shot(visitor, f"end-{screen}")
    visitor.test_id("story-losses").locator("summary").click()
    expect(visitor.test_id("story-losses").locator("tbody tr")).to_have_count(len(told["losses"]))
    assert not severe_in_both(visitor)
    visitor.test_id("story-turnings").scroll_into_view_if_needed()
    shot(visitor, f"end-lower-{screen}")
    expect(visitor.test_id("next-scenario")).to_be_visible()

    turning = told["turnings"][-1]["number"]
    show = visitor.page.locator(f"[data-turning='{turning}'] button")
    show.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.test_id("question")).to_contain_text(f"Moment {turning} of {visitor.number}")


def test_the_same_game_again(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    table = visitor.open_record(record("nach_paris", WHOLE, "staff"))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    visitor.test_id("rematch").click()
    visitor.becomes(lambda: visitor.page.url.endswith(table), False)
    visitor.seated()
    state = visitor.state()
    assert (state["game"], state["setting"]["scenario"], state["status"]) == ("nach_paris", "haelen", "playing")
