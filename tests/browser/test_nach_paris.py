"""1914 - Nach Paris by mouse: from the home page to the first turn, a march, a barrage and a combat with its odds."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from marne.engine import CHANCE, Match, Setting, check_setting, find_game, record_of
from marne.lab.play import seeded_dice

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PICTURES = os.environ.get("MARNE_PICTURES")
GAME = "nach_paris"


@cache
def asking(scenario: str, step: str, word: str) -> str:
    """The record of a random game, stopped where a step asks that has an answer with this word."""
    game = find_game(GAME)
    for seed in range(1, 40):
        match, rng = Match(game, check_setting(game, Setting(scenario)), seeded_dice(game, seed)), Random(seed)
        while not match.over:
            if match.actor == CHANCE:
                match.play(match.roll())
                continue
            options = match.position.open.options if match.position.open else ()
            if type(match.position.step).__name__ == step and any(
                isinstance(each, tuple) and each[0] == word for each in options or ()
            ):
                return record_of(match)
            busy = [each for each in match.position.suggest(rng, 4) if each not in ("end", "not-now")]
            match.play((busy or match.position.suggest(rng, 1))[0])
    raise AssertionError(f"no game of {scenario} comes to {step}")


def choices(visitor: Visitor) -> list[dict[str, str]]:
    found: list[dict[str, str]] = visitor.state()["scene"]["prompt"]["choices"]
    return found


def answers(visitor: Visitor) -> list[str]:
    """The last few."""
    return [line["text"] for line in visitor.state()["log"][-3:]]


def click_hex(visitor: Visitor, hex: str) -> None:
    visitor.page.locator(f"[data-hex='{hex}']").first.dispatch_event("click")


def test_the_home_page_says_that_nobody_plays_it_and_opens_a_game_for_two(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    expect(visitor.test_id(f"against-{GAME}")).to_contain_text("the computer doesn")
    visitor.test_id(f"play-{GAME}").click()
    visitor.seated()
    expect(visitor.mine).to_be_visible()
    first = visitor.number
    visitor.page.get_by_role("button", name="All of them").first.click()
    expect(visitor.page.locator(f".table[data-number='{first}']")).to_have_count(0)
    seats = {each["actor"] for each in visitor.state()["log"]}
    assert seats <= {"german", "chance"}
    assert visitor.state()["scene"]["pieces"], "counters lie on the map"


@pytest.mark.parametrize("scenario", ["liege", "mulhouse"])
def test_a_march_by_mouse(visit: Callable[..., Visitor], scenario: str) -> None:
    visitor = visit()
    visitor.open_record(asking(scenario, "Walk", "to"))
    expect(visitor.question).to_contain_text("go, or what does it do?")
    goal = next(each for each in choices(visitor) if each["id"].startswith("to "))
    before = visitor.number
    click_hex(visitor, goal["hex"])
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_have_count(0)
    assert goal["id"] in answers(visitor)
    faced = [each for each in visitor.state()["scene"]["pieces"] if each["facing"] is not None]
    assert {each["symbol"] for each in faced} >= {"infantry"}


@pytest.mark.parametrize("scenario", ["liege", "mulhouse"])
def test_a_barrage_by_mouse(visit: Callable[..., Visitor], scenario: str) -> None:
    visitor = visit()
    visitor.open_record(asking(scenario, "PreparatoryBarrages", "shell"))
    expect(visitor.question).to_contain_text("Preparatory barrages: which hex?")
    before = visitor.number
    click_hex(visitor, next(each for each in choices(visitor) if each["id"].startswith("shell "))["hex"])
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_have_count(0)
    assert any(each.startswith("shell ") for each in answers(visitor))


@pytest.mark.parametrize("scenario", ["liege", "mulhouse"])
def test_a_combat_with_its_odds_by_mouse(visit: Callable[..., Visitor], scenario: str) -> None:
    visitor = visit()
    visitor.open_record(asking(scenario, "ChooseCombat", "attack"))
    visitor.test_id("tab-odds").click()
    visitor.page.locator("[data-odds]").first.click()
    expect(visitor.test_id("odds")).to_contain_text("%")
    if PICTURES and scenario == "liege":
        visitor.page.wait_for_timeout(1000)
        visitor.page.screenshot(path=Path(PICTURES) / "np-early-1280.png")
    before = visitor.number
    click_hex(visitor, next(each for each in choices(visitor) if each["id"].startswith("attack "))["hex"])
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_have_count(0)
    assert any(each.startswith("attack ") for each in answers(visitor))
