"""Chapter 8 against a second reckoning: lines of supply traced one by one, on armies strewn over the map."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from heapq import heappop, heappush

import pytest

from games.schlieffens_war.support import h
from marne.games.schlieffens_war.board import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    ARMY,
    BELGIAN,
    BRITISH,
    COUNT,
    DEPOT,
    FORT,
    FRENCH,
    GERMAN,
    HQ,
    KIND,
    NATION,
    SIDE,
)
from marne.games.schlieffens_war.rules.supply.supply import supply_of, supply_states
from marne.hexes import Bits, members

FORTRESSES = {FRENCH: g.HEAVY & g.FRANCE, BRITISH: 1 << h("1109") | 1 << h("1314"), BELGIAN: g.HEAVY, GERMAN: g.HEAVY}
SOUTH_OR_WEST = tuple(
    hex for hex in members(g.RAIL_HEXES & g.FRANCE) if g.LABELS[hex].startswith("28") or g.LABELS[hex].endswith("24")
)
EAST = tuple(hex for hex in members(g.RAIL_HEXES & g.GERMANY) if g.LABELS[hex][2:] == "01")


LONGEST = 4
"""Two hexes, in halves."""


def may_pass(made: WarBoard, side: int, hex: int) -> bool:
    """8.2, 7.2: no enemy, and no enemy zone unless a friend is there."""
    return not made.occupied[1 - side] >> hex & 1 and bool(
        not made.zone(1 - side) >> hex & 1 or made.occupied[side] >> hex & 1
    )


def by_rail(made: WarBoard, side: int, start: int, ends: Iterable[int]) -> bool:
    """Whether a railway leads from a hex to one of the ends, which is itself free of enemies."""
    goals = {end for end in ends if not made.occupied[1 - side] >> end & 1}
    seen, queue = {start}, [start]
    while queue:
        here = queue.pop()
        if here in goals:
            return True
        for to in members(g.RAIL[here]):
            if to not in seen and (may_pass(made, side, to) or to in goals):
                seen.add(to)
                queue.append(to)
    return False


def half_hexes(made: WarBoard, side: int, start: int, goal: int, half: Bits, only: Bits = ~0) -> int:
    """The length of the shortest line in half hexes, counting the hexes that it enters."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if here == goal:
            return spent
        if spent > best[here] or spent >= LONGEST:
            continue
        for to in members(g.PASSABLE[here]):
            if not may_pass(made, side, to) or not only >> to & 1:
                continue
            price = 1 if g.RAIL[here] >> to & 1 and half >> to & 1 else 2
            if spent + price < best.get(to, 99):
                best[to] = spent + price
                heappush(queue, (spent + price, to))
    return 99


def hqs(made: WarBoard, *nations: int) -> list[int]:
    return [unit for unit in range(COUNT) if KIND[unit] == HQ and NATION[unit] in nations and made.where[unit] >= 0]


@cache
def leaders(seed: int, *nations: int) -> list[int]:
    """The hexes of the HQs that others may trace to."""
    made = strewn(seed)
    works = german_hq_works if GERMAN in nations else entente_hq_works
    return [made.where[hq] for hq in hqs(made, *nations) if works(made, hq)]


def entente_hq_works(made: WarBoard, hq: int) -> bool:
    ports = [hex for hex in members(g.PORTS) if made.controller(hex) == 1] if NATION[hq] == BRITISH else []
    place = made.where[hq]
    return bool(g.RAIL[place] and by_rail(made, 1, place, SOUTH_OR_WEST)) or by_rail(made, 1, place, ports)


def german_rail(made: WarBoard, hex: int) -> bool:
    """8.6: a rail to the east edge, free of enemies and zones to its end."""
    free = [end for end in EAST if may_pass(made, 0, end)]
    return bool(g.RAIL[hex]) and may_pass(made, 0, hex) and by_rail(made, 0, hex, free)


def german_hq_works(made: WarBoard, hq: int) -> bool:
    place = made.where[hq]
    near = [hex for hex in members(g.RAIL_HEXES & g.GERMANY) if g.GRID.distance(place, hex) <= 2]
    if any(half_hexes(made, 0, place, hex, 0) <= LONGEST and german_rail(made, hex) for hex in near):
        return True
    depot = next(unit for unit in range(COUNT) if KIND[unit] == DEPOT and ARMY[unit] == ARMY[hq])
    at = made.where[depot]
    return at >= 0 and german_rail(made, at) and half_hexes(made, 0, place, at, g.RAIL_HEXES, made.control) <= LONGEST


def due(seed: int, unit: int) -> int:
    """The state of supply that chapter 8 gives a mobile unit."""
    made = strewn(seed)
    nation, place = NATION[unit], made.where[unit]
    if KIND[unit] == DEPOT:
        return IN_SUPPLY if german_rail(made, place) else OUT_OF_SUPPLY
    if nation == GERMAN:
        cities = [hex for hex in members(g.GERMAN_CITIES) if g.GRID.distance(place, hex) <= 2]
        fed = any(half_hexes(made, 0, place, hex, 0) <= LONGEST and german_rail(made, hex) for hex in cities)
        fed = fed or any(half_hexes(made, 0, place, hq, 0) <= LONGEST for hq in leaders(seed, GERMAN))
    else:
        nations = (FRENCH, BRITISH) if nation == BRITISH else (nation,)
        half = g.FRANCE if nation == FRENCH else 0
        fed = any(half_hexes(made, 1, place, hq, half) <= LONGEST for hq in leaders(seed, *nations))
        fed = fed or (nation == BELGIAN and bool(g.BELGIUM >> place & 1))
    if fed:
        return IN_SUPPLY
    return FORTRESS_SUPPLY if FORTRESSES[nation] >> place & 1 else OUT_OF_SUPPLY


@cache
def strewn(seed: int) -> WarBoard:
    """Armies at random, close enough to be in each other's way; Germans own what lies east of a random column."""
    rng = random.Random(seed)
    made = WarBoard()
    made.where = [-2] * COUNT
    column = rng.randint(5, 16)
    east = [hex for hex in members(g.LAND) if int(g.LABELS[hex][2:]) <= column + 3]
    west = [hex for hex in members(g.LAND) if int(g.LABELS[hex][2:]) >= column - 3]
    for unit in range(COUNT):
        share = 1.0 if KIND[unit] in (HQ, DEPOT) else 0.35
        if rng.random() > share:
            continue
        land = east if SIDE[unit] == 0 else west
        if NATION[unit] == BELGIAN:
            land = list(members(g.BELGIAN_AREA))
        elif NATION[unit] == BRITISH:
            land = [hex for hex in west if int(g.LABELS[hex][:2]) < 15]
        if KIND[unit] in (HQ, DEPOT) and rng.random() < 0.8:
            land = [hex for hex in land if g.RAIL[hex]] or land
        places = [hex for hex in land if not made.occupied[1 - SIDE[unit]] >> hex & 1]
        if KIND[unit] == DEPOT and made.where[unit - 1] >= 0:  # near its HQ, which stands before it
            near = [hex for hex in places if g.GRID.distance(hex, made.where[unit - 1]) <= 3 and g.RAIL[hex]]
            places = near or places
        if places:
            made.put(unit, rng.choice(places))
    made.control = 0
    for hex in east:
        if int(g.LABELS[hex][2:]) <= column + rng.randint(-1, 3):
            made.control |= 1 << hex
    made.control = (made.control | made.occupied[0]) & ~made.occupied[1]
    return made


SEEDS = range(30)


def compare(nation: int) -> None:
    seen = set()
    for seed in SEEDS:
        made = strewn(seed)
        for unit in range(COUNT):
            if NATION[unit] == nation and KIND[unit] != FORT and made.where[unit] >= 0:
                state = due(seed, unit)
                assert supply_of(made, unit) == state, (seed, unit)
                seen.add(state)
    assert {IN_SUPPLY, OUT_OF_SUPPLY} <= seen


@pytest.mark.rule("8.3", "8.2", "7.2")
def test_french_lines() -> None:
    compare(FRENCH)


@pytest.mark.rule("8.4", "8.2")
def test_british_lines() -> None:
    compare(BRITISH)


@pytest.mark.rule("8.5", "8.2")
def test_belgian_lines() -> None:
    compare(BELGIAN)


@pytest.mark.rule("8.6", "8.2", "7.5")
@pytest.mark.reading("rail-in-germany")
def test_german_lines() -> None:
    compare(GERMAN)


@pytest.mark.rule("8.0", "8.1", "5.5")
def test_every_mobile_unit_on_the_map_has_its_state_and_no_other() -> None:
    for seed in (1, 2, 3):
        made = strewn(seed)
        for side in (0, 1):
            mobile = [
                unit for unit in range(COUNT) if SIDE[unit] == side and made.where[unit] >= 0 and KIND[unit] != FORT
            ]
            assert supply_states(made, side) == [(unit, due(seed, unit)) for unit in mobile]
