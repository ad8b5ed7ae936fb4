"""[7.4], [7.5] Extended movement and forced marches."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.movement.events import ForcedMarch
from marne.games.nach_paris.rules.movement.march import allowance, bonus, points_left
from marne.games.nach_paris.sequence import MovementPhase


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
    for unit in ("2e-RAL", "QG-1re-A", "SCF.1"):
        assert refused(chosen(unit, "BC9 N"), "force") == "7.5.1"


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
