"""[12.3], [12.4] An entrained unit, or a railway gun, goes by train.

`rail HEX` runs to a hex, `head HEX` turns the train in a station towards a neighbour.
"""

from __future__ import annotations

from typing import Final, cast

from marne.engine import Answer
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Town
from marne.games.nach_paris.components.tables import V, turning_cost
from marne.games.nach_paris.components.units import IDS, MOBILITY, NATION, RAIL_ONLY, SIDE, Unit
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.rail.capacity import may_run
from marne.games.nach_paris.rules.rail.events import TrainTurned, WentByRail
from marne.games.nach_paris.rules.rail.journeys import points_by_rail, ride, rides, spend_on_rails, starts, trains_at
from marne.games.nach_paris.rules.rail.lines import AT, LOW, beyond, heading, hex_of_node, node_on, turns_here
from marne.games.nach_paris.rules.rail.network import net, rail_hexes
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, Word, label

__all__ = ["SHAPE", "carry_out", "legs", "offers", "reason", "surely_goes", "turns"]

SHAPE: Shape = {"rail": "hex", "head": "hex"}
NEAR: Final = 4
"""How many hexes a leg by rail goes to any place, so that the list of destinations stays readable."""
TOWN: Final = 8
"""How many to a town of any size."""
LEG: Final = 16
"""How many to a normal or large town."""


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[12.3.1] Where the train can stop, then the ways it can be turned."""
    unit = going.unit
    if unit not in board.trains:
        return ()
    found: list[Answer] = [("rail", hex) for hex in legs(board, unit)]
    return (*found, *(("head", hex) for hex in sorted(turns(board, unit))))


def legs(board: NachParisBoard, unit: Unit) -> list[Hex]:
    """[12.3.3] The hexes that are offered: near ones all, farther ones in towns; others are reached in more legs."""
    found = rides(board, unit, points_by_rail(board, unit), most=LEG)
    return sorted(hex for hex, stop in found.stops.items() if stop.hexes <= _FARTHEST[MAP.town[hex]])


_FARTHEST: Final = {Town.NONE: NEAR, Town.SMALL: TOWN, Town.NORMAL: LEG, Town.LARGE: LEG}


def surely_goes(board: NachParisBoard, unit: Unit) -> bool:
    """Whether a leg is surely offered: the cheapest way out is the first of any ride, however far it goes."""
    found = rides(board, unit, points_by_rail(board, unit), most=1)
    first = next(iter(found.before), None)
    return first is not None and any(stop.place == first for stop in found.stops.values())


def turns(board: NachParisBoard, unit: Unit) -> dict[Hex, int]:
    """[12.3.7] The neighbours that a train in a station can be turned to, and the link that leads there.

    A train on a low capacity line turns to another line only, one on a high capacity line to any, its own too. A
    train that only follows its line, or a connection, needs no turning (departs: 12.3.7).
    """
    hex, train = board.where[unit], board.trains[unit]
    if not turns_here(hex) or turning_cost(MAP.town[hex], MOBILITY[unit]) > points_by_rail(board, unit):
        return {}
    node, lines = node_on(train.link, hex), net(board, NATION[unit])
    found: dict[Hex, int] = {}
    for link in AT[node]:
        if not lines.usable(link) or (link == train.link and (LOW >> link & 1 or train.ahead != hex)):
            continue
        if train.ahead == hex and link != train.link:
            continue  # 4.3: in a station every connection is open to it
        found.setdefault(hex_of_node(beyond(link, node)), link)
    return found


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[12.3.3], [12.3.7] The train runs, or turns for points."""
    unit = going.unit
    word, hex = cast("Word", answer)
    if word == "rail":
        ride(board, unit, rides(board, unit, points_by_rail(board, unit), most=LEG)[hex])
        board.tell(WentByRail("12.3.3", IDS[unit], label(hex), board.spent[unit], board.convoys[SIDE[unit]]))
        return ()
    here = board.where[unit]
    board.trains[unit] = heading(turns(board, unit)[hex], here)
    points = turning_cost(MAP.town[here], MOBILITY[unit])
    spend_on_rails(board, unit, points)
    board.tell(TrainTurned("12.3.7", IDS[unit], label(here), label(hex), points))
    return ()


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why a train can't go to a hex, or turn to it: the first rule in the way."""
    unit = going.unit
    if unit not in board.trains:
        return Reason("12.3.1", "why.rail.not_aboard")
    if not isinstance(answer, tuple) or not isinstance(answer[1], int):
        return None
    return _why_no_turn(board, unit, answer[1]) if answer[0] == "head" else _why_no_ride(board, unit, answer[1])


def _why_no_turn(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason:
    here = board.where[unit]
    if not turns_here(here):
        return Reason("12.3.7", "why.rail.no_station", (("hex", label(here)),))
    points = turning_cost(MAP.town[here], MOBILITY[unit])
    if points > points_by_rail(board, unit):
        return Reason("12.3.7", "why.rail.points", (("points", str(points)),))
    return Reason("12.3.7", "why.rail.no_turn", (("hex", label(hex)),))


def _why_no_ride(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason:
    to, nation, side = (("hex", label(hex)),), NATION[unit], SIDE[unit]
    if not MAP.links_of[hex]:
        return Reason("12.3.3", "why.rail.no_line", to)
    if not rail_hexes(board, nation) >> hex & 1:
        return Reason("12.1.5", "why.rail.unusable", to)
    if not open_to(board.play, board.turn, nation) >> hex & 1:
        return Reason("1.1.5", "why.outside", to)
    if trains_at(board, hex, side, unit) and not RAIL_ONLY >> unit & 1:
        return Reason("12.2.4", "why.rail.train_there", to)
    if not may_run(board, unit):
        return Reason("12.4.2", "why.rail.convoys", (("most", str(V.rail.convoys)),))
    if not starts(board, unit):
        return Reason("12.1.6", "why.rail.cut", (("hex", label(board.where[unit])),))
    points = points_by_rail(board, unit)
    if hex in rides(board, unit, points):
        return Reason("12.3.3", "why.rail.leg", (*to, ("most", str(NEAR))))
    alone = board.copy()
    alone.rail_used = {}
    if hex in rides(alone, unit, points):
        return Reason("12.4.3", "why.rail.full", to)
    alone.trains = {unit: board.trains[unit]}
    if hex in rides(alone, unit, points):
        return Reason("12.3.5", "why.rail.overtaking", to)
    if hex in rides(alone, unit, _FAR):
        return Reason("12.3.6", "why.points", (*to, ("points", str(points))))
    return Reason("12.3.3", "why.rail.no_way", to)


_FAR: Final = 9999
