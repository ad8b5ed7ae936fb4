"""What a place costs: how much fire a unit would draw there, and where the ground covers; and what is at stake near the
end: who would hold the objectives if a unit stood elsewhere."""

from __future__ import annotations

from functools import cache, lru_cache

from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import FIRE, MEASURES, VICTORY
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY
from marne.games.brigade1914.components.ground import Ground
from marne.games.brigade1914.odds import faces_to_hit, passing
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.scenes import Scene, scene_of
from marne.games.brigade1914.staff.style import Style
from marne.kit.arithmetic import tally
from marne.plane import (
    FORMATIONS,
    Fence,
    Figure,
    Group,
    Placed,
    Point,
    Sizes,
    body_of,
    length,
    near_point,
    polyline_distance2,
)

__all__ = [
    "cover_near",
    "covered_there",
    "exposure",
    "half_within",
    "hidden_places",
    "most_at_stake",
    "power",
    "stake",
    "threat",
    "urgency",
]

NO_END = 10**6
_ROUNDING = 4
"""By less than this a base stands farther off if the unit faces otherwise."""
SOON = 3
"""So many turns before the last the objectives begin to count."""


def power(board: Battlefield, unit: int) -> int:
    """C17: about how many dice a unit throws at close range: what a token on it is worth."""
    spec, bases = board.spec[unit], board.bases[unit]
    if spec.kind == BATTERY:
        return bases + 1
    british = board.nation(board.side[unit]) == "british" and bases >= 2
    if spec.kind == INFANTRY or british:
        return FIRE.dice.infantry[min(bases, len(FIRE.dice.infantry)) - 1] + board.mgs[unit] + FIRE.close_dice
    return FIRE.dice.cavalry[min(bases, len(FIRE.dice.cavalry)) - 1] + board.mgs[unit]


def threat(board: Battlefield, enemy: int, gap: int, cover: bool, mounted: bool) -> int:
    """C17, C18: the hits, in hundredths, that an enemy so far away does with one order, times its chance to obey it."""
    need = FIRE.to_hit + cover - mounted + board.markers[enemy] // FIRE.markers_per_penalty
    if board.spec[enemy].kind == BATTERY:
        dice = 0 if board.jammed[enemy] else board.bases[enemy]
        need -= gap <= FIRE.case_shot_range and not cover
    else:
        far = gap > FIRE.range_rifle
        dice = board.mgs[enemy] if far else power(board, enemy) - FIRE.close_dice * (gap > FIRE.close_range)
        need += gap > FIRE.far_rifle
        need -= 2 * (gap <= FIRE.close_combat)
    return dice * 10 * faces_to_hit(need) * passing(1 + board.markers[enemy]) // 6


def exposure(
    board: Battlefield, unit: int, body: Group | None = None, scene: Scene | None = None, enough: int = NO_END
) -> int:
    """C16: the hits, in hundredths, that all enemies who would see a unit could do it with an order each; `body` is
    where it would stand, `scene` that of the board if it is at hand. What is more than `enough` is not counted on."""
    scene = scene or scene_of(board)
    if body is not None:
        return _drawn(board, scene, unit, body, covered_there(board.ground, body.placed), enough)
    cover = in_cover(board, unit, None)
    hangs = unit, cover, *board.markers, *board.jammed
    found = scene.drawn.get(hangs)
    if found is None:
        found = scene.drawn[hangs] = _drawn(board, scene, unit, troops.shape(board, unit), cover, NO_END)
    return found


def _drawn(board: Battlefield, scene: Scene, unit: int, body: Group, cover: bool, enough: int) -> int:
    mounted, total = troops.is_mounted(board, unit), 0
    part = 2 if board.smoke[unit] else 1
    for enemy, gap in scene.seers(board, unit, body):
        total += threat(board, enemy, gap, cover, mounted)
        if total // part > enough:
            break
    return total // part


@lru_cache(maxsize=16384)
def covered_there(ground: Ground, placed: tuple[Placed, ...]) -> bool:
    """C19: whether half the bases of a unit would stand in ground that covers, or line a hedge or bank."""
    lining = (MEASURES.lining + MEASURES.company_depth // 2) ** 2
    safe = tally(
        ground.in_cover(x, y)
        or any(polyline_distance2(fence.points, x, y) <= lining for fence in ground.covering_lines)
        for x, y, _ in placed
    )
    return 2 * safe >= len(placed)


def cover_near(ground: Ground, x: int, y: int, reach: int) -> bool:
    """C19: whether the box of any ground that covers, or of a hedge or bank to line, is as near to a place as that."""
    lining = reach + MEASURES.lining + MEASURES.company_depth // 2
    return any(_beside(figure, x, y, reach) for figure in ground.covering) or any(
        _beside(fence, x, y, lining) for fence in ground.covering_lines
    )


def _beside(piece: Figure | Fence, x: int, y: int, reach: int) -> bool:
    return piece.left - reach <= x <= piece.right + reach and piece.top - reach <= y <= piece.bottom + reach


@cache
def half_within(sizes: Sizes) -> int:
    """C19: in no formation do more than half the bases stand farther than this from where a unit is put: if half of
    them are in cover, it is as near as that."""
    bodies = [body_of(0, formation, sizes).placed for formation in FORMATIONS]
    return max(sorted(length(0, 0, x, y) for x, y, _ in placed)[len(placed) // 2] for placed in bodies) + _ROUNDING


@lru_cache(maxsize=64)
def hidden_places(ground: Ground) -> tuple[Point, ...]:
    """C15: the middles of ground that covers and of its edges, and points along hedges and banks."""
    found: list[Point] = []
    for figure in ground.covering:
        x, y = (figure.left + figure.right) // 2, (figure.top + figure.bottom) // 2
        found += [
            (x, y),
            (x, figure.top + 100),
            (x, figure.bottom - 100),
            (figure.left + 100, y),
            (figure.right - 100, y),
        ]
    for fence in ground.covering_lines:
        for (ax, ay), (bx, by) in zip(fence.points, fence.points[1:], strict=False):
            for part in (1, 2, 3):
                x, y = ax + (bx - ax) * part // 4, ay + (by - ay) * part // 4
                found += [(x, y - 120), (x, y + 120)]
    return tuple(found)


def urgency(board: Battlefield, style: Style) -> int:
    """C27: what each point of an objective is worth by now, in hundredths of a hit; nothing where troops march off."""
    if not style.hold or board.rules.exit_from_turn:
        return 0
    late = min(SOON, board.turn - board.rules.turns + SOON)
    return style.hold * late // SOON if late > 0 else 0


def stake(board: Battlefield, unit: int, body: Group | None, scene: Scene | None = None) -> int:
    """C27: the points of objectives that the unit's side would hold less those of the enemy, if it stood there, or,
    with no body, nowhere."""
    total = 0
    for x, y, held, left in stakes(board, unit, scene or scene_of(board)):
        total += held if body is not None and near_point(body, x, y, VICTORY.hold_range) else left
    return total


def most_at_stake(board: Battlefield, unit: int, spot: Point, reach: int, scene: Scene) -> int:
    """C27: the most that `stake` can be if the unit goes no farther from a place than that: to be near an objective is
    never worse than not to be."""
    reach += VICTORY.hold_range + MEASURES.base_width * (len(board.at[unit]) + 2) // 2  # in any formation
    total, (px, py) = 0, spot
    for x, y, held, left in stakes(board, unit, scene):
        total += held if (x - px) * (x - px) + (y - py) * (y - py) <= reach * reach else left
    return total


def stakes(board: Battlefield, unit: int, scene: Scene) -> list[tuple[int, int, int, int]]:
    """C27: each objective, with the points that the unit's side holds there, or if negative the enemy, if the unit is
    near it, and if it is not."""
    found = scene.stakes.get(unit)
    if found is None:
        found = scene.stakes[unit] = [
            (x, y, points * _held(board, scene, unit, x, y, True), points * _held(board, scene, unit, x, y, False))
            for x, y, points in objectives(board)
        ]
    return found


def _held(board: Battlefield, scene: Scene, unit: int, x: int, y: int, near: bool) -> int:
    """C27: 1 if the unit's side would hold an objective, -1 if the enemy would, with the unit near it or not."""
    side = board.side[unit]
    close, holds = [False, False], [False, False]
    close[side], holds[side] = near, near and troops.is_foot(board, unit)
    for other in scene.beside(board, x, y):
        if other != unit:
            owner = board.side[other]
            close[owner] = True
            holds[owner] = holds[owner] or troops.is_foot(board, other)
    if holds[side] and not close[1 - side]:
        return 1
    return -1 if holds[1 - side] and not close[side] else 0
