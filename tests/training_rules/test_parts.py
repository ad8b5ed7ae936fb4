"""T1, T2: the map, the counters, getting ready."""

from __future__ import annotations

import pytest

from marne.engine import IllegalAnswer
from training.components.data import DATA_SET, HEXES, UNITS
from training.components.ground import scenario, the_ground
from training.game import GAME

from .support import arranged, asked, legal, play, refused, setting, unit, where


def test_data_is_sound() -> None:
    assert DATA_SET.check() == []


@pytest.mark.rule("T1.1")
def test_the_ground() -> None:
    ground = the_ground()
    assert len(ground.grid) == 49
    assert {row.name for row in ground.towns.values()} == {"Aubel", "Ramel", "Soye", "Pont", "Vence"}
    crossings = [
        (a, b)
        for a in ground.grid.hexes(f"04{row:02}" for row in range(1, 8))
        for b in ground.grid.neighbours[a]
        if ground.grid.label(b).startswith("05") and not ground.rivers >> ground.grid.side(a, b) & 1
    ]
    assert [tuple(map(ground.grid.label, pair)) for pair in crossings] == [("0404", "0504")]
    assert DATA_SET.load()[HEXES].claim("0404").rules == ("T1.1",)


@pytest.mark.rule("T1.2")
def test_a_counter_that_lost_a_step_is_weaker() -> None:
    board = arranged(units={"B1": unit("infantry", "0404"), "B2": unit("infantry", "0405", steps=1)}).board
    assert [board.strength(0), board.strength(1)] == [4, 2]
    assert DATA_SET.load()[UNITS].by_key["decoy"].strength == 0


@pytest.mark.rule("T1.3")
def test_stacking() -> None:
    units = {"B1": unit("infantry", "0304"), "B2": unit("infantry", "0303"), "B3": unit("infantry", "0303")}
    position = play(arranged(units=units), "B1")
    assert "0303" not in legal(position)
    assert refused(position, "0303") == ("T1.3", "two counters are in 0303 already")
    position = play(arranged(units={**units, "R1": unit("guns", "0505")}), "B1")
    assert refused(position, "0505") == ("T1.3", "0505 holds enemies")


@pytest.mark.rule("T2.1")
@pytest.mark.parametrize("name", ["meeting", "ambush"])
def test_scenarios(name: str) -> None:
    found = scenario(name)
    board = GAME.start(setting(name)).board
    assert board.at == list(found.places)
    near = the_ground().grid.spread(board.hexes_of(0))
    assert not near & board.hexes_of(1), "sides start out of contact, so nothing is face down beside an enemy"
    assert GAME.scenarios[("meeting", "ambush").index(name)].turns == found.turns


@pytest.mark.rule("T2.2", "T1.4")
def test_secret_deployment() -> None:
    position = GAME.start(setting("meeting"))
    assert asked(position) == "Deploy"
    assert position.open is not None
    assert position.open.seen_by == (0,)
    assert legal(position) == ["infantry", "cavalry", "guns", "decoy"]
    position = play(position, "guns")
    assert legal(position) == ["infantry", "cavalry", "decoy"]
    with pytest.raises(IllegalAnswer, match=r"no such unit left to deploy \(T2.2\)"):
        position.play(2)
    position = play(position, "decoy", "decoy", "cavalry", "infantry", "infantry", "infantry")
    assert position.open is not None
    assert position.open.actor == 1
    position = play(position, *["infantry"] * 3, "cavalry", "guns", "decoy", "decoy")
    assert asked(position) == "Weather"
    assert sorted(position.board.kind[:7]) == sorted(scenario("meeting").kinds[:7])
    assert position.board.up == 0


@pytest.mark.rule("T2.1")
def test_units_stand_as_listed_where_deployment_is_not_secret() -> None:
    position = GAME.start(setting("ambush"))
    assert asked(position) == "Weather"
    assert where(position, "R1") == "0503"
    assert GAME.inspect(position)["unit"]["R1"]["kind"] == "decoy"
