"""How the connection stands, in words: offline, a person who is awaited, a table that cannot be loaded; an answer that
is given meanwhile is kept and sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.house import open_house
from browser.records import record
from browser.test_two_people import sit_down
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WORDS = {
    "en-GB": ("Offline. Connecting again", "Your answer is kept"),
    "es-ES": ("Sin conexión. Conectando", "Tu respuesta queda guardada"),
}


@pytest.mark.parametrize("locale", list(WORDS))
def test_an_answer_that_is_given_offline_is_kept_and_sent(visit: Callable[..., Visitor], locale: str) -> None:
    visitor = visit(locale=locale)
    visitor.open_record(record("schlieffens_war", 150))
    offline, kept = WORDS[locale]
    told = visitor.test_id("connection")
    expect(told).to_have_text("")
    before = visitor.number
    visitor.context.set_offline(True)
    expect(told).to_contain_text(offline)
    visitor.page.keyboard.press("d")
    visitor.page.keyboard.press("d")  # where it ends the move, it waits for Done
    expect(told).to_contain_text(kept)
    assert visitor.state()["number"] == before
    visitor.context.set_offline(False)
    visitor.answered(before)
    expect(told).to_have_text("")
    visitor.forgive_a_dead_server()


def test_whoever_waits_is_told_for_whom_and_whether_they_are_there(visit: Callable[..., Visitor]) -> None:
    first, second, _ = sit_down(visit, "grand_illusion", "german", "allied")
    mover, waiter = (first, second) if first.state()["scene"]["prompt"]["mine"] else (second, first)
    expect(mover.test_id("awaited")).to_have_count(0)
    here = re.compile(r"Waiting for .*who is at the table$")
    expect(waiter.test_id("awaited")).to_have_text(here)
    if mover is second:
        expect(waiter.test_id("awaited")).to_contain_text("Joffre")
    mover.go("/")
    expect(waiter.test_id("awaited")).to_contain_text("who is not at the table now")
    mover.page.go_back()
    expect(waiter.test_id("awaited")).to_have_text(here)


def test_what_cannot_be_loaded_is_said_and_tried_again(visitors: Callable[..., Visitor], tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        visitor = visitors(house)
        table = visitor.open_record(record("schlieffens_war", 150))
        visitor.page.route("**/api/board/*.svg*", lambda route: route.abort())
        visitor.page.route("**/api/board/*.json", lambda route: route.abort())
        visitor.reload()
        expect(visitor.test_id("failed")).to_contain_text("The map could not be loaded.")
        visitor.page.unroute("**/api/board/*.json")
        visitor.test_id("load-again").click()
        expect(visitor.page.locator(".table[data-number]")).to_be_visible()
        expect(visitor.test_id("failed")).to_contain_text("The map could not be loaded.")  # its drawing
        visitor.page.unroute("**/api/board/*.svg*")
        visitor.test_id("load-again").click()
        visitor.seated()
        expect(visitor.test_id("failed")).to_have_count(0)
        visitor.go("/")
        expect(visitor.test_id("my-games")).to_be_visible()
        house.kill()
        visitor.go(f"/table/{table}")
        expect(visitor.test_id("wait")).to_contain_text("The server does not answer.")
        house.start()
        visitor.seated()
        visitor.forgive_a_dead_server()
