"""Boards written out: what the metaclass makes of a board's declarations stands in the class as plain code."""

from __future__ import annotations

import ast
from typing import Any

from marne.engine import Board
from marne.engine.facts import written
from scripts.native.values import NATIVE, Edit

__all__ = ["plain_base", "rewrite_board"]

_SELF = "_THE_BOARD_"


class _Renamed(ast.NodeTransformer):
    """The parameter of a lambda under another name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(_SELF, node.ctx) if node.id == self.name else node


def _begin(value: ast.expr) -> str:
    """What a fact begins as, as an expression in which `{}` is the board."""
    if isinstance(value, ast.Lambda):
        value = _Renamed(value.args.args[0].arg).visit(value.body)
    return ast.unparse(value).replace("{", "{{").replace("}", "}}").replace(_SELF, "{0}")


def rewrite_board(node: ast.ClassDef, cls: type[Board]) -> list[Edit]:
    """Annotations without `fact`, and the methods that follow from them."""
    edits: list[Edit] = [(node.lineno, node.col_offset, node.lineno, node.col_offset, f"{NATIVE}\n")]
    (base,) = node.bases
    edits.append((base.lineno, base.col_offset, base.end_lineno or 0, base.end_col_offset or 0, "_native_Board"))
    begins: dict[str, str] = {}
    names = []
    for line in node.body:
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.value, ast.Call):
            continue
        assert isinstance(line.target, ast.Name)
        if ast.unparse(line.value.func) not in ("fact", "given", "each"):
            continue
        names.append(line.target.id)
        if line.value.args:
            begun = line.value.args[0]
            begins[line.target.id] = _begin(begun)
            if callable(cls.facts[line.target.id].begins) and not isinstance(begun, ast.Lambda):
                begins[line.target.id] += "({0})"
        edits.append(
            (
                line.annotation.end_lineno or 0,
                line.annotation.end_col_offset or 0,
                line.end_lineno or 0,
                line.end_col_offset or 0,
                "",
            )
        )
    if tuple(names) != cls.slots():
        raise TypeError(f"{cls.__name__}: facts of a base class are not written out")
    text = written(cls.facts, begins)
    for untyped, typed in (
        ("_begin(self)", "_begin(self) -> None"),
        ("make_room(self, count)", "make_room(self, count: int) -> None"),
        ("copy(self)", f"copy(self) -> {cls.__name__}"),
        ("masked(self, seat)", f"masked(self, seat: int | None) -> {cls.__name__}"),
    ):
        text = text.replace(f"def {untyped}:", f"def {typed}:")
    text = text.replace("type(self).__new__(type(self))", f"{cls.__name__}.__new__({cls.__name__})")
    text = text.replace("hide(twin, hidden)", "_native_hide(twin, hidden)")
    methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    kept = [each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef) and each.name not in methods]
    facts = ", ".join(
        f"{name!r}: _native_Fact({one.begins if one.hides == 'one' else None!r}, {one.seen!r}, of={one.of!r}, "
        f"saved={one.saved}, given={one.given}, listed={one.listed}, unseen={one.unseen!r}, hides={one.hides!r}, "
        f"form={one.form!r}, why={one.why!r})"
        for name, one in cls.facts.items()
    )
    lines = [f"facts: _native_ClassVar[dict[str, _native_Fact]] = {{{facts}}}"]
    lines += [line for each in kept for line in ast.unparse(each).split("\n")]
    end = (node.end_lineno or 0, node.end_col_offset or 0)
    edits.append((*end, *end, "".join(f"\n    {line}" for line in lines)))
    return edits


def plain_base(source: str) -> str:
    """The engine's own board without its metaclass; what the metaclass writes is only named."""
    tree = ast.parse(source)
    (board,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    board.keywords = []
    board.decorator_list = [ast.parse("_native_mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body]
    body: list[Any] = [*ast.parse("facts: _native_ClassVar[dict[str, _native_Fact]] = {}").body]
    for line in board.body:
        if isinstance(line, ast.If):
            for method in line.body:
                assert isinstance(method, ast.FunctionDef)
                if method.name != "ended":
                    method.body.append(ast.parse("raise TypeError").body[0])
                body.append(method)
        elif not (isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "__slots__"):
            body.append(line)
    body += ast.parse("def __reduce__(self) -> _native_Any:\n    return _native_reduced(self)").body
    board.body = body
    return ast.unparse(tree)
