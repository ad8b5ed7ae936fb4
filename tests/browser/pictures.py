"""The pictures of docs/pictures: every screen, at three sizes. `python -m browser.pictures [WORD ...]` in tests/."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from browser.house import ROOT, House, chromium, open_house
from browser.palette import fewer_colours
from browser.records import WHOLE, anywhere, attacks, in_battle, record, with_odds
from browser.visitor import LARGE, MIDDLE, TABLET, Visitor

WHERE = ROOT / "docs" / "pictures"
LIMIT = 400_000
SW, GI = "schlieffens_war", "grand_illusion"
SIZES: dict[str, dict[str, Any]] = {
    "1280": {"viewport": MIDDLE},
    "1920": {"viewport": LARGE, "device_scale_factor": 0.75},
    "tablet": {"viewport": TABLET, "has_touch": True},
}
Arrange = Callable[[Visitor], None]
MOMENTS = {"early": (70, anywhere), "mid": (700, anywhere), "late": (1200, anywhere)}


class Photographer:
    """Opens tables from records and takes pictures; a picture is taken in colours few enough to stay small."""

    def __init__(self, browser: Browser, house: House, words: list[str]) -> None:
        self.browser, self.house, self.words = browser, house, words

    def wanted(self, name: str) -> bool:
        return not self.words or any(word in name for word in self.words)

    def take(self, name: str, size: str, arrange: Callable[[Visitor], None], **more: Any) -> None:
        """One picture."""
        name = f"{name}-{size}"
        if not self.wanted(name):
            return
        visitor = Visitor(self.browser, self.house, **SIZES[size], **more)
        try:
            arrange(visitor)
            visitor.page.wait_for_timeout(400)
            path = WHERE / f"{name}.png"
            visitor.page.screenshot(path=path)
            for most in (256, 160, 96):
                if path.stat().st_size > LIMIT:
                    fewer_colours(self.browser, path, most)
            print(f"{path.name}: {path.stat().st_size // 1000} kB {visitor.faults or ''}")
        finally:
            visitor.close()


def take_all(photographer: Photographer) -> None:
    """Every screen."""
    take = photographer.take

    def at(
        game: str, answers: int, stop: Any = anywhere, *then: Callable[[Visitor], None]
    ) -> Callable[[Visitor], None]:
        def arrange(visitor: Visitor) -> None:
            visitor.open_record(record(game, answers, "staff", stop=stop))
            for each in then:
                each(visitor)

        return arrange

    def tab(name: str) -> Callable[[Visitor], None]:
        return lambda visitor: visitor.test_id(f"tab-{name}").click()

    def overlay(*names: str) -> Callable[[Visitor], None]:
        def show(visitor: Visitor) -> None:
            for name in names:
                visitor.test_id(f"overlay-{name}").check()

        return show

    def new(game: str) -> Callable[[Visitor], None]:
        def arrange(visitor: Visitor) -> None:
            visitor.go(f"/new/{game}")
            expect(visitor.test_id("start")).to_be_visible()

        return arrange

    def home(visitor: Visitor) -> None:
        visitor.open_record(record(SW, 700, "staff"))
        visitor.go("/")
        expect(visitor.page.locator(".cards article").nth(1)).to_be_visible()
        expect(visitor.test_id("my-games")).not_to_contain_text("…")

    def point(visitor: Visitor) -> None:
        visitor.test_id("tab-odds").click()
        for choice in visitor.page.locator("[data-odds]").all()[:8]:
            choice.click()
            expect(visitor.test_id("odds")).to_be_visible()
            visitor.page.wait_for_timeout(600)
            if visitor.test_id("in-return").count():
                break

    def suppose(visitor: Visitor) -> None:
        """A what-if: somebody attacks, wherever that can be."""
        visitor.test_id("whatif-by").select_option("entente")
        for counter in visitor.page.locator("g.counter").all()[-40:]:
            visitor.test_id("whatif-odds").click()
            counter.dispatch_event("click")
            expect(visitor.test_id("supposed")).to_be_visible()
            if visitor.page.locator("[data-testid=supposed] h3").count():
                break

    def rule(visitor: Visitor) -> None:
        visitor.page.locator("#tabpanel .chip[data-rule='4.1']").first.click()

    def departures(visitor: Visitor) -> None:
        rule(visitor)
        visitor.test_id("rule").get_by_role("button", name="Where play differs").click()
        expect(visitor.test_id("departures").locator("table").first).to_be_visible()

    def replay(visitor: Visitor) -> None:
        visitor.open_record(record(SW, 900, "staff"), "/at/400")
        expect(visitor.test_id("replay")).to_be_visible()

    def end(game: str) -> Callable[[Visitor], None]:
        def arrange(visitor: Visitor) -> None:
            visitor.open_record(record(game, WHOLE, "staff"))
            visitor.test_id("menu").click()
            visitor.page.get_by_role("button", name="Result").click()
            visitor.test_id("check-dice").click()
            visitor.test_id("luck").click()
            expect(visitor.test_id("luck-table")).to_be_visible()

        return arrange

    def menu(name: str) -> Callable[[Visitor], None]:
        def arrange(visitor: Visitor) -> None:
            visitor.test_id("menu").click()
            if name:
                visitor.test_id(f"open-{name}").click()

        return arrange

    def whole(visitor: Visitor) -> None:
        visitor.test_id("map").focus()
        visitor.page.keyboard.press("0")

    def set_up(visitor: Visitor) -> None:
        visitor.new_game(SW, german="me", entente="computer:staff")
        expect(visitor.page.locator(".actor.mine")).to_be_visible(timeout=60_000)

    def why_not(visitor: Visitor) -> None:
        visitor.page.locator("g.counter:not(.can)").first.dispatch_event("click")
        expect(visitor.test_id("toast")).to_be_visible()

    def fan(visitor: Visitor) -> None:
        visitor.page.wait_for_timeout(500)
        spot = visitor.page.evaluate(
            """() => {
              for (const count of document.querySelectorAll('g.count')) {
                const { x, y } = count.getBoundingClientRect();
                if (x > 200 && x < 800 && y > 200 && y < 650) return { x: x - 12, y: y - 12 };
              }
            }"""
        )
        assert spot, "no stack in the middle of the map"
        visitor.page.mouse.move(spot["x"], spot["y"])
        expect(visitor.test_id("fan")).to_be_visible()

    for size in SIZES:
        take("home", size, home)
        take("new-game", size, new(GI))
        take("sw-set-up", size, set_up)
        for game, short in ((SW, "sw"), (GI, "gi")):
            for when, (answers, stop) in MOMENTS.items():
                answers = answers if game == SW else answers * 2 // 3
                take(f"{short}-{when}", size, at(game, answers, stop))
            take(f"{short}-odds", size, at(game, 300, attacks if game == SW else with_odds, point))
            take(f"{short}-log", size, at(game, 500, anywhere, tab("log")))
            take(f"{short}-end", size, end(game))
        take("gi-battle", size, at(GI, 120, in_battle))
        take("replay", size, replay)
    take("sw-units", "1280", at(SW, 500, anywhere, tab("units")))
    take("sw-chat", "1280", at(SW, 500, anywhere, tab("chat")))
    take("sw-overlays", "1280", at(SW, 500, anywhere, overlay("supply", "zoc")))
    take("gi-overlays", "1280", at(GI, 300, anywhere, overlay("supply", "control")))
    take("sw-whole", "1280", at(SW, 700, anywhere, whole))
    take("gi-whole", "1280", at(GI, 400, anywhere, whole))
    take("sw-whole", "1920", at(SW, 700, anywhere, whole))
    take("sw-dark", "1280", at(SW, 700, anywhere), prefs={"theme": "dark"})
    take("gi-dark-battle", "1280", at(GI, 120, in_battle), prefs={"theme": "dark"})
    take("sw-spanish", "1280", at(SW, 300, attacks, point), locale="es-ES")
    take("gi-spanish", "1280", at(GI, 400), locale="es-ES")
    take("sw-menu", "1280", at(SW, 500, anywhere, menu("")))
    take("sw-text", "1280", at(SW, 500, anywhere, menu("text")))
    take("sw-what-if", "1280", at(SW, 300, attacks, menu("whatif"), suppose))
    take("rule", "1280", at(SW, 500, anywhere, rule))
    take("departures", "1280", at(SW, 500, anywhere, departures))
    take("keys", "1280", at(SW, 500, anywhere, menu("keys")))
    take("tour", "1280", set_up, prefs={"toured": []})
    take("why-not", "1280", at(SW, 500, anywhere, why_not))
    take("sw-fan", "1280", at(SW, 500, anywhere, fan))


def main(take: Callable[[Photographer], None] = take_all) -> None:
    """Take the pictures whose names hold one of the words; all without words."""
    WHERE.mkdir(exist_ok=True)
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        take(Photographer(browser, house, sys.argv[1:]))


if __name__ == "__main__":
    main()
