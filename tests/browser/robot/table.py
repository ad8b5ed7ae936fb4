"""Robots at tables: which names the form for a new game has to be given, and what is kept of a game that failed."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.error import HTTPError

from browser.house import House
from browser.robot.cells import Cell
from browser.robot.player import Robot
from browser.robot.referee import Referee
from browser.robot.window import VisitorWindow
from browser.visitor import Visitor


def robot_of(house: House, visitor: Visitor, cell: Cell, *, done: float = 0.5) -> Robot:
    """A robot in a visitor's window; nothing is opened yet."""

    def record() -> str:
        if "/table/" not in visitor.page.url:
            return ""
        table = visitor.table
        try:
            return str(house.get(f"/api/tables/{table}/record", *visitor.tokens(table)))
        except HTTPError:  # nobody may have it before the end: then what this seat knows of the answers
            return json.dumps(
                house.get(f"/api/tables/{table}/log?from=0&language=en", *visitor.tokens(table)), indent=1
            )

    window = VisitorWindow(visitor, cell.size)
    return Robot(window, cell.name, referee=Referee(), done=done, record=record)


def visiting(house: House, visit: Callable[..., Visitor], cell: Cell, *, done: float = 0.5) -> Robot:
    """A robot that is new here, at a table against the staff which it has reached from the home page."""
    robot = robot_of(house, visit(prefs={"toured": []}, **cell.size.visitor), cell, done=done)
    sit_down(robot, house, cell)
    return robot


def sit_down(robot: Robot, house: House, cell: Cell) -> None:
    """From the home page to the table."""
    (about,) = [each for each in house.get("/api/games") if each["name"] == cell.game]
    (scenario,) = [each for each in about["scenarios"] if each["name"] == cell.scenario]
    turns = f"{scenario['turns']} turn{'s' if scenario['turns'] != 1 else ''}"
    seat = about["seat_names"][about["seats"][cell.seat]]
    robot.start(house.address, about["title"], f"{scenario['title']} {turns}", seat, "staff")
