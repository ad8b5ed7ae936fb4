"""Around a game: an invitation that says what it is to, chat with names, a draw, resigning, my games elsewhere; a small
screen on which question, Undo and Done are always there."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.loading import PHONE, PORTRAIT
from browser.records import record
from browser.test_axe import severe_in_both
from browser.visitor import Visitor

pytestmark = pytest.mark.browser

KEPT = """facts => {
  const place = 'marne.promise.' + location.hash.split('/')[2];
  localStorage[place] = JSON.stringify({ ...JSON.parse(localStorage[place]), ...facts });
}"""
"""Change what a page has kept of its table."""


def invited(visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor]:
    """Anna opens a table of Grand Illusion and invites Bert, who takes the seat."""
    anna = visit(prefs={"name": "Anna"})
    anna.new_game("grand_illusion", allied="me", german="open")
    link = anna.link("invite-german")
    anna.test_id("dialog-close").click()
    bert = visit()
    bert.page.goto(link)
    told = bert.test_id("invited")
    expect(told).to_contain_text("Anna")
    expect(told).to_contain_text("Grand Illusion")
    expect(told).to_contain_text("Germans")
    bert.test_id("join-name").fill("Bert")
    bert.test_id("join").click()
    bert.seated()
    expect(anna.page.locator(".table")).to_have_attribute("data-status", "playing")
    return anna, bert


def test_two_people_talk_and_agree_on_a_draw(visit: Callable[..., Visitor]) -> None:
    anna, bert = invited(visit)
    bert.test_id("tab-chat").click()
    bert.page.get_by_label("Say something").fill("a draw?")
    bert.page.get_by_label("Say something").press("Enter")
    expect(anna.test_id("chat-badge")).to_contain_text("1")
    anna.test_id("tab-chat").click()
    expect(anna.test_id("chat")).to_contain_text("Bert")
    expect(anna.test_id("chat")).to_contain_text("a draw?")
    expect(anna.test_id("chat-badge")).to_have_count(0)
    anna.test_id("menu").click()
    anna.test_id("offer-draw").click()
    expect(bert.test_id("draw-offered")).to_have_count(0)  # it is asked twice
    anna.test_id("offer-draw").click()
    expect(anna.test_id("draw-back")).to_be_visible()
    bert.test_id("draw-yes").click()
    for each in (anna, bert):
        expect(each.test_id("result")).to_contain_text("A draw was agreed on")
    anna.becomes(lambda: sorted(anna.state()["dice"]["signed"]), ["allied", "german"])
    bert.test_id("check-dice").click()
    expect(bert.test_id("dice-checked")).to_contain_text("Countersigned by")


def test_who_resigns_has_lost_and_my_games_go_to_another_device(visit: Callable[..., Visitor]) -> None:
    anna, bert = invited(visit)
    bert.page.evaluate(KEPT, {"signing": None})  # a page without a key, as on an address without TLS
    early = anna.state()["dice"]["head"]
    bert.test_id("menu").click()
    bert.test_id("resign").click()
    bert.test_id("resign").click()
    expect(anna.test_id("result")).to_contain_text("resigned")
    expect(anna.test_id("end")).to_contain_text(re.compile("Allies won"))
    anna.becomes(lambda: anna.state()["dice"]["signed"], ["allied"])
    anna.test_id("check-dice").click()
    expect(anna.test_id("dice-checked")).to_contain_text(re.compile(r"Fair up to row \d+ of \d+\."))
    anna.page.evaluate(KEPT, {"head": early})  # as if the page had been closed before the end
    anna.test_id("check-dice").click()
    expect(anna.test_id("dice-checked")).to_contain_text("The end of the game is not covered")
    anna.page.evaluate(KEPT, {"head": "0" * 64})
    anna.test_id("check-dice").click()
    expect(anna.test_id("dice-checked")).to_contain_text("nobody vouches for it")
    anna.test_id("dialog-close").click()
    anna.go("/")
    mine = anna.test_id("my-games")
    expect(mine).to_contain_text("Finished")
    expect(mine).to_contain_text("Bert")
    anna.test_id("carry").click()
    link = anna.link("carry-link")
    phone = visit(viewport=PHONE)
    phone.page.goto(link)
    expect(phone.test_id("carry-found")).to_contain_text("1")
    phone.test_id("carry-take").click()
    expect(phone.test_id("my-games")).to_contain_text("Bert")
    phone.test_id("my-games").locator("a").first.click()
    phone.seated()
    assert phone.tokens(phone.table) == anna.tokens(phone.table)


def box(visitor: Visitor, name: str) -> dict[str, float]:
    found: Any = visitor.test_id(name).bounding_box()
    assert found is not None, name
    return dict(found)


def test_on_a_telephone_question_undo_and_done_are_inside_the_window(visit: Callable[..., Visitor]) -> None:
    phone = visit(viewport=PHONE, has_touch=True)
    phone.new_game("grand_illusion", allied="me", german="computer:staff")
    phone.still(phone.test_id("prompt"))
    for name in ("question", "undo", "menu"):
        place = box(phone, name)
        assert 0 <= place["x"] <= PHONE["width"] - place["width"], (name, place)
        assert PHONE["height"] / 2 < place["y"] <= PHONE["height"] - place["height"], (name, place)
    done = phone.page.locator("[data-testid=foot] .primary").bounding_box()
    assert done is not None
    assert done["height"] >= 44
    assert done["x"] + done["width"] <= PHONE["width"]
    assert done["y"] + done["height"] <= PHONE["height"]
    whole = box(phone, "map")
    assert whole["width"] == PHONE["width"]
    assert whole["height"] > 500
    phone.test_id("fold").tap()
    phone.page.wait_for_function(
        "() => document.querySelector('[data-testid=panel]').getBoundingClientRect().height > 200"
    )
    phone.still(phone.test_id("panel"))
    sheet = box(phone, "panel")
    assert sheet["width"] == PHONE["width"]
    assert 200 < sheet["height"] < whole["height"]
    assert sheet["y"] + sheet["height"] <= box(phone, "question")["y"] + 1  # the question stays free
    phone.test_id("fold").tap()
    phone.page.wait_for_function(
        "() => document.querySelector('[data-testid=panel]').getBoundingClientRect().height < 2"
    )
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


def test_an_answer_that_was_lost_with_its_line_is_sent_again_and_counts_once(visit: Callable[..., Visitor]) -> None:
    """The line is cut after the answer has left and before anything is heard of it."""
    someone = visit()
    someone.context.add_init_script(
        """const Plain = WebSocket;
           globalThis.WebSocket = class extends Plain {
             send(text) {
               if (globalThis.deaf && JSON.parse(text).type === 'answer') {
                 globalThis.deaf = false;
                 globalThis.cut = (globalThis.cut ?? 0) + 1;
                 if (globalThis.arrives) super.send(text);
                 this.onmessage = () => {};
                 setTimeout(() => this.close(), 300);
               } else super.send(text);
             }
           };"""
    )
    someone.new_game("grand_illusion", allied="me", german="me")
    for arrives in (True, False):
        before = someone.number
        someone.page.evaluate("arrives => { deaf = true; globalThis.arrives = arrives; }", arrives)
        someone.page.locator("g.counter[tabindex='0']").first.press("Enter")
        someone.page.wait_for_function("() => !deaf || document.querySelector('[data-testid=choice-menu]')")
        if someone.test_id("choice-menu").count():
            someone.test_id("choice-menu").get_by_role("button").first.click()
        someone.answered(before)
        assert someone.number == before + 1
    assert someone.page.evaluate("cut") == 2
    assert json.loads(json.dumps(someone.state()))["number"] == someone.number


@pytest.mark.parametrize("size", [PHONE, PORTRAIT], ids=["phone", "portrait"])
def test_axe_finds_nothing_serious_in_what_lies_around_a_game(
    visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    """The card of a hex by keyboard, the legend, the menu with its ends, the sheet, my games, taking them along."""
    someone = visit(viewport=size, prefs={"panel": False})
    someone.open_record(record("schlieffens_war", 120))
    page = someone.page
    found: dict[str, list[str]] = {}
    page.get_by_test_id("map").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("i")
    expect(someone.test_id("hex-card")).to_be_visible()
    found["card"] = severe_in_both(someone)
    _photograph(someone, f"card-{size['width']}")
    page.keyboard.press("Escape")
    expect(someone.test_id("hex-card")).to_have_count(0)
    page.keyboard.press("p")
    someone.test_id("names-over").check()
    found["sheet"] = severe_in_both(someone)
    _photograph(someone, f"sheet-{size['width']}")
    someone.test_id("open-legend").click()
    expect(someone.test_id("legend").locator("svg")).to_be_visible()
    found["legend"] = severe_in_both(someone)
    _photograph(someone, f"legend-{size['width']}")
    someone.test_id("dialog-close").click()
    someone.test_id("menu").click()
    someone.test_id("resign").click()
    found["menu"] = severe_in_both(someone)
    _photograph(someone, f"menu-{size['width']}")
    someone.go("/")
    expect(someone.test_id("my-games")).to_contain_text("answers")
    found["my games"] = severe_in_both(someone)
    _photograph(someone, f"mine-{size['width']}")
    someone.test_id("carry").click()
    expect(someone.test_id("carry-link")).to_be_visible()
    found["carry"] = severe_in_both(someone)
    assert {name: faults for name, faults in found.items() if faults} == {}


def _photograph(visitor: Visitor, name: str) -> None:
    """A picture to look at, where MARNE_PICTURES names a directory."""
    if directory := os.environ.get("MARNE_PICTURES"):
        visitor.page.screenshot(path=f"{directory}/{name}.png")


def test_notices_and_mail_are_off_until_wanted(visit: Callable[..., Visitor]) -> None:
    """The browser is asked only when a player wants notices, and the server says where it sends no mail."""
    visitor = visit()
    visitor.page.context.grant_permissions(["notifications"])
    visitor.new_game("grand_illusion", german="me", allied="me")
    visitor.test_id("menu").click()
    visitor.test_id("open-post").click()
    expect(visitor.test_id("notices")).not_to_be_checked()
    visitor.test_id("notices").check()
    visitor.becomes(lambda: json.loads(visitor.page.evaluate("localStorage['marne-prefs']"))["notices"], True)
    visitor.test_id("mail").fill("anna@example.org")
    visitor.test_id("keep-mail").click()
    expect(visitor.test_id("told-how")).to_contain_text("sends no mail")
    visitor.faults.clear()  # the refusal that was asked for
