"""What a position is judged by: points against what is due by now, objectives in reach, and the strength of both sides.

A scenario's levels of victory lie where its games end, not where they begin: who sits still loses what the other side
is expected to take. So points are counted from a line that leads from where they stand at the start to the middle of
the levels on the last turn. All points are set beside how far they may still swing: more steps, more turns, more swing.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from marne.games.nach_paris.board import WAITING, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import Play
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    CBF,
    GERMAN_SIDE,
    OF_SIDE,
    STACKING,
    Side,
)
from marne.games.nach_paris.rules.campaign.victory import holder, points
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.hexes import Bits, bits, members
from marne.kit.arithmetic import tally

__all__ = ["features"]

STEPS: Final = 34
"""The steps of a small scenario, beside which all are measured."""
NEAR, ROUND = 1, 3
"""How far from an objective troops can take it, and how far from a fortress they count as lying before it."""
GARRISON: Final = 4
"""The factors that an objective without a garrison is worth."""


def features(board: NachParisBoard) -> dict[str, float]:
    """[1.1.5] Each is about as large as one, and good for the Germans where it grows, or the weight says otherwise."""
    said = board.play.said
    turns = 2 * (said.last - said.first + 1)
    left = max(0, min(turns, 2 * (said.last - board.turn) + 2 - board.side))
    german, allied = _Forces(board, GERMAN_SIDE), _Forces(board, ALLIED_SIDE)
    swing = 2 * sqrt(max(10, german.steps + allied.steps) / STEPS)
    late = swing * (left + 0.5)
    ahead, beaten = points(board)
    due = ahead - beaten - _middle(board.play) - _given(board.play) * left / turns
    whole = max(1, german.factors + allied.factors)
    share = german.entering / max(1, german.entering + allied.entering)
    to_come = german.coming + allied.coming
    open_german, walls = _in_reach(board, german, allied)
    open_allied, _ = _in_reach(board, allied, german)
    return {
        "due": due / swing / sqrt(left + 0.5),
        "due_late": due / late,
        "to_move": (2 if board.side == GERMAN_SIDE else -2) / (left + 0.5),
        "reach_german": open_german / swing / 4 if left > 1 else 0.0,  # the Allies have the last player turn
        "reach_allied": open_allied / late,
        "before_walls": walls / late,
        "strength": (german.factors - share * whole) / late / 5,
        "in_all": 4 * ((german.factors + german.coming) / (whole + to_come) - share),
        "worn": 4 * (german.worn - allied.worn) / whole,
        "shaken": 4 * (german.shaken - allied.shaken) / whole,
    }


class _Forces:
    """A side's units: factors by hex, on the map, to come, and of all who ever enter; factors lost by those who are
    left, and those who have a marker of losses [9.3.6]."""

    def __init__(self, board: NachParisBoard, side: Side) -> None:
        self.side = side
        self.at: dict[Hex, int] = {}
        self.steps = self.worn = self.shaken = self.coming = self.entering = 0
        for unit in board.on_map(OF_SIDE[side] & STACKING):
            factor, hex = board.cbf(unit), board.where[unit]
            self.at[hex] = self.at.get(hex, 0) + factor
            self.steps += board.steps(unit)
            self.worn += CBF[unit][0] - factor
            self.shaken += factor if unit in board.loss_marker else 0
        self.factors = tally(self.at.values())
        ours, last = OF_SIDE[side] & STACKING, board.play.said.last
        for unit, row in board.play.arrival.items():
            if ours >> unit & 1 and row.turn <= last:
                self.entering += CBF[unit][row.lost]
                self.coming += CBF[unit][row.lost] if board.where[unit] == WAITING else 0

    def near(self, hexes: Bits, far: int) -> int:
        """Its factors at most so far from some hexes."""
        return tally(self.at.get(hex, 0) for hex in members(MAP.grid.links.within(hexes, far)))


def _middle(play: Play) -> float:
    """[1.1.5] The points between a victory of either side."""
    _, marginal, other, _ = play.said.levels
    return (marginal + other) / 2


def _given(play: Play) -> float:
    """How far the Germans are ahead by objectives before anybody has moved."""
    found = -_middle(play)
    for objective in play.objectives:
        found += objective.german if play.starts_german(objective.hexes[0]) else -objective.allied
    return found


def _in_reach(board: NachParisBoard, mine: _Forces, theirs: _Forces) -> tuple[float, float]:
    """[4.5] Points that a side stands before and has not got, each at most once; those behind walls apart."""
    reach = walls = 0.0
    closed = closed_to(board, mine.side)
    for objective in board.play.objectives:
        if holder(board, objective) == mine.side:
            continue
        worth, hexes = objective.german + objective.allied, bits(objective.hexes)
        if hexes & ~closed:
            garrison = tally(theirs.at.get(hex, 0) for hex in objective.hexes)
            reach += worth * min(1.0, mine.near(hexes, NEAR) / (GARRISON + garrison) / 2)
        else:
            before = mine.near(hexes, ROUND)
            walls += worth * before / (before + theirs.near(hexes, ROUND) + GARRISON)
    return reach, walls
