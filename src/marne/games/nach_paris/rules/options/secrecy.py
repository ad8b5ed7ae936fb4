"""[19.1.3], [21.1.1] What is kept from a seat: units under Fog of War markers, in facts, steps and events.

A hidden unit is nowhere on a masked board (`board.UNSEEN`); its hex has a marker. Which units are hidden is no secret,
since the setup display lies open; where each is, how strong, how it faces, what it did: all that is.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from marne.engine import Event, HexLabel, Seat, value
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, IDS, NAMES, OF_SIDE, SIDE, SIDES
from marne.games.nach_paris.events import NachParisEvent
from marne.hexes import Bits, bits, members

if TYPE_CHECKING:
    from marne.games.nach_paris.board import NachParisBoard

__all__ = ["Private", "Stirred", "hidden_from", "names_hidden", "stripped", "take_away", "told"]

_OWNER: Final = tuple(0 if camp.nation == "DE" else ALLIED_SIDE for camp in MAP.camps)
_LISTS: Final = (
    "moved", "arrived", "entered", "extended_1", "extended_2", "forced", "forced_before", "carried", "in_position",
    "barraged", "fought", "withdrew", "barred", "acted", "hesitant", "fieldworks", "entrenched", "in_walls", "convoyed",
    "limited", "cut_off", "fed", "regrouped", "replaced", "replaced_before", "wreckers", "repairers", "shipped",
    "fogged", "spotted", "recon_done", "perilled", "loss_fresh",
)  # fmt: skip
"""Sets of units: hidden ones are taken out."""
_BY_UNIT: Final = (
    "lost_now", "lost_before", "loss_marker", "spent", "railed", "trains", "hurt", "obeys", "changing", "off_harbour",
    "aerial_tries",
)  # fmt: skip
"""Facts by unit: those of hidden ones are taken out."""
_SUMS: Final = (
    "transit_hex", "transit_side", "rail_used", "station_used", "harbour_used", "sent",
)  # fmt: skip
"""Sums of steps, from which the enemy could tell who went where: only the side that moves knows them."""


def hidden_from(board: NachParisBoard, seat: Seat | None) -> Bits:
    """[19.1.3] The units that a seat may not know: those of the other side, or of both, that lie under a marker.

    Whoever is at sea is in sight.
    """
    fogged = board.fogged if seat is None else board.fogged & ~OF_SIDE[seat]
    return bits(board.on_map(fogged)) if fogged else 0


def take_away(board: NachParisBoard, twin: NachParisBoard, seat: Seat | None, unseen: int) -> None:
    """[19.1.3], [19.1.4] Take all that is hidden off a masked board; one marker stands for all of a hex."""
    hidden = hidden_from(board, seat)
    twin.fog_markers = board.fog_markers[:]
    twin.fog_zones = dict(board.fog_zones)
    if seat != board.side:
        for name in _SUMS:
            setattr(twin, name, {})
        twin.convoys = [0, 0]
    if seat != ALLIED_SIDE:
        twin.harbour_supply = {}
    twin.camp_supply = {camp: steps for camp, steps in twin.camp_supply.items() if _OWNER[camp] == seat}
    for unit in members(hidden):
        hex = board.where[unit]
        if hex >= 0:
            twin.fog_markers[SIDE[unit]] |= 1 << hex
            twin.at[hex] &= ~(1 << unit)
            twin.standing &= ~(1 << unit)
        twin.where[unit] = unseen
        twin.lost[unit] = twin.faces[unit] = 0
    for side, hexes in enumerate(twin.fog_markers):
        twin.occupied[side] |= hexes
        twin.solid[side] |= hexes
    for name in _LISTS:
        setattr(twin, name, getattr(twin, name) & ~hidden)
    for name in _BY_UNIT:
        setattr(twin, name, {unit: fact for unit, fact in getattr(twin, name).items() if not hidden >> unit & 1})
    if board.overflown >= 0 and not hidden >> board.overflown & 1:
        twin.overflown = board.overflown


# -- steps

_PLAIN_BITS: Final = ("forts", "hexes")
_BITS: Final = ("guns", "units")
_UNITS: Final = ("unit", "sapper", "staff")


@cache
def _named_by(kind: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a class that name a unit, and those that hold a set of units."""
    one, many = [], []
    for field in fields(kind):
        word = str(field.type)
        if word == "Unit" or field.name in _UNITS:
            one.append(field.name)
        elif (word == "Bits" and field.name not in _PLAIN_BITS) or field.name in _BITS:
            many.append(field.name)
    return tuple(one), tuple(many)


def names_hidden(thing: Any, hidden: Bits) -> bool:
    """Whether a step, or one that follows from it, is about one hidden unit by name."""
    if isinstance(thing, tuple):
        return any(names_hidden(each, hidden) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return False
    one, _ = _named_by(type(thing))
    if any(getattr(thing, name) >= 0 and hidden >> getattr(thing, name) & 1 for name in one):
        return True
    return any(names_hidden(getattr(thing, field.name), hidden) for field in fields(thing))


def stripped(thing: Any, hidden: Bits) -> Any:
    """A step without the hidden units in its sets."""
    if isinstance(thing, tuple):
        return tuple(stripped(each, hidden) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    _, many = _named_by(type(thing))
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
class Private(NachParisEvent):
    """What only one side may read; `inner` is what happened."""

    side: int
    inner: NachParisEvent

    def seers(self) -> tuple[Seat, ...] | None:
        return (self.side,)

    def plain(self) -> Event:
        """What happened."""
        return self.inner


@value
class Stirred(NachParisEvent):
    """[19.1.3] What the others see: somebody under a marker came to a hex."""

    owner: int
    hex: HexLabel
    side: str

    def seers(self) -> tuple[Seat, ...] | None:
        return (1 - self.owner,)


_COMINGS: Final = ("Moved", "Arrived", "WentByRail", "Landed", "Advanced", "Retreated", "Withdrew")
_NAMED: Final = {NAMES[unit]: unit for unit in range(len(IDS))}


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
    if type(event).__name__ not in _COMINGS or not hex:
        return (private,)
    return private, Stirred(event.rule, side, hex, SIDES[side])


def _in(event: NachParisEvent) -> Bits:
    """Every unit that an event names, by id or by name, in whatever field."""
    found = 0
    for fact in event.facts().values():
        if isinstance(fact, str) and fact:
            if fact in _NAMED:
                found |= 1 << _NAMED[fact]
            found |= bits(BY_ID[word] for word in fact.replace(",", " ").split() if word in BY_ID)
    return found
