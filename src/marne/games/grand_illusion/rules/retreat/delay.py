"""9.6.3: cavalry that tries to hold up an infantry corps."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import Hex
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import CAVALRY, MOBILE, OF_SIDE, Side, written
from marne.games.grand_illusion.events import Withdrew
from marne.games.grand_illusion.rules.battle.losses import disrupt, eliminate
from marne.games.grand_illusion.rules.movement import movement
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.retreat.retreat import retreat_hexes
from marne.games.grand_illusion.steps import Asked, Line, Named, Steps, choose
from marne.hexes import Bits, bits, members

__all__ = ["CavalryDelay", "FallBack", "SettleHex"]


@value
class CavalryDelay(Asked[str]):
    """9.6.3: the cavalry stands and dies, stopping the group, or falls back three hexes; there is no battle."""

    rule = "9.6.3"
    side: Side
    units: Bits
    hex: Hex
    spent: int
    hexes: int
    used: Bits
    retiring: bool

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return Ask(1 - self.side, ("stand", "withdraw"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        cavalry = board.at[self.hex] & OF_SIDE[1 - self.side] & CAVALRY
        if answer == "stand":
            for unit in members(cavalry):
                eliminate(board, unit, self.rule)
            movement.finish(board, self.side, self.units, self.hex, self.used)
            return settle(board, self.hex)
        walk = movement.Walk(self.side, self.units, self.hex, self.spent, self.hexes, self.used, self.retiring)
        return FallBack(1 - self.side, cavalry, (self.hex,)), SettleHex(self.hex), walk


@value
class SettleHex(Line):
    """8.3.3: control changes the instant that the defenders are gone."""

    rule = "8.3.3"
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        return settle(board, self.hex)


@value
class FallBack(Asked[Named]):
    """9.6.3: three hexes back by the priorities of a retreat, then disrupted; eliminated if it can't be done."""

    rule = "9.6.3"
    shape = {"to": "hex"}
    side: Side
    units: Bits
    way: tuple[Hex, ...]

    def hexes(self, board: GrandIllusionBoard) -> tuple[Hex, ...]:
        """Where the next step may lead: not back, and at the end only where the cavalry fits."""
        never = bits(self.way)
        if len(self.way) == LIMITS.delay_hexes:
            near = board.ground.neighbours[self.way[-1]]
            never |= bits(hex for hex in near if not fits(board, hex, self.side, self.units))
        return retreat_hexes(board, self.side, self.way[-1], self.units, never=never)

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        if len(self.way) > LIMITS.delay_hexes:
            return None
        return choose(self.side, [("to", hex) for hex in self.hexes(board)])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        return (FallBack(self.side, self.units, (*self.way, answer[1])),)

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        """It is there, or it can't go on."""
        if len(self.way) <= LIMITS.delay_hexes:
            for unit in members(self.units):
                eliminate(board, unit, self.rule)
            return ()
        hex = self.way[-1]
        board.put_all(self.units, hex)
        board.tell(Withdrew(self.rule, written(self.units), hex))
        for unit in members(self.units & MOBILE & ~board.down):
            disrupt(board, unit, self.rule)
        return settle(board, hex)
