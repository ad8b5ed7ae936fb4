"""From a change to the tests that it can touch, each with its distance: 0 shows the very thing, then step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

from marne.kit import read_index
from marne.lab.rules_code import Citations, is_rules_code, shape
from scripts.check.changes import Changed
from scripts.check.imports import Graph
from scripts.mutants.pool import subject

__all__ = ["Ties", "game_of", "is_test"]

EVERYWHERE = {"pyproject.toml", "constraints.txt", "Makefile", "tests/conftest.py"}
"""What every test rests on."""
FAR = 8
"""Further than any chain of imports that matters: what may be touched, but we can't say how."""
GAMES = "src/marne/games/"
EVERY_GAME = "tests/games/test_every_game.py"
WITNESS = "tests/witness/test_witness.py"
LANGUAGE = re.compile(r"spanish|language|words|names|phrases")
_KEY = re.compile(r"^\s*\"?([\w.-]+)\"?\s*=\s*(?:[\"'](.*)[\"'])?")


def is_test(place: str) -> bool:
    """Whether a file is one of tests."""
    return place.startswith("tests/") and PurePosixPath(place).name.startswith("test_") and place.endswith(".py")


def game_of(place: str) -> str:
    """The game whose folder a file lies in; empty if it serves all.

    >>> [game_of(each) for each in ("src/marne/games/nach_paris/board.py", "tests/cases/training/a.toml", "src/a.py")]
    ['nach_paris', 'training', '']
    """
    parts = PurePosixPath(place.partition("::")[0]).parts
    for above in (("src", "marne", "games"), ("tests", "games"), ("tests", "cases")):
        if parts[: len(above)] == above and len(parts) > len(above) + 1:
            return parts[len(above)]
    return ""


class Ties:
    """Tests by what ties them to the changes: whole files, or `file::test` and `file::[parameters]`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.graph = Graph(root)
        self.tests = [place for place in self.graph.texts if is_test(place)]

    def of(self, changes: Iterable[Changed]) -> dict[str, int]:
        """The nearest tie of every test that has one."""
        found: dict[str, int] = {}
        for change in changes:
            for target, far in self.of_one(change).items():
                if far < found.get(target, far + 1) and (self.root / target.partition("::")[0]).exists():
                    found[target] = far
        return found

    def of_one(self, change: Changed) -> dict[str, int]:
        """The tests that one changed file can touch. A game touches none of another: they never import each other."""
        place = change.path
        find: Callable[[Changed], dict[str, int]] = self._python if place.endswith(".py") else self._other
        found = find(change)
        if place in EVERYWHERE:
            found = dict.fromkeys(self.tests, FAR) | found
        game = game_of(place)
        return {target: far for target, far in found.items() if not game or game_of(target) in {"", game}}

    def _python(self, change: Changed) -> dict[str, int]:
        place = change.path
        found = self.graph.distances({place: 0})
        stem = PurePosixPath(place).stem
        if place not in self.graph.names:  # deleted: whoever still names it
            found = dict.fromkeys(self.graph.mention([stem], ""), 1)
            found |= self.graph.distances(found)
        if stem == "conftest":
            found |= {test: 0 for test in self.tests if test.startswith(f"{PurePosixPath(place).parent}/")}
        found |= {test: 0 for test in self.tests if PurePosixPath(test).stem == f"test_{stem}"}
        return {test: far for test, far in found.items() if is_test(test)} | self._tied(change)

    def _tied(self, change: Changed) -> dict[str, int]:
        """What `make mutants` puts a rule to: tests marked with the rules that the changed lines cite, their cases and
        witnesses; a step away, those of the other rules in the file."""
        name = game_of(change.path)
        file = self.root / change.path
        if not name or not change.path.startswith(GAMES) or not file.exists():
            return {}
        game = subject(name, self.root)
        if not is_rules_code(file.relative_to(game.code)):
            return {}
        index = read_index(game.index)
        citations = Citations(file.read_text(encoding="utf-8"), {shape(number) for number in index})
        cited = {rule for span in change.spans for rule in citations.rules_at(*span)}
        cited = cited or {rule for first, _ in change.spans for rule in citations.nearest(first)}
        steps = {rule: 1 for rule, _ in citations.all()} | dict.fromkeys(cited, 0)
        found: dict[str, int] = {}
        for rule, tests in game.tied([rule for rule in index if rule in steps]).items():
            for name in (self._named(Path(test)) for test in tests):
                found[name] = min(steps[rule], found.get(name, steps[rule]))
        return found

    def _named(self, test: Path) -> str:
        """A test, or the case file that stands for one, as it is named here."""
        place = test.relative_to(self.root).as_posix()
        if "[" in place:
            return f"{WITNESS}::[{place.partition('[')[2]}"
        return f"{EVERY_GAME}::[{place.removeprefix('tests/cases/')}]" if place.startswith("tests/cases/") else place

    def _other(self, change: Changed) -> dict[str, int]:
        """Data, words, cases, goldens, documents: the code that names the file is as good as changed."""
        place = PurePosixPath(change.path)
        if change.path.startswith("tests/cases/"):
            return {f"{EVERY_GAME}::[{change.path.removeprefix('tests/cases/')}]": 0}
        if change.path.startswith("tests/playthroughs/"):
            return {f"{EVERY_GAME}::[{place.name}]": 0}
        if change.path.startswith("tests/witness/"):
            return {WITNESS: 0}
        found = self._language(change) if place.suffix == ".toml" and _is_words(place) else {}
        named = self.graph.mention(_names(place), _around(place))
        found = self.graph.distances(dict.fromkeys(named, 1)) | found
        found |= dict.fromkeys(self.graph.mention([place.name], "tests/"), 0)
        found = {test: far for test, far in found.items() if is_test(test.partition("::")[0])}
        if not found or (len(place.parts) > 1 and place.parts[0] != "src"):
            return self._beside(place) | found
        return found

    def _language(self, change: Changed) -> dict[str, int]:
        """Tests in which a changed word or its key stands, and those of words."""
        said = {word for line in change.text for found in [_KEY.match(line)] if found for word in found.groups("")}
        parts = {part.strip() for word in said for part in re.split(r"\{[^}]*\}", word)}
        words = [part for part in parts if len(part) > 3]
        found = {test: 1 for test in self.tests if LANGUAGE.search(test)}
        game = game_of(change.path)
        for golden in sorted((self.root / "tests/playthroughs").glob(f"{game}*.txt")) if game else ():
            text = golden.read_text(encoding="utf-8")
            if any(word in text for word in words):
                found[f"{EVERY_GAME}::[{golden.name}]"] = 2
        return found | dict.fromkeys(filter(is_test, self.graph.mention(words, "tests/")), 0)

    def _beside(self, place: PurePosixPath) -> dict[str, int]:
        """No code names it: tests that name a folder above it, the nearest; else any test may read it."""
        for above in place.parents:
            if above.name:
                near = [test for test in self.tests if test.startswith(f"{above}/")]
                near += filter(is_test, self.graph.mention([f'"{above.name}', f"{above}/", f'{above.name}"'], "tests/"))
                if near:
                    return dict.fromkeys(near, 1)
        return dict.fromkeys(self.tests, FAR)


def _is_words(place: PurePosixPath) -> bool:
    return len(place.suffixes) == 2 or place.name.startswith("words")


def _names(place: PurePosixPath) -> list[str]:
    """How code names a file: whole, or without its ending and language."""
    stem = place.name.split(".")[0]
    return [place.name, f'"{stem}"', f'"{stem}.']


def _around(place: PurePosixPath) -> str:
    """Where the code is that reads a file of data: in the game, or in the part of the package."""
    parts = place.parts
    if parts[:3] == ("src", "marne", "games"):
        return "/".join(parts[:4]) + "/"
    return "/".join(parts[:2]) + "/" if parts[0] == "src" else "tests/"
