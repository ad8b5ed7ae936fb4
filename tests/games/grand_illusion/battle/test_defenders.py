"""9.2, 9.2.1, 9.2.2: the battle board, and the defender's placement."""

from __future__ import annotations

import pytest

from games.grand_illusion.battle.support import check_ranks
from games.grand_illusion.battlefield import battle, front, to_dice
from games.grand_illusion.positions import QUIET, of
from games.grand_illusion.support import actor, alone, asked, legal, play
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.rules.battle.battle_board import foremost


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
@pytest.mark.reading("disrupted-stacks")
def test_disrupted_units_stack_only_in_spanish(edition: str, stacks: bool) -> None:
    position = play(battle("GE.X", "FR.Maroc* FR.45*", side="german", edition=edition), QUIET)
    assert (asked(position) == "PlaceDefenders") is stacks
    if stacks:
        position = play(position, "front FR.45", "stack FR.Maroc")
        assert front(position)[0][1] == "FR.Maroc FR.45"
    else:
        assert [theirs for _, theirs in front(position)] == ["FR.Maroc", "FR.45"]
    mixed = to_dice(play(battle("GE.X GE.IX", "FR.Maroc FR.45*", side="german", edition=edition), QUIET))
    assert {theirs for _, theirs in front(mixed)} == {"FR.Maroc", "FR.45"}, "never with an undisrupted one"


@pytest.mark.rule("9.2.2", "9.2.1")
def test_staffs_and_guns_stay_in_the_hex() -> None:
    position = play(battle("FR.XX", "GE.X", others={"GE.HQ-2": 36, "GE.HA-420": 36, "FR.HQ-5": 36}), QUIET)
    assert front(position) == [("FR.XX", "GE.X")]
    assert asked(position) == "Fire"


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


@pytest.mark.rule("9.2.2", "9.2.3", "ES-8")
@pytest.mark.parametrize("defending", [True, False])
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_the_order_in_which_a_line_is_filled(edition: str, defending: bool) -> None:
    corps, division, brigade, horse, horse_brigade = "FR.I", "BR.1", "FR.Marine", "FR.1-C", "BR.Sec-C"
    everybody = of(corps, division, brigade, horse, horse_brigade)
    board = alone(edition, units=dict.fromkeys((corps, division, brigade, horse, horse_brigade), 36)).board
    board.battle, board.attacker = 36, GERMAN if defending else ALLIED
    last = [of(brigade), of(horse, horse_brigade)]
    if edition == "spanish" and defending:
        last = [of(horse), of(brigade, horse_brigade)]
    found, pool = [], everybody
    while pool:
        found.append(foremost(board, pool))
        pool &= ~found[-1]
    assert found == [of(corps), of(division), *last]
    board.down = of(corps)
    assert foremost(board, everybody) == of(division), "the disrupted come after all others"
    assert foremost(board, of(corps)) == of(corps)


@pytest.mark.rule("9.2.1", "9.2.2", "ES-9")
def test_the_ranks_of_the_defender() -> None:
    check_ranks(60, 71)
