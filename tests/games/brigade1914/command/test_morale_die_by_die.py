"""C6: the morale test for every grade, every help and every die, and what follows it."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, names
from games.brigade1914.support import battle as arranged
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.events import MarkersRemoved
from marne.games.brigade1914.events import Tested as Roll
from marne.games.brigade1914.rules.command.testing import MoraleTest, Reroll

NEEDS = {"E": 3, "": 4, "R": 5}
AIDS = {"none": 0, "general": 1, "enemy": -1, "both": 0}


def shaken(grade: str = "", aid: str = "none", nation: str = "french", markers: int = 3) -> Battlefield:
    """A battalion with markers; `aid` says who is near it."""
    units: dict[str, Any] = {"b1": {"at": [3000, 4000], "markers": markers, "tokens": 2}}
    if aid in ("enemy", "both"):
        units["r1"] = {"at": [3000, 3700], "facing": 180}
    general = [3000, 4600, 0] if aid in ("general", "both") else [7000, 4600, 0]
    lists = (f"{nation} infantry", "german infantry")
    return arranged(f"bn4{grade} bn4", lists=lists, units=units, generals={"blue": general}).board


@pytest.mark.rule("C6", "C22")
@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("grade", NEEDS)
@pytest.mark.parametrize("die", range(1, 7))
def test_every_die(grade: str, aid: str, die: int) -> None:
    board = shaken(grade, aid)
    steps = MoraleTest(B1).do(board, die)
    passed = die + AIDS[aid] >= NEEDS[grade]
    gone = 0 if not passed else 2 if die == 6 else 1
    assert board.markers[B1] == 3 - gone, "two only on a natural 6"
    (told,) = (event for event in board.events if isinstance(event, Roll))
    assert (told.rule, told.what, told.die, told.need) == ("C6", "morale", die, NEEDS[grade])
    assert told.result == ("passed" if passed else "failed")
    assert sum(modifier.amount for modifier in told.modifiers) == AIDS[aid]
    removed = [event.markers for event in board.events if isinstance(event, MarkersRemoved)]
    assert removed == ([gone] if gone else [])
    assert names(steps) == ([] if passed else ["SteadyAfterAll"])


@pytest.mark.rule("C6", "A12")
@pytest.mark.parametrize(("nation", "used", "step"), [
    ("british", 0, "Reroll"), ("british", 1, "SteadyAfterAll"),
    ("french", 0, "SteadyAfterAll"), ("german", 0, "SteadyAfterAll"), ("belgian", 0, "SteadyAfterAll"),
])  # fmt: skip
def test_who_may_roll_a_failed_one_again(nation: str, used: int, step: str) -> None:
    board = shaken(nation=nation)
    board.reroll[0] = used
    steps = MoraleTest(B1).do(board, 1)
    assert names(steps) == [step]
    assert step != "Reroll" or steps == (Reroll(B1, 4, "morale"),)
    assert board.markers[B1] == 3
    passed = shaken(nation=nation)
    assert MoraleTest(B1).do(passed, 5) == (), "a passed one is over"
    assert passed.markers[B1] == 2


@pytest.mark.rule("C6")
def test_the_last_marker_goes_on_any_pass() -> None:
    for die in (4, 5, 6):
        board = shaken(markers=1)
        assert MoraleTest(B1).do(board, die) == ()
        assert board.markers[B1] == 0
