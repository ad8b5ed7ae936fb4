"""T6: attacks, with dice given."""

from __future__ import annotations

from typing import Any

import pytest

from marne.engine import Modifier, Position
from training.board import Field
from training.events import Attacked, ChitsShown, Fought, Moved, StepLost
from training.rules.combat import odds_column

from .support import arranged, asked, events, legal, play, refused, unit, where

TWO_AGAINST_ONE: dict[str, Any] = {
    "B1": unit("infantry", "0303"),
    "B2": unit("infantry", "0304"),
    "R1": unit("infantry", "0403"),
}


def attacking(units: dict[str, Any] = TWO_AGAINST_ONE, **changes: Any) -> Position[Field]:
    """Blue in its combat phase."""
    position = play(arranged(units=units, **changes), "done")
    while asked(position) == "Fire":
        position = play(position, "hold")
    return position


@pytest.mark.rule("T6", "T6.1")
def test_attacks() -> None:
    position = attacking()
    assert legal(position) == ["0403", "done"]
    assert refused(position, "0404") == ("T6.1", "no enemies are in 0404")
    position = play(position, "0403")
    assert events(position, Attacked) == [Attacked("T6.1", 0, "0403", ("B1", "B2"))]
    assert play(position, "stand", 2).over, "each hex once, each counter once: nothing is left to attack"


@pytest.mark.rule("T6.1")
def test_a_hex_is_attacked_once_and_by_those_in_order() -> None:
    units = {**TWO_AGAINST_ONE, "R2": unit("guns", "0402"), "R3": unit("cavalry", "0601")}
    position = attacking(units)
    assert legal(position) == ["0402", "0403", "done"]
    position = play(position, "0402")
    assert events(position, Attacked)[0].counters == ("B1",)
    position = play(position, "stand", 3)
    assert legal(position) == ["0403", "done"]
    assert refused(position, "0402") == ("T6.1", "0402 was attacked this turn")
    position = play(position, "0403")
    assert events(position, Attacked)[0].counters == ("B2",), "the other has fought"
    assert refused(attacking(units), "0601") == ("T6.1", "none of yours beside 0601 can still fight this turn")


@pytest.mark.rule("T6.2", "T6.8")
def test_the_defender_may_withdraw_before_the_attack() -> None:
    units = {**TWO_AGAINST_ONE, "R2": unit("guns", "0403")}
    position = play(attacking(units), "0403")
    assert position.open is not None
    assert (asked(position), position.open.actor) == ("Withdraw", 1)
    assert legal(position) == ["stand", "0503", "0504"], "out of zones; 0404 and 0402 are in blue's"
    assert refused(position, "0404") == (
        "T6.2",
        "a stack goes back one hex, out of enemy zones and where there is room",
    )
    gone = play(position, "0504")
    assert events(gone, Moved) == [Moved("T6.2", "R1", "0504"), Moved("T6.2", "R2", "0504")]
    assert asked(gone) == "Advance"
    assert legal(gone) == ["stay", "B1", "B2"]
    assert refused(gone, "B3") == ("T6.8", "B3 is off the map")
    gone = play(gone, "B2")
    assert where(gone, "B2") == "0403"


@pytest.mark.rule("T6.2")
def test_disordered_stacks_stand() -> None:
    units = {**TWO_AGAINST_ONE, "R1": unit("infantry", "0403", disordered=True)}
    assert asked(play(attacking(units), "0403")) == "ResolveAttack"


@pytest.mark.rule("T6.3")
def test_chits_are_committed_in_secret_and_shown_together() -> None:
    hands = {"blue": {"assault": 1, "blank": 1}, "red": {"trench": 1}}
    position = play(attacking(hands=hands), "0403", "stand")
    assert position.open is not None
    assert (position.open.actor, position.open.seen_by) == (0, (0,))
    assert legal(position) == ["none", "assault", "blank"]
    assert refused(position, "trench")[0] == "T6.3"
    position = play(position, "assault")
    assert position.open is not None
    assert (position.open.actor, position.open.seen_by) == (1, (1,))
    assert events(position, ChitsShown) == [], "not before both have chosen"
    position = play(position, "trench")
    assert events(position, ChitsShown) == [ChitsShown("T6.3", "assault", "trench")]
    position = play(position, 3)
    assert events(position, Fought)[0].modifiers == (Modifier("T6.3", "chit", 1), Modifier("T6.3", "chit", -1))
    assert position.board.hands == [[0, 0, 1], [0, 0, 0]], "what was committed is used up"


@pytest.mark.rule("T6.4")
@pytest.mark.parametrize(
    ("steps", "column"), [((2, 2, 2), "2:1"), ((2, 2, 1), "3:1"), ((1, 1, 2), "1:1"), ((2, 1, 2), "1:1")]
)
def test_odds(steps: tuple[int, int, int], column: str) -> None:
    board = arranged(units=TWO_AGAINST_ONE).board
    board.steps[0], board.steps[1], board.steps[7] = steps
    assert odds_column(board, (0, 1), [7]) == column


@pytest.mark.rule("T6.4")
def test_odds_never_fall_below_the_table() -> None:
    board = arranged(units={"B1": unit("cavalry", "0302", steps=1), "R1": unit("infantry", "0403")}).board
    assert odds_column(board, (0,), [7]) == "1:2"


@pytest.mark.rule("T6.5")
@pytest.mark.parametrize(
    ("die", "sum", "result"), [(1, -1, "A1"), (3, 1, "A1"), (4, 2, "-"), (5, 3, "EX"), (6, 4, "DR")]
)
def test_the_die_across_the_river_into_a_wood(die: int, sum: int, result: str) -> None:
    units = {
        "B1": unit("infantry", "0402"),
        "B2": unit("infantry", "0403"),
        "R1": unit("infantry", "0503"),
    }
    position = play(attacking(units), "0503", "stand", die)
    assert events(position, Fought) == [
        Fought(
            "T6.5",
            "0503",
            "2:1",
            die,
            (Modifier("T6.5", "wood", -1), Modifier("T6.5", "across the river", -1)),
            sum,
            result,
        )
    ]


@pytest.mark.rule("T6.5")
def test_disordered_defenders() -> None:
    units = {**TWO_AGAINST_ONE, "R1": unit("infantry", "0403", disordered=True)}
    position = play(attacking(units), "0403", 4)
    assert events(position, Fought)[0].modifiers == (Modifier("T6.5", "disordered defenders", 1),)


@pytest.mark.rule("T6.6", "T7.2")
def test_the_owner_chooses_losses() -> None:
    position = play(attacking(), "0403", "stand", 1)
    assert (asked(position), legal(position)) == ("TakeLoss", ["B1", "B2"])
    assert refused(position, "R1") == ("T6.6", "R1 is not yours")
    position = play(position, "B2")
    assert events(position, StepLost) == [StepLost("T6.6", "B2", 1)]
    weak = {**TWO_AGAINST_ONE, "R1": unit("infantry", "0403", steps=1), "R2": unit("decoy", "0707", up=False)}
    position = play(attacking(weak), "0403", "stand", 6)
    assert events(position, StepLost) == [StepLost("T6.6", "R1", 0)]
    assert where(position, "R1") == ""
    assert position.board.points == [1, 0]


@pytest.mark.rule("T6.7")
def test_retreat() -> None:
    position = play(attacking(), "0403", "stand", 4)
    assert position.open is not None
    assert (asked(position), position.open.actor, legal(position)) == ("Retreat", 1, ["0503", "0504"])
    assert refused(position, "0402")[0] == "T6.7"
    position = play(position, "0503")
    assert events(position, Moved) == [Moved("T6.7", "R1", "0503")]
    assert asked(position) == "Advance"


@pytest.mark.rule("T6.7")
def test_a_stack_that_cannot_retreat_loses_steps() -> None:
    units = {
        "B1": unit("infantry", "0102"),
        "B2": unit("infantry", "0201"),
        "R1": unit("infantry", "0101"),
        "R2": unit("guns", "0101"),
    }
    position = play(attacking(units), "0101", 5)
    assert events(position, StepLost) == [StepLost("T6.7", "R1", 1), StepLost("T6.7", "R2", 0)]
    assert where(position, "R1") == "0101"
    assert position.over, "no advance into a hex that is held"


@pytest.mark.rule("T6.8")
def test_advance_is_a_choice() -> None:
    position = play(attacking(), "0403", "stand", 4, "0503")
    assert legal(position) == ["stay", "B1", "B2"]
    assert where(play(position, "B1"), "B1") == "0403"
    assert where(play(position, "stay"), "B1") == "0303"
