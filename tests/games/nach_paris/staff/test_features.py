"""What the judge of Nach Paris looks at: points from a line that leads to the levels, what is in reach, strength."""

from __future__ import annotations

import pytest

from games.nach_paris.support import Game, arranged
from marne.engine import check_setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, DE, FR, GERMAN_SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.staff.advice import ADVICE


def started(scenario: str) -> Game:
    """The first question of a scenario, on a board of one's own."""
    return GAME.start(check_setting(GAME, scenario)).copy()


@pytest.mark.rule("1.1.5")
@pytest.mark.parametrize("scenario", ["mulhouse", "guise"])
def test_at_the_start_nobody_is_ahead_of_what_is_due(scenario: str) -> None:
    position = started(scenario)
    assert ADVICE.features(position)["due"] == pytest.approx(0)
    assert abs(ADVICE.features(position)["in_all"]) < 0.1
    position.board.turn = position.board.play.said.last
    assert ADVICE.features(position)["due"] > 0.5, "who has lost nothing by then has won"


@pytest.mark.rule("1.1.5")
def test_points_count_the_more_the_later_it_is() -> None:
    position, gains = started("mulhouse"), []
    for turn in (3, 5, 6):
        position.board.turn = turn
        position.board.step_losses = [0, 0, 0, 0]
        before = ADVICE.features(position)
        position.board.step_losses[FR] += 5
        gains.append(ADVICE.features(position)["due_late"] - before["due_late"])
    assert 0 < gains[0] < gains[1] < gains[2]


@pytest.mark.rule("1.1.5")
def test_losses_of_a_side_are_good_for_the_other() -> None:
    position, hopes, chances = started("mulhouse"), [], []
    position.board.turn = 5
    for nation, steps in ((DE, 8), (DE, 0), (FR, 8)):
        position.board.step_losses = [0, 0, 0, 0]
        position.board.step_losses[nation] = steps
        hopes.append(ADVICE.appraise(position, GERMAN_SIDE))
        assert hopes[-1] + ADVICE.appraise(position, ALLIED_SIDE) == pytest.approx(1)
        chances.append(ADVICE.chance(position))
    assert hopes == sorted(set(hopes))
    assert chances == sorted(set(chances)), "nor does the judge say otherwise"


@pytest.mark.rule("4.5")
def test_an_objective_is_in_reach_of_who_stands_before_it() -> None:
    before, away = (
        arranged("mulhouse", turn=5, side="allied", units={"14e-DI": hex, "29.ID": "G7"}) for hex in ("H3", "L5")
    )
    assert ADVICE.features(before)["reach_allied"] > ADVICE.features(away)["reach_allied"]
    held = before.copy()
    held.board.german_ground &= ~(1 << MAP.grid.hex("G3"))
    assert ADVICE.features(held)["reach_allied"] < ADVICE.features(before)["reach_allied"], (
        "what one has counts no more"
    )


def test_the_germans_reach_nothing_after_their_last_player_turn() -> None:
    position = arranged("mulhouse", turn=6, side="german", units={"29.ID": "H3", "14e-DI": "L5"})
    position.board.german_ground &= ~(1 << MAP.grid.hex("G3"))
    assert ADVICE.features(position)["reach_german"] > 0
    position.board.side = ALLIED_SIDE
    assert ADVICE.features(position)["reach_german"] == 0


@pytest.mark.rule("1.1.5")
def test_a_game_that_is_over_is_worth_what_it_brought() -> None:
    position, worth = started("mulhouse"), []
    position.board.over = True
    for position.board.level in ("allied marginal", "draw", "german marginal"):
        worth.append(ADVICE.appraise(position, GERMAN_SIDE))
        assert worth[-1] + ADVICE.appraise(position, ALLIED_SIDE) == pytest.approx(1)
    assert worth[2] - worth[1] == pytest.approx(worth[1] - worth[0]) == pytest.approx(0.35)
