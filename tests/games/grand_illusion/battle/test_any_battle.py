"""Whatever stands in a hex, a battle there ends, keeps every unit, respects stacking, leaves the board empty."""

from __future__ import annotations

import os
from random import Random

import pytest

from marne.engine import Position
from marne.games.grand_illusion.board import ASIDE, DEAD, GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.units import (
    COMBAT,
    COUNT,
    DEFENCE_ONLY,
    ENEMY_OF,
    FORTS,
    LADDER,
    OF_SIDE,
    SIDE,
)
from marne.games.grand_illusion.rules.battle.battle import Battle
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.scenarios.setup import new_board

BATTLES = int(os.environ.get("MARNE_BATTLES", "60"))


def scattered(rng: Random, edition: str) -> GrandIllusionBoard | None:
    """Units, forts, trenches and control at random around one hex, and a battle in it; None if there is none."""
    board = new_board(EDITIONS[edition], rng.choice((1, 3)))
    board.turn = rng.choice((1, 2, 4, 6, 9))
    board.caps = [rng.randint(0, 4), rng.randint(0, 4)]
    for hex in range(1, 108):
        if rng.random() < 0.3:
            board.control ^= 1 << hex
        if rng.random() < 0.1:
            board.trench[hex] = rng.choice((1, 2))
    hot = rng.randint(1, 107)
    near = (hot, hot, hot, *board.ground.around[hot])
    for unit in range(COUNT):
        if FORTS >> unit & 1:
            if rng.random() < 0.1 and not board.at[hot] & FORTS & ENEMY_OF[SIDE[unit]]:
                board.put(unit, hot)
                board.losses[unit] = rng.randrange(len(LADDER[unit]))
        elif rng.random() < 0.3:
            place = rng.choice(near)
            if fits(board, place, SIDE[unit], 1 << unit):
                board.put(unit, place)
                board.track.pop(unit, None)
            if rng.random() < 0.35:
                board.down |= 1 << unit
    side = board.attacker = rng.randint(0, 1)
    attackers = board.combat(hot, side) & ~DEFENCE_ONLY
    if not attackers or not board.at[hot] & OF_SIDE[1 - side] & (COMBAT | FORTS):
        return None
    board.active = hot
    board.battles = [hot]
    board.attackers = {hot: attackers & rng.getrandbits(COUNT) or attackers}
    if rng.random() < 0.3:
        board.declared |= 1 << hot
        board.mandated = [2, 1]
    return board


@pytest.mark.rule("9.1.3", "9.3.6", "8.4.6")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_any_battle_ends_in_order(edition: str) -> None:
    fought = 0
    for seed in range(BATTLES):
        rng = Random(seed)
        board = scattered(rng, edition)
        if board is None:
            continue
        fought += 1
        side, hex = board.attacker, board.active
        before = board.where[:]
        position = Position.begin(board, Battle(hex))
        answers = 0
        while position.open is not None:
            options = position.open.options or ()
            assert options
            assert len(options) == len(set(options)) < 40
            assert position.open.actor < 0 or len(options) > 1, "a forced answer is not asked"
            position.push(position.suggest(rng)[0])
            answers += 1
            assert answers < 400
        after = position.board
        if after.ended:  # 14.1.3: Trier has fallen, and nothing else matters
            continue
        assert not any(after.spaces)
        assert (after.battle, after.hits, after.fortune, after.attacker) == (0, 0, 0, side)
        assert hex not in after.battles
        assert after.fought >> hex & 1
        for unit in range(COUNT):
            place = after.where[unit]
            assert place <= 0 or after.at[place] >> unit & 1
            assert place not in (DEAD, ASIDE) or not after.down >> unit & 1 or before[unit] == place
        for place in range(1, 108):
            assert fits(after, place, 0, 0)
            assert fits(after, place, 1, 0)
    assert fought > BATTLES // 4
