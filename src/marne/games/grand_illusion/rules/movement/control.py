"""8.3, 8.4.5, 9.5.3: who controls a hex, and what changes with it.

Everything that moves units calls `settle` for the hexes that it touched. It is the one place where control changes.
"""

from __future__ import annotations

from marne.games.grand_illusion.board import ASIDE, GrandIllusionBoard
from marne.games.grand_illusion.components.places import ANTWERP, Hex
from marne.games.grand_illusion.components.scenario import HOLLAND
from marne.games.grand_illusion.components.units import (
    ALLIED,
    COMBAT,
    CORPS,
    FORTS,
    GERMAN,
    HEAVY,
    HQS,
    INFANTRY,
    LARGE,
    MOBILE,
    OF_SIDE,
    SIDE,
    SIDES,
    Side,
)
from marne.games.grand_illusion.events import ControlChanged, SiegeLifted
from marne.games.grand_illusion.rules.battle.losses import eliminate
from marne.games.grand_illusion.rules.movement import headquarters
from marne.games.grand_illusion.rules.scenarios import victory
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.games.grand_illusion.steps import Steps
from marne.hexes import Bits, members

__all__ = [
    "block",
    "blocked_hexes",
    "blocked_key",
    "may_besiege",
    "once_left",
    "settle",
    "settle_all",
    "siege_holds",
    "take",
    "unblock_left",
]

INTRUDERS = (OF_SIDE[GERMAN] & COMBAT, OF_SIDE[ALLIED] & COMBAT)
"""By the side that controls a hex: those who could take it."""


def settle(board: GrandIllusionBoard, hex: Hex, *, after_battle: bool = False) -> Steps:
    """8.3.3, 8.3.4, 8.4.5, 9.5.3, 9.5.4: bring a hex up to date after units came, went or were lost."""
    if board.siege >> hex & 1 and not siege_holds(board, hex):
        board.siege &= ~(1 << hex)
        board.tell(SiegeLifted("9.5.3", hex))
    here = board.at[hex]
    steps: Steps = ()
    if here & HEAVY:
        _lose_heavy_artillery(board, hex)
    owner: Side = board.control >> hex & 1
    intruders = here & INTRUDERS[owner]
    if intruders and not board.holders(hex, owner) and supplied(board, intruders, hex):
        steps = take(board, hex, 1 - owner)
    elif board.cavalry >> hex & 1 and here & OF_SIDE[owner] & INFANTRY:
        board.cavalry &= ~(1 << hex)
    unblock_left(board, hex)
    if here & HQS:
        steps += headquarters.displaced(board, hex, after_battle=after_battle)
    return steps


def once_left(board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex) -> GrandIllusionBoard:
    """8.4.3, 8.3.3: the map as it will be when the units have left the hex: the enemy may take it, or a siege end."""
    if not board.at[hex] & OF_SIDE[1 - side] or (board.holders(hex, side) & ~units and not board.siege >> hex & 1):
        return board
    twin = board.copy()
    twin.put_all(units, ASIDE)
    settle(twin, hex)
    return twin


def settle_all(board: GrandIllusionBoard) -> Steps:
    """8.3.3: units that stood unsupplied in an empty enemy hex take it once a line of supply reaches them."""
    steps: Steps = ()
    control = board.control
    for hex, here in enumerate(board.at):
        if here:
            owner = control >> hex & 1
            if here & INTRUDERS[owner] and not board.holders(hex, owner):
                steps += settle(board, hex)
    return steps


def take(board: GrandIllusionBoard, hex: Hex, side: Side) -> Steps:
    """8.3.3, 8.3.4: the hex changes hands; cavalry alone leaves a cavalry control marker."""
    bit = 1 << hex
    board.control ^= bit
    if board.infantry(hex, side):
        board.cavalry &= ~bit
    else:
        board.cavalry |= bit
    _unblock(board, hex, 1 - side)
    board.tell(ControlChanged("8.3.3", hex, SIDES[side]))
    return victory.captured(board, hex, side)


def siege_holds(board: GrandIllusionBoard, hex: Hex) -> bool:
    """9.5.3: undisrupted enemy infantry keeps the siege up; against a large garrison it must be a corps."""
    forts = board.at[hex] & FORTS
    if not forts:
        return False
    side = GERMAN if forts & OF_SIDE[ALLIED] else ALLIED
    besiegers = board.infantry(hex, side) & ~board.down
    return bool(besiegers & CORPS if forts & LARGE else besiegers)


def may_besiege(board: GrandIllusionBoard, hex: Hex, side: Side) -> bool:
    """9.5.3, 12.5.1: forts that stand alone after a battle can be besieged; Antwerp's only with Holland open."""
    if not board.forts(hex, 1 - side) or board.siege >> hex & 1 or board.combat(hex, 1 - side):
        return False
    if hex == ANTWERP and not board.chose(GERMAN, HOLLAND):
        return False
    return siege_holds(board, hex)


def blocked_key(side: Side, hex: Hex) -> int:
    """8.4.5: how `board.blocked` names a side's markers around the hex that it entered."""
    return side * 128 + hex


def block(board: GrandIllusionBoard, side: Side, left: Hex, entered: Hex) -> None:
    """8.4.5: coming out of a hex of its own into one with enemies, a side shuts the hexside to them."""
    key = blocked_key(side, entered)
    board.blocked[key] = board.blocked.get(key, 0) | 1 << left


def blocked_hexes(board: GrandIllusionBoard, side: Side, hex: Hex) -> Bits:
    """8.4.5: the neighbours that a side's units in the hex can reach neither by movement nor by retreat."""
    return board.blocked.get(blocked_key(1 - side, hex), 0) if board.blocked else 0


def unblock_left(board: GrandIllusionBoard, hex: Hex) -> None:
    """8.4.5, ES-58: markers go when no combat unit of their side is left in the hex; the Spanish ones when no unit is
    left that could have come: staffs and guns keep them too, a fort does not."""
    if not board.blocked:
        return
    keepers = MOBILE if board.edition.any_unit_keeps_block else COMBAT
    for side in (ALLIED, GERMAN):
        if not board.at[hex] & OF_SIDE[side] & keepers:
            board.blocked.pop(blocked_key(side, hex), None)


def _unblock(board: GrandIllusionBoard, hex: Hex, loser: Side) -> None:
    """8.4.5: who loses the hex behind a blocked hexside loses the marker."""
    bit = 1 << hex
    for key, hexes in list(board.blocked.items()):
        if key >> 7 == loser and hexes & bit:
            if hexes == bit:
                del board.blocked[key]
            else:
                board.blocked[key] = hexes & ~bit


def _lose_heavy_artillery(board: GrandIllusionBoard, hex: Hex) -> None:
    """9.5.4: guns alone with enemy infantry or cavalry are lost for good."""
    for gun in members(board.at[hex] & HEAVY):
        side = SIDE[gun]
        if board.combat(hex, 1 - side) and not board.combat(hex, side):
            eliminate(board, gun, "9.5.4")
