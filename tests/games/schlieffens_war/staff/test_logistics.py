"""How the staff keeps its armies supplied: depots follow by rail, marches end in supply."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.board import IN_SUPPLY
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import GERMAN
from marne.games.schlieffens_war.rules.supply.supply import supply_of
from marne.games.schlieffens_war.staff.plans import plan_moves


@pytest.mark.rule("8.6", "10.7")
def test_a_depot_follows_its_army_by_rail() -> None:
    made = board({"X AK": "1111", "AOK 2": "1111", "Depot 2": "1007", "1er CA": "2018"})
    moved = dict(plan_moves(made, GERMAN))
    to = moved[u("Depot 2")]
    assert g.RAIL_HEXES >> to & 1
    assert g.GRID.distance(to, h("1111")) < g.GRID.distance(h("1007"), h("1111"))


@pytest.mark.rule("8.6")
def test_a_march_ends_in_supply() -> None:
    made = board({"X AK": "1110", "AOK 2": "1110", "Depot 2": "1110", "1er CA": "2018"})
    for unit, hex in plan_moves(made, GERMAN):
        made.move(unit, hex)
    assert supply_of(made, u("AOK 2")) == IN_SUPPLY
