"""Chapter 5: the order of phases, and what each begins with."""

from __future__ import annotations

import pytest

from games.schlieffens_war.campaign.support import QUIET, end
from games.schlieffens_war.positions import HOME, names, tired
from games.schlieffens_war.support import at, board, go, hex_of, refused, step, unit, written
from marne.engine import Position
from marne.games.schlieffens_war.board import DRAW, PLAYING, WarBoard
from marne.games.schlieffens_war.components.scenario import SCENARIOS
from marne.games.schlieffens_war.components.units import GERMAN
from marne.games.schlieffens_war.rules.campaign.victory import EndOfTurn
from marne.games.schlieffens_war.sequence import (
    Administration,
    Campaign,
    Combat,
    Movement,
    PlayerTurn,
    RegroupAndReinforce,
    Turn,
)


@pytest.mark.rule("5.1")
def test_the_sequence_of_play() -> None:
    made = WarBoard()
    assert Turn(1).do(made) == (PlayerTurn(0), PlayerTurn(1), EndOfTurn(), Turn(2))
    assert PlayerTurn(0).do(made) == (RegroupAndReinforce(0), Movement(0), Combat(0), Administration(0))


@pytest.mark.rule("5.6", "5.1")
def test_the_next_turn_begins() -> None:
    position = end(4)
    assert position.board.turn == 5
    assert step(position) == "ChooseUnit"
    assert position.board.side == 0


@pytest.mark.rule("5.1", "5.5")
def test_the_entente_follows_the_germans() -> None:
    position = go(at(QUIET, "movement"), "done")
    assert isinstance(position, Position)
    assert position.board.side == 1
    assert hex_of(position, "X AK") == "1007"


@pytest.mark.rule("5.1", "3.0")
def test_the_game_is_set_up_and_then_played_turn_by_turn() -> None:
    made = WarBoard()
    assert names(Campaign().do(made)) == ["SetUp", "Turn"]
    made.artillery, made.artillery_next = 1, 2
    assert names(Turn(3).do(made)) == ["PlayerTurn", "PlayerTurn", "EndOfTurn", "Turn"]
    assert (made.turn, made.artillery, made.artillery_next) == (3, 3, 0), "guns come back"
    assert Turn(10).do(made)
    assert Turn(11).do(made) == ()
    made.winner = DRAW
    assert Turn(4).do(made) == ()
    assert made.turn == 10


@pytest.mark.rule("5.1", "5.5", "5.6")
def test_nothing_begins_when_the_game_is_over() -> None:
    made = board({"X AK": "2322"})
    made.winner = GERMAN
    assert made.over
    for phase in (RegroupAndReinforce, Movement, Combat, Administration):
        assert phase(GERMAN).do(made) == ()
    made.winning_rule = "4.5"
    assert EndOfTurn().do(made) == ()
    assert (made.winner, made.winning_rule) == (GERMAN, "4.5"), "it is won once"


@pytest.mark.rule("5.0", "5.3", "10.1")
@pytest.mark.reading("legs")
def test_a_unit_may_go_on_until_it_halts() -> None:
    position = go(at({"X AK": "2322", "IX AK": "2322"}, "movement"), "X AK", "2321", "X AK", "2320")
    assert unit(position, "X AK")["spent"] == 2
    position = go(position, "X AK", "halt")
    assert refused(position, "X AK") == "5.0"
    assert written(position) == ["IX AK", "done"]


@pytest.mark.rule("5.1", "5.2", "9.5")
def test_no_regrouping_on_turn_1() -> None:
    units = HOME | {"II AK": tired("1007")}
    assert step(at(units, "regroup", turn=1)) == "ChooseUnit"
    assert step(at(units, "regroup", turn=2)) == "ShedFatigue"


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("first", [0, 1])
def test_who_turns_first_is_a_fact_of_the_scenario(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = SCENARIOS["frontiers"]
    monkeypatch.setattr(scenario, "first_player", first)
    made = WarBoard(scenario)
    assert Turn(1).do(made) == (PlayerTurn(first), PlayerTurn(1 - first), EndOfTurn(), Turn(2))


@pytest.mark.rule("5.1", "5.2", "5.3", "5.4", "5.5", why="the four phases begin alike")
@pytest.mark.parametrize("phase", [RegroupAndReinforce, Movement, Combat, Administration])
def test_no_phase_begins_after_the_end(phase: type[RegroupAndReinforce | Movement | Combat | Administration]) -> None:
    made = board(HOME)
    made.winner, made.turn = DRAW, 5
    made.events.clear()
    assert phase(1).do(made) == ()
    assert not made.events
    made.winner = PLAYING
    assert phase(1).do(made)
