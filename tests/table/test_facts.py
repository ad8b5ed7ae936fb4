"""What an event tells beside its words: facts by type, in the reader's language, and to nobody who may not read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import marne.games
from marne.engine import Event, Match, Modifier, Setting, check_setting
from marne.engine.events import tellers
from marne.games.brigade1914.game import GAME as BRIGADE
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.game import GAME as ILLUSION
from marne.games.grand_illusion.words import called
from marne.games.nach_paris.game import GAME as PARIS
from marne.games.nach_paris.words import named as named_in_paris
from marne.games.schlieffens_war import events as war_events
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import UNIT_NAMED
from marne.games.schlieffens_war.game import GAME as WAR
from marne.table.view.messages import as_json, told
from training.game import GAME as TRAINING

GAMES: dict[str, Any] = {each.name: each for each in (TRAINING, WAR, ILLUSION, PARIS, BRIGADE)}
NAMED: dict[str, Callable[[str], str]] = {
    "grand_illusion": lambda piece: called(BY_ID[piece], "en"),
    "nach_paris": named_in_paris,
}
"""What the words call a piece, where they don't write its id."""


def _miniature(match: Match, piece: str) -> str:
    """A unit by its name; markers and generals have none of their own."""
    label = piece.removesuffix(".1")
    unit = match.position.board.unit(label)
    return label if unit is None else match.position.board.label(unit).name


def played(name: str, answers: int) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    game = GAMES[name]
    match, rng = Match(game, check_setting(game, Setting(game.scenarios[0].name))), Random(3)
    for _ in range(answers):
        if match.over:
            return
        match.play(match.position.suggest(rng)[0])
        yield match, tuple(match.position.events)


@pytest.mark.parametrize("name", GAMES)
def test_facts_name_no_piece_that_the_words_do_not(name: str) -> None:
    """So whoever may read the words learns no more from the facts."""
    call, seats = NAMED.get(name, str), (None, 0, 1)
    pieces = dice = 0
    for match, events in played(name, 700):
        for viewing in seats:
            for line in told(match.game, events, viewing, "en"):
                for piece in line.pieces:
                    assert (_miniature(match, piece) if name == "brigade1914" else call(piece)) in line.text, line
                pieces += len(line.pieces)
                dice += len(line.dice)
    assert pieces > 50
    assert dice > 0


@pytest.mark.parametrize("name", ["training", "schlieffens_war"])
def test_facts_name_no_hex_that_the_words_do_not(name: str) -> None:
    """Where stacks are hidden, a hex would tell who stands there."""
    hexes = 0
    for match, events in played(name, 700):
        for line in told(match.game, events, None, "en"):
            assert all(label in line.text for label in line.hexes), line
            hexes += len(line.hexes)
    assert hexes > 20


@pytest.mark.parametrize("name", GAMES)
def test_facts_go_to_those_who_may_read_the_event(name: str) -> None:
    hidden = 0
    for match, events in played(name, 500):
        for viewing in (None, 0, 1):
            may = [event for event in events if (seers := event.seers()) is None or viewing in seers]
            hidden += len(events) - len(may)
            assert told(match.game, events, viewing, "en") == told(match.game, may, viewing, "en")
            assert len(told(match.game, events, viewing, "en")) == len(may)
    assert hidden or name in ("grand_illusion", "nach_paris"), "nothing was hidden"


def battle() -> war_events.BattleFought:
    hex = next(hex for hex, label in enumerate(g.LABELS) if g.PLACE_NAMES[hex])
    shifts = (Modifier("11.12", "river", -1), Modifier("11.16", "elan_attack", 1))
    return war_events.BattleFought("11.17", hex, 12, 4, shifts, "3:1", 3, "1/2")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_battle_with_its_sum(language: str) -> None:
    (line,) = told(WAR, [battle()], None, language)
    assert (line.kind, line.rule, line.column, line.dice, line.result) == (
        "BattleFought",
        "11.17",
        "3:1",
        (3,),
        "1/2",
    )
    assert line.hexes == (g.LABELS[battle().hex],)
    assert [(each.rule, each.amount) for each in line.modifiers] == [("11.12", -1), ("11.16", 1)]
    texts = [each.text for each in line.modifiers]
    assert all(text in line.text and text not in line.brief for text in texts)
    assert WAR.term("river", language) == texts[0]
    assert (texts[0] == "all across a river") == (language == "en")


def test_what_an_event_has_not_is_left_out() -> None:
    (line,) = told(WAR, [war_events.TurnBegan("5.1", 2)], None, "en")
    assert set(json.loads(as_json(line))) == {"kind", "sort", "rule", "text"}


def test_a_unit_by_its_id() -> None:
    unit = UNIT_NAMED["X AK"]
    (line,) = told(WAR, [war_events.StepLost("11.18", unit, 5, 1)], None, "en")
    assert line.pieces == ("X AK",)
    assert not told(WAR, [war_events.StepLost("8.8", unit, 5, 1)], None, "en"), "what hunger costs is the owner's"


def every_event() -> list[type[Event]]:
    found: list[type[Event]] = []
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        if not kind.__module__.split(".")[-1].startswith("test_"):  # what another test has planted
            found.append(kind)
        waiting += kind.__subclasses__()
    return found


def test_every_field_that_is_a_fact_by_its_name_says_so_by_its_type() -> None:
    """A new event whose author forgets the type is found here."""
    assert marne.games.DATA_SETS
    parts = {
        "hex": "hexes",
        "start": "hexes",
        "unit": "pieces",
        "units": "pieces",
        "die": "dice",
        "modifiers": "modifiers",
        "result": "result",
        "column": "column",
    }
    for kind in every_event():
        found = tellers(kind)
        for field in kind.__dataclass_fields__:
            if field in parts:
                assert field in found, (kind, field)
                assert found[field].part == parts[field]
