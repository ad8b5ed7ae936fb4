"""Whether a lesson is reached, failed or still open: read off the log of its game, so it survives undo and reload."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from marne.engine import LESSON, Entry, Game, MarneError, Match, Position, Seat, Setting, value
from marne.kit.lessons import Failing, Lesson
from marne.lessons.conditions import check_seat, holds

__all__ = ["Verdict", "judge"]


@value
class Verdict:
    """How a lesson went: its state, the stars, what made it fail and the rule that says so, and the answers given.
    `at` is the number of log rows after which it was decided."""

    state: Literal["open", "reached", "failed"]
    stars: int = 0
    earned: tuple[bool, ...] = ()
    fail: str = ""
    rule: str = ""
    answers: int = 0
    at: int = 0


class LessonJudge:
    """Follows a lesson answer by answer; the first verdict stays."""

    def __init__(self, game: Game, lesson: Lesson, position: Position[Any]) -> None:
        self.game = game
        self.lesson = lesson
        self._seat: Seat = check_seat(game, lesson.seat)
        self._happened: set[str] = set()
        self._answers = 0
        self._rows = 0
        self.verdict = Verdict("open")

    def hear(self, actor: Seat, position: Position[Any]) -> Verdict:
        """What an answer led to."""
        if self.verdict.state != "open":
            return self.verdict
        self._rows += 1
        self._answers += actor == self._seat
        self._happened.update(type(event).__name__ for event in position.events)
        self.verdict = self._decide(position)
        return self.verdict

    def _decide(self, position: Position[Any]) -> Verdict:
        lesson, count, rows = self.lesson, self._answers, self._rows
        if self._holds(position, lesson.goal):
            earned = tuple(self._holds(position, condition) for condition in lesson.stars)
            return Verdict("reached", 1 + sum(earned), earned, answers=count, at=rows)
        failed = next((each for each in lesson.fails[:-1] if self._holds(position, each.when)), None)
        if failed is None and (position.over or count >= lesson.limit):
            failed = lesson.fails[-1]
        if failed is None:
            return Verdict("open", answers=count, at=rows)
        return _failed(failed, count, rows)

    def _holds(self, position: Position[Any], condition: Any) -> bool:
        return holds(self.game, position, condition, self._happened, self._answers)


def _failed(failed: Failing, answers: int, rows: int) -> Verdict:
    return Verdict("failed", fail=failed.key, rule=failed.rule, answers=answers, at=rows)


def judge(game: Game, setting: Setting, lesson: Lesson, log: Sequence[Entry]) -> Verdict:
    """The verdict on a lesson's log: it is played again, so that undo takes a verdict back as well."""
    if setting.option(LESSON) != lesson.name:
        raise MarneError(f"this game was not opened as the lesson {lesson.name!r}")
    match = Match(game, setting)
    following = LessonJudge(game, lesson, match.position)
    for entry in log:
        match.replay((entry,))
        if following.hear(entry.actor, match.position).state != "open":
            break
    return following.verdict
