"""1914 with miniatures in the browser: deployed and played by ghosts, dragging and clicks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURE = Path(__file__).parent.parent.parent / "docs" / "pictures" / "brigade-1280.png"


def waits(visitor: Visitor, seconds: float = 60) -> bool:
    """Until it is this visitor's move; False once the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if visitor.page.locator(".table[data-status=over]").count():
            return False
        if visitor.mine.count() and not visitor.page.locator(".table.pending").count():
            return True
        visitor.page.wait_for_timeout(40)
    raise AssertionError(f"no move after {seconds} s: {visitor.question.inner_text()}")


def drag(visitor: Visitor) -> str:
    """Take the draft by the mouse to a ghost; the answer that would be sent."""
    page = visitor.page
    draft, ghost = visitor.test_id("draft"), page.locator("[data-suggestion]").first
    start = draft.locator("rect, circle").first.bounding_box()
    goal = ghost.locator("rect, circle").first.bounding_box()
    assert start
    assert goal
    before = draft.get_attribute("data-answer")
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=8)
    page.mouse.up()
    assert draft.get_attribute("data-answer") != before, "the mouse did not move the draft"
    return str(draft.get_attribute("data-answer"))


def facing(visitor: Visitor) -> int:
    """Where the draft looks."""
    return int(str(visitor.test_id("draft").get_attribute("data-answer")).split()[-2])


def turn_and_lose(visitor: Visitor) -> None:
    """Turn the draft by a key and by the wheel, and take it off the table: it is refused with a rule."""
    page, draft = visitor.page, visitor.test_id("draft")
    at = facing(visitor)
    visitor.test_id("map").focus()
    page.keyboard.press("Escape")  # away with the dice of the last answer, which may lie over the draft
    page.keyboard.press("]")
    expect(draft).to_have_attribute("data-answer", re.compile(rf" {(at + 15) % 360} \w+$"))
    under = (
        "([x, y]) => { const e = document.elementFromPoint(x, y); return e.closest('[data-draft]') ? '' : e.outerHTML }"
    )
    covered = ""
    for _ in range(8):  # the page may still be settling after the last answer
        box = draft.locator("rect").first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        covered = page.evaluate(under, [x, y])
        if not covered:
            break
        page.wait_for_timeout(250)
    assert not covered, f"over the draft lies {covered[:300]}"
    page.mouse.wheel(0, 100)
    expect(draft).to_have_attribute("data-answer", re.compile(rf" {(at + 20) % 360} \w+$"))
    page.mouse.down()
    page.mouse.move(120, 250, steps=4)
    page.mouse.move(60, 60, steps=4)
    page.mouse.up()
    expect(draft).to_have_attribute("data-verdict", "no")
    expect(visitor.test_id("verdict").locator("button")).to_be_visible()
    expect(visitor.test_id("confirm")).to_be_disabled()


def answer(visitor: Visitor, drags: dict[str, int]) -> None:
    """One answer by the mouse: a place by dragging or by a ghost, a base, or a button."""
    page = visitor.page
    before = visitor.number
    if visitor.test_id("open-bar").count():
        expect(visitor.test_id("draft")).not_to_have_attribute("data-verdict", "wait")
        ghosts = page.locator("[data-suggestion]")
        page.wait_for_timeout(150)
        if not ghosts.count():
            word = page.locator("[data-word]")
            (word.first if word.count() else visitor.test_id("confirm")).click()
            visitor.answered(before)
            return
        if drags["drag"] < 3:
            drag(visitor)
            drags["drag"] += 1
            page.wait_for_timeout(400)
        if not drags["turn"] and visitor.test_id("formation").count():
            turn_and_lose(visitor)
            drags["turn"] += 1
        if not visitor.test_id("confirm").is_enabled():
            ghosts.first.locator("rect, circle").first.dispatch_event("click")
            expect(visitor.test_id("draft")).to_have_attribute("data-verdict", "ok")
        drags["ghost"] += 1
        visitor.test_id("confirm").click()
    elif page.locator("[data-testid=choice-menu] [data-choice]").count():
        page.locator("[data-testid=choice-menu] [data-choice]").first.click()
    elif page.locator(".unit.can .counter").count():
        page.locator(".unit.can .counter").first.click(force=True)
        drags["piece"] += 1
        page.wait_for_timeout(150)
        if visitor.number == before and page.locator("[data-testid=choice-menu] [data-choice]").count():
            page.locator("[data-testid=choice-menu] [data-choice]").first.click()
    else:
        offered = page.locator("[data-testid=prompt] [data-choice]")
        if not offered.count():
            visitor.test_id("all-answers").click()
            offered = page.locator("[data-choice]")
        offered.first.click()
    visitor.answered(before)


def test_a_meeting_engagement_is_played_by_the_mouse(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"toured": ["brigade1914"]})
    visitor.go("/new/brigade1914")
    expect(visitor.test_id("game")).to_have_value("brigade1914")
    visitor.test_id("scenario").select_option("meeting")
    visitor.test_id("start").click()
    expect(visitor.page.locator(".table[data-number]")).to_be_visible()
    expect(visitor.test_id("map").locator("svg")).to_be_attached()
    done, given = {"drag": 0, "ghost": 0, "piece": 0, "turn": 0}, 0
    while given < 40 and waits(visitor):
        answer(visitor, done)
        given += 1
    assert given == 40
    assert done["drag"] >= 1
    assert done["ghost"] >= 3
    assert done["piece"] >= 1
    assert done["turn"] == 1
    if waits(visitor):
        units = visitor.page.locator(".unit .counter")
        assert units.count() > 3
        visitor.page.locator("[data-unit=b1] .counter, [data-unit=b4] .counter").first.hover(force=True)
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        visitor.page.screenshot(path=str(PICTURE))
