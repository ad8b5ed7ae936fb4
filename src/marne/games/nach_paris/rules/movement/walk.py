"""[7.1]-[7.6] A unit on its way: leg after leg, then its facing.

A leg goes to a hex by the cheapest way; whoever wants another way takes two. Between legs the unit may do what other
chapters offer (`ACTIONS`). Every hex that is offered is one where the unit could stop, so nobody is ever stuck.
"""

from __future__ import annotations

from itertools import chain
from typing import ClassVar, Final, cast

from marne.engine import Answer, Ask, Only, Seat, Way
from marne.games.nach_paris.board import SAVED, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import MOVEMENT, NO_WAY, TRANSIT_HEX
from marne.games.nach_paris.components.units import BE, CAVALRY, FIGHTING, IDS, MOBILITY, NATION, SIDE, Unit
from marne.games.nach_paris.events import Moved
from marne.games.nach_paris.rules.engineers import demolition, ships
from marne.games.nach_paris.rules.movement import siege_guns
from marne.games.nach_paris.rules.movement.actions import Going, LegAction
from marne.games.nach_paris.rules.movement.events import ForcedMarch, Left
from marne.games.nach_paris.rules.movement.facing import Face, change_facing
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.march import bonus, mark_extended, points_left, why_no_forced_march
from marne.games.nach_paris.rules.movement.reach import costs_for, halting, overrunable, reach, transit_limit
from marne.games.nach_paris.rules.movement.refusals import why_not_there
from marne.games.nach_paris.rules.options import recon
from marne.games.nach_paris.rules.options.airmen import look_down
from marne.games.nach_paris.rules.options.zeal import beside_enemies, bound, closing, in_touch, looks_at_enemies
from marne.games.nach_paris.rules.rail import entraining, guns, trains
from marne.games.nach_paris.rules.units import splitting
from marne.games.nach_paris.rules.units.losses import destroy, take_off
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import has_facing, zones
from marne.games.nach_paris.steps import (
    NachParisQuestion,
    NachParisStep,
    Reason,
    Shape,
    Steps,
    Why,
    Word,
    label,
    value,
)
from marne.hexes import Bits, Reach, bits, members

__all__ = [
    "ACTIONS",
    "LEG",
    "Enter",
    "Face",
    "Force",
    "Walk",
    "change_facing",
    "enter",
    "halted",
    "legs",
    "off_map",
    "owes",
    "started",
]

LEG: Final = 7
"""How many hexes a leg goes at most, so that the list of destinations stays readable (168 hexes)."""

ACTIONS: Final[tuple[LegAction, ...]] = cast(
    "tuple[LegAction, ...]", (entraining, trains, guns, ships, siege_guns, splitting, demolition, recon)
)
"""What other chapters offer to a moving unit, in the order of the list."""
_OWNERS: Final = {word: action for action in ACTIONS for word in action.SHAPE}
_SHAPE: Final[Shape] = {"to": "hex", "force": "", "turn": "", "leave": "", "end": ""}
_SHAPES: Final[Shape] = dict(chain(_SHAPE.items(), *(action.SHAPE.items() for action in ACTIONS)))


def legs(board: NachParisBoard, unit: Unit, found: Reach, but: Bits = 0) -> Bits:
    """[7.1.3] The hexes of a reach, but for some, that a leg may go to: near enough, and with room (departs: 6.4.1)."""
    hexes = found.destinations & MAP.grid.within_bits(board.where[unit], LEG) & ~but
    side = SIDE[unit]
    halts = halting(board, side) & found.hexes
    if halts and CAVALRY >> unit & 1:  # 11.2.2: the others stop there as in a ZOC
        # 11.2.2
        through = [hex for hex in members(hexes) if any(halts >> each & 1 for each in found.path(hex)[:-1])]
        hexes &= ~bits(through)
    for hex in members(hexes & board.occupied[side]):  # 6.4.1
        if not fits(board, unit, hex, side):  # 6.4.1
            hexes &= ~(1 << hex)  # 6.4.1
    return hexes


@value
class Walk(NachParisQuestion[Word | str]):
    """[7.1.3] Where a unit goes, or what it does, until its player ends its move.

    `stopped`: it came into an enemy ZOC and its march is over [7.6.1].
    """

    rule: ClassVar[str] = "7.1.3"
    unit: Unit
    stopped: bool = False

    def shapes(self, board: NachParisBoard) -> Shape:
        """The words of this chapter, then those of the others."""
        return _SHAPES

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """[7.1.3] Destinations, other actions, a forced march [7.5.1], turning [7.1.4], the end."""
        unit = self.unit
        if board.where[unit] < 0 and unit not in board.off_harbour:
            return None  # it is gone: it left, or its own Recon destroyed it [20.2.7]
        going = self.going(board)
        if board.where[unit] < 0:
            return _at_sea(board, going)
        if board.perilled >> unit & 1:
            return Only("end")  # 20.2.8
        if bound(board, unit) and unit not in board.trains:
            return _zealous(board, going)
        found: list[Answer] = []
        if not self.stopped and unit not in board.trains:
            walk = reach(board, unit, going.left)
            found += [("to", hex) for hex in members(legs(board, unit, walk))]
            if why_no_forced_march(board, unit) is None and _farther(board, unit, going.left, walk.hexes):
                found.append("force")
            if may_leave(board, unit, going.left):
                found.append("leave")
        for action in ACTIONS:
            found += action.offers(board, going)
        if not going.started and has_facing(board, unit):
            found.append("turn")
        return Ask(board.side, (*found, "end")) if found else Only("end")

    def asker(self, board: NachParisBoard) -> Seat | None:
        """Its player, where it can surely go on or turn; what else it could do takes long to find."""
        unit = self.unit
        if board.where[unit] < 0 or board.perilled >> unit & 1 or bound(board, unit):
            return None
        going = self.going(board)
        if not going.started and has_facing(board, unit):
            return board.side
        if unit in board.trains:  # 12.3.1
            return board.side if trains.surely_goes(board, unit) else None
        if self.stopped:
            return None
        return board.side if legs(board, unit, reach(board, unit, going.left)) else None

    def going(self, board: NachParisBoard) -> Going:
        """What other chapters need to know of the unit."""
        unit = self.unit
        return Going(unit, points_left(board, unit), started(board, unit), self.stopped)

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """The leg, the action, or the end."""
        unit = self.unit
        if answer == "end":
            return _end(board, unit)
        if answer == "turn":
            return Face(unit), EndMove(unit)
        if answer == "force":
            return (Force(unit),)
        if answer == "leave":
            off_map(board, unit)
            return ()
        word = answer if isinstance(answer, str) else answer[0]
        if word in _OWNERS:
            before, going = board.where[unit], self.going(board)
            board.moved |= 1 << unit
            steps = _OWNERS[word].carry_out(board, going, answer)
            if before == board.where[unit] or board.where[unit] < 0:
                return *steps, self
            return *steps, Walk(unit, _stops(board, unit, board.where[unit]))  # 12.2.2, 18.1.2: carried into a zone
        hex = cast("Word", answer)[1]
        way = reach(board, unit, points_left(board, unit)).path(hex)
        return Enter(unit, tuple(way)), Walk(unit, _stops(board, unit, hex))

    def way(self, board: NachParisBoard, answer: Answer) -> Way | None:
        """[7.1.3] The way that would be gone, what it costs, and the points left then."""
        if not isinstance(answer, tuple) or answer[0] != "to" or not isinstance(answer[1], int):
            return None
        hex, left = answer[1], points_left(board, self.unit)
        found = reach(board, self.unit, left)
        if not found.destinations >> hex & 1:
            return None
        hexes, cost = (board.where[self.unit], *found.path(hex)), found.cost(hex)
        return Way(tuple(label(each) for each in hexes), cost, left - cost)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a hex isn't offered: the first rule in the way."""
        word = answer[0] if isinstance(answer, tuple) else answer
        if word not in ships.SHAPE and board.where[self.unit] < 0:
            return Reason("18.1.4", "why.sea.aboard")
        if bound(board, self.unit) and found_close(board, self.unit, points_left(board, self.unit), self.stopped):
            return Reason("21.2.2", "why.zeal.close")
        if word == "force":
            return why_no_forced_march(board, self.unit) or Reason("7.5.1", "why.force.nowhere")
        if word == "leave":
            return Reason("7.1.8", "why.leave")
        if word == "turn":
            return Reason("7.1.4", "why.turn")
        if word in _OWNERS:
            return _OWNERS[str(word)].reason(board, self.going(board), answer)
        if isinstance(answer, tuple) and word == "to" and isinstance(answer[1], int):
            if self.unit in board.trains:
                return trains.reason(board, self.going(board), ("rail", answer[1]))
            return why_not_there(board, self.unit, answer[1], points_left(board, self.unit), self.stopped, LEG)
        return None


def _zealous(board: NachParisBoard, going: Going) -> Ask | Only[Word | str] | None:
    """[21.2.2] An indoctrinated unit near the enemy goes up to him, or stays there and faces him."""
    unit = going.unit
    ways = 0 if going.stopped else legs(board, unit, reach(board, unit, going.left))
    close = closing(board, unit, ways)
    found: list[Answer] = [("to", hex) for hex in members(close)]
    turns = not going.started and has_facing(board, unit)
    owed = bool(close & beside_enemies(board, unit))
    if in_touch(board, unit):
        owed = turns and not looks_at_enemies(board, unit)
    elif owed:
        turns = False
    if turns:
        found.append("turn")
    if not owed:
        found.append("end")
    return Ask(board.side, tuple(found)) if found != ["end"] else Only("end")


def found_close(board: NachParisBoard, unit: Unit, left: int, stopped: bool) -> bool:
    """[21.2.2] Whether a bound unit is next to the enemy, or can still get there."""
    if in_touch(board, unit):
        return True
    return not stopped and bool(legs(board, unit, reach(board, unit, left)) & beside_enemies(board, unit))


def owes(board: NachParisBoard, unit: Unit) -> bool:
    """[21.2.2] Whether an indoctrinated unit that has not moved must still go up to the enemy, or turn to him."""
    if not bound(board, unit) or unit in board.trains:
        return False
    if in_touch(board, unit):
        return has_facing(board, unit) and not looks_at_enemies(board, unit)
    return found_close(board, unit, points_left(board, unit), False)


def _at_sea(board: NachParisBoard, going: Going) -> Ask | Only[Word | str] | None:
    """[18.2.1] A unit on board lands or sails on."""
    found = ships.offers(board, going)
    return Ask(board.side, (*found, "end")) if found else Only("end")


def started(board: NachParisBoard, unit: Unit) -> bool:
    """[7.1.2] Whether a unit has done something in this Movement Phase."""
    return bool((board.moved | board.entered) >> unit & 1) or board.spent.get(unit, 0) > 0


def _stops(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[11.2.2] Everybody stops before a Fortified Zone, and in an enemy ZOC."""
    return bool(halting(board, SIDE[unit]) >> hex & 1) or _stopped_by_zone(board, unit, hex)


def _stopped_by_zone(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[7.6.1], [7.6.2] All but cavalry stop in an enemy ZOC."""
    return not CAVALRY >> unit & 1 and bool(zones(board, 1 - SIDE[unit]) >> hex & 1)


def halted(board: NachParisBoard, unit: Unit) -> bool:
    """[7.6.1], [7.1.5] Whether a zone has stopped what a unit came out of: it split or joined after it marched."""
    return bool(board.entered >> unit & 1) and _stops(board, unit, board.where[unit])


# -- [7.5] forced march


def _farther(board: NachParisBoard, unit: Unit, left: int, near: Bits) -> Bits:
    """[7.5.1] The hexes that only a forced march can reach from here; `near` are those that the points reach."""
    return legs(board, unit, reach(board, unit, left + bonus(unit, board.turn)), near)


@value
class Force(NachParisQuestion[Word | str]):
    """[7.5.1] A forced march: a leg that costs more than the unit has left, so that all of its MF is used."""

    rule: ClassVar[str] = "7.5.1"
    shape: ClassVar[Shape] = {"to": "hex", "back": ""}
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """The hexes beyond its points, or back to the ordinary march."""
        left = points_left(board, self.unit)
        farther = members(_farther(board, self.unit, left, reach(board, self.unit, left).hexes))
        return Ask(board.side, (*(("to", hex) for hex in farther), "back"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """[7.5.4] The marker, and the way."""
        unit = self.unit
        if isinstance(answer, str):
            return (Walk(unit),)
        hex = answer[1]
        way = reach(board, unit, points_left(board, unit) + bonus(unit, board.turn)).path(hex)
        board.forced |= 1 << unit
        board.tell(ForcedMarch("7.5.4", IDS[unit], label(board.where[unit]), bonus(unit, board.turn)))
        return Enter(unit, tuple(way)), Walk(unit, _stops(board, unit, hex))

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a hex can't be reached even so."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            left = points_left(board, self.unit)
            if reach(board, self.unit, left).hexes >> answer[1] & 1:
                return Reason("7.5.1", "why.force.near", (("hex", label(answer[1])),))
            return why_not_there(board, self.unit, answer[1], left + bonus(self.unit, board.turn), False, LEG)
        return None


# -- hex by hex


@value
class Enter(NachParisStep):
    """[7.1.3] A unit enters hexes, one after another, and pays for each."""

    rule: ClassVar[str] = "7.1.3"
    unit: Unit
    way: tuple[Hex, ...]
    last: Hex = -1

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        costs = costs_for(board, self.unit)
        for place, hex in enumerate(self.way, 1):
            cost = costs.cost(board.where[self.unit], hex)
            enter(board, self.unit, hex, cost or 0)
            if board.recon and (flight := look_down(board, self.unit)):  # 20.1.2
                return (*flight, Enter(self.unit, self.way[place:], hex))
        board.tell(
            Moved(self.rule, IDS[self.unit], label(self.way[-1] if self.way else self.last), board.spent[self.unit])
        )
        return ()


def enter(board: NachParisBoard, unit: Unit, hex: Hex, cost: int) -> None:
    """[7.1.3] One hex on: points, transit, works left behind, ground taken, enemies overrun."""
    bit = 1 << unit
    _note_transit(board, unit, hex)
    board.spent[unit] = board.spent.get(unit, 0) + cost
    _overrun(board, unit, hex)
    board.put(unit, hex)  # 10.3.1: its works stay behind
    board.entered |= bit
    board.moved |= bit
    take_ground(board, unit, hex)


def _note_transit(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[7.3.1], [7.3.2] The steps that entered a hex, and crossed a side, where only so many can."""
    side, steps = MAP.grid.side(board.where[unit], hex), board.steps(unit)
    if transit_limit(board, side) != NO_WAY:  # 7.3.2
        board.transit_side[side] = board.transit_side.get(side, 0) + steps
    if MAP.terrain[hex] in TRANSIT_HEX:  # 7.3.1
        board.transit_hex[hex] = board.transit_hex.get(hex, 0) + steps


def _overrun(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[7.1.6] Foot and horse overrun lone headquarters and engineers."""
    if FIGHTING >> unit & overrunable(board, SIDE[unit]) >> hex & 1:
        for enemy in members(board.of(hex, 1 - SIDE[unit])):
            destroy(board, enemy, "7.1.6")


# -- the end of a move


def _end(board: NachParisBoard, unit: Unit) -> Steps:
    """[7.1.3] A unit that came into a hex chooses its facing, and a gun that got into position [7.9.1], and pioneers
    that destroyed something where they stood [7.1.4].

    One that did nothing has not acted.
    """
    if not started(board, unit):
        return ()
    faces = (board.entered | board.in_position | board.wreckers) >> unit & 1 and has_facing(board, unit)
    return (*((Face(unit),) if faces else ()), EndMove(unit))


@value
class EndMove(NachParisStep):
    """[7.1.2], [7.4.1] The unit has acted; what it spent may earn it an EXM marker."""

    rule: ClassVar[str] = "7.4.1"
    unit: Unit

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.moved |= 1 << self.unit
        mark_extended(board, self.unit)
        return ()


# -- off the map


def may_leave(board: NachParisBoard, unit: Unit, left: int) -> bool:
    """[1.1.7] Where its scenario saves Belgian units that leave the map: by a column, from a turn on."""
    special = board.play.said.special
    if special.exit_column is None or NATION[unit] != BE or board.turn < special.exit_from:
        return False
    column = label(board.where[unit]).rstrip("0123456789")
    return column == special.exit_column and left >= MOVEMENT[Terrain.CLEAR][MOBILITY[unit]]


def off_map(board: NachParisBoard, unit: Unit) -> None:
    """[7.1.8] A unit that leaves the map is destroyed, unless its scenario saves it there (departs: 7.1.8)."""
    if not may_leave(board, unit, NO_WAY):
        destroy(board, unit, "7.1.8")
        return
    hex = board.where[unit]
    board.steps_saved += board.steps(unit)
    take_off(board, unit, SAVED)
    board.tell(Left("7.1.8", IDS[unit], label(hex)))
