"""What can be wrong with the lessons of a game, all of it at once: `marne data check` says so."""

from __future__ import annotations

from marne.engine import Game, MarneError
from marne.kit import read_index
from marne.kit.lessons import Lesson, lessons_in
from marne.lessons.conditions import faults
from marne.lessons.course import open_lesson
from marne.lessons.words import book_of, keys_of
from marne.players import player_names

__all__ = ["check_lessons"]


def check_lessons(game: Game) -> list[str]:
    """Every fault: files that can't be read, positions that can't be staged, conditions on facts that don't exist,
    rules that aren't in the index, words that are missing or left over in a language."""
    try:
        lessons = lessons_in(game.rule_index().parent)
    except MarneError as error:
        return [str(error)]
    found = [fault for lesson in lessons for fault in _faults(game, lesson)]
    book = book_of(game)
    wanted = {key for lesson in lessons for key in keys_of(lesson)}
    for language in book.languages:
        keys = book.keys(language)
        found += [f"lessons.{language}.toml: {key!r} is missing" for key in sorted(wanted - keys)]
        found += [f"lessons.{language}.toml: {key!r} is not used" for key in sorted(keys - wanted)]
    return found


def _faults(game: Game, lesson: Lesson) -> list[str]:
    found = []
    index = read_index(game.rule_index())
    for rule in (*lesson.rules, *(each.rule for each in lesson.fails)):
        if rule not in index:
            found.append(f"lesson {lesson.name}: rule {rule!r} is not in the index")
    if lesson.seat not in game.seats:
        found.append(f"lesson {lesson.name}: no seat {lesson.seat!r}")
    if lesson.opponent not in player_names(game):
        found.append(f"lesson {lesson.name}: no player {lesson.opponent!r}")
    if lesson.wrong.fails not in {each.key for each in lesson.fails}:
        found.append(f"lesson {lesson.name}: the wrong play fails by {lesson.wrong.fails!r}, which is no [[fail]]")
    try:
        position = open_lesson(game, lesson).position
    except (MarneError, LookupError, ValueError) as error:
        return [*found, f"lesson {lesson.name}: setup: {error}"]
    conditions = {"goal": lesson.goal, "star 2": lesson.stars[0], "star 3": lesson.stars[1]}
    conditions |= {f"fail {each.key}": each.when for each in lesson.fails[:-1]}
    for name, condition in conditions.items():
        found += faults(game, position, condition, f"lesson {lesson.name}: {name}")
    return found
