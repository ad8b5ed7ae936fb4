"""1914 with miniatures in the browser: a whole meeting engagement by the mouse; two browsers and a reaction between."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.tabletop_hand import TableHand
from browser.tabletop_pictures import TROOPS, asking, hover, in_sight
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "brigade1914"
ANSWERS = int(os.environ.get("MARNE_TABLE_ANSWERS", "1500"))


def facing(visitor: Visitor) -> int:
    """Where the draft looks."""
    return int(str(visitor.test_id("draft").get_attribute("data-answer")).split()[-2])


def test_a_whole_meeting_engagement_is_played_by_the_mouse(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go(f"/new/{GAME}")
    expect(visitor.test_id("game")).to_have_value(GAME)
    visitor.test_id("scenario").select_option("meeting")
    for name in ("Blue's points", "Red's points"):
        visitor.page.get_by_label(name).select_option("250")
    visitor.test_id("start").click()
    visitor.seated()
    hand = TableHand(visitor)
    while hand.waits() and hand.done["answers"] < ANSWERS:
        hand.answer()
    expect(visitor.page.locator(".table")).to_have_attribute("data-status", "over")
    score = visitor.state()["score"]
    assert score["over"]
    told = f"{score['winner'].capitalize()} won" if score["winner"] else "Nobody won"
    expect(visitor.test_id("end")).to_contain_text(told)
    assert hand.done["drag"] >= 1
    assert hand.done["place"] >= 5
    assert hand.done["act"] >= 5
    assert hand.done["orders"] >= 2


def open_at(visitor: Visitor, table: dict[str, object], *seats: str) -> None:
    """A table at which this visitor holds some of the seats."""
    tokens = {seat: token for seat, token in dict(table["seats"]).items() if seat in seats}  # type: ignore[call-overload]
    held = {"id": table["id"], "game": GAME, "title": "", "tokens": tokens, "made": 0}
    visitor.go("/")
    visitor.page.evaluate("held => localStorage.setItem('marne-tables', JSON.stringify([held]))", held)
    visitor.go(f"/table/{table['id']}")
    visitor.seated()


def test_two_browsers_and_a_reaction_in_between(visit: Callable[..., Visitor]) -> None:
    """Blue's action stops in the middle; red is asked in his own browser, reacts, and blue's action goes on."""
    blue, red = visit(), visit()
    made = blue.house.post("/api/records", {"text": record(GAME, 100, "staff", stop=asking("Act"))})
    open_at(blue, made, "blue")
    open_at(red, made, "red")
    hands = {"blue": TableHand(blue, acts=1000), "red": TableHand(red, acts=1000)}
    reacted = False
    for _ in range(300):
        state = blue.state()
        if state["status"] == "over":
            break
        asked = state["scene"]["prompt"]["actor"]
        if asked == "chance":
            continue
        mover, waiter = (blue, red) if asked == "blue" else (red, blue)
        assert hands[asked].waits()
        number = mover.number
        expect(waiter.page.locator(".table")).to_have_attribute("data-number", str(number))
        expect(waiter.mine).to_have_count(0)
        assert not waiter.page.locator("[data-choice], .unit.can, [data-testid=open-bar]").count()
        hands[asked].answer()
        told = [
            event["text"] for entry in waiter.state()["log"] if entry["number"] > number for event in entry["events"]
        ]
        if any("tries to react" in text for text in told):
            # The one who acted sees the reaction in his own browser, and the game goes on there.
            expect(waiter.page.locator(".table")).not_to_have_attribute("data-number", str(number))
            waiter.test_id("tab-log").click()
            expect(waiter.test_id("log")).to_contain_text("tries to react")
            reacted = True
            break
    assert reacted, "nobody reacted"
    after = blue.state()
    assert hands[after["scene"]["prompt"]["actor"]].waits()
    hands[after["scene"]["prompt"]["actor"]].answer()


def test_a_unit_is_turned_sent_round_a_point_and_refused(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GAME, 100, "staff", stop=asking("GoTo")))
    page, draft = visitor.page, visitor.test_id("draft")
    expect(draft).not_to_have_attribute("data-verdict", "wait")
    at = facing(visitor)
    visitor.test_id("map").focus()
    page.keyboard.press("]")
    expect(draft).to_have_attribute("data-answer", re.compile(rf" {(at + 15) % 360} \w+$"))
    hand = TableHand(visitor)
    expect(visitor.test_id("open-bar")).to_have_attribute("data-suggested", "true")
    page.locator("[data-suggestion]").first.locator("rect, circle").first.dispatch_event("click")
    expect(draft).to_have_attribute("data-verdict", "ok")
    at = facing(visitor)
    x, y = hand.middle(draft)
    assert hand.free(x, y, "[data-draft]")
    page.mouse.move(x, y)
    page.mouse.wheel(0, 100)
    expect(draft).to_have_attribute("data-answer", re.compile(rf" {(at + 5) % 360} \w+$"))
    # A waypoint: by its button, then by Shift and a click of the mouse.
    visitor.test_id("wind").click()
    expect(draft).to_have_attribute("data-answer", re.compile(r"^\d+,\d+ \d+,\d+ \d+ \w+$"))
    first = draft.get_attribute("data-answer")
    box = visitor.test_id("map").bounding_box()
    assert box
    page.keyboard.down("Shift")
    page.mouse.click(box["x"] + box["width"] - 60, box["y"] + 60)
    page.keyboard.up("Shift")
    expect(draft).not_to_have_attribute("data-answer", str(first))
    expect(draft).to_have_attribute("data-verdict", "no")
    expect(visitor.test_id("verdict").locator("button")).to_be_visible()
    expect(visitor.test_id("confirm")).to_be_disabled()
    visitor.test_id("wind").click()
    expect(visitor.test_id("waypoint")).to_have_count(0)


def test_lines_of_sight_and_reasons(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GAME, 100, "staff", stop=asking("Act", more=in_sight)))
    page = visitor.page
    hover(visitor)
    seen = set(page.eval_on_selector_all("[data-sight]", "all => all.map(each => each.dataset.seen)"))
    assert seen <= {"open", "cover", "smoke", "blocked"}
    assert seen
    page.locator(f"{TROOPS.format('r')} .counter").first.dispatch_event("click")
    expect(visitor.test_id("toast").first).to_be_visible()
    expect(visitor.test_id("toast").first.locator("[data-rule]")).to_be_visible()
