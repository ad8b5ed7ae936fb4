"""What a position is judged by: the points that may be hoped for against those that are needed, Paris, cities in reach,
and corps that are cut off.

Points alone say little before turn 7, and a victory of the Germans needs Paris endangered besides: both are put
together by hand (`_hoped`), with what was seen in games of the staff (docs/figures.md); the judge learns how far to
trust it.
"""

from __future__ import annotations

from typing import Final

from marne.games.schlieffens_war.board import ELAN, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, FORT, GERMAN, IS_CORPS, KIND, UNITS_OF
from marne.hexes import Bits, members
from marne.kit.arithmetic import added, log, tally
from marne.kit.judge import logistic

__all__ = ["features"]

PACE: Final = 0.9
"""Points that the Germans make in a turn,"""
REPLY: Final = 1.0
"""and what the Entente, who plays last, takes back from them."""
SPREAD: Final = (1.2, 0.25)
"""How far the points may lie from that at the very end, and more for each of up to four turns before."""
SEEN: Final = (-0.4, 0.77)
"""The chance that Paris is endangered before the end, as a logistic function: a constant, and less for each hex that
the nearest German has to go in a turn."""
SURE: Final = 0.01
"""No hope is nearer to certainty."""
_TO_PARIS: Final = tuple(g.GRID.links.distances(g.PERIMETER, far=g.COUNT))
"""4.1: by hex, how far it is to those from which Paris is endangered."""


def features(board: WarBoard) -> dict[str, float]:
    """4.0: each is about as large as one, and good for the Germans where it grows, or the weight says otherwise."""
    scenario = board.scenario
    victory = scenario.victory
    left = _turns_left(board)
    late = 1 - left / scenario.turns
    there = [_factors(board, side) for side in (GERMAN, ENTENTE)]
    hoped = min(1 - SURE, max(SURE, _hoped(board, left, there[GERMAN])))
    german = g.PRIZES & board.control
    return {
        "hoped": log(hoped / (1 - hoped)),
        "needed": (victory.german_points + victory.draw_points) / 16 - board.handicap / 8,
        "german_cut": _share(board, GERMAN, cut=True) / 20,
        "entente_cut": _share(board, ENTENTE, cut=True) / 20,
        "german_elan": _share(board, GERMAN, cut=False) / 50,
        "reach_german": late * _in_reach(there[GERMAN], there[ENTENTE], g.PRIZES & ~german, 1, 3.0) / 5,
        "reach_entente": late * _in_reach(there[ENTENTE], there[GERMAN], german, 1, 3.0) / 5,
        "home_in_reach": _in_reach(there[ENTENTE], there[GERMAN], g.GERMAN_CITIES & board.control, 2, 2.0),
    }


def _turns_left(board: WarBoard) -> float:
    """5.1: turns to come, with half a one where the first player has the present one before him."""
    turns = board.scenario.turns
    return min(turns, turns - board.turn + 0.5 * (board.side == board.scenario.first_player))


def _factors(board: WarBoard, side: int) -> list[float]:
    """2.6: by hex, the factors of a side's corps and forts."""
    found = [0.0] * g.COUNT
    for unit in UNITS_OF[side]:
        if board.where[unit] >= 0 and (IS_CORPS[unit] or KIND[unit] == FORT):
            found[board.where[unit]] += board.factor(unit)
    return found


def _hoped(board: WarBoard, left: float, there: list[float]) -> float:
    """4.7, 4.1: what the Germans may hope for by points and Paris; a draw is half a victory."""
    victory = board.scenario.victory
    points = board.standing + PACE * left - REPLY
    spread = (SPREAD[0] + SPREAD[1] * min(left, 4.0)) / 1.7
    drawn = logistic((points + 0.5 - victory.draw_points) / spread)
    won = logistic((points + 0.5 - victory.german_points) / spread)
    if victory.endanger_paris and not board.endangered:
        nearest = min((_TO_PARIS[hex] for hex in range(g.COUNT) if there[hex]), default=g.COUNT)
        won *= logistic(SEEN[0] - SEEN[1] * nearest / (left + 0.5))
    return (drawn + won) / 2


def _share(board: WarBoard, side: int, *, cut: bool) -> float:
    """8.1, 9.6: the factors of corps that are out of supply, or have elan."""
    state, wanted = (board.supply, OUT_OF_SUPPLY) if cut else (board.morale, ELAN)
    return tally(
        board.factor(unit)
        for unit in UNITS_OF[side]
        if IS_CORPS[unit] and board.where[unit] >= 0 and state[unit] == wanted
    )


def _in_reach(mine: list[float], theirs: list[float], cities: Bits, near: int, full: float) -> float:
    """How strongly a side stands before cities that it has not got, each at most once: `full` times the garrison."""
    reach = 0.0
    for hex in members(cities):
        strength = added(mine[other] for other in g.GRID.within(hex, near))
        reach += min(1.0, strength / (2.0 + theirs[hex]) / full)
    return reach
