"""The facts of play: where each counter is and in what state, who controls what, and the tracks."""

from __future__ import annotations

from typing import Final

from marne.engine import Board
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.battle import Battle
from marne.games.schlieffens_war.counters import (
    BELGIAN,
    COUNT,
    ENTENTE,
    FACTOR,
    FORT,
    FULL,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NATION,
    SIDE,
)
from marne.games.schlieffens_war.data import MARKERS
from marne.games.schlieffens_war.events import CityTaken, MoraleChanged, ParisEndangered, StepLost, UnitEliminated
from marne.hexes import Bits

__all__ = [
    "ATTACKED", "DEFENDED", "DRAW", "ELAN", "ELIMINATED", "FATIGUED", "FORTRESS_SUPPLY", "HALTED", "IN_SUPPLY",
    "MAY_MARCH", "NORMAL", "NO_MARCH", "OUT_OF_SUPPLY", "PLAYING", "PROBED", "REMOVED", "ROLLED", "TIRED", "WAITING",
    "WarBoard",
]  # fmt: skip

# Where a counter is when it isn't on the map (2.8, 8.8, 9.1).
WAITING: Final = -1
ELIMINATED: Final = -2
REMOVED: Final = -3

# 9.6: the three states of morale.
FATIGUED: Final = -1
NORMAL: Final = 0
ELAN: Final = 1

# 8.0: the three states of supply.
IN_SUPPLY: Final = 0
FORTRESS_SUPPLY: Final = 1
OUT_OF_SUPPLY: Final = 2

# What a unit has done in this phase.
HALTED: Final = 1
MAY_MARCH: Final = 2
NO_MARCH: Final = 4
ROLLED: Final = 8
PROBED: Final = 16
ATTACKED: Final = 32
DEFENDED: Final = 64
TIRED: Final = 128

# How the game stands: nobody has won, or the seat that has, or a draw.
PLAYING: Final = -2
DRAW: Final = -1


class WarBoard(Board):
    """Lists by unit and by hex, bit sets of hexes by side, and the tracks.

    `stacks[hex]` holds the units of a hex, the top one last. `occupied` and `projecting` (hexes that cast a zone of
    control, 7.0) are kept beside it by side. `movers` are the units that may still move, so that a question in the
    movement phase costs nothing. `battle` is the attack in progress; its units are open to both sides.
    """

    __slots__ = (
        "acts",
        "artillery",
        "artillery_next",
        "battle",
        "control",
        "coup",
        "endangered",
        "morale",
        "movers",
        "occupied",
        "phase",
        "plan_xvii",
        "points",
        "projecting",
        "side",
        "spent",
        "stacks",
        "steps",
        "supply",
        "turn",
        "where",
        "winner",
        "winning_rule",
    )

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.side = ENTENTE
        self.phase = "3.1"
        self.where = [WAITING] * COUNT
        self.steps = list(FULL)
        self.morale = [NORMAL] * COUNT
        self.supply = [IN_SUPPLY] * COUNT
        self.spent = [0] * COUNT
        self.acts = [0] * COUNT
        self.stacks: list[tuple[int, ...]] = [()] * g.COUNT
        self.occupied: list[Bits] = [0, 0]
        self.projecting: list[Bits] = [0, 0]
        self.control: Bits = g.GERMANY
        self.movers: tuple[int, ...] = ()
        self.battle: Battle | None = None
        self.points = 0
        self.plan_xvii = 0
        self.endangered = 0
        self.artillery = MARKERS.heavy_artillery
        self.artillery_next = 0
        self.coup = MARKERS.coup_de_main
        self.winner = PLAYING
        self.winning_rule = ""

    def copy(self) -> WarBoard:
        """A board that can be changed without changing this one: line by line, because every answer makes one."""
        twin = WarBoard.__new__(WarBoard)
        twin.events = []
        twin.turn = self.turn
        twin.side = self.side
        twin.phase = self.phase
        twin.where = self.where[:]
        twin.steps = self.steps[:]
        twin.morale = self.morale[:]
        twin.supply = self.supply[:]
        twin.spent = self.spent[:]
        twin.acts = self.acts[:]
        twin.stacks = self.stacks[:]
        twin.occupied = self.occupied[:]
        twin.projecting = self.projecting[:]
        twin.control = self.control
        twin.movers = self.movers
        twin.battle = self.battle
        twin.points = self.points
        twin.plan_xvii = self.plan_xvii
        twin.endangered = self.endangered
        twin.artillery = self.artillery
        twin.artillery_next = self.artillery_next
        twin.coup = self.coup
        twin.winner = self.winner
        twin.winning_rule = self.winning_rule
        return twin

    # -- questions

    @property
    def over(self) -> bool:
        """Somebody has won, or the game is drawn."""
        return self.winner != PLAYING

    def factor(self, unit: int) -> int:
        """2.6, 2.7: the combat factor printed on the side that is up."""
        return FACTOR[unit][self.steps[unit]]

    def zone(self, side: int) -> Bits:
        """7.0: the hexes in the zones of control that a side casts."""
        return g.spread(self.projecting[side])

    def controller(self, hex: int) -> int:
        """3.3: who owns a hex."""
        return GERMAN if self.control >> hex & 1 else ENTENTE

    def controlled(self, side: int) -> Bits:
        """3.3: all hexes that a side owns."""
        return self.control if side == GERMAN else g.LAND & ~self.control

    def corps_equivalents(self, hex: int) -> int:
        """6.2: corps in a hex, forts counting as one."""
        return sum(1 for unit in self.stacks[hex] if IS_CORPS[unit] or KIND[unit] == FORT)

    def hqs(self, hex: int) -> int:
        """6.2: HQs in a hex."""
        return sum(1 for unit in self.stacks[hex] if KIND[unit] == HQ)

    # -- changes

    def put(self, unit: int, hex: int) -> None:
        """Set a unit down on top of a hex's stack; set-up, arrival and return change no control."""
        self.where[unit] = hex
        self.stacks[hex] += (unit,)
        self._refresh(hex, SIDE[unit])

    def set_down(self, units: tuple[int, ...], hex: int) -> None:
        """A whole stack at once, on a hex that has none: the lowest unit first."""
        for unit in units:
            self.where[unit] = hex
        self.stacks[hex] = units
        self._refresh(hex, SIDE[units[0]])

    def lift(self, unit: int, to: int) -> None:
        """Take a unit off the map: `to` is WAITING, ELIMINATED or REMOVED."""
        hex = self.where[unit]
        self.where[unit] = to
        if hex >= 0:
            stack = self.stacks[hex]
            self.stacks[hex] = stack[:-1] if stack[-1] == unit else tuple(u for u in stack if u != unit)
            self._refresh(hex, SIDE[unit])

    def move(self, unit: int, hex: int) -> None:
        """3.3: a unit goes to a hex and takes control of it."""
        self.lift(unit, WAITING)
        self.put(unit, hex)
        self.take(SIDE[unit], hex)

    def take(self, side: int, hex: int) -> None:
        """3.3, 4.6, 4.1: a side enters a hex: control, points for cities, and the ring around Paris."""
        bit = 1 << hex
        if side == GERMAN:
            if not self.control & bit:
                self.control |= bit
                if bit & g.PRIZES:
                    self.points += 1
                    self.tell(CityTaken("4.6", side, hex, self.points))
            if bit & g.PERIMETER and not self.endangered:
                self.endangered = 1
                self.tell(ParisEndangered("4.1", hex))
        elif self.control & bit:
            self.control &= ~bit
            if bit & g.PRIZES:
                self.points -= 1
                self.tell(CityTaken("4.6", side, hex, self.points))

    def _refresh(self, hex: int, side: int) -> None:
        """Keep the bit sets beside the stacks: where a side stands, and from where it casts zones (7.0)."""
        stack = self.stacks[hex]
        bit = 1 << hex
        if not stack:
            self.occupied[side] &= ~bit
            self.projecting[side] &= ~bit
            return
        self.occupied[side] |= bit
        casts = False
        if not bit & g.HEAVY:
            for unit in stack:
                kind = KIND[unit]
                if kind == FORT:
                    casts = False
                    break
                if kind <= 1:
                    casts = True
        if casts:
            self.projecting[side] |= bit
        else:
            self.projecting[side] &= ~bit

    def raise_morale(self, unit: int, rule: str) -> None:
        """9.6: one level up; corps only."""
        if IS_CORPS[unit] and self.morale[unit] < ELAN:
            self.morale[unit] += 1
            self.tell(MoraleChanged(rule, unit, self.morale[unit]))

    def tire(self, unit: int, rule: str) -> None:
        """9.6: one level down, and no more than one in a phase; a second fatigue is ignored; corps only."""
        if IS_CORPS[unit] and self.morale[unit] > FATIGUED and not self.acts[unit] & TIRED:
            self.acts[unit] |= TIRED
            self.morale[unit] -= 1
            self.tell(MoraleChanged(rule, unit, self.morale[unit]))

    def lose_step(self, unit: int, rule: str) -> None:
        """2.7, 2.8: turn the counter over, put its replacement down, or take it off."""
        self.steps[unit] -= 1
        if self.steps[unit]:
            self.tell(StepLost(rule, unit, self.where[unit], self.steps[unit]))
        else:
            self.eliminate(unit, rule)

    def eliminate(self, unit: int, rule: str) -> None:
        """2.8, 8.8, 9.5: to the display of eliminated units; forts, Belgians and corps without supply never return."""
        lost = KIND[unit] == FORT or NATION[unit] == BELGIAN
        lost = lost or (IS_CORPS[unit] and self.supply[unit] == OUT_OF_SUPPLY)
        hex = self.where[unit]
        self.lift(unit, REMOVED if lost else ELIMINATED)
        self.steps[unit] = 0
        self.morale[unit] = NORMAL
        self.supply[unit] = IN_SUPPLY
        self.tell(UnitEliminated(rule, unit, hex, lost))
