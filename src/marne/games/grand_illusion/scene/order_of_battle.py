"""7.1, 7.2, 8.4.9 The order of battle: each nation's corps, cavalry, staffs and forts, and who comes or is lost.

The counters of this game belong to nations, not to armies (2.5): the list is by nation and kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from marne.engine import Formation, Mustered
from marne.games.grand_illusion.board import (
    ASIDE,
    AT_SOURCE,
    BY_SEA,
    DEAD,
    IN_BOX,
    ON_TRACK,
    OUT_OF_HOLLAND,
    REPLACED,
    VARIABLE,
    GrandIllusionBoard,
)
from marne.games.grand_illusion.components.units import (
    CAVALRY,
    COUNT,
    FORTS,
    GE,
    HEAVY,
    HQS,
    IDS,
    INFANTRY,
    LADDER,
    NAMES,
    NATION,
    NATIONS,
    ROWS,
    SIDE_OF,
    SIDES,
    Unit,
)
from marne.games.grand_illusion.words import phrase

__all__ = ["order_of_battle"]

State = Literal["here", "coming", "lost", "left"]
KINDS: Final = (("infantry", INFANTRY), ("cavalry", CAVALRY), ("staffs", HQS | HEAVY), ("forts", FORTS))
STATES: Final[dict[int, State]] = {DEAD: "lost", ON_TRACK: "coming", IN_BOX: "coming", ASIDE: "left"}
NO_TURN: Final = 99
"""7.1: from here on a turn on the track says only that nobody knows."""
ENTRIES: Final = {
    VARIABLE: "order.variable",
    REPLACED: "order.replaced",
    AT_SOURCE: "order.source",
    BY_SEA: "order.sea",
    OUT_OF_HOLLAND: "order.holland",
}
"""7.1.1, 7.2, 12.6, 14.3.6: how a unit on the track enters, where its hex is not fixed."""

Told = tuple[Unit, State, int, int, bool]
"""A unit, its state, the turn on which it comes, how it enters, whether it waits in the box."""
_LISTS: Final = tuple(
    (nation, kind, tuple(unit for unit in range(COUNT) if NATION[unit] == nation and units >> unit & 1))
    for nation in (GE, *(each for each in range(len(NATIONS)) if each != GE))
    for kind, units in KINDS
)


def order_of_battle(board: GrandIllusionBoard, language: str) -> tuple[Formation, ...]:
    """Nation by nation, the Germans first. 13.1.1: counters of options that nobody chose are left out."""
    return _lists(tuple([min(place, 1) for place in board.where]), tuple(board.track.items()), language)


@lru_cache(256)
def _lists(
    where: tuple[int, ...], coming: tuple[tuple[Unit, tuple[int, int]], ...], language: str
) -> tuple[Formation, ...]:
    found, track = [], dict(coming)
    for nation, kind, units in _LISTS:
        told: list[Told] = []
        for unit in units:
            place = where[unit]
            if place > 0:
                told.append((unit, "here", 0, 0, False))
            elif place != ASIDE or not ROWS[unit].option:
                turn, how = track.get(unit, (0, 0)) if place == ON_TRACK else (0, 0)
                told.append((unit, STATES[place], turn, how, place == IN_BOX))
        if told:
            found.append(_formation(nation, kind, tuple(told), language))
    return tuple(found)


@lru_cache(512)
def _formation(nation: int, kind: str, units: tuple[Told, ...], language: str) -> Formation:
    """Formations that look the same are one object: their JSON is kept by what they are."""
    title = phrase(language, f"order.{kind}", nation=phrase(language, f"name.{NATIONS[nation]}"))
    return Formation(
        f"{NATIONS[nation]}-{kind}", title, SIDES[SIDE_OF[nation]], tuple(_mustered(each, language) for each in units)
    )


def _mustered(told: Told, language: str) -> Mustered:
    unit, state, turn, how, in_box = told
    note, hex = "", ""
    if in_box:
        note = "order.box"
    elif state == "coming" and how > 0:
        hex = str(how)
    elif state == "coming":
        note = ENTRIES[how]
    elif state == "lost" and not FORTS >> unit & 1:
        note = "order.may_return"
    return Mustered(
        IDS[unit],
        NAMES[unit],
        state,
        len(LADDER[unit]),
        turn if turn < NO_TURN else 0,
        hex,
        note=phrase(language, note) if note else "",
    )
