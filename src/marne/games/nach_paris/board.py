"""The facts of play. Everything that can change in a game is here, flat, with one cheap `copy`.

Hexes, units, forts, structures and links are small numbers (`MAP`, `units`, `forts`); sets of any of them are bits of
an integer. What is printed is static and shared. The comments give the rule that each fact belongs to.
"""

from __future__ import annotations

from typing import Final

from marne.engine import OPEN, PARTLY, Board, Event, Seat, fact, given, value
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import Play
from marne.games.nach_paris.components.units import (
    AFF,
    ALLIED_SIDE,
    ARF,
    CAB,
    CBF,
    COUNT,
    ENGINEERS,
    GERMAN_SIDE,
    HEADQUARTERS,
    MF,
    NATIONS,
    OF_SIDE,
    SIDE,
    STEPS,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.options.secrecy import take_away, told
from marne.hexes import Bits, members

__all__ = [
    "ASIDE", "AT_SEA", "DESTROYED", "FOR_GOOD", "REMOVED", "SAVED", "UNSEEN", "WAITING", "WITHDRAWN", "Assault", "Hex",
    "NachParisBoard", "Train", "sea_box",
]  # fmt: skip

Hex = int

# Where a unit is when it is not in a hex (hexes are 0 to 2609).
WAITING: Final = -1
"""On the setup display: to come on the turn of its row, or later [7.7]."""
DESTROYED: Final = -2
"""Lost all its steps; for good, but for headquarters [2.4.6], [13.1.7]."""
REMOVED: Final = -3
"""Spent in a consolidation; Replacements may rebuild it [6.5.1], [14.1.5]."""
WITHDRAWN: Final = -4
"""Left as its scenario orders [7.8.1]."""
ASIDE: Final = -5
"""Not in this scenario, or a version of a unit that isn't in use now: parts of a whole, a whole of parts [6.6]."""
SAVED: Final = -6
"""A Belgian unit that left the map where its scenario allows it."""
AT_SEA: Final = (-10, -11, -12)
"""In one of the at-sea boxes [18.1.4]; `sea_box` names it."""
UNSEEN: Final = -20
"""On a masked board: somewhere under a Fog of War marker [19.1.3]."""

FOR_GOOD: Final = -1
"""A structure that nobody can repair [16.1.5]."""


def sea_box(place: int) -> int:
    """[18.1.4] The number of the box for a unit at sea, -1 for all others."""
    return AT_SEA.index(place) if place in AT_SEA else -1


@value
class Train:
    """[12.2.3] How a unit stands on the railway: its arrow points along `link` to the hex `ahead`.

    Where `ahead` is its own hex it came by `link` and goes on from there; `node` is that of the hex [4.3].
    """

    node: int
    link: int
    ahead: Hex


@value
class Assault:
    """[11.5.1] An assault that was declared: the fort, the guns, and the one unit that storms it."""

    fort: int
    guns: Bits
    unit: Unit
    nation: Nation


class NachParisBoard(Board):
    """A game in progress."""

    play: Play = given()

    # -- [3] whose turn
    turn: int = fact(0, seen=OPEN)  # 3.1.1: the Game Turn
    side: Side = fact(GERMAN_SIDE, seen=OPEN)  # 3.1.1: the attacker, who has the player turn
    phase: str = fact("", seen=OPEN)  # 3.2.1: admin, barrage, movement, combat

    # -- options
    facing: bool = fact(True, seen=OPEN)  # introduction of 6: units have a facing
    fog: bool = fact(False, seen=OPEN)  # 19
    recon: bool = fact(False, seen=OPEN)  # 20
    doctrine: bool = fact(False, seen=OPEN)  # 21

    # -- [2], [6] units
    where: list[int] = fact([ASIDE] * COUNT, seen=OPEN)  # hex of each unit, or one of the places above
    at: list[Bits] = fact([0] * len(MAP.grid), seen=OPEN)  # units by hex; `put` keeps them all in step
    standing: Bits = fact(0, seen=OPEN)  # units in a hex
    occupied: list[Bits] = fact([0, 0], seen=OPEN)  # by side: hexes with a unit of it
    solid: list[Bits] = fact([0, 0], seen=OPEN)  # by side: hexes with more than headquarters and engineers, 7.1.6
    lost: list[int] = fact([0] * COUNT, seen=OPEN)  # 2.4.2: steps lost, the Attrition Level
    faces: list[int] = fact([0] * COUNT, seen=OPEN)  # 6.2.1: the hexside a unit looks across, 0 N to 5 NW
    lost_now: dict[Unit, int] = fact({}, seen=OPEN)  # 8.1.1: steps lost in this Game Turn
    lost_before: dict[Unit, int] = fact({}, seen=OPEN)  # 8.1.1: and in the one before
    loss_marker: dict[Unit, int] = fact({}, seen=OPEN)  # 8.3.4, 9.3.6: 1 "Step Loss", 2 "2+ Step Loss"
    loss_fresh: Bits = fact(0, seen=OPEN)  # 3.2.5: marked in the Combat Phase of its own side that goes on

    # -- [7] movement; cleared when a Movement Phase begins
    arrived: Bits = fact(0, seen=OPEN)  # 7.7.1: placed in this Movement Phase
    moved: Bits = fact(0, seen=OPEN)  # 7.1.2, 7.1.4: acted in this Movement Phase, be it by turning on the spot
    entered: Bits = fact(0, seen=OPEN)  # 7.6.3: came into its hex in this Movement Phase
    spent: dict[Unit, int] = fact({}, seen=OPEN)  # 7.1.2: points spent in this Movement Phase
    transit_hex: dict[Hex, int] = fact({}, seen=OPEN)  # 7.3.1: steps that entered a Mountainous hex
    transit_side: dict[int, int] = fact({}, seen=OPEN)  # 7.3.2: steps that crossed a hexside
    extended_1: Bits = fact(0, seen=OPEN)  # 7.4.1: EXM-1 markers
    extended_2: Bits = fact(0, seen=OPEN)  # 7.4.1: EXM-2 markers
    forced: Bits = fact(0, seen=OPEN)  # 7.5.4: FOM markers
    forced_before: Bits = fact(0, seen=OPEN)  # 7.5.5: forced their march in their last Movement Phase
    regrouped: Bits = fact(0, seen=OPEN)  # 6.6.1: came out of a split or a recombination in this Movement Phase
    carried: Bits = fact(0, seen=OPEN)  # 12.2.6, 18.2.4: went by train or ship in this Movement Phase
    in_position: Bits = fact(0, seen=OPEN)  # 7.9, 12.5: siege guns in Firing Position

    # -- [8], [11.5] barrage
    barraged: Bits = fact(0, seen=OPEN)  # 8.1.3: units with a Preparatory Barrage or assault marker
    shelled: Bits = fact(0, seen=OPEN)  # 8.2.5: hexes that had their ABU in this Barrage Phase
    shelled_turn: Bits = fact(0, seen=OPEN)  # 14.1.5: hexes barraged in this Game Turn, ABU or ABF
    forts_fired: Bits = fact(0, seen=OPEN)  # 11.3.5: forts that fired in this Barrage Phase
    forts_struck: Bits = fact(0, seen=OPEN)  # 8.5.6: forts that had their ABF or assault declared in this phase
    forts_second: Bits = fact(0, seen=OPEN)  # 8.6.4: forts that may be struck by a second ABF
    assaults: list[Assault] = fact([], seen=OPEN)  # 11.5.1: declared, in order
    ammo: list[int] = fact([0, 0], seen=OPEN)  # 8.8.2: barrages left to the 42 cm, to the 30.5 and 28 cm

    # -- [9] combat; cleared when a Combat Phase begins
    fought: Bits = fact(0, seen=OPEN)  # 9.1.4: units that attacked or were attacked in this Combat Phase
    attacked: Bits = fact(0, seen=OPEN)  # 9.1.4: hexes attacked in this Combat Phase
    withdrew: Bits = fact(0, seen=OPEN)  # 9.2.7: units that used Cavalry Withdrawal in this Combat Phase
    barred: Bits = fact(0, seen=OPEN)  # 9.2.6, 11.5.10, 20.2.8: units that may not initiate combat in this phase
    acted: Bits = fact(0, seen=OPEN)  # 3.2.5: units that had their one action of steps B to E
    sent: dict[Hex, int] = fact({}, seen=OPEN)  # 9.1.1: half steps that attacked out of a hex in this Combat Phase
    hesitant: Bits = fact(0, seen=OPEN)  # 9.4.12: reservists of the combat going on that failed their test
    hurt: dict[Unit, int] = fact({}, seen=OPEN)  # 9.6.1: steps lost in the combat going on
    beaten: int = fact(-1, seen=OPEN)  # 9.3.3: the side whose unit was the first to lose a step in it, -1 none yet

    # -- [10], [11] works
    fieldworks: Bits = fact(0, seen=OPEN)  # 10.1.4: units in fieldworks; their fronts are those of `faces`
    entrenched: Bits = fact(0, seen=OPEN)  # 11.1.7: units whose fieldworks became regular entrenchments
    in_walls: Bits = fact(0, seen=OPEN)  # 11.7.1: units that said they hold the old fortifications of their hex
    failed_works: list[int] = fact([0, 0], seen=OPEN)  # 10.1.5: failed tests of a side in this Game Turn
    forts_gone: Bits = fact(0, seen=OPEN)  # 11.3.10, 11.4.10: forts and Festen destroyed
    festen_hit: Bits = fact(0, seen=OPEN)  # 11.4.10: Festen on their reduced side
    zones_gone: Bits = fact(0, seen=OPEN)  # 11.2.7: Fortified Zones destroyed
    camp_fell: dict[int, int] = fact({}, seen=OPEN)  # 11.6.15: the turn in which a camp lost its last fort

    # -- [12] railways
    german_rail: Bits = fact(0, seen=OPEN)  # 12.1.2: rail hexes under German control; all others are Allied
    trains: dict[Unit, Train] = fact({}, seen=OPEN)  # 12.2.3: entrained units, and railway guns on their line
    rail_used: dict[tuple[int, Hex], int] = fact({}, seen=OPEN)  # 12.4.1: convoys by link and the hex they entered
    station_used: dict[Hex, int] = fact({}, seen=OPEN)  # 12.2.1: steps that entrained or detrained in a hex
    railed: dict[Unit, int] = fact({}, seen=OPEN)  # 12.3.4: points of `spent` that went into trains and stations
    convoys: list[int] = fact([0, 0], seen=OPEN)  # 12.4.2: convoys of a side in this Movement Phase
    convoyed: Bits = fact(0, seen=OPEN)  # 12.4.2: units that count among them already

    # -- [13], [14], [15] command
    limited: Bits = fact(0, seen=OPEN)  # 13.1.6: units with a limited line of communications
    cut_off: Bits = fact(0, seen=OPEN)  # 13.1.6: units out of command
    fed: Bits = fact(0, seen=OPEN)  # 13.1.11: units that a camp or harbour supplies
    camp_supply: dict[int, int] = fact({}, seen=OPEN)  # 13.1.9: steps that a camp supplies
    harbour_supply: dict[int, int] = fact({}, seen=OPEN)  # 13.1.10: steps that a harbour supplies
    headquarters_lost: dict[Unit, int] = fact({}, seen=OPEN)  # 13.1.7: the turn of a destroyed HQ until it is back
    obeys: dict[Unit, Unit] = fact({}, seen=OPEN)  # 13.2.2: units that changed to another HQ
    changing: dict[Unit, Unit] = fact({}, seen=OPEN)  # 13.2.2: units whose change failed, to be settled next turn
    replacements: list[int] = fact([0] * len(NATIONS), seen=OPEN)  # 14.1.3: half Replacements by nation
    replaced: Bits = fact(0, seen=OPEN)  # 14.1.2: units that gained some in this Game Turn
    replaced_before: Bits = fact(0, seen=OPEN)  # 14.1.2: and in the one before
    rain: bool = fact(False, seen=OPEN)  # 15.1.2: heavy rain in this Game Turn; heat is on the turn track

    # -- [16], [17], [18] engineers and ships
    broken: dict[int, int] = fact({}, seen=OPEN)  # 16.1.8: destroyed structures: turns to repair, or FOR_GOOD
    wreckers: Bits = fact(0, seen=OPEN)  # 19.1.6: units that destroyed something in this player turn
    forts_blew: Bits = fact(0, seen=OPEN)  # 16.1.7: forts whose garrisons tried to destroy something in this phase
    repairers: Bits = fact(0, seen=OPEN)  # 17.1.3, 19.1.6: engineers that repaired in this player turn
    repaired: Bits = fact(0, seen=OPEN)  # 17.1.3: structures worked on in this Admin Phase
    sluices: Bits = fact(0, seen=OPEN)  # 17.2.2: sluices opened
    sluice_holder: dict[Hex, Nation] = fact({}, seen=OPEN)  # 17.2.1: who was last in a hex that a sluice needs
    off_harbour: dict[Unit, int] = fact({}, seen=OPEN)  # 18.2.1: the harbour that a unit at sea lies off
    shipped: Bits = fact(0, seen=OPEN)  # 18.2.4: went by ship in this Movement Phase
    harbour_used: dict[int, int] = fact({}, seen=OPEN)  # 18.1.3: steps (dis)embarked in this Movement Phase

    # -- [19], [20], [21] options
    fogged: Bits = fact(0, seen=OPEN)  # 19.1: units under a Fog of War marker
    spotted: Bits = fact(0, seen=OPEN)  # 19.1.6: units spotted from the air in the last Movement Phase
    recon_done: Bits = fact(0, seen=OPEN)  # 20.2.5: cavalry that made its Recon in this Movement Phase
    recon_tries: dict[Hex, int] = fact({}, seen=OPEN)  # 20.2.5: Recons against a stack in this Movement Phase
    perilled: Bits = fact(0, seen=OPEN)  # 20.2.8: cavalry after a perilous Recon, until the next Movement Phase
    squadrons_lost: dict[Unit, int] = fact({}, seen=OPEN)  # 20.1.10: by HQ
    flown: dict[Unit, int] = fact({}, seen=OPEN)  # 20.1.3: squadrons of an HQ that flew in this Movement Phase
    flops: dict[Unit, int] = fact({}, seen=OPEN)  # 20.1.12: failures of an HQ's airmen in a row
    aerial_tries: dict[Unit, int] = fact({}, seen=OPEN)  # 20.1.11: flights against a moving unit in this phase
    aerial_hexes: dict[Hex, int] = fact({}, seen=OPEN)  # 20.1.9, 20.1.11: the die of the flight to a hex
    aerial_base: dict[Hex, Unit] = fact({}, seen=OPEN)  # 20.1.9: the HQ whose airmen looked at a hex with success
    airmen_rest: bool = fact(False, seen=OPEN)  # 20.1.2: no more flights in this phase, as their player said
    overflown: int = fact(-1, seen=PARTLY)  # 20.1.2: the moving unit that airmen may look at now
    fog_markers: list[Bits] = fact([0, 0], seen=PARTLY)  # 19.1.4: on a mask, the hexes of hidden units by side
    fog_zones: dict[Hex, Bits] = fact({}, seen=PARTLY)  # 19.2.3: on a mask, what the hidden units of a hex control
    indoctrinated: Bits = fact(0, seen=PARTLY)  # 21.1.1: known to the French player alone
    tested: Bits = fact(0, seen=PARTLY)  # 21.1.1: passed their test, or ended it; they test no more

    # -- victory
    german_ground: Bits = fact(0, seen=OPEN)  # 4.5: hexes last held by the Germans; all others are Allied
    step_losses: list[int] = fact([0] * len(NATIONS), seen=OPEN)  # 1.1.5: steps lost and not replaced, by nation
    steps_saved: int = fact(0, seen=OPEN)  # 1.1.5: Belgian steps that left the map
    over: bool = fact(False, seen=OPEN)
    level: str = fact("", seen=OPEN)  # 1.1.5: the level of victory, once over

    def __init__(self, play: Play) -> None:
        self.play = play
        super().__init__()

    def show(self, twin: NachParisBoard, seat: Seat | None) -> None:
        """21.1.1: the roster of indoctrinated divisions is the French player's; 19.1.3: fog hides units."""
        if seat == ALLIED_SIDE:
            twin.indoctrinated, twin.tested = self.indoctrinated, self.tested
        if self.fog:
            take_away(self, twin, seat, UNSEEN)

    def tell(self, event: Event) -> None:
        """Say what happened; what names a hidden unit only to its own side [19.1.3]."""
        self.events.extend(told(event, self.fogged) if self.fog else (event,))

    # -- putting units somewhere

    def put(self, unit: Unit, place: int) -> None:
        """[10.3.1], [10.3.2], [11.1.8] Put a unit in a hex or elsewhere; its markers of works go.

        What else follows from leaving and entering is the rules' affair.
        """
        bit, old, side = 1 << unit, self.where[unit], SIDE[unit]
        self.where[unit] = place
        if old != place:
            self.fieldworks &= ~bit  # 10.3.1, 11.1.8: who leaves a hex leaves its works
            self.entrenched &= ~bit
            self.in_walls &= ~bit  # 11.7.1
        if old >= 0:
            self.at[old] &= ~bit
            self._look(old, side)
        if place >= 0:
            self.at[place] |= bit
            self.standing |= bit
            self._look(place, side)
        else:
            self.standing &= ~bit

    def _look(self, hex: Hex, side: Side) -> None:
        here, mark = self.at[hex] & OF_SIDE[side], 1 << hex
        self.occupied[side] = self.occupied[side] | mark if here else self.occupied[side] & ~mark
        hard = here & ~(HEADQUARTERS | ENGINEERS)
        self.solid[side] = self.solid[side] | mark if hard else self.solid[side] & ~mark

    def hidden_hexes(self, side: Side) -> Bits:
        """[19.1.4] The hexes of a side with a unit under a marker; on a mask, with a marker."""
        if not self.fog:
            return 0
        found = self.fog_markers[side]
        for unit in members(self.fogged & OF_SIDE[side]):
            if self.where[unit] >= 0:
                found |= 1 << self.where[unit]
        return found

    # -- questions that every chapter asks

    def of(self, hex: Hex, side: Side) -> Bits:
        """Every unit of a side in a hex."""
        return self.at[hex] & OF_SIDE[side]

    def on_map(self, units: Bits) -> list[Unit]:
        """Those of a set that stand in a hex, in order."""
        return members(units & self.standing)

    def steps(self, unit: Unit) -> int:
        """[2.4.1] The steps that a unit has left."""
        return STEPS[unit] - self.lost[unit]

    def total_steps(self, units: Bits) -> int:
        """[2.4.7]"""
        return sum(STEPS[unit] - self.lost[unit] for unit in members(units))

    def cab(self, unit: Unit) -> int:
        """[2.5.8]"""
        return CAB[unit][self.lost[unit]]

    def cbf(self, unit: Unit) -> int:
        """[2.5.12]"""
        return CBF[unit][self.lost[unit]]

    def arf(self, unit: Unit) -> int:
        """[2.5.11]"""
        return ARF[unit][self.lost[unit]]

    def aff(self, unit: Unit) -> int:
        """[2.5.10]"""
        return AFF[unit][self.lost[unit]]

    def mf(self, unit: Unit) -> int:
        """[2.5.9] As printed; `movement` takes weather and position into account."""
        return MF[unit][self.lost[unit]]

    def entrained(self, unit: Unit) -> bool:
        """[12.2.3] On a train, or a railway gun on its line."""
        return unit in self.trains

    def nations(self, side: Side) -> tuple[Nation, ...]:
        """[3.2.1] Who acts in each step of a side's turn, in order; nations without units in the scenario are out."""
        return tuple(nation for nation in self.play.nations if (nation == NATION_OF_GERMANY) == (side == GERMAN_SIDE))


NATION_OF_GERMANY: Final[Nation] = NATIONS.index("DE")
