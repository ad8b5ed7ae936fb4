"""C12: the spotting action: at a marker, or at the ground where somebody may lie."""

from __future__ import annotations

from marne.engine import Ask, Modifier, Unit, chance, total, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import RECON
from marne.games.brigade1914.events import Spotted
from marne.games.brigade1914.rules.command.command import gone
from marne.games.brigade1914.rules.measures.sight import covered_by_ground
from marne.games.brigade1914.rules.measures.troops import present, shape
from marne.games.brigade1914.rules.reconnaissance.recon import (
    hidden_in_sight,
    reveal_marker,
    reveal_unit,
    spot_modifiers,
    spot_of,
    spottable_markers,
)
from marne.games.brigade1914.steps import Asked, Steps, Words
from marne.plane import group_distance2

__all__ = ["Spot", "SpotDie", "marker_modifiers"]


def marker_modifiers(board: Battlefield, unit: int, marker: int) -> list[Modifier]:
    """C12: what is added to the die of a unit that spots at an enemy marker."""
    spot = spot_of(*board.marker[1 - board.side[unit]][marker])
    gap = group_distance2(shape(board, unit), spot)
    return spot_modifiers(board, unit, gap, board.ground.in_cover(*spot.middle))


@value
class Spot(Asked[Words]):
    """C12: a spotting action: at a marker, or at the ground where somebody may lie."""

    rule = "C12"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        """Markers within 24 inches in sight, or the ground in front."""
        if gone(board, self.unit):
            return None
        found = [("at", f"m{marker + 1}") for marker in spottable_markers(board, self.unit)]
        return Ask(board.side[self.unit], ("ground", *found))

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        board.aim[self.unit] = int(answer[1][1:]) - 1 if isinstance(answer, tuple) else -1
        return ()

    def unasked(self, board: Battlefield) -> Steps:
        board.aim[self.unit] = -1
        return ()


@value
class SpotDie(Asked[int]):
    """C12: 4 or more, with its modifiers."""

    rule = "C12"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        return chance() if present(board, self.unit) else None

    def unasked(self, board: Battlefield) -> Steps:
        board.aim[self.unit] = -1
        return ()

    def answered(self, board: Battlefield, die: int) -> Steps:
        unit = self.unit
        marker = board.aim[unit]
        board.aim[unit] = -1
        side = board.side[unit]
        if marker >= 0:
            if board.marker[1 - side][marker][0] < 0:
                return ()
            mods = marker_modifiers(board, unit, marker)
        else:
            hidden = hidden_in_sight(board, unit)
            if hidden < 0:
                board.tell(Spotted("C12", board.label(unit), die, RECON.spot_need, "nothing"))
                return ()
            gap = group_distance2(shape(board, unit), shape(board, hidden))
            mods = spot_modifiers(board, unit, gap, covered_by_ground(board, hidden, None))
        seen = die + total(mods) >= RECON.spot_need
        board.tell(Spotted("C12", board.label(unit), die, RECON.spot_need - total(mods), "seen" if seen else "nothing"))
        if seen and marker >= 0:
            reveal_marker(board, 1 - side, marker, "C12")
        elif seen:
            reveal_unit(board, hidden, "C12")
        return ()
