"""9.2.2, 9.2.3: the front lines of the battle board."""

from __future__ import annotations

from typing import Any, ClassVar

from marne.engine import Answer, Ask
from marne.games.grand_illusion.battle_board import (
    DEFENDER,
    FRONTS,
    Fight,
    attackers,
    choose,
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
from marne.games.grand_illusion.battle_events import Placed
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.steps import GrandIllusionStep, Steps, value
from marne.games.grand_illusion.units import (
    ALLIED,
    CAVALRY,
    COMBAT,
    CORPS,
    FORTS,
    FRENCH,
    INFANTRY,
    OF_SIDE,
    SIDE,
    SMALL,
    Unit,
    written,
)
from marne.hexes import Bits, members

LIMIT_TURNS = 4


def put_on(board: GrandIllusionBoard, units: Bits, space: int, rule: str) -> None:
    """9.2.2, 9.2.3, 9.2.5: put a unit or a stack in a space and say so."""
    board.spaces[space] |= units
    row = "front" if space % DEFENDER < 4 else "reserve"
    board.tell(Placed(rule, written(board.spaces[space]), row, board.battle))


@value
class StackUp(GrandIllusionStep):
    """9.2.2: a second division or brigade in the space; the owner's choice, unless one alone would be out of turn."""

    rule: ClassVar[str] = "9.2.2"
    unit: Unit
    space: int
    pool: Bits
    alone: bool

    def question(self, board: GrandIllusionBoard) -> Ask | None:
        stacks: list[Answer] = [("stack", unit) for unit in members(partners(board, self.unit, self.pool))]
        return choose(SIDE[self.unit], [*stacks, "alone"] if self.alone or not stacks else stacks)

    def act(self, board: GrandIllusionBoard, answer: Any) -> Steps:
        units = 1 << self.unit
        if answer is None:
            found = partners(board, self.unit, self.pool)
            units |= 0 if self.alone else found
        elif answer != "alone":
            units |= 1 << answer[1]
        put_on(board, units, self.space, self.rule)
        return ()


@value
class PlaceDefenders(GrandIllusionStep):
    """9.2.2: the defender fills his front line, up to four spaces, by priority. Which space is of no account."""

    rule: ClassVar[str] = "9.2.2"
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
        if any(partners(board, unit, pool) for unit in members(same & SMALL)):
            return 0
        return same if same.bit_count() + pairs(board, pool & ~same) <= free else 0

    def question(self, board: GrandIllusionBoard) -> Ask | None:
        pool, free = self.pool(board), len(self.vacant(board))
        if not pool or not free or self.settled(board, pool, free):
            return None
        return choose(1 - board.attacker, (("front", unit) for unit in members(next_in_line(board, pool))))

    def act(self, board: GrandIllusionBoard, answer: Any) -> Steps:
        pool, vacant = self.pool(board), self.vacant(board)
        if not pool or not vacant:
            return ()
        if answer is None:
            sure = self.settled(board, pool, len(vacant))
            if sure:
                for unit, space in zip(members(sure), vacant, strict=False):
                    put_on(board, 1 << unit, space, self.rule)
                return (self,)
            unit = one_of(next_in_line(board, pool))
        else:
            unit = answer[1]
        return StackUp(unit, vacant[0], pool, may_be_alone(board, unit, pool)), self


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
class PlaceAttackers(GrandIllusionStep):
    """9.2.3: the attacker fills the spaces opposite defenders, by priority; the disrupted come only if he likes.

    9.1.2: Offensive to the Limit makes the disrupted French come, in the Spanish edition before all others (ES-7).
    """

    rule: ClassVar[str] = "9.2.3"
    fight: Fight

    def pool(self, board: GrandIllusionBoard) -> Bits:
        """Undisrupted attackers that can be put opposite somebody."""
        return self._usable(board, attackers(board, self.fight) & ~board.down & ~on_board(board))

    def _usable(self, board: GrandIllusionBoard, units: Bits) -> Bits:
        spaces = vacant_spaces(board)
        found = 0
        for unit in members(units):
            if any(may_face(board, unit, i) for i in spaces):
                found |= 1 << unit
        return found

    def driven(self, board: GrandIllusionBoard) -> Bits:
        """9.1.2, 9.2.3: the disrupted French whom Offensive to the Limit drives on: corps, infantry, cavalry."""
        if fortune(board) != "offensive to the limit" or board.turn > LIMIT_TURNS or board.attacker != ALLIED:
            return 0
        units = self._usable(board, attackers(board, self.fight) & FRENCH & board.down & ~on_board(board))
        for kind in (CORPS, INFANTRY, CAVALRY):
            if units & kind:
                return units & kind
        return 0

    def volunteers(self, board: GrandIllusionBoard) -> Bits:
        """9.2.3: disrupted attackers, who may stay out of it."""
        return self._usable(board, attackers(board, self.fight) & board.down & ~on_board(board))

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

    def question(self, board: GrandIllusionBoard) -> Ask | None:
        found, may_stop = self.candidates(board)
        fronts: list[Answer] = [("front", unit) for unit in members(found)]
        return choose(board.attacker, [*fronts, "done"] if may_stop else fronts)

    def act(self, board: GrandIllusionBoard, answer: Any) -> Steps:
        found, may_stop = self.candidates(board)
        if answer == "done" or (answer is None and (may_stop or not found)):
            return ()
        unit = one_of(found) if answer is None else answer[1]
        if board.down >> unit & 1:
            return PlaceOpposite(unit, self.volunteers(board), True, False), self
        pool = self.pool(board)
        alone = may_be_alone(board, unit, pool)
        # 9.2.3: cavalry that jumps the queue does so against cavalry only.
        jumps = not alone and bool(CAVALRY >> unit & 1)
        return PlaceOpposite(unit, pool, alone or jumps, jumps), self


@value
class PlaceOpposite(GrandIllusionStep):
    """9.2.3: whom the attacker faces."""

    rule: ClassVar[str] = "9.2.3"
    unit: Unit
    pool: Bits
    alone: bool
    jumps: bool

    def spaces(self, board: GrandIllusionBoard) -> list[int]:
        """The front spaces that are open to the unit."""
        found = [i for i in vacant_spaces(board) if may_face(board, self.unit, i)]
        return against_cavalry(board, self.unit, found) if self.jumps else found

    def question(self, board: GrandIllusionBoard) -> Ask | None:
        return choose(board.attacker, (("against", one_of(board.spaces[DEFENDER + i])) for i in self.spaces(board)))

    def act(self, board: GrandIllusionBoard, answer: Any) -> Steps:
        spaces = self.spaces(board)
        space = spaces[0]
        if answer is not None:
            (space,) = (i for i in spaces if board.spaces[DEFENDER + i] >> answer[1] & 1)
        pool = self.pool & OF_SIDE[board.attacker]
        return (StackUp(self.unit, space, pool, self.alone),)
