"""9.1.3: a battle from the guns to the last retreat. The order stands here; each part is a file `battle_*.py`."""

from __future__ import annotations

from marne.engine import value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import Hex
from marne.games.grand_illusion.components.units import COMBAT, OF_SIDE, SIDES, Side
from marne.games.grand_illusion.events import BattleBegan
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fortune import AllenbysCavalry, FortunesOfWar, LandingDie, allenby
from marne.games.grand_illusion.rules.battle.battle_guns import Bombardment
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.steps import Line, Steps

__all__ = ["Battle", "EndOfBattle", "Fortune"]


@value
class Battle(Line):
    """9.1, 9.1.3: resolve the battle in a hex; `board.attacker` is the side that attacks."""

    rule = "9.1.3"
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        hex, side = self.hex, board.attacker
        if hex in board.battles:
            board.battles.remove(hex)
        units = board.attackers.pop(hex, 0) & board.at[hex] & OF_SIDE[side] & COMBAT
        board.fought |= 1 << hex
        board.battle = hex
        board.tell(BattleBegan(self.rule, hex, SIDES[side]))
        fight = Fight(units, units & board.down, mandated.is_plan17(board, hex))
        return (
            Bombardment(),  # 9.5.4
            Fortune(fight),  # 9.1.4, and from there 9.2 to 9.5.3
            EndOfBattle(side),
        )


@value
class Fortune(Line):
    """9.1.4, 12.4, 14.3.6: the dice, or what stands in their place."""

    rule = "9.1.4"
    fight: Fight

    def do(self, board: GrandIllusionBoard) -> Steps:
        if board.landing and board.battle == board.landed:
            return (LandingDie(self.fight),)
        return (AllenbysCavalry(self.fight) if allenby(board) else FortunesOfWar(self.fight),)


@value
class EndOfBattle(Line):
    """9.3.6: the battle board is cleared; the side that began the battle goes on with its activation."""

    rule = "9.3.6"
    side: Side

    def do(self, board: GrandIllusionBoard) -> Steps:
        hex = board.battle
        board.attacker = self.side
        board.spaces = [0] * 16
        board.hits = 0
        board.fortune = 0
        board.battle = 0
        return settle(board, hex)
