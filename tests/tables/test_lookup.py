"""Tables by printed labels: spans, shifts, either orientation, and every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.tables import (
    Axis,
    Cell,
    DataError,
    Origin,
    Range,
    Ref,
    Table,
    TableGrid,
    UnknownLabel,
    load_grid,
    load_table,
)
from marne.tables.lookup import span
from tables.sample_game import CRT, DATA_SET, PACE, Result, Terrain

DATA = DATA_SET.load()


def test_a_grid_is_looked_up_in_the_order_of_the_code_however_it_is_printed() -> None:
    crt = DATA[CRT]
    assert crt["3:1", 3] == Result(0, 1)
    assert crt["1:2", 1] == crt["1:2", 2] == Result(2, 0)
    assert crt["1:2", -7] == Result(2, 0)
    assert crt["3:1", 12] == Result(0, 2)
    assert len(crt) == 15
    assert ("3:1", 12) in crt
    assert ("9:1", 12) not in crt
    assert "3:1" not in crt
    assert crt.rows.labels == ("1:2", "1:1", "3:1")
    assert crt.columns.labels == ("0 or less", "1-2", "3", "4 to 5", "6+")


def test_origins_of_cells() -> None:
    crt = DATA[CRT]
    assert crt.claim() == crt.claim("1:1", 3)
    assert crt.claim().rules == ("4.1",)
    assert crt.claim("3:1", 9).origin is Origin.INFERRED
    assert crt.claim("1:1", 9).origin is Origin.STATED
    assert {crt.claim(odds, 0).origin for odds in crt.rows} == {Origin.HOUSE}
    assert DATA[PACE].claim(Terrain.WOODS).origin is Origin.RECONSTRUCTED
    assert DATA[PACE].claim().origin is DATA[PACE].claim(Terrain.CLEAR).origin is Origin.STATED


def test_a_table_of_one_axis() -> None:
    pace = DATA[PACE]
    assert dict(pace.items()) == {Terrain.CLEAR: 1, Terrain.WOODS: 2, Terrain.ROUGH: None}
    assert pace[Terrain.WOODS] == 2
    assert list(pace) == list(Terrain)
    assert len(pace) == 3
    assert Terrain.ROUGH in pace
    assert [] not in pace


def test_an_unknown_label_is_told_with_the_labels_there_are() -> None:
    with pytest.raises(UnknownLabel) as error:
        DATA[CRT]["9:1", 3]
    assert str(error.value) == "crt has no odds '9:1'; it has 1:2, 1:1, 3:1"
    few = Axis("chart", "die", ("1-2", "3"), int)
    with pytest.raises(UnknownLabel, match="chart has no die 4; it has 1-2, 3"):
        few.place(4)
    with pytest.raises(UnknownLabel, match="chart has no ground 'rough'; it has clear"):
        Axis("chart", "ground", ("clear",), Terrain).place(Terrain.ROUGH)


def test_shifts_stop_at_the_ends() -> None:
    odds = DATA[CRT].rows
    assert [odds.shifted("1:1", by) for by in (-9, -1, 0, 1, 9)] == ["1:2", "1:2", "1:1", "3:1", "3:1"]
    die = DATA[CRT].columns
    assert [die.shifted(9, by) for by in (-4, -1, 0)] == [0, 4, 6]
    assert die.printed(9) == "6+"
    assert die.printed(-2) == "0 or less"


@pytest.mark.parametrize(
    ("label", "numbers"),
    [
        ("3", (3, 3)),
        ("-2", (-2, -2)),
        ("+1", (1, 1)),
        ("2-4", (2, 4)),
        ("2–4", (2, 4)),
        ("-3 to -1", (-3, -1)),
        ("7+", (7, None)),
        ("7 or more", (7, None)),
        ("≥ 7", (7, None)),
        ("0+", (0, None)),
        ("0 or less", (None, 0)),
        ("≤-1", (None, -1)),
    ],
)
def test_span(label: str, numbers: tuple[int | None, int | None]) -> None:
    assert span(label) == numbers


@pytest.mark.parametrize("label", ["", "x", "4-2", "2-", "1:2", "2 3"])
def test_no_span(label: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        span(label)


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (("1-3", "3"), int),
        (("1+", "2+"), int),
        (("1 or less", "0 or less"), int),
        (("a", "a"), str),
        (("clear", "marsh"), Terrain),
        (("one",), int),
    ],
)
def test_labels_refused(labels: tuple[str, ...], kind: type) -> None:
    with pytest.raises(ValueError, match=r"covers what|is not one of|no number"):
        Axis("chart", "axis", labels, kind)


@pytest.mark.parametrize(
    ("labels", "wrong"),
    [
        (("1", "3"), ["no label for 2"]),
        (("1 or less", "0", "2"), ["labels below '1 or less'"]),
        (("1+", "2"), ["labels above '1+'"]),
        (("0 or less", "1-2", "3+"), []),
    ],
)
def test_gaps(labels: tuple[str, ...], wrong: list[str]) -> None:
    assert Axis("chart", "die", labels, int).gaps() == wrong


GRID = """\
[crt]
origin = "stated"
why = "4.1"
row = "odds"
column = "die"
columns = [1, 2]
[crt.rows]
"1:1" = [0, 1]
"2:1" = [1, 2]
"""


def grid(tmp_path: Path, text: str, cell: Cell[int] | type[int] = int) -> TableGrid[str, int, int]:
    path = tmp_path / "tables.toml"
    path.write_text(text)
    return load_grid(path, "crt", ("odds", "die"), (str, int), cell, covers=(("1:1",), (1, 2)), refs={"x.csv": (0, 1)})


def test_a_grid_printed_upright(tmp_path: Path) -> None:
    assert grid(tmp_path, GRID)["2:1", 2] == 2


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ("[crt.rows]", "[crt.lines]", "lines", "one of column, columns, origin"),
        ("[crt.rows]", "[crt.origins]", "rows", "rows by label"),
        ('"stated"', '"guessed"', "origin", "one of stated"),
        ('"stated"', "3", "origin", "a text in quotes"),
        ('why = "4.1"\n', "", "why", "a rule number"),
        ('"die"', '"dice"', "row", 'row = "odds" and column = "die"'),
        ("columns = [1, 2]", "", "columns", "a list of the labels"),
        ("columns = [1, 2]", "columns = [1, 3]", "die", "a label for each value"),
        ("columns = [1, 2]", 'columns = [1, "x"]', "die", "labels that can be told apart"),
        ('"1:1" = ', '"3:1" = ', "odds", "a label for each value"),
        ("[1, 2]\n", "[1, 2, 3]\n", "1:1", "a list of 3 cells"),
        ('"2:1" = [1, 2]', '"2:1" = [1]', "2:1", "a list of 2 cells"),
        ('"2:1" = [1, 2]', '"2:1" = 1', "2:1", "a list of 2 cells"),
        ('"2:1" = [1, 2]', '"2:1" = [1, "x"]', "2:1, 2", "a whole number"),
        ('"2:1" = [1, 2]', '"2:1" = [1, true]', "2:1, 2", "a whole number"),
        ('"2:1" = [1, 2]', '"2:1" = [1, ""]', "2:1, 2", "a whole number"),
        ("[crt.rows]", 'origins = "stated 4.1"\n[crt.rows]', "origins", "origins by label"),
        ("[crt.rows]", 'origins."9:1" = "stated 4.1"\n[crt.rows]', "origins", "a row of the table: 1:1, 2:1"),
        ("[crt.rows]", 'origins."1:1".9 = "stated 4.1"\n[crt.rows]', "origins.1:1", "a column of the table: 1, 2"),
        ("[crt.rows]", 'origins."1:1".2 = "stated"\n[crt.rows]', "origins.1:1.2", "a rule number"),
        ("[crt.rows]", 'origins."1:1".2 = 3\n[crt.rows]', "origins.1:1.2", "a text in quotes"),
    ],
)
def test_grid_refused(tmp_path: Path, old: str, new: str, column: str, expected: str) -> None:
    assert old in GRID
    with pytest.raises(DataError) as error:
        grid(tmp_path, GRID.replace(old, new, 1))
    problem = error.value.problems[0]
    assert (problem.file, problem.row, problem.column) == ("tables.toml", "crt", column)
    assert expected in problem.expected


@pytest.mark.parametrize(("text", "found"), [("", "no such table"), ("crt = 3\n", "3")])
def test_no_such_table(tmp_path: Path, text: str, found: str) -> None:
    with pytest.raises(DataError, match=f"row crt: found {found}, expected a table"):
        grid(tmp_path, text)


def test_cells_with_marks(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"row crt, column 2:1, 2: found 2, expected a whole number from 0 to 1"):
        grid(tmp_path, GRID, Cell(int, Range(0, 1)))
    with pytest.raises(DataError, match=r"row crt, column 2:1, 2: found '2', expected a key of x.csv"):
        grid(tmp_path, GRID, Cell(int, Ref("x.csv")))


def test_a_mistake_in_toml_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"tables.toml: found a mistake: .*line 2"):
        grid(tmp_path, "[crt]\norigin = stated\n")


TABLE = '[pace]\norigin = "stated"\nwhy = "2.3"\nrow = "ground"\n[pace.rows]\nclear = 1\nwoods = 2\n'


def table(tmp_path: Path, text: str) -> Table[Terrain, int]:
    path = tmp_path / "tables.toml"
    path.write_text(text)
    return load_table(path, "pace", "ground", Terrain, int, covers=(Terrain.CLEAR, Terrain.WOODS))


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ('why = "2.3"', "", "why", "a rule number"),
        ('"ground"', '"terrain"', "row", "'ground'"),
        ("woods = 2", "marsh = 2", "ground", "labels that can be told apart and read"),
        ("woods = 2", "rough = 2", "ground", "a label for each value"),
        ("woods = 2", 'woods = "2"', "woods", "a whole number"),
        ("[pace.rows]", "columns = [1]\n[pace.rows]", "columns", "one of origin, origins, row"),
        ("[pace.rows]", 'origins.marsh = "stated 2.3"\n[pace.rows]', "origins", "a label of the table: clear, woods"),
        ("[pace.rows]", 'origins.clear = "stated"\n[pace.rows]', "origins.clear", "a rule number"),
    ],
)
def test_table_refused(tmp_path: Path, old: str, new: str, column: str, expected: str) -> None:
    assert table(tmp_path, TABLE)[Terrain.WOODS] == 2
    with pytest.raises(DataError) as error:
        table(tmp_path, TABLE.replace(old, new, 1))
    problem = error.value.problems[0]
    assert (problem.row, problem.column) == ("pace", column)
    assert expected in problem.expected
