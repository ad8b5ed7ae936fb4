"""CSV rows: every type, every refusal with its place, all problems of a file together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType

import pytest

from marne.tables import (
    Choices,
    Claim,
    DataError,
    Key,
    Origin,
    Origins,
    Parse,
    Pattern,
    Problem,
    Range,
    Ref,
    Rows,
    Sep,
    format_rows,
    load_rows,
)
from marne.tables.csv_file import decoded, parse_rows
from marne.tables.rows import schema_of
from tables.sample_game import HERE, HexRow, Terrain, UnitRow

ORIGINS = Origins({"relief": Claim(Origin.RECONSTRUCTED, "by relief", "the map", "relief")})


class Weight(Enum):
    LIGHT = 1
    HEAVY = 2


Hex = NewType("Hex", str)


class AllTypes(NamedTuple):
    number: int
    text: str
    flag: bool
    real: float
    day: date
    weight: Weight
    choice: Literal["a", 2]
    hex: Hex
    maybe: int | None
    several: tuple[int, ...]
    names: Annotated[frozenset[str], Sep("|")]
    pair: tuple[str, int]
    odds: Annotated[tuple[int, ...], Parse(lambda text: tuple(map(int, text.split(":"))), "odds such as 3:1")]
    even: Annotated[int, Choices(2, 4)]
    small: Annotated[int | None, Range(high=3)] = None


class Plain(NamedTuple):
    name: Annotated[str, Key()]
    size: int


class Joined(NamedTuple):
    a: Annotated[str, Key()]
    b: Annotated[str, Key()]


class NoKey(NamedTuple):
    size: Annotated[int, Range(low=1)]


@dataclass(frozen=True)
class Checked:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"{self.low} above {self.high}")


def read(text: str, row_type: type[Any] = Plain) -> Rows[Any]:
    rows, _, problems = parse_rows(text, row_type, ORIGINS, "file.csv")
    if rows is None:
        raise DataError(problems)
    assert not problems
    return rows


def problems_of(text: str, row_type: type[Any] = Plain) -> list[Problem]:
    with pytest.raises(DataError) as error:
        read(text, row_type)
    return list(error.value.problems)


HEAD = "number,text,flag,real,day,weight,choice,hex,maybe,several,names,pair,odds,even,small,origin\n"
GOOD = [
    "-3",
    "Sedan",
    "yes",
    "49.8",
    "1914-08-23",
    "heavy",
    "2",
    "0812",
    "",
    "1 2  3",
    "Le Cateau|Mons",
    "x 2",
    "3:1",
    "4",
    "2",
    "relief",
]


def test_every_type() -> None:
    (row,) = read(HEAD + ",".join(GOOD), AllTypes)
    assert row == AllTypes(
        -3,
        "Sedan",
        True,
        49.8,
        date(1914, 8, 23),
        Weight.HEAVY,
        2,
        Hex("0812"),
        None,
        (1, 2, 3),
        frozenset({"Le Cateau", "Mons"}),
        ("x", 2),
        (3, 1),
        4,
        2,
    )


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("number", "x", "a whole number"),
        ("number", "1.0", "a whole number"),
        ("number", "1_000", "a whole number"),
        ("number", "٣", "a whole number"),
        ("number", "", "a whole number"),
        ("text", " ", "a text"),
        ("flag", "1", "yes or no"),
        ("flag", "", "yes or no"),
        ("real", "nan", "a number such as 49.8"),
        ("real", "1e3", "a number such as 49.8"),
        ("day", "23.8.1914", "a date such as 1914-08-23"),
        ("weight", "2", "one of light, heavy"),
        ("choice", "b", "one of a, 2"),
        ("hex", "", "a text"),
        ("maybe", "none", "a whole number, or nothing"),
        ("several", "1 x", "a list separated by spaces, each a whole number"),
        ("names", "Mons||Le Cateau", "a list separated by '|', each a text"),
        ("pair", "x", "2 items separated by spaces: a text; a whole number"),
        ("pair", "x y", "2 items"),
        ("pair", "", "2 items"),
        ("odds", "3-1", "odds such as 3:1 (invalid literal"),
        ("even", "3", "one of 2, 4"),
        ("small", "4", "a whole number at most 3, or nothing"),
    ],
)
def test_wrong_cell(column: str, cell: str, expected: str) -> None:
    cells = list(GOOD)
    cells[HEAD.split(",").index(column)] = cell
    (problem,) = problems_of(HEAD + ",".join(GOOD) + "\n" + ",".join(cells), AllTypes)
    assert (problem.file, problem.line, problem.column) == ("file.csv", 3, column)
    assert expected in problem.expected
    assert problem.found == (repr(cell) if cell.strip() else "")


def test_range_says_both_ends() -> None:
    assert schema_of(UnitRow).columns[2].reader.expected == "a whole number from 1 to 9"
    assert schema_of(NoKey).columns[0].reader.expected == "a whole number at least 1"


def test_all_problems_of_a_file_come_together_in_the_order_of_its_lines() -> None:
    text = "name,size,origin,why\nA,x,stated,2.3\nB,1,stated,\nA,2,guessed,\n"
    assert [str(problem) for problem in problems_of(text)] == [
        "file.csv, line 2, row A, column size: found 'x', expected a whole number",
        "file.csv, line 3, row B, column why: found nothing, expected a rule number such as 2.3, or 2.3, 4.1,"
        " or 2.3: a note, because the origin is stated",
        "file.csv, line 4, row A, column origin: found 'guessed', expected one of stated, public, inferred,"
        " reconstructed, house or a key of origins.toml: relief",
        "file.csv, line 4, row A, column name: found 'A', as in line 2, expected a key that no other row has",
    ]


def test_comments_and_blank_lines_count_as_lines() -> None:
    (problem,) = problems_of("# title\n\nname,size,origin\n# more\nA,1,relief\n\nB,x,relief\n")
    assert problem.line == 7


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 0, "", "a first line with the names"),
        ("# only a comment\n", 0, "", "a first line with the names"),
        ("name;size;origin\nA;1;relief\n", 1, "", "commas, not semicolons"),
        ("name,size\nA,1\n", 1, "origin", "a column origin"),
        ("name,origin\nA,relief\n", 1, "size", "a column size"),
        (
            "name,size,colour,origin\nA,1,red,relief\n",
            1,
            "colour",
            "one of name, size, origin, why, settles, origins, note",
        ),
        ("name,size,size,origin\nA,1,1,relief\n", 1, "size", "each column once"),
        ("name,size,origin\nA,1\n", 2, "", "3 cells"),
        ("name,size,origin\nA,1,relief,\n", 2, "", "3 cells"),
        ('name,size,origin\n"A,1,relief\nB,1,relief\n', 2, "", "a row on one line"),
        ('name,size,origin\n"A\nB",1,relief\n', 2, "", "a row on one line"),
        ('name,size,origin\n"A"B,1,relief\n', 2, "", "a row on one line"),
    ],
)
def test_wrong_shape(text: str, line: int, column: str, expected: str) -> None:
    problem = problems_of(text)[0]
    assert (problem.line, problem.column) == (line, column)
    assert expected in problem.expected


def test_bytes_that_are_not_utf8() -> None:
    with pytest.raises(DataError, match=r"file.csv, line 2: found the byte 0xe8, expected UTF-8 text"):
        decoded("name\nLiège\n".encode("latin-1"), "file.csv")
    assert decoded("\ufeffa,b\r\n1,2\r\n".encode(), "file.csv") == "a,b\n1,2\n"


def test_keys() -> None:
    assert read("name,size,origin\nA,1,relief\nB,2,relief\n").by_key["B"].size == 2
    assert list(read("a,b,origin\nx,y,relief\ny,x,relief\n", Joined).by_key) == [("x", "y"), ("y", "x")]
    (problem,) = problems_of("a,b,origin\nx,y,relief\nx,y,relief\n", Joined)
    assert problem.found == "'x y', as in line 2"
    rows = read("size,origin\n1,relief\n", NoKey)
    assert rows.by_key == {}
    assert rows.claim(0).key == "relief"


def test_rows_are_a_sequence() -> None:
    rows = read("name,size,origin\nA,1,relief\nB,2,relief\n")
    assert len(rows) == 2
    assert rows[-1] == Plain("B", 2)
    assert rows[:1] == [Plain("A", 1)]
    assert [row.name for row in rows] == ["A", "B"]
    assert repr(rows) == "<2 rows of file.csv>"
    assert rows.values_of("size") == {1, 2}


def test_a_file_without_rows() -> None:
    rows = read("name,size,origin\n")
    assert len(rows) == 0
    assert rows.tally() == {}


def test_values_that_do_not_fit_together() -> None:
    problems = problems_of("low,high,origin\n1,2,relief\n4,3,relief\n9,3,relief\n", Checked)
    assert [(problem.line, problem.found) for problem in problems] == [(3, "4 above 3"), (4, "9 above 3")]


def test_exceptions_for_single_columns() -> None:
    text = (
        "name,size,origin,origins\nA,1,relief,size=stated 2.3\n"
        "B,2,relief,name=relief; size=reconstructed so -> the map\n"
    )
    rows = read(text)
    assert rows.claim("A") == rows.claim("A", "name") == ORIGINS.keys["relief"]
    assert rows.claim("A", "size") == Claim(Origin.STATED, "2.3")
    assert rows.claim("B", "size").settles == "the map"
    assert rows.tally() == {ORIGINS.keys["relief"]: 2, rows.claim("A", "size"): 1, rows.claim("B", "size"): 1}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("size", "column=origin why"),
        ("size=stated 2.3;", "column=origin why"),
        ("size=inferred one; two", "column=origin why"),
        ("colour=stated 2.3", "a column of this file: name, size"),
        ("origin=stated 2.3", "a column of this file: name, size"),
        ("size=stated 2.3; size=relief", "each column once"),
        ("size=stated", "size= with a rule number"),
        ("size=guessed so", "size= with one of stated"),
        ("size=reconstructed so", "size= with what would settle it"),
    ],
)
def test_wrong_exception(cell: str, expected: str) -> None:
    (problem,) = problems_of(f"name,size,origin,origins\nA,1,relief,{cell}\n")
    assert (problem.line, problem.row, problem.column) == (2, "A", "origins")
    assert expected in problem.expected


def test_references_from_disk(tmp_path: Path) -> None:
    data = HERE / "data"
    hexes = load_rows(data / "hexes.csv", HexRow)
    units = load_rows(data / "units.csv", UnitRow, refs={"hexes.csv": hexes.by_key})
    assert units.by_key["II"].chief == "I"
    with pytest.raises(DataError) as error:
        load_rows(data / "units.csv", UnitRow, refs={"hexes.csv": ("0101",)})
    (problem,) = error.value.problems
    assert (problem.line, problem.row, problem.column, problem.found) == (3, "II", "hex", "'0102'")
    assert problem.expected == "a key of hexes.csv"
    (tmp_path / "hexes.csv").write_text("hex,terrain,name,next,origin,why\n0101,clear,,0102 0101,stated,2.3\n")
    with pytest.raises(DataError, match=r"line 2, row 0101, column next: found '0102', expected a key of hexes.csv"):
        load_rows(tmp_path / "hexes.csv", HexRow)
    with pytest.raises(DataError, match="line 2"):
        load_rows(tmp_path / "hexes.csv", HexRow, origins=Origins(rules=("4.1",)))


def test_an_error_shows_a_hundred_problems_and_holds_all() -> None:
    text = "name,size,origin\n" + "".join(f"{number},x,relief\n" for number in range(130))
    with pytest.raises(DataError) as error:
        read(text)
    assert len(error.value.problems) == 130
    assert str(error.value).splitlines()[-1] == "... and 30 more"


class Taken(NamedTuple):
    origin: str


class Unreadable(NamedTuple):
    cell: list[int]


class Unmarked(NamedTuple):
    cell: Annotated[int, 3]


class TwoKinds(NamedTuple):
    cell: int | str


class NoRow:
    cell: int


@pytest.mark.parametrize(
    ("row_type", "why"),
    [
        (Taken, "kept for origins"),
        (Unreadable, "no cell can hold"),
        (Unmarked, "no mark"),
        (TwoKinds, "one type"),
        (NoRow, "neither a dataclass nor a NamedTuple"),
    ],
)
def test_row_classes_that_no_file_can_have(row_type: type[Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        schema_of(row_type)


class Labelled(NamedTuple):
    label: Annotated[str, Key()]
    joins: Annotated[tuple[str, ...], Sep("|")] = ()
    kind: Annotated[Terrain | None, "a word"] = None
    near: Annotated[str | None, Ref("file.csv"), Pattern("[A-Z]", "a capital")] = None


def test_format_rows_writes_claims_and_leaves_out_columns_without_any() -> None:
    stated = Claim(Origin.STATED, "2.3")
    guess = Claim(Origin.RECONSTRUCTED, "by, say, relief", "the map")
    rows = [Labelled("A", ("x y", "z"), Terrain.WOODS), Labelled("B")]
    assert format_rows(Labelled, [(row, ORIGINS.keys["relief"]) for row in rows]) == (
        "label,joins,kind,near,origin\nA,x y|z,woods,,relief\nB,,,,relief\n"
    )
    text = format_rows(Labelled, [(rows[0], stated, {"kind": guess, "joins": "relief"}), (rows[1], guess)])
    assert text == (
        "label,joins,kind,near,origin,why,settles,origins\n"
        'A,x y|z,woods,,stated,2.3,,"joins=relief; kind=reconstructed by, say, relief -> the map"\n'
        'B,,,,reconstructed,"by, say, relief",the map,\n'
    )
    back = read(text, Labelled)
    assert list(back) == rows
    assert back.claim("A", "kind") == guess
    assert back.claim("B") == guess


@pytest.mark.parametrize(
    ("row", "why", "single"),
    [
        (Labelled(" A"), "relief", {}),
        (Labelled("A\nB"), "relief", {}),
        (Labelled("#A"), "relief", {}),
        (Labelled(""), "relief", {}),
        (Labelled("A", ("x|y",)), "relief", {}),
        (Labelled("A", near="abc"), "relief", {}),
        (Labelled("A"), "two\nlines", {}),
        (Labelled("A"), "relief", {"joins": "inferred one; two"}),
        (Labelled("A"), "relief", {"colour": "relief"}),
    ],
)
def test_format_rows_refuses_what_would_not_read_back(row: Labelled, why: str, single: dict[str, Claim | str]) -> None:
    with pytest.raises(ValueError, match=r"no cell|one line|no exception|a text|a capital"):
        format_rows(Labelled, [(row, why, single)])


def test_problem_at_a_value() -> None:
    rows = read("# title\nname,size,origin\nA,1,relief\n")
    assert rows.problem("A", "size", "2", "1") == Problem("file.csv", "2", "1", 3, "A", "size")
