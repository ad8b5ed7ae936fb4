"""A1, C15, C16: units on the table: their bases, shapes, distances, and what kind of troops they are at the moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from marne.games.brigade1914.board import HIDDEN, ON_TABLE, WAGON, Battlefield, Dispositions
from marne.games.brigade1914.components.data import COMMAND, FIRE, LISTS, MEASURES, QUALITIES, QUALITY, Quality
from marne.games.brigade1914.components.forces import BATTERY, CAVALRY, INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.plane import Group, Placed, Point, Sizes, body_at, group, group_distance2, near, overlap
from marne.plane import distance2 as gap

__all__ = [
    "arm", "close_up", "dispositions", "distance2", "edge_distance", "edge_facing", "enemies", "enemy_within",
    "facing_of", "firing_bases", "foes", "friends", "from_edge", "has_lances", "in_play", "is_cuirassier", "is_foot",
    "is_mounted", "middle", "nearest_enemy2", "neighbours", "on_edge", "overlaps_itself", "place", "placed_at",
    "present", "quality", "rates_row", "shape", "shape_at", "sizes", "tokens_value", "visible", "while_still", "within",
]  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")

_UNKNOWN: Final = object()
_COMPANY = (MEASURES.company_width, MEASURES.company_depth)
_HORSE = (MEASURES.company_width, MEASURES.horse_depth)


def quality(board: Battlefield, unit: int) -> Quality:
    """C22: what the unit's grade does."""
    return QUALITY[QUALITIES[board.spec[unit].quality]]


def is_mounted(board: Battlefield, unit: int) -> bool:
    """A8: cavalry on horseback."""
    return board.spec[unit].kind == CAVALRY and not board.foot[unit]


def is_foot(board: Battlefield, unit: int) -> bool:
    """A8: infantry, or dismounted cavalry."""
    kind = board.spec[unit].kind
    return kind == INFANTRY or (kind == CAVALRY and bool(board.foot[unit]))


def arm(board: Battlefield, unit: int) -> str:
    """C15: the column of the terrain table."""
    if is_mounted(board, unit):
        return "mounted"
    return "gun" if board.spec[unit].kind in (BATTERY, WAGON) else "foot"


def rates_row(board: Battlefield, unit: int) -> str:
    """A5, A8: the row of the movement table."""
    if board.spec[unit].kind == CAVALRY:
        return "infantry" if board.foot[unit] else "cavalry"
    return "infantry" if board.spec[unit].kind == INFANTRY else "battery"


def sizes(board: Battlefield, unit: int) -> Sizes:
    """A1: width and depth of the unit's bases: companies, squadrons or guns first, then machine guns."""
    kind = board.spec[unit].kind
    deep = not board.foot[unit] if kind == CAVALRY else kind != INFANTRY
    return _sizes(deep, board.bases[unit], board.mgs[unit])


@cache
def _sizes(deep: bool, bases: int, guns: int) -> Sizes:
    return (_HORSE if deep else _COMPANY,) * bases + (_COMPANY,) * guns


def present(board: Battlefield, unit: int) -> bool:
    """A1: on the table, hidden or not."""
    return board.status[unit] in (ON_TABLE, HIDDEN) and bool(board.at[unit])


def in_play(board: Battlefield, unit: int) -> bool:
    """A1: on the table for all to see."""
    return board.status[unit] == ON_TABLE


def shape(board: Battlefield, unit: int) -> Group:
    """The unit's bases as one shape, kept beside the board until it moves, gets on or off its horses or loses a gun."""
    at = board.at[unit]
    kept = board.bodies.get(unit)
    if kept is not None and kept[0] is at and kept[1] == board.foot[unit] and kept[2] == board.mgs[unit]:
        return kept[3]
    body = group(at, sizes(board, unit))
    board.bodies[unit] = at, board.foot[unit], board.mgs[unit], body
    return body


def dispositions(board: Battlefield) -> Dispositions:
    """A1: who stands where, with what was found out about it since somebody moved last."""
    last = board.bodies.last
    if (
        last is None
        or last.at != board.at
        or last.status != board.status
        or last.foot != board.foot
        or last.mgs != board.mgs
        or last.table != board.table
        or last.owned is not board.owned
    ):
        last = board.bodies.last = Dispositions(board)
    return last


def visible(board: Battlefield) -> tuple[tuple[int, Group], ...]:
    """A1, C12: the units on the table that all can see, with their bodies."""
    kept = dispositions(board)
    if kept.visible is None:
        units = [unit for unit, status in enumerate(board.status) if status == ON_TABLE and board.at[unit]]
        kept.visible = tuple([(unit, shape(board, unit)) for unit in units])
    return kept.visible


def while_still(function: Callable[Concatenate[Battlefield, P], T]) -> Callable[Concatenate[Battlefield, P], T]:
    """Work out once what hangs on nothing but the arguments and on who stands where, until somebody moves. What is said
    again is the same object, so nobody may change it."""
    work: Any = function

    @wraps(function)
    def answer(board: Battlefield, *of: Any) -> Any:
        known, asked = dispositions(board).known, (work, *of)
        found = known.get(asked, _UNKNOWN)
        if found is _UNKNOWN:
            found = known[asked] = work(board, *of)
        return found

    return cast("Callable[Concatenate[Battlefield, P], T]", answer)


def foes(board: Battlefield, side: int) -> tuple[tuple[int, Group], ...]:
    """C16: the enemy units that a side can see on the table, with their bodies."""
    kept = dispositions(board)
    if kept.foes is None:
        kept.foes = [tuple([each for each in visible(board) if board.side[each[0]] != own]) for own in (0, 1)]
    return kept.foes[side]


@while_still
def neighbours(board: Battlefield, unit: int) -> list[Group]:
    """A5: other bodies on the table: visible ones, and the side's own hidden ones."""
    own = [each for each in board.owned[board.side[unit]] if board.status[each] == HIDDEN and board.at[each]]
    bodies = *visible(board), *((each, shape(board, each)) for each in own)
    return [body for other, body in bodies if other != unit]


def placed_at(board: Battlefield, unit: int, x: int, y: int, facing: int, formation: str) -> tuple[Placed, ...]:
    """Where the bases would stand."""
    return shape_at(board, unit, x, y, facing, formation).placed


def shape_at(board: Battlefield, unit: int, x: int, y: int, facing: int, formation: str) -> Group:
    """The shape that the unit would have there."""
    return body_at(x, y, facing, formation, sizes(board, unit))


def place(board: Battlefield, unit: int, x: int, y: int, facing: int, formation: str) -> None:
    """Put the unit there."""
    body = shape_at(board, unit, x, y, facing, formation)
    board.at[unit] = body.placed
    board.formation[unit] = formation
    board.bodies[unit] = body.placed, board.foot[unit], board.mgs[unit], body


def overlaps_itself(body: Group) -> bool:
    """A8: whether two bases of a unit stand on each other."""
    return any(overlap(one, other) for i, one in enumerate(body.figures) for other in body.figures[:i])


def middle(board: Battlefield, unit: int) -> tuple[int, int]:
    """The middle of the unit."""
    return shape(board, unit).middle


def facing_of(board: Battlefield, unit: int) -> int:
    """The facing of the unit's first base."""
    return board.at[unit][0][2]


def close_up(board: Battlefield, unit: int, lost: int) -> None:
    """C19: a base is taken away; the others stay where they are."""
    board.at[unit] = board.at[unit][:lost] + board.at[unit][lost + 1 :]


def friends(board: Battlefield, side: int) -> Iterator[int]:
    """A1: the side's units on the table."""
    for unit in board.owned[side]:
        if board.status[unit] in (ON_TABLE, HIDDEN) and board.at[unit]:
            yield unit


def enemies(board: Battlefield, side: int) -> Iterator[int]:
    """C12, C16: the enemy units that a side can see on the table: not those that are hidden."""
    for unit in board.owned[1 - side]:
        if board.status[unit] == ON_TABLE:
            yield unit


def distance2(board: Battlefield, a: int, b: int) -> int:
    """The squared distance of two units, from base to base."""
    return group_distance2(shape(board, a), shape(board, b))


def within(board: Battlefield, a: int, b: int, most: int) -> bool:
    """Whether two units are as near as that."""
    return near(shape(board, a), shape(board, b), most)


@while_still
def enemy_within(board: Battlefield, unit: int, most: int) -> bool:
    """C16: whether a visible enemy is as near as that."""
    mine = shape(board, unit)
    return any(near(mine, theirs, most) for _, theirs in foes(board, board.side[unit]))


@while_still
def nearest_enemy2(board: Battlefield, unit: int) -> int:
    """C16: the squared distance of the nearest visible enemy; more than the table if there is none."""
    mine = shape(board, unit)
    return min(
        (group_distance2(mine, theirs) for _, theirs in foes(board, board.side[unit])),
        default=(WIDE + DEEP) ** 2,
    )


def edge_distance(edge: str, x: int, y: int) -> int:
    """A1: how far a point is from a table edge."""
    return {"north": y, "south": DEEP - y, "west": x, "east": WIDE - x}[edge]


def on_edge(edge: str, x: int, y: int) -> Point:
    """A1: the point of a table edge that lies opposite."""
    return {"north": (x, 0), "south": (x, DEEP), "west": (0, y), "east": (WIDE, y)}[edge]


def from_edge(edge: str, along: int, deep: int) -> Point:
    """A1: the point that lies so far along a table edge and so deep in the table."""
    upright = edge in ("north", "south")
    x, y = on_edge(edge, along, along)
    return (x, abs(y - deep)) if upright else (abs(x - deep), y)


def edge_facing(edge: str) -> int:
    """A1: the facing of somebody who looks from an edge onto the table."""
    return {"north": 180, "south": 0, "west": 90, "east": 270}[edge]


def firing_bases(board: Battlefield, unit: int) -> tuple[int, int]:
    """C16: companies and machine guns in formation: near enough to another base of the unit."""
    return _in_formation(shape(board, unit), board.bases[unit])


@lru_cache(maxsize=8192)
def _in_formation(body: Group, n: int) -> tuple[int, int]:
    placed = body.placed

    def joined(i: int, most: int) -> bool:
        x, y, _ = placed[i]
        others = [(ox - x) ** 2 + (oy - y) ** 2 for j, (ox, oy, _) in enumerate(placed) if j != i]
        if any(apart <= most * most for apart in others):  # from middle to middle, so from base to base too
            return True
        return any(gap(body.figures[i], body.figures[j]) <= most * most for j in range(len(placed)) if j != i)

    companies = sum(joined(i, FIRE.out_of_formation) for i in range(n))
    guns = sum(joined(i, FIRE.out_of_formation_machine_gun) for i in range(n, len(placed)))
    return max(companies, 1), guns


def is_cuirassier(board: Battlefield, unit: int) -> bool:
    """C26: elite regiments of a French cavalry brigade."""
    spec = board.spec[unit]
    return LISTS[board.lists[board.side[unit]]].cuirassiers and spec.kind == CAVALRY and spec.quality == 2


def has_lances(board: Battlefield, unit: int) -> bool:
    """C26: German cavalry brigades."""
    return LISTS[board.lists[board.side[unit]]].lances and board.spec[unit].kind == CAVALRY


def tokens_value(board: Battlefield, unit: int) -> int:
    """A2: the tokens that a unit generates."""
    return COMMAND.tokens.get(board.spec[unit].kind, 0)
