"""16.1.7: what the garrison of a fort can blow."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import DE, FR
from marne.games.nach_paris.rules.engineers.garrisons import charges
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, guarded
from marne.hexes import bits, members


def blown(nation: int, standing: str, units: dict[str, str] | None = None, **facts: Any) -> dict[int, str]:
    """What the garrison of one fort can blow while all others are gone, and who does."""
    fort = next(number for number, each in enumerate(MAP.forts) if each.name == standing)
    board = still(units or {})
    board.forts_gone = bits(range(forts.COUNT)) & ~(1 << fort)
    for name, fact in facts.items():
        setattr(board, name, fact)
    return {number: MAP.forts[by].name for number, by in charges(board, nation).items()}


def watching(hex: str, name: str) -> dict[str, str]:
    """A unit that faces a hex from beside it and controls that hex alone."""
    target = at(hex)
    for beside in MAP.grid.neighbours[target]:
        if MAP.playable(beside) and not forts.AT[beside] and MAP.camp[beside] < 0:
            facing = MAP.grid.direction_names[MAP.grid.around[beside].index(target)]
            return {name: f"{MAP.grid.label(beside)} {facing}"}
    raise AssertionError(hex)


@pytest.mark.rule("16.1.7")
def test_a_lone_fort_blows_in_its_own_hex_whoever_watches() -> None:
    own = dict.fromkeys(AT_HEX[at("R14")], "Fort de Frouard")
    assert blown(FR, "Fort de Frouard") == own
    assert blown(FR, "Fort de Frouard", watching("R14", "PiR.29")) == own
    assert blown(DE, "Fort de Frouard") == {}, "it is no German fort"


@pytest.mark.rule("16.1.7")
def test_a_fort_of_a_camp_blows_one_hex_around_where_no_enemy_is_or_watches() -> None:
    fort = "Fort d'Haudainville"  # X18; a bridge in X19, another in Y18
    free = {number: fort for hex in ("X19", "Y18") for number in AT_HEX[at(hex)]}
    assert blown(FR, fort) == free
    for enemy in (watching("X19", "PiR.29"), {"PiR.29": "X19 N"}, {"2.AOK": "X19"}):
        assert set(blown(FR, fort, enemy)) == set(AT_HEX[at("Y18")]), enemy
    assert blown(FR, fort, {"1re-DI": "X19 N"}) == free, "friends close nothing"


@pytest.mark.rule("16.1.7", "16.1.5")
@pytest.mark.reading("garrison-charges")
def test_a_fort_tries_once_and_what_is_gone_for_good_is_not_blown_again() -> None:
    fort = "Fort de Frouard"
    number = next(each for each, found in enumerate(MAP.forts) if found.name == fort)
    first, *others = sorted(AT_HEX[at("R14")])
    assert blown(FR, fort, forts_blew=1 << number) == {}
    assert set(blown(FR, fort, broken={first: FOR_GOOD})) == set(others)
    assert set(blown(FR, fort, broken={first: 2})) == {first, *others}, "what can be mended can be blown for good"


@pytest.mark.rule("16.1.7", "16.1.10")
def test_the_first_fort_in_order_does_it_and_guarded_bridges_are_spared() -> None:
    board = still()
    found = charges(board, FR)
    for number in AT_HEX[at("P8")]:
        able = [
            fort
            for fort in range(forts.COUNT)
            if forts.CAMP_OF[fort] >= 0
            and MAP.forts[fort].nation == "FR"
            and any(number in AT_HEX.get(hex, ()) for hex in members(MAP.grid.within_bits(MAP.forts[fort].hex, 1)))
        ]
        assert found[number] == min(able)
    german = set(charges(board, DE))
    assert german
    assert not german & set(members(guarded(0)))


@pytest.mark.rule("16.1.7", "1.1.5")
def test_nothing_is_blown_outside_the_ground_of_the_scenario() -> None:
    board = still(scenario="mulhouse")
    for nation in (FR, DE):
        for number in charges(board, nation):
            assert any(board.play.area >> hex & 1 for hex in AT_HEX if number in AT_HEX[hex])
    assert set(charges(still(), FR)) - set(charges(board, FR))
