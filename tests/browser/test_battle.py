"""A battle in one place: one panel for every game, from the target to the advance, by the mouse and by the keyboard."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.test_axe import severe, severe_in_both
from browser.visitor import MIDDLE, Visitor
from marne.engine import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = os.environ.get("MARNE_PICTURES")


def _photograph(visitor: Visitor, name: str) -> None:
    if PICTURES:
        for theme in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=theme)
            visitor.page.wait_for_timeout(600)  # colours change by and by
            visitor.page.screenshot(path=f"{PICTURES}/{name}-{theme}.png")
        visitor.page.emulate_media(color_scheme="light")


def _asks(*steps: str) -> Callable[[Match], bool]:
    return lambda match: type(match.position.step).__name__ in steps


def _rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function(
        """() => !document.querySelector('.table.pending')
           && !/to go/.test(document.querySelector('[data-testid=order]')?.textContent ?? '')"""
    )


def _several(match: Match) -> bool:
    """Two or more may attack one hex, as the staff chose it."""
    options = () if match.position.open is None else match.position.open.options or ()
    return type(match.position.step).__name__ == "ChooseAttackers" and len(options) > 3


def test_attackers_are_ticked_on_and_off_and_the_odds_follow(visit: Callable[..., Visitor]) -> None:
    """A tick is an answer; to take the first of two off again leaves the second in; target and attackers are marked."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=_several))
    page, panel = visitor.page, visitor.test_id("battle")
    expect(panel).to_have_attribute("data-stage", "attackers")
    target = visitor.state()["scene"]["prompt"]["context"]["hex"]
    expect(page.locator("[data-fight]")).to_have_attribute("data-fight", target)
    start, first = visitor.number, panel.locator("[data-battle-tick]:not(:checked):enabled").first
    one = first.get_attribute("data-battle-tick")
    first.click()
    expect(panel.locator(f"[data-battle-tick='{one}']")).to_be_checked()
    second = panel.locator("[data-battle-tick]:not(:checked):enabled").first
    two = second.get_attribute("data-battle-tick")
    second.click()
    expect(panel.locator(f"[data-battle-tick='{two}']")).to_be_checked()
    visitor.at(start + 2)
    page.mouse.move(640, 5)
    expect(visitor.test_id("battle-odds")).to_contain_text(re.compile(r"\d+ against \d+.*:\d"))
    expect(page.locator("[data-fight-from]").first).to_be_attached()
    _photograph(visitor, "battle-attackers")
    panel.locator(f"[data-battle-tick='{one}']").click()
    expect(panel.locator(f"[data-battle-tick='{one}']")).not_to_be_checked()
    expect(panel.locator(f"[data-battle-tick='{two}']")).to_be_checked()
    visitor.at(start + 1)


FRAMES = """async () => {
  const tops = [];
  for (let frame = 0; frame < 40; frame += 1) {
    await new Promise((next) => requestAnimationFrame(next));
    tops.push(document.querySelector('[data-testid=battle]').getBoundingClientRect().top);
  }
  return tops.slice(10);
}"""


def test_the_panel_keeps_still_under_the_pointer(visit: Callable[..., Visitor]) -> None:
    """What is pointed at has odds of its own, longer or shorter than those that stand: the panel keeps still."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=_several))
    first = visitor.test_id("battle").locator("[data-battle-tick]:not(:checked):enabled").first
    one = first.get_attribute("data-battle-tick")
    first.click()
    expect(visitor.page.locator(f"[data-battle-tick='{one}']")).to_be_checked()
    expect(visitor.test_id("battle-odds")).to_be_visible()
    assert len(set(visitor.page.evaluate(FRAMES))) == 1


def test_a_battle_goes_from_its_target_to_the_advance_in_five_clicks(visit: Callable[..., Visitor]) -> None:
    """One click on the target with everybody, one for the attack; whatever is asked after stands in the same panel, and
    its main button never moves."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=_asks("ChooseTarget")))
    page, panel, clicks = visitor.page, visitor.test_id("battle"), 0
    expect(panel).to_have_attribute("data-stage", "target")
    _photograph(visitor, "battle-target")
    panel.locator("[data-battle-assault]").first.click()
    clicks += 1
    expect(panel).to_have_attribute("data-stage", "attackers")
    expect(panel.locator("[data-battle-tick]:checked").first).to_be_visible()
    _rest(visitor)
    context = visitor.state()["scene"]["prompt"]["context"]
    where = re.escape(context["where"] or context["hex"])
    expect(visitor.test_id("battle-main")).to_have_text(re.compile(rf"^Attack {where}: [\d.]+ % defender loses steps$"))
    visitor.still(panel)
    place = visitor.test_id("battle-main").bounding_box()
    visitor.test_id("battle-main").click()
    clicks += 1
    stages = []
    while clicks < 12:
        _rest(visitor)
        expect(panel).not_to_have_attribute("data-stage", "attackers")
        stage = panel.get_attribute("data-stage")
        if stage == "target":
            break
        stages.append(stage)
        assert place is not None
        visitor.still(panel)
        now = visitor.test_id("foot").locator(".primary").bounding_box()
        assert now is not None
        if stage == "advance":  # who has won goes forward
            expect(visitor.test_id("battle-all")).to_have_class(re.compile(r"\bprimary\b"))
            expect(visitor.test_id("battle-main")).not_to_have_class(re.compile(r"\bprimary\b"))
        assert abs(now["x"] + now["width"] - place["x"] - place["width"]) < 2, "the main button keeps its place"
        _photograph(visitor, f"battle-{stage}")
        number = visitor.number
        for way in ("[data-testid=battle-all]", "[data-battle-choice]:enabled", "[data-testid=battle-main]:enabled"):
            if visitor.test_id("prompt").locator(way).count():
                visitor.test_id("prompt").locator(way).first.click()
                break
        clicks += 1
        page.wait_for_function("n => document.querySelector('.table').dataset.number !== n", arg=str(number))
    assert stages, "nothing was asked after the attack"
    expect(visitor.test_id("battle-lines").last).to_contain_text("attacks")
    assert clicks <= 6, (clicks, stages)


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("grand_illusion", ("PlaceAttackers", "AttackerReserve")),
        ("grand_illusion", ("Retreat",)),
        ("schlieffens_war", ("DefenderLosses",)),
        ("schlieffens_war", ("AdvanceAfterCombat",)),
    ],
)
def test_the_panel_has_no_serious_finding(visit: Callable[..., Visitor], game: str, steps: tuple[str, ...]) -> None:
    """Axe, in both themes, at several stages."""
    visitor = visit()
    visitor.open_record(record(game, 30, "staff", stop=_asks(*steps)))
    expect(visitor.test_id("battle")).to_be_visible()
    _rest(visitor)
    assert not severe_in_both(visitor)
    _photograph(visitor, f"battle-{game}-{steps[0]}")


def test_nach_paris_has_the_same_panel(visit: Callable[..., Visitor]) -> None:
    """Who attacks is ticked, with odds; the guns of a unit alone are an answer beside it."""
    visitor = visit(viewport=MIDDLE)
    visitor.open_record(record("nach_paris", 10, "staff", stop=_asks("Muster")))
    panel = visitor.test_id("battle")
    expect(panel).to_have_attribute("data-stage", "attackers")
    panel.locator("[data-battle-tick]:not(:checked)").first.click()
    _rest(visitor)
    _photograph(visitor, "battle-nach-paris")
    assert not severe(visitor)


def _guns(match: Match) -> bool:
    """Two or more guns may fire at units."""
    options = () if match.position.open is None else match.position.open.options or ()
    guns = [each for each in options if isinstance(each, tuple) and each[0] == "gun"]
    return type(match.position.step).__name__ == "AimAtUnits" and len(guns) > 1


WATCH = """() => {
  window.watched = { seen: 0, over: 0 };
  const look = () => {
    const [dice, panel] = ['dice', 'battle'].map((id) => document.querySelector(`[data-testid=${id}]`));
    if (dice && getComputedStyle(dice).visibility === 'visible') {
      const [a, b] = [dice.getBoundingClientRect(), panel?.getBoundingClientRect()];
      watched.seen++;
      if (b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) watched.over++;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Looks at every frame where the dice lie, and whether they cover the panel of the battle."""


def test_a_barrage_has_the_same_panel(visit: Callable[..., Visitor]) -> None:
    """Guns are ticked on and off with odds, one click fires, and what came of it stands beside the next target."""
    visitor = visit(viewport=MIDDLE)
    visitor.open_record(record("nach_paris", 30, "staff", 2, _guns, "charleroi"))
    panel, page = visitor.test_id("battle"), visitor.page
    expect(panel).to_have_attribute("data-stage", "attackers")
    target = visitor.state()["scene"]["prompt"]["context"]["hex"]
    expect(page.locator("[data-fight]")).to_have_attribute("data-fight", target)
    first = panel.locator("[data-battle-tick]:not(:checked):enabled").first
    gun = first.get_attribute("data-battle-tick")
    first.click()
    expect(panel.locator(f"[data-battle-tick='{gun}']")).to_be_checked()
    page.mouse.move(640, 5)
    expect(visitor.test_id("battle-main")).to_have_text("Fire")
    expect(visitor.test_id("battle-odds")).to_be_visible()
    assert not severe(visitor)
    _photograph(visitor, "battle-barrage")
    panel.locator(f"[data-battle-tick='{gun}']").click()
    expect(panel.locator(f"[data-battle-tick='{gun}']")).not_to_be_checked()
    panel.locator(f"[data-battle-tick='{gun}']").click()
    expect(panel.locator(f"[data-battle-tick='{gun}']")).to_be_checked()
    page.evaluate(WATCH)
    visitor.test_id("battle-main").click()
    expect(panel).not_to_have_attribute("data-stage", "attackers")
    while panel.get_attribute("data-stage") == "losses":
        number = visitor.number
        panel.locator("[data-battle-choice]").first.click()
        page.wait_for_function("n => document.querySelector('.table').dataset.number !== n", arg=str(number))
    expect(visitor.test_id("battle-lines").last).to_contain_text(target)
    page.wait_for_function("watched.seen > 0")
    assert page.evaluate("watched.over") == 0, "the dice lie beside the panel"
    _photograph(visitor, "battle-barrage-over")


def test_an_assault_on_a_fort_has_the_same_panel(visit: Callable[..., Visitor]) -> None:
    """The fort by its name, who storms it, guns to tick, and odds once they are enough."""
    visitor = visit(viewport=MIDDLE)
    visitor.open_record(record("nach_paris", 30, "staff", stop=_asks("AssaultGuns"), scenario="maubeuge"))
    panel = visitor.test_id("battle")
    expect(panel.locator("[data-battle-tick]:checked")).to_have_count(1)
    context = visitor.state()["scene"]["prompt"]["context"]
    expect(panel.get_by_role("heading").first).to_contain_text(context["where"])
    expect(visitor.page.locator("[data-fight]")).to_have_attribute("data-fight", context["hex"])
    expect(panel.locator("[data-battle-tick]:not(:checked):enabled").first).to_be_visible()
    assert not severe(visitor)
    _photograph(visitor, "battle-assault")


def test_a_battle_by_the_keyboard(visit: Callable[..., Visitor]) -> None:
    """B goes to the panel, Space ticks, Tab goes on, Enter attacks."""
    visitor = visit()
    visitor.open_record(record("schlieffens_war", 150, "staff", stop=_several))
    page = visitor.page
    page.keyboard.press("b")
    expect(page.locator("[data-battle-tick]:focus")).to_have_count(1)
    ticked = page.locator("[data-battle-tick]:focus").get_attribute("data-battle-tick")
    page.keyboard.press("Space")
    expect(page.locator(f"[data-battle-tick='{ticked}']")).to_be_checked()
    _rest(visitor)
    page.keyboard.press("b")
    for _ in range(60):
        if page.evaluate("document.activeElement?.dataset.testid === 'battle-main'"):
            break
        page.keyboard.press("Tab")
    number = visitor.number
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('.table').dataset.number !== n", arg=str(number))
    expect(visitor.test_id("battle")).not_to_have_attribute("data-stage", "attackers")
