"""Estimates for the scripted player: what hexes are worth, and what an attack would bring. No rule reads them."""

from __future__ import annotations

from functools import cache, lru_cache

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.places import DOUBLE, GERMAN_VP, HEXES, PARIS, PLAN17, TRIER, Hex
from marne.games.grand_illusion.components.tables import CONCENTRIC
from marne.games.grand_illusion.components.units import (
    ALLIED,
    COMBAT,
    CS,
    CS_BACK,
    DEFENCE_ONLY,
    FORTS,
    GERMAN,
    OF_SIDE,
    STUBBORN,
    Side,
)
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

__all__ = [
    "POINT",
    "attack",
    "concentric",
    "distances",
    "garrison",
    "lack",
    "prize",
    "pull",
    "shown",
    "strength",
    "threat",
]

POINT = 12
"""What a victory point is worth, in hundredths of a corps or so."""
KEYS = {64: 30, 54: 30, 63: 6, 62: 8, 53: 6, 44: 6, 45: 12, 46: 8, 55: 6, 56: 6, 47: 6, 57: 6, 75: 6, 35: 4}
"""Places that open the German railway to the west, and what they are worth besides."""
NEAR = (10, 6, 4, 3, 2, 1, 1)
"""How much of a hex's worth is felt at each distance, in tenths."""

CAMP = (10, 10, 10, 8, 5, 2)
"""What the garrison of Paris should match of the Germans at each distance, in tenths."""
CAMP_LEAST, CAMP_MOST = 6, 20
"""How strong the garrison of Paris is at least, and how strong it needs to be."""


@cache
def distances() -> tuple[tuple[int, ...], ...]:
    """Hexes between any two hexes, across passable hexsides of the printed map."""
    links = ground_of().links
    starts = [0, *(1 << hex for hex in range(1, HEXES + 1))]
    return tuple(tuple(links.distances(start, far=99)) for start in starts)


def prize(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """What it is worth for a side to take a hex from the enemy, or to keep its own."""
    worth = 2 if board.ground.rail_hexes >> hex & 1 else 1
    if side == GERMAN and hex in KEYS and not board.controls(GERMAN, hex):
        worth += KEYS[hex]
    if hex in GERMAN_VP:
        worth += POINT * (4 if DOUBLE >> hex & 1 else 2)
    if hex == PARIS:
        worth += POINT * 7
    if hex in PLAN17 and hex not in board.plan17:
        worth += POINT * (4 if DOUBLE >> hex & 1 else 2) if side == ALLIED else POINT
    if hex == TRIER:
        worth += POINT * 10
    return worth


def pull(board: GrandIllusionBoard, side: Side) -> list[int]:
    """How strongly each hex is drawn towards what is worth fighting for: enemy hexes, and own ones in danger."""
    aims = []
    keys = tuple(KEYS) if side == GERMAN else ()
    for hex in (*GERMAN_VP, PARIS, TRIER, *PLAN17, *keys):
        worth = prize(board, side, hex)
        if board.controls(side, hex):
            danger = threat(board, side, hex)
            missing = lack(board, side, hex)
            if hex == TRIER:
                worth = 3 * missing
            elif danger or missing:
                worth = max(worth * danger // 4, 3 * missing)
            else:
                continue
        aims.append((hex, worth))
    nothing = (0,) * (HEXES + 1)
    return list(map(max, nothing, nothing, *(_felt(hex, worth) for hex, worth in aims)))


@cache
def _felt(hex: Hex, worth: int) -> tuple[int, ...]:
    """How much of a hex's worth is felt in each hex."""
    row = distances()[hex]
    near = (worth * NEAR[row[other]] // 10 if row[other] < len(NEAR) else 0 for other in range(1, HEXES + 1))
    return 0, *near


def garrison(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """14.1.3: what a side should have in a hex whose fall ends the game: Trier and Paris; 0 elsewhere."""
    if hex == TRIER and side == GERMAN:
        near = tally(strength(board, other, ALLIED) for other in range(1, HEXES + 1) if distances()[TRIER][other] <= 2)
        return 8 + near // 2
    if hex == PARIS and side == ALLIED:
        row = distances()[PARIS]
        near = tally(
            CAMP[row[other]] * strength(board, other, GERMAN) for other in range(1, HEXES + 1) if row[other] < len(CAMP)
        )
        return min(CAMP_MOST, CAMP_LEAST + near // 10)
    return 0


def lack(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """What a side's garrison of Trier or Paris is short of."""
    need = garrison(board, side, hex)
    return max(0, need - strength(board, hex, side)) if need else 0


def threat(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """Enemy corps in or next to a hex beyond those of one's own there, at most four."""
    foes = strength(board, hex, 1 - side)
    for other in board.ground.neighbours[hex]:
        foes += strength(board, other, 1 - side)
    return max(0, min(4, (foes - strength(board, hex, side)) // 4))


def strength(board: GrandIllusionBoard, hex: Hex, side: Side) -> int:
    """The combat strength of a side's combat units in a hex."""
    units = board.at[hex] & OF_SIDE[side] & COMBAT
    return shown(units, units & board.down) if units else 0


@lru_cache(maxsize=1 << 16)
def shown(units: Bits, down: Bits) -> int:
    """2.4, 9.3.1: the strength that combat units show, some of them on their back."""
    return tally(CS_BACK[unit] if down >> unit & 1 else CS[unit] for unit in members(units))


def chance_of_hit(strength_: int, modifier: int) -> int:
    """Faces of six that hit."""
    return max(1, min(5, strength_ - modifier))


def concentric(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.2.3, roughly: hexes around that the attacker holds with combat units."""
    around = tally(
        1 for other in board.ground.neighbours[hex] if board.controls(side, other) and board.combat(other, side)
    )
    return CONCENTRIC[around]


def attack(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> tuple[int, int]:
    """What an attack with the units would bring: hits given less taken (in sixths), and the chance to win (per cent).

    Front against front, best against best, and the surplus of either side as a free shot: near enough to choose by.
    """
    attackers = sorted(
        (board.strength(unit) for unit in members(units & COMBAT & ~board.down & ~DEFENCE_ONLY)), reverse=True
    )
    foes = board.at[hex] & OF_SIDE[1 - side]
    combat = foes & COMBAT
    forts = foes & FORTS
    fort_help = 1 if forts else 0
    defenders = sorted(
        (
            (not board.is_down(unit), board.strength(unit) + (1 if STUBBORN >> unit & 1 else 0) + fort_help)
            for unit in members(combat)
        ),
        reverse=True,
    )[:4]
    works = [board.strength(unit) for unit in members(forts)][: max(0, 4 - len(defenders))]
    if not attackers:
        return -100, 0
    modifier = board.ground.tem[hex] + board.trench.get(hex, 0) - concentric(board, side, hex)
    front = min(4, len(defenders), len(attackers))
    spare = attackers[front:8]
    given = taken = 0
    win = 1000
    for i in range(front):
        fresh, cs = defenders[i]
        miss = 6 - chance_of_hit(attackers[i], modifier)
        given += 6 - miss
        taken += chance_of_hit(cs, 0)
        if i < len(spare):
            shot = chance_of_hit(spare[i], modifier)
            given += shot
            miss = miss * (6 - shot) // 6
        if fresh:
            win = win * (6 - miss) // 6
    for fresh, cs in defenders[front:]:
        if fresh:
            taken += chance_of_hit(cs, 0)
            win = 0
    taken += tally(chance_of_hit(cs, 0) for cs in works) // (1 if not defenders else 2)
    if not defenders:
        win = 900 if len(attackers) >= 2 or not works else 500
    return given - taken, win // 10
