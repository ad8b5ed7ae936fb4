"""A5, A6, C9, C15: where a unit may go: rates, terrain, enemies that bar the way, room for its bases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from marne.engine import Answer
from marne.games.brigade1914.board import ARRIVED, Battlefield
from marne.games.brigade1914.components.data import MEASURES, MOVE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.components.ground import DEEP, WIDE, Flood, Ground, ground_of, on_road, path_cost
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import (
    arm,
    edge_distance,
    edge_facing,
    facing_of,
    foes,
    is_mounted,
    middle,
    neighbours,
    on_edge,
    present,
    rates_row,
    shape,
    shape_at,
    sizes,
)
from marne.games.brigade1914.rules.movement.goals import Goal, parse_goal
from marne.games.brigade1914.words import Reason
from marne.plane import (
    FORMATIONS,
    Group,
    Placed,
    Point,
    Sizes,
    any_overlap,
    apart,
    around,
    bearing,
    body_at,
    body_of,
    extent,
    group_distance2,
    march_passes,
    near,
    path_length,
    turned,
)

__all__ = [
    "OPPOSITE",
    "Departure",
    "crowded",
    "driven_goals",
    "easy_ground",
    "entry_point",
    "may_leave",
    "on_table",
    "rate",
    "road_bonus",
    "road_end",
    "suggest_goals",
    "why_not_go",
]

Stand = tuple[int, int]
"""A facing, and the place of a formation in FORMATIONS."""

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
    path = _path(board, unit, points)
    way, allowed = path_length(path), _allowed(board, unit, how, path)
    if way > allowed:
        return Reason("A5", "why.too_far", rate=allowed)
    body = shape_at(board, unit, x, y, facing, formation)
    if not on_table(body):
        return Reason("A5", "why.off_table")
    if crowded(board, unit, body):
        return Reason("A5", "why.no_room")
    cost = _cost(board, unit, how, path)
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


class Departure:
    """A5, C15: a unit that is about to go, and all that is the same wherever it goes; it holds as long as nobody moves
    and the unit itself stays what it is."""

    __slots__ = ("each", "far", "going", "how", "now", "others", "unit")

    def __init__(self, board: Battlefield, unit: int, how: str) -> None:
        self.unit, self.how = unit, how
        self.now = shape(board, unit) if present(board, unit) else None
        self.each = sizes(board, unit)
        self.far = extent(self.each)
        self.others = neighbours(board, unit)
        most, bonus = rate(board, unit, how), road_bonus(board, unit, how)
        self.going = Going(*_going(board, unit, how), board.ground, most, bonus)

    def first_stand(self, board: Battlefield, spot: Point, stands: tuple[Stand, ...]) -> Goal | None:
        """A5, A6, C9, C15: the first of some facings and formations in which the unit, if it goes straight to a place,
        can stand there. The same rules as those of `why_not_go`."""
        unit, how, now, (x, y) = self.unit, self.how, self.now, spot
        path = (entry_point(board, unit, x, y) if now is None else now.middle), spot
        allowed = _straight(path, self.going)
        if allowed < 0 or (how == "advance" and not _toward(board, unit, x, y)):
            return None
        others = tuple(around(self.others, x, y, self.far))
        while (place := _first_free(now, self.each, spot, stands, allowed, others)) >= 0:
            facing, formation = stands[place]
            body = body_at(x, y, facing, FORMATIONS[formation], self.each)
            barred = _enemy_beside(board, now, body, board.side[unit]) and _barred(
                board, unit, how, path, body, allowed
            )
            back = how in ("fall back", "driven")
            if not barred and not (back and _why_not_back(board, unit, body)):
                return x, y, facing, formation
            stands = stands[place + 1 :]
        return None


class Going(NamedTuple):
    """What a march goes by: the ground, the kind of troops, whether they assault, floods; the roads, how
    far the troops go, and how much farther by road."""

    ground: Ground
    kind: str
    assault: bool
    floods: tuple[Flood, ...]
    roads: Ground
    most: int
    bonus: int


@lru_cache(maxsize=8192)
def _straight(path: tuple[Point, ...], going: Going) -> int:
    """A5, C15: how far troops of a kind may go on a march; -1 if it is too far or costs too much."""
    ground, kind, assault, floods, roads, most, bonus = going
    most = _by_road(roads, path, most, bonus)
    return most if path_length(path) <= most and 0 <= path_cost(ground, path, kind, assault, floods) <= most else -1


def _by_road(roads: Ground, path: tuple[Point, ...], most: int, bonus: int) -> int:
    """A5, C15: how far a march may go: more than the rate if it is longer than that and all of it along a road."""
    return most + bonus if path_length(path) > most and all(on_road(roads, a, b) for a, b in pairwise(path)) else most


@lru_cache(maxsize=8192)
def _first_free(
    now: Group | None, each: Sizes, spot: Point, stands: tuple[Stand, ...], allowed: int, others: tuple[Group, ...]
) -> int:
    """A5: the first of some facings and formations in which a unit has room at a place: on the table, on nobody else's
    ground, and no base farther than the rate from where it is now; -1 if in none."""
    for place, (facing, formation) in enumerate(stands):
        body = body_at(*spot, facing, FORMATIONS[formation], each)
        if not on_table(body) or any_overlap(body, others):
            continue
        if now is None or _turned_round(now.placed, body.placed)[1] <= allowed * allowed:
            return place
    return -1


def _enemy_beside(board: Battlefield, now: Group | None, body: Group, side: int) -> bool:
    """A5: whether a unit may go past an enemy, by the box around where it is and where it will be; who comes onto the
    table always may."""
    if now is None:
        return True
    left, right = min(now.left, body.left) - _PASSING, max(now.right, body.right) + _PASSING
    top, bottom = min(now.top, body.top) - _PASSING, max(now.bottom, body.bottom) + _PASSING
    for _, theirs in foes(board, side):
        if theirs.right >= left and theirs.left <= right and theirs.bottom >= top and theirs.top <= bottom:
            return True
    return False


def _path(board: Battlefield, unit: int, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A5, C8: a march by these points from where a unit is, or comes onto the table."""
    return entry_point(board, unit, *points[-1]) if board.status[unit] == ARRIVED else middle(board, unit), *points


def _allowed(board: Battlefield, unit: int, how: str, path: tuple[Point, ...]) -> int:
    """A5, C15: how far a unit may go on a march."""
    return _by_road(board.ground, path, rate(board, unit, how), road_bonus(board, unit, how))


def _cost(board: Battlefield, unit: int, how: str, path: tuple[Point, ...]) -> int:
    """C15, C23: what a march costs of the rate; -1 where the ground forbids it."""
    ground, kind, assault, floods = _going(board, unit, how)
    return path_cost(ground, path, kind, assault, floods)


def _going(board: Battlefield, unit: int, how: str) -> tuple[Ground, str, bool, tuple[Flood, ...]]:
    """C15, C23: what a march goes by: the ground, the kind of troops, whether they assault, floods."""
    if board.guided[unit]:
        return easy_ground(board.table), "foot", False, ()
    return board.ground, arm(board, unit), how in ("assault", "second"), board.floods


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
    return any_overlap(body, neighbours(board, unit))


def _barred(
    board: Battlefield, unit: int, how: str, path: tuple[Point, ...], body: Group, allowed: int
) -> Reason | None:
    """A5: not past an enemy within a base width, nor through it; and no base goes farther than the rate."""
    new, (start_x, start_y), (end_x, end_y) = body.placed, path[0], path[-1]
    if present(board, unit):
        order, farthest = _turned_round(board.at[unit], new)
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


def _turned_round(old: tuple[Placed, ...], new: tuple[Placed, ...]) -> tuple[tuple[Placed, ...], int]:
    """A5: where each base comes from, so that none goes far: a unit may turn round; and how far the base goes that goes
    farthest, squared."""
    farthest, back = _farthest2(old, new), _farthest2(old[::-1], new)
    return (old[::-1], back) if back < farthest else (old, farthest)


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
    for enemy, body in foes(board, side):
        if body.right >= left and body.left <= right and body.bottom >= top and body.top <= bottom:
            found.append((enemy, body))
    return found


def _passed(bodies: Iterable[tuple[int, Group]], tracks: Sequence[Sequence[Point]]) -> int:
    """A5: an enemy that one of these ways of bases goes past within a base width, or through; -1 if there is none."""
    return next((enemy for enemy, body in bodies if march_passes(body, tracks, _PASSING)), -1)


def _left_behind(board: Battlefield, unit: int, body: Group) -> int:
    """A5, A6: an enemy within a base width that the second half of an assault would leave behind; else -1."""
    now = shape(board, unit)
    for enemy, theirs in foes(board, board.side[unit]):
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
    for enemy, theirs in foes(board, side):
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
    return _passed(foes(board, board.side[unit]), tracks) < 0


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
