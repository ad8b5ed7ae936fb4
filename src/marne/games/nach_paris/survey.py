"""A hex on a card, from what a seat knows: holder, room, zones, works and forts, communications, command, ways."""

from __future__ import annotations

from collections.abc import Iterable

from marne.engine import Line, Observation
from marne.engine.survey import Led, Surveyed
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    NAMES,
    NATION,
    OF_SIDE,
    SIDE,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.campaign.victory import holder
from marne.games.nach_paris.rules.command.communications import CUT_OFF, HAS_LINE, LIMITED, state
from marne.games.nach_paris.rules.command.headquarters import command_range, leaders, reaches
from marne.games.nach_paris.rules.command.lines import Countries
from marne.games.nach_paris.rules.movement.march import allowance, points_left
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.rules.units.stacking import fits, limit, stacked_steps
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits, members

__all__ = ["survey"]

SIDE_WORDS = ("german", "allied")
FAR = 14
"""Nobody marches more hexes in a phase."""


def survey(observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
    """All that a seat knows of a hex: everything is read off its masked board."""
    board: NachParisBoard = observation.view.board
    at = MAP.grid.hex(hex)
    seat = board.side if observation.seat is None else observation.seat
    lines = [*_ground(board, at, language), *_works(board, at, language), *_supply(board, at, seat, language)]
    way: tuple[str, ...] = ()
    unit = BY_ID.get(piece)
    if unit is not None and board.where[unit] >= 0 and board.where[unit] != at and unit not in board.trains:
        line, way = _getting_there(board, unit, at, language)
        lines.append(line)
    return Surveyed(tuple(lines), _who(board, at), way, _trace(board, at, seat), _command(board, at, language))


def _side(side: Side, language: str) -> str:
    return phrase(language, f"word.{SIDE_WORDS[side]}")


def _ground(board: NachParisBoard, at: Hex, language: str) -> Iterable[Line]:
    """[4.5] Who held it last, and what it counts; [6.4.1] steps and room; [6.1.2] zones."""
    german = bool(board.german_ground >> at & 1)
    held = _side(GERMAN_SIDE if german else ALLIED_SIDE, language)
    yield Line(phrase(language, "card.held", side=held), "", "4.5")
    for objective in board.play.objectives:
        if at in objective.hexes:
            text = phrase(
                language,
                "card.objective",
                name=objective.name,
                side=_side(holder(board, objective), language),
                german=objective.german,
                allied=objective.allied,
            )
            yield Line(text, "", "4.5")
    most = limit(board, at)
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        if here := stacked_steps(board, board.of(at, side)):
            text = phrase(language, "card.steps", side=_side(side, language), now=here, most=most)
            yield Line(text, "", "6.4.1")
    if not board.at[at]:
        yield Line(phrase(language, "card.room", most=most), "", "6.4.1")
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        if zones(board, side) >> at & 1:
            yield Line(phrase(language, "card.zone", side=_side(side, language)), "", "6.1.2")


def _works(board: NachParisBoard, at: Hex, language: str) -> Iterable[Line]:
    """[10.1.4], [11.1.1] What was dug; [11.3.10], [11.4.10] forts one by one; [11.2.7] a Fortified Zone."""
    for key, units in (("fieldworks", board.fieldworks & ~board.entrenched), ("entrenched", board.entrenched)):
        if dug := members(units & board.at[at]):
            names = ", ".join(NAMES[unit] for unit in dug)
            yield Line(phrase(language, f"card.{key}", units=names), "", "10.1.4" if key == "fieldworks" else "11.1.7")
    for fort in members(forts.AT[at]):
        gone, hit = board.forts_gone >> fort & 1, board.festen_hit >> fort & 1
        key = "gone" if gone else "hit" if hit else "whole"
        yield Line(phrase(language, f"card.fort.{key}", name=MAP.forts[fort].name), "", "11.3.10")
    if (zone := forts.ZONE_AT.get(at)) is not None:
        key = "gone" if board.zones_gone >> zone & 1 else "whole"
        yield Line(phrase(language, f"card.fort.{key}", name=MAP.fortified_zones[zone].name), "", "11.2.7")


def _supply(board: NachParisBoard, at: Hex, side: Side, language: str) -> Iterable[Line]:
    """[13.1.6] The communications of the reader's units in the hex, as they stand now."""
    grounds = Countries(board)
    found: dict[str, list[str]] = {}
    for unit in members(board.of(at, side)):
        found.setdefault(state(board, unit, grounds), []).append(NAMES[unit])
    for said, key in ((HAS_LINE, "in_line"), (LIMITED, "limited"), (CUT_OFF, "cut_off")):
        if names := found.get(said):
            text = f"{phrase(language, f'overlay.{key}')}: {', '.join(names)}"
            yield Line(text, "", "13.1.6")


def _trace(board: NachParisBoard, at: Hex, side: Side) -> tuple[tuple[str, ...], ...]:
    """[13.1.4] The logistics line of the first of the reader's units, over free hexes to the railway that feeds it."""
    unit = next(iter(members(board.of(at, side))), None)
    if unit is None:
        return ()
    ground = Countries(board)[NATION[unit]]
    found = ground.lines.reach(at, V.supply.long, free=ground.free)
    ends = found.destinations & ground.railheads & ground.free
    if not ends or ground.railheads >> at & 1:
        return ()
    nearest = next(ring & ends for ring in found.rings if ring & ends)
    end = members(nearest)[0]
    return ((label(at), *(label(hex) for hex in found.path(end))),)


# -- [7.1] who gets there


def _points(board: NachParisBoard, unit: Unit) -> int:
    """[7.1.2] What it has left in its own Movement Phase, all that it will have in its next."""
    return points_left(board, unit) if SIDE[unit] == board.side else allowance(board, unit)


def _getting_there(board: NachParisBoard, unit: Unit, at: Hex, language: str) -> tuple[Line, tuple[str, ...]]:
    points = _points(board, unit)
    found = reach(board, unit, points)
    if not found.destinations >> at & 1:
        return Line(phrase(language, "card.far", unit=NAMES[unit], points=points), "", "7.1.2"), ()
    text = phrase(language, "card.cost", unit=NAMES[unit], cost=found.cost(at), points=points)
    return Line(text, "", "7.1.2"), (label(board.where[unit]), *(label(hex) for hex in found.path(at)))


def _who(board: NachParisBoard, at: Hex) -> tuple[str, ...]:
    """[7.1.3], [6.4.1] Those that get there on foot in one phase without a forced march, and have room there."""
    near = MAP.grid.within_bits(at, FAR)
    return tuple(
        IDS[unit]
        for unit in board.on_map(OF_SIDE[GERMAN_SIDE] | OF_SIDE[ALLIED_SIDE])
        if board.where[unit] != at and near >> board.where[unit] & 1 and unit not in board.trains
        if reach(board, unit, _points(board, unit)).destinations >> at & 1 and fits(board, unit, at, SIDE[unit])
    )


# -- [13.1.1] command


def _command(board: NachParisBoard, at: Hex, language: str) -> tuple[Led, ...]:
    """[13.1.1], [13.2.1] Each headquarters in the hex: how far its word carries, and whom it leads there."""
    return tuple(_led(board, hq, language) for hq in members(board.at[at] & HEADQUARTERS))


def _led(board: NachParisBoard, hq: Unit, language: str) -> Led:
    led = [
        unit
        for unit in board.on_map(OF_SIDE[SIDE[hq]] & ~HEADQUARTERS)
        if leaders(board, unit) >> hq & 1 and reaches(board, hq, unit, command_range(board, hq, unit))
    ]
    ranges = sorted({command_range(board, hq, unit) for unit in board.on_map(OF_SIDE[SIDE[hq]]) if unit != hq})
    far = ranges[-1] if ranges else 0
    area: Bits = MAP.grid.within_bits(board.where[hq], far) & board.play.area
    text = phrase(language, "card.leads", hq=NAMES[hq], range="/".join(map(str, ranges)), count=len(led))
    return Led(IDS[hq], text, "13.1.1", tuple(map(label, members(area))), tuple(IDS[unit] for unit in led))
