"""The rule index: every number once, told in both languages, and cited by the data where it cites any."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, LOADED, RULES
from marne.games.nach_paris.components.table_files import MODIFIERS
from marne.games.nach_paris.components.unit_rows import SPLITS
from marne.kit import Rule, read_index
from marne.tables import counts, export, rules_of


@cache
def english() -> dict[str, Rule]:
    return read_index(RULES)


@cache
def spanish() -> dict[str, Rule]:
    return read_index(DIRECTORY / "rules.es.csv")


def test_every_number_is_told_in_both_languages() -> None:
    """398 numbers: 393 of the third level, and the five tables of chapter 4."""
    assert len(english()) == 398
    assert list(spanish()) == list(english())
    assert [n for n in english() if not re.fullmatch(r"\d+\.\d+\.\d+", n)] == ["4.1", "4.2", "4.3", "4.4", "4.5"]
    for number, rule in english().items():
        other = spanish()[number]
        assert rule.title, number
        assert rule.summary, number
        assert rule.title != other.title, number
        assert rule.summary != other.summary, number
        assert bool(rule.needs) == bool(other.needs), number


@pytest.mark.reading("misprinted-numbers")
def test_numbers_follow_each_other() -> None:
    """No rule of a chapter is left out."""
    last: dict[str, int] = {}
    for number in english():
        chapter, _, place = number.rpartition(".")
        assert int(place) == last.get(chapter, 0) + 1, number
        last[chapter] = int(place)


def test_few_rules_need_no_code() -> None:
    assert 0 < len([n for n, rule in english().items() if rule.needs]) <= 40


def test_modifiers_and_splits_cite_rules_that_there_are() -> None:
    assert {row.rule for row in LOADED[MODIFIERS]} <= set(english())
    assert {row.rule for row in LOADED[SPLITS]} <= set(english())


def test_what_departs_is_declared() -> None:
    """Each `departs:` in the code names an entry of the page, by key or by rule; both pages have the same entries."""
    home = DIRECTORY.parent
    pages = [(home / name).read_text(encoding="utf-8") for name in ("departures.md", "departures.es.md")]
    marks = [
        mark for path in home.rglob("*.py") for mark in re.findall(r"departs: `?([\w.-]+)", path.read_text("utf-8"))
    ]
    assert len(marks) >= 5
    for mark in (mark.rstrip(".") for mark in marks):
        named = re.search(rf"^\| `{re.escape(mark)}` \|", pages[0], re.MULTILINE)
        assert named or re.search(rf"^\| `[^`]+` \| [^|`]*\b{re.escape(mark)}\b", pages[0], re.MULTILINE), mark
    shapes = [re.findall(r"^(?:#+|\| `[^`]+`(?: \| [\d., ]+ )?)", page, re.MULTILINE) for page in pages]
    assert shapes[0] == shapes[1]
    assert len(shapes[0]) > 60


def test_an_exported_copy_is_whole(tmp_path: Path) -> None:
    names = export(DATA_SET, tmp_path / "mine")
    assert {"units.csv", "board/places.csv", "scenarios/setup.csv", "scenarios/liege.toml", "results.toml"} <= set(
        names
    )
    assert DATA_SET.check(tmp_path / "mine") == []
    assert DATA_SET.fingerprint(tmp_path / "mine") == LOADED.fingerprint


def test_the_data_has_no_problem_and_says_where_it_is_from() -> None:
    assert DATA_SET.check() == []
    assert set(rules_of(LOADED)) <= set(english())
    assert all(sum(line.values()) > 0 for name, line in counts(LOADED).items() if not name.endswith("withdrawals.csv"))
