"""3.1, 9.1, 9.4 The order of battle: each army with what it has, what is to come and what is lost, as a seat knows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from marne.engine import Formation, Mustered
from marne.games.schlieffens_war.board import ELIMINATED, REMOVED, WAITING, WarBoard
from marne.games.schlieffens_war.components.scenario import Scenario1914
from marne.games.schlieffens_war.components.units import (
    ARMY,
    COUNT,
    FACTOR,
    FULL,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    NATION_NAMES,
    SEATS,
    SIDE,
)
from marne.games.schlieffens_war.words import WORDS

__all__ = ["order_of_battle"]

State = Literal["here", "coming", "lost", "left"]
Place = Literal["map", "waiting", "eliminated", "removed", "perhaps east"]
"""Where a unit is, as far as the list tells it apart."""

_ARMIES: Final = tuple(
    sorted({(SIDE[unit], NATION[unit], not ARMY[unit], ARMY[unit]) for unit in range(COUNT)}),
)
_UNITS: Final = tuple(
    tuple(unit for unit in range(COUNT) if (SIDE[unit], NATION[unit], not ARMY[unit], ARMY[unit]) == army)
    for army in _ARMIES
)
"""By army, those of the set-up and then the fortresses of each nation."""


def order_of_battle(board: WarBoard, language: str) -> tuple[Formation, ...]:
    """The armies of a scenario, the Germans first. 6.6: what lies face down is on the map, and nobody is told where."""
    after = board.scenario.turns_of.withdrawal
    off = tuple([place if place in _OFF_MAP else 0 for place in board.where])
    return _armies(board.scenario, off, after is not None and board.turn >= after, language)


_OFF_MAP: Final = frozenset((WAITING, ELIMINATED, REMOVED))


@lru_cache(256)
def _armies(scenario: Scenario1914, where: tuple[int, ...], east: bool, language: str) -> tuple[Formation, ...]:
    found = []
    for number, units in enumerate(_UNITS):
        places = tuple([_place(where[unit], unit, east, scenario.victory.withdrawn_factor) for unit in units])
        if formation := _formation(scenario, number, places, language):
            found.append(formation)
    return tuple(found)


def _place(place: int, unit: int, east: bool, factor: int) -> Place:
    if place == WAITING:
        return "waiting"
    if place == ELIMINATED:
        return "eliminated"
    if place != REMOVED:
        return "map"
    sent = east and SIDE[unit] == GERMAN and IS_CORPS[unit] and FACTOR[unit][FULL[unit]] >= factor  # 9.4
    return "perhaps east" if sent else "removed"


@lru_cache(1024)
def _formation(scenario: Scenario1914, number: int, places: tuple[Place, ...], language: str) -> Formation | None:
    """Formations that look the same are one object: their JSON is kept by what they are."""
    units = tuple(
        _mustered(scenario, unit, place, language)
        for unit, place in zip(_UNITS[number], places, strict=True)
        if _plays(scenario, unit)
    )
    if not units:
        return None
    side, nation, no_army, army = _ARMIES[number]
    hq = next((NAMES[unit] for unit in _UNITS[number] if KIND[unit] == HQ), "")
    of = WORDS.say(language, f"order.{NATION_NAMES[nation]}")
    title = WORDS.say(language, "order.forts" if no_army else "order.army", nation=of, hq=hq)
    return Formation(f"{NATION_NAMES[nation]}-{army}", title, SEATS[side], units)


def _plays(scenario: Scenario1914, unit: int) -> bool:
    """3.1: a scenario with stacks leaves out what it doesn't name."""
    return not scenario.stacks or bool(scenario.entry[unit]) or any(unit in stack for _, stack in scenario.stacks)


_STATES: Final[dict[Place, tuple[State, str]]] = {
    "map": ("here", ""),
    "waiting": ("coming", ""),
    "eliminated": ("lost", "order.may_return"),
    "removed": ("lost", ""),
    "perhaps east": ("left", "order.out"),
}
"""8.8, 9.4, 9.5: what a place means for the list, and what is said of it."""


def _mustered(scenario: Scenario1914, unit: int, place: Place, language: str) -> Mustered:
    state, note = _STATES[place]
    turn = scenario.entry[unit] if state == "coming" else 0
    if state == "coming" and turn:
        note = "order.port" if NATION_NAMES[NATION[unit]] == "british" else "order.west"  # 9.2, 9.3
    return Mustered(NAMES[unit], NAMES[unit], state, FULL[unit], turn, note=WORDS.say(language, note) if note else "")
