"""Positions made for cases and tests, and their facts by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import MarneError, Position
from training import view
from training.board import NOWHERE, Field
from training.components.data import CHITS
from training.components.ground import SIDES
from training.sequence import PlayerTurn

__all__ = ["arrange", "inspect"]


def arrange(board: Field, changes: Mapping[str, Any]) -> Position[Field]:
    """A position for a case: `turn`, `weather`, `side` to move, `units` by label, `hands` by side and chit.

    A unit that is named has `hex`, `kind`, and where wanted `up`, `steps`, `disordered`; all others are gone.
    """
    unknown = sorted(set(changes) - {"turn", "weather", "side", "units", "hands"})
    if unknown:
        raise MarneError(f"unknown change {unknown[0]!r}; known: hands, side, turn, units, weather")
    units = changes.get("units", {})
    for side in (0, 1):
        _arrange_side(board, side, units)
    for label in units:
        if label not in board.scenario.number_of:
            raise MarneError(f"there is no counter {label!r}; there are {', '.join(board.scenario.labels)}")
    board.turn = changes.get("turn", 1)
    board.weather = changes.get("weather", "dry")
    for name, hand in changes.get("hands", {}).items():
        for chit, count in hand.items():
            board.hands[SIDES.index(name)][CHITS.index(chit)] = count
            board.cup[CHITS.index(chit)] -= count
    return Position.begin(board, PlayerTurn(SIDES.index(changes.get("side", "blue"))))


def _arrange_side(board: Field, side: int, units: Mapping[str, Mapping[str, Any]]) -> None:
    """Named counters are what the case says, the others share what the scenario has left and are off the map."""
    mine = board.scenario.counters[side]
    left = [board.scenario.kinds[counter] for counter in mine]
    for counter in sorted(mine, key=lambda counter: board.label(counter) not in units):
        unit = units.get(board.label(counter), {"hex": ""})
        kind = board.ground.kind_names.index(unit["kind"]) if "kind" in unit else left[0]
        if kind not in left:
            raise MarneError(f"{board.label(counter)}: {SIDES[side]} has no {unit['kind']} left in this scenario")
        left.remove(kind)
        board.deploy(counter, kind)
        board.at[counter] = board.ground.grid.hex(unit["hex"]) if unit["hex"] else NOWHERE
        board.steps[counter] = unit.get("steps", board.steps[counter]) if unit["hex"] else 0
        board.up |= unit.get("up", True) << counter
        board.disordered |= unit.get("disordered", False) << counter


def inspect(position: Position[Field]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The facts by kind, name and field, as cases expect them."""
    facts: Any = view.observe(position, None)
    board = position.board
    units = {}
    for counter, piece in enumerate(facts["pieces"]):
        kind = board.ground.kind_names[board.kind[counter]] if piece["deployed"] else ""
        units[piece["id"]] = {**piece, "hex": piece["hex"] or "", "kind": kind, "steps": board.steps[counter]}
    tracks = {side: {"points": board.points[i], "hand": facts["hands"][i]} for i, side in enumerate(SIDES)}
    towns = {label: {"held": holder or ""} for label, holder in facts["towns"].items()}
    return {"unit": units, "side": tracks, "town": towns, "turn": {"now": {"turn": board.turn}}}
