"""Schlieffen's War as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from marne.engine import Answer, Step
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components import units as u
from marne.games.schlieffens_war.rules.combat.attack import NameDefenders
from marne.hexes import members
from marne.rl.sheet import Named, Sheet, Static, named, table

__all__ = ["SHEET"]

_TERRAINS = tuple(sorted(set(g.TERRAIN)))


def _names(step: Step[Any], board: WarBoard, answer: Answer) -> Named:
    """What the shape of the question says; beside it, who defends, and who is sent out of a crowded hex."""
    match answer:
        case (int(unit), "eliminate"):
            return Named("eliminate", [unit])
        case (int(), *_) if isinstance(step, NameDefenders):
            return Named("defend", [unit for unit in answer if isinstance(unit, int)])
        case (int(unit), int(hex)):
            return Named("out", [unit], [hex])
    return named(step, board, answer)


def _battle(board: WarBoard) -> list[Mapping[int, int]]:
    """11.6: who attacks and who defends in the battle that goes on."""
    battle = board.battle
    if battle is None:
        return [{}, {}]
    return [dict.fromkeys(battle.attackers, 1), dict.fromkeys(battle.defenders, 1)]


def _unseen(board: WarBoard) -> list[Mapping[int, int]]:
    """6.6: counters face down, and how many of them were attacked; how high the stacks are that are seen."""
    unseen = board.unseen
    return [
        {hex: hidden for hex, (hidden, _) in unseen.items()},
        {hex: attacked for hex, (_, attacked) in unseen.items() if attacked},
    ]


@cache
def _static() -> Static:
    bit = np.zeros((5, g.COUNT), np.int32)
    for row, hexes in enumerate((g.CITIES, g.PRIZES, g.HEAVY, g.PERIMETER, g.PORTS)):
        bit[row, members(hexes)] = 1
    pairs = [(a, b) for a in range(g.COUNT) for b in members(g.PASSABLE[a])]
    strongest = [max(row) for row in u.FACTOR]
    return Static(
        units=table(u.SIDE, u.NATION, u.KIND, u.MOVEMENT, u.FULL, strongest, rows=u.COUNT),
        unit_columns=("side", "nation", "kind", "movement", "steps", "factor"),
        unit_names=u.NAMES,
        hexes=table(
            [g.GRID.cell(hex)[0] for hex in range(g.COUNT)],
            [g.GRID.cell(hex)[1] for hex in range(g.COUNT)],
            [_TERRAINS.index(terrain) for terrain in g.TERRAIN],
            *bit,
            rows=g.COUNT,
        ),
        hex_columns=("u", "v", "terrain", "city", "prize", "fortress", "ring", "port"),
        hex_names=g.LABELS,
        edges=np.array(pairs, np.int32).T,
        of_edges=table(
            [g.RIVER[a] >> b & 1 for a, b in pairs], [g.RAIL[a] >> b & 1 for a, b in pairs], rows=len(pairs)
        ),
        edge_columns=("river", "rail"),
    )


SHEET = Sheet(
    units=u.COUNT,
    hexes=g.COUNT,
    left_out={
        "stacks": "follows from where, but for the order in a stack",
        "battle": "its units are extra columns",
        "unseen": "its counts are extra columns",
        "winning_rule": "words for the end of the game",
    },
    names=_names,
    static=lambda board: _static(),
    unit_extra_names="attacks defends",
    unit_extras=_battle,
    hex_extra_names="face_down face_down_attacked",
    hex_extras=_unseen,
)
