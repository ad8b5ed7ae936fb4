"""The rulebooks: every rule has its paragraph, every reference leads somewhere, tables show the data of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import marne.games  # noqa: F401  the games are registered
from marne.engine import MarneError, find_game
from marne.kit import read_index
from marne.rulebook import Block, check_rulebook, draw_figure, figures_in, read_rulebook
from marne.rulebook.chapters import languages_in, read_chapter
from marne.rulebook.charts import shown_table
from marne.rulebook.faults import written

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")
SHORTEST = 20
"""Characters of a passage: less than this says nothing."""


def data(game: str) -> Path:
    return find_game(game).rule_index().parent


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_paragraph_and_every_reference_leads_somewhere(game: str) -> None:
    assert check_rulebook(find_game(game)) == []
    for language in languages_in(data(game)):
        assert written(find_game(game), language) == set(read_index(find_game(game).rule_index()))


@pytest.mark.parametrize("game", GAMES)
def test_a_paragraph_says_something(game: str) -> None:
    for passage in read_rulebook(find_game(game), "en").passages():
        words = " ".join(text for block in passage.blocks for text in (block.text, *block.items))
        assert not passage.summary
        assert not passage.number or len(words) >= SHORTEST, passage.number


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in figures_in(data(game))])
def test_a_figure_is_drawn_and_shown(game: str, name: str) -> None:
    svg = draw_figure(find_game(game), name, "en")
    assert svg.startswith("<svg")
    assert svg.count("</svg>") == 1
    shown = {block.source for each in read_rulebook(find_game(game), "en").passages() for block in each.blocks}
    assert name in shown


@pytest.mark.parametrize("game", GAMES)
def test_another_language_has_every_rule_too(game: str) -> None:
    numbers = [passage.number for passage in read_rulebook(find_game(game), "es").passages() if passage.number]
    assert sorted(numbers) == sorted(read_index(find_game(game).rule_index()))


def test_a_table_shows_what_the_rules_read() -> None:
    head, rows = shown_table(data("schlieffens_war"), "tables.toml#crt", "en")
    assert head == ("Die", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert rows[2] == ("3", "2/0", "2/1", "1/1", "1/2", "1/2", "0/2", "0/3", "0/3")
    head, rows = shown_table(data("schlieffens_war"), "tables.toml#shifts", "en")
    assert head == ("What", "Columns")
    assert ("Rough", "−1") in rows


def test_lists_are_joined_and_columns_of_a_file_chosen() -> None:
    game = data("grand_illusion")
    assert ("British", "1, 4, 14") in shown_table(game, "places.toml#sources", "en")[1]
    head, rows = shown_table(game, "units.csv#kind=fort:name,start,ladder", "en")
    assert head == ("Fort", "Hex", "Steps")
    assert ("Maubeuge", "54", "5+2 4+2 3+1 2+1") in rows
    rates = shown_table(data("brigade1914"), "values.toml#move.rates/100", "en")
    assert ("Cavalry, mounted", "8", "4", "16") in rates[1]
    assert shown_table(data("nach_paris"), "results.toml#crt", "en")[1][0][:3] == ("−4", "●O+3/O+3", "O−8/O+1")
    for wrong in ("units.csv#kind=castle:name", "units.csv#kind=fort:price", "units.csv#nobody"):
        with pytest.raises(MarneError):
            shown_table(game, wrong, "en")


@pytest.mark.parametrize("source", ["tables.toml#nothing", "nothing.toml", "tables.toml#crt.rows.1"])
def test_a_table_that_is_not_there_is_named(source: str) -> None:
    with pytest.raises(MarneError):
        shown_table(data("schlieffens_war"), source, "en")


def test_interpretations_come_with_the_rule_that_they_read() -> None:
    passages = {each.number: each for each in read_rulebook(find_game("schlieffens_war"), "en").passages()}
    keys = {note[0] for note in passages["11.15"].notes} | {note[0] for note in passages["11.8"].notes}
    assert {"below-even", "depot-alone"} <= keys
    assert passages["7.0"].overlay == "zoc"


def test_a_reader_has_the_words_of_the_own_language() -> None:
    for game in ("brigade1914", "grand_illusion"):
        passages = list(read_rulebook(find_game(game), "es").passages())
        assert {each.language for each in passages} == {"es"}
    heads = [block.head for each in passages if each.number == "9.1.4" for block in each.blocks if block.head]
    assert heads == [("Dos dados", "Resultado")]


def test_a_difference_of_an_edition_is_shown_where_it_is_played() -> None:
    passages = {each.number: each for each in read_rulebook(find_game("grand_illusion"), "en").passages()}
    assert ("spanish", "ES-16") in passages["9.4.1"].differs
    assert ("spanish", "ES-4") not in passages["9.4.1"].differs  # words only
    assert "both-driven" in {note[0] for note in passages["ES-17"].notes}


def test_a_chapter_is_read_into_blocks(tmp_path: Path) -> None:
    page = tmp_path / "1-one.en.md"
    page.write_text(
        "# First (edition spanish)\n\nTwo lines\nof words.\n- a\n- b\n  and more\n\n## 1.1\n\n"
        "{table a.toml#b} Caption [1.1]\n\n1. one\n2. two\n",
        encoding="utf-8",
    )
    first, second = read_chapter(page)
    assert (first.heading, first.edition, second.heading, second.level) == ("First", "spanish", "1.1", 2)
    assert first.blocks == (Block("text", "Two lines of words."), Block("list", items=("a", "b and more")))
    assert [block.kind for block in second.blocks] == ["table", "steps"]
    page.write_text("words\n# Late\n", encoding="utf-8")
    with pytest.raises(MarneError, match="before the first heading"):
        read_chapter(page)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("See [99.9].", "no rule 99.9"),
        ("{figure none} A", "no figure 'none'"),
        ("{table tables.toml#none} A", "nothing is called 'none'"),
        ("## 1.1\n\nOnce more.", "two paragraphs"),
    ],
)
def test_what_is_wrong_is_said(words: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "1.en.md"
    page.write_text(f"# 1.1\n\n{words}\n", encoding="utf-8")
    monkeypatch.setattr("marne.rulebook.faults.chapters_in", lambda data, language: [page])
    faults = check_rulebook(find_game("schlieffens_war"))
    assert any(fault in each for each in faults)
    assert "rule 11.8 has no paragraph" in faults


@pytest.mark.parametrize("game", GAMES)
def test_sentences_are_short(game: str) -> None:
    """Plain English: about 20 words a sentence, and none of more than 45."""
    for passage in (
        each for lang in languages_in(data(game)) for each in read_rulebook(find_game(game), lang).passages()
    ):
        for block in passage.blocks:
            for text in (block.text, *block.items):
                for sentence in re.split(r"(?<=[.!?:;]) ", text):
                    assert len(sentence.split()) <= 45, f"{passage.number}: {sentence}"
