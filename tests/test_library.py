"""A game in a REPL read from a record, asked for its past, redone, advised and given to computer players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import marne
from marne.engine import CHANCE, SaidError, UnknownGame
from promises.table import promised


def played(name: str, answers: int = 12, **wish: Any) -> marne.GameInPlay:
    """A game with so many answers drawn at random."""
    table = marne.new(name, seed=7, **wish)
    for at in range(answers):
        table.play(table.legal.suggest(1, at)[0])
    return table


@promised("library")
def test_a_record_is_read(game: str, tmp_path: Path) -> None:
    table, file = played(game), tmp_path / "game.txt"
    file.write_text(table.record(), encoding="utf-8")
    for found in (marne.read(file), marne.read(str(file)), marne.read(table.record())):
        assert found == table
        assert [entry.text for entry in found.match.log] == [entry.text for entry in table.match.log]
    again = marne.read(file, seed=3, language="es")
    again.play(again.legal.suggest(1, 1)[0])
    assert len(again.match.log) > len(table.match.log)


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear friend,\nthis is a letter\n", encoding="utf-8")
    with pytest.raises(marne.MarneError, match="line 1"):
        marne.read(file)
    with pytest.raises(FileNotFoundError):
        marne.read(tmp_path / "missing.txt")
    with pytest.raises(UnknownGame, match="no language"):
        marne.read(played("schlieffens_war", 1).record(), language="fr")


@promised("library")
def test_the_past_is_told_in_words(game: str) -> None:
    table = played(game)
    past = table.history
    assert [each.number for each in past] == list(range(1, len(table.match.log) + 1))
    assert [each.answer for each in past] == [entry.text for entry in table.match.log]
    assert {each.who for each in past} <= {*table.game.seats, "chance"}
    last = table.news
    told = [line for each in past for line in each.news]
    assert told[len(told) - len(last) :] == last
    assert str(past[0]).startswith(f"1. {past[0].who}: {past[0].answer}")


@promised("library")
def test_counters_are_found_by_their_place(game: str) -> None:
    table = played(game, 40)
    assert table.pieces == table.scene.pieces
    for piece in table.pieces:
        assert piece in table.at(piece.place)
    assert table.at("nowhere") == ()


@promised("library")
def test_what_was_undone_is_redone_with_the_same_dice(game: str) -> None:
    table = played(game, 20)
    before, draws, news = table.copy(), table.match.draws, table.news
    table.undo().undo()
    assert table != before
    assert table.redo().redo() == before
    assert [(entry.text, entry.draw) for entry in table.match.log] == [
        (entry.text, entry.draw) for entry in before.match.log
    ]
    assert (table.match.draws, table.news) == (draws, news)
    with pytest.raises(SaidError, match="nothing to redo"):
        table.redo()
    table.undo()
    table.play(table.legal.suggest(1, 99)[0])
    with pytest.raises(SaidError, match="nothing to redo"):
        table.redo()


def test_after_a_redo_no_die_falls_twice() -> None:
    table = played("grand_illusion", 60)
    draws = table.match.draws
    assert draws > 2
    while len(table.match.log) > 5:
        table.undo()
    table.redo()
    table.play(table.legal.suggest(1, 5)[0])
    fresh = [entry.draw for entry in table.match.log if entry.draw is not None and entry.draw >= draws]
    older = [entry.draw for entry in table.match.log if entry.draw is not None and entry.draw < draws]
    assert len(set(older)) == len(older)
    assert table.match.draws >= draws + len(fresh)


@promised("library")
def test_advice_is_legal_and_changes_nothing(game: str) -> None:
    table = marne.new(game, seed=7)
    before = table.copy()
    for level in ("", "random"):
        assert table.advise(level) in table.legal
    assert table == before
    assert table.advise() == table.advise("staff")
    with pytest.raises(UnknownGame, match="no player 'napoleon'"):
        table.advise("napoleon")


def test_nobody_advises_the_dice() -> None:
    table = marne.new("grand_illusion", seed=7, dice=False)
    while table.match.actor != CHANCE:
        table.play(table.legal.suggest(1, 1)[0])
    with pytest.raises(SaidError, match="nothing to advise"):
        table.advise()


@promised("library")
def test_a_seat_is_given_to_a_computer_player_and_taken_back(game: str) -> None:
    table = marne.new(game, seed=7)
    first, other = table.game.seats.index(str(table.asked)), str(table.asked)
    table.computer(first, "random")
    assert table.asked != other
    if table.over:
        return
    table.play(table.legal.suggest(1, 1)[0])
    assert table.over or table.match.actor != first
    twin = table.copy()
    table.undo()
    assert len(table.match.log) < len(twin.match.log)
    assert table.match.actor == 1 - first, "what the computer answered goes with it"
    table.computer(first, None)
    with pytest.raises(UnknownGame, match="no seat 'umpire'"):
        table.computer("umpire")


def test_two_computer_players_play_to_the_end() -> None:
    table = marne.new("schlieffens_war", "frontiers", seed=7).computer("german", "random").computer("entente", "random")
    assert table.over
    assert marne.read(table.record()).over
