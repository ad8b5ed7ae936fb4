"""1914 - Nach Paris by mouse: from the home page to the first turn, a march, a barrage and a combat with its odds."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from browser.hand import Hand
from browser.marshal import Marshal
from browser.test_axe import severe, severe_in_both
from browser.visitor import LARGE, MIDDLE, TABLET, Visitor
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


def test_the_home_page_opens_a_game_against_the_staff(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    expect(visitor.test_id(f"against-{GAME}")).to_contain_text("against the computer (staff)")
    visitor.test_id(f"play-{GAME}").click()
    visitor.seated()
    expect(visitor.mine).to_be_visible()
    first = visitor.number
    visitor.page.get_by_role("button", name="All of them").first.click()
    expect(visitor.page.locator(f".table[data-number='{first}']")).to_have_count(0)
    seats = {each["actor"] for each in visitor.state()["log"]}
    assert "german" in seats
    assert visitor.state()["scene"]["pieces"], "counters lie on the map"


def test_a_scenario_opens_where_it_is_fought_and_all_that_may_arrive_are_meant(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.new_game(GAME, "mulhouse", german="me", allied="computer:staff")
    expect(visitor.question).to_contain_text("Which units arrive?")
    visitor.still(visitor.page.locator(".board svg"))
    seen = visitor.page.get_by_test_id("map").bounding_box()
    assert seen is not None
    for town in ("Mülhausen", "Altkirch", "Thann", "Colmar", "Belfort"):
        at = visitor.page.locator(".board text").get_by_text(town, exact=True).first.bounding_box()
        assert at is not None
        assert seen["x"] < at["x"] < seen["x"] + seen["width"], town
        assert seen["y"] < at["y"] < seen["y"] + seen["height"], town
    expect(visitor.page.locator("[data-choice=all].primary")).to_be_visible()
    expect(visitor.page.locator("[data-choice=end]")).to_be_visible()
    expect(visitor.page.locator("[data-choice=end].primary")).to_have_count(0)


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
    shelled = next(each for each in choices(visitor) if each["id"].startswith("shell "))
    click_hex(visitor, shelled["hex"])
    if shelled["rolls"]:
        visitor.test_id("held-done").click()
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


def compass(visitor: Visitor) -> Locator:
    return visitor.test_id("compass")


def faces(visitor: Visitor, piece: str) -> int | None:
    found: int | None = next(each["facing"] for each in visitor.state()["scene"]["pieces"] if each["id"] == piece)
    return found


def marching(visitor: Visitor) -> tuple[str, str]:
    """A unit with a facing that is asked where to go, and a hex."""
    visitor.open_record(asking("mulhouse", "Walk", "to"))
    prompt = visitor.state()["scene"]["prompt"]
    visitor.still(visitor.page.locator(f"g.counter[data-piece='{prompt['piece']}']"))
    assert faces(visitor, prompt["piece"]) is not None
    return prompt["piece"], next(each["hex"] for each in prompt["choices"] if each["id"].startswith("to "))


def test_a_counter_looks_where_it_is_set_down_beside_the_middle_and_its_march_is_over(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit(prefs={"speed": "skip"})
    piece, hex = marching(visitor)
    marshal = Marshal(visitor)
    before = visitor.number
    visitor.page.mouse.move(5, 5)
    x, y, _ = marshal.at(f"g.counter[data-piece='{piece}']")
    u, v, tall = marshal.at(f".target[data-hex='{hex}']")
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 9, y + 5)
    visitor.page.mouse.move(u, v + 0.36 * tall, steps=3)
    expect(visitor.test_id("looks")).to_be_visible()
    visitor.page.mouse.up()
    expect(visitor.question).to_contain_text("Which unit moves next?")
    visitor.becomes(lambda: answers(visitor), [f"to {hex}", "end", "face S"])
    assert faces(visitor, piece) == 3
    visitor.page.keyboard.press("Backspace")  # the whole order, as one
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_be_visible()


def test_a_counter_that_is_set_down_in_the_middle_looks_as_is_usual(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    piece, hex = marching(visitor)
    marshal = Marshal(visitor)
    x, y, _ = marshal.at(f"g.counter[data-piece='{piece}']")
    u, v, _ = marshal.at(f".target[data-hex='{hex}']")
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 9, y + 5)
    visitor.page.mouse.move(u, v, steps=3)
    visitor.page.mouse.up()
    expect(visitor.question).to_contain_text("Which unit moves next?")
    to, end, face = answers(visitor)
    assert (to, end, face.split(" ")[0]) == (f"to {hex}", "end", "face")


def turned(visitor: Visitor) -> str:
    """The compass of a unit that turns on the spot."""
    piece, _ = marching(visitor)
    visitor.page.keyboard.press("f")
    expect(compass(visitor)).to_be_visible()
    expect(compass(visitor).locator("[data-facing]")).to_have_count(6)
    return piece


def test_a_counter_is_turned_by_keys(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    piece = turned(visitor)
    first = int(compass(visitor).get_attribute("data-shown") or -1)
    visitor.page.keyboard.press("f")
    visitor.page.keyboard.press("f")
    visitor.page.keyboard.press("Shift+F")
    expect(compass(visitor)).to_have_attribute("data-shown", str((first + 1) % 6))
    visitor.page.keyboard.press("Enter")
    expect(compass(visitor)).to_have_count(0)
    visitor.becomes(lambda: faces(visitor, piece), (first + 1) % 6)


def test_a_counter_is_turned_by_the_number_pad_and_by_the_focus(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    piece = turned(visitor)
    visitor.page.keyboard.press("Numpad1")
    expect(compass(visitor)).to_have_count(0)
    visitor.becomes(lambda: faces(visitor, piece), 4)
    visitor.page.keyboard.press("u")
    expect(compass(visitor)).to_be_visible()
    arrow = compass(visitor).locator("[data-facing='2']")
    expect(arrow).to_have_attribute("aria-label", re.compile("^Face South-east"))
    arrow.focus()
    visitor.page.keyboard.press("Enter")
    expect(compass(visitor)).to_have_count(0)
    visitor.becomes(lambda: faces(visitor, piece), 2)


def test_a_counter_is_turned_by_dragging(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    piece = turned(visitor)
    marshal = Marshal(visitor)
    x, y, tall = marshal.at(f"g.counter[data-piece='{piece}']")
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x - tall, y - 0.6 * tall, steps=4)
    expect(compass(visitor)).to_have_attribute("data-shown", "5")
    visitor.page.mouse.up()
    expect(compass(visitor)).to_have_count(0)
    visitor.becomes(lambda: faces(visitor, piece), 5)


def test_the_last_order_is_repeated_by_a_key(visit: Callable[..., Visitor]) -> None:
    """For the next counter, to the same hex, looking the same way."""
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(asking("mulhouse", "MoveUnits", "move"))
    marshal, reach = Marshal(visitor), dict[str, set[str]]()
    before = visitor.number
    for choice in marshal.prompt()["choices"]:
        if choice["piece"] and faces(visitor, choice["piece"]) is not None:
            click_piece(visitor, choice["piece"])
            expect(visitor.page.locator(f".table[data-number='{before + 1}']")).to_be_visible()
            offered = marshal.prompt()["choices"]
            reach[choice["piece"]] = {each["hex"] for each in offered if each["id"].startswith("to ")}
            visitor.page.keyboard.press("u")
            expect(visitor.page.locator(f".table[data-number='{before}']")).to_be_visible()
    one, other, hex = next(
        (one, other, min(reach[one] & reach[other]))
        for one, other in combinations(reach, 2)
        if reach[one] & reach[other]
    )
    marshal.carry(one, hex, towards=(0, -0.36))
    visitor.becomes(lambda: answers(visitor)[-1], "face N")
    visitor.at(visitor.state()["number"])  # the server is ahead of the page
    before = visitor.number
    click_piece(visitor, other)
    expect(visitor.page.locator(f".table[data-number='{before + 1}']")).to_be_visible()
    visitor.page.keyboard.press("y")
    visitor.at(before + 4)
    assert answers(visitor) == [f"to {hex}", "end", "face N"]


def test_all_that_may_dig_are_told_to_by_one_button(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(asking("liege", "BuildFieldworks", "dig"))
    offered = [each["id"] for each in choices(visitor) if each["id"].startswith("dig ")]
    if len(offered) < 2:
        pytest.skip("one hex only")
    visitor.test_id("order-sweep").click()
    Marshal(visitor).rest()
    visitor.page.wait_for_function("() => !document.querySelector('[data-testid=order]')")
    said = [line["text"] for line in visitor.state()["log"]]
    assert [each for each in offered if each in said][:2] == offered[:2]


def test_a_turn_of_mulhouse_by_mouse_against_the_staff(visit: Callable[..., Visitor]) -> None:
    """Arrivals, then a whole German player turn: marches by dragging, fieldworks, the end; then the staff plays."""
    visitor = visit(prefs={"speed": "skip"})
    visitor.new_game(GAME, "mulhouse", german="me", allied="computer:staff")
    marshal = Marshal(visitor)
    turns = mouse_turns(visitor, marshal, until=5)
    print(f"{turns} turns, {marshal.clicks} clicks: {marshal.done}")
    assert marshal.done["drag"] >= 3, "nobody was carried"
    state = visitor.state()
    assert next(each["now"] for each in state["scene"]["tallies"] if each["key"] == "turn") >= 5
    assert {"german", "allied"} <= {entry["actor"] for entry in state["log"]}
    if not visitor.test_id("story").count():
        visitor.page.keyboard.press("l")
    expect(visitor.test_id("story")).to_be_visible()


def mouse_turns(visitor: Visitor, marshal: Marshal, until: int) -> int:
    """Play with the mouse until this turn begins; how many player turns it took."""
    page = visitor.page
    seen: set[int] = set()
    moved: dict[int, int] = {}
    page.get_by_test_id("map").focus()
    page.keyboard.press("0")
    for _ in range(400):
        expect(visitor.mine).to_be_visible()
        marshal.rest()
        page.mouse.move(5, 5)  # dice that nobody points at go of themselves, and may lie over the counters until then
        expect(visitor.test_id("dice")).to_have_count(0)
        state = visitor.state()
        if state["status"] == "over":
            break
        turn = next(each["now"] for each in state["scene"]["tallies"] if each["key"] == "turn")
        if turn >= until:
            break
        seen.add(turn)
        prompt = state["scene"]["prompt"]
        may = [each["piece"] for each in prompt["choices"] if each["id"].startswith("move ")]
        free = [piece for piece in may if on_top(visitor, piece)]
        if free and moved.get(turn, 0) < 3:
            moved[turn] = moved.get(turn, 0) + 1
            march(visitor, marshal, free[-1])
            continue
        usual = next((each for each in prompt["choices"] if each["usual"]), None)
        end = next((each for each in prompt["choices"] if each["done"]), None)
        marshal.answer((usual or end or prompt["choices"][0])["id"])
    return len(seen)


def on_top(visitor: Visitor, piece: str) -> bool:
    """Whether the mouse would meet this counter."""
    found: bool = visitor.page.evaluate(
        """p => { const e = document.querySelector(`g.counter[data-piece='${p}']`); if (!e) return false;
                  const b = e.getBoundingClientRect();
                  const there = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
                  return there?.closest('g.counter')?.dataset.piece === p; }""",
        piece,
    )
    return found


def march(visitor: Visitor, marshal: Marshal, piece: str) -> None:
    """Carry a counter to a hex that it can reach."""
    before = visitor.number
    click_piece(visitor, piece)
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_have_count(0)
    marshal.rest()
    goals = [each["hex"] for each in marshal.prompt()["choices"] if each["id"].startswith("to ")]
    visitor.page.keyboard.press("u")
    marshal.rest()
    expect(visitor.page.locator(f".table[data-number='{before}']")).to_be_visible()
    if not goals:
        marshal.answer("end")
        return
    marshal.carry(piece, goals[len(goals) // 2])


def click_piece(visitor: Visitor, piece: str) -> None:
    visitor.page.locator(f"g.counter[data-piece='{piece}']").first.dispatch_event("click")


OVERLAYS = ("zoc", "communications", "command", "railways", "works", "forts", "control")
SIZES = {
    size: ViewportSize(width=each["width"], height=each["height"])
    for size, each in (("1920", LARGE), ("1024", TABLET), ("1280", MIDDLE))
}


def test_overlays_and_the_order_of_battle_without_a_serious_finding(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.open_record(asking("liege", "ChooseCombat", "attack"))
    for name in OVERLAYS:
        visitor.test_id(f"overlay-{name}").check()
        expect(visitor.page.locator(f"g[data-overlay='{name}']").first).to_be_attached()
    expect(visitor.page.locator(".legend li")).not_to_have_count(0)
    assert not severe_in_both(visitor)
    if PICTURES:
        for size, viewport in SIZES.items():
            visitor.page.set_viewport_size(viewport)
            visitor.page.wait_for_timeout(800)
            visitor.page.screenshot(path=Path(PICTURES) / f"np-overlays-{size}.png")
    visitor.test_id("tab-units").click()
    visitor.test_id("by-army").click()
    armies = visitor.page.locator("details[data-army]")
    expect(armies.first).to_be_visible()
    armies.first.locator("summary").click()
    visitor.test_id("battle-order-turns").locator("summary").click()
    expect(visitor.test_id("battle-order-turns")).to_contain_text("Turn")
    assert not severe_in_both(visitor)
    if PICTURES:
        visitor.page.screenshot(path=Path(PICTURES) / "np-armies-1280.png")


def test_a_compass_has_no_serious_finding(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    turned(visitor)
    assert not severe(visitor)


@pytest.mark.night
def test_a_whole_small_scenario_against_the_staff(visit: Callable[..., Visitor]) -> None:
    visitor = visit(prefs={"speed": "skip"})
    visitor.new_game(GAME, "mulhouse", german="me", allied="computer:staff")
    hand = Hand(visitor, 1914, done=0.05, mouse=3)
    assert hand.play(limit=1800) == "over"
    print(f"{visitor.number} answers, {hand.clicks}")
    assert hand.clicks["mouse"] > 10
    expect(visitor.test_id("end")).to_be_visible()
    assert visitor.state()["status"] == "over"


@pytest.mark.night
def test_two_full_turns_of_the_campaign(visit: Callable[..., Visitor]) -> None:
    """With up to 340 counters: the hand plays the Germans, the staff the Allies."""
    visitor = visit(prefs={"speed": "skip"})
    visitor.new_game(GAME, "campaign", german="me", allied="computer:staff")
    hand = Hand(visitor, 1914, done=0.02)
    for _ in range(200):
        state = visitor.state()
        if next(each["now"] for each in state["scene"]["tallies"] if each["key"] == "turn") >= 3:
            break
        assert hand.play(answers=25, limit=1200) == "more"
    print(f"{visitor.number} answers, {hand.clicks}")
    assert next(each["now"] for each in visitor.state()["scene"]["tallies"] if each["key"] == "turn") >= 3
    assert hand.clicks["counter"] > 5
    assert hand.clicks["hex"] > 5
    assert hand.clicks["mouse"] > 5
