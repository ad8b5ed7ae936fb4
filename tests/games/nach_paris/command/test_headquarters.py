"""[13.1.7], [13.2] Headquarters lost and back, the German restriction, and how units change their headquarters."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    BY_ID,
    COMMAND,
    COMMAND_LATER,
    COMMAND_REDUCED,
    DE,
    FR,
    HEADQUARTERS,
    IDS,
    IN_ARMY_CORPS,
    OF_NATION,
    written,
)
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.rules.command.communications import state
from marne.games.nach_paris.rules.command.events import ChangeCancelled, ChangeFailed, HeadquartersBack, NewLeader
from marne.games.nach_paris.rules.command.headquarters import Command, command, command_range, leaders
from marne.games.nach_paris.rules.command.restriction import ChangeHeadquarters, concerned, new_leaders
from marne.games.nach_paris.sequence import MovementPhase
from marne.games.nach_paris.steps import label
from marne.hexes import bits, members

PARIS = next(camp for camp in MAP.camps if camp.name == "Paris")
ANVERS = next(camp for camp in MAP.camps if camp.name == "Anvers")


def stood(units: dict[str, str], turn: int = 7, **changes: Any) -> Game:
    return arranged(units=units, turn=turn, begin="nothing", **changes)


def found(position: Game, unit: str) -> str:
    return state(position.board, BY_ID[unit])


def begun(position: Game, **facts: Any) -> Game:
    """The same position with facts of the board changed."""
    for name, fact in facts.items():
        setattr(position.board, name, fact)
    return position.load(position.save())


# -- [13.1.7] lost


@pytest.mark.rule("13.1.7", "13.1.8")
@pytest.mark.parametrize(
    ("hex", "lost", "expected"),
    [
        ("R37", False, "out of command"),
        ("R37", True, "limited"),  # a normal line
        ("AC24", True, "out of command"),  # a long one
    ],
)
def test_the_army_of_a_lost_headquarters_is_limited_at_best(hex: str, lost: bool, expected: str) -> None:
    position = stood({"17.ID": f"{hex} N", "3.AOK": "R37"}, turn=4)
    if lost:
        position.board.headquarters_lost[BY_ID["1.AOK"]] = 4
    assert found(position, "17.ID") == expected
    assert found(position, "3.AOK") == "line", "other armies are not concerned"


@pytest.mark.rule("13.1.7", "13.1.2")
@pytest.mark.reading("lost-headquarters")
def test_whom_another_headquarters_reaches_does_not_miss_the_lost_one() -> None:
    """departs: 13.1.7. French units obey any headquarters; the 7th German Army has a second."""
    french = {"1re-DI": "AT9 N", "QG-1re-A": "AT9"}
    for units, unit, hq in (
        (french, "1re-DI", "QG-5e-A"),
        ({"28.ID": "F7 N", "7.AOK-2": "F7"}, "28.ID", "7.AOK"),
    ):
        position = stood(units)
        position.board.headquarters_lost[BY_ID[hq]] = 7
        assert found(position, unit) == "line"
    alone = stood({"1re-DI": "AT9 N"})
    assert found(alone, "1re-DI") == "out of command"
    alone.board.headquarters_lost[BY_ID["QG-5e-A"]] = 7
    assert found(alone, "1re-DI") == "limited"


@pytest.mark.rule("13.1.7", "13.1.2")
def test_cavalry_corps_and_garrisons_do_not_miss_it() -> None:
    position = stood({"5.KD": "R37", "33.RD": "R18 N"})
    for hq in ("2.AOK", "5.AOK"):
        position.board.headquarters_lost[BY_ID[hq]] = 7
    assert (found(position, "5.KD"), found(position, "33.RD")) == ("line", "line")


def returning(side: str, nation: str, hq: str, units: dict[str, str], *, lost: int = 6, **changes: Any) -> Game:
    position = arranged(
        **{"scenario": "campaign", "turn": 7, **changes}, side=side, units={hq: "destroyed", **units}, begin="nothing"
    )
    position.board.headquarters_lost[BY_ID[hq]] = lost
    position.board.lost[BY_ID[hq]] = 1
    from marne.engine import Position
    from marne.games.nach_paris.components.units import NATIONS
    from marne.games.nach_paris.rules.command.lost import ReturnHeadquarters

    return Position.begin(position.board, ReturnHeadquarters(NATIONS.index(nation)))


@pytest.mark.rule("13.1.7")
@pytest.mark.reading("headquarters-return")
@pytest.mark.parametrize(
    ("nation", "hq", "camp"), [("FR", "QG-5e-A", PARIS), ("GB", "GH", PARIS), ("BE", "QG-belge", ANVERS)]
)
def test_allied_headquarters_come_back_in_their_camp(nation: str, hq: str, camp: Any) -> None:
    position = returning("allied", nation, hq, {})
    assert asked(position) == "PlaceHeadquarters"
    assert actor(position) == "allied"
    assert sorted(named(position, "place")) == sorted(map(label, camp.hexes))
    assert refused(position, "place AT9") == "13.1.7"
    hex = label(camp.hexes[1])
    position = play(position, f"place {hex}")
    assert where(position, hq) == hex
    assert position.board.steps(BY_ID[hq]) == 1
    assert position.board.headquarters_lost == {}
    assert has(position, "arrived", hq), "it can't move in this turn"
    assert happened(position, HeadquartersBack)[0].unit == hq


@pytest.mark.rule("13.1.7")
def test_german_headquarters_come_back_with_another_one() -> None:
    position = returning("german", "DE", "2.AOK", {"1.AOK": "T37", "3.AOK": "S33"})
    assert sorted(named(position, "place")) == ["S33", "T37"]
    alone = returning("german", "DE", "2.AOK", {"1.AOK": "T37", "QG-5e-A": "AT9"})
    assert where(alone, "2.AOK") == "T37", "nothing to choose"
    nowhere = returning("german", "DE", "2.AOK", {})
    assert nowhere.board.where[BY_ID["2.AOK"]] == DESTROYED
    assert nowhere.board.headquarters_lost == {BY_ID["2.AOK"]: 6}


@pytest.mark.rule("13.1.7")
def test_it_comes_in_the_next_game_turn_during_arrivals() -> None:
    same = returning("german", "DE", "2.AOK", {"1.AOK": "T37"}, lost=7)
    assert where(same, "2.AOK") == ""
    board = arranged(side="german", begin="nothing").board
    steps = [type(step).__name__ for step in MovementPhase().do(board)]
    assert steps.index("ReturnHeadquarters") == steps.index("Arrivals") + 1


@pytest.mark.rule("13.1.7")
def test_where_paris_is_not_in_play_it_comes_back_with_another() -> None:
    position = returning("allied", "FR", "QG-5e-A", {"QG-4e-A": "AN23"}, scenario="guise", turn=15)
    assert where(position, "QG-5e-A") == "AN23"


@pytest.mark.rule("13.1.7")
def test_nor_where_the_enemy_is_or_the_camp_has_fallen() -> None:
    held = returning("allied", "FR", "QG-5e-A", {"18.ID": "AX14 N"})
    assert "AX14" not in named(held, "place")
    assert len(named(held, "place")) == len(PARIS.hexes) - 1
    gone = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Paris"}
    fallen = returning("allied", "FR", "QG-5e-A", {"QG-4e-A": "AT9"}, forts=gone)
    assert where(fallen, "QG-5e-A") == "AT9"


# -- [13.2.1], [13.2.3] the restriction


@pytest.mark.rule("13.2.1")
@pytest.mark.parametrize(
    ("unit", "hq", "hexes", "expected"),
    [
        ("18.ID", "1.AOK", 5, "line"),
        ("18.ID", "1.AOK", 6, "out of command"),  # reduced for army corps
        ("7.RD", "1.AOK", 6, "out of command"),
        ("34.IB", "1.AOK", 6, "out of command"),  # and for their brigades
        ("11.LIB", "1.AOK", 8, "line"),
        ("11.LIB", "1.AOK", 9, "out of command"),
        ("18.ID", "2.AOK", 1, "out of command"),  # another army's
        ("17.RD", "2.AOK", 5, "line"),  # without an army
        ("2.KD", "1.AOK", 20, "line"),
    ],
)
def test_a_german_unit_obeys_the_headquarters_of_its_army(unit: str, hq: str, hexes: int, expected: str) -> None:
    here = MAP.grid.hex("N37")
    away = next(h for h in range(len(MAP.grid)) if MAP.grid.distance(here, h) == hexes and MAP.country[h] == "DE")
    position = stood({unit: "N37 N", hq: label(away)}, turn=9)
    assert found(position, unit) == expected


@pytest.mark.rule("13.2.1")
def test_units_of_the_7th_army_change_freely_between_its_two() -> None:
    for hq in ("7.AOK", "7.AOK-2"):
        assert found(stood({"28.ID": "F7 N", hq: "F8"}), "28.ID") == "line"


@pytest.mark.rule("13.2.1")
@pytest.mark.reading("led-by")
def test_before_liege_some_obey_the_second_army() -> None:
    """departs: `led-by`"""
    assert leaders(stood({"34.IB": "T37 N"}, turn=8).board, BY_ID["34.IB"]) == 1 << BY_ID["2.AOK"]
    assert leaders(stood({"34.IB": "T37 N"}, turn=9).board, BY_ID["34.IB"]) == 1 << BY_ID["1.AOK"]


@pytest.mark.rule("13.2.1")
@pytest.mark.reading("siege-command")
def test_besiegers_need_no_headquarters_in_the_campaign() -> None:
    """departs: `siege-command`"""
    board = stood({"13.RD": "AM32 N", "14.RD": "AP34 N", "145e-RI": "AM29 N"}, turn=14).board
    assert board.play.said.special.siege_command == 3
    assert command(board, BY_ID["13.RD"]) == Command.IN_RANGE
    assert command(board, BY_ID["14.RD"]) == Command.NONE
    assert command(board, BY_ID["145e-RI"]) == Command.NONE, "the French need theirs"
    board.forts_gone = bits(i for i, fort in enumerate(MAP.forts) if fort.camp == "Maubeuge")
    assert command(board, BY_ID["13.RD"]) == Command.NONE, "there is no siege any more"
    other = stood({"13.RD": "AM32 N"}, scenario="maubeuge", turn=14).board
    assert command(other, BY_ID["13.RD"]) == Command.NONE, "a rule of the campaign"


@pytest.mark.rule("13.2.3")
def test_from_turn_22_any_headquarters_leads_with_its_longer_range() -> None:
    unit, hq = BY_ID["18.ID"], BY_ID["2.AOK"]
    before, after = (stood({"18.ID": "N37 N", "2.AOK": "N37"}, turn=turn).board for turn in (21, 22))
    assert (command_range(before, hq, unit), command_range(after, hq, unit)) == (5, 8)
    assert not leaders(before, unit) >> hq & 1
    assert leaders(after, unit) >> hq & 1
    far = stood({"18.ID": "N37 N", "2.AOK": "N29"}, turn=22)
    assert found(far, "18.ID") == "line"


@pytest.mark.rule("13.2.3")
def test_turn_22_strikes_out_what_was_changed() -> None:
    position = arranged(units={"18.ID": "N37 N"}, turn=22, begin="nothing")
    position.board.obeys = {BY_ID["18.ID"]: BY_ID["2.AOK"]}
    position.board.changing = {BY_ID["18.ID"]: BY_ID["2.AOK"]}
    from marne.games.nach_paris.rules.command.restriction import ChangeHeadquarters

    assert ChangeHeadquarters().do(position.board) == ()
    assert (position.board.obeys, position.board.changing) == ({}, {})


# -- [13.2.2] changing


CORPS = {"17.ID": "N37 N", "18.ID": "O37 N", "2.AOK": "N36", "1.AOK": "N20"}
"""The IX. AK of the 1st Army, far from its own headquarters, near that of the 2nd; both have a CAB of their own."""
NINTH = dict.fromkeys(("17.ID", "18.ID", "33.IB", "34.IB"), "2.AOK")
"""The brigades go with it: they may come by splitting."""


def changing(units: dict[str, str] | None = None, turn: int = 9) -> Game:
    return arranged(units=units or CORPS, turn=turn, begin="ChangeHeadquarters")


@pytest.mark.rule("13.2.2")
def test_a_corps_changes_with_both_divisions_by_one_test() -> None:
    position = changing()
    assert asked(position) == "ChooseChange"
    assert legal(position) == ["change 17.ID", "end"]
    assert refused(position, "change 18.ID") == "13.2.2", "listed by its first division"
    position = play(position, "change 17.ID")
    assert asked(position) == "CabTest"
    position = play(position, 1)
    assert {IDS[unit]: IDS[hq] for unit, hq in position.board.obeys.items()} == NINTH
    assert happened(position, NewLeader)[0].leader == "2.AOK"
    assert (found(position, "17.ID"), found(position, "18.ID")) == ("line", "line")


@pytest.mark.rule("13.2.2")
def test_the_worst_cab_of_them_is_tested() -> None:
    position = changing({**CORPS, "18.ID": "O37 N -2"})
    (test,) = happened(play(position, "change 17.ID", 20), CabTested)
    assert test.unit == "18.ID"
    (other,) = happened(play(changing({**CORPS, "17.ID": "N37 N -2"}), "change 17.ID", 20), CabTested)
    assert other.unit == "17.ID"
    assert (test.passed, test.needed) == (False, position.board.cab(BY_ID["18.ID"]))


@pytest.mark.rule("13.2.2")
def test_all_must_be_in_the_reduced_range_of_the_new_one() -> None:
    assert asked(changing({**CORPS, "18.ID": "N31 N"})) == "ChooseChange", "five hexes"
    assert asked(changing({**CORPS, "18.ID": "N30 N"})) == "", "six"
    assert asked(changing({"11.LIB": "N31 N", "2.AOK": "N36", "1.AOK": "N20"})) == "ChooseChange"
    assert asked(changing({"11.LIB": "N30 N", "2.AOK": "N36", "1.AOK": "N20"})) == "", "for everybody who changes"


@pytest.mark.rule("13.2.2")
def test_brigades_belong_to_their_corps_and_others_change_alone() -> None:
    board = stood({"33.IB": "N37 N", "34.IB": "N37 N", "18.ID": "N38 N", "11.LIB": "N37 N"}, turn=9).board
    assert written(concerned(board, BY_ID["18.ID"])) == written(bits(BY_ID[u] for u in ("18.ID", "33.IB", "34.IB")))
    assert concerned(board, BY_ID["11.LIB"]) == 1 << BY_ID["11.LIB"]


@pytest.mark.rule("13.2.2")
def test_a_failed_test_puts_them_out_of_command_until_it_is_settled() -> None:
    position = play(changing(), "change 17.ID", 20)
    assert happened(position, ChangeFailed)
    assert (found(position, "17.ID"), found(position, "18.ID")) == ("out of command", "out of command")
    near = play(changing({**CORPS, "1.AOK": "N38"}), "change 17.ID", 20)
    assert found(near, "17.ID") == "out of command", "even beside its old headquarters"
    assert asked(position) == "", "one try in a phase"


def settled(units: dict[str, str] | None = None, *answers: str) -> Game:
    position = arranged(units=units or CORPS, turn=10, begin="nothing")
    for unit in ("17.ID", "18.ID"):
        position.board.changing[BY_ID[unit]] = BY_ID["2.AOK"]
    from marne.engine import Position
    from marne.games.nach_paris.rules.command.restriction import ChangeHeadquarters

    return play(Position.begin(position.board, ChangeHeadquarters()), *answers)


@pytest.mark.rule("13.2.2")
def test_in_the_next_turn_it_is_finished_without_a_test_or_cancelled() -> None:
    assert asked(settled()) == "SettleChange"
    assert legal(settled()) == ["finish", "cancel"]
    finished = settled(None, "finish")
    assert {IDS[unit]: IDS[hq] for unit, hq in finished.board.obeys.items()} == NINTH
    assert (found(finished, "17.ID"), finished.board.changing) == ("line", {})
    assert asked(finished) == ""
    cancelled = settled(None, "cancel")
    assert (cancelled.board.obeys, cancelled.board.changing) == ({}, {})
    assert happened(cancelled, ChangeCancelled)
    assert asked(cancelled) == "", "nor another try in the same phase"


@pytest.mark.rule("13.2.2")
def test_who_was_destroyed_meanwhile_settles_nothing() -> None:
    position = settled({**CORPS, "18.ID": "destroyed"}, "finish")
    assert position.board.changing == {}
    assert position.board.obeys[BY_ID["17.ID"]] == BY_ID["2.AOK"]


@pytest.mark.rule("13.2.2")
@pytest.mark.reading("change-of-headquarters")
def test_who_left_the_range_of_the_new_one_can_only_cancel() -> None:
    """departs: 13.2.2"""
    position = settled({**CORPS, "18.ID": "N30 N"})
    assert (position.board.obeys, position.board.changing) == ({}, {})


@pytest.mark.rule("13.2.2")
def test_several_headquarters_in_range_are_asked_about() -> None:
    position = play(changing({**CORPS, "3.AOK": "N38"}), "change 17.ID")
    assert asked(position) == "ChooseLeader"
    assert named(position, "obey") == ["2.AOK", "3.AOK"]
    assert refused(position, "obey 1.AOK") == "13.2.2"
    assert play(position, "obey 3.AOK", 1).board.obeys[BY_ID["18.ID"]] == BY_ID["3.AOK"]


@pytest.mark.rule("13.2.2", "13.2.1")
def test_whom_no_army_binds_changes_nothing() -> None:
    position = changing({**CORPS, "17.RD": "N37 N", "5.KD": "N37"})
    assert legal(position) == ["change 17.ID", "end"]
    assert refused(position, "change 17.RD") == "13.2.1"
    assert refused(position, "change 5.KD") == "13.2.1"
    assert asked(changing({**CORPS, "1.AOK": "destroyed", "2.AOK": "N20"})) == ""
    assert asked(changing(turn=22)) == ""


@pytest.mark.rule("13.2.2")
def test_who_obeys_the_7th_army_obeys_both_of_its_headquarters() -> None:
    board = stood({"17.ID": "N37 N", "7.AOK": "A2", "7.AOK-2": "N36"}, turn=9).board
    board.obeys[BY_ID["17.ID"]] = BY_ID["7.AOK"]
    assert leaders(board, BY_ID["17.ID"]) == bits((BY_ID["7.AOK"], BY_ID["7.AOK-2"]))
    assert new_leaders(board, 1 << BY_ID["17.ID"]) == []
    assert members(leaders(board, BY_ID["17.ID"]))


@pytest.mark.rule("2.5.20", "13.2.1", "13.2.3")
def test_german_staffs_reach_army_corps_less_far_until_turn_22() -> None:
    corps = next(unit for unit in members(IN_ARMY_CORPS) if unit == BY_ID["18.ID"])
    other = BY_ID["9.KD"]
    staff = BY_ID["1.AOK"]
    assert not IN_ARMY_CORPS >> other & 1
    early, late = still(turn=21), still(turn=22)
    assert command_range(early, staff, corps) == COMMAND_REDUCED[staff]
    assert command_range(early, staff, other) == COMMAND[staff]
    assert command_range(late, staff, corps) == command_range(late, staff, other) == COMMAND_LATER[staff]
    assert COMMAND_REDUCED[staff] < COMMAND[staff]
    french = BY_ID["QG-5e-A"]
    assert (
        command_range(early, french, BY_ID["1re-DI"]) == command_range(late, french, BY_ID["1re-DI"]) == COMMAND[french]
    )


@pytest.mark.rule("13.2.2", "13.2.3")
def test_a_change_is_struck_out_with_its_unit_or_on_turn_22() -> None:
    one, two, staff = BY_ID["18.ID"], BY_ID["9.KD"], BY_ID["2.AOK"]
    board = still({"18.ID": "AW22 N", "9.KD": "destroyed", "2.AOK": "AW23"}, side="german", turn=21)
    board.changing, board.obeys = {one: staff, two: staff}, {one: staff}
    steps = ChangeHeadquarters().do(board)
    assert board.changing == {one: staff}, "who is gone asks no more"
    assert board.obeys == {one: staff}
    assert [type(step).__name__ for step in steps] == ["SettleChange", "ChooseChange"]
    board.turn = 22
    assert ChangeHeadquarters().do(board) == ()
    assert board.changing == board.obeys == {}


@pytest.mark.rule("13.1.3", "13.2.1")
def test_before_turn_22_germans_obey_their_own_army_and_then_anybody() -> None:
    early, late = still(turn=21), still(turn=22)
    unit = BY_ID["18.ID"]
    assert leaders(early, unit).bit_count() == 1
    assert leaders(late, unit).bit_count() > 1
    french = BY_ID["1re-DI"]
    assert leaders(early, french) == leaders(late, french)


@pytest.mark.rule("13.2.1", "13.2.3")
def test_german_ranges_are_short_for_army_corps_and_grow_on_turn_22() -> None:
    staff, french = BY_ID["2.AOK"], members(HEADQUARTERS & OF_NATION[FR])[0]
    corps = members(IN_ARMY_CORPS)[0]
    other = next(who for who in members(OF_NATION[DE]) if not IN_ARMY_CORPS >> who & 1)
    early, late = still(turn=21), still(turn=22)
    assert [command_range(early, staff, who) for who in (corps, other)] == [COMMAND_REDUCED[staff], COMMAND[staff]]
    assert [command_range(late, staff, who) for who in (corps, other)] == [COMMAND_LATER[staff]] * 2
    assert COMMAND_REDUCED[staff] < COMMAND[staff]
    assert command_range(early, french, corps) == command_range(late, french, corps) == COMMAND[french]
