"""Somebody comes to the page, presses Play now, and plays two turns against the computer: it moves and attacks."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.hand import Hand
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")

SIDES = {"schlieffens_war": "Entente", "grand_illusion": "Allies"}
ATTACKS = {"schlieffens_war": "AttackDeclared", "grand_illusion": "BattleDeclared"}


@pytest.mark.parametrize("game", SIDES)
def test_the_computer_moves_and_attacks(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit()
    visitor.go("/")
    card = visitor.page.locator(f"article[data-game={game}]")
    card.get_by_role("radio", name=SIDES[game]).click()
    visitor.test_id(f"play-{game}").click()
    visitor.seated()
    armies: dict[str, str] = {each["id"]: each["army"] for each in visitor.state()["scene"]["pieces"]}
    if visitor.test_id("place-rest").count():
        visitor.test_id("place-rest").click()
        expect(visitor.test_id("place-rest")).to_have_count(0)
    hand = Hand(visitor, seed=7, done=0.85)
    turn, seen = visitor.state()["scene"]["turn"], 0
    at: dict[str, str] = {}
    moved: set[str] = set()
    attacks: set[str] = set()
    told = "more"
    while told == "more" and seen < 2:
        told = hand.click(1)
        state = visitor.state()
        armies.update((each["id"], each["army"]) for each in state["scene"]["pieces"])
        now = dict(visitor.pieces())
        moved |= {
            piece
            for piece, place in now.items()
            if armies.get(piece) in ("german", "bavarian") and at.get(piece, place) != place
        }
        at |= now
        for line in state["log"]:
            if line["actor"] == "german":
                attacks |= {each["text"] for each in line["events"] if each["kind"] == ATTACKS[game]}
        if state["scene"]["turn"] != turn:
            turn, seen = state["scene"]["turn"], seen + 1
    if PICTURES:
        visitor.page.evaluate("document.querySelector('.board').style.display = ''")
        visitor.page.screenshot(path=f"{PICTURES}/play-now-{game}.png")
    assert told in ("more", "over")
    assert len(moved) >= 5, f"on the map {sorted(moved)} moved"
    assert attacks, "the computer attacks nobody"
    if told == "over":
        visitor.page.keyboard.press("Escape")
    visitor.test_id("tab-log").click()
    all_of_it = visitor.page.get_by_role("button", name="Show the whole log")
    if all_of_it.count():
        all_of_it.click()
    for attack in sorted(attacks)[:3]:
        expect(visitor.test_id("log")).to_contain_text(attack, ignore_case=True)


def hurried(visitor: Visitor, seed: int) -> Locator:
    """At a new table with dice of its own a general staff thinks, is told to move now and does. Its activations that
    can be explained."""
    seats = {"german": "computer:general_staff", "allied": "me"}
    wish = {"game": "grand_illusion", "scenario": "1", "seats": seats, "seed": f"{seed:064x}"}
    made = visitor.house.post("/api/tables", wish)
    visitor.open_table(made["id"], "grand_illusion", made["seats"])
    while (state := visitor.state())["scene"]["prompt"]["mine"]:  # the Allies set up first
        answer = {"number": state["number"], "answer": state["scene"]["prompt"]["choices"][0]["id"]}
        visitor.house.post(f"/api/tables/{made['id']}/answers", answer, made["seats"]["allied"])
    expect(visitor.page.get_by_label("How far the computer has thought")).to_be_visible()
    expect(visitor.question).to_contain_text("about")
    if PICTURES:
        visitor.page.screenshot(path=f"{PICTURES}/gi-thinks.png")
    visitor.test_id("hurry").click()
    expect(visitor.test_id("hurry")).to_have_count(0)
    expect(visitor.mine).to_be_visible()
    visitor.test_id("tab-log").click()
    expect(visitor.test_id("log")).to_contain_text("a player wanted the computer to move at once")
    return visitor.test_id("log").locator("li", has_text="is activated by the Germans", has=visitor.test_id("why"))


def test_a_computer_that_thinks_for_long_shows_how_far_it_is_and_moves_now(visit: Callable[..., Visitor]) -> None:
    """If every activation is told with a die, nobody asks why, and a table with other dice is opened."""
    visitor = visit()
    told = next(found for seed in range(1, 13) if (found := hurried(visitor, seed)).count())
    first = told.last.get_attribute("data-number")
    acted = visitor.test_id("log").locator(f"li[data-number='{first}']")
    acted.get_by_test_id("why").click()
    expect(acted.get_by_test_id("explained")).to_contain_text("the council's choice")
    if PICTURES:
        visitor.page.screenshot(path=f"{PICTURES}/gi-why.png")
