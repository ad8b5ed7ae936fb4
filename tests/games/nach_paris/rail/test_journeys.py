"""[12.3] What a journey costs, marks and passes."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.board import Train
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.rail.journeys import (
    _in_the_way,
    _standing,
    _taken,
    points_by_rail,
    spend_on_rails,
    starts,
)
from marne.games.nach_paris.rules.rail.lines import AT, LOW, hex_of_node, node_on


@pytest.mark.rule("12.3.5")
def test_which_standing_train_is_in_the_way() -> None:
    low = next(link for link in range(len(MAP.links)) if LOW >> link & 1)
    high = next(link for link in range(len(MAP.links)) if not LOW >> link & 1)
    other = 10_000
    for link, single in ((low, True), (high, False)):
        came, ahead = Train(0, link, 7), Train(0, link, 8)
        assert [_in_the_way(came, 7, *pair) for pair in ((link, other), (other, link), (other, other))] == [
            True,
            single,
            False,
        ]
        assert [_in_the_way(ahead, 7, *pair) for pair in ((other, link), (link, other), (other, other))] == [
            True,
            single,
            False,
        ]


@pytest.mark.rule("12.3.4", "12.3.2", "12.2.6")
def test_points_of_trains_count_twice_and_mark_who_was_carried() -> None:
    board, who = still({"18.ID": "S31 N", "17.ID": "S31 N"}), BY_ID["18.ID"]
    board.carried = board.moved = unit("17.ID")
    spend_on_rails(board, who, 5)
    spend_on_rails(board, who, 6)
    assert (board.spent, board.railed) == ({who: 11}, {who: 11})
    assert board.carried == board.moved == unit("17.ID", "18.ID")
    assert points_by_rail(board, who) == 50 - 11
    board.rain = True
    assert points_by_rail(board, who) == 50 - 8 - 11
    board.spent[who] = 12
    assert points_by_rail(board, who) == allowance(board, who) - 12, "it marched, too"
    board.spent[who] = 99
    assert points_by_rail(board, who) == 0
    board.railed[who] = 99
    assert points_by_rail(board, who) == 0
    board.rain, gun = False, BY_ID["SKM.b1"]
    assert points_by_rail(board, gun) == allowance(board, gun)
    board.spent[gun] = board.railed[gun] = 3
    assert points_by_rail(board, gun) == max(0, allowance(board, gun) - 3)


@pytest.mark.rule("12.3.5", "12.2.4")
@pytest.mark.reading("blocked-line")
def test_trains_of_the_side_stand_in_the_way_but_railway_guns_do_not() -> None:
    board = still({"18.ID": "S31 train", "17.ID": "S33 train", "SKM.b1": "S32 train", "1re-DI": "AW22 N"})
    who = BY_ID["18.ID"]
    board.trains[BY_ID["1re-DI"]] = board.trains[BY_ID["17.ID"]]
    standing = _standing(board, who)
    assert list(standing.values()) == [board.trains[BY_ID["17.ID"]]]
    assert _taken(board, who, standing) == {at("S31"), at("S33")}
    gun = BY_ID["SKM.b1"]
    assert _taken(board, gun, _standing(board, gun)) == {at("S32")}


@pytest.mark.rule("12.3.3")
def test_a_change_of_class_is_paid_by_who_came_in_this_phase() -> None:
    board, who = still({"18.ID": "S31 train"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    paid = set()
    for node, links in AT.items():
        hex = hex_of_node(node)
        for link in links:
            board.where[who], board.trains = hex, {who: Train(node_on(link, hex), link, hex)}
            board.entered = 0
            assert {each.surcharge for each in starts(board, who)} <= {0}
            board.entered = 1 << who
            paid |= {each.surcharge for each in starts(board, who)}
        if len(paid) > 1:
            break
    assert min(paid) == 0 < max(paid)
