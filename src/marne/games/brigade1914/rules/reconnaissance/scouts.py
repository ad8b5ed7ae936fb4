"""A10, C13: recon markers: placed before the cards, one of them masking a regiment, riding each turn."""

from __future__ import annotations

from random import Random

from marne.engine import Answer, Ask, value
from marne.games.brigade1914.board import MASKED, Battlefield
from marne.games.brigade1914.components.data import RECON
from marne.games.brigade1914.components.forces import CAVALRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.events import MarkerPlaced, MarkerRevealed
from marne.games.brigade1914.rules.measures.troops import edge_distance
from marne.games.brigade1914.rules.reconnaissance.recon import (
    GONE,
    meet_markers,
    put_marker,
    reveal_marker,
    watch_markers,
)
from marne.games.brigade1914.rules.scenarios.deployment import zone
from marne.games.brigade1914.steps import Asked, DieLine, Line, PointLine, Reason, Steps, Words, unit_of
from marne.plane import Point

__all__ = ["Duel", "Mask", "Meet", "MoveMarker", "PlaceMarker", "Scouts", "marker_count"]


def marker_count(board: Battlefield, side: int) -> int:
    """A10: four, or two without cavalry."""
    cavalry = any(board.spec[unit].kind == CAVALRY for unit in board.units(side))
    return RECON.markers if cavalry else RECON.markers_without_cavalry


@value
class PlaceMarker(PointLine):
    """A10, C13: markers go down in turn, up to 12 inches beyond the side's own zone."""

    rule = "C13"
    decline = "none"
    side: int
    number: int

    def ask(self, board: Battlefield) -> Ask | None:
        if self.number >= marker_count(board, self.side) or len(board.marker[self.side]) < self.number:
            return None
        return Ask(self.side, None)

    def answered(self, board: Battlefield, answer: Point | str) -> Steps:
        if isinstance(answer, tuple):
            board.marker[self.side] = (*board.marker[self.side], answer)
            board.tell(MarkerPlaced("C13", self.side, *answer))
        return ()

    def barred(self, board: Battlefield, x: int, y: int) -> Reason | None:
        """C13: on the table, not too far forward."""
        if off := PointLine.barred(self, board, x, y):
            return off
        if edge_distance(board.edge(self.side), x, y) > zone(board, self.side) + RECON.marker_beyond:
            return Reason("C13", "why.zone")
        return None

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points in the zone."""
        points = ((rng.randrange(100, WIDE - 99), rng.randrange(100, DEEP - 99)) for _ in range(20 * n))
        return self.legal(board, points, n)


@value
class Mask(Asked[Words]):
    """A10: a side with cavalry may secretly mark one marker as a regiment."""

    rule = "A10"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Which marker, which regiment, or none."""
        cavalry = [unit for unit in board.units(self.side) if board.spec[unit].kind == CAVALRY]
        if not cavalry or not board.marker[self.side]:
            return None
        found = [
            (f"m{marker + 1}", board.label(unit)) for marker in range(len(board.marker[self.side])) for unit in cavalry
        ]
        return Ask(self.side, ("none", *found), seen_by=(self.side,))

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        if isinstance(answer, tuple):
            marker, name = answer
            unit = unit_of(board, name)
            board.mask[self.side] = (int(marker[1:]) - 1, unit)
            board.status[unit] = MASKED
        return ()


# -- in play


@value
class Scouts(Line):
    """C13: each marker of a side moves up to 16 inches, free."""

    rule = "C13"
    side: int

    def do(self, board: Battlefield) -> Steps:
        return tuple(
            step
            for marker, (x, _) in enumerate(board.marker[self.side])
            if x >= 0
            for step in (MoveMarker(self.side, marker), Meet(self.side))
        )


@value
class MoveMarker(PointLine):
    """C13: where a marker goes."""

    rule = "C13"
    side: int
    marker: int

    def ask(self, board: Battlefield) -> Ask | None:
        return Ask(self.side, None) if board.marker[self.side][self.marker] != GONE else None

    def answered(self, board: Battlefield, answer: Point | str) -> Steps:
        if isinstance(answer, tuple):
            put_marker(board, self.side, self.marker, answer)
            watch_markers(board, self.side)
        return ()

    def barred(self, board: Battlefield, x: int, y: int) -> Reason | None:
        """C13: on the table and within 16 inches."""
        mx, my = board.marker[self.side][self.marker]
        if off := PointLine.barred(self, board, x, y):
            return off
        if (x - mx) ** 2 + (y - my) ** 2 > RECON.marker_move**2:
            return Reason("C13", "why.too_far", rate=RECON.marker_move)
        return None

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points around it."""
        x, y = board.marker[self.side][self.marker]
        points = ((x + rng.randrange(-1100, 1101), y + rng.randrange(-1100, 1101)) for _ in range(4 * n))
        return self.legal(board, points, n)


@value
class Meet(Line):
    """C13: markers of both sides within 6 inches: scouts roll a die each; a masked force is revealed."""

    rule = "C13"
    side: int

    def do(self, board: Battlefield) -> Steps:
        pair = meet_markers(board, self.side)
        if pair is None:
            return ()
        mine, theirs = pair
        if board.mask[self.side][0] == mine or board.mask[1 - self.side][0] == theirs:
            reveal_marker(board, self.side, mine, "C13")
            reveal_marker(board, 1 - self.side, theirs, "C13")
            return ()
        return (Duel(self.side, mine, theirs, 0),)


@value
class Duel(DieLine):
    """C13: a die each, the lower goes, both on a tie."""

    rule = "C13"
    side: int
    mine: int
    theirs: int
    rolled: int

    def answered(self, board: Battlefield, die: int) -> Steps:
        if not self.rolled:
            return (Duel(self.side, self.mine, self.theirs, die),)
        for side, marker, loses in (
            (self.side, self.mine, self.rolled <= die),
            (1 - self.side, self.theirs, die <= self.rolled),
        ):
            if loses:
                put_marker(board, side, marker, GONE)
                board.tell(MarkerRevealed("C13", side, "driven off"))
        return ()
