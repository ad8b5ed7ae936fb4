"""Interpretation -> code or data -> tests, for each game.

An interpretation is a row of `departures.md`. Its key opens the row. Three things bind it:

- `tests/readings/GAME.toml` quotes the code or data that plays it, and the text that would play the other reading;
- a test is marked `@pytest.mark.reading("key")`;
- `scripts.readings` has played the other reading in a copy and has seen a marked test fail. It notes that in
  `docs/notes/interpretations.md`.

A row that lacks one of the three is a problem, and `make test` fails on it.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from marne.kit import Rule, read_index
from marne.lab.rules_map import marked_tests

__all__ = ["Interpretations", "Place", "Row", "interpretations", "read_rows"]

_KEY = re.compile(r"\| `([^`]+)` \|")
_RULE = re.compile(r"(?<![\w.:/-])(?:ES-\d+|[AC]\d+|\d+(?:\.\d+)+[a-z]?)(?![\w:/-])")
_EDITION = re.compile(r"ES-\d+")


@dataclass(frozen=True)
class Row:
    """One row of a page: its key, and its other cells."""

    key: str
    cells: tuple[str, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule numbers it names, in their order."""
        return tuple(dict.fromkeys(_RULE.findall(" | ".join(self.cells))))


def read_rows(page: str) -> tuple[list[Row], list[str]]:
    """The rows of a page, and what is wrong with them: a row without a key, or a key used twice."""
    rows: dict[str, Row] = {}
    problems = []
    lines = page.splitlines()
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if not line.startswith("| ") or line.startswith("| ---") or following.startswith("| ---"):
            continue
        key = _KEY.match(line)
        if key is None:
            problems.append(f"line {number + 1} has no key: {line[:60]}")
        elif key[1] in rows:
            problems.append(f"line {number + 1}: the key {key[1]} is used twice")
        else:
            rows[key[1]] = Row(key[1], tuple(line.strip().strip("|").strip().split(" | ")[1:]))
    return list(rows.values()), problems


@dataclass(frozen=True)
class Place:
    """The text of a file that plays a reading, and the text that would play the other one."""

    file: str
    line: str
    other: str

    @property
    def played(self) -> str:
        """File and text, for a table in Markdown."""
        return f"`{self.file}`: {_quoted(self.line)}"

    @property
    def change(self) -> str:
        """The change on one line, for a table in Markdown."""
        return f"{self.played} -> {_quoted(self.other)}"


def _quoted(text: str) -> str:
    """Code on one line, in a cell of a table."""
    words = " ".join(text.split()).replace("|", "\\|")
    return f"`` {words} ``" if words else "nothing"


@dataclass
class Interpretations:
    """What binds each row of a game's page."""

    rows: list[Row]
    translated: dict[str, dict[str, Row]]
    places: dict[str, list[Place]]
    seen: Mapping[str, str]
    code: Path
    rules: Mapping[str, Rule]
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        """The keys of the page, in their order."""
        return [row.key for row in self.rows]

    def missing(self, key: str) -> list[str]:
        """What a row lacks."""
        lacks = [f"{key}: {place}" for place in map(self._lost, self.places.get(key, ())) if place]
        if not self.places.get(key):
            lacks.append(f"{key}: no code or data is named for it")
        if not self.tests.get(key):
            lacks.append(f"{key}: no test is marked with it")
        changes = "; ".join(place.change for place in self.places.get(key, ()))
        if not lacks and self.seen.get(key) != changes:
            lacks.append(f"{key}: nobody has seen its test fail with the other reading")
        return lacks

    def _lost(self, place: Place) -> str:
        path = self.code / place.file
        if not path.is_file():
            return f"there is no {place.file}"
        count = path.read_text(encoding="utf-8").count(place.line)
        return "" if count == 1 else f"{place.file} has its text {count} times: {place.line.strip()}"

    def problems(self) -> list[str]:
        """Rows that nothing binds, and names that lead nowhere."""
        found = list(self.faults)
        keys = set(self.keys)
        for language, rows in self.translated.items():
            found += [f"{key}: in English or in {language} only" for key in sorted(keys ^ set(rows))]
        for kind, named in (("a binding", self.places), ("a test", self.tests)):
            found += [f"{kind} names {key}, which the page does not have" for key in named if key not in keys]
        return found + [lack for key in self.keys for lack in self.missing(key)]

    def markdown(self, title: str) -> str:
        """The map as a page."""
        bound = sum(not self.missing(key) for key in self.keys)
        lines = [
            f"# {title}: interpretation by interpretation",
            "",
            f"{len(self.rows)} rows of `departures.md`; {bound} bound to code or data and to a test that was seen to "
            f"fail with the other reading, {len(self.rows) - bound} not yet.",
            "",
            f"| {' | '.join(('entry', 'rules', 'en', *self.translated, 'played by', 'tests'))} |",
            f"|{' --- |' * (5 + len(self.translated))}",
        ]
        for row in self.rows:
            others = [" / ".join(rows[row.key].cells) if row.key in rows else "" for rows in self.translated.values()]
            english = " / ".join(row.cells) + self._editions(row)
            places = "; ".join(place.played for place in self.places.get(row.key, ())) or "*not bound yet*"
            tests = ", ".join(self.tests.get(row.key, ())) or "*not bound yet*"
            cells = (f"`{row.key}`", ", ".join(row.rules), english, *others, places, tests)
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines) + "\n"

    def _editions(self, row: Row) -> str:
        """What the index says of each difference between editions that a row names."""
        named = [number for number in row.rules if _EDITION.fullmatch(number) and number in self.rules]
        return "".join(f" **{number}**: {self.rules[number].summary}" for number in named)


def interpretations(
    index: Path, code: Path, tests: Path, bindings: Path, seen: Mapping[str, str] | None = None
) -> Interpretations:
    """Read a game's pages, bindings and tests."""
    rows, faults = read_rows((code / "departures.md").read_text(encoding="utf-8"))
    translated = {
        page.name.split(".")[1]: {row.key: row for row in read_rows(page.read_text(encoding="utf-8"))[0]}
        for page in sorted(code.glob("departures.*.md"))
    }
    own = bindings / f"{tests.name}.toml"
    places = dict(_places(tomllib.loads(own.read_text(encoding="utf-8")))) if own.exists() else {}
    made = Interpretations(
        rows,
        translated,
        places,
        seen or {},
        code,
        read_index(index),
        faults=faults,
    )
    for path in sorted(tests.rglob("*.py")):
        for marked in marked_tests(path, "reading"):
            for key in marked.rules:
                made.tests[key].append(f"`{path.relative_to(tests)}` {marked.name}")
    return made


def _places(
    document: Mapping[str, Mapping[str, str] | Sequence[Mapping[str, str]]],
) -> Iterator[tuple[str, list[Place]]]:
    for key, entry in document.items():
        yield key, [Place(**each) for each in ([entry] if isinstance(entry, Mapping) else entry)]
