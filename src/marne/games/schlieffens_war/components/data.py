"""What the data files hold, typed and loaded once: counters, charts, limits, scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from marne.engine import value
from marne.games.schlieffens_war.components import map as board_map
from marne.games.schlieffens_war.components.scenario_file import Limits, ScenarioFile, problems_of
from marne.tables import (
    Cell,
    Data,
    DataSet,
    Key,
    Problem,
    Range,
    csv_rows,
    toml_grid,
    toml_record,
    toml_records,
    toml_table,
)

__all__ = [
    "ARTILLERY_KEPT", "ATTRITION", "COLUMNS", "CONCENTRIC", "CRT", "DATA_SET", "DIRECTORY", "EXTRA_COST",
    "HEAVY_ARTILLERY", "LIMITS", "MAP", "MOVEMENT_COST", "OFF_THE_TABLE", "RULES", "SCENARIO_FILES", "SHIFTS",
    "UNIT_ROWS", "Result", "UnitRow", "data_version",
]  # fmt: skip

DIRECTORY = Path(__file__).parents[1] / "data"
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
_LIMITS = toml_record("limits.toml", Limits)
_SCENARIOS = toml_records("scenarios/*.toml", ScenarioFile)


def _check(data: Data) -> list[Problem]:
    """The board holds together, and so does each scenario."""
    kinds = {row.name: (row.nation, row.kind) for row in data[_UNITS]}
    closed = {row.label for row in data[board_map.HEXES] if row.terrain not in data[_COST]}
    problems = board_map.check(data)
    for record in data[_SCENARIOS].values():
        problems += problems_of(record, data[_LIMITS].value, kinds, closed)
    return problems


DATA_SET = DataSet.of_game(
    DIRECTORY,
    (
        *(_UNITS, _CRT, _OFF, _COST, _EXTRA, _SHIFTS, _CONCENTRIC, _ARTILLERY, _KEPT, _ATTRITION),
        *(_LIMITS, _SCENARIOS),
        *board_map.FILES,
    ),
    beside=board_map.BESIDE,
    also=_check,
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

LIMITS = _data[_LIMITS].value
SCENARIO_FILES = {name: record.value for name, record in _data[_SCENARIOS].items()}


def data_version() -> str:
    """The fingerprint of all that the rules read, the board included."""
    return _data.fingerprint
