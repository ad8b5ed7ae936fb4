"""A lesson in words: what a page or the terminal tells of it in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from marne.engine import Game
from marne.kit import Phrasebook
from marne.kit.lessons import Lesson, lessons_in

__all__ = ["HINTS", "LessonPage", "book_of", "keys_of", "lesson_page", "lesson_pages"]

HINTS: Final = 3


class LessonPage(TypedDict):
    """What is told of a lesson. `fails` are the words for each way to fail; `next` is the name of the next lesson."""

    name: str
    title: str
    idea: str
    task: str
    hints: Sequence[str]
    stars: Sequence[str]
    reached: str
    fails: Mapping[str, str]
    rules: Sequence[str]
    minutes: int
    limit: int
    seat: str
    next: str


def book_of(game: Game) -> Phrasebook:
    """The words of a game's lessons: `data/lessons.*.toml`."""
    return Phrasebook(game.rule_index().parent, "lessons")


def keys_of(lesson: Lesson) -> tuple[str, ...]:
    """The keys that a lesson's words need."""
    hints = (f"hint.{number}" for number in range(1, HINTS + 1))
    fails = (f"fail.{each.key}" for each in lesson.fails)
    return tuple(
        f"{lesson.name}.{key}" for key in ("title", "idea", "task", *hints, "star.2", "star.3", "reached", *fails)
    )


def lesson_page(game: Game, language: str, lesson: Lesson) -> LessonPage:
    """A lesson in a language."""
    book = book_of(game)

    def said(key: str) -> str:
        return book.say(language, f"{lesson.name}.{key}")

    names = [each.name for each in lessons_in(game.rule_index().parent)]
    after = names[names.index(lesson.name) + 1 :]
    return {
        "name": lesson.name,
        "title": said("title"),
        "idea": said("idea"),
        "task": said("task"),
        "hints": [said(f"hint.{number}") for number in range(1, HINTS + 1)],
        "stars": [said("star.2"), said("star.3")],
        "reached": said("reached"),
        "fails": {each.key: said(f"fail.{each.key}") for each in lesson.fails},
        "rules": lesson.rules,
        "minutes": lesson.minutes,
        "limit": lesson.limit,
        "seat": lesson.seat,
        "next": after[0] if after else "",
    }


def lesson_pages(game: Game, language: str) -> list[LessonPage]:
    """Every lesson of a game in a language, in the order of learning."""
    return [lesson_page(game, language, lesson) for lesson in lessons_in(game.rule_index().parent)]
