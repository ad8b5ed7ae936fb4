"""9.4.3-9.4.5, 12.6, 8.4.7: where retreating units go."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.support import Game, actor, alone, asked, down, happened, legal, play, where
from marne.engine import total
from marne.games.grand_illusion.components.tables import SEA
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import IntoTheSea, NoWayOut
from marne.games.grand_illusion.rules.movement.headquarters import refuges
from marne.games.grand_illusion.rules.retreat.retreat import priority, retreat_hexes, sea_modifiers, way_out
from marne.games.grand_illusion.rules.supply.supply import supplied

QUIET = 5
RING = (26, 27, 35, 37, 46, 47)
WALL = {"FR.I": 26, "FR.III": 27, "FR.X": 35, "FR.XII": 37, "FR.XI": 46, "FR.XVII": 47}
"""French corps all round 36."""


def without(*hexes: int, **others: Any) -> dict[str, Any]:
    """The ring of French corps with gaps."""
    return {name: hex for name, hex in WALL.items() if hex not in hexes}


def beaten(defenders: str = "GE.X*", **changes: Any) -> Game:
    """Germans in 36 who must leave."""
    return miss_all(to_dice(play(battle("FR.XX", defenders, **changes), QUIET)))


@pytest.mark.rule("9.4.3")
@pytest.mark.parametrize(
    ("edition", "rank", "changes"),
    [
        ("english", 1, {"german": [46]}),
        ("english", 2, {"german": [46], "units": {"FR.XI": 46, "GE.II": 46}}),
        ("english", 3, {}),
        ("english", 4, {"units": {"FR.XI": 46, "GE.II": 46}}),
        ("english", 5, {"units": {"FR.2-C": 46}}),
        ("english", 0, {"units": {"FR.XI": 46}}),
        ("english", 0, {"units": {"FR.2-C": "46*"}}),
        ("english", 0, {"units": {"FR.XI": 46, "FR.2-C": 46}}),
        ("english", 5, {"units": {"FR.2-C": 46, "GE.9-C": 46}}),
        ("spanish", 4, {"units": {"FR.2-C": 46, "GE.II": 46}, "german": [36, 35, 34]}),
    ],
)
def test_the_priorities(edition: str, rank: int, changes: dict[str, Any]) -> None:
    position = alone(edition, turn=6, **changes)
    board = position.board.copy()
    if edition == "spanish":
        board.control |= 1 << 55 | 1 << 56 | 1 << 45 | 1 << 54 | 1 << 64 | 1 << 63 | 1 << 65 | 1 << 74 | 1 << 53
    assert priority(board, GERMAN, 46) == rank


@pytest.mark.rule("9.4.3")
def test_the_best_priority_is_taken() -> None:
    position = beaten(german=[46], others={"FR.2-C": 26, **without(26, 46, 47)})
    assert where(position, "GE.X") == 46, "one friendly hex, and no question"
    position = beaten(others=without(46, 47))
    assert legal(position) == ["to 46", "to 47"], "two vacant enemy hexes"


@pytest.mark.rule("9.4.3")
def test_a_hex_with_a_battle_marker_is_no_refuge_beside_friends() -> None:
    position = alone(turn=6, units={"FR.XI": 46, "GE.II": 46})
    board = position.board.copy()
    assert priority(board, GERMAN, 46) == 4
    board.battles = [46]
    assert priority(board, GERMAN, 46) == 0


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 4), ("spanish", 0)])
def test_friends_must_be_supplied_only_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"FR.XI": 46, "GE.II": 46})
    assert priority(position.board, GERMAN, 46) == rank, "the corps in 46 is cut off"


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 0), ("spanish", 4)])
def test_an_unbesieged_fort_is_a_friend_only_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"FR.F-Verdun-E": 76, "GE.X": 76}, german=[76])
    assert priority(position.board, ALLIED, 76) == rank


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 5), ("spanish", 4)])
def test_any_enemy_will_do_beside_friends_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"GE.9-C": 57, "FR.XX": 57}, german=[57])
    assert priority(position.board, ALLIED, 57) == rank


@pytest.mark.rule("9.4.3", "8.4.5")
def test_blocked_hexsides_are_shut() -> None:
    position = alone(turn=6, units={"GE.X": 36, "FR.XX": 36}, blocked=["allied 46 36", "allied 47 36"])
    assert retreat_hexes(position.board, GERMAN, 36, 1 << BY_ID["GE.X"]) == (26, 27, 35, 37)


@pytest.mark.rule("9.4.3")
def test_impassable_hexsides_are_shut() -> None:
    position = alone(turn=6, units={"BE.I": 52})
    assert 42 not in retreat_hexes(position.board, ALLIED, 52, 1 << BY_ID["BE.I"])


@pytest.mark.rule("9.4.3")
def test_no_way_out_is_the_end() -> None:
    position = beaten(others=without())
    assert happened(position, NoWayOut)
    assert where(position, "GE.X") == -1


@pytest.mark.rule("9.4", "9.4.3")
def test_units_may_go_apart() -> None:
    position = beaten("GE.X* GE.VII* GE.IX*", others=without(46, 47))
    assert legal(position) == ["to 46", "to 47", "take GE.IX", "take GE.VII", "take GE.X"]
    position = play(position, "take GE.X")
    assert legal(position) == ["to 46", "to 47", "take GE.IX", "take GE.VII"]
    position = play(position, "take GE.VII", "to 47", "to 46")
    assert [where(position, name) for name in ("GE.X", "GE.VII", "GE.IX")] == [47, 47, 46]


@pytest.mark.rule("9.4.3", "ES-19")
@pytest.mark.parametrize(("edition", "asks"), [("english", True), ("spanish", False)])
def test_past_enemy_cavalry_one_unit_takes_a_hit(edition: str, asks: bool) -> None:
    others = {**without(46), "FR.2-C": 46, "FR.IV-RG": 45}
    position = beaten("GE.X* GE.VII*", others=others, edition=edition)
    assert asked(position) == "PayAHit"
    assert legal(position) == ["hit GE.VII", "hit GE.X"]
    position = play(position, "hit GE.VII")
    assert where(position, "GE.VII") == -1
    assert where(position, "GE.X") == 46
    assert (asked(position) == "CavalryMayLeave") is asks
    if asks:
        assert actor(position) == "allied"
        stayed = play(position, "stay")
        assert where(stayed, "FR.2-C") == 46
        position = play(position, "retreat")
        while asked(position) == "Retreat":
            position = play(position, legal(position)[0])
        assert where(position, "FR.2-C") != 46


@pytest.mark.rule("9.4.3", "8.4.6")
def test_a_full_hex_is_left_for_the_next_at_the_cost_of_a_step() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    position = beaten("GE.X* GE.VII*", german=[46, 45], others={**without(46), **full})
    assert legal(position) == ["to 46", "take GE.VII", "take GE.X"], "there is no room; they may go apart"
    position = play(position, "to 46")
    assert legal(position) == ["hit GE.VII", "hit GE.X"], "on to 45"
    position = play(position, "hit GE.X")
    assert where(position, "GE.X") == -1
    assert where(position, "GE.VII") == 45
    assert down(position, "GE.VII")


@pytest.mark.rule("9.4.3", "8.4.6")
def test_full_again_and_they_are_lost() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    more = dict.fromkeys(("GE.V", "GE.VI", "GE.XI", "GE.XII", "GE.XIII", "GE.XIV"), 45)
    position = beaten("GE.X* GE.VII", german=[46, 45], others={**without(46), **full, **more})
    assert asked(position) == "MayLeave"
    position = play(position, "retreat", "to 46", "hit GE.VII")
    assert where(position, "GE.X") == where(position, "GE.VII") == -1


@pytest.mark.rule("9.4.3")
def test_a_hex_with_room_comes_before_a_full_one_of_the_same_priority() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    position = beaten(german=[46, 47], others={**without(46, 47), **full})
    assert where(position, "GE.X") == 47


@pytest.mark.rule("8.4.7", "9.4.3")
def test_the_british_take_paris_last() -> None:
    position = alone(turn=6, units={"BR.1": 18, "GE.X": 18}, german=[17, 27, 8, 9, 28])
    assert retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["FR.XX"]) == (19,)
    assert 19 not in retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["BR.1"])
    everywhere = {"GE.II": 17, "GE.III": 27, "GE.IV": 8, "GE.IX": 9, "GE.Gd": 28}
    position = alone(turn=6, units={"BR.1": 18, **everywhere}, german=[17, 27, 8, 9, 28])
    assert retreat_hexes(position.board, ALLIED, 18, 1 << BY_ID["BR.1"]) == (19,)


@pytest.mark.rule("8.4.7", "9.4.3")
def test_belgians_may_leave_belgium_in_retreat() -> None:
    around = {"GE.II": 54, "GE.III": 64, "GE.IV": 65}
    position = alone(turn=6, units={"BE.I": 55, "GE.X": 55, **around}, german=[45, 54, 56, 64, 65, 46])
    assert retreat_hexes(position.board, ALLIED, 55, 1 << BY_ID["BE.I"]) == (45, 46, 56), "Belgium is shut"


@pytest.mark.rule("9.4.4")
def test_headquarters_go_to_the_nearest_supplied_friends_and_are_flipped() -> None:
    position = miss_all(
        to_dice(play(battle("GE.X", "FR.XX*", side="german", others={"FR.HQ-5": 36, "FR.I": 57}), QUIET))
    )
    position = play(position, "to 47")
    assert where(position, "FR.HQ-5") == 47, "with the corps that has just gone there"
    assert down(position, "FR.HQ-5")


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("choice", ["by sea", "retreat"])
def test_the_division_of_namur_may_go_round_by_sea(choice: str) -> None:
    position = miss_all(to_dice(play(battle("GE.X", "BE.4*", side="german", hex=64), QUIET)))
    assert asked(position) == "NamurDivision"
    position = play(position, choice)
    if choice == "by sea":
        assert position.board.track[BY_ID["BE.4"]][0] == 11
        assert not down(position, "BE.4")
        assert not position.board.weak >> BY_ID["BE.4"] & 1, "it comes back whole"
    else:
        assert asked(position) == "Retreat"


@pytest.mark.rule("12.6")
def test_the_division_of_namur_only_if_it_is_forced() -> None:
    position = miss_all(to_dice(play(battle("GE.X", "BE.4", side="german", hex=64), QUIET)))
    assert asked(play(position, "retreat")) == "Retreat"


SEAWARD = {"GE.II": 15, "GE.III": 23, "GE.IV": 24}


@pytest.mark.rule("9.4.5")
@pytest.mark.parametrize(
    ("unit", "results"),
    [
        ("FR.XX", (2, 3, 4, 5, 0, 0)),
        ("BR.1", (2, 2, 3, 4, 5, 0)),
        ("FR.I-T", (4, 5, 0, 0, 0, 0)),
        ("BE.I", (5, 0, 0, 0, 0, 0)),
    ],
)
def test_every_cell_of_the_sea_table(unit: str, results: tuple[int, ...]) -> None:
    for die, turns in enumerate(results, 1):
        position = battle("GE.X", f"{unit}*", side="german", hex=14, german=[15, 23, 24], others=SEAWARD)
        position = to_dice(play(position, QUIET))
        position = play(position, 6, 6)
        assert asked(position) == "RetreatToSea"
        position = play(position, die)
        (event,) = happened(position, IntoTheSea)
        assert (event.die, event.turns) == (die, turns)
        if turns:
            assert position.board.track[BY_ID[unit]][0] == 6 + turns
            assert position.board.weak >> BY_ID[unit] & 1, "it comes back disrupted"
        else:
            assert where(position, unit) == -1
        assert SEA[die + sum(each.amount for each in sea_modifiers(BY_ID[unit]))] == turns


@pytest.mark.rule("9.4.5")
def test_germans_do_not_take_to_the_boats() -> None:
    others = {"FR.I": 15, "FR.III": 23, "FR.X": 24}
    position = miss_all(to_dice(play(battle("FR.XX", "GE.X*", hex=14, others=others), QUIET)))
    assert where(position, "GE.X") == -1


@pytest.mark.rule("9.4.5")
def test_inland_there_is_no_sea() -> None:
    others = {f"GE.{name}": hex for name, hex in zip(("II", "III", "IV", "IX", "Gd", "V"), RING, strict=True)}
    position = battle("GE.X", "FR.XX*", side="german", german=list(RING), others=others)
    position = miss_all(to_dice(play(position, QUIET)))
    assert where(position, "FR.XX") == -1


@pytest.mark.rule("8.4.9", "9.4.3")
def test_germans_who_retreat_towards_paris_raise_the_alarm_too() -> None:
    position = battle("GE.X*", "FR.XX", side="german", hex=37, german=list(range(23, 108)))
    position = miss_all(to_dice(play(position, QUIET)))
    assert not position.board.danger
    position = play(position, "to 28")
    assert position.board.danger == 6


@pytest.mark.rule("8.4.7")
def test_belgians_stay_in_belgium_where_priorities_leave_a_choice() -> None:
    position = alone(turn=6, units={"BE.I": 44, "GE.X": 84})
    belgians = 1 << BY_ID["BE.I"]
    assert retreat_hexes(position.board, ALLIED, 44, belgians) == (33, 43, 53, 54)
    assert 34 in retreat_hexes(position.board, ALLIED, 44, 1 << BY_ID["FR.XX"])
    shut = alone(turn=6, units={"BE.I": 44, "GE.X": 84}, german=[33, 43, 53, 54])
    assert retreat_hexes(shut.board, ALLIED, 44, belgians) == (34, 45), "forced out by the priorities"


@pytest.mark.rule("8.4.7", "9.4.2")
def test_belgians_do_not_leave_belgium_of_their_own_will() -> None:
    board = alone(turn=6, units={"BE.I": 44, "GE.X": 84}, german=[33, 43, 53, 54]).board
    assert not way_out(board, ALLIED, 44)
    board.control &= ~(1 << 33)
    assert way_out(board, ALLIED, 44)


@pytest.mark.rule("9.4.3", "8.4.3", "ES-20")
@pytest.mark.parametrize(("edition", "hexes"), [("english", (46,)), ("spanish", (26, 27, 37))])
def test_out_of_supply_comes_last_in_spanish_only(edition: str, hexes: tuple[int, ...]) -> None:
    # 46 is French but cut off; 26, 27 and 37 are German and vacant, but next to French rails.
    position = alone(
        edition, turn=6, units={"FR.XX": 36, "GE.X": 84}, german=[26, 27, 35, 37, 47, 36, 45, 55, 56, 57, 48]
    )
    board = position.board
    assert not supplied(board, 1 << BY_ID["FR.XX"], 46)
    assert retreat_hexes(board, ALLIED, 36, 1 << BY_ID["FR.XX"]) == hexes


@pytest.mark.rule("9.4.4", "8.4.7")
def test_a_british_staff_goes_past_paris_to_friends_farther_off() -> None:
    board = alone(turn=6, units={"BR.HQ-BEF": 18, "FR.XX": 19, "BR.1": 20, "GE.X": 84}).board
    assert refuges(board, BY_ID["BR.HQ-BEF"]) == (20,)
    board.put(BY_ID["BR.1"], 0)
    assert refuges(board, BY_ID["BR.HQ-BEF"]) == (19,), "unless nobody else is there"


@pytest.mark.rule("9.4.4")
def test_a_staff_finds_friends_in_a_contested_hex() -> None:
    board = alone(turn=6, units={"FR.HQ-5": 36, "FR.XX": 35, "GE.X": 35}, german=[35, 45, 44, 54, 64]).board
    assert refuges(board, BY_ID["FR.HQ-5"]) == (35,)


@pytest.mark.rule("9.4.3", "9.8.2")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_nobody_retreats_onto_a_lone_enemy_staff_or_gun(edition: str) -> None:
    board = alone(edition, turn=6, units={"FR.HQ-5": 46, "GE.HA-420": 57}, german=[57]).board
    assert priority(board, GERMAN, 46) == 0
    assert priority(board, GERMAN, 47) == 3
    assert priority(board, ALLIED, 57) == 0
    board.control |= 1 << 46
    assert priority(board, GERMAN, 46) == 1, "in a hex of its own side it is no enemy to stop them"


@pytest.mark.rule("9.4.5")
def test_a_british_one_at_sea_is_two_turns_like_a_two() -> None:
    unit = BY_ID["BR.1"]
    sums = [die + total(sea_modifiers(unit)) for die in (1, 2)]
    assert sums == [0, 1]
    assert [SEA[each] for each in sums] == [2, 2]


@pytest.mark.rule("8.4.7", "9.4.3")
def test_the_british_would_rather_fight_cavalry_than_go_to_paris() -> None:
    walls = {"GE.II": 17, "GE.III": 27, "GE.IV": 8, "GE.IX": 9, "GE.9-C": 28}
    board = alone(turn=6, units={"BR.1": 18, **walls}, german=[8, 9, 17, 27, 28]).board
    assert priority(board, ALLIED, 28) == 5
    assert retreat_hexes(board, ALLIED, 18, 1 << BY_ID["BR.1"]) == (28,)
    assert retreat_hexes(board, ALLIED, 18, 1 << BY_ID["FR.XX"]) == (19,)


@pytest.mark.rule("8.4.7", "9.4.2")
def test_belgians_with_nowhere_to_go_have_no_way_out() -> None:
    walls = {"GE.II": 33, "GE.III": 34, "GE.IV": 43, "GE.IX": 45, "GE.Gd": 53, "GE.X": 54}
    board = alone(turn=6, units={"BE.I": 44, **walls}, german=[33, 34, 43, 45, 53, 54]).board
    assert not way_out(board, ALLIED, 44)
