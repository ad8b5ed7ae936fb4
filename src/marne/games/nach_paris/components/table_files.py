"""[8.3.3], [9.3.2] The charts in `results.toml`, `charts.toml` and `modifiers.csv`: `tables.py` looks them up."""

from __future__ import annotations

import re
from typing import Annotated, Final, NamedTuple

from marne.engine import value
from marne.games.nach_paris.components.values import TRACK, VALUES
from marne.tables import Cell, Key, Range, csv_rows, toml_grid, toml_table

__all__ = ["FILES", "HEXSIDES", "CombatResult", "ModifierRow", "Result"]

_RESULT = re.compile(r"(●*)O([+-][0-9]+|0)")


@value
class Result:
    """[8.3.3], [9.3.2] Steps lost without a test, and what is added to the CAB in the test that follows, if any."""

    lost: int
    cab: int
    tested: bool = True

    @classmethod
    def parse(cls, text: str) -> Result:
        """From its printed form, such as `●O-2`, or `-`."""
        if text == "-":
            return cls(0, 0, False)
        match = _RESULT.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return cls(len(match[1]), int(match[2]))

    def __str__(self) -> str:
        if not self.tested:
            return "-"
        return f"{'●' * self.lost}O{f'{self.cab:+d}' if self.cab else '0'}"

    def worse_than(self, other: Result) -> bool:
        """[9.3.3] More automatic losses, or as many and a harder test."""
        return (-self.lost, self.cab) < (-other.lost, other.cab)


@value
class CombatResult:
    """[9.3.2] The upper and the lower part of a combat result."""

    attacker: Result
    defender: Result

    @classmethod
    def parse(cls, text: str) -> CombatResult:
        """From its printed form, such as `O+3/●O+3`."""
        upper, slash, lower = text.partition("/")
        if not slash:
            raise ValueError(text)
        return cls(Result.parse(upper), Result.parse(lower))

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


class ModifierRow(NamedTuple):
    """A modifier that rules name: of a die, of a CAB or of a column; positive is good for the defender [8.4.1]."""

    key: Annotated[str, Key(), "as the log and the words call it"]
    rule: Annotated[str, "the rule that gives it"]
    amount: Annotated[int, Range(-20, 20)]


_ONE = Cell.parse(Result.parse, "a result such as ●O-2, or -")
_BOTH = Cell.parse(CombatResult.parse, "results of attacker and defender, such as O+3/●O+3")
_COST = Cell.optional(int, Range(0, 99))
_TERRAINS: Final = ("clear", "broken", "rough", "mountainous", "lowland", "flood plain")
HEXSIDES: Final = (
    "plain",
    "deep forest",
    "mountain range",
    "minor",
    "river",
    "major bridged",
    "partially flooded",
    "major open",
    "flooded",
)
"""[7.2.1] What a hexside may be."""
_FEET: Final = ("normal", "superior", "mountain")
_WHO: Final = ("small", "large", "all-round", "entrained")
_ALL_ROUND: Final = range(6)

ABU = toml_grid("results.toml", "abu", ("row", "arf"), (int, str), _ONE, covers=(range(1, 17), ()))
ABF_WHITE = toml_grid("results.toml", "abf_white", ("row", "aff"), (int, str), _ONE, covers=(range(1, 13), ()))
ABF_BLACK = toml_grid("results.toml", "abf_black", ("row", "aff"), (int, str), _ONE, covers=(range(1, 13), ()))
ABF_YELLOW = toml_grid("results.toml", "abf_yellow", ("row", "aff"), (int, str), _ONE, covers=(range(1, 13), ()))
CRT = toml_grid("results.toml", "crt", ("row", "odds"), (int, str), _BOTH, covers=(range(-4, 26), ()))
MODIFIERS = csv_rows("modifiers.csv", ModifierRow)

STACKING = toml_table("charts.toml", "stacking", "terrain", str, _COST, covers=(*_TERRAINS, "flooded"))
MOVEMENT = toml_grid(
    "charts.toml", "movement", ("terrain", "mobility"), (str, str), _COST, covers=((*_TERRAINS, "flooded"), _FEET)
)
CROSSING = toml_grid("charts.toml", "crossing", ("side", "mobility"), (str, str), _COST, covers=(HEXSIDES, _FEET))
TRANSIT = toml_table("charts.toml", "transit", "side", str, _COST, covers=HEXSIDES)
TRANSIT_HEX = toml_table("charts.toml", "transit_hex", "terrain", str, int)
BARRAGE = toml_table("charts.toml", "barrage", "terrain", str, int, covers=_TERRAINS)
FORT_BARRAGE = toml_table("charts.toml", "fort_barrage", "terrain", str, int, covers=_TERRAINS)
_PAIRS = (_TERRAINS, _TERRAINS)
COMBAT = toml_grid("charts.toml", "combat", ("defender", "attacker"), (str, str), int, covers=_PAIRS)
COMBAT_STEPS = toml_grid("charts.toml", "combat_steps", ("defender", "attacker"), (str, str), int, covers=_PAIRS)
COMBAT_SIDE = toml_grid(
    "charts.toml", "combat_side", ("side", "crossing"), (str, str), int, covers=(HEXSIDES, ("can", "cannot"))
)
ASSAULT_SHIFT = toml_grid(
    "charts.toml",
    "assault_shift",
    ("who", "cbf"),
    (str, int),
    int,
    covers=(("A+", "A", "B", "C", "D", "CAV", "PIO"), range(15)),
)
REPAIR = toml_grid(
    "charts.toml", "repair", ("die", "colour"), (int, str), _COST, covers=(range(1, 26), ("yellow", "orange", "red"))
)
_STATIONS: Final = (
    "low dead end",
    "low dead end, normal town",
    "high dead end",
    "rough or mountainous",
    "any other hex",
    "small town",
    "normal town",
    "suburb",
    "large town",
    "large station",
)
ENTRAIN = toml_table("charts.toml", "entrain", "where", str, int, covers=_STATIONS)
ENTRAIN_HALVED = toml_table("charts.toml", "entrain_halved", "where", str, bool, covers=_STATIONS)
TURNING = toml_grid(
    "charts.toml",
    "turning",
    ("where", "mobility"),
    (str, str),
    int,
    covers=(("small town", "normal town", "large town"), (*_FEET, "rail")),
)
BY_MOBILITY = toml_grid(
    "charts.toml", "by_mobility", ("what", "mobility"), (str, str), int, covers=(("entrain", "embark"), _FEET)
)
TRAIN = toml_table("charts.toml", "train", "rail", str, int, covers=("high", "low", "low mountainous"))
CONVOYS = toml_table(
    "charts.toml", "convoys", "rail", str, int, covers=("high strengthened", "high", "low", "low mountainous")
)
TARGETS = toml_table("charts.toml", "targets", "arf", int, int, covers=range(6, 40))
FACING = toml_grid(
    "charts.toml", "facing", ("who", "turn"), (str, int), Cell(str, "front, flank or rear"), covers=(_WHO, _ALL_ROUND)
)
ZOC = toml_grid("charts.toml", "zoc", ("who", "turn"), (str, int), bool, covers=(_WHO, _ALL_ROUND))


FILES: Final = (
    ABU, ABF_WHITE, ABF_BLACK, ABF_YELLOW, CRT, MODIFIERS, STACKING, MOVEMENT, CROSSING, TRANSIT, TRANSIT_HEX, BARRAGE,
    FORT_BARRAGE, COMBAT, COMBAT_STEPS, COMBAT_SIDE, ASSAULT_SHIFT, REPAIR, ENTRAIN, ENTRAIN_HALVED, TURNING,
    BY_MOBILITY, TRAIN, CONVOYS, TARGETS, FACING, ZOC, VALUES, TRACK,
)  # fmt: skip
