"""The other side's turn as a story: it plays in steps at the chosen speed, then a card tells what happened."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.records import record
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")


def _photograph(visitor: Visitor, name: str) -> None:
    if PICTURES:
        visitor.page.evaluate("document.querySelector('.board').style.display = ''")
        visitor.page.screenshot(path=f"{PICTURES}/{name}.png")


def test_the_enemys_turn_plays_in_steps_and_is_told_afterwards(visit: Callable[..., Visitor]) -> None:
    """A click on the question skips to the end; every event since the own last answer stands on the card once."""
    visitor = visit(prefs={"speed": "slow"})
    visitor.go("/")
    visitor.page.locator("article[data-game=grand_illusion]").get_by_role("radio", name="Allies").click()
    visitor.test_id("play-grand_illusion").click()
    visitor.seated()
    hand, film = Hand(visitor, seed=7, done=0.85, patience=2), visitor.test_id("film")
    for _ in range(600):
        if film.count():
            break
        hand.click(1)
    expect(film).to_be_visible()
    _photograph(visitor, "film")
    expect(visitor.test_id("story")).to_have_count(0)
    visitor.page.wait_for_function(
        "document.querySelector('[data-testid=film]')?.textContent.startsWith('You are asked')"
    )
    film.click()
    expect(film).to_have_count(0)
    expect(visitor.mine).to_be_visible()
    story = visitor.test_id("story")
    expect(story).to_be_visible()
    expect(visitor.test_id("story-fold")).to_have_attribute("aria-expanded", "false")  # a question is open
    expect(story.locator("[data-event]")).to_have_count(0)
    visitor.test_id("story-fold").click()
    expect(story.locator("[data-event]").first).to_be_visible()
    _photograph(visitor, "story")
    state = visitor.state()
    own = max((line["number"] for line in state["log"] if line["actor"] == "allied"), default=0)
    events = [event["text"] for line in state["log"] if line["number"] > own for event in line["events"]]
    told = story.locator("[data-event]").all_text_contents()
    assert [text.casefold() for text in told] == [text.casefold() for text in events]
    story.locator("button[data-event]").first.click()
    visitor.reload()
    visitor.seated()
    expect(story).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(story).to_have_count(0)
    visitor.page.keyboard.press("l")
    expect(visitor.test_id("story-close")).to_be_focused()


def test_a_replay_goes_by_unit_battle_phase_and_turn(visit: Callable[..., Visitor]) -> None:
    """One step goes to the next moment of its kind, and every one of them has something to tell."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", answers=400, seed=7))
    table, page = visitor.table, visitor.page
    log = visitor.house.get(f"/api/tables/{table}/log?from=0", *visitor.tokens(table))
    kinds = {line["number"]: {event["kind"] for event in line["events"]} for line in log}
    telling = [number for number in kinds if kinds[number]]
    turns = [number for number in kinds if "TurnBegan" in kinds[number]]
    assert len(telling) < len(kinds)
    assert turns
    page.get_by_test_id("map").focus()
    page.keyboard.press("m")
    page.get_by_role("button", name="To the start").click()
    expect(visitor.question).to_contain_text("Moment 0 of")
    for number in telling[:3]:
        visitor.test_id("replay-on").click()
        expect(visitor.question).to_contain_text(f"Moment {number} of")
    visitor.test_id("replay-stride").select_option("turn")
    for number in [turn for turn in turns if turn > telling[2]][:2]:
        visitor.test_id("replay-on").click()
        expect(visitor.question).to_contain_text(f"Moment {number} of")
    visitor.test_id("replay-stride").select_option("battle")
    visitor.test_id("replay-speed").select_option("fast")
    _photograph(visitor, "replay")
    visitor.test_id("replay-back").click()
    expect(visitor.question).to_contain_text("Moment ")


TOUCHED = """() => {
    const board = document.querySelector('.board'), counters = document.querySelector('g.counters');
    window.touched = { ground: 0, counters: [] };
    new MutationObserver(all => (touched.ground += all.length))
        .observe(board, { childList: true, subtree: true, attributes: true, characterData: true });
    new MutationObserver(all => {
        const found = all.flatMap(each => [each.target, ...each.addedNodes, ...each.removedNodes]);
        for (const node of found) {
            const counter = node instanceof Element && node.closest('g.counter');
            if (counter) touched.counters.push(counter.dataset.piece);
        }
    }).observe(counters, { childList: true, subtree: true, attributes: true });
}"""
"""Write down what is drawn anew from now on: anything of the ground, and which counters."""


GLIDING = """() => {
    window.glided = [];
    document.addEventListener('transitionrun', event => {
        const counter = event.propertyName === 'transform' && event.target.closest('g.counter');
        const seconds = counter ? parseFloat(getComputedStyle(counter).transitionDuration) : 0;
        if (seconds > 0.1) glided.push(counter.dataset.piece);
    });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_step_of_the_others_turn_draws_only_what_moves_and_that_glides(
    visit: Callable[..., Visitor], motion: Literal["no-preference", "reduce"]
) -> None:
    """The ground is drawn once for a table, and a counter when something in its hex changes: a film stays smooth.
    Counters glide, unless their reader wants things to stand still."""
    visitor = visit(prefs={"speed": "fast"})
    visitor.page.emulate_media(reduced_motion=motion)
    text = record("schlieffens_war", answers=150)
    made = visitor.house.post("/api/records", {"text": text})
    table, tokens = str(made["id"]), made["seats"]
    moving = visitor.house.get(f"/api/tables/{table}", *tokens.values())["scene"]["prompt"]["actor"]
    waiting = next(seat for seat in tokens if seat != moving)
    before = visitor.house.get(f"/api/tables/{table}", tokens[waiting])
    visitor.open_table(table, "schlieffens_war", {waiting: tokens[waiting]})
    visitor.page.wait_for_function("() => document.querySelector('.world.painted')")
    places = [{each["id"]: each["place"] for each in before["scene"]["pieces"]}]
    visitor.page.evaluate(TOUCHED)
    visitor.page.evaluate(GLIDING)
    for _ in range(40):
        theirs = visitor.house.get(f"/api/tables/{table}", tokens[moving])
        prompt = theirs["scene"]["prompt"]
        if prompt["actor"] != moving or len(places) > 12:
            break
        answer = next((each for each in prompt["choices"] if each["hex"] or each["piece"]), prompt["choices"][0])
        body = {"number": theirs["number"], "answer": answer["id"]}
        visitor.house.post(f"/api/tables/{table}/answers", body, tokens[moving])
        seen = visitor.house.get(f"/api/tables/{table}", tokens[waiting])
        places.append({each["id"]: each["place"] for each in seen["scene"]["pieces"]})
    number = visitor.house.get(f"/api/tables/{table}", tokens[waiting])["number"]
    visitor.page.wait_for_function("n => document.querySelector('.table').dataset.number === n", arg=str(number))
    everybody = {piece for at in places for piece in at}
    moved = {piece for piece in everybody if len({at.get(piece) for at in places}) > 1}
    assert moved
    hexes = {at.get(piece, "") for at in places for piece in moved}
    there = {piece for at in places for piece, place in at.items() if place in hexes}
    assert len(there) < len(places[0]) / 2, "not all counters may be touched"
    touched = visitor.page.evaluate("touched")
    assert touched["ground"] == 0
    assert moved & set(touched["counters"])
    assert set(touched["counters"]) <= there
    glided = set(visitor.page.evaluate("glided"))
    assert glided <= there
    assert bool(glided & moved) is (motion == "no-preference")
