"""[2.4] Losses, their markers, and who is destroyed."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import arranged, has
from games.nach_paris.units.support import DI, examined
from marne.games.nach_paris.components.units import BY_ID, DE, FR, IDS, INFANTRY, RANK, STEPS
from marne.games.nach_paris.events import StepsLost
from marne.games.nach_paris.rules.units.losses import destroy, lose_steps
from marne.hexes import members


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


@pytest.mark.rule("2.4.6")
def test_who_is_destroyed_loses_nothing_more() -> None:
    board, unit = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert lose_steps(board, unit, -1) == lose_steps(board, unit, 0) == 0
    assert not board.events
    destroy(board, unit)
    lost = list(board.step_losses)
    assert lose_steps(board, unit, 1) == 0
    assert board.step_losses == lost


@pytest.mark.rule("2.4.2", "8.3.4")
def test_a_loss_that_is_not_marked_leaves_no_marker() -> None:
    board, unit = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert lose_steps(board, unit, 1, marked=False) == 1
    assert board.loss_marker == {}
    assert lose_steps(board, unit, 1) == 1
    assert board.loss_marker == {unit: 2}
    assert lose_steps(board, unit, 0) == 0
    assert (board.lost[unit], board.lost_now[unit], board.step_losses[DE]) == (2, 2, 2)


@pytest.mark.rule("2.4.6")
def test_whoever_is_destroyed_takes_its_own_markers_along() -> None:
    board, names = (
        still({"18.ID": "AW22 N", "17.ID": "AW22 N"}),
        ("forced", "limited", "cut_off", "in_position", "fogged"),
    )
    gone, other = BY_ID["18.ID"], BY_ID["17.ID"]
    for name in names:
        setattr(board, name, 1 << gone | 1 << other)
    destroy(board, gone)
    assert {getattr(board, name) for name in names} == {1 << other}


@pytest.mark.rule("2.4.6", "13.1.7")
def test_only_a_lost_headquarters_is_noted_to_come_back() -> None:
    board = still({"18.ID": "AW22 N", "1.AOK": "AW22"})
    destroy(board, BY_ID["18.ID"])
    assert board.headquarters_lost == {}
    assert board.step_losses[DE] == STEPS[BY_ID["18.ID"]]
    destroy(board, BY_ID["1.AOK"])
    assert board.headquarters_lost == {BY_ID["1.AOK"]: 8}


@pytest.mark.rule("9.3.6", "8.3.4")
@pytest.mark.parametrize(
    ("rank", "count", "combat", "marker"),
    [
        (0, 1, True, 0),
        (0, 2, True, 1),
        (0, 1, False, 1),
        (0, 2, False, 2),
        (1, 1, True, 1),
        (1, 2, True, 1),
        (1, 2, False, 2),
        (2, 1, True, 1),
        (2, 2, True, 2),
        (2, 3, True, 2),
        (2, 2, False, 2),
    ],
)
@pytest.mark.reading("a-plus-barraged")
def test_the_best_ranks_recover_sooner_from_losses_in_combat_alone(
    rank: int, count: int, combat: bool, marker: int
) -> None:
    who = next(one for one in members(INFANTRY) if RANK[one] == rank and STEPS[one] == 4)
    board = still({IDS[who]: "AW22 N"})
    lose_steps(board, who, count, combat=combat)
    assert board.loss_marker.get(who, 0) == marker
    board.loss_marker[who] = 2
    lose_steps(still({IDS[who]: "AW22 N"}), who, 1, combat=combat)
    assert board.loss_marker[who] == 2


@pytest.mark.rule("2.4.2", "2.4.6")
def test_steps_are_lost_until_none_is_left_and_then_no_more() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    board.step_losses = [0, 0, 0, 0]
    assert lose_steps(board, who, 0) == lose_steps(board, who, -1) == 0
    assert (board.lost[who], lose_steps(board, who, 1), board.lost[who]) == (0, 1, 1)
    assert (board.lost_now[who], board.step_losses[DE]) == (1, 1)
    assert lose_steps(board, who, 9) == 3
    assert (board.where[who] < 0, board.step_losses[DE]) == (True, 4)
    told = len(board.events)
    assert lose_steps(board, who, 1) == 0
    assert len(board.events) == told, "who is destroyed loses nothing"


@pytest.mark.rule("3.2.5", "9.3.6", "8.3.4")
@pytest.mark.parametrize(
    ("name", "combat", "markers"),
    [
        ("1.GID", True, [None, 1, 1]),
        ("5.ID", True, [1, 1, 1]),
        ("3.ID", True, [1, 2, 2]),
        ("1.GID", False, [1, 2, 2]),
    ],
)
def test_the_best_have_fewer_markers_for_what_they_lose_in_combat(
    name: str, combat: bool, markers: list[int | None]
) -> None:
    board, unit, found = still({name: "AW22 N"}), BY_ID[name], []
    for _ in range(3):
        lose_steps(board, unit, 1, combat=combat)
        found.append(board.loss_marker.get(unit))
    assert found == markers


@pytest.mark.rule("2.4.2", "2.4.6")
def test_the_last_step_tells_of_the_end_alone_and_leaves_no_marker() -> None:
    board = examined().board
    board.events = []
    assert lose_steps(board, DI, STEPS[DI]) == STEPS[DI]
    assert not [event for event in board.events if isinstance(event, StepsLost)]
    assert DI not in board.loss_marker
