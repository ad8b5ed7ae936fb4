"""Two pages keep their promises: each shows its seed and the next part when a die waits for it, and says for whom it
waits when the other page is closed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_two_pages_play_with_parts(visit: Callable[..., Visitor]) -> None:
    first, second = visit(), visit()
    first.choose("grand_illusion")
    first.test_id("seat-german").select_option("me")
    first.test_id("seat-allied").select_option("open")
    first.test_id("parts").check()
    first.test_id("start").click()
    table = first.table
    first.seated()
    link = first.link("invite-allied")
    first.test_id("dialog-close").click()
    second.page.goto(link)
    second.test_id("join").click()
    second.seated()
    at, house = f"/api/tables/{table}", first.house
    both = (*first.tokens(table), *second.tokens(table))
    first.page.wait_for_function("() => !document.querySelector('[data-testid=dice-wait]')")

    def settled() -> dict[str, object]:
        """Until no seed and no part is due: the pages show them by themselves."""
        for _ in range(3000):
            state: dict[str, object] = house.get(at, *both)
            dice: dict[str, object] = state["dice"]  # type: ignore[assignment]
            if not dice["awaited"] and not dice["parts"]:
                return state
            first.page.wait_for_timeout(100)
        raise AssertionError(f"a part never came: {dice}")

    rng = Random(3)
    state = settled()
    assert state["status"] == "playing"
    for _ in range(150):
        if state["dice"]["draw"] >= 3:  # type: ignore[index]
            break
        choice = rng.choice(state["scene"]["prompt"]["choices"])["id"]  # type: ignore[index]
        house.post(f"{at}/answers", {"number": state["number"], "answer": choice}, *both)
        state = settled()
    shown = state["dice"]["shown"]  # type: ignore[index]
    assert shown["german"] == shown["allied"] >= 3, "every die had a part of each page"
    kept = first.page.evaluate(f"JSON.parse(localStorage.getItem('marne.promise.{table}'))")
    assert kept["commits"] == state["dice"]["commits"]  # type: ignore[index]
    assert kept["fingerprint"] == state["dice"]["fingerprint"]  # type: ignore[index]
    assert len(kept["key"]) == 64
    second.go("/")
    for _ in range(150):
        told = house.get(at, *both)
        if told["dice"]["parts"]:
            break
        choice = rng.choice(told["scene"]["prompt"]["choices"])["id"]
        house.post(f"{at}/answers", {"number": told["number"], "answer": choice}, *both)
    expect(first.test_id("dice-wait")).to_be_visible()
    second.page.goto(link.split("#")[0] + f"#/table/{table}")
    second.seated()
    expect(first.test_id("dice-wait")).to_have_count(0)
