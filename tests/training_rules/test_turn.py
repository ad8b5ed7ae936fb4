"""T3: weather, chits, the order of a turn."""

from __future__ import annotations

import pytest

from marne.engine import CHANCE
from training.events import ChitDrawn, Rallied, TurnBegan
from training.game import GAME

from .support import arranged, asked, events, legal, play, setting, unit


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize(("option", "weights"), [("changing", (6, 3, 1)), ("foul", (3, 4, 3))])
def test_weather_is_weighted(option: str, weights: tuple[int, ...]) -> None:
    position = GAME.start(setting("ambush", weather=option))
    assert position.open is not None
    assert position.open.actor == CHANCE
    assert position.open.weights == weights
    assert legal(position) == ["dry", "rain", "fog"]
    assert events(play(position, "fog"), TurnBegan) == [TurnBegan("T3.1", 1, "fog")]


@pytest.mark.rule("T3.1")
def test_fair_weather_is_not_asked() -> None:
    position = GAME.start(setting("ambush", weather="fair"))
    assert asked(position) == "DrawChit"
    assert position.board.weather == "dry"


@pytest.mark.rule("T3.2")
def test_chits_are_drawn_in_secret() -> None:
    position = play(GAME.start(setting("ambush")), "dry")
    assert position.open is not None
    assert (position.open.actor, position.open.seen_by, position.open.weights) == (CHANCE, (1,), (5, 5, 4))
    position = play(position, "trench")
    assert events(position, ChitDrawn) == [ChitDrawn("T3.2", 1, "trench")]
    assert events(position, ChitDrawn)[0].seers() == (1,)
    assert position.open is not None
    assert (position.open.seen_by, position.open.weights) == ((0,), (5, 4, 4))


@pytest.mark.rule("T3.2")
def test_a_full_hand_draws_nothing() -> None:
    position = play(GAME.start(setting("ambush", weather="fair")), "blank", "blank")
    position.board.hands[1] = [3, 0, 0]
    while position.board.turn == 1:
        position = play(position, "done")
    assert position.open is not None
    assert (asked(position), position.open.seen_by) == ("DrawChit", (0,)), "only blue has room in hand"


@pytest.mark.rule("T3", "T3.3")
def test_the_order_of_a_turn() -> None:
    position = play(GAME.start(setting("ambush")), "dry", "blank", "blank")
    assert [type(step).__name__ for step in position.agenda] == [
        "Movement",
        "Barrage",
        "Combat",
        "PlayerTurn",
        "EndOfTurn",
    ]
    assert position.open is not None
    assert position.open.actor == 1, "red goes first in the ambush"


@pytest.mark.rule("T3.4")
def test_rally() -> None:
    units = {
        "B1": unit("infantry", "0303", disordered=True),
        "R1": unit("infantry", "0603", disordered=True),
    }
    position = arranged(units=units)
    assert events(position, Rallied) == [Rallied("T3.4", "B1")]
    assert position.board.disordered == 1 << 7, "red's recover in red's player turn"
