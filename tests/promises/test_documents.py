"""Every path that a document names exists; a place in `GAME` exists in a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from promises.commands import GAMES
from promises.table import promised

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "src/**/*.md", "tests/**/*.md", "benchmarks/*.md", "site/*.md")
    for page in ROOT.glob(pattern)
    if "rules-map" not in page.parts and page.name != "CHANGELOG.md"  # what once was
)
PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]*)+)`")
GAME_FOLDERS = tuple(ROOT / "src/marne/games" / game for game in GAMES)
ROOTS = (ROOT, ROOT / "src", ROOT / "src/marne", ROOT / "tests", ROOT / "web", ROOT / "web/src")
MADE = {
    "build/": "made by a command",
    "dist/": "made by a command",
    "src/marne/rl/sheets/first_ypres.py": "the example of `make new-game`",
    "src/marne/games/first_ypres": "the example of `make new-game`",
    "tests/games/first_ypres": "the example of `make new-game`",
    "tests/cases/first_ypres": "the example of `make new-game`",
}
"""Paths that are not in the repository, with the reason."""
PLACEHOLDERS = {"NAME": "*", "CHAPTER": "*", "SECTION": "*", "N.toml": "*.toml", ".fr.": ".es.", "/fr.": "/es."}
"""What stands for a name, or for a language that somebody adds."""


def is_there(named: str, page: Path) -> bool:
    """Whether a path is there: from the root, beside the page, or in a game."""
    if any(named.startswith(made) for made in MADE):
        return True
    for word, stands_for in PLACEHOLDERS.items():
        named = named.replace(word, stands_for)
    if named.startswith("GAME/"):
        return any(found(folder, named.removeprefix("GAME/")) for folder in GAME_FOLDERS)
    game = page.stem if page.parent.name == "interpretations" else page.parent.name  # its own page, or its README
    own = (page.parent / "rules", ROOT / "tests/games" / game, ROOT / "src/marne/games" / game)
    near = (*page.parents[: len(page.relative_to(ROOT).parts)], *own, *ROOTS, *GAME_FOLDERS, ROOT / "tests/training")
    return any(found(folder, named) for folder in near)


def found(folder: Path, named: str) -> bool:
    """Whether a path or a pattern leads to something."""
    return any(folder.glob(named.rstrip("/"))) if "*" in named else (folder / named).exists()


@promised("documents")
@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_path_that_a_document_names_is_there(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert sorted({named for named in PATH.findall(text) if not is_there(named, page)}) == []


def test_the_rooms_that_contributing_lists_are_in_every_game() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| in `GAME` | what |")[2].partition("\n\n")[0]
    rooms = re.findall(r"`([\w/.]+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if "|" in line))
    assert len(rooms) > 10
    for room in rooms:
        without = [folder.name for folder in GAME_FOLDERS if not (folder / room).exists()]
        assert len(without) < len(GAME_FOLDERS), f"{room} is in no game"
