"""The robot plays every game against the staff, by what can be seen alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.house import House
from browser.robot.cells import Cell, by_day, by_night, registered
from browser.robot.table import visiting
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("cell", by_day(), ids=lambda cell: cell.name)
def test_one_turn_by_visible_controls(house: House, visit: Callable[..., Visitor], cell: Cell) -> None:
    robot = visiting(house, visit, cell)
    robot.play(cell.turns)
    assert robot.presses > 2


@pytest.mark.night
@pytest.mark.parametrize("cell", by_night(), ids=lambda cell: cell.name)
def test_a_whole_game_by_visible_controls(house: House, visit: Callable[..., Visitor], cell: Cell) -> None:
    robot = visiting(house, visit, cell, done=0.3)
    assert robot.play()
    print(f"{cell.name}: {robot.presses} presses")


def test_every_registered_game_is_played_at_both_sizes() -> None:
    games = registered()
    assert len(games) >= 4
    for cells, count in ((by_day(), 2), (by_night(), 5)):
        assert {name: sum(cell.game == name for cell in cells) for name in games} == dict.fromkeys(games, count)
        assert {(cell.game, cell.size.touch) for cell in cells} == {(name, touch) for name in games for touch in (0, 1)}


def test_the_robot_uses_what_a_person_sees_alone() -> None:
    """No test id, no id of an answer, no list of answers, no API."""
    hidden = re.compile(r"data-testid|test_id|data-choice|data-piece|data-hex|data-number|/api/|fetch\(|desk\.")
    folder = Path(__file__).parent
    players = [folder / f"{name}.py" for name in ("player", "referee", "seen", "window", "words", "firefox")]
    found = [path.name for path in (*folder.glob("*.js"), *players) if hidden.search(path.read_text(encoding="utf-8"))]
    assert found == []
