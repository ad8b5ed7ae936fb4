"""No die falls before a button said so: not by a tick, not by "with all", not by a click on the map."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.loading import PHONE
from browser.records import record
from browser.visitor import MIDDLE, Visitor
from marne.engine import CHANCE, Match, Setting, check_setting, find_game, record_of
from marne.lab.play import seeded_dice

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PICTURES = os.environ.get("MARNE_PICTURES")
DEVICES: dict[str, dict[str, Any]] = {"mouse": {"viewport": MIDDLE}, "touch": {"viewport": PHONE, "has_touch": True}}


def last_attacker(match: Match) -> bool:
    """Nach Paris: every tick fights the battle, and dice fall at once."""
    choices = match.sight(match.actor).scene("en").prompt.choices
    return type(match.position.step).__name__ == "Muster" and all(each.rolls and each.piece for each in choices)


def target_of_one(match: Match) -> bool:
    """Nach Paris: a target with a counter in it that one unit alone can attack: "with all" fights the battle."""
    if type(match.position.step).__name__ != "ChooseCombat" or match.position.open is None:
        return False
    first, scene = (match.position.open.options or ())[0], match.sight(match.actor).scene("en")
    if all(piece.place != scene.prompt.choices[0].hex for piece in scene.pieces):
        return False
    twin = match.copy()
    twin.play(first)
    return last_attacker(twin)


def forced_march(match: Match) -> bool:
    """Schlieffen's War: to some hexes it is a forced march, with a die for it."""
    choices = match.sight(match.actor).scene("en").prompt.choices
    return type(match.position.step).__name__ == "ChooseDestination" and any(each.rolls for each in choices)


def heavy_artillery(match: Match) -> bool:
    """Grand Illusion: which heavy artillery bombards."""
    return type(match.position.step).__name__ == "Bombardment"


@cache
def stopped(name: str, scenario: str, stop: Callable[[Match], bool]) -> str:
    """The record of a random game, stopped at the first question where `stop` says so."""
    game = find_game(name)
    for seed in range(1, 40):
        match, rng = Match(game, check_setting(game, Setting(scenario)), seeded_dice(game, seed)), Random(seed)
        while not match.over:
            if match.actor == CHANCE:
                match.play(match.roll())
            elif stop(match):
                return record_of(match)
            else:
                busy = [each for each in match.position.suggest(rng, 4) if each not in ("end", "not-now")]
                match.play((busy or match.position.suggest(rng, 1))[0])
    raise AssertionError(f"no game of {name} comes there")


def press(device: str, what: Locator) -> None:
    what.tap() if device == "touch" else what.click()


def dice(visitor: Visitor) -> int:
    return sum(line["actor"] == "chance" for line in visitor.state()["log"])


def photograph(visitor: Visitor, name: str) -> None:
    if PICTURES:
        visitor.page.screenshot(path=f"{PICTURES}/{name}.png")


def rolling(visitor: Visitor) -> list[dict[str, Any]]:
    return [each for each in visitor.state()["scene"]["prompt"]["choices"] if each["rolls"]]


@pytest.mark.parametrize("device", DEVICES)
def test_ticking_the_last_attacker_rolls_nothing_and_the_button_does(
    visit: Callable[..., Visitor], device: str
) -> None:
    visitor = visit(**DEVICES[device], prefs={"speed": "skip"})
    visitor.open_record(stopped("nach_paris", "morhange", last_attacker))
    number, thrown, panel = visitor.number, dice(visitor), visitor.test_id("battle")
    tick = panel.locator("[data-battle-tick]:enabled").first
    press(device, tick)
    expect(visitor.test_id("held")).to_contain_text("this rolls the dice")
    expect(tick).to_be_checked()
    expect(panel.get_by_test_id("battle-odds")).to_contain_text("%")
    main = visitor.test_id("held-done")
    expect(main).to_contain_text(re.compile(r"^Attack .+: [\d.]+ % win$"))
    expect(main.get_by_role("img", name="rolls dice")).to_be_visible()
    photograph(visitor, f"last-attacker-{device}")
    assert (visitor.number, dice(visitor)) == (number, thrown)
    # It can be taken off again, and nothing has happened.
    press(device, tick)
    expect(tick).not_to_be_checked()
    expect(visitor.test_id("held")).to_have_count(0)
    press(device, tick)
    press(device, main)
    visitor.answered(number)
    assert dice(visitor) > thrown


@pytest.mark.parametrize("device", DEVICES)
def test_with_all_shows_the_odds_before_and_rolls_only_by_its_button(
    visit: Callable[..., Visitor], device: str
) -> None:
    """Targets have their defenders and odds beside them; no pointer rests on anything."""
    visitor = visit(**DEVICES[device], prefs={"speed": "skip"})
    visitor.open_record(stopped("nach_paris", "morhange", target_of_one))
    number, thrown, panel = visitor.number, dice(visitor), visitor.test_id("battle")
    target = panel.locator("[data-battle-target]").first
    expect(target).to_contain_text("Defend:")
    expect(target.locator("[data-target-odds]")).to_contain_text("%")
    photograph(visitor, f"targets-{device}")
    press(device, target.locator("[data-battle-assault]"))
    expect(visitor.test_id("held")).to_contain_text("this rolls the dice")
    assert (visitor.number, dice(visitor)) == (number + 1, thrown)
    photograph(visitor, f"with-all-{device}")
    press(device, visitor.test_id("held-done"))
    visitor.answered(number + 1)
    assert dice(visitor) > thrown


@pytest.mark.parametrize("device", DEVICES)
def test_a_click_on_the_map_rolls_nothing(visit: Callable[..., Visitor], device: str) -> None:
    visitor = visit(**DEVICES[device], prefs={"speed": "skip"})
    visitor.open_record(stopped("schlieffens_war", "campaign", forced_march))
    number, thrown = visitor.number, dice(visitor)
    visitor.page.locator(f".target[data-hex='{rolling(visitor)[0]['hex']}']").first.dispatch_event("click")
    expect(visitor.test_id("held")).to_contain_text("this rolls the dice")
    photograph(visitor, f"forced-march-{device}")
    assert (visitor.number, dice(visitor)) == (number, thrown)
    press(device, visitor.test_id("held-back"))
    expect(visitor.test_id("held")).to_have_count(0)
    visitor.page.locator(f".target[data-hex='{rolling(visitor)[0]['hex']}']").first.dispatch_event("click")
    press(device, visitor.test_id("held-done"))
    visitor.answered(number)
    assert dice(visitor) > thrown


@pytest.mark.parametrize("device", DEVICES)
def test_heavy_artillery_bombards_by_a_button_of_the_panel(visit: Callable[..., Visitor], device: str) -> None:
    """Grand Illusion: the gun has a button with a die and its odds; the default does not hide it."""
    visitor = visit(**DEVICES[device], prefs={"speed": "skip"})
    visitor.open_record(record("grand_illusion", 0, "staff", stop=heavy_artillery))
    number, thrown, panel = visitor.number, dice(visitor), visitor.test_id("battle")
    gun = panel.locator("[data-battle-choice^='take ']").first
    expect(gun.get_by_role("img", name="rolls dice")).to_be_visible()
    expect(panel.locator("[data-choice-odds]").first).to_contain_text("%")
    expect(panel.locator("[data-battle-tick]")).to_have_count(0)
    photograph(visitor, f"heavy-artillery-{device}")
    press(device, gun)
    visitor.answered(number)
    assert dice(visitor) > thrown


def test_a_typed_answer_rolls_nothing_before_a_press(visit: Callable[..., Visitor]) -> None:
    """The text board says what will happen, and has the button; undo there takes the answer back."""
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(stopped("schlieffens_war", "campaign", forced_march))
    number, thrown, typed = visitor.number, dice(visitor), rolling(visitor)[0]["id"]
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("t")
    field, held = visitor.test_id("command"), visitor.test_id("text-held")
    for said in (typed, "undo", typed):
        field.fill(said)
        field.press("Enter")
        expect(held).to_have_count(int(said == typed))
    expect(held).to_contain_text("this rolls the dice")
    assert (visitor.number, dice(visitor)) == (number, thrown)
    photograph(visitor, "typed")
    held.get_by_test_id("held-done").click()
    visitor.answered(number)
    assert dice(visitor) > thrown


def many_in_one_hex(match: Match) -> bool:
    """Nach Paris: six forts of one hex may fire."""
    choices = match.sight(match.actor).scene("en").prompt.choices
    return max(Counter(each.hex for each in choices if each.hex).values(), default=0) >= 6


def last_sheet(match: Match) -> bool:
    """Miniatures: after these tokens nobody is asked before a die falls."""
    if type(match.position.step).__name__ != "Allocate":
        return False
    table = match.sight(match.actor).scene("en").open_table
    return bool(table and table.desk and table.desk.allot and table.desk.allot.rolls)


def test_the_orders_say_that_dice_follow_the_last_token(visit: Callable[..., Visitor]) -> None:
    """The miniatures: units wait in reserve, and dice say whether they come."""
    visitor = visit(**DEVICES["touch"], prefs={"speed": "skip"})
    visitor.open_record(stopped("brigade1914", "meeting", last_sheet))
    thrown, number = dice(visitor), visitor.number
    send = visitor.test_id("send-orders")
    expect(send.get_by_role("img", name="rolls dice")).to_be_visible()
    photograph(visitor, "orders-roll")
    send.tap()
    visitor.answered(number)
    visitor.page.wait_for_function("n => Number(document.querySelector('.table').dataset.number) > n", arg=number + 1)
    assert dice(visitor) > thrown


def test_a_menu_of_answers_stays_inside_the_window(visit: Callable[..., Visitor]) -> None:
    """Names of forts wrap; a click low on the map opens the menu above its point."""
    visitor = visit(viewport=MIDDLE, prefs={"speed": "skip"})
    visitor.open_record(stopped("nach_paris", "mulhouse", many_in_one_hex))
    hexes = Counter(each["hex"] for each in visitor.state()["scene"]["prompt"]["choices"] if each["hex"])
    mark = visitor.page.locator(f".target[data-hex='{hexes.most_common(1)[0][0]}']").first
    mark.dispatch_event("click", {"clientX": 600, "clientY": 780, "bubbles": True})
    last = visitor.test_id("choice-menu").locator("[data-choice]").last
    last.scroll_into_view_if_needed()
    photograph(visitor, "menu")
    box = last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= MIDDLE["height"]
    menu = visitor.test_id("choice-menu").bounding_box()
    assert menu is not None
    assert menu["y"] + menu["height"] <= MIDDLE["height"]
