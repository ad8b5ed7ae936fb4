"""Where a value of the data comes from.

The rulebooks come without maps, counters and some charts, so each value makes a *claim*: one of five origins, and what
that origin needs. A claim is written as a word and a text, and the same everywhere (CSV cells, TOML keys):

=================  ==================================================  ======================================
`origin`           `why`                                               `settles`
=================  ==================================================  ======================================
`stated`           rule numbers: `2.3` or `2.3, 4.1` or `2.3: a note`  -
`public`           id of the source, and a note: `bgg-117 counter list`  -
`inferred`         the reasoning from stated values                    -
`reconstructed`    the reasoning                                       what would settle it
`house`            key of the entry in the game's departures.md        -
a key              (empty: `origins.toml` says it once for all)        (empty)
=================  ==================================================  ======================================

In one text, for single values: `stated 2.3`, `inferred as its sister corps`, `reconstructed by relief -> the map`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from marne.tables.problems import DataError, Problem, listed, quoted

ORIGINS_FILE = "origins.toml"
SOURCES_FILE = "sources.toml"
PRINTED = "printed"
"""The printed game itself: a source that anyone who owns it may cite, without an entry in sources.toml."""


class Origin(Enum):
    """The five origins, from the strongest to the freest."""

    STATED = "stated"
    PUBLIC = "public"
    INFERRED = "inferred"
    RECONSTRUCTED = "reconstructed"
    HOUSE = "house"


_WORDS = {origin.value: origin for origin in Origin}
_RULE = r"[A-Za-z]{0,3}-?[0-9]+(?:\.[0-9]+)*[a-z]?"
_STATED = re.compile(rf"({_RULE}(?:,\s*{_RULE})*)(?::\s+(\S.*))?")
_KEY = re.compile(r"[A-Za-z0-9][\w.-]*")
_NEEDS = {
    Origin.STATED: "a rule number such as 2.3, or 2.3, 4.1, or 2.3: a note",
    Origin.PUBLIC: "the id of a source, such as bgg-117, then a note if you like",
    Origin.INFERRED: "the reasoning",
    Origin.RECONSTRUCTED: "the reasoning",
    Origin.HOUSE: "the key of an entry in departures.md",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """One origin with what it needs. `key` is its name in origins.toml, when it comes from there."""

    origin: Origin
    why: str
    settles: str = ""
    key: str = field(default="", compare=False)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule numbers that state the value; empty unless it is stated."""
        match = _STATED.fullmatch(self.why) if self.origin is Origin.STATED else None
        return tuple(re.split(r",\s*", match[1])) if match else ()

    @property
    def reference(self) -> str:
        """The source id of a public value, the departures key of a house value."""
        return self.why.split()[0] if self.origin in (Origin.PUBLIC, Origin.HOUSE) else ""

    def __str__(self) -> str:
        return f"{self.origin.value} {self.why}" + (f" -> {self.settles}" if self.settles else "")


class ClaimRefused(ValueError):
    """A claim lacks what its origin needs: the column at fault, what it holds, what was expected."""

    def __init__(self, column: str, found: str, expected: str) -> None:
        self.column, self.found, self.expected = column, found, expected
        super().__init__(f"{column}: found {found or 'nothing'}, expected {expected}")


@dataclass(frozen=True)
class Origins:
    """The claims a data set may refer to by key, and what its claims are checked against.

    `rules`, `sources` and `departures` are checked only where they are given: None means that nobody could say.
    """

    keys: Mapping[str, Claim] = field(default_factory=dict)
    rules: Collection[str] | None = None
    sources: Collection[str] | None = None
    departures: Collection[str] | None = None

    def claim(self, origin: str, why: str = "", settles: str = "") -> Claim:
        """The claim these three texts make; ClaimRefused says which of them is at fault, and why."""
        origin, why, settles = origin.strip(), why.strip(), settles.strip()
        if origin in self.keys:
            for column, text in (("why", why), ("settles", settles)):
                if text:
                    expected = f"nothing, because {ORIGINS_FILE} says it for the key {origin}"
                    raise ClaimRefused(column, quoted(text), expected)
            return self.keys[origin]
        word, _, rest = origin.partition(" ")
        if word not in _WORDS:
            known = (
                f" or a key of {ORIGINS_FILE}: {listed(self.keys)}"
                if self.keys
                else f" (no key of {ORIGINS_FILE} fits)"
            )
            raise ClaimRefused("origin", quoted(origin) if origin else "", f"one of {listed(_WORDS)}{known}")
        if rest.strip():
            if why or settles:
                raise ClaimRefused(
                    "why", quoted(why or settles), f"nothing, because origin already says {quoted(rest)}"
                )
            why, _, settles = (part.strip() for part in rest.partition(" -> "))
        return self._checked(Claim(_WORDS[word], why, settles))

    def _checked(self, claim: Claim) -> Claim:
        kind, why = claim.origin, claim.why
        found = quoted(why) if why else ""
        if not why or (kind is Origin.STATED and not claim.rules):
            raise ClaimRefused("why", found, f"{_NEEDS[kind]}, because the origin is {kind.value}")
        if kind in (Origin.PUBLIC, Origin.HOUSE) and not _KEY.fullmatch(claim.reference):
            raise ClaimRefused("why", found, f"{_NEEDS[kind]}, because the origin is {kind.value}")
        if kind is Origin.RECONSTRUCTED and not claim.settles:
            raise ClaimRefused("settles", "", "what would settle it, because the origin is reconstructed")
        if kind is not Origin.RECONSTRUCTED and claim.settles:
            raise ClaimRefused(
                "settles", quoted(claim.settles), f"nothing: only a reconstructed value needs it, not {kind.value}"
            )
        if kind is Origin.STATED and self.rules is not None:
            for rule in claim.rules:
                if rule not in self.rules:
                    raise ClaimRefused("why", quoted(rule), "a number of the game's rule index")
        if kind is Origin.PUBLIC and self.sources is not None and claim.reference not in (PRINTED, *self.sources):
            raise ClaimRefused("why", quoted(claim.reference), f"a source of {SOURCES_FILE}: {listed(self.sources)}")
        if kind is Origin.HOUSE and self.departures is not None and claim.reference not in self.departures:
            raise ClaimRefused("why", quoted(claim.reference), f"an entry of departures.md: {listed(self.departures)}")
        return claim


def read_origins(
    text: str | None,
    *,
    file: str = ORIGINS_FILE,
    rules: Collection[str] | None = None,
    sources: Collection[str] | None = None,
    departures: Collection[str] | None = None,
) -> tuple[Origins, list[Problem]]:
    """The sidecar `origins.toml` (None where there is none): key -> origin, why, settles."""
    plain = Origins({}, rules, sources, departures)
    if text is None:
        return plain, []
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return plain, [Problem(file, "a TOML file", f"a mistake: {error}")]
    keys: dict[str, Claim] = {}
    problems: list[Problem] = []
    for key, entry in document.items():
        if not _KEY.fullmatch(key) or key in _WORDS:
            problems.append(Problem(file, "a key of one word that isn't itself an origin", quoted(key), row=key))
        elif not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            problems.append(
                Problem(file, 'a table with origin = "...", why = "...", settles = "..."', quoted(str(entry)), row=key)
            )
        elif unknown := sorted(set(entry) - {"origin", "why", "settles"}):
            problems.append(Problem(file, "only origin, why, settles", listed(unknown), row=key))
        else:
            try:
                claim = plain.claim(entry.get("origin", ""), entry.get("why", ""), entry.get("settles", ""))
            except ClaimRefused as refusal:
                problems.append(Problem(file, refusal.expected, refusal.found, row=key, column=refusal.column))
            else:
                keys[key] = Claim(claim.origin, claim.why, claim.settles, key)
    return Origins(keys, rules, sources, departures), problems


def load_origins(
    path: Path,
    *,
    rules: Collection[str] | None = None,
    sources: Collection[str] | None = None,
    departures: Path | None = None,
) -> Origins:
    """`read_origins` of a file that need not exist; DataError on any problem."""
    text = path.read_text("utf-8-sig") if path.exists() else None
    entries = departure_keys(departures.read_text("utf-8")) if departures is not None else None
    origins, problems = read_origins(text, file=path.name, rules=rules, sources=sources, departures=entries)
    if problems:
        raise DataError(problems)
    return origins


def nearest_origins(path: Path) -> Origins:
    """The `origins.toml` that holds for a file: beside it, or else one directory up."""
    beside, above = path.parent / ORIGINS_FILE, path.parent.parent / ORIGINS_FILE
    return load_origins(beside if beside.exists() else above)


_ENTRY = re.compile(
    r"^(?:#+\s+`?|[-*]\s+(?:`|\*\*)|\|\s*(?:`|\*\*))([A-Za-z0-9][\w.-]*?)(?=[`*:,\s]|\.\s|\.?$)", re.MULTILINE
)


def departure_keys(markdown: str) -> tuple[str, ...]:
    """The entries of a departures.md: first words of headings, and `keys` that open a list item or a table row."""
    return tuple(dict.fromkeys(_ENTRY.findall(markdown)))
