"""[5] The Combat Ability test, [2.4] losses."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, play
from marne.engine import Position
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.events import CabTested, Destroyed, StepsLost
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps, destroy, lose_steps

DI = BY_ID["1re-DI"]


def examined(unit: str = "1re-DI", place: str = "BC9", *keys: str, **changes: Any) -> Game:
    """A unit that tests in a Combat Phase, and loses a step if it fails."""
    changes.setdefault("turn", 4)  # neither hot nor wet
    position = arranged(units={unit: place}, begin="nothing", **changes)
    board = position.board
    board.phase, board.side = "combat", 1
    number = BY_ID[unit]
    mods = tuple(modifier(key) for key in keys)
    return Position.begin(board, CabTest(number, mods, failed=(LoseSteps(number, 1),)))


def needed(position: Game) -> int:
    step = position.step
    assert isinstance(step, CabTest)
    return step.needed(position.board)


@pytest.mark.rule("5.1.1")
def test_a_die_up_to_the_cab_passes_and_one_more_fails() -> None:
    position = examined()
    assert (asked(position), actor(position)) == ("CabTest", "chance")
    assert legal(position) == [str(die) for die in range(1, 21)]
    assert play(position, 13).board.lost[DI] == 0
    assert play(position, 14).board.lost[DI] == 1


@pytest.mark.rule("5.1.2")
def test_modifiers_change_the_cab_before_the_roll_and_are_told() -> None:
    position = examined("1re-DI", "BC9", "cab.red", "cab.heavy.12")
    assert needed(position) == 10
    (event,) = happened(play(position, 10), CabTested)
    assert event.passed
    assert [(each.rule, each.amount) for each in event.modifiers] == [("9.5.1", -1), ("9.5.2", -2)]
    (event,) = happened(play(position, 11), CabTested)
    assert not event.passed


@pytest.mark.rule("5.1.2", "5.1.1")
def test_a_cab_of_nothing_fails_unrolled() -> None:
    weak = examined("1re-DI", "BC9 -3", "retreat.arf.12", "cab.siege")  # 8 - 6 - 2
    assert weak.open is None
    assert happened(weak, CabTested)[0].die == 0
    assert happened(weak, Destroyed)
    one_left = examined("1re-DI", "BC9 -3", "retreat.arf.12", "cab.red")
    assert needed(one_left) == 1
    assert play(one_left, 1).board.lost[DI] == 3


@pytest.mark.rule("5.1.3")
def test_after_losses_the_cab_of_before_counts() -> None:
    position = examined("1re-DI", "BC9 -2")
    board = position.board
    after = Position.begin(board.copy(), CabTest(DI))
    before = Position.begin(board.copy(), CabTest(DI, lost=1))
    assert (needed(after), needed(before)) == (10, 13)


@pytest.mark.rule("5.1.4")
@pytest.mark.parametrize(("place", "more"), [("AK30", 2), ("AJ31", 2), ("AL31", 2), ("AM32", 0), ("BC9", 0)])
def test_fortress_units_test_better_in_and_beside_their_own_camp(place: str, more: int) -> None:
    assert needed(examined("145e-RI", place)) == 13 + more
    assert needed(examined("1re-DI", place)) == 13, "which belongs to no camp"


@pytest.mark.rule("5.1.4")
def test_the_camp_of_others_does_not_help() -> None:
    assert needed(examined("71e-DR", "AK30")) == 12, "it belongs to Épinal"
    assert needed(examined("71e-DR", "O8")) == 14


@pytest.mark.rule("7.4.2")
def test_extended_movement_costs_one_or_two_in_the_combat_phase_alone() -> None:
    for mark, cab in (("extended1", 12), ("extended2", 11)):
        position = examined("1re-DI", f"BC9 {mark}")
        assert needed(position) == cab
        position.board.phase = "movement"
        assert needed(position) == 13


@pytest.mark.rule("7.5.4")
def test_a_forced_march_costs_three_in_every_phase() -> None:
    position = examined("1re-DI", "BC9 forced")
    assert needed(position) == 10
    position.board.phase = "admin"
    assert needed(position) == 10


@pytest.mark.rule("15.1.1")
def test_heat_costs_one() -> None:
    assert needed(examined(turn=5)) == 12
    assert needed(examined(turn=4)) == 13


@pytest.mark.rule("21.2.1")
def test_indoctrinated_divisions_test_better() -> None:
    assert needed(examined("1re-DI", "BC9 doctrine")) == 14


# -- losses


@pytest.mark.rule("2.4.2", "2.4.6")
def test_losses_raise_the_attrition_level_and_the_last_step_destroys() -> None:
    board = examined().board
    assert lose_steps(board, DI, 2) == 2
    assert (board.lost[DI], board.steps(DI), board.cab(DI)) == (2, 2, 10)
    assert [event.left for event in board.events if isinstance(event, StepsLost)] == [2]
    assert lose_steps(board, DI, 3) == 2, "no more than there are"
    assert board.where[DI] < 0
    assert board.step_losses[FR] == 4


@pytest.mark.rule("8.3.4", "9.3.6", "3.2.5")
def test_markers_by_losses_and_rank() -> None:
    def marker(unit: str, count: int, *, combat: bool) -> int:
        board = examined(unit).board
        lose_steps(board, BY_ID[unit], count, combat=combat)
        return board.loss_marker.get(BY_ID[unit], 0)

    assert [marker("1re-DI", n, combat=True) for n in (1, 2, 3)] == [1, 2, 2]
    assert [marker("1st-Div", n, combat=True) for n in (1, 2)] == [0, 1], "A+"
    assert [marker("Cav-Div", n, combat=True) for n in (1, 2)] == [1, 1], "A"
    assert [marker("1st-Div", n, combat=False) for n in (1, 2)] == [1, 2], "a barrage bars everybody"


@pytest.mark.rule("13.1.7", "2.4.6")
def test_a_destroyed_headquarters_is_noted_with_its_turn() -> None:
    board = arranged(turn=9, units={"2.AOK": "BC9"}, begin="nothing").board
    destroy(board, BY_ID["2.AOK"])
    assert board.headquarters_lost == {BY_ID["2.AOK"]: 9}


@pytest.mark.rule("21.3.1")
def test_a_loss_ends_indoctrination() -> None:
    position = examined("1re-DI", "BC9 doctrine")
    lose_steps(position.board, DI, 1)
    assert not has(position, "indoctrinated", "1re-DI")
    assert has(position, "tested", "1re-DI")
