"""What must hold in every position that play can reach."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marne.engine import CHANCE, Setting
from marne.games.grand_illusion.board import ASIDE, DEAD, IN_BOX, ON_TRACK, GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES
from marne.games.grand_illusion.components.units import COMBAT, COUNT, FORTS, LADDER, MOBILE, OF_SIDE
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.rules.movement.control import siege_holds
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.hexes import members

EXAMPLES = int(os.environ.get("MARNE_EXAMPLES", "12"))


def check(board: GrandIllusionBoard) -> None:
    """Units are conserved, hexes agree with them, markers make sense."""
    for unit in range(COUNT):
        place = board.where[unit]
        assert place in (ASIDE, DEAD, ON_TRACK, IN_BOX) or 1 <= place <= HEXES
        assert (place == ON_TRACK) == (unit in board.track)
        assert all((here >> unit & 1) == (hex == place > 0) for hex, here in enumerate(board.at))
        assert board.losses.get(unit, 0) < max(1, len(LADDER[unit])) or place == DEAD
    assert not board.down & FORTS
    assert len(board.plan17_cup) + len(board.plan17) == 8
    assert len(board.german_cup) + len(board.markers) == 15
    assert all(0 <= caps <= 10 for caps in board.caps)
    assert min(board.mandated) >= 0


def check_between_activations(board: GrandIllusionBoard) -> None:
    """What holds when nobody is moving or fighting."""
    assert not board.battles
    assert not board.battle
    assert board.spaces == [0] * 16
    for hex in range(1, HEXES + 1):
        for side in (0, 1):
            assert fits(board, hex, side, 0), hex
        owner = board.control >> hex & 1
        rival = board.at[hex] & OF_SIDE[1 - owner] & COMBAT
        assert board.holders(hex, owner) or not supplied(board, rival, hex), f"{hex} should have changed hands"
        if board.siege >> hex & 1:
            assert siege_holds(board, hex)
    for key in board.blocked:
        side = key >> 7
        keepers = MOBILE if board.edition.any_unit_keeps_block else COMBAT  # 8.4.5, ES-58
        assert board.at[key & 127] & OF_SIDE[side] & keepers, "nobody is left to block"


GAMES = {
    "seed": st.integers(0, 10**6),
    "scenario": st.sampled_from(["1", "2", "3"]),
    "edition": st.sampled_from(GAME.editions),
}


@settings(max_examples=2, deadline=None)
@given(**GAMES)
def test_invariants(seed: int, scenario: str, edition: str) -> None:
    check_a_game(seed, scenario, edition)


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None)
@given(**GAMES)
def test_invariants_of_many_games(seed: int, scenario: str, edition: str) -> None:
    check_a_game(seed, scenario, edition)


def check_a_game(seed: int, scenario: str, edition: str) -> None:
    rng = Random(seed)
    position = GAME.start(Setting(scenario, edition))
    for number in range(900):
        if position.open is None:
            break
        position.push(position.suggest(rng)[0])
        if number % 20 == 0:
            check(position.board)
        if position.open is not None and type(position.step).__name__ == "Act":
            check_between_activations(position.board)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_secrets_stay_secret(seed: int) -> None:
    """Two games that differ only in what the enemy wrote down look the same byte for byte until it is shown."""
    rng = Random(seed)
    position = GAME.start(Setting("3", "english"))
    worlds = []
    while type(position.step).__name__ != "ChooseOptions":
        position = position.play(position.suggest(rng)[0])
    assert position.open is not None
    assert position.open.actor != CHANCE
    for option in position.open.options or ():
        worlds.append(str(GAME.observe(position.play(option), 1)))
    assert len(set(worlds)) == 1


def test_sets_of_units_do_not_overlap() -> None:
    assert members(OF_SIDE[0] & OF_SIDE[1]) == []
