"""Where the staff sends troops: towards what it wants, by ground that covers, out of sight when it is beaten."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from marne.engine import Answer
from marne.games.brigade1914.board import ARRIVED, WAGON, Battlefield
from marne.games.brigade1914.components.data import MEASURES, MOVE
from marne.games.brigade1914.components.forces import INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE, Ground
from marne.games.brigade1914.rules.command.command import limit
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.movement.goals import Goal
from marne.games.brigade1914.rules.movement.movement import (
    Departure,
    driven_goals,
    entry_point,
    may_leave,
    rate,
    road_end,
)
from marne.games.brigade1914.rules.scenarios.victory import destroyed, objectives
from marne.games.brigade1914.staff.danger import (
    cover_near,
    covered_there,
    exposure,
    half_within,
    hidden_places,
    most_at_stake,
    stake,
    urgency,
)
from marne.games.brigade1914.staff.fire import prey_of
from marne.games.brigade1914.staff.scenes import Scene, scene_of
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.kit.arithmetic import tally
from marne.plane import FORMATIONS, Group, Point, bearing, length, turned

__all__ = ["best_goal", "facing_there", "goal_of", "held_back", "pressure", "ways_ahead"]

_TURNS = (0, 20, 340, 45, 315, 75, 285)
_BEST = 7
"""How many legal places are looked at closely."""
_ASIDE = MEASURES.horse_depth // 4
"""The middle of a body lies nearer than this to the place where it is put: a rank that is not full shifts it."""
ENTERING = 90
"""C8: what it is worth to come onto the table."""
COVER = 25
"""C19: what ground that covers is worth, in hundredths of a hit."""


def held_back(board: Battlefield, unit: int) -> bool:
    """A reserve: the last of four battalions or more stays behind until somebody is beaten or half the time is over."""
    side = board.side[unit]
    if board.spec[unit].kind != INFANTRY or board.rules.exit_from_turn or 2 * board.turn > board.rules.turns:
        return False
    foot = _foot(board, side)
    if len(foot) < 4 or unit != foot[-1] or destroyed(board, side):
        return False
    return all(board.markers[each] < limit(board, each) - 3 for each in foot)


@troops.while_still
def _foot(board: Battlefield, side: int) -> list[int]:
    return [unit for unit in troops.friends(board, side) if board.spec[unit].kind == INFANTRY]


def goal_of(board: Battlefield, unit: int, scene: Scene | None = None) -> Point:
    """Where a unit is going in the long run."""
    scene = scene or scene_of(board)
    hangs = unit, board.turn, held_back(board, unit)
    found = scene.goals.get(hangs)
    if found is None:
        found = scene.goals[hangs] = _long_run(board, scene, unit, hangs[2])
    return found


def _long_run(board: Battlefield, scene: Scene, unit: int, reserve: bool) -> Point:
    side = board.side[unit]
    x, y = troops.middle(board, unit) if troops.present(board, unit) else entry_point(board, unit, WIDE // 2, DEEP // 2)
    if board.rules.exit_from_turn:
        if board.role(side) == 1:
            ex, ey = road_end(board, "east")
            if board.turn >= board.rules.exit_from_turn:
                return ex, ey
            if board.turn >= 3 and x < 4500:
                return 5500, 2400
            return x, y
        prey = [troops.middle(board, enemy) for enemy in troops.enemies(board, side)]
        near = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=(WIDE - 300, 2400))
        return near if near[0] > x - 600 else (WIDE - 300, 2400)
    if reserve and troops.present(board, unit):
        return _behind(board, unit)
    goals = []
    others = [troops.middle(board, each) for each in troops.friends(board, side) if each != unit]
    for ox, oy, points in objectives(board):
        held = scene.holder(board, ox, oy)
        mates = tally((mx - ox) ** 2 + (my - oy) ** 2 <= 700**2 for mx, my in others)
        away = length(x, y, ox, oy)
        goals.append((away + 700 * mates - 300 * points + (900 if held == side and mates else 0), ox, oy))
    return min(goals)[1:]


def _behind(board: Battlefield, unit: int) -> tuple[int, int]:
    """A place behind the middle of the others."""
    side = board.side[unit]
    spots = [
        troops.middle(board, each)
        for each in troops.friends(board, side)
        if each != unit and board.spec[each].kind != WAGON
    ]
    x, y = tally(x for x, _ in spots) // len(spots), tally(y for _, y in spots) // len(spots)
    dx, dy = turned(0, -1000, troops.edge_facing(board.edge(side)))
    return min(max(x + dx, 500), WIDE - 500), min(max(y + dy, 400), DEEP - 400)


def pressure(board: Battlefield, side: int, style: Style = PLAIN, scene: Scene | None = None) -> int:
    """What a full move nearer to the goal is worth, in hundredths of a hit: more as time runs out, little to who leads
    or has only to hold."""
    if board.rules.exit_from_turn:
        return 50 if board.role(side) else 50 + 10 * board.turn
    if board.turn > 2:
        points = (scene or scene_of(board)).points(board)
        if points[side] > points[1 - side]:
            return 25
    return style.haste + 8 * board.turn


def facing_there(board: Battlefield, scene: Scene, unit: int, x: int, y: int) -> int:
    """Towards the nearest enemy, else to the front."""
    side = board.side[unit]
    best, facing = -1, troops.edge_facing(board.edge(side))
    for ex, ey in scene.prey(board, side):
        dx, dy = ex - x, ey - y
        away = dx * dx + dy * dy
        if away < best or best < 0:
            best, nearest = away, (dx, dy)
    return facing if best < 0 else bearing(*nearest)


def best_goal(board: Battlefield, unit: int, how: str, style: Style = PLAIN) -> Answer | None:
    """Where to go; None where a suggestion will do."""
    side = board.side[unit]
    if how in ("move", "second") and may_leave(board, unit, how):
        leaving = board.rules.exit_from_turn and board.role(side) == 1 and board.turn >= board.rules.exit_from_turn
        if leaving or (board.rules.exit_from_turn and board.role(side) == 0 and board.turn >= board.rules.turns - 1):
            return "leave"
    if how == "advance":
        return "stay"
    if how == "driven":
        return next(iter(driven_goals(board, unit)), None)
    if how == "fall back":
        return _back(board, unit)
    if how in ("assault", "second"):
        return _to_the_enemy(board, unit, how, style)
    return ways_ahead(board, unit, how, style)[1]


def _legal(board: Battlefield, unit: int, how: str, spots: Iterable[Point], most: int) -> list[Answer]:
    """The first legal goals among some places."""
    found: list[Answer] = []
    scene = scene_of(board)
    for spot in spots:
        goal = _stand(board, scene, unit, how, spot)
        if goal is not None:
            found.append(goal)
            if len(found) >= most:
                break
    return found


def _stand(board: Battlefield, scene: Scene, unit: int, how: str, spot: Point) -> Goal | None:
    """A5, C15: how a unit can stand at a place where it can go: in line if there is room, facing the enemy; column on
    the march."""
    kept, hangs = scene.stands, (unit, how, spot)
    found = kept.get(hangs, ())
    if found != ():
        return found
    arrived = board.status[unit] == ARRIVED
    facing = facing_there(board, scene, unit, *spot)
    ahead = facing if arrived else troops.facing_of(board, unit)
    looks = (facing,) if ahead == facing else (facing, ahead)
    stands = tuple([(look, formation) for formation in ((1, 0, 2) if arrived else (0, 2, 1)) for look in looks])
    leaves = scene.departures.get((unit, how))
    if leaves is None:
        leaves = scene.departures[unit, how] = Departure(board, unit, how)
    found = kept[hangs] = leaves.first_stand(board, spot, stands)
    return found


def ways_ahead(
    board: Battlefield, unit: int, how: str, style: Style = PLAIN, least: int = 0, scene: Scene | None = None
) -> tuple[int, Answer]:
    """A5, C15: the best place that a unit can reach, and how much better it is than to stay, in hundredths of a hit:
    nearer to the goal, and in less danger. It stays where none is better than that by more than `least`."""
    scene = scene or scene_of(board)
    side, arrived = board.side[unit], board.status[unit] == ARRIVED
    if arrived and least >= ENTERING:
        return 0, "stay"
    allowed = rate(board, unit, how)
    gx, gy = goal_of(board, unit, scene)
    full = pressure(board, side, style, scene)
    urgent = 0 if arrived else urgency(board, style)
    enemy = board.owned[1 - side]
    facing = *[board.markers[each] for each in enemy], *[board.jammed[each] for each in enemy]
    hangs = unit, how, style.danger, gx, gy, allowed, full, urgent, board.dug[unit], board.screened[unit], facing
    known = scene.ways.get(hangs)
    if known is not None:
        than, value, place = known
        if value > than or than <= least:
            return (value, place) if value > least else (0, "stay")
    best = _best_way(board, scene, unit, how, style, _Errand((gx, gy), allowed, full, urgent, least))
    scene.ways[hangs] = least, *best
    return best


class _Errand(NamedTuple):
    """What a unit goes for: where to, how far it may go, how hard it presses on, how much objectives count now, and how
    much better than to stay a place must be."""

    goal: Point
    allowed: int
    full: int
    urgent: int
    least: int


def _best_way(
    board: Battlefield, scene: Scene, unit: int, how: str, style: Style, errand: _Errand
) -> tuple[int, Answer]:
    """The best of some places on the way to a goal and of some that cover."""
    goal, allowed, full, urgent, least = errand
    if board.status[unit] == ARRIVED:
        return _best_entry(board, unit, how, goal, allowed)
    (gx, gy), (x, y), ground = goal, troops.middle(board, unit), board.ground
    away = length(x, y, gx, gy)

    def without_fire(body: Group, left: int) -> int:
        """What a place is worth if nobody fires."""
        held = urgent * stake(board, unit, body, scene) if urgent else 0
        return held + -left * full // 800 + COVER * covered_there(ground, body.placed)

    now = without_fire(troops.shape(board, unit), away) - style.danger * exposure(board, unit, None, scene) // 60

    def at_most(spot: Point, left: int, reach: int, cover: bool) -> int:
        """How much better than to stay a place can be, so far from the goal at least and within reach of that spot."""
        held = urgent * most_at_stake(board, unit, spot, reach, scene) if urgent else 0
        return held + -left * full // 800 + COVER * cover - now

    best: tuple[int, Answer] = (max(least, 0), "stay")
    if at_most((x, y), max(away - allowed - _ASIDE, 0), allowed, True) <= best[0]:
        return 0, "stay"
    aims = objectives(board) if urgent else ()
    most, legal, passed = _BEST + 3 * bool(urgent), 0, list[Point]()
    for spot, left, cover in _on_the_way(ground, (x, y), goal, allowed, aims, half_within(troops.sizes(board, unit))):
        # A place that cannot be better is passed over; whether it is legal matters only if it may be one of the first.
        if at_most(spot, left, 0, cover) <= best[0]:
            passed.append(spot)
            continue
        while passed and legal + len(passed) >= most:
            legal += _stand(board, scene, unit, how, passed.pop()) is not None
        if legal >= most:
            break
        place = _stand(board, scene, unit, how, spot)
        if place is None:
            continue
        legal += 1
        px, py, look, shape = place
        body = troops.shape_at(board, unit, px, py, look, FORMATIONS[shape])
        gain = without_fire(body, length(*body.middle, gx, gy)) - now
        if gain > best[0]:
            bearable = (60 * (gain - best[0]) - 1) // max(style.danger, 1)
            gain -= style.danger * exposure(board, unit, body, scene, bearable) // 60
        if gain > best[0]:
            best = gain, place
    return best if best[1] != "stay" else (0, "stay")


@lru_cache(maxsize=4096)
def _on_the_way(
    ground: Ground, start: Point, goal: Point, allowed: int, aims: tuple[tuple[int, int, int], ...], half: int
) -> list[tuple[Point, int, bool]]:
    """Places to look at, first those from which an objective is held, then the nearest to the goal; each with how far
    from the goal the middle of a body is there at least, and whether half its bases, no farther away than `half`, may
    find cover."""
    (x, y), (gx, gy) = start, goal
    away = length(x, y, gx, gy)
    step = min(allowed, away)
    straight = bearing(gx - x, gy - y)
    spots: list[Point] = []
    for turn in _TURNS:
        for part in (100, 60):
            dx, dy = turned(0, step * part // 100 - bool(turn), straight + turn)
            spots.append((x + dx, y + dy))
    cover = [spot for spot in hidden_places(ground) if length(x, y, *spot) <= allowed]
    spots += sorted(cover, key=lambda spot: length(spot[0], spot[1], gx, gy))[:6]
    spots.sort(key=lambda spot: length(spot[0], spot[1], gx, gy))
    spots = [*_to_objectives(aims, x, y, allowed), *spots]
    return [(spot, max(length(*spot, gx, gy) - _ASIDE, 0), cover_near(ground, *spot, half)) for spot in spots]


def _best_entry(board: Battlefield, unit: int, how: str, goal: Point, allowed: int) -> tuple[int, Answer]:
    """C8: the first place towards the goal where a unit that comes onto the table has room."""
    gx, gy = goal
    x, y = entry_point(board, unit, gx, gy)
    step, straight = min(allowed, length(x, y, gx, gy)), bearing(gx - x, gy - y)
    spots: list[Point] = []
    for turn in _TURNS:
        for part in (100, 70, 45, 25):
            dx, dy = turned(0, step * part // 100 - bool(turn), straight + turn)
            spots.append((x + dx, y + dy))
    spots.sort(key=lambda spot: length(spot[0], spot[1], gx, gy))
    goals = _legal(board, unit, how, spots, 1)
    return (ENTERING, goals[0]) if goals else (0, "stay")


def _to_objectives(aims: tuple[tuple[int, int, int], ...], x: int, y: int, allowed: int) -> list[Point]:
    """C27: places on the way to each objective from which it is held."""
    found = []
    for ox, oy, _ in aims:
        away = length(x, y, ox, oy)
        if 0 < away <= allowed + 600:
            for part in (min(away, allowed), min(away, allowed) * 3 // 4):
                dx, dy = turned(0, part - 1, bearing(ox - x, oy - y))
                found.append((x + dx, y + dy))
    return found


def _back(board: Battlefield, unit: int) -> Answer | None:
    """C9: out of sight or out of reach, by the shortest way that is long enough to count."""
    side = board.side[unit]
    away = troops.edge_facing(board.edge(side)) + 180
    x, y = troops.middle(board, unit)
    allowed = rate(board, unit, "fall back")
    spots = []
    for turn in (0, 30, 330, 55, 305):
        for part in (100, 75, 52):
            dx, dy = turned(0, allowed * part // 100 - bool(turn), away + turn)
            spots.append((x + dx, y + dy))
    best: tuple[int, Answer | None] = (-(10**6), None)
    for goal in _legal(board, unit, "fall back", spots, _BEST):
        assert isinstance(goal, tuple)
        gx, gy, look, shape = (int(str(each)) for each in goal)
        body = troops.shape_at(board, unit, gx, gy, look, FORMATIONS[shape])
        drawn = exposure(board, unit, body)
        value = -drawn + (100 if not drawn and length(x, y, gx, gy) >= MOVE.fall_back_least else 0)
        if value > best[0]:
            best = value, goal
    return best[1]


def _to_the_enemy(board: Battlefield, unit: int, how: str, style: Style) -> Answer:
    """A6: as near to the prey as there is room."""
    x, y = troops.middle(board, unit)
    enemy, _ = prey_of(board, unit, style)
    theirs = [
        troops.middle(board, each) for each in ([enemy] if enemy >= 0 else troops.enemies(board, board.side[unit]))
    ]
    if not theirs:
        return "stay"
    gx, gy = min(theirs, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    step, straight = min(rate(board, unit, how), length(x, y, gx, gy)), bearing(gx - x, gy - y)
    spots = []
    for part in (100, 90, 80, 70, 60, 50, 35, 20):
        for turn in (0, 12, 348, 25, 335):
            dx, dy = turned(0, step * part // 100 - bool(turn), straight + turn)
            spots.append((x + dx, y + dy))
    goals = _legal(board, unit, how, spots, 1)
    return goals[0] if goals else "stay"
