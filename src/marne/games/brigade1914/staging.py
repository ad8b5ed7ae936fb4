"""Positions made for cases, and the facts of a position by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import MarneError, Position
from marne.games.brigade1914.board import ON_TABLE, SIDES, STATUS_NAMES, Battlefield
from marne.games.brigade1914.components.data import LISTS
from marne.games.brigade1914.components.forces import points_of, read_force, tokens_of
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.command.command import generated, limit
from marne.games.brigade1914.rules.command.losses import set_general
from marne.games.brigade1914.rules.measures.troops import place
from marne.games.brigade1914.rules.scenarios.lists import problems
from marne.games.brigade1914.rules.scenarios.setup import assemble
from marne.games.brigade1914.rules.scenarios.victory import standing
from marne.games.brigade1914.sequence import EndOfTurn, Turn

__all__ = ["arrange", "inspect"]

_KEYS = {"table", "turn", "active", "forces", "units", "generals", "hands", "markers", "masks", "begin", "swap"}
_UNIT = {"at", "facing", "formation", "markers", "tokens", "spent", "status", "bases", "mgs", "foot", "dug", "half",
         "assaulted", "moved", "acted", "recruits", "smoke", "fired"}  # fmt: skip


def arrange(board: Battlefield, changes: Mapping[str, Any]) -> Position[Battlefield]:
    """A position: `forces` by side in notation, `units` by name with place and state, others in reserve.

    `begin` is `act` (the action phase of the active side), `end` (the end of the turn) or `turn` (a new turn).
    """
    unknown = sorted(set(changes) - _KEYS)
    if unknown:
        raise MarneError(f"unknown change {unknown[0]!r}; known: {', '.join(sorted(_KEYS))}")
    board.table = changes.get("table", board.table or "crossroads")
    board.swap = changes.get("swap", 0)
    for side in (0, 1):
        text = changes.get("forces", {}).get(SIDES[side])
        if text is None:
            raise MarneError("both forces must be given")
        board.force[side] = read_force(board.lists[side], text)
    assemble(board)
    for name, row in changes.get("units", {}).items():
        unit = board.unit(name)
        if unit is None:
            raise MarneError(f"there is no unit {name!r}")
        bad = sorted(set(row) - _UNIT)
        if bad:
            raise MarneError(f"{name}: unknown field {bad[0]!r}; known: {', '.join(sorted(_UNIT))}")
        _set_unit(board, unit, row)
    for name, (x, y, tokens) in changes.get("generals", {}).items():
        side = SIDES.index(name)
        set_general(board, side, x, y)
        board.gtokens[side] = tokens
    for name, hand in changes.get("hands", {}).items():
        board.hand[SIDES.index(name)] = tuple(sorted(hand))
    for name, spots in changes.get("markers", {}).items():
        board.marker[SIDES.index(name)] = tuple((x, y) for x, y in spots)
    for name, (marker, unit_name) in changes.get("masks", {}).items():
        hidden = board.unit(unit_name)
        if hidden is None:
            raise MarneError(f"there is no unit {unit_name!r}")
        board.mask[SIDES.index(name)] = (marker, hidden)
        board.status[hidden] = STATUS_NAMES.index("masked")
    board.turn = changes.get("turn", 1)
    board.active = SIDES.index(changes.get("active", "blue"))
    match changes.get("begin", "act"):
        case "act":
            return Position.begin(board, Act(), EndOfTurn())
        case "end":
            return Position.begin(board, EndOfTurn())
        case "turn":
            return Position.begin(board, Turn())
        case other:
            raise MarneError(f"begin is act, end or turn, not {other!r}")


def _set_unit(board: Battlefield, unit: int, row: Mapping[str, Any]) -> None:
    for key in _UNIT - {"at", "facing", "formation", "status"}:
        if key in row:
            getattr(board, key)[unit] = row[key]
    if "status" in row:
        board.status[unit] = STATUS_NAMES.index(row["status"])
    if "at" in row:
        x, y = row["at"]
        place(board, unit, x, y, row.get("facing", 0), row.get("formation", "line"))
        if "status" not in row:
            board.status[unit] = ON_TABLE


def inspect(position: Position[Battlefield]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The facts by kind, name and field."""
    board = position.board
    units: dict[str, Mapping[str, Any]] = {}
    for unit in range(len(board.spec)):
        placed = board.at[unit]
        units[board.label(unit)] = {
            "status": STATUS_NAMES[board.status[unit]],
            "bases": board.bases[unit],
            "mgs": board.mgs[unit],
            "markers": board.markers[unit],
            "limit": limit(board, unit),
            "tokens": board.tokens[unit],
            "spent": board.spent[unit],
            "at": list(placed[0][:2]) if placed else [],
            "facing": placed[0][2] if placed else -1,
            "formation": board.formation[unit],
            "foot": board.foot[unit],
            "smoke": board.smoke[unit],
            "dug": board.dug[unit],
            "half": int(board.half[unit] >= 0),
        }
    points = standing(board)
    sides = {}
    for side, name in enumerate(SIDES):
        force = board.force[side]
        army = LISTS[board.lists[side]]
        sides[name] = {
            "points": points[side],
            "cost": points_of(force, army),
            "force_tokens": tokens_of(force),
            "legal": not problems(board.lists[side], force),
            "tokens": generated(board, side),
            "general": board.gtokens[side],
            "rating": board.rating[side],
            "hand": list(board.hand[side]),
        }
    return {
        "unit": units,
        "side": sides,
        "game": {"now": {"turn": board.turn, "active": SIDES[board.active] if board.active >= 0 else ""}},
    }
