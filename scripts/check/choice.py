"""Which of the tied tests are run: the nearest first, and of those equally near the quickest, while time is left."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["DURATIONS", "Choice", "choose", "read_durations", "seconds_of"]

DURATIONS = "build/durations.json"
"""Seconds of each test, as this machine last ran it; every run of `scripts.check.plugin` adds to it."""
UNKNOWN = 0.15
"""Seconds of a test that never ran here."""
NAMED = 2.0
"""Seconds of one that was named by its parameters, a case, a witness or a golden, and never ran here."""
OPENING = 0.15
"""Seconds to read a file of tests."""
_TEST = re.compile(r"^ *(?:async )?def test_", re.MULTILINE)


@dataclass
class Choice:
    """What pytest is given: whole files, single tests (`file::name`, `file::[parameters]`), and what was left out."""

    files: list[str] = field(default_factory=list)
    single: list[str] = field(default_factory=list)
    seconds: float = 0.0
    left_out: list[str] = field(default_factory=list)
    left_seconds: float = 0.0
    nearest_left: int = 0

    @property
    def paths(self) -> list[str]:
        """Every file that pytest must read."""
        return list(dict.fromkeys([*self.files, *(each.partition("::")[0] for each in self.single)]))

    def takes(self, node: str, slow: bool = False) -> bool:
        """Whether a test is chosen. A slow one must be named with its parameters.

        >>> Choice(single=["tests/a.py::[mons.txt]"]).takes("tests/a.py::test_golden[mons.txt]", slow=True)
        True
        >>> Choice(files=["tests/a.py"]).takes("tests/a.py::test_golden[mons.txt]", slow=True)
        False
        """
        file, _, name = node.partition("::")
        bare, bracket, rest = name.partition("[")
        if bracket and f"{file}::[{rest}" in self.single:
            return True
        if slow:
            return False
        return file in self.files or any(f"{file}::{part}" in self.single for part in bare.split("::"))


def read_durations(root: Path) -> dict[str, float]:
    """What is known; nothing on a fresh machine."""
    try:
        return {str(node): float(took) for node, took in json.loads((root / DURATIONS).read_text()).items()}
    except (OSError, ValueError):
        return {}


def seconds_of(target: str, texts: Mapping[str, str], known: Mapping[str, Mapping[str, float]]) -> float:
    """How long a file or a single test will take."""
    file, _, single = target.partition("::")
    took = known.get(file, {})
    if single.startswith("["):
        return sum(each for node, each in took.items() if node.endswith(single)) or NAMED
    if single:
        mine = [each for node, each in took.items() if single in node.partition("[")[0].split("::")]
        return sum(mine) if mine else UNKNOWN
    if took:
        return OPENING + sum(took.values())
    tests = len(_TEST.findall(texts.get(file, "")))
    return OPENING + UNKNOWN * tests * (3 if "parametrize" in texts.get(file, "") else 1)


def choose(ties: Mapping[str, int], texts: Mapping[str, str], known: Mapping[str, float], budget: float) -> Choice:
    """Fill the budget of seconds."""
    by_file: dict[str, dict[str, float]] = defaultdict(dict)
    for node, took in known.items():
        by_file[node.partition("::")[0]][node] = took
    cost = {target: seconds_of(target, texts, by_file) for target in ties}
    made = Choice()
    for target in sorted(ties, key=lambda each: (ties[each], cost[each], each)):
        if target.partition("::")[0] in made.files:
            continue
        if made.seconds + cost[target] > budget:
            made.nearest_left = ties[target] if not made.left_out else made.nearest_left
            made.left_out.append(target)
            made.left_seconds += cost[target]
            continue
        made.seconds += cost[target]
        (made.single if "::" in target else made.files).append(target)
    return made
