"""7.2: rebuilding eliminated units with CAPS."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import DEAD, REPLACED, GrandIllusionBoard
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import COMBAT, FRENCH, GERMAN, IDS, OF_SIDE, Side, Unit
from marne.games.grand_illusion.events import Delayed
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.reinforcements.reinforcements import PlaceNow, variable_hexes
from marne.games.grand_illusion.steps import Asked, Reply, Steps
from marne.hexes import members

__all__ = ["ReplacementSegment", "comes_back_weak", "fallen"]


def fallen(board: GrandIllusionBoard, side: Side) -> list[Unit]:
    """7.2: eliminated French or German combat units; Belgians, British, staffs, guns and forts are not rebuilt."""
    units = OF_SIDE[GERMAN] if side == GERMAN else FRENCH
    return [unit for unit in members(units & COMBAT) if board.where[unit] == DEAD]


def comes_back_weak(board: GrandIllusionBoard, caps: int) -> bool:
    """14.1.1, ES-44: disrupted from turn 8 for one CAP, from turn 10 for two; not in the Spanish scenario 3."""
    return board.special_rules and board.turn >= (8 if caps == 1 else 10)


@value
class ReplacementSegment(Asked[Reply]):
    """7.2: two CAPS bring a unit back now, one CAP in two turns."""

    rule = "7.2"
    shape = {"later": "unit", "now": "unit"}
    side: Side

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        caps = board.caps[self.side]
        if caps < 1:
            return None
        units = fallen(board, self.side)
        options = [("later", unit) for unit in units]
        if caps >= 2:
            options += [("now", unit) for unit in units if variable_hexes(board, unit, replaced=True)]
        return Ask(self.side, (*options, "done")) if options else None

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        word, unit = answer
        caps = 2 if word == "now" else 1
        spend(board, self.side, caps)
        if comes_back_weak(board, caps):
            board.weak |= 1 << unit
        if word == "now":
            board.delay(unit, board.turn, REPLACED)
            return PlaceNow(unit, REPLACED), self
        back = board.turn + LIMITS.replacement_turns
        board.delay(unit, back, REPLACED)
        board.tell(Delayed(self.rule, IDS[unit], back))
        return (self,)
