"""What goes on wheels: trains that bring troops forward, siege guns on roads and rails, demolitions behind an army."""

from __future__ import annotations

from typing import Final

from marne.engine import Answer
from marne.games.nach_paris.board import FOR_GOOD, Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import FIGHTING, GERMAN_SIDE, LONG_RANGE, SIDE, Unit
from marne.games.nach_paris.rules.barrage.firing import abf_reach, has_ammo
from marne.games.nach_paris.rules.engineers.structures import HEXES_OF
from marne.games.nach_paris.staff.appraisal import Situation, force
from marne.games.nach_paris.staff.strikes import Place
from marne.hexes import bits

__all__ = ["boarding", "drive", "in_range", "roll", "wants_train", "worth_blowing"]

Options = tuple[Answer, ...]
JOURNEY: Final = 12
"""From how many hexes behind the front it pays to go by train."""
ALIGHT: Final = 5
"""So near to the enemy troops leave their train."""
LOSING: Final = 1.5
"""Bridges are blown where the enemy is so many times stronger."""


def numbers(options: Options, word: str) -> list[int]:
    """What is offered after a word."""
    return [each[1] for each in options if isinstance(each, tuple) and each[0] == word and isinstance(each[1], int)]


# -- [12.2], [12.3] troops


def wants_train(situation: Situation, unit: Unit) -> bool:
    """[12.2.1] Whether a unit is so far from the fighting that it should go by rail, and stands on a line."""
    board = situation.board
    hex = board.where[unit]
    return bool(MAP.links_of[hex]) and situation.distant[hex] > JOURNEY and board.steps(unit) > 1


def boarding(situation: Situation, unit: Unit, options: Options) -> Answer | None:
    """[12.2.3] The direction to entrain in, if one leads on."""
    here = situation.call[situation.board.where[unit]]
    ways = [(situation.call[hex], -hex) for hex in numbers(options, "entrain")]
    best = max(ways, default=None)
    return ("entrain", -best[1]) if best is not None and best[0] > here else None


def drive(situation: Situation, unit: Unit, options: Options) -> Answer:
    """[12.3] A train runs on while that brings it nearer; its troops get off close behind the front."""
    board, field, remote = situation.board, situation.call, situation.distant
    here = board.where[unit]
    stops = [
        hex
        for hex in numbers(options, "rail")
        if remote[hex] >= ALIGHT - 1 and field[hex] > field[here] and remote[hex] < remote[here] + 4
    ]
    if stops and remote[here] > ALIGHT:
        return ("rail", max(stops, key=lambda hex: (field[hex], -hex)))
    if "detrain" in options and (remote[here] <= JOURNEY or not stops):
        return "detrain"
    turns = [hex for hex in numbers(options, "head") if field[hex] > field[here]]
    if turns and not board.spent.get(unit, 0) and remote[here] > ALIGHT:
        return ("head", max(turns, key=lambda hex: (field[hex], -hex)))
    return "end"


# -- [7.9], [12.5] siege guns


def in_range(situation: Situation, unit: Unit, hex: Hex) -> int:
    """[8.5.1], [8.5.2] The forts worth breaking that a gun would reach from a hex, whichever way it looks."""
    found = 0
    for other in MAP.grid.neighbours[hex]:
        found |= fort_data.AT[other]
    if LONG_RANGE >> unit & 1:
        found |= fort_data.in_long_range(hex, V.barrage.long_range)
    return found & bits(situation.forts)


def roll(situation: Situation, unit: Unit, options: Options, place: Place | None) -> Answer:
    """A siege gun: into position before forts, out of it when they have fallen, else on towards the next ones."""
    board, here = situation.board, situation.board.where[unit]
    reached = in_range(situation, unit, here) if has_ammo(board, unit) else 0
    if board.in_position >> unit & 1:
        if reached:
            looks = abf_reach(board, unit) & reached
            return "turn" if not looks and "turn" in options else "end"
        if "limber" in options:
            return "limber"
        ways = numbers(options, "on-rails")
        return ("on-rails", max(ways, key=lambda hex: (situation.call[hex], -hex))) if ways else "end"
    if reached:
        return next((word for word in ("unlimber", "off-rails") if word in options), "end")
    if unit in board.trains:
        return _shunt(situation, options, here)
    if place is not None and ("to", place.hex) in options:
        return ("to", place.hex)
    return "end"


def _shunt(situation: Situation, options: Options, here: Hex) -> Answer:
    """A railway gun runs on to where its forts are."""
    far = MAP.grid.links.distances(bits(MAP.forts[fort].hex for fort in situation.forts), far=99)
    for word in ("rail", "head"):
        ways = [hex for hex in numbers(options, word) if far[hex] < far[here] and far[hex] > 0]
        if ways:
            return (word, min(ways, key=lambda hex: (far[hex], hex)))
    return "end"


# -- [16] demolitions


def worth_blowing(situation: Situation, structures: list[int]) -> int:
    """[16.1.5] The structure that should go before the enemy has it, -1 none: where he comes and is much stronger."""
    board, best, found = situation.board, 0.0, -1
    for number in structures:
        if board.broken.get(number, 0) > 1 or board.broken.get(number) == FOR_GOOD:
            continue
        hexes = HEXES_OF[number]
        menace = max(situation.menace[hex] for hex in hexes)
        remote = min(situation.remote[hex] for hex in hexes)
        if remote > 3 or menace <= best or menace <= LOSING * 10.0 or not _ours(board, situation, number):
            continue
        if menace > LOSING * _cover(board, situation, hexes):
            best, found = menace, number
    return found


def _cover(board: NachParisBoard, situation: Situation, hexes: tuple[Hex, ...]) -> float:
    near = 0
    for hex in hexes:
        near |= MAP.grid.within_bits(hex, 2)
    mine = [unit for unit in board.on_map(FIGHTING) if SIDE[unit] == situation.side and near >> board.where[unit] & 1]
    return float(force(board, bits(mine)))


def _ours(board: NachParisBoard, situation: Situation, number: int) -> bool:
    """Whether nobody of one's own stands on the far bank of a bridge."""
    structure = MAP.structures[number]
    german = situation.side == GERMAN_SIDE
    return bool(board.german_ground >> structure.hex & 1) == german
