"""1914 with miniatures in the browser: a whole meeting engagement by the mouse; two browsers and a reaction between."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.tabletop_hand import TableHand
from browser.tabletop_pictures import TROOPS, asking, hover, in_sight
from browser.visitor import LARGE, MIDDLE, TABLET, Visitor
from marne.engine import CHANCE, Match

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "brigade1914"
ANSWERS = int(os.environ.get("MARNE_TABLE_ANSWERS", "1500"))


def facing(visitor: Visitor) -> int:
    """Where the draft looks."""
    return int(str(visitor.test_id("draft").get_attribute("data-answer")).split()[-2])


def sit_down(visitor: Visitor) -> TableHand:
    """A meeting engagement of 250 points from the form for a new game."""
    visitor.choose(GAME, "meeting")
    for name in ("Blue's points", "Red's points"):
        visitor.page.get_by_label(name).select_option("250")
    visitor.test_id("start").click()
    visitor.seated()
    return TableHand(visitor)


def enough(hand: TableHand) -> bool:
    """Whether the mouse has done everything that it can do at this table often enough."""
    done = hand.done
    return done["drag"] >= 1 and done["place"] >= 5 and done["act"] >= 5 and done["orders"] >= 2


def see_the_end(visitor: Visitor) -> None:
    """The page says who won, as the server does."""
    expect(visitor.page.locator(".table")).to_have_attribute("data-status", "over")
    score = visitor.state()["score"]
    assert score["over"]
    told = f"{score['winner'].capitalize()} won" if score["winner"] else "Nobody has won"
    expect(visitor.test_id("end")).to_contain_text(told)


def test_a_meeting_engagement_is_played_by_the_mouse(visit: Callable[..., Visitor]) -> None:
    hand = sit_down(visit())
    while not enough(hand) and hand.waits() and hand.done["answers"] < ANSWERS:
        hand.answer()
    assert enough(hand), dict(hand.done)
    assert hand.clicks <= 1.5


def test_a_meeting_engagement_comes_to_its_end(visit: Callable[..., Visitor]) -> None:
    """From the last answers of a game on, by the mouse."""
    visitor = visit()
    whole = re.search(r"^end: (\d+) answers", record(GAME), re.MULTILINE)
    assert whole
    visitor.open_record(record(GAME, int(whole[1]) - 15))
    hand = TableHand(visitor, acts=0)
    while hand.waits() and hand.done["answers"] < ANSWERS:
        hand.answer()
    see_the_end(visitor)


@pytest.mark.night
def test_a_whole_meeting_engagement_is_played_by_the_mouse(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    hand = sit_down(visitor)
    while hand.waits() and hand.done["answers"] < ANSWERS:
        hand.answer()
    see_the_end(visitor)
    assert enough(hand), dict(hand.done)
    print(f"{hand.pressed} clicks, {hand.done['answers']} decisions: {hand.clicks:.2f} each; {dict(hand.done)}")
    assert hand.clicks <= 1.5


def open_at(visitor: Visitor, table: dict[str, object], *seats: str) -> None:
    """A table at which this visitor holds some of the seats."""
    tokens = {seat: token for seat, token in dict(table["seats"]).items() if seat in seats}  # type: ignore[call-overload]
    visitor.open_table(str(table["id"]), GAME, tokens)


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
        expect(waiter.page.locator("[data-choice], .unit.can, [data-testid=open-bar]")).to_have_count(0)
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
    ghosts = page.locator("[data-suggestion]")
    offered = ghosts.count()
    x, y = hand.steady(ghosts.first)
    page.mouse.move(x, y)
    expect(draft).to_have_attribute("data-answer", str(ghosts.first.get_attribute("data-suggestion")))
    expect(draft).to_have_attribute("data-verdict", "ok")
    at = facing(visitor)
    page.mouse.wheel(0, 100)
    expect(draft).to_have_attribute("data-answer", re.compile(rf" {(at + 5) % 360} \w+$"))
    # Held still by the other button, it stays when the pointer goes; the suggestions stay in any case.
    page.mouse.click(x, y, button="right")
    still = str(draft.get_attribute("data-answer"))
    page.mouse.move(x + 40, y + 40)
    expect(draft).to_have_attribute("data-answer", still)
    expect(visitor.test_id("turn-handle")).to_be_visible()
    expect(ghosts).to_have_count(offered)
    expect(visitor.test_id("area")).to_be_attached()
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


def boxes(visitor: Visitor) -> list[list[int]]:
    """Left, top, width and height of every plate with a name, on the table."""
    found = visitor.page.eval_on_selector_all("[data-box]", "all => all.map(each => each.dataset.box)")
    return [[int(number) for number in box.split()] for box in found]


def test_the_ghost_goes_with_the_pointer_and_a_click_puts_the_unit_there(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GAME, 100, "staff", stop=asking("GoTo")))
    page, draft = visitor.page, visitor.test_id("draft")
    expect(visitor.test_id("open-bar")).to_have_attribute("data-suggested", "true")
    before = visitor.number
    box = visitor.test_id("map").bounding_box()
    assert box
    far = box["x"] + box["width"] / 2, box["y"] + 30
    page.mouse.move(*far)
    expect(draft).to_have_attribute("data-verdict", "no")
    page.mouse.click(*far)  # what the rules forbid is not sent, however often it is clicked
    expect(visitor.test_id("verdict").locator("button")).to_be_visible()
    assert visitor.number == before
    hand = TableHand(visitor)
    x, y = hand.steady(page.locator("[data-suggestion]").first)
    page.mouse.click(x, y)
    page.wait_for_function("before => Number(document.querySelector('.table').dataset.number) > before", arg=before)
    assert hand.pressed == 1


SETTLED = """what => new Promise(done => {
  const box = id => document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect().toJSON();
  let [was, still] = ['', 0];
  const look = () => {
    const both = [box('map'), box(what)];
    const now = JSON.stringify(both);
    still = now === was && both[0] && both[1] ? still + 1 : 0;
    was = now;
    still === 5 ? done(both) : setTimeout(look, 60);
  };
  look();
})"""
"""The table makes room in a moment: both boxes of one look, once nothing moves any more."""


@pytest.mark.parametrize("size", [MIDDLE, LARGE, TABLET], ids=["1280", "1920", "tablet"])
def test_nothing_lies_over_the_table_and_no_name_over_another(visit: Callable[..., Visitor], size: Any) -> None:
    """The sheet, the cards and the bar stand below the table; names are placed at every size."""
    visitor = visit(viewport=size)
    for step, what in (("Allocate", "order-sheet"), ("GoTo", "open-bar"), ("TakeCard", "cards")):
        visitor.open_record(record(GAME, 0, "staff", stop=asking(step)))
        expect(visitor.test_id(what)).to_be_visible()
        table, shown = visitor.page.evaluate(SETTLED, what)
        assert shown["y"] >= table["y"] + table["height"], what
        assert shown["y"] + shown["height"] <= size["height"] + 1, f"{what} does not fit"
        placed = boxes(visitor)
        for at, (left, top, wide, tall) in enumerate(placed):
            for x, y, w, h in placed[at + 1 :]:
                assert left + wide <= x or x + w <= left or top + tall <= y or y + h <= top
    assert placed or step == "TakeCard"


def red_answered(match: Match) -> bool:
    """After the first turn red has answered since blue did."""
    people = [entry.actor for entry in match.log if entry.actor != CHANCE]
    return match.position.board.turn > 1 and people[-1] == 1


def test_what_happened_meanwhile_is_told_beside_the_table_while_the_sheet_has_the_dock(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    visitor.open_record(record(GAME, 0, "staff", stop=asking("Allocate", more=red_answered)))
    expect(visitor.test_id("order-sheet")).to_be_visible()
    expect(visitor.test_id("prompt").get_by_test_id("story")).to_be_visible()
    expect(visitor.test_id("story")).to_have_count(1)
    visitor.test_id("story-close").click()
    expect(visitor.test_id("story")).to_have_count(0)


def names_no_enemy(match: Match) -> bool:
    """Somebody is in sight, and no card or order of the one who is asked names an enemy unit."""
    ask = match.position.open
    if ask is None or ask.options is None or not in_sight(match):
        return False
    enemy = re.compile(r"\br\d" if ask.actor == 0 else r"\bb\d")
    return not any(enemy.search(match.position.write(option)) for option in ask.options)


def test_lines_of_sight_and_reasons(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GAME, 100, "staff", stop=asking("Act", more=names_no_enemy)))
    page = visitor.page
    hover(visitor)
    seen = set(page.eval_on_selector_all("[data-sight]", "all => all.map(each => each.dataset.seen)"))
    assert seen <= {"open", "cover", "smoke", "blocked"}
    assert seen
    enemy = "r" if visitor.state()["scene"]["prompt"]["actor"] == "blue" else "b"
    page.locator(f"{TROOPS.format(enemy)} .counter").first.dispatch_event("click")
    expect(visitor.test_id("toast").first).to_be_visible()
    expect(visitor.test_id("toast").first.locator("[data-rule]")).to_be_visible()
