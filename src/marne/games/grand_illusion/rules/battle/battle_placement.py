"""9.2.2, 9.2.3: the front lines of the battle board."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    CAVALRY,
    COMBAT,
    CORPS,
    DEFENCE_ONLY,
    FORTS,
    FRENCH,
    INFANTRY,
    OF_SIDE,
    SIDE,
    Unit,
    written,
)
from marne.games.grand_illusion.events import Placed
from marne.games.grand_illusion.rules.battle.battle_board import (
    DEFENDER,
    FRONTS,
    LIMIT,
    Fight,
    attackers,
    defenders,
    foremost,
    fortune,
    may_be_alone,
    next_in_line,
    on_board,
    one_of,
    pairs,
    partners,
)
from marne.games.grand_illusion.steps import Asked, Named, Reply, Steps, choose
from marne.games.grand_illusion.words import Reason
from marne.hexes import Bits, members

__all__ = ["PlaceAttackers", "PlaceDefenders", "PlaceOpposite", "StackUp", "put_on", "why_not_placed"]


def put_on(board: GrandIllusionBoard, units: Bits, space: int, rule: str) -> None:
    """9.2.2, 9.2.3, 9.2.5: put a unit or a stack in a space and say so."""
    board.spaces[space] |= units
    row = "front" if space % DEFENDER < 4 else "reserve"
    board.tell(Placed(rule, written(board.spaces[space]), row, board.battle))


@value
class StackUp(Asked[Reply]):
    """9.2.2: a second division or brigade in the space; the owner's choice, unless one alone would be out of turn."""

    rule = "9.2.2"
    shape = {"stack": "unit"}
    unit: Unit
    space: int
    pool: Bits
    alone: bool

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Reply] | None:
        stacks: list[Reply] = [("stack", unit) for unit in members(partners(board, self.unit, self.pool))]
        return choose(SIDE[self.unit], [*stacks, "alone"] if self.alone or not stacks else stacks)

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        partner = 0 if isinstance(answer, str) else 1 << answer[1]
        put_on(board, 1 << self.unit | partner, self.space, self.rule)
        return ()


def why_not_placed(board: GrandIllusionBoard, rule: str, unit: Unit, fight: Fight | None) -> Reason:
    """9.2.2, 9.2.3, 9.2.5: why a unit can't be put on the battle board now; `fight` is the attacker's."""
    bit = 1 << unit
    if board.where[unit] != board.battle:
        return Reason("9.1.3", "why.not_in_battle", hex=board.battle)
    if SIDE[unit] != (board.attacker if fight else 1 - board.attacker):
        return Reason(rule, "why.enemy")
    if bit & on_board(board):
        return Reason(rule, "why.placed")
    if fight and bit & FORTS:
        return Reason("9.5.1", "why.fort_attacks")
    if not bit & (COMBAT | FORTS):
        return Reason("9.2.2", "why.not_on_board")
    if fight and bit & DEFENCE_ONLY and not bit & attackers(board, fight):
        return Reason("2.4", "why.brackets")
    if fight and not bit & attackers(board, fight):
        return Reason("9.1.2", "why.not_designated")
    return Reason(rule, "why.rank")


@value
class PlaceDefenders(Asked[Named]):
    """9.2.2: the defender fills his front line, up to four spaces, by priority. Which space is of no account."""

    rule = "9.2.2"
    shape = {"front": "unit"}
    fight: Fight

    def pool(self, board: GrandIllusionBoard) -> Bits:
        """Who is still to be placed."""
        return defenders(board) & ~on_board(board)

    def vacant(self, board: GrandIllusionBoard) -> list[int]:
        """The spaces that are left."""
        return [DEFENDER + i for i in FRONTS if not board.spaces[DEFENDER + i]]

    def settled(self, board: GrandIllusionBoard, pool: Bits, free: int) -> Bits:
        """Those next in line who will all be placed whatever is chosen: nobody has to ask for them."""
        same = foremost(board, pool)
        if any(partners(board, unit, pool) for unit in members(same)):
            return 0
        return same if same.bit_count() + pairs(board, pool & ~same) <= free else 0

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        pool, free = self.pool(board), len(self.vacant(board))
        if not pool or not free or self.settled(board, pool, free):
            return None
        return choose(1 - board.attacker, [("front", unit) for unit in members(next_in_line(board, pool))])

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        pool, vacant = self.pool(board), self.vacant(board)
        if not pool or not vacant:
            return ()
        for unit, space in zip(members(self.settled(board, pool, len(vacant))), vacant, strict=False):
            put_on(board, 1 << unit, space, self.rule)
        return (self,)

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        pool, unit = self.pool(board), answer[1]
        return StackUp(unit, self.vacant(board)[0], pool, may_be_alone(board, unit, pool)), self

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        return why_not_placed(board, self.rule, unit, None)


def vacant_spaces(board: GrandIllusionBoard) -> list[int]:
    """9.2.3: front spaces opposite defenders; those opposite undisrupted combat units come first."""
    found = [i for i in FRONTS if board.spaces[DEFENDER + i] and not board.spaces[i]]
    fresh = [i for i in found if board.spaces[DEFENDER + i] & COMBAT & ~board.down]
    return fresh or found


def may_face(board: GrandIllusionBoard, unit: Unit, i: int) -> bool:
    """9.2.3, 9.6.1: cavalry never attacks forts."""
    return not (CAVALRY >> unit & 1 and board.spaces[DEFENDER + i] & FORTS)


def against_cavalry(board: GrandIllusionBoard, unit: Unit, spaces: list[int]) -> list[int]:
    """9.2.3: undisrupted cavalry may face defending cavalry before its turn."""
    if not CAVALRY >> unit & 1 or board.down >> unit & 1:
        return []
    return [i for i in spaces if board.spaces[DEFENDER + i] & CAVALRY]


@value
class PlaceAttackers(Asked[Reply]):
    """9.2.3: the attacker fills the spaces opposite defenders, by priority; the disrupted come only if he likes.

    9.1.2: Offensive to the Limit makes the disrupted French come, in the Spanish edition before all others (ES-7).
    """

    rule = "9.2.3"
    shape = {"front": "unit"}
    fight: Fight

    def pool(self, board: GrandIllusionBoard) -> Bits:
        """Undisrupted attackers that can be put opposite somebody."""
        return self._usable(board, attackers(board, self.fight) & ~self._reluctant(board) & ~on_board(board))

    def _reluctant(self, board: GrandIllusionBoard) -> Bits:
        """9.2.3, 2.4: who doesn't have to come: the disrupted, and strengths in brackets where they may attack."""
        return board.down | DEFENCE_ONLY

    def _usable(self, board: GrandIllusionBoard, units: Bits) -> Bits:
        spaces = vacant_spaces(board)
        found = 0
        for unit in members(units):
            if any(may_face(board, unit, i) for i in spaces):
                found |= 1 << unit
        return found

    def driven(self, board: GrandIllusionBoard) -> Bits:
        """9.1.2, 9.2.3: the disrupted French whom Offensive to the Limit drives on: corps, infantry, cavalry."""
        if fortune(board) != LIMIT or board.turn > LIMITS.limit_turns or board.attacker != ALLIED:
            return 0
        units = self._usable(board, attackers(board, self.fight) & FRENCH & board.down & ~on_board(board))
        for kind in (CORPS, INFANTRY, CAVALRY):
            if units & kind:
                return units & kind
        return 0

    def volunteers(self, board: GrandIllusionBoard) -> Bits:
        """9.2.3, 2.4: disrupted attackers and strengths in brackets, who may stay out of it."""
        return self._usable(board, attackers(board, self.fight) & self._reluctant(board) & ~on_board(board))

    def candidates(self, board: GrandIllusionBoard) -> tuple[Bits, bool]:
        """9.2.3, ES-7: who may be placed now, and whether the attacker may stop instead."""
        spaces = vacant_spaces(board)
        if not spaces:
            return 0, True
        pool, driven = self.pool(board), self.driven(board)
        if driven and (not pool or board.edition.limit_before_undisrupted):
            return driven, False
        if not pool:
            return self.volunteers(board), True
        found = next_in_line(board, pool)
        for unit in members(pool & CAVALRY):
            if against_cavalry(board, unit, spaces):
                found |= 1 << unit
        return found, False

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Reply] | None:
        found, may_stop = self.candidates(board)
        fronts: list[Reply] = [("front", unit) for unit in members(found)]
        return choose(board.attacker, [*fronts, "done"] if may_stop else fronts)

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        unit = answer[1]
        if self._reluctant(board) >> unit & 1:
            return PlaceOpposite(unit, self.volunteers(board), True, False), self
        pool = self.pool(board)
        alone = may_be_alone(board, unit, pool)
        # 9.2.3: cavalry that jumps the queue does so against cavalry only.
        jumps = not alone and bool(CAVALRY >> unit & 1)
        return PlaceOpposite(unit, pool, alone or jumps, jumps), self

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        return why_not_placed(board, self.rule, unit, self.fight)


@value
class PlaceOpposite(Asked[Named]):
    """9.2.3: whom the attacker faces."""

    rule = "9.2.3"
    shape = {"against": "unit"}
    unit: Unit
    pool: Bits
    alone: bool
    jumps: bool

    def spaces(self, board: GrandIllusionBoard) -> list[int]:
        """The front spaces that are open to the unit."""
        found = [i for i in vacant_spaces(board) if may_face(board, self.unit, i)]
        return against_cavalry(board, self.unit, found) if self.jumps else found

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(board.attacker, [("against", one_of(board.spaces[DEFENDER + i])) for i in self.spaces(board)])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        space = next(i for i in FRONTS if board.spaces[DEFENDER + i] >> answer[1] & 1)
        pool = self.pool & OF_SIDE[board.attacker]
        return (StackUp(self.unit, space, pool, self.alone),)

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        """9.2.3: why the attacker can't be put opposite a defender."""
        for i in FRONTS:
            if board.spaces[DEFENDER + i] >> unit & 1:
                if board.spaces[i]:
                    return Reason(self.rule, "why.faced")
                if not may_face(board, self.unit, i):
                    return Reason("9.6.1", "why.cavalry_fort")
                return Reason(self.rule, "why.fresh_first")
        return Reason(self.rule, "why.not_in_line")
