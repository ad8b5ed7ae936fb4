"""[7.7.3] Reinforcements that come by rail: where they get to, and how they come in.

For whoever writes arrivals [7.7]: `reach_by_rail` says where a unit could go, `ComeByRail` brings it in; after it the
unit moves as any train does (`Walk`).
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.units import IDS, NATION, RAIL_ONLY, SIDE, Unit
from marne.games.nach_paris.events import Arrived
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.options.fog import hide_arrival
from marne.games.nach_paris.rules.rail.journeys import Rides, points_by_rail, rides, starts, starts_anywhere, trains_at
from marne.games.nach_paris.rules.rail.lines import heading
from marne.games.nach_paris.rules.rail.network import net, usable_ways
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value

__all__ = ["ComeByRail", "reach_by_rail", "why_not_by_rail"]


def reach_by_rail(board: NachParisBoard, unit: Unit, hex: Hex, points: int | None = None) -> Rides:
    """[7.7.3], [12.3], [12.4] Every hex that a unit can get to by rail from a hex, with the cheapest way to it.

    The unit may come from the edge of the map (`hex` is the first hex of its line), stand at a station, or be on a
    train there: then its arrow binds it. Capacity, other trains and the fourteen convoys are counted; the points are
    those of a train unless others are given (take the cost of entraining and detraining off them).
    """
    begin = starts(board, unit) if board.where[unit] == hex and unit in board.trains else starts_anywhere(hex)
    return rides(board, unit, points_by_rail(board, unit) if points is None else points, begin)


def why_not_by_rail(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason | None:
    """Why a unit can't come in by rail in a hex [7.7.3], [12.2.4]; None if it can."""
    at, side = (("hex", label(hex)),), SIDE[unit]
    if not net(board, NATION[unit]).serves(hex) or not _ways(board, unit, hex):  # 12.1.5
        return Reason("12.1.5", "why.rail.unusable", at)
    if board.occupied[1 - side] >> hex & 1 or not open_to(board.play, board.turn, NATION[unit]) >> hex & 1:  # 7.7.2
        return Reason("7.7.2", "why.enemy_there", at)
    if trains_at(board, hex, side) and not RAIL_ONLY >> unit & 1:  # 12.2.4
        return Reason("12.2.4", "why.rail.train_there", at)
    return None


def _ways(board: NachParisBoard, unit: Unit, hex: Hex) -> dict[Hex, int]:
    """The usable links out of the first hex, by the neighbour they lead to."""
    return usable_ways(net(board, NATION[unit]), hex)


@value
class ComeByRail(NachParisQuestion[Word]):
    """[7.7.3] A reinforcement is put on its train in the first hex of its line, with the points of a train.

    Its owner says where it heads. `losses` and `limited` are those of its row [3.3.1]. The caller lets it move:
    `(ComeByRail(unit, hex), Walk(unit))`; whoever asks first makes sure that `why_not_by_rail` is None.
    """

    rule: ClassVar[str] = "7.7.3"
    shape: ClassVar[Shape] = {"head": "hex"}
    unit: Unit
    hex: Hex
    losses: int = 0
    limited: bool = False

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """The directions of usable lines; nobody comes where there are none."""
        if why_not_by_rail(board, self.unit, self.hex) is not None:
            return None
        ways = sorted(_ways(board, self.unit, self.hex))
        return Only(("head", ways[0])) if len(ways) == 1 else Ask(board.side, tuple(("head", hex) for hex in ways))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """On the train; it has not moved yet."""
        unit = self.unit
        train = heading(_ways(board, unit, self.hex)[answer[1]], self.hex)
        board.put(unit, self.hex)
        board.lost[unit] = self.losses
        board.trains[unit] = train
        board.limited |= 1 << unit if self.limited else 0
        hide_arrival(board, unit)  # 19.1.1
        take_ground(board, unit, self.hex)  # 12.1.3
        board.tell(Arrived(self.rule, IDS[unit], label(self.hex)))
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """No usable line leads there."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return Reason("12.1.5", "why.rail.no_link", (("hex", label(answer[1])),))
        return None
