"""9.4: retreats. `retreat_hexes` is the list of priorities; the steps take a side out of a hex, group by group."""

from __future__ import annotations

from marne.engine import Ask, Modifier, Only, total, value
from marne.games.grand_illusion.board import BY_SEA, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components.places import BELGIUM, PARIS, Hex
from marne.games.grand_illusion.components.tables import LIMITS, MODIFIERS, SEA
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    BRITISH,
    CAVALRY,
    COMBAT,
    GERMAN,
    HEAVY,
    HQS,
    IDS,
    INFANTRY,
    MOBILE,
    NAMUR_DIVISION,
    OF_NATION,
    OF_SIDE,
    TERRITORIAL,
    Side,
    Unit,
    written,
)
from marne.games.grand_illusion.events import IntoTheSea, NoWayOut, Retreated, WentHome
from marne.games.grand_illusion.rules.actions import paris
from marne.games.grand_illusion.rules.battle.losses import eliminate, hit
from marne.games.grand_illusion.rules.movement.control import blocked_hexes, settle
from marne.games.grand_illusion.rules.movement.headquarters import RetreatHeadquarters
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.games.grand_illusion.steps import Asked, Line, Named, Rolled, Steps, choose
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, members

__all__ = [
    "CavalryMayLeave", "Enter", "GoOn", "Left", "NamurDivision", "PayAHit", "Retreat", "RetreatGroup", "RetreatToSea",
    "Stop", "alive", "no_way_out", "priority", "refuges", "retreat_hexes", "retreat_side", "retreating",
    "sea_modifiers", "way_out",
]  # fmt: skip


def priority(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.4.3: 1 (best) to 5 for a hex next to the battle, 0 if it can't be entered.

    Besieged forts don't count; a headquarters or guns do in an enemy hex.
    """
    foes = board.enemies(hex, side)
    if board.controls(side, hex):
        return 2 if foes else 1
    if not foes:
        return 0 if board.at[hex] & OF_SIDE[1 - side] & MOBILE else 3
    if hex not in board.battles and _joins_friends(board, side, hex, foes):
        return 4
    if foes & CAVALRY & ~board.down and foes & CAVALRY == foes:
        return 5
    return 0


def _joins_friends(board: GrandIllusionBoard, side: Side, hex: Hex, foes: Bits) -> bool:
    """9.4.3, ES-18: enemy infantry, but friends too; the Spanish text: any enemy, and supplied friends or forts."""
    friends = board.combat(hex, side)
    if not board.edition.retreat_beside_forts and not foes & INFANTRY:
        return False
    if board.edition.retreat_needs_supplied_friends:
        friends = supplied(board, friends, hex)
    if board.edition.retreat_beside_forts:
        friends |= board.free_forts(hex, side)
    return bool(friends)


def retreat_hexes(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits, *, never: Bits = 0) -> tuple[Hex, ...]:
    """9.4.3: the neighbours of the best priority; never across impassable or blocked hexsides, nor into `never`.

    8.4.7: British units take Paris only when nothing else is open, and Belgians leave Belgium only if they must.
    ES-20: in the Spanish text hexes out of supply come last.
    """
    best, found = (True, True, 99), []
    shut = blocked_hexes(board, side, hex) | never
    for other in board.ground.neighbours[hex]:
        if shut >> other & 1:
            continue
        place = priority(board, side, other)
        if not place:
            continue
        hungry = board.edition.retreat_into_supply_first and bool(units & ~supplied(board, units, other))
        rank = hungry, other == PARIS and bool(units & BRITISH), place
        if rank < best:
            best, found = rank, [other]
        elif rank == best:
            found.append(other)
    if units & BELGIAN:
        found = [other for other in found if BELGIUM >> other & 1] or found
    return tuple(found)


def refuges(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits, *, never: Bits = 0) -> tuple[Hex, ...]:
    """9.4.3: where a group may go: hexes of the best priority with room for it, or without if there is none with."""
    found = retreat_hexes(board, side, hex, units, never=never)
    return tuple(other for other in found if fits(board, other, side, units)) or found


def retreating(board: GrandIllusionBoard, side: Side, hex: Hex) -> Bits:
    """9.4.1, 9.5.4: what retreats by priorities: combat units and heavy artillery; headquarters follow (9.4.4)."""
    return board.at[hex] & OF_SIDE[side] & (COMBAT | HEAVY)


def way_out(board: GrandIllusionBoard, side: Side, hex: Hex) -> bool:
    """9.4.2: whether the side's combat units could retreat of their own will; 8.4.7: Belgians not out of Belgium."""
    units = retreating(board, side, hex)
    hexes = retreat_hexes(board, side, hex, units)
    if units & BELGIAN and BELGIUM >> hex & 1:
        hexes = retreat_hexes(board, side, hex, units & BELGIAN)
        return any(BELGIUM >> other & 1 for other in hexes)
    return bool(units & COMBAT) and bool(hexes)


def retreat_side(board: GrandIllusionBoard, side: Side, hex: Hex, *, forced: bool) -> Steps:
    """9.4: everybody of a side but forts leaves the hex, headquarters last (9.4.4)."""
    units = retreating(board, side, hex)
    first: Steps = ()
    if forced and units >> NAMUR_DIVISION & 1:
        first = (NamurDivision(hex),)
    hqs = tuple(RetreatHeadquarters(hq) for hq in members(board.at[hex] & OF_SIDE[side] & HQS))
    return (*first, Retreat(side, hex, units), *hqs, Left(hex))


@value
class Left(Line):
    """9.4.1: control of the hex that was left may change now."""

    rule = "9.4.1"
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        return settle(board, self.hex)


@value
class NamurDivision(Asked[str]):
    """12.6: forced to retreat, the Belgian 4th Division may go home by sea and be back, whole, five turns later."""

    rule = "12.6"
    hex: Hex

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return Ask(ALLIED, ("retreat", "by sea"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer == "by sea":
            turn = board.turn + LIMITS.namur_turns
            board.down &= ~(1 << NAMUR_DIVISION)
            board.delay(NAMUR_DIVISION, turn, BY_SEA)
            board.tell(WentHome(self.rule, IDS[NAMUR_DIVISION], turn, self.hex))
        return ()


@value
class Retreat(Asked[Named]):
    """9.4, 9.4.3: the units go together, or singly and in groups, each by the priorities."""

    rule = "9.4.3"
    shape = {"to": "hex", "take": "unit"}
    side: Side
    hex: Hex
    units: Bits

    def left(self, board: GrandIllusionBoard) -> Bits:
        """Who is still in the hex."""
        return self.units & board.at[self.hex]

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        units = self.left(board)
        if not units:
            return None
        hexes = refuges(board, self.side, self.hex, units)
        apart = units & (units - 1) and _splits(board, self.side, self.hex, units, hexes)
        return _ways(self.side, hexes, units if apart else 0)

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        units = self.left(board)
        word, what = answer
        if word == "to":
            return _fall_back(board, self.side, self.hex, units, what), self
        return RetreatGroup(self.side, self.hex, units, 1 << what), self

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        units = self.left(board)
        return no_way_out(board, self.hex, units) if units else ()

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        return why_no_refuge(board, self.side, self.hex, self.left(board), hex)


def _ways(side: Side, hexes: tuple[Hex, ...], others: Bits) -> Ask | Only[Named] | None:
    """9.4.3: where a group goes, or who else is in it."""
    return choose(side, [*(("to", hex) for hex in hexes), *(("take", unit) for unit in members(others))])


def why_no_refuge(board: GrandIllusionBoard, side: Side, left: Hex, units: Bits, hex: Hex) -> Reason:
    """9.4.3: why units can't retreat into a hex."""
    if hex not in board.ground.around[left]:
        return Reason("9.4.3", "why.far", hex=hex)
    if hex not in board.ground.neighbours[left]:
        return Reason("9.4.3", "why.impassable", hex=hex)
    if blocked_hexes(board, side, left) >> hex & 1:
        return Reason("8.4.5", "why.blocked", hex=hex)
    if not priority(board, side, hex):
        return Reason("9.4.3", "why.no_refuge", hex=hex)
    if not fits(board, hex, side, units):
        return Reason("8.4.6", "why.full", hex=hex)
    return Reason("9.4.3", "why.priority", hex=hex)


def _splits(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits, hexes: tuple[Hex, ...]) -> bool:
    """9.4.3, 8.4.7: whether it matters to go apart: two ways, too little room, or nations that go their own."""
    if len(hexes) != 1:
        return bool(hexes)
    if not fits(board, hexes[0], side, units):
        return True
    return any(
        units & nation and units & ~nation and hexes != retreat_hexes(board, side, hex, units & nation)
        for nation in OF_NATION
    )


@value
class RetreatGroup(Asked[Named]):
    """9.4: a part of the units that goes its own way."""

    rule = "9.4.3"
    shape = {"to": "hex", "take": "unit"}
    side: Side
    hex: Hex
    units: Bits
    group: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return _ways(self.side, refuges(board, self.side, self.hex, self.group), self.units & ~self.group)

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        return no_way_out(board, self.hex, self.group)

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        word, what = answer
        if word == "to":
            return (_fall_back(board, self.side, self.hex, self.group, what),)
        return (RetreatGroup(self.side, self.hex, self.units, self.group | 1 << what),)

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        return why_no_refuge(board, self.side, self.hex, self.group, hex)


def _fall_back(board: GrandIllusionBoard, side: Side, hex: Hex, group: Bits, to: Hex) -> Line:
    """9.4.3: into the hex, or through it if it is full."""
    if fits(board, to, side, group):
        return Enter(side, group, to)
    return GoOn(side, hex, to, group)


@value
class Enter(Line):
    """9.4.3, ES-19: a group enters a hex; where only enemy cavalry is, undisrupted, it pays a hit."""

    rule = "9.4.3"
    side: Side
    group: Bits
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        stop = Stop(self.side, self.group, self.hex)
        if priority(board, self.side, self.hex) != 5:
            return (stop,)
        if board.edition.cavalry_may_leave:  # ES-19
            return PayAHit(self.side, self.group), stop, CavalryMayLeave(1 - self.side, self.hex)
        return PayAHit(self.side, self.group), stop


@value
class PayAHit(Asked[Named]):
    """9.4.3: one unit of the group takes a hit; its owner chooses which."""

    rule = "9.4.3"
    shape = {"hit": "unit"}
    side: Side
    group: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(self.side, [("hit", unit) for unit in members(alive(board, self.group & COMBAT))])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        hit(board, answer[1], self.rule)
        return ()


@value
class Stop(Line):
    """9.4.3: the group is there; too many even after going on, and it is lost."""

    rule = "9.4.3"
    side: Side
    group: Bits
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        units = alive(board, self.group)
        if not units:
            return ()
        if not fits(board, self.hex, self.side, units):
            board.tell(NoWayOut(self.rule, written(units), self.hex))
            for unit in members(units & COMBAT):
                eliminate(board, unit, self.rule)
            units &= ~COMBAT
        board.put_all(units, self.hex)
        if units:
            board.tell(Retreated(self.rule, written(units), self.hex))
        if self.side == GERMAN and units & COMBAT:
            paris.watch(board, units & COMBAT, self.hex)
        return settle(board, self.hex)


def alive(board: GrandIllusionBoard, units: Bits) -> Bits:
    """9.4: those of the units that are still on the map."""
    found = 0
    for unit in members(units):
        if board.where[unit] > 0:
            found |= 1 << unit
    return found


@value
class CavalryMayLeave(Asked[str]):
    """9.4.3: cavalry into whose hex enemies retreat may stay, or retreat in its turn."""

    rule = "9.4.3"
    side: Side
    hex: Hex

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = board.at[self.hex] & OF_SIDE[self.side] & CAVALRY
        if not units or not board.combat(self.hex, 1 - self.side):
            return None
        return Ask(self.side, ("stay", "retreat")) if retreat_hexes(board, self.side, self.hex, units) else None

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        return retreat_side(board, self.side, self.hex, forced=False) if answer == "retreat" else ()


@value
class GoOn(Asked[Named]):
    """9.4.3: the hex is full: one hex farther by the same priorities, at the cost of a step."""

    rule = "9.4.3"
    shape = {"to": "hex"}
    side: Side
    left: Hex
    through: Hex
    group: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return _ways(self.side, refuges(board, self.side, self.through, self.group, never=1 << self.left), 0)

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        return no_way_out(board, self.through, self.group)

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        return PayAHit(self.side, self.group), Enter(self.side, self.group, answer[1])


def no_way_out(board: GrandIllusionBoard, hex: Hex, units: Bits) -> Steps:
    """9.4.3, 9.4.5: units that can go nowhere are eliminated; Allied units on a coast take to the boats."""
    if board.ground.coast >> hex & 1 and units & OF_SIDE[ALLIED]:
        return tuple(RetreatToSea(unit) for unit in members(units))
    board.tell(NoWayOut("9.4.3", written(units), hex))
    for unit in members(units):
        eliminate(board, unit, "9.4.3")
    return ()


def sea_modifiers(unit: Unit) -> tuple[Modifier, ...]:
    """9.4.5: the British come off better, French Territorials and Belgians worse."""
    whose = (("British", BRITISH), ("Belgian", BELGIAN), ("French Territorials", TERRITORIAL))
    return tuple(Modifier("9.4.5", name, MODIFIERS[name]) for name, units in whose if units >> unit & 1)


@value
class RetreatToSea(Rolled):
    """9.4.5: a die for each unit: back in two to five turns, disrupted, or never."""

    rule = "9.4.5"
    unit: Unit

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        unit, bit = self.unit, 1 << self.unit
        modifiers = sea_modifiers(unit)
        turns = SEA[answer + total(modifiers)]
        board.tell(IntoTheSea(self.rule, IDS[unit], answer, modifiers, turns, board.where[unit]))
        if not turns:
            eliminate(board, unit, self.rule)
            return ()
        board.down &= ~bit
        board.delay(unit, board.turn + turns, VARIABLE)
        if bit & COMBAT:
            board.weak |= bit
        return ()
