"""Pictures of the miniatures and the force builder: `python -m browser.tabletop_pictures [WORD ...]` in tests/."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from playwright.sync_api import TimeoutError, expect

from browser.pictures import SIZES, Photographer, main
from browser.records import WHOLE, record
from browser.visitor import Visitor
from marne.engine import Match
from marne.games.brigade1914.board import ON_TABLE

GAME = "brigade1914"
Arrange = Callable[[Visitor], None]


@cache
def asking(step: str, seat: int = 0, more: Callable[[Match], bool] = lambda match: True) -> Callable[[Match], bool]:
    """Stop where a step asks a seat; the same function for the same words, so that a record is played once."""
    return lambda match: type(match.position.step).__name__ == step and match.actor == seat and more(match)


def in_sight(match: Match) -> bool:
    """Both sides have units on the table, and the one that is asked can give orders."""
    board: Any = match.position.board
    here = {board.side[unit] for unit, status in enumerate(board.status) if status == ON_TABLE}
    return here == {0, 1} and len(match.position.open or ()) > 6


def at(answers: int, stop: Callable[[Match], bool], *then: Arrange) -> Arrange:
    """A game between staffs, opened at a question."""

    def arrange(visitor: Visitor) -> None:
        visitor.open_record(record(GAME, answers, "staff", stop=stop))
        for each in then:
            each(visitor)

    return arrange


TROOPS = ":is({})".format(", ".join(f"[data-unit={{0}}{n}]" for n in range(1, 10)))
"""Units of a side: `b1` to `b9`; generals and markers are none."""


def hover(visitor: Visitor) -> None:
    """Rest on a unit of blue until its lines of sight are there."""
    sight = visitor.test_id("sight").locator("[data-sight]")
    for _ in range(5):  # the table is fitted to the window first, and a unit may slip away from under the pointer
        visitor.page.locator(f"{TROOPS.format('b')} .counter").first.hover(force=True)
        with suppress(TimeoutError):
            sight.first.wait_for(state="attached", timeout=4_000)
            break
        visitor.page.mouse.move(5, 5)
    expect(sight.first).to_be_attached()


def settled(visitor: Visitor) -> None:
    """The draft is checked and the ghosts are there."""
    expect(visitor.test_id("draft")).not_to_have_attribute("data-verdict", "wait")
    expect(visitor.page.locator("[data-suggestion]").first).to_be_attached()


def ghost(visitor: Visitor) -> None:
    """Stand on a legal place."""
    settled(visitor)
    for _ in range(5):  # the table may make room meanwhile, and then it is another place that is pointed at
        visitor.page.locator("[data-suggestion]").first.locator("circle").hover(force=True)
        with suppress(TimeoutError):
            visitor.page.locator("[data-testid=draft][data-verdict=ok]").wait_for(timeout=3_000)
            break
        visitor.page.mouse.move(5, 5)
    expect(visitor.test_id("draft")).to_have_attribute("data-verdict", "ok")


def wind(visitor: Visitor) -> None:
    """By way of a point."""
    visitor.test_id("wind").click()
    expect(visitor.test_id("waypoint")).to_be_attached()
    expect(visitor.test_id("draft")).not_to_have_attribute("data-verdict", "wait")


def lose(visitor: Visitor) -> None:
    """A place that is refused."""
    settled(visitor)
    visitor.test_id("notation").fill("9000,9000 0 line")
    expect(visitor.test_id("draft")).to_have_attribute("data-verdict", "no")


def why(visitor: Visitor) -> None:
    """A unit that is not offered."""
    visitor.page.locator(".unit:not(.can) .counter").first.dispatch_event("click")
    expect(visitor.test_id("toast")).to_be_visible()


def tab(name: str) -> Arrange:
    return lambda visitor: visitor.test_id(f"tab-{name}").click()


def end(visitor: Visitor) -> None:
    visitor.open_record(record(GAME, WHOLE, "staff"))
    visitor.test_id("menu").click()
    visitor.page.get_by_role("button", name="Result").click()
    expect(visitor.test_id("end")).to_be_visible()


def forces(*then: Arrange) -> Arrange:
    def arrange(visitor: Visitor) -> None:
        visitor.go("/forces")
        expect(visitor.test_id("force-points")).to_have_text("350")
        for each in then:
            each(visitor)

    return arrange


def german_cavalry(visitor: Visitor) -> None:
    visitor.page.locator("[data-nation=german]").click()
    visitor.page.locator("[data-brigade=cavalry]").click()
    expect(visitor.test_id("force-legal")).to_be_visible()


def breaches(visitor: Visitor) -> None:
    visitor.test_id("force-text").fill("bn5+2 bn4R bn4 bn4 bn4 cav4+1 heavy heavy re5")
    visitor.test_id("force-text").press("Enter")
    expect(visitor.test_id("breaches")).to_be_visible()


def muster(visitor: Visitor) -> None:
    visitor.go("/forces")
    expect(visitor.test_id("force-legal")).to_be_visible()
    visitor.test_id("use-force").click()
    expect(visitor.test_id("muster-force")).to_be_enabled(timeout=60_000)


def take_all(photographer: Photographer) -> None:
    """Every screen of the miniatures."""
    take = photographer.take
    for size in SIZES:
        take("forces", size, forces())
        take("brigade-orders", size, at(0, asking("Allocate")))
        take("brigade-act", size, at(150, asking("Act", more=in_sight), hover))
        take("brigade-move", size, at(150, asking("GoTo"), ghost))
        take("brigade-deploy", size, at(0, asking("Deploy"), ghost))
    take("forces-breaches", "1280", forces(breaches))
    take("forces-german-cavalry", "1280", forces(german_cavalry))
    take("forces-dark", "1280", forces(), prefs={"theme": "dark"})
    take("forces-spanish", "1280", forces(breaches), locale="es-ES")
    take("brigade-muster", "1280", muster)
    take("brigade-marker", "1280", at(0, asking("PlaceMarker"), settled))
    take("brigade-cards", "1280", at(0, asking("TakeCard")))
    take("brigade-waypoint", "1280", at(180, asking("GoTo"), ghost, wind))
    take("brigade-refused", "1280", at(150, asking("GoTo"), lose))
    take("brigade-reaction", "1280", at(220, asking("Reaction", 0, lambda match: len(match.position.open or ()) > 4)))
    take("brigade-target", "1280", at(200, asking("ChooseTarget")))
    take("brigade-why-not", "1280", at(150, asking("Act", more=in_sight), why))
    take("brigade-log", "1280", at(400, asking("Act"), tab("log")))
    take("brigade-late", "1280", at(400, asking("Act", more=in_sight), hover))
    take("brigade-spanish", "1280", at(400, asking("Act")), locale="es-ES")
    take("brigade-dark", "1280", at(400, asking("Act")), prefs={"theme": "dark"})
    take(
        "brigade-tour",
        "1280",
        at(0, asking("Deploy"), lambda visitor: visitor.test_id("tour-next").click()),
        prefs={"toured": []},
    )
    take("brigade-end", "1280", end)


if __name__ == "__main__":
    main(take_all)
