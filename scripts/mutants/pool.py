"""The mutations of a game: each with the rules that its place cites, and the tests that are marked with them."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import marne.games
from marne.kit import read_index
from marne.lab.rules_code import Citations, is_rules_code, shape
from marne.lab.rules_map import case_rules, marked_tests
from marne.lab.witness import read_witnesses
from scripts.mutants.changes import Change, changes
from scripts.mutants.opposites import Opposites, top_names

__all__ = ["GAMES", "ROOT", "Mutation", "Subject", "draw", "mutations", "subject"]

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Subject:
    """A game to be mutated: its package, and where its code, its rule index, its tests, its cases and the games
    played before are."""

    name: str
    package: str
    code: Path
    index: Path
    tests: Path
    cases: Path
    witnesses: Path

    def module(self, path: Path) -> str:
        """The dotted name of a file."""
        return ".".join((self.package, *path.relative_to(self.code).with_suffix("").parts))

    def tied(self, index: Iterable[str], witnesses: bool = True) -> dict[str, list[str]]:
        """By rule: the tests marked with it or with a rule below it (8.4.2 is part of 8.4), case files and witnesses.

        Tests are named as pytest names them, cases by their path. Witnesses can be left out.
        """
        marked: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.tests.rglob("test_*.py")):
            for test in marked_tests(path):
                for number in test.rules:
                    marked[number].append(f"{path}::{test.name}")
        for path in sorted(self.cases.rglob("*.toml")):
            for number in case_rules(path)[0]:
                marked[number].append(str(path))
        if witnesses and self.witnesses.exists():
            file = self.witnesses.with_name("test_witness.py")
            for number in read_witnesses(self.witnesses).rules:
                marked[number].append(f"{file}::test_the_rule_plays_as_it_did[{self.name}-{number}]")
        return {
            rule: [
                test for number in marked if number == rule or number.startswith(f"{rule}.") for test in marked[number]
            ]
            for rule in index
        }


def subject(name: str, root: Path = ROOT) -> Subject:
    """A game by its name: one of the package, or the training game of the tests."""
    tests = root / "tests"
    cases, witnesses = tests / "cases" / name, tests / "witness" / f"{name}.toml"
    if name == "training":
        code = tests / "training"
        return Subject(name, name, code, code / "data/rules.csv", tests / "training_rules", cases, witnesses)
    code = root / "src/marne/games" / name
    return Subject(name, f"marne.games.{name}", code, code / "data/rules.csv", tests / "games" / name, cases, witnesses)


GAMES = {name: subject(name) for name in (*marne.games.DATA_SETS, "training")}
"""Every game there is, also one that `make new-game` made."""


@dataclass(frozen=True)
class Mutation:
    """One change of a game's rules. `place` is the name of what is changed, `again` counts like changes in it."""

    game: str
    rules: tuple[str, ...]
    cited: bool
    place: str
    change: Change
    again: int
    module: str
    path: Path
    source: str = field(repr=False, compare=False)
    tests: tuple[str, ...] = field(repr=False, compare=False)

    @property
    def rule(self) -> str:
        """The rule under which it is counted: the nearest cited."""
        return self.rules[0] if self.rules else "?"

    @property
    def key(self) -> str:
        """What it is, without file and line."""
        parts = (self.game, self.place, self.change.kind, self.change.before, self.change.after, str(self.again))
        return "|".join(parts)

    def __str__(self) -> str:
        change, again = self.change, f" (again, {self.again})" if self.again else ""
        cited = "" if self.cited else " [uncited]"
        rules = ", ".join(self.rules) or "no rule"
        return f"{rules}{cited} {self.place}{again}, {change.kind}: `{change.before}` -> `{change.after}`"


def mutations(game: Subject, witnesses: bool = True) -> list[Mutation]:
    """All mutations of a game's rules, in the order of its sources; put to witnesses only if wanted."""
    index = read_index(game.index)
    chapters = _chapters(index)
    shapes = {shape(number) for number in (*index, *chapters)}
    tied = game.tied((*index, *chapters), witnesses)
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(game.code.rglob("*.py"))}
    opposites = _opposites(game, sources)
    found = []
    for path, source in sources.items():
        if not is_rules_code(path.relative_to(game.code)):
            continue
        citations = Citations(source, shapes)
        seen: Counter[tuple[str, ...]] = Counter()
        for change in changes(source, opposites):
            rules = [number for number in citations.rules_at(change.first, change.last) if number in tied]
            cited = bool(rules)
            rules = rules or [number for number in citations.nearest(change.first) if number in tied]
            place = ".".join(scope.name for scope in citations.around(change.first)) or path.stem
            key = (place, change.kind, change.before, change.after)
            judges = [*rules, *(number for number in citations.brackets_around(change.first) if number in tied)]
            tests = tuple(dict.fromkeys(test for number in judges for test in tied[number]))
            found.append(
                Mutation(
                    game.name, tuple(rules), cited, place, change, seen[key], game.module(path), path, source, tests
                )
            )
            seen[key] += 1
    return found


def _chapters(index: Iterable[str]) -> set[str]:
    """The headings above the numbers of an index: code that cites 6.1 serves 6.1.1, 6.1.2 and all others below it."""
    known = set(index)
    return {number.rsplit(".", 1)[0] for number in known if number.count(".") > 1} - known


def _opposites(game: Subject, sources: dict[Path, str]) -> Opposites:
    trees = {game.module(path): ast.parse(source) for path, source in sources.items()}
    attributes = {node.attr for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return Opposites({name: top_names(tree) for name, tree in trees.items()}, frozenset(attributes))


def draw(among: Iterable[Mutation], number: int, seed: str) -> list[Mutation]:
    """So many at random. A change elsewhere in the code leaves most of the draw as it was: each has its own lot."""

    def lot(mutation: Mutation) -> bytes:
        return hashlib.sha256(f"{seed}|{mutation.key}".encode()).digest()

    return sorted(among, key=lot)[:number]


def draw_rules(among: Iterable[Mutation], number: int, seed: str, witnesses: bool = True) -> list[Mutation]:
    """So many rules at random, and one change of each. The change breaks the rule alone: only its own tests are tried,
    not those of other rules that the same place serves; its witness only if wanted."""
    every: dict[str, list[Mutation]] = defaultdict(list)
    for mutation in among:
        for rule in mutation.rules if mutation.cited else ():
            every[rule].append(mutation)
    rules = sorted(every, key=lambda rule: hashlib.sha256(f"{seed}|{rule}".encode()).digest())[:number]
    chosen = [(rule, draw(every[rule], 1, seed)[0]) for rule in rules]
    tied = {name: GAMES[name].tied(rules, witnesses) for name in {one.game for _, one in chosen}}
    return [replace(one, rules=(rule,), tests=tuple(dict.fromkeys(tied[one.game][rule]))) for rule, one in chosen]


def chapter(rule: str) -> str:
    """The chapter of a rule: `11.21` -> `11`, `C19` -> `C`, `ES-8` -> `ES`."""
    return rule.split(".")[0] if rule[:1].isdigit() else rule.rstrip("0123456789.-") or rule


def by_rule(found: Sequence[Mutation]) -> dict[str, list[Mutation]]:
    """Mutations by their rule."""
    sorted_out: dict[str, list[Mutation]] = defaultdict(list)
    for mutation in found:
        sorted_out[mutation.rule].append(mutation)
    return dict(sorted_out)
