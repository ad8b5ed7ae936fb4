"""A hand on the open table: it drags and clicks with the mouse what the page offers, and waits for what it sees."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, TimeoutError, expect

from browser.visitor import Visitor

# Which bases could be clicked in their middle now, nothing lying over them.
SPOTS = """() => [...document.querySelectorAll('.unit.can .counter')].flatMap((each) => {
  const box = each.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  return document.elementFromPoint(x, y)?.closest('.counter') === each ? [{ x, y, piece: each.dataset.piece }] : [];
})"""
READY = """() => {
  const table = document.querySelector('.table[data-number]');
  if (table?.dataset.status === 'over') return 'over';
  if (!table || table.classList.contains('pending')) return '';
  return document.querySelector('[data-testid=question] .actor.mine') ? 'mine' : '';
}"""
TAKEN = """before => document.querySelector('[data-testid=choice-menu], [data-testid=held-done], .table.pending')
  || Number(document.querySelector('.table').dataset.number) > before"""
COUNT = """() => {
  window.pressed = 0;
  addEventListener('pointerdown', () => window.pressed++, true);
}"""
CHANGED = """before => {
  const table = document.querySelector('.table');
  if (table.classList.contains('pending')) return false;
  return Number(table.dataset.number) > before || table.dataset.status === 'over';
}"""
SETTLED = f"""before => document.querySelector('[data-testid=held-done]') !== null || ({CHANGED})(before)"""


class TableHand:
    """Plays one page of the miniatures. `acts` is how many units it orders in a game; then it burns its tokens."""

    def __init__(self, visitor: Visitor, acts: int = 16, drags: int = 4) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.acts, self.drags = acts, drags
        self.done: Counter[str] = Counter()
        self.page.evaluate(COUNT)

    # -- waiting for what is seen

    def waits(self, seconds: float = 600) -> bool:
        """Until it is this visitor's move; False once the game is over."""
        return bool(self.page.wait_for_function(READY, timeout=seconds * 1000).json_value() == "mine")

    def landed(self, before: int) -> None:
        """Until the page shows what the answer did; one that rolls dice waits for a button, which is pressed."""
        self.page.wait_for_function(SETTLED, arg=before)
        held = self.visitor.test_id("held-done")
        if held.count():
            held.click()
        self.page.wait_for_function(CHANGED, arg=before)

    @property
    def pressed(self) -> int:
        """How often a button of the mouse was pressed in the page, whatever for."""
        return int(self.page.evaluate("window.pressed"))

    @property
    def clicks(self) -> float:
        """Clicks for a decision, so far; a sheet of orders that is sent is one decision."""
        return self.pressed / max(1, self.done["answers"])

    @property
    def rule(self) -> str:
        """The rule under which is asked."""
        return str(self.visitor.test_id("question").locator("[data-rule]").first.get_attribute("data-rule"))

    # -- one answer

    def answer(self) -> None:
        """One answer, by the mouse."""
        before = self.visitor.number
        if self.visitor.test_id("order-sheet").count():
            self.give_orders()
        elif self.visitor.test_id("open-bar").count():
            self.place()
        else:
            self.choose()
        self.landed(before)
        self.done["answers"] += 1

    def give_orders(self) -> None:
        """Tokens by the steppers: one from the last to the first, then the sheet is sent."""
        sheet = self.visitor.test_id("order-sheet")
        if not self.done["orders"]:
            steppers = sheet.locator("[data-stepper]")
            less = steppers.last.locator("[data-step=less]")
            if less.is_enabled() and steppers.count() > 1:  # a general alone may be given fewer
                less.click()
                expect(self.visitor.test_id("send-orders")).to_be_disabled()
                more = sheet.locator("[data-step=more]:not(:disabled)").first
                more.click()
        self.done["orders"] += 1
        self.visitor.test_id("send-orders").click()

    def place(self) -> None:
        """A place: the ghost goes with the pointer to a suggestion, and one click puts it there; a few times it is held
        still and dragged; a word where there is no place."""
        page, draft = self.page, self.visitor.test_id("draft")
        expect(self.visitor.test_id("open-bar")).to_have_attribute("data-suggested", "true")
        expect(draft).not_to_have_attribute("data-verdict", "wait")
        ghosts = page.locator("[data-suggestion]")
        if not ghosts.count():
            words = page.locator("[data-word]")
            (words.first if words.count() else self.visitor.test_id("confirm")).click()
            self.done["word"] += 1
            return None
        self.done["place"] += 1
        wanted = str(ghosts.first.get_attribute("data-suggestion"))
        if self.done["drag"] < self.drags and self.drag(draft, ghosts.first):
            self.done["drag"] += 1
            if draft.get_attribute("data-verdict") == "ok":
                return self.visitor.test_id("confirm").click()
            self.visitor.test_id("hold-still").click()
        x, y = self.steady(ghosts.first)
        page.mouse.move(x - 3, y - 3)
        page.mouse.move(x, y)
        if draft.get_attribute("data-answer") == wanted:
            before = self.visitor.number
            page.mouse.click(x, y)
            with suppress(TimeoutError):
                page.wait_for_function(SETTLED, arg=before, timeout=20_000)
                return None
        # Something lies over it, as a card may, or it slipped away from under the pointer: it is written instead.
        self.visitor.test_id("notation").fill(wanted)
        expect(draft).to_have_attribute("data-verdict", "ok")
        self.done["written"] += 1
        return self.visitor.test_id("confirm").click()

    def middle(self, shape: Locator) -> tuple[float, float]:
        """Where the middle of a shape is on the screen."""
        box = shape.locator("rect, circle").first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def steady(self, shape: Locator) -> tuple[float, float]:
        """The same, once the table has been fitted to the room that it has: nobody aims at what still moves."""
        at = self.middle(shape)
        for _ in range(50):
            self.page.wait_for_timeout(60)
            before, at = at, self.middle(shape)
            if at == before:
                break
        return at

    def free(self, x: float, y: float, what: str) -> bool:
        """Whether nothing lies over something there."""
        return bool(
            self.page.evaluate("([x, y, what]) => !!document.elementFromPoint(x, y)?.closest(what)", [x, y, what])
        )

    def drag(self, draft: Locator, ghost: Locator) -> bool:
        """Hold the draft still, and take it by the mouse to a ghost."""
        still = self.visitor.test_id("hold-still")
        if still.get_attribute("aria-pressed") == "false":
            still.click()
        (x, y), (gx, gy) = self.middle(draft), self.middle(ghost)
        if not self.free(x, y, "[data-draft=body]"):
            return False
        before = draft.get_attribute("data-answer")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(gx, gy, steps=6)
        self.page.mouse.up()
        expect(draft).not_to_have_attribute("data-verdict", "wait")
        return draft.get_attribute("data-answer") != before

    def choose(self) -> None:
        """A base, or a button: orders while there are some to give, a reaction now and then, else the first answer."""
        rule = self.rule
        if rule == "C3" and (self.done["reaction"] >= 3 or not self.piece("reaction")):
            return self.button("no more", "no")
        if rule == "C3":
            return None
        if rule == "C1":
            if self.done["act"] < self.acts and self.piece("act"):
                return None
            return self.button("burn", "no", "pass")
        if not self.piece("piece"):
            return self.button()
        return None

    def piece(self, what: str) -> bool:
        """Click a base that glows with the mouse, and of several answers the first that is no card."""
        before = self.visitor.number
        for _ in range(4):  # the page may still be settling: what lies over a base goes away, as it does for a person
            spots: list[dict[str, Any]] = self.page.evaluate(SPOTS)
            if not spots:
                return False
            spot = spots[self.done["answers"] % len(spots)]
            self.page.mouse.click(spot["x"], spot["y"])
            with suppress(TimeoutError):
                self.page.wait_for_function(TAKEN, arg=before, timeout=6_000)
                break
        else:
            return False
        menu = self.visitor.test_id("choice-menu").locator("[data-choice]")
        if menu.count() and self.visitor.number == before:
            orders = self.visitor.test_id("choice-menu").locator("[data-choice]:not([data-choice^='card '])")
            (orders if orders.count() else menu).first.click()
        self.done[what] += 1
        return True

    def button(self, *wanted: str) -> None:
        """A button with one of these answers, or the first there is."""
        for word in wanted:
            found = self.page.locator(f"[data-choice='{word}']")
            if found.count():
                return found.first.click()
        found = self.page.locator("[data-testid=prompt] [data-choice]")
        if not found.count():
            self.visitor.test_id("all-answers").click()
            found = self.page.locator("[data-testid=answers] [data-choice]")
        self.done["button"] += 1
        return found.first.click()
