"""Seats and spectators from the table's menu: a new token, a seat handed over, given up and got back, a spectator sent
away; in English and in Spanish."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def open_places(visitor: Visitor) -> None:
    """The dialog, by the menu."""
    visitor.test_id("menu").click()
    visitor.test_id("open-places").click()
    expect(visitor.test_id("places")).to_be_visible()


def close_places(visitor: Visitor) -> None:
    """And away with it."""
    visitor.test_id("dialog-close").click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.test_id("table-menu")).to_have_count(0)


def you(visitor: Visitor) -> list[str]:
    """The seats that the page holds."""
    found: list[str] = visitor.state()["you"]
    return found


def look_at(visitor: Visitor, name: str) -> None:
    """A picture for whoever wants to see it."""
    if folder := os.environ.get("MARNE_SHOTS"):
        visitor.page.screenshot(path=f"{folder}/{name}.png")


def test_seats_change_hands(visit: Callable[..., Visitor]) -> None:
    first, second = visit(), visit(locale="es-ES", prefs={"language": "es"})
    table = first.new_game("grand_illusion", german="me", allied="open")
    link = first.link("invite-allied")
    first.test_id("dialog-close").click()
    second.page.goto(link)
    second.test_id("join").click()
    second.seated()

    before = first.tokens(table)
    open_places(first)
    look_at(first, "places")
    first.test_id("renew-german").click()
    expect(first.test_id("places-told")).not_to_be_empty()
    after = first.tokens(table)
    assert before != after
    assert first.house.get(f"/api/tables/{table}", *after)["you"] == ["german"]
    expect(first.test_id("free-allied")).to_be_visible()
    expect(first.test_id("free-text")).to_contain_text("never look into another player")
    expect(first.test_id("free-allied")).to_be_disabled()  # she is here

    first.test_id("hand-over-german").click()
    given = first.link("place-link-german")
    assert f"#/join/{table}/" in given
    close_places(first)

    seed = f"JSON.parse(localStorage['marne.promise.{table}']).seed"
    bound = second.page.evaluate(seed)
    assert len(bound) == 64

    open_places(second)
    expect(second.test_id("places")).to_contain_text("Asientos y espectadores")
    expect(second.test_id("free-german")).to_have_count(0)  # only for the opener of the table
    expect(second.test_id("close-table")).to_have_count(0)
    look_at(second, "places-es")
    second.test_id("give-up-allied").click()
    assert you(second) == ["allied"], "asked once more"
    second.test_id("give-up-allied").click()
    expect(second.test_id("places")).to_have_count(0)
    second.becomes(lambda: second.tokens(table), [])
    second.page.wait_for_function("id => !JSON.parse(localStorage['marne-tables'])[0].tokens.allied", arg=table)

    open_places(first)
    first.test_id("free-allied").click()
    back = first.link("place-link-allied")
    close_places(first)
    second.page.goto(back)
    second.page.reload()
    second.test_id("join").click()
    second.seated()
    assert you(second) == ["allied"]
    assert second.page.evaluate(seed) == bound, "still bound to what it was bound to"
    third = visit()
    third.page.goto(given)
    third.test_id("join").click()
    third.seated()
    assert you(third) == ["german"]
    assert third.page.evaluate(seed) == "", "bound by whoever had the seat before"


def test_a_lost_seat_comes_back_by_its_recovery_link(visit: Callable[..., Visitor]) -> None:
    first, second, other = visit(), visit(locale="es-ES", prefs={"language": "es"}), visit()
    table = first.new_game("grand_illusion", german="me", allied="open")
    link = first.link("invite-allied")
    first.test_id("dialog-close").click()
    second.page.goto(link)
    second.test_id("join").click()
    second.seated()
    open_places(second)
    second.test_id("word-allied").click()
    expect(second.test_id("places-told")).to_contain_text("lugar seguro")
    recovery = second.link("place-link-allied")
    assert f"#/recover/{table}/" in recovery

    other.go(f"/table/{table}")
    other.seated()
    other.test_id("menu").click()
    other.test_id("open-recover").click()
    other.test_id("recover-word").fill(recovery.rsplit("/", 1)[1].replace("-", " ").upper())
    other.test_id("recover").click()
    other.seated()
    other.becomes(lambda: you(other), ["allied"])
    assert second.tokens(table) != other.tokens(table), "the browser that lost the seat has the old token"


def test_a_silent_seat_is_asked_for_and_a_table_closed(visit: Callable[..., Visitor]) -> None:
    first, second = visit(), visit(locale="es-ES", prefs={"language": "es"})
    table = first.new_game("grand_illusion", german="me", allied="open")
    link = first.link("invite-allied")
    first.test_id("dialog-close").click()
    second.page.goto(link)
    second.test_id("join").click()
    second.seated()
    hers = second.tokens(table)
    second.page.close()
    open_places(first)
    expect(first.test_id("free-allied")).to_be_enabled()
    first.test_id("free-allied").click()
    expect(first.test_id("freed-allied")).to_contain_text("unless its player comes back")
    look_at(first, "freed")
    assert first.house.get(f"/api/tables/{table}", *hers)["you"] == ["allied"]
    expect(first.test_id("freed-allied")).to_have_count(0)
    first.test_id("close-table").click()
    assert not first.state()["closed"], "asked once more"
    first.test_id("close-table").click()
    expect(first.test_id("places-told")).to_contain_text("closed")
    close_places(first)
    expect(first.test_id("prompt")).to_contain_text("The opener closed this table")


def test_a_spectator_is_sent_away(visit: Callable[..., Visitor]) -> None:
    first, looker = visit(), visit()
    table = first.new_game("grand_illusion", german="me", allied="me")
    looker.go(f"/table/{table}")
    looker.seated()
    open_places(first)
    expect(first.test_id("send-away")).to_have_count(1)
    look_at(first, "spectator")
    first.test_id("send-away").click()
    expect(first.test_id("send-away")).to_have_count(0)
    expect(looker.page.get_by_text("sent their spectators away").first).to_be_visible()
    look_at(looker, "sent-away")
    expect(first.test_id("let-watch")).to_be_checked()
    first.test_id("let-watch").click()
    expect(first.test_id("let-watch")).not_to_be_checked()
    first.becomes(lambda: first.house.get(f"/api/tables/{table}/spectators", *first.tokens(table))["watch"], False)
