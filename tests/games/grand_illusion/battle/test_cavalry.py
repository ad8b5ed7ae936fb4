"""9.2.6, 9.6, 9.6.1, 9.6.2: cavalry in combat, and leaving the board."""

from __future__ import annotations

import pytest

from games.grand_illusion.battle.support import DEAD
from games.grand_illusion.battlefield import battle, front, miss_all, reserves, shot, to_dice
from games.grand_illusion.positions import QUIET, of, told
from games.grand_illusion.support import Game, actor, asked, carried_out, down, legal, play, where
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fire import FrontLine
from marne.games.grand_illusion.rules.battle.battle_reserve import CavalryWithdrawal, DefenderReserve


@pytest.mark.rule("9.6.1", "9.2.5", "ES-14")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize(
    ("cavalry", "defender", "may"),
    [("FR.2-C", "GE.X", False), ("FR.2-C", "GE.9-C", True), ("BR.1-C", "GE.X", True), ("BR.1-C", "GE.F-Trier", False)],
)
@pytest.mark.reading("cavalry-reserve")
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


@pytest.mark.rule("9.2.6", "9.6.2")
@pytest.mark.reading("stack-moves-up")
def test_a_stack_of_cavalry_leaves_together_and_a_die_falls_for_each() -> None:
    position = riders(defenders="GE.9-C GE.2-C")
    while asked(position) in ("PlaceDefenders", "StackUp"):
        position = play(position, next((each for each in legal(position) if "stack" in each), legal(position)[0]))
    assert asked(position) == "CavalryWithdrawal"
    position = play(position, "withdraw")
    assert asked(position) == "ShotAtBacks"
    position = play(position, 1)
    assert asked(position) == "ShotAtBacks"
    assert not position.board.spaces[8]


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


@pytest.mark.rule("9.2.6", "9.6.1", "9.5.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.reading("fort-moves-up")
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


@pytest.mark.rule("9.6.1")
def test_infantry_fires_first_at_charging_cavalry() -> None:
    position = play(battle("FR.2-C", "GE.X"), QUIET)
    assert asked(position) == "FreeShot"
    position, event = shot(position, 5)
    assert (event.units, event.hit) == ("GE.X", True)
    assert down(position, "FR.2-C"), "at once"
    position, event = shot(position, 1)
    assert (event.units, event.strength) == ("FR.2-C", 1)
    position, event = shot(position, 1)
    assert event.units == "GE.X"
    assert where(position, "FR.2-C") == DEAD
    assert down(position, "GE.X")


@pytest.mark.rule("9.6.1", "9.3.3")
def test_cavalry_that_is_hit_on_its_way_stays_on_the_battle_board() -> None:
    position = play(battle("FR.2-C", "GE.X"), QUIET)
    position, _ = shot(position, 5)
    assert front(position) == [("FR.2-C", "GE.X")], "hit, and still there"
    dead = play(battle("FR.2-C*", "GE.X"), QUIET, "front FR.2-C")
    dead, _ = shot(dead, 1)
    assert [mine for mine, _ in front(dead) if mine] == [], "gone"


@pytest.mark.rule("9.6.1")
def test_cavalry_shot_down_on_its_way_does_not_fight() -> None:
    position = play(battle("FR.2-C*", "GE.X"), QUIET, "front FR.2-C")
    position, _ = shot(position, 1)
    assert where(position, "FR.2-C") == DEAD
    assert asked(position) not in ("Fire", "DefenderFire")


@pytest.mark.rule("9.6.1")
def test_no_free_shot_between_cavalry() -> None:
    assert asked(play(battle("FR.2-C", "GE.9-C"), QUIET, "stand")) == "Fire"


@pytest.mark.rule("9.6.1", "9.3.1")
def test_cavalry_that_charges_beside_a_corps_is_shot_at_first() -> None:
    position = play(battle("FR.XX FR.2-C", "GE.X GE.VII"), QUIET)
    position = to_dice(position)
    assert sorted(mine for mine, _ in front(position)) == ["FR.2-C", "FR.XX"]
    seen = []
    for _ in range(5):
        seen.append(asked(position))
        position, _ = shot(position, 6)
    assert sorted(seen) == ["DefenderFire", "DefenderFire", "Fire", "Fire", "FreeShot"]


@pytest.mark.rule("9.6.1", "9.8.2")
def test_why_not_in_reserve() -> None:
    position = play(battle("FR.XX FR.XV FR.2-C FR.I*", "GE.X"), QUIET, "front FR.XX")
    assert asked(position) == "AttackerReserve"
    assert told(position, piece="FR.2-C") == ("9.6.1", "why.cavalry_reserve")
    assert told(position, piece="FR.I") == ("9.8.2", "why.tired_reserve")
    assert told(position, piece="FR.XX") == ("9.2.5", "why.placed")


@pytest.mark.rule("9.2.6", "9.2.5")
def test_the_spaces_end_with_the_fourth() -> None:
    board = battle("FR.I", "GE.X").board
    board.spaces = [0] * 16
    fight = Fight(of("FR.I"), 0, elan=False)
    for space in range(4):
        assert carried_out(CavalryWithdrawal(fight, space), board) == (CavalryWithdrawal(fight, space + 1),)
        assert carried_out(DefenderReserve(fight, space), board) == (DefenderReserve(fight, space + 1),)
    assert carried_out(CavalryWithdrawal(fight, 4), board) == (FrontLine(fight),)
    assert carried_out(DefenderReserve(fight, 4), board) == ()
