"""A5, A6, C9, C15: where a unit may go: rates, terrain, enemies that bar the way, room for its bases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

from marne.engine import Answer
from marne.games.brigade1914.board import ARRIVED, ON_TABLE, Battlefield
from marne.games.brigade1914.components.data import MEASURES, MOVE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.components.ground import DEEP, WIDE, Ground, ground_of, on_road, path_cost
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import (
    arm,
    edge_distance,
    edge_facing,
    enemies,
    facing_of,
    is_mounted,
    middle,
    on_edge,
    present,
    rates_row,
    shape,
    shape_at,
    sizes,
)
from marne.games.brigade1914.words import Reason
from marne.plane import (
    FORMATIONS,
    Group,
    Placed,
    Point,
    apart,
    bearing,
    body_of,
    group_distance2,
    groups_overlap,
    march_passes,
    near,
    path_length,
    turned,
)

__all__ = [
    "OPPOSITE", "Goal", "crowded", "driven_goals", "easy_ground", "entry_point", "may_leave", "on_table",
    "parse_goal", "rate", "read_goal", "road_bonus", "road_end", "suggest_goals", "why_not_go", "write_goal",
]  # fmt: skip

Goal = tuple[int, ...]
"""An answer: an optional waypoint, then x, y, facing and the place of the formation in FORMATIONS."""

OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}


def rate(board: Battlefield, unit: int, how: str) -> int:
    """A5, A6, C3, C20, C23: how far a unit may go; `how` is the kind of movement."""
    row = MOVE.rates[rates_row(board, unit)]
    move = MOVE.horse_battery if board.spec[unit].arm == "horse" and board.spec[unit].kind == BATTERY else row.move
    match how:
        case "fire":
            return row.fire
        case "assault":
            return row.assault // 2
        case "second":
            return row.assault // 2 + (MOVE.bayonet if board.bayonet[unit] else 0)
        case "react":
            return min(MOVE.reaction, move)
        case "advance":
            return MOVE.close_advance
        case "fog":
            return MOVE.fog
        case _:
            return move


def road_bonus(board: Battlefield, unit: int, how: str) -> int:
    """C15, C26: added to a move that is wholly along a road."""
    if how not in ("move", "fall back", "enter", "march"):
        return 0
    if board.spec[unit].arm == "cyclists":
        return MOVE.road_cyclists
    return {"foot": MOVE.road_foot, "mounted": MOVE.road_mounted, "gun": MOVE.road_gun}[arm(board, unit)]


def parse_goal(answer: Answer) -> tuple[tuple[Point, ...], int, str] | None:
    """The waypoint and the end, the facing, the formation; None if it is no such answer."""
    if not isinstance(answer, tuple) or len(answer) not in (4, 6):
        return None
    numbers: list[int] = []
    for each in answer:
        if type(each) is not int:
            return None
        numbers.append(each)
    facing, formation = numbers[-2:]
    if not 0 <= facing < 360 or not 0 <= formation < len(FORMATIONS):
        return None
    first = (numbers[0], numbers[1])
    return (first,) if len(numbers) == 4 else (first, (numbers[2], numbers[3])), facing, FORMATIONS[formation]


def entry_point(board: Battlefield, unit: int, x: int, y: int) -> Point:
    """C8, C23, C27: where a unit comes onto the table: by the road in a meeting engagement, else anywhere on its edge;
    a flank march by the side edge that is nearer."""
    edge = board.edge(board.side[unit])
    if board.flanked[unit]:
        upright = edge in ("north", "south")
        edge = ("west" if 2 * x < WIDE else "east") if upright else ("north" if 2 * y < DEEP else "south")
    elif board.rules.by_road:
        return road_end(board, edge)
    return on_edge(edge, x, y)


def road_end(board: Battlefield, edge: str) -> Point:
    """C27: where the road reaches an edge."""
    ends = [point for road in board.ground.roads for point in (road[0], road[-1]) if not edge_distance(edge, *point)]
    return min(ends, key=lambda p: (abs(p[0] - WIDE // 2) + abs(p[1] - DEEP // 2), p))


def why_not_go(board: Battlefield, unit: int, how: str, answer: Answer) -> Reason | None:
    """A5, A6, C9, C15: why a unit cannot go there; None if it can. Only troops driven back may not `stay`."""
    if answer == "stay":
        if how == "driven" and driven_goals(board, unit):
            return Reason("C9", "why.must_fall_back")
        return None
    if answer == "leave":
        return None if may_leave(board, unit, how) else Reason("C14", "why.no_exit")
    why = _why_not_there(board, unit, how, answer)
    if why is None and how == "driven" and _short_of_full_move(board, unit, answer):
        return Reason("C9", "why.full_move")
    return why


def _short_of_full_move(board: Battlefield, unit: int, answer: Answer) -> bool:
    """C9, C21: who is driven back goes a full move, or as much of it as there is room for."""
    goal, start = parse_goal(answer), middle(board, unit)
    fullest = max((path_length((start, (x, y))) for x, y, *_ in driven_goals(board, unit)), default=0)
    return goal is not None and path_length((start, goal[0][-1])) + MOVE.driven_slack < fullest


def _why_not_there(board: Battlefield, unit: int, how: str, answer: Answer) -> Reason | None:
    """A5, A6, C9, C15, C21, C23: rate, ground, enemies in the way, direction and room for a march."""
    goal = parse_goal(answer)
    if goal is None:
        return Reason("A5", "why.no_goal")
    points, facing, formation = goal
    x, y = points[-1]
    start = entry_point(board, unit, x, y) if board.status[unit] == ARRIVED else middle(board, unit)
    path = (start, *points)
    ground, allowed, way = board.ground, rate(board, unit, how), path_length(path)
    if way > allowed and all(on_road(ground, a, b) for a, b in pairwise(path)):
        allowed += road_bonus(board, unit, how)
    if way > allowed:
        return Reason("A5", "why.too_far", rate=allowed)
    body = shape_at(board, unit, x, y, facing, formation)
    if not on_table(body):
        return Reason("A5", "why.off_table")
    if crowded(board, unit, body):
        return Reason("A5", "why.no_room")
    if board.guided[unit]:
        cost = path_cost(easy_ground(board.table), path, "foot", False, ())
    else:
        cost = path_cost(ground, path, arm(board, unit), how in ("assault", "second"), board.floods)
    if cost < 0:
        return Reason("C15", "why.ground")
    if cost > allowed:
        return Reason("C15", "why.costs", cost_of_way=cost, rate=allowed)
    if how == "advance" and not _toward(board, unit, x, y):
        return Reason("C21", "why.advance")
    barred = _barred(board, unit, how, path, body, allowed)
    if barred is not None:
        return barred
    if how in ("fall back", "driven"):
        return _why_not_back(board, unit, body)
    return None


@cache
def easy_ground(table: str) -> Ground:
    """C23: a table without its terrain, for guides who know the lanes; rivers stay."""
    ground = ground_of(table)
    return Ground("", ground.roads, tuple(piece for piece in ground.pieces if piece.kind == "river"))


def on_table(body: Group) -> bool:
    """A5: every corner on the table."""
    return body.left >= 0 and body.top >= 0 and body.right <= WIDE and body.bottom <= DEEP


def crowded(board: Battlefield, unit: int, body: Group) -> bool:
    """A5: other bases stand there: visible ones, and the side's own hidden ones."""
    side, left, right, top, bottom = board.side[unit], body.left, body.right, body.top, body.bottom
    bodies, at, foot, guns = board.bodies, board.at, board.foot, board.mgs
    for other, status in enumerate(board.status):
        if other != unit and (status == ON_TABLE or (board.side[other] == side and present(board, other))):
            kept = bodies.get(other)  # as `shape` does, without a call for every unit on the table
            if kept is not None and kept[0] is at[other] and kept[1] == foot[other] and kept[2] == guns[other]:
                theirs = kept[3]
            else:
                theirs = shape(board, other)
            far = theirs.left >= right or left >= theirs.right or theirs.top >= bottom or top >= theirs.bottom
            if not far and groups_overlap(body, theirs):
                return True
    return False


def _barred(
    board: Battlefield, unit: int, how: str, path: tuple[Point, ...], body: Group, allowed: int
) -> Reason | None:
    """A5: not past an enemy within a base width, nor through it; and no base goes farther than the rate."""
    new = body.placed
    (start_x, start_y), (end_x, end_y) = path[0], path[-1]
    if present(board, unit):
        order = old = board.at[unit]
        farthest, turned_round = _farthest2(old, new), _farthest2(old[::-1], new)
        if turned_round < farthest:
            order, farthest = old[::-1], turned_round
        if farthest > allowed * allowed:
            return Reason("A5", "why.base_too_far", rate=allowed)
    else:
        order = tuple((x - end_x + start_x, y - end_y + start_y, facing) for x, y, facing in new)
    ways, enemy = [order, new], -1
    ways += [tuple((wx + x - end_x, wy + y - end_y, facing) for x, y, facing in new) for wx, wy in path[1:-1]]
    if beside := _beside(board, board.side[unit], ways):
        tracks = [
            ((ox, oy), *((x + nx - end_x, y + ny - end_y) for x, y in path[1:-1]), (nx, ny))
            for (ox, oy, _), (nx, ny, _) in zip(order, new, strict=True)
        ]
        enemy = _passed(beside, tracks)
    if enemy < 0 and how == "second":
        enemy = _left_behind(board, unit, body)
    return None if enemy < 0 else Reason("A5", "why.past_enemy", unit=board.label(enemy))


def _farthest2(old: Sequence[Placed], new: Sequence[Placed]) -> int:
    """A5: how far the base goes that goes farthest, squared."""
    farthest = 0
    for (ax, ay, _), (bx, by, _) in zip(old, new, strict=True):
        way = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
        if way > farthest:
            farthest = way
    return farthest


_PASSING: Final = MEASURES.base_width + MEASURES.base_width // 2
"""A5: a base passes an enemy as near as its own half width and a base width from its middle."""


def _beside(board: Battlefield, side: int, ways: Sequence[Sequence[Placed]]) -> list[tuple[int, Group]]:
    """A5: the enemies that bases can pass, by the box around all places where they begin, turn and end."""
    xs = [x for placed in ways for x, _, _ in placed]
    ys = [y for placed in ways for _, y, _ in placed]
    left, right, top, bottom = min(xs) - _PASSING, max(xs) + _PASSING, min(ys) - _PASSING, max(ys) + _PASSING
    found = []
    for enemy in enemies(board, side):
        body = shape(board, enemy)
        if body.right >= left and body.left <= right and body.bottom >= top and body.top <= bottom:
            found.append((enemy, body))
    return found


def _passed(bodies: Iterable[tuple[int, Group]], tracks: Sequence[Sequence[Point]]) -> int:
    """A5: an enemy that one of these ways of bases goes past within a base width, or through; -1 if there is none."""
    return next((enemy for enemy, body in bodies if march_passes(body, tracks, _PASSING)), -1)


def _left_behind(board: Battlefield, unit: int, body: Group) -> int:
    """A5, A6: an enemy within a base width that the second half of an assault would leave behind; else -1."""
    now = shape(board, unit)
    for enemy in enemies(board, board.side[unit]):
        theirs = shape(board, enemy)
        if near(now, theirs, MEASURES.base_width) and group_distance2(body, theirs) > group_distance2(now, theirs):
            return enemy
    return -1


def _toward(board: Battlefield, unit: int, x: int, y: int) -> bool:
    """C21: an advance after close combat goes to the front."""
    mx, my = middle(board, unit)
    facing = facing_of(board, unit)
    return (x, y) == (mx, my) or abs((bearing(x - mx, y - my) - facing + 180) % 360 - 180) <= 90


def _why_not_back(board: Battlefield, unit: int, body: Group) -> Reason | None:
    """C9: farther from every enemy in sight, and nearer to the side's own edge."""
    side = board.side[unit]
    edge = board.edge(side)
    if edge_distance(edge, *body.middle) >= edge_distance(edge, *middle(board, unit)):
        return Reason("C9", "why.not_to_own_edge")
    now = shape(board, unit)
    for enemy in enemies(board, side):
        theirs = shape(board, enemy)
        gap_x = max(body.left - theirs.right, theirs.left - body.right, 0)
        gap_y = max(body.top - theirs.bottom, theirs.top - body.bottom, 0)
        before = apart(now, theirs)[1]
        if gap_x * gap_x + gap_y * gap_y > before * before or apart(body, theirs)[0] > before:
            continue  # farther without a doubt
        if group_distance2(body, theirs) <= group_distance2(now, theirs) and sees(board, enemy, unit):
            return Reason("C9", "why.not_away", unit=board.label(enemy))
    return None


def may_leave(board: Battlefield, unit: int, how: str) -> bool:
    """C9, C14, C27: whether a unit can leave: by the exit of a retreat, horse by the enemy's edge, or driven."""
    if not present(board, unit):
        return False
    x, y = middle(board, unit)
    side = board.side[unit]
    allowed = rate(board, unit, how)
    if how == "driven":
        return edge_distance(board.edge(side), x, y) <= allowed and not driven_goals(board, unit)
    if how not in ("move", "second"):
        return False
    if board.rules.exit_from_turn:
        ex, ey = road_end(board, "east")
        near_enough, edge = (x - ex) ** 2 + (y - ey) ** 2 <= allowed * allowed, "east"
    else:
        edge = OPPOSITE[board.edge(side)]
        ex, ey = on_edge(edge, x, y)
        near_enough = is_mounted(board, unit) and edge_distance(edge, x, y) <= allowed
    return near_enough and _way_out(board, unit, edge, ex, ey)


def _way_out(board: Battlefield, unit: int, edge: str, ex: int, ey: int) -> bool:
    """A5, C14, C27: who leaves does not go past an enemy or through it either; the way goes on beyond the edge."""
    x, y = middle(board, unit)
    out_x, out_y = turned(0, -4 * MEASURES.base_width, edge_facing(edge))
    tracks = [
        ((bx, by), (bx + ex - x, by + ey - y), (bx + ex - x + out_x, by + ey - y + out_y))
        for bx, by, _ in board.at[unit]
    ]
    bodies = [(enemy, shape(board, enemy)) for enemy in enemies(board, board.side[unit])]
    return _passed(bodies, tracks) < 0


def driven_goals(board: Battlefield, unit: int) -> list[Goal]:
    """C9: places to which a unit can be driven back: a fan towards its own edge, the farthest first."""
    away = (edge_facing(board.edge(board.side[unit])) + 180) % 360
    x, y = middle(board, unit)
    facing = facing_of(board, unit)
    allowed = rate(board, unit, "driven")
    for part in range(8, 0, -1):
        for turn in (0, 30, 330, 60, 300):
            # Aslant a place is rounded, and could lie a hair too far.
            dx, dy = turned(0, allowed * part // 8 - bool(turn), away + turn)
            for formation in (FORMATIONS.index(board.formation[unit]), 1):
                goal = (x + dx, y + dy, facing, formation)
                if _why_not_there(board, unit, "driven", goal) is None:
                    return [goal]
    return []


def suggest_goals(board: Battlefield, unit: int, how: str, rng: Random, n: int) -> list[Answer]:
    """Some places where a unit may go, by trying; now and then it stays."""
    found: list[Answer] = []
    arrived = board.status[unit] == ARRIVED
    side = board.side[unit]
    allowed = rate(board, unit, how)
    if how == "driven":
        goals = driven_goals(board, unit)
        return [*goals[:n]] if goals else ["leave" if may_leave(board, unit, how) else "stay"]
    if not arrived and how in ("move", "second") and rng.random() < 0.5 and may_leave(board, unit, how):
        return ["leave"]
    front, each = edge_facing(board.edge(side)), sizes(board, unit)
    x, y, ahead = (0, 0, 0) if arrived else (*middle(board, unit), facing_of(board, unit))
    for _ in range(6 * n):
        if arrived:
            x, y = entry_point(board, unit, rng.randrange(WIDE), rng.randrange(DEEP))
            base_turn = front + rng.randrange(-30, 31)
        else:
            base_turn = ahead + rng.choice((0, 0, 20, -20, 45, -45, 90, -90, 180))
            if how == "fall back":
                base_turn = front + 180 + rng.randrange(-40, 41)
        dx, dy = turned(0, allowed * rng.choice((2, 4, 6, 7, 8)) // 8, base_turn)
        facing = (base_turn if how != "fall back" else front) % 360
        goal = (x + dx, y + dy, facing, rng.choice((0, 0, 1, 2)))
        body = body_of(facing, FORMATIONS[goal[3]], each)
        if not (-body.left <= goal[0] <= WIDE - body.right and -body.top <= goal[1] <= DEEP - body.bottom):
            continue  # off the table: most tries that fail do so here
        if why_not_go(board, unit, how, goal) is None:
            found.append(goal)
            if len(found) >= n:
                break
    return found or ["stay"]


def write_goal(answer: Answer) -> str:
    """`1200,900 1500,800 90 line`, or a word."""
    if not isinstance(answer, tuple):
        return str(answer)
    *points, facing, formation = answer
    words = [f"{x},{y}" for x, y in zip(points[::2], points[1::2], strict=True)]
    return " ".join((*words, str(facing), FORMATIONS[formation] if isinstance(formation, int) else "?"))


def read_goal(text: str) -> Answer | None:
    """The other way round."""
    words = text.split()
    if len(words) == 1:
        return text if text.isalpha() else None
    if len(words) not in (3, 4) or words[-1] not in FORMATIONS or not _number(words[-2]):
        return None
    numbers: list[int] = []
    for word in words[:-2]:
        x, comma, y = word.partition(",")
        if not comma or not _number(x) or not _number(y):
            return None
        numbers += [int(x), int(y)]
    return (*numbers, int(words[-2]), FORMATIONS.index(words[-1]))


def _number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and str(int(text)) == text
