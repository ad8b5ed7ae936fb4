"""What the staff weighs: for each hex of its own the best that its units could do with one CAP."""

from __future__ import annotations

from marne.engine import JSON
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES, PARIS, PLAN17, TRIER, Hex
from marne.games.grand_illusion.components.tables import CALENDAR
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    CAVALRY,
    COMBAT,
    CORPS,
    CS,
    FOOT_CORPS,
    FORTS,
    GERMAN,
    HEAVY,
    HQS,
    INFANTRY,
    LADDER,
    OF_NATION,
    OF_SIDE,
    Side,
)
from marne.games.grand_illusion.rules.actions.mandated import qualifies
from marne.games.grand_illusion.rules.movement import entry
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import in_supply, supplied
from marne.games.grand_illusion.staff import appraisal
from marne.hexes import Bits, bits, members
from marne.kit.arithmetic import tally

__all__ = [
    "LEAST",
    "Plan",
    "battle_worth",
    "best_plan",
    "best_plans",
    "dig_worth",
    "firing",
    "garrison_left",
    "plans_from",
    "rest_worth",
    "should_withdraw",
    "step_worth",
]

GUARD = 6
"""The strength of a guard, in tenths of the enemy's next to it."""
REACH = 3
"""How far a raid goes."""
BREACH = 8
"""What a fort's step is worth to those who bombard it."""
HITS = (0, 2, 5, 10, 20, 50, 50)
"""9.5.4: shots on the target, in tenths, by the number that a gun must not exceed."""
STRONG = bits(fort for fort in members(FORTS) if LADDER[fort][0][1] > 2)
"""Forts that guns had better leave alone."""
ORDERED = 4
"""9.1.1: so many corps make a Mandated Battle."""
STORM, STORM_LEAST = 2, 16
"""How many times the infantry in Trier the Allies round it must be to beat it; fewer than four corps never do."""
STARVED = 3
"""11.3: what it is worth to save a disrupted unit, which hunger would eliminate; one that it would disrupt counts 1."""
DUG = 6
"""9.7: so much danger to a point makes a trench worth 1."""
LEAST = 4
"""A plan worth less is not worth a CAP."""


class Plan:
    """One activation: who goes from where to where; `hex` 0 is no plan."""

    __slots__ = ("fight", "first", "hex", "units", "worth")

    def __init__(self, hex: Hex = 0, first: Hex = 0, units: Bits = 0, worth: int = 0, *, fight: bool = False) -> None:
        self.hex = hex
        self.first = first
        self.units = units
        self.worth = worth
        self.fight = fight

    def as_json(self) -> JSON:
        """For the staff's memo."""
        return {"hex": self.hex, "first": self.first, "units": self.units, "fight": self.fight}

    @classmethod
    def from_json(cls, data: dict[str, int]) -> Plan:
        """What `as_json` wrote."""
        return cls(data["hex"], data["first"], data["units"], fight=bool(data["fight"]))


def garrison_left(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> tuple[str, int] | None:
    """14.1.3: whoever passes through Trier or Paris leaves what it lacks."""
    need = appraisal.garrison(board, side, hex)
    if not need:
        return None
    there = appraisal.strength(board, hex, side) - strength_of(board, units)
    corps = sorted(members(units & FOOT_CORPS), key=lambda unit: CS[unit])
    return ("drop", corps[0]) if corps and there < need else None


def should_withdraw(board: GrandIllusionBoard, side: Side) -> bool:
    """8.7: the Allies change Joffre for a better one on turn 4; the Germans dig when they are the weaker side, or to
    save Trier."""
    if side == ALLIED:
        return board.turn >= 4 or bool(board.danger)
    mine = tally(appraisal.strength(board, hex, GERMAN) for hex in range(1, 108))
    theirs = tally(appraisal.strength(board, hex, ALLIED) for hex in range(1, 108))
    return (board.turn <= 10 and mine * 10 < theirs * 9) or trier_shakes(board)


def trier_shakes(board: GrandIllusionBoard) -> bool:
    """9.4.1, 14.1.3: the infantry in order in Trier could be beaten, and a CAP is left for a trench there."""
    if not board.caps[GERMAN] or TRIER in board.trench:
        return False
    near = bits((TRIER, *board.ground.neighbours[TRIER]))
    fresh = COMBAT & ~board.down
    storm = tally(strength_of(board, board.at[hex] & OF_SIDE[ALLIED] & fresh) for hex in members(near))
    held = strength_of(board, board.at[TRIER] & OF_SIDE[GERMAN] & INFANTRY & fresh)
    return storm >= STORM_LEAST and storm > STORM * held


def best_plan(board: GrandIllusionBoard, side: Side, hexes: list[Hex], *, retiring: bool = False) -> Plan:
    """The best that could be done from any of the hexes; a plan without a hex where there is nothing to do."""
    plans = best_plans(board, side, hexes, retiring=retiring)
    return max(plans, key=lambda plan: plan.worth, default=Plan())


def best_plans(board: GrandIllusionBoard, side: Side, hexes: list[Hex], *, retiring: bool = False) -> list[Plan]:
    """For each hex the best that its units could do with one CAP, or in a General Withdrawal."""
    field = appraisal.pull(board, side)
    plans = []
    for hex in hexes:
        found = plans_from(board, side, hex, field, retiring=retiring)
        if found:
            plans.append(max(found, key=lambda plan: plan.worth))
    return plans


def plans_from(
    board: GrandIllusionBoard, side: Side, hex: Hex, field: list[int], *, retiring: bool = False
) -> list[Plan]:
    """All that the units of a hex could do with one CAP, or in a General Withdrawal."""
    mine = board.at[hex] & OF_SIDE[side] & ~board.moved
    if retiring:
        mine &= ~BELGIAN
    fresh = mine & COMBAT & ~board.down
    guns = mine & HEAVY & ~board.down
    foes = board.at[hex] & OF_SIDE[1 - side]
    found: list[Plan] = []
    if not retiring and fresh and (foes & COMBAT or (guns and foes & FORTS)):
        found.append(Plan(hex, 0, 0, battle_worth(board, side, hex, fresh | guns), fight=True))
    force = _force(board, side, hex, fresh)
    active, board.active = board.active, hex
    for group in _groups(board, side, hex, mine, force):
        for other in entry.entries(board, side, group, hex, 0, 0, retiring):
            found.append(Plan(hex, other, group, step_worth(board, side, hex, other, group, field)))
    hungry = mine & COMBAT & ~supplied(board, mine & COMBAT, hex)
    if hungry:
        for other in entry.entries(board, side, hungry, hex, 0, 0, retiring):
            if board.controls(side, other) and supplied(board, hungry, other) == hungry:
                found.append(Plan(hex, other, hungry, _saved(board, hungry)))
    ordered = 0 if retiring else _ordered(board, side, hex, force, fresh)
    if ordered:
        for other in entry.entries(board, side, ordered, hex, 0, 0, retiring):
            if qualifies(board, other, side, ordered):
                found.append(Plan(hex, other, ordered, step_worth(board, side, hex, other, ordered, field)))
    board.active = active
    return found


def _ordered(board: GrandIllusionBoard, side: Side, hex: Hex, force: Bits, fresh: Bits) -> Bits:
    """9.1.1: four corps for a Mandated Battle where the force has fewer: the strong ones of the guard go along."""
    corps = force & FOOT_CORPS
    if board.mandated[side] <= 0 or corps.bit_count() >= ORDERED or hex in (PARIS, TRIER):
        return 0
    guard = sorted(members(fresh & FOOT_CORPS & ~force), key=lambda unit: -CS[unit])
    if corps.bit_count() + len(guard) < ORDERED:
        return 0
    return force | bits(guard[: ORDERED - corps.bit_count()])


def _saved(board: GrandIllusionBoard, hungry: Bits) -> int:
    """11.3: what it is worth that units out of supply walk back into it, whoever holds their rails."""
    return tally(CS[unit] * (STARVED if board.is_down(unit) else 1) for unit in members(hungry))


def _force(board: GrandIllusionBoard, side: Side, hex: Hex, fresh: Bits) -> Bits:
    """Who can leave: everyone, less a guard that matches the strongest enemy stack near a hex worth having."""
    infantry = members(fresh & INFANTRY)
    besieging = bool(board.siege >> hex & 1) and not board.controls(1 - side, hex)
    need = 0
    if appraisal.prize(board, side, hex) > 6 and board.controls(side, hex):
        near = max((appraisal.strength(board, other, 1 - side) for other in board.ground.neighbours[hex]), default=0)
        need = (near + appraisal.strength(board, hex, 1 - side)) * GUARD // 10
        if hex == TRIER:
            need = appraisal.garrison(board, side, hex)
        elif hex == PARIS:
            need = max(need, appraisal.garrison(board, side, hex))
    elif board.enemies(hex, side) or (len(infantry) > 2 and _on_the_line(board, side, hex)):
        need = 1
    if not need and not besieging:
        return fresh
    # A siege needs a corps; otherwise the weak hold and the strong march.
    infantry.sort(key=lambda unit: (not CORPS >> unit & 1 if besieging else 0, CS[unit]))
    guard, held = 0, 0
    for unit in infantry:
        if held >= need and not (besieging and not guard):
            break
        guard |= 1 << unit
        held += board.strength(unit)
    return fresh & ~guard


def _on_the_line(board: GrandIllusionBoard, side: Side, hex: Hex) -> bool:
    """A rail hex of one's own that enemies could walk into: somebody should stay."""
    if not board.ground.rail_hexes >> hex & 1 or not board.controls(side, hex):
        return False
    table = appraisal.distances()[hex]
    foes = OF_SIDE[1 - side] & COMBAT
    return any(table[other] <= REACH and board.at[other] & foes for other in range(1, HEXES + 1))


def _groups(board: GrandIllusionBoard, side: Side, hex: Hex, mine: Bits, force: Bits) -> list[Bits]:
    """The whole force with its staff, and without."""
    guns = mine & HEAVY & ~board.down
    if not force:
        return []
    groups = [force]
    staffs = mine & HQS
    if staffs and force & INFANTRY:
        nation = next(nation for nation in range(4) if force & INFANTRY & OF_NATION[nation])
        hq = entry.leader(board.down, staffs, nation)
        if hq >= 0:
            groups.insert(0, force | 1 << hq)
    reserve = sorted(members(force & FOOT_CORPS), key=lambda unit: CS[unit])[:2]
    if len(reserve) == 2 and (force & INFANTRY).bit_count() > 2:
        groups.append(bits(reserve))
    if guns:
        groups.append(force | guns)
    if force & CAVALRY and force & INFANTRY:
        groups.append(force & CAVALRY)
    return groups


def step_worth(board: GrandIllusionBoard, side: Side, hex: Hex, other: Hex, units: Bits, field: list[int]) -> int:
    """What entering a hex with a group is worth."""
    foes = board.at[other] & OF_SIDE[1 - side]
    infantry = (units & INFANTRY).bit_count()
    if board.enemies(other, side):
        joined = units | (board.combat(other, side) & ~board.down if board.combat(other, side) else 0)
        return battle_worth(board, side, other, joined) - (4 if units & HQS else 0)
    gain = (field[other] - field[hex]) * (2 + min(infantry, 4)) // 4
    if not board.controls(side, other):
        if not infantry:
            return 2 + gain // 4
        gain = max(gain, 0) + appraisal.prize(board, side, other)
    elif foes:
        gain += 1
    if units & HEAVY:
        gain += 8 if board.forts(other, 1 - side) else 2 * (_to_fort(board, side, hex) - _to_fort(board, side, other))
    if not fits(board, other, side, units):
        gain -= 5
    alone = strength_of(board, units) + appraisal.strength(board, other, side)
    exposed = tally(appraisal.strength(board, near, 1 - side) for near in board.ground.neighbours[other])
    if exposed > 3 * alone:
        gain -= 6
    leaving = appraisal.prize(board, side, hex) if board.controls(side, hex) else 0
    if leaving > 6 and not board.combat(hex, side) & ~units and appraisal.threat(board, side, hex):
        gain -= leaving
    return gain


def _to_fort(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """How far the guns are from the next enemy fort."""
    table = appraisal.distances()[hex]
    enemy = OF_SIDE[1 - side] & FORTS & ~STRONG
    return min((table[other] for other in range(1, HEXES + 1) if board.at[other] & enemy), default=0)


def strength_of(board: GrandIllusionBoard, units: Bits) -> int:
    """The strength of a group."""
    return appraisal.shown(units & COMBAT, units & COMBAT & board.down)


def battle_worth(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> int:
    """What a battle is worth: hits, the hex, and what the orders say."""
    margin, win = appraisal.attack(board, side, hex, units)
    worth = appraisal.prize(board, side, hex) if not board.controls(side, hex) else 6
    value = margin * 2 + win * (worth + 8) // 100 - 3
    if side == ALLIED and board.turn <= CALENDAR.elan_until and hex in PLAN17 and qualifies(board, hex, side, units):
        value += 2 * appraisal.POINT
    elif qualifies(board, hex, side, units):
        value += appraisal.POINT
    return value + BREACH * _breaches(board, side, hex, units & HEAVY & ~board.down) // 10


def firing(board: GrandIllusionBoard, side: Side, hex: Hex) -> Bits:
    """8.5, 9.5.4: the guns that could bombard in a battle: all in the activated hex, elsewhere those that moved in."""
    guns = board.at[hex] & OF_SIDE[side] & HEAVY & ~board.down
    return guns if hex == board.active else guns & board.moved


def _breaches(board: GrandIllusionBoard, side: Side, hex: Hex, guns: Bits) -> int:
    """9.5.4: how many steps of forts guns would shoot down, in tenths: each fires until it misses."""
    forts = members(board.forts(hex, 1 - side))
    if not guns or not forts:
        return 0
    defence = board.fort_defence(forts[0])
    hits = tally(HITS[max(0, CS[gun] - defence)] for gun in members(guns)) + (10 if guns & (guns - 1) else 0)
    return min(hits, 10 * tally(len(LADDER[fort]) - board.losses.get(fort, 0) for fort in forts))


def rest_worth(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.8.3: what a CAP of rest brings."""
    tired = board.combat(hex, side) & board.down
    return tally(CS[unit] for unit in members(tired) if in_supply(board, unit)) - 3


def dig_worth(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.7: what a trench is worth: it helps whoever is attacked, so only where a hex of one's own is in danger."""
    if not board.controls(side, hex):
        return 0
    return appraisal.threat(board, side, hex) * min(appraisal.prize(board, side, hex), 2 * appraisal.POINT) // DUG
