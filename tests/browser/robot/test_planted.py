"""What the robot must find, planted: in a small page of its own, and in the page of the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route

from browser.house import House
from browser.records import record
from browser.robot import player
from browser.robot.cells import Cell
from browser.robot.player import Robot
from browser.robot.referee import CHECKS, CONSOLE, COVERED, DIE, KEY, LOCK, LOST, OUTSIDE, PLURAL, Found, Referee
from browser.robot.table import robot_of, sit_down
from browser.robot.window import PHONE, WIDE, Size, VisitorWindow
from browser.test_dice_announced import last_attacker, stopped
from browser.visitor import Visitor
from marne.engine import Match
from marne.table.server.application import free_port

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SMALL = (Path(__file__).parent / "fixture.html").read_text(encoding="utf-8")
SHORT = 3.0
"""Seconds for a lock of the small page, in which nothing takes time."""

TICK_THAT_ROLLS = "document.getElementById('corps').onclick = () => die(3)"
NOTHING_WORKS = "for (const each of document.querySelectorAll('button, input')) each.disabled = true; hex.remove()"
NOTHING_ANSWERS = "for (const id of ['roll', 'end', 'hex']) document.getElementById(id).onclick = null; corps.remove()"
COVER = """document.body.insertAdjacentHTML('beforeend',
  '<aside aria-label="Story" style="position:fixed;inset:150px 0 0"></aside>')"""
CUT = "document.querySelector('header').style = 'position:fixed;top:0;left:0;width:2000px;text-align:right'"
PLANTS = {
    "tick-that-rolls": (TICK_THAT_ROLLS, DIE, "“Die 3 .*” fell after a press on “XIV AK”"),
    "nothing-can-be-pressed": (NOTHING_WORKS, LOCK, "nothing can be pressed at “Germans"),
    "nothing-answers": (NOTHING_ANSWERS, LOCK, "no control changes anything at “Germans"),
    "covered-hex": (COVER, COVERED, "aside “Story” lies over “Liège: attack”"),
    "control-outside": (CUT, OUTSIDE, "can't be reached"),
    "plural": ("question.textContent = 'You have 1 points left'", PLURAL, "“1 points”"),
    "no-plural": ("question.textContent = 'You have 3 point left'", PLURAL, "“3 point”"),
    "key": ("question.textContent = 'prompt.question'", KEY, "“prompt.question”"),
    "gap": ("question.textContent = 'Who attacks {place}?'", KEY, "“{place}”"),
    "title": ("roll.title = 'some_key'", KEY, "“some_key”"),
    "console": ("console.error('broken')", CONSOLE, "broken"),
    "page-error": ("setTimeout(() => { throw new Error('torn') })", CONSOLE, "torn"),
}


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Failures that are wanted are kept with the test."""
    monkeypatch.setattr(player, "KEPT", tmp_path)
    return tmp_path


def on_small_page(visitor: Visitor, size: Size, script: str = "") -> Robot:
    """A robot on the small page, in which something may be planted."""
    planted = SMALL.replace("</script>", f"\n{script};\n</script>")
    visitor.page.route("**/small", lambda route: route.fulfill(body=planted, content_type="text/html; charset=utf-8"))
    window = VisitorWindow(visitor, size)
    window.open(f"{visitor.house.address}/small")
    return Robot(window, "small", referee=Referee(CHECKS), patience=SHORT, done=0.2)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=lambda size: size.name)
def test_a_good_page_passes(visit: Callable[..., Visitor], size: Size) -> None:
    robot = on_small_page(visit(**size.visitor), size)
    robot.play(turns=3)
    assert any("roll the dice" in line for line in robot.journal), robot.journal


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found(visit: Callable[..., Visitor], kept: Path, name: str) -> None:
    script, kind, words = PLANTS[name]
    visitor = visit(**WIDE.visitor)
    robot = on_small_page(visitor, WIDE, script)
    with pytest.raises(Found, match=words) as found:
        robot.play(turns=3)
    assert found.value.kind == kind
    visitor.faults.clear()
    assert str(found.value) in (kept / "small" / "journal.txt").read_text()
    assert (kept / "small" / "failure.png").stat().st_size > 1000


# -- in the page of the games

LAID_OVER = """() => {
  const lay = () => {
    const hex = [...document.querySelectorAll('[role=group][aria-label^="Map."] [role=button]')].find((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return left > 0 && top > 60 && right < innerWidth && bottom < innerHeight;
    });
    if (!hex || document.getElementById('laid')) return;
    const { left, top, width, height } = hex.getBoundingClientRect();
    const over = document.createElement('aside');
    over.id = 'laid';
    over.setAttribute('aria-label', 'Laid over');
    over.style = `position:fixed;z-index:99;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    document.body.append(over);
  };
  setInterval(lay, 50);
}"""
UNMARKED = """(() => {
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => parse(String(text).replaceAll('"rolls":true', '"rolls":false'), ...more);
  Response.prototype.json = async function () { return JSON.parse(await this.text()); };
})()"""
"""The page is told of no answer that it rolls: its ticks are sent at once."""
HELD_BACK = """() => setInterval(() => {
  for (const each of document.querySelectorAll('button'))
    if (each.textContent.trim() === 'Give the orders') each.disabled = true;
}, 10)"""
SHORTEST = Cell("schlieffens_war", "frontiers", 0, WIDE)
ATTACK = Cell("nach_paris", "morhange", 0, WIDE)
MINIATURES = Cell("brigade1914", "meeting", 0, WIDE)


def allots(match: Match) -> bool:
    """Command tokens are given out."""
    return type(match.position.step).__name__ == "Allocate"


def test_a_covered_hex_is_found_at_a_table(house: House, visit: Callable[..., Visitor]) -> None:
    visitor = visit(**WIDE.visitor)
    robot = robot_of(house, visitor, SHORTEST)
    robot.referee = Referee(frozenset({COVERED, LOCK}))
    sit_down(robot, house, SHORTEST)
    visitor.page.evaluate(LAID_OVER)
    with pytest.raises(Found, match="aside “Laid over” lies over") as found:
        robot.play(turns=1)
    assert found.value.kind == COVERED


def test_a_tick_that_rolls_is_found_at_a_table(house: House, visit: Callable[..., Visitor]) -> None:
    visitor = visit(**WIDE.visitor)
    robot = robot_of(house, visitor, ATTACK)
    visitor.context.add_init_script(UNMARKED)
    visitor.open_record(stopped(ATTACK.game, ATTACK.scenario, last_attacker))
    with pytest.raises(Found, match="fell after a press on") as found:
        robot.play(turns=1)
    assert found.value.kind == DIE


def test_an_order_sheet_that_locks_is_found(house: House, visit: Callable[..., Visitor]) -> None:
    visitor = visit(**WIDE.visitor)
    robot = robot_of(house, visitor, MINIATURES)
    visitor.open_record(record("brigade1914", 20, stop=allots))
    robot.patience, robot.restless = SHORT, 20
    visitor.page.evaluate(HELD_BACK)
    with pytest.raises(Found, match=r"at “.*How many tokens") as found:
        robot.play()
    assert found.value.kind == LOCK


def test_a_wrong_plural_of_the_catalogue_is_found(house: House, visit: Callable[..., Visitor]) -> None:
    """The page of a scenario names the turns of each; the catalogue is broken on its way to the browser."""
    visitor = visit(**WIDE.visitor)
    broken: list[str] = []

    def pass_on(route: Route) -> None:
        text = route.fetch().text()
        wrong = text.replace("other {# turns}", "other {# turn}")
        broken.extend([route.request.url] * (wrong != text))
        route.fulfill(body=wrong, content_type="text/javascript")

    visitor.page.route(re.compile(r"\.js(\?|$)"), pass_on)
    robot = robot_of(house, visitor, SHORTEST)
    with pytest.raises(Found, match=r"“\d+ turn”") as found:
        robot.by_page(house.address)
    assert broken
    assert found.value.kind == PLURAL


@pytest.fixture
def restarted(tmp_path: Path) -> Iterator[Callable[[int], House]]:
    """A server with the same games that is started again, at the port that it is told to try first."""
    made: list[House] = []

    def start(port: int) -> House:
        for each in made:
            each.stop()
        house = House(tmp_path, MARNE_PORT=str(port), PYTHONUNBUFFERED="1")
        house.port, house.address = port, f"http://127.0.0.1:{port}"
        house.command = ["-m", "marne.cli", "serve", "--database", house.database]
        house.start()
        made.append(house)
        return house

    yield start
    for each in made:
        each.stop()


def test_a_random_port_is_found(restarted: Callable[[int], House], visitors: Callable[..., Visitor]) -> None:
    """At the same port the robot goes on with its game; at another one the browser doesn't know it."""
    port = free_port()
    house = restarted(port)
    visitor = visitors(house, **WIDE.visitor)
    robot = robot_of(house, visitor, SHORTEST)
    sit_down(robot, house, SHORTEST)
    robot.rest()
    away = "<link rel='icon' href='data:,'>"  # a page without a connection, while the server starts again
    visitor.page.route("**/away", lambda route: route.fulfill(body=away, content_type="text/html"))
    visitor.page.goto(f"{house.address}/away")
    again = restarted(port)
    assert robot.goes_on(again.address, "Schlieffen").mine
    visitor.page.goto(f"{house.address}/away")
    other = restarted(free_port())
    with pytest.raises(Found, match="no game “Schlieffen” under My games") as found:
        robot.goes_on(other.address, "Schlieffen")
    assert found.value.kind == LOST
    visitor.forgive_a_dead_server()
