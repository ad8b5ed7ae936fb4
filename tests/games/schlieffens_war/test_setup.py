"""Chapter 3: set-up, neutral ground, control."""

from __future__ import annotations

import random

import pytest

from marne.engine import Setting
from marne.games.schlieffens_war.board import ELAN
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import MAP
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.components.units import (
    ARMY,
    COUNT,
    FORTS,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SETUP_LABEL,
    SIDE,
)
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.command.stacking import overstacked
from marne.hexes import members

from .support import War, at, go, h, hex_of, refused, step, u, written


def set_up(seed: int, until: int = 1000) -> War:
    """Set up at random, up to the first movement or so many counters."""
    rng = random.Random(seed)
    position = GAME.start(Setting("campaign"))
    for _ in range(until):
        if step(position) != "PlaceCounter":
            break
        position = position.play(position.suggest(rng)[0])
    return position


@pytest.mark.rule("3.0", "3.1")
def test_entente_sets_up_first_and_forts_are_in_place() -> None:
    position = GAME.start(Setting("campaign"))
    assert position.open is not None
    assert position.open.actor == 1
    for fort in FORTS:
        assert position.board.where[fort] == h(SETUP_LABEL[fort] or "")
    assert written(position) == [
        f"1re Armée {label}" for label in ["2206", "2207", "2306", "2307", "2308", "2406", "2407"]
    ]


@pytest.mark.rule("3.1", "9.1")
@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_set_up_within_the_rules(seed: int) -> None:
    board = set_up(seed).board
    hqs = {(NATION[unit], ARMY[unit]): unit for unit in range(COUNT) if KIND[unit] == HQ}
    home = {0: g.GERMANY, 1: g.FRANCE, 3: g.BELGIUM}
    for unit in range(COUNT):
        hex = board.where[unit]
        if FIRST.entry[unit]:
            assert hex == -1, NAMES[unit]
            continue
        assert hex >= 0, NAMES[unit]
        assert not overstacked(board, hex)
        if unit in FORTS:
            continue
        assert home[NATION[unit]] >> hex & 1, NAMES[unit]
        label = SETUP_LABEL[unit]
        if label:
            assert g.GRID.distance(hex, h(label)) <= 1
        elif (NATION[unit], ARMY[unit]) == (1, "1"):
            assert g.LABELS[hex] >= "2200"
        elif KIND[unit] != HQ:
            assert g.GRID.distance(hex, board.where[hqs[NATION[unit], ARMY[unit]]]) <= 2
        assert (board.morale[unit] == ELAN) == (SIDE[unit] == 0 and IS_CORPS[unit])
    belgians = [board.where[unit] for unit in range(COUNT) if NATION[unit] == 3 and IS_CORPS[unit]]
    assert len(set(belgians)) == 3
    assert (board.points, board.plan_xvii, board.turn) == (0, 0, 1)


@pytest.mark.rule("3.1")
def test_the_first_army_may_spread_south_of_row_22() -> None:
    position = go(GAME.start(Setting("campaign")), "1re Armée 2307")
    assert refused(position, "8e CA 2112") == "3.1"
    assert "8e CA 2818" in written(position)
    assert "8e CA 2220" in written(position)


@pytest.mark.rule("3.1", "6.2")
def test_set_up_refuses_with_the_rule() -> None:
    position = GAME.start(Setting("campaign"))
    assert refused(position, "1re Armée 2105") == "3.1"
    assert refused(position, "1re Armée 2304") == "3.1"
    position = go(position, "1re Armée 2307", "8e CA 2307", "13e CA 2307")
    assert refused(position, "14e CA 2307") == "6.2"


@pytest.mark.rule("3.2")
def test_neutral_ground_is_not_on_the_map() -> None:
    assert "0811" in g.GRID
    assert "0808" not in g.GRID
    assert all(country in ("FR", "BE", "LU", "DE") for country in MAP.country)


@pytest.mark.rule("3.3")
def test_control_at_the_start_and_by_entering() -> None:
    board = GAME.start(Setting("campaign")).board
    for hex in members(g.LAND):
        assert board.controller(hex) == (0 if g.GERMANY >> hex & 1 else 1)
    position = at({"X AK": "1907", "AOK 2": "1907"}, "movement")
    moved = go(position, "X AK", "1908")
    assert moved.board.controller(h("1908")) == 0
    assert moved.board.controller(h("2007")) == 1
    assert position.board.controller(h("1908")) == 1


@pytest.mark.rule("3.3", "7.0")
def test_zones_take_no_control() -> None:
    position = at({"X AK": "1907"}, "movement")
    assert position.board.zone(0) >> h("1908") & 1
    assert position.board.controller(h("1908")) == 1


@pytest.mark.rule("3.3", "10.1")
def test_hexes_on_the_way_are_taken_too() -> None:
    position = go(at({"HKK 1": "2322"}, "movement"), "HKK 1", "2319")
    assert hex_of(position, "HKK 1") == "2319"
    assert position.board.controller(h("2321")) == 0
    assert position.board.controller(h("2320")) == 0
    assert unit_at(position, "2319") == [u("HKK 1")]


def unit_at(position: War, label: str) -> list[int]:
    return list(position.board.stacks[h(label)])
