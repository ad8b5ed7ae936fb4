"""Rule -> code -> data -> tests, for each game, by reading the sources.

Code cites a rule in one of three ways: a class attribute `rule = "11.17"`, a docstring or comment that opens with
numbers (`11.12, 11.13: across a river`), or a number as the first argument of a call (`Modifier("11.12", …)`,
`Refusal("7.1", …)`, an event). Tests cite with `@pytest.mark.rule("11.12")`, case files with `rules = ["11.12"]`.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from marne.engine import MarneError

__all__ = ["Rule", "RulesMap", "read_index", "rules_map"]

_NUMBER = r"[A-Z]{0,2}-?\d+(?:\.\d+)*[a-z]?"
_HEAD = re.compile(rf"\s*#?\s*({_NUMBER}(?:(?:, | and |-|–){_NUMBER})*)(?::|$|\s*$)", re.MULTILINE)
_DATA = re.compile(rf"(?:stated|rule)[\s\"'=,:]+({_NUMBER})")


@dataclass
class Rule:
    """A rule of the index: its number, short title and summary in our words, or why it needs no code."""

    number: str
    title: str = ""
    summary: str = ""
    needs: str = ""


@dataclass
class RulesMap:
    """Where each rule stands in code, data and tests."""

    rules: dict[str, Rule]
    code: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    data: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def problems(self) -> list[str]:
        """Numbers that do not exist, and rules without code or test that give no reason."""
        found = []
        for kind, cited in (("code", self.code), ("tests", self.tests)):
            found += [
                f"{kind} cites {number}, which the index does not have: {', '.join(places[:3])}"
                for number, places in sorted(cited.items())
                if number not in self.rules
            ]
        for rule in self.rules.values():
            if rule.needs:
                continue
            if not self.code.get(rule.number) and not self.data.get(rule.number):
                found.append(f"{rule.number} {rule.title}: no code cites it")
            if not self.tests.get(rule.number):
                found.append(f"{rule.number} {rule.title}: no test is marked with it")
        return found

    def markdown(self, title: str) -> str:
        """The map as a page."""
        done = sum(not rule.needs for rule in self.rules.values())
        rows = [f"# {title}: rule by rule", "", f"{len(self.rules)} rules; {done} in code, "
                f"{len(self.rules) - done} that need none.", "", "| rule | what | code | data | tests |",
                "| --- | --- | --- | --- | --- |"]  # fmt: skip
        for rule in self.rules.values():
            places = [", ".join(_short(cited.get(rule.number, []))) for cited in (self.code, self.data, self.tests)]
            if rule.needs:
                places[0] = (places[0] + "; " if places[0] else "") + f"*{rule.needs}*"
            rows.append(f"| {rule.number} | {rule.title} | {' | '.join(places)} |")
        return "\n".join(rows) + "\n"


def _short(places: list[str], most: int = 6) -> list[str]:
    places = list(dict.fromkeys(places))
    return [*places[:most], f"and {len(places) - most} more"] if len(places) > most else places


def read_index(path: Path) -> dict[str, Rule]:
    """The rule index of a game: CSV with `number`, and `title`, `summary`, `needs` where there are any."""
    with path.open(newline="", encoding="utf-8") as file:
        rules = {}
        for at, row in enumerate(csv.DictReader(file), 2):
            number = (row.get("number") or "").strip()
            if not number or number in rules:
                raise MarneError(f"{path.name}, row {at}: number {number!r} is empty or stands twice")
            rules[number] = Rule(number, *((row.get(key) or "").strip() for key in ("title", "summary", "needs")))
        return rules


def rules_map(index: Path, code: Path, tests: Path, cases: Path | None = None) -> RulesMap:
    """Read a game's sources, data and tests."""
    made = RulesMap(read_index(index))
    shapes = {_shape(number) for number in made.rules}
    for path in sorted(code.rglob("*.py")):
        for number, place in _code_citations(path, shapes):
            made.code[number].append(f"`{path.relative_to(code)}` {place}")
    for path in sorted([*code.rglob("*.csv"), *code.rglob("*.toml")]):
        if path != index:
            for number in dict.fromkeys(_DATA.findall(path.read_text(encoding="utf-8"))):
                if number in made.rules:
                    made.data[number].append(f"`{path.relative_to(code)}`")
    for path in sorted(tests.rglob("*.py")):
        for number, place in _test_citations(path):
            made.tests[number].append(f"`{path.relative_to(tests)}` {place}")
    for path in sorted(cases.rglob("*.toml")) if cases else ():
        for number in _case_rules(path):
            made.tests[number].append(f"`{path.name}`")
    return made


def _case_rules(path: Path) -> list[str]:
    found = re.search(r"^rules\s*=\s*\[(.*?)\]", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return re.findall(r'"([^"]+)"', found[1]) if found else []


def _shape(number: str) -> str:
    """What a rule number looks like, so that hex labels and versions are not taken for one: `11.12` -> `9.9`."""
    return re.sub(r"\d+", "9", number)


def _code_citations(path: Path, shapes: set[str]) -> Iterator[tuple[str, str]]:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]

    def scope(line: int) -> str:
        inside = [node for node in scopes if node.lineno <= line <= (node.end_lineno or line)]
        return max(inside, key=lambda node: node.lineno).name if inside else ""

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            name = "" if isinstance(node, ast.Module) else node.name
            yield from ((number, name) for number in _heads(ast.get_docstring(node) or "", shapes))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == "rule" for target in targets):
                yield from ((number, scope(node.lineno)) for number in _constants(node.value, shapes))
        elif isinstance(node, ast.Call) and node.args:
            yield from ((number, scope(node.lineno)) for number in _constants(node.args[0], shapes))
    for at, line in enumerate(source.splitlines(), 1):
        if "#" in line:
            yield from ((number, scope(at)) for number in _heads(line[line.rindex("#") :], shapes))


def _constants(node: ast.expr | None, shapes: set[str]) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        number = node.value
        return [number] if re.fullmatch(_NUMBER, number) and _shape(number) in shapes else []
    return []


def _heads(text: str, shapes: set[str]) -> list[str]:
    """The numbers that open a line of text."""
    return [
        number for head in _HEAD.finditer(text) for number in re.findall(_NUMBER, head[1]) if _shape(number) in shapes
    ]


def _test_citations(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                for argument in mark.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), node.name
