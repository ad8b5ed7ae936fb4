"""7.3: the East Front."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import ASIDE, GrandIllusionBoard
from marne.games.grand_illusion.components.tables import LIMITS, POINTS
from marne.games.grand_illusion.components.units import BY_ID, CAVALRY, COMBAT, GERMAN, IDS, INFANTRY, OF_SIDE
from marne.games.grand_illusion.events import SentEast
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.rules.scenarios.victory import score
from marne.games.grand_illusion.steps import Asked, Named, Steps
from marne.hexes import Bits, members

__all__ = ["ARMIES", "EastFront", "SendEast", "candidates"]

ARMIES = tuple(BY_ID[name] for name in ("GE.HQ-1", "GE.HQ-2", "GE.HQ-3"))


def candidates(board: GrandIllusionBoard) -> Bits:
    """7.3: German combat units with, or next to, the headquarters of the first three armies."""
    found = 0
    for hq in ARMIES:
        hex = board.where[hq]
        if hex > 0:
            for other in (hex, *board.ground.around[hex]):
                found |= board.at[other] & OF_SIDE[GERMAN] & COMBAT
    return found


@value
class EastFront(Asked[str]):
    """7.3: on turn 3 send nine points of infantry and a cavalry division, or lose two points."""

    rule = "7.3"

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[str] | None:
        if board.turn != board.rules.east_front:
            return None
        units = candidates(board)
        points = sum(board.strength(unit) for unit in members(units & INFANTRY))
        if points < LIMITS.east_points or not units & CAVALRY:
            return Only("refuse")
        return Ask(GERMAN, ("send troops", "refuse"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer == "send troops":
            return (SendEast(LIMITS.east_points, LIMITS.east_cavalry, candidates(board)),)
        score(board, GERMAN, POINTS["east"], self.rule, "east")
        return ()


@value
class SendEast(Asked[Named]):
    """7.3: unit by unit, until there are enough; `units` were near their armies' staffs when the order came."""

    rule = "7.3"
    shape = {"send": "unit"}
    points: int
    cavalry: int
    units: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        kinds = (INFANTRY if self.points > 0 else 0) | (CAVALRY if self.cavalry > 0 else 0)
        units = members(self.units & kinds)
        return Ask(GERMAN, tuple(("send", unit) for unit in units)) if units else None

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        unit = answer[1]
        hex = board.where[unit]
        points, cavalry = self.points, self.cavalry
        if 1 << unit & CAVALRY:
            cavalry -= 1
        else:
            points -= board.strength(unit)
        board.put(unit, ASIDE)
        board.down &= ~(1 << unit)
        board.tell(SentEast(self.rule, IDS[unit], hex))
        return (*settle(board, hex), SendEast(points, cavalry, self.units & ~(1 << unit)))
