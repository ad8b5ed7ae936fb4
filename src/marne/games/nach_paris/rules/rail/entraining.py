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
from marne.games.nach_paris.rules.rail.lines import heading, links_to
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.rail.stations import capacity, capacity_without_line
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.steps import Reason, Shape, Steps, Word, label

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
    hex, lines = board.where[unit], net(board, NATION[unit])
    found: dict[Hex, int] = {}
    for link in sorted(MAP.links_of[hex]):
        ahead = heading(link, hex).ahead
        if ahead not in found:
            usable = [each for each in links_to(hex, ahead) if lines.usable(each)]
            if usable:
                found[ahead] = usable[0]
    return found


def why_not_entrain(board: NachParisBoard, going: Going) -> Reason | None:
    """[12.2] The first rule that keeps a unit from boarding a train here; None if it may.

    [12.2.2] An enemy ZOC doesn't, unless it has just stopped the unit's march.
    """
    unit = going.unit
    hex, bit, at = board.where[unit], 1 << unit, (("hex", label(board.where[unit])),)
    if RAIL_ONLY & bit:
        return Reason("12.3.1", "why.rail.gun")
    if unit in board.trains:
        return Reason("12.2.3", "why.rail.aboard")
    if not MAP.links_of[hex]:
        return Reason("12.2.1", "why.rail.no_line", at)
    if board.forced & bit:
        return Reason("12.2.6", "why.rail.forced")
    if board.in_position & bit:
        return Reason("12.3.2", "why.rail.position")
    if going.stopped:
        return Reason("7.6.1", "why.stopped")
    if points_by_rail(board, unit) < ENTRAIN_COST[MOBILITY[unit]]:
        return Reason("12.2.1", "why.rail.points", (("points", str(ENTRAIN_COST[MOBILITY[unit]])),))
    if not directions(board, unit):
        return Reason("12.1.5", "why.rail.unusable", at)
    if trains_at(board, hex, SIDE[unit]):
        return Reason("12.2.4", "why.rail.train_there", at)
    return _station(board, unit, capacity(board, NATION[unit], hex))


def why_not_detrain(board: NachParisBoard, unit: Unit) -> Reason | None:
    """[12.2.1], [6.4.1] Why a unit can't leave its train here; None if it can (departs: 12.2.1, 12.2.2)."""
    hex, nation = board.where[unit], NATION[unit]
    if RAIL_ONLY >> unit & 1:
        return Reason("12.5.1", "why.rail.gun")
    if unit not in board.trains:
        return Reason("12.2.3", "why.rail.not_aboard")
    cost = ENTRAIN_COST[MOBILITY[unit]]
    if points_by_rail(board, unit) < cost:
        return Reason("12.2.1", "why.rail.points", (("points", str(cost)),))
    if COUNTED >> unit & 1 and board.steps(unit) > room(board, hex, SIDE[unit]):
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
    """[12.2.1], [12.2.3] On the train with an arrow, or off it; the points and the station are used either way.

    [12.3.8] Who gets off is as free as others: nothing keeps it from attacking in the Combat Phase.
    """
    unit = going.unit
    hex = board.where[unit]
    if answer != "detrain":
        ahead = cast("Word", answer)[1]
        board.trains[unit] = heading(directions(board, unit)[ahead], hex)
        board.fieldworks &= ~(1 << unit)  # 10.3.1: nobody digs on a train
        board.entrenched &= ~(1 << unit)
        board.in_walls &= ~(1 << unit)
        board.tell(Entrained("12.2.3", IDS[unit], label(hex), label(ahead)))
    else:
        del board.trains[unit]
        board.entered |= 1 << unit  # 7.1.3: it looks where it likes
        board.tell(Detrained("12.2.1", IDS[unit], label(hex)))
    board.station_used[hex] = board.station_used.get(hex, 0) + board.steps(unit)
    spend_on_rails(board, unit, ENTRAIN_COST[MOBILITY[unit]])
    return ()


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Reason | None:
    """Why one isn't offered."""
    if answer == "detrain":
        return why_not_detrain(board, going.unit)
    if found := why_not_entrain(board, going):
        return found
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        return Reason("12.1.5", "why.rail.no_link", (("hex", label(answer[1])),))
    return None
