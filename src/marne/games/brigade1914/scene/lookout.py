"""C16, C18, C19, C20, A7: what a unit sees and could fire at from where it stands or would stand."""

from __future__ import annotations

from math import isqrt

from marne.engine import Ring, SightLine
from marne.games.brigade1914.board import WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.measures.sight import first_line, garrison, in_front, sees, smoke_on
from marne.games.brigade1914.rules.measures.troops import distance2, enemies, is_mounted, present, shape

__all__ = ["how_after", "lines", "rings"]


def how_after(board: Battlefield, unit: int, order: str) -> str:
    """How a unit would fire at the end of an order: in a charge, with a move, or standing."""
    if order in ("assault", "second"):
        return firing.CHARGE if is_mounted(board, unit) else firing.STANDING
    return firing.MOVED if order == "fire" else firing.STANDING


def rings(board: Battlefield, unit: int, how: str = firing.STANDING) -> list[Ring]:
    """C16, C19, C20, A7: the distances that matter to a unit, each with its name and half its arc in degrees."""
    if not present(board, unit) or board.spec[unit].kind == WAGON:
        return []
    half = 180 if garrison(board, unit) else FIRE.arc
    if board.spec[unit].kind == BATTERY:
        return [
            {"what": "case shot", "reach": FIRE.case_shot_range, "half": half, "rule": "C20"},
            {"what": "observer", "reach": FIRE.observer_range, "half": 180, "rule": "C20"},
        ]
    found: list[Ring] = []
    if how == firing.CHARGE:
        found.append({"what": "charge", "reach": FIRE.charge_range, "half": 180, "rule": "A7"})
    rifles = firing.rifle_range(board, unit, firing.MOVED if how == firing.MOVED else firing.STANDING)
    found.append(
        {"what": "carbines" if is_mounted(board, unit) else "rifles", "reach": rifles, "half": half, "rule": "C16"}
    )
    if FIRE.close_range < rifles:
        found.append({"what": "near", "reach": FIRE.close_range, "half": half, "rule": "C17"})
    if firing.guns_ready(board, unit, how):
        found.append({"what": "machine guns", "reach": firing.gun_range(board, how), "half": half, "rule": "C16"})
    return found


def lines(board: Battlefield, unit: int, how: str = firing.STANDING) -> list[SightLine]:
    """C16, C18, A9: a line to every enemy that is seen on the table: open or not, covered, in smoke, in reach."""
    if not present(board, unit) or board.spec[unit].kind == WAGON:
        return []
    mine = shape(board, unit)
    battery = board.spec[unit].kind == BATTERY
    reach = firing.reach(board, unit, how)
    found: list[SightLine] = []
    for enemy in enemies(board, board.side[unit]):
        theirs, gap = shape(board, enemy), distance2(board, unit, enemy)
        open_line = first_line(board.ground, mine, theirs)
        way = firing.method(board, unit, enemy) if battery else ""
        seen = sees(board, unit, enemy)
        found.append(
            {
                "unit": board.label(enemy),
                "from": open_line[:2] if open_line else mine.middle,
                "to": open_line[2:4] if open_line else theirs.middle,
                "inches": isqrt(gap) // 100,
                "sees": seen,
                "cover": firing.covered(board, unit, enemy),
                "smoke": smoke_on(board, enemy, gap),
                "front": in_front(board, unit, theirs, FIRE.arc) or garrison(board, unit),
                "reach": bool(way) if battery else seen and gap <= reach * reach,
                "way": way,
                "charge": not battery and is_mounted(board, unit) and seen and gap <= FIRE.charge_range**2,
            }
        )
    return found
