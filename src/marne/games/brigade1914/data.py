"""What the data files hold, typed and loaded once: stated values in one file, reconstructed ones in another."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from marne.tables import DataSet, toml_record, toml_records

__all__ = [
    "CARDS",
    "DATA_SET",
    "DIRECTORY",
    "LISTS",
    "QUALITIES",
    "RULES",
    "SCENARIOS",
    "TABLES",
    "TERRAIN",
    "ArmyList",
    "Card",
    "N",
    "Quality",
    "R",
    "S",
    "ScenarioRow",
    "TableFile",
    "Terrain",
    "data_version",
]  # fmt: skip

DIRECTORY: Final = Path(__file__).parent / "data"
RULES: Final = DIRECTORY / "rules.csv"
QUALITIES: Final = ("raw", "trained", "elite")


@dataclass(frozen=True)
class Rates:
    """A5: a row of the movement table."""

    move: int
    fire: int
    assault: int


@dataclass(frozen=True)
class Card:
    """A11, C23: a tactical advantage: copies in the deck, cost, the nation that has full use of it."""

    copies: int
    cost: int
    nation: str = ""


@dataclass(frozen=True)
class ArmyList:
    """A12, C26: a list: least and most of everything, and an order of buying for ready forces."""

    nation: str
    title: str
    rating: int
    battalions: tuple[int, ...]
    companies: tuple[int, ...]
    regiments: tuple[int, ...]
    squadrons: tuple[int, ...]
    batteries: tuple[int, ...]
    reinforcements: int
    elite_units: int
    order: str
    machine_guns: int = 0
    machine_guns_total: int = 99
    machine_guns_per_battalion: bool = False
    regiment_machine_guns: int = 0
    regiment_machine_guns_total: int = 99
    regiments_per_machine_gun: int = 0
    heavy: int = 0
    heavy_needs: int = 0
    raw_units: int = 0
    special: str = ""
    special_companies: tuple[int, ...] = (0, 0)
    special_machine_guns: int = 0
    fifth_company: int = 0
    cavalry: bool = False
    lances: bool = False
    cuirassiers: bool = False
    base_points: int = 12


@dataclass(frozen=True)
class Stated:
    """What the pages state."""

    base_width: int
    key_distance: int
    to_hit: int
    destroyed_tokens: int
    charge_range: int
    charge_markers: int
    smoke_dice: int
    smoke_range: int
    recon_markers: int
    recon_markers_without_cavalry: int
    cards_removed: int
    cards_dealt: int
    cards_face_up: int
    counter_least: int
    counter_most: int
    fog_distance: int
    tokens: dict[str, int]
    rates: dict[str, Rates]
    cards: dict[str, Card]
    lists: dict[str, ArmyList]


@dataclass(frozen=True)
class Numbers:
    """Single values; `reconstructed.toml` names the section of each."""

    activation_base: int
    reaction_base: int
    reaction_move: int
    seize_on: int
    reaction_stations: int
    general_help: int
    morale_natural: int
    limit_base: int
    shock_range: int
    reinforce_clear: int
    return_bases: int
    fall_back_clear: int
    fall_back_least: int
    driven_slack: int
    break_share: int
    general_range: int
    general_move: int
    general_mounted_move: int
    general_danger: int
    general_flight: int
    spot_auto: int
    spot_range: int
    spot_need: int
    marker_beyond: int
    marker_move: int
    marker_deploy: int
    penetration_depth: int
    penetration_clear: int
    penetration_most: int
    road_width: int
    road_foot: int
    road_mounted: int
    road_gun: int
    road_cyclists: int
    range_rifle: int
    range_mounted: int
    range_machine_gun: int
    range_move_and_fire: int
    must_shoot: int
    out_of_formation: int
    close_dice: int
    close_range: int
    far_rifle: int
    conspicuous: int
    far_machine_gun: int
    close_combat: int
    close_bonus: int
    markers_per_penalty: int
    mounted_bonus: int
    mounted_machine_gun_bonus: int
    rear_bonus: int
    casualty_open: int
    casualty_cover: int
    shield_range: int
    arc: int
    observer_range: int
    case_shot_range: int
    danger_close: int
    counter_battery_casualty: int
    horse_battery_move: int
    guns_lost_hits: int
    close_retreat_hits: int
    close_advance: int
    bayonet: int
    corps_artillery: int
    flank_march: int
    grouped_guns: int
    flood_range: int
    flood_size: int
    lining: int
    company_width: int
    company_depth: int
    horse_depth: int
    belgian_cart_range: int
    hold_range: int
    wagon_move: int
    wagons: int
    decisive: int
    extra_turn: int
    out_of_formation_machine_gun: int


@dataclass(frozen=True)
class Dice:
    """C17: dice by bases."""

    infantry: tuple[int, ...]
    cavalry: tuple[int, ...]


@dataclass(frozen=True)
class Quality:
    """C22: what a grade of troops does."""

    activation: int
    ignored: int
    morale: int
    limit: int
    points: int


@dataclass(frozen=True)
class Terrain:
    """C15: what ground costs, hides and covers."""

    foot: int
    mounted: int
    gun: int
    enter_foot: int = 0
    enter_mounted: int = 0
    cover: bool = False
    depth: int = -1
    through: int = -1
    height: int = 0
    assault: bool = True
    opaque: bool = False
    line: bool = False


@dataclass(frozen=True)
class ScenarioRow:
    """C27: a scenario; pairs are for blue and red."""

    title: str
    turns: int
    points: tuple[int, ...]
    edges: tuple[str, ...]
    zones: tuple[int, ...]
    reserve: tuple[int, ...]
    objectives: tuple[tuple[int, int, int], ...]
    defender: int = -1
    first: int = -1
    hidden: bool = False
    forward: int = 0
    exit_from_turn: int = 0
    exit_range: int = 0
    guard: int = 0


@dataclass(frozen=True)
class Prices:
    """C26: prices that A12 does not have."""

    horse_battery: int


@dataclass(frozen=True)
class VictoryRow:
    """C27: victory points."""

    infantry: int
    cavalry: int
    battery: int
    exit_battalion: int
    exit_other: int
    exit_wagon: int
    exit_clear: int
    pursuer_exit: int


@dataclass(frozen=True)
class Reconstructed:
    """What the surviving pages do not state."""

    numbers: Numbers
    dice: Dice
    quality: dict[str, Quality]
    terrain: dict[str, Terrain]
    cards: dict[str, Card]
    lists: dict[str, ArmyList]
    prices: Prices
    scenarios: dict[str, ScenarioRow]
    victory: VictoryRow


@dataclass(frozen=True)
class PieceRow:
    """A piece of terrain on a table: an area by its corners, or a line; a name where it has one."""

    kind: str
    points: tuple[tuple[int, int], ...]
    name: str = ""


@dataclass(frozen=True)
class TableFile:
    """A hand-made table, 72 by 48 inches."""

    title: str
    roads: tuple[PieceRow, ...]
    pieces: tuple[PieceRow, ...]


def _rule_numbers() -> frozenset[str]:
    with RULES.open(encoding="utf-8", newline="") as file:
        return frozenset(row["number"] for row in csv.DictReader(file))


_STATED = toml_record("stated.toml", Stated)
_RECONSTRUCTED = toml_record("reconstructed.toml", Reconstructed)
_TABLES = toml_records("tables/*.toml", TableFile)

DATA_SET = DataSet(
    "brigade1914",
    DIRECTORY,
    (_STATED, _RECONSTRUCTED, _TABLES),
    departures=Path(__file__).parent / "departures.md",
    rules=_rule_numbers(),
    beside=("rules.csv", "rules.*.csv", "setting.*.toml", "forces.*.toml", "words.*.toml"),
)

_data = DATA_SET.load()
S: Final = _data[_STATED].value
"""Stated."""
R: Final = _data[_RECONSTRUCTED].value
"""Reconstructed."""
N: Final = R.numbers
TERRAIN: Final = R.terrain
SCENARIOS: Final = R.scenarios
CARDS: Final = {**S.cards, **R.cards}
LISTS: Final = {**S.lists, **R.lists}
TABLES: Final = {name: record.value for name, record in _data[_TABLES].items()}


def data_version() -> str:
    """The fingerprint of all that the rules read."""
    return _data.fingerprint
