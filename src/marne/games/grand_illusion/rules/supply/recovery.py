"""9.8.3, 11.4: units get into order again, for a CAP or for nothing."""

from __future__ import annotations

from collections.abc import Iterable

from marne.engine import Ask, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ALL_HEXES, Hex
from marne.games.grand_illusion.components.tables import CALENDAR
from marne.games.grand_illusion.components.units import COMBAT, FORTS, HEAVY, HQS, IDS, OF_SIDE, Side
from marne.games.grand_illusion.events import Recovered
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.games.grand_illusion.steps import Asked, Line, Named, Steps
from marne.hexes import Bits, members

__all__ = ["RestSome", "UndisruptSegment", "facing", "fatigue", "may_recover", "recovery_hexes", "rest", "tired"]


def tired(board: GrandIllusionBoard, hex: Hex, side: Side) -> Bits:
    """9.8.3: the disrupted combat units of a side in a hex that are in supply."""
    return supplied(board, board.combat(hex, side) & board.down, hex)


def facing(board: GrandIllusionBoard, hex: Hex, side: Side) -> bool:
    """9.8.3, 11.4: an enemy combat unit or fort in the hex, besieged or not."""
    return bool(board.at[hex] & OF_SIDE[1 - side] & (COMBAT | FORTS))


def recovery_hexes(board: GrandIllusionBoard, side: Side, among: Iterable[Hex] = ALL_HEXES) -> list[Hex]:
    """9.8.3: where a CAP can put units in order: no enemy in the hex. `among`: see `trench_hexes`."""
    down = OF_SIDE[side] & COMBAT & board.down
    return [hex for hex in among if board.at[hex] & down and not facing(board, hex, side) and tired(board, hex, side)]


def fatigue(board: GrandIllusionBoard) -> bool:
    """14.1.1, ES-44: from turn 12 only half recover; not in the Spanish scenario 3."""
    return board.turn >= CALENDAR.fatigue_from and board.special_rules


def may_recover(board: GrandIllusionBoard, units: Bits) -> int:
    """14.1.1: how many of the units may recover where all could before; half, rounded up."""
    count = units.bit_count()
    return (count + 1) // 2 if fatigue(board) else count


def rest(board: GrandIllusionBoard, units: Bits, rule: str) -> None:
    """9.8.3, 11.4: flip units to their front."""
    board.down &= ~units
    for unit in members(units):
        board.tell(Recovered(rule, IDS[unit], board.where[unit]))


@value
class RestSome(Asked[Named]):
    """9.8.3, 11.4: the owner chooses which of the disrupted units recover."""

    rule = "11.4"
    shape = {"rest": "unit"}
    side: Side
    hex: Hex
    units: Bits
    left: int

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if self.units.bit_count() <= self.left or not self.left:
            return None
        return Ask(self.side, tuple(("rest", unit) for unit in members(self.units)))

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        if self.left:
            rest(board, self.units, self.rule)
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        unit = 1 << answer[1]
        rest(board, unit, self.rule)
        return (RestSome(self.side, self.hex, self.units & ~unit, self.left - 1),)


@value
class UndisruptSegment(Line):
    """11.4: both sides recover for nothing; one or two units in a hex with enemies, everybody elsewhere.

    `hungry` and `foraging` are what the Check for Supply found: out of supply, and on Emergency Rail Supply (8.4.3).
    """

    rule = "11.4"
    hungry: Bits
    foraging: Bits

    def do(self, board: GrandIllusionBoard) -> Steps:
        steps: list[Line] = []
        for side in (0, 1):
            for hex in ALL_HEXES:
                mine = board.at[hex] & OF_SIDE[side] & ~self.hungry
                if mine & board.down:
                    self._hex(board, side, hex, mine, steps)
        return tuple(steps)

    def _hex(self, board: GrandIllusionBoard, side: Side, hex: Hex, mine: Bits, steps: list[Line]) -> None:
        # 8.4.3: headquarters on Emergency Rail Supply stay flipped.
        rest(board, mine & (HQS & ~self.foraging | HEAVY) & board.down, self.rule)
        units = mine & COMBAT & board.down
        if not units:
            return
        if units & self.foraging:
            # 8.4.3: on Emergency Rail Supply one unit with each headquarters.
            count = 1 if mine & HQS else 0
        elif facing(board, hex, side):
            count = 1 if (mine & COMBAT).bit_count() <= 2 else 2
        else:
            count = may_recover(board, units)
        if count:
            steps.append(RestSome(side, hex, units, count))
