"""The facts of play. Everything that can change in a game is here, flat, with one cheap `copy`.

Hexes are their printed numbers, units are rows of `units.csv`, sets of either are bits of an integer. What is printed
(ground, counters, tables) is static and shared.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from marne.engine import Board
from marne.games.grand_illusion.edition import Edition
from marne.games.grand_illusion.ground import Ground, ground_of
from marne.games.grand_illusion.places import HEXES, Hex
from marne.games.grand_illusion.units import (
    ALLIED,
    COMBAT,
    COUNT,
    CS,
    CS_BACK,
    ENEMY_OF,
    FORTS,
    GERMAN,
    INFANTRY,
    LADDER,
    OF_SIDE,
    SIDE,
    Side,
    Unit,
)
from marne.hexes import Bits, members

# Where a unit is when it is not in a hex (hexes are 1 to 107).
ASIDE: Final = 0
"""Not in this game, or removed for good."""
DEAD: Final = -1
"""In the deadpile: eliminated, and perhaps replaced one day."""
ON_TRACK: Final = -2
"""On the turn record track; `board.track` says when it comes and how."""
IN_BOX: Final = -3
"""In the Paris in Danger box (8.4.9)."""

# How a unit on the track comes in; a positive number is a hex.
VARIABLE: Final = 0
"""7.1.1: a hex with a headquarters of its nation, or a supply source."""
REPLACED: Final = -1
"""7.2: likewise, after rebuilding."""
AT_SOURCE: Final = -2
"""7.1: its hex was taken or full, so any supply source of its nation."""
BY_SEA: Final = -3
"""12.6: a coastal Belgian supply source."""
OUT_OF_HOLLAND: Final = -4
"""14.3.6: the ninth army, when a CAP brings it through Holland."""

DEFENDER_FRONT: Final = (8, 9, 10, 11)
"""9.2.1: of the sixteen places in `board.spaces`; see `battle_board`."""


class GrandIllusionBoard(Board):
    """A game in progress. The comments give the rule that each fact belongs to."""

    __slots__ = (
        "activations",  # 8.1.1: how many this segment has had
        "active",  # 8.2.1: the activated hex, 0 outside an activation
        "antwerp",  # 14.3.6: Antwerp was German and without its fort when the turn began
        "at",  # units by hex, forts included
        "attacker",  # 9.1: the side that attacks in the battle being fought
        "attackers",  # 9.1.2: the units designated to attack, by hex with a battle marker
        "battle",  # 9.1.3: the hex of the battle being fought, 0 outside
        "battles",  # 9.1.2: hexes with a battle marker that are still to be fought, in order of declaration
        "blocked",  # 8.4.5: by side and hex entered, the neighbours whose hexside the enemy may not cross
        "bonus",  # 14.2.2: what scenario 2 has already paid, bits
        "bottled",  # 12.5.1: the Belgians slipped into Antwerp on turn 1
        "british_hits",  # 14.2.2: hits taken by British units (english), or steps eliminated (spanish)
        "british_lost",  # 14.2.2: British steps eliminated
        "caps",  # 5.1: command administrative points left, by side
        "cavalry",  # 8.3.4: hexes with a cavalry control marker
        "control",  # 8.3: hexes under German control; the others are Allied
        "danger",  # 8.4.9: the turn of Paris in Danger, 0 before
        "declared",  # 9.1.1: hexes whose battle was declared as a Mandated Battle
        "down",  # units on their back: disrupted, reduced (HQ), fired (heavy artillery)
        "edition",
        "emergency",  # 8.4.3: the Emergency Rail Supply marker lies on hex 44
        "entered",  # 9.1.2: units that moved in this activation into a hex with enemies, by hex
        "feared",  # 12.4: hexes where British infantry and cavalry have been attacked on turns 1 and 2
        "fortune",  # 9.1.4: the Fortunes of War in force in the battle being fought, 2 to 12, 0 for none
        "fought",  # 9.1.3: hexes attacked in this activation
        "free_train",  # 8.4.9: a French corps may still go to Paris without a CAP
        "french_lost",  # 14.2.2: French corps eliminated so far
        "fresh",  # 7.1.2: headquarters placed this turn
        "german_cup",  # 13.1.2: German victory markers in the cup, sorted
        "ground",
        "held",  # 14.3.6: British divisions kept for a landing
        "hits",  # 9.3: units and stacks with a hit marker
        "immediate",  # 14.1.3: the turn in which Paris fell for the first time, 0 before
        "initiative",  # 6.0: the side that goes first this turn
        "landed",  # 14.3.6: the hex of the landing, 0 before
        "landing",  # 14.3.6: the units being landed fight the battle of this activation
        "losses",  # 9.3.3: steps lost by forts
        "mandated",  # 9.1.1: Mandated Battles still to be fought, by side
        "markers",  # 14.1.3: German victory markers on the map, value by hex
        "maubeuge",  # 14.1.1: Allied units that began the game in hex 54
        "moved",  # units that have moved in this activation, or in this General Withdrawal
        "must",  # 9.1.2: hexes entered in this activation where a battle must be fought
        "northern",  # 14.1.1: Allied activations in the north on turn 1
        "opened",  # 8.4.8: Schlieffen Plan hexes open to the Germans
        "options",  # 14.3.6: options chosen, bits 1 to 5, by side; secret until revealed
        "paris",  # 14.1.3: the ten points of Paris count
        "passed",  # 8.1.1: the last segment was a pass
        "plan17",  # 14.1.2: Plan 17 markers drawn, value by hex
        "plan17_cup",  # 13.1.2: Plan 17 markers in the cup, sorted
        "points",  # 3.2: Plan 17 points, German points
        "rail_end",  # 8.4.3: the End of Rail Net marker lies on hex 56
        "recovering",  # 9.8.3: this segment has recovered from disruption
        "revealed",  # 14.3.6: the options are open
        "scenario",
        "siege",  # 9.5.3: hexes with a siege marker
        "spaces",  # 9.2.1: the battle board, units by space
        "surrendered",  # 8.1.1: the segment is over, by a rule or by Fortunes of War
        "track",  # units to come: (turn, how they enter)
        "trench",  # 9.7: level by hex
        "turn",
        "weak",  # 14.1.1: units to come that enter on their disrupted side
        "where",  # hex of each unit, or DEAD, ON_TRACK, IN_BOX, ASIDE
        "winner",  # 14.1.3: the side that has won, -1 before
        "withdrew",  # 8.7: the turn of each side's General Withdrawal, 0 before
        "won_by",  # 14.1.3: the rule under which it ended
    )
    static: ClassVar[tuple[str, ...]] = ("ground", "edition")

    ground: Ground
    edition: Edition

    def __init__(self, ground: Ground, edition: Edition, scenario: int) -> None:
        """13.0, 13.1: an empty map before the first turn."""
        super().__init__()
        self.ground = ground
        self.edition = edition
        self.scenario = scenario
        self.turn = 1
        self.at: list[Bits] = [0] * (HEXES + 1)
        self.where: list[int] = [ASIDE] * COUNT
        self.down: Bits = 0
        self.losses: dict[Unit, int] = {}
        self.track: dict[Unit, tuple[int, int]] = {}
        self.weak: Bits = 0
        self.held: Bits = 0
        self.fresh: Bits = 0
        self.maubeuge: Bits = 0
        self.control: Bits = 0
        self.cavalry: Bits = 0
        self.siege: Bits = 0
        self.trench: dict[Hex, int] = {}
        self.blocked: dict[int, Bits] = {}
        self.opened: Bits = 0
        self.caps = [0, 0]
        self.mandated = [0, 0]
        self.points = [0, 0]
        self.withdrew = [0, 0]
        self.options = [0, 0]
        self.revealed = False
        self.landed: Hex = 0
        self.landing = False
        self.initiative: Side = ALLIED
        self.passed = False
        self.activations = 0
        self.recovering = False
        self.surrendered = False
        self.danger = 0
        self.free_train = False
        self.rail_end = True
        self.emergency = False
        self.antwerp = False
        self.bottled = False
        self.northern = 0
        self.feared: Bits = 0
        self.plan17: dict[Hex, int] = {}
        self.plan17_cup: list[int] = []
        self.markers: dict[Hex, int] = {}
        self.german_cup: list[int] = []
        self.paris = False
        self.immediate = 0
        self.british_hits = 0
        self.british_lost = 0
        self.french_lost = 0
        self.bonus = 0
        self.winner = -1
        self.won_by = ""
        self.active: Hex = 0
        self.moved: Bits = 0
        self.entered: dict[Hex, Bits] = {}
        self.must: Bits = 0
        self.battles: list[Hex] = []
        self.attackers: dict[Hex, Bits] = {}
        self.declared: Bits = 0
        self.fought: Bits = 0
        self.battle: Hex = 0
        self.attacker: Side = ALLIED
        self.fortune = 0
        self.spaces: list[Bits] = [0] * 16
        self.hits: Bits = 0

    def copy(self) -> GrandIllusionBoard:
        """Line by line, because it is the cost of every decision."""
        twin = GrandIllusionBoard.__new__(GrandIllusionBoard)
        twin.events = []
        twin.ground = self.ground
        twin.edition = self.edition
        twin.scenario = self.scenario
        twin.turn = self.turn
        twin.at = self.at[:]
        twin.where = self.where[:]
        twin.down = self.down
        twin.losses = self.losses.copy()
        twin.track = self.track.copy()
        twin.weak = self.weak
        twin.held = self.held
        twin.fresh = self.fresh
        twin.maubeuge = self.maubeuge
        twin.control = self.control
        twin.cavalry = self.cavalry
        twin.siege = self.siege
        twin.trench = self.trench.copy()
        twin.blocked = self.blocked.copy()
        twin.opened = self.opened
        twin.caps = self.caps[:]
        twin.mandated = self.mandated[:]
        twin.points = self.points[:]
        twin.withdrew = self.withdrew[:]
        twin.options = self.options[:]
        twin.revealed = self.revealed
        twin.landed = self.landed
        twin.landing = self.landing
        twin.initiative = self.initiative
        twin.passed = self.passed
        twin.activations = self.activations
        twin.recovering = self.recovering
        twin.surrendered = self.surrendered
        twin.danger = self.danger
        twin.free_train = self.free_train
        twin.rail_end = self.rail_end
        twin.emergency = self.emergency
        twin.antwerp = self.antwerp
        twin.bottled = self.bottled
        twin.northern = self.northern
        twin.feared = self.feared
        twin.plan17 = self.plan17.copy()
        twin.plan17_cup = self.plan17_cup[:]
        twin.markers = self.markers.copy()
        twin.german_cup = self.german_cup[:]
        twin.paris = self.paris
        twin.immediate = self.immediate
        twin.british_hits = self.british_hits
        twin.british_lost = self.british_lost
        twin.french_lost = self.french_lost
        twin.bonus = self.bonus
        twin.winner = self.winner
        twin.won_by = self.won_by
        twin.active = self.active
        twin.moved = self.moved
        twin.entered = self.entered.copy()
        twin.must = self.must
        twin.battles = self.battles[:]
        twin.attackers = self.attackers.copy()
        twin.declared = self.declared
        twin.fought = self.fought
        twin.battle = self.battle
        twin.attacker = self.attacker
        twin.fortune = self.fortune
        twin.spaces = self.spaces[:]
        twin.hits = self.hits
        return twin

    # -- putting units somewhere

    def put(self, unit: Unit, place: int) -> None:
        """8.3.1: put a unit in a hex or off the map (DEAD, ON_TRACK, IN_BOX, ASIDE); `control.settle` does the rest."""
        bit = 1 << unit
        old = self.where[unit]
        if old > 0:
            self.at[old] &= ~bit
        self.where[unit] = place
        if place > 0:
            self.at[place] |= bit

    def put_all(self, units: Bits, place: int) -> None:
        """`put` for a set."""
        for unit in members(units):
            self.put(unit, place)

    def delay(self, unit: Unit, turn: int, how: int) -> None:
        """Put a unit on the turn record track."""
        self.put(unit, ON_TRACK)
        self.track[unit] = (turn, how)

    # -- who is where

    def of(self, hex: Hex, side: Side) -> Bits:
        """8.3.1: every unit of a side in a hex, forts included."""
        return self.at[hex] & OF_SIDE[side]

    def combat(self, hex: Hex, side: Side) -> Bits:
        """8.3.1: the infantry and cavalry of a side in a hex."""
        return self.at[hex] & OF_SIDE[side] & COMBAT

    def infantry(self, hex: Hex, side: Side) -> Bits:
        """8.3.1: the infantry of a side in a hex."""
        return self.at[hex] & OF_SIDE[side] & INFANTRY

    def forts(self, hex: Hex, side: Side) -> Bits:
        """8.3.1, 9.5.3: the forts of a side in a hex, besieged or not."""
        return self.at[hex] & OF_SIDE[side] & FORTS

    def free_forts(self, hex: Hex, side: Side) -> Bits:
        """8.3.1, 9.5.3: the unbesieged forts of a side in a hex."""
        return 0 if self.siege >> hex & 1 else self.at[hex] & OF_SIDE[side] & FORTS

    def holders(self, hex: Hex, side: Side) -> Bits:
        """8.3.2: what keeps a hex for a side: combat units and unbesieged forts."""
        kinds = COMBAT if self.siege >> hex & 1 else COMBAT | FORTS
        return self.at[hex] & OF_SIDE[side] & kinds

    def enemies(self, hex: Hex, side: Side) -> Bits:
        """8.3.1: where a side must stop: the enemy's combat units and unbesieged forts in a hex."""
        kinds = COMBAT if self.siege >> hex & 1 else COMBAT | FORTS
        return self.at[hex] & ENEMY_OF[side] & kinds

    def controls(self, side: Side, hex: Hex) -> bool:
        """8.3, 8.3.1: whether the side controls the hex."""
        return (self.control >> hex & 1) == side

    def controlled(self, side: Side) -> Bits:
        """8.3: every hex that the side controls."""
        return self.control if side == GERMAN else self.ground.all & ~self.control

    # -- what a counter is worth

    def is_down(self, unit: Unit) -> bool:
        """2.4, 9.8.1: whether the unit is on its back: disrupted, reduced or fired."""
        return bool(self.down >> unit & 1)

    def strength(self, unit: Unit) -> int:
        """2.4, 9.3.1: the combat strength that shows: front or disrupted side, or the fort's present step."""
        if FORTS >> unit & 1:
            return LADDER[unit][self.losses.get(unit, 0)][0]
        return CS_BACK[unit] if self.down >> unit & 1 else CS[unit]

    def fort_defence(self, unit: Unit) -> int:
        """9.5.4: the bombardment defence of a fort's present step, as printed (Metz may have more, 14.3.6)."""
        return LADDER[unit][self.losses.get(unit, 0)][1]

    def side_of(self, unit: Unit) -> Side:
        """Whose unit it is."""
        return SIDE[unit]

    @classmethod
    def load(cls, facts: dict[str, Any], like: GrandIllusionBoard) -> GrandIllusionBoard:
        """Holland opens hexsides (14.3.6), so the ground follows from the facts."""
        twin = super().load(facts, like)
        twin.open_holland()
        return twin

    def open_holland(self) -> None:
        """14.3.6, ES-47: the ground to play on, once the German options are known."""
        if self.revealed and self.options[GERMAN] >> 5 & 1:
            self.ground = ground_of("spanish" if self.edition.holland_opens_71_81 else "english")

    @property
    def over(self) -> bool:
        """14.1.3: somebody has won."""
        return self.winner >= 0
