"""A hand that plays by clicking what the page offers: mostly by events, now and then with the mouse on the map."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import expect

from browser.visitor import Visitor

SCRIPT = (Path(__file__).parent / "hand.js").read_text()


@dataclass
class Hand:
    """Plays one visitor's page.

    `done` is how often it takes Done when that is offered; one click in `mouse` is made by the mouse. An answer must
    land within `seconds`; `patience` is how long it waits for its own move. Without `ground` the drawing of the board
    is put away while it plays.
    """

    visitor: Visitor
    seed: int = 1914
    done: float = 0.2
    mouse: int = 6
    seconds: float = 300
    patience: float = 600
    ground: bool = False

    def __post_init__(self) -> None:
        self.visitor.page.evaluate(SCRIPT, self.seed)
        if not self.ground:  # painting the ground in software is most of an answer's time; counters and targets stay
            self.visitor.page.evaluate("document.querySelector('.board').style.display = 'none'")

    def play(self, answers: int = 100_000, limit: float = 7200) -> str:
        """Click until the game is over, or the page has seen so many answers more; why it stopped."""
        start, end = self.visitor.number, time.monotonic() + limit
        told = "more"
        while told == "more" and self.visitor.number < start + answers:
            assert time.monotonic() < end, f"after {limit:.0f} s the game stands at answer {self.visitor.number}"
            left = start + answers - self.visitor.number
            told = self.click(min(self.mouse, left))
            if told == "more" and self.visitor.number < start + answers:
                self.click_with_mouse()
        return told

    def ready(self) -> None:
        """Until the page lets this hand answer, or the game is over: the server may know it before the page does."""
        self.visitor.page.wait_for_function("() => hand.ready()")

    def click(self, clicks: int = 1) -> str:
        """So many clicks by events, a curtain's button among them; why it stopped."""
        ask = {"clicks": clicks, "seconds": self.seconds, "patience": self.patience, "done": self.done}
        told: str = self.visitor.page.evaluate("ask => hand.play(ask)", ask)
        return told

    def click_with_mouse(self) -> None:
        """One answer by the real mouse: on what can be seen, or after showing the whole map, or from a fanned stack."""
        page = self.visitor.page
        if page.evaluate("hand.over() || !hand.ready()"):
            return
        before = self.visitor.number
        if page.get_by_test_id("curtain-open").count():
            page.get_by_test_id("curtain-open").click()
            return
        if page.get_by_test_id("held-done").count():
            page.get_by_test_id("held-done").click()
            self.visitor.answered(before)
            return
        if not page.get_by_test_id("choice-menu").count():
            tried: list[str] = []
            while len(tried) < 2:  # the map may have gone elsewhere under the pointer: then the hand looks again
                spot = page.evaluate("done => hand.spot(done)", self.done)
                if spot is None:
                    page.get_by_test_id("map").focus()
                    page.keyboard.press("0")
                    spot = page.evaluate("done => hand.spot(done)", self.done)
                if spot is None:
                    return
                page.mouse.click(spot["x"], spot["y"])
                page.evaluate("hand.clicks.mouse++")
                if page.evaluate("([n, s]) => hand.landed(n, s)", [before, self.seconds / 10]):
                    break
                tried.append(f"{spot['kind']} at {spot['x']:.0f},{spot['y']:.0f}")
            assert len(tried) < 2, f"clicks on {' and '.join(tried)} were no answer"
        if self.visitor.number == before and page.get_by_test_id("choice-menu").count():
            page.get_by_test_id("choice-menu").locator("[data-choice]").first.click()
            page.evaluate("hand.clicks.mouse++")
            assert page.evaluate("([n, s]) => hand.landed(n, s)", [before, self.seconds]), (
                "a menu's answer came to nothing"
            )

    def fan_out(self) -> bool:
        """Take a counter from under others: rest on the stack until it fans out, then click. False where none is."""
        page, before = self.visitor.page, self.visitor.number
        page.get_by_test_id("map").focus()
        page.keyboard.press("0")
        fan = page.get_by_test_id("fan")
        for _ in range(
            4
        ):  # the page may still be settling: then the stack is not where it was, and the hand looks again
            found = page.evaluate("hand.buried()")
            if found is None:
                return False
            page.mouse.move(found["x"], found["y"] + 1)
            page.mouse.move(found["x"], found["y"])
            with suppress(AssertionError):
                expect(fan).to_be_visible(timeout=8000)
                break
        expect(fan).to_be_visible()
        page.locator(f"[data-fan-piece='{found['piece']}']").click()
        page.evaluate("hand.clicks.fan++")
        assert page.evaluate("([n, s]) => hand.landed(n, s)", [before, self.seconds])
        return True

    @property
    def clicks(self) -> dict[str, int]:
        """What was clicked, by kind."""
        found: dict[str, int] = self.visitor.page.evaluate("hand.clicks")
        return found
