"""The force builder: points, tokens and breaches as the server tells them; saved, copied, and mustered in a game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.tabletop_pictures import asking
from browser.test_axe import severe, severe_in_both
from browser.visitor import TABLET, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NINTH = "bn4+1E bn4+1 bn4+1 bn4+1 cav3+1E field field"


def builder(visitor: Visitor) -> None:
    """From home, as a person goes there."""
    visitor.go("/")
    visitor.test_id("forces").click()
    expect(visitor.test_id("force-points")).to_have_text("350")


def test_the_ninth_brigade_is_changed_saved_and_opened_again(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    builder(visitor)
    page = visitor.page
    expect(visitor.test_id("force-text")).to_have_value(NINTH)
    expect(visitor.test_id("force-tokens")).to_have_text("21")
    expect(visitor.test_id("force-legal")).to_be_visible()
    page.locator("[data-add=heavy]").click()
    expect(visitor.test_id("force-points")).to_have_text("383")
    expect(visitor.test_id("breaches").locator("li")).to_have_count(2)  # three batteries, and too many points
    expect(visitor.test_id("breaches").locator("[data-rule=A12]").first).to_be_visible()
    expect(visitor.test_id("use-force")).to_be_disabled()
    page.locator("[data-unit='1'] [data-step=more]").first.click()  # a fifth company
    expect(visitor.test_id("breaches").locator("li")).to_have_count(3)
    expect(page.locator(".unit.wrong")).to_have_count(1)
    page.locator("[data-unit='1'] [data-step=less]").first.click()
    page.locator("[data-remove='8']").click()
    page.locator("[data-unit='2'] [data-grade=elite]").click()
    expect(visitor.test_id("force-points")).to_have_text("360")
    page.locator("[data-unit='2'] [data-grade=trained]").click()
    page.locator("[data-remove='7']").click()
    expect(visitor.test_id("force-legal")).to_contain_text("22")
    expect(visitor.test_id("force-tokens")).to_have_text("19")
    visitor.test_id("force-name").fill("Le Cateau")
    visitor.test_id("save-force").click()
    expect(visitor.test_id("said")).to_contain_text("Le Cateau")
    page.locator("[data-nation=german]").click()
    expect(visitor.test_id("force-title")).to_contain_text("German infantry")
    visitor.reload()
    expect(visitor.test_id("force-points")).to_have_text("350")
    visitor.test_id("mine").select_option("Le Cateau")
    expect(visitor.test_id("force-text")).to_have_value("bn4+1E bn4+1 bn4+1 bn4+1 cav3+1E field")


def test_every_list_begins_with_a_legal_force(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="es-ES")
    visitor.go("/forces")
    for nation in ("british", "german", "french", "belgian"):
        visitor.page.locator(f"[data-nation={nation}]").click()
        for brigade in ("infantry", "cavalry"):
            visitor.page.locator(f"[data-brigade={brigade}]").click()
            expect(visitor.page.locator(f"[data-brigade={brigade}]")).to_have_attribute("aria-checked", "true")
            expect(visitor.test_id("force-title")).to_contain_text("Brigada")
            expect(visitor.test_id("force-legal")).to_be_visible()


def test_a_force_is_carried_to_the_table_and_mustered(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    builder(visitor)
    visitor.page.locator("[data-remove='7']").click()
    visitor.page.locator("[data-unit='1'] [data-step=more]").last.click()
    expect(visitor.test_id("force-text")).to_have_value("bn4+1Er1 bn4+1 bn4+1 bn4+1 cav3+1E field")
    expect(visitor.test_id("force-legal")).to_be_visible()
    visitor.test_id("use-force").click()
    visitor.seated()
    expect(visitor.test_id("muster")).to_be_visible()
    expect(visitor.test_id("force-text")).to_have_value("bn4+1Er1 bn4+1 bn4+1 bn4+1 cav3+1E field")
    assert not severe(visitor)
    visitor.test_id("muster-force").click()
    expect(visitor.test_id("muster")).to_have_count(0)
    visitor.test_id("tab-log").click()
    expect(visitor.test_id("log")).to_contain_text("340 points, 19 tokens")


def test_a_force_is_shared_by_a_link_and_printed_as_a_roster(visit: Callable[..., Visitor]) -> None:
    visitor, friend = visit(), visit(locale="es-ES")
    visitor.go("/forces")
    visitor.page.locator("[data-nation=german]").click()
    expect(visitor.test_id("force-title")).to_contain_text("German infantry")
    expect(visitor.test_id("force-legal")).to_be_visible()
    visitor.page.locator("[data-unit='1'] [data-step=less]").first.click()
    expect(visitor.test_id("force-text")).to_have_value(re.compile("^bn3"))
    visitor.test_id("share-force").click()
    link = visitor.test_id("force-link").input_value()
    force = visitor.test_id("force-text").input_value()
    friend.go(link.split("#", 1)[1])
    expect(friend.test_id("force-text")).to_have_value(force)
    expect(friend.test_id("force-title")).to_contain_text("alemana")
    expect(friend.page.locator("[data-testid=roster]")).to_be_hidden()
    friend.page.emulate_media(media="print")
    roster = friend.test_id("roster")
    expect(roster).to_be_visible()
    for name in ("I/12", "II/12", "1/FAR 18"):
        expect(roster).to_contain_text(name)
    expect(friend.page.locator(".shell header")).to_have_css("visibility", "hidden")  # a transition may take a frame
    friend.page.emulate_media(media="screen")
    expect(roster).to_be_hidden()


def test_axe_finds_nothing_serious_in_the_builder_and_at_the_table(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    builder(visitor)
    visitor.test_id("force-text").fill("bn5+2 bn4R cav4 re5")
    visitor.test_id("force-text").press("Enter")
    expect(visitor.test_id("breaches")).to_be_visible()
    assert not severe_in_both(visitor)
    visitor.open_record(record("brigade1914", 0, "staff", stop=asking("Allocate")))
    expect(visitor.test_id("order-sheet")).to_be_visible()
    assert not severe_in_both(visitor)
    visitor.open_record(record("brigade1914", 100, "staff", stop=asking("GoTo")))
    expect(visitor.test_id("draft")).not_to_have_attribute("data-verdict", "wait")
    assert not severe_in_both(visitor)


SMALLEST = """() => Math.min(...[...document.querySelectorAll('.label text')]
  .map((each) => Number(each.getAttribute('font-size')) * each.getScreenCTM().a))"""
"""The smallest letters of the plates, in pixels of the screen. The height of a box around them depends on the fit."""


def test_pieces_are_legible_on_a_tablet(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=TABLET, has_touch=True)
    visitor.open_record(record("brigade1914", 100, "staff", stop=asking("Act")))
    expect(visitor.page.locator(".label text").first).to_be_visible()
    visitor.page.wait_for_function(f"() => ({SMALLEST})() > 9.6")  # the table is fitted to the window first
