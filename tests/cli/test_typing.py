"""What a person types into `marne play`: help, near misses, the rest of a set-up. In every game."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

import marne.games  # noqa: F401
from engine.support import whole
from marne.cli import main
from marne.engine import CHANCE, Match, Position, Setting, check_setting, find_game, record_of
from marne.terminal import WORDS, TextTable, new_match
from marne.typed import folded, meant, nearest, refused
from promises.commands import GAMES
from promises.commands import marne as command
from promises.table import promised


def begun(name: str) -> Match:
    game = find_game(name)
    return new_match(game, check_setting(game, Setting(game.scenarios[0].name)), 3)


def told(match: Match, lines: list[str], language: str = "en", against: str = "") -> list[str]:
    """What the terminal says to somebody who types these lines, alone or against a computer player."""
    said: list[str] = []
    given = iter([*lines, None])
    kinds = {match.game.seats[1]: against} if against else {}
    TextTable(match, kinds, said.append, language).run(lambda: next(given))
    return said


def listing(name: str) -> Match:
    """A match at its first question with a list of answers."""
    match, rng = begun(name), Random(1)
    while True:
        ask = match.position.open
        assert ask is not None
        if ask.actor == CHANCE:
            match.play(match.roll())
        elif ask.options is None:
            match.play(match.position.suggest(rng)[0])
        else:
            return match


def answers(position: Position[Any]) -> list[str]:
    assert position.open is not None
    return [position.write(option) for option in position.open.options or ()]


@promised("typed")
@pytest.mark.parametrize(("language", "word"), [("en", "help"), ("es", "ayuda"), ("es", "HELP"), ("es", "Ayuda")])
def test_help_helps(game: str, language: str, word: str) -> None:
    said = told(begun(game), [word], language)
    assert said.count(WORDS.say(language, "help")) == 2
    assert not [line for line in said if line.startswith("!")]


def test_a_command_forgives_accents_and_case() -> None:
    assert WORDS.say("es", "allowed") in told(begun("schlieffens_war"), ["PORQUE 1re Armée 2206"], "es")


@pytest.mark.parametrize("typed", ["1re armee 2206", "1RE ARMÉE  2206", " 1re armée 2206 "])
def test_an_answer_forgives_accents_case_and_spaces(typed: str) -> None:
    match = begun("schlieffens_war")
    told(match, [typed])
    assert [entry.text for entry in match.log] == ["1re Armée 2206"]


@promised("typed")
def test_every_listed_answer_can_be_typed_in_capitals_and_without_accents(game: str) -> None:
    position = listing(game).position
    texts = answers(position)
    alone = [text for text in texts if sum(folded(text) == folded(each) for each in texts) == 1]
    assert alone
    for text in alone:
        found = meant(position, folded(text).upper())
        assert found is not None
        assert position.write(found) == text


def test_an_answer_can_be_given_by_its_words() -> None:
    match = begun("grand_illusion")
    choice = TextTable(match, {}, print)._scene().prompt.choices[-1]
    assert choice.text != choice.id
    told(match, [choice.text.upper()])
    assert match.log[0].text == choice.id


@promised("typed")
@pytest.mark.parametrize(("language", "words"), [("en", "did you mean: "), ("es", "¿querías decir: ")])
def test_a_near_miss_gets_a_suggestion(game: str, language: str, words: str) -> None:
    match = listing(game)
    answer = answers(match.position)[-1]
    typed = f"{answer[:-1]}q"
    assert answer in nearest(match.position, typed)
    (line,) = (line for line in told(match, [typed], language) if line.startswith("!"))
    assert words in line
    assert answer in line


@promised("typed")
def test_commands_take_the_number_of_an_answer(game: str) -> None:
    """Those that name an answer take all that an answer can be typed as."""
    match = listing(game)
    said = told(match, ["why 1", "odds 1"])
    assert WORDS.say("en", "allowed") in said
    assert not [line for line in said if line.startswith("!")]


@promised("typed")
def test_what_a_computer_did_cannot_be_undone_at_the_start(game: str) -> None:
    """Whoever sits down first: nobody takes back what the other side did before the own first answer."""
    for side in (0, 1):
        match, said = begun(game), list[str]()
        given = iter(["undo", None])
        TextTable(match, {match.game.seats[side]: "random"}, said.append).run(given.__next__)
        answered = any(entry.actor != CHANCE for entry in match.log)
        assert f"! {WORDS.say('en', 'no_undo' if answered else 'nothing_yet')}" in said


@promised("typed")
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_open_question_shows_how_an_answer_is_written(game: str, language: str) -> None:
    """Where answers can't be listed, the line gives one that is legal."""
    match, rng = begun(game), Random(1)
    while (ask := match.position.open) is not None and len(match.log) < 200:
        if ask.options is None and ask.actor != CHANCE:
            break
        match.play(match.roll() if ask.actor == CHANCE else match.position.suggest(rng)[0])
    hint = WORDS.say(language, "such_as", answer="")
    shown = [line for line in told(match, [], language) if line.startswith(hint)]
    assert bool(shown) == (ask is not None and ask.options is None)
    assert all(match.position.read(line.removeprefix(hint)) is not None for line in shown)


def test_nothing_is_suggested_for_nonsense() -> None:
    position = begun("schlieffens_war").position
    refusal = refused(position, "%%%%")
    assert refusal is not None
    assert "did you mean" not in refusal.why
    assert nearest(position, "") == []


def test_a_rule_that_refuses_is_told_before_anything_is_suggested() -> None:
    refusal = refused(begun("schlieffens_war").position, "1re Armée 0804")
    assert refusal is not None
    assert "home country" in refusal.why


@promised("typed")
def test_the_staff_answers_the_rest_of_the_first_question(game: str) -> None:
    before = begun(game)
    told(before, [], against="random")
    match = begun(game)
    said = told(match, ["rest"], against="random")
    assert len(match.log) > len(before.log)
    assert match.over or type(match.position.step) is not type(before.position.step)
    assert not [line for line in said if line.startswith("!")]


def test_all_counters_of_a_side_are_placed_by_one_word() -> None:
    match = begun("schlieffens_war")
    told(match, ["rest"])
    seats = match.game.seats
    assert len(match.log) > 20
    assert {entry.actor for entry in match.log} == {seats.index("entente")}
    assert match.actor == seats.index("german")


def test_games_fit_eighty_columns() -> None:
    listed = command("games")
    assert listed.returncode == 0, listed.stderr
    assert max(map(len, listed.stdout.splitlines())) <= 80
    assert "…" not in listed.stdout
    words = " ".join(listed.stdout.split())
    for name in GAMES:
        game = find_game(name)
        assert f"{name}: {game.title}" in words
        for part in (*(scenario.name for scenario in game.scenarios), *game.seats, *game.editions):
            assert part in words
        assert all(", ".join(option.values) in words for option in game.options)


@pytest.mark.parametrize("words", [("play", "training"), ("replay", "RECORD"), ("analyse", "RECORD")])
def test_an_unknown_language_is_refused_in_one_line(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.marne"
    file.write_text(record_of(whole(1)), encoding="utf-8")
    typed = [str(file) if word == "RECORD" else word for word in words]
    monkeypatch.setattr(sys, "argv", ["marne", *typed, "--language", "fr"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--language fr" in line
    assert "en, es" in line


@promised("typed")
@pytest.mark.parametrize(
    ("language", "typed"), [("en", ("why", "odds", "save")), ("es", ("porqué", "prob", "guardar"))]
)
def test_a_command_without_its_argument_says_what_is_missing(game: str, language: str, typed: tuple[str, ...]) -> None:
    for word, key in zip(typed, ("why", "odds", "save"), strict=True):
        assert "! " + WORDS.say(language, f"{key}_what", command=word) in told(begun(game), [word], language)


@promised("typed")
def test_undo_before_the_first_answer_says_that_nobody_has_answered(game: str) -> None:
    assert "! " + WORDS.say("en", "nothing_yet") in told(begun(game), ["undo"])


@promised("typed")
def test_a_game_saved_where_nothing_can_be_written_is_refused(game: str, tmp_path: Path) -> None:
    said = told(begun(game), [f"save {tmp_path / 'none' / 'game.txt'}", "board"])
    assert any(line.startswith("! ") and "none" in line for line in said)


def shown(monkeypatch: pytest.MonkeyPatch, game: str, language: str, terminal: bool) -> list[str]:
    """What `marne play` writes on a screen of 80 columns, or into a file."""
    file = StringIO()
    monkeypatch.setattr("marne.cli_options.out", Console(file=file, width=80, force_terminal=terminal, soft_wrap=True))
    monkeypatch.setattr(sys, "argv", ["marne", "play", game, "--seed", "1", "--language", language])
    lines = iter(["help", "board", "rest", "board", "nonsense", "odds 1", "1", "rest", "log", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    return file.getvalue().splitlines()


@promised("typed")
@pytest.mark.parametrize("language", ["en", "es"])
def test_lines_break_between_words_on_a_terminal_of_80_columns(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as here:
        narrow = shown(here, game, language, terminal=True)
    whole = shown(monkeypatch, game, language, terminal=False)
    assert [line for line in narrow if len(line) > 80] == []
    assert max(map(len, whole)) > 80, "a file gets each line as it is"
    assert " ".join(narrow).split() == " ".join(whole).split(), "no word is broken or lost"
