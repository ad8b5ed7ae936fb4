"""Positions for cases and tests: `[setup]` of a case file, and the facts that a case can expect. See docs/cases.md.

Words of a set-up: `turn`, `side` (whose segment it is), `caps`, `points`, `mandated`, `withdrew` (by side), `units` (id
to hex, with `*` after the hex for the back side, or to `dead`, `aside`, or a turn `T7`), `only` (true: units that are
not named are aside), `german` and `allied` (hexes controlled), `cavalry`, `siege`, `opened` (hexes), `trench` (level by
hex), `steps` (lost by forts), `blocked` (`allied 35 26`: entered 26 out of 35), `options` (by side), facts by name
(`danger`, `bottled`, ...), and `begin`: `segment` (default), `activation 27`, `turn`, `reinforcements`, `strategic`,
`administration`, or `battle 26` with `attackers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import MarneError, Position
from marne.games.grand_illusion import sequence
from marne.games.grand_illusion.board import ASIDE, DEAD, ON_TRACK, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES
from marne.games.grand_illusion.components.tables import CALENDAR
from marne.games.grand_illusion.components.units import BY_ID, COUNT, FORTS, IDS, SIDE, SIDES, Unit
from marne.games.grand_illusion.rules.actions.actions import (
    Activation,
    EndActivation,
    EndOfActionPhase,
    ResolveBattles,
    Segment,
)
from marne.games.grand_illusion.rules.movement.control import block
from marne.games.grand_illusion.rules.supply.administration import AdministrativePhase, AloneOnTheCoast
from marne.games.grand_illusion.rules.supply.supply import antwerp_taken
from marne.games.grand_illusion.sequence import AdvanceTurn, ReinforcementPhase, StrategicPhase
from marne.games.grand_illusion.steps import Steps
from marne.hexes import bits

__all__ = ["arrange", "inspect"]

_FACTS = (
    "danger",
    "bottled",
    "rail_end",
    "emergency",
    "northern",
    "free_train",
    "paris",
    "immediate",
    "landed",
    "passed",
    "british_hits",
    "british_lost",
    "french_lost",
    "revealed",
    "activations",
    "recovering",
)
_WORDS = {
    "turn", "side", "caps", "points", "mandated", "withdrew", "units", "only", "german", "allied", "cavalry", "siege",
    "opened", "trench", "steps", "blocked", "options", "begin", "attackers", "declared", "initiative", "held",
    "markers", "plan17", "first", "antwerp", *_FACTS,
}  # fmt: skip


def arrange(board: GrandIllusionBoard, changes: Mapping[str, Any]) -> Position[GrandIllusionBoard]:
    """The position of a `[setup]`."""
    unknown = sorted(set(changes) - _WORDS)
    if unknown:
        raise MarneError(f"unknown change {unknown[0]!r}; known: {', '.join(sorted(_WORDS))}")
    board.turn = changes.get("turn", 1)
    side = SIDES.index(changes.get("side", "allied"))
    board.initiative = SIDES.index(changes.get("initiative", SIDES[side]))
    board.attacker = side
    board.caps = list(changes.get("caps", [4, 6]))
    board.points = list(changes.get("points", board.points))
    board.mandated = list(changes.get("mandated", [0, 0]))
    board.withdrew = list(changes.get("withdrew", [0, 0]))
    for name, chosen in changes.get("options", {}).items():
        board.options[SIDES.index(name)] = bits(chosen)
        board.revealed = True
    board.emergency = CALENDAR.emergency(board.turn)
    for name in _FACTS:
        if name in changes:
            setattr(board, name, changes[name])
    board.open_holland()
    _place(board, changes)
    _mark(board, changes)
    board.antwerp = changes.get("antwerp", antwerp_taken(board))
    return Position.begin(board, *_agenda(board, changes, side))


def _place(board: GrandIllusionBoard, changes: Mapping[str, Any]) -> None:
    named = changes.get("units", {})
    if changes.get("only"):
        for unit in range(COUNT):
            board.track.pop(unit, None)
            board.put(unit, ASIDE)
    for name, place in named.items():
        unit = unit_of(name)
        text = str(place)
        board.track.pop(unit, None)
        if text == "dead":
            board.put(unit, DEAD)
        elif text == "aside":
            board.put(unit, ASIDE)
        elif text.startswith("T"):
            turn, _, how = text[1:].partition("-")
            board.delay(unit, int(turn), int(how) if how else VARIABLE)
        else:
            hex = int(text.rstrip("*"))
            if not 1 <= hex <= HEXES:
                raise MarneError(f"{name}: there is no hex {hex}")
            board.put(unit, hex)
            board.down = board.down | 1 << unit if text.endswith("*") else board.down & ~(1 << unit)
    for name, lost in changes.get("steps", {}).items():
        board.losses[unit_of(name)] = lost


def _mark(board: GrandIllusionBoard, changes: Mapping[str, Any]) -> None:
    board.control = (board.control | bits(changes.get("german", ()))) & ~bits(changes.get("allied", ()))
    board.cavalry |= bits(changes.get("cavalry", ()))
    board.siege |= bits(changes.get("siege", ()))
    board.opened |= bits(changes.get("opened", ()))
    board.declared |= bits(changes.get("declared", ()))
    board.held |= bits(unit_of(name) for name in changes.get("held", ()))
    for hex, level in changes.get("trench", {}).items():
        board.trench[int(hex)] = level
    for hex, amount in changes.get("markers", {}).items():
        board.markers[int(hex)] = amount
        board.german_cup.remove(amount)
    for hex, amount in changes.get("plan17", {}).items():
        board.plan17[int(hex)] = amount
        board.plan17_cup.remove(amount)
    for text in changes.get("blocked", ()):
        name, left, entered = text.split()
        block(board, SIDES.index(name), int(left), int(entered))


def _agenda(board: GrandIllusionBoard, changes: Mapping[str, Any], side: int) -> Steps:
    ending: Steps = (EndOfActionPhase(), AloneOnTheCoast(), StrategicPhase(), AdministrativePhase(), AdvanceTurn())
    begin = changes.get("begin", "segment")
    word, _, place = begin.partition(" ")
    match word:
        case "segment":
            return (Segment(side, first=bool(changes.get("first", False))), *ending)
        case "activation":
            return (Activation(side, int(place)), Segment(1 - side, first=False), *ending)
        case "battle":
            hex = int(place)
            board.active = hex
            board.battles = [hex]
            board.attackers[hex] = bits(unit_of(name) for name in changes["attackers"])
            return (ResolveBattles(side), EndActivation(), Segment(1 - side, first=False), *ending)
        case "turn":
            return (sequence.Turn(board.turn),)
        case "reinforcements":
            return ReinforcementPhase(), Segment(board.initiative, first=False), *ending
        case "strategic":
            return ending[2:]
        case "administration":
            return ending[3:]
    raise MarneError(f"a case can't begin with {begin!r}; see marne.games.grand_illusion.staging")


def unit_of(name: str) -> Unit:
    """A unit by its id."""
    if name not in BY_ID:
        raise MarneError(f"there is no unit {name!r}")
    return BY_ID[name]


def inspect(position: Position[GrandIllusionBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Units, hexes, sides and the turn, as cases expect them."""
    board = position.board
    units = {}
    for unit in range(COUNT):
        place = board.where[unit]
        named = {DEAD: "dead", ASIDE: "aside", ON_TRACK: "track"}.get(place, place)
        units[IDS[unit]] = {
            "at": named,
            "down": board.is_down(unit),
            "side": SIDES[SIDE[unit]],
            "turn": board.track[unit][0] if unit in board.track else 0,
            "steps_lost": board.losses.get(unit, 0),
            "strength": board.strength(unit) if not 1 << unit & FORTS or place > 0 else 0,
        }
    hexes = {
        str(hex): {
            "control": SIDES[board.control >> hex & 1],
            "cavalry": bool(board.cavalry >> hex & 1),
            "siege": bool(board.siege >> hex & 1),
            "trench": board.trench.get(hex, 0),
            "units": [IDS[unit] for unit in range(COUNT) if board.where[unit] == hex],
        }
        for hex in range(1, HEXES + 1)
    }
    sides = {
        name: {
            "caps": board.caps[side],
            "points": board.points[side],
            "mandated": board.mandated[side],
            "withdrew": board.withdrew[side],
        }
        for side, name in enumerate(SIDES)
    }
    turn = {"now": {"turn": board.turn, "initiative": SIDES[board.initiative], "danger": board.danger}}
    return {"unit": units, "hex": hexes, "side": sides, "turn": turn}
