"""8.4: where a group may go next.

`entries` is the whole legality of a step: entry and exit chart (8.4.4), points (8.4.2), headquarters (8.4.1), supply
(8.4.3), blocked hexsides (8.4.5), stacking (8.4.6) and the restrictions of nations and turns (8.4.7, 8.4.8, 12.5.3,
14.1.1). `entry_reason` asks the same questions, and says which of them was the first in the way.
"""

from __future__ import annotations

from typing import NamedTuple

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ANTWERP, BELGIUM, GHENT, MAUBEUGE, PARIS, SCHLIEFFEN, Hex
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    BRITISH,
    COMBAT,
    DEFENCE_ONLY,
    ENEMY_OF,
    FORTS,
    GE,
    GERMAN,
    HEAVY,
    HQS,
    INFANTRY,
    MA,
    MA_BACK,
    MOBILE,
    OF_NATION,
    OF_SIDE,
    Side,
)
from marne.games.grand_illusion.rules.movement.control import blocked_hexes, once_left
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import steps_to_supply, supplied, supplied_hexes
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, bits, members

__all__ = [
    "FAR",
    "STAFFS",
    "Movers",
    "barred",
    "entries",
    "entry_reason",
    "fed_hexes",
    "hindrance",
    "leader",
    "may_enter",
    "points_left",
    "slowest",
]

FAR = 99
ALLOWANCES = tuple(
    (allowance, *(bits(unit for unit in members(MOBILE) if side[unit] == allowance) for side in (MA, MA_BACK)))
    for allowance in sorted({side[unit] for side in (MA, MA_BACK) for unit in members(MOBILE)})
)
"""2.4, from the slowest to the fastest: an allowance, who has it on his front, and who on his back."""
STAFFS = tuple(HQS & units for units in OF_NATION)
RESTRICTED = (1 << MAUBEUGE, SCHLIEFFEN | 1 << MAUBEUGE | 1 << GHENT)
"""8.4.8, 12.5.3, 14.1.1: by side, hexes that `barred` can close to anybody; to Belgians it can close any (8.4.7)."""


def own_allowance(down: Bits, unit: int) -> int:
    """2.4, 8.4: the movement allowance of a counter; `down` are the units on their back."""
    return MA_BACK[unit] if down >> unit & 1 else MA[unit]


def leader(down: Bits, units: Bits, nation: int) -> int:
    """8.4.1: the headquarters of a nation in the group with the largest allowance, -1 if there is none."""
    return max(members(units & HQS & OF_NATION[nation]), key=lambda hq: own_allowance(down, hq), default=-1)


def slowest(down: Bits, units: Bits) -> int:
    """8.4: the smallest allowance in a group; nobody is faster on his back than on his front."""
    tired = units & down
    for allowance, fronts, backs in ALLOWANCES:
        if units & fronts or tired & backs:
            return allowance
    return FAR


def points_left(down: Bits, units: Bits, spent: int, hexes: int) -> int:
    """8.4.1, 8.4.2, 9.8.2: what the slowest of a group may still spend.

    Disrupted units and heavy artillery count hexes, not points, unless a headquarters leads the former: they go one hex
    and no farther.
    """
    least, alone = FAR, units
    for nation, staffs in enumerate(STAFFS) if units & HQS else ():
        if units & staffs:
            led = units & OF_NATION[nation] & COMBAT
            lead = own_allowance(down, leader(down, units, nation))
            least = min(least, max(lead, slowest(down, led)))
            alone &= ~led
    walkers = alone & (HEAVY | COMBAT & down)
    if walkers and hexes:
        return 0
    return min(least, slowest(down, alone & ~walkers)) - spent


def entries(
    board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, spent: int, hexes: int, retiring: bool
) -> list[Hex]:
    """8.4, 8.7.2, 8.7.3: the neighbours that the whole group may enter now."""
    left = points_left(board.down, units, spent, hexes)
    if left <= 0:
        return []
    shut = blocked_hexes(board, side, hex) | _closed_behind(board, side)
    pinned = not board.controls(side, hex) and bool(board.enemies(hex, side))
    then = once_left(board, side, units, hex)
    fed = fed_hexes(then, units)
    # Most hexes are friendly, fed and free of restrictions: nothing more has to be asked about them.
    closed = PARIS if units & BRITISH else 0  # 8.4.7: no end of a British move
    plain = 0 if retiring or units & BELGIAN else fed & board.controlled(side) & ~RESTRICTED[side]
    return [
        other
        for other, cost in board.ground.ways[hex]
        if cost <= left
        and not shut >> other & 1
        and (plain >> other & 1 or may_enter(board, side, units, other, pinned, retiring, then))
        and (
            (other != closed and fits(board, other, side, units))
            or _can_pass(board, Movers(side, units, retiring), other, spent + cost, then)
        )
    ]


def _closed_behind(board: GrandIllusionBoard, side: Side) -> Bits:
    """8.5: back into the activated hex only if no enemy is there: who leaves it has no part in its battle."""
    return 1 << board.active if board.at[board.active] & ENEMY_OF[side] & (COMBAT | FORTS) else 0


def hindrance(
    board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, pinned: bool, retiring: bool
) -> tuple[str, str] | None:
    """8.4.4, 8.7.2, 9.1.2, 9.8.2: what keeps a group out of a hex, whatever its points, supply and stacking: the rule,
    and the key of its words; None if nothing does."""
    rule = barred(board, side, units, hex)
    if rule:
        return rule, f"why.barred.{rule}"
    friendly = (board.control >> hex & 1) == side
    foes = 0 if friendly and not retiring else board.enemies(hex, side)
    if retiring and (foes or not friendly):
        return "8.7", "why.retiring"
    fresh = units & COMBAT & ~board.down
    if foes:
        if pinned:
            return "8.4.4", "why.pinned"
        friends = board.holders(hex, side)
        if not fresh and (units & COMBAT or not friends):
            return "9.8.2", "why.disrupted"
        # 9.1.2: alone they would have to attack, which brackets forbid (2.4), and cavalry alone against forts (9.6.1).
        fresh &= ~DEFENCE_ONLY
        if not friends and not fresh:
            return "2.4", "why.brackets"
        if not friends and not fresh & INFANTRY and not foes & COMBAT:
            return "9.6.1", "why.cavalry_fort"
    elif not friendly and not fresh and board.at[hex] & ENEMY_OF[side]:
        return "9.8.2", "why.disrupted"  # a headquarters or guns keep the disrupted out
    return None


def may_enter(
    board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, pinned: bool, retiring: bool, then: GrandIllusionBoard
) -> bool:
    """8.4.3, 8.4.4: everything about the hex to be entered except points and stacking.

    `then` is the map once the group has left the hex where it stands: its supply is judged there.
    """
    return not hindrance(board, side, units, hex, pinned, retiring) and _in_reach(board, side, units, hex, then)


def fed_hexes(board: GrandIllusionBoard, units: Bits) -> Bits:
    """8.4.3: hexes where every nation in the group can trace; asked once for a group, not for each neighbour."""
    found = board.ground.all
    for nation in range(4):
        if units & OF_NATION[nation]:
            found &= supplied_hexes(board, nation)
    return found


def barred(board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex) -> str:
    """8.4.7, 8.4.8, 12.5.3, 14.1.1: the rule that keeps the units out of the hex anyhow; empty if none."""
    bit = 1 << hex
    if side == ALLIED:
        belgians = units & BELGIAN
        # Who was driven out of Belgium, or comes back by way of Le Havre, doesn't leave it.
        if (
            belgians
            and not BELGIUM & bit
            and any(BELGIUM >> max(board.where[unit], 0) & 1 for unit in members(belgians))
        ):
            return "8.4.7"
        if hex == MAUBEUGE and board.turn <= board.rules.maubeuge_shut[ALLIED] and units & ~board.maubeuge:
            return "14.1.1"
        return ""
    if hex == MAUBEUGE and board.turn <= board.rules.maubeuge_shut[GERMAN]:
        return "14.1.1"
    if (
        bit & SCHLIEFFEN
        and board.turn <= board.rules.schlieffen_plan
        and units & COMBAT
        and not board.opened & bit
        and not board.combat(hex, ALLIED)
    ):
        return "8.4.8"
    if hex == GHENT and board.bottled and board.rules.antwerp_bottled and board.at[ANTWERP] & BELGIAN & COMBAT:
        return "12.5.3"
    return ""


def _in_reach(board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, then: GrandIllusionBoard) -> bool:
    """8.4.3: a supplied unit must be able to trace from there; an unsupplied one must come nearer to supply."""
    for nation in (GE,) if side == GERMAN else (0, 1, 2):
        mine = units & OF_NATION[nation]
        if not mine or supplied_hexes(then, nation) >> hex & 1:
            continue
        for unit in members(mine):
            if supplied(then, 1 << unit, hex):
                continue
            here = board.where[unit]
            if here <= 0:
                return False
            distance = steps_to_supply(then, nation)
            if supplied(board, 1 << unit, here) or distance[hex] >= distance[here]:
                return False
    return True


class Movers(NamedTuple):
    """Units that go together, and whether they retire."""

    side: Side
    units: Bits
    retiring: bool


def _can_pass(
    board: GrandIllusionBoard, group: Movers, hex: Hex, spent: int, then: GrandIllusionBoard, flipped: Bits = 0
) -> bool:
    """8.4.6, ES-34: through full hexes only if the group can get out of them again to where it fits."""
    side, units, retiring = group
    if board.enemies(hex, side) or (board.edition.besieged_forts_stop and board.forts(hex, 1 - side)):
        return False
    # 8.4.1: a headquarters that meets another there is flipped, and carries nobody so far any more.
    staffs = (board.at[hex] & OF_SIDE[side] | units) & HQS if board.edition.hq_flips_in_passing else 0
    flipped |= staffs if staffs & (staffs - 1) else 0
    left = points_left(board.down | flipped, units, spent, 1)
    if left <= 0:
        return False
    shut = blocked_hexes(board, side, hex) | _closed_behind(board, side)
    closed = PARIS if units & BRITISH else 0  # 8.4.7: no end of a British move
    for other, cost in board.ground.ways[hex]:
        if cost > left or shut >> other & 1:
            continue
        if not may_enter(board, side, units, other, False, retiring, then):
            continue
        if (other != closed and fits(board, other, side, units)) or _can_pass(
            board, group, other, spent + cost, then, flipped
        ):
            return True
    return False


def entry_reason(board: GrandIllusionBoard, group: Movers, left: Hex, hex: Hex, spent: int, hexes: int) -> Reason:
    """8.4: the first rule that keeps a group out of a hex."""
    side, units, retiring = group
    if hex not in board.ground.around[left]:
        return Reason("8.4", "why.far", hex=hex)
    if hex not in board.ground.neighbours[left]:
        return Reason("8.4.2", "why.impassable", hex=hex)
    if blocked_hexes(board, side, left) >> hex & 1:
        return Reason("8.4.5", "why.blocked", hex=hex)
    points = points_left(board.down, units, spent, hexes)
    if points < board.ground.cost[left, hex]:
        return Reason("8.4.2", "why.points", hex=hex)
    if _closed_behind(board, side) >> hex & 1:
        return Reason("8.5", "why.left_behind", hex=hex)
    pinned = not board.controls(side, left) and bool(board.enemies(left, side))
    hindered = hindrance(board, side, units, hex, pinned, retiring)
    if hindered:
        rule, key = hindered
        return Reason(rule, key, hex=hex)
    if hex == PARIS and units & BRITISH:
        return Reason("8.4.7", "why.british", hex=hex)
    if not fits(board, hex, side, units):
        return Reason("8.4.6", "why.full", hex=hex)
    return Reason("8.4.3", "why.supply", hex=hex)
