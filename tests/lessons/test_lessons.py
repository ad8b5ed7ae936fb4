"""Every lesson can be played to its stars, and fails by a wrong play; what is wrong with a lesson is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import marne.games  # noqa: F401  the games are registered
from marne.cli_learn import learn_lesson, lesson_faults
from marne.engine import MarneError, Match, UnknownGame, check_setting, find_game, read_record, rebuild, record_of
from marne.kit.lessons import Lesson, lessons_in
from marne.lessons import LessonPlay, check_lessons, judge, lesson_of, lesson_page, lesson_pages, open_lesson
from marne.lessons.words import book_of

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")
LESSONS = [(name, lesson) for name in GAMES for lesson in find_game(name).lessons()]  # type: ignore[attr-defined]


def _played(game: str, lesson: Lesson, answers: tuple[str, ...]) -> LessonPlay:
    play = LessonPlay(find_game(game), lesson)
    for text in answers:
        assert play.verdict.state == "open", f"decided before {text!r}"
        play.answer(text)
    return play


def test_each_game_has_four_lessons_and_the_first_takes_three_minutes() -> None:
    for name in GAMES:
        game = find_game(name)
        lessons = lessons_in(game.rule_index().parent)
        assert len(lessons) >= 4
        assert lessons[0].minutes == 3


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_played_to_its_stars(game: str, name: str) -> None:
    lesson = lesson_of(find_game(game), name)
    verdict = _played(game, lesson, lesson.solution.answers).verdict
    assert (verdict.state, verdict.stars) == ("reached", 3)


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_fails_by_a_wrong_play(game: str, name: str) -> None:
    lesson = lesson_of(find_game(game), name)
    verdict = _played(game, lesson, lesson.wrong.answers).verdict
    assert (verdict.state, verdict.fail, verdict.stars) == ("failed", lesson.wrong.fails, 0)
    assert verdict.rule


@pytest.mark.parametrize("name", GAMES)
def test_the_lessons_of_a_game_are_sound_and_told_in_each_language(name: str) -> None:
    game = find_game(name)
    assert check_lessons(game) == []
    languages = book_of(game).languages
    assert len(languages) > 1
    told = [[page["task"] for page in lesson_pages(game, language)] for language in languages]
    assert all(one != other for one, other in zip(*told[:2], strict=True))


def test_the_next_lesson_is_offered() -> None:
    game = find_game("schlieffens_war")
    names = game.lessons()  # type: ignore[attr-defined]
    offered = [lesson_page(game, "en", lesson_of(game, name))["next"] for name in names]
    assert offered == [*names[1:], ""]


def test_too_many_answers_fail() -> None:
    game = find_game("schlieffens_war")
    lesson = replace(lesson_of(game, "march"), limit=2)
    verdict = _played("schlieffens_war", lesson, lesson.solution.answers[:2]).verdict
    assert (verdict.state, verdict.fail, verdict.rule) == ("failed", "late", "10.1")


def test_undo_takes_a_verdict_back_and_a_record_keeps_the_lesson() -> None:
    game = find_game("schlieffens_war")
    lesson = lesson_of(game, "march")
    match = open_lesson(game, lesson)
    for text in lesson.solution.answers:
        match.play_text(text)
        match.roll_all()
    assert judge(game, match.setting, lesson, match.log).state == "reached"
    again: Match = rebuild(read_record(record_of(match)))
    assert again.setting == match.setting
    assert again.position == match.position
    match.go_back(2)
    assert judge(game, match.setting, lesson, match.log).state == "open"
    match.go_back(0)
    assert match.position == open_lesson(game, lesson).position


def test_a_lesson_that_is_not_there() -> None:
    game = find_game("schlieffens_war")
    with pytest.raises(UnknownGame, match="no lesson 'moon'"):
        check_setting(game, replace(open_lesson(game, lesson_of(game, "march")).setting, options=(("lesson", "moon"),)))
    with pytest.raises(MarneError, match="moon"):
        lesson_of(game, "moon")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"goal": {"unit": {"ZZ AK": {"hex": "1010"}}}}, "no unit 'ZZ AK'"),
        ({"goal": {"unit": {"X AK": {"moon": 1}}}}, "has no 'moon'"),
        ({"goal": {"ship": {}}}, "unknown 'ship'"),
        ({"goal": {}}, "nothing is asked"),
        ({"goal": {"unit": {"X AK": {"steps": {"more": 1}}}}}, "limits other than"),
        ({"seat": "red"}, "no seat 'red'"),
        ({"opponent": "caesar"}, "no player 'caesar'"),
        ({"rules": ("99.9",)}, "rule '99.9'"),
        ({"setup": {"moon": 1}}, "unknown change 'moon'"),
    ],
)
def test_what_is_wrong_with_a_lesson(monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], words: str) -> None:
    game = find_game("schlieffens_war")
    broken = replace(lesson_of(game, "march"), **change)
    monkeypatch.setattr("marne.lessons.checks.lessons_in", lambda home: (broken,))
    monkeypatch.setattr("marne.kit.house.lesson_named", lambda home, name: broken)
    assert any(words in fault for fault in check_lessons(game))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seed = 1", 'seed = 1\nmoon = "full"', "unknown key 'moon'"),
        ("limit = 10\n", "", "'limit' is missing"),
        ("[[star]]\nanswers = { at_most = 7 }\n", "", "two [[star]] parts"),
        ('seat = "german"', "seat = german", "not TOML"),
        ('key = "ended"\n', "", "lacks 'key'"),
    ],
)
def test_a_file_that_is_no_lesson(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (find_game("schlieffens_war").rule_index().parent / "lessons" / "1-march.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "1-march.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MarneError, match=None) as caught:
        lessons_in(tmp_path)
    assert words in str(caught.value)


def test_a_lesson_in_the_terminal() -> None:
    game = find_game("schlieffens_war")
    lesson = lesson_of(game, "march")
    said: list[str] = []
    lines = iter(["hint", *lesson.solution.answers])
    verdict = learn_lesson(game, lesson, said.append, lambda: next(lines, None), "en")
    assert verdict.stars == 3
    page = lesson_page(game, "en", lesson)
    assert page["hints"][0] in said
    assert f"Done: 3 stars of 3. {page['reached']}" in said
    assert said[-1] == "Next: marne learn schlieffens_war supply"
    lines = iter(lesson.wrong.answers)
    learn_lesson(game, lesson, said.append, lambda: next(lines, None), "en")
    assert said[-1] == f"Not this time: {page['fails']['ended']} (10.1)"


def test_data_check_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lesson_faults("schlieffens_war") == 0
    monkeypatch.setattr("marne.cli_learn.check_lessons", lambda game: ["a lesson lacks a word"])
    assert lesson_faults("schlieffens_war") == 2
