"""What the data files hold, typed and loaded once: counters, charts, the scenario."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from marne.engine import value
from marne.games.schlieffens_war import map as board_map
from marne.tables import (
    Cell,
    DataSet,
    Key,
    Range,
    Record,
    csv_rows,
    toml_grid,
    toml_records,
    toml_table,
)

__all__ = [
    "ARTILLERY_KEPT", "ATTRITION", "COLUMNS", "CONCENTRIC", "CRT", "DATA_SET", "DIRECTORY", "EXTRA_COST",
    "HEAVY_ARTILLERY", "LIMITS", "MAP", "MARKERS", "MOVEMENT_COST", "OFF_THE_TABLE", "RULES", "SCENARIO", "SHIFTS",
    "TURNS_OF", "UNIT_ROWS", "VICTORY", "Result", "Scenario1914", "UnitRow", "data_version",
]  # fmt: skip

DIRECTORY = Path(__file__).parent / "data"
RULES = DIRECTORY / "rules.csv"

Nation = Literal["german", "french", "british", "belgian"]
Kind = Literal["infantry", "cavalry", "hq", "depot", "fort"]


class UnitRow(NamedTuple):
    """A counter. A fort and its replacement counter are one row (2.7)."""

    name: Annotated[str, Key(), "as the log writes it"]
    nation: Annotated[Nation, "2.4"]
    army: Annotated[str | None, "army of the set-up, 3.1; empty for forts"]
    kind: Annotated[Kind, "2.5"]
    factors: Annotated[tuple[int, ...], Range(0, 9), "combat factor from full strength down, by step, 2.6, 2.7"]
    movement: Annotated[int, Range(0, 12), "movement allowance, 2.9"]
    hex: Annotated[str | None, "printed set-up hex, 3.1"]
    turn: Annotated[int | None, Range(1, 10), "printed turn of entry, 9.1"]


@value
class Result:
    """A combat result: steps that attacker and defender must lose (11.18)."""

    attacker: int
    defender: int

    @classmethod
    def parse(cls, text: str) -> Result:
        """From its printed form, such as `1/2`."""
        attacker, slash, defender = text.partition("/")
        if not (slash and attacker.isdigit() and defender.isdigit()):
            raise ValueError(text)
        return cls(int(attacker), int(defender))

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


@dataclass(frozen=True)
class Limits:
    """Limits in hexes, units and points."""

    corps: int
    hqs: int
    defenders: int
    supply_range: int
    forced_march: int
    bef_extra_loss: int
    first_army_row: int


@dataclass(frozen=True)
class TurnsOf:
    """The turns on which something happens."""

    first_regroup: int
    bef: int
    sixth_army: int
    withdrawal: int
    plan_xvii: int
    final_effort: tuple[int, ...]


@dataclass(frozen=True)
class Victory:
    """The numbers of chapter 4."""

    german_points: int
    draw_points: int
    plan_xvii_attacks: int
    withdrawn_corps: int
    withdrawn_factor: int


@dataclass(frozen=True)
class Markers:
    """Markers that the German player has at the start (11.23)."""

    heavy_artillery: int
    coup_de_main: int


@dataclass(frozen=True)
class Scenario1914:
    """The scenario."""

    title: str
    turns: int
    first_day: str
    days_per_turn: int
    limits: Limits
    turns_of: TurnsOf
    victory: Victory
    markers: Markers


def _rule_numbers() -> frozenset[str]:
    with RULES.open(encoding="utf-8", newline="") as file:
        return frozenset(row["number"] for row in csv.DictReader(file))


_RESULT = Cell.parse(Result.parse, "losses of attacker and defender, such as 1/2")
_DIE = range(1, 7)
_UNITS = csv_rows("units.csv", UnitRow)
_CRT = toml_grid("tables.toml", "crt", ("odds", "die"), (str, int), _RESULT, covers=((), _DIE))
_OFF = toml_table("tables.toml", "off_the_table", "end", str, _RESULT, covers=("below", "above"))
_COST = toml_table("tables.toml", "movement_cost", "terrain", str, Cell(int, Range(1, 9)))
_EXTRA = toml_table("tables.toml", "extra_cost", "what", str, Cell(int, Range(0, 9)), covers=("river", "rail"))
_SHIFTS = toml_table("tables.toml", "shifts", "what", str, Cell(int, Range(-9, 9)))
_CONCENTRIC = toml_table("tables.toml", "concentric", "die", int, int, covers=_DIE)
_ARTILLERY = toml_table("tables.toml", "heavy_artillery", "die", int, int, covers=_DIE)
_KEPT = toml_table("tables.toml", "artillery_kept", "die", int, int, covers=_DIE)
_ATTRITION = toml_table("tables.toml", "attrition", "die", int, int, covers=_DIE)
_SCENARIOS = toml_records("scenarios/*.toml", Scenario1914)

DATA_SET = DataSet(
    "schlieffens_war",
    DIRECTORY,
    (
        *(_UNITS, _CRT, _OFF, _COST, _EXTRA, _SHIFTS, _CONCENTRIC, _ARTILLERY, _KEPT, _ATTRITION, _SCENARIOS),
        *board_map.FILES,
    ),
    departures=Path(__file__).parent / "departures.md",
    rules=_rule_numbers(),
    beside=(*board_map.BESIDE, "rules.csv", "rules.*.csv", "setting.*.toml", "words.*.toml"),
    also=board_map.check,
)

_data = DATA_SET.load()
MAP = board_map.Map(_data)

UNIT_ROWS = _data[_UNITS]
CRT = _data[_CRT]
COLUMNS: tuple[str, ...] = CRT.rows.labels
OFF_THE_TABLE = _data[_OFF]
MOVEMENT_COST = _data[_COST]
EXTRA_COST = _data[_EXTRA]
SHIFTS = _data[_SHIFTS]
CONCENTRIC = _data[_CONCENTRIC]
HEAVY_ARTILLERY = _data[_ARTILLERY]
ARTILLERY_KEPT = _data[_KEPT]
ATTRITION = _data[_ATTRITION]

_campaign: Record[Scenario1914] = _data[_SCENARIOS]["campaign"]
SCENARIO = _campaign.value
LIMITS = SCENARIO.limits
TURNS_OF = SCENARIO.turns_of
VICTORY = SCENARIO.victory
MARKERS = SCENARIO.markers


def data_version() -> str:
    """The fingerprint of all that the rules read, the board included."""
    return _data.fingerprint
