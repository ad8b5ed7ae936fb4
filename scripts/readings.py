"""Play the other reading of interpretations, in a copy, and see their tests fail.

`python -m scripts.readings GAME [key ...]`: for each bound row of `departures.md` (or those named) it changes the text
that `tests/readings/GAME.toml` quotes in a copy of the package, and runs the tests marked with the key. They must fail.
`--write` notes what failed in docs/notes/interpretations.md; without it the note stays as it is.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import marne.games  # noqa: F401  games register themselves
from marne.engine import Game, find_game
from marne.lab.readings import Interpretations, Place, interpretations
from marne.lab.rules_map import marked_tests

ROOT = Path(__file__).parent.parent
NOTE = ROOT / "docs/notes/interpretations.md"
HEAD = """# Interpretations: the other reading, and the test that failed

`make readings GAME=…` plays the other reading of each bound row of `departures.md` in a copy. It notes here
what it changed and which test failed. Run it again for a row whose change in `tests/readings` is another one now.

| game | entry | changed | failed |
| --- | --- | --- | --- |
"""
_NOTED = re.compile(r"^\| (\w+) \| `([^`]+)` \| (.*) \| ([^|]*) \|$", re.MULTILINE)


def noted() -> dict[tuple[str, str], tuple[str, str]]:
    """Game and key -> the change that was played, and what failed."""
    text = NOTE.read_text(encoding="utf-8") if NOTE.exists() else ""
    return {(game, key): (change, failed) for game, key, change, failed in _NOTED.findall(text)}


def map_of(game: Game) -> Interpretations:
    """The map of a registered game, from the repository's own layout."""
    code = Path(sys.modules[type(game).__module__].__file__ or "").parent
    seen = {key: change for (name, key), (change, _) in noted().items() if name == game.name}
    return interpretations(game.rule_index(), code, ROOT / "tests/games" / game.name, ROOT / "tests/readings", seen)


def tests_of(name: str, key: str) -> list[str]:
    """The tests marked with a key, as pytest names them."""
    return [
        f"{path}::{marked.name}"
        for path in sorted((ROOT / "tests/games" / name).rglob("test_*.py"))
        for marked in marked_tests(path, "reading")
        if key in marked.rules
    ]


def play_other(name: str, places: list[Place], tests: list[str], copy: Path) -> str:
    """Run tests on a copy of the package that plays the other reading: the first that failed, or nothing."""
    home = copy / "marne/games" / name
    sound = {place.file: (home / place.file).read_text(encoding="utf-8") for place in places}
    try:
        for place in places:
            text = (home / place.file).read_text(encoding="utf-8")
            (home / place.file).write_text(text.replace(place.line, place.other), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        words = [sys.executable, "-m", "pytest", "-x", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        ran = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    finally:
        for file, text in sound.items():
            (home / file).write_text(text, encoding="utf-8")
    failed = re.search(r"^FAILED \S+?::([^\s|]+)", ran.stdout, re.MULTILINE)  # a bar would end the cell of the note
    if ran.returncode in (0, 1):
        return failed[1] if failed else ""
    raise RuntimeError(f"the tests could not run:\n{ran.stdout[-2000:]}{ran.stderr[-1000:]}")


def main(words: list[str] | None = None) -> int:
    """Play the other readings of a game; 1 if one goes unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("keys", nargs="*")
    parser.add_argument("--write", action="store_true", help="note what failed in docs/notes/interpretations.md")
    parser.add_argument("--new", action="store_true", help="only those that the note does not have as they are now")
    options = parser.parse_args(words)
    made = map_of(find_game(options.game))
    unnoticed = []
    with tempfile.TemporaryDirectory(prefix="readings-") as scratch:
        copy = Path(scratch)
        shutil.copytree(ROOT / "src/marne", copy / "marne", ignore=shutil.ignore_patterns("__pycache__", "static"))
        for key, places in made.places.items():
            changes = "; ".join(place.change for place in places)
            if (options.keys and key not in options.keys) or (options.new and made.seen.get(key) == changes):
                continue
            tests = tests_of(options.game, key)
            try:
                failed = play_other(options.game, places, tests, copy) if tests else ""
            except (OSError, RuntimeError) as error:
                print(error)
                failed = ""
            print(f"{key}: {failed or 'NOT NOTICED'}", flush=True)
            if not failed:
                unnoticed.append(key)
            elif options.write:
                write_note(noted() | {(options.game, key): (changes, failed)})
    return 1 if unnoticed else 0


def write_note(note: dict[tuple[str, str], tuple[str, str]]) -> None:
    """Write docs/notes/interpretations.md."""
    lines = [f"| {game} | `{key}` | {change} | {failed} |" for (game, key), (change, failed) in sorted(note.items())]
    NOTE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
