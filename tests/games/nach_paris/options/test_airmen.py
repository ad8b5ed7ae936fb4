"""[20.1] Aerial Recon: when, by whom, with which die, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import table
from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.units import BY_ID, GERMAN_SIDE, SQUADRONS, STEPS
from marne.games.nach_paris.rules.options.airmen import airfields, look_down, visible, why_no_flight
from marne.games.nach_paris.rules.options.events import FlewOver, SmallUnit, SquadronLost

SPY = "2.AOK"


def marching(unit: str = "1re-DI", words: str = "AJ15 N fog", staff: str = "AJ19", **more: Any) -> Game:
    """A hidden unit on its way into AI15, clear ground, four hexes from the airfield."""
    units = {unit: words, SPY: staff, **more.pop("others", {})}
    return play(table(units, **more), f"move {unit}")


@pytest.mark.rule("20.1.1", "20.1.2")
def test_the_enemy_may_look_at_a_hidden_unit_as_it_enters_a_hex() -> None:
    position = play(marching(), "to AI15")
    assert asked(position) == "AerialRecon"
    assert actor(position) == "german"
    assert legal(position) == ["fly 2.AOK", "no", "not-this-one", "not-now"]
    found = play(position, "fly 2.AOK", 2)
    assert happened(found, FlewOver)[0].found
    assert not has(found, "fogged", "1re-DI")
    assert asked(found) == "Walk", "it marches on"
    assert asked(play(marching(words="AJ15 N"), "to AI15")) == "Walk", "in the open there is nothing to look for"
    plain = arranged(
        options={"fog": "on"}, units={"1re-DI": "AJ15 N fog", SPY: "AJ19"}, begin="movement", side="allied", turn=18
    )
    assert asked(play(plain, "move 1re-DI", "to AI15")) == "Walk", "only where it is played"


@pytest.mark.rule("20.1.2")
def test_hex_by_hex_and_nobody_who_stood_there_is_seen() -> None:
    position = play(marching(others={"2e-DI": "AI15 N fog"}), "to AI15")
    found = play(position, "fly 2.AOK", 1)
    assert not has(found, "fogged", "1re-DI")
    assert has(found, "fogged", "2e-DI")
    far = play(marching(), "to AH16")
    hexes = []
    while asked(far) == "AerialRecon":
        hexes.append(MAP.grid.label(far.step.hex))  # type: ignore[attr-defined]
        far = play(far, "no")
    assert len(hexes) == 2
    assert hexes[-1] == "AH16"


@pytest.mark.rule("20.1.2")
def test_trains_are_not_looked_at() -> None:
    board = table({"1re-DI": "AI15 N fog", SPY: "AJ19"}, begin="nothing").board
    unit = BY_ID["1re-DI"]
    assert look_down(board, unit)
    board = table({"1re-DI": "AI15 N fog", SPY: "AJ19"}, begin="nothing").board
    board.trains[unit] = None  # type: ignore[assignment]
    assert look_down(board, unit) == ()


def why(board: Any, hex: str = "AI15", staff: str = SPY) -> str:
    found = why_no_flight(board, BY_ID[staff], MAP.grid.hex(hex))
    return found.rule if found else ""


def base(staff: str = "AJ19", **more: Any) -> Any:
    return table({SPY: staff, **more.pop("others", {})}, begin="nothing", **more).board


@pytest.mark.rule("20.1.3")
def test_each_squadron_flies_once_in_a_phase() -> None:
    board = base()
    most = SQUADRONS[BY_ID[SPY]]
    board.flown = {BY_ID[SPY]: most - 1}
    assert why(board) == ""
    board.flown = {BY_ID[SPY]: most}
    assert why(board) == "20.1.3"
    assert airfields(board, GERMAN_SIDE, MAP.grid.hex("AI15")) == []
    position = play(marching(), "to AI15", "fly 2.AOK", 15)
    assert position.board.flown == {BY_ID[SPY]: 1}
    assert why(base(others={"7.AOK-2": "AJ19"}), staff="7.AOK-2") == "20.1.3", "it has none"


@pytest.mark.rule("20.1.4", "20.1.5")
def test_the_airfield_is_the_headquarters_out_of_enemy_zones_and_in_range() -> None:
    assert why(base(others={"4e-DC": "AJ20"})) == "20.1.4"
    assert why(base(others={"4e-DC": "AJ21"})) == ""
    assert MAP.grid.distance(MAP.grid.hex("AI23"), MAP.grid.hex("AI15")) == 8
    assert why(base("AI23")) == ""
    assert why(base("AI24")) == "20.1.5"
    assert asked(play(marching(staff="AI24"), "to AI15")) == "Walk"


@pytest.mark.rule("20.1.6")
@pytest.mark.reading("airmen-border")
def test_nobody_flies_on_turn_1_and_the_french_not_over_the_border_on_turn_2() -> None:
    assert [why(base(turn=turn)) for turn in (1, 2, 3)] == ["20.1.6", "", ""]
    french = [
        [why(table({"QG-2e-A": "R12"}, begin="nothing", turn=turn).board, hex, "QG-2e-A") for hex in ("R14", "P15")]
        for turn in (1, 2, 3)
    ]
    assert MAP.country[MAP.grid.hex("R14")] == "FR"
    assert MAP.country[MAP.grid.hex("P15")] == "DE"
    assert french == [["20.1.6", "20.1.6"], ["", "20.1.6"], ["", ""]]


@pytest.mark.rule("20.1.7")
@pytest.mark.parametrize(
    ("words", "staff", "die", "found"),
    [
        ("AJ15 N fog", "AJ18", 12, True),
        ("AJ15 N fog", "AJ18", 13, False),
        ("AJ15 N fog", "AJ19", 6, True),
        ("AJ15 N fog", "AJ19", 7, False),
        ("AJ15 N fog -1", "AJ19", 4, True),
        ("AJ15 N fog -1", "AJ19", 5, False),
        ("AJ15 N fog -2", "AJ19", 2, True),
        ("AJ15 N fog -2", "AJ19", 3, False),
    ],
)
def test_eight_or_less_with_the_modifiers_of_range_and_steps(words: str, staff: str, die: int, found: bool) -> None:
    position = play(marching(words=words, staff=staff), "to AI15", "fly 2.AOK", die)
    assert has(position, "fogged", "1re-DI") is not found
    assert has(position, "spotted", "1re-DI") is found
    assert happened(position, FlewOver)[0].found is found


@pytest.mark.rule("20.1.7")
def test_only_on_open_ground() -> None:
    board = table({"1re-DI": "AI15 N fog"}, begin="nothing").board
    seen = set()
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        board.put(BY_ID["1re-DI"], hex)
        if visible(board, BY_ID["1re-DI"]):
            seen.add(MAP.terrain[hex])
    assert seen == {Terrain.CLEAR, Terrain.LOWLAND, Terrain.FLOOD_PLAIN}


@pytest.mark.rule("20.1.8", "20.1.9")
def test_small_units_are_announced_and_never_found() -> None:
    one = play(marching(words="AJ15 N fog -3", staff="AJ18"), "to AI15", "fly 2.AOK", 1)
    assert has(one, "fogged", "1re-DI")
    assert happened(one, SmallUnit)
    badly = play(marching(words="AJ15 N fog -3", staff="AJ18"), "to AI15", "fly 2.AOK", 19)
    assert happened(badly, SmallUnit), "whatever the die"
    two = play(marching(words="AJ15 N fog -2"), "to AI15", "fly 2.AOK", 6)
    assert happened(two, SmallUnit), "eight without its steps, twelve with them"
    missed = play(marching(words="AJ15 N fog -2"), "to AI15", "fly 2.AOK", 7)
    assert not happened(missed, SmallUnit), "nine: it would have failed anyway"
    assert [m.text for m in happened(two, FlewOver)[0].modifiers] == ["aerial.far"], "the steps stay secret"


@pytest.mark.rule("20.1.9", "20.1.8")
@pytest.mark.reading("later-stacks")
def test_after_a_success_the_same_die_looks_at_whoever_comes_next() -> None:
    others = {"2e-DI": "AJ15 N fog", "3e-DI": "AJ15 N fog -1", "4e-DI": "AJ15 N fog -3"}
    position = play(marching(others=others), "to AI15", "fly 2.AOK", 6)
    position = play(position, "end", "face N", "move 2e-DI", "to AI15")
    assert asked(position) == "Walk", "nobody is asked"
    assert not has(position, "fogged", "2e-DI")
    assert happened(position, FlewOver)[0].die == 6
    assert position.board.flown == {BY_ID[SPY]: 1}
    position = play(position, "end", "face N", "move 3e-DI", "to AI15")
    assert has(position, "fogged", "3e-DI"), "6 + 2 + 2 is too much for three steps"
    assert happened(position, SmallUnit)


@pytest.mark.rule("20.1.10")
def test_a_plain_twenty_costs_the_squadron() -> None:
    position = play(marching(), "to AI15", "fly 2.AOK", 20)
    assert position.board.squadrons_lost == {BY_ID[SPY]: 1}
    assert happened(position, SquadronLost)[0].left == SQUADRONS[BY_ID[SPY]] - 1
    board = base()
    board.squadrons_lost = {BY_ID[SPY]: SQUADRONS[BY_ID[SPY]]}
    assert why(board) == "20.1.3"
    assert not play(marching(), "to AI15", "fly 2.AOK", 19).board.squadrons_lost


@pytest.mark.rule("20.1.11")
@pytest.mark.reading("one-flight")
def test_two_looks_at_a_unit_and_one_in_a_hex() -> None:
    others = {"2e-DI": "AJ15 N fog"}
    position = play(marching(others=others), "to AI15", "fly 2.AOK", 15)
    ending = play(position, "end", "face N", "move 2e-DI", "to AI15")
    assert asked(ending) == "Walk", "one flight to a hex"
    board = table({"1re-DI": "AI15 N fog", SPY: "AJ19"}, begin="nothing").board
    unit = BY_ID["1re-DI"]
    for tries, asks in ((1, True), (2, False)):
        board.aerial_tries = {unit: tries}
        assert bool(look_down(board, unit)) is asks
    quiet = play(marching(), "to AI15", "not-this-one", "to AH16")
    assert asked(quiet) == "Walk"
    assert asked(play(marching(), "to AI15", "no", "to AH16")) == "AerialRecon"
    over = play(marching(others=others), "to AI15", "not-now", "end", "face N", "move 2e-DI", "to AI15")
    assert asked(over) == "Walk"


@pytest.mark.rule("20.1.12")
def test_two_failures_running_ground_an_army() -> None:
    position = play(marching(), "to AI15", "fly 2.AOK", 15)
    assert position.board.flops == {BY_ID[SPY]: 1}
    position = play(position, "to AH16", "fly 2.AOK", 15)
    assert position.board.flops == {BY_ID[SPY]: 2}
    assert why(position.board) == "20.1.12"
    success = play(marching(), "to AI15", "fly 2.AOK", 15)
    success = play(success, "to AH16", "fly 2.AOK", 1)
    assert success.board.flops == {BY_ID[SPY]: 0}, "in a row"
    assert why(success.board) == ""


def test_who_loses_its_last_step_in_a_recon_is_gone_and_play_goes_on() -> None:
    last = STEPS[BY_ID["4e-DC"]] - 1
    units = {"4e-DC": f"AG13 -{last}", "1re-DC": "AJ13", "18.ID": "AG14 S fog"}
    position = play(table(units), "move 4e-DC", "scout AG14", 19, 20)
    assert position.board.where[BY_ID["4e-DC"]] < 0
    assert named(position, "move") == ["1re-DC"]
