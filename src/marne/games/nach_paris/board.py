"""[3.3.1] The facts of play. Everything that can change in a game is here, flat, with one cheap `copy`.

Hexes, units, forts, structures and links are small numbers (`MAP`, `units`, `forts`); sets of any of them are bits of
an integer. What is printed is static and shared. The comments give the rule that each fact belongs to.
"""

from __future__ import annotations

from typing import Annotated, Final

from marne.engine import (
    HEXES,
    OPEN,
    PARTLY,
    SEATS,
    UNITS,
    VISIBLE,
    Board,
    Event,
    Hex,
    Hexes,
    Names,
    Seat,
    Units,
    fact,
    given,
    value,
)
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
from marne.games.nach_paris.rules.options.secrecy import hidden_from, show_counts, show_markers, told
from marne.hexes import Bits, members

__all__ = [
    "ASIDE",
    "AT_SEA",
    "DESTROYED",
    "FOR_GOOD",
    "REMOVED",
    "SAVED",
    "UNSEEN",
    "WAITING",
    "WITHDRAWN",
    "Assault",
    "Hex",
    "NachParisBoard",
    "Train",
    "sea_box",
]

Forts = Annotated[int, Names("forts", many=True)]
Zones = Annotated[int, Names("fortified zones", many=True)]
Structures = Annotated[int, Names("structures", many=True)]
Sluices = Annotated[int, Names("sluices", many=True)]

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
    guns: Units
    unit: Unit
    nation: Nation


class NachParisBoard(Board):
    """A game in progress."""

    play: Play = given()

    # -- [3] whose turn
    turn: int = fact(0, seen=OPEN)  # the Game Turn [3.1.1]
    side: Side = fact(GERMAN_SIDE, seen=OPEN)  # the attacker, who has the player turn [3.1.1]
    phase: str = fact("", seen=OPEN)  # admin, barrage, movement, combat [3.2.1]

    # -- options
    facing: bool = fact(True, seen=OPEN)  # introduction of 6: units have a facing
    fog: bool = fact(False, seen=OPEN)  # an option [19]
    recon: bool = fact(False, seen=OPEN)  # an option [20]
    doctrine: bool = fact(False, seen=OPEN)  # an option [21]

    # -- [2], [6] units
    where: list[int] = fact(
        [ASIDE] * COUNT, of=UNITS, seen=VISIBLE, unseen=UNSEEN
    )  # hex of each unit, or one of the places above
    at: list[Units] = fact([0] * len(MAP.grid), of=HEXES, seen=VISIBLE)  # units by hex; `put` keeps them all in step
    standing: Units = fact(0, seen=VISIBLE)  # units in a hex
    occupied: list[Hexes] = fact([0, 0], of=SEATS, seen=OPEN)  # by side: hexes with a unit of it
    solid: list[Hexes] = fact(
        [0, 0], of=SEATS, seen=OPEN
    )  # by side: hexes with more than headquarters and engineers, 7.1.6
    lost: list[int] = fact([0] * COUNT, of=UNITS, seen=VISIBLE)  # steps lost, the Attrition Level [2.4.2]
    faces: list[int] = fact([0] * COUNT, of=UNITS, seen=VISIBLE)  # the hexside a unit looks across, 0 N to 5 NW [6.2.1]
    lost_now: dict[Unit, int] = fact({}, seen=VISIBLE)  # steps lost in this Game Turn [8.1.1]
    lost_before: dict[Unit, int] = fact({}, seen=VISIBLE)  # and in the one before [8.1.1]
    loss_marker: dict[Unit, int] = fact(
        {}, seen=VISIBLE, mark="step-loss-{}"
    )  # 1 "Step Loss", 2 "2+ Step Loss" [8.3.4], [9.3.6]
    loss_fresh: Units = fact(0, seen=VISIBLE)  # marked in the Combat Phase of its own side that goes on [3.2.5]

    # -- [7] movement; cleared when a Movement Phase begins
    arrived: Units = fact(0, seen=VISIBLE)  # placed in this Movement Phase [7.7.1]
    moved: Units = fact(
        0, seen=VISIBLE, mark="moved"
    )  # acted in this Movement Phase, be it by turning on the spot [7.1.2], [7.1.4]
    entered: Units = fact(0, seen=VISIBLE)  # came into its hex in this Movement Phase [7.6.3]
    spent: dict[Unit, int] = fact({}, seen=VISIBLE)  # points spent in this Movement Phase [7.1.2]
    transit_hex: dict[Hex, int] = fact({}, seen=PARTLY)  # steps that entered a Mountainous hex [7.3.1]
    transit_side: dict[int, int] = fact({}, of="hexsides", seen=PARTLY)  # steps that crossed a hexside [7.3.2]
    extended_1: Units = fact(0, seen=VISIBLE, mark="extended-1")  # EXM-1 markers [7.4.1]
    extended_2: Units = fact(0, seen=VISIBLE, mark="extended-2")  # EXM-2 markers [7.4.1]
    forced: Units = fact(0, seen=VISIBLE, mark="forced")  # FOM markers [7.5.4]
    forced_before: Units = fact(0, seen=VISIBLE)  # forced their march in their last Movement Phase [7.5.5]
    regrouped: Units = fact(0, seen=VISIBLE)  # came out of a split or a recombination in this Movement Phase [6.6.1]
    carried: Units = fact(0, seen=VISIBLE)  # went by train or ship in this Movement Phase [12.2.6], [18.2.4]
    in_position: Units = fact(0, seen=VISIBLE, mark="firing")  # siege guns in Firing Position [7.9], [12.5]

    # -- [8], [11.5] barrage
    barraged: Units = fact(
        0, seen=VISIBLE, mark="barrage"
    )  # units with a Preparatory Barrage or assault marker [8.1.3]
    shelled: Hexes = fact(0, seen=OPEN)  # hexes that had their ABU in this Barrage Phase [8.2.5]
    shelled_turn: Hexes = fact(0, seen=OPEN)  # hexes barraged in this Game Turn, ABU or ABF [14.1.5]
    forts_fired: Forts = fact(0, seen=OPEN)  # forts that fired in this Barrage Phase [11.3.5]
    forts_struck: Forts = fact(0, seen=OPEN)  # forts that had their ABF or assault declared in this phase [8.5.6]
    forts_second: Forts = fact(0, seen=OPEN)  # forts that may be struck by a second ABF [8.6.4]
    assaults: list[Assault] = fact([], of="assaults", seen=VISIBLE)  # declared, in order [11.5.1]
    ammo: list[int] = fact(
        [0, 0], of="calibres", seen=OPEN
    )  # barrages left to the 42 cm, to the 30.5 and 28 cm [8.8.2]

    # -- [9] combat; cleared when a Combat Phase begins
    fought: Units = fact(
        0, seen=VISIBLE, mark="fought"
    )  # units that attacked or were attacked in this Combat Phase [9.1.4]
    attacked: Hexes = fact(0, seen=OPEN)  # hexes attacked in this Combat Phase [9.1.4]
    withdrew: Units = fact(0, seen=VISIBLE)  # units that used Cavalry Withdrawal in this Combat Phase [9.2.7]
    barred: Units = fact(
        0, seen=VISIBLE
    )  # units that may not initiate combat in this phase [9.2.6], [11.5.10], [20.2.8]
    acted: Units = fact(0, seen=VISIBLE)  # units that had their one action of steps B to E [3.2.5]
    sent: dict[Hex, int] = fact({}, seen=PARTLY)  # half steps that attacked out of a hex in this Combat Phase [9.1.1]
    hesitant: Units = fact(0, seen=VISIBLE)  # reservists of the combat going on that failed their test [9.4.12]
    hurt: dict[Unit, int] = fact({}, seen=VISIBLE)  # steps lost in the combat going on [9.6.1]
    beaten: int = fact(-1, seen=OPEN)  # the side whose unit was the first to lose a step in it, -1 none yet [9.3.3]

    # -- [10], [11] works
    fieldworks: Units = fact(
        0, seen=VISIBLE, mark="fieldworks"
    )  # units in fieldworks; their fronts are those of `faces` [10.1.4]
    entrenched: Units = fact(
        0, seen=VISIBLE, mark="entrenched"
    )  # units whose fieldworks became regular entrenchments [11.1.7]
    in_walls: Units = fact(0, seen=VISIBLE)  # units that said they hold the old fortifications of their hex [11.7.1]
    failed_works: list[int] = fact([0, 0], of=SEATS, seen=OPEN)  # failed tests of a side in this Game Turn [10.1.5]
    forts_gone: Forts = fact(0, seen=OPEN)  # forts and Festen destroyed [11.3.10], [11.4.10]
    festen_hit: Forts = fact(0, seen=OPEN)  # Festen on their reduced side [11.4.10]
    zones_gone: Zones = fact(0, seen=OPEN)  # Fortified Zones destroyed [11.2.7]
    camp_fell: dict[int, int] = fact({}, of="camps", seen=OPEN)  # the turn in which a camp lost its last fort [11.6.15]

    # -- [12] railways
    german_rail: Hexes = fact(0, seen=OPEN)  # rail hexes under German control; all others are Allied [12.1.2]
    trains: dict[Unit, Train] = fact(
        {}, seen=VISIBLE, mark="entrained"
    )  # entrained units, and railway guns on their line [12.2.3]
    rail_used: dict[tuple[int, Hex], int] = fact({}, seen=PARTLY)  # convoys by link and the hex they entered [12.4.1]
    station_used: dict[Hex, int] = fact({}, seen=PARTLY)  # steps that entrained or detrained in a hex [12.2.1]
    railed: dict[Unit, int] = fact({}, seen=VISIBLE)  # points of `spent` that went into trains and stations [12.3.4]
    convoys: list[int] = fact([0, 0], of=SEATS, seen=PARTLY)  # convoys of a side in this Movement Phase [12.4.2]
    convoyed: Units = fact(0, seen=VISIBLE)  # units that count among them already [12.4.2]

    # -- [13], [14], [15] command
    limited: Units = fact(0, seen=VISIBLE, mark="limited")  # units with a limited line of communications [13.1.6]
    cut_off: Units = fact(0, seen=VISIBLE, mark="out-of-supply")  # units out of command [13.1.6]
    fed: Units = fact(0, seen=VISIBLE)  # units that a camp or harbour supplies [13.1.11]
    camp_supply: dict[int, int] = fact({}, of="camps", seen=PARTLY)  # steps that a camp supplies [13.1.9]
    harbour_supply: dict[int, int] = fact({}, of="harbours", seen=PARTLY)  # steps that a harbour supplies [13.1.10]
    headquarters_lost: dict[Unit, int] = fact({}, seen=VISIBLE)  # the turn of a destroyed HQ until it is back [13.1.7]
    obeys: dict[Unit, Unit] = fact({}, seen=VISIBLE)  # units that changed to another HQ [13.2.2]
    changing: dict[Unit, Unit] = fact({}, seen=VISIBLE)  # units whose change failed, to be settled next turn [13.2.2]
    replacements: list[int] = fact([0] * len(NATIONS), of="nations", seen=OPEN)  # half Replacements by nation [14.1.3]
    replaced: Units = fact(0, seen=VISIBLE)  # units that gained some in this Game Turn [14.1.2]
    replaced_before: Units = fact(0, seen=VISIBLE)  # and in the one before [14.1.2]
    rain: bool = fact(False, seen=OPEN)  # heavy rain in this Game Turn; heat is on the turn track [15.1.2]

    # -- [16], [17], [18] engineers and ships
    broken: dict[int, int] = fact(
        {}, of="structures", seen=OPEN
    )  # destroyed structures: turns to repair, or FOR_GOOD [16.1.8]
    wreckers: Units = fact(0, seen=VISIBLE)  # units that destroyed something in this player turn [19.1.6]
    forts_blew: Forts = fact(0, seen=OPEN)  # forts whose garrisons tried to destroy something in this phase [16.1.7]
    repairers: Units = fact(0, seen=VISIBLE)  # engineers that repaired in this player turn [17.1.3], [19.1.6]
    repaired: Structures = fact(0, seen=OPEN)  # structures worked on in this Admin Phase [17.1.3]
    sluices: Sluices = fact(0, seen=OPEN)  # sluices opened [17.2.2]
    sluice_holder: dict[Hex, Nation] = fact({}, seen=PARTLY)  # who was last in a hex that a sluice needs [17.2.1]
    off_harbour: dict[Unit, int] = fact({}, seen=VISIBLE)  # the harbour that a unit at sea lies off [18.2.1]
    shipped: Units = fact(0, seen=VISIBLE)  # went by ship in this Movement Phase [18.2.4]
    harbour_used: dict[int, int] = fact(
        {}, of="harbours", seen=PARTLY
    )  # steps (dis)embarked in this Movement Phase [18.1.3]

    # -- [19], [20], [21] options
    fogged: Units = fact(0, seen=VISIBLE, mark="fog")  # units under a Fog of War marker [19.1]
    spotted: Units = fact(0, seen=VISIBLE)  # units spotted from the air in the last Movement Phase [19.1.6]
    recon_done: Units = fact(0, seen=VISIBLE)  # cavalry that made its Recon in this Movement Phase [20.2.5]
    recon_tries: dict[Hex, int] = fact({}, seen=OPEN)  # Recons against a stack in this Movement Phase [20.2.5]
    perilled: Units = fact(0, seen=VISIBLE)  # cavalry after a perilous Recon, until the next Movement Phase [20.2.8]
    squadrons_lost: dict[Unit, int] = fact({}, seen=VISIBLE)  # by HQ [20.1.10]
    flown: dict[Unit, int] = fact({}, seen=VISIBLE)  # squadrons of an HQ that flew in this Movement Phase [20.1.3]
    flops: dict[Unit, int] = fact({}, seen=VISIBLE)  # failures of an HQ's airmen in a row [20.1.12]
    aerial_tries: dict[Unit, int] = fact({}, seen=VISIBLE)  # flights against a moving unit in this phase [20.1.11]
    aerial_hexes: dict[Hex, int] = fact({}, seen=OPEN)  # the die of the flight to a hex [20.1.9], [20.1.11]
    aerial_base: dict[Hex, Unit] = fact({}, seen=VISIBLE)  # the HQ whose airmen looked at a hex with success [20.1.9]
    airmen_rest: bool = fact(False, seen=OPEN)  # no more flights in this phase, as their player said [20.1.2]
    overflown: Unit = fact(-1, seen=VISIBLE)  # the moving unit that airmen may look at now [20.1.2]
    fog_markers: list[Hexes] = fact(
        [0, 0], of=SEATS, seen=PARTLY
    )  # on a mask, the hexes of hidden units by side [19.1.4]
    fog_zones: dict[Hex, Hexes] = fact({}, seen=PARTLY)  # on a mask, what the hidden units of a hex control [19.2.3]
    indoctrinated: Units = fact(0, seen=PARTLY, mark="doctrine")  # known to the French player alone [21.1.1]
    tested: Units = fact(0, seen=PARTLY)  # passed their test, or ended it; they test no more [21.1.1]

    # -- victory
    german_ground: Hexes = fact(0, seen=OPEN)  # hexes last held by the Germans; all others are Allied [4.5]
    step_losses: list[int] = fact(
        [0] * len(NATIONS), of="nations", seen=PARTLY
    )  # steps lost and not replaced, by nation [1.1.5]
    steps_saved: int = fact(0, seen=OPEN)  # Belgian steps that left the map [1.1.5]
    over: bool = fact(False, seen=OPEN)
    level: str = fact("", seen=OPEN)  # the level of victory, once over [1.1.5]

    def __init__(self, play: Play) -> None:
        self.play = play
        super().__init__()

    def hidden_units(self, seat: Seat | None) -> Units:
        """[19.1.3] What lies under a Fog of War marker of another side."""
        return hidden_from(self, seat) if self.fog else 0

    def show(self, twin: NachParisBoard, seat: Seat | None) -> None:
        """21.1.1: the roster of indoctrinated divisions is the French player's; 19.1.3: counts, and fog markers."""
        if seat == ALLIED_SIDE:
            own = OF_SIDE[ALLIED_SIDE]
            twin.indoctrinated, twin.tested = self.indoctrinated & own, self.tested & own
        show_counts(self, twin, seat)
        if self.fog:
            show_markers(self, twin, seat)

    def tell(self, event: Event) -> None:
        """Say what happened; what names a hidden unit only to its own side [19.1.3]."""
        self.events.extend(told(event, self.fogged) if self.fog else (event,))

    # -- putting units somewhere

    def put(self, unit: Unit, place: int) -> None:
        """Put a unit in a hex or elsewhere; its markers of works go.

        What else follows from leaving and entering is the rules' affair.
        """
        bit, old, side = 1 << unit, self.where[unit], SIDE[unit]
        self.where[unit] = place
        if old != place:
            self.fieldworks &= ~bit  # 10.3.1, 10.3.2: who leaves a hex leaves its works
            self.entrenched &= ~bit  # 11.1.8, 11.1.9
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
        """[7.1.6] Note whether a side has a unit in a hex, and whether more than headquarters and engineers."""
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
