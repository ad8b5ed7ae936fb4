"""Answers that lie below other counters: the counter on top stands for them, for the mouse, a finger and the robot."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from browser.house import House
from browser.robot.cells import Cell
from browser.robot.table import robot_of
from browser.robot.window import PHONE, WIDE, Size
from browser.test_dice_announced import stopped
from browser.visitor import Visitor
from marne.engine import Match

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PILES = 4
"""Piles of a large hex, filled from the bottom, one after the other."""


def all_below(match: Match) -> bool:
    """Who recovers in a hex of one army, where none of those who can lies on top."""
    if type(match.position.step).__name__ != "RestSome":
        return False
    scene = match.sight(match.actor).scene("en")
    stack = [piece for piece in scene.pieces if piece.place == scene.prompt.hex]
    tops, laid = set(), 0
    for left in range(PILES, 0, -1):
        laid += math.ceil((len(stack) - laid) / left)
        tops.add(stack[laid - 1].id)
    return len({piece.army for piece in stack}) == 1 and not tops & {choice.piece for choice in scene.prompt.choices}


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=lambda size: size.name)
def test_an_answer_below_others_can_be_given(house: House, visit: Callable[..., Visitor], size: Size) -> None:
    visitor = visit(**size.visitor)
    visitor.open_record(stopped("grand_illusion", "1", all_below))
    robot = robot_of(house, visitor, Cell("grand_illusion", "1", 0, size))
    first = robot.rest()
    assert "Who recovers" in first.question
    assert any("below it, to be chosen" in each.name for each in first.controls)
    look = first
    while look.moment == first.moment:  # a lock is a failure of the robot
        robot.step(look)
        look = robot.rest()
    assert any("below it, to be chosen" in line for line in robot.journal), robot.journal
