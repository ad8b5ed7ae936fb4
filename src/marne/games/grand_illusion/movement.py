"""8.4: movement of groups, hex by hex.

A group is gathered in the activated hex, walks from hex to hex, may drop units on the way, and stops. `entries` is the
whole legality of a step: entry and exit chart (8.4.4), points (8.4.2), headquarters (8.4.1), supply (8.4.3), blocked
hexsides (8.4.5), stacking (8.4.6) and the restrictions of nations and turns (8.4.7, 8.4.8, 12.5.3, 14.1.1).
"""

from __future__ import annotations

from marne.engine import Ask
from marne.games.grand_illusion import delay, headquarters, paris
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.control import block, blocked_hexes, once_left, settle
from marne.games.grand_illusion.events import Moved
from marne.games.grand_illusion.places import ANTWERP, BELGIUM, GHENT, MAUBEUGE, PARIS, SCHLIEFFEN, Hex
from marne.games.grand_illusion.stacking import fits
from marne.games.grand_illusion.steps import Asked, Named, Reply, Steps, value
from marne.games.grand_illusion.supply import steps_to_supply, supplied, supplied_hexes
from marne.games.grand_illusion.units import (
    ALLIED,
    BELGIAN,
    BRITISH,
    COMBAT,
    CORPS,
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
    Unit,
    written,
)
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, bits, members

FAR = 99
ALLOWANCES = tuple(
    (allowance, *(bits(unit for unit in members(MOBILE) if side[unit] == allowance) for side in (MA, MA_BACK)))
    for allowance in range(1, max(MA) + 1)
)
"""2.4, from the slowest to the fastest: an allowance, who has it on his front, and who on his back."""
STAFFS = tuple(HQS & units for units in OF_NATION)
RESTRICTED = (1 << MAUBEUGE, SCHLIEFFEN | 1 << MAUBEUGE | 1 << GHENT)
"""By side: hexes that `barred` can close to anybody; to Belgians it can close any (8.4.7)."""


def own_allowance(down: Bits, unit: int) -> int:
    """2.4, 8.4: the movement allowance of a counter; `down` are the units on their back."""
    return MA_BACK[unit] if down >> unit & 1 else MA[unit]


def leader(down: Bits, units: Bits, nation: int) -> int:
    """8.4.1: the headquarters of a nation in the group with the largest allowance, -1 if there is none."""
    best = -1
    for hq in members(units & HQS & OF_NATION[nation]):
        if best < 0 or own_allowance(down, hq) > own_allowance(down, best):
            best = hq
    return best


def slowest(down: Bits, units: Bits) -> int:
    """8.4: the smallest allowance in a group."""
    fresh, tired = units & ~down, units & down
    for allowance, fronts, backs in ALLOWANCES:
        if fresh & fronts or tired & backs:
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
            or _can_pass(board, side, units, other, spent + cost, retiring, then)
        )
    ]


def _closed_behind(board: GrandIllusionBoard, side: Side) -> Bits:
    """8.5: back into the activated hex only if no enemy is there: who leaves it has no part in its battle."""
    return 1 << board.active if board.at[board.active] & ENEMY_OF[side] & (COMBAT | FORTS) else 0


def may_enter(
    board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, pinned: bool, retiring: bool, then: GrandIllusionBoard
) -> bool:
    """8.4.3, 8.4.4, 8.7.2, 9.1.2, 9.8.2: everything about the hex to be entered except points and stacking.

    `then` is the map once the group has left the hex where it stands: its supply is judged there.
    """
    friendly = (board.control >> hex & 1) == side
    foes = 0 if friendly and not retiring else board.enemies(hex, side)
    if retiring and (foes or not friendly):
        return False
    if foes:
        if pinned:
            return False
        friends = board.holders(hex, side)
        fit = units & COMBAT & ~board.down
        if not friends:  # 9.1.2: they would have to attack, which brackets forbid (2.4)
            fit &= ~DEFENCE_ONLY
        if not fit and (units & COMBAT or not friends):
            return False
        # 9.1.2, 9.6.1: cavalry can't fight the battle that forts alone would force on it.
        if not fit & INFANTRY and not foes & COMBAT and not friends:
            return False
    elif not friendly and board.at[hex] & ENEMY_OF[side] and not units & COMBAT & ~board.down:
        return False  # 9.8.2: a headquarters or guns keep the disrupted out
    return _in_reach(board, side, units, hex, then) and not barred(board, side, units, hex)


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
    """8.4.3, ES-29: a supplied unit must be able to trace from there; an unsupplied one must come nearer to supply."""
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
            # ES-29: the German armies forage on turns 3 to 5.
            if nation == GE and board.edition.germans_forage_out_of_supply and 3 <= board.turn <= 5:
                continue
            distance = steps_to_supply(then, nation)
            if supplied(board, 1 << unit, here) or distance[hex] >= distance[here]:
                return False
    return True


def _can_pass(
    board: GrandIllusionBoard,
    side: Side,
    units: Bits,
    hex: Hex,
    spent: int,
    retiring: bool,
    then: GrandIllusionBoard,
    flipped: Bits = 0,
) -> bool:
    """8.4.6, ES-34: through full hexes only if the group can get out of them again to where it fits."""
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
            board, side, units, other, spent + cost, retiring, then, flipped
        ):
            return True
    return False


def entry_reason(
    board: GrandIllusionBoard, side: int, units: Bits, left: Hex, hex: Hex, spent: int, hexes: int, retiring: bool
) -> Reason:
    """8.4: the first rule that keeps a group out of a hex."""
    facts = {"hex": hex}
    if hex not in board.ground.around[left]:
        return Reason("8.4", "why.far", **facts)
    if hex not in board.ground.neighbours[left]:
        return Reason("8.4.2", "why.impassable", **facts)
    if blocked_hexes(board, side, left) >> hex & 1:
        return Reason("8.4.5", "why.blocked", **facts)
    points = points_left(board.down, units, spent, hexes)
    if points < board.ground.cost[left, hex]:
        return Reason("8.4.2", "why.points", **facts)
    if _closed_behind(board, side) >> hex & 1:
        return Reason("8.5", "why.left_behind", **facts)
    rule = barred(board, side, units, hex)
    if rule:
        return Reason(rule, f"why.barred.{rule}", **facts)
    foes = board.enemies(hex, side)
    if retiring and (foes or not board.controls(side, hex)):
        return Reason("8.7", "why.retiring", **facts)
    if foes and not board.controls(side, hex):
        if not board.controls(side, left) and board.enemies(left, side):
            return Reason("8.4.4", "why.pinned", **facts)
        if not units & COMBAT & ~board.down:
            return Reason("9.8.2", "why.disrupted", **facts)
        if not board.holders(hex, side) and not units & COMBAT & ~board.down & ~DEFENCE_ONLY:
            return Reason("2.4", "why.brackets", **facts)
        if not board.holders(hex, side) and not foes & COMBAT and not units & INFANTRY & ~board.down:
            return Reason("9.6.1", "why.cavalry_fort", **facts)
    if not board.controls(side, hex) and board.at[hex] & ENEMY_OF[side] and not units & COMBAT & ~board.down:
        return Reason("9.8.2", "why.disrupted", **facts)
    if hex == PARIS and units & BRITISH:
        return Reason("8.4.7", "why.british", **facts)
    if not fits(board, hex, side, units):
        return Reason("8.4.6", "why.full", **facts)
    return Reason("8.4.3", "why.supply", **facts)


def enter(board: GrandIllusionBoard, side: Side, units: Bits, left: Hex, hex: Hex) -> tuple[Steps, bool, bool]:
    """8.4.4, 8.4.5, 9.1.2, 9.6.3, ES-26: a group enters a hex: what follows, if it must stop, if cavalry delays it."""
    theirs = board.at[hex] & ENEMY_OF[side]
    foes = board.enemies(hex, side) if theirs else 0
    forts = theirs & FORTS
    friends = board.holders(hex, side) if theirs else 0
    combat = units & COMBAT
    for unit in members(units):
        board.put(unit, hex)
    board.tell(Moved("8.4", written(units), hex))
    if theirs:
        if board.controls(side, left):
            block(board, side, left, hex)
        stays_open = board.edition.schlieffen_hexes_stay_open and side == GERMAN and SCHLIEFFEN >> hex & 1
        if stays_open and combat and board.combat(hex, ALLIED):
            board.opened |= 1 << hex
    if board.edition.hq_flips_in_passing and units & HQS:
        headquarters.meet(board, hex, side)
    steps: Steps = ()
    if left:
        steps += settle(board, left)
    if side == GERMAN and combat:
        paris.watch(board, combat, hex)
    delaying = (
        bool(foes) and not friends and not foes & (INFANTRY | FORTS) and bool(combat & INFANTRY & CORPS & ~board.down)
    )
    if (foes or forts) and combat and not delaying:
        # 9.1.2: also where friends besiege a fort; whoever walks on from there (8.4.4) has no part in it.
        board.entered[hex] = board.entered.get(hex, 0) | combat
        if foes and not friends:
            board.must |= 1 << hex
    steps += settle(board, hex)
    stops = bool(foes) or bool(forts and board.edition.besieged_forts_stop)
    return steps, stops, delaying


class _FromActivated(Asked[Reply]):
    """8.2.1, 8.4: units of the activated hex are offered."""

    __slots__ = ()
    unit_words = ("take",)

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        """2.4, 8.2.1, 8.4: why a counter can't be taken up."""
        found = Asked.against_unit(self, board, unit)
        if found.key != "why.not_now":
            return found
        if not 1 << unit & MOBILE:
            return Reason("2.4", "why.fort")
        if board.where[unit] != board.active:
            return Reason("8.2.1", "why.elsewhere", hex=board.active)
        return Reason("8.4", "why.moved") if board.moved >> unit & 1 else found


@value
class Movement(_FromActivated):
    """8.2.2, 8.4: groups leave the activated hex, one after the other. `retiring` is a General Withdrawal (8.7)."""

    rule = "8.4"
    side: Side
    retiring: bool

    def movable(self, board: GrandIllusionBoard) -> Bits:
        """Units in the activated hex that have not been taken up in a group yet."""
        units = board.at[board.active] & OF_SIDE[self.side] & MOBILE & ~board.moved
        return units & ~BELGIAN if self.retiring else units

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = self.movable(board)
        if not units or not self._any_way_out(board, units):
            return None
        takes = [("take", unit) for unit in members(units)]
        return Ask(self.side, (*takes, "all", "done") if len(takes) > 1 else (*takes, "done"))

    def _any_way_out(self, board: GrandIllusionBoard, units: Bits) -> bool:
        hex = board.active
        pinned = not board.controls(self.side, hex) and bool(board.enemies(hex, self.side))
        shut = blocked_hexes(board, self.side, hex)
        for mine in filter(None, (units & nation for nation in OF_NATION)):
            for other in board.ground.neighbours[hex]:
                if not shut >> other & 1 and may_enter(board, self.side, mine, other, pinned, self.retiring, board):
                    return True
        return False

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        if self.retiring:
            board.moved |= self.movable(board)
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if answer == "done":
            return self.unasked(board)
        units = self.movable(board) if isinstance(answer, str) else 1 << answer[1]
        return Gather(self.side, units, self.retiring), self


@value
class Gather(_FromActivated):
    """8.4: who goes together; nobody joins once the group is on its way."""

    rule = "8.4"
    side: Side
    units: Bits
    retiring: bool

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        others = board.at[board.active] & OF_SIDE[self.side] & MOBILE & ~board.moved & ~self.units
        if self.retiring:
            others &= ~BELGIAN
        takes = [("take", unit) for unit in members(others)]
        goes = [("go", hex) for hex in entries(board, self.side, self.units, board.active, 0, 0, self.retiring)]
        return Ask(self.side, (*takes, *goes, "stay")) if takes or goes else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.moved |= self.units
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        word, what = answer
        if word == "take":
            return (Gather(self.side, self.units | 1 << what, self.retiring),)
        board.moved |= self.units
        return step_to(board, self.side, self.units, board.active, what, 0, 0, 0, self.retiring)

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        return entry_reason(board, self.side, self.units, board.active, hex, 0, 0, self.retiring)


def step_to(
    board: GrandIllusionBoard,
    side: Side,
    units: Bits,
    left: Hex,
    hex: Hex,
    spent: int,
    hexes: int,
    used: Bits,
    retiring: bool,
) -> Steps:
    """8.4.1, 8.4.2, 9.6.3: one hex further: points, headquarters that lend their allowance, and what waits there."""
    spent += board.ground.cost[left, hex]
    used |= lenders(board, units, spent, hexes + 1)
    steps, stops, delaying = enter(board, side, units, left, hex)
    if delaying:
        return (*steps, delay.CavalryDelay(side, units, hex, spent, hexes + 1, used, retiring))
    if stops:
        finish(board, side, units, hex, used)
        return steps
    return (*steps, Walk(side, units, hex, spent, hexes + 1, used, retiring))


def lenders(board: GrandIllusionBoard, units: Bits, spent: int, hexes: int) -> Bits:
    """2.4, 8.4.1: the headquarters whose allowance carried somebody farther than his own would."""
    found = 0
    for nation in range(4):
        mine = units & OF_NATION[nation]
        if not mine & HQS:
            continue
        tired = mine & COMBAT & board.down
        if (tired and hexes > 1) or spent > slowest(board.down, mine & COMBAT & ~board.down):
            found |= 1 << leader(board.down, mine, nation)
    return found


def finish(board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex, used: Bits) -> None:
    """8.4.1: when the move is over, used headquarters are flipped; ES-22: so are those that meet."""
    board.down |= used & units
    if not board.edition.hq_flips_in_passing and units & HQS:
        headquarters.meet(board, hex, side)


@value
class Walk(Asked[Reply]):
    """8.4: a group on its way: on to the next hex, drop a unit, or stop."""

    rule = "8.4"
    unit_words = ("drop",)
    side: Side
    units: Bits
    hex: Hex
    spent: int
    hexes: int
    used: Bits
    retiring: bool

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = self.units & board.at[self.hex]
        goes = [
            ("go", hex) for hex in entries(board, self.side, units, self.hex, self.spent, self.hexes, self.retiring)
        ]
        rests = not (self.hex == PARIS and units & BRITISH) and fits(board, self.hex, self.side, 0)
        drops: list[Named] = []
        # From a hex where the group can't stay nobody is dropped: without its headquarters the rest could be stuck.
        if rests and units & (units - 1) and (goes or self._someone_could_go(board, units)):
            drops = [("drop", unit) for unit in members(units)]
        if not goes and not drops:
            return None
        return Ask(self.side, (*goes, *drops, "stop") if rests else (*goes, *drops))

    def _someone_could_go(self, board: GrandIllusionBoard, units: Bits) -> bool:
        return any(
            entries(board, self.side, units & kind, self.hex, self.spent, self.hexes, self.retiring)
            for kind in (*(1 << unit for unit in members(units)), HQS | COMBAT & ~board.down)
            if units & kind
        )

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        finish(board, self.side, self.units & board.at[self.hex], self.hex, self.used)
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        units = self.units & board.at[self.hex]
        word, what = answer
        if word == "drop":
            finish(board, self.side, 1 << what, self.hex, self.used)
            return (Walk(self.side, units & ~(1 << what), self.hex, self.spent, self.hexes, self.used, self.retiring),)
        return step_to(board, self.side, units, self.hex, what, self.spent, self.hexes, self.used, self.retiring)

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        units = self.units & board.at[self.hex]
        return entry_reason(board, self.side, units, self.hex, hex, self.spent, self.hexes, self.retiring)
