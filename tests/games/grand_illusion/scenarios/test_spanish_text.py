"""ES-29, ES-45, ES-57, ES-58: where the Spanish text seemed to play otherwise, and where it does."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import Game, alone, asked, carried_out, goes, legal, play, refused
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.battle.losses import eliminate, hit
from marne.games.grand_illusion.rules.movement.control import blocked_hexes, settle

EDITIONS = ["english", "spanish"]
RAILS = [73, 64, 63, 53, 62, 54, 44]
"""German rails by way of Namur to Maubeuge and 44."""


def walking(edition: str, hex: int, name: str, **changes: Any) -> Game:
    """A German unit that is about to leave a hex."""
    position = alone(edition, side="german", caps=[4, 4], withdrew=[1, 2], **changes)
    return play(position, f"activate {hex}", f"take {name}")


@pytest.mark.rule("8.4.3", "ES-29")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turn", [3, 4, 5])
@pytest.mark.reading("emergency-walk")
def test_no_german_walks_out_of_supply(edition: str, turn: int) -> None:
    position = walking(edition, 66, "GE.X", turn=turn, units={"GE.X": 66, "FR.XX": 80}, german=[75, 66])
    assert 75 in goes(position), "back to the rails"
    assert 57 not in goes(position)
    assert refused(position, "go 57") == "8.4.3"
    lost = walking(edition, 35, "GE.X", turn=turn, units={"GE.X": 35, "FR.XX": 80})
    assert 45 in goes(lost), "nearer to supply"
    assert refused(lost, "go 26") == "8.4.3"


@pytest.mark.rule("8.4.3", "11.2.1", "ES-29")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turn", [3, 4, 5])
def test_those_on_emergency_supply_go_where_it_reaches(edition: str, turn: int) -> None:
    units = {"GE.X": 54, "GE.II": 54, "FR.F-Maubeuge": 54, "FR.XX": 80}
    fed = walking(edition, 54, "GE.X", turn=turn, units=units, german=RAILS, siege=[54])
    assert 45 in goes(fed), "next to 44, the emergency source"
    free = walking(edition, 54, "GE.X", turn=turn, units=units, german=RAILS[:-1], siege=[54])
    assert 45 not in goes(free), "without 44 there is no such supply, and nobody forages"


@pytest.mark.rule("14.2.2", "ES-45")
@pytest.mark.parametrize("edition", EDITIONS)
def test_six_british_units_flipped_are_six_steps(edition: str) -> None:
    names = ("BR.1", "BR.2", "BR.3", "BR.5", "BR.1-C", "BR.4")
    units = {**dict.fromkeys(names, 45), "FR.XX": 57, "GE.X": 84}
    board = alone(edition, 2, turn=5, units=units).board
    points = []
    for name in names:
        hit(board, BY_ID[name])
        later = alone(
            edition, 2, turn=5, begin="administration", caps=[0, 0], units=units, british_hits=board.british_hits
        )
        points.append(later.board.points[GERMAN])
    assert points == [0, 0, 0, 0, 0, 3], "none of them is dead"


@pytest.mark.rule("14.2.2", "ES-45")
@pytest.mark.parametrize("edition", EDITIONS)
def test_british_units_lost_without_a_hit_do_not_count(edition: str) -> None:
    names = ("BR.1", "BR.2", "BR.3", "BR.5", "BR.4")
    board = alone(edition, 2, turn=5, units={**dict.fromkeys(names, 45), "GE.X": 84}).board
    for name in names:
        eliminate(board, BY_ID[name], "9.4.3")
    assert board.british_hits == 0


@pytest.mark.rule("14.2.3", "ES-57")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", [1, 2, 3])
@pytest.mark.reading("scenario-2-ends")
def test_trier_ends_every_scenario(edition: str, scenario: int) -> None:
    position = alone(edition, scenario, turn=6, units={"FR.XX": 85, "GE.X": 107}, allied=[85], withdrew=[3, 4])
    position = play(position, "activate 85", "take FR.XX", "go 94")
    assert position.over
    assert position.board.winner == ALLIED
    assert position.board.won_by == "trier"


@pytest.mark.rule("14.2.3", "ES-57")
@pytest.mark.parametrize("edition", EDITIONS)
def test_paris_can_win_scenario_two_at_once(edition: str) -> None:
    road = [*RAILS, 34, 35, 36, 45, 46, 27, 28, 19]
    units = {"GE.X": 19, "FR.XX": 80}
    fallen = alone(edition, 2, turn=6, german=road[:-1], units=units).board
    settle(fallen, 19)
    assert fallen.immediate == 6, "judged at the end of this turn"
    position = alone(
        edition, 2, begin="administration", turn=6, caps=[0, 0], german=road, immediate=6, units=units, points=[2, 0]
    )
    while not position.over:
        assert asked(position) == "DrawGerman"
        position = play(position, legal(position)[0])
    assert position.over
    assert position.board.won_by == "immediate"


@pytest.mark.rule("8.4.5", "ES-58")
@pytest.mark.parametrize("other", ["FR.HQ-5", "FR.HA"])
@pytest.mark.parametrize(("edition", "keeps"), [("english", False), ("spanish", True)])
def test_staffs_and_guns_keep_a_block_in_spanish(edition: str, keeps: bool, other: str) -> None:
    units = {"FR.XX": 36, other: 36, "GE.X": 84}
    board = alone(edition, turn=6, units=units, blocked=["allied 46 36"]).board
    board.put(BY_ID["FR.XX"], 60)
    settle(board, 36)
    assert bool(blocked_hexes(board, GERMAN, 36)) is keeps
    board.put(BY_ID[other], 60)
    settle(board, 36)
    assert not blocked_hexes(board, GERMAN, 36), "nobody is left"


@pytest.mark.rule("8.4.5", "ES-58")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.reading("who-blocks")
def test_a_fort_keeps_no_block(edition: str) -> None:
    units = {"FR.F-Maubeuge": 54, "FR.XX": 54, "GE.X": 84}
    board = alone(edition, turn=6, units=units, blocked=["allied 45 54"]).board
    board.put(BY_ID["FR.XX"], 60)
    settle(board, 54)
    assert not board.blocked


@pytest.mark.rule("8.4.5", "9.4.4", "ES-58")
@pytest.mark.parametrize("refuge", [46, 0])
def test_a_staff_that_gives_way_takes_the_block_along(refuge: int) -> None:
    units: dict[str, Any] = {"FR.HQ-5": 36, "GE.X": 36, **({"FR.XX": refuge} if refuge else {})}
    board = alone("spanish", turn=6, units=units, blocked=["allied 46 36"]).board
    (step,) = settle(board, 36)
    assert board.blocked, "it is still there"
    carried_out(step, board)
    assert board.where[BY_ID["FR.HQ-5"]] == (refuge or DEAD)
    assert not board.blocked
