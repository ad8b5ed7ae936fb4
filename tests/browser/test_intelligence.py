"""What the page tells of the war beside the counters: armies with what they lost and what comes, the command of a
headquarters, what each side needs to win."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.records import attacks, reached, record
from browser.test_axe import darken, severe_in_both
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SW, GI = "schlieffens_war", "grand_illusion"
PICTURES = os.environ.get("MARNE_PICTURES", "")
"""A folder for pictures to look at."""


def picture(visitor: Visitor, name: str) -> None:
    """A picture of the page in each theme, for those who want one."""
    for scheme in ("light", "dark") if PICTURES else ():
        darken(visitor, scheme)
        visitor.page.wait_for_timeout(600)
        visitor.page.screenshot(path=Path(PICTURES) / f"{name}-{scheme}.png")


@pytest.mark.parametrize(("game", "army", "title"), [(SW, "german-1", "AOK 1"), (GI, "FR-infantry", "French: corps")])
def test_armies_with_who_is_there_who_comes_and_who_is_lost(
    visit: Callable[..., Visitor], game: str, army: str, title: str
) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(game, 500, "staff", stop=attacks) if game == SW else record(game, 200, "staff"))
    visitor.test_id("tab-units").click()
    visitor.test_id("by-army").click()
    told = {each["key"]: each for each in visitor.state()["scene"]["order_of_battle"]}
    row = visitor.page.locator(f"details[data-army='{army}']")
    expect(row.locator("summary")).to_contain_text(title)
    here = sum(unit["state"] == "here" for unit in told[army]["units"])
    expect(row.locator("summary")).to_contain_text(f"{here} here")
    row.locator("summary").click()
    expect(row.locator("li")).to_have_count(len(told[army]["units"]))
    coming = [
        unit for each in told.values() for unit in each["units"] if unit["state"] == "coming" and unit.get("turn")
    ]
    if coming:
        visitor.test_id("battle-order-turns").locator("summary").click()
        expect(visitor.test_id("battle-order-turns")).to_contain_text(coming[0]["name"])
        days = visitor.state()["scene"]["calendar"]
        if game == SW:
            turn = coming[0]["turn"]
            expect(visitor.test_id("battle-order-turns")).to_contain_text(f"Turn {turn} ({days[turn - 1]})")
    assert not severe_in_both(visitor)
    picture(visitor, f"armies-{game}")


def test_a_place_in_the_list_of_armies_leads_to_the_map(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(SW, 300, "staff", stop=attacks))
    visitor.test_id("tab-units").click()
    visitor.test_id("by-army").click()
    row = visitor.page.locator("details[data-army='german-1']")
    row.locator("summary").click()
    place = row.locator(".place").first
    hex = place.inner_text()
    place.click()
    expect(visitor.page.locator(".marks polygon title", has_text=hex)).to_have_count(1)


def look_at(visitor: Visitor, piece: dict[str, Any]) -> None:
    """Open the card of a counter's hex by the other button, once the list of units has brought it to the middle."""
    visitor.test_id("tab-units").click()
    visitor.page.get_by_role("button", name=piece["place"], exact=True).first.click()
    counter = visitor.page.locator(f"g.counter[data-piece='{piece['id']}']")
    expect(counter).to_be_in_viewport()
    visitor.still(counter)
    counter.click(button="right", force=True)


@pytest.mark.parametrize("game", [SW, GI])
def test_the_card_of_a_headquarters_shows_whom_it_leads(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(SW, 300, "staff", stop=attacks) if game == SW else record(GI, 60, "staff"))
    mine = "german" if game == SW else "french"
    hq = next(each for each in visitor.state()["scene"]["pieces"] if each["symbol"] == "hq" and each["army"] == mine)
    look_at(visitor, hq)
    card = visitor.test_id("hex-card")
    expect(card.locator("[data-testid='hex-card-command']").first).to_contain_text(hq["name"])
    expect(visitor.test_id("command-area").first).to_be_attached()
    expect(visitor.test_id("led").first).to_be_attached()
    assert not severe_in_both(visitor)
    picture(visitor, f"command-{game}")


ON_TOP = """counter => {
  const box = counter.getBoundingClientRect();
  return counter.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


@pytest.mark.parametrize("game", [SW, GI])
def test_who_rests_on_a_headquarters_sees_what_it_commands(visit: Callable[..., Visitor], game: str) -> None:
    """Its range and those it leads, while the mouse rests on it or the keyboard stands on its hex, without a card."""
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(SW, 300, "staff", stop=attacks) if game == SW else record(GI, 60, "staff"))
    page = visitor.page
    scene = visitor.state()["scene"]
    mine = "german" if game == SW else "french"
    visitor.test_id("tab-units").click()
    for staff in (each for each in scene["pieces"] if each["symbol"] == "hq" and each["army"] == mine):
        page.get_by_role("button", name=staff["place"], exact=True).first.click()
        counter = page.locator(f"g.counter[data-piece='{staff['id']}']")
        expect(counter).to_be_in_viewport()
        visitor.still(counter)
        if counter.evaluate(ON_TOP):  # neither another counter nor the panel of a battle lies over it
            break
    else:
        raise AssertionError("no headquarters lies open")
    counter.hover(force=True)
    expect(visitor.test_id("command-area")).to_have_count(1)
    expect(visitor.test_id("led").first).to_be_attached()
    expect(visitor.test_id("hover")).to_contain_text(staff["name"])
    expect(visitor.test_id("hex-card")).to_have_count(0)
    picture(visitor, f"command-hover-{game}")
    page.mouse.move(640, 5)
    expect(visitor.test_id("command-area")).to_have_count(0)
    # By the keyboard: over the map towards it, from hex to hex.
    page.get_by_test_id("map").focus()
    page.keyboard.press("Shift+ArrowUp")
    for _ in range(60):
        cursor = page.locator("[data-cursor]")
        if cursor.get_attribute("data-cursor") == staff["place"]:
            break
        here, there = cursor.bounding_box(), counter.bounding_box()
        assert here is not None
        assert there is not None
        right, down = there["x"] - here["x"] - here["width"] / 4, there["y"] - here["y"] - here["height"] / 4
        way = ("Right" if right > 0 else "Left") if abs(right) > abs(down) else "Down" if down > 0 else "Up"
        page.keyboard.press(f"Shift+Arrow{way}")
        visitor.still(counter)
    expect(visitor.test_id("command-area").first).to_be_attached()


def test_the_card_of_a_hex_says_who_gets_there_in_grand_illusion(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(GI, 100, "staff", stop=reached))
    corps = next(each for each in visitor.state()["scene"]["pieces"] if each["symbol"] == "infantry")
    look_at(visitor, corps)
    expect(visitor.test_id("hex-card-reach")).to_contain_text(re.compile("German|French"))
    assert not severe_in_both(visitor)
    picture(visitor, "reach")


@pytest.mark.parametrize(("game", "seat"), [(SW, "german"), (GI, "allied")])
def test_what_it_takes_to_win_and_a_place_that_counts(visit: Callable[..., Visitor], game: str, seat: str) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record(SW, 300, "staff", stop=attacks) if game == SW else record(GI, 60, "staff"))
    visitor.test_id("tab-turn").click()
    scene = visitor.state()["scene"]
    mine = visitor.page.locator(f"[data-aims='{seat}']")
    wanted = [aim for aim in scene["aims"] if aim["seat"] == seat]
    expect(mine.locator("> ul > li")).to_have_count(len(wanted))
    for aim in wanted:
        expect(mine).to_contain_text(aim["text"], ignore_case=True)
        if aim["need"]:
            expect(mine).to_contain_text(f"{aim['now']} of {aim['need']}")
    left = [prize for prize in scene["prizes"] if prize["seat"] != seat and prize["counts"] == seat]
    expect(mine.locator(f"[data-prizes='{seat}-open'] summary")).to_contain_text(str(len(left)))
    mine.locator(f"[data-prizes='{seat}-open'] summary").click()
    picture(visitor, f"aims-{game}")
    assert not severe_in_both(visitor)
    mine.get_by_role("button", name=f"{left[0]['name']} {left[0]['worth']}", exact=True).first.click()
    expect(visitor.page.locator(".marks polygon title", has_text=left[0]["hexes"][0])).to_have_count(1)


def test_the_miniatures_list_their_forces_and_no_spot(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record("brigade1914", 200))
    visitor.test_id("tab-units").click()
    force = visitor.page.locator("details[data-army='blue']")
    force.locator("summary").click()
    units = next(each for each in visitor.state()["scene"]["order_of_battle"] if each["key"] == "blue")["units"]
    expect(force.locator("li")).to_have_count(len(units))
    expect(force).to_contain_text(units[0]["name"])
    assert not re.search(r"\d{3,4},\d{3,4}", visitor.page.locator(".panel, aside").first.inner_text())
    assert not severe_in_both(visitor)
    picture(visitor, "armies-brigade1914")


def test_a_card_of_nach_paris_tells_steps_and_who_gets_there(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(record("nach_paris", 250))
    piece = next(each for each in visitor.state()["scene"]["pieces"] if each["symbol"] == "infantry")
    look_at(visitor, piece)
    card = visitor.test_id("hex-card")
    expect(card).to_contain_text(re.compile(r"\d+ of \d+ steps"))
    expect(card).to_contain_text("Held by")
    expect(card).to_contain_text(piece["name"])
    assert not severe_in_both(visitor)
    picture(visitor, "card-nach-paris")
