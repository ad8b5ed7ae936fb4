"""Scenarios as files: `scenarios/*.toml` for what is said once, CSV files for what has many rows.

Nobody has the scenario book: all but the few values that the rulebook states are proposals, and say so. What a scenario
may do is a field here, so that a rule asks the scenario and never its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from marne.games.nach_paris.components import map as printed
from marne.games.nach_paris.components.unit_rows import FORTS, UNITS
from marne.tables import Data, Key, Problem, Range, Ref, csv_rows, toml_records

__all__ = [
    "BROKEN", "FALLEN", "FILES", "LEVELS", "OBJECTIVES", "SCENARIOS", "SETUP", "WITHDRAWALS", "BrokenRow", "FallenRow",
    "ObjectiveRow", "Reps", "Scenario", "Scoring", "SetupRow", "Special", "WithdrawalRow", "check",
]  # fmt: skip

Hex = Annotated[str, Ref("board/hexes.csv")]
Unit = Annotated[str, Ref("units.csv")]
Turn = Annotated[int, Range(1, 22)]
Camp = Annotated[str, Ref("board/camps.csv")]
Name = Annotated[str, Ref("scenarios/*.toml")]
Nation = Literal["BE", "FR", "GB", "DE"]
Attacker = Literal["german", "allied", "nobody"]


@dataclass(frozen=True)
class Reps:
    """[14.1.1] Replacements of each nation in each turn of a span."""

    first: int
    last: int
    german: int = 0
    french: int = 0
    british: int = 0
    belgian: int = 0


@dataclass(frozen=True)
class Led:
    """[13.2.1] Units that another army leads until a turn."""

    units: tuple[Unit, ...]
    hq: Unit
    until: int


@dataclass(frozen=True)
class LoneFort:
    """A fort outside camps whose fall counts."""

    name: str
    hex: Hex
    points: Annotated[int, Range(1), "for the Germans once it is destroyed"]


@dataclass(frozen=True)
class Escaped:
    """Divisions of a nation that got away to the south."""

    nation: Nation
    below_row: Annotated[int, "how far: rows smaller than this one"]
    steps: Annotated[int, Range(1), "at least so many are left"]
    points: Annotated[int, Range(1), "for the Allies, for each of them"]


@dataclass(frozen=True)
class Special:
    """[1.1.7] Rules of one scenario."""

    germans_in_belgium: Annotated[int, "from which turn German units may enter Belgium"] = 1
    belgians_stay: Annotated[bool, "Belgian units leave Belgium only where they have no other retreat"] = False
    exit_column: Annotated[str | None, "Belgian units may leave by this column and are saved"] = None
    exit_from: Annotated[int, "from which turn"] = 1
    siege_command: Annotated[int, "hexes from an enemy camp within which units need no HQ of their own; 0 is none"] = 0
    ends_with_camp: Annotated[Camp | None, "the game ends when no fort of it is active and no enemy is left"] = None
    germans_at_home: Annotated[int, "up to which turn German units attack hexes of Germany only; 0 is never"] = 0
    mist: Annotated[tuple[int, ...], "turns in which nobody fires barrages at units"] = ()
    led: tuple[Led, ...] = ()


@dataclass(frozen=True)
class Scoring:
    """[1.1.5] Points; d is German less Allied."""

    step: Annotated[int, "for each enemy step lost and not replaced, and for HAR, PIO and HQ"] = 0
    steps_each: Annotated[int, "one point for so many steps that the enemy lost more; 0 is none"] = 0
    forts_of: Annotated[Camp | None, "the camp whose forts count"] = None
    fort: Annotated[int, "German points for each fort destroyed"] = 0
    all_forts: Annotated[int, "and for all of them"] = 0
    step_british: Annotated[int, "the same for British ones, where they count for more; 0 is as all others"] = 0
    saved_each: Annotated[int, "an Allied point for so many Belgian steps that are saved; 0 is none"] = 0
    saved_at: Annotated[Camp | None, "Belgian units in or beside this camp at the end are saved too"] = None
    lone_forts: tuple[LoneFort, ...] = ()
    unhurt: Annotated[int, "Allied points for each French division on the map that lost nothing"] = 0
    escaped: Escaped | None = None
    fall: dict[int, int] = field(default_factory=dict)  #: German points by the turn when the camp fell
    not_fallen: Annotated[int, "Allied points if it holds out to the end"] = 0
    mine: Annotated[int, "for each iron mine held, to the holder"] = 0
    urban_wins: Annotated[
        str | None, "all urban hexes of this city at the end of a turn are a German decisive victory"
    ] = None


@dataclass(frozen=True)
class Scenario:
    """A scenario [3.1.1]."""

    number: Annotated[int, Range(1, 12)]
    title: str
    title_es: str
    first: int
    last: int
    columns: Annotated[tuple[str, str], "the first and the last, from the east"]
    rows: Annotated[tuple[int, int], "the first and the last, from the south"]
    must_attack: Annotated[Attacker, "who does not even draw by doing nothing"]
    fieldworks: Annotated[int, "failed tests of a side in a game turn [10.1.5]"]
    levels: Annotated[tuple[int, int, int, int], "German decisive, German marginal, Allied marginal, Allied decisive"]
    ammo_42: Annotated[int, "[8.8.2]"]
    ammo_30: int
    scoring: Scoring
    closed: Annotated[tuple[Hex, ...], "hexes of the area that nobody may enter"] = ()
    german_rail: Annotated[tuple[Hex, ...], "rail hexes outside Germany under German control [12.1.2]"] = ()
    special: Special = Special()
    replacements: tuple[Reps, ...] = ()


LEVELS = ("german decisive", "german marginal", "draw", "allied marginal", "allied decisive")


class SetupRow(NamedTuple):
    """A unit that enters [7.7]: a line of a setup display [3.3.1]."""

    scenario: Annotated[Name, Key()]
    unit: Annotated[Unit, Key()]
    turn: Annotated[Turn, "[7.7.1]"]
    hex: Hex
    lost: Annotated[int, Range(0, 4), "step losses it has"]
    fieldworks: Annotated[bool, "a grey box"]
    llc: Annotated[bool, "a red question mark"]
    fip: Annotated[bool, "a siege gun in firing position"]
    by: Annotated[Literal["place", "rail"], "[7.7.1], [7.7.3]"]


class WithdrawalRow(NamedTuple):
    """[7.8.1] A unit that must leave at the start of a Movement Phase; its parts if it is split."""

    scenario: Annotated[Name, Key()]
    unit: Annotated[Unit, Key()]
    turn: Turn


class ObjectiveRow(NamedTuple):
    """[4.5] A hex that counts at the end for the side that controls it; 0 where it counts for one side only."""

    scenario: Annotated[Name, Key()]
    hex: Annotated[Hex, Key()]
    name: str
    german: Annotated[int, Range(0)]
    allied: Annotated[int, Range(0)]
    camp: Annotated[Camp | None, "any hex of this camp will do"]


class BrokenRow(NamedTuple):
    """[16.1.8] A structure that is destroyed at the start."""

    scenario: Annotated[Name, Key()]
    name: Annotated[str, Key()]
    hex: Annotated[Hex, Key()]
    to: Annotated[Hex, Key()]
    turns: Annotated[int | None, Range(1), "to repair it; none is permanently"]


class FallenRow(NamedTuple):
    """[11.3.10] A fort that is destroyed at the start."""

    scenario: Annotated[Name, Key()]
    name: Annotated[str, Key()]
    hex: Annotated[Hex, Key()]


SCENARIOS = toml_records("scenarios/*.toml", Scenario)
SETUP = csv_rows("scenarios/setup.csv", SetupRow)
WITHDRAWALS = csv_rows("scenarios/withdrawals.csv", WithdrawalRow)
OBJECTIVES = csv_rows("scenarios/objectives.csv", ObjectiveRow)
BROKEN = csv_rows("scenarios/broken.csv", BrokenRow)
FALLEN = csv_rows("scenarios/fallen.csv", FallenRow)
FILES = (SCENARIOS, SETUP, WITHDRAWALS, OBJECTIVES, BROKEN, FALLEN)


def check(data: Data) -> list[Problem]:
    """Units enter within the turns of their scenario, with a step left; structures and forts are on the board."""
    found: list[Problem] = []
    units = data[UNITS].by_key
    setup = data[SETUP]
    for row in setup:
        scenario = data[SCENARIOS][row.scenario].value
        key = (row.scenario, row.unit)
        if not scenario.first <= row.turn <= scenario.last:
            found.append(setup.problem(key, "turn", f"from {scenario.first} to {scenario.last}", str(row.turn)))
        if row.lost >= units[row.unit].steps:
            found.append(setup.problem(key, "lost", "fewer than its steps", str(row.lost)))
        if row.fip and units[row.unit].type != "SAR":
            found.append(setup.problem(key, "fip", "a siege gun", units[row.unit].type))
    structures = {(r.name, r.hex, r.to) for r in data[printed.PLACES] if r.kind in ("bridge", "viaduct", "tunnel")}
    for broken in data[BROKEN]:
        if (broken.name, broken.hex, broken.to) not in structures:
            where = f"{broken.scenario} {broken.name} {broken.hex} {broken.to}"
            found.append(Problem(BROKEN.name, f"a structure of {printed.PLACES.name}", broken.name, row=where))
    forts = {(r.name, r.hex) for r in data[FORTS]}
    for fallen in data[FALLEN]:
        if (fallen.name, fallen.hex) not in forts:
            where = f"{fallen.scenario} {fallen.name}"
            found.append(Problem(FALLEN.name, f"a fort of {FORTS.name}", fallen.name, row=where))
    for name, record in data[SCENARIOS].items():
        levels = record.value.levels
        if sorted(levels, reverse=True) != list(levels):
            found.append(
                Problem(f"scenarios/{name}.toml", "levels from the best German one down", str(levels), row="levels")
            )
    return found
