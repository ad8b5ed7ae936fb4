"""Two habits of the house, counted: functions take few parameters, and the formatter lays out nearly every line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARAMETERS = 7
WIDE = 10
"""Fewer functions than this take more parameters; a command line's take as many as it has options."""
SKIPPED = 60
"""Fewer lines than this are kept from the formatter: tables that read better in columns."""


def _sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def too_wide(text: str) -> list[str]:
    """The functions of a program with more than seven parameters, `self` among them."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            if sum(name is not None for name in names) > PARAMETERS:
                found.append(node.name)
    return found


def test_few_functions_take_many_parameters() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in _sources("src", "scripts", "tools", "benchmarks")
        if not path.name.startswith("cli")
        for name in too_wide(path.read_text(encoding="utf-8"))
    ]
    assert len(found) < WIDE, "\n".join(found)


def test_command_lines_alone_are_left_out() -> None:
    """In the modules of the command line only commands take so many."""
    for path in sorted((ROOT / "src" / "marne").glob("cli*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wide = set(too_wide(path.read_text(encoding="utf-8")))
        assert wide <= {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}


def test_eight_parameters_are_too_many() -> None:
    assert too_wide("def f(a, b, c, d, *, e, f, g): ...") == []
    assert too_wide("def f(a, b, c, d, *, e, f, g, h): ...") == ["f"]
    assert too_wide("class A:\n    async def f(self, a, b, c, d, e, *f, **g): ...") == ["f"]


def test_few_lines_are_kept_from_the_formatter() -> None:
    mark = re.compile(r"# fmt: *" + "(skip|off)")
    sources = _sources("src", "scripts", "tools", "benchmarks", "tests")
    assert sum(len(mark.findall(path.read_text(encoding="utf-8"))) for path in sources) < SKIPPED
