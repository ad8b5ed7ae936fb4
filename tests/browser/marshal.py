"""Somebody who plays 1914 - Nach Paris with the mouse: carries counters over the map, turns them, presses buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from browser.visitor import Visitor

RESTS = """() => !document.querySelector('.table.pending') && !document.querySelector('.world.moving')
   && !document.querySelector('[data-testid=film-skip]')
   && !/to go/.test(document.querySelector('[data-testid=order]')?.textContent ?? '')"""


@dataclass
class Marshal:
    """Counts what the hand does: a click one, a drag one, pointing nothing."""

    visitor: Visitor
    clicks: int = 0
    done: dict[str, int] = field(default_factory=dict)

    def prompt(self) -> Any:
        """The open question as the server tells it to this visitor."""
        return self.visitor.state()["scene"]["prompt"]

    def rest(self) -> None:
        """Until nothing is on its way."""
        self.visitor.page.wait_for_function(RESTS)

    def at(self, selector: str) -> tuple[float, float, float]:
        """The middle of something on the screen, and its height."""
        found = self.visitor.page.evaluate(
            """s => { const b = document.querySelector(s).getBoundingClientRect();
                      return [b.left + b.width / 2, b.top + b.height / 2, b.height]; }""",
            selector,
        )
        return found[0], found[1], found[2]

    def note(self, what: str) -> None:
        self.clicks += 1
        self.done[what] = self.done.get(what, 0) + 1

    def carry(self, piece: str, hex: str, *, whole: bool = False, towards: tuple[float, float] = (0, 0)) -> None:
        """One drag to a hex, set down in its middle or so many of its heights beside it."""
        page = self.visitor.page
        self.rest()
        x, y, _ = self.at(f"g.counter[data-piece='{piece}']")
        number = self.visitor.number
        if whole:
            page.keyboard.down("Shift")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 9, y + 5)
        page.wait_for_function(
            "n => document.querySelector('.table').dataset.number !== n && !document.querySelector('.table.pending')",
            arg=str(number),
        )
        u, v, tall = self.at(f".target[data-hex='{hex}']")
        page.mouse.move(u + towards[0] * tall, v + towards[1] * tall, steps=3)
        page.mouse.up()
        if whole:
            page.keyboard.up("Shift")
        self.note("drag")
        self.rest()

    def press(self, selector: str, what: str = "button") -> None:
        """A button, by the mouse."""
        self.visitor.page.locator(selector).first.click()
        self.note(what)

    def answer(self, id: str) -> None:
        """A button that carries this answer, in the bar, the tray or the list."""
        before = self.visitor.number
        shown = f"[data-choice='{id}']"
        if not self.visitor.page.locator(shown).count():
            self.press("[data-testid=all-answers]", "list")
        self.press(shown)
        self.visitor.answered(before)
        self.rest()
