"""[7.1], [7.6.3] The movement of a nation's units, one after another; those from zone to zone first."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import FIGHTING, NATION, OF_NATION, OF_SIDE, SIDE, Nation, Unit
from marne.games.nach_paris.rules.engineers.garrisons import ChooseCharge, any_charge
from marne.games.nach_paris.rules.movement.arrivals import Arrivals, can_arrive
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.reach import costs_for, enterable
from marne.games.nach_paris.rules.movement.refusals import why_not_move
from marne.games.nach_paris.rules.movement.walk import Enter, Walk, halted, owes
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["BeginMovement", "MoveUnits", "Slip", "ZoneToZone", "slips"]


@value
class BeginMovement(NachParisStep):
    """[7.5.4] FOM markers go; what was noted of the last Movement Phase is cleared."""

    rule: ClassVar[str] = "7.5.4"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        mine = OF_SIDE[board.side]
        board.forced_before = (board.forced_before & ~mine) | (board.forced & mine)  # 7.5.5
        board.forced &= ~mine
        board.arrived = board.moved = board.entered = board.regrouped = board.convoyed = board.carried = 0
        board.spent = {}
        board.transit_hex, board.transit_side = {}, {}
        board.rail_used, board.station_used, board.harbour_used, board.railed = {}, {}, {}, {}
        board.convoys = [0, 0]
        board.forts_blew = board.shipped = 0
        board.recon_done = board.spotted = 0
        board.recon_tries, board.flown, board.flops = {}, {}, {}
        board.aerial_tries, board.aerial_hexes, board.aerial_base = {}, {}, {}
        board.perilled, board.airmen_rest, board.overflown = 0, False, -1
        return ()


def _ready(board: NachParisBoard, nation: Nation) -> list[Unit]:
    """[7.1.1], [7.1.2] The units of a nation that have not acted in the Barrage Phase nor in this one.

    Those at sea among them [18.2.1].
    """
    mine = OF_NATION[nation] & ~(board.barraged | board.moved | board.arrived)
    if not board.off_harbour:
        return board.on_map(mine)
    return [unit for unit in members(mine) if board.where[unit] >= 0 or unit in board.off_harbour]


@value
class MoveUnits(NachParisQuestion[Word | str]):
    """[7.1.2] A nation's units move, each alone and once, in the order that its player likes."""

    rule: ClassVar[str] = "7.1.2"
    shape: ClassVar[Shape] = {"move": "unit", "arrive": "", "garrison": "", "end": ""}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Whoever has not acted yet. Arrivals come at any time between [7.7.1], and the garrisons of forts blow
        bridges meanwhile (departs: 16.1.7)."""
        units = _ready(board, self.nation)
        if not units:
            return None
        owing = board.indoctrinated and any(owes(board, unit) for unit in members(board.indoctrinated & bits(units)))
        end: tuple[str, ...] = () if owing else ("end",)  # 21.2.2
        come: tuple[str, ...] = ("arrive",) if can_arrive(board, self.nation) else ()
        garrison: tuple[str, ...] = ("garrison",) if any_charge(board, self.nation) else ()
        return Ask(board.side, (*(("move", unit) for unit in units), *come, *garrison, *end))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """One unit from start to end, then the next."""
        if answer == "arrive":
            return Arrivals(self.nation), self
        if answer == "garrison":
            return ChooseCharge(self.nation), self
        return () if isinstance(answer, str) else (Walk(answer[1], halted(board, answer[1])), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't move."""
        if answer == "arrive":
            return Reason("7.7.1", "why.arrive.nobody")
        if answer == "end":
            return Reason("21.2.2", "why.zeal.end")
        if answer == "garrison":
            return Reason("16.1.7", "why.blow.no_garrison")
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_not_move(board, answer[1], self.nation)
        return None


# -- [7.6.3] from zone to zone


def slips(board: NachParisBoard, unit: Unit) -> Bits:
    """[7.6.3] The hexes in an enemy ZOC that a unit may slip into out of its own: a friend covers the hex it leaves.

    The friend is foot or horse of the same nation, stood there when the phase began, and its ZOC reaches the hex left.
    It is the first hex of a move: nobody slips who came into its hex in this phase.
    """
    hex, enemy = board.where[unit], 1 - SIDE[unit]
    held = zones(board, enemy)
    if not held >> hex & 1 or board.entered >> unit & 1:
        return 0
    found = 0
    friends = OF_NATION[NATION[unit]] & FIGHTING & ~(board.entered | board.arrived | 1 << unit)
    costs, left, free = costs_for(board, unit), points_left(board, unit), enterable(board, unit)
    for there in members(MAP.grid.links.of[hex] & held & free):
        cost = costs.cost(hex, there)
        if cost is None or cost > left or not fits(board, unit, there, SIDE[unit]):
            continue
        if any(zone_of(board, friend) >> hex & 1 for friend in members(board.at[there] & friends)):
            found |= 1 << there
    return found


@value
class ZoneToZone(NachParisQuestion[Word | str]):
    """[7.6.3] Units that go from one enemy ZOC straight into another move before all others."""

    rule: ClassVar[str] = "7.6.3"
    shape: ClassVar[Shape] = {"slip": "unit", "end": ""}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Those that a friend next to them covers."""
        held = zones(board, 1 - board.side)
        near = [unit for unit in _ready(board, self.nation) if board.where[unit] >= 0 and held >> board.where[unit] & 1]
        units = [unit for unit in near if unit not in board.trains and slips(board, unit)]
        return Ask(board.side, (*(("slip", unit) for unit in units), "end")) if units else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """The first hex, then an ordinary walk on: out of that ZOC too."""
        return () if isinstance(answer, str) else (Slip(answer[1]), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_not_move(board, answer[1], self.nation) or Reason("7.6.3", "why.no_cover")
        return None


@value
class Slip(NachParisQuestion[Word]):
    """[7.6.3] Into which covered hex a unit goes first."""

    rule: ClassVar[str] = "7.6.3"
    shape: ClassVar[Shape] = {"to": "hex"}
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """The neighbours with a friend that covers the hex it leaves."""
        hexes = members(slips(board, self.unit))
        return Only(("to", hexes[0])) if len(hexes) == 1 else Ask(board.side, tuple(("to", hex) for hex in hexes))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """It isn't stopped there: it may leave that ZOC as if it had begun in it."""
        return Enter(self.unit, (answer[1],)), Walk(self.unit)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """No friend covers the way."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return Reason("7.6.3", "why.no_cover_there", (("hex", label(answer[1])),))
        return None
