"""9.1, 9.1.1, 9.1.2: which battles are fought; 14.1.1: the Belgians at Brussels."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import actor, alone, asked, down, legal, play, where
from marne.games.grand_illusion import mandated
from marne.games.grand_illusion.units import ALLIED, BY_ID, GERMAN, written

ROAD = [26, 36, 35, 45, 44, 54, 64, 73]
FIVE = {"FR.XX": 87, "FR.XV": 87, "FR.XVI": 87, "FR.II-RG": 87, "FR.II-bis-RG": 87}
LORRAINE = {**FIVE, "GE.II-B": 96, "GE.III-B": 96, "GE.XXI": 96}


@pytest.mark.rule("9.1.2", "9.1")
def test_who_comes_upon_enemies_alone_must_fight() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
    position = play(position, "activate 27", "all", "go 26")
    board = position.board
    assert board.battle == 26
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.2", "8.6")
def test_where_friends_are_it_is_a_choice_for_those_who_moved() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.II-T": 26, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "go 26")
    assert legal(position) == ["battle", "no battle"]
    fought = play(position, "battle")
    assert "PlaceAttackers" not in asked(fought)
    assert written(position.board.entered[26]) == "FR.XX"
    assert actor(play(position, "no battle")) == "allied"


@pytest.mark.rule("9.1.2", "8.5")
def test_in_the_activated_hex_some_may_stay_out() -> None:
    position = alone(turn=7, units={"FR.XX": 26, "FR.II-T": 26, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
    position = play(position, "activate 26", "done", "battle")
    assert asked(position) == "Designate"
    position = play(position, "spare FR.II-T")
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.2", "9.6.1")
def test_cavalry_does_not_go_against_forts_alone() -> None:
    position = alone(
        turn=7, side="german", units={"GE.3-C": 75, "FR.F-Verdun-E": 76, "FR.XX": 57}, german=[75], withdrew=[3, 4]
    )
    position = play(position, "activate 75", "take GE.3-C")
    assert "go 76" not in legal(position)


@pytest.mark.rule("9.1.1", "14.1.1")
def test_mandated_battles_by_turn() -> None:
    board = alone(units=LORRAINE).board
    counts = []
    for turn in range(1, 16):
        board.turn = turn
        mandated.begin_turn(board)
        counts.append(tuple(board.mandated))
    assert counts == [(1, 0), (2, 0), (1, 0), (1, 0), *[(0, 0)] * 7, *[(0, 1)] * 4]


@pytest.mark.rule("9.1.1")
def test_four_corps_against_two_corps_or_forts() -> None:
    board = alone(units=LORRAINE, mandated=[1, 0]).board
    corps = board.combat(87, ALLIED)
    assert mandated.qualifies(board, 96, ALLIED, corps)
    assert not mandated.qualifies(board, 96, ALLIED, corps & ~(1 << BY_ID["FR.XX"] | 1 << BY_ID["FR.XV"]))
    board.put(BY_ID["GE.II-B"], 95)
    board.put(BY_ID["GE.III-B"], 95)
    assert not mandated.qualifies(board, 96, ALLIED, corps)
    board.mandated = [0, 0]
    assert not mandated.qualifies(board, 95, ALLIED, corps)


@pytest.mark.rule("9.1.1", "9.3.5", "14.1.1")
def test_in_a_plan_17_hex_it_is_the_allied_players_choice() -> None:
    position = alone(turn=2, units=LORRAINE, mandated=[1, 0])
    position = play(position, "activate 87", "all", "go 96")
    assert asked(position) == "Declare"
    assert legal(position) == ["mandated", "ordinary"]
    ordered = play(position, "mandated")
    assert mandated.is_plan17(ordered.board, 96)
    assert not mandated.is_plan17(play(position, "ordinary").board, 96)


@pytest.mark.rule("9.1.1", "14.1.1", "ES-2")
@pytest.mark.parametrize(
    ("edition", "hex", "points"), [("english", 96, 4), ("english", 101, 3), ("spanish", 96, 4), ("spanish", 101, 4)]
)
def test_the_point_for_a_mandated_battle(edition: str, hex: int, points: int) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, hex), mandated=[1, 0], declared=[hex]).board
    mandated.executed(board, hex)
    assert board.mandated[ALLIED] == 0
    assert board.points[ALLIED] == points


@pytest.mark.rule("14.1.2")
def test_no_point_without_supply() -> None:
    board = alone(turn=2, units=dict.fromkeys(FIVE, 96), mandated=[1, 0], declared=[96], german=[87, 97, 88]).board
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 3


@pytest.mark.rule("9.1.1", "ES-1")
@pytest.mark.parametrize(
    ("edition", "hex", "ignored"),
    [("english", 96, [3, 4, 7, 10]), ("english", 101, []), ("spanish", 96, [3, 7, 10]), ("spanish", 101, [3, 7, 10])],
)
def test_fortunes_that_an_attack_at_all_cost_ignores(edition: str, hex: int, ignored: list[int]) -> None:
    board = alone(edition, turn=2, units=LORRAINE, declared=[hex]).board
    assert [roll for roll in range(2, 13) if mandated.ignores_fortune(board, hex, roll)] == ignored
    board.turn = 5
    assert not any(mandated.ignores_fortune(board, hex, roll) for roll in range(2, 13))


@pytest.mark.rule("9.1.1")
def test_orders_from_fortune_need_caps() -> None:
    board = alone(turn=6, units=LORRAINE, caps=[1, 0]).board
    mandated.receive(board, ALLIED)
    mandated.receive(board, ALLIED)
    mandated.receive(board, GERMAN)
    assert board.mandated == [1, 0]


@pytest.mark.rule("9.1.1", "14.1.2")
def test_battles_not_fought_cost_points() -> None:
    board = alone(units=LORRAINE, mandated=[2, 1]).board
    mandated.penalise(board)
    assert board.points == [1, -1]
    assert board.mandated == [0, 0]


BRUSSELS = {"BE.I": 62, "BE.II": 62, "BE.3": 62, "BE.HQ-Belge": 62, "GE.III": 72, "GE.IV": 72, "GE.II": 72}


@pytest.mark.rule("14.1.1", "12.5.1", "ES-42")
@pytest.mark.parametrize(("edition", "counts"), [("english", 1), ("spanish", 0)])
def test_the_belgian_army_slips_into_antwerp(edition: str, counts: int) -> None:
    position = alone(edition, turn=1, side="german", units=BRUSSELS, caps=[4, 6])
    position = play(position, "activate 72", "all", "go 62")
    assert asked(position) == "BelgianWithdrawal"
    assert actor(position) == "allied"
    position = play(position, "slip away")
    assert where(position, "BE.I") == where(position, "BE.HQ-Belge") == 52
    assert position.board.caps[ALLIED] == 3
    assert down(position, "BE.HQ-Belge"), "a staff that retreats is flipped"
    assert position.board.bottled
    assert position.board.northern == counts
    assert position.board.controls(GERMAN, 62)
    assert actor(position) == "german", "the initiative stays"


@pytest.mark.rule("14.1.1", "14.3.1", "ES-42")
def test_not_without_a_cap_nor_twice_in_the_north() -> None:
    for changes in ({"caps": [0, 6]}, {"northern": 1}):
        position = alone(turn=1, side="german", units=BRUSSELS, **changes)
        position = play(position, "activate 72", "all", "go 62")
        assert asked(position) != "BelgianWithdrawal"
    position = alone("spanish", turn=1, side="german", units=BRUSSELS, northern=1)
    assert asked(play(position, "activate 72", "all", "go 62")) == "BelgianWithdrawal"
    position = alone(scenario=3, turn=1, side="german", units=BRUSSELS, options={"allied": [5]})
    assert asked(play(position, "activate 72", "all", "go 62")) != "BelgianWithdrawal"


@pytest.mark.rule("9.1.2", "9.5.3", "9.5.4")
def test_guns_and_corps_that_join_a_siege_may_attack_at_once() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "GE.VII": 73, "GE.HA-420": 73, "FR.XX": 57}
    position = alone(turn=6, side="german", units=units, german=[64, 73], siege=[64], withdrew=[3, 4])
    position = play(position, "activate 73", "take GE.VII", "take GE.HA-420", "go 64")
    position = play(position, "drop GE.HA-420") if asked(position) == "Walk" else position
    position = play(position, "stop") if asked(position) == "Walk" else position
    assert asked(position) == "MayDeclare"
    position = play(position, "battle")
    assert position.board.battle == 64
    assert asked(position) == "Bombardment", "before Fortunes of War"


@pytest.mark.rule("9.1.2", "8.4.4")
def test_who_walks_on_past_a_siege_does_not_fight_there() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "GE.VII": 73, "FR.XX": 57}
    position = alone(turn=6, side="german", units=units, german=[64, 73, 63], siege=[64], withdrew=[3, 4])
    position = play(position, "activate 73", "take GE.VII", "go 64", "go 63")
    assert asked(position) != "MayDeclare"


@pytest.mark.rule("9.1.1", "14.1.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_two_mandated_battles_in_one_plan_17_hex_are_two_points(edition: str) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, 96), mandated=[2, 0], declared=[96]).board
    mandated.executed(board, 96)
    board.declared |= 1 << 96
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 5
    assert board.mandated[ALLIED] == 0
