"""The rows of `units.csv`, `splits.csv`, `forts.csv` and `zones.csv`: what a person with the counters may correct."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from marne.games.nach_paris.components import map as printed
from marne.tables import Data, Key, Problem, Range, Ref, Sep, csv_rows

__all__ = ["FILES", "FORTS", "SPLITS", "UNITS", "ZONES", "FortRow", "SplitRow", "UnitRow", "ZoneRow", "check"]

Hex = Annotated[str, Ref("board/hexes.csv")]
Levels = Annotated[tuple[int, ...], Sep("/")]
Unit = Annotated[str, Ref("units.csv")]
Units = Annotated[tuple[Annotated[str, Ref("units.csv")], ...], Sep("+")]

Mark = Literal["DI", "DIC", "DM", "DR", "DT", "120L", "RAP", "austrian", "navy"]


class UnitRow(NamedTuple):
    """A unit, however many counters show it [2.4.6]. Factors with `/` go from full strength to the last step."""

    id: Annotated[str, Key(), "as the log writes it"]
    name: Annotated[str, "as printed [2.7.1]; a unit with another version may share it"]
    nation: Annotated[Literal["BE", "FR", "GB", "DE"], "[2.1.1]; Austrians count as German [2.2.5]"]
    type: Annotated[Literal["INF", "CAV", "PIO", "HAR", "SAR", "ENG", "HQ"], "[2.2.1], [2.2.2]"]
    kind: Annotated[str, "division, brigade ..., or what guns"]
    army: Annotated[str | None, "whose headquarters leads it until GT21 [13.2.1]; none: any of its nation"]
    corps: Annotated[str | None, "[2.5.7]"]
    autonomous: Annotated[bool, "diagonal filling of the corps box [2.5.7]"]
    rank: Annotated[Literal["A+", "A", "B", "C", "D"] | None, "Unit Ranking [2.5.14]"]
    steps: Annotated[int, Range(1, 5), "[2.4.1]"]
    cab: Annotated[Levels, Range(5, 15), "Combat Ability [2.5.8]"]
    cbf: Annotated[Levels, Range(0), "Combat Factor [2.5.12]"]
    arf: Annotated[Levels, Range(0), "Artillery Factor [2.5.11]"]
    aff: Annotated[Levels, Range(0), "Artillery Factor versus Fortifications [2.5.10]"]
    mf: Annotated[Levels, Range(0), "Movement Factor [2.5.9]; of SAR the movement side, in firing position it is 0"]
    mobility: Annotated[Literal["normal", "superior", "mountain", "rail"], "the box of the MF [2.5.9]"]
    red: Annotated[bool, "red ARF [2.5.11]"]
    light_red: Annotated[int | None, Range(1, 4), "from so many step losses on the CBF is light red [2.5.12]"]
    eye_catching: Annotated[bool, "[2.5.18]"]
    light: Annotated[Literal["BCA", "BCP", "JB"] | None, "[2.5.19]"]
    mountain: Annotated[bool, "Mountain Infantry, MIN [2.2.3]"]
    camp: Annotated[str | None, Ref("board/camps.csv"), "of a Fortifications-Related Unit [2.5.15]"]
    moves: Annotated[Literal["motor", "rail"] | None, "small wheels: motorised, or by railway only [2.2.3]"]
    long_range: Annotated[bool, "[2.5.16]"]
    ammo: Annotated[Literal["42cm", "30cm"] | None, "white or blue box of Low Ammo [2.5.17]"]
    command: Annotated[int | None, Range(1), "Command Range [2.5.20]"]
    reduced: Annotated[int | None, Range(1), "the reduced one, for divisions of army corps until GT21 [13.2.1]"]
    command_later: Annotated[int | None, Range(1), "the back of a German HQ, from GT22 [13.2.3]"]
    squadrons: Annotated[int | None, Range(0), "[2.5.21]"]
    doctrine: Annotated[bool, "Offensive à Outrance [21.1.1]"]
    replaces: Annotated[Unit | None, "a dotted unit takes the place of this one [2.6.1]"]
    cost: Annotated[int, Range(2, 4), "half Replacements for one step [14.1.3]"]
    marks: Annotated[tuple[Mark, ...], "kinds that rules name"]


class SplitRow(NamedTuple):
    """What may be split into what, and recombined [6.6]."""

    id: Annotated[str, Key()]
    rule: Literal["6.6.1", "6.6.3", "6.6.4", "6.6.5"]
    wholes: Units
    parts: Units
    splits: Annotated[bool, "may the wholes be split? If not, parts are only put together"]
    adjacent: Annotated[bool, "the units may stand in neighbouring hexes; else all in one"]
    losses: Annotated[Literal["added", "none", "each"], "losses add up, forbid it, or stay with each division"]


class FortRow(NamedTuple):
    """A fort [11.3.3] or a Feste [11.4.3] with its factors; a Feste has two sides."""

    name: Annotated[str, Key()]
    hex: Annotated[Hex, Key()]
    camp: Annotated[str | None, Ref("board/camps.csv")]
    number: Annotated[int | None, Range(1), "in its camp [11.6.4]"]
    grade: Literal["masonry", "strengthened masonry", "strengthened concrete", "feste", "ultramodern feste"]
    cab: Levels
    cbf: Levels
    arf: Levels
    zoc: Annotated[tuple[Hex, ...], "into which a Feste at full strength projects a ZOC [11.4.2]"]


class ZoneRow(NamedTuple):
    """A Fortified Zone [11.2]."""

    name: Annotated[str, Key()]
    hex: Hex
    cab: int
    cbf: int


UNITS = csv_rows("units.csv", UnitRow)
SPLITS = csv_rows("splits.csv", SplitRow)
FORTS = csv_rows("forts.csv", FortRow)
ZONES = csv_rows("zones.csv", ZoneRow)
FILES = (UNITS, SPLITS, FORTS, ZONES)


def check(data: Data) -> list[Problem]:
    """As many factors as steps, none rises with losses; forts and zones are those of the board."""
    found: list[Problem] = []
    for row in data[UNITS]:
        for column in ("cab", "cbf", "arf", "aff", "mf"):
            levels: tuple[int, ...] = getattr(row, column)
            if len(levels) != row.steps or sorted(levels, reverse=True) != list(levels):
                found.append(data[UNITS].problem(row.id, column, f"{row.steps} numbers that never rise", str(levels)))
        if (row.rank is None) != (row.type not in ("INF", "CAV", "PIO")):
            found.append(data[UNITS].problem(row.id, "rank", "a rank for INF, CAV and PIO only", str(row.rank)))
        if (row.command is None) != (row.type != "HQ"):
            found.append(data[UNITS].problem(row.id, "command", "a Command Range for HQ only", str(row.command)))
        if row.light_red is not None and row.light_red >= row.steps:
            found.append(data[UNITS].problem(row.id, "light_red", "fewer losses than steps", str(row.light_red)))
    places = data[printed.PLACES]
    for kind, file, pairs in (
        ("fort", FORTS.name, {(r.name, r.hex) for r in data[FORTS]}),
        ("zone", ZONES.name, {(r.name, r.hex) for r in data[ZONES]}),
    ):
        board = {(r.name, r.hex) for r in places if r.kind == kind}
        for name, hex in sorted(board ^ pairs):
            where = "the board only" if (name, hex) in board else "this file only"
            found.append(Problem(file, f"each {kind} here and in {printed.PLACES.name}", where, row=f"{name} {hex}"))
    grades = {(r.name, r.hex): r.grade for r in places if r.kind == "fort"}
    for fort in data[FORTS]:
        sides = 2 if "feste" in fort.grade else 1
        if any(len(levels) != sides for levels in (fort.cab, fort.cbf, fort.arf)):
            row_ = f"{fort.name} {fort.hex}"
            found.append(Problem(FORTS.name, f"{sides} numbers for each factor", fort.grade, row=row_))
        if grades.get((fort.name, fort.hex), fort.grade) != fort.grade:
            found.append(Problem(FORTS.name, "the grade of the board", fort.grade, row=f"{fort.name} {fort.hex}"))
    return found
