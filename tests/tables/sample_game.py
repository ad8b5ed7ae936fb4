"""A small data set with one file of each kind, for the tests of marne.tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from marne.tables import (
    Cell,
    DataSet,
    Key,
    Pattern,
    Range,
    Ref,
    Sep,
    csv_rows,
    toml_grid,
    toml_record,
    toml_records,
    toml_table,
)

HERE = Path(__file__).parent / "sample"


class Terrain(Enum):
    CLEAR = "clear"
    WOODS = "woods"
    ROUGH = "rough"


HexLabel = Annotated[str, Pattern("[0-9]{4}", "a hex such as 0812")]


class HexRow(NamedTuple):
    """The hexes of the board."""

    hex: Annotated[HexLabel, Key()]
    terrain: Terrain
    name: str | None
    next: Annotated[tuple[str, ...], Ref("hexes.csv"), "hexes joined by road"] = ()


@dataclass(frozen=True, slots=True)
class UnitRow:
    """The counters."""

    unit: Annotated[str, Key()]
    side: Literal["german", "allied"]
    strength: Annotated[int, Range(1, 9), "combat factor, 3.2"]
    elite: bool
    hex: Annotated[str | None, Ref("hexes.csv")]
    chief: Annotated[str | None, Ref("units.csv")] = None
    arms: Annotated[tuple[str, ...], Sep("|")] = ()

    def __post_init__(self) -> None:
        if self.chief == self.unit:
            raise ValueError("a unit that is its own chief")


@dataclass(frozen=True)
class Result:
    """A result of combat: `A2`, `D1`, `EX`."""

    attacker: int
    defender: int

    @staticmethod
    def parse(text: str) -> Result:
        if text == "EX":
            return Result(1, 1)
        side, loss = text[:1], int(text[1:])
        return {"A": Result(loss, 0), "D": Result(0, loss)}[side] if side in "AD" else _refuse(side)


def _refuse(side: str) -> Result:
    raise ValueError(f"no side {side}")


@dataclass(frozen=True)
class Weather:
    rain: Annotated[int, Range(0, 3)]
    fog: int
    snow: int = 0


@dataclass(frozen=True)
class Values:
    """The constants of the rules."""

    stacking_limit: int
    paris: Annotated[str, Ref("hexes.csv")]
    weather: Weather


@dataclass(frozen=True)
class Arrival:
    turn: Annotated[int, Range(1, 7)]
    units: Annotated[tuple[str, ...], Ref("units.csv")]
    hex: Annotated[str, Ref("hexes.csv")]


@dataclass(frozen=True)
class Scenario:
    title: str
    start: date
    arrivals: tuple[Arrival, ...] = ()


HEXES = csv_rows("hexes.csv", HexRow)
UNITS = csv_rows("units.csv", UnitRow)
CRT = toml_grid(
    "tables.toml",
    "crt",
    ("odds", "die"),
    (str, int),
    Cell.parse(Result.parse, "a result such as A2, D1 or EX"),
    covers=(("1:2", "1:1", "3:1"), range(-3, 10)),
)
PACE = toml_table("tables.toml", "pace", "terrain", Terrain, Cell.optional(int, Range(1, 3)), covers=Terrain)
VALUES = toml_record("values.toml", Values)
SCENARIOS = toml_records("scenarios/*.toml", Scenario)

DATA_SET = DataSet(
    "sample",
    HERE / "data",
    (HEXES, UNITS, CRT, PACE, VALUES, SCENARIOS),
    departures=HERE / "departures.md",
    rules=("2.3", "4.1"),
)
