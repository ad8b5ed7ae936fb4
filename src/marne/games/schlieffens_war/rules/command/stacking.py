"""Chapter 6, stacking: how many units fit into a hex, and what happens to those that don't."""

from __future__ import annotations

from marne.engine import Answer, Ask, value
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import BELGIAN, BRITISH, FORT, HQ, IS_CORPS, KIND, NAMES, NATION, SIDE
from marne.games.schlieffens_war.events import Moved, Overstacked, StackMoved
from marne.games.schlieffens_war.rules.supply.supply import distance_to_source
from marne.games.schlieffens_war.steps import Asked, Line, Steps
from marne.hexes import Bits, members

__all__ = ["CheckStacking", "RelieveHex", "foreign", "has_room", "overstacked", "ways_out"]

ELIMINATE = "eliminate"


def foreign(board: WarBoard, unit: int, hex: int) -> bool:
    """6.3, 6.0: whether another nation stands in the hex, ally or enemy; a British unit may join the fort of 8.4."""
    nation = NATION[unit]
    for other in board.stacks[hex]:
        if NATION[other] != nation and not (
            KIND[other] == FORT and nation == BRITISH and g.BIT[hex] & g.BRITISH_FORTRESSES
        ):
            return True
    return False


def has_room(board: WarBoard, unit: int, hex: int) -> bool:
    """6.2, 6.3: whether one more unit fits into the hex."""
    if foreign(board, unit, hex):
        return False
    if IS_CORPS[unit]:
        return board.corps_equivalents(hex) < LIMITS.corps
    return KIND[unit] != HQ or board.hqs(hex) < LIMITS.hqs


def overstacked(board: WarBoard, hex: int) -> bool:
    """6.2: more than three corps, forts among them, or more than one HQ."""
    if len(board.stacks[hex]) == 1:
        return False  # most hexes, at the end of every phase
    return board.corps_equivalents(hex) > LIMITS.corps or board.hqs(hex) > LIMITS.hqs


def ways_out(board: WarBoard, unit: int) -> list[int]:
    """6.5: one hex towards supply, not into an enemy zone unless a friend is there.

    From a hex that is a source itself the way leads to another source, and ends where there is room: so no unit is lost
    for standing where supply comes from, and none is sent to and fro.
    """
    hex, side = board.where[unit], SIDE[unit]
    at_source = not distance_to_source(board, NATION[unit])[hex]
    far = distance_to_source(board, NATION[unit], besides=hex)
    allowed: Bits = g.PASSABLE[hex] & ~board.occupied[1 - side]
    allowed &= ~board.zone(1 - side) | board.occupied[side]
    if NATION[unit] == BELGIAN:
        allowed &= g.BELGIAN_AREA
    nearer = [to for to in members(allowed) if far[to] < far[hex] and not foreign(board, unit, to)]
    return [to for to in nearer if has_room(board, unit, to)] if at_source else nearer


@value
class CheckStacking(Line):
    """6.1: at the end of a phase every hex is looked at."""

    rule = "6.1"

    def do(self, board: WarBoard) -> Steps:
        crowded = [hex for hex in members(board.occupied[0] | board.occupied[1]) if overstacked(board, hex)]
        if not crowded:
            return ()
        hex = crowded[0]
        board.tell(Overstacked("6.5", hex))
        for unit in board.stacks[hex]:
            board.tire(unit, "6.5")
        return RelieveHex(hex), self


@value
class RelieveHex(Asked[tuple[int, int | str]]):
    """6.5: the owner sends units out of a crowded hex, one at a time, or gives them up."""

    rule = "6.5"
    hex: int

    def ask(self, board: WarBoard) -> Ask | None:
        stack = board.stacks[self.hex]
        if not overstacked(board, self.hex):
            return None
        options: list[Answer] = []
        for unit in stack:
            if (IS_CORPS[unit] and board.corps_equivalents(self.hex) > LIMITS.corps) or (
                KIND[unit] == HQ and board.hqs(self.hex) > LIMITS.hqs
            ):
                options += [(unit, to) for to in ways_out(board, unit)]
                options.append((unit, ELIMINATE))
            elif KIND[unit] == FORT and board.corps_equivalents(self.hex) > LIMITS.corps:
                options.append((unit, ELIMINATE))
        side = SIDE[stack[0]]
        return Ask(side, tuple(options), seen_by=(side,))

    def answered(self, board: WarBoard, answer: tuple[int, int | str]) -> Steps:
        unit, to = answer
        if isinstance(to, int):
            board.move(unit, to)
            board.tell(Moved("6.5", unit, self.hex, to, board.spent[unit], False))
            board.tell(StackMoved("6.5", SIDE[unit], self.hex, to))
        else:
            board.eliminate(unit, "6.5")
        return (self,)

    def write(self, board: WarBoard, answer: Answer) -> str:
        assert isinstance(answer, tuple)
        unit, to = answer
        assert isinstance(unit, int)
        return f"{NAMES[unit]} {g.LABELS[to] if isinstance(to, int) else to}"
