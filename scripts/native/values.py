"""Values written out: `@value` and `@dataclass` as plain classes with what the decorators would have made of them.

mypyc makes native classes of plain ones only. Fields lose their defaults to an `__init__`; equality and hash are
written as the data class would have made them; what `dataclasses` looks for is put on the class by
`marne.engine.native.known` (`runtime.py` here), so that `fields`, `replace` and saves see no difference.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from inspect import get_annotations
from typing import Any

from marne.engine import Event
from scripts.native.faster import doorways

__all__ = ["NATIVE", "Edit", "Written", "applied", "decorators", "is_written_out", "rewrite_class"]

Edit = tuple[int, int, int, int, str]
"""A piece of text to replace: line and column of its begin and of its end as in `ast`, and the new text."""

NATIVE = "@_native_mypyc_attr(allow_interpreted_subclasses=True)"
"""Tests, and games that are not compiled, declare subclasses in Python."""


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with its changes, the last first, so that the places of the others stay."""
    data = text.encode()
    begins = [0]
    for line in data.split(b"\n"):
        begins.append(begins[-1] + len(line) + 1)
    for first, column, last, end, new in sorted(edits, reverse=True):
        data = data[: begins[first - 1] + column] + new.encode() + data[begins[last - 1] + end :]
    return data.decode()


@dataclass
class Written:
    """What was made of a class: changes in its text, and imports that they need."""

    edits: list[Edit]
    imports: set[str]


def decorators(node: ast.ClassDef) -> list[str]:
    """The names of a class's decorators."""
    return [ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in node.decorator_list]


def is_written_out(node: ast.ClassDef) -> bool:
    """Whether a class is a value or a data class that can be native: nothing in it needs a `__dict__`."""
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    kept = any("cached_property" in ast.unparse(one) for each in methods for one in each.decorator_list)
    return bool({"value", "dataclass"} & set(decorators(node))) and not kept


def rewrite_class(node: ast.ClassDef, cls: type[Any]) -> Written:
    """What stands in place of a value or data class; `cls` is the class as Python has it."""
    own = dict(_own_fields(node))
    defaults = {name: ast.unparse(line.value) for name, line in own.items() if line.value is not None}
    edits: list[Edit] = []
    for each in node.decorator_list:
        edits.append((each.lineno, each.col_offset - 1, each.end_lineno or 0, each.end_col_offset or 0, NATIVE))
    for name in defaults:
        line = own[name]
        begin = (line.annotation.end_lineno or 0, line.annotation.end_col_offset or 0)
        edits.append((*begin, line.end_lineno or 0, line.end_col_offset or 0, ""))
    end = (node.end_lineno or 0, node.end_col_offset or 0)
    lines = _methods(node, cls, defaults)
    told = {name: ast.unparse(line.annotation) for name, line in own.items()}
    given = ", ".join(f"{name!r}: {_as_field(text)}" for name, text in defaults.items())
    known = f"_native_known({node.name}, {told!r}, {{{given}}}, {'value' in decorators(node)})"
    edits.append((*end, *end, "".join(f"\n    {line}" for line in lines) + f"\n\n\n{known}"))
    return Written(edits, _imports(cls, own))


def _own_fields(node: ast.ClassDef) -> Iterator[tuple[str, ast.AnnAssign]]:
    """The fields that stand in the body of a class."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and not ast.unparse(each.annotation).startswith("ClassVar"):
            yield ast.unparse(each.target), each


def _imports(cls: type[Any], own: Mapping[str, Any]) -> set[str]:
    """The names in the types of inherited fields that the module of the class does not know."""
    found = set()
    for one in fields(cls):
        if one.name not in own:
            home = next(base for base in cls.__mro__ if one.name in get_annotations(base))
            words = {each.id for each in ast.walk(ast.parse(str(one.type))) if isinstance(each, ast.Name)}
            for word in words:
                if not hasattr(sys.modules[cls.__module__], word) and not hasattr(builtins, word):
                    found.add(f"from {home.__module__} import {word}")
    return found


def _methods(node: ast.ClassDef, cls: type[Any], defaults: Mapping[str, str]) -> list[str]:
    """The lines that a decorator would have made, but for the words of `repr`."""
    options = {
        str(word.arg): bool(ast.literal_eval(word.value))
        for each in node.decorator_list
        if isinstance(each, ast.Call)
        for word in each.keywords
    }
    if options.get("order"):
        raise TypeError(f"{cls.__name__}: the order of a data class is not written out")
    here = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    every = fields(cls)
    lines = doorways(cls, here)
    lines += [] if "__init__" in here else _init(every, defaults, options, hasattr(cls, "__post_init__"))
    compared = [one.name for one in every if one.compare]
    if issubclass(cls, Event):
        here |= {"__eq__", "__hash__"}  # there are hundreds, seldom compared: `known` gives them what they share
    if "__eq__" not in here:
        lines += [
            "def __eq__(self, other: object) -> bool:",
            f"    if not isinstance(other, {node.name}) or type(other) is not type(self):",
            "        return NotImplemented",
            "    return " + (" and ".join(f"self.{name} == other.{name}" for name in compared) or "True"),
        ]
    if ("value" in decorators(node) or options.get("frozen")) and "__hash__" not in here:
        hashed = "".join(f"self.{name}, " for name in compared)
        lines += ["def __hash__(self) -> int:", f"    return hash(({hashed}))"]
    matched = tuple(one.name for one in every if not one.kw_only)
    kinds = ", ".join(f"_native_Literal[{name!r}]" for name in matched) or "()"
    lines.append(f"__match_args__: _native_ClassVar[tuple[{kinds}]] = {matched!r}")
    if not any(hasattr(base, "__dataclass_fields__") for base in cls.__mro__[1:]):
        lines.append("__dataclass_fields__: _native_ClassVar[dict[str, _native_Field[_native_Any]]]")
    return lines


def _init(
    every: Sequence[Field[Any]], defaults: Mapping[str, str], options: Mapping[str, bool], post: bool
) -> list[str]:
    takes, sets = ["self", *["*"] * (options.get("kw_only", False) and bool(every))], []
    for one in every:
        if one.default_factory is MISSING:
            takes.append(f"{one.name}: {one.type}{_default(one, defaults.get(one.name))}")
            sets.append(f"    self.{one.name} = {one.name}")
        else:
            factory: Any = one.default_factory
            takes.append(f"{one.name}: {one.type} | None = None")
            sets.append(f"    self.{one.name} = {factory.__name__}() if {one.name} is None else {one.name}")
    if post:
        sets.append("    self.__post_init__()")
    return [f"def __init__({', '.join(takes)}) -> None:", *(sets or ["    pass"])]


def _default(one: Field[Any], text: str | None) -> str:
    """A default as it is written in the parameters."""
    if one.default is MISSING:
        return ""
    if text is not None and text.startswith("field("):
        call: Any = ast.parse(text, mode="eval").body
        text = next(ast.unparse(word.value) for word in call.keywords if word.arg == "default")
    if text is None:
        if not isinstance(one.default, int | str | bool | tuple | None):
            raise TypeError(f"the default of {one.name} is inherited, and is neither a number nor a word")
        text = repr(one.default)
    return f" = {text}"


def _as_field(text: str) -> str:
    return f"_native_{text}" if text.startswith("field(") else text
