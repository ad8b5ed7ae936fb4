"""`make new-game NAME=first_ypres TITLE="First Ypres"`: a game to begin from, made of the training game.

The package under `src/marne/games`, its tests and case files, and its sheet for learning (`src/marne/rl/sheets`) are
those of the training game under the new name, so it plays, is drawn and is tested from the first minute; then its
chapters are replaced by those of the new rulebook, one by one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_TEXTS = {".py", ".toml", ".md", ".csv"}


def new_game(name: str, title: str, root: Path = ROOT) -> list[Path]:
    """Write the game, register it, and draw up its rules map, golden playthroughs and numbers for learning; the folders
    and files that were made."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise SystemExit(f"{name!r}: a game is named in small letters, digits and _, as its Python package")
    tests = root / "tests"
    folders = {
        tests / "training": root / "src/marne/games" / name,
        tests / "training_rules": tests / "games" / name,
        tests / "cases/training": tests / "cases" / name,
    }
    sheet = root / "src/marne/rl/sheets" / f"{name}.py"
    for made in (*folders.values(), sheet):
        if made.exists():
            raise SystemExit(f"{made.relative_to(root)} is there already")
    for model, made in folders.items():
        shutil.copytree(model, made, ignore=shutil.ignore_patterns("__pycache__"))
        for path in made.rglob("*"):
            if path.suffix in _TEXTS:
                path.write_text(renamed(path.read_text(encoding="utf-8"), name, title), encoding="utf-8")
    sheet.write_text(renamed((tests / "training_sheet.py").read_text(encoding="utf-8"), name, title), encoding="utf-8")
    _register(name, root / "src/marne/games/__init__.py")
    written = [*folders.values(), sheet]
    _tidy(root, written)
    for script in (("rules_map", name), ("playthroughs", name), ("rl_numbering",)):
        _run(root, "-m", f"scripts.{script[0]}", *script[1:])
    return written


def renamed(text: str, name: str, title: str) -> str:
    """A text of the training game as one of the new game.

    >>> renamed('from training.board import Field  # the training game', "first_ypres", "First Ypres")
    'from marne.games.first_ypres.board import Field  # First Ypres'
    """
    package = f"marne.games.{name}"
    for before, after in (
        (r"\b(from|import) training\b", rf"\1 {package}"),
        (r'"training"', f'"{name}"'),
        (r"\bTraining(?=Sight\b|\b)", "".join(part.capitalize() for part in name.split("_"))),
        (r"\b[Tt]he training game\b", title),
        (r"\b[Ee]l juego de práctica\b", title),
        (r"The bridge at Pont", title),
        (r"El puente de Pont", f"{title} (sin traducir)"),
    ):
        text = re.sub(before, after, text)
    return text


def _register(name: str, registry: Path) -> None:
    """Make it known beside the others."""
    text = registry.read_text(encoding="utf-8")
    last = [line for line in text.splitlines() if line.startswith("register(")][-1]
    text = text.replace(last, f'{last}\nregister("{name}", "marne.games.{name}.game:GAME")')
    before, after = text.split("DATA_SETS = {\n", 1)
    sets, rest = after.split("}\n", 1)
    sets += f'    "{name}": "marne.games.{name}.components.data:DATA_SET",\n'
    registry.write_text(f"{before}DATA_SETS = {{\n{sets}}}\n{rest}", encoding="utf-8")


def _tidy(root: Path, made: list[Path]) -> None:
    """Imports in order, lines of the right length."""
    places = [str(each) for each in made]
    _run(root, "-m", "ruff", "check", "--quiet", "--select", "I", "--fix", *places)
    _run(root, "-m", "ruff", "format", "--quiet", *places)


def _run(root: Path, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, *arguments], check=True, cwd=root, env={**os.environ, "PYTHONPATH": str(root / "src")}
    )


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description="A game to begin from, made of the training game.")
    parser.add_argument("name", help="of its package: first_ypres")
    parser.add_argument("--title", default="", help="for people: 'First Ypres'")
    options = parser.parse_args()
    for made in new_game(options.name, options.title or options.name.replace("_", " ").title()):
        print(made.relative_to(ROOT))
    print("Registered in src/marne/games/__init__.py. What comes next stands in CONTRIBUTING.md, 'Add a game'.")


if __name__ == "__main__":
    main()
