"""What the data files hold, typed and loaded once: numbers by subject, cards, lists, scenarios, tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from marne.tables import DataSet, toml_record, toml_records

__all__ = [
    "ADVANTAGES", "CARDS", "COMMAND", "DATA_SET", "DECK", "DIRECTORY", "FIRE", "HITS", "LISTS", "MEASURES", "MOVE",
    "NAMES", "PRICES", "QUALITIES", "QUALITY", "RECON", "RULES", "SCENARIOS", "TABLES", "TERRAIN", "VICTORY",
    "ArmyList", "Card", "PieceRow", "Quality", "ScenarioRow", "TableFile", "Terrain", "UnitNames", "data_version",
]  # fmt: skip

DIRECTORY: Final = Path(__file__).parent.parent / "data"
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
    base_points: int
    rule: str = "C26"
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
    printed: str = ""
    """A12: a brigade that the book prints, and its points."""
    printed_points: int = 0


@dataclass(frozen=True)
class Measures:
    """A1, C15: bases, and how near is near."""

    base_width: int
    key_distance: int
    company_width: int
    company_depth: int
    horse_depth: int
    lining: int
    road_width: int
    flood_size: int


@dataclass(frozen=True)
class CommandNeeds:
    """C2, C3: what a command test needs more."""

    tokens_spent: int
    morale_markers: int


@dataclass(frozen=True)
class MoraleModifiers:
    """C6, C25: on the die of a morale test."""

    general_near: int
    enemy_close: int
    homeland: int


@dataclass(frozen=True)
class Command:
    """A2, C2 to C8, C11: tokens, tests, limits, the general."""

    destroyed_tokens: int
    activation: int
    reaction: int
    reaction_stations: int
    seize_on: int
    morale_natural: int
    limit: int
    shock_range: int
    reinforce_clear: int
    return_bases: int
    general_help: int
    general_range: int
    general_danger: int
    tokens: dict[str, int]
    needs: CommandNeeds
    morale: MoraleModifiers


@dataclass(frozen=True)
class Move:
    """A5, C3, C9, C11, C15, C20, C21, C23, C27: how far one goes."""

    reaction: int
    fall_back_clear: int
    fall_back_least: int
    driven_slack: int
    general: int
    general_mounted: int
    general_flight: int
    road_foot: int
    road_mounted: int
    road_gun: int
    road_cyclists: int
    horse_battery: int
    close_advance: int
    bayonet: int
    fog: int
    wagon: int
    rates: dict[str, Rates]


@dataclass(frozen=True)
class Dice:
    """C17: dice by bases."""

    infantry: tuple[int, ...]
    cavalry: tuple[int, ...]


@dataclass(frozen=True)
class HitModifiers:
    """A9, C4, C18, C20, C25: on a die to hit."""

    close_combat: int
    elan: int
    long_range: int
    moved_and_fired: int
    morale_markers: int
    target_in_cover: int
    smoke: int
    mounted_target: int
    mounted_target_machine_gun: int
    moving_artillery: int
    moving_artillery_machine_gun: int
    from_behind: int
    indirect: int
    counter_battery: int
    case_shot: int
    switched: int


@dataclass(frozen=True)
class Fire:
    """A7, A9, C16 to C21, C25: ranges and dice."""

    to_hit: int
    charge_range: int
    range_rifle: int
    range_mounted: int
    range_machine_gun: int
    range_move_and_fire: int
    range_dog_cart: int
    must_shoot: int
    out_of_formation: int
    out_of_formation_machine_gun: int
    close_range: int
    close_dice: int
    minute_dice: int
    far_rifle: int
    far_machine_gun: int
    conspicuous: int
    close_combat: int
    markers_per_penalty: int
    shield_range: int
    arc: int
    observer_range: int
    case_shot_range: int
    danger_close: int
    smoke_dice: int
    smoke_range: int
    dice: Dice
    modifiers: HitModifiers


@dataclass(frozen=True)
class CasualtyModifiers:
    """C19, C26: on a casualty die."""

    mounted_target: int
    close_combat: int
    heavy_guns: int
    cuirassiers: int


@dataclass(frozen=True)
class Hits:
    """A7, C19 to C21: what hits do."""

    charge_markers: int
    casualty_open: int
    casualty_cover: int
    counter_battery_casualty: int
    guns_lost_hits: int
    close_retreat_hits: int
    modifiers: CasualtyModifiers


@dataclass(frozen=True)
class SpottingModifiers:
    """C12: on a spotting die."""

    target_in_cover: int
    cavalry: int
    near: int


@dataclass(frozen=True)
class Recon:
    """A10, C12, C13: scouts and spotting."""

    markers: int
    markers_without_cavalry: int
    spot_auto: int
    spot_range: int
    spot_need: int
    marker_beyond: int
    marker_move: int
    marker_deploy: int
    modifiers: SpottingModifiers


@dataclass(frozen=True)
class Advantages:
    """A11, C23: the deck, and what some cards do."""

    removed: int
    dealt: int
    face_up: int
    counter_least: int
    counter_most: int
    fog_clear: int
    steady_markers: int
    report_markers: int
    corps_artillery: int
    flank_march: int
    grouped_guns: int
    flood_range: int


@dataclass(frozen=True)
class Victory:
    """C10, C14, C27: what ends and decides a game; points for what is destroyed or gets off."""

    break_share: int
    penetration_depth: int
    penetration_clear: int
    penetration_most: int
    hold_range: int
    wagons: int
    decisive: int
    extra_turn: int
    exit_battalion: int
    exit_other: int
    exit_wagon: int
    exit_clear: int
    pursuer_exit: int
    destroyed: dict[str, int]


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
    """C27: a scenario; pairs are for the attacker and the defender."""

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
    by_road: bool = False
    heavy_off_table: bool = False


@dataclass(frozen=True)
class Values:
    """The numbers of the rules by subject."""

    measures: Measures
    command: Command
    move: Move
    fire: Fire
    hits: Hits
    recon: Recon
    advantages: Advantages
    victory: Victory
    quality: dict[str, Quality]
    terrain: dict[str, Terrain]


@dataclass(frozen=True)
class Deck:
    """A11, C23: the cards."""

    cards: dict[str, Card]


@dataclass(frozen=True)
class Prices:
    """A12, C26: what is the same for all lists; `base` is a company, squadron, machine gun or reinforcement base."""

    sizes: tuple[int, ...]
    base: int
    field_battery: int
    heavy: int
    horse_battery: int


@dataclass(frozen=True)
class Lists:
    """A12, C26: the lists."""

    prices: Prices
    lists: dict[str, ArmyList]


@dataclass(frozen=True)
class UnitNames:
    """What the units of a list are called, by kind and in order."""

    infantry: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    cavalry: tuple[str, ...] = ()
    battery: tuple[str, ...] = ()
    heavy: tuple[str, ...] = ()
    wagon: tuple[str, ...] = ("Train I", "Train II", "Train III")


@dataclass(frozen=True)
class Names:
    """The names of units, by list."""

    names: dict[str, UnitNames]


@dataclass(frozen=True)
class Scenarios:
    """C27: the scenarios."""

    scenarios: dict[str, ScenarioRow]


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


_VALUES = toml_record("values.toml", Values)
DECK: Final = toml_record("cards.toml", Deck)
_LISTS = toml_record("lists.toml", Lists)
_NAMES = toml_record("names.toml", Names)
_SCENARIOS = toml_record("scenarios.toml", Scenarios)
_TABLES = toml_records("tables/*.toml", TableFile)

DATA_SET = DataSet.of_game(
    DIRECTORY,
    (_VALUES, DECK, _LISTS, _NAMES, _SCENARIOS, _TABLES),
    beside=("forces.*.toml",),
)

_data = DATA_SET.load()
_values = _data[_VALUES].value
MEASURES: Final = _values.measures
COMMAND: Final = _values.command
MOVE: Final = _values.move
FIRE: Final = _values.fire
HITS: Final = _values.hits
RECON: Final = _values.recon
ADVANTAGES: Final = _values.advantages
VICTORY: Final = _values.victory
QUALITY: Final = _values.quality
TERRAIN: Final = _values.terrain
CARDS: Final = _data[DECK].value.cards
PRICES: Final = _data[_LISTS].value.prices
LISTS: Final = _data[_LISTS].value.lists
NAMES: Final = _data[_NAMES].value.names
SCENARIOS: Final = _data[_SCENARIOS].value.scenarios
TABLES: Final = {name: record.value for name, record in _data[_TABLES].items()}


def data_version() -> str:
    """The fingerprint of all that the rules read."""
    return _data.fingerprint
