"""4.5: who holds an objective."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.still import still
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE
from marne.games.nach_paris.rules.campaign.victory import holder, urban_taken
from marne.hexes import bits, members

BELFORT = next(each for each in SCENARIOS["mulhouse"].objectives if len(each.hexes) > 1)
"""Five hexes of a French camp."""


def held(objective: Any, units: dict[str, str] | None = None, **facts: Any) -> int:
    board = still(units or {})
    for name, fact in facts.items():
        setattr(board, name, fact)
    return holder(board, objective)


def all_forts(hexes: Any) -> int:
    return bits(fort for hex in hexes for fort in members(forts.AT[hex]))


@pytest.mark.rule("4.5")
def test_one_hex_of_a_place_is_enough() -> None:
    town = next(each for each in SCENARIOS["campaign"].objectives if MAP.camp[each.hexes[0]] < 0)
    wide = replace(town, hexes=(*town.hexes, MAP.grid.neighbours[town.hexes[0]][0]))
    assert held(town, german_ground=0) == ALLIED_SIDE
    assert held(town, german_ground=1 << town.hexes[0]) == GERMAN_SIDE
    assert held(wide, german_ground=1 << wide.hexes[1]) == GERMAN_SIDE
    assert held(wide, german_ground=0) == ALLIED_SIDE


@pytest.mark.rule("4.5", "11.6.15")
def test_a_whole_camp_counts_when_its_forts_are_gone_and_it_is_policed() -> None:
    camp = MAP.camps[MAP.camp[BELFORT.hexes[0]]]
    ground, gone = 1 << BELFORT.hexes[0], all_forts(camp.hexes)
    police = {"18.ID": f"{MAP.grid.label(camp.hexes[0])} N"}
    assert held(BELFORT, german_ground=ground) == ALLIED_SIDE, "its forts stand"
    assert held(BELFORT, german_ground=ground, forts_gone=gone) == ALLIED_SIDE, "nobody polices it"
    assert held(BELFORT, police, german_ground=ground, forts_gone=gone) == GERMAN_SIDE
    assert held(BELFORT, police, german_ground=ground, forts_gone=gone & (gone - 1)) == ALLIED_SIDE, "one fort stands"
    assert held(BELFORT, police, german_ground=0, forts_gone=gone) == ALLIED_SIDE, "none of its ground is German"


@pytest.mark.rule("4.5", "11.6.15")
def test_a_hex_of_a_camp_goes_by_its_ground_until_the_camp_has_fallen() -> None:
    paris = next(each for each in SCENARIOS["campaign"].objectives if MAP.grid.label(each.hexes[0]) == "AX15")
    gone = all_forts(MAP.camps[MAP.camp[paris.hexes[0]]].hexes)
    assert held(paris, german_ground=1 << paris.hexes[0]) == GERMAN_SIDE
    assert held(paris, german_ground=1 << paris.hexes[0], forts_gone=gone) == ALLIED_SIDE


@pytest.mark.rule("4.5", "11.6.15")
def test_a_german_camp_is_german_until_the_french_police_it() -> None:
    metz = next(each for each in SCENARIOS["campaign"].objectives if MAP.grid.label(each.hexes[0]) == "R18")
    camp = MAP.camps[MAP.camp[metz.hexes[0]]]
    gone, ground = all_forts(camp.hexes), bits(camp.hexes)
    whole = replace(metz, hexes=tuple(camp.hexes))
    police = {"1re-DI": "R18 N"}
    for objective in (metz, whole):
        assert held(objective, german_ground=ground) == GERMAN_SIDE
        assert held(objective, german_ground=0) == ALLIED_SIDE
        assert held(objective, german_ground=0, forts_gone=gone) == GERMAN_SIDE, "nobody polices it"
        assert held(objective, police, german_ground=0, forts_gone=gone) == ALLIED_SIDE


@pytest.mark.rule("4.5")
def test_a_city_is_taken_with_all_of_its_own_urban_hexes() -> None:
    board = still()
    paris = [hex for hex, name in enumerate(MAP.urban) if name == "Paris"]
    board.german_ground |= bits(paris)
    assert urban_taken(board, "Paris")
    assert not urban_taken(board, "Bruxelles")
    board.german_ground &= ~(1 << paris[0])
    assert not urban_taken(board, "Paris")


@pytest.mark.rule("4.5", "11.6.15")
def test_the_first_camp_and_two_hexes_of_it_count_like_the_others() -> None:
    liege = next(each for each in SCENARIOS["campaign"].objectives if each.name == "Liège")
    camp = MAP.camps[MAP.camp[liege.hexes[0]]]
    gone, police = all_forts(camp.hexes), {"18.ID": f"{MAP.grid.label(liege.hexes[0])} N"}
    for objective in (liege, replace(liege, hexes=tuple(camp.hexes[:2]))):
        ground = bits(objective.hexes)
        assert held(objective, german_ground=ground, forts_gone=gone) == ALLIED_SIDE, "nobody polices it"
        assert held(objective, police, german_ground=ground, forts_gone=gone) == GERMAN_SIDE
        stands = held(objective, police, german_ground=ground)
        assert stands == (GERMAN_SIDE if len(objective.hexes) == 1 else ALLIED_SIDE), "while forts stand"
