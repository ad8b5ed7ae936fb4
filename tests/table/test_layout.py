"""The server has rooms, each a folder of few modules with plain names; the documents lead there."""

from __future__ import annotations

import ast
import importlib
from collections import Counter
from pathlib import Path

import pytest

import marne.table

TABLE = Path(marne.table.__file__ or "").parent
ROOMS = {"after", "front", "game", "notices", "routes", "server", "store", "view", "work"}
"""One line in the head of each says what is in it."""
SHARED = {"limits.py", "refusals.py", "words.py"}
"""What every room uses."""
MOST_MODULES = 12
LONGEST = 500


def modules_of(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]


MODULES = sorted(path for folder in (TABLE, *(TABLE / room for room in ROOMS)) for path in modules_of(folder))


def test_these_rooms_and_no_others() -> None:
    assert {path.parent.name for path in TABLE.glob("*/__init__.py")} == ROOMS
    assert {path.name for path in modules_of(TABLE)} == SHARED


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_has_few_modules_and_says_what_it_is(room: str) -> None:
    tree = ast.parse((TABLE / room / "__init__.py").read_text(encoding="utf-8"))
    assert len(tree.body) == 1
    assert "\n" not in (ast.get_docstring(tree) or "\n")
    assert 0 < len(modules_of(TABLE / room)) <= MOST_MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_a_module_is_short_and_what_it_offers_is_there(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= LONGEST
    module = importlib.import_module(".".join(("marne", *path.relative_to(TABLE.parent).with_suffix("").parts)))
    assert module.__all__
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_no_two_modules_have_one_name() -> None:
    """`words` is the message catalogue of its package, in every package."""
    inside = [path.relative_to(TABLE.parent) for path in TABLE.parent.rglob("*.py")]
    elsewhere = [path for path in inside if path.parts[0] not in ("games", "table")]
    names = Counter(path.stem for path in MODULES)
    assert [name for name, count in names.items() if count > 1] == []
    assert set(names) & {path.stem for path in elsewhere} == {"words"}
