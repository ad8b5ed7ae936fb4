"""C10, C14, C27: objectives, wagons, penetration, breaking, and who has won."""

from __future__ import annotations

from marne.engine import Score
from marne.games.brigade1914.board import DESTROYED, ON_TABLE, SIDES, WAGON, Battlefield
from marne.games.brigade1914.components.data import MOVE, VICTORY
from marne.games.brigade1914.components.ground import WIDE
from marne.games.brigade1914.events import Moved, Penetrated, WagonLeft
from marne.games.brigade1914.rules.command.losses import leave
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.movement.movement import OPPOSITE, crowded, on_table, road_end
from marne.plane import near_point

__all__ = ["broken", "conclude", "destroyed", "holder", "move_wagons", "objectives", "penetration", "score", "standing"]


def objectives(board: Battlefield) -> tuple[tuple[int, int, int], ...]:
    """C27: the places that count: x, y, points."""
    return board.rules.objectives


@troops.while_still
def holder(board: Battlefield, x: int, y: int) -> int:
    """C27: the side with a company or dismounted squadron within 4 inches and no enemy within 4; -1 nobody."""
    close = [False, False]
    holds = [False, False]
    for unit in range(len(board.spec)):
        if board.status[unit] != ON_TABLE or board.spec[unit].kind == WAGON:
            continue
        if not near_point(troops.shape(board, unit), x, y, VICTORY.hold_range):
            continue
        side = board.side[unit]
        close[side] = True
        holds[side] = holds[side] or troops.is_foot(board, unit)
    for side in (0, 1):
        if holds[side] and not close[1 - side]:
            return side
    return -1


def standing(board: Battlefield) -> tuple[int, int]:
    """C27: victory points as if the game ended now; once it has, they are all counted."""
    points = list(board.vp)
    if board.spec and not board.over:
        for x, y, worth in objectives(board):
            side = holder(board, x, y)
            if side >= 0 and (not board.rules.exit_from_turn or board.role(side) == 0):
                points[side] += worth
        if board.rules.exit_from_turn and not _pursuer_near_exit(board):
            points[1 ^ board.swap] += VICTORY.exit_clear
    return points[0], points[1]


def _pursuer_near_exit(board: Battlefield) -> bool:
    """C27: whether the pursuer has a unit within 12 inches of the exit."""
    ex, ey = road_end(board, "east")
    return any(
        near_point(troops.shape(board, unit), ex, ey, board.rules.exit_range)
        for unit in troops.friends(board, board.swap)
    )


def destroyed(board: Battlefield, side: int) -> int:
    """C10: units that were destroyed, those that came back among them."""
    lost = sum(board.status[unit] == DESTROYED and board.spec[unit].kind != WAGON for unit in board.units(side))
    return lost + board.penalty[side]


def broken(board: Battlefield, side: int) -> bool:
    """C10: half or more of the starting units destroyed; a rearguard never breaks (C27)."""
    if board.rules.exit_from_turn and board.role(side) == 1:
        return False
    return VICTORY.break_share * destroyed(board, side) >= board.starters[side] > 0


def penetration(board: Battlefield) -> None:
    """C14: mounted cavalry wholly within 12 inches of the enemy edge, no enemy within 8: a token less next turn."""
    for side in (0, 1):
        edge = OPPOSITE[board.edge(side)]
        for unit in board.units(side):
            if board.status[unit] != ON_TABLE or not troops.is_mounted(board, unit):
                continue
            corners = [corner for figure in troops.shape(board, unit).figures for corner in figure.corners]
            deep = all(troops.edge_distance(edge, x, y) <= VICTORY.penetration_depth for x, y in corners)
            if deep and not troops.enemy_within(board, unit, VICTORY.penetration_clear):
                board.next_lost[1 - side] += 1
                board.tell(Penetrated("C14", 1 - side, 1))
                break


def move_wagons(board: Battlefield) -> None:
    """C27: wagons go 4 inches along the road each turn, free; off the table they score."""
    for unit in range(len(board.spec)):
        if board.spec[unit].kind != WAGON or board.status[unit] != ON_TABLE:
            continue
        x, y = troops.middle(board, unit)
        side = board.side[unit]
        if x + MOVE.wagon > WIDE - 100:
            leave(board, unit, "C27")
            board.vp[side] += VICTORY.exit_wagon
            board.tell(WagonLeft("C27", board.label(unit)))
            continue
        body = troops.shape_at(board, unit, x + MOVE.wagon, y, 90, "line")
        if on_table(body) and not crowded(board, unit, body):
            troops.place(board, unit, x + MOVE.wagon, y, 90, "line")
            board.tell(Moved("C27", board.label(unit), x + MOVE.wagon, y, "wagon"))


def conclude(board: Battlefield, why: str) -> None:
    """C27: the game ends; a win by 3 is decisive, by less marginal."""
    blue, red = standing(board)
    board.vp = [blue, red]
    board.over = 1
    if why == "break":
        losers = [side for side in (0, 1) if broken(board, side)]
        if len(losers) == 1:
            board.winner = 1 - losers[0]
            board.why = "decisive: the enemy brigade broke"
            return
    if blue == red:
        board.winner, board.why = -1, "draw"
        return
    board.winner = 0 if blue > red else 1
    board.why = "decisive" if abs(blue - red) >= VICTORY.decisive else "marginal"


def score(board: Battlefield) -> Score:
    """C27: how it stands, or ended."""
    if board.over:
        winner = None if board.winner < 0 else board.winner
        return Score(True, (board.vp[0], board.vp[1]), winner, "C27", board.why)
    blue, red = standing(board)
    ahead = "level" if blue == red else f"{SIDES[0 if blue > red else 1]} ahead"
    return Score(False, (blue, red), None, "C27", ahead)
