"""Rule -> code -> data -> tests, for each game, by reading the sources.

How code cites a rule, and what counts as code, is said in `rules_code`. Tests cite with `@pytest.mark.rule("11.12")`,
at most three rules or with a reason, `@pytest.mark.rule("1.1", "1.2", "1.3", "1.4", why="…")`; case files cite with
`rules = ["11.12"]`, and more than three with a line `why = "…"`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from marne.kit import Rule, read_index
from marne.lab.rules_code import NUMBER, Citations, is_rules_code, shape

__all__ = ["MarkedTest", "RulesMap", "case_rules", "marked_tests", "rules_map"]

MOST = 3
"""So many rules a test shows at work, if it gives no reason for more."""
_DATA = re.compile(rf"(?:stated|rule)[\s\"'=,:]+({NUMBER})")


@dataclass
class RulesMap:
    """Where each rule stands in code, data and tests; and where words tell of it, which is no code.

    `crowded` are tests of too many rules.
    """

    rules: dict[str, Rule]
    code: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    data: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    crowded: list[str] = field(default_factory=list)

    def problems(self) -> list[str]:
        """Numbers that do not exist, rules without code or test that give no reason, and tests of too many rules."""
        found = []
        for kind, cited in (("code", self.code), ("words", self.words), ("tests", self.tests)):
            found += [
                f"{kind} cites {number}, which the index does not have: {', '.join(places[:3])}"
                for number, places in sorted(cited.items())
                if number not in self.rules and not self._is_chapter(number)
            ]
        for rule in self.rules.values():
            if rule.needs:
                continue
            if not self.code.get(rule.number) and not self.data.get(rule.number):
                found.append(f"{rule.number} {rule.title}: no code cites it")
            if not self.tests.get(rule.number):
                found.append(f"{rule.number} {rule.title}: no test is marked with it")
        return found + [f"{test}: more than {MOST} rules and no reason" for test in self.crowded]

    def _is_chapter(self, number: str) -> bool:
        """Whether a number heads rules of the index: citing a chapter cites none of them."""
        return any(rule.startswith(f"{number}.") for rule in self.rules)

    def markdown(self, title: str) -> str:
        """The map as a page."""
        done = sum(not rule.needs for rule in self.rules.values())
        rows = [
            f"# {title}: rule by rule",
            "",
            f"{len(self.rules)} rules; {done} in code, {len(self.rules) - done} that need none.",
            "",
            "| rule | what | code | data | tests |",
            "| --- | --- | --- | --- | --- |",
        ]
        for rule in self.rules.values():
            places = [", ".join(_short(cited.get(rule.number, []))) for cited in (self.code, self.data, self.tests)]
            if rule.needs:
                places[0] = (places[0] + "; " if places[0] else "") + f"*{rule.needs}*"
            rows.append(f"| {rule.number} | {rule.title} | {' | '.join(places)} |")
        return "\n".join(rows) + "\n"


def _short(places: list[str], most: int = 6) -> list[str]:
    places = list(dict.fromkeys(places))
    return [*places[:most], f"and {len(places) - most} more"] if len(places) > most else places


def rules_map(index: Path, code: Path, tests: Path, cases: Path | None = None) -> RulesMap:
    """Read a game's sources, data and tests."""
    made = RulesMap(read_index(index))
    shapes = {shape(number) for number in made.rules}
    for path in sorted(code.rglob("*.py")):
        citations = Citations(path.read_text(encoding="utf-8"), shapes)
        counts = made.code if is_rules_code(path.relative_to(code)) else made.words
        for cited, found in ((counts, citations.all()), (made.words, citations.told())):
            for number, place in found:
                cited[number].append(f"`{path.relative_to(code)}` {place}".rstrip())
    for path in sorted([*code.rglob("*.csv"), *code.rglob("*.toml")]):
        if path != index:
            for number in dict.fromkeys(_DATA.findall(path.read_text(encoding="utf-8"))):
                if number in made.rules:
                    made.data[number].append(f"`{path.relative_to(code)}`")
    for path in sorted(tests.rglob("*.py")):
        for marked in marked_tests(path):
            for number in marked.rules:
                made.tests[number].append(f"`{path.relative_to(tests)}` {marked.name}")
            if len(marked.rules) > MOST and not marked.why:
                made.crowded.append(f"`{path.relative_to(tests)}` {marked.name}")
    for path in sorted(cases.rglob("*.toml")) if cases else ():
        numbers, why = case_rules(path)
        for number in numbers:
            made.tests[number].append(f"`{path.name}`")
        if len(numbers) > MOST and not why:
            made.crowded.append(f"`{path.name}`")
    return made


def case_rules(path: Path) -> tuple[list[str], str]:
    """The rules that a case shows at work, and its reason for more than three."""
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    return [str(number) for number in case.get("rules", ())], str(case.get("why", ""))


@dataclass(frozen=True)
class MarkedTest:
    """A test, or a class of tests, with the rules it is marked with, and its reason for more than three."""

    name: str
    rules: tuple[str, ...]
    why: str = ""


def marked_tests(path: Path, name: str = "rule") -> Iterator[MarkedTest]:
    """The tests of a file that are marked with a rule, or with another mark of that form."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        rules: list[str] = []
        why = ""
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == f"pytest.mark.{name}":
                rules += [str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant)]
                why += "".join(str(ast.literal_eval(word.value)) for word in mark.keywords if word.arg == "why")
        if rules:
            yield MarkedTest(node.name, tuple(dict.fromkeys(rules)), why)
