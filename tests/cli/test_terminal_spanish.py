"""A game as text in Spanish: every line of the table's own is in Spanish, and so are its commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import marne.games  # noqa: F401
from marne.engine import Setting, check_setting, find_game
from marne.terminal import COMMANDS, WORDS, TextTable, new_match


def told(name: str, language: str, lines: list[str]) -> list[str]:
    """What a table says to whoever types these lines."""
    game = find_game(name)
    said: list[str] = []
    match = new_match(game, check_setting(game, Setting(game.scenarios[0].name)), 3)
    given = iter([*lines, None])
    TextTable(match, {game.seats[1]: "random"}, said.append, language).run(lambda: next(given))
    return said


def test_both_languages_have_the_same_words() -> None:
    assert WORDS.keys("en") == WORDS.keys("es")


def test_commands_can_be_given_in_spanish(tmp_path: Path) -> None:
    file = tmp_path / "partida.marne"
    lines = [
        "ayuda",
        "tablero",
        "porqué place BR.1",
        "porqué 19",
        "prob done",
        "zzz",
        "done",
        "registro",
        "deshacer",
        f"guardar {file}",
        f"guardar {file}",
        "salir",
        "done",
    ]
    said = told("grand_illusion", "es", lines)
    text = "\n".join(said)
    assert said[0].startswith("Grand Illusion. Dados: huella de la semilla ")
    for words in (
        "está permitido",
        "no hay probabilidades que contar",
        "CAPS aliados: 0",
        "Aliados: ¿",
        f"guardado en {file}",
        f"! {file} ya existe; no se ha escrito nada",
    ):
        assert words in text
    assert file.exists()
    assert all(WORDS.say("es", f"command.{name}") != name for name in COMMANDS)


def test_a_die_is_not_taken_back() -> None:
    """The table of the miniatures is laid by dice before anybody answers."""
    said = told("brigade1914", "es", ["deshacer"])
    assert "! no hay nada que deshacer: nadie ha respondido aún" in said
    assert sum("la mesa: " in line for line in said) == 1


@pytest.mark.parametrize(("language", "title"), [("en", "1914 with miniatures"), ("es", "1914 con miniaturas")])
def test_the_game_is_named_in_the_language(language: str, title: str) -> None:
    assert told("brigade1914", language, [])[0].startswith(f"{title}. ")
