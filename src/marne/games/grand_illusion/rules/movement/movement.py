"""8.4: movement of groups, hex by hex.

A group is gathered in the activated hex, walks from hex to hex, may drop units on the way, and stops; `entry.py` says
where it may go.
"""

from __future__ import annotations

from dataclasses import replace

from marne.engine import Answer, Ask, Way, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import PARIS, SCHLIEFFEN, Hex
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    BRITISH,
    COMBAT,
    ENEMY_OF,
    FOOT_CORPS,
    FORTS,
    FRENCH,
    GERMAN,
    HQS,
    INFANTRY,
    MOBILE,
    OF_NATION,
    OF_SIDE,
    Side,
    Unit,
    written,
)
from marne.games.grand_illusion.events import Moved
from marne.games.grand_illusion.rules.actions import paris
from marne.games.grand_illusion.rules.movement import headquarters
from marne.games.grand_illusion.rules.movement.control import block, blocked_hexes, settle
from marne.games.grand_illusion.rules.movement.entry import (
    Movers,
    entries,
    entry_reason,
    leader,
    may_enter,
    points_left,
    slowest,
)
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.retreat import delay
from marne.games.grand_illusion.steps import Asked, Named, Reply, Steps
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, members

__all__ = ["Gather", "Movement", "Walk", "come_in", "enter", "finish", "lenders", "step_to"]


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
    if side == GERMAN and combat:  # 8.4.9
        paris.watch(board, combat, hex)
    delaying = bool(foes) and not friends and not foes & (INFANTRY | FORTS) and bool(combat & FOOT_CORPS & ~board.down)
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
    shape = {"take": "unit"}

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
        for mine in (units,) if self.side == GERMAN else (units & FRENCH, units & BRITISH, units & BELGIAN):
            for other in board.ground.neighbours[hex] if mine else ():
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
    shape = {"take": "unit", "go": "hex"}
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
        return step_to(board, Walk(self.side, self.units, board.active, 0, 0, 0, self.retiring), what)

    def way(self, board: GrandIllusionBoard, answer: Answer) -> Way | None:
        """8.4.2: the step out of the activated hex."""
        return _step(board, self.units, board.active, answer, 0, 0)

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        return entry_reason(board, Movers(self.side, self.units, self.retiring), board.active, hex, 0, 0)


def _step(board: GrandIllusionBoard, units: Bits, start: Hex, answer: Answer, spent: int, hexes: int) -> Way | None:
    """8.4.2: a step to a neighbour, what it costs, and what the slowest of the group may spend after it."""
    if not isinstance(answer, tuple) or answer[0] != "go" or not isinstance(answer[1], int):
        return None
    hex = answer[1]
    cost = board.ground.cost[start, hex]
    return Way((str(start), str(hex)), cost, max(0, points_left(board.down, units, spent + cost, hexes + 1)))


def step_to(board: GrandIllusionBoard, group: Walk, hex: Hex) -> Steps:
    """8.4.1, 8.4.2: one hex further: points, and headquarters that lend their allowance."""
    spent, hexes = group.spent + board.ground.cost[group.hex, hex], group.hexes + 1
    used = group.used | lenders(board, group.units, spent, hexes)
    return come_in(board, group.hex, Walk(group.side, group.units, hex, spent, hexes, used, group.retiring))


def come_in(board: GrandIllusionBoard, left: Hex, group: Walk) -> Steps:
    """8.4.4, 9.6.3: a group enters its hex and is held up, stops, or may go on."""
    side, units, hex, used = group.side, group.units, group.hex, group.used
    steps, stops, delaying = enter(board, side, units, left, hex)
    if delaying:
        return (*steps, delay.CavalryDelay(side, units, hex, group.spent, group.hexes, used, group.retiring))
    if stops:
        finish(board, side, units, hex, used)
        return steps
    return (*steps, group)


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
    shape = {"go": "hex", "drop": "unit"}
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
        word, what = answer
        dropped = 1 << what if word == "drop" else 0
        units = self.units & board.at[self.hex] & ~dropped
        group = self if units == self.units else replace(self, units=units)
        if not dropped:
            return step_to(board, group, what)
        finish(board, self.side, dropped, self.hex, self.used)
        return (group,)

    def way(self, board: GrandIllusionBoard, answer: Answer) -> Way | None:
        """8.4.2: the next step of the group."""
        return _step(board, self.units & board.at[self.hex], self.hex, answer, self.spent, self.hexes)

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        units = self.units & board.at[self.hex]
        return entry_reason(board, Movers(self.side, units, self.retiring), self.hex, hex, self.spent, self.hexes)
