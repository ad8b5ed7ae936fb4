"""Who imports whom, in the package, the scripts and the tests: read from the text, nothing is imported.

A line in a docstring that looks like an import counts as one, too: that makes a test nearer than it is, never further.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["Graph"]

_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE)
_PLAIN = re.compile(r"^[ \t]*import[ \t]+([^\n]+)", re.MULTILINE)
_NAMED = re.compile(r"[\"']((?:marne|training|scripts|tools)(?:\.\w+)+)(?::\w+)?[\"']")
"""A module named in a string is imported when it is asked for: the registry's games, data sets, players."""
BY_NAME = 2
"""How much further that is than an import."""
ROOTS = {"src": "", "tests": "", "scripts": "scripts", "benchmarks": "benchmarks", "tools": "tools"}


class Graph:
    """The modules by dotted name, and for each the modules that import it, with the length of that step."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paths: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        for folder, package in ROOTS.items():
            for path in sorted((root / folder).rglob("*.py")):
                parts = path.relative_to(root / folder).with_suffix("").parts
                parts = parts[:-1] if parts[-1] == "__init__" else parts
                place = path.relative_to(root).as_posix()
                self.paths[".".join((package, *parts) if package else parts)] = place
                self.texts[place] = path.read_text(encoding="utf-8")
        self.names = {place: name for name, place in self.paths.items()}
        self.importers: dict[str, dict[str, int]] = defaultdict(dict)
        for name, place in self.paths.items():
            for imported, step in self._imports(name, place).items():
                self.importers[imported][name] = step

    def _imports(self, name: str, place: str) -> dict[str, int]:
        text, found = self.texts[place], {}
        for match in _NAMED.finditer(text):
            found[self._known(match[1])] = BY_NAME
        for match in _PLAIN.finditer(text):
            for each in match[1].split(","):
                found[self._known(each.split()[0] if each.split() else "")] = 1
        for match in _FROM.finditer(text):
            home = self._home(name, place, match[1])
            found[self._known(home)] = 1
            for each in match[2].strip("()").split(","):
                if each.split():
                    found[self._known(f"{home}.{each.split()[0]}")] = 1
        found.pop("", None)
        found.pop(name, None)
        return found

    def _home(self, name: str, place: str, written: str) -> str:
        """The module that a `from` names, without its dots."""
        dots = len(written) - len(written.lstrip("."))
        if not dots:
            return written
        parts = name.split(".")
        up = dots - 1 if place.endswith("__init__.py") else dots
        return ".".join([*parts[: len(parts) - up], *filter(None, [written.lstrip(".")])])

    def _known(self, name: str) -> str:
        """The module itself, or of `module.attribute` the module; empty if it is not ours."""
        if name in self.paths:
            return name
        name = name.rpartition(".")[0]
        return name if name in self.paths else ""

    def _step(self, name: str, step: int) -> int:
        """A package that passes names on and a helper of tests are no step of their own."""
        place = self.paths[name]
        helper = place.startswith("tests/") and not Path(place).name.startswith("test_")
        return step - 1 if place.endswith("__init__.py") or helper else step

    def distances(self, places: Mapping[str, int]) -> dict[str, int]:
        """How far every file is from these, which are as far as they say."""
        found: dict[str, int] = {}
        queue = [(far, self.names[place]) for place, far in places.items() if place in self.names]
        heapq.heapify(queue)
        while queue:
            far, name = heapq.heappop(queue)
            if self.paths[name] in found:
                continue
            found[self.paths[name]] = far
            for importer, step in self.importers[name].items():
                heapq.heappush(queue, (far + self._step(importer, step), importer))
        return found

    def mention(self, words: Iterable[str], among: str) -> list[str]:
        """The files below a folder in which one of these words stands."""
        wanted = [word for word in words if word]
        return [
            place for place, text in self.texts.items() if place.startswith(among) and any(w in text for w in wanted)
        ]
