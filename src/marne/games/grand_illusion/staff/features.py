"""What a position is judged by: points in hand and in reach, strength, ground, Paris and Trier."""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import DOUBLE, GERMAN_VP, HEXES, PARIS, PLAN17, TRIER, Hex
from marne.games.grand_illusion.components.tables import LIMITS, POINTS
from marne.games.grand_illusion.components.units import ALLIED, COMBAT, CS, GE, GERMAN, OF_SIDE, Side
from marne.games.grand_illusion.rules.supply.supply import supplied_hexes
from marne.games.grand_illusion.staff.appraisal import distances
from marne.hexes import members
from marne.kit.arithmetic import added, tally

__all__ = ["features"]


def features(board: GrandIllusionBoard) -> dict[str, float]:
    """14.1.3: each is about as large as one, and good for the Allies where it grows, or the weight says otherwise."""
    played = board.turn / board.rules.turns
    fresh, worn = _strengths(board)
    there = [[a + b / 2 for a, b in zip(fresh[side], worn[side], strict=True)] for side in (ALLIED, GERMAN)]
    ahead = (_hoped(board) - max(LIMITS.points_to_win, 2 * board.points[ALLIED])) / 10
    row = distances()[PARIS]
    near_paris = added(there[GERMAN][hex] for hex in range(1, HEXES + 1) if row[hex] <= 2) / 20
    row = distances()[TRIER]
    near_trier = added(there[ALLIED][hex] for hex in range(1, HEXES + 1) if row[hex] <= 2) / 20
    return {
        "ahead": ahead,
        "ahead_late": ahead * played,
        "allied": added(there[ALLIED]) / 100,
        "german": added(there[GERMAN]) / 100,
        "allied_worn": tally(worn[ALLIED]) / 50,
        "german_worn": tally(worn[GERMAN]) / 50,
        "paris_held": min(1.0, there[ALLIED][PARIS] / 12),
        "paris_german": near_paris,
        "trier_allied": near_trier,
        "trier_held": min(1.0, there[GERMAN][TRIER] / 12),
        "ground": board.control.bit_count() / HEXES,
        "reach_german": _in_reach(board, there, GERMAN, GERMAN_VP),
        "reach_allied": _in_reach(board, there, ALLIED, GERMAN_VP),
        "reach_plan17": _in_reach(board, there, ALLIED, tuple(hex for hex in PLAN17 if hex not in board.plan17)),
    }


def _strengths(board: GrandIllusionBoard) -> tuple[list[list[int]], list[list[int]]]:
    """By side and hex: the printed strength of combat units in order, and of those that are disrupted."""
    fresh = [[0] * (HEXES + 1) for _ in (ALLIED, GERMAN)]
    worn = [[0] * (HEXES + 1) for _ in (ALLIED, GERMAN)]
    for hex in range(1, HEXES + 1):
        here = board.at[hex] & COMBAT
        if not here:
            continue
        for side in (ALLIED, GERMAN):
            for unit in members(here & OF_SIDE[side]):
                (worn if board.down >> unit & 1 else fresh)[side][hex] += CS[unit]
    return fresh, worn


def _hoped(board: GrandIllusionBoard) -> float:
    """14.1.3: German points if the markers were drawn now, at the mean of the cup."""
    cup = board.german_cup
    mean = tally(cup) / len(cup) if cup else 0.0
    fed = supplied_hexes(board, GE)
    hoped = float(board.points[GERMAN])
    for hex in GERMAN_VP:
        if hex not in board.markers and board.controls(GERMAN, hex) and fed >> hex & 1:
            hoped += mean * (2 if DOUBLE >> hex & 1 else 1)
    if board.controls(GERMAN, PARIS) and not board.paris:
        hoped += POINTS["paris"]
    return hoped


def _in_reach(board: GrandIllusionBoard, there: list[list[float]], side: Side, hexes: tuple[Hex, ...]) -> float:
    """How strongly a side stands before hexes that it has not got, each at most once, counted by what they bring."""
    reach = 0.0
    for hex in hexes:
        if board.controls(side, hex):
            continue
        mine = there[side][hex] + added(there[side][other] for other in board.ground.neighbours[hex])
        theirs = 2.0 + there[1 - side][hex]
        reach += min(1.0, mine / theirs / 4) * (2 if DOUBLE >> hex & 1 else 1)
    return reach / 10
