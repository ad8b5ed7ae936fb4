"""What the data files hold, typed and loaded once: counters, charts, the board."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from marne.games.grand_illusion.components import map as printed
from marne.games.grand_illusion.components.calendar import Calendar, Places
from marne.games.grand_illusion.components.scenario import Edition, Limits, Scenario1914, hexes_in
from marne.hexes import bits
from marne.tables import Data, DataSet, Key, Problem, Range, csv_rows, toml_grid, toml_record, toml_records, toml_table

__all__ = [
    "CALENDAR", "CAPS", "CONCENTRIC", "DATA_SET", "DIRECTORY", "EDITIONS", "FORTUNES", "GERMAN_MARKERS", "LIMITS",
    "LOADED", "MAP", "MODIFIERS", "OPTION_COSTS", "PLACES", "PLAN17_MARKERS", "POINTS", "SCENARIOS", "SCENARIO_FILES",
    "SEA", "UNITS", "UnitRow",
]  # fmt: skip

DIRECTORY: Final = Path(__file__).parents[1] / "data"


class UnitRow(NamedTuple):
    """One counter. A fort and its replacement counter are one row (9.3.3)."""

    id: Annotated[str, Key(), "as the log writes it"]
    nation: Annotated[Literal["FR", "BR", "BE", "GE"], "2.5; Indians are British, Bavarians German"]
    name: str
    kind: Annotated[Literal["inf", "cav", "hq", "ha", "fort"], "2.6"]
    size: Annotated[Literal["corps", "div", "bde"] | None, "2.7"]
    cs: Annotated[int, Range(0, 9), "combat strength, or bombardment number of heavy artillery, 2.4"]
    back: Annotated[int, Range(0, 9), "strength of the disrupted side, 2.4"]
    ma: Annotated[int, Range(0, 9), "movement allowance, 2.4"]
    ma_back: Annotated[int, Range(0, 9), "movement allowance of the back"]
    start: Annotated[int | None, Range(1, 107), "set-up hex, 13.1.1"]
    turn: Annotated[int | None, Range(1, 15), "turn of entry, 7.1"]
    entry: Annotated[str | None, "a hex, ? for variable entry (7.1.1), pd for the Paris in Danger box (8.4.9)"]
    marks: Annotated[tuple[str, ...], "mountain, territorial, defence, numbered, large and names that rules use"]
    option: Annotated[Literal["A2", "A3", "A5", "G2", "G4"] | None, "orange stripe: the option of 14.3.6"]
    ladder: Annotated[tuple[str, ...], "forts: strength+defence from full strength down, 13.1.6"]


_DIE = range(1, 7)
UNITS: Final = csv_rows("units.csv", UnitRow)
CAPS: Final = toml_grid("tables.toml", "caps", ("die", "commander"), (int, str), int, covers=(_DIE, ()))
FORTUNES: Final = toml_table("tables.toml", "fortunes_of_war", "dice", int, str, covers=range(2, 13))
SEA: Final = toml_table("tables.toml", "retreat_to_sea", "die", int, int, covers=range(10))
PLAN17_MARKERS: Final = toml_table("tables.toml", "plan17_markers", "value", int, int)
GERMAN_MARKERS: Final = toml_table("tables.toml", "german_markers", "value", int, int)
MODIFIERS: Final = toml_table("tables.toml", "modifiers", "what", str, int)
CONCENTRIC: Final = toml_table("tables.toml", "concentric", "hexes", int, int, covers=range(7))
POINTS: Final = toml_table("tables.toml", "points", "what", str, int)
OPTION_COSTS: Final = toml_grid(
    "tables.toml", "option_costs", ("option", "side"), (int, str), int, covers=(range(1, 6), ())
)
LIMITS: Final = toml_record("limits.toml", Limits)
CALENDAR: Final = toml_record("calendar.toml", Calendar)
PLACES: Final = toml_record("places.toml", Places)
EDITION_FILES: Final = toml_records("editions/*.toml", Edition)
SCENARIO_FILES: Final = toml_records("scenarios/*.toml", Scenario1914)


def _check(data: Data) -> list[Problem]:
    """The board holds together; places and scenarios name hexes."""
    problems = printed.check(data)
    known = bits(range(1, len(data[printed.HEXES]) + 1))
    places = data[PLACES].value
    keys = [field.name for field in fields(Places) if field.name != "sources"]
    lists = [("places.toml", key, getattr(places, key)) for key in keys]
    lists += [("places.toml", f"sources, {nation}", runs) for nation, runs in places.sources.items()]
    for record in data[SCENARIO_FILES].values():
        lists += [(record.file, "unready", record.value.unready), (record.file, "north", record.value.north)]
        lists += [(record.file, f"set_up, {id}", (str(hex),)) for id, hex in record.value.set_up.items() if hex]
    for file, key, runs in lists:
        if not all(part.isdigit() for run in runs for part in run.split("-")) or hexes_in(runs) & ~known:
            problems.append(Problem(file, "hexes or runs of them, such as 1-66", ", ".join(runs), row=key))
    return problems


DATA_SET: Final = DataSet.of_game(
    DIRECTORY,
    (
        *(UNITS, CAPS, FORTUNES, SEA, PLAN17_MARKERS, GERMAN_MARKERS, MODIFIERS, CONCENTRIC, POINTS, OPTION_COSTS),
        *(LIMITS, CALENDAR, PLACES, EDITION_FILES, SCENARIO_FILES),
        *printed.FILES,
    ),
    beside=printed.BESIDE,
    also=_check,
)

LOADED: Final = DATA_SET.load()
"""The committed files, or those of `--data DIR` in their place."""
MAP: Final = printed.Map(LOADED)
EDITIONS: Final = {name: replace(record.value, name=name) for name, record in LOADED[EDITION_FILES].items()}
SCENARIOS: Final = {name: replace(record.value, name=name) for name, record in LOADED[SCENARIO_FILES].items()}
