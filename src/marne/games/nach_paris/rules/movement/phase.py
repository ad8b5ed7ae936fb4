"""[7.1] The movement of a nation's units, one after another."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.steps import NachParisStep, Steps, value
from marne.games.nach_paris.units import OF_SIDE, Nation

__all__ = ["BeginMovement", "MoveUnits", "ZoneToZone"]


@value
class BeginMovement(NachParisStep):
    """[7.5.4] FOM markers go; what was noted of the last Movement Phase is cleared."""

    rule: ClassVar[str] = "7.5.4"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        mine = OF_SIDE[board.side]
        board.forced_before = (board.forced_before & ~mine) | (board.forced & mine)  # 7.5.5
        board.forced &= ~mine
        board.arrived = board.moved = board.entered = board.convoyed = 0
        board.spent = {}
        board.transit_hex, board.transit_side = {}, {}
        board.rail_used, board.station_used, board.harbour_used = {}, {}, {}
        board.convoys = [0, 0]
        board.recon_done = board.spotted = 0
        board.recon_tries, board.flown, board.flops = {}, {}, {}
        board.aerial_tries, board.aerial_hexes = {}, {}
        return ()


@value
class ZoneToZone(NachParisStep):
    """[7.6.3] Units that go from ZOC to ZOC move before all others. Passes in silence for now."""

    rule: ClassVar[str] = "7.6.3"
    nation: Nation


@value
class MoveUnits(NachParisStep):
    """[7.1.2] A nation's units, one at a time. Passes in silence for now."""

    rule: ClassVar[str] = "7.1.2"
    nation: Nation
