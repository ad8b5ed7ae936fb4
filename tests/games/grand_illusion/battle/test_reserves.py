"""9.2.5, 9.3.4: reserves and their fire."""

from __future__ import annotations

import pytest

from games.grand_illusion.battle.support import DEAD
from games.grand_illusion.battlefield import battle, front, reserves, shot, to_dice
from games.grand_illusion.positions import QUIET
from games.grand_illusion.support import actor, asked, down, happened, legal, play, where
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.events import Placed
from marne.games.grand_illusion.rules.battle.battle_board import DEFENDER, RESERVE, Fight
from marne.games.grand_illusion.rules.battle.battle_fire import FrontLine, ReserveFire
from marne.games.grand_illusion.rules.battle.battle_placement import put_on


@pytest.mark.rule("9.2.5", "9.8.2")
def test_defenders_whom_nobody_attacks() -> None:
    position = play(battle("FR.XX", "GE.X GE.VII GE.II*"), QUIET, "against GE.VII")
    assert legal(position) == ["behind GE.VII", "leave out"]
    assert actor(position) == "german"
    position = play(position, "behind GE.VII")
    assert front(position) == [("FR.XX", "GE.VII")], "the disrupted corps has gone back to the hex"
    assert reserves(position) == [("", "GE.X")]


@pytest.mark.rule("9.2.5", "9.2.1")
def test_attackers_in_excess_up_to_four_in_all() -> None:
    position = play(battle("FR.XX FR.XV FR.XVI FR.X FR.I FR.III", "GE.X GE.VII"), QUIET)
    position = play(position, "front FR.I", "against GE.X", "front FR.III")
    assert asked(position) == "AttackerReserve"
    position = play(position, "reserve FR.XX", "behind FR.I", "reserve FR.XV")
    assert asked(position) == "Fire", "four spaces are full; two corps stay in the hex"
    assert sorted(reserves(position)) == [("FR.XV", ""), ("FR.XX", "")]


@pytest.mark.rule("9.2.5")
def test_reserves_may_be_declined_and_the_disrupted_never_stand_there() -> None:
    position = play(battle("FR.XX FR.XV FR.X*", "GE.X"), QUIET, "front FR.XX")
    assert legal(position) == ["reserve FR.XV", "done"]
    assert reserves(play(position, "done")) == []


@pytest.mark.rule("9.2.5", "9.6.1")
def test_reserves_stand_behind_any_front_that_fights() -> None:
    position = play(battle("FR.XX FR.XV FR.2-C", "GE.X GE.9-C"), QUIET)
    position = play(position, "front FR.XX", "against GE.X", "front FR.XV")
    assert legal(position) == ["reserve FR.2-C", "done"]
    position = play(position, "reserve FR.2-C")
    spaces = position.board.spaces
    column = next(i for i in range(4) if spaces[4 + i])
    assert spaces[8 + column] == 1 << BY_ID["GE.9-C"], "cavalry behind the corps that faces cavalry"


@pytest.mark.rule("9.2.5")
def test_the_attacker_chooses_behind_whom_and_the_defender_may_leave_out() -> None:
    position = play(battle("FR.XX FR.XV FR.I", "GE.X GE.VII"), QUIET, "front FR.XX", "against GE.X", "front FR.XV")
    position = play(position, "reserve FR.I")
    assert sorted(legal(position)) == ["behind FR.XV", "behind FR.XX"]
    for name in ("FR.XX", "FR.XV"):
        chosen = play(position, f"behind {name}").board.spaces
        column = next(i for i in range(4) if chosen[i] == 1 << BY_ID[name])
        assert chosen[4 + column] == 1 << BY_ID["FR.I"]
    idle = play(battle("FR.XX", "GE.X GE.VII"), QUIET, "against GE.X", "leave out")
    assert reserves(idle) == []
    assert front(idle) == [("FR.XX", "GE.X")]


@pytest.mark.rule("9.2.2", "9.2.3", "9.2.5")
def test_four_front_spaces_and_four_reserves_on_each_side() -> None:
    board = battle("FR.XX", "GE.X").board
    board.events = []
    for space in range(2 * DEFENDER):
        put_on(board, 1 << BY_ID["FR.XX"], space, "9.2.2")
    assert [event.row for event in board.events if isinstance(event, Placed)] == (["front"] * 4 + ["reserve"] * 4) * 2


@pytest.mark.rule("9.2.5", "9.2.2")
def test_units_are_shown_in_the_row_where_they_stand() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X"), QUIET)
    assert {event.row for event in happened(position, Placed)} == {"front"}
    position = play(position, "front FR.XX")
    assert [event.row for event in happened(position, Placed)] == ["front"]
    position = play(position, "reserve FR.XV")
    assert [event.row for event in happened(position, Placed)] == ["reserve"]
    for others in ("GE.X GE.VII", "GE.VII GE.X GE.II*"):
        idle = play(battle("FR.XX", others), QUIET)
        for target in ("GE.X", "GE.VII"):
            behind = play(idle, f"against {target}", f"behind {target}")
            assert [event.row for event in happened(behind, Placed)] == ["reserve"]
            assert asked(behind) == "Fire", "nobody is asked twice"


@pytest.mark.rule("9.2.5", "9.2.1")
def test_three_in_front_leave_room_for_one_in_reserve() -> None:
    position = play(battle("FR.XX FR.XV FR.XVI FR.X FR.I", "GE.X GE.VII GE.II"), QUIET)
    while asked(position) in ("PlaceAttackers", "PlaceOpposite"):
        position = play(position, legal(position)[0])
    assert asked(position) == "AttackerReserve"
    position = play(position, legal(position)[0])
    while asked(position) == "PlaceBehind":
        position = play(position, legal(position)[0])
    assert asked(position) == "Fire", "four in all"
    assert len(reserves(position)) == 1


@pytest.mark.rule("9.2.5")
@pytest.mark.reading("reserve-space")
def test_a_second_reserve_stands_behind_the_other_front() -> None:
    start = play(battle("FR.XX FR.XV FR.I FR.III", "GE.X GE.VII"), QUIET, "front FR.XX", "against GE.X", "front FR.XV")
    for first in ("FR.XX", "FR.XV"):
        position = play(start, "reserve FR.I", f"behind {first}", "reserve FR.III")
        assert asked(position) == "Fire", "there is one space left, and nobody is asked"
        assert sorted(mine for mine, _ in reserves(position)) == ["FR.I", "FR.III"]


@pytest.mark.rule("9.3.4")
def test_reserves_fire_at_survivors_without_answer() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X"), QUIET, "front FR.XX", "reserve FR.XV", 1, 6)
    assert down(position, "GE.X")
    assert asked(position) == "ReserveFire"
    position, event = shot(position, 1)
    assert (event.units, event.target) == ("FR.XV", "GE.X")
    assert where(position, "GE.X") == DEAD
    assert asked(position) != "ReserveFire"


@pytest.mark.rule("9.3.4")
def test_a_reserve_without_a_target_left_does_not_fire() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV", 1, 6)
    assert where(position, "GE.X") == DEAD
    assert asked(position) != "ReserveFire"


@pytest.mark.rule("9.3.4", "9.2.5")
def test_defending_reserves_and_forts_fire_too() -> None:
    position = play(battle("GE.X", "FR.XX FR.F-Maubeuge", side="german", hex=54), QUIET, "behind FR.XX", 6, 6)
    position, event = shot(position, 5)
    assert (event.units, event.target, event.strength, event.hit) == ("FR.F-Maubeuge", "GE.X", 5, True)


@pytest.mark.rule("9.3.4", "9.3.1", "9.3.3")
def test_a_reserve_has_nothing_to_fire_at_when_the_front_is_gone() -> None:
    position = to_dice(play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV"))
    position, _ = shot(position, 2)
    position, _ = shot(position, 6)
    assert where(position, "GE.X") == -1
    assert asked(position) not in ("Fire", "ReserveFire", "DefenderFire")
    missed = to_dice(play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV"))
    missed, _ = shot(missed, 6)
    missed, _ = shot(missed, 6)
    assert asked(missed) == "ReserveFire"


@pytest.mark.rule("9.3.4")
@pytest.mark.reading("reserve-fire")
def test_attacking_reserves_fire_before_defending_ones() -> None:
    """Two against two: FR.XV stands behind FR.XX, the fort behind GE.X."""
    board = battle("FR.XX FR.XV", "GE.X GE.VII").board
    xx, xv, x, vii = (1 << BY_ID[name] for name in ("FR.XX", "FR.XV", "GE.X", "GE.VII"))
    board.spaces[0], board.spaces[RESERVE] = xx, xv
    board.spaces[DEFENDER], board.spaces[DEFENDER + RESERVE] = x, vii
    steps = FrontLine(Fight(xx | xv, 0, False)).do(board)
    fire = [(step.space, step.target) for step in steps if isinstance(step, ReserveFire)]
    assert fire == [(RESERVE, DEFENDER), (DEFENDER + RESERVE, 0)]
