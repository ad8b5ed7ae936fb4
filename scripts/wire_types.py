"""The client's types, written from the values that the server sends: `python -m scripts.wire_types`.

One interface for each value, with its docstring; a field that is left out where it is empty has a question mark.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from marne.engine import (
    About,
    Allotment,
    Card,
    Choice,
    CombatTable,
    Context,
    DeskSheet,
    Explanation,
    Goal,
    Happened,
    Hint,
    Line,
    Modifier,
    Mustering,
    Objective,
    Outcome,
    Panel,
    Piece,
    Prompt,
    Scene,
    Stop,
    TableRow,
    Tabletop,
    Taker,
    Tally,
    Terrain,
    Troops,
)

__all__ = ["TARGET", "VALUES", "written"]

TARGET = Path(__file__).parent.parent / "web/src/lib/wire.ts"

VALUES: tuple[type[Any], ...] = (
    Piece, Choice, Context, Prompt, Line, Panel, Tally, TableRow, CombatTable, Terrain, Objective, Troops, Goal, Card,
    Taker, Allotment, Mustering, DeskSheet, Tabletop, Scene, Modifier, Happened, Outcome, Explanation, Stop, Hint,
    About,
)  # fmt: skip
"""In the order of the file."""

SPARSE: frozenset[type[Any]] = frozenset({Happened})
"""Values whose empty fields are left out on the wire."""

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typed(hint: Any) -> str:
    """A Python type as TypeScript says it.

    >>> typed(tuple[str, ...]), typed(int | None), typed(tuple[str, int] | None), typed(Mapping[str, tuple[int, ...]])
    ('string[]', 'number | null', '[string, number] | null', 'Record<string, number[]>')
    """
    if hint in PLAIN:
        return PLAIN[hint]
    if is_dataclass(hint) and isinstance(hint, type):
        if hint not in VALUES:
            raise TypeError(f"{hint.__name__} is sent and has no type of its own: add it to VALUES")
        return hint.__name__
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{each}'" for each in args)
    if origin in (Union, types.UnionType):
        return " | ".join(typed(each) for each in args)
    if origin is tuple and (len(args) != 2 or args[1] is not Ellipsis):
        return f"[{', '.join(typed(each) for each in args)}]"
    if origin in (tuple, list, Sequence):
        inner = typed(args[0])
        return f"({inner})[]" if " " in inner and inner[0] != "[" else f"{inner}[]"
    if origin is Mapping:
        return f"Record<{typed(args[0])}, {typed(args[1])}>"
    raise TypeError(f"no TypeScript for {hint!r}")


def interface(kind: type[Any]) -> str:
    """A value as an interface."""
    hints = get_type_hints(kind)
    lines = []
    for field in fields(kind):
        left_out = kind in SPARSE and field.default is not MISSING
        lines.append(f"  {field.name}{'?' if left_out else ''}: {typed(hints[field.name])};")
    told = " ".join((kind.__doc__ or "").partition(">>>")[0].split())
    return "\n".join((f"/** {told} */", f"export interface {kind.__name__} {{", *lines, "}"))


def written() -> str:
    """The whole file."""
    head = "// Written by scripts/wire_types.py from the values of marne.engine: change those, and run it again."
    return "\n\n".join((head, *map(interface, VALUES))) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
