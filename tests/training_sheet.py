"""The training game as numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from marne.engine import Answer, Step
from marne.hexes import members
from marne.rl.sheet import Named, Sheet, Static, named, table
from training.board import Field
from training.components.ground import SCENARIOS, the_ground

__all__ = ["SHEET"]

_COUNTERS = max(len(scenario.places) for scenario in SCENARIOS)


def _names(step: Step[Any], board: Field, answer: Answer) -> Named:
    """A point is in the hex next to it."""
    match answer:
        case (int(x), int(y)):
            middles = board.ground.middles
            near = min(range(len(middles)), key=lambda hex: (middles[hex][0] - x) ** 2 + (middles[hex][1] - y) ** 2)
            return Named("fire", hexes=[near])
    return named(step, board, answer)


def _hands(board: Field) -> list[int]:
    """T3.2: chits in hand, side by side."""
    return [count for hand in board.hands for count in hand]


def _static_of(board: Field) -> Static:
    ground, scenario = the_ground(), board.scenario
    rest = (0,) * (_COUNTERS - len(scenario.places))
    names = (*scenario.labels, *("" for _ in rest))
    return _static(ground, (*scenario.side_of, *rest), names)


@cache
def _static(ground: Any, side_of: tuple[int, ...], names: tuple[str, ...]) -> Static:
    grid, count = ground.grid, len(ground.grid)
    cells = [grid.cell(hex) for hex in range(count)]
    kinds = sorted({terrain.value for terrain in ground.terrain})
    town = np.zeros(count, np.int32)
    town[members(ground.town_bits)] = 1
    pairs = [(a, b) for a in range(count) for b in grid.neighbours[a]]
    return Static(
        units=table(side_of, rows=_COUNTERS),
        unit_columns=("side",),
        unit_names=names,
        hexes=table(
            [x for x, _ in cells],
            [y for _, y in cells],
            [kinds.index(terrain.value) for terrain in ground.terrain],
            town,
            rows=count,
        ),
        hex_columns=("u", "v", "terrain", "town"),
        hex_names=tuple(grid.label(hex) for hex in range(count)),
        edges=np.array(pairs, np.int32).T,
        of_edges=table([ground.rivers >> grid.side(a, b) & 1 for a, b in pairs], rows=len(pairs)),
        edge_columns=("river",),
    )


SHEET = Sheet(
    units=_COUNTERS,
    hexes=len(the_ground().grid),
    left_out={"hands": "counted among the scalars"},
    names=_names,
    static=_static_of,
    scalar_extra_names="blue_assault blue_trench blue_blank red_assault red_trench red_blank",
    scalar_extras=_hands,
)
