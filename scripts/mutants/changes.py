"""What can be changed in a source, one place at a time, as text put in the place of text.

Seven kinds: comparisons, limits, signs, conditions, sides and nations, early returns, sets. Left alone are words
(docstrings, f-strings, what is told to people, functions that only give reasons), annotations, assertions and errors.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass

from marne.lab.rules_code import only_says
from scripts.mutants.opposites import Opposites

__all__ = ["Change", "changes"]

WIDTH = 110
"""So many letters of the surrounding expression a description shows."""

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ABSENT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.GtE: ast.Lt, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.LtE: ast.Gt}
_FLIP: dict[type[ast.operator], tuple[str, type[ast.operator]]] = {
    ast.Add: ("sign", ast.Sub),
    ast.Sub: ("sign", ast.Add),
    ast.BitAnd: ("set", ast.BitOr),
    ast.BitOr: ("set", ast.BitAnd),
}
_PLACE = re.compile(
    r"\b(where|at|hex|unit|target|half|seize|winner|aim|reactor|marker|hq|depot|friend|defender|side|active)(\[.*\])?$"
)
_FROM_ONE = re.compile(r"\bwhere\[.*\]$")
_TWINS = {"min": ("limit", "max"), "max": ("limit", "min"), "any": ("condition", "all"), "all": ("condition", "any")}
_ASSIGN = ast.Assign | ast.AnnAssign
_LEAVE = ast.Return | ast.Continue | ast.Break
_SILENT = ast.Import | ast.ImportFrom | ast.Assert | ast.Raise | ast.Global | ast.Nonlocal | ast.Pass | ast.JoinedStr


@dataclass(frozen=True)
class Change:
    """One change: bytes `start` to `end` become `new`. `before` and `after` show it with what stands around it."""

    kind: str
    start: int
    end: int
    new: str
    before: str
    after: str
    first: int
    last: int

    def apply(self, source: str) -> str:
        """The changed source."""
        text = source.encode()
        return (text[: self.start] + self.new.encode() + text[self.end :]).decode()


def changes(source: str, opposites: Opposites | None = None) -> list[Change]:
    """Every change of a source, in the order of the text."""
    return sorted(_Finder(source, opposites or Opposites()).found, key=lambda change: (change.start, change.end))


class _Finder:
    def __init__(self, source: str, opposites: Opposites) -> None:
        self.text = source.encode()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Change] = []
        tree = ast.parse(source)
        self.opposites = opposites.of(tree)
        self.above: list[ast.AST] = []
        self.visit(tree)

    # -- walking

    def visit(self, node: ast.AST) -> None:
        """Look at a node and at what is below it, words and annotations left out."""
        if isinstance(node, _SILENT) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            return
        if isinstance(node, ast.FunctionDef) and only_says(node):
            return
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("__"):
            return
        if isinstance(node, ast.If) and re.match(r"TYPE_CHECKING|len\(_\w+\) >", ast.unparse(node.test)):
            return  # what is never run, and how much a cache holds
        if isinstance(node, ast.Call) and (_talks(node) or getattr(node.func, "id", "") == "memo"):
            return
        for kind, new in self.alternatives(node):
            self.add(node, kind, new)
        self.above.append(node)
        for child in _below(node):
            self.visit(child)
        self.above.pop()

    def alternatives(self, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        """What a node may become."""
        if isinstance(node, ast.Compare):
            for at, sign in enumerate(node.ops):
                other = copy.deepcopy(node)
                other.ops[at] = (_ABSENT if _is_absence(node) else _COMPARE)[type(sign)]()
                yield "comparison", other
        elif isinstance(node, ast.BoolOp):
            for at in range(len(node.values)):
                rest = [value for place, value in enumerate(node.values) if place != at]
                yield "condition", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        elif isinstance(node, ast.UnaryOp):
            yield from self.unary(node)
        elif isinstance(node, ast.BinOp):
            yield from self.binary(node)
        elif isinstance(node, ast.AugAssign):
            yield from self.augmented(node)
        elif isinstance(node, ast.Constant):
            yield from self.constant(node)
        elif isinstance(node, ast.Name | ast.Attribute):
            yield from self.named(node)
        elif isinstance(node, _LEAVE) and self.leaves_early():
            yield "return", ast.Pass()
        if isinstance(self.parent, ast.If | ast.IfExp | ast.While) and node is self.parent.test:
            yield from self.test(node, self.parent)
        if isinstance(self.parent, ast.comprehension) and node in self.parent.ifs:
            yield "condition", ast.Constant(True)

    @property
    def parent(self) -> ast.AST | None:
        return self.above[-1] if self.above else None

    def test(self, node: ast.AST, parent: ast.If | ast.IfExp | ast.While) -> Iterator[tuple[str, ast.AST]]:
        if not isinstance(parent, ast.While):  # `while True` is an endless loop more often than a broken rule
            yield "condition", ast.Constant(True)
        only_leaves = isinstance(parent, ast.If) and not parent.orelse and isinstance(parent.body[0], _LEAVE)
        yield "return" if only_leaves else "condition", ast.Constant(False)

    def leaves_early(self) -> bool:
        """Whether a return ends a branch that does something before; alone in it, it falls with the condition."""
        branch = self.parent
        return isinstance(branch, ast.If) and len(branch.body) > 1 and isinstance(branch.body[-1], _LEAVE)

    def unary(self, node: ast.UnaryOp) -> Iterator[tuple[str, ast.AST]]:
        if isinstance(node.op, ast.Not):
            yield "condition", node.operand
        elif isinstance(node.op, ast.USub) and (self.inside_function() or not isinstance(self.parent, _ASSIGN)):
            yield "sign", node.operand
        elif isinstance(node.op, ast.Invert) and not isinstance(node.operand, ast.Constant):
            yield "set", node.operand

    def binary(self, node: ast.BinOp) -> Iterator[tuple[str, ast.AST]]:
        if type(node.op) not in _FLIP or _is_sequence(node.left) or _is_sequence(node.right):
            return
        kind, flipped = _FLIP[type(node.op)]
        if _is_other_side(node):
            yield "side", node.right
        elif kind == "sign":
            yield kind, ast.BinOp(node.left, flipped(), node.right)
        elif not _is_bit_test(node) and not _is_type(node.left) and not _is_type(node.right):
            yield kind, node.left
            if not isinstance(node.right, ast.UnaryOp):  # `a & ~b` loses its ~ where that stands
                yield kind, ast.BinOp(node.left, flipped(), node.right)

    def augmented(self, node: ast.AugAssign) -> Iterator[tuple[str, ast.AST]]:
        if type(node.op) in _FLIP and not _is_sequence(node.value):
            kind, flipped = _FLIP[type(node.op)]
            yield kind, ast.AugAssign(node.target, flipped(), node.value)

    def constant(self, node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
        value, parent = node.value, self.parent
        if isinstance(value, str):
            other = self.opposites.word(value)
            if other is not None and isinstance(parent, ast.Compare | ast.Return | ast.IfExp):
                yield "side", ast.Constant(other)
        elif isinstance(value, bool):
            if any(isinstance(each, ast.FunctionDef) for each in self.above):
                yield "condition", ast.Constant(not value)
        elif isinstance(value, int) and self.is_limit(node):
            yield "limit", ast.Constant(value + 1)
            if value:
                yield "limit", ast.Constant(value - 1)

    def is_limit(self, node: ast.Constant) -> bool:
        """Numbers that count something; no place in a list, no bit, no sign of the other side, no code of its own."""
        parent = self.parent
        if not self.inside_function() and (isinstance(parent, ast.Subscript | _ASSIGN) or self.is_shape()):
            return False
        if isinstance(parent, ast.Subscript) and node is parent.slice:
            return False
        if isinstance(parent, ast.BinOp):
            return not (
                _is_other_side(parent) or isinstance(parent.op, ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr)
            )
        if isinstance(parent, ast.Compare) and _is_absence(parent):
            return False
        return not isinstance(parent, ast.UnaryOp | ast.Slice)

    def is_shape(self) -> bool:
        """Points of a figure: pairs within pairs."""
        return len(self.above) > 1 and all(isinstance(each, ast.Tuple) for each in self.above[-2:])

    def inside_function(self) -> bool:
        return any(isinstance(each, ast.FunctionDef) for each in self.above)

    def named(self, node: ast.Name | ast.Attribute) -> Iterator[tuple[str, ast.AST]]:
        if not isinstance(node.ctx, ast.Load):
            return
        if isinstance(node, ast.Name) and node.id in _TWINS and isinstance(self.parent, ast.Call):
            kind, twin = _TWINS[node.id]
            yield kind, ast.Name(twin)
        inside = next((each for each in reversed(self.above) if isinstance(each, ast.FunctionDef)), None)
        other = self.opposites.name(node, inside)
        if other is not None:
            yield "side", other

    # -- text

    def span(self, node: ast.AST) -> tuple[int, int]:
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        return self.starts[first - 1] + node.col_offset, self.starts[last - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def add(self, node: ast.AST, kind: str, new: ast.AST) -> None:
        """Note a change, with as much around it as is easily read."""
        start, end = self.span(node)
        text = ast.unparse(new)
        if isinstance(new, ast.expr) and not isinstance(new, ast.Constant | ast.Name | ast.Attribute | ast.Call):
            text = f"({text})"
        first, last = start, end
        lead = ""
        for each in reversed([*self.above, node]):
            if isinstance(each, ast.comprehension | ast.keyword | ast.arguments):
                continue
            if not isinstance(each, ast.expr | ast.Return | ast.Assign | ast.AnnAssign | ast.AugAssign):
                if isinstance(each, ast.If | ast.While) and each.test in [*self.above, node]:
                    lead = "if " if isinstance(each, ast.If) else "while "
                break
            low, high = self.span(each)
            if len(_one_line(self.text[low:high])) > WIDTH:
                break
            first, last = low, high
        before = lead + _one_line(self.text[first:last])
        after = lead + _one_line(self.text[first:start] + text.encode() + self.text[end:last])
        self.found.append(
            Change(kind, start, end, text, before, after, node.lineno, node.end_lineno)  # type: ignore[attr-defined]
        )


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """What can change below a node."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield from node.body
    elif isinstance(node, ast.AnnAssign):
        if node.value:
            yield node.value
    elif isinstance(node, ast.Lambda):
        yield node.body
    else:
        yield from ast.iter_child_nodes(node)


def _talks(node: ast.Call) -> bool:
    """Calls whose arguments are words for people, or types."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in {"tell", "Reason", "Refusal", "isinstance", "TypeVar", "cast"}


def _is_sequence(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.Dict | ast.Set | ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        or (isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"list", "tuple", "sorted", "str"})
    )


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and bool(re.match("[A-Z][a-z]", node.id)))


def _is_other_side(node: ast.BinOp) -> bool:
    """`1 - side`."""
    one = isinstance(node.left, ast.Constant) and node.left.value == 1 and isinstance(node.op, ast.Sub)
    return one and bool(re.search("side|seat|active", ast.unparse(node.right), re.IGNORECASE))


def _is_absence(node: ast.Compare) -> bool:
    """`where[unit] >= 0`: a place or a number of a counter, where less than 0 is none; 0 is no limit there.

    Where places are counted from 1, none is 0 or less: `where[unit] > 0`.
    """
    if len(node.ops) != 1 or type(node.ops[0]) not in _ABSENT or ast.unparse(node.comparators[0]) != "0":
        return False
    from_one = isinstance(node.ops[0], ast.Gt | ast.LtE)
    return bool((_FROM_ONE if from_one else _PLACE).search(ast.unparse(node.left)))


def _is_bit_test(node: ast.BinOp) -> bool:
    """`bits >> place & 1`."""
    return any(isinstance(each, ast.Constant) and each.value == 1 for each in (node.left, node.right))


def _one_line(text: bytes) -> str:
    """Without line breaks, and a name reached through its module as the name."""
    line = re.sub(r"__import__\([^)]*\)\.", "", " ".join(text.decode().split()))
    return re.sub(r",? (?=[)\]}])", "", re.sub(r"(?<=[(\[{]) ", "", line))
