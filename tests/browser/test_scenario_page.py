"""A new user's path: home, the page of a scenario, a game. On a screen and on a telephone, in the reader's language."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from browser.house import House
from browser.records import WHOLE, record
from browser.test_axe import severe_in_both
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")
SCREENS = {"wide": ViewportSize(width=1280, height=800), "phone": ViewportSize(width=390, height=844)}
GAMES = ("schlieffens_war", "grand_illusion", "brigade1914", "nach_paris")
DRAWN = "Array.from(document.images).every((each) => each.complete && each.naturalWidth > 0)"


def shot(visitor: Visitor, name: str) -> None:
    if PICTURES:
        visitor.page.screenshot(path=f"{PICTURES}/{name}.png")


def fits(visitor: Visitor, width: int) -> None:
    visitor.becomes(lambda: visitor.page.evaluate("document.documentElement.scrollWidth") <= width, True)


def test_buttons_come_with_the_cards_above_them(visit: Callable[..., Visitor]) -> None:
    """They would move down when the cards come, and a press would land on a card."""
    visitor, held = visit(), list[Route]()
    visitor.page.route("**/api/games*", lambda route: held.append(route))
    visitor.go("/")
    expect(visitor.page.get_by_role("status")).to_be_visible()
    visitor.becomes(lambda: len(held), 1)
    expect(visitor.test_id("new-game")).to_have_count(0)
    held[0].continue_()
    expect(visitor.page.locator("article[data-game]")).to_have_count(len(GAMES))
    expect(visitor.test_id("new-game")).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_home_a_scenario_and_a_game(visit: Callable[..., Visitor], screen: str) -> None:
    size = SCREENS[screen]
    visitor = visit(viewport=size)
    visitor.go("/")
    cards = visitor.page.locator("article[data-game]")
    expect(cards).to_have_count(len(GAMES))
    for game in GAMES:
        expect(visitor.page.locator(f"article[data-game={game}] img")).to_be_visible()
    visitor.becomes(lambda: visitor.page.evaluate(DRAWN), True)
    fits(visitor, size["width"])
    if screen == "wide":
        sizes = {round(box["width"]) for each in cards.all() if (box := each.bounding_box())}
        assert len(sizes) == 1, "equal cards"
    expect(visitor.page.get_by_role("button", name="API")).to_have_count(0)
    shot(visitor, f"home-{screen}")
    assert not severe_in_both(visitor)

    visitor.page.locator("article[data-game=grand_illusion] h2 a").click()
    expect(visitor.test_id("scenario-page")).to_contain_text("Chemin des Dames")
    expect(visitor.test_id("forces-at-start")).to_contain_text("French")
    expect(visitor.test_id("balance")).to_contain_text("150 games")
    expect(visitor.test_id("scenarios").locator("li")).to_have_count(3)
    fits(visitor, size["width"])
    shot(visitor, f"scenario-{screen}")
    assert not severe_in_both(visitor)
    visitor.test_id("side").get_by_role("radio", name="Allies").click()
    visitor.test_id("levels").get_by_role("radio", name="cadet").click()
    visitor.test_id("start").click()
    visitor.seated()
    seats = {seat["name"]: seat for seat in visitor.state()["seats"]}
    assert (seats["german"]["kind"], seats["german"]["player"]) == ("computer", "cadet")
    visitor.go("/")
    expect(visitor.test_id("go-on")).to_contain_text("Turn 1 of 7")
    expect(visitor.test_id("go-on")).to_contain_text("cadet")
    shot(visitor, f"home-again-{screen}")
    visitor.test_id("go-on").click()
    visitor.seated()


def test_the_page_of_a_scenario_follows_the_choice_and_the_language(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=SCREENS["phone"])
    visitor.go("/new/nach_paris/haelen")
    page = visitor.test_id("scenario-page")
    expect(page).to_contain_text("Haelen")
    visitor.test_id("scenario-ardennes").click()
    expect(page).to_contain_text("Rossignol")
    visitor.test_id("scenario-guise").click()
    expect(page).not_to_contain_text("Rossignol")
    visitor.test_id("language").select_option("es")
    expect(page).to_contain_text("Qué pasó")
    fits(visitor, 390)
    visitor.test_id("game-schlieffens_war").click()
    expect(page).to_contain_text("Qué debe lograr cada bando")
    expect(page).to_contain_text("París")


def test_a_level_on_the_card_is_the_one_that_is_played_against(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.test_id("levels-schlieffens_war").get_by_role("radio", name="cadet").click()
    visitor.test_id("play-schlieffens_war").click()
    visitor.seated()
    assert "cadet" in {seat["player"] for seat in visitor.state()["seats"]}


def test_home_comes_in_few_bytes(browser: Browser, house: House) -> None:
    context = browser.new_context(viewport=SCREENS["wide"], locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    came: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        came.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    page.goto(house.address, wait_until="networkidle")
    expect(page.locator("article[data-game] img")).to_have_count(len(GAMES))
    page.wait_for_function(DRAWN)
    context.close()
    assert 100_000 < sum(came) < 250_000


@pytest.mark.parametrize("door", ["scenario page", "end of a game"])
def test_a_double_click_starts_one_game(visit: Callable[..., Visitor], door: str) -> None:
    """At every button that opens a table: they all open it by `openTable`, which opens one at a time."""
    visitor = visit()
    before = ""
    if door == "scenario page":
        visitor.choose("schlieffens_war", "frontiers")
    else:
        before = visitor.open_record(record("nach_paris", WHOLE, "staff"))
        visitor.test_id("menu").click()
        visitor.page.get_by_role("button", name="Result").click()
    made: list[str] = []
    visitor.page.on("request", lambda each: made.extend([each.url] * (each.method == "POST" and "tables" in each.url)))
    visitor.test_id("start" if door == "scenario page" else "rematch").dblclick()
    visitor.becomes(lambda: before != "" and visitor.page.url.endswith(before), False)
    visitor.seated()
    assert sum(url.endswith("/api/tables") for url in made) == 1, made
