"""A10, C12, C13: recon markers and hidden troops: how they are seen, and what then stands there."""

from __future__ import annotations

from marne.engine import Modifier
from marne.games.brigade1914.board import HIDDEN, MASKED, ON_TABLE, Battlefield
from marne.games.brigade1914.components.data import MEASURES, RECON
from marne.games.brigade1914.components.forces import CAVALRY
from marne.games.brigade1914.events import MarkerRevealed, Revealed
from marne.games.brigade1914.rules.measures.sight import open_between
from marne.games.brigade1914.rules.measures.troops import edge_facing, friends, place, shape, shape_at
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.plane import FORMATIONS, Group, Point, group, group_distance2, near, turned

__all__ = [
    "GONE",
    "hidden_in_sight",
    "look_around",
    "markers_left",
    "meet_markers",
    "put_marker",
    "put_near",
    "reveal_marker",
    "reveal_unit",
    "seen_at_once",
    "spot_modifiers",
    "spot_of",
    "spottable_markers",
    "watch_markers",
]

GONE = (-1, -1)


def spot_of(x: int, y: int) -> Group:
    """A10: the single base of a recon marker."""
    return group(((x, y, 0),), ((MEASURES.base_width, MEASURES.horse_depth),))


def put_near(board: Battlefield, unit: int, x: int, y: int) -> None:
    """C12, C13: put a unit down as near to a point as there is room, facing away from its own edge."""
    facing = edge_facing(board.edge(board.side[unit]))
    for ring in range(40):
        for turn in range(0, 360, 30) if ring else (0,):
            dx, dy = turned(0, ring * 100, facing + turn)
            for formation in FORMATIONS:
                body = shape_at(board, unit, x + dx, y + dy, facing, formation)
                if on_table(body) and not crowded(board, unit, body):
                    place(board, unit, x + dx, y + dy, facing, formation)
                    return
    place(board, unit, x, y, facing, "column")


def reveal_unit(board: Battlefield, unit: int, rule: str) -> None:
    """C12: a hidden unit is seen by all."""
    board.status[unit] = ON_TABLE
    body = shape(board, unit)
    if crowded(board, unit, body):
        put_near(board, unit, *body.middle)
    board.tell(Revealed(rule, board.label(unit)))


def put_marker(board: Battlefield, side: int, marker: int, spot: Point) -> None:
    """C13: a marker stands there from now on, or is gone."""
    spots = list(board.marker[side])
    spots[marker] = spot
    board.marker[side] = tuple(spots)


def reveal_marker(board: Battlefield, side: int, marker: int, rule: str) -> int:
    """A10: a marker is taken away; the force that it masked takes its place. That unit, or -1."""
    x, y = board.marker[side][marker]
    put_marker(board, side, marker, GONE)
    hidden, unit = board.mask[side]
    if hidden == marker and board.status[unit] == MASKED:
        board.status[unit] = ON_TABLE
        board.mask[side] = GONE
        put_near(board, unit, x, y)
        board.tell(MarkerRevealed(rule, side, "force"))
        board.tell(Revealed(rule, board.label(unit)))
        return unit
    board.tell(MarkerRevealed(rule, side, "scouts"))
    return -1


def look_around(board: Battlefield, unit: int) -> None:
    """C12, C13: what a unit sees at once: hidden troops and markers within 6 inches in sight; and who sees it."""
    side = board.side[unit]
    mine = shape(board, unit)
    if board.status[unit] == HIDDEN:
        if any(
            status == ON_TABLE
            and board.side[enemy] != side
            and open_between(board, mine, shape(board, enemy), (unit, enemy))
            for enemy, status in enumerate(board.status)
        ):
            reveal_unit(board, unit, "C12")
        return
    for enemy in range(len(board.spec)):
        if board.side[enemy] != side and board.status[enemy] == HIDDEN and seen_at_once(board, mine, unit, enemy):
            reveal_unit(board, enemy, "C12")
    for marker, (x, y) in enumerate(board.marker[1 - side]):
        if x >= 0:
            spot = spot_of(x, y)
            if near(mine, spot, RECON.spot_auto) and open_between(board, mine, spot, (unit,)):
                reveal_marker(board, 1 - side, marker, "C13")


def seen_at_once(board: Battlefield, mine: Group, unit: int, enemy: int) -> bool:
    """C12: within 6 inches and in sight."""
    theirs = shape(board, enemy)
    return near(mine, theirs, RECON.spot_auto) and open_between(board, mine, theirs, (unit, enemy))


def spot_modifiers(board: Battlefield, unit: int, gap2: int, cover: bool) -> list[Modifier]:
    """C12: what is added to a spotting die."""
    found = []
    if cover:
        found.append(Modifier("C12", "target in cover", RECON.modifiers.target_in_cover))
    if board.spec[unit].kind == CAVALRY:
        found.append(Modifier("C12", "cavalry", RECON.modifiers.cavalry))
    if gap2 <= MEASURES.key_distance**2:
        found.append(Modifier("C12", "near", RECON.modifiers.near))
    return found


def spottable_markers(board: Battlefield, unit: int) -> list[int]:
    """C12: enemy markers within 24 inches and in sight."""
    mine = shape(board, unit)
    found = []
    for marker, (x, y) in enumerate(board.marker[1 - board.side[unit]]):
        if x >= 0:
            spot = spot_of(x, y)
            if near(mine, spot, RECON.spot_range) and open_between(board, mine, spot, (unit,)):
                found.append(marker)
    return found


def hidden_in_sight(board: Battlefield, unit: int) -> int:
    """C12: the nearest hidden enemy within 24 inches and in sight; -1 if there is none."""
    mine = shape(board, unit)
    found = [
        (group_distance2(mine, shape(board, enemy)), enemy)
        for enemy in range(len(board.spec))
        if board.side[enemy] != board.side[unit]
        and board.status[enemy] == HIDDEN
        and near(mine, shape(board, enemy), RECON.spot_range)
        and open_between(board, mine, shape(board, enemy), (unit, enemy))
    ]
    return min(found)[1] if found else -1


def markers_left(board: Battlefield, side: int) -> int:
    """C13: unrevealed markers."""
    return sum(x >= 0 for x, _ in board.marker[side])


def meet_markers(board: Battlefield, side: int) -> tuple[int, int] | None:
    """C13: the first pair of opposing markers within 6 inches in sight: the side's own, then the enemy's."""
    for mine, (x, y) in enumerate(board.marker[side]):
        for theirs, (ex, ey) in enumerate(board.marker[1 - side]):
            if x >= 0 and ex >= 0:
                a, b = spot_of(x, y), spot_of(ex, ey)
                if near(a, b, RECON.spot_auto) and open_between(board, a, b, ()):
                    return mine, theirs
    return None


def watch_markers(board: Battlefield, side: int) -> None:
    """C13: a marker within 6 inches of an enemy unit in sight is revealed."""
    for marker, (x, y) in enumerate(board.marker[side]):
        if x < 0:
            continue
        spot = spot_of(x, y)
        for enemy in friends(board, 1 - side):
            if near(spot, shape(board, enemy), RECON.spot_auto) and open_between(
                board, spot, shape(board, enemy), (enemy,)
            ):
                if board.status[enemy] == HIDDEN:
                    reveal_unit(board, enemy, "C12")
                reveal_marker(board, side, marker, "C13")
                break
