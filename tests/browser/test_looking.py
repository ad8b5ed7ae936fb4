"""What one person looks at before and after a decision: odds and what comes in return, the roll, rules, a what-if, what
the other side did, a game through other eyes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hand import Hand
from browser.records import WHOLE, attacks, last_of_a_move, record
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SW, GI = "schlieffens_war", "grand_illusion"


def answer(visitor: Visitor, choice: str, *, look: bool = False) -> None:
    """Give an answer from the list of all answers; with `look` only once its odds stand in the panel."""
    before = visitor.number
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("a")
    button = visitor.test_id("answers").locator(f"[data-choice='{choice}']")
    if look:
        button.hover()
        expect(visitor.test_id("odds")).to_be_visible()
    button.click()
    visitor.answered(before)


def beside(visitor: Visitor, table: str) -> tuple[str, dict[str, Any]]:
    """An attack that is offered, and one that could be made in return on a hex beside its target."""
    tokens = visitor.tokens(table)
    board = {each["label"]: each for each in visitor.house.get(f"/api/board/{SW}.json")["hexes"]}
    replies = visitor.house.get(f"/api/tables/{table}/replies", *tokens)
    for choice in visitor.state()["scene"]["prompt"]["choices"]:
        for reply in replies:
            if choice["odds"] and choice["hex"] in board:
                here, there = board[choice["hex"]], board[reply["hex"]]
                if 0 < (here["x"] - there["x"]) ** 2 + (here["y"] - there["y"]) ** 2 < 86**2:
                    return choice["id"], reply
    raise AssertionError("no attack has an answer beside it")


@pytest.mark.parametrize("game", [SW, GI, "nach_paris"])
def test_a_typed_filter_and_enter_take_the_only_answer(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit()
    visitor.open_record(record(game, 40))
    choices = visitor.state()["scene"]["prompt"]["choices"]
    only = next(each for each in choices if sum(each["text"] in f"{c['id']} {c['text']}" for c in choices) == 1)
    before = visitor.number
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("a")
    field = visitor.test_id("answers").locator("input")
    field.fill("no such answer")
    expect(visitor.test_id("answers").locator("[data-choice]")).to_have_count(0)
    field.press("Enter")
    assert visitor.number == before
    field.fill(only["text"].upper())
    expect(visitor.test_id("answers").locator("[data-choice]")).to_have_count(1)
    field.press("Enter")
    visitor.answered(before)


def test_what_the_enemy_could_do_in_return(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    table = visitor.open_record(record(SW, 300, "staff", stop=attacks))
    choice, reply = beside(visitor, table)
    visitor.test_id("tab-odds").click()
    visitor.page.locator(f"[data-odds='{choice}']").click()
    told = visitor.test_id("in-return").locator("details", has_text=reply["title"])
    expect(told).to_be_visible()
    expect(told).to_contain_text(reply["column"])
    told.locator("summary").click()
    for modifier in reply["modifiers"]:
        expect(told).to_contain_text(modifier["text"], ignore_case=True)
    expect(told).to_contain_text("%")


def test_after_the_die_the_same_list_stands_with_the_roll(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(SW, 300, "staff", stop=attacks))
    Hand(visitor)
    visitor.test_id("tab-odds").click()
    reader = ""
    for _ in range(80):
        state = visitor.state()
        last = state["log"][-1]
        fought = any(event["kind"] == "BattleFought" and event.get("dice") for event in last["events"])  # by a die
        if fought and state["viewing"] == reader:  # another reader at this screen is not shown what this one looked at
            break
        reader = state["viewing"]
        if visitor.test_id("curtain-open").count():
            visitor.test_id("curtain-open").click()
        choices = sorted(
            state["scene"]["prompt"]["choices"], key=lambda choice: (choice["id"] != "attack", choice["done"])
        )
        answer(visitor, choices[0]["id"], look=choices[0]["id"] == "attack")
    entry = visitor.state()["log"][-1]
    fight = next(event for event in entry["events"] if event["kind"] == "BattleFought")
    thrown = visitor.test_id("thrown")
    expect(thrown).to_contain_text(fight.get("brief") or fight["text"])
    expect(thrown).to_contain_text(f"rolled {entry['text']}")
    for modifier in fight.get("modifiers", ()):
        row = thrown.locator("li", has_text=modifier["text"]).first
        expect(row).to_contain_text(f"{modifier['amount']:+d}")
        expect(row.locator(".chip")).to_have_text(modifier["rule"])
    expect(visitor.test_id("combat-table").locator("td.fell")).to_have_count(1)


def test_the_last_decision_of_a_move_waits_for_done(visit: Callable[..., Visitor]) -> None:
    """Nothing is sent before Done, so that it can be taken back although the other side is next."""
    visitor = visit()
    visitor.open_record(record(GI, 60, stop=last_of_a_move))
    expect(visitor.mine).to_be_visible()
    number, question = visitor.number, visitor.question.inner_text()
    choice = visitor.state()["scene"]["prompt"]["choices"][0]["id"]

    def choose() -> None:
        visitor.test_id("map").focus()
        visitor.page.keyboard.press("a")
        visitor.test_id("answers").locator(f"[data-choice='{choice}']").click()
        expect(visitor.test_id("held")).to_be_visible()

    choose()
    expect(visitor.page.locator("g.counter.can, .target")).to_have_count(0)
    visitor.test_id("held-back").click()
    expect(visitor.test_id("held")).to_have_count(0)
    expect(visitor.question).to_have_text(question, use_inner_text=True)
    assert visitor.state()["number"] == number == visitor.number
    choose()
    actor = visitor.state()["scene"]["prompt"]["actor"]
    visitor.page.keyboard.press("d")
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-number", str(number))
    assert visitor.state()["scene"]["prompt"]["actor"] != actor


def test_a_rule_says_how_it_is_played_here(visit: Callable[..., Visitor]) -> None:
    """What the rule is about, the readings that cite it, and what would settle data that is reconstructed."""
    visitor = visit()
    visitor.open_record(record(SW, 300))
    visitor.test_id("tab-turn").click()
    visitor.page.locator("#tabpanel .chip[data-rule='4.1']").first.click()
    rule = visitor.test_id("rule")
    said = visitor.house.get(f"/api/rules/{SW}")["4.1"]
    expect(rule).to_contain_text(said["title"])
    expect(rule).to_contain_text(said["summary"])
    expect(rule).to_contain_text("what would settle it")
    rule.get_by_role("button", name="Where play differs").click()
    pages = visitor.test_id("departures")
    expect(pages.locator("table").first).to_be_visible()
    rows = pages.locator("tbody tr").count()
    pages.get_by_placeholder("Find a rule").fill("4.1")
    visitor.becomes(lambda: 0 < pages.locator("tbody tr").count() < rows, True)


def test_a_what_if_tells_odds_and_leaves_nothing(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GI, 200))
    number, picture = visitor.number, visitor.picture()
    pieces = visitor.state()["scene"]["pieces"]
    hexes = [each for each in pieces if each["place"].isdecimal() and each["symbol"] == "infantry"]
    german = [each for each in hexes if each["army"] == "german"]
    taken = {each["place"] for each in german}
    target = next(each for each in hexes if each["army"] in ("french", "belgian") and each["place"] not in taken)
    visitor.test_id("menu").click()
    visitor.test_id("open-whatif").click()

    def click(piece: dict[str, Any]) -> None:
        visitor.page.locator(f"g.counter[data-piece='{piece['id']}']").dispatch_event("click")

    visitor.test_id("whatif-by").select_option("german")
    visitor.test_id("whatif-odds").click()
    click(target)
    expect(visitor.test_id("supposed")).to_contain_text(f"Nobody of that side could attack {target['place']}")
    for piece in german[:2]:
        click(piece)
        expect(visitor.question).to_contain_text(piece["id"])
        click(target)
    moved = visitor.page.locator(f"g.counter[data-piece='{german[0]['id']}']")
    expect(moved).to_have_attribute("data-at", target["place"])
    visitor.test_id("whatif-odds").click()
    click(target)
    expect(visitor.test_id("supposed")).to_contain_text("What can come out")
    expect(visitor.test_id("supposed")).to_contain_text("%")
    visitor.test_id("whatif-back").click()
    expect(visitor.page.locator(f"g.counter[data-piece='{german[1]['id']}']")).to_have_attribute(
        "data-at", german[1]["place"]
    )
    visitor.test_id("whatif-end").click()
    visitor.becomes(visitor.picture, picture)
    assert visitor.state()["number"] == number


def test_the_keyboard_goes_from_hex_to_hex(visit: Callable[..., Visitor]) -> None:
    """Every hex can be reached and heard; Enter on one that is not offered says why not."""
    visitor = visit()
    visitor.open_record(record(SW, 300))
    visitor.test_id("map").focus()
    page, words = visitor.page, visitor.test_id("cursor-words")
    cursor = page.locator("[data-cursor]")
    page.keyboard.press("Shift+ArrowLeft")
    expect(cursor).to_have_count(1)
    seen = set()
    for key in ("Left", "Up", "Right", "Right", "Down", "Left"):
        page.keyboard.press(f"Shift+Arrow{key}")
        label = cursor.get_attribute("data-cursor")
        assert label
        expect(words).to_contain_text(label)
        seen.add(label)
    assert len(seen) > 3
    offered = page.eval_on_selector_all(
        ".target[data-hex], g.counter.can", "all => all.map(e => e.dataset.hex ?? e.dataset.at)"
    )
    for _ in range(20):
        if cursor.get_attribute("data-cursor") not in offered:
            break
        page.keyboard.press("Shift+ArrowUp")
    number = visitor.number
    page.keyboard.press("Enter")
    expect(visitor.test_id("toast")).to_be_visible()
    assert visitor.number == number
    page.keyboard.press("Escape")
    expect(cursor).to_have_count(0)


def test_one_key_shows_again_what_the_other_side_did(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.new_game(GI, "2", german="me", allied="computer:random")
    hand = Hand(visitor, 6, done=0.9, mouse=99)
    for _ in range(60):
        log = visitor.state()["log"]
        if any(entry["actor"] == "allied" and entry["events"] for entry in log):
            break
        assert hand.click() == "more"
    expect(visitor.mine).to_be_visible()
    number, picture = visitor.number, visitor.picture()
    visitor.test_id("map").focus()
    visitor.page.keyboard.press("r")
    expect(visitor.question).to_contain_text(re.compile(rf"Moment \d+ of {number}"))
    visitor.page.keyboard.press("r")
    expect(visitor.mine).to_be_visible()
    visitor.page.keyboard.press("r")
    expect(visitor.question).to_contain_text("Moment")
    expect(visitor.mine).to_be_visible()
    assert visitor.number == number
    visitor.becomes(visitor.picture, picture)


def test_a_click_in_the_log_shows_it_on_the_map(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record(GI, 200))
    state = visitor.state()
    entry = next(each for each in reversed(state["log"]) if any(event.get("hexes") for event in each["events"]))
    event = next(event for event in entry["events"] if event.get("hexes"))
    visitor.test_id("tab-log").click()
    line = visitor.test_id("log").locator(f"li[data-number='{entry['number']}'] .words")
    line.nth(entry["events"].index(event)).click()
    wanted = len({label for each in entry["events"] for label in each.get("hexes", ())})
    marks = visitor.page.locator(".marks polygon")
    expect(marks).to_have_count(wanted)
    visitor.still(marks.first)
    window = visitor.test_id("map").bounding_box()
    box = marks.first.bounding_box()
    assert window
    assert box
    assert window["x"] < box["x"] + box["width"] < window["x"] + window["width"] + box["width"]


def test_a_finished_game_is_watched_from_either_seat(visit: Callable[..., Visitor]) -> None:
    """Of a game against the computer only my seat is mine; once it is over the other one can be looked through too."""
    visitor = visit()
    table = visitor.open_record(record(SW, WHOLE, "random"))
    held = {"german": next(iter(visitor.tokens(table)))}
    visitor.page.evaluate(
        """([id, tokens]) => {
          const held = JSON.parse(localStorage.getItem('marne-tables'));
          held.find(each => each.id === id).tokens = tokens;
          localStorage.setItem('marne-tables', JSON.stringify(held));
        }""",
        [table, held],
    )
    visitor.go("/")
    visitor.go(f"/table/{table}/at/200")
    visitor.seated()
    expect(visitor.test_id("replay")).to_be_visible()
    mine = visitor.picture()
    visitor.test_id("replay-eyes").select_option("entente")
    expect(visitor.page.locator("g.counter[data-piece]").first).to_be_visible()
    visitor.page.wait_for_function("mine => document.querySelectorAll('g.counter[data-piece]').length !== mine", arg=0)
    there = visitor.house.get(f"/api/tables/{table}/moments/200?seat=entente", held["german"])
    hidden = {piece["id"] for piece in there["scene"]["pieces"]}
    expect(visitor.page.locator("g.counter[data-piece]")).not_to_have_count(0)
    visitor.page.wait_for_function(
        "ids => [...document.querySelectorAll('g.counter[data-piece]')].every(e => ids.includes(e.dataset.piece))",
        arg=sorted(hidden),
    )
    visitor.changes(visitor.picture, mine)
    visitor.test_id("replay-share").click()
    expect(visitor.test_id("toast")).to_contain_text(f"#/table/{table}/at/200/entente")
