"""Open questions on a grid, in both directions: what `why_not` allows is played, what it refuses is refused, and every
suggestion is among what it allows."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from games.brigade1914.support import Game, asked, battle, play
from marne.engine import Answer, IllegalAnswer
from marne.games.brigade1914.rules.movement.movement import rate
from marne.games.brigade1914.rules.reconnaissance.scouts import MoveMarker, PlaceMarker
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.plane import FORMATIONS

CROWD = {
    "b1": {"at": [3000, 3200], "tokens": 3},
    "b2": {"at": [1700, 3300], "tokens": 1},
    "r1": {"at": [3000, 2400], "facing": 180},
    "r2": {"at": [4200, 3000], "facing": 180, "formation": "column"},
}


def agree(position: Game, answers: Iterable[Answer]) -> tuple[int, int]:
    """How many answers are allowed and how many refused, once `why_not`, `play` and the notation agree on each."""
    allowed = refused = 0
    assert position.open is not None
    assert position.open.options is None
    before = position.fingerprint()
    for answer in answers:
        why = position.why_not(answer)
        if why is None:
            allowed += 1
            assert position.read(position.write(answer)) == answer
            position.play(answer)
        else:
            refused += 1
            assert position.read(position.write(answer)) is None
            with pytest.raises(IllegalAnswer) as error:
                position.play(answer)
            assert error.value.rule == why.rule
    assert position.fingerprint() == before
    return allowed, refused


def suggested(position: Game, n: int) -> list[Answer]:
    """Suggestions, every one of them legal."""
    rng = Random(1914)
    found = [answer for _ in range(n) for answer in position.suggest(rng, 2)]
    assert agree(position, found) == (len(found), 0)
    return found


@pytest.mark.rule("A5", "A6", "C9")
@pytest.mark.parametrize("how", ["move", "assault", "move then fire", "fall back"])
def test_moves_on_a_grid(how: str) -> None:
    position = battle(map="crossroads", units=CROWD)
    position = play(position, "fall back b1") if how == "fall back" else play(position, "activate b1", how)
    assert asked(position) == "GoTo"
    reach = rate(position.board, 0, {"move then fire": "fire"}.get(how, how)) + 250
    grid = [
        (x, y, facing, formation)
        for x in range(3000 - reach, 3001 + reach, 140)
        for y in range(3200 - reach, 3201 + reach, 140)
        for facing in (0, 90, 180)
        for formation in range(len(FORMATIONS))
    ]
    allowed, refused = agree(position, grid)
    assert allowed > 8
    assert refused > 8
    goals = [goal for goal in suggested(position, 150) if isinstance(goal, tuple)]
    forward = [goal for goal in goals if int(str(goal[1])) < 3200]
    back = [goal for goal in goals if int(str(goal[1])) > 3200]
    assert back
    assert bool(forward) == (how != "fall back"), "suggestions go wherever something is allowed"


@pytest.mark.rule("C27")
@pytest.mark.parametrize(("scenario", "unit"), [("capture", 2), ("retreat", 3), ("meeting", 0)])
def test_deployment_on_a_grid(scenario: str, unit: int) -> None:
    board = battle("bn4 bn4", "bn4+1 bn4 field", scenario, map="crossroads").board
    if scenario == "retreat":
        board.status[2] = 1
        board.at[2] = ((3000, 1000, 270),) * 5
    position: Game = Game.begin(board.copy(), Deploy(unit))
    grid: list[Answer] = [
        (x, y, facing, formation, *hidden)
        for x in range(-100, 7301, 370)
        for y in range(-100, 4901, 370)
        for facing in (0, 180, 270)
        for formation in (0, 1)
        for hidden in ((), (1,))
    ]
    allowed, refused = agree(position, [*grid, "reserve", "off", "elsewhere"])
    assert allowed > 8
    assert refused > 8
    suggested(position, 30)


@pytest.mark.rule("C13", "C11")
def test_points_on_a_grid() -> None:
    grid: list[Answer] = [(x, y) for x in range(-200, 7401, 200) for y in range(-200, 5001, 200)]
    board = battle(
        "bn4 bn4", "bn4 bn4", units={"b1": {"at": [3000, 3600], "tokens": 1}, "r1": {"at": [3000, 600]}}
    ).board
    board.marker[0] = ((2000, 3000),)
    for position in (
        Game.begin(board.copy(), PlaceMarker(0, 1)),
        Game.begin(board.copy(), MoveMarker(0, 0)),
        play(battle(units={"b1": {"at": [3000, 3600], "tokens": 1}}), "general rides"),
    ):
        allowed, refused = agree(position, grid)
        assert allowed > 8
        assert refused > 8
        assert any(isinstance(answer, tuple) for answer in suggested(position, 20))
