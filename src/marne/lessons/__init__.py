"""Lessons: staged positions with a goal that the rules check. A game joins by having `data/lessons`."""

from marne.lessons.checks import check_lessons
from marne.lessons.course import LessonPlay, lesson_of, open_lesson, setting_of
from marne.lessons.judging import Verdict, judge
from marne.lessons.words import LessonPage, lesson_page, lesson_pages

__all__ = [
    "LessonPage",
    "LessonPlay",
    "Verdict",
    "check_lessons",
    "judge",
    "lesson_of",
    "lesson_page",
    "lesson_pages",
    "open_lesson",
    "setting_of",
]
