"""[20.1] Each thing that keeps airmen on the ground, and when they look."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import OPTIONS
from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, play
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    OF_NATION,
    SQUADRONS,
)
from marne.games.nach_paris.rules.options.airmen import (
    AerialRecon,
    FlyOver,
    _announced,
    _same_view,
    _too_often,
    airfields,
    look_down,
    why_no_flight,
)
from marne.games.nach_paris.steps import hex_of
from marne.hexes import members


@pytest.mark.rule("20.1.3", "20.1.5", "20.1.6")
def test_airfields_are_the_staffs_that_can_fly() -> None:
    def flying(**more: Any) -> list[int]:
        return airfields(
            still({"2.AOK": "AJ19", "3.AOK": "AI40"}, fog=True, recon=True, **more), GERMAN_SIDE, at("AI15")
        )

    assert flying() == [BY_ID["2.AOK"]], "the other is too far off"
    assert flying(turn=1) == []


@pytest.mark.rule("20.1.3", "20.1.10")
def test_the_last_squadron_flies_and_a_lost_one_does_not() -> None:
    staff, board = BY_ID["2.AOK"], still({"2.AOK": "AJ19"}, fog=True, recon=True)
    most = next(n for n in range(9) if n and why(board, staff, {staff: n}))
    assert not why(board, staff, {})
    assert not why(board, staff, {staff: most - 1})
    board.squadrons_lost = {staff: most}
    assert why(board, staff, {}) == "20.1.3"
    gone = still({"2.AOK": "destroyed"}, fog=True, recon=True)
    assert why(gone, staff, {}) == "20.1.3"


def why(board: Any, staff: int, flown: dict[int, int]) -> str:
    board.flown = flown
    found = why_no_flight(board, staff, at("AI15"))
    return found.rule if found else ""


@pytest.mark.rule("20.1.9", "20.1.7", "20.1.12")
@pytest.mark.parametrize(("die", "good"), [(1, True), (19, False)])
def test_a_hex_keeps_the_die_and_the_airfield_of_a_success_alone(die: int, good: bool) -> None:
    units = {"2.AOK": "AJ19", "1re-DI": "AI15 N fog"}
    board, staff, hex = still(units, fog=True, recon=True), BY_ID["2.AOK"], at("AI15")
    board.overflown = BY_ID["1re-DI"]
    FlyOver(staff, hex).answered(board, die)
    assert board.aerial_hexes == {hex: die if good else 0}
    assert board.aerial_base == ({hex: staff} if good else {})
    assert board.flops == {staff: 0 if good else 1}
    assert (board.flown, board.overflown, board.squadrons_lost) == ({staff: 1}, -1, {})
    assert board.aerial_tries == {BY_ID["1re-DI"]: 1}


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
@pytest.mark.reading("airmen-border")
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


@pytest.mark.rule("20.1.3")
def test_airmen_fly_from_every_hex_of_the_map_and_from_nowhere_else() -> None:
    board, staff = still({"2.AOK": "AJ19"}, fog=True, recon=True), BY_ID["2.AOK"]
    for hex, flies in ((at("AJ19"), True), (0, True), (DESTROYED, False)):
        board.put(staff, hex)
        assert (why_no_flight(board, staff, max(hex, 0)) is None) == flies
    board.put(staff, at("AJ19"))
    board.flown = {staff: SQUADRONS[staff]}
    found = why_no_flight(board, staff, at("AJ19"))
    assert found is not None
    assert found.rule == "20.1.3"
    board.flown, board.squadrons_lost = {}, {staff: SQUADRONS[staff]}
    assert why_no_flight(board, staff, at("AJ19")) is not None


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
