"""Positions made for cases and tests, and their facts by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import MarneError, Position, Step
from marne.games.schlieffens_war.board import ELIMINATED, REMOVED, WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.scenario import FIRST, Scenario1914
from marne.games.schlieffens_war.components.units import COUNT, FULL, GERMAN, IS_CORPS, NAMES, SEATS, SIDE, UNIT_NAMED
from marne.games.schlieffens_war.rules.campaign.victory import EndOfTurn
from marne.games.schlieffens_war.sequence import Administration, Combat, Movement, PlayerTurn, RegroupAndReinforce, Turn

__all__ = ["arrange", "inspect", "stage"]

_PLACES = {"waiting": WAITING, "eliminated": ELIMINATED, "removed": REMOVED}
_MORALE = {"fatigued": -1, "normal": 0, "elan": 1}
_SUPPLY = {"supply": 0, "fortress": 1, "out": 2}
_PHASES: dict[str, Any] = {
    "regroup": RegroupAndReinforce,
    "movement": Movement,
    "combat": Combat,
    "administration": Administration,
}
_NUMBERS = ("turn", "points", "plan_xvii", "artillery", "artillery_next", "coup")
_KNOWN = {*_NUMBERS, "side", "phase", "units", "control", "endangered"}


def stage(changes: Mapping[str, Any], scenario: Scenario1914 = FIRST) -> WarBoard:
    """A board with the units named in `units` and nobody else; the others are waiting, or out of play."""
    for key in changes:
        if key not in _KNOWN:
            raise MarneError(f"unknown change {key!r}; known: {', '.join(sorted(_KNOWN))}")
    board = WarBoard(scenario)
    board.turn = 1
    board.where = [REMOVED] * COUNT
    for key in _NUMBERS:
        if key in changes:
            setattr(board, key, changes[key])
    board.endangered = int(changes.get("endangered", False))
    for name, given in changes.get("units", {}).items():
        _place(board, name, given)
    for side, labels in changes.get("control", {}).items():
        for label in labels:
            bit = 1 << g.GRID.hex(label)
            board.control = board.control | bit if side == "german" else board.control & ~bit
    return board


def _place(board: WarBoard, name: str, given: Any) -> None:
    if name not in UNIT_NAMED:
        raise MarneError(f"no unit {name!r}")
    unit = UNIT_NAMED[name]
    facts: dict[str, Any] = {"hex": given} if isinstance(given, str) else dict(given)
    place = facts.pop("hex", "waiting")
    board.steps[unit] = facts.pop("steps", FULL[unit])
    board.morale[unit] = _MORALE[facts.pop("morale", "normal")]
    board.supply[unit] = _SUPPLY[facts.pop("supply", "supply")]
    if facts:
        raise MarneError(f"{name}: unknown field {next(iter(facts))!r}; known: hex, morale, steps, supply")
    if board.morale[unit] and not IS_CORPS[unit]:
        raise MarneError(f"{name}: only corps have morale (9.6)")
    if place in _PLACES:
        board.where[unit] = _PLACES[place]
        return
    hex = g.GRID.hex(place)
    board.put(unit, hex)
    bit = 1 << hex
    board.control = board.control | bit if SIDE[unit] == GERMAN else board.control & ~bit


def arrange(board: WarBoard, changes: Mapping[str, Any]) -> Position[WarBoard]:
    """A position at the beginning of a phase: `side`, `phase` (all phases that follow are played), `units` by name.

    A unit is a hex, or a table with `hex` (also waiting, eliminated, removed), `steps`, `morale` (fatigued, normal,
    elan) and `supply` (supply, fortress, out). A unit's hex belongs to its side; `control` says more. Phase `end` is
    the end of the turn.
    """
    scenario = board.scenario
    board = stage(changes, scenario)
    side = SEATS.index(changes.get("side", "german"))
    phase = changes.get("phase", "movement")
    rest: list[Step[WarBoard]] = []
    if phase != "end":
        if phase not in _PHASES:
            raise MarneError(f"unknown phase {phase!r}; known: {', '.join(_PHASES)}, end")
        names = list(_PHASES)
        rest += [_PHASES[name](side) for name in names[names.index(phase) :]]
        if side == scenario.first_player:
            rest.append(PlayerTurn(1 - side))
    rest += [EndOfTurn(), Turn(board.turn + 1)]
    return Position.begin(board, *rest)


def inspect(position: Position[WarBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Units by name, hexes by label, tracks."""
    board = position.board
    places = {number: word for word, number in _PLACES.items()}
    morale = {number: word for word, number in _MORALE.items()}
    supply = {number: word for word, number in _SUPPLY.items()}
    units = {
        NAMES[unit]: {
            "hex": g.LABELS[board.where[unit]] if board.where[unit] >= 0 else places[board.where[unit]],
            "steps": board.steps[unit],
            "morale": morale[board.morale[unit]],
            "supply": supply[board.supply[unit]],
            "spent": board.spent[unit],
        }
        for unit in range(COUNT)
    }
    hexes = {
        label: {
            "control": SEATS[board.controller(hex)],
            "units": [NAMES[unit] for unit in board.stacks[hex]],
        }
        for hex, label in enumerate(g.LABELS)
    }
    tracks = {key: {"now": getattr(board, key)} for key in (*_NUMBERS, "endangered")}
    return {"unit": units, "hex": hexes, "track": tracks}
