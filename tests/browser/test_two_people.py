"""Two people in two browsers, somebody who watches, and a server that falls over in the middle of a move."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.house import open_house
from browser.records import anywhere, in_battle, record
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def sit_down(visit: Callable[..., Visitor], game: str, me: str, other: str) -> tuple[Visitor, Visitor, Visitor]:
    """One opens a table, sends the link to another who takes the seat, and a third one only looks."""
    first, second, third = visit(), visit(), visit()
    table = first.new_game(game, **{me: "me", other: "open"})
    expect(first.question).to_contain_text("open seat")
    link = first.link(f"invite-{other}")
    assert f"#/join/{table}/" in link
    first.test_id("dialog-close").click()
    second.page.goto(link)
    second.test_id("join-name").fill("Joffre")
    second.test_id("join").click()
    assert second.table == table
    second.seated()
    assert link.rsplit("/", 1)[1] not in second.page.url
    third.go(f"/table/{table}")
    third.seated()
    return first, second, third


@pytest.mark.parametrize(
    ("game", "me", "other"), [("schlieffens_war", "german", "entente"), ("grand_illusion", "german", "allied")]
)
def test_two_browsers_play_each_other_and_a_third_one_watches(
    visit: Callable[..., Visitor], game: str, me: str, other: str
) -> None:
    first, second, third = sit_down(visit, game, me, other)
    hands = {visitor: Hand(visitor, 7, done=0.6, mouse=3, patience=0) for visitor in (first, second)}
    Hand(third)
    seen, last = set(), -1
    for _ in range(6):
        state = first.state()
        if state["status"] == "over":
            break
        mover, waiter = (first, second) if state["scene"]["prompt"]["mine"] else (second, first)
        expect(mover.mine).to_be_visible()
        expect(waiter.mine).to_have_count(0)
        expect(waiter.page.locator("[data-choice], g.counter.can, .target")).to_have_count(0)
        hands[mover].ready()
        assert hands[mover].play(5) in ("more", "not mine", "over")
        number = first.state()["number"]
        assert number > last
        last = number
        for visitor in (first, second, third):
            expect(visitor.page.locator(".table")).to_have_attribute("data-number", str(number))
            mine = visitor.tokens(visitor.table)
            visitor.becomes(visitor.pieces, visitor.pieces_told(*mine))
        seen.add(tuple(third.pieces()))
    assert len(seen) > 1, "the one who watches saw nothing happen"
    expect(third.page.locator("[data-choice], g.counter.can, .target")).to_have_count(0)
    expect(third.test_id("undo")).to_be_disabled()
    first.test_id("tab-chat").click()
    second.test_id("tab-chat").click()
    first.page.get_by_placeholder("Say something").fill("À vous.")
    first.page.keyboard.press("Enter")
    expect(second.test_id("chat")).to_contain_text("À vous.")


def test_an_invitation_works_once(visit: Callable[..., Visitor]) -> None:
    first, second = visit(), visit()
    first.new_game("grand_illusion", german="me", allied="open")
    link = first.link("invite-allied")
    second.page.goto(link)
    second.test_id("join").click()
    second.seated()
    late = visit()
    late.page.goto(link)
    late.test_id("join").click()
    expect(late.page.get_by_role("alert")).to_contain_text("taken")
    assert [fault for fault in late.faults if "403" in fault]
    late.faults.clear()


@pytest.mark.parametrize("game", ["schlieffens_war", "grand_illusion"])
def test_reload_and_restart_in_the_middle_of_a_move(
    visitors: Callable[..., Visitor], tmp_path: Path, game: str
) -> None:
    """The page comes back to the same question, the same counters and the same number, and the move goes on."""
    with open_house(tmp_path) as house:
        visitor = visitors(house)
        visitor.open_record(record(game, 300))
        hand = Hand(visitor, 3, done=0)
        hand.play(3)
        expect(visitor.mine).to_be_visible()
        visitor.at(visitor.state()["number"])

        def stands() -> tuple[int, str, list[str]]:
            return visitor.number, visitor.question.inner_text(), visitor.picture()

        before = stands()
        assert before[0] > 300

        visitor.reload()
        visitor.seated()
        expect(visitor.mine).to_be_visible()
        visitor.becomes(stands, before)

        house.kill()
        expect(visitor.page.get_by_text("Offline.")).to_be_visible()
        assert visitor.picture() == before[2]
        house.start()
        expect(visitor.page.get_by_text("Offline.")).to_have_count(0)
        visitor.becomes(stands, before)
        visitor.forgive_a_dead_server()
        assert Hand(visitor, 4, done=0.3).play(5) in ("more", "over")
        assert visitor.number >= before[0] + 5


def test_the_computer_thinks_on_after_a_restart(visitors: Callable[..., Visitor], tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        visitor = visitors(house)
        table = visitor.new_game("schlieffens_war", german="me", entente="computer:random")
        tokens = visitor.tokens(table)
        house.kill()
        house.start()
        end = time.monotonic() + 600
        while not house.get(f"/api/tables/{table}", *tokens)["scene"]["prompt"]["mine"]:
            assert time.monotonic() < end, "the computer does not answer any more"
            time.sleep(0.2)
        expect(visitor.mine).to_be_visible()
        visitor.forgive_a_dead_server()
        visitor.becomes(visitor.pieces, visitor.pieces_told(*tokens))


@pytest.mark.parametrize("game", ["schlieffens_war", "grand_illusion"])
def test_undo_is_offered_exactly_where_the_policy_says(visit: Callable[..., Visitor], game: str) -> None:
    """After every answer the button is compared with the server's word, and that with the log: after a die or somebody
    else's answer there is nothing to take back. Now and then it is pressed: the picture of before stands again."""
    visitor = visit()
    visitor.open_record(record(game, 300, stop=in_battle if game == "grand_illusion" else anywhere))
    hand = Hand(visitor, 11, done=0.25, mouse=4)
    offered, refused, taken_back = 0, 0, 0
    before: tuple[int, list[str]] | None = None
    for step in range(30):
        if visitor.page.evaluate("hand.over()"):
            break
        if visitor.test_id("curtain-open").count():
            visitor.test_id("curtain-open").click()
            before = None
        state = visitor.state()
        visitor.at(state["number"])
        button = visitor.test_id("undo")
        (expect(button).to_be_enabled if state["undo"] else expect(button).to_be_disabled)()
        if state["log"][-1]["actor"] != state["viewing"]:
            assert not state["undo"], state["log"][-1]
        offered, refused = offered + state["undo"], refused + (not state["undo"])
        if state["undo"] and before and step % 3 == 0 and before[0] == state["number"] - 1:
            button.click()
            visitor.at(before[0])
            visitor.becomes(visitor.picture, before[1])
            taken_back, before = taken_back + 1, None
            continue
        before = (visitor.number, visitor.picture())
        hand.play(1)
    assert offered
    assert refused
    assert taken_back


def test_going_further_back_needs_the_other_side(visit: Callable[..., Visitor]) -> None:
    first, second, third = sit_down(visit, "grand_illusion", "german", "allied")
    mover, waiter = (first, second) if first.state()["scene"]["prompt"]["mine"] else (second, first)
    hands = {visitor: Hand(visitor, 5, done=0.8, mouse=99, patience=0) for visitor in (mover, waiter)}
    for _ in range(60):
        if waiter.state()["scene"]["prompt"]["mine"]:
            break
        hands[mover].ready()
        hands[mover].play(1)
    hands[waiter].ready()
    hands[waiter].play(1)
    state = first.state()
    number = state["number"]
    back = max(entry["number"] for entry in state["log"] if entry["actor"] != "chance") - 1
    for visitor in (mover, third):
        expect(visitor.page.locator(".table")).to_have_attribute("data-number", str(number))
    expect(mover.test_id("undo")).to_be_disabled()
    mover.test_id("menu").click()
    mover.test_id("ask-back").click()
    expect(third.test_id("undo-asked")).to_be_visible()
    expect(third.test_id("undo-yes")).to_have_count(0)
    expect(mover.test_id("undo-yes")).to_have_count(0)
    waiter.test_id("undo-yes").click()
    expect(third.page.locator(".table")).to_have_attribute("data-number", str(back))
    waiter.test_id("tab-log").click()
    expect(waiter.test_id("log")).to_contain_text("back")
