"""[13.1.8]-[13.1.11] Entrenched Camps and harbours as sources of supply: for whole units, up to their capability."""

from __future__ import annotations

from typing import Final

from marne.engine import value
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    NATION,
    NATIONS,
    OF_SIDE,
    SIDE,
    Side,
    Unit,
    written,
)
from marne.games.nach_paris.rules.command.events import Supplied
from marne.games.nach_paris.rules.command.headquarters import Command, command
from marne.games.nach_paris.rules.command.lines import Countries, Country, Line, line, measured
from marne.games.nach_paris.rules.forts.camps import besieger, holding_out
from marne.hexes import Bits, bits, memo

__all__ = [
    "CAMP",
    "HARBOUR",
    "Source",
    "capability",
    "feed",
    "feed_all",
    "governed",
    "left",
    "name",
    "needy",
    "short",
    "sources",
    "why_not_fed",
]

CAMP, HARBOUR = 0, 1


@value
class Source:
    """[13.1.9], [13.1.10] A camp or a harbour by its number on the map."""

    kind: int
    number: int


_CAMPS: Final[tuple[Bits, ...]] = tuple(bits(camp.hexes) for camp in MAP.camps)
_GOVERNED: Final[tuple[Bits, ...]] = tuple(hexes | MAP.grid.links.spread(hexes) for hexes in _CAMPS)
_IN_REACH: Final[tuple[tuple[Bits, ...], tuple[Bits, ...]]] = (
    tuple(MAP.grid.links.within(hexes, V.supply.camp_range) for hexes in _CAMPS),
    tuple(MAP.grid.links.within(1 << harbour.hex, V.supply.harbour_range) for harbour in MAP.harbours),
)
"""[13.1.9], [13.1.10] The hexes within range of each camp and of each harbour."""


_HARBOURS: Final = tuple(
    (Source(HARBOUR, i), harbour.hex)
    for i, harbour in enumerate(MAP.harbours)
    if harbour.capacity and MAP.playable(harbour.hex)
)
"""[13.1.10] The harbours that can supply somebody."""


def governed(board: NachParisBoard, unit: Unit) -> bool:
    """[13.1.8] In or beside a camp of its own nation that holds out."""
    return bool(_governed(board.forts_gone, NATIONS[NATION[unit]]) >> board.where[unit] & 1)


@memo(128)
def _governed(gone: Bits, nation: str) -> Bits:
    found = 0
    for i, camp in enumerate(MAP.camps):
        if camp.nation == nation and holding_out(gone) >> i & 1:
            found |= _GOVERNED[i]
    return found


def sources(board: NachParisBoard, side: Side) -> list[Source]:
    """[13.1.9], [13.1.10] The harbours and camps of a side that supply somebody now.

    departs: 13.1.10, harbours are the Allies' alone, as ships are.
    """
    found: list[Source] = []
    if side == ALLIED_SIDE:
        lost = board.german_ground | board.occupied[1 - side]
        found += [source for source, hex in _HARBOURS if not lost >> hex & 1]
    found.extend(_camps(board.forts_gone, side))
    return found


@memo(128)
def _camps(gone: Bits, side: Side) -> tuple[Source, ...]:
    camps = range(len(MAP.camps))
    return tuple(Source(CAMP, i) for i in camps if besieger(i) != side and holding_out(gone) >> i & 1)


def capability(source: Source) -> int:
    """[13.1.9], [13.1.10] How many steps a source supplies in all: by its hexes, or by its ships."""
    if source.kind == CAMP:
        return V.supply.camp_steps * len(MAP.camps[source.number].hexes)
    return V.supply.harbour_times * MAP.harbours[source.number].capacity


def left(board: NachParisBoard, source: Source) -> int:
    """The steps for which a source still has supplies."""
    used = board.camp_supply if source.kind == CAMP else board.harbour_supply
    return capability(source) - used.get(source.number, 0)


def why_not_fed(board: NachParisBoard, source: Source, unit: Unit, ground: Country) -> str:
    """Why a source does not supply a unit, as a key of the words; empty if it can."""
    if board.where[unit] < 0 or board.fed >> unit & 1 or not _helps(board, source, unit, ground):
        return "why.supply.need"
    if not _IN_REACH[source.kind][source.number] >> board.where[unit] & 1:
        return "why.supply.range"
    if not _way(board, source, unit, ground):
        return "why.supply.way"
    return "" if _whole(board, source, unit) else "why.supply.steps"


def _way(board: NachParisBoard, source: Source, unit: Unit, ground: Country) -> bool:
    """[13.1.9], [13.1.10] Whether a line of ordinary length leads to a hex of the source without an enemy in it."""
    hexes = _CAMPS[source.number] if source.kind == CAMP else 1 << MAP.harbours[source.number].hex
    return measured(unit, ground.points(board.where[unit], hexes & ~board.occupied[1 - SIDE[unit]])) == Line.NORMAL


def _whole(board: NachParisBoard, source: Source, unit: Unit) -> bool:
    """[13.1.11] Whether it is enough for all steps of a unit."""
    return board.steps(unit) <= left(board, source)


def _helps(board: NachParisBoard, source: Source, unit: Unit, ground: Country) -> bool:
    """[13.1.9] Whether a line is of use to a unit. Camps help those without any, harbours those with a long one too."""
    if governed(board, unit) or unit in board.changing or command(board, unit) == Command.NONE:
        return False
    return line(board, unit, ground) <= (Line.NONE if source.kind == CAMP else Line.LONG)


def needy(board: NachParisBoard, source: Source, side: Side, grounds: Countries) -> list[Unit]:
    """[13.1.9], [13.1.10] The units of a side that a source could supply, each whole."""
    near = _IN_REACH[source.kind][source.number]
    if not near & board.occupied[side]:
        return []
    units = [unit for unit in board.on_map(OF_SIDE[side]) if near >> board.where[unit] & 1]
    return [unit for unit in units if not why_not_fed(board, source, unit, grounds[NATION[unit]])]


def feed(board: NachParisBoard, source: Source, units: Bits) -> None:
    """[13.1.11] A source supplies every step of some units."""
    board.fed |= units
    used = board.camp_supply if source.kind == CAMP else board.harbour_supply
    steps = board.total_steps(units)
    used[source.number] = used.get(source.number, 0) + steps
    board.tell(Supplied("13.1.9" if source.kind == CAMP else "13.1.10", written(units), name(source), steps))


def name(source: Source) -> str:
    """A source as people call it."""
    return (MAP.camps if source.kind == CAMP else MAP.harbours)[source.number].name


def feed_all(board: NachParisBoard, side: Side, closed: tuple[Source, ...] = ()) -> None:
    """[13.1.11] Supply whoever comes to a source that has enough for all, until nothing changes."""
    grounds = Countries(board)
    waiting = [source for source in sources(board, side) if source not in closed]
    fed = True
    while fed:
        fed = False
        for source in waiting:
            units = bits(needy(board, source, side, grounds))
            if units and board.total_steps(units) <= left(board, source):
                feed(board, source, units)
                fed = True


def short(board: NachParisBoard, side: Side, closed: tuple[Source, ...]) -> tuple[Source, list[Unit]] | None:
    """[13.1.11] The first source that units still ask, and those units; none if all is settled."""
    grounds = Countries(board)
    for source in sources(board, side):
        if source not in closed and (units := needy(board, source, side, grounds)):
            return source, units
    return None
