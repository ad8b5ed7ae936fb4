"""Grand Illusion as numbers. Hexes have their printed numbers, 1 to 107; row 0 is empty."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components import units as u
from marne.games.grand_illusion.components.data import MAP
from marne.games.grand_illusion.components.ground import Ground
from marne.games.grand_illusion.components.places import HEXES
from marne.hexes import members
from marne.rl.sheet import Sheet, Static, table

__all__ = ["SHEET"]

_TYPES = tuple(dict.fromkeys(row.kind for row in u.ROWS))
_ROWS = HEXES + 1


def _of_units(board: GrandIllusionBoard) -> list[Mapping[int, int]]:
    """9.2.1: the space of the battle board, counted from 1; 7.0: the turn of arrival and how; 9.1.2: who attacks."""
    space = {unit: at for at, units in enumerate(board.spaces, 1) for unit in members(units)}
    track = board.track
    return [
        space,
        {unit: turn for unit, (turn, _) in track.items()},
        {unit: how for unit, (_, how) in track.items()},
        {unit: hex for hex, units in board.attackers.items() for unit in members(units)},
        {unit: hex for hex, units in board.entered.items() for unit in members(units)},
    ]


def _of_hexes(board: GrandIllusionBoard) -> list[Mapping[int, int]]:
    """9.1.2: battles to be fought, in order."""
    return [{hex: at for at, hex in enumerate(board.battles, 1)}]


def _cups(board: GrandIllusionBoard) -> list[int]:
    """13.1.2: markers left in the cups, and their worth."""
    return [len(board.plan17_cup), sum(board.plan17_cup), len(board.german_cup), sum(board.german_cup)]


def _static_of(board: GrandIllusionBoard) -> Static:
    return _static(board.ground)


@cache
def _static(ground: Ground) -> Static:
    pairs = [(a, b) for a, near in enumerate(ground.neighbours) for b in near]
    bit = np.zeros((3, _ROWS), np.int32)
    for row, hexes in enumerate((ground.coast, ground.germany, ground.rail_hexes)):
        bit[row, members(hexes)] = 1
    cells = [(0, 0), *(MAP.grid.cell(hex) for hex in range(HEXES))]
    return Static(
        units=table(
            u.SIDE,
            u.NATION,
            [_TYPES.index(row.kind) for row in u.ROWS],
            [cs or 0 for cs in u.CS],
            [cs or 0 for cs in u.CS_BACK],
            [ma or 0 for ma in u.MA],
            rows=u.COUNT,
        ),
        unit_columns=("side", "nation", "type", "strength", "strength_back", "movement"),
        unit_names=u.IDS,
        hexes=table([x for x, _ in cells], [y for _, y in cells], ground.tem, *bit, rows=_ROWS),
        hex_columns=("u", "v", "modifier", "coast", "germany", "rail"),
        hex_names=("", *(str(hex) for hex in range(1, _ROWS))),
        edges=np.array(pairs, np.int32).T,
        of_edges=table(
            [ground.cost[pair] for pair in pairs], [ground.rail[a] >> b & 1 for a, b in pairs], rows=len(pairs)
        ),
        edge_columns=("cost", "rail"),
    )


SHEET = Sheet(
    units=u.COUNT,
    hexes=_ROWS,
    left_out={
        "at": "follows from where",
        "blocked": "hexsides that one side may not cross in this segment: many in number, and the options tell",
        "track": "its turns and ways are extra columns",
        "attackers": "an extra column by unit",
        "entered": "an extra column by unit",
        "battles": "an extra column by hex",
        "spaces": "an extra column by unit",
        "plan17_cup": "counted among the scalars",
        "german_cup": "counted among the scalars",
        "won_by": "words for the end of the game",
    },
    static=_static_of,
    unit_extra_names="space arrives arrives_how attacks entered",
    unit_extras=_of_units,
    hex_extra_names="battle",
    hex_extras=_of_hexes,
    scalar_extra_names="plan17_left plan17_worth german_left german_worth",
    scalar_extras=_cups,
)
