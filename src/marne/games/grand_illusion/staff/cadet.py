"""The cadet: a staff officer who sees less. He looks at his largest stacks only, and neither rests nor digs nor sends
anybody by train."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.engine import JSON, Answer, DeputyStaff, Position, Seat
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import COMBAT, OF_SIDE
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.rules.movement.strategic import StrategicSegment
from marne.games.grand_illusion.rules.reinforcements.replacements import ReplacementSegment
from marne.games.grand_illusion.staff.plans import LEAST, Plan, best_plan
from marne.games.grand_illusion.staff.staff import Deputy, Options
from marne.games.grand_illusion.steps import Line
from marne.kit.levels import cadet_in

__all__ = ["Cadet", "CadetDeputy"]

SEEN = cadet_in(Path(__file__).parent / "levels.toml")
STACKS: Final = int(SEEN["stacks"])
"""So many of his hexes he can keep in mind."""


class Cadet(DeputyStaff):
    """The cadet at the table."""

    def deputy(self, position: Position[GrandIllusionBoard], seat: Seat, memo: JSON) -> CadetDeputy:
        """One that carries what is left of the plan."""
        return CadetDeputy(seat, position.board.turn, memo)


class CadetDeputy(Deputy):
    """The cadet for the length of one thought."""

    def _judge(self, board: GrandIllusionBoard, options: Options, step: Line) -> Answer | None:
        """8.1.1, 7.2, 10.1: activations of a few stacks; no trains, no replacements."""
        match step:
            case Act():
                return self._few(board, options)
            case StrategicSegment() | ReplacementSegment():
                return None
        return super()._judge(board, options, step)

    def _few(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        """8.2.1: the best that the largest stacks could do, or nothing."""
        hexes = [
            each[1]
            for each in options
            if isinstance(each, tuple) and each[0] == "activate" and isinstance(each[1], int)
        ]
        mine = OF_SIDE[self.side] & COMBAT
        hexes.sort(key=lambda hex: (-(board.at[hex] & mine).bit_count(), hex))
        best = best_plan(board, self.side, hexes[:STACKS])
        if best.worth < LEAST:
            self.plan = Plan()
            return None
        self.plan = best
        return ("activate", best.hex)
