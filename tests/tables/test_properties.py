"""Properties: what is written reads back the same; a broken cell is reported where it stands and nowhere else."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date
from typing import Annotated, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from marne.tables import Axis, Claim, DataError, Key, Origin, Origins, Problem, Range, Sep, format_rows
from marne.tables.csv_file import decoded, parse_rows
from marne.tables.dataset import fingerprint
from tables.sample_game import Terrain


class Row(NamedTuple):
    label: Annotated[str, Key()]
    strength: Annotated[int, Range(-9, 9)]
    elite: bool
    day: date
    ratio: float
    terrain: Terrain | None
    links: tuple[int, ...]
    names: Annotated[tuple[str, ...], Sep("|")]
    group: frozenset[str]
    extra: str = ""


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
CLEAN = TEXT.map(str.strip).filter(lambda text: text and text[0] != "#" and "\n" not in text and "\r" not in text)
WORD = st.from_regex(r"[A-Za-zéü0-9.:'\"-]{1,8}", fullmatch=True)
ROWS = st.builds(
    Row,
    label=CLEAN,
    strength=st.integers(-9, 9),
    elite=st.booleans(),
    day=st.dates(),
    ratio=st.integers(-99999, 99999).map(lambda number: number / 100),
    terrain=st.none() | st.sampled_from(Terrain),
    links=st.lists(st.integers()).map(tuple),
    names=st.lists(CLEAN.filter(lambda text: "|" not in text)).map(tuple),
    group=st.frozensets(WORD),
    extra=st.just("") | CLEAN,
)
TABLES = st.lists(ROWS, unique_by=lambda row: row.label, min_size=1, max_size=6)
REASON = CLEAN.filter(lambda text: "->" not in text)
KEYED = Claim(Origin.RECONSTRUCTED, "by relief", "the map", "relief")
CLAIMS = st.one_of(
    st.just(KEYED),
    st.builds(Claim, st.just(Origin.INFERRED), REASON),
    st.builds(Claim, st.just(Origin.RECONSTRUCTED), REASON, REASON),
    st.builds(Claim, st.just(Origin.STATED), st.from_regex(r"[A-Z]?[1-9][0-9]?\.[1-9]", fullmatch=True)),
)
SINGLE = st.dictionaries(st.sampled_from(Row._fields), CLAIMS.filter(lambda claim: ";" not in str(claim)), max_size=2)
ORIGINS = Origins({"relief": KEYED})


@settings(deadline=None, max_examples=50)
@given(st.data(), TABLES)
def test_rows_written_are_rows_read(data: st.DataObject, table: list[Row]) -> None:
    claims = [data.draw(CLAIMS) for _ in table]
    singles = [data.draw(SINGLE) for _ in table]
    text = format_rows(Row, list(zip(table, claims, singles, strict=True)))
    rows, _, problems = parse_rows(decoded(text.encode(), "file.csv"), Row, ORIGINS, "file.csv")
    assert not problems
    assert rows is not None
    assert list(rows) == table
    assert [rows.claim(row.label) for row in table] == claims
    for row, claim, single in zip(table, claims, singles, strict=True):
        for column in Row._fields:
            assert rows.claim(row.label, column) == single.get(column, claim)
    assert sum(rows.tally().values()) == len(table) * len(Row._fields)
    again = format_rows(Row, [(row, rows.claim(row.label), single) for row, single in zip(rows, singles, strict=True)])
    assert again == text


WRONG = {
    "strength": "12",
    "elite": "maybe",
    "day": "1914-13-01",
    "ratio": "1,5",
    "terrain": "marsh",
    "links": "1 x",
    "names": "a||b",
    "origin": "guessed",
}


@settings(deadline=None, max_examples=50)
@given(TABLES, st.data())
def test_broken_cells_are_reported_where_they_stand(table: list[Row], data: st.DataObject) -> None:
    lines = list(csv.reader(io.StringIO(format_rows(Row, [(row, "relief") for row in table]))))
    assert len(lines) == len(table) + 1
    spots = st.tuples(st.integers(1, len(table)), st.sampled_from(sorted(WRONG)))
    broken = data.draw(st.sets(spots, min_size=1, max_size=5))
    for line, column in broken:
        lines[line][lines[0].index(column)] = WRONG[column]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    rows, _, problems = parse_rows(out.getvalue(), Row, ORIGINS, "file.csv")
    assert rows is None
    assert {(problem.line - 1, problem.column) for problem in problems} == broken
    assert len(problems) == len(broken)
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)
    for problem in problems:
        assert problem.row == table[problem.line - 2].label
        assert WRONG[problem.column] in problem.found


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_a_place(content: bytes) -> None:
    head = f"{','.join(Row._fields)},origin\n".encode()
    problems: Sequence[Problem]
    try:
        rows, _, problems = parse_rows(decoded(head + content, "file.csv"), Row, ORIGINS, "file.csv")
    except DataError as error:
        rows, problems = None, error.problems
    assert (rows is None) == bool(problems)
    assert all(2 <= problem.line <= 202 for problem in problems)


@settings(deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.integers(0, 20), st.booleans(), st.booleans())
def test_each_number_falls_under_one_label(sizes: list[int], first: int, below: bool, above: bool) -> None:
    labels: list[str] = []
    place_of: dict[int, int] = {}
    number = first
    for place, size in enumerate(sizes):
        labels.append(str(number) if size == 1 else f"{number}-{number + size - 1}")
        place_of.update(dict.fromkeys(range(number, number + size), place))
        number += size
    if below:
        labels.insert(0, f"{first - 1} or less")
    if above:
        labels.append(f"{number}+")
    axis = Axis("chart", "die", tuple(labels), int)
    assert axis.gaps() == []
    for value, place in place_of.items():
        assert axis.place(value) == place + below
    assert ((first - 5) in axis) == below
    assert ((number + 5) in axis) == above
    assert [axis.place(value) for value in axis] == list(range(len(axis)))


@settings(deadline=None)
@given(
    st.dictionaries(st.text(max_size=5), st.binary(max_size=5), max_size=4), st.text(max_size=5), st.binary(max_size=5)
)
def test_the_fingerprint_tells_contents_apart(contents: dict[str, bytes], name: str, content: bytes) -> None:
    changed = {**contents, name: content}
    assert (fingerprint(contents) == fingerprint(changed)) == (contents == changed)
    assert fingerprint(dict(reversed(contents.items()))) == fingerprint(contents)
