"""Nach Paris as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import MAP
from marne.rl.sheet import Sheet, Static, table

__all__ = ["SHEET"]

_TYPES = tuple(dict.fromkeys(u.TYPE))
_COUNTRIES = tuple(dict.fromkeys(MAP.country))
_HEXES = len(MAP.grid)


def _of_units(board: NachParisBoard) -> list[Mapping[int, int]]:
    """12.2.3: the hex that an entrained unit looks to, counted from 1."""
    return [{unit: train.ahead + 1 for unit, train in board.trains.items()}]


def _of_hexes(board: NachParisBoard) -> list[Mapping[int, int]]:
    """11: forts that stand in a hex; 16: structures there that are destroyed; 11.2.7: zones that are gone."""
    forts: dict[int, int] = {}
    for number, fort in enumerate(MAP.forts):
        if not board.forts_gone >> number & 1:
            forts[fort.hex] = forts.get(fort.hex, 0) + 1
    broken: dict[int, int] = {}
    for number in board.broken:
        hex = MAP.structures[number].hex
        broken[hex] = broken.get(hex, 0) + 1
    return [forts, broken]


@cache
def _static() -> Static:
    grid = MAP.grid
    pairs = [(a, b) for a, near in enumerate(grid.neighbours) for b in near]
    sides = [grid.side(a, b) for a, b in pairs]
    rails = {(link.a, link.b) for link in MAP.links} | {(link.b, link.a) for link in MAP.links}
    return Static(
        units=table(u.SIDE, u.NATION, [_TYPES.index(kind) for kind in u.TYPE], u.STEPS,
                    *([row[0] for row in rows] for rows in (u.CAB, u.CBF, u.ARF, u.AFF, u.MF)),
                    u.RANK, u.MOBILITY, u.ARMY, u.CORPS, rows=u.COUNT),
        unit_columns=("side", "nation", "type", "steps", "cab", "cbf", "arf", "aff", "mf", "rank", "mobility",
                      "army", "corps"),
        unit_names=u.IDS,
        hexes=table([x // 100 for x, _ in MAP.centre], [y // 100 for _, y in MAP.centre],
                    [int(kind) for kind in MAP.terrain], [int(town) for town in MAP.town],
                    [_COUNTRIES.index(country) for country in MAP.country], MAP.station, MAP.old_fortification,
                    MAP.camp, rows=_HEXES),
        hex_columns=("east", "north", "terrain", "town", "country", "station", "old_fortification", "camp"),
        hex_names=grid.labels,
        edges=np.array(pairs, np.int32).T,
        of_edges=table([int(MAP.water[side]) for side in sides], [int(MAP.cover[side]) for side in sides],
                       [MAP.mountain_pass[side] for side in sides], [MAP.bridge[side] for side in sides],
                       [pair in rails for pair in pairs], rows=len(pairs)),
        edge_columns=("water", "cover", "pass", "bridge", "rail"),
    )  # fmt: skip


SHEET = Sheet(
    units=u.COUNT,
    hexes=_HEXES,
    left_out={
        "at": "follows from where",
        "standing": "follows from where",
        "transit_side": "by hexside",
        "forts_fired": "by fort",
        "forts_struck": "by fort",
        "forts_second": "by fort",
        "forts_gone": "how many stand is an extra column by hex",
        "forts_blew": "by fort",
        "festen_hit": "by fort",
        "zones_gone": "by Fortified Zone",
        "camp_fell": "by camp",
        "assaults": "values; the options tell",
        "trains": "where they look is an extra column by unit",
        "rail_used": "by link",
        "camp_supply": "by camp",
        "harbour_supply": "by harbour",
        "broken": "how many is an extra column by hex",
        "repaired": "by structure",
        "sluices": "by sluice",
        "harbour_used": "by harbour",
        "aerial_base": "which headquarters looked; the die is there",
        "fog_zones": "what hidden units control; where they are is there",
    },
    static=lambda board: _static(),
    unit_extra_names="train_ahead",
    unit_extras=_of_units,
    hex_extra_names="forts broken",
    hex_extras=_of_hexes,
)
