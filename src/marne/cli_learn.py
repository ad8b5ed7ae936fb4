"""`marne learn`: the lessons of a game, in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from marne.cli_options import Language, say
from marne.engine import Game, find_game, game_names
from marne.kit import ENGLISH
from marne.kit.lessons import Lesson
from marne.lessons import Verdict, check_lessons, judge, lesson_of, lesson_page, lesson_pages, open_lesson
from marne.rulebook import check_rulebook
from marne.terminal import WORDS, TextTable, checked_language
from marne.typed import folded

__all__ = ["add_to", "learn_lesson", "lesson_faults"]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(learn)


def learn(
    game: Annotated[str, typer.Argument(help="The game.")],
    lesson: Annotated[str, typer.Argument(help="The lesson; without it they are listed.")] = "",
    language: Language = ENGLISH,
) -> None:
    """Learn a game by playing: lessons with a goal, hints and stars."""
    found = find_game(game)
    checked_language(found, language)
    if not lesson:
        for page in lesson_pages(found, language):
            say(f"{page['name']:<12} {page['title']}: {page['task']}")
        return

    def ask() -> str | None:
        try:
            return input("> ")
        except EOFError:
            return None

    learn_lesson(found, lesson_of(found, lesson), say, ask, language)


def learn_lesson(
    game: Game, lesson: Lesson, say: Callable[[str], None], ask: Callable[[], str | None], language: str
) -> Verdict:
    """Play a lesson by lines of text; its verdict."""
    page = lesson_page(game, language, lesson)
    match = open_lesson(game, lesson)
    others = {seat: lesson.opponent for seat in game.seats if seat != lesson.seat}
    words = {folded("hint"), folded(WORDS.say(language, "learn.hint_word"))}
    hints = list(page["hints"])

    def verdict() -> Verdict:
        return judge(game, match.setting, lesson, match.log)

    def next_line() -> str | None:
        while verdict().state == "open":
            line = ask()
            if line is None or folded(line.strip()) not in words:
                return line
            say(hints.pop(0) if hints else WORDS.say(language, "learn.no_hint"))
        return None

    say(f"{page['title']}. {page['idea']}")
    say(WORDS.say(language, "learn.task", task=page["task"]))
    TextTable(match, others, say, language).run(next_line)
    end = verdict()
    if end.state == "reached":
        say(WORDS.say(language, "learn.reached", stars=end.stars, text=page["reached"]))
        if page["next"]:
            say(WORDS.say(language, "learn.next", game=game.name, lesson=page["next"]))
    elif end.state == "failed":
        say(WORDS.say(language, "learn.failed", text=page["fails"][end.fail], rule=end.rule))
    return end


def lesson_faults(game: str | None) -> int:
    """What `marne data check` says of lessons and rulebooks: 0 where all is well."""
    faults = [
        f"{name}: {fault}"
        for name in ([game] if game else game_names())
        for check in (check_lessons, check_rulebook)
        for fault in check(find_game(name))
    ]
    for fault in faults:
        say(fault)
    return 2 if faults else 0
