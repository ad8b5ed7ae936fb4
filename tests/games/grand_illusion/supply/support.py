"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from games.grand_illusion import plain
from games.grand_illusion.plain import boards, is_fort
from games.grand_illusion.positions import NATIONS
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.rules.supply.supply import (
    emergency,
    in_supply,
    normal_hexes,
    out_of_supply,
    supplied,
    supplied_hexes,
)
from marne.hexes import members

RING = [9, 10, 18, 20, 28, 29]


def check_supply(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        if rng.random() < 0.3:  # Maubeuge besieged, which chance seldom brings about
            board.put(BY_ID["FR.F-Maubeuge"], plain.MAUBEUGE)
            board.siege |= 1 << plain.MAUBEUGE
            board.control |= 1 << plain.MAUBEUGE | rng.choice((0, 1 << 44)) | 1 << 64 | 1 << 73
            board.emergency = True
        facts = plain.Facts(board)
        assert emergency(board) is plain.emergency(facts)
        for nation, name in enumerate(NATIONS):
            for checking in (False, True):
                found = set(members(supplied_hexes(board, nation, checking=checking)))
                assert found == plain.fed(facts, name, checking), name
        assert set(members(normal_hexes(board))) >= plain.fed(facts, "GE", True, makeshift=False)
        if emergency(board):
            assert set(members(normal_hexes(board))) == plain.fed(facts, "GE", True, makeshift=False)
        hungry = members(out_of_supply(board))
        for unit, hex in enumerate(board.where):
            if hex <= 0 or is_fort(unit):
                assert unit not in hungry
                continue
            assert (unit in hungry) is not plain.is_fed(facts, unit, hex, checking=True)
            assert in_supply(board, unit) is plain.is_fed(facts, unit, hex)
            assert bool(supplied(board, 1 << unit, hex)) is plain.is_fed(facts, unit, hex)
