"""Orders in bulk: a stack is carried by one drag, several counters go together, an order is taken back as a whole."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.visitor import Visitor
from marne.engine import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")
EDGE = 14
"""Pixels: about a third of a counter."""


def _photograph(visitor: Visitor, name: str) -> None:
    if PICTURES:
        for theme in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=theme)
            visitor.page.wait_for_timeout(600)  # colours change by and by
            visitor.page.screenshot(path=f"{PICTURES}/{name}-{theme}.png")


def first_movement(match: Match) -> bool:
    """Somebody is to choose who moves."""
    return type(match.position.step).__name__ == "ChooseUnit"


def several_attack(match: Match) -> bool:
    """Several may join the attack that is being put together."""
    options = () if match.position.open is None else match.position.open.options or ()
    return type(match.position.step).__name__ == "ChooseAttackers" and len(options) > 2


def _places(visitor: Visitor) -> dict[str, str]:
    return dict(visitor.pieces())


def _stack(visitor: Visitor) -> tuple[str, list[str]]:
    """A hex in which two or three counters can be chosen, and those."""
    can = visitor.page.eval_on_selector_all("g.counter.can", "all => all.map(e => [e.dataset.piece, e.dataset.at])")
    crowd = Counter(place for _, place in can)
    hex = next(place for place, count in crowd.most_common() if count in (2, 3))
    return hex, [piece for piece, place in can if place == hex]


def _middle(visitor: Visitor, selector: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.page.evaluate(
        """s => { const b = document.querySelector(s).getBoundingClientRect();
                  return { x: b.left + b.width / 2, y: b.top + b.height / 2 }; }""",
        selector,
    )
    return found


def _rest(visitor: Visitor) -> None:
    """Until no answer is on its way, no order is carried out, and the map rests."""
    visitor.page.wait_for_function(
        """() => !document.querySelector('.table.pending') && !document.querySelector('.world.moving')
           && !/to go/.test(document.querySelector('[data-testid=order]')?.textContent ?? '')"""
    )


def test_a_stack_is_carried_by_one_drag_and_its_order_is_taken_back_as_a_whole(visit: Callable[..., Visitor]) -> None:
    """With Shift the whole stack goes along; every counter of it stands in the hex where it was dropped."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    page = visitor.page
    before, number = _places(visitor), visitor.number
    _, stack = _stack(visitor)
    page.get_by_test_id("map").focus()
    page.keyboard.press("0")
    _rest(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    page.mouse.move(at["x"], at["y"])
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(at["x"] + 12, at["y"] + 4)
    expect(visitor.test_id("carried")).to_be_visible()
    page.wait_for_function("n => document.querySelector('.table').dataset.number > n", arg=str(number))
    _rest(visitor)
    # a hex that every one of them could enter is likely the nearest empty one
    targets = page.eval_on_selector_all("[data-testid=map] .target[data-hex]", "all => all.map(e => e.dataset.hex)")
    empty = [each for each in targets if each not in before.values()]
    spots = {each: _middle(visitor, f".target[data-hex='{each}']") for each in empty}
    target = min(spots, key=lambda each: (spots[each]["x"] - at["x"]) ** 2 + (spots[each]["y"] - at["y"]) ** 2)
    page.mouse.move(spots[target]["x"], spots[target]["y"], steps=4)
    _photograph(visitor, "orders-carried")
    page.mouse.up()
    page.keyboard.up("Shift")
    visitor.at(number + 2 * len(stack))
    expect(visitor.test_id("undo")).to_have_text("Undo order")
    visitor.becomes(lambda: {piece: _places(visitor)[piece] for piece in stack}, dict.fromkeys(stack, target))
    _photograph(visitor, "orders-carried-out")
    visitor.test_id("undo").click()
    visitor.at(number)
    visitor.becomes(lambda: _places(visitor), before)


def test_several_are_held_by_shift_and_a_stack_by_its_fan(visit: Callable[..., Visitor]) -> None:
    """Shift and a click hold a counter beside the chosen one; the fan's button holds all of a stack; Escape lets go."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    page = visitor.page
    _, stack = _stack(visitor)
    page.get_by_test_id("map").focus()
    page.keyboard.press("0")
    _rest(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    page.mouse.move(at["x"], at["y"])
    expect(visitor.test_id("fan-all")).to_be_visible()
    _photograph(visitor, "orders-fan")
    visitor.test_id("fan-all").click()
    expect(visitor.test_id("order")).to_contain_text(f"{len(stack)} together")
    expect(page.locator("g.counter.chosen")).to_have_count(len(stack))
    _rest(visitor)
    _photograph(visitor, "orders-held")
    page.keyboard.press("Escape")
    expect(visitor.test_id("order")).to_have_count(0)
    page.keyboard.press("n")
    expect(visitor.question).to_contain_text("Where does")
    first = visitor.question.inner_text()
    page.keyboard.press("n")
    expect(visitor.question).not_to_have_text(first)


def test_all_who_can_attack_a_hex_are_taken_by_one_button(visit: Callable[..., Visitor]) -> None:
    """The button takes every counter that may join; then nothing is left but the attack."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=several_attack, answers=60, seed=7))
    everybody = visitor.test_id("battle-all")
    expect(everybody).to_be_visible()
    _photograph(visitor, "orders-all")
    everybody.click()
    expect(everybody).to_have_count(0)
    _rest(visitor)
    expect(visitor.page.locator("g.counter.can")).to_have_count(0)


def _shown_whole(visitor: Visitor) -> None:
    """The whole map, at rest, with nothing fanned out over it."""
    visitor.page.get_by_test_id("map").focus()
    visitor.page.keyboard.press("0")
    _rest(visitor)


def test_a_frame_holds_every_counter_in_it_that_can_move(visit: Callable[..., Visitor]) -> None:
    """With Shift the mouse draws a frame over the map instead of moving it; who lies in it is held together."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    page = visitor.page
    _shown_whole(visitor)
    spots = page.eval_on_selector_all(
        "g.counter.can",
        """all => all.map(e => { const b = e.getBoundingClientRect();
                                 return [e.dataset.piece, b.left + b.width / 2, b.top + b.height / 2]; })""",
    )
    left, right = min(x for _, x, _ in spots) - 60, max(x for _, x, _ in spots)
    top, bottom = min(y for _, _, y in spots) - 60, max(y for _, _, y in spots)
    corner = {"x": max(left, 60), "y": max(top, 80)}
    end = {"x": (left + right) / 2 + 40, "y": min((top + bottom) / 2 + 60, 780)}

    def within(more: int) -> set[str]:
        """Those whose middle lies in the frame, made larger: on which side of its edge one lies is for rounding."""
        return {
            piece
            for piece, x, y in spots
            if corner["x"] - more < x < end["x"] + more and corner["y"] - more < y < end["y"] + more
        }

    assert len(within(-EDGE)) > 2
    page.keyboard.down("Shift")
    page.mouse.move(corner["x"], corner["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=4)
    expect(visitor.test_id("frame")).to_be_visible()
    _photograph(visitor, "orders-frame")
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(visitor.test_id("order")).to_contain_text("together")
    held = set(page.eval_on_selector_all("g.counter.chosen", "all => all.map(e => e.dataset.piece)"))
    assert within(-EDGE) <= held <= within(EDGE)


def test_a_double_click_holds_the_whole_stack(visit: Callable[..., Visitor]) -> None:
    """Twice on a counter: everybody of its hex that can be chosen is held."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    _shown_whole(visitor)
    _, stack = _stack(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    visitor.page.mouse.dblclick(at["x"], at["y"])
    expect(visitor.test_id("order")).to_contain_text(f"{len(stack)} together")


def test_a_double_click_counts_when_the_picture_changes_in_between(visit: Callable[..., Visitor]) -> None:
    """The first click is answered while the mouse is pressed for the second one."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    _shown_whole(visitor)
    _, stack = _stack(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    number, mouse = visitor.number, visitor.page.mouse
    mouse.click(at["x"], at["y"])
    mouse.down(click_count=2)
    visitor.answered(number)
    mouse.up(click_count=2)
    expect(visitor.test_id("order")).to_contain_text(f"{len(stack)} together")


def several_targets(match: Match) -> bool:
    """A target is asked for."""
    return type(match.position.step).__name__ == "ChooseTarget"


def test_a_stack_that_is_dragged_onto_an_enemy_attacks_him(visit: Callable[..., Visitor]) -> None:
    """The target is named and everybody of the stack who may attack it goes in; who may not is left out."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=several_targets))
    page = visitor.page
    visitor.test_id("battle-fold").click()
    _shown_whole(visitor)
    choices = visitor.state()["scene"]["prompt"]["choices"]
    target = next(each["hex"] for each in choices if each["hex"])
    # one that may attack: asked of the server by naming the target and taking it back
    number = visitor.number
    page.locator(f".target[data-hex='{target}']").dispatch_event("click")
    visitor.answered(number)
    able = [each["piece"] for each in visitor.state()["scene"]["prompt"]["choices"] if each["piece"]]
    page.keyboard.press("u")
    expect(visitor.question).to_contain_text("Which hex do you attack?")
    _rest(visitor)
    places = _places(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{able[0]}']")
    end = _middle(visitor, f".target[data-hex='{target}']")
    page.keyboard.down("Shift")
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    page.mouse.move(at["x"] + 12, at["y"] + 4)
    expect(visitor.test_id("carried")).to_be_visible()
    page.mouse.move(end["x"], end["y"], steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(visitor.test_id("battle")).to_have_attribute("data-stage", "attackers")
    _rest(visitor)
    going = set(visitor.state()["scene"]["prompt"]["context"]["pieces"])
    assert going, "somebody attacks"
    assert {places[piece] for piece in going} == {places[able[0]]}, "only this stack"
    stack = {piece for piece, place in places.items() if place == places[able[0]]}
    if stack - going:
        expect(visitor.page.locator(".toast, [data-testid=toast]").first).to_contain_text("Not with them")
    _photograph(visitor, "orders-attack")


def test_the_way_is_drawn_with_its_cost_while_a_destination_is_pointed_at(visit: Callable[..., Visitor]) -> None:
    """The hexes of the way, what it costs and what is left; nothing where nothing is pointed at."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    page = visitor.page
    page.keyboard.press("n")
    expect(visitor.question).to_contain_text("Where does")
    _shown_whole(visitor)
    targets = page.eval_on_selector_all("[data-testid=map] .target[data-hex]", "all => all.map(e => e.dataset.hex)")
    at = _middle(visitor, f".target[data-hex='{targets[0]}']")
    page.mouse.move(at["x"], at["y"])
    way = page.locator(f"[data-way='{targets[0]}']")
    expect(way).to_contain_text("costs")
    _photograph(visitor, "orders-way")
    page.mouse.move(at["x"], 20)
    expect(page.locator("[data-way]")).to_have_count(0)


def act(match: Match) -> bool:
    """A hex is to be named, and a stack of five or more lies in one of them."""
    position = match.position
    if type(position.step).__name__ != "Act":
        return False
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    crowd = Counter(piece.place for piece in scene.pieces)
    return any(choice.opens and crowd[choice.hex or ""] > 5 for choice in scene.prompt.choices)


def _large_stack(visitor: Visitor) -> tuple[str, list[str]]:
    """A hex that can be named, with the largest stack."""
    scene = visitor.state()["scene"]
    named = {each["hex"] for each in scene["prompt"]["choices"] if each["opens"]}
    crowd = Counter(each["place"] for each in scene["pieces"] if each["place"] in named)
    hex = crowd.most_common(1)[0][0]
    return hex, [each["id"] for each in scene["pieces"] if each["place"] == hex and each["symbol"] != "fort"]


def _fan(visitor: Visitor, piece: str) -> None:
    """The fan of a counter's stack, by resting on it."""
    at = _middle(visitor, f"g.counter[data-piece='{piece}']")
    visitor.page.mouse.move(at["x"] + 1, at["y"])
    visitor.page.mouse.move(at["x"], at["y"])
    expect(visitor.test_id("fan")).to_be_visible()


def test_a_fan_stays_while_the_mouse_is_over_it(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open_record(record("grand_illusion", 20, "staff", stop=act))
    _shown_whole(visitor)
    _, stack = _large_stack(visitor)
    _fan(visitor, stack[0])
    for step in range(6):
        at = _middle(visitor, f"[data-fan-piece='{stack[step % 2]}']")
        visitor.page.mouse.move(at["x"], at["y"] + step)
        visitor.page.wait_for_timeout(150)
    expect(visitor.test_id("fan")).to_be_visible()
    visitor.page.mouse.move(58, 62)
    expect(visitor.test_id("fan")).to_have_count(0)


def _at_activation(visitor: Visitor) -> tuple[str, list[str]]:
    """Grand Illusion asks which hex is activated, the whole map in sight: a hex with a large stack, and the stack."""
    visitor.open_record(record("grand_illusion", 20, "staff", stop=act))
    _shown_whole(visitor)
    return _large_stack(visitor)


def test_a_stroke_over_a_fan_names_the_hex_and_holds_those_it_went_over(visit: Callable[..., Visitor]) -> None:
    """One stroke with Shift: the hex is activated, the counters are held; another lets one go; a hex is their way."""
    visitor = visit()
    hex, stack = _at_activation(visitor)
    page, number = visitor.page, visitor.number
    _fan(visitor, stack[0])
    page.keyboard.down("Shift")
    for count, piece in enumerate(stack[:3]):
        at = _middle(visitor, f"[data-fan-piece='{piece}']")
        page.mouse.move(at["x"], at["y"], steps=3)
        if not count:
            page.mouse.down()
    page.mouse.up()
    expect(visitor.test_id("order")).to_contain_text("3 together")
    _rest(visitor)
    log = [each["text"] for each in visitor.state()["log"][number:]]
    assert log == [f"activate {hex}", f"take {stack[0]}"]
    _photograph(visitor, "orders-stroke")
    # The first is let go: it is put back, and the next is taken in its place.
    page.locator(f"[data-fan-piece='{stack[0]}']").click()
    expect(visitor.test_id("order")).to_contain_text("2 together")
    _rest(visitor)
    page.keyboard.up("Shift")
    visitor.becomes(
        lambda: [each["text"] for each in visitor.state()["log"][number:]], [f"activate {hex}", f"take {stack[1]}"]
    )
    page.mouse.move(58, 62)
    targets = page.eval_on_selector_all("[data-testid=map] .target[data-hex]", "all => all.map(e => e.dataset.hex)")
    target = next(each for each in targets if each not in _places(visitor).values())
    at = _middle(visitor, f".target[data-hex='{target}']")
    page.mouse.click(at["x"], at["y"])
    _rest(visitor)
    visitor.becomes(lambda: {_places(visitor)[piece] for piece in stack[1:3]}, {target})
    assert _places(visitor)[stack[0]] == hex


def test_a_counter_that_is_carried_off_names_its_hex(visit: Callable[..., Visitor]) -> None:
    """One drag at the question which hex is activated: activated, taken, gone; and taken back as one order."""
    visitor = visit()
    hex, stack = _at_activation(visitor)
    page, number = visitor.page, visitor.number
    before = _places(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    page.keyboard.down("Shift")
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    page.mouse.move(at["x"] + 9, at["y"] + 4)
    expect(visitor.test_id("carried")).to_be_visible()
    page.wait_for_function("n => Number(document.querySelector('.table').dataset.number) === n", arg=number + 2)
    _rest(visitor)
    targets = page.eval_on_selector_all("[data-testid=map] .target[data-hex]", "all => all.map(e => e.dataset.hex)")
    target = next(each for each in targets if each not in before.values())
    end = _middle(visitor, f".target[data-hex='{target}']")
    page.mouse.move(end["x"], end["y"], steps=3)
    page.mouse.up()
    page.keyboard.up("Shift")
    _rest(visitor)
    assert visitor.state()["log"][number]["text"] == f"activate {hex}"
    visitor.becomes(lambda: {_places(visitor)[piece] for piece in stack}, {target})
    visitor.test_id("undo").click()
    visitor.at(number)
    visitor.becomes(lambda: _places(visitor), before)


def test_several_of_a_fan_are_chosen_by_taps_and_by_keys(visit: Callable[..., Visitor]) -> None:
    """Without Shift: a button says that several are meant."""
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, prefs={"panel": False})
    visitor.open_record(record("schlieffens_war", stop=first_movement, answers=60))
    page = visitor.page
    _shown_whole(visitor)
    _, stack = _stack(visitor)
    at = _middle(visitor, f"g.counter[data-piece='{stack[-1]}']")
    page.touchscreen.tap(at["x"], at["y"])
    expect(visitor.test_id("fan")).to_be_visible()
    visitor.test_id("fan-several").tap()
    for piece in stack[:2]:
        page.locator(f"[data-fan-piece='{piece}']").tap()
        _rest(visitor)
    expect(visitor.test_id("order")).to_contain_text("2 together")
    _photograph(visitor, "orders-several-phone")
    button = page.locator(f"[data-fan-piece='{stack[0]}']")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
