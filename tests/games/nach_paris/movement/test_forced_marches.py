"""[7.4], [7.5] Extended movement and forced marches."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.board import Train
from marne.games.nach_paris.components.tables import TRACK
from marne.games.nach_paris.components.units import BY_ID, DE, FR, INFANTRY, NATION, RANK
from marne.games.nach_paris.rules.movement.events import ForcedMarch
from marne.games.nach_paris.rules.movement.march import (
    allowance,
    bonus,
    mark_extended,
    points_left,
    why_no_forced_march,
)
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.rail.lines import AT
from marne.games.nach_paris.sequence import MovementPhase
from marne.hexes import members


def chosen(unit: str, place: str, side: str = "allied", turn: int = 7, **more: Any) -> Game:
    return play(arranged(units={unit: place}, side=side, turn=turn, begin="movement", **more), f"move {unit}")


def walked(unit: str, *hexes: str, side: str = "allied") -> Game:
    position = chosen(unit, "BC9 N", side)
    for hex in hexes:
        position = play(position, f"to {hex}")
    return play(position, "end") if asked(position) == "Walk" else position


def ended(position: Game) -> Game:
    return play(position, "face N") if asked(position) == "Face" else position


@pytest.mark.rule("7.4.1")
@pytest.mark.parametrize(
    ("unit", "hexes", "first", "second"),
    [
        ("1re-DI", ("BC10", "BC9"), False, False),  # 20 of 50
        ("1re-DI", ("BC10", "BC9", "BC10"), True, False),  # 30 of 50
        ("1re-DI", ("BC10", "BC9", "BC10", "BC9"), True, False),  # 40
        ("1re-DI", ("BC10", "BC9", "BC10", "BC9", "BC10"), False, True),  # all
        ("1re-DC", ("BC10", "BC9", "BC10"), False, False),  # 30 of 80
        ("1re-DC", ("BC10", "BC9", "BC10", "BC9"), True, False),  # exactly half
        ("2e-RAL", ("BC10", "BC9", "BC10"), False, False),  # guns get none
    ],
)
def test_markers_of_extended_movement(unit: str, hexes: tuple[str, ...], first: bool, second: bool) -> None:
    units = {unit: "BC9 N", "145e-RI": "AK30 N"}
    position = play(arranged(units=units, side="allied", turn=7, begin="movement"), f"move {unit}")
    for hex in hexes:
        position = play(position, f"to {hex}")
    position = ended(play(position, "end") if asked(position) == "Walk" and "end" in legal(position) else position)
    assert (has(position, "extended_1", unit), has(position, "extended_2", unit)) == (first, second)


@pytest.mark.rule("7.4.2", "3.2.5")
def test_the_markers_go_when_the_combat_phase_ends() -> None:
    position = ended(walked("1re-DI", "BC10", "BC9", "BC10"))
    assert has(position, "extended_1", "1re-DI") or position.open is None
    assert not has(play(position, "end") if position.open is not None else position, "extended_1", "1re-DI")


@pytest.mark.rule("7.5.1")
@pytest.mark.reading("bonus-points")
def test_a_forced_march_goes_where_the_points_do_not_reach() -> None:
    position = chosen("1re-DI", "BC9 N")
    assert "force" in legal(position)
    ordinary = set(named(position, "to"))
    forced = play(position, "force")
    assert asked(forced) == "Force"
    assert set(named(forced, "to")).isdisjoint(ordinary)
    costs = [play(forced, f"to {hex}").board.spent[BY_ID["1re-DI"]] for hex in named(forced, "to")]
    assert min(costs) > 50
    assert max(costs) <= 80
    assert max(costs) > 70, "thirty points more"
    assert refused(forced, "to BC10") == "7.5.1"
    assert legal(play(forced, "back")) == legal(position), "nobody is bound before the leg"


@pytest.mark.rule("7.5.1", "7.5.4")
def test_it_is_marked_and_the_rest_of_its_points_stay() -> None:
    position = play(chosen("1re-DI", "BC9 N"), "force", "to BC15")
    unit = BY_ID["1re-DI"]
    assert has(position, "forced", "1re-DI")
    assert happened(position, ForcedMarch)[0].points == 30
    assert points_left(position.board, unit) == 80 - position.board.spent[unit]
    assert "force" not in legal(position)


@pytest.mark.rule("7.5.2")
@pytest.mark.parametrize(
    ("unit", "lost", "able"),
    [("1re-DI", 0, True), ("1re-DI", 1, True), ("1re-DI", 2, False), ("1re-DC", 0, True), ("1re-DC", 1, False)],
)
def test_who_is_fit_for_it(unit: str, lost: int, able: bool) -> None:
    """Cavalry comes near the end of its points first: a leg is shorter than they are."""
    position = chosen(unit, f"BC9 N -{lost}")
    if unit == "1re-DC":
        position = play(position, "to BC13")
    assert ("force" in legal(position)) == able
    if not able:
        assert refused(position, "force") == "7.5.2"


@pytest.mark.rule("7.5.1")
def test_guns_staffs_and_engineers_do_not_force_their_march() -> None:
    for name in ("2e-RAL", "QG-1re-A", "SCF.1"):
        assert refused(chosen(name, "BC9 N"), "force") == "7.5.1"


@pytest.mark.rule("7.5.3")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("1re-DI", 30),  # French, B
        ("51e-DR", 20),  # French, C
        ("18.ID", 30),  # German, B
        ("10.LIB", 20),  # German, D
        ("GKD", 30),  # German horse, A
        ("1st-Div", 20),  # British, A+
        ("Cav-Div", 20),  # British horse, A
        ("DC-belge", 20),
        ("PiR.24", 30),
    ],
)
@pytest.mark.reading("thirty-points")
def test_how_far_by_nation_and_rank(unit: str, points: int) -> None:
    assert bonus(BY_ID[unit], 7) == points


@pytest.mark.rule("15.1.1")
def test_heat_takes_ten_points_of_a_forced_march() -> None:
    assert bonus(BY_ID["1re-DI"], 5) == 20
    assert bonus(BY_ID["1st-Div"], 10) == 10


@pytest.mark.rule("15.1.2")
def test_heavy_rain_takes_eight_points_and_forbids_forced_marches() -> None:
    position = chosen("1re-DI", "BC9 N", rain=True)
    assert allowance(position.board, BY_ID["1re-DI"]) == 42
    assert refused(position, "force") == "15.1.2"


@pytest.mark.rule("13.3.2")
def test_nobody_out_of_command_forces_its_march() -> None:
    assert refused(chosen("1re-DI", "BC9 N ooc"), "force") == "13.3.2"
    assert "force" in legal(chosen("1re-DI", "BC9 N limited"))


@pytest.mark.rule("12.2.6", "18.2.4")
def test_no_forced_march_with_trains_or_ships() -> None:
    position = chosen("1re-DI", "BC9 N")
    position.board.carried |= 1 << BY_ID["1re-DI"]
    assert refused(position.load(position.save()), "force") == "12.2.6"


@pytest.mark.rule("7.5.4", "7.5.5")
def test_the_marker_goes_when_the_next_movement_begins_and_then_bars_another() -> None:
    position = arranged(units={"1re-DI": "BC9 N forced"}, side="allied", turn=7, begin="movement")
    assert not has(position, "forced", "1re-DI")
    assert has(position, "forced_before", "1re-DI")
    assert refused(play(position, "move 1re-DI"), "force") == "7.5.5"
    board = play(position, "end").board
    for step in MovementPhase().do(board)[:2]:
        step.do(board)
    assert not board.forced_before >> BY_ID["1re-DI"] & 1, "after one phase of rest"


@pytest.mark.rule("7.5.4")
def test_the_enemys_movement_leaves_the_marker() -> None:
    position = arranged(units={"1re-DI": "BC9 N forced", "18.ID": "AL31 N"}, side="german", turn=7, begin="movement")
    assert has(position, "forced", "1re-DI")


@pytest.mark.rule("7.5.4", "20.2.8")
def test_a_movement_phase_begins_with_a_clean_slate() -> None:
    units = {"18.ID": "AW22 N forced moved arrived", "17.ID": "AW23 N tired", "1re-DI": "AW25 S forced"}
    board = still(units, side="german")
    board.perilled, board.airmen_rest, board.overflown = 6, True, 3
    board.recon_done = board.spotted = board.forts_blew = board.shipped = board.regrouped = board.convoyed = 5
    board.entered = board.carried = 9
    board.spent, board.recon_tries, board.flown, board.flops = {1: 1}, {2: 2}, {3: 3}, {4: 4}
    board.transit_hex, board.transit_side, board.rail_used = {1: 1}, {1: 1}, {(1, 2): 3}
    board.aerial_tries, board.aerial_hexes, board.aerial_base, board.convoys = {1: 1}, {1: 1}, {1: 1}, [3, 4]
    BeginMovement().do(board)
    assert (board.perilled, board.airmen_rest, board.overflown) == (0, False, -1)
    for name in ("recon_done", "spotted", "forts_blew", "shipped", "regrouped", "convoyed", "entered", "carried"):
        assert getattr(board, name) == 0, name
    assert board.arrived == board.moved == 0
    for name in ("spent", "recon_tries", "flown", "flops", "transit_hex", "transit_side", "rail_used", "aerial_tries"):
        assert getattr(board, name) == {}, name
    assert (board.aerial_hexes, board.aerial_base, board.convoys) == ({}, {}, [0, 0])
    assert not board.forced >> BY_ID["18.ID"] & 1
    assert board.forced >> BY_ID["1re-DI"] & 1, "the enemy's markers stay"
    assert board.forced_before & (1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]) == 1 << BY_ID["18.ID"]


FORCE = [
    ("lost", 0, ""),
    ("lost", 1, ""),
    ("lost", 2, "7.5.2"),
    ("forced_before", 1, "7.5.5"),
    ("forced", 1, "7.5.5"),
    ("wreckers", 1, "16.1.2"),
    ("shipped", 1, "18.2.4"),
    ("carried", 1, "12.2.6"),
    ("cut_off", 1, "13.3.2"),
    ("rain", 1, "15.1.2"),
    ("trains", 1, "12.2.6"),
]


def why_not(name: str, value: int, who: str = "18.ID") -> str:
    board = still({who: "AW22 N", "17.ID": "AW22 N"})
    for other in ("forced_before", "forced", "wreckers", "shipped", "carried", "cut_off"):
        setattr(board, other, unit("17.ID") | unit(who) * (other == name))
    if name == "lost":
        board.lost[BY_ID[who]] = value
    elif name == "rain":
        board.rain = True
    elif name == "trains":
        board.trains[BY_ID[who]] = Train(0, next(iter(AT.values()))[0], at("AW22"))
    found = why_no_forced_march(board, BY_ID[who])
    return found.rule if found else ""


@pytest.mark.rule("7.5.1", "7.5.2", "7.5.5")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_each_thing_that_forbids_a_forced_march(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule
    assert why_not("lost", 1, "5.KD") == "7.5.2", "of cavalry nobody may be missing"
    assert why_not("lost", 0, "5.KD") == ""
    assert why_not("lost", 0, "2.AOK") == "7.5.1"


@pytest.mark.rule("12.2.6", "18.2.4", "13.3.2")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_who_was_carried_or_is_out_of_command_forces_no_march(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule


@pytest.mark.rule("15.1.2", "16.1.2")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_rain_and_demolition_forbid_forced_marches(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule


@pytest.mark.rule("7.5.3", "15.1.1")
@pytest.mark.reading("thirty-points")
def test_thirty_points_for_the_better_french_and_germans_and_ten_less_in_the_heat() -> None:
    heat = next(iter(TRACK.heat))
    cool = next(turn for turn in range(1, 25) if turn not in TRACK.heat)
    for who in members(INFANTRY):
        best = NATION[who] in (FR, DE) and RANK[who] in (0, 1, 2)
        assert bonus(who, cool) == (30 if best else 20)
        assert bonus(who, heat) == (20 if best else 10)
    assert {RANK[who] for who in members(INFANTRY)} >= {0, 1, 2, 3}


@pytest.mark.rule("7.5.5")
def test_only_the_own_forced_marches_pass_into_the_last_phase() -> None:
    board = still(
        {"18.ID": "AW22 N forced", "17.ID": "AW22 N tired", "1re-DI": "AW30 N forced", "2e-DI": "AW30 N tired"}
    )
    BeginMovement().do(board)
    assert board.forced_before == 1 << BY_ID["18.ID"] | 1 << BY_ID["2e-DI"]
    assert board.forced == 1 << BY_ID["1re-DI"]


@pytest.mark.rule("7.4.1", "15.1.2")
@pytest.mark.reading("rain-half")
@pytest.mark.parametrize(("spent", "rain", "marked"), [(20, False, False), (20, True, False), (21, True, True)])
def test_half_of_the_points_is_half_of_what_the_rain_leaves(spent: int, rain: bool, marked: bool) -> None:
    """1re-DI has 50 points, 42 in heavy rain."""
    board = still({"1re-DI": "BC9 N"}, rain=rain)
    board.spent = {BY_ID["1re-DI"]: spent}
    mark_extended(board, BY_ID["1re-DI"])
    assert bool(board.extended_1 >> BY_ID["1re-DI"] & 1) is marked
