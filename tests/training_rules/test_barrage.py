"""T5: barrage, an open question."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from marne.engine import IllegalAnswer, Position
from training.board import Field
from training.events import Disordered, Fired, Revealed, StepLost
from training.rules.barrage import fall, hex_of

from .support import arranged, asked, events, play, refused, unit, where

GUNS = {"B1": unit("guns", "0304"), "R1": unit("infantry", "0504", up=False), "R2": unit("guns", "0604")}


def firing(**changes: Any) -> Position[Field]:
    """Blue's guns about to fire."""
    return play(arranged(units=GUNS, **changes), "done")


@pytest.mark.rule("T5", "T5.1")
def test_who_fires() -> None:
    assert asked(firing()) == "Fire"
    assert firing(weather="fog").over, "no fire in fog, and nothing to attack"
    hidden = {**GUNS, "B1": unit("guns", "0304", up=False)}
    assert play(arranged(units=hidden), "done").over
    assert play(arranged(units=GUNS), "B1", "0303").over, "guns that moved"
    assert play(arranged(units={**GUNS, "B1": unit("infantry", "0304")}), "done").over


@pytest.mark.rule("T5.2")
def test_the_aiming_point_is_open() -> None:
    position = firing()
    board, ground = position.board, position.board.ground
    assert position.open is not None
    assert position.open.options is None
    x, y = ground.middles[ground.grid.hex("0504")]
    assert position.read(f"{x},{y}") == (x, y)
    assert position.why_not((x + 7, y - 3)) is None
    assert refused(position, "6000,40") == ("T5.2", "further than 220 paces from B1")
    mx, my = ground.middles[board.at[0]]
    assert position.why_not((mx + 220, my)) is None
    assert refused(position, f"{mx + 221},{my}")[0] == "T5.2"
    for text in ("nonsense", "1;2", "1,2,3", "+1,2", "01,2", "1,2 ", ""):
        assert position.read(text) is None
    with pytest.raises(IllegalAnswer, match=r"a point is written x,y in paces \(T5.2\)"):
        position.play("nonsense")
    assert position.play("hold").over


@pytest.mark.rule("T5.2")
def test_points_off_the_map_are_refused() -> None:
    units = {"B1": unit("guns", "0101"), "R1": unit("infantry", "0504")}
    position = play(arranged(units=units), "done")
    x, y = position.board.ground.middles[0]
    assert refused(position, f"{x},{y - 100}") == ("T5.2", "the point is off the map")


@pytest.mark.rule("T5.3")
def test_safety() -> None:
    position = firing()
    x, y = position.board.ground.middles[position.board.at[0]]
    assert refused(position, f"{x + 60},{y}") == ("T5.3", "within 60 paces of B1")
    assert position.why_not((x + 61, y)) is None


def test_suggestions_are_legal_and_varied() -> None:
    position, rng = firing(), Random(1)
    found = [answer for _ in range(50) for answer in position.suggest(rng, 3)]
    assert all(position.why_not(answer) is None for answer in found)
    assert len(set(found)) > 50
    assert "hold" in found
    nobody = play(arranged(units={"B1": unit("guns", "0304")}), "done")
    assert nobody.suggest(rng, 3) == ["hold"]


@pytest.mark.rule("T5.4")
def test_fall_of_shot() -> None:
    board = firing().board
    grid = board.ground.grid
    middle = board.ground.middles[grid.hex("0504")]
    assert [hex_of(board.ground, board.ground.middles[hex]) for hex in range(len(grid))] == list(range(len(grid)))
    fell = [fall(board, middle, die) for die in range(1, 11)]
    around = [grid.neighbour(grid.hex("0504"), way) for way in ("N", "NE", "SE", "S", "SW", "NW")]
    assert fell == [*around, *[grid.hex("0504")] * 4]


@pytest.mark.rule("T5.5")
def test_a_shot_disorders_then_takes_steps() -> None:
    position = firing()
    x, y = position.board.ground.middles[position.board.ground.grid.hex("0504")]
    position = play(position, f"{x},{y}", 9)
    assert events(position, Fired) == [Fired("T5.4", "B1", 9, "0504")]
    assert events(position, Revealed) == [Revealed("T5.5", "R1", "infantry")]
    assert events(position, Disordered) == [Disordered("T5.5", "R1")]
    units = {**GUNS, "R1": unit("infantry", "0504", disordered=True), "R2": unit("decoy", "0504", up=False)}
    position = play(play(arranged(units=units), "done"), f"{x},{y}", 10)
    assert events(position, StepLost) == [StepLost("T5.5", "R1", 1)]
    assert where(position, "R2") == "", "a decoy that is hit is found out"
    wide = play(firing(), f"{x},{y}", 1)
    assert events(wide, Disordered) == []
    assert events(wide, Fired)[0].hex == "0503"


@pytest.mark.rule("T5.4")
def test_a_shot_can_fall_off_the_map() -> None:
    units = {"B1": unit("guns", "0302"), "R1": unit("infantry", "0501")}
    position = play(arranged(units=units), "done")
    x, y = position.board.ground.middles[position.board.ground.grid.hex("0501")]
    assert events(play(position, f"{x},{y}", 1), Fired) == [Fired("T5.4", "B1", 1, "")]
