"""Where the staff wants troops, scouts and the general at the start, and how scouts and general ride."""

from __future__ import annotations

from random import Random

from marne.engine import Answer
from marne.games.brigade1914.board import UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.components.data import RECON
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.rules.measures.troops import edge_facing, enemies, friends, from_edge, middle, while_still
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.kit.arithmetic import tally
from marne.plane import Point, length, turned

__all__ = ["deployment", "general_place", "heart_of", "marker_place", "marker_ride"]


def marker_place(board: Battlefield, side: int, number: int) -> Answer:
    """C13: scouts far forward, spread over the front."""
    edge = board.edge(side)
    deep = board.rules.zones[board.role(side)] + 1000
    wide = 1200 + 1600 * number if edge in ("north", "south") else 900 + 1000 * number
    return from_edge(edge, wide, min(deep, 4000))


def marker_ride(board: Battlefield, side: int, marker: int) -> Answer:
    """C13, C20: scouts ride to where somebody may lie hidden, else to where they see the enemy for the guns, and keep
    away from what would find them out."""
    x, y = board.marker[side][marker]
    theirs = [middle(board, enemy) for enemy in enemies(board, side)]
    unseen = any(board.status[unit] in UNSEEN for unit in board.units(1 - side))
    if unseen and board.rules.hidden and board.role(side) == 0:
        goals = [(ox, oy) for ox, oy, _ in objectives(board)]
        tx, ty = goals[marker % len(goals)]
    elif theirs:
        tx, ty = min(theirs, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        far = length(x, y, tx, ty)
        if 1000 <= far <= 2000:
            return "stay"
        tx, ty = x + (tx - x) * (far - 1400) // max(far, 1), y + (ty - y) * (far - 1400) // max(far, 1)
    else:
        return "stay"
    tx, ty = min(max(tx, 200), WIDE - 200), min(max(ty, 200), DEEP - 200)
    far = length(x, y, tx, ty)
    if far > RECON.marker_move - 10:
        tx, ty = x + (tx - x) * (RECON.marker_move - 10) // far, y + (ty - y) * (RECON.marker_move - 10) // far
    return (tx, ty)


@while_still
def heart_of(board: Battlefield, side: int) -> Point | None:
    """C11: the middle of a brigade; None if nobody is left of it."""
    spots = [middle(board, unit) for unit in friends(board, side) if board.spec[unit].kind != WAGON]
    if not spots:
        return None
    return tally(x for x, _ in spots) // len(spots), tally(y for _, y in spots) // len(spots)


def general_place(board: Battlefield, side: int) -> Answer:
    """C11: behind the middle of his brigade."""
    heart = heart_of(board, side)
    if heart is None:
        return "stay"
    x, y = heart
    dx, dy = turned(0, -500, edge_facing(board.edge(side)))
    gx, gy = board.gx[side], board.gy[side]
    tx, ty = min(max(x + dx, 200), WIDE - 200), min(max(y + dy, 200), DEEP - 200)
    far = length(gx, gy, tx, ty)
    if far > 790:
        tx, ty = gx + (tx - gx) * 790 // far, gy + (ty - gy) * 790 // far
    return (tx, ty)


# -- deployment


def station(board: Battlefield, unit: int, style: Style = PLAIN) -> tuple[int, int]:
    """Where a unit is wanted: guns behind the middle, horse on a wing, foot towards the objectives in turn."""
    side = board.side[unit]
    spec = board.spec[unit]
    mates = [each for each in board.units(side) if board.spec[each].kind == spec.kind]
    place = mates.index(unit)
    goals = sorted(objectives(board), key=lambda goal: -goal[2])
    if board.rules.exit_from_turn:
        if board.role(side) == 0:
            return WIDE - 300, 2400 + 300 * (place - len(mates) // 2)
        return (3300, 1200 + 700 * place) if spec.kind != BATTERY else (4600, 1800 + 900 * place)
    if spec.kind == BATTERY:
        y = {"north": 600, "south": DEEP - 600}[board.edge(side)]
        return 2600 + 2000 * place, y
    if style.massed and spec.kind == INFANTRY:
        x, y, _ = goals[0]
        if style.back:
            y = {"north": style.back, "south": DEEP - style.back}[board.edge(side)]
        return x + style.massed * (place - len(mates) // 2), y
    x, y, _ = goals[place % len(goals)] if spec.kind == INFANTRY else goals[(place + 1) % len(goals)]
    return x + 250 * (place // len(goals)), y


def deployment(board: Battlefield, step: Deploy, unit: int, rng: Random, style: Style = PLAIN) -> Answer | None:
    """C27: of some legal places the one nearest to where the unit is wanted; facing the enemy, in line."""
    side = board.side[unit]
    wx, wy = station(board, unit, style)
    facing = edge_facing(board.edge(side))
    found: list[tuple[int, Answer]] = []
    spots = [(dx * dx + dy * dy, wx + dx, wy + dy) for dx in (-700, 0, 700) for dy in (-900, -450, 0, 450, 900)]
    for away, x, y in sorted(spots, key=lambda spot: spot[0]):
        goal = (x, y, facing, 0)
        if step.reason(board, goal) is None:
            found.append((away, goal))
            break
    if not found:
        for goal_ in step.tries(board, rng, 6):
            if isinstance(goal_, tuple):
                x, y = int(str(goal_[0])), int(str(goal_[1]))
                lined = (x, y, facing, 0)
                best: Answer = lined if step.reason(board, lined) is None else goal_
                found.append(((x - wx) ** 2 + (y - wy) ** 2, best))
    if not found:
        return None
    chosen = min(found, key=lambda each: each[0])[1]
    if board.rules.hidden and board.role(side) == 1 and isinstance(chosen, tuple):
        return (*chosen[:4], 1)  # C12: nobody can fire at what he does not see
    return chosen
