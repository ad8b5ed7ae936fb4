"""A hex on a card, from what a seat knows: who holds it, room, zones, what getting there costs, the line of supply."""

from __future__ import annotations

from collections.abc import Callable

from marne.engine import Line, Observation
from marne.engine.survey import Led, Surveyed
from marne.games.schlieffens_war.board import IN_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import (
    BRITISH,
    DEPOT,
    DEPOT_OF,
    ENTENTE,
    FORT,
    FRENCH,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SEATS,
    SIDE,
    UNIT_NAMED,
)
from marne.games.schlieffens_war.rules.command.command import command_radius
from marne.games.schlieffens_war.rules.command.secrecy import known_units
from marne.games.schlieffens_war.rules.movement.reach import allowance, reach
from marne.games.schlieffens_war.rules.supply.supply import SupplyNet, open_to_supply
from marne.games.schlieffens_war.words import WORDS
from marne.hexes import Bits, members

__all__ = ["survey"]


def survey(observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
    """All that the seat knows of a hex."""
    board: WarBoard = observation.view.board
    at = g.GRID.hexes((hex,))[0]
    known = known_units(board, observation.seat)
    unit = UNIT_NAMED.get(piece)
    lines, way = _lines(board, at, language), tuple[str, ...]()
    if unit is not None and known[unit] and board.where[unit] >= 0 and board.where[unit] != at:
        line, way = _getting_there(board, unit, at, language)
        lines.append(line)
    return Surveyed(
        tuple(lines), _who(board, at, known), way, _traces(board, at, known), _command(board, at, known, language)
    )


def _lines(board: WarBoard, at: int, language: str) -> list[Line]:
    """Control and prizes (4.6), room (6.2), zones (7.1)."""

    def say(key: str, **facts: object) -> str:
        return WORDS.say(language, f"card.{key}", **facts)

    holder = WORDS.say(language, SEATS[GERMAN if board.control >> at & 1 else ENTENTE])
    lines = [Line(say("held", side=holder), "", "4.6")]
    if g.PRIZES >> at & 1:
        lines.append(Line(say("prize"), "", "4.6"))
    lines.append(Line(say("room", now=board.corps_equivalents(at), most=LIMITS.corps), "", "6.2"))
    for side, name in enumerate(SEATS):
        if board.zone(side) >> at & 1:
            lines.append(Line(say("zone", side=WORDS.say(language, name)), "", "7.1"))
    return lines


def _points(board: WarBoard, unit: int) -> int:
    """10.4: what it has left in its own turn, all that it will have in its next."""
    spent = board.spent[unit] if SIDE[unit] == board.side else 0
    return allowance(board, unit) - spent


def _getting_there(board: WarBoard, unit: int, at: int, language: str) -> tuple[Line, tuple[str, ...]]:
    points = _points(board, unit)
    found = reach(board, unit, points)
    if not found.destinations >> at & 1:
        return Line(WORDS.say(language, "card.far", unit=NAMES[unit], points=points), "", "10.4"), ()
    words = WORDS.say(language, "card.cost", unit=NAMES[unit], cost=found.cost(at), points=points)
    return Line(words, "", "10.4"), (g.LABELS[board.where[unit]], *(g.LABELS[each] for each in found.path(at)))


def _who(board: WarBoard, at: int, known: list[bool]) -> tuple[str, ...]:
    """10.4: the pieces that get there in one move, of those that the seat knows."""
    return tuple(
        NAMES[unit]
        for unit, place in enumerate(board.where)
        if place >= 0 and place != at and known[unit] and KIND[unit] not in (FORT, DEPOT)
        if reach(board, unit, _points(board, unit)).destinations >> at & 1
    )


def _command(board: WarBoard, at: int, known: list[bool], language: str) -> tuple[Led, ...]:
    """6.7, 2.7: each HQ in the hex, how far it commands, and which corps of its nation are there."""
    found = []
    for hq in board.stacks[at]:
        if KIND[hq] != HQ or not known[hq]:
            continue
        radius = command_radius(board, hq)
        area = g.GRID.within_bits(at, radius) & g.LAND
        led = [
            unit
            for unit, place in enumerate(board.where)
            if place >= 0 and known[unit] and IS_CORPS[unit] and NATION[unit] == NATION[hq] and area >> place & 1
        ]
        text = WORDS.say(language, "card.commands", unit=NAMES[hq], radius=radius, count=len(led))
        found.append(Led(NAMES[hq], text, "6.7", g.labels_of(area), tuple(NAMES[unit] for unit in led)))
    return tuple(found)


def _traces(board: WarBoard, at: int, known: list[bool]) -> tuple[tuple[str, ...], ...]:
    """8.2 to 8.6: for the first unit in the hex that is known."""
    unit = next((each for each in board.stacks[at] if known[each] and KIND[each] != FORT), None)
    if unit is None:
        return ()
    net = SupplyNet(board, SIDE[unit])
    stages = _line(board, net, unit, at) if net.state(unit) == IN_SUPPLY else []
    return tuple(tuple(g.LABELS[hex] for hex in stage) for stage in stages if len(stage) > 1)


def _line(board: WarBoard, net: SupplyNet, unit: int, at: int) -> list[list[int]]:
    """8.2 to 8.6: to its HQ, from there to the depot or the rail, along the rail to the edge."""
    side, nation = SIDE[unit], NATION[unit]
    free = open_to_supply(board, side) | g.BIT[at]
    hqs = net.hqs[nation] | (net.hqs[FRENCH] if nation == BRITISH else 0)
    to_hq = _way(at, hqs, lambda hex: g.PASSABLE[hex] & free)
    if not to_hq:
        return []
    stages, hq = [to_hq], to_hq[-1]
    if not net.rail >> hq & 1:
        depots = [board.where[DEPOT_OF[each]] for each in board.stacks[hq] if each in DEPOT_OF]
        ends = sum(g.BIT[each] for each in depots if each >= 0) & net.rail
        stages.append(_way(hq, ends or net.rail, lambda hex: g.PASSABLE[hex] & free))
    start = stages[-1][-1] if stages[-1] else hq
    sources = g.GERMAN_SOURCES if side == GERMAN else g.ENTENTE_SOURCES | g.PORTS
    stages.append(_way(start, sources & net.rail, lambda hex: g.RAIL[hex] & net.rail))
    return stages


def _way(start: int, goals: Bits, steps: Callable[[int], Bits]) -> list[int]:
    """The shortest way from a hex to one of some others; empty where there is none."""
    before, edge = {start: start}, [start]
    while edge:
        beyond: list[int] = []
        for here in edge:
            if goals >> here & 1:
                way = [here]
                while before[way[-1]] != way[-1]:
                    way.append(before[way[-1]])
                return way[::-1]
            for to in members(steps(here)):
                if to not in before:
                    before[to] = here
                    beyond.append(to)
        edge = beyond
    return []
