"""Rules line by line: headquarters, fog and airmen. Each test asks a rule for both of its answers."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    CAVALRY_CORPS,
    COMMAND,
    COMMAND_LATER,
    COMMAND_REDUCED,
    DE,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    IN_ARMY_CORPS,
    INFANTRY,
    LIGHT,
    OF_NATION,
    ROWS,
    SQUADRONS,
    STEPS,
)
from marne.games.nach_paris.rules.command.headquarters import Command, army_of, command, command_range
from marne.games.nach_paris.rules.command.lines import Line, country, measured
from marne.games.nach_paris.rules.command.sources import CAMP, HARBOUR, Source, _way, _whole, capability
from marne.games.nach_paris.rules.options.airmen import (
    AerialRecon,
    _announced,
    _same_view,
    _too_often,
    airfields,
    look_down,
    why_no_flight,
)
from marne.games.nach_paris.rules.options.fog import fog_hexes, hide_arrival, reveal
from marne.hexes import bits, members

# -- [13] command


@pytest.mark.rule("2.5.5", "2.5.20", "2.5.21")
def test_ranges_and_squadrons_stand_on_headquarters_alone() -> None:
    for who, row in enumerate(ROWS):
        assert COMMAND[who] == (row.command or 0)
        assert SQUADRONS[who] == (row.squadrons or 0)
        assert bool(COMMAND[who]) == bool(HEADQUARTERS >> who & 1)
        assert not SQUADRONS[who] or HEADQUARTERS >> who & 1
    assert max(COMMAND) > min(COMMAND[who] for who in members(HEADQUARTERS)) > 0


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


@pytest.mark.rule("13.1.1", "13.1.2", "13.1.7")
def test_in_range_on_its_own_lost_or_without_command() -> None:
    rider = members(CAVALRY_CORPS & OF_NATION[DE])[0]
    who = next(u for u in members(INFANTRY & OF_NATION[DE]) if STEPS[u] == 4 and army_of(still(), u))
    staffs = members(army_of(still(), who))
    board = still({IDS[who]: "AW22 N", IDS[rider]: "AW22"})
    assert command(board, who) == Command.NONE
    assert command(board, rider) == Command.IN_RANGE
    board.headquarters_lost = {staffs[0]: 8}
    assert command(board, who) == Command.LOST
    board.put(staffs[0], at("AW23"))
    assert command(board, who) == Command.IN_RANGE
    board.put(staffs[0], at("A1"))
    board.headquarters_lost = {}
    assert command(board, who) == Command.NONE


@pytest.mark.rule("13.1.4", "13.1.5", "13.1.12")
def test_a_line_is_long_beyond_a_hundred_points_and_light_infantry_has_twenty_more() -> None:
    plain, light = BY_ID["18.ID"], members(LIGHT)[0]
    assert not LIGHT >> plain & 1
    for who, more in ((plain, 0), (light, 20)):
        assert [measured(who, points + more) for points in (0, 100, 101, 150, 151)] == [
            Line.NORMAL, Line.NORMAL, Line.LONG, Line.LONG, Line.NONE,
        ]  # fmt: skip


@pytest.mark.rule("13.1.10", "13.1.9", "13.1.11")
def test_a_source_feeds_whole_units_that_a_free_line_leads_to() -> None:
    harbour = next(i for i, each in enumerate(MAP.harbours) if each.name == "Calais")
    camp = next(i for i, each in enumerate(MAP.camps) if each.name == "Maubeuge")
    for source, hexes in (
        (Source(HARBOUR, harbour), [MAP.harbours[harbour].hex]),
        (Source(CAMP, camp), list(MAP.camps[camp].hexes)),
    ):
        near = next(each for each in MAP.grid.neighbours[hexes[0]] if each not in hexes and MAP.playable(each))
        board, who = still({"1re-DI": f"{MAP.grid.label(near)} N"}), BY_ID["1re-DI"]
        assert _way(board, source, who, country(board, FR))
        for hex in hexes:
            board.occupied[GERMAN_SIDE] |= 1 << hex
        assert not _way(board, source, who, country(board, FR)), "an enemy is in it"
        board.occupied[GERMAN_SIDE] = 0
        board.put(who, at("A20"))
        assert not _way(board, source, who, country(board, FR))
        used = board.camp_supply if source.kind == CAMP else board.harbour_supply
        for free, whole in ((4, True), (3, False)):
            used[source.number] = capability(source) - free
            assert _whole(board, source, who) == whole


# -- [19] fog, [20.1] airmen


@pytest.mark.rule("19.4.1", "19.4.2", "19.4.3")
def test_only_those_who_are_shown_lose_their_marker() -> None:
    units = {"18.ID": "AW22 N fog", "17.ID": "AW22 N fog", "3.ID": "AW24 N fog", "4.ID": "AW24 N"}
    board = still(units, fog=True)
    reveal(board, unit("18.ID", "3.ID", "4.ID"), "19.4.1")
    assert board.fogged == unit("17.ID")
    told = [(event.units, event.hex) for event in board.events if type(event).__name__ == "FogLifted"]
    assert told == [("18.ID", "AW22"), ("3.ID", "AW24")] or sorted(told) == [("18.ID", "AW22"), ("3.ID", "AW24")]
    board.events.clear()
    reveal(board, unit("4.ID"), "19.4.1")
    assert (board.fogged, board.events) == (unit("17.ID"), [])


@pytest.mark.rule("19.2.4", "19.3.1")
def test_works_and_marker_go_each_by_their_own_rule() -> None:
    board = still({"18.ID": "AW22 N fog fieldworks", "17.ID": "AW22 N fog fieldworks"}, fog=True)
    reveal(board, unit("18.ID"), "19.4.2")
    assert board.fogged == unit("17.ID")
    assert board.fieldworks == unit("18.ID", "17.ID")
    assert [type(event).__name__ for event in board.events] == ["FogLifted"]
    reveal(board, unit("18.ID"), "19.4.2")
    assert len(board.events) == 1, "nobody is shown twice"


@pytest.mark.rule("19.1.2", "19.1.4", "19.2.1")
def test_a_stack_of_any_size_is_one_hex_and_parts_are_two() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N fog", "1re-DI": "AW30 N fog", "4.ID": "AW24 N"}, fog=True)
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22")
    assert fog_hexes(board, ALLIED_SIDE) == 1 << at("AW30")
    board.put(BY_ID["17.ID"], at("AW23"))
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22") | 1 << at("AW23")
    board.fog_markers = [1 << at("AW26"), 0]
    assert fog_hexes(board, GERMAN_SIDE) == bits(map(at, ("AW22", "AW23", "AW26")))
    assert fog_hexes(board, ALLIED_SIDE) == 1 << at("AW30")


@pytest.mark.rule("19.2.2")
def test_a_hex_with_hidden_units_below_open_ones_has_a_stack() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N", "4.ID": "AW24 N"}, fog=True)
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22")
    board.fogged = 0
    assert fog_hexes(board, GERMAN_SIDE) == 0
    board.fog_markers = [0, 1 << at("AW22")]
    assert (fog_hexes(board, GERMAN_SIDE), fog_hexes(board, ALLIED_SIDE)) == (0, 1 << at("AW22"))


@pytest.mark.rule("19.1.1", "19.1.5")
def test_all_who_arrive_are_hidden_but_for_headquarters() -> None:
    board = still(fog=True)
    board.fogged = unit("4.ID")
    hide_arrival(board, BY_ID["18.ID"])
    hide_arrival(board, BY_ID["2.AOK"])
    assert board.fogged == unit("4.ID", "18.ID")
    clear = still()
    hide_arrival(clear, BY_ID["18.ID"])
    assert clear.fogged == 0


AOK = BY_ID["2.AOK"]


def flight(**more: Any) -> Any:
    board = still({"2.AOK": "AW22", "1re-DI": "AW30 N fog"}, fog=True, recon=True, side="allied")
    for name, value in more.items():
        setattr(board, name, value)
    return board


@pytest.mark.rule("20.1.3", "20.1.4", "20.1.5")
def test_each_thing_that_keeps_a_squadron_on_the_ground() -> None:
    near, far = at("AW30"), at("AW31")

    def rule(board: Any, hex: int = near) -> str:
        return getattr(why_no_flight(board, AOK, hex), "rule", "")

    assert MAP.grid.distance(at("AW22"), near) == 8
    assert rule(flight()) == ""
    assert rule(flight(), far) == "20.1.5"
    have = SQUADRONS[AOK]
    assert rule(flight(flown={AOK: have - 1})) == ""
    assert rule(flight(flown={AOK: have})) == "20.1.3"
    assert rule(flight(flown={AOK: have - 1}, squadrons_lost={AOK: 1})) == "20.1.3"
    gone = flight()
    gone.put(AOK, -1)
    assert rule(gone) == "20.1.3"
    gone.put(AOK, at("AW22"))
    gone.put(BY_ID["2e-DI"], at("AW21"))
    assert rule(gone) == "20.1.4"
    assert airfields(flight(), GERMAN_SIDE, near) == [AOK]
    assert airfields(flight(), ALLIED_SIDE, near) == airfields(flight(), GERMAN_SIDE, far) == []


@pytest.mark.rule("20.1.6", "20.1.12")
def test_first_turns_and_wrong_guesses_ground_airmen() -> None:
    def rule(board: Any, staff: int, hex: str) -> str:
        return getattr(why_no_flight(board, staff, at(hex)), "rule", "")

    assert [rule(flight(turn=turn), AOK, "AW30") for turn in (1, 2)] == ["20.1.6", ""]
    assert [rule(flight(flops={AOK: flops}), AOK, "AW30") for flops in (0, 1, 2, 3)] == ["", "", "20.1.12", "20.1.12"]
    french = next(staff for staff in members(HEADQUARTERS & OF_NATION[FR]) if SQUADRONS[staff])
    for turn, home, abroad in ((1, "20.1.6", "20.1.6"), (2, "", "20.1.6"), (3, "", "")):
        board = flight(turn=turn)
        border = next(
            (a, b)
            for a in range(len(MAP.grid))
            for b in MAP.grid.neighbours[a]
            if (MAP.country[a], MAP.country[b]) == ("FR", "BE")
        )
        board.put(french, border[0])
        assert rule(board, french, MAP.grid.label(border[0])) == home
        assert rule(board, french, MAP.grid.label(border[1])) == abroad


@pytest.mark.rule("20.1.2", "20.1.9", "20.1.11")
def test_when_airmen_look_at_who_enters_a_hex() -> None:
    who, hex = BY_ID["1re-DI"], at("AW30")
    board = flight()
    assert look_down(board, who) == (AerialRecon(hex),)
    assert board.overflown == who
    for facts in ({"airmen_rest": True}, {"aerial_hexes": {hex: 0}}, {"aerial_tries": {who: 2}}, {"fogged": 0}):
        board = flight(**facts)
        assert look_down(board, who) == ()
        assert board.overflown == -1
    assert look_down(flight(aerial_tries={who: 1}), who) == (AerialRecon(hex),)
    assert [_too_often(flight(aerial_tries={who: tries}), who, hex) for tries in (0, 1, 2)] == [False, False, True]
    assert not _too_often(flight(aerial_hexes={at("AW31"): 5}), who, hex)
    assert not _same_view(flight(), who, hex)
    assert not _same_view(flight(aerial_hexes={hex: 0}), who, hex)
    seen = flight(aerial_hexes={hex: 1}, aerial_base={hex: AOK})
    assert _same_view(seen, who, hex)
    assert seen.spotted == 1 << who, "the same die is read for it"
    assert look_down(flight(turn=1), who) == ()


@pytest.mark.rule("20.1.8")
def test_a_small_unit_is_announced_and_so_is_one_that_the_known_part_would_find() -> None:
    assert [_announced(small, reached) for small in (True, False) for reached in (8, 9)] == [True, True, True, False]


@pytest.mark.rule("20.1.1", "20.1.2")
def test_what_can_be_said_to_an_aeroplane() -> None:
    who, hex = BY_ID["1re-DI"], at("AW30")
    for answer, tries, rest in (("no", {}, False), ("not-this-one", {who: 2}, False), ("not-now", {}, True)):
        board = flight(overflown=who, aerial_tries={})
        assert AerialRecon(hex).answered(board, answer) == ()
        assert (board.aerial_tries, board.airmen_rest, board.overflown) == (tries, rest, -1)
    board = flight(overflown=who)
    (fly,) = AerialRecon(hex).answered(board, ("fly", AOK))
    assert ((fly.staff, fly.hex), board.overflown) == ((AOK, hex), who)  # type: ignore[attr-defined]
    ask: Any = AerialRecon(hex).ask(flight())
    assert tuple(ask.options) == (("fly", AOK), "no", "not-this-one", "not-now")
    assert ask.actor == GERMAN_SIDE
    assert AerialRecon(hex).ask(flight(turn=1)) is None
