"""Whole games clicked through from the set-up to the victory message, as a person would; then the end of the evening:
who won and why, the dice checked, the record taken away and opened again, the replay."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.loading import PHONE, PORTRAIT
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = int(os.environ.get("MARNE_SEED", "1914"))


def play_to_the_end(visitor: Visitor, *, done: float = 0.2) -> None:
    """Click until the game is over; it must come by answers, and be told."""
    hand = Hand(visitor, SEED, done)
    told = hand.play()
    assert told == "over", f"{told} at answer {visitor.number}: {visitor.test_id('prompt').inner_text()}"
    clicks = hand.clicks
    print(f"{visitor.number} answers, {clicks}")
    early = sum(clicks.values()) <= 100  # a hand that clicks at random may lose a city, and the game, at once (4.3)
    assert sum(clicks.values()) > 40
    assert clicks["counter"] > (5 if early else 20)
    assert clicks["hex"] > 20
    assert clicks["mouse"] > (5 if early else 10)


def see_the_end(visitor: Visitor) -> None:
    """The dialog says what the server says: who won, under which rule, and that the dice were fair."""
    state = visitor.state()
    assert state["status"] == "over"
    assert state["number"] == visitor.number
    dialog = visitor.test_id("end")
    expect(dialog).to_be_visible()
    expect(visitor.test_id("result")).to_contain_text(state["log"][-1]["events"][-1]["text"])
    expect(visitor.test_id("result").locator("button")).to_have_text(state["score"]["rule"])
    names = {"german": "Germans", "entente": "Entente", "allied": "Allies", None: "Nobody"}
    expect(dialog.locator("h2")).to_contain_text(names[state["score"]["winner"]])
    visitor.test_id("check-dice").click()
    draws = visitor.house.get(f"/api/tables/{visitor.table}/verify", *visitor.tokens(visitor.table))["draws"]
    assert draws > 20
    expect(visitor.test_id("dice-checked")).to_contain_text(f"drew all {draws} dice again")
    visitor.test_id("luck").click()
    expect(visitor.test_id("luck-table").locator("tbody tr")).not_to_have_count(0)


def take_the_record_home(visitor: Visitor, other: Visitor, directory: Path) -> None:
    """Download the record, open it in another browser, go to its end: the same picture stands there."""
    with visitor.page.expect_download() as started:
        visitor.test_id("end").get_by_role("button", name="Download the record").click()
    path = directory / started.value.suggested_filename
    assert path.suffix == ".marne"
    started.value.save_as(path)
    assert path.read_text().startswith("marne record 2\n")
    other.go("/")
    other.test_id("record").set_input_files(path)
    assert other.table != visitor.table
    other.seated()
    last = visitor.number
    expect(other.test_id("replay")).to_be_visible()
    expect(other.test_id("question")).to_contain_text(f"Moment 0 of {last}")
    other.test_id("replay-slider").fill(str(last))
    expect(other.test_id("question")).to_contain_text(f"Moment {last} of {last}")
    pieces = {piece: place for piece, place in visitor.pieces() if "?" not in piece}
    other.becomes(lambda: {piece: place for piece, place in other.pieces() if piece in pieces}, pieces)


def watch_again(visitor: Visitor) -> None:
    """The replay of the same table: from an early moment, which is another picture, step by step to the last one."""
    last, picture = visitor.number, visitor.picture()
    visitor.test_id("end-replay").click()
    expect(visitor.test_id("question")).to_contain_text(f"Moment 0 of {last}")
    visitor.changes(visitor.picture, picture)
    visitor.test_id("replay-slider").fill(str(last - 2))
    expect(visitor.test_id("question")).to_contain_text(f"Moment {last - 2} of {last}")
    for _ in range(2):  # a step goes to the next moment that changed something
        if f"Moment {last} of {last}" not in visitor.question.inner_text():
            before = visitor.question.inner_text()
            visitor.test_id("replay-on").click()
            expect(visitor.question).not_to_have_text(before)
    expect(visitor.question).to_contain_text(f"Moment {last} of {last}")
    visitor.becomes(visitor.picture, picture)


@pytest.mark.parametrize(
    ("game", "scenario", "me", "other"),
    [("schlieffens_war", "campaign", "german", "entente"), ("grand_illusion", "2", "german", "allied")],
)
def test_a_whole_game_against_the_computer(
    visit: Callable[..., Visitor], tmp_path: Path, game: str, scenario: str, me: str, other: str
) -> None:
    visitor = visit(accept_downloads=True)
    visitor.new_game(game, scenario, **{me: "me", other: "computer:random"})
    expect(visitor.page.locator(".when")).to_contain_text(re.compile("Set-up|Turn 1"))
    play_to_the_end(visitor)
    see_the_end(visitor)
    take_the_record_home(visitor, visit(), tmp_path)
    watch_again(visitor)


@pytest.mark.night
@pytest.mark.parametrize(
    ("game", "scenario", "seats"),
    [
        ("schlieffens_war", "campaign", {"german": "computer:staff", "entente": "me"}),
        ("schlieffens_war", "campaign", {"german": "me", "entente": "same-screen"}),
        ("grand_illusion", "2", {"allied": "me", "german": "computer:staff"}),
        ("grand_illusion", "2", {"allied": "me", "german": "same-screen"}),
    ],
)
def test_a_whole_game_in_every_seat(
    visit: Callable[..., Visitor], game: str, scenario: str, seats: dict[str, str]
) -> None:
    """An eager hand that seldom takes Done, against the staff and at one screen."""
    visitor = visit()
    visitor.new_game(game, scenario, **seats)
    play_to_the_end(visitor, done=0.05)
    see_the_end(visitor)


def inside(visitor: Visitor, size: dict[str, int]) -> None:
    """Question, Undo and whatever is pressed next stand inside the window, and nothing of the page is wider than it."""
    places = visitor.page.eval_on_selector_all(
        "[data-testid=question], [data-testid=undo], .answers .primary",
        "all => all.map(each => each.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])",
    )
    assert places
    for left, top, right, bottom in places:
        assert left >= -1, places
        assert top >= -1, places
        assert right <= size["width"] + 1, places
        assert bottom <= size["height"] + 1, places
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.night
@pytest.mark.parametrize(
    ("game", "scenario", "seats", "size"),
    [
        ("grand_illusion", "2", {"allied": "me", "german": "computer:staff"}, PHONE),
        ("schlieffens_war", "campaign", {"german": "computer:staff", "entente": "me"}, PORTRAIT),
    ],
)
def test_a_whole_game_on_a_small_screen(
    visit: Callable[..., Visitor], game: str, scenario: str, seats: dict[str, str], size: dict[str, int]
) -> None:
    """Against the staff, on a telephone and on a tablet held upright; what is asked is always in sight."""
    visitor = visit(viewport=size, has_touch=True, prefs={"panel": False})
    visitor.new_game(game, scenario, **seats)
    hand = Hand(visitor, SEED, 0.1)
    told = "more"
    while told == "more":
        told = hand.play(40)
        inside(visitor, size)
    assert told == "over", f"{told} at answer {visitor.number}: {visitor.test_id('prompt').inner_text()}"
    print(f"{visitor.number} answers, {hand.clicks}")
    assert sum(hand.clicks.values()) > 100
    see_the_end(visitor)
