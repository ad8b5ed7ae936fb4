"""What counts as code of a rule, and which rules a place in the code belongs to.

A rule is implemented by what decides: steps, chapters, boards. Comments, words, events, views, scenes, odds, positions
made for tests and the scripted players tell of rules or use them, so they implement none. Code cites its rule
at its head: a docstring that opens with numbers (`11.12, 11.13: across a river`, `[11.12], [11.13] Across a river`), a
class attribute `rule = "11.17"`, a name explained by such a string below it, or a number as the first argument of a
call (`Modifier("11.12", …)`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["ASIDE", "Citations", "Scope", "heads", "in_brackets", "is_rules_code", "numbers_of", "only_says", "shape"]

NUMBER = r"[A-Z]{0,2}-?\d+(?:\.\d+)*[a-z]?"
_HEAD = re.compile(rf"\s*#?\s*({NUMBER}(?:(?:, | and |-|–){NUMBER})*)(?::|$|\s*$)", re.MULTILINE)
_BRACKETS = re.compile(rf"^(\s*#?\s*)(\[{NUMBER}\](?:(?:, | and |-|–)\[{NUMBER}\])*):?", re.MULTILINE)
_GROUP = re.compile(rf"\[{NUMBER}\](?:(?:, | and |-|–)\[{NUMBER}\])*")
_RANGE = re.compile(r"([A-Z]{0,2}-?(?:\d+\.)*)(\d+)[-–]\1(\d+)(?![\w.])")

ASIDE = {
    "words": {"words", "steps", "refusals"},
    "events": {"events"},
    "views": {"view", "scene", "suppose", "survey"},
    "odds": {"odds"},
    "players": {"staff"},
    "staging": {"staging"},
    "loading": {"data", "map", "game", "scenario_file", "scenario_rows", "unit_rows"},
}
"""Files at the top of a game's folder that implement no rule, by what they are; what is left are `sequence`, `board`,
and the chapters of a game that is not yet sorted into folders. Of `components` loading and names implement none."""

_ASIDE = frozenset().union(*ASIDE.values())


def is_rules_code(path: Path) -> bool:
    """Whether a file of a game, named from the game's own folder, can implement rules: the chapters below `rules`
    without their events, what is printed (`components`) but loading and names, the order of play, the board. Of other
    folders (`scene`, `odds`, `staff`) nothing does.

    >>> [is_rules_code(Path(name)) for name in ("rules/combat/losses.py", "board.py", "staff/plans.py", "view.py")]
    [True, True, False, False]
    """
    folder, stem = path.parts[0] if len(path.parts) > 1 else "", path.stem
    if path.suffix != ".py" or stem == "__init__":
        return False
    if folder == "rules":
        return stem != "events" and not stem.endswith("_events")
    aside = ASIDE["loading"] | {"names"} if folder == "components" else _ASIDE
    return stem not in aside and folder in ("", "components")


def shape(number: str) -> str:
    """What a rule number looks like, so that hex labels and versions are not taken for one: `11.12` -> `9.9`."""
    return re.sub(r"\d+", "9", number)


def heads(text: str, shapes: set[str]) -> list[str]:
    """The numbers that open a line of text; `C19-C21` are three.

    >>> heads("C7, C19-C21: what hits do", {"C9"})
    ['C7', 'C19', 'C20', 'C21']
    >>> heads("[C7], [C19]-[C21] What hits do, but for [C8]", {"C9"})
    ['C7', 'C19', 'C20', 'C21']
    """
    found = []
    bare = _BRACKETS.sub(lambda head: head[1] + re.sub(r"[\[\]]", "", head[2]) + ":", text)
    for head in _HEAD.finditer(bare):
        spread = _RANGE.sub(_between, head[1])
        found += [number for number in re.findall(NUMBER, spread) if shape(number) in shapes]
    return list(dict.fromkeys(found))


def in_brackets(text: str, shapes: set[str]) -> list[str]:
    """The numbers in brackets anywhere in a text, ranges too.

    >>> in_brackets("Why it can't go on board [18.1.1]-[18.1.3], [18.2.4] (departs: 18.1.9).", {"9.9.9"})
    ['18.1.1', '18.1.2', '18.1.3', '18.2.4']
    """
    found = []
    for group in _GROUP.finditer(text):
        spread = _RANGE.sub(_between, re.sub(r"[\[\]]", "", group[0]))
        found += [number for number in re.findall(NUMBER, spread) if shape(number) in shapes]
    return list(dict.fromkeys(found))


def _between(found: re.Match[str]) -> str:
    chapter, first, last = found[1], int(found[2]), int(found[3])
    return ", ".join(f"{chapter}{number}" for number in range(first, last + 1)) if first < last else found[0]


def numbers_of(node: ast.expr | None, shapes: set[str]) -> list[str]:
    """The rule number that an expression is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        number = node.value
        return [number] if re.fullmatch(NUMBER, number) and shape(number) in shapes else []
    return []


@dataclass
class Scope:
    """A class, a function or a statement at the top of a file, with the rules at its head and those it names inside."""

    name: str
    first: int
    last: int
    heads: list[str]
    brackets: list[str]
    words: bool = False
    named: list[tuple[int, str]] = field(default_factory=list)


_CHANCE = {"_random_ground", "_draws"}
"""Tables that chance lays out: any will do, so no rule is broken by another."""
_NOTATION = ("suggest_", "read_", "write_", "parse_")
_WORDS = {
    "tries",
    "write",
    "read",
    "suggest",
    "seers",
    "say",
    "explain",
    "observe",
    "imagine",
    "inspect",
    "pointed",
    "__repr__",
    "__str__",
}


def only_says(node: ast.FunctionDef) -> bool:
    """Whether a function finds words for what is decided elsewhere: notation, or why an answer was not offered.

    One that gives `Reason | None` decides as well: None is yes. One that gives `Why` is only asked about answers that
    were not offered.
    """
    gives = ast.unparse(node.returns) if node.returns else ""
    if node.name in _CHANCE or node.name in _WORDS:
        return True
    return node.name.startswith(_NOTATION) or gives in {"Reason", "Refusal", "Refusal | None", "Why"}


class Citations:
    """The rules that a file cites."""

    def __init__(self, source: str, shapes: set[str]) -> None:
        self.shapes = shapes
        self.tree = ast.parse(source)
        self.lines = source.splitlines()
        self.head = heads(ast.get_docstring(self.tree) or "", shapes)
        self.scopes = list(self._scopes(self.tree.body))
        self.top: list[tuple[int, str]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and node.args:
                for number in numbers_of(node.args[0], shapes):
                    inside = self.around(node.lineno)
                    (inside[-1].named if inside else self.top).append((node.lineno, number))

    def _scopes(self, body: list[ast.stmt]) -> Iterator[Scope]:
        for node, after in zip(body, [*body[1:], None], strict=True):
            last = node.end_lineno or node.lineno
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                said = ast.get_docstring(node) or ""
                found = heads(said, self.shapes)
                if isinstance(node, ast.ClassDef):
                    found += [number for number in self._rule_attribute(node) if number not in found]
                words = isinstance(node, ast.FunctionDef) and only_says(node)
                yield Scope(node.name, node.lineno, last, found, in_brackets(said, self.shapes), words)
                yield from self._scopes(node.body)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                text = after.value.value if isinstance(after.value, ast.Constant) else None
                if isinstance(text, str) and isinstance(target, ast.Name):
                    yield Scope(target.id, node.lineno, last, heads(text, self.shapes), [])

    def _rule_attribute(self, node: ast.ClassDef) -> Iterator[str]:
        for each in node.body:
            if isinstance(each, ast.Assign | ast.AnnAssign):
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                if any(isinstance(target, ast.Name) and target.id == "rule" for target in targets):
                    yield from numbers_of(each.value, self.shapes)

    def around(self, line: int) -> list[Scope]:
        """The scopes that hold a line, the outermost first."""
        return sorted(
            (scope for scope in self.scopes if scope.first <= line <= scope.last), key=lambda scope: scope.first
        )

    def all(self) -> Iterator[tuple[str, str]]:
        """Every number that the file's code cites, with the name of what cites it; comments don't count."""
        yield from ((number, "") for number in self.head)
        yield from ((number, "") for _, number in self.top)
        for scope in self.scopes:
            if not scope.words:
                yield from ((number, scope.name) for number in scope.heads)
                yield from ((number, scope.name) for _, number in scope.named)

    def told(self) -> Iterator[tuple[str, str]]:
        """Every number in words and comments: no code of a rule, but the rule must be there."""
        for scope in self.scopes:
            if scope.words:
                yield from ((number, scope.name) for number in [*scope.heads, *(number for _, number in scope.named)])
        for line, text in enumerate(self.lines, 1):
            if "#" in text:
                inside = self.around(line)
                place = inside[-1].name if inside else ""
                yield from ((number, place) for number in heads(text[text.rindex("#") :], self.shapes))

    def rules_at(self, first: int, last: int) -> list[str]:
        """The rules of a place, the nearest first: named or in a comment beside it, then at the heads around it."""
        scopes = self.around(first)
        named = [*self.top, *(each for scope in scopes for each in scope.named)]
        found = [number for line, number in named if first <= line <= last]
        for line in range(first - 1, last + 1):
            text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
            if "#" in text and (line >= first or text.strip().startswith("#")):
                found += heads(text[text.index("#") :], self.shapes)
        for scope in reversed(scopes):
            found += scope.heads
        return list(dict.fromkeys(found))

    def brackets_around(self, line: int) -> list[str]:
        """The rules that the docstrings around a place name in brackets without opening with them."""
        return list(dict.fromkeys(number for scope in reversed(self.around(line)) for number in scope.brackets))

    def nearest(self, line: int) -> list[str]:
        """For a place without a citation: those of the file's head, else of what stands nearest above, else below."""
        if self.head:
            return self.head
        cited = [scope for scope in self.scopes if scope.heads]
        above = [scope for scope in cited if scope.first <= line]
        if above:
            return max(above, key=lambda scope: scope.last).heads
        return min(cited, key=lambda scope: scope.first).heads if cited else []
