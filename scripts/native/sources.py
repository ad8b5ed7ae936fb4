"""The copy of the sources that is compiled: which modules, and what is changed in each."""

from __future__ import annotations

import ast
import hashlib
import importlib
import shutil
from enum import Enum
from inspect import get_annotations
from pathlib import Path

from marne.engine import Board, Step
from scripts.native.boards import plain_base, rewrite_board
from scripts.native.faster import constants, doors, without_complements
from scripts.native.values import NATIVE, Edit, applied, decorators, is_written_out, rewrite_class
from scripts.settings import NATIVE as NATIVE_GAMES

__all__ = ["HOME", "SRC", "fingerprint", "modules", "rewritten", "write_copy"]

ROOT = Path(__file__).parent.parent.parent
SRC = ROOT / "src"
HOME = ROOT / "build" / "native"
STAMP = "made-from.txt"

ENGINE = ("ask", "board", "events", "kept", "match", "position", "save", "step", "undo")
"""Modules of the engine that a decision passes through; the rest of it is read once, or draws pictures."""
KIT = ("answers",)
"""What questions of compiled games are made of."""
GAMES = NATIVE_GAMES
PARTS = ("board", "events", "odds", "sequence", "steps", "suppose", "survey", "view")
ROOMS = ("components", "odds", "rules", "staff")

HEAD = """
from dataclasses import Field as _native_Field, field as _native_field
from typing import Any as _native_Any, ClassVar as _native_ClassVar, Final as _native_Final, Literal as _native_Literal

from mypy_extensions import mypyc_attr as _native_mypyc_attr

from marne.engine.facts import Fact as _native_Fact, hide as _native_hide
from marne.engine.native import known as _native_known, noted as _native_noted, reduced as _native_reduced


def _native_without(some: int, taken: int) -> int:
    return some ^ (some & taken)
"""
NOT_NATIVE = "@_native_mypyc_attr(native_class=False)\n"

VALUE = "    made = dataclass(slots=True, unsafe_hash=True)(cls)\n"
SLOTTED = "    from marne.engine.native import slotted\n\n    made = slotted(cls)\n"
BOARD = """
from typing import TYPE_CHECKING

if not TYPE_CHECKING:
    from marne.engine.native_board import Board
"""
BASE = "from marne.engine.board import Board as _native_Board"
DECLARED = '''"""The board for classes that are not compiled: a native one has no metaclass."""

from __future__ import annotations

from marne.engine.board import Board as NativeBoard
from marne.engine.facts import Declared

__all__ = ["Board"]


class Board(NativeBoard, metaclass=Declared):
    """What `marne.engine.Board` is to whoever declares a board in Python."""
'''


def modules() -> list[Path]:
    """The files to compile, below `SRC`."""
    found = [SRC / f"marne/engine/{name}.py" for name in ENGINE]
    found += [SRC / f"marne/kit/{name}.py" for name in KIT]
    for room in ("hexes", "plane"):
        found += sorted((SRC / "marne" / room).glob("*.py"))
    for game in GAMES:
        home = SRC / "marne/games" / game
        found += [home / f"{name}.py" for name in PARTS if (home / f"{name}.py").exists()]
        for room in ROOMS:
            found += sorted((home / room).rglob("*.py"))
    return [path.relative_to(SRC) for path in found if path.name != "__init__.py"]


def fingerprint() -> str:
    """Of all that a build hangs on."""
    digest = hashlib.sha256()
    for path in sorted([*SRC.rglob("*.py"), *Path(__file__).parent.glob("*.py")]):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def write_copy(home: Path) -> list[str]:
    """Copy the sources to a directory and write out there what is to be compiled; the files, below it."""
    shutil.rmtree(home / "marne", ignore_errors=True)
    for library in home.glob("*.so"):
        library.unlink()
    shutil.copytree(SRC / "marne", home / "marne", ignore=shutil.ignore_patterns("__pycache__"))
    here = home / "marne" / "engine"
    shutil.copyfile(Path(__file__).parent / "runtime.py", here / "native.py")
    (here / "native_board.py").write_text(DECLARED, encoding="utf-8")
    values = (here / "values.py").read_text(encoding="utf-8")
    if values.count(VALUE) != 1:
        raise TypeError(
            "`value` does not make its classes as the compiled build expects: see scripts/native/sources.py"
        )
    (here / "values.py").write_text(values.replace(VALUE, SLOTTED), encoding="utf-8")
    with (here / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(BOARD)
    for game in GAMES:
        with (home / "marne/games" / game / "game.py").open("a", encoding="utf-8") as file:
            file.write(_annotations_of_board(game))
    for path in modules():
        (home / path).write_text(rewritten(path), encoding="utf-8")
    return [str(path) for path in modules()]


def _annotations_of_board(game: str) -> str:
    """What a native board forgets of its facts: how they were declared."""
    module = importlib.import_module(f"marne.games.{game}.board")
    (board,) = (
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Board) and each.__module__ == module.__name__
    )
    return (
        f"\nfrom marne.engine.native import noted as _native_noted\n"
        f"from {module.__name__} import {board.__name__} as _native_board\n\n"
        f"_native_noted(_native_board, {get_annotations(board)!r})\n"
    )


def rewritten(path: Path) -> str:
    """A module as it is compiled."""
    text = without_complements((SRC / path).read_text(encoding="utf-8"))
    name = ".".join(path.with_suffix("").parts)
    if name == "marne.engine.board":
        text = plain_base(text)
    elif name in ("marne.engine.position", "marne.engine.step"):
        text = doors(name, text)
    tree = ast.parse(text)
    module = importlib.import_module(name)
    edits: list[Edit] = constants(tree)
    imports: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign):
            edits += _lifted(node)
        elif isinstance(node, ast.ClassDef):
            more, needed = _of_class(node, getattr(module, node.name))
            edits += more
            imports |= needed
    if edits or "_native_" in text:
        (future,) = (node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__")
        after = (future.lineno + 1, 0)
        edits.append((*after, *after, HEAD + "\n".join(sorted(imports)) + "\n"))
    return applied(text, edits)


def _of_class(node: ast.ClassDef, cls: type) -> tuple[list[Edit], set[str]]:
    """What is changed in a class, and the imports that it then needs."""
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    above = (node.decorator_list[0] if node.decorator_list else node).lineno, 0
    if is_written_out(node):
        made = rewrite_class(node, cls)
        return made.edits, made.imports
    if issubclass(cls, Board):
        return ([], set()) if cls is Board else (rewrite_board(node, cls), {BASE})
    if bases & {"NamedTuple", "TypedDict"}:
        return [_noted(node)], set()
    if bases & {"Protocol"} or issubclass(cls, Enum | BaseException):
        return [], set()
    if _needs_a_dict(node) or issubclass(cls, str | tuple | dict | int):
        return [(*above, *above, NOT_NATIVE), _noted(node)], set()
    edits: list[Edit] = [(*above, *above, f"{NATIVE}\n")]
    for line in node.body:
        target = line.targets[0] if isinstance(line, ast.Assign) else None
        if isinstance(target, ast.Name) and not target.id.startswith("__") and not issubclass(cls, Step):
            end = (target.end_lineno or 0, target.end_col_offset or 0)
            edits.append((*end, *end, ": _native_ClassVar"))
    return edits, set()


def _needs_a_dict(node: ast.ClassDef) -> bool:
    """Whether a class keeps what it works out, which a native one cannot: `cached_property`, `__getattr__`."""
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    if any(each.name == "__getattr__" for each in methods):
        return True
    return "dataclass" in decorators(node) or any(
        "cached_property" in ast.unparse(one) for each in methods for one in each.decorator_list
    )


def _noted(node: ast.ClassDef) -> Edit:
    """After a class that stays as it is: its annotations, of which mypyc keeps less."""
    own = {
        ast.unparse(each.target): ast.unparse(each.annotation) for each in node.body if isinstance(each, ast.AnnAssign)
    }
    end = (node.end_lineno or 0, node.end_col_offset or 0)
    return (*end, *end, f"\n\n\n_native_noted({node.name}, {own!r})")


def _lifted(node: ast.Assign) -> list[Edit]:
    """Lambdas inside `Annotated[…]`, where mypy does not look, as functions before the line."""
    edits: list[Edit] = []
    if not ast.unparse(node.value).startswith("Annotated["):
        return edits
    for number, each in enumerate(one for one in ast.walk(node.value) if isinstance(one, ast.Lambda)):
        name = f"_native_{ast.unparse(node.targets[0])}_{number}"
        takes = ", ".join(f"{one.arg}: _native_Any" for one in each.args.args)
        text = f"def {name}({takes}) -> _native_Any:\n    return {ast.unparse(each.body)}\n\n\n"
        edits.append((node.lineno, 0, node.lineno, 0, text))
        edits.append((each.lineno, each.col_offset, each.end_lineno or 0, each.end_col_offset or 0, name))
    return edits
