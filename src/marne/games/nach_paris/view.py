"""What a seat may know, and positions that fit it.

Everything lies open but for the secret roster of [21.1.1] and, with fog of war on, for what lies under a marker
[19.1.3]: `secrecy.py` takes it off the masked board, here the agenda follows and the ZOCs that are told [19.2.3].
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import CHANCE, JSON, Observation, Position, Seat, Step
from marne.engine.save import saved
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import ALLIED_SIDE
from marne.games.nach_paris.rules.options.doctrine import DoctrineTest
from marne.games.nach_paris.rules.options.secrecy import hidden_from, names_hidden, stripped
from marne.games.nach_paris.rules.options.unseen import LATER, Unseen
from marne.games.nach_paris.rules.units.zones import zone_of
from marne.games.nach_paris.staff.dealing import deal
from marne.hexes import Bits, members

__all__ = ["imagine", "mask", "observe"]


def mask(position: Position[NachParisBoard], seat: Seat | None) -> Position[NachParisBoard]:
    """The position as a seat sees it."""
    seen = position.masked(seat, _agenda(position, seat))
    if position.board.fog:
        _tell_zones(position.board, seen.board, hidden_from(position.board, seat))
    return seen


def _tell_zones(board: NachParisBoard, twin: NachParisBoard, hidden: Bits) -> None:
    """[19.2.3] What the hidden units of a hex control, together (departs: 19.2.3)."""
    told = dict(twin.fog_zones)
    for unit in members(hidden):
        hex = board.where[unit]
        told[hex] = told.get(hex, 0) | zone_of(board, unit)
    twin.fog_zones = dict(sorted(told.items()))  # the order of a dict tells something too


def _agenda(position: Position[NachParisBoard], seat: Seat | None) -> tuple[Step[NachParisBoard], ...]:
    """What is left to do, without secrets: a step about a hidden unit is only known to be there."""
    board = position.board
    hidden = hidden_from(board, seat) if board.fog else 0
    found: list[Step[NachParisBoard]] = []
    for place, step in enumerate(position.agenda):
        secret = isinstance(step, DoctrineTest) and seat != ALLIED_SIDE
        asked = position.open if place == 0 else None
        if hidden and asked is not None and asked.actor not in (seat, CHANCE) and not isinstance(step, Unseen):
            secret = True  # what somebody else is asked hangs on units that the seat doesn't see
        if secret or (hidden and names_hidden(step, hidden)):
            found.append(Unseen(type(step).__name__, LATER if asked is None else asked.actor))
        else:
            found.append(stripped(step, hidden) if hidden else step)
    return tuple(_once(found))


def _once(steps: list[Step[NachParisBoard]]) -> list[Step[NachParisBoard]]:
    """How many steps about hidden units wait would tell something: several in a row are one."""
    return [
        step
        for place, step in enumerate(steps)
        if not (isinstance(step, Unseen) and place and isinstance(steps[place - 1], Unseen))
    ]


def observe(position: Position[NachParisBoard], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat, read off its mask; None is a spectator."""
    seen = mask(position, seat)
    names = (*seen.board.open_facts(), *seen.board.partly_open())
    facts: dict[str, JSON] = {name: saved(getattr(seen.board, name)) for name in names}
    facts["agenda"] = [saved(step) for step in seen.agenda]
    return facts


def imagine(observation: Observation, rng: Random) -> Position[NachParisBoard]:
    """A position that fits an observation: the hidden units are dealt under the markers.

    Where the other side decides about a hidden unit, its step stays unknown: it asks, and nothing follows.
    """
    board = observation.view.board.copy()
    if board.fog:
        deal(board, rng)
    return Position.begin(board, *observation.view.agenda)
