"""A browser's window as the robot uses it: it looks by a script, presses at points, and takes pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Error

from browser.visitor import Visitor

EYES = (Path(__file__).parent / "eyes.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Size:
    """A window's size, and whether it is touched or pointed at."""

    name: str
    width: int
    height: int
    touch: bool

    @property
    def visitor(self) -> dict[str, Any]:
        """As a context of Playwright is told."""
        return {"viewport": {"width": self.width, "height": self.height}, "has_touch": self.touch}


WIDE = Size("wide", 1280, 800, touch=False)
PHONE = Size("phone", 390, 844, touch=True)


class Window(Protocol):
    """What the robot needs of a browser."""

    size: Size

    @property
    def faults(self) -> list[str]:
        """Errors of the console and of the page."""

    def open(self, address: str) -> None:
        """Go to an address."""

    def run(self, script: str, told: Any = None) -> Any:
        """What a script says about the page: `script` is a function, `told` what it is given."""

    def press(self, x: float, y: float) -> None:
        """Press there, with the mouse or a finger."""

    def pause(self, seconds: float) -> None:
        """Let the page go on."""

    def picture(self, path: Path) -> None:
        """What is seen now."""


class VisitorWindow:
    """The window of a visitor, in Chromium."""

    def __init__(self, visitor: Visitor, size: Size) -> None:
        self.visitor, self.size = visitor, size
        visitor.context.add_init_script(f"addEventListener('DOMContentLoaded', {EYES})")

    @property
    def faults(self) -> list[str]:
        return self.visitor.faults

    def open(self, address: str) -> None:
        self.visitor.page.goto(address)

    def run(self, script: str, told: Any = None) -> Any:
        try:
            return self.visitor.page.evaluate(script, told)
        except Error as error:  # the page has gone to another document: the same is asked of the new one
            if "Execution context was destroyed" not in str(error):
                raise
            self.visitor.page.wait_for_load_state()
            return self.visitor.page.evaluate(script, told)

    def press(self, x: float, y: float) -> None:
        if self.size.touch:
            self.visitor.page.touchscreen.tap(x, y)
        else:
            self.visitor.page.mouse.click(x, y)

    def pause(self, seconds: float) -> None:
        self.visitor.page.wait_for_timeout(1000 * seconds)

    def picture(self, path: Path) -> None:
        self.visitor.page.screenshot(path=path)
