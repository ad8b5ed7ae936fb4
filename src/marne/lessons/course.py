"""A lesson as a match: its setting, its dice, and the pupil's answers with the computer on the other side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from marne.engine import CHANCE, LESSON, Answer, Game, IllegalAnswer, Match, Setting, check_setting
from marne.kit.lessons import Lesson, lesson_named
from marne.lab.play import seeded_dice
from marne.lessons.conditions import check_seat
from marne.lessons.judging import LessonJudge, Verdict
from marne.players import Minds

__all__ = ["LessonPlay", "lesson_of", "open_lesson", "setting_of"]


def lesson_of(game: Game, name: str) -> Lesson:
    """A lesson of a game by its name."""
    return lesson_named(game.rule_index().parent, name)


def setting_of(game: Game, lesson: Lesson) -> Setting:
    """The setting that a lesson is played with; it names the lesson, so records and tables find its position."""
    return check_setting(game, Setting(lesson.scenario, lesson.edition, (*lesson.options, (LESSON, lesson.name))))


def open_lesson(game: Game, lesson: Lesson) -> Match:
    """A match at the lesson's position, with the lesson's dice."""
    return Match(game, setting_of(game, lesson), seeded_dice(game, lesson.seed))


class LessonPlay:
    """A lesson that is being played in this process, for the terminal and for tests."""

    def __init__(self, game: Game, lesson: Lesson, told: Callable[[Match], None] | None = None) -> None:
        self.lesson = lesson
        self.match = open_lesson(game, lesson)
        self.seat = check_seat(game, lesson.seat)
        others = {seat: lesson.opponent for seat in range(len(game.seats)) if seat != self.seat}
        self._minds = Minds(self.match, others)
        self._judge = LessonJudge(game, lesson, self.match.position)
        self._told = told
        self._go_on()

    @property
    def verdict(self) -> Verdict:
        """How it stands."""
        return self._judge.verdict

    def answer(self, text: str) -> Verdict:
        """The pupil's answer, then the dice and the other side, up to the next question or the verdict."""
        answer = self.match.position.read(text)
        if answer is None:
            refusal = self.match.position.refusal(text)
            assert refusal is not None
            raise IllegalAnswer.of(refusal)
        self._play(answer)
        self._go_on()
        return self.verdict

    def _go_on(self) -> None:
        match = self.match
        while self.verdict.state == "open" and match.actor is not None and match.actor != self.seat:
            due: Any = match.actor
            self._play(match.roll() if due == CHANCE else self._minds.answer(due))

    def _play(self, answer: Answer) -> None:
        actor = self.match.actor
        assert actor is not None
        self.match.play(answer)
        self._judge.hear(actor, self.match.position)
        if self._told:
            self._told(self.match)
