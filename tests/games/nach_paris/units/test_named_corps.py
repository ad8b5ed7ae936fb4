"""[6.6.3]-[6.6.5] The corps that split in their own way: cavalry and its Jäger, the 15th and 17th, the 14th."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import OPTIONS
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import asked, happened, has, legal, named, play, refused, where
from games.nach_paris.units.support import CA, ID, KK, ROW, aside, lost, moving
from marne.games.nach_paris.board import WAITING
from marne.games.nach_paris.components.units import AUTONOMOUS, BY_ID, MOUNTAIN, SPLIT_ROWS, STEPS
from marne.games.nach_paris.rules.movement.arrivals import place, why_blocked
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.options.events import FogLifted
from marne.games.nach_paris.rules.units.events import Split
from marne.games.nach_paris.rules.units.splitting import (
    _close,
    _detachment,
    _given,
    _in_sight,
    _join,
    _places,
    _taken_back,
    _why_not_together,
)
from marne.games.nach_paris.rules.units.stacking import limit
from marne.games.nach_paris.rules.units.versions import upgrade


@pytest.mark.rule("6.6.3")
def test_the_cavalry_lets_its_jaeger_go() -> None:
    position = play(moving({"3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert sorted(named(position, "detach")) == ["BC10", "BC9"]
    assert refused(position, "detach BC8") == "6.6.3"
    after = play(position, "detach BC10")
    places = [where(after, unit) for unit in ("3.KD-split", "6.KD-split", "JB-4.KK")]
    assert places == ["BC9", "BC10", "BC10"]
    assert aside(after, "3.KD", "6.KD")
    assert after.board.steps(BY_ID["JB-4.KK"]) == 1
    assert AUTONOMOUS >> BY_ID["JB-4.KK"] & 1
    assert {event.rule for event in happened(after, Split)} == {"6.6.3"}
    assert named(after, "move") == ["JB-4.KK", "3.KD-split", "6.KD-split"]


@pytest.mark.rule("6.6.3")
def test_the_cavalry_must_be_near_and_unhurt() -> None:
    far = play(moving({"3.KD": "BC9", "6.KD": "BC11"}), "move 3.KD")
    assert refused(far, "detach BC9") == "6.6.3"
    assert not named(far, "detach")
    for units in ({"3.KD": "BC9 -1", "6.KD": "BC9"}, {"3.KD": "BC9", "6.KD": "BC9 -1"}):
        hurt = play(moving(units), "move 3.KD")
        assert refused(hurt, "detach BC9") == "6.6.3"
    gone = play(moving({"3.KD": "BC9", "6.KD": "destroyed"}), "move 3.KD")
    assert refused(gone, "detach BC9") == "6.6.3"


@pytest.mark.rule("6.6.3")
@pytest.mark.reading("three-units")
def test_the_cavalry_takes_its_jaeger_back_if_nobody_is_hurt() -> None:
    units = {"3.KD-split": "BC9", "6.KD-split": "BC10", "JB-4.KK": "BD10 N"}
    position = play(moving(units), "move JB-4.KK", "join")
    assert [where(position, unit) for unit in ("3.KD", "6.KD")] == ["BC9", "BC10"]
    assert aside(position, *units)
    for hurt in ("3.KD-split", "6.KD-split"):
        bad = play(moving({**units, hurt: f"{units[hurt]} -1"}), "move JB-4.KK")
        assert refused(bad, "join") == "6.6.3"
    far = play(moving({**units, "JB-4.KK": "BD11 N"}), "move JB-4.KK")
    assert refused(far, "join") == "6.6.3", "beside one of them only"


@pytest.mark.rule("6.6.3", "6.4.1")
def test_the_jaeger_need_room() -> None:
    crowd = {"3.ID": "BC9 N", "4.ID": "BC9 N", "18.ID": "BC9 N -1"}  # eleven, and two of cavalry; the limit is fifteen
    free = play(moving({**crowd, "3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert sorted(named(free, "detach")) == ["BC10", "BC9"]
    full = play(moving({**crowd, "5.KD": "BC9", "3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert named(full, "detach") == ["BC10"]
    assert refused(full, "detach BC9") == "6.4.1"


@pytest.mark.rule("6.6.4")
@pytest.mark.reading("fifteenth-division")
def test_the_17th_division_is_formed_and_the_15th_has_its_fourth_step() -> None:
    units = {"33.IB": "BC9 N -1", "34.IB": "BC9 N -1", "15.ID-3": "BC5 NE -1 fieldworks moved"}
    assert STEPS[BY_ID["34.IB"]] == 3
    position = play(moving({**units, "15.ID-3": "BC5 NE -1 fieldworks"}), "move 34.IB", "join")
    assert where(position, "17.ID") == "BC9"
    assert lost(position, "17.ID") == 2, "losses are carried over"
    assert aside(position, "33.IB", "34.IB", "15.ID-3")
    better = BY_ID["15.ID-4"]
    assert (where(position, "15.ID-4"), position.board.steps(better)) == ("BC5", 3)
    assert position.board.faces[better] == 1
    assert has(position, "fieldworks", "15.ID-4")
    assert named(position, "move") == ["17.ID", "15.ID-4"]


@pytest.mark.rule("6.6.4")
def test_the_15th_keeps_what_it_did_in_this_phase() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N"}
    position = play(moving(units), "move 15.ID-3", "to BC6", "end", "face N", "move 33.IB", "join")
    assert named(position, "move") == ["17.ID"]
    assert position.board.spent[BY_ID["15.ID-4"]] == 10
    assert not has(position, "moved", "15.ID-3")


@pytest.mark.rule("6.6.4")
def test_the_17th_division_is_never_split() -> None:
    position = play(moving({"17.ID": "BC9 N"}), "move 17.ID")
    assert refused(position, "split") == "6.6.4"
    assert not {"split", "join"} & set(legal(position))


@pytest.mark.rule("6.6.4")
def test_a_15th_that_is_still_to_come_is_exchanged_when_it_arrives() -> None:
    position = play(moving({"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "waiting"}), "move 33.IB", "join")
    assert position.board.where[BY_ID["15.ID-3"]] == WAITING
    row = position.board.play.arrival[BY_ID["15.ID-3"]]
    place(position.board, row, row.hex)
    assert position.board.where[BY_ID["15.ID-4"]] == row.hex
    assert aside(position, "15.ID-3")
    assert has(position, "arrived", "15.ID-4")
    early = moving({"33.IB": "BC9 N", "15.ID-3": "waiting"})
    place(early.board, row, row.hex)
    assert early.board.where[BY_ID["15.ID-3"]] == row.hex, "the 17.ID is not formed yet"


@pytest.mark.rule("6.6.4", "6.4.1")
def test_the_fourth_step_needs_room() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N", "3.ID": "BC5 N", "4.ID": "BC5 N", "18.ID": "BC5 N"}
    position = play(moving(units), "move 33.IB")
    assert refused(position, "join") == "6.4.1"
    assert "join" in legal(play(moving({**units, "18.ID": "BC5 N -1"}), "move 33.IB"))


@pytest.mark.rule("6.6.5")
def test_the_14th_corps_lets_its_mountain_infantry_go() -> None:
    units = {"27e-DI": "BC9 N -1", "28e-DI": "BC10 S -2"}
    position = play(moving(units, "allied"), "move 28e-DI", "detach BC9")
    assert [where(position, unit) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == ["BC9", "BC10", "BC9"]
    assert [lost(position, unit) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == [1, 2, 0]
    assert [STEPS[BY_ID[unit]] for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == [3, 3, 1]
    assert MOUNTAIN >> BY_ID["BCA-14e-CA"] & 1
    assert not MOUNTAIN >> BY_ID["27e-DI-3"] & 1
    assert AUTONOMOUS >> BY_ID["BCA-14e-CA"] & 1
    assert {event.rule for event in happened(position, Split)} == {"6.6.5"}


@pytest.mark.rule("6.6.5")
def test_the_14th_corps_takes_it_back_with_the_losses_of_each() -> None:
    units = {"27e-DI-3": "BC9 N -1", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BD10 N"}
    position = play(moving(units, "allied"), "move BCA-14e-CA", "join")
    assert [where(position, unit) for unit in ("27e-DI", "28e-DI")] == ["BC9", "BC10"]
    assert [lost(position, unit) for unit in ("27e-DI", "28e-DI")] == [1, 0]
    assert aside(position, *units)
    far = play(moving({**units, "BCA-14e-CA": "BD11 N"}, "allied"), "move BCA-14e-CA")
    assert refused(far, "join") == "6.6.5"
    gone = play(moving({**units, "BCA-14e-CA": "destroyed"}, "allied"), "move 27e-DI-3")
    assert refused(gone, "join") == "6.6.5"


@pytest.mark.rule("6.6.5", "6.6.2")
def test_the_14th_corps_must_be_near_and_each_division_needs_two_steps() -> None:
    far = play(moving({"27e-DI": "BC9 N", "28e-DI": "BC11 S"}, "allied"), "move 27e-DI")
    assert refused(far, "detach BC9") == "6.6.5"
    weak = play(moving({"27e-DI": "BC9 N", "28e-DI": "BC9 S -3"}, "allied"), "move 27e-DI")
    assert refused(weak, "detach BC9") == "6.6.2"
    assert not named(weak, "detach")


@pytest.mark.rule("6.6.5", "6.6.1", "6.6.4")
def test_the_points_of_the_one_that_marched_most_count_for_both_divisions() -> None:
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BD8 N"}
    position = play(moving(units, "allied"), "move BCA-14e-CA", "to BD10", "join", "face N", "face S")
    for division in ("27e-DI", "28e-DI"):
        assert position.board.spent[BY_ID[division]] == 20
        assert points_left(position.board, BY_ID[division]) == 30
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC12 S", "BCA-14e-CA": "BC9 N"}
    position = play(moving(units, "allied"), "move 28e-DI-3", "to BC10", "join", "face N")
    far = position.board.spent[BY_ID["28e-DI"]]
    assert far >= 20
    assert position.board.spent[BY_ID["27e-DI"]] == far, "which stood still"


@pytest.mark.rule("6.6.5", "6.6.1")
def test_the_light_infantry_has_marched_as_far_as_the_division_that_marched_most() -> None:
    units = {"27e-DI": "BC7 N", "28e-DI": "BC10 S"}
    position = play(moving(units, "allied"), "move 27e-DI", "to BC9", "detach BC10", "face N", "face N")
    spent = {unit: position.board.spent.get(BY_ID[unit], 0) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")}
    assert spent == {"27e-DI-3": 20, "28e-DI-3": 0, "BCA-14e-CA": 20}


@pytest.mark.rule("6.6.5", "6.4.1")
def test_the_division_makes_room_for_its_own_light_infantry() -> None:
    crowd = {"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N -1", "27e-DI": "BC9 N", "28e-DI": "BC10 S"}
    position = play(moving(crowd, "allied"), "move 27e-DI")
    assert "detach BC9" in legal(position), "fifteen steps before and after"


@pytest.mark.rule("6.6.5", "6.4.1")
def test_the_larger_divisions_need_room() -> None:
    crowd = {"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N"}  # twelve, and three of the 27e
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BC10 N"}
    full = play(moving({**crowd, **units}, "allied"), "move BCA-14e-CA")
    assert refused(full, "join") == "6.4.1"
    free = play(moving({**crowd, **units, "3e-DI": "BC9 N -1"}, "allied"), "move BCA-14e-CA")
    assert "join" in legal(free)
    own = {**crowd, **units, "3e-DI": "BC9 N -1", "BCA-14e-CA": "BC9 N"}
    assert "join" in legal(play(moving(own, "allied"), "move BCA-14e-CA")), (
        "fifteen steps, its own light one among them"
    )


@pytest.mark.rule("6.6.3", "6.6.5", "6.6.1")
@pytest.mark.parametrize(
    ("row", "other", "close"),
    [
        (KK, "AW22", True),
        (KK, "AW23", True),
        (KK, "AW24", False),
        (CA, "AW22", True),
        (CA, "AW23", True),
        (CA, "AW24", False),
        (ID, "AW22", True),
        (ID, "AW23", False),
    ],
)
def test_parts_lie_in_one_hex_or_for_two_corps_side_by_side(row: Any, other: str, close: bool) -> None:
    assert _close(row, at("AW22"), at(other)) == close
    names = row.wholes if len(row.wholes) > 1 else row.parts
    board = still({names[0]: "AW22 N", names[1]: f"{other} N"})
    found = _why_not_together(board, row, [BY_ID[name] for name in names])
    assert (found is None) == close
    board.put(BY_ID[names[1]], -1)
    missing = _why_not_together(board, row, [BY_ID[name] for name in names])
    assert missing is not None
    assert missing.key == "why.regroup.missing"


@pytest.mark.rule("6.6.5", "6.4.1")
def test_each_division_of_the_14e_gives_a_step_in_its_own_hex() -> None:
    board = still({"27e-DI": "BC9 N", "28e-DI": "BC10 S"})
    assert [_given(board, CA, at(hex)) for hex in ("BC9", "BC10", "BC11")] == [1, 1, 0]
    both = still({"27e-DI": "BC9 N", "28e-DI": "BC9 S"})
    assert _given(both, CA, at("BC9")) == 2
    assert _places(board, CA) == [at("BC9"), at("BC10")]


@pytest.mark.rule("6.6.3", "6.4.1")
@pytest.mark.parametrize(
    ("crowd", "places"),
    [
        ({}, ["BC9", "BC10"]),
        ({"3.ID": "BC9 N", "4.ID": "BC9 N", "5.ID": "BC9 N", "11.IB": "BC9 N -1"}, ["BC10"]),
        ({"3.ID": "BC9 N", "4.ID": "BC9 N", "5.ID": "BC9 N"}, ["BC9", "BC10"]),
        ({"3.ID": "BC10 N", "4.ID": "BC10 N", "5.ID": "BC10 N", "11.IB": "BC10 N -1"}, ["BC9"]),
    ],
)
def test_the_jaeger_need_room_for_a_step_of_their_own(crowd: dict[str, str], places: list[str]) -> None:
    board = still({"3.KD": "BC9", "6.KD": "BC10", **crowd})
    assert sorted(_places(board, KK)) == sorted(map(at, places))


@pytest.mark.rule("6.6.3", "6.6.5")
@pytest.mark.parametrize("row", [KK, CA])
def test_each_division_takes_the_light_infantry_back_and_keeps_its_losses(row: Any) -> None:
    one, two, light = row.parts
    board = still({one: "BC9 N", two: "BC10 S -1", light: "BC10 N"})
    first, second = (BY_ID[name] for name in row.wholes)
    assert _taken_back(board, row) == [
        (first, BY_ID[one], unit(one, light), 0),
        (second, BY_ID[two], unit(two, light), 1),
    ]
    faces = _join(board, row)
    assert (board.where[first], board.where[second]) == (at("BC9"), at("BC10"))
    assert [board.where[BY_ID[name]] < 0 for name in row.parts] == [True, True, True]
    assert faces == (), "nobody came into its hex now, and two divisions keep their facings"


@pytest.mark.rule("6.6.4")
def test_only_the_17th_gives_the_15th_its_fourth_step() -> None:
    units = {"15.ID-3": "AW24 N"}
    other = still({**units, "11.IB": "AW22 N", "12.IB": "AW22 N"})
    _join(other, ID)
    assert other.where[BY_ID["15.ID-3"]] == at("AW24")
    own = still({**units, "33.IB": "AW22 N", "34.IB": "AW22 N"})
    _join(own, ROW["17.ID"])
    assert (own.where[BY_ID["15.ID-3"]] < 0, own.where[BY_ID["15.ID-4"]]) == (True, at("AW24"))


@pytest.mark.rule("19.2.2")
@pytest.mark.parametrize(("words", "hidden"), [(("fog", "fog"), True), (("fog", ""), False), (("", ""), False)])
def test_only_units_that_are_all_hidden_stay_so_when_they_join(words: tuple[str, str], hidden: bool) -> None:
    board = still({"11.IB": f"AW22 N {words[0]}", "12.IB": f"AW22 N {words[1]}"}, fog=True)
    _in_sight(board, unit("11.IB", "12.IB"))
    assert (board.fogged == unit("11.IB", "12.IB")) == hidden
    assert bool(board.fogged) == hidden
    _join(board, ID)
    assert (board.fogged == unit("6.ID")) == hidden


@pytest.mark.rule("6.6.3", "6.6.5")
def test_only_two_corps_let_light_infantry_go() -> None:
    for row in SPLIT_ROWS:
        light = [BY_ID[row.parts[-1]]] if row.rule in ("6.6.3", "6.6.5") else []
        assert _detachment(row) == light


@pytest.mark.rule("6.6.5")
@pytest.mark.parametrize(
    ("crowd", "places"),
    [
        ({}, ["BC9", "BC10"]),
        ({"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N"}, ["BC10"]),  # sixteen steps: one too many even then
        ({"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N -1"}, ["BC9", "BC10"]),
        ({"1re-DI": "BC10 N", "2e-DI": "BC10 N", "3e-DI": "BC10 N"}, ["BC9"]),
    ],
)
def test_each_division_makes_room_in_its_own_hex(crowd: dict[str, str], places: list[str]) -> None:
    row = next(row for row in SPLIT_ROWS if row.rule == "6.6.5")
    board = still({"27e-DI": "BC9 N", "28e-DI": "BC10 S", **crowd})
    assert sorted(_places(board, row)) == sorted(map(at, places))


@pytest.mark.rule("6.6.5")
def test_each_division_takes_its_own_marks_and_those_of_the_light_infantry() -> None:
    units = {"27e-DI-3": "BC9 N extended2", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BC10 N"}
    board = still(units, side="allied")
    _join(board, next(row for row in SPLIT_ROWS if row.rule == "6.6.5"))
    assert board.extended_2 >> BY_ID["27e-DI"] & 1
    assert not board.extended_2 >> BY_ID["28e-DI"] & 1
    light = still({**units, "27e-DI-3": "BC9 N", "BCA-14e-CA": "BC10 N ooc"}, side="allied")
    _join(light, next(row for row in SPLIT_ROWS if row.rule == "6.6.5"))
    assert light.cut_off == 1 << BY_ID["27e-DI"] | 1 << BY_ID["28e-DI"]


@pytest.mark.rule("6.6.4")
def test_a_15th_on_a_train_stays_on_it_with_its_fourth_step() -> None:
    board = still({"17.ID": "BC9 N", "15.ID-3": "S31 train"})
    train = board.trains[BY_ID["15.ID-3"]]
    upgrade(board)
    assert board.trains == {BY_ID["15.ID-4"]: train}
    walking = still({"17.ID": "BC9 N", "15.ID-3": "S31 N"})
    upgrade(walking)
    assert walking.where[BY_ID["15.ID-4"]] == at("S31")
    assert walking.trains == {}


@pytest.mark.rule("19.2.2", "6.6.1", "6.6.5")
def test_a_hidden_part_that_joins_one_in_sight_is_seen() -> None:
    units = {"11.IB": "BC9 N fog", "12.IB": "BC9 N", "BCA-14e-CA": "aside"}
    position = play(moving(units, options=OPTIONS), "move 11.IB", "join")
    assert not has(position, "fogged", "6.ID")
    assert happened(position, FogLifted)[0].rule == "19.2.2"
    hidden = play(moving({"11.IB": "BC9 N fog", "12.IB": "BC9 N fog"}, options=OPTIONS), "move 11.IB", "join")
    assert has(hidden, "fogged", "6.ID")
    assert not has(hidden, "fogged", "11.IB"), "nothing stays on a counter that is put aside"
    split = play(moving({"6.ID": "BC9 N fog"}, options=OPTIONS), "move 6.ID", "split")
    assert has(split, "fogged", "11.IB")
    assert has(split, "fogged", "12.IB")


@pytest.mark.rule("20.2.8", "6.6.3")
def test_cavalry_that_had_to_stop_after_a_recon_takes_no_part_in_splitting() -> None:
    units = {"3.KD": "BC9", "6.KD": "BC9"}
    position = moving(units)
    assert "detach BC9" in legal(play(position, "move 6.KD"))
    position.board.perilled |= 1 << BY_ID["3.KD"]
    later = play(position, "move 6.KD")
    assert "detach BC9" not in legal(later)
    assert refused(later, "detach BC9") == "20.2.8"


@pytest.mark.rule("6.6.4", "7.7.2", "2.6.1")
def test_the_exchanged_15th_chooses_its_facing_and_needs_room_for_four() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "waiting"}
    position = play(moving(units, turn=9), "move 33.IB", "join")
    unit = BY_ID["15.ID-3"]
    row = position.board.play.arrival[unit]
    assert position.board.where[unit] == WAITING
    arriving = play(position, "arrive", "place 15.ID-3")
    assert asked(arriving) == "ArrivalFacing"
    arriving = play(arriving, "face SE")
    assert arriving.board.faces[BY_ID["15.ID-4"]] == 2
    full = position.board
    crowd = [BY_ID[name] for name in ("18.ID", "3.ID", "4.ID", "5.ID")]
    for room_left, free in ((3, False), (4, True)):
        wanted = limit(full, row.hex) - room_left
        for each in crowd:
            steps = min(4, wanted)
            full.put(each, row.hex if steps else -1)
            full.lost[each] = 4 - steps if steps else 0
            wanted -= steps
        assert (why_blocked(full, row, row.hex) is None) is free, "the fourth step needs room too"
