"""One dock: the question and all that belongs to it lie beside the map, never over it; one place to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.visitor import GAMES, MIDDLE, Visitor
from marne.engine import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [MIDDLE, PHONE], ids=["desk", "phone"])
ASKED = """([hexes, pieces]) => {
  const map = document.querySelector('[data-testid=map]'), box = map.getBoundingClientRect();
  const wanted = [...hexes.map((hex) => `.target[data-hex="${hex}"]`), ...pieces.map((id) => `[data-piece="${id}"]`)];
  const found = wanted.map((selector) => map.querySelector(selector)).filter(Boolean).map((shape) => {
    const { x, y, width, height } = shape.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const inside = at[0] > box.left && at[0] < box.right && at[1] > box.top && at[1] < box.bottom;
    const free = map.contains(document.elementFromPoint(...at));
    return { shape: shape.dataset.hex ?? shape.dataset.piece, inside, free };
  });
  return { all: found.length, inside: found.filter((each) => each.inside).length,
           covered: found.filter((each) => each.inside && !each.free).map((each) => each.shape) };
}"""
"""Of what is asked on the map: how much there is, how much of it lies in the window, and what something else covers."""


def _prompt(match: Match) -> Any:
    return match.game.sight(match.observe(match.actor)).scene("en").prompt


def on_the_map(match: Match) -> bool:
    """A hex or a counter on the map is an answer."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    there = {piece.id for piece in scene.pieces if piece.place}
    return any(choice.hex or choice.piece in there for choice in scene.prompt.choices if not choice.done)


def fought(match: Match) -> bool:
    """A battle goes on, and it is asked on the map who or where."""
    context = _prompt(match).context
    return context is not None and context.kind == "battle" and context.stage != "target" and on_the_map(match)


def _asked(visitor: Visitor) -> Any:
    prompt = visitor.state()["scene"]["prompt"]
    hexes = sorted({each["hex"] for each in prompt["choices"] if each["hex"]})
    pieces = sorted({each["piece"] for each in prompt["choices"] if each["piece"]})
    visitor.still(visitor.page.locator(".world"))
    return visitor.page.evaluate(ASKED, [hexes, pieces])


@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_what_is_asked(visit: Callable[..., Visitor], game: str, size: dict[str, int]) -> None:
    """At the first question on the map something of it can be seen, in a battle all of it; nothing is ever covered."""
    visitor = visit(viewport=size, has_touch=size is PHONE)
    visitor.open_record(record(game, 0, "staff", stop=on_the_map))
    expect(visitor.mine).to_be_visible()
    found = _asked(visitor)
    assert found["inside"] > 0, found
    assert not found["covered"], found
    open_table = game == "brigade1914"  # its battles ask nothing on the table
    visitor.open_record(record(game, 20, "staff", stop=on_the_map if open_table else fought))
    expect(visitor.mine).to_be_visible()
    if not open_table:
        context = visitor.state()["scene"]["prompt"]["context"]
        expect(visitor.page.locator("[data-fight]")).to_have_attribute("data-fight", context["hex"])
    found = _asked(visitor)
    assert found["inside"] > 0 if open_table else found["inside"] == found["all"] > 0, found
    assert not found["covered"], found


ANSWERS = """() => [...document.querySelectorAll('[data-choice]')].filter((each) => each.checkVisibility())
  .map((each) => [each.dataset.choice, each.closest('[data-testid=prompt]') !== null])"""


@SIZES
@pytest.mark.parametrize("game", [game for game in GAMES if game != "brigade1914"])
def test_there_is_one_place_to_answer(visit: Callable[..., Visitor], game: str, size: dict[str, int]) -> None:
    """Every answer by a button stands once, in the dock, and so do Undo and the main button, which keeps its corner."""
    visitor = visit(viewport=size, has_touch=size is PHONE)
    corners = []
    for stop in (on_the_map, fought):
        visitor.open_record(record(game, 20, "staff", stop=stop))
        expect(visitor.mine).to_be_visible()
        visitor.still(visitor.test_id("foot"))
        found = visitor.page.evaluate(ANSWERS)
        assert len({choice for choice, _ in found}) == len(found), found
        assert all(inside for _, inside in found), found
        undo = visitor.page.get_by_role("button", name="Undo", exact=True)
        expect(undo).to_have_count(1)
        main = visitor.test_id("foot").locator(".primary")
        if main.count():
            expect(main).to_have_count(1)
            box = main.bounding_box()
            assert box is not None
            corners.append((round(box["x"] + box["width"]), round(box["y"] + box["height"])))
    assert len(set(corners)) <= 1, corners
    visitor.test_id("battle-fold").click()
    expect(visitor.page.get_by_role("button", name="Undo", exact=True)).to_have_count(1)


def test_escape_puts_a_chosen_counter_back(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=_moves))
    before, asked = visitor.number, visitor.state()["scene"]["prompt"]["question"]
    page = visitor.page
    page.locator("g.counter.can").first.press("Enter")
    visitor.at(before + 1)
    expect(page.locator(".halo.subject")).to_have_count(1)
    page.keyboard.press("Escape")
    visitor.at(before)
    expect(visitor.question).to_contain_text(asked)
    expect(page.locator(".halo.subject")).to_have_count(0)
    page.keyboard.press("Escape")  # nothing is chosen: nothing is taken back
    page.locator("g.counter.can").first.press("Enter")
    visitor.at(before + 1)


def _moves(match: Match) -> bool:
    """It is asked which unit moves, and none has been chosen."""
    prompt = _prompt(match)
    return prompt.context is None and not prompt.piece and sum(each.piece is not None for each in prompt.choices) > 3


MOVED = """() => {
  window.views = new Set();
  const world = document.querySelector('.world');
  new MutationObserver(() => views.add(world.style.transform)).observe(world, { attributes: true });
  return world.style.transform;
}"""


def test_the_map_comes_back_after_the_film(visit: Callable[..., Visitor]) -> None:
    """While the others' turn is shown the map follows it; then it stands where its reader had left it."""
    visitor = visit(prefs={"speed": "fast"})
    made = visitor.house.post("/api/records", {"text": record("schlieffens_war", 150)})
    table, tokens = str(made["id"]), made["seats"]
    moving = visitor.house.get(f"/api/tables/{table}", *tokens.values())["scene"]["prompt"]["actor"]
    waiting = next(seat for seat in tokens if seat != moving)
    visitor.open_table(table, "schlieffens_war", {waiting: tokens[waiting]})
    page = visitor.page
    page.get_by_test_id("map").focus()
    page.keyboard.press("0")
    for key in ["+"] * 7 + ["ArrowLeft", "ArrowUp"] * 12:
        page.keyboard.press(key)
    visitor.still(page.locator(".world"))
    before = page.evaluate(MOVED)
    for _ in range(8):
        theirs = visitor.house.get(f"/api/tables/{table}", tokens[moving])
        prompt = theirs["scene"]["prompt"]
        if prompt["actor"] != moving:
            break
        answer = next((each for each in prompt["choices"] if each["hex"] or each["piece"]), prompt["choices"][0])
        body = {"number": theirs["number"], "answer": answer["id"]}
        visitor.house.post(f"/api/tables/{table}/answers", body, tokens[moving])
    number = visitor.house.get(f"/api/tables/{table}", tokens[waiting])["number"]
    visitor.at(number)
    expect(visitor.test_id("film")).to_have_count(0)
    visitor.still(page.locator(".world"))
    assert len(page.evaluate("[...views]")) > 1, "the map did not follow the others' turn"
    assert page.evaluate("document.querySelector('.world').style.transform") == before
