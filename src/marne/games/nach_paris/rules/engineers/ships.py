"""[18] Naval transport: Allied units embark, sail from harbour to harbour, land.

A unit at sea lies off a harbour (`board.off_harbour`), in one of the boxes; the lines between harbours are its ways.
"""

from __future__ import annotations

from typing import Final

from marne.engine import Answer
from marne.games.nach_paris.board import AT_SEA, Hex, NachParisBoard, sea_box
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import EMBARK, V
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    IDS,
    MOBILITY,
    NATION,
    OF_SIDE,
    SIDE,
    Unit,
)
from marne.games.nach_paris.rules.engineers.events import Embarked, Landed, Sailed
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, label
from marne.hexes import bits

__all__ = [
    "BOXES",
    "SHAPE",
    "at_sea",
    "carry_out",
    "fare",
    "offers",
    "reason",
    "under_guns",
    "why_harbour_shut",
    "why_not_embark",
    "why_not_land",
    "why_not_sail",
]

SHAPE: Shape = {"embark": "", "sail": "hex", "land": ""}

BOXES: Final = tuple(dict.fromkeys(lane.box for lane in MAP.sea_lanes))
"""[18.1.4] The at-sea boxes, in the order of `board.AT_SEA`."""
_BY_NAME: Final = {harbour.name: i for i, harbour in enumerate(MAP.harbours)}
_AT: Final[dict[Hex, int]] = {harbour.hex: i for i, harbour in enumerate(MAP.harbours)}
_LANES: Final[tuple[dict[int, tuple[int, int]], ...]] = tuple(
    {
        _BY_NAME[there]: (lane.cost, BOXES.index(lane.box))
        for lane in MAP.sea_lanes
        for here, there in ((lane.a, lane.b), (lane.b, lane.a))
        if here == harbour.name and there in _BY_NAME
    }
    for harbour in MAP.harbours
)
"""[18.2.1] The lines out of each harbour: to which, for how many points, through which box."""
_NEAREST: Final = tuple(min(lanes.values(), default=(0, 0))[1] for lanes in _LANES)
"""[18.1.4] The box next to each harbour: that of its shortest line."""


def at_sea(board: NachParisBoard, unit: Unit) -> bool:
    """[18.1.4] Whether a unit is on board."""
    return sea_box(board.where[unit]) >= 0


# -- harbours


def under_guns(board: NachParisBoard, harbour: int) -> bool:
    """[18.1.2] German guns of two points in the harbour, or whose ZOC reaches it or its channel.

    departs: 18.1.2, guns that stand in the channel themselves count too.
    """
    found = MAP.harbours[harbour]
    waters = bits((found.hex, *found.channel))
    guns = [unit for unit in board.on_map(OF_SIDE[GERMAN_SIDE]) if board.arf(unit) >= V.zoc.stops_ships]
    if bits(board.where[unit] for unit in guns) & waters:
        return True
    return bool(zones_of_guns(board, GERMAN_SIDE, V.zoc.stops_ships) & waters)


def why_harbour_shut(board: NachParisBoard, unit: Unit, harbour: int) -> Reason | None:
    """Why nobody of a unit's size comes on board or ashore in a harbour now [18.1.1]-[18.1.3], [18.1.5]."""
    found = MAP.harbours[harbour]
    named = (("harbour", found.name),)
    if SIDE[unit] != ALLIED_SIDE or board.german_ground >> found.hex & 1:  # 18.1.1
        return Reason("18.1.1", "why.sea.control", named)
    if not found.capacity:  # 18.1.5
        return Reason("18.1.5", "why.sea.no_harbour", named)
    if board.harbour_supply.get(harbour, 0) >= V.supply.harbour_times * found.capacity:  # 18.1.1
        return Reason("18.1.1", "why.sea.supply", named)
    if under_guns(board, harbour):  # 18.1.2
        return Reason("18.1.2", "why.sea.guns", named)
    if board.harbour_used.get(harbour, 0) + board.steps(unit) > found.capacity:  # 18.1.3
        return Reason("18.1.3", "why.sea.capacity", (*named, ("steps", str(found.capacity))))
    return None


def why_box_full(board: NachParisBoard, unit: Unit, box: int) -> Reason | None:
    """[18.2.3] A box holds six steps, all of one nation."""
    there = [each for each in range(len(board.where)) if board.where[each] == AT_SEA[box] and each != unit]
    named = (("box", BOXES[box]),)
    if any(NATION[each] != NATION[unit] for each in there):
        return Reason("18.2.3", "why.sea.nation", named)
    if sum(map(board.steps, there)) + board.steps(unit) > V.sea.box:
        return Reason("18.2.3", "why.sea.box", named)
    return None


def fare(going: Going) -> int | None:
    """[18.1.3] What embarking or landing costs a unit now: its points by mobility, or all that it has if it never has
    so many and has done nothing else; None if it can't pay."""
    price = EMBARK[min(MOBILITY[going.unit], len(EMBARK) - 1)]
    if going.left >= price:
        return price
    return going.left if not going.started and going.left > 0 else None


# -- why not


def why_not_embark(board: NachParisBoard, going: Going) -> Reason | None:
    """Why a unit can't go on board where it stands [18.1.1]-[18.1.4], [18.2.4], [7.6.1]."""
    unit, bit = going.unit, 1 << going.unit
    hex = board.where[unit]
    if SIDE[unit] != ALLIED_SIDE:  # 18.1.1
        return Reason("18.1.1", "why.sea.allied")
    if hex not in _AT:  # 18.1.3
        return Reason("18.1.3", "why.sea.harbour")
    if board.forced & bit:  # 18.2.4
        return Reason("18.2.4", "why.sea.forced")
    if unit in board.trains or board.in_position & bit:  # 18.1.3
        return Reason("18.1.3", "why.sea.train")
    if going.stopped:  # 7.6.1
        return Reason("7.6.1", "why.stopped")
    found = why_harbour_shut(board, unit, _AT[hex]) or why_box_full(board, unit, _NEAREST[_AT[hex]])
    if found is None and fare(going) is None:  # 18.1.3
        return Reason("18.1.3", "why.sea.points")
    return found


def why_not_land(board: NachParisBoard, going: Going) -> Reason | None:
    """Why a unit at sea can't go ashore in the harbour that it lies off [18.1.1]-[18.1.3], [6.4.1], [3.3.2]."""
    unit = going.unit
    if not at_sea(board, unit):  # 18.1.4
        return Reason("18.1.4", "why.sea.ashore")
    harbour = board.off_harbour[unit]
    hex = MAP.harbours[harbour].hex
    if not open_to(board.play, board.turn, NATION[unit]) >> hex & 1:  # 3.3.2
        return Reason("3.3.2", "why.border", (("hex", label(hex)),))
    if (board.occupied[1 - SIDE[unit]] | closed_to(board, SIDE[unit])) >> hex & 1 or not MAP.playable(hex):  # 18.1.1
        return Reason("18.1.1", "why.sea.control", (("harbour", MAP.harbours[harbour].name),))
    if found := why_harbour_shut(board, unit, harbour):
        return found
    if not fits(board, unit, hex, SIDE[unit]):  # 6.4.1
        return Reason("6.4.1", "why.stacking", (("hex", label(hex)),))
    return Reason("18.1.3", "why.sea.points") if fare(going) is None else None


def why_not_sail(board: NachParisBoard, going: Going, hex: Hex) -> Reason | None:
    """Why a unit at sea can't follow a line to a harbour [18.2.1], [18.2.3]."""
    unit = going.unit
    if not at_sea(board, unit):  # 18.1.4
        return Reason("18.1.4", "why.sea.ashore")
    lanes = _LANES[board.off_harbour[unit]]
    if hex not in _AT or _AT[hex] not in lanes:  # 18.2.1
        return Reason("18.2.1", "why.sea.no_line", (("hex", label(hex)),))
    price, box = lanes[_AT[hex]]
    if price > going.left:  # 18.2.1
        return Reason("18.2.1", "why.sea.points")
    return why_box_full(board, unit, box)


# -- the three actions


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """On land: to embark. At sea: to land, or to sail on, as long as the points last."""
    unit = going.unit
    if SIDE[unit] != ALLIED_SIDE:
        return ()
    if not at_sea(board, unit):
        hex = board.where[unit]
        return ("embark",) if hex in _AT and why_not_embark(board, going) is None else ()  # 18.1.3
    found: list[Answer] = ["land"] if why_not_land(board, going) is None else []  # 18.2.2
    harbours = sorted(MAP.harbours[there].hex for there in _LANES[board.off_harbour[unit]])
    found += [("sail", hex) for hex in harbours if why_not_sail(board, going, hex) is None]  # 18.2.1
    return tuple(found)


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """Embark, sail or land; `board.carried` remembers it [18.2.4]."""
    unit, bit = going.unit, 1 << going.unit
    board.carried |= bit
    board.shipped |= bit
    if answer == "embark":
        _embark(board, going)
    elif answer == "land":
        _land(board, going)
    else:
        assert isinstance(answer, tuple)
        assert isinstance(answer[1], int)
        there = _AT[answer[1]]
        price, box = _LANES[board.off_harbour[unit]][there]
        board.spent[unit] = board.spent.get(unit, 0) + price
        board.off_harbour[unit] = there
        board.put(unit, AT_SEA[box])
        board.tell(Sailed("18.2.1", IDS[unit], MAP.harbours[there].name, BOXES[box], board.spent[unit]))
    return ()


def _embark(board: NachParisBoard, going: Going) -> None:
    """[18.1.3], [18.1.4] Off into the nearest box: out of reach of guns and attacks."""
    unit, hex = going.unit, board.where[going.unit]
    harbour = _AT[hex]
    _pay(board, going, harbour)
    board.off_harbour[unit] = harbour
    board.put(unit, AT_SEA[_NEAREST[harbour]])
    board.tell(Embarked("18.1.4", IDS[unit], label(hex), BOXES[_NEAREST[harbour]], board.spent[unit]))


def _land(board: NachParisBoard, going: Going) -> None:
    """[18.2.2], [18.2.5] Ashore: it goes on by road or rail with what is left, and may attack."""
    unit, harbour = going.unit, board.off_harbour[going.unit]
    hex = MAP.harbours[harbour].hex
    _pay(board, going, harbour)
    del board.off_harbour[unit]
    board.put(unit, hex)
    board.entered |= 1 << unit
    take_ground(board, unit, hex)
    board.tell(Landed("18.1.3", IDS[unit], label(hex), board.spent[unit]))


def _pay(board: NachParisBoard, going: Going, harbour: int) -> None:
    unit = going.unit
    board.spent[unit] = board.spent.get(unit, 0) + (fare(going) or 0)
    board.harbour_used[harbour] = board.harbour_used.get(harbour, 0) + board.steps(unit)


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why one of these isn't offered."""
    if answer == "embark":
        return why_not_embark(board, going)
    if answer == "land":
        return why_not_land(board, going)
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        return why_not_sail(board, going, answer[1])
    return None
