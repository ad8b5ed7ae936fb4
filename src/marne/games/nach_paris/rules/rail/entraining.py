"""[12.2] A moving unit boards a train, or leaves it.

`entrain HEX` boards one that heads to a neighbour, `detrain` leaves it where it stands.
"""

from __future__ import annotations

from typing import cast

from marne.engine import Answer
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ENTRAIN_COST
from marne.games.nach_paris.components.units import IDS, MOBILITY, NATION, RAIL_ONLY, SIDE, Unit
from marne.games.nach_paris.components.units import STACKING as COUNTED
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.rail.events import Detrained, Entrained
from marne.games.nach_paris.rules.rail.journeys import points_by_rail, spend_on_rails, trains_at
from marne.games.nach_paris.rules.rail.lines import heading
from marne.games.nach_paris.rules.rail.network import net, usable_ways
from marne.games.nach_paris.rules.rail.stations import capacity, capacity_without_line
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, Word, label

__all__ = ["SHAPE", "carry_out", "directions", "offers", "reason", "why_not_detrain", "why_not_entrain"]

SHAPE: Shape = {"entrain": "hex", "detrain": ""}


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[12.2.1] A direction for whoever may board, or the way out of the train."""
    unit = going.unit
    if unit in board.trains:
        return ("detrain",) if why_not_detrain(board, unit) is None else ()
    if not MAP.links_of[board.where[unit]] or why_not_entrain(board, going) is not None:
        return ()
    return tuple(("entrain", ahead) for ahead in sorted(directions(board, unit)))


def directions(board: NachParisBoard, unit: Unit) -> dict[Hex, int]:
    """[12.2.3], [12.1.5] The neighbours that an arrow may point to, and the usable link that leads there."""
    return usable_ways(net(board, NATION[unit]), board.where[unit])


def why_not_entrain(board: NachParisBoard, going: Going) -> Reason | None:
    """The first rule that keeps a unit from boarding a train here [12.2]; None if it may."""
    unit = going.unit
    hex, bit, at = board.where[unit], 1 << unit, (("hex", label(board.where[unit])),)
    if RAIL_ONLY & bit:  # 12.3.1
        return Reason("12.3.1", "why.rail.gun")
    if unit in board.trains:  # 12.2.3
        return Reason("12.2.3", "why.rail.aboard")
    if not MAP.links_of[hex]:  # 12.2.1
        return Reason("12.2.1", "why.rail.no_line", at)
    if board.forced & bit:  # 12.2.6
        return Reason("12.2.6", "why.rail.forced")
    if board.in_position & bit:  # 12.3.2
        return Reason("12.3.2", "why.rail.position")
    if _just_stopped(going):  # 7.6.1
        return Reason("7.6.1", "why.stopped")
    if points_by_rail(board, unit) < ENTRAIN_COST[MOBILITY[unit]]:  # 12.2.1
        return Reason("12.2.1", "why.rail.points", (("points", str(ENTRAIN_COST[MOBILITY[unit]])),))
    if not directions(board, unit):  # 12.1.5
        return Reason("12.1.5", "why.rail.unusable", at)
    if trains_at(board, hex, SIDE[unit]):  # 12.2.4
        return Reason("12.2.4", "why.rail.train_there", at)
    return _station(board, unit, capacity(board, NATION[unit], hex))


def _just_stopped(going: Going) -> bool:
    """[12.2.2] An enemy ZOC keeps nobody from boarding, unless it has just stopped the unit's march."""
    return going.stopped


def why_not_detrain(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit can't leave its train here [12.2.1], [6.4.1]; None if it can (departs: 12.2.1, 12.2.2)."""
    hex, nation = board.where[unit], NATION[unit]
    if RAIL_ONLY >> unit & 1:  # 12.5.1
        return Reason("12.5.1", "why.rail.gun")
    if unit not in board.trains:  # 12.2.3
        return Reason("12.2.3", "why.rail.not_aboard")
    cost = ENTRAIN_COST[MOBILITY[unit]]
    if points_by_rail(board, unit) < cost:  # 12.2.1
        return Reason("12.2.1", "why.rail.points", (("points", str(cost)),))
    if COUNTED >> unit & 1 and board.steps(unit) > room(board, hex, SIDE[unit]):  # 6.4.1
        return Reason("6.4.1", "why.stacking", (("hex", label(hex)),))
    return _station(board, unit, capacity(board, nation, hex) or capacity_without_line(hex))


def _station(board: NachParisBoard, unit: Unit, steps: int) -> Reason | None:
    """[12.2.1] Whether as many steps may still get on or off here in this phase."""
    hex = board.where[unit]
    left = steps - board.station_used.get(hex, 0)
    if board.steps(unit) <= left:
        return None
    return Reason("12.2.1", "why.rail.station", (("hex", label(hex)), ("steps", str(max(0, left)))))


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[12.2.1] On the train, or off it; the points and the station are used either way."""
    unit = going.unit
    hex = board.where[unit]
    if answer != "detrain":
        _get_on(board, unit, cast("Word", answer)[1])
    else:
        _get_off(board, unit)
    board.station_used[hex] = board.station_used.get(hex, 0) + board.steps(unit)
    spend_on_rails(board, unit, ENTRAIN_COST[MOBILITY[unit]])
    return ()


def _get_on(board: NachParisBoard, unit: Unit, ahead: Hex) -> None:
    """[12.2.3] On the train, with an arrow; nobody digs there [10.3.1]."""
    hex, keep = board.where[unit], ~(1 << unit)
    board.trains[unit] = heading(directions(board, unit)[ahead], hex)
    board.fieldworks &= keep
    board.entrenched &= keep
    board.in_walls &= keep
    board.tell(Entrained("12.2.3", IDS[unit], label(hex), label(ahead)))


def _get_off(board: NachParisBoard, unit: Unit) -> None:
    """[12.3.8] Who gets off looks where it likes, and is as free as others: nothing keeps it from attacking."""
    del board.trains[unit]
    board.entered |= 1 << unit
    board.tell(Detrained("12.2.1", IDS[unit], label(board.where[unit])))


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why one isn't offered."""
    if answer == "detrain":
        return why_not_detrain(board, going.unit)
    if found := why_not_entrain(board, going):
        return found
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        return Reason("12.1.5", "why.rail.no_link", (("hex", label(answer[1])),))
    return None
