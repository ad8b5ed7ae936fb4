"""The facts of play: where each counter is and in what state, who controls what, and the tracks."""

from __future__ import annotations

from typing import Final

from marne.engine import (
    HEXES,
    OPEN,
    PARTLY,
    SEATS,
    UNITS,
    Board,
    Event,
    Hexes,
    Private,
    Seat,
    Unit,
    Units,
    fact,
    given,
    units_in,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.scenario import FIRST, Scenario1914
from marne.games.schlieffens_war.components.units import (
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
    UNITS_OF,
)
from marne.games.schlieffens_war.events import CityTaken, MoraleChanged, ParisEndangered, StepLost, UnitEliminated
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.hexes import Bits, members

__all__ = [
    "ATTACKED", "DEFENDED", "DRAW", "ELAN", "ELIMINATED", "FATIGUED", "FORTRESS_SUPPLY", "HALTED", "IN_SUPPLY",
    "MAY_MARCH", "NORMAL", "NO_MARCH", "OUT_OF_SUPPLY", "PLAYING", "PROBED", "RANK", "REMOVED", "ROLLED", "TIRED",
    "UNSEEN", "WAITING", "WarBoard", "hidden_units", "top_unit",
]  # fmt: skip

# Where a counter is when it isn't on the map (2.8, 8.8, 9.1).
WAITING: Final = -1
ELIMINATED: Final = -2
REMOVED: Final = -3
UNSEEN: Final = -4
"""6.6: on the map, in one of the places where a seat sees that something lies face down."""

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

RANK: Final = (3, 3, 1, 0, 2)
"""By kind: corps before forts before HQs before depots; the top combat unit is what the enemy may examine."""

# How the game stands: nobody has won, or the seat that has, or a draw.
PLAYING: Final = -2
DRAW: Final = -1


class WarBoard(Board):
    """3.1: lists by unit and by hex, bit sets of hexes by side, and the tracks.

    `stacks[hex]` holds the units of a hex, the top one last. `occupied` and `projecting` (hexes that cast a zone of
    control, 7.0) are kept beside it by side. `movers` are the units that may still move, so that a question in the
    movement phase costs nothing. `battle` is the attack in progress; its units are open to both sides.
    """

    scenario: Scenario1914 = given()
    handicap: int = given()
    """House rule: so many points fewer than 4.7 says are enough for the Germans."""
    turn: int = fact(0, seen=OPEN)
    side: int = fact(ENTENTE, seen=OPEN)
    phase: str = fact("3.1", seen=OPEN)
    where: list[int] = fact([WAITING] * COUNT, of=UNITS, seen=PARTLY)
    steps: list[int] = fact(list(FULL), of=UNITS, seen=PARTLY)
    morale: list[int] = fact([NORMAL] * COUNT, of=UNITS, seen=PARTLY)
    supply: list[int] = fact([IN_SUPPLY] * COUNT, of=UNITS, seen=PARTLY)
    spent: list[int] = fact([0] * COUNT, of=UNITS, seen=PARTLY)
    acts: list[int] = fact([0] * COUNT, of=UNITS, seen=PARTLY)
    stacks: list[tuple[Unit, ...]] = fact([()] * g.COUNT, of=HEXES, seen=PARTLY)
    occupied: list[Hexes] = fact([0, 0], of=SEATS, seen=OPEN)
    projecting: list[Hexes] = fact([0, 0], of=SEATS, seen=OPEN)
    control: Hexes = fact(lambda board: board.scenario.german_ground, seen=OPEN)
    movers: tuple[int, ...] = fact((), of=UNITS, seen=PARTLY)
    battle: Battle | None = fact(None, seen=OPEN, why="6.6: both sides see who fights")
    points: int = fact(0, seen=OPEN)
    plan_xvii: int = fact(0, seen=OPEN)
    endangered: int = fact(0, seen=OPEN)
    artillery: int = fact(lambda board: board.scenario.markers.heavy_artillery, seen=OPEN)
    artillery_next: int = fact(0, seen=OPEN)
    coup: int = fact(lambda board: board.scenario.markers.coup_de_main, seen=OPEN)
    winner: int = fact(PLAYING, seen=OPEN)
    winning_rule: str = fact("", seen=OPEN)
    unseen: dict[int, tuple[int, int]] = fact({}, of=HEXES, seen=PARTLY, saved=False)
    """6.6: on a seat's masked board, how many counters of a hex lie face down, and how many of them were attacked."""

    def __init__(self, scenario: Scenario1914 = FIRST, handicap: int = 0) -> None:
        self.scenario, self.handicap = scenario, handicap
        super().__init__()

    @property
    def standing(self) -> int:
        """4.7: the German points, with those that the handicap gives them, as victory counts them."""
        return self.points + self.handicap

    def hidden_units(self, seat: Seat | None) -> Units:
        """6.6: what lies face down, or under another counter."""
        return sum(1 << unit for unit in hidden_units(self, seat))

    def tell(self, event: Event) -> None:
        """6.6: say what happened; of a counter that the enemy can't see only to its own side."""
        if not event.reveals and not event.known and event.seers() is None:
            for unit in units_in(event):
                if self._lies_below(unit):
                    event = Private(event.rule, SIDE[unit], event)
                    break
        self.events.append(event)

    def _lies_below(self, unit: int) -> bool:
        """6.6: whether the enemy sees another counter in its place."""
        battle, hex = self.battle, self.where[unit]
        if hex < 0 or KIND[unit] == FORT or (battle is not None and unit in battle.attackers + battle.force):
            return False
        return top_unit(self.stacks[hex]) != unit

    def show(self, twin: WarBoard, seat: Seat | None) -> None:
        """6.6: the counters that the seat knows; of the others only in which hexes they are.

        How far a unit has marched is its owner's to know. Who was attacked in this phase is plain to both sides (11.5),
        so the unseen are counted by that too.
        """
        where, steps, morale, supply = self.where[:], self.steps[:], self.morale[:], self.supply[:]
        spent, acts = self.spent[:], self.acts[:]
        twin.where, twin.steps, twin.morale, twin.supply, twin.spent, twin.acts = (
            where,
            steps,
            morale,
            supply,
            spent,
            acts,
        )
        twin.stacks, twin.unseen = self.stacks[:], self.unseen.copy()
        for hex, below in _hidden(self, seat):
            hidden, attacked = twin.unseen.get(hex, (0, 0))
            for unit in below:
                where[unit] = UNSEEN
                attacked += bool(acts[unit] & DEFENDED)
            twin.unseen[hex] = hidden + len(below), attacked
            twin.stacks[hex] = tuple([unit for unit in twin.stacks[hex] if unit not in below])
        for unit in [unit for unit, place in enumerate(where) if place < 0]:  # as at the beginning
            steps[unit] = 0 if where[unit] == ELIMINATED else FULL[unit]
            morale[unit], supply[unit] = NORMAL, IN_SUPPLY
            spent[unit] = acts[unit] = 0
        for side in (GERMAN, ENTENTE):
            if side != seat:
                for unit in [unit for unit in UNITS_OF[side] if spent[unit] or acts[unit]]:
                    spent[unit] = 0
                    acts[unit] &= PROBED | ATTACKED | DEFENDED
        if self.side == seat:
            twin.movers = self.movers

    # -- questions

    @property
    def over(self) -> bool:
        """5.6: somebody has won, or the game is drawn."""
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
        return len([unit for unit in self.stacks[hex] if IS_CORPS[unit] or KIND[unit] == FORT])

    def hqs(self, hex: int) -> int:
        """6.2: HQs in a hex."""
        return len([unit for unit in self.stacks[hex] if KIND[unit] == HQ])

    # -- changes

    def put(self, unit: int, hex: int) -> None:
        """3.1, 6.6: set a unit down on top of a hex's stack; set-up, arrival and return change no control."""
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
        """2.8: take a unit off the map: `to` is WAITING, ELIMINATED or REMOVED."""
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
        """7.0: keep the bit sets beside the stacks: where a side stands, and from where it casts zones."""
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


def top_unit(stack: tuple[int, ...]) -> int:
    """6.6: the unit of a stack that the enemy sees: the topmost corps, or what there is without one."""
    best = stack[-1]
    for unit in reversed(stack):
        if RANK[KIND[unit]] > RANK[KIND[best]]:
            best = unit
    return best


def hidden_units(board: WarBoard, seat: Seat | None) -> list[int]:
    """6.6: the counters on the map that the seat doesn't know: not its own, nor top units, forts or those in battle."""
    return [unit for _, below in _hidden(board, seat) for unit in below]


def _hidden(board: WarBoard, seat: Seat | None) -> list[tuple[int, list[int]]]:
    """6.6: the same by hex."""
    battle = board.battle
    fighting = () if battle is None else (*battle.attackers, *battle.force)
    stacks, occupied = board.stacks, board.occupied
    theirs = occupied[GERMAN] | occupied[ENTENTE] if seat is None else occupied[1 - seat]
    hidden = []
    for hex in members(theirs):
        stack = stacks[hex]
        if len(stack) > 1:
            top = top_unit(stack)
            below = [unit for unit in stack if unit != top and KIND[unit] != FORT and unit not in fighting]
            if below:
                hidden.append((hex, below))
    return hidden
