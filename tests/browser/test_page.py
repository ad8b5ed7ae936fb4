"""What one person does at the page besides playing on: ask why not, look at odds, read and type, use keys only."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.records import WHOLE, in_battle, on_the_board, record, with_modifiers
from browser.test_axe import severe
from browser.visitor import MIDDLE, TABLET, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GAMES = pytest.mark.parametrize("game", ["schlieffens_war", "grand_illusion"])


@pytest.mark.parametrize("size", [MIDDLE, {"width": 390, "height": 844}], ids=["desk", "phone"])
def test_play_now_is_two_clicks_away(visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    """And every card of the guided first turn lies on the screen, with its buttons."""
    visitor = visit(prefs={"toured": []}, viewport=size)
    visitor.go("/")
    visitor.test_id("play-schlieffens_war").click()
    visitor.seated()
    state = visitor.state()
    assert [seat["kind"] for seat in state["seats"]] == ["person", "computer"]
    tour = visitor.test_id("tour")
    expect(tour).to_be_visible()
    for _ in range(12):
        if not tour.count():
            break
        visitor.test_id("tour-next").click()
    expect(tour).to_have_count(0)
    visitor.go("/")
    expect(visitor.test_id("my-games").locator("li")).to_have_count(1)


@GAMES
def test_why_not(visit: Callable[..., Visitor], game: str) -> None:
    """A click with the mouse on something that is not offered says why, in the server's words, with its rule."""
    visitor = visit()
    table = visitor.open_record(record(game, 300))
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("0")
    Hand(visitor)
    spot = visitor.page.evaluate(
        """() => hand.found(() => {
          for (const counter of document.querySelectorAll('g.counter:not(.can)')) {
            const box = counter.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            const there = document.elementsFromPoint(x, y);
            if (there.some((each) => each.closest('.target'))) continue;  // its hex is an answer
            if (there[0] && counter.contains(there[0])) return { x, y, piece: counter.dataset.piece };
          }
        })"""
    )
    number = visitor.number
    visitor.page.mouse.click(spot["x"], spot["y"])
    toast = visitor.test_id("toast")
    expect(toast).to_be_visible()
    told = visitor.house.post(f"/api/tables/{table}/why-not", {"piece": spot["piece"]}, *visitor.tokens(table))
    assert told["why"]
    expect(toast).to_contain_text(told["why"])
    expect(toast.locator(".chip")).to_have_text(told["rule"])
    assert visitor.number == number
    asked, foot, box = visitor.question.bounding_box(), visitor.test_id("foot").bounding_box(), toast.bounding_box()
    assert asked
    assert foot
    assert box
    assert box["y"] >= asked["y"] + asked["height"] - 1, "the toast covers the question"
    assert box["y"] + box["height"] <= foot["y"] + 1, "the toast covers the answers"
    toast.locator(".chip").click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text(told["rule"])


@GAMES
def test_the_odds_name_every_modifier(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit()
    table = visitor.open_record(record(game, 200, "staff", stop=with_modifiers))
    tokens = visitor.tokens(table)
    choices = [choice for choice in visitor.state()["scene"]["prompt"]["choices"] if choice["odds"]]
    told: dict[str, Any] = {}
    for choice in choices:
        told = visitor.house.post(f"/api/tables/{table}/odds", {"answer": choice["id"]}, *tokens)
        if told["modifiers"]:
            break
    assert told["modifiers"]
    visitor.test_id("tab-odds").click()
    visitor.page.locator(f"[data-odds='{choice['id']}']").click()
    panel = visitor.test_id("odds")
    expect(panel).to_contain_text(told["title"])
    for modifier in told["modifiers"]:
        row = panel.locator("tr", has_text=modifier["text"])
        expect(row.first).to_contain_text(f"{modifier['amount']:+d}" if modifier["amount"] else "0")
        expect(row.first.locator(".chip")).to_have_text(modifier["rule"])
    if told["column"]:
        expect(panel).to_contain_text(told["column"], ignore_case=True)
    expect(panel).to_contain_text("%")


def test_the_language_follows_the_browser_and_a_switch(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="es-ES")
    table = visitor.open_record(record("grand_illusion", 100))
    expect(visitor.page.locator("html")).to_have_attribute("lang", "es")
    tokens = visitor.tokens(table)
    said = {
        language: visitor.house.get(f"/api/tables/{table}?language={language}", *tokens)["scene"]["prompt"]["question"]
        for language in ("en", "es")
    }
    assert said["en"] != said["es"]
    expect(visitor.question).to_contain_text(said["es"])
    expect(visitor.test_id("undo")).to_have_text("Deshacer")
    visitor.test_id("menu").click()
    visitor.test_id("language").select_option("en")
    expect(visitor.question).to_contain_text(said["en"])
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    visitor.reload()
    visitor.seated()
    expect(visitor.question).to_contain_text(said["en"])


def test_the_dark_theme(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 100))
    bar = visitor.test_id("prompt")
    expect(bar).to_have_css("background-color", "rgb(251, 248, 239)")
    visitor.test_id("menu").click()
    with visitor.page.expect_response(re.compile("theme=night")):
        visitor.test_id("theme").select_option("dark")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(bar).to_have_css("background-color", "rgb(38, 43, 49)")


@GAMES
def test_the_text_board_plays(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit()
    visitor.open_record(record(game, 200))
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("t")
    field, told = visitor.test_id("command"), visitor.test_id("text-told")
    expect(field).to_be_focused()

    def say(text: str) -> None:
        field.fill(text)
        field.press("Enter")

    def press_if_it_rolls(answer: Any) -> None:
        if answer["rolls"]:
            visitor.test_id("text-held").get_by_test_id("held-done").click()

    state = visitor.state()
    choice = state["scene"]["prompt"]["choices"][0]
    say("no such answer")
    expect(told).to_contain_text("Not one of the answers")
    assert visitor.number == state["number"]
    say(choice["id"])
    press_if_it_rolls(choice)
    visitor.answered(state["number"])
    expect(told).to_contain_text(choice["text"])
    after = visitor.state()
    assert after["log"][-1]["number"] > state["number"]
    piece = next(each for each in after["scene"]["pieces"] if each["place"] and not each["hidden"])
    say(f"show {piece['place']}")
    expect(told).to_contain_text(piece["name"])
    say("#1")
    press_if_it_rolls(after["scene"]["prompt"]["choices"][0])
    visitor.answered(after["number"])


@GAMES
def test_the_keyboard_alone_answers(visit: Callable[..., Visitor], game: str) -> None:
    """Tab to something that glows, Enter; then the list of answers by `a`, a filter, Tab, Enter."""
    visitor = visit()
    visitor.open_record(record(game, 200))
    page = visitor.page
    Hand(visitor)
    visitor.test_id("map").focus()
    glows = "document.activeElement.matches('[data-testid=map] .target, [data-testid=map] g.counter.can')"
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate(glows):
            break
    assert page.evaluate(glows)
    assert page.evaluate("document.activeElement.getAttribute('aria-label').length > 2")
    before = visitor.number
    page.keyboard.press("Enter")
    if page.evaluate("n => hand.landed(n, 20)", before) and visitor.test_id("choice-menu").count():
        page.keyboard.press("Enter")
    visitor.answered(before)
    if visitor.test_id("curtain-open").count():
        page.keyboard.press("Enter")
        expect(visitor.test_id("curtain")).to_have_count(0)
    before = visitor.number
    page.keyboard.press("a")
    expect(visitor.test_id("answers")).to_be_visible()
    page.keyboard.type(visitor.state()["scene"]["prompt"]["choices"][-1]["id"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    visitor.answered(before)


def test_the_curtain_falls_between_two_people_at_one_screen(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.new_game("schlieffens_war", german="me", entente="same-screen")
    hand = Hand(visitor, 2, done=1, mouse=999)
    for _ in range(150):
        viewing = visitor.state()["viewing"]
        assert hand.click() == "more"
        if visitor.test_id("curtain").count():
            break
        assert visitor.state()["viewing"] == viewing, "the other side's table was shown without a curtain"
    curtain = visitor.test_id("curtain")
    expect(curtain).to_be_visible()
    covered = """[[200, 100], [640, 20], [640, 400], [1200, 300]].every(([x, y]) =>
        document.elementFromPoint(x, y).closest('[data-testid=curtain]'))"""
    assert visitor.page.evaluate(covered)
    before = visitor.number
    visitor.page.keyboard.press("d")
    visitor.page.keyboard.press("t")
    expect(visitor.test_id("text-board")).to_have_count(0)
    visitor.test_id("curtain-open").click()
    expect(curtain).to_have_count(0)
    expect(visitor.mine).to_be_visible()
    assert visitor.number == before
    assert hand.click() == "more"
    assert visitor.number > before
    assert hand.clicks["curtain"] == 0


@GAMES
def test_a_replay_reaches_the_same_picture(visit: Callable[..., Visitor], game: str) -> None:
    """What stood on the map at a moment stands there again in its replay, and by a link to the moment."""
    visitor = visit()
    table = visitor.open_record(record(game, 250))
    hand = Hand(visitor, 5, done=0, mouse=99)
    viewing, number, picture = visitor.state()["viewing"], visitor.number, visitor.picture()
    for _ in range(8):
        hand.play(1)
        if visitor.state()["viewing"] != viewing or visitor.picture() != picture:
            break
    last = visitor.number
    assert last > number
    visitor.changes(visitor.picture, picture)
    visitor.test_id("menu").click()
    visitor.test_id("open-replay").click()
    visitor.test_id("replay-slider").fill(str(number))
    expect(visitor.question).to_contain_text(f"Moment {number} of {last}")
    visitor.becomes(visitor.picture, picture)
    visitor.go("/")
    visitor.go(f"/table/{table}/at/{number}")
    visitor.seated()
    expect(visitor.question).to_contain_text(f"Moment {number} of {last}")
    visitor.becomes(visitor.picture, picture)
    visitor.test_id("replay-end").click()
    expect(visitor.mine).to_be_visible()


def test_a_finished_game_tells_its_end_and_its_dice(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("grand_illusion", WHOLE, "staff"))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    state = visitor.state()
    expect(visitor.test_id("result")).to_contain_text(state["log"][-1]["events"][-1]["text"])
    expect(visitor.test_id("result").locator(".chip")).to_have_text(state["score"]["rule"])
    visitor.test_id("check-dice").click()
    expect(visitor.test_id("dice-checked")).to_contain_text(re.compile(r"All \d+ dice fell as the seed says"))


def test_a_finished_game_shows_where_it_turned(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("grand_illusion", WHOLE, "staff"))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    visitor.test_id("analyse").click()
    line = visitor.test_id("analysis-line")
    expect(line).to_be_visible()
    visitor.becomes(lambda: len((line.get_attribute("points") or "").split()) > 40, True)
    visitor.test_id("what-else").first.click()
    heard = visitor.test_id("heard").locator("li")
    expect(heard.first).to_contain_text("council's choice")
    expect(heard.nth(1)).to_be_attached()
    assert not severe(visitor)
    if folder := os.environ.get("MARNE_PICTURES"):
        visitor.page.screenshot(path=f"{folder}/analysis.png")
    turning = visitor.page.locator("[data-turning]").first
    turning.get_by_role("button", name="Show it").click()
    expect(visitor.test_id("replay-slider")).to_be_visible()


def test_a_forged_record_is_refused_in_words(visit: Callable[..., Visitor], tmp_path: Any) -> None:
    visitor = visit()
    text = record("grand_illusion", WHOLE, "random")
    last = [line for line in text.splitlines() if "chance" in line][-1]
    (tmp_path / "forged.marne").write_text(text.replace(last, f"{last[:-1]}{7 - int(last[-1])}"))
    visitor.go("/")
    visitor.test_id("record").set_input_files(tmp_path / "forged.marne")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    assert "table" not in visitor.page.url
    visitor.faults.clear()


def test_what_if_changes_nothing(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 300))
    number, picture = visitor.number, visitor.picture()
    visitor.test_id("menu").click()
    visitor.test_id("open-whatif").click()
    counters = visitor.page.locator("g.counter")
    counters.nth(3).dispatch_event("click")
    counters.nth(30).dispatch_event("click")
    visitor.changes(visitor.picture, picture)
    visitor.test_id("whatif-end").click()
    visitor.becomes(visitor.picture, picture)
    assert visitor.state()["number"] == number


def test_a_stack_fans_out_under_the_pointer(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 300))
    hand = Hand(visitor, 9, done=0.1)
    for _ in range(20):
        if hand.fan_out():
            break
        hand.play(1)
    assert hand.clicks["fan"] == 1


def test_the_battle_board_is_played_by_the_mouse(visit: Callable[..., Visitor]) -> None:
    """The counters of a battle stand in their spaces as the server says; a click on one that glows is an answer."""
    visitor = visit()
    visitor.open_record(record("grand_illusion", 200, stop=on_the_board))
    board = visitor.test_id("battle-board")
    expect(board).to_be_visible()
    panel = next(panel for panel in visitor.state()["scene"]["panels"] if panel["key"] == "battle")
    assert len(panel["pieces"]) > 1
    for piece in panel["pieces"]:
        expect(board.locator(f"[data-space='{piece['place']}'] [data-board-piece='{piece['id']}']")).to_be_visible()
    before = visitor.number
    board.locator("[data-board-piece].can").last.click()
    Hand(visitor)
    assert visitor.page.evaluate("n => hand.landed(n, 20)", before)
    if visitor.test_id("choice-menu").count():
        visitor.test_id("choice-menu").locator("[data-choice]").first.click()
    visitor.answered(before)


@pytest.mark.parametrize("size", [MIDDLE, TABLET], ids=["1280", "tablet"])
def test_the_battle_board_hides_nothing_that_is_asked(visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    visitor.open_record(record("grand_illusion", 120, "staff", stop=in_battle))
    expect(visitor.test_id("battle-board")).to_be_visible()
    Hand(visitor, ground=True)
    places = "[...new Set([...document.querySelectorAll('g.counter.can')].map(each => each.dataset.at))]"
    visitor.becomes(lambda: len(visitor.page.evaluate(places)), 1)
    assert visitor.page.evaluate("hand.spot(0)")


def test_a_tap_fans_a_stack_out_and_a_tap_in_the_fan_answers(visit: Callable[..., Visitor]) -> None:
    """A finger leaves the fan with every tap, before the click comes: the fan must wait for it."""
    visitor = visit(viewport=TABLET, has_touch=True)
    visitor.open_record(record("schlieffens_war", 300))
    hand = Hand(visitor, 9, done=0.1)
    visitor.page.get_by_role("button", name="Whole map").tap()
    for _ in range(20):
        found = visitor.page.evaluate("hand.buried()")
        if found:
            break
        hand.play(1)
    before = visitor.number
    visitor.page.touchscreen.tap(found["x"], found["y"])
    visitor.test_id("fan").locator(f"[data-fan-piece='{found['piece']}']").tap()
    assert visitor.page.evaluate("n => hand.landed(n, 20)", before)
    if visitor.test_id("choice-menu").count():
        visitor.test_id("choice-menu").locator("[data-choice]").first.tap()
    visitor.answered(before)
    expect(visitor.test_id("fan")).to_have_count(0)


def test_a_tablet_plays_by_touch(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=TABLET, has_touch=True)
    visitor.open_record(record("schlieffens_war", 300))
    Hand(visitor, 4)
    for _ in range(6):
        if visitor.test_id("curtain-open").count():
            visitor.test_id("curtain-open").tap()
        before = visitor.number
        spot = visitor.page.evaluate("hand.spot(0.2)") or visitor.page.evaluate("hand.buried()")
        if spot is None:
            visitor.page.get_by_role("button", name="Whole map").tap()
            spot = visitor.page.evaluate("hand.spot(0.2)") or visitor.page.evaluate("hand.buried()")
        assert spot, "nothing that is offered can be touched"
        visitor.page.touchscreen.tap(spot["x"], spot["y"])
        if "piece" in spot or spot["kind"] == "counter":
            visitor.page.wait_for_function(
                "n => hand.number() !== n || document.querySelector"
                "('[data-testid=fan], [data-testid=choice-menu], [data-testid=held-done]')",
                arg=before,
            )
        if visitor.number == before and visitor.test_id("fan").count():
            wanted = f"[data-fan-piece='{spot['piece']}']" if "piece" in spot else "[data-fan-piece][tabindex='0']"
            visitor.test_id("fan").locator(wanted).last.tap()
        if visitor.page.evaluate("n => hand.landed(n, 20)", before) and visitor.test_id("choice-menu").count():
            visitor.test_id("choice-menu").locator("[data-choice]").first.tap()
        visitor.answered(before)
