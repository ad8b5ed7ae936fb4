"""[19.1.3], [21.1.1] What is kept from a seat: units under Fog of War markers, in facts, steps and events.

A hidden unit is nowhere on a masked board (`board.UNSEEN`); its hex has a marker. Which units are hidden is no secret,
since the setup display lies open; where each is, how strong, how it faces, what it did: all that is.
"""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from marne.engine import Event, HexLabel, Private, Seat, Sort, named_in, units_in, value
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DE, IDS, NAMES, NATION, OF_SIDE, SIDE, SIDES
from marne.games.nach_paris.events import NachParisEvent
from marne.hexes import Bits, bits, members

if TYPE_CHECKING:
    from marne.games.nach_paris.board import NachParisBoard

__all__ = ["Stirred", "hidden_from", "names_hidden", "show_counts", "show_markers", "stripped", "told"]

_OWNER: Final = tuple(0 if camp.nation == "DE" else ALLIED_SIDE for camp in MAP.camps)
_MOVERS: Final = ("transit_hex", "transit_side", "rail_used", "station_used", "harbour_used", "sent", "convoys")
"""Counts of steps, from which the enemy could tell who went where: under fog only the side that moves knows them."""


def hidden_from(board: NachParisBoard, seat: Seat | None) -> Bits:
    """[19.1.3] The units that a seat may not know: those of the other side, or of both, that lie under a marker.

    Whoever is at sea is in sight.
    """
    fogged = board.fogged if seat is None else board.fogged & ~OF_SIDE[seat]
    return bits(board.on_map(fogged)) if fogged else 0


def show_counts(board: NachParisBoard, twin: NachParisBoard, seat: Seat | None) -> None:
    """[19.1.3] What a seat knows of counts in which hidden units are counted; without fog all of it."""
    if not board.fog or seat == board.side:
        for name in _MOVERS:
            setattr(twin, name, copy(getattr(board, name)))
    if not board.fog or seat == ALLIED_SIDE:
        twin.harbour_supply = dict(board.harbour_supply)
    known = board.camp_supply.items()
    twin.camp_supply = {camp: steps for camp, steps in known if not board.fog or seat == _OWNER[camp]}
    open_to_all = not board.fog or seat == ALLIED_SIDE  # which of three nations went there last tells who it was
    twin.sluice_holder = {hex: nation for hex, nation in board.sluice_holder.items() if open_to_all or nation == DE}
    twin.step_losses = board.step_losses[:]
    if board.fog:
        for unit in members(hidden_from(board, seat)):  # the others count what they can see
            twin.step_losses[NATION[unit]] -= board.lost[unit]
        twin.step_losses = [max(0, steps) for steps in twin.step_losses]  # losses before the first day are in no count


def show_markers(board: NachParisBoard, twin: NachParisBoard, seat: Seat | None) -> None:
    """[19.1.3], [19.1.4] One marker stands for all hidden units of a hex."""
    twin.fog_markers = board.fog_markers[:]
    twin.fog_zones = dict(board.fog_zones)
    for unit in members(hidden_from(board, seat)):
        if board.where[unit] >= 0:
            twin.fog_markers[SIDE[unit]] |= 1 << board.where[unit]
    for side, hexes in enumerate(twin.fog_markers):
        twin.occupied[side] |= hexes
        twin.solid[side] |= hexes


# -- steps


def names_hidden(thing: Any, hidden: Bits) -> bool:
    """Whether a step, or one that follows from it, is about one hidden unit by name."""
    if isinstance(thing, tuple):
        return any(names_hidden(each, hidden) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return False
    one, _ = named_in(type(thing))
    if any(getattr(thing, name) >= 0 and hidden >> getattr(thing, name) & 1 for name in one):
        return True
    return any(names_hidden(getattr(thing, field.name), hidden) for field in fields(thing))


def stripped(thing: Any, hidden: Bits) -> Any:
    """A step without the hidden units in its sets."""
    if isinstance(thing, tuple):
        return tuple(stripped(each, hidden) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    _, many = named_in(type(thing))
    changes = {name: getattr(thing, name) & ~hidden for name in many if getattr(thing, name) & hidden}
    for field in fields(thing):
        inner = getattr(thing, field.name)
        if field.name not in changes and (isinstance(inner, tuple) or is_dataclass(inner)):
            found = stripped(inner, hidden)
            if found != inner:
                changes[field.name] = found
    return replace(thing, **changes) if changes else thing


# -- events


@value
class Stirred(NachParisEvent):
    """[19.1.3] What the others see: somebody under a marker came to a hex."""

    sort: ClassVar[Sort] = "move"
    owner: int
    hex: HexLabel
    side: str

    def seers(self) -> tuple[Seat, ...] | None:
        return (1 - self.owner,)


_NUMBER: Final = {**{NAMES[unit]: unit for unit in range(len(IDS))}, **BY_ID}
"""The unit of each name and id."""


def told(event: Event, fogged: Bits) -> tuple[Event, ...]:
    """[19.1.3] An event as it is told: one that names a hidden unit goes to its side, the others see a marker move."""
    if not fogged or not isinstance(event, NachParisEvent) or event.seers() is not None:
        return (event,)
    hidden = _in(event) & fogged
    if not hidden:
        return (event,)
    side = ALLIED_SIDE if hidden & OF_SIDE[ALLIED_SIDE] else 1 - ALLIED_SIDE
    private = Private(event.rule, side, event)
    hex = getattr(event, "hex", "")
    if not event.comes or not hex:
        return (private,)
    return private, Stirred(event.rule, side, hex, SIDES[side])


def _in(event: NachParisEvent) -> Bits:
    """Every unit that an event names, by the types of its fields."""
    return bits(_NUMBER[word] for word in units_in(event) if word in _NUMBER)
