"""Lessons as files: `data/lessons/1-NAME.toml` of a game, words in `data/lessons.*.toml`. See docs/lessons.md.

This module only reads them, so that a game can begin with a lesson's position. `marne.lessons` plays them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from marne.engine import MarneError, value

__all__ = ["Failing", "Lesson", "Try", "lesson_named", "lessons_in"]

Condition = Mapping[str, Any]
"""What must hold: keys as in the `expect` of a case file."""

_KEYS = {
    "scenario", "edition", "options", "seat", "opponent", "seed", "minutes", "rules", "limit", "limit_rule",
    "setup", "goal", "star", "fail", "solution", "wrong",
}  # fmt: skip
_NAME = re.compile(r"(\d+)-([a-z][a-z0-9-]*)")


@value
class Failing:
    """A way to fail: its key in the words, the rule that says why, and when it has happened."""

    key: str
    rule: str
    when: Condition


@value
class Try:
    """Answers of the pupil that a test plays. `fails` is the key of the failing they lead to, empty for a solution."""

    answers: tuple[str, ...]
    fails: str = ""


@value
class Lesson:
    """One lesson: a staged position, a goal that the facts of the game decide, and ways to fail."""

    name: str
    scenario: str
    edition: str
    options: tuple[tuple[str, str], ...]
    seat: str
    opponent: str
    seed: int
    minutes: int
    rules: tuple[str, ...]
    limit: int
    """The most answers that the pupil may give."""
    setup: Mapping[str, Any]
    goal: Condition
    stars: tuple[Condition, ...]
    """What earns the second and the third star."""
    fails: tuple[Failing, ...]
    """In the order they are looked at; the last one is `late`, for too many answers."""
    solution: Try
    wrong: Try


def lessons_in(home: Path) -> tuple[Lesson, ...]:
    """The lessons of a game, from the folder `lessons` in its data, in the order of their numbers."""
    return _read(home / "lessons")


def lesson_named(home: Path, name: str) -> Lesson:
    """A lesson by its name."""
    for lesson in lessons_in(home):
        if lesson.name == name:
            return lesson
    raise MarneError(f"there is no lesson {name!r}; there are {', '.join(each.name for each in lessons_in(home))}")


@cache
def _read(folder: Path) -> tuple[Lesson, ...]:
    found: list[tuple[int, Lesson]] = []
    for path in folder.glob("*.toml"):
        named = _NAME.fullmatch(path.stem)
        if named is None:
            raise MarneError(f"{path.name}: a lesson's file is called NUMBER-NAME.toml, in small letters")
        found.append((int(named[1]), _lesson(path, named[2])))
    return tuple(lesson for _, lesson in sorted(found, key=lambda each: each[0]))


def _lesson(path: Path, name: str) -> Lesson:
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MarneError(f"{path.name}: not TOML: {error}") from None
    if unknown := sorted(set(told) - _KEYS):
        raise MarneError(f"{path.name}: unknown key {unknown[0]!r}; known: {', '.join(sorted(_KEYS))}")
    if missing := sorted(_KEYS - {"edition", "options", "opponent", "minutes", "fail"} - set(told)):
        raise MarneError(f"{path.name}: {missing[0]!r} is missing")
    if len(told["star"]) != 2:
        raise MarneError(f"{path.name}: a lesson has two [[star]] parts, for the second and the third star")
    try:
        fails = [Failing(each["key"], str(each["rule"]), each["when"]) for each in told.get("fail", ())]
        wrong = Try(tuple(told["wrong"]["answers"]), told["wrong"]["fails"])
        solution = Try(tuple(told["solution"]["answers"]))
    except (KeyError, TypeError) as error:
        raise MarneError(f"{path.name}: a part lacks {error}") from None
    return Lesson(
        name=name,
        scenario=told["scenario"],
        edition=told.get("edition", ""),
        options=tuple((key, str(chosen)) for key, chosen in told.get("options", {}).items()),
        seat=told["seat"],
        opponent=told.get("opponent", "staff"),
        seed=told["seed"],
        minutes=told.get("minutes", 3),
        rules=tuple(told["rules"]),
        limit=told["limit"],
        setup=told["setup"],
        goal=told["goal"],
        stars=tuple(told["star"]),
        fails=(*fails, Failing("late", told["limit_rule"], {})),
        solution=solution,
        wrong=wrong,
    )
