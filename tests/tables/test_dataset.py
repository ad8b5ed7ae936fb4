"""A whole data set: references across files, a user's files in place of ours, check, export, reports."""

from __future__ import annotations

import dataclasses
import hashlib
import shutil
from pathlib import Path

import pytest

from marne.tables import (
    Data,
    DataError,
    DataSet,
    Origin,
    Problem,
    counts,
    counts_table,
    csv_rows,
    data_check,
    data_export,
    export,
    rules_of,
    settle_list,
    to_settle,
)
from tables.sample_game import CRT, DATA_SET, HERE, HEXES, SCENARIOS, UNITS, UnitRow

SETS = {"sample": DATA_SET}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    directory = tmp_path / "mine"
    directory.mkdir()
    return directory


def rewrite(mine: Path, name: str, old: str, new: str) -> None:
    text = (HERE / "data" / name).read_text("utf-8")
    assert old in text
    path = mine / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(old, new), "utf-8")


def test_loads_and_is_clean() -> None:
    assert DATA_SET.check() == []
    data = DATA_SET.load()
    assert data.game == "sample"
    assert data[UNITS].by_key["I"] == UnitRow("I", "german", 5, True, "0101", None, ("infantry", "field guns"))
    assert data[HEXES].by_key["0104"].name == "Dinant, east bank"


def test_a_file_of_the_user_wins(mine: Path) -> None:
    rewrite(mine, "units.csv", "I,german,5", "I,german,6")
    assert DATA_SET.load(mine)[UNITS].by_key["I"].strength == 6
    assert DATA_SET.load()[UNITS].by_key["I"].strength == 5
    assert DATA_SET.check(mine) == []


def test_a_scenario_of_the_user_is_added(mine: Path) -> None:
    rewrite(mine, "scenarios/frontiers.toml", "Frontiers", "another day")
    (mine / "scenarios/frontiers.toml").rename(mine / "scenarios/mine.toml")
    scenarios = DATA_SET.load(mine)[SCENARIOS]
    assert list(scenarios) == ["frontiers", "mine"]
    rewrite(mine, "scenarios/frontiers.toml", 'origin = "stated"\nwhy = "4.1"\n', 'origin = "booklet"\n')
    (mine / "scenarios/origins.toml").write_text('[booklet]\norigin = "public"\nwhy = "printed booklet"\n')
    scenarios = DATA_SET.load(mine)[SCENARIOS]
    assert list(scenarios) == ["frontiers", "mine"]
    assert scenarios["frontiers"].claim("title").key == "booklet"


@pytest.mark.parametrize("name", ["unit.csv", "scenarios/mine.csv", "scenarios/deep/mine.toml", "deeper/units.csv"])
def test_an_unknown_name_is_refused(mine: Path, name: str) -> None:
    (mine / name).parent.mkdir(parents=True, exist_ok=True)
    (mine / name).write_text("x")
    (problem,) = DATA_SET.check(mine)
    assert problem.file == name
    assert "hexes.csv, units.csv, tables.toml" in problem.expected
    with pytest.raises(DataError, match="a file of another name"):
        DATA_SET.load(mine)


def test_a_directory_that_is_none(mine: Path) -> None:
    (problem,) = DATA_SET.check(mine / "nowhere")
    assert problem.expected == "a directory"


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        (
            "units.csv",
            "no,0102",
            "no,0199",
            "line 3, row II, column hex: found '0199', expected a key of hexes.csv",
        ),
        (
            "units.csv",
            "0102,I,",
            "0102,X,",
            "line 3, row II, column chief: found 'X', expected a key of units.csv",
        ),
        (
            "hexes.csv",
            "0101 0103",
            "0101 0199",
            "line 4, row 0102, column next: found '0199', expected a key of",
        ),
        ("units.csv", "I,german,5,yes,0101,,", "I,german,5,yes,0101,I,", "found a unit that is its own chief"),
        ("values.toml", '"0103"', '"0199"', "values.toml, row paris: found '0199', expected a key of hexes.csv"),
        (
            "scenarios/frontiers.toml",
            '["BEF"]',
            '["BEX"]',
            "row arrivals.0.units: found 'BEX', expected a key of",
        ),
        ("hexes.csv", "house easy-ground", "house hard-ground", "expected terrain= with an entry of departures.md"),
        (
            "hexes.csv",
            '"2.3, 4.1"',
            '"2.3, 4.2"',
            "column why: found '4.2', expected a number of the game's rule",
        ),
        (
            "origins.toml",
            "bgg-117",
            "bgg-118",
            "row counters, column why: found 'bgg-118', expected a source",
        ),
        ("sources.toml", "[bgg-117]", "[bgg-117", "sources.toml: found a mistake"),
        ("origins.toml", "[relief]", "[relief", "origins.toml: found a mistake"),
        ("tables.toml", "[pace]", "[pace", "tables.toml: found a mistake"),
        ("tables.toml", "[pace]", "[more]\n[pace]", "tables.toml, row more: found 'more', expected one of crt, pace"),
        (
            "values.toml",
            "rain = 2",
            "rain = 9",
            "row weather.rain: found 9, expected a whole number from 0 to 3",
        ),
    ],
)
def test_every_refusal_names_its_place(mine: Path, name: str, old: str, new: str, expected: str) -> None:
    rewrite(mine, name, old, new)
    problems = [str(problem) for problem in DATA_SET.check(mine)]
    assert any(expected in problem for problem in problems), problems


@pytest.mark.parametrize("name", ["units.csv", "tables.toml", "origins.toml", "sources.toml", "values.toml"])
def test_a_file_that_is_no_text(mine: Path, name: str) -> None:
    (mine / name).write_bytes(b"\n\xff\xfe")
    problems = DATA_SET.check(mine)
    assert Problem(name, "UTF-8 text", "the byte 0xff", 2) in problems
    assert len(problems) == len(set(problems))


def test_problems_of_several_files_come_together_and_a_broken_file_is_not_blamed_twice(mine: Path) -> None:
    rewrite(mine, "hexes.csv", "0101,clear", "0101,marsh")
    rewrite(mine, "values.toml", "rain = 2", 'rain = "x"')
    assert [(problem.file, problem.column or problem.row) for problem in DATA_SET.check(mine)] == [
        ("hexes.csv", "terrain"),
        ("values.toml", "weather.rain"),
    ]


def test_a_missing_file_and_one_that_nothing_reads(tmp_path: Path) -> None:
    shutil.copytree(HERE / "data", tmp_path / "data")
    moved = dataclasses.replace(DATA_SET, directory=tmp_path / "data")
    assert moved.check() == []
    assert moved.fingerprint() == DATA_SET.fingerprint()
    (tmp_path / "data/units.csv").rename(tmp_path / "data/counters.csv")
    assert [(problem.file, problem.found) for problem in moved.check()] == [
        ("counters.csv", "a file that nothing reads"),
        ("units.csv", "no such file"),
    ]


def test_a_reference_to_no_file_of_the_set_is_a_mistake_of_the_code() -> None:
    with pytest.raises(LookupError, match=r"a Ref names 'hexes.csv'"):
        DataSet("sample", HERE / "data", (UNITS,)).load()


def test_the_checks_of_a_game() -> None:
    def also(data: Data) -> list[Problem]:
        units = data[UNITS]
        return [units.problem(u.unit, "elite", "no elite units", "yes") for u in units if u.elite]

    problems = dataclasses.replace(DATA_SET, also=also).check()
    assert [(problem.line, problem.row) for problem in problems] == [(2, "I"), (4, "BEF")]


def test_references_to_a_column_and_to_labels() -> None:
    data = DATA_SET.load()
    assert data[UNITS].values_of("side") == {"german", "allied"}
    assert data[UNITS].values_of("arms") == {"infantry", "field guns"}
    assert CRT.keys(data[CRT], "crt") == {"1:2", "1:1", "3:1"}
    assert SCENARIOS.keys(data[SCENARIOS], "") == {"frontiers"}


def test_the_fingerprint_changes_with_any_byte_and_any_name(mine: Path) -> None:
    plain = DATA_SET.fingerprint()
    assert plain == DATA_SET.load().fingerprint
    assert len(plain) == len(hashlib.sha256().hexdigest())
    shutil.copy(HERE / "data/units.csv", mine)
    assert DATA_SET.fingerprint(mine) == plain
    with (mine / "units.csv").open("ab") as file:
        file.write(b"\n")
    changed = DATA_SET.load(mine).fingerprint
    assert changed != plain
    (mine / "units.csv").unlink()
    (mine / "scenarios").mkdir()
    shutil.copy(HERE / "data/scenarios/frontiers.toml", mine / "scenarios/again.toml")
    assert DATA_SET.fingerprint(mine) not in (plain, changed)


def test_export_can_be_checked_and_played_with(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "deep"
    names = export(DATA_SET, directory)
    assert "scenarios/frontiers.toml" in names
    assert DATA_SET.load(directory).fingerprint == DATA_SET.fingerprint()
    readme = (directory / "README.md").read_text("utf-8")
    assert "| `strength` | a whole number from 1 to 9 | combat factor, 3.2 |" in readme
    assert "| `hex` | a hex such as 0812 (the key of the row) |  |" in readme
    assert "| `weather.rain` | a whole number from 0 to 3 |  |" in readme
    assert "| `arms` | a list separated by '\\|', each a text; may be empty |  |" in readme
    assert "table `crt`\n\nEach cell: a result such as A2, D1 or EX." in readme
    with pytest.raises(DataError, match="a new or empty directory"):
        export(DATA_SET, directory)


def test_commands(tmp_path: Path) -> None:
    said: list[str] = []
    assert data_export(SETS, "sample", tmp_path / "out", said.append) == 0
    assert data_export(SETS, "sample", tmp_path / "out", said.append) == 2
    assert data_export(SETS, "other", tmp_path / "more", said.append) == 2
    assert not (tmp_path / "more").exists()
    assert said[-1] == "found no game 'other', expected one of: sample"
    assert data_check(SETS, out=said.append) == 0
    assert data_check(SETS, tmp_path / "out", out=said.append) == 0
    assert said[-1] == counts_table(DATA_SET.load())
    assert data_check(SETS, game="other", out=said.append) == 2
    units = tmp_path / "out/units.csv"
    units.write_text(units.read_text("utf-8").replace("german,5", "german,x"), "utf-8")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert data_check(SETS, tmp_path / "out", out=said.append) == 2
    assert said[-2:] == [
        "units.csv, line 2, row I, column strength: found 'x', expected a whole number from 1 to 9",
        "sample: 1 problem",
    ]
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    for content in (b"", b"\xff", b"game = 3"):
        (tmp_path / "out/exported.toml").write_bytes(content)
        assert data_check(SETS, tmp_path / "out", out=said.append) == 2
        assert "expected the name of a game: sample" in said[-1]
    assert data_check(SETS, tmp_path / "out", "sample", said.append) == 2
    assert data_check(SETS, tmp_path / "nowhere", "sample", said.append) == 2
    assert data_check({}, out=said.append) == 0


def test_counts_by_origin() -> None:
    data = DATA_SET.load()
    by_file = counts(data)
    assert by_file["units.csv"] == {
        Origin.STATED: 0,
        Origin.PUBLIC: 20,
        Origin.INFERRED: 1,
        Origin.RECONSTRUCTED: 0,
        Origin.HOUSE: 0,
    }
    assert sum(by_file["hexes.csv"].values()) == 4 * 4
    assert sum(by_file["tables.toml"].values()) == 15 + 3
    assert counts_table(data).splitlines()[-1] == "| all | 25 | 20 | 7 | 11 | 4 | 67 |"
    assert [(name, count) for name, _, count in to_settle(data)] == [
        ("hexes.csv", 6),
        ("hexes.csv", 3),
        ("tables.toml", 1),
        ("values.toml", 1),
    ]
    assert "- hexes.csv, 3 values: by the ford of 1914. Settled by: the printed map.\n" in settle_list(data)
    assert rules_of(data) == {"2.3": 8, "4.1": 21}


def test_files_are_told_apart_by_identity() -> None:
    other = csv_rows("units.csv", UnitRow)
    with pytest.raises(KeyError):
        DATA_SET.load()[other]
