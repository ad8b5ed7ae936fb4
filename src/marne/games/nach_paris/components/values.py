"""What `values.toml` and `turns.toml` hold: limits, points and percentages that rules name, and the turn track."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from marne.tables import Ref, toml_record

__all__ = ["TRACK", "VALUES", "Track", "Values"]


@dataclass(frozen=True)
class Turns:
    """[3.3.2] From which Game Turn on."""

    over_the_border: int
    entrenchments: int
    luxembourg: int
    french_fieldworks: int
    sluices: int
    reserves_attack: int
    shortage: int
    halved_guns: int
    late_fieldworks: int
    free_command: int
    german_airmen: int
    french_airmen: int


@dataclass(frozen=True)
class Zoc:
    """The least ARF of a ZOC that matters for something."""

    over_major_river: Annotated[int, "[6.1.3]"]
    cuts_rail: Annotated[int, "[12.1.6]"]
    stops_repair: Annotated[int, "[17.1.4]"]
    stops_ships: Annotated[int, "[18.1.2]"]


@dataclass(frozen=True)
class March:
    """[7.4], [7.5], [15.1]"""

    extended_1: Annotated[int, "per cent of the MF"]
    extended_2: int
    forced_best: Annotated[int, "points for French and German units of the better ranks"]
    forced: int
    forced_losses_foot: Annotated[int, "losses with which INF may still force the march"]
    forced_losses_horse: int
    forced_rank: Annotated[int, "the last of the better ranks: 0 is A+, 2 is B"]
    forced_heat: int
    rain: int
    rain_from: Annotated[int, "the die that makes it rain"]


@dataclass(frozen=True)
class FiringPosition:
    """[7.9], [12.5] Points to get into it and out of it."""

    motor_in: int
    motor_out: int
    austrian_in: int
    austrian_out: int
    rail_in: int
    rail_out: int


@dataclass(frozen=True)
class Barrage:
    """[8]"""

    least: Annotated[int, "ARF of units without a fort"]
    whole_hex: Annotated[int, "ARF that strikes every unit [8.3.1]"]
    spent_losses: Annotated[int, "losses of last turn that forbid a barrage [8.1.1]"]
    long_range: Annotated[int, "metres [8.5.2]"]
    ammo_42: Annotated[int, "shots at the start [8.8.2]"]
    ammo_30: int


@dataclass(frozen=True)
class ArfKept:
    """Per cent of the attacking ARF."""

    fieldworks_german: int
    fieldworks_allied: int
    regular: int
    strengthened_german: int
    strengthened_allied: int
    zone: int
    shortage: int


@dataclass(frozen=True)
class Defence:
    """Tenths of the defending CBF, and how many steps have the benefit."""

    fieldworks_german: int
    fieldworks_allied: int
    regular_german: int
    regular_allied: int
    strengthened_german: int
    strengthened_allied: int
    old_walls: int
    entrenched_steps: int
    old_walls_steps: int
    stand_losses: Annotated[int, "losses with which units behind entrenchments retreat after all [11.1.6], [11.6.3]"]
    other_nations: Annotated[int, "the Allies that don't fight at full factor [9.1.9]"]


@dataclass(frozen=True)
class Combat:
    """[9]"""

    steps: Annotated[int, "that may attack out of one hex [9.1.1]"]
    partial_steps: Annotated[int, "that a partially committed unit counts [9.4.4]"]
    corps_apart: Annotated[int, "hexes between two divisions of a corps [9.4.11]"]
    heavy_low: Annotated[int, "ARF of heavy guns [9.5.2]"]
    heavy_high: int
    late_rank_losses: Annotated[int, "losses with which A+ and A retreat [9.3.3]"]
    light_low: Annotated[int, "limits of steps at which light troops help [9.4.5]"]
    light_high: int


@dataclass(frozen=True)
class Consolidation:
    """[6.5]"""

    slack: Annotated[int, "points that may be missing between units of one rank"]
    ranks: Annotated[int, "how far ranks may be apart"]


@dataclass(frozen=True)
class Rail:
    """[12]"""

    points: Annotated[int, "of a unit that only goes by train [12.3.4]"]
    convoys: Annotated[int, "of a side in a Movement Phase [12.4.2]"]
    control_steps: Annotated[int, "that take control of a railway [12.1.3]"]
    convoy_horse: Annotated[int, "steps of CAV that are a convoy [12.4.1]"]
    convoy_foot: int
    convoy_split: int


@dataclass(frozen=True)
class Supply:
    """[13.1]"""

    normal: int
    long: int
    light: Annotated[int, "points more for BCA, BCP, JB [13.1.12]"]
    camp_range: int
    camp_steps: Annotated[int, "for each hex of a camp [13.1.9]"]
    harbour_range: int
    harbour_times: Annotated[int, "its capacity [13.1.10]"]


@dataclass(frozen=True)
class Replacements:
    """[14]"""

    rail_range: int


@dataclass(frozen=True)
class Engineers:
    """[16], [17]"""

    engineers: Annotated[int, "points to destroy a structure [16.1.3]"]
    pioneers: int
    camp_range: Annotated[int, "of the forts of a camp [16.1.7]"]
    sluice: Annotated[int, "CAB of the test [17.2.1]"]


@dataclass(frozen=True)
class Sea:
    """[18]"""

    box: Annotated[int, "steps in an at-sea box [18.2.3]"]


@dataclass(frozen=True)
class Recon:
    """[19], [20]"""

    fog_from_hq: Annotated[int, "hexes from an enemy HQ within which no marker is gained [19.1.6]"]
    fog_barrage: Annotated[int, "ARF [19.3.2]"]
    success: Annotated[int, "the die or less [20.1.7], [20.2.4]"]
    air_range: int
    air_near: int
    air_lost: Annotated[int, "the die that loses a squadron [20.1.10]"]
    air_stack: Annotated[int, "attempts against one stack [20.1.11]"]
    air_failures: Annotated[int, "in a row that keep an army's squadrons down [20.1.12]"]
    horse_cost: int
    horse_stack: int
    perilous: Annotated[int, "the die from which a Cavalry Recon is perilous [20.2.7]"]


@dataclass(frozen=True)
class Doctrine:
    """[21]"""

    cab: int
    range: int


@dataclass(frozen=True)
class Values:
    """The numbers of the rules, by chapter."""

    turns: Turns
    zoc: Zoc
    march: March
    firing_position: FiringPosition
    barrage: Barrage
    arf_kept: ArfKept
    defence: Defence
    combat: Combat
    consolidation: Consolidation
    rail: Rail
    supply: Supply
    replacements: Replacements
    engineers: Engineers
    sea: Sea
    recon: Recon
    doctrine: Doctrine


@dataclass(frozen=True)
class Track:
    """The Game Turn Track [3.3.2]."""

    first_day: date
    days: int
    heat: Annotated[tuple[int, ...], "turns of oppressive heat [15.1.1]"]
    rain: Annotated[tuple[int, ...], "turns with a rain symbol [15.1.2]"]
    camp_works: dict[Annotated[str, Ref("board/camps.csv")], int]


VALUES = toml_record("values.toml", Values)
TRACK = toml_record("turns.toml", Track)
