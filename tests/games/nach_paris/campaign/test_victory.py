"""[1.1.5] What points are given for."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import DE, FR
from marne.games.nach_paris.rules.campaign.victory import points
from marne.hexes import bits


@pytest.mark.rule("1.1.5")
def test_points_are_ground_and_what_the_enemy_lost_more() -> None:
    board = still(scenario="guise")
    scoring = board.play.said.scoring
    before = points(board)
    board.step_losses[DE] += 6
    german_lost = points(board)
    board.step_losses[FR] += 6
    both_lost = points(board)
    each = 6 * scoring.step + (6 // scoring.steps_each if scoring.steps_each else 0)
    assert (german_lost[0] - before[0], german_lost[1] - before[1]) == (0, each)
    assert (both_lost[0] - before[0], both_lost[1] - before[1]) == (6 * scoring.step, 6 * scoring.step)


@pytest.mark.rule("1.1.5")
def test_each_mine_is_worth_two_to_whoever_has_its_ground() -> None:
    board = still()
    mines = bits(mine.hex for mine in MAP.mines)
    found = {}
    for name, ground in (("none", 0), ("one", 1 << MAP.mines[0].hex), ("all", mines)):
        board.german_ground = board.german_ground & ~mines | ground
        found[name] = points(board)
    assert [b - a for a, b in zip(found["none"], found["one"], strict=True)] == [2, -2]
    assert found["all"][0] - found["none"][0] == found["none"][1] - found["all"][1] == 2 * len(MAP.mines)


@pytest.mark.rule("1.1.5")
@pytest.mark.parametrize("scenario", ["campaign", "lorraine", "marne"])
@pytest.mark.parametrize("more", [-13, -1, 0, 1, 13])
def test_so_many_steps_that_the_enemy_lost_more_are_a_point(scenario: str, more: int) -> None:
    board = still(scenario=scenario)
    each = board.play.said.scoring.steps_each
    assert each > 1
    before = points(board)
    board.step_losses[FR] += max(0, more)
    board.step_losses[DE] += max(0, -more)
    german, allied = points(board)
    assert german - before[0] == max(0, more) // each + board.play.said.scoring.step * max(0, more)
    assert allied - before[1] == max(0, -more) // each + board.play.said.scoring.step * max(0, -more)
