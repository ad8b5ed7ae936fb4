"""[5] The Combat Ability test."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import Game, actor, asked, happened, legal, play
from games.nach_paris.units.support import DI, examined
from marne.engine import Position
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, CAB, RELATED
from marne.games.nach_paris.events import CabTested, Destroyed
from marne.games.nach_paris.rules.units.cab import CabTest, by_its_camp, passes
from marne.hexes import members


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


@pytest.mark.rule("5.1.3", "5.1.1")
def test_a_test_counts_the_losses_from_before_also_if_there_were_none() -> None:
    board, unit = still({"18.ID": "AW22 N -2"}), BY_ID["18.ID"]
    assert [CabTest(unit, lost=lost).cab(board) for lost in (-1, 0, 1, 2)] == [
        CAB[unit][2],
        CAB[unit][0],
        CAB[unit][1],
        CAB[unit][2],
    ]
    assert CAB[unit][0] != CAB[unit][2]


@pytest.mark.rule("5.1.1", "5.1.2")
def test_a_die_passes_up_to_the_cab_and_never_at_nothing() -> None:
    assert [passes(die, 7) for die in (1, 7, 8, 20)] == [True, True, False, False]
    assert not passes(1, 0)
    assert passes(1, 1)
    assert not passes(0, 0)


@pytest.mark.rule("5.1.4")
def test_a_unit_of_a_camp_that_is_off_the_map_is_by_no_camp() -> None:
    unit = next(iter(members(RELATED)))
    name = next(id for id, number in BY_ID.items() if number == unit)
    camp = next(hex for hex in range(len(MAP.grid)) if by_its_camp(still({name: f"{MAP.grid.label(hex)} N"}), unit))
    assert MAP.camp[camp] >= 0 or any(MAP.camp[n] >= 0 for n in MAP.grid.neighbours[camp])
    for place in ("waiting", "destroyed", "aside"):
        assert not by_its_camp(still({name: place}), unit)
