"""8.4.1, 9.4.4: headquarters that meet, are used up, or must get out of the way."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import PARIS, Hex
from marne.games.grand_illusion.components.units import BRITISH, COMBAT, FORTS, HQS, IDS, OF_SIDE, SIDE, Unit
from marne.games.grand_illusion.events import HeadquartersMoved
from marne.games.grand_illusion.rules.battle.losses import eliminate
from marne.games.grand_illusion.rules.movement import control
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.games.grand_illusion.steps import Asked, Named, Steps, choose
from marne.hexes import members

__all__ = ["RetreatHeadquarters", "displaced", "meet", "refuges"]


def meet(board: GrandIllusionBoard, hex: Hex, side: int) -> None:
    """8.4.1: two headquarters of a side in one hex are both flipped."""
    here = board.at[hex] & HQS & OF_SIDE[side]
    if here.bit_count() > 1:
        board.down |= here


def displaced(board: GrandIllusionBoard, hex: Hex, *, after_battle: bool) -> Steps:
    """9.4.4: a headquarters without its own combat units gives way; ES-21: the Spanish one never stays alone."""
    steps: Steps = ()
    for hq in members(board.at[hex] & HQS):
        side = SIDE[hq]
        if board.combat(hex, side):
            continue
        enemies = board.combat(hex, 1 - side) or (after_battle and board.at[hex] & OF_SIDE[1 - side] & FORTS)
        if enemies or (after_battle and board.edition.lone_hq_always_moves):
            steps += (RetreatHeadquarters(hq),)
    return steps


def refuges(board: GrandIllusionBoard, hq: Unit) -> tuple[Hex, ...]:
    """9.4.4: the nearest hexes with supplied units of its side and no battle marker, by a path of friendly hexes.

    8.4.7: a British staff goes to Paris only if there is nothing else.
    """
    side = SIDE[hq]
    friendly = board.controlled(side)
    start = board.where[hq]
    allowed = ~control.blocked_hexes(board, side, start)
    last: tuple[Hex, ...] = ()
    for ring in board.ground.links.rings(1 << start, allowed, stop=~friendly & ~(1 << start))[1:]:
        found = tuple(hex for hex in members(ring) if _shelters(board, hex, side))
        if 1 << hq & BRITISH and PARIS in found:
            last = (PARIS,)
            found = tuple(hex for hex in found if hex != PARIS)
        if found:
            return found
    return last


def _shelters(board: GrandIllusionBoard, hex: Hex, side: int) -> bool:
    """9.4.4: whether supplied friends are there, and no battle."""
    units = board.at[hex] & OF_SIDE[side] & COMBAT
    return bool(units) and hex not in board.battles and hex != board.battle and bool(supplied(board, units, hex))


@value
class RetreatHeadquarters(Asked[Named]):
    """9.4.4: to the nearest hex with supplied friends; its owner chooses between equals. With no way out it is lost."""

    rule = "9.4.4"
    shape = {"to": "hex"}
    hq: Unit

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        if board.where[self.hq] <= 0:
            return None
        return choose(SIDE[self.hq], [("to", hex) for hex in refuges(board, self.hq)])

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        left = board.where[self.hq]
        if left > 0:
            eliminate(board, self.hq, self.rule)
            control.unblock_left(board, left)
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        left, hex = board.where[self.hq], answer[1]
        board.put(self.hq, hex)
        control.unblock_left(board, left)
        board.down |= 1 << self.hq
        meet(board, hex, SIDE[self.hq])
        board.tell(HeadquartersMoved(self.rule, IDS[self.hq], hex))
        return ()
