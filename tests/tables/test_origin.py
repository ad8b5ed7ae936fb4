"""Each origin needs something, and a claim without it is refused with the column at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.tables import Claim, DataError, Origin, Origins, departure_keys, load_origins
from marne.tables.origin import ClaimRefused, read_origins

KNOWN = Origins(
    {"relief": Claim(Origin.RECONSTRUCTED, "by relief", "the map", "relief")},
    rules=("2.3", "4.1", "A2", "ES-10"),
    sources=("bgg-117",),
    departures=("easy-ground",),
)


@pytest.mark.parametrize(
    ("texts", "claim"),
    [
        (("stated", "2.3"), Claim(Origin.STATED, "2.3")),
        (("stated", "2.3, A2"), Claim(Origin.STATED, "2.3, A2")),
        (("stated", "ES-10: as the errata say"), Claim(Origin.STATED, "ES-10: as the errata say")),
        (("stated 2.3",), Claim(Origin.STATED, "2.3")),
        (("public", "bgg-117 the list"), Claim(Origin.PUBLIC, "bgg-117 the list")),
        (("public", "printed off the map"), Claim(Origin.PUBLIC, "printed off the map")),
        (("inferred", " as its sister corps "), Claim(Origin.INFERRED, "as its sister corps")),
        (("reconstructed", "by relief", "the map"), Claim(Origin.RECONSTRUCTED, "by relief", "the map")),
        (("reconstructed by relief -> the map",), Claim(Origin.RECONSTRUCTED, "by relief", "the map")),
        (("house", "easy-ground"), Claim(Origin.HOUSE, "easy-ground")),
        (("relief",), Claim(Origin.RECONSTRUCTED, "by relief", "the map")),
    ],
)
def test_accepted(texts: tuple[str, ...], claim: Claim) -> None:
    assert KNOWN.claim(*texts) == claim


@pytest.mark.parametrize(
    ("texts", "column", "expected"),
    [
        (("", ""), "origin", "one of stated, public, inferred, reconstructed, house"),
        (("sated", "2.3"), "origin", "one of stated"),
        (("relieff",), "origin", "key of origins.toml: relief"),
        (("stated", ""), "why", "a rule number"),
        (("stated", "the rules"), "why", "a rule number"),
        (("stated", "2.3 and 4.1"), "why", "a rule number"),
        (("stated", "9.9"), "why", "rule index"),
        (("public", ""), "why", "the id of a source"),
        (("public", "(a page)"), "why", "the id of a source"),
        (("public", "elsewhere p. 3"), "why", "a source of sources.toml: bgg-117"),
        (("inferred", ""), "why", "the reasoning"),
        (("inferred", "as its sister", "a counter"), "settles", "nothing"),
        (("reconstructed", "", "the map"), "why", "the reasoning"),
        (("reconstructed", "by relief"), "settles", "what would settle it"),
        (("reconstructed by relief",), "settles", "what would settle it"),
        (("house", ""), "why", "departures.md"),
        (("house", "no-such-entry"), "why", "an entry of departures.md: easy-ground"),
        (("relief", "because"), "why", "nothing, because origins.toml"),
        (("relief", "", "the map"), "settles", "nothing, because origins.toml"),
        (("stated 2.3", "4.1"), "why", "nothing, because origin already says"),
    ],
)
def test_refused(texts: tuple[str, ...], column: str, expected: str) -> None:
    with pytest.raises(ClaimRefused) as refusal:
        KNOWN.claim(*texts)
    assert refusal.value.column == column
    assert expected in refusal.value.expected


def test_without_lists_to_check_against_any_rule_source_and_departure_will_do() -> None:
    free = Origins()
    assert free.claim("stated", "9.9").rules == ("9.9",)
    assert free.claim("public", "page-1").reference == "page-1"
    assert free.claim("house", "entry").reference == "entry"
    assert free.claim("inferred", "so").rules == ()
    assert free.claim("inferred", "so").reference == ""


def test_a_claim_reads_back_from_its_own_text() -> None:
    for claim in (Claim(Origin.STATED, "2.3: a note"), Claim(Origin.RECONSTRUCTED, "by relief", "the map")):
        assert Origins().claim(str(claim)) == claim


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("[relief\n", "", "a TOML file"),
        ('[stated]\norigin = "stated"\nwhy = "2.3"\n', "stated", "isn't itself an origin"),
        ('["two words"]\norigin = "stated"\nwhy = "2.3"\n', "two words", "one word"),
        ('relief = "stated 2.3"\n', "relief", "a table with origin"),
        ("[relief]\norigin = 3\n", "relief", "a table with origin"),
        ('[relief]\norigin = "stated"\nwhy = "2.3"\nbecause = "x"\n', "relief", "only origin, why, settles"),
        ('[relief]\norigin = "reconstructed"\nwhy = "by relief"\n', "relief", "what would settle it"),
        ('[a]\norigin = "stated"\nwhy = "2.3"\n[b]\norigin = "a"\n', "b", "one of stated"),
    ],
)
def test_sidecar_refused(text: str, row: str, expected: str) -> None:
    _, problems = read_origins(text)
    assert [problem.row for problem in problems] == [row]
    assert expected in problems[0].expected


def test_sidecar_from_disk(tmp_path: Path) -> None:
    assert load_origins(tmp_path / "origins.toml").keys == {}
    path = tmp_path / "origins.toml"
    path.write_text('[relief]\norigin = "house"\nwhy = "easy-ground"\n')
    departures = tmp_path / "departures.md"
    departures.write_text("- `easy-ground`: so\n")
    assert load_origins(path, departures=departures).claim("relief").key == "relief"
    departures.write_text("nothing\n")
    with pytest.raises(DataError, match=r"origins.toml, row relief, column why: found 'easy-ground'"):
        load_origins(path, departures=departures)


def test_departure_keys() -> None:
    text = (
        "# Departures\n\n## kinder-odds: why\n\ntext `not-this`\n### last.\n"
        "- `easy-ground`: so\n* **one.two** so\n| `cell` | x |\n- plain\n"
    )
    assert departure_keys(text) == ("Departures", "kinder-odds", "last", "easy-ground", "one.two", "cell")
