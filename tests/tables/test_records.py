"""Dataclasses from TOML: the nearest origin holds, keys are checked, every refusal has its path."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated

import pytest

from marne.tables import DataError, Key, Origin, Ref, TomlRecord, load_record
from tables.sample_game import DATA_SET, SCENARIOS, VALUES, Arrival, Terrain, Weather


@dataclass(frozen=True)
class Side:
    corps: dict[Annotated[str, Ref("units.csv")], int]
    ground: dict[Terrain, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Everything:
    name: str
    flag: bool
    ratio: float
    when: date
    terrain: Terrain
    sides: dict[str, Side]
    best: Annotated[Side | None, "optional"] = None
    steps: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        if self.ratio < 0:
            raise ValueError("a negative ratio")


GOOD = """\
origin = "stated"
why = "2.3"
name = "x"
flag = true
ratio = 2
when = "1914-08-23"
terrain = "woods"
steps = [1, 2]
[sides.german]
corps = { I = 3, II = 2 }
ground.clear = [1, 2]
[sides.allied]
origin = "inferred"
why = "as the other side"
corps = { BEF = { value = 4, origin = "public", why = "page-1" } }
[best]
corps = {}
"""


def load(tmp_path: Path, text: str) -> TomlRecord[Everything]:
    path = tmp_path / "game.toml"
    path.write_text(text)
    return load_record(path, Everything, refs={"units.csv": ("I", "II", "BEF")})


def test_the_sample() -> None:
    data = DATA_SET.load()
    values = data[VALUES]
    assert values.value.stacking_limit == 3
    assert values.value.weather == Weather(2, 1)
    assert values.claim("stacking_limit").rules == ("2.3",)
    assert values.claim("paris").rules == ("4.1",)
    assert values.claim("weather.rain").key == "relief"
    assert values.claim("weather.fog").origin is Origin.INFERRED
    with pytest.raises(KeyError, match=r"values.toml gives no origin"):
        values.claim()
    scenario = data[SCENARIOS]["frontiers"]
    assert scenario.value.arrivals[1] == Arrival(3, ("II",), "0101")
    assert scenario.claim("arrivals.0.hex").origin is Origin.STATED
    assert scenario.claim("arrivals.1.hex").origin is Origin.INFERRED


def test_every_shape(tmp_path: Path) -> None:
    record = load(tmp_path, GOOD)
    assert record.value == Everything(
        "x",
        True,
        2.0,
        date(1914, 8, 23),
        Terrain.WOODS,
        {"german": Side({"I": 3, "II": 2}, {Terrain.CLEAR: (1, 2)}), "allied": Side({"BEF": 4})},
        Side({}),
        (1, 2),
    )
    assert record.claim("sides.german.corps.I").origin is Origin.STATED
    assert record.claim("sides.allied.corps").origin is Origin.INFERRED
    assert record.claim("sides.allied.corps.BEF").origin is Origin.PUBLIC


@pytest.mark.parametrize(
    ("old", "new", "row", "expected"),
    [
        ('origin = "stated"\nwhy = "2.3"\n', "", "name", "an origin, here or around it"),
        ('why = "2.3"\n', "", "", "a rule number"),
        ('name = "x"', 'nom = "x"', "nom", "one of name, flag, ratio"),
        ('name = "x"', "", "name", "a value"),
        ("flag = true", 'flag = "yes"', "flag", "yes or no"),
        ("ratio = 2", "ratio = -2", "", "values that fit together"),
        ('"1914-08-23"', "1914-08-23T10:00:00", "when", "a date"),
        ('"1914-08-23"', '"August"', "when", "a date"),
        ('"woods"', '"marsh"', "terrain", "one of clear, woods, rough"),
        ("steps = [1, 2]", "steps = [1, true]", "steps", "a list separated by spaces"),
        ("steps = [1, 2]", "steps = 1", "steps", "a list separated by spaces"),
        ("ground.clear", "ground.marsh", "sides.german.ground.marsh", "one of clear, woods, rough"),
        ("ground.clear = [1, 2]", "ground = 3", "sides.german.ground", "a table"),
        ("[best]\ncorps = {}", "[best]", "best.corps", "a value"),
        ("[best]\ncorps = {}", "", "", ""),
        ("I = 3", "III = 3", "sides.german.corps.III", "a key of units.csv"),
        ('why = "page-1"', 'why = ""', "sides.allied.corps.BEF", "the id of a source"),
        ("steps = [1, 2]", 'best = "x"', "best", "a table"),
    ],
)
def test_refused(tmp_path: Path, old: str, new: str, row: str, expected: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if new.startswith("best"):
        text = text.replace("[best]\ncorps = {}", "")
    if not expected:
        assert load(tmp_path, text).value.best is None
        return
    with pytest.raises(DataError) as error:
        load(tmp_path, text)
    problem = error.value.problems[0]
    assert (problem.file, problem.row) == ("game.toml", row)
    assert expected in problem.expected


@dataclass(frozen=True)
class Listed:
    arrivals: tuple[Arrival, ...]
    label: Annotated[str, Key()] = ""


def test_a_list_of_tables_must_be_one(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text('origin = "stated 2.3"\narrivals = 3\n')
    with pytest.raises(DataError, match=r"row arrivals: found 3, expected a list of tables"):
        load_record(path, Listed)
    path.write_text('origin = "stated 2.3"\n[[arrivals]]\nturn = 9\nunits = "I II"\nhex = "0101"\n')
    with pytest.raises(DataError, match=r"row arrivals.0.turn: found 9, expected a whole number from 1 to 7"):
        load_record(path, Listed, refs={"units.csv": ("I", "II"), "hexes.csv": ("0101",)})
    with pytest.raises(LookupError, match=r"refs must hold the keys of units.csv"):
        load_record(path, Listed, refs={"hexes.csv": ("0101",)})


@dataclass(frozen=True)
class Unclear:
    size: int | str


def test_a_field_has_one_type(tmp_path: Path) -> None:
    path = tmp_path / "unclear.toml"
    path.write_text('origin = "stated 2.3"\nsize = 3\n')
    with pytest.raises(TypeError, match="one type"):
        load_record(path, Unclear)
