"""[16.1.1], [16.1.10] Structures: where they are reached, which are out of reach.

What the loss of one closes: `rail/network.py` for trains and supply [16.1.9], `movement/reach.py` for marches [7.2.1].
"""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import FOR_GOOD, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.forts import ZONE_AT
from marne.hexes import Bits, bits, memo

__all__ = ["AT_HEX", "HEXES_OF", "colour", "guarded", "name_of", "protected", "worse"]

_COLOURS: Final = {"normal": "yellow", "important": "orange", "critical": "red"}

HEXES_OF: Final[tuple[tuple[Hex, ...], ...]] = tuple(
    (s.hex, s.to) if s.major and s.letter != "T" else (s.hex,) for s in MAP.structures
)
"""[16.1.2] From where each structure is blown and repaired: a bridge over a Major River from both banks."""

_AT: dict[Hex, list[int]] = {}
for _number, _hexes in enumerate(HEXES_OF):
    for _hex in _hexes:
        _AT.setdefault(_hex, []).append(_number)
AT_HEX: Final[dict[Hex, tuple[int, ...]]] = {hex: tuple(found) for hex, found in _AT.items()}
"""[16.1.1] The structures of a hex: railway works, road and railway bridges over a Major River."""


def name_of(structure: int) -> str:
    """A structure as people call it."""
    return MAP.structures[structure].name


def colour(structure: int) -> str:
    """[16.1.5] Its column: by its colour, the last for all that spans a Major River."""
    found = MAP.structures[structure]
    return "red" if found.major else _COLOURS[found.grade]


def worse(turns: int, than: int | None) -> bool:
    """[16.1.5] Whether a damage is greater than another: for good is the greatest; results are not added up."""
    if than is None or than == FOR_GOOD:
        return than is None
    return turns == FOR_GOOD or turns > than


def protected(board: NachParisBoard, structure: int) -> bool:
    """[16.1.10] A bridge over the Rhine whose Fortified Zone holds out can't be blown, by either side."""
    return bool(guarded(board.zones_gone) >> structure & 1)


@memo(32)
def guarded(gone: Bits) -> Bits:
    """[16.1.10] The structures that Fortified Zones protect once some of these are gone."""
    standing = {hex for hex, zone in ZONE_AT.items() if not MAP.fortified_zones[zone].on_pass and not gone >> zone & 1}
    return bits(i for i, found in enumerate(MAP.structures) if found.major and standing & {found.hex, found.to})
