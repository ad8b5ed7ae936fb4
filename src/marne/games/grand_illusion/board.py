"""The facts of play. Everything that can change in a game is here, flat, with one cheap `copy`.

Hexes are their printed numbers, units are rows of `units.csv`, sets of either are bits of an integer. What is printed
(ground, counters, tables) is static and shared.
"""

from __future__ import annotations

from typing import Final

from marne.engine import OPEN, PARTLY, SEATS, UNITS, VISIBLE, Board, Hexes, Seat, Units, fact, given
from marne.games.grand_illusion.components.ground import Ground, ground_of
from marne.games.grand_illusion.components.places import HEXES, Hex
from marne.games.grand_illusion.components.scenario import HOLLAND, Edition, Scenario1914
from marne.games.grand_illusion.components.units import (
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
    Side,
    Unit,
)
from marne.hexes import Bits, members

__all__ = [
    "ASIDE",
    "AT_SOURCE",
    "BY_SEA",
    "DEAD",
    "IN_BOX",
    "ON_TRACK",
    "OUT_OF_HOLLAND",
    "REPLACED",
    "VARIABLE",
    "GrandIllusionBoard",
]

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


class GrandIllusionBoard(Board):
    """13.1.3: a game in progress, before the set-up as bare as an unopened box.

    The comments give the rule that each fact belongs to.
    """

    ground: Ground = given()
    edition: Edition = given()
    rules: Scenario1914 = given()  # 14.0: what the scenario decides

    scenario: int = fact(0, seen=OPEN)  # 14.0: by number, 0 for one with a name; rules ask `rules`
    turn: int = fact(1, seen=OPEN)
    at: list[Units] = fact([0] * (HEXES + 1), of="hexes", seen=VISIBLE)  # units by hex, forts included
    where: list[int] = fact(
        [ASIDE] * COUNT, of=UNITS, seen=VISIBLE
    )  # hex of each unit, or DEAD, ON_TRACK, IN_BOX, ASIDE
    down: Units = fact(0, seen=VISIBLE)  # units on their back: disrupted, reduced (HQ), fired (heavy artillery)
    losses: dict[Unit, int] = fact({}, seen=VISIBLE)  # 9.3.3: steps lost by forts
    track: dict[Unit, tuple[int, int]] = fact({}, seen=VISIBLE)  # units to come: (turn, how they enter)
    weak: Units = fact(0, seen=VISIBLE)  # 14.1.1: units to come that enter on their disrupted side
    held: Units = fact(0, seen=VISIBLE)  # 14.3.6: British divisions kept for a landing
    fresh: Units = fact(0, seen=VISIBLE)  # 7.1.2: headquarters placed this turn
    maubeuge: Units = fact(0, seen=VISIBLE)  # 14.1.1: Allied units that began the game in hex 54
    control: Hexes = fact(0, seen=OPEN)  # 8.3: hexes under German control; the others are Allied
    cavalry: Hexes = fact(0, seen=OPEN)  # 8.3.4: hexes with a cavalry control marker
    siege: Hexes = fact(0, seen=OPEN)  # 9.5.3: hexes with a siege marker
    trench: dict[Hex, int] = fact({}, seen=OPEN)  # 9.7: level by hex
    # 8.4.5: by side and hex entered, the neighbours whose hexside the enemy may not cross
    blocked: dict[int, Hexes] = fact({}, of="sides and hexes", seen=OPEN)
    opened: Hexes = fact(0, seen=OPEN)  # 8.4.8: Schlieffen Plan hexes open to the Germans
    caps: list[int] = fact([0, 0], of=SEATS, seen=OPEN)  # 5.1: command administrative points left, by side
    mandated: list[int] = fact([0, 0], of=SEATS, seen=OPEN)  # 9.1.1: Mandated Battles still to be fought, by side
    points: list[int] = fact([0, 0], of=SEATS, seen=OPEN)  # 3.2: Plan 17 points, German points
    withdrew: list[int] = fact([0, 0], of=SEATS, seen=OPEN)  # 8.7: the turn of each side's General Withdrawal, 0 before
    # 14.3.6: options chosen, bits 1 to 5, by side; secret until revealed
    options: list[int] = fact([0, 0], of=SEATS, seen=PARTLY)
    revealed: bool = fact(False, seen=OPEN)  # 14.3.6: the options are open
    landed: Hex = fact(0, seen=OPEN)  # 14.3.6: the hex of the landing, 0 before
    landing: bool = fact(False, seen=OPEN)  # 14.3.6: the units being landed fight the battle of this activation
    initiative: Side = fact(ALLIED, seen=OPEN)  # 6.0: the side that goes first this turn
    passed: bool = fact(False, seen=OPEN)  # 8.1.1: the last segment was a pass
    activations: int = fact(0, seen=OPEN)  # 8.1.1: how many this segment has had
    recovering: bool = fact(False, seen=OPEN)  # 9.8.3: this segment has recovered from disruption
    surrendered: bool = fact(False, seen=OPEN)  # 8.1.1: the segment is over, by a rule or by Fortunes of War
    danger: int = fact(0, seen=OPEN)  # 8.4.9: the turn of Paris in Danger, 0 before
    free_train: bool = fact(False, seen=OPEN)  # 8.4.9: a French corps may still go to Paris without a CAP
    rail_end: bool = fact(True, seen=OPEN)  # 8.4.3: the End of Rail Net marker lies on hex 56
    emergency: bool = fact(False, seen=OPEN)  # 8.4.3: the Emergency Rail Supply marker lies on hex 44
    antwerp: bool = fact(False, seen=OPEN)  # 14.3.6: Antwerp was German and without its fort when the turn began
    bottled: bool = fact(False, seen=OPEN)  # 12.5.1: the Belgians slipped into Antwerp on turn 1
    northern: int = fact(0, seen=OPEN)  # 14.1.1: Allied activations in the north on turn 1
    # 12.4: hexes where British infantry and cavalry have been attacked on turns 1 and 2
    feared: Hexes = fact(0, seen=OPEN)
    plan17: dict[Hex, int] = fact({}, seen=OPEN)  # 14.1.2: Plan 17 markers drawn, value by hex
    plan17_cup: list[int] = fact([], of="markers", seen=OPEN)  # 13.1.2: Plan 17 markers in the cup, sorted
    markers: dict[Hex, int] = fact({}, seen=OPEN)  # 14.1.3: German victory markers on the map, value by hex
    german_cup: list[int] = fact([], of="markers", seen=OPEN)  # 13.1.2: German victory markers in the cup, sorted
    paris: bool = fact(False, seen=OPEN)  # 14.1.3: the ten points of Paris count
    immediate: int = fact(0, seen=OPEN)  # 14.1.3: the turn in which Paris fell for the first time, 0 before
    # 14.2.2: hits taken by British units (english), or steps eliminated (spanish)
    british_hits: int = fact(0, seen=OPEN)
    british_lost: int = fact(0, seen=OPEN)  # 14.2.2: British steps of units that are dead; no points hang on it (ES-45)
    french_lost: int = fact(0, seen=OPEN)  # 14.2.2: French corps eliminated so far
    bonus: int = fact(0, seen=OPEN)  # 14.2.2: what has already been paid, bits
    winner: int = fact(-1, seen=OPEN)  # 14.1.3: the side that has won, -1 before
    won_by: str = fact("", seen=OPEN)  # 14.1.3: the rule under which it ended
    active: Hex = fact(0, seen=OPEN)  # 8.2.1: the activated hex, 0 outside an activation
    moved: Units = fact(0, seen=VISIBLE)  # units that have moved in this activation, or in this General Withdrawal
    # 9.1.2: units that moved in this activation into a hex with enemies, by hex
    entered: dict[Hex, Units] = fact({}, seen=VISIBLE)
    must: Hexes = fact(0, seen=OPEN)  # 9.1.2: hexes entered in this activation where a battle must be fought
    # 9.1.2: hexes with a battle marker that are still to be fought, in order of declaration
    battles: list[Hex] = fact([], of="battles", seen=OPEN)
    # 9.1.2: the units designated to attack, by hex with a battle marker
    attackers: dict[Hex, Units] = fact({}, seen=VISIBLE)
    declared: Hexes = fact(0, seen=OPEN)  # 9.1.1: hexes whose battle was declared as a Mandated Battle
    fought: Hexes = fact(0, seen=OPEN)  # 9.1.3: hexes attacked in this activation
    battle: Hex = fact(0, seen=OPEN)  # 9.1.3: the hex of the battle being fought, 0 outside
    attacker: Side = fact(ALLIED, seen=OPEN)  # 9.1: the side that attacks in the battle being fought
    # 9.1.4: the Fortunes of War in force in the battle being fought, 2 to 12, 0 for none
    fortune: int = fact(0, seen=OPEN)
    spaces: list[Units] = fact([0] * 16, of="spaces", seen=VISIBLE)  # 9.2.1: the battle board, units by space
    hits: Units = fact(0, seen=VISIBLE)  # 9.3: units and stacks with a hit marker

    def hidden_units(self, seat: Seat | None) -> Units:
        """Every counter lies open."""
        return 0

    def __init__(self, ground: Ground, edition: Edition, rules: Scenario1914) -> None:
        self.ground, self.edition, self.rules = ground, edition, rules
        super().__init__()
        self.scenario = int(rules.name) if rules.name.isdecimal() else 0

    def show(self, twin: GrandIllusionBoard, seat: Seat | None) -> None:
        """14.3.6: a side's options are its own until both show them."""
        for side in (ALLIED, GERMAN):
            if self.revealed or side == seat:
                twin.options[side] = self.options[side]

    def chose(self, side: Side, option: int) -> bool:
        """14.3.6: whether the side plays with the option."""
        return bool(self.options[side] >> option & 1)

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

    def loaded(self) -> None:
        """Holland opens hexsides (14.3.6), so the ground follows from the facts."""
        self.open_holland()

    def open_holland(self) -> None:
        """14.3.6, ES-47: the ground to play on, once the German options are known."""
        if self.revealed and self.chose(GERMAN, HOLLAND):
            self.ground = ground_of("spanish" if self.edition.holland_opens_71_81 else "english")

    @property
    def special_rules(self) -> bool:
        """14.1.1, ES-44: whether all special rules of the scenarios are played."""
        return self.edition.name in self.rules.special_rules

    @property
    def ended(self) -> bool:
        """14.1.3: somebody has won; nothing that was left to do is done."""
        return self.winner >= 0
