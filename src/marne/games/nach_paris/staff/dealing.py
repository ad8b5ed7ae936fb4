"""Hidden units dealt under their markers in an imagined world: each stack controls what it is known to [19.2.3]."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from marne.games.nach_paris.board import UNSEEN, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import HEADQUARTERS, NATION, OF_SIDE, STEPS, Side, Unit
from marne.games.nach_paris.rules.rail.lines import heading
from marne.games.nach_paris.rules.units.stacking import limit, stacked_steps
from marne.games.nach_paris.rules.units.zones import has_facing, zone_of
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

__all__ = ["deal"]

_TRIES: Final = 40
_FACINGS: Final = range(6)


def deal(board: NachParisBoard, rng: Random) -> None:
    """[19.1.4], [19.2.3] Put every hidden unit under a marker of its side; the board is changed.

    Each marker has at least one, and those under it control together what is known of them.
    """
    for side, hexes in enumerate(board.fog_markers):
        pool = [unit for unit in members(OF_SIDE[side]) if board.where[unit] == UNSEEN]
        _side(board, side, members(hexes), pool, rng)
        for unit in pool:  # a mask counts no losses of hidden units
            board.step_losses[NATION[unit]] += board.lost[unit]
    board.fog_markers, board.fog_zones = [0, 0], {}


def _side(board: NachParisBoard, side: Side, hexes: list[Hex], pool: list[Unit], rng: Random) -> None:
    told = {hex: board.fog_zones.get(hex, 0) for hex in hexes}
    board.fogged |= tally(1 << unit for unit in pool)
    for _ in range(_TRIES):
        rng.shuffle(pool)
        left = list(pool)
        order = sorted(hexes, key=lambda hex: (-told[hex].bit_count(), rng.random()))
        if all(_cover(board, hex, told[hex], left) for hex in order) and _spread(board, hexes, told, left, rng):
            return
        for unit in pool:
            board.put(unit, UNSEEN)
            board.lost[unit] = 0
            board.trains.pop(unit, None)
    for place, unit in enumerate(pool):  # no deal fits: everybody under some marker
        if hexes:
            board.put(unit, hexes[place % len(hexes)])


def _cover(board: NachParisBoard, hex: Hex, told: Bits, left: list[Unit]) -> bool:
    """Take units for a marker whose zones together are what is known; one if one will do."""
    fitting = [(unit, *way) for unit in left for way in _ways(board, unit, hex, told)]
    for unit, faces, lost, aboard in sorted(fitting, key=lambda each: each[-1]):
        if _zone(board, unit, hex, faces, lost, aboard) == told:
            _set(board, unit, hex, (faces, lost, aboard), left)
            return True
    for first, second in combinations(fitting[:80], 2):
        if (
            first[0] != second[0]
            and _zone(board, first[0], hex, *first[1:]) | _zone(board, second[0], hex, *second[1:]) == told
        ):
            for unit, faces, lost, aboard in (first, second):
                _set(board, unit, hex, (faces, lost, aboard), left)
            return True
    return _pile(board, hex, told, left)


def _pile(board: NachParisBoard, hex: Hex, told: Bits, left: list[Unit]) -> bool:
    """One unit after another that adds something."""
    have, chosen = 0, []
    for unit in left:
        best = max(_ways(board, unit, hex, told), key=lambda way: _zone(board, unit, hex, *way) & ~have, default=None)
        if best is not None and _zone(board, unit, hex, *best) & ~have:
            have |= _zone(board, unit, hex, *best)
            chosen.append((unit, best))
        if have == told:
            break
    if have != told or not chosen:
        return False
    for unit, way in chosen:
        _set(board, unit, hex, way, left)
    return True


def _spread(board: NachParisBoard, hexes: list[Hex], told: dict[Hex, Bits], left: list[Unit], rng: Random) -> bool:
    """The others go where they add nothing to what is known, if there is room."""
    for unit in list(left):
        rng.shuffle(hexes)
        found = None
        for crowded in (False, True):
            for hex in hexes:
                full = stacked_steps(board, board.at[hex] | 1 << unit) > limit(board, hex)
                way = next(iter(_ways(board, unit, hex, told[hex])), None)
                if way is not None and (crowded or not full):
                    found = hex, way
                    break
            if found:
                break
        if found is None:
            return False
        _set(board, unit, *found, left)
    return True


def _ways(board: NachParisBoard, unit: Unit, hex: Hex, told: Bits) -> list[tuple[int, int, bool]]:
    """The facings and losses with which a unit controls nothing more than what is known; on a train, if need be."""
    if HEADQUARTERS >> unit & 1:
        return []
    turns = _FACINGS if has_facing(board, unit) else (0,)
    afoot = [
        (faces, lost, False)
        for lost in range(STEPS[unit])
        for faces in turns
        if not _zone(board, unit, hex, faces, lost, False) & ~told
    ]
    return [*afoot, (0, 0, True)] if MAP.links_of[hex] else afoot


def _zone(board: NachParisBoard, unit: Unit, hex: Hex, faces: int, lost: int, aboard: bool) -> Bits:
    if aboard:
        return 0
    kept = board.where[unit], board.faces[unit], board.lost[unit]
    board.where[unit], board.faces[unit], board.lost[unit] = hex, faces, lost
    found = zone_of(board, unit)
    board.where[unit], board.faces[unit], board.lost[unit] = kept
    return found


def _set(board: NachParisBoard, unit: Unit, hex: Hex, way: tuple[int, int, bool], left: list[Unit]) -> None:
    faces, lost, aboard = way
    board.put(unit, hex)
    if aboard:
        board.trains[unit] = heading(MAP.links_of[hex][0], hex)
    board.faces[unit], board.lost[unit] = faces, lost
    left.remove(unit)
