"""Where chapters meet: units that split, arrive, withdraw or consolidate, and what other rules know of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.rail_support import moving as rail_moving
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.board import WAITING
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, GERMAN_SIDE, SQUADRONS
from marne.games.nach_paris.rules.engineers.sluices import held
from marne.games.nach_paris.rules.movement.arrivals import beside, why_blocked
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.march import mark_extended
from marne.games.nach_paris.rules.movement.withdrawals import TakeSteps
from marne.games.nach_paris.rules.options.airmen import why_no_flight
from marne.games.nach_paris.rules.options.doctrine import candidates
from marne.games.nach_paris.rules.options.events import FogLifted
from marne.games.nach_paris.rules.options.secrecy import Stirred
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail, why_not_by_rail
from marne.games.nach_paris.rules.rail.events import WentByRail
from marne.games.nach_paris.rules.retreat.retreat import under_fire
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.consolidation import GainSteps
from marne.games.nach_paris.rules.units.stacking import limit
from marne.games.nach_paris.steps import hex_of, label

OPTIONS = {"fog": "on", "recon": "on"}


def moving(units: dict[str, str], side: str = "german", turn: int = 7, **changes: Any) -> Game:
    """A Movement Phase of one side, its first question."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **changes)


# -- [6.6] splitting, and marks


@pytest.mark.rule("7.4.1", "7.4.2")
def test_who_splits_after_half_its_march_and_goes_on_has_the_second_marker_alone() -> None:
    position = play(moving({"6.ID": "BC9 N extended1"}), "move 6.ID", "split")
    board, brigade = position.board, BY_ID["11.IB"]
    assert has(position, "extended_1", "11.IB")
    board.spent[brigade] = board.mf(brigade)
    mark_extended(board, brigade)
    assert has(position, "extended_2", "11.IB")
    board.phase = "combat"
    assert [each.amount for each in own_modifiers(board, brigade) if each.rule == "7.4.2"] == [-2]


@pytest.mark.rule("6.6.1", "13.1.6")
def test_of_two_marks_that_exclude_each_other_the_whole_has_the_worse() -> None:
    position = play(moving({"11.IB": "BC9 N limited extended1", "12.IB": "BC9 N ooc extended2"}), "move 11.IB", "join")
    assert has(position, "cut_off", "6.ID")
    assert not has(position, "limited", "6.ID")
    assert has(position, "extended_2", "6.ID")
    assert not has(position, "extended_1", "6.ID")


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


@pytest.mark.rule("20.1.11", "6.6.1")
def test_flights_against_a_unit_count_for_what_it_becomes() -> None:
    position = moving({"6.ID": "BC9 N fog"}, options=OPTIONS)
    position.board.aerial_tries = {BY_ID["6.ID"]: 2}
    position = play(position, "move 6.ID", "split")
    assert position.board.aerial_tries == {BY_ID["11.IB"]: 2, BY_ID["12.IB"]: 2}


# -- [21.3.1] steps that are lost without a fight


@pytest.mark.rule("21.3.1", "6.5.1")
def test_who_gives_a_step_away_is_indoctrinated_no_more() -> None:
    units = {"44e-DI": "BC9 N doctrine", "37e-DI": "BC9 N -1 doctrine", "QG-4e-A": "BC9"}
    position = arranged(units=units, side="allied", turn=10, begin="nothing", doctrine=True)
    board, giver = position.board, BY_ID["44e-DI"]
    GainSteps(BY_ID["37e-DI"], giver).answered(board, ("gain", 1))
    assert board.lost[giver] == 1
    assert not has(position, "indoctrinated", "44e-DI")
    assert has(position, "indoctrinated", "37e-DI")
    board.lost[giver] = 0
    assert giver not in candidates(board), "for good"


@pytest.mark.rule("21.3.1", "7.8.2")
def test_who_makes_up_for_a_withdrawn_unit_is_indoctrinated_no_more() -> None:
    position = arranged(units={"1re-DI": "BC9 N doctrine"}, side="allied", turn=10, begin="nothing", doctrine=True)
    TakeSteps(BY_ID["2e-DI"], 1).answered(position.board, ("take", BY_ID["1re-DI"]))
    assert position.board.lost[BY_ID["1re-DI"]] == 1
    assert not has(position, "indoctrinated", "1re-DI")


# -- [7.7.3] arrivals by rail


def by_rail(begin: str = "Arrivals DE", **more: Any) -> Game:
    return arranged(side="german", turn=13, rest="waiting", begin=begin, **more)


@pytest.mark.rule("19.1.1", "7.7.3")
def test_who_comes_by_rail_comes_under_a_marker_too() -> None:
    position = play(by_rail(options=OPTIONS), "place 17.RD")
    position = play(position, legal(position)[0])
    assert has(position, "fogged", "17.RD")
    plain = play(by_rail(), "place 17.RD")
    assert not has(play(plain, legal(plain)[0]), "fogged", "17.RD")


@pytest.mark.rule("7.7.3", "3.3.1")
def test_the_marks_of_the_display_hold_on_a_train_too() -> None:
    board = by_rail().board
    unit = BY_ID["17.RD"]
    row = board.play.arrival[unit]
    step = ComeByRail(unit, row.hex, 1, True)
    head = step.ask(board)
    assert head is not None
    step.answered(board, next(iter(head)))  # type: ignore[arg-type]
    assert board.lost[unit] == 1
    assert board.limited >> unit & 1


@pytest.mark.rule("7.7.3", "12.1.5")
def test_nobody_comes_by_rail_where_no_line_leads_on() -> None:
    """A numbered line of Germany leaves the map in the hex; the Allies hold every railway around it."""
    edge = next(edge.hex for edge in MAP.edges if MAP.country[edge.hex] == "DE" and MAP.playable(edge.hex))
    around = [label(hex) for hex in MAP.grid.neighbours[edge] if MAP.links_of[hex]]
    unit = BY_ID["17.RD"]
    free, shut = by_rail(begin="nothing").board, by_rail(begin="nothing", allied_rail=around).board
    assert why_not_by_rail(free, unit, edge) is None
    found = why_not_by_rail(shut, unit, edge)
    assert found is not None
    assert found.rule == "12.1.5"
    assert ComeByRail(unit, edge).ask(shut) is None


@pytest.mark.rule("7.7.2", "2.2.3")
def test_railway_guns_come_beside_their_headquarters_only_on_a_line() -> None:
    position = arranged(
        "liege", side="german", turn=6, rest="waiting", begin="Arrivals DE",
        units={"9e.11e-BM": "T36 N", "2.AOK": "R36"},
    )  # fmt: skip
    board = position.board
    row = board.play.arrival[BY_ID["SKM.b1"]]
    assert label(row.hex) == "T36"
    around = MAP.grid.neighbours[hex_of("R36")]
    open_hexes = beside(board, row)
    assert open_hexes
    assert all(MAP.links_of[hex] for hex in open_hexes)
    assert any(not MAP.links_of[hex] for hex in around), "other neighbours have no line"
    foot = replace(row, unit=BY_ID["18.ID"])
    assert any(not MAP.links_of[hex] for hex in beside(board, foot)), "who marches needs no line"


# -- [6.6.4] the 15.ID arrives


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


# -- [7.1.4] turning after work


@pytest.mark.rule("7.1.4", "16.1.2")
def test_pioneers_that_destroyed_something_where_they_stand_may_turn() -> None:
    gone = {"AJ27:Fort-d'Hirson": "gone", "AJ27:Redoute-Blangy-etc.": "gone"}
    position = moving({"PiR.24": "AJ27 N"}, turn=9, forts=gone)
    position = play(position, "move PiR.24")
    position = play(position, f"blow {named(position, 'blow')[0]}", 10, "end")
    assert asked(position) == "Face"
    assert where(position, "PiR.24") == "AJ27"


# -- [12.1.6] a cut line


@pytest.mark.rule("12.1.6", "12.3.3")
def test_a_cut_hex_is_not_crossed_in_two_legs_either() -> None:
    """A regiment's worth of a division commands BB7 alone; the lines on both sides of it are joined to France."""
    enemy = {"18.ID": "BC7 SE -3"}
    position = rail_moving("1re-DI", "BA9 >BB9", units=enemy)
    assert "rail BB7" in legal(position)
    inside = play(position, "rail BB7")
    assert not named(inside, "rail"), "it came by BB8 and would go on to BB6"
    assert refused(inside, "rail BB6") == "12.1.6"
    stood = rail_moving("1re-DI", "BB7 <BB8", units=enemy)
    assert not named(stood, "rail"), "nor in a later phase"
    free = play(rail_moving("1re-DI", "BA9 >BB9"), "rail BB7")
    assert "rail BB6" in legal(free)
    boarded = rail_moving("1re-DI", "BB7 >BB6", units=enemy)
    assert "rail BB6" in legal(boarded), "who got on there crosses nothing"


# -- [17.2.1], [18.1.1], [3.3.2]


@pytest.mark.rule("17.2.1")
def test_any_unit_that_was_last_in_a_hex_of_a_sluice_controls_it() -> None:
    board = arranged(begin="nothing", turn=15, units={"QG-belge": "AU39", "2.AOK": "AU39"}).board
    hex = hex_of("AU40")
    for unit, nation in (("2.AOK", "DE"), ("QG-belge", "BE")):
        take_ground(board, BY_ID[unit], hex)
        assert held(board, hex) == nation
    assert not board.german_ground >> hex & 1, "headquarters take no ground"


@pytest.mark.rule("3.3.2", "18.1.3")
def test_nobody_lands_beyond_a_border_that_is_still_shut() -> None:
    landing = {"1re-DI": "off Ostende North-Sea"}
    early = play(arranged(units=landing, side="allied", turn=2, begin="movement"), "move 1re-DI")
    assert "land" not in legal(early)
    assert refused(early, "land") == "3.3.2"
    assert "land" in legal(play(arranged(units=landing, side="allied", turn=3, begin="movement"), "move 1re-DI"))


# -- [19], [20]


@pytest.mark.rule("20.1.10", "20.1.3")
def test_a_squadron_that_is_lost_leaves_the_others_their_flights() -> None:
    staff = BY_ID["2.AOK"]
    assert SQUADRONS[staff] >= 3
    units = {"1re-DI": "AJ15 N fog", "2e-DI": "AJ15 N fog", "2.AOK": "AJ19"}
    position = arranged(options=OPTIONS, units=units, begin="movement", side="allied", turn=18)
    board = play(position, "move 1re-DI", "to AI15", "fly 2.AOK", 20).board
    board.flops = {}
    flights = 0
    while why_no_flight(board, staff, hex_of("AI15")) is None:
        board.flown[staff] = board.flown.get(staff, 0) + 1
        flights += 1
    assert flights == SQUADRONS[staff] - 1


@pytest.mark.rule("19.4.2", "9.6.2")
def test_who_tests_on_its_retreat_is_seen() -> None:
    units = {"Ebk.2": "BC9 fog", "1re-DI": "BC10 S"}
    board = arranged(options=OPTIONS, units=units, begin="nothing", side="allied", turn=9).board
    assert under_fire(board, BY_ID["Ebk.2"])
    assert not board.fogged >> BY_ID["Ebk.2"] & 1


@pytest.mark.rule("19.1.3", "12.2.3")
def test_the_enemy_sees_a_marker_come_by_rail_and_no_name() -> None:
    position = play(rail_moving("1re-DI", "BA9 >BB9 fog", options=OPTIONS), "rail BB7")
    (seen,) = happened(position, Stirred)
    assert (seen.hex, seen.seers()) == ("BB7", (GERMAN_SIDE,))
    assert not [event for event in position.events if isinstance(event, WentByRail)]
