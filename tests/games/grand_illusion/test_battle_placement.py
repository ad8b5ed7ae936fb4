"""9.2: the battle board: placement, stacks, reserves, cavalry that leaves."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle, front, miss_all, reserves, shot, to_dice
from games.grand_illusion.support import Game, actor, asked, down, happened, legal, play
from marne.games.grand_illusion.components.units import BY_ID, written
from marne.games.grand_illusion.events import Placed
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_placement import PlaceAttackers

QUIET = 5


@pytest.mark.rule("9.2", "9.2.1", "9.2.2")
def test_the_defender_lines_up_four_of_his_best() -> None:
    position = play(battle("FR.XX", "GE.X GE.VII GE.II GE.IV GE.IX GE.Naval"), QUIET)
    assert asked(position) == "PlaceDefenders"
    assert actor(position) == "german"
    corps = ["front GE.II", "front GE.IV", "front GE.IX", "front GE.VII", "front GE.X"]
    assert legal(position) == corps
    position = play(position, "front GE.VII", "front GE.II", "front GE.X", "front GE.IV")
    assert [theirs for _, theirs in front(position)] == ["GE.VII", "GE.II", "GE.X", "GE.IV"]


@pytest.mark.rule("9.2.2")
def test_nobody_is_asked_where_all_have_a_place() -> None:
    position = play(battle("FR.XX", "GE.X GE.VII* GE.9-C"), QUIET)
    assert asked(position) == "PlaceOpposite", "three spaces, and the attacker's choice begins"


@pytest.mark.rule("9.2.2", "ES-8")
@pytest.mark.parametrize(("edition", "fourth"), [("english", "FR.Marine"), ("spanish", "FR.2-C")])
def test_cavalry_or_brigades_first(edition: str, fourth: str) -> None:
    position = battle("GE.X", "FR.XX FR.XV FR.XVI FR.Marine FR.2-C", side="german", edition=edition)
    position = play(position, QUIET)
    assert fourth in [theirs for _, theirs in front(position)]
    assert len(front(position)) == 4


@pytest.mark.rule("9.2.2")
def test_disrupted_units_and_forts_come_last() -> None:
    position = battle("GE.X", "FR.XX FR.XV FR.XVI FR.I* FR.F-Maubeuge", side="german", hex=54)
    position = play(position, QUIET)
    assert [theirs for _, theirs in front(position)] == [["FR.XV", "FR.XVI", "FR.XX"][n] for n in (2, 0, 1)] + ["FR.I"]


@pytest.mark.rule("9.2.2")
def test_two_infantry_divisions_may_stack_like_a_corps() -> None:
    position = battle("GE.X", "FR.Maroc FR.45 FR.XX FR.XV FR.XVI FR.X", side="german")
    position = play(position, QUIET)
    assert "front FR.Maroc" in legal(position), "as half of a stack, beside the corps"
    position = play(position, "front FR.Maroc")
    assert asked(position) != "StackUp", "alone it would be out of turn, and there is only one to stand with"
    assert front(position) == [("", "FR.Maroc FR.45")]


@pytest.mark.rule("9.2.2")
def test_stacking_is_the_owners_choice_when_it_is_a_divisions_turn() -> None:
    position = play(battle("GE.X", "FR.Maroc FR.45 FR.XX", side="german"), QUIET)
    assert legal(position) == ["front FR.Maroc", "front FR.45"], "the corps has its place"
    position = play(position, "front FR.45")
    assert legal(position) == ["stack FR.Maroc", "alone"]
    assert [theirs for _, theirs in front(play(position, "alone"))] == ["FR.XX", "FR.45", "FR.Maroc"]


@pytest.mark.rule("9.2.2")
def test_only_the_same_nation_and_arm_stack() -> None:
    position = play(battle("GE.X", "FR.Maroc BR.1 BE.3 FR.2-C", side="german", hex=44), QUIET)
    assert len(front(position)) == 4
    assert not any(" " in theirs for _, theirs in front(position))


@pytest.mark.rule("9.2.2", "ES-9")
@pytest.mark.parametrize(("edition", "stacks"), [("english", False), ("spanish", True)])
def test_disrupted_units_stack_only_in_spanish(edition: str, stacks: bool) -> None:
    position = play(battle("GE.X", "FR.Maroc* FR.45*", side="german", edition=edition), QUIET)
    assert (asked(position) == "PlaceDefenders") is stacks
    if stacks:
        position = play(position, "front FR.45", "stack FR.Maroc")
        assert front(position)[0][1] == "FR.Maroc FR.45"
    else:
        assert [theirs for _, theirs in front(position)] == ["FR.Maroc", "FR.45"]


@pytest.mark.rule("9.2.3")
def test_the_attacker_faces_undisrupted_units_first() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X GE.VII*"), QUIET)
    assert legal(position) == ["front FR.XX", "front FR.XV"]
    position = play(position, "front FR.XV")
    assert front(position) == [("FR.XX", "GE.VII"), ("FR.XV", "GE.X")] or front(position) == [
        ("FR.XV", "GE.X"), ("FR.XX", "GE.VII"),
    ]  # fmt: skip


@pytest.mark.rule("9.2.3", "9.6.1", "9.5.1")
def test_cavalry_never_faces_a_fort() -> None:
    position = battle("GE.9-C GE.X", "FR.F-Maubeuge FR.1-C*", side="german", hex=54)
    position = play(position, QUIET)
    assert legal(position) == ["front GE.X", "front GE.9-C"], "cavalry may go against cavalry at once"
    position = play(position, "front GE.X")
    assert legal(position) == ["against FR.1-C", "against FR.F-Maubeuge"], "the corps has the choice"
    position = play(position, "against FR.1-C")
    assert front(position) == [("GE.X", "FR.1-C"), ("", "FR.F-Maubeuge")]
    assert reserves(to_dice(position))[0][1] == "FR.F-Maubeuge"
    assert "GE.9-C" not in str(front(position)), "for the cavalry only the fort was left"


@pytest.mark.rule("9.2.3", "9.8.2")
def test_disrupted_attackers_come_if_they_like() -> None:
    position = play(battle("FR.XX FR.X*", "GE.X GE.VII"), QUIET, "against GE.X")
    assert legal(position) == ["front FR.X", "done"]
    position = play(position, "front FR.X")
    assert sorted(front(position)) == [("FR.X", "GE.VII"), ("FR.XX", "GE.X")]


@pytest.mark.rule("2.4", "9.2.3")
def test_a_strength_in_brackets_does_not_attack() -> None:
    position = play(battle("FR.XX", "GE.OR GE.X"), 10)
    assert [mine for mine, _ in front(to_dice(position))] == ["GE.X"], "not even in a counterattack"


@pytest.mark.rule("9.2.4")
def test_nobody_to_counterattack_no_counterattack() -> None:
    fort = play(battle("GE.X", "FR.F-Maubeuge", side="german", hex=54, others={"FR.X": 47}), 10)
    assert fort.board.battle == 0
    assert actor(fort) == "allied", "the initiative has gone over all the same"
    tired = play(battle("GE.X", "FR.XX*", side="german"), 10)
    assert legal(tired) == ["front FR.XX", "done"]
    over = play(tired, "done")
    assert over.board.battle == 0
    assert over.board.combat(36, 0), "nobody has to retreat"
    assert asked(play(tired, "front FR.XX")) == "Fire"


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


@pytest.mark.rule("9.6.1", "9.2.5", "ES-14")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize(
    ("cavalry", "defender", "may"),
    [("FR.2-C", "GE.X", False), ("FR.2-C", "GE.9-C", True), ("BR.1-C", "GE.X", True), ("BR.1-C", "GE.F-Trier", False)],
)
def test_cavalry_in_reserve(edition: str, cavalry: str, defender: str, may: bool) -> None:
    hex = 94 if defender == "GE.F-Trier" else 36
    position = play(battle(f"FR.XX {cavalry}", defender, hex=hex, edition=edition), QUIET)
    if asked(position) == "PlaceAttackers":
        position = play(position, "front FR.XX")
    assert (asked(position) == "AttackerReserve") is may


def riders(*, attackers: str = "FR.XX", defenders: str = "GE.9-C GE.X*") -> Game:
    return play(battle(attackers, defenders), QUIET)


@pytest.mark.rule("9.2.6", "9.6.2")
@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, True), (3, False), (6, False)])
def test_cavalry_leaves_before_infantry_and_is_shot_at(die: int, hit: bool) -> None:
    position = play(riders(), "withdraw")
    assert asked(position) == "ShotAtBacks"
    position = play(position, die)
    assert down(position, "GE.9-C") is hit
    assert asked(position) != "Fire", "the attackers ride after it and take no more part"


@pytest.mark.rule("9.2.6", "9.6.2", "ES-15")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_cavalry_that_leaves_before_cavalry_is_disrupted(edition: str) -> None:
    position = play(battle("FR.2-C", "GE.9-C", edition=edition), QUIET, "withdraw")
    assert down(position, "GE.9-C")
    assert asked(position) != "Fire"
    infantry = play(battle("FR.XX", "GE.9-C", edition=edition), QUIET, "withdraw")
    assert asked(infantry) == "ShotAtBacks"


@pytest.mark.rule("9.2.6", "9.6.2")
def test_a_reserve_moves_up_when_the_cavalry_goes() -> None:
    position = play(battle("FR.XX", "GE.9-C GE.F-Trier", hex=94), QUIET)
    assert asked(position) == "DefenderReserve"
    position = play(position, "behind GE.9-C", "withdraw", 6)
    assert front(position) == [("FR.XX", "GE.F-Trier")]
    assert reserves(position) == []
    assert asked(position) == "Fire"


@pytest.mark.rule("9.2.6")
def test_disrupted_cavalry_must_stand() -> None:
    position = riders(defenders="GE.9-C*")
    assert asked(position) == "Fire"


@pytest.mark.rule("9.2.6")
def test_a_battle_of_cavalry_that_all_left_ends_quietly() -> None:
    position = miss_all(play(riders(defenders="GE.9-C"), "withdraw"))
    assert position.board.battle == 36
    assert actor(position) == "german"


@pytest.mark.rule("9.2.3", "ES-8")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_attacking_brigades_stand_before_cavalry_in_both_editions(edition: str) -> None:
    attackers = "FR.XX FR.XV FR.XVI FR.Marine FR.2-C"
    position = play(battle(attackers, "GE.X GE.VII GE.II GE.IV", edition=edition), QUIET)
    while asked(position) == "PlaceAttackers" or asked(position) == "PlaceOpposite":
        assert "front FR.2-C" not in legal(position)
        position = play(position, legal(position)[0])
    assert "FR.Marine" in [mine for mine, _ in front(position)]
    assert "FR.2-C" not in [mine for mine, _ in front(position)]


@pytest.mark.rule("9.2.6", "9.6.1", "9.5.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_cavalry_and_a_fort_that_moved_up_fire_at_each_other(edition: str) -> None:
    position = play(battle("FR.2-C", "GE.9-C GE.F-Trier", hex=94, edition=edition), QUIET)
    position = play(position, "behind GE.9-C", "withdraw")
    assert front(position) == [("FR.2-C", "GE.F-Trier")]
    position, event = shot(position, 1)
    assert event.hit
    position, event = shot(position, 2)
    assert event.units == "GE.F-Trier"
    assert event.hit
    assert position.board.losses == {BY_ID["GE.F-Trier"]: 1}
    assert down(position, "FR.2-C")


@pytest.mark.rule("9.2.2", "9.2.1")
def test_staffs_and_guns_stay_in_the_hex() -> None:
    position = play(battle("FR.XX", "GE.X", others={"GE.HQ-2": 36, "GE.HA-420": 36, "FR.HQ-5": 36}), QUIET)
    assert front(position) == [("FR.XX", "GE.X")]
    assert asked(position) == "Fire"


@pytest.mark.rule("2.4", "9.2.3")
def test_brackets_leave_an_attack_to_the_others() -> None:
    position = to_dice(play(battle("FR.XX FR.XV", "GE.OR GE.X"), 10))
    assert [mine for mine, _ in front(position) if mine] == ["GE.X"]


@pytest.mark.rule("9.2.2")
def test_defenders_are_asked_only_where_there_is_a_choice() -> None:
    full = play(battle("FR.XX", "GE.X GE.VII GE.II GE.IV"), QUIET)
    assert asked(full) == "PlaceOpposite", "four corps and four spaces"
    five = play(battle("FR.XX", "GE.X GE.VII GE.II GE.IV GE.IX"), QUIET)
    assert asked(five) == "PlaceDefenders"
    mixed = play(battle("FR.XX", "GE.X GE.VII GE.II GE.Naval GE.39-R"), QUIET)
    assert asked(mixed) == "PlaceDefenders", "two divisions may take the place of a corps"
    assert legal(mixed) == ["front GE.Naval", "front GE.39-R"], "the corps have their places"
    last = play(battle("FR.XX", "GE.X GE.VII GE.II GE.Naval"), QUIET)
    assert [theirs for _, theirs in front(last)] == ["GE.II", "GE.VII", "GE.X", "GE.Naval"]
    empty = play(battle("FR.XX", "GE.9-C*"), QUIET)
    assert [theirs for _, theirs in front(empty)] == ["GE.9-C"]


@pytest.mark.rule("9.2.2")
def test_a_lone_division_stands_alone_and_a_pair_may() -> None:
    position = play(battle("GE.X", "FR.Maroc FR.45", side="german"), QUIET)
    assert legal(position) == ["front FR.Maroc", "front FR.45"]
    position = play(position, "front FR.Maroc")
    assert legal(position) == ["stack FR.45", "alone"]
    stacked = play(position, "stack FR.45")
    assert [theirs for _, theirs in front(stacked)] == ["FR.Maroc FR.45"]
    lone = play(battle("GE.X", "FR.Maroc", side="german"), QUIET)
    assert [theirs for _, theirs in front(lone)] == ["FR.Maroc"]


@pytest.mark.rule("9.2.3", "9.6.1")
def test_cavalry_may_jump_the_queue_only_against_cavalry() -> None:
    start = play(battle("FR.XX FR.XV FR.2-C", "GE.X GE.9-C"), QUIET)
    assert legal(start) == ["front FR.XX", "front FR.XV", "front FR.2-C"]
    position = play(start, "front FR.2-C")
    assert ("FR.2-C", "GE.9-C") in front(position), "it faces the cavalry, and nobody is asked"
    foot = play(battle("FR.XX FR.XV FR.2-C", "GE.X GE.VII"), QUIET)
    assert legal(foot) == ["front FR.XX", "front FR.XV"]
    tired = play(battle("FR.XX FR.XV FR.2-C*", "GE.X GE.9-C"), QUIET)
    assert "front FR.2-C" not in legal(tired)
    last = play(battle("FR.XX FR.2-C", "GE.X GE.9-C"), QUIET, "front FR.XX", "against GE.9-C")
    assert ("FR.2-C", "GE.X") in front(last), "when its turn comes it faces whoever is left"


@pytest.mark.rule("9.2.3", "9.2.2")
def test_cavalry_that_jumps_the_queue_may_take_a_second_division_along() -> None:
    position = play(battle("FR.XX FR.2-C FR.6-C", "GE.X GE.9-C"), QUIET, "front FR.2-C")
    assert legal(position) == ["stack FR.6-C", "alone"]
    position = play(position, "stack FR.6-C")
    assert ("FR.2-C FR.6-C", "GE.9-C") in front(position)


@pytest.mark.rule("9.2.3", "9.8.2")
def test_the_disrupted_are_placed_one_by_one_until_the_attacker_stops() -> None:
    position = play(battle("FR.XX FR.X* FR.I*", "GE.X GE.VII GE.II"), QUIET, "against GE.X")
    assert legal(position) == ["front FR.I", "front FR.X", "done"]
    one = play(position, "front FR.I", "against GE.II")
    assert legal(one) == ["front FR.X", "done"]
    assert len([mine for mine, _ in front(play(one, "done")) if mine]) == 2
    both = play(one, "front FR.X")
    assert sorted(mine for mine, _ in front(both)) == ["FR.I", "FR.X", "FR.XX"]
    none = play(position, "done")
    assert len([mine for mine, _ in front(none) if mine]) == 1


@pytest.mark.rule("9.1.2", "9.2.3", "9.1.4")
@pytest.mark.parametrize(
    ("fortune", "turn", "attacker", "driven"),
    [(6, 4, 0, "FR.X"), (11, 1, 0, "FR.X"), (5, 2, 0, ""), (6, 5, 0, ""), (6, 2, 1, "")],
)
def test_whom_offensive_to_the_limit_drives_on(fortune: int, turn: int, attacker: int, driven: str) -> None:
    position = play(battle("FR.XX", "GE.X GE.VII", turn=2, withdrew=[0, 0]), QUIET)
    board = position.board.copy()
    for name in ("FR.X", "FR.Maroc", "BR.1", "FR.2-C"):
        board.put(BY_ID[name], 36)
        board.down |= 1 << BY_ID[name]
    board.put(BY_ID["FR.XV"], 36)
    board.fortune, board.turn, board.attacker = fortune, turn, attacker
    fight = Fight(board.combat(36, 0), board.down, False)
    board.spaces = [0] * 16
    board.spaces[8], board.spaces[9] = 1 << BY_ID["GE.X"], 1 << BY_ID["GE.VII"]
    assert written(PlaceAttackers(fight).driven(board)) == driven
    if driven:
        board.spaces[0] = 1 << BY_ID["FR.X"]
        assert written(PlaceAttackers(fight).driven(board)) == "FR.Maroc", "infantry next"
        board.spaces[1] = 1 << BY_ID["FR.Maroc"]
        assert PlaceAttackers(fight).driven(board) == 0, "no space is left"
        board.spaces[10] = 1 << BY_ID["GE.II"]
        assert written(PlaceAttackers(fight).driven(board)) == "FR.2-C"
        assert written(PlaceAttackers(fight).volunteers(board)) == "FR.2-C BR.1"
        board.spaces[2] = 1 << BY_ID["FR.2-C"]
        assert PlaceAttackers(fight).driven(board) == 0


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


@pytest.mark.rule("9.2.6", "9.6.2")
def test_cavalry_in_any_space_may_leave() -> None:
    position = play(battle("FR.XX FR.XV FR.I", "GE.X GE.9-C GE.Gd-C*"), QUIET)
    while asked(position) in ("PlaceAttackers", "PlaceOpposite"):
        position = play(position, legal(position)[0])
    assert asked(position) == "CavalryWithdrawal"
    assert actor(position) == "german"
    assert legal(position) == ["stand", "withdraw"]
    stood = play(position, "stand")
    assert asked(stood) == "Fire", "disrupted cavalry is not asked"
    position = play(position, "withdraw", 6)
    assert sorted(theirs for _, theirs in front(position)) == ["", "GE.Gd-C", "GE.X"]


@pytest.mark.rule("9.2.3", "9.2.2", "ES-9")
@pytest.mark.parametrize(("edition", "stacks"), [("english", False), ("spanish", True)])
def test_disrupted_attackers_stack_only_in_spanish(edition: str, stacks: bool) -> None:
    position = play(battle("FR.XX FR.Maroc* FR.45*", "GE.X GE.VII", edition=edition), QUIET, "against GE.X")
    position = play(position, "front FR.Maroc")
    if stacks:
        assert legal(position) == ["stack FR.45", "alone"]
        assert ("FR.Maroc FR.45", "GE.VII") in front(play(position, "stack FR.45"))
        position = play(position, "alone")
    assert ("FR.Maroc", "GE.VII") in front(position)


@pytest.mark.rule("9.2.3", "9.2.2")
def test_attacking_divisions_stand_as_a_stack_beside_the_corps_or_alone_in_their_turn() -> None:
    position = play(battle("FR.Maroc FR.45 FR.XX", "GE.X GE.VII"), QUIET)
    assert legal(position) == ["front FR.XX", "front FR.Maroc", "front FR.45"]
    stacked = play(position, "front FR.Maroc", "against GE.VII")
    assert ("FR.Maroc FR.45", "GE.VII") in front(stacked), "one alone would be out of turn"
    turn = play(battle("FR.Maroc FR.45", "GE.X GE.VII"), QUIET, "front FR.Maroc", "against GE.X")
    assert legal(turn) == ["stack FR.45", "alone"]
    assert sorted(front(play(turn, "alone"))) == [("FR.45", "GE.VII"), ("FR.Maroc", "GE.X")]


@pytest.mark.rule("9.2.3", "9.6.1")
def test_cavalry_is_put_opposite_the_one_unit_that_is_no_fort() -> None:
    position = play(battle("GE.9-C", "FR.F-Maubeuge FR.X*", side="german", hex=54), QUIET)
    assert ("GE.9-C", "FR.X") in front(position), "and nobody is asked"


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
def test_a_second_reserve_stands_behind_the_other_front() -> None:
    start = play(battle("FR.XX FR.XV FR.I FR.III", "GE.X GE.VII"), QUIET, "front FR.XX", "against GE.X", "front FR.XV")
    for first in ("FR.XX", "FR.XV"):
        position = play(start, "reserve FR.I", f"behind {first}", "reserve FR.III")
        assert asked(position) == "Fire", "there is one space left, and nobody is asked"
        assert sorted(mine for mine, _ in reserves(position)) == ["FR.I", "FR.III"]
