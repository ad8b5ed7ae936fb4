"""An open question as the client needs it: what is placed, from where, how far; and what it would reach there."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import Answer, Goal, Looked, Position, Previewed
from marne.games.brigade1914.board import ARRIVED, ON_TABLE, SIDES, Battlefield
from marne.games.brigade1914.components.data import RECON
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.rules.command.general import GeneralRides, general_rate
from marne.games.brigade1914.rules.fire.firing import CHARGE, MOVED, STANDING, in_reach, targets
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import (
    edge_facing,
    enemies,
    facing_of,
    from_edge,
    middle,
    on_edge,
    place,
    present,
    sizes,
)
from marne.games.brigade1914.rules.movement.goals import parse_goal
from marne.games.brigade1914.rules.movement.movement import entry_point, rate, road_bonus
from marne.games.brigade1914.rules.movement.moving import GoTo
from marne.games.brigade1914.rules.reconnaissance.scouts import MoveMarker, PlaceMarker, marker_count
from marne.games.brigade1914.rules.scenarios.deployment import Deploy, zone
from marne.games.brigade1914.scene.lookout import how_after, lines, rings
from marne.games.brigade1914.steps import PointLine, point_of
from marne.plane import Point, turned

__all__ = ["WORDS", "goal", "look", "preview", "spot"]

WORDS: Final = ("stay", "leave", "reserve", "off", "none", "nowhere")
"""Answers to an open question that are no place."""


def goal(position: Position[Battlefield], seat: int | None) -> Goal | None:
    """What the seat is asked to place; None where the question has a list of answers or is somebody else's."""
    ask = position.open
    if ask is None or ask.options is not None or seat is None or ask.actor != seat:
        return None
    board, step = position.board, position.step
    words = tuple(word for word in WORDS if step.read(board, word) == word and step.why_not(board, word) is None)
    found: dict[str, Any] = {"words": words}
    edge = board.edge(seat)
    front = on_edge(edge, WIDE // 2, DEEP // 2)
    if isinstance(step, GoTo | Deploy):
        unit = step.unit
        found |= {"kind": "unit", "unit": board.label(unit), "bases": tuple(sizes(board, unit))}
        if present(board, unit):
            found |= {"facing": facing_of(board, unit), "formation": board.formation[unit]}
            found["at"] = middle(board, unit)
        else:
            found |= {"facing": edge_facing(edge), "formation": "line" if isinstance(step, Deploy) else "column"}
    if isinstance(step, GoTo):
        found |= {"how": step.how, "rate": rate(board, step.unit, step.how)}
        if board.status[step.unit] == ARRIVED:
            found |= {
                "entering": True,
                "at": _inwards(edge, *entry_point(board, step.unit, WIDE // 2, DEEP // 2), INSIDE),
            }
    elif isinstance(step, Deploy):
        deep = zone(board, seat)
        found |= {
            "how": "deploy",
            "zone": (edge, deep),
            "at": _inwards(edge, *front, deep // 2),
        }
        found["hidden"] = bool(board.rules.hidden) and board.role(seat) == 1
    elif isinstance(step, PlaceMarker):
        deep = zone(board, seat) + RECON.marker_beyond
        found |= {
            "how": "marker",
            "zone": (edge, deep),
            "at": from_edge(edge, _along(edge, step.number + 1, marker_count(board, seat) + 1), deep - 200),
        }
    elif isinstance(step, MoveMarker):
        name = f"{SIDES[seat][0]}m{step.marker + 1}"
        found |= {"unit": name, "rate": RECON.marker_move, "at": board.marker[seat][step.marker]}
    elif isinstance(step, GeneralRides):
        found |= {
            "unit": f"{SIDES[seat][0]}G",
            "rate": general_rate(board, seat),
            "at": (board.gx[seat], board.gy[seat]),
        }
    found.setdefault("at", (WIDE // 2, DEEP // 2))
    return Goal(**found)


def _along(edge: str, part: int, parts: int) -> int:
    """So many parts of an edge: markers that are only confirmed stand side by side."""
    return (WIDE if edge in ("north", "south") else DEEP) * part // parts


def _inwards(edge: str, x: int, y: int, deep: int) -> tuple[int, int]:
    dx, dy = turned(0, deep, edge_facing(edge))
    return x + dx, y + dy


def preview(position: Position[Battlefield], text: str) -> Previewed:
    """C16, C20: the enemies that a unit would see from there, and those that it could fire at if it stood."""
    board, step = position.board.copy(), position.step
    if not isinstance(step, GoTo | Deploy):
        return {}
    parsed = _parsed(step, step.read(board, text))
    if parsed is None:
        return {}
    unit = step.unit
    points, facing, formation = parsed
    place(board, unit, *points[-1], facing, formation)
    board.status[unit] = ON_TABLE
    how = how_after(board, unit, step.how if isinstance(step, GoTo) else "")
    if board.spec[unit].kind == BATTERY:
        reach = targets(board, unit, STANDING)
    else:
        reach = in_reach(board, unit, MOVED if how == MOVED else STANDING)
    seen = [enemy for enemy in enemies(board, board.side[unit]) if sees(board, unit, enemy)]
    return {
        "sees": [board.label(each) for each in seen],
        "reach": [board.label(each) for each in sorted(reach)],
        "charge": [board.label(each) for each in in_reach(board, unit, CHARGE)] if how == CHARGE else [],
        "lines": lines(board, unit, MOVED if how == MOVED else STANDING),
        "rings": rings(board, unit, how),
    }


def spot(position: Position[Battlefield], answer: Answer) -> tuple[int, int, int | None] | None:
    """Where an answer puts something, and how it faces there; None where it is a word, or names of units."""
    step = position.step
    if isinstance(step, PointLine):
        point = point_of(answer)
        return None if point is None else (*point, None)
    parsed = _parsed(step, answer) if isinstance(step, GoTo | Deploy) else None
    return None if parsed is None else (*parsed[0][-1], parsed[1])


def _parsed(step: GoTo | Deploy, answer: Answer | None) -> tuple[tuple[Point, ...], int, str] | None:
    """The points, the facing and the formation of a goal, hidden or not."""
    if isinstance(answer, tuple) and isinstance(step, Deploy):
        answer = answer[:4]
    return None if answer is None else parse_goal(answer)


def area(position: Position[Battlefield], wanted: Goal) -> tuple[list[tuple[int, int]], int]:
    """A5, C27: spots of a grid at which what is to be placed may stand as it faces now, and their distance."""
    if wanted.zone is None:
        step = position.step
        most = road_bonus(position.board, step.unit, step.how) if isinstance(step, GoTo) else 0
        reach = wanted.rate + most + (INSIDE if wanted.entering else 0) if wanted.rate else max(WIDE, DEEP)
        gap = FINE if wanted.rate else COARSE
        left, right = max(0, wanted.at[0] - reach), min(WIDE, wanted.at[0] + reach)
        top, bottom = max(0, wanted.at[1] - reach), min(DEEP, wanted.at[1] + reach)
    else:
        edge, deep = wanted.zone
        gap = COARSE
        left, right = WIDE - deep if edge == "east" else 0, deep if edge == "west" else WIDE
        top, bottom = DEEP - deep if edge == "south" else 0, deep if edge == "north" else DEEP
    tail = f" {wanted.facing} {wanted.formation}" if wanted.kind == "unit" else ""
    spots = ((x, y) for x in range(left + gap // 2, right, gap) for y in range(top + gap // 2, bottom, gap))
    return [(x, y) for x, y in spots if position.refusal(f"{x},{y}{tail}") is None], gap


FINE: Final = 100
COARSE: Final = 200
"""How close the spots of an area lie, for a march and for a zone."""
INSIDE: Final = 300
"""How far from the edge a unit that enters is shown first."""


def look(position: Position[Battlefield], seat: int | None, label: str) -> Looked:
    """C16: the same for a unit of the seat's own, or of the enemy that it sees, where it stands now; of the one
    that the seat is asked to place, where it may stand."""
    wanted = goal(position, seat)
    told = _looked(position, seat, label)
    if wanted is not None and label in (wanted.unit, "goal"):
        told["area"], told["step"] = area(position, wanted)
    return told


def _looked(position: Position[Battlefield], seat: int | None, label: str) -> Looked:
    board = position.board
    unit = board.unit(label)
    if unit is None or not present(board, unit) or (board.side[unit] != seat and board.status[unit] != ON_TABLE):
        return {"lines": [], "rings": []}
    return {"lines": lines(board, unit), "rings": rings(board, unit)}
