"""What C does better if it is said otherwise; each means the same in Python.

- A constant of a module that is `Final` is read from where it lies, any other is looked up by name.
- `a & ~b` makes a negative number on its way, for which the compiled sets of bits have no short way: `a ^ (a & b)` is
  the same set. Sets are numbers of any size, and both hold for negative ones too.
- `Step.do` takes any arguments, for which a tuple and a dict are packed at each call: the engine goes in by doors that
  take a board, or a board and an answer.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from marne.engine import Step

if TYPE_CHECKING:
    from scripts.native.values import Edit

__all__ = ["constants", "doors", "doorways", "without_complements"]

_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")


def constants(tree: ast.Module) -> list[Edit]:
    """`Final` for each name in capitals that a module sets once and for all."""
    stores = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    edits: list[Edit] = []
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if not isinstance(target, ast.Name) or not _CONSTANT.fullmatch(target.id) or stores[target.id] > 1:
            continue
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            end = (target.end_lineno or 0, target.end_col_offset or 0)
            edits.append((*end, *end, ": _native_Final"))
        elif isinstance(node, ast.AnnAssign) and "Final" not in ast.unparse(node.annotation) and node.value:
            kind, end = node.annotation, (node.annotation.end_lineno or 0, node.annotation.end_col_offset or 0)
            edits.append((kind.lineno, kind.col_offset, kind.lineno, kind.col_offset, "_native_Final["))
            edits.append((*end, *end, "]"))
    return edits


def without_complements(text: str) -> str:
    """A module without `& ~`; `_native_without(a, b)` is `a ^ (a & b)`."""
    from scripts.native.values import applied

    while True:
        edits: list[Edit] = []
        for node in ast.walk(ast.parse(text)):
            taken = _taken_away(node)
            if taken is not None:
                before, what, sign = taken
                one, other = ast.unparse(before), ast.unparse(what)
                new = f"_native_without({one}, {other})" if sign == "&" else f"{one} ^= {one} & ({other})"
                place: Any = node
                edits.append((place.lineno, place.col_offset, place.end_lineno, place.end_col_offset, new))
                break  # one after the other: they may stand inside each other
        if not edits:
            return text
        text = applied(text, edits)


def _taken_away(node: ast.AST) -> tuple[ast.expr, ast.expr, str] | None:
    """The parts of `a & ~b` or `a &= ~b`."""
    if isinstance(node, ast.BinOp):
        before, after, sign = node.left, node.right, "&"
    elif isinstance(node, ast.AugAssign):
        before, after, sign = node.target, node.value, "&="
    else:
        return None
    if not (isinstance(node.op, ast.BitAnd) and isinstance(after, ast.UnaryOp) and isinstance(after.op, ast.Invert)):
        return None
    return (before, after.operand, sign) if sign == "&" or _plain(before) else None


def _plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _plain(node.value))


def doorways(cls: type[Any], here: set[str]) -> list[str]:
    """The door of a step that nobody answers: in its own class the compiler knows what `do` takes."""
    if not issubclass(cls, Step) or "do" not in here:
        return []
    return ["def _native_do(self, board: _native_Any) -> _native_Any:", "    return self.do(board)"]


def doors(name: str, text: str) -> str:
    """The engine's own modules with the doors."""
    changes = {
        "marne.engine.step": (
            (
                "    def why_not(self, board: B, answer: Answer)",
                "    def _native_do(self, board: Any) -> Any:\n        return self.do(board)\n\n"
                "    def _native_answer(self, board: Any, answer: Any) -> Any:\n"
                "        return self.do(board, answer)\n\n"
                "    def why_not(self, board: B, answer: Answer)",
            ),
            (
                "    def do(self, board: B, answer: Any = None)",
                "    def _native_do(self, board: Any) -> Any:\n        return self.unasked(board)\n\n"
                "    def _native_answer(self, board: Any, answer: Any) -> Any:\n"
                "        return self.unasked(board) if answer is None else self.answered(board, answer)\n\n"
                "    def do(self, board: B, answer: Any = None)",
            ),
        ),
        "marne.engine.position": (
            ("step.do(board, ask.answer)", "step._native_answer(board, ask.answer)"),
            ("agenda[0].do(board, answer)", "agenda[0]._native_answer(board, answer)"),
            ("step.do(board) +", "step._native_do(board) +"),
        ),
    }
    for old, new in changes[name]:
        if old not in text:
            raise TypeError(f"{name} has no {old!r}: see scripts/native/faster.py")
        text = text.replace(old, new)
    return text
