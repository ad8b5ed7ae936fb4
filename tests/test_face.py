"""`marne.new`: a game in a REPL, as its users expect it to answer."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import marne
from marne.drawn import draw_scene
from marne.engine import (
    CHANCE,
    IllegalAnswer,
    Match,
    SaidError,
    UnknownGame,
    find_game,
    game_names,
    read_record,
    rebuild,
)
from marne.engine import registry as known
from marne.terminal import TextTable
from promises.table import promised

NAMES = ("brigade1914", "grand_illusion", "schlieffens_war", "training")


def played(name: str, answers: int = 60, **wish: int) -> marne.GameInPlay:
    """A game with so many answers drawn at random."""
    table = marne.new(name, seed=wish.get("seed", 7))
    for at in range(answers):
        if table.over:
            break
        table.play(table.legal.suggest(1, at)[0])
    return table


@pytest.mark.parametrize("name", NAMES)
def test_it_says_where_it_stands(name: str) -> None:
    table = played(name, 5)
    scene = table.scene
    for words in (table.game.title, scene.turn, scene.phase, scene.prompt.question, scene.prompt.rule):
        assert words[:1].upper() + words[1:] in repr(table) or words in repr(table)
    assert ("open question" if table.legal.open else f"{len(table.legal)} answers") in repr(table)


@pytest.mark.parametrize("name", NAMES)
def test_print_shows_the_board_that_the_terminal_shows(name: str) -> None:
    table = played(name, 5)
    lines: list[str] = []
    TextTable(table.match, {}, lines.append)._take("board")
    assert len(lines) > 5
    assert str(table).splitlines()[1:] == "\n".join(lines).splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_legal_iterates_contains_and_counts(name: str) -> None:
    table, listed = marne.new(name, seed=3), 0
    for at in range(40):
        legal, ask = table.legal, table.position.open
        assert ask is not None
        if ask.options is not None:
            listed += 1
            texts = list(legal)
            assert len(texts) == len(legal) == len(ask.options) == len(set(texts))
            assert str(legal).splitlines() == texts
            assert all(text in legal for text in texts)
            assert all(answer in legal for answer in ask.options)
            assert legal[-1] == texts[-1]
            assert f"<{len(texts)} legal: {texts[0]}" in repr(legal)
        assert "no such answer" not in legal
        table.play(legal.suggest(1, at)[0])
    assert listed


def test_open_geometry_cannot_be_listed_but_is_suggested() -> None:
    table = marne.new("brigade1914", seed=7)
    assert table.legal.open
    with pytest.raises(marne.MarneError, match="suggest"):
        list(table.legal)
    for text in table.legal.suggest(5, 1):
        assert text in table.legal
    assert "-5,-5" not in table.legal
    assert repr(table.legal).startswith("<legal: open, such as ")


def test_text_and_answer_are_the_same() -> None:
    table = marne.new("schlieffens_war", seed=7)
    assert table.legal.answers is not None
    answer, twin = table.legal.answers[2], table.copy()
    assert table.play(answer) == twin.play(twin.legal[2])


def test_a_refused_answer_changes_nothing_and_has_a_rule() -> None:
    table = marne.new("schlieffens_war", seed=7)
    before = table.copy()
    with pytest.raises(IllegalAnswer, match=r"The Ruhr is not in the home country .*\(3\.1\)"):
        table.play("1re Armée 0804")
    with pytest.raises(IllegalAnswer):
        table.odds("1re Armée 0804")
    assert table == before
    assert str(table.why_not("1re Armée 0804")) == "0804 The Ruhr is not in the home country of 1re Armée (3.1)"
    assert table.why_not("1re Armée 2206") is None
    assert str(table.why_not(10**6)) == "that is not one of the legal answers (3.1)"
    assert None not in table.legal
    assert None not in marne.new("brigade1914", seed=7).legal


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    table = played(name, 30)
    twin = table.copy()
    assert twin == table
    log = list(table.match.log)
    twin.play(twin.legal.suggest(1, 1)[0])
    assert twin != table
    assert table.match.log == log
    table.play(twin.match.log[len(log)].text)
    assert twin == table, "the same dice are to come"
    assert twin.undo().match.log == log


def test_equal_is_the_position_not_the_way() -> None:
    one, other = marne.new("schlieffens_war", seed=7), marne.new("schlieffens_war", seed=8)
    assert one == other
    assert one.position == other.position
    assert one.play(one.legal[0]) != other.play(other.legal[1])
    assert one.position != other.position
    assert marne.new("schlieffens_war", "frontiers") != marne.new("schlieffens_war")
    assert one != "schlieffens_war"
    with pytest.raises(TypeError):
        hash(one.position)


def test_a_position_says_what_is_asked() -> None:
    position = find_game("schlieffens_war").start(Match(find_game("schlieffens_war"), "campaign").setting)
    assert repr(position) == "<Position of WarBoard: PlaceCounter (3.1) asks seat 1, 7 answers>"
    end = played("training", 10_000)
    assert end.over
    assert repr(end.position).endswith(": over>")
    assert f"{end.score.why} ({end.score.rule})" in repr(end)


def test_dice_are_thrown_or_answered_by_hand() -> None:
    thrown = played("training", 20)
    assert any(entry.actor == CHANCE for entry in thrown.match.log)
    assert thrown.asked != "chance"
    by_hand = marne.new("training", thrown.match.setting.scenario, dice=False)
    while by_hand.asked != "chance":
        by_hand.play(by_hand.legal[0])
    assert "chance: " in repr(by_hand)
    assert by_hand.odds(by_hand.legal[0]) is None
    for die in by_hand.legal:
        assert by_hand.copy().play(die) == by_hand.copy().play(die)


def test_odds_are_told_and_add_up() -> None:
    table = marne.new("schlieffens_war", "frontiers", seed=7)
    odds = None
    while odds is None:
        odds = next((found for found in map(table.odds, table.legal) if found), None)
        table.play(table.legal.suggest(1, len(table.match.log))[0])
    assert sum(odds.chances.values()) == pytest.approx(1)
    assert repr(odds).startswith(odds.told.title)
    assert " = " in str(odds)


def test_a_seat_is_observed_by_name_or_number() -> None:
    table = played("grand_illusion", 30)
    seats = table.game.seats
    assert table.observe(seats[1]).facts == table.observe(1).facts == table.match.observe(1).facts
    assert table.observe(None).options is None
    for wrong in ("belgian", 2, -1):
        with pytest.raises(UnknownGame, match="has no seat"):
            table.observe(wrong)


@promised("picture")
def test_a_picture_has_every_counter_on_the_map(game: str) -> None:
    table = played(game)
    svg = table._repr_svg_()
    assert svg is not None
    drawn = [group for group in ET.fromstring(svg).iter() if group.get("class") == "piece"]
    assert len(drawn) == len(table.scene.pieces) > 10


def test_a_game_without_a_board_has_no_picture() -> None:
    scene = played("training").scene
    assert draw_scene(scene) is not None
    assert draw_scene(replace(scene, game="chess")) is None


def test_spanish() -> None:
    table = marne.new("grand_illusion", seed=7, language="es")
    assert repr(table).endswith(f" · {len(table.legal)} respuestas>")
    assert "CAPS aliados: 0" in str(table)


def test_it_is_recorded_as_any_game() -> None:
    table = played("schlieffens_war")
    assert rebuild(read_record(table.record())).position == table.position


@pytest.mark.parametrize("wish", [{"scenario": "verdun"}, {"edition": "third"}, {"options": {"fog": "yes"}}])
def test_what_a_game_lacks_is_said(wish: dict[str, object]) -> None:
    with pytest.raises(UnknownGame, match=r"^schlieffens_war has no (scenario|edition|option) '.*'; it has "):
        marne.new("schlieffens_war", **wish)  # type: ignore[arg-type]
    with pytest.raises(UnknownGame, match="schlieffens_war has no scenario 'verdun'; it has campaign, frontiers"):
        Match(find_game("schlieffens_war"), "verdun")
    with pytest.raises(UnknownGame, match=r"no game 'chess'; there are .*schlieffens_war"):
        marne.new("chess")


def test_the_module_offers_its_face() -> None:
    assert set(marne.__all__) <= set(dir(marne))
    assert all(getattr(marne, name) for name in marne.__all__)
    with pytest.raises(AttributeError, match="'old'"):
        marne.old  # noqa: B018


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of somebody else, as pip would put it there."""
    folder = tmp_path / "ypres-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: ypres\nVersion: 1.0\n", encoding="utf-8")
    points = "ypres = training.game:GAME\nlost = nowhere.game:GAME\nschlieffens_war = training.game:GAME\n"
    (folder / "entry_points.txt").write_text(f"[{known.GROUP}]\n{points}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    known._added.cache_clear()
    yield
    known._added.cache_clear()
    known._games.pop("ypres", None)


@pytest.mark.usefixtures("installed")
def test_games_of_other_packages_are_found_by_entry_point() -> None:
    assert {"lost", "ypres", "schlieffens_war"} <= set(game_names())
    assert find_game("ypres") is find_game("training")
    assert known.where_is("ypres") == "training.game:GAME"
    assert find_game("schlieffens_war").title == "Schlieffen's War", "a name that is taken stays"
    with pytest.raises(SaidError, match=r"'lost' of another package cannot be loaded from 'nowhere\.game:GAME'"):
        find_game("lost")


@promised("typed")
def test_legal_answers_can_be_sliced(game: str) -> None:
    table = marne.new(game, seed=3)
    while table.legal.open:
        table.play(table.legal.suggest(1, 1)[0])
    texts = list(table.legal)
    assert table.legal[0:3] == texts[:3]
    assert table.legal[::-1] == texts[::-1]
    assert table.legal[-1:] == texts[-1:]
    assert table.legal[len(texts) :] == []


@promised("typed")
def test_an_unknown_language_is_refused_with_those_there_are(game: str) -> None:
    with pytest.raises(UnknownGame, match=rf"{game} has no language 'fr'; it has en, es"):
        marne.new(game, language="fr")


@pytest.mark.parametrize("seed", ["abc", "7", 1.5, b"7"])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(marne.MarneError, match="a seed is a whole number, not "):
        marne.new("schlieffens_war", seed=seed)  # type: ignore[arg-type]


@promised("typed")
def test_nothing_can_be_undone_at_the_start(game: str) -> None:
    table = marne.new(game, seed=3)
    at = table.position
    with pytest.raises(SaidError, match="nothing to undo"):
        table.undo()
    assert table.position is at
    table.play(table.legal.suggest(1, 1)[0])
    table.undo()
    with pytest.raises(SaidError, match="nothing to undo"):
        table.undo()


def test_what_is_typed_forgives_accents_and_a_near_miss_is_named() -> None:
    table = marne.new("schlieffens_war", seed=7)
    assert "1RE ARMEE 2206" in table.legal
    with pytest.raises(IllegalAnswer, match="did you mean: 1re Armée 2206"):
        table.play("1re Armee 220")
    table.play("1re armee 2206")
    assert table.match.log[0].text == "1re Armée 2206"


def test_the_staff_places_the_rest() -> None:
    table = marne.new("schlieffens_war", seed=7).rest()
    assert table.asked == "german"
    assert len(table.news) == len(table.match.log) > 20
    assert marne.new("schlieffens_war", seed=7).rest("random") != table
