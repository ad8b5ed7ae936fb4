"""One turn in a second browser. Firefox isn't part of `make test`: Debian has it as firefox-esr."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.house import House
from browser.robot.cells import Cell, by_day
from browser.robot.firefox import firefox, firefox_path
from browser.robot.player import Robot
from browser.robot.table import sit_down
from browser.robot.window import WIDE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.night]
CELLS = [cell for cell in by_day() if cell.size == WIDE]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
@pytest.mark.skipif(firefox_path() is None, reason="Firefox is not installed: `apt-get install firefox-esr`")
def test_one_turn_in_firefox(house: House, tmp_path: Path, cell: Cell) -> None:
    with firefox(WIDE, tmp_path / "profile") as window:
        robot = Robot(window, f"firefox-{cell.name}")
        sit_down(robot, house, cell)
        robot.play(cell.turns)
        assert robot.presses
