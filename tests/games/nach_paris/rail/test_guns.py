"""[12.5] Railway guns: off the line into position, and back."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.rail.support import GUN
from games.nach_paris.still import still
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail import guns
from marne.games.nach_paris.rules.rail.entraining import why_not_entrain
from marne.games.nach_paris.rules.rail.events import OffTheRails, OnTheRails
from marne.games.nach_paris.rules.rail.guns import _left
from marne.games.nach_paris.rules.rail.lines import links_to
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.steps import hex_of


def moving(place: str, unit: str = GUN, **changes: Any) -> Game:
    others = changes.pop("units", {})
    units = {unit: place, "10.LIB": "A20 N", **others}
    return play(arranged(turn=10, side="german", begin="MoveUnits DE", units=units, **changes), f"move {unit}")


@pytest.mark.rule("12.5.1")
def test_a_railway_gun_leaves_the_line_for_thirty_points_and_stays_in_its_hex() -> None:
    position = play(moving("A28 >A27"), "off-rails")
    assert where(position, GUN) == "A28"
    assert position.board.spent[BY_ID[GUN]] == 30
    assert has(position, "in_position", GUN)
    assert BY_ID[GUN] not in position.board.trains
    assert happened(position, OffTheRails)


@pytest.mark.rule("12.5.1")
def test_it_needs_the_points_after_its_journey() -> None:
    near = play(moving("A28 >A29"), "rail A29")
    assert "off-rails" in legal(near)
    far = moving("A28 >A29", rain=True)
    assert "off-rails" in legal(far), "37 points"
    far.board.spent[BY_ID[GUN]] = 8
    reason = guns.reason(far.board, Walk(BY_ID[GUN]).going(far.board), "off-rails")
    assert reason is not None
    assert reason.rule == "12.5.1"
    assert not guns.offers(far.board, Walk(BY_ID[GUN]).going(far.board))


@pytest.mark.rule("12.5.1")
def test_only_in_position_it_barrages() -> None:
    """[8.1.2] Before the forts of Liège."""
    for place, fires in (("V35 fip NW", True), ("V35 train", False)):
        units = {GUN: place, "KMK.b3": "V35 NW fip"}
        position = arranged(turn=6, side="german", begin="PreparatoryBarrages DE", units=units)
        position = play(position, "bombard W35")
        while asked(position) == "OrderForts":
            position = play(position, legal(position)[0])
        assert (GUN in named(position, "gun")) == fires


@pytest.mark.rule("12.5.2")
@pytest.mark.reading("railway-guns")
def test_in_position_it_is_no_train_and_looks_somewhere() -> None:
    position = play(moving("A28 >A27"), "off-rails")
    assert has_facing(position.board, BY_ID[GUN])
    assert asked(position) == "Face"
    position = play(position, "face NW")
    assert position.board.faces[BY_ID[GUN]] == 5


@pytest.mark.rule("12.5.2", "12.5.1")
def test_it_goes_back_on_the_line_for_fifteen_points_and_moves_on() -> None:
    position = moving("A28 fip N")
    assert named(position, "on-rails") == ["A27", "A29", "B29"]
    assert not named(position, "rail")
    position = play(position, "on-rails A29")
    assert position.board.spent[BY_ID[GUN]] == 15
    assert not has(position, "in_position", GUN)
    assert happened(position, OnTheRails)
    assert "A29" in named(position, "rail")
    board = moving("A28 fip N", rain=True).board
    going = Walk(BY_ID[GUN]).going(board)
    assert guns.offers(board, going), "37 points"
    board.spent[BY_ID[GUN]] = 23
    reason = guns.reason(board, going, ("on-rails", hex_of("A29")))
    assert reason is not None
    assert reason.rule == "12.5.2"
    assert not guns.offers(board, going)


@pytest.mark.rule("12.5.3")
def test_until_then_it_stays_on_the_rails_with_a_direction() -> None:
    position = play(moving("A28 >A29"), "rail A29", "end")
    train = position.board.trains[BY_ID[GUN]]
    assert train.link == links_to(hex_of("A28"), hex_of("A29"))[0]
    assert not has(position, "in_position", GUN)
    heads = play(moving("A28 fip N"), "on-rails B29").board.trains[BY_ID[GUN]]
    assert heads.ahead == hex_of("B29")


@pytest.mark.rule("12.5.3")
def test_motor_guns_and_troops_have_no_business_there() -> None:
    assert refused(moving("A28 N", "KMK.b3"), "off-rails") == "12.5.1"
    assert refused(moving("A28 N", "18.ID"), "on-rails A29") == "12.5.2"
    assert refused(moving("A28 >A29"), "detrain") == "12.5.1"
    assert refused(moving("A28 fip N"), "entrain A29") == "12.3.1"


@pytest.mark.rule("12.5.1", "12.5.2")
def test_exactly_enough_points_take_a_railway_gun_off_the_line_and_back() -> None:
    unit = BY_ID["SKM.b1"]
    board = still({"SKM.b1": "S31 train", "18.ID": "S31 N train"}, side="german")
    for spent, free in (
        (0, True),
        (board.mf(unit) - V.firing_position.rail_in, True),
        (board.mf(unit) - V.firing_position.rail_in + 1, False),
    ):
        board.spent = {unit: spent}
        assert (guns._why_not_off(board, unit) is None) is free, spent
    board.spent = {}
    assert guns._why_not_off(board, BY_ID["18.ID"]) is not None, "it is no gun"
    ready = still({"SKM.b1": "S31 fip"}, side="german")
    for spent, free in (
        (board.mf(unit) - V.firing_position.rail_out, True),
        (board.mf(unit) - V.firing_position.rail_out + 1, False),
    ):
        ready.spent = {unit: spent}
        assert (guns._why_not_on(ready, Going(unit, 0, False, False)) is None) is free, spent


@pytest.mark.rule("12.5.2")
def test_a_gun_in_position_counts_its_points_as_on_the_rails() -> None:
    board, who = still({"SKM.b1": "S31 N fip"}), BY_ID["SKM.b1"]
    assert _left(board, who) == board.mf(who)
    board.spent = {who: 7}
    assert _left(board, who) == board.mf(who) - 7
    board.rain = True
    assert _left(board, who) == board.mf(who) - 8 - 7
    board.spent = {who: 999}
    assert _left(board, who) == 0


@pytest.mark.rule("12.3.1")
def test_a_railway_gun_boards_no_train() -> None:
    going = Going(BY_ID["KMK.b1"], 50, False, False)
    reason = why_not_entrain(still({"KMK.b1": "T37 fip"}, side="german", rail=["T37"]), going)
    assert reason is not None
    assert reason.rule == "12.3.1"
