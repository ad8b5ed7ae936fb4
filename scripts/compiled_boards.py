"""Try compiled boards: `python -m scripts.compiled_boards DIRECTORY` copies `src` there, writes every board out as
plain code and compiles it with mypyc. Whatever runs with DIRECTORY as its PYTHONPATH uses them."""

from __future__ import annotations

import ast
import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import marne.games  # noqa: F401  games register themselves
from marne.engine import Board, Setting, games
from marne.engine.facts import written

SRC = Path(__file__).parent.parent / "src"


def plain(cls: type[Board], source: str) -> str:
    """The module of a board class with plain code in place of its declarations."""
    tree = ast.parse(source)
    (board,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
    begins, drop = {}, []
    for node in board.body:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.value, ast.Call):
            continue
        assert isinstance(node.target, ast.Name)
        name, call, node.value = node.target.id, node.value, None
        if call.args:
            text = ast.unparse(call.args[0])
            begins[name] = f"({text})({{}})" if isinstance(call.args[0], ast.Lambda) else text.replace("{}", "{{}}")
        drop.append(name)
    assert tuple(drop) == cls.slots(), "facts of a base class are not written out"
    text = written(cls.facts, begins)
    for untyped, typed in (
        ("_begin(self)", "_begin(self) -> None"),
        ("make_room(self, count)", "make_room(self, count: int) -> None"),
        ("copy(self)", f"copy(self) -> {cls.__name__}"),
        ("masked(self, seat)", f"masked(self, seat: int | None) -> {cls.__name__}"),
    ):
        text = text.replace(f"def {untyped}:", f"def {typed}:")
    text = text.replace("type(self).__new__(type(self))", f"{cls.__name__}.__new__({cls.__name__})")
    facts = ", ".join(
        f"{name!r}: Fact(None, {one.seen!r}, saved={one.saved}, given={one.given})" for name, one in cls.facts.items()
    )
    board.body += ast.parse(f"facts: ClassVar[dict[str, Fact]] = {{{facts}}}\n{text}").body
    return _native(tree, board)


def plain_base(source: str) -> str:
    """The engine's own board without its metaclass; what the metaclass writes is only named."""
    tree = ast.parse(source.replace("(metaclass=Declared)", "").replace('    __slots__ = ("events",)\n', ""))
    (board,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    (named,) = (node for node in board.body if isinstance(node, ast.If))
    for method in named.body:
        assert isinstance(method, ast.FunctionDef)
        method.body.append(ast.parse("raise TypeError").body[0])
    place = board.body.index(named)
    board.body[place : place + 1] = [*ast.parse("facts: ClassVar[dict[str, Fact]] = {}").body, *named.body]
    return _native(tree, board)


def _native(tree: ast.Module, board: ast.ClassDef) -> str:
    """As text. A copy is made without `__init__`; of what makes mypyc allow that, only subclassing keeps `__init__`."""
    board.decorator_list = [ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body]
    imports = ("typing import ClassVar", "mypy_extensions import mypyc_attr", "marne.engine.facts import Fact")
    tree.body[2:2] = [node for line in imports for node in ast.parse(f"from {line}").body]
    return ast.unparse(tree)


def main(directory: Path) -> None:
    """Copy, write out, compile."""
    shutil.copytree(SRC, directory, dirs_exist_ok=True)
    base = Path("marne/engine/board.py")
    texts = {base: plain_base((SRC / base).read_text(encoding="utf-8"))}
    for game in games():
        cls = type(game.start(Setting(game.scenarios[0].name)).board)
        module = Path(importlib.import_module(cls.__module__).__file__ or "").relative_to(SRC)
        texts[module] = plain(cls, (SRC / module).read_text(encoding="utf-8"))
    for path, text in texts.items():
        (directory / path).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypyc", "--follow-imports=silent", *map(str, texts)]
    subprocess.run(command, cwd=directory, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
