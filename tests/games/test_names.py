"""Names, not keys: whole games are read in both languages by somebody who knows every key of the data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

import marne.games
from marne.engine import CHANCE, Match, Scene, Setting, find_game
from marne.engine.survey import Surveys
from marne.lab.play import seeded_dice
from marne.players import Minds

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")
ANSWERS = 260
WHOLE = 100_000
STAFFED = {"nach_paris": 1_500}
"""So many answers of a game that takes the staff longer than a night."""
KNOWN = {
    "schlieffens_war": set[str](),  # a counter's id is what stands on it
    "grand_illusion": {"FR.VII", "GE.II"},
    "nach_paris": {"DC-belge", "5e-DA"},
    "brigade1914": {"b1.1", "b1", "r1"},
}
"""Some keys of every game, so that a test which knows none is found out."""
SPOT = r"\d{3,4},\d{3,4}"
"""Where a base stands, in hundredths of an inch."""
HANDLES = frozenset({
    "id", "place", "piece", "pieces", "hex", "key", "army", "symbol", "facing", "actor", "overlays", "context",
    "answers", "unit", "hexes", "reach", "way", "trace",
})  # fmt: skip
"""Fields that the page looks up, and nobody reads."""

assert marne.games.DATA_SETS


def read(shown: Any) -> Iterator[str]:
    """Every text of a picture that a player reads."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, tuple | list):
        for each in shown:
            yield from read(each)
    elif is_dataclass(shown):
        for field in fields(shown):
            if field.name not in HANDLES:
                yield from read(getattr(shown, field.name))


def keys_of(scene: Scene) -> set[str]:
    """Ids of counters that are not what stands on the counter, and of the units whose bases they are."""
    found = (*scene.pieces, *(piece for panel in scene.panels for piece in panel.pieces))
    keys = {piece.id for piece in found if piece.id != piece.name}
    return keys | {key.split(".")[0] for key in keys if re.fullmatch(r"[a-z]\d+\.\d+", key)}


def asked(match: Match, scene: Scene, language: str, rng: Random) -> Iterator[str]:
    """What a reader gets who asks: odds, cards of hexes, why something is not offered."""
    assert match.actor is not None
    seen = match.observe(match.actor)
    sight = match.game.sight(seen)
    for choice in [choice for choice in scene.prompt.choices if choice.odds][:2]:
        answer = match.position.read(choice.id)
        assert answer is not None
        yield from read(sight.odds(answer, language))
    for piece in rng.sample(scene.pieces, min(3, len(scene.pieces))):
        if isinstance(match.game, Surveys):
            yield from read(match.game.survey(seen, piece.place, scene.pieces[0].id, language))
        for target in ({"piece": piece.id}, {"hex": piece.place}):
            if (refusal := sight.why_not(target, language)) is not None:
                yield refusal.why


def _read(name: str, language: str, scenario: str, answers: int, kind: str = "random") -> tuple[set[str], set[str]]:
    """Every key of a game, at random or by its players, and every text that was read in it."""
    game = find_game(name)
    match = Match(game, Setting(scenario, game.editions[0] if game.editions else ""), seeded_dice(game, 3))
    minds = Minds(match, dict.fromkeys(range(len(game.seats)), kind))
    rng, keys, told = Random(14), set[str](), set[str]()
    while not match.over and len(match.log) < answers:
        if match.actor == CHANCE:
            match.play(match.roll())
        else:
            assert match.actor is not None
            scene = match.game.sight(match.observe(match.actor)).scene(language)
            keys |= keys_of(scene)
            told |= set(read(scene))
            if len(match.log) % 10 == 0 or len(match.log) > answers - 60:
                told |= set(asked(match, scene, language, rng))
            options = match.position.open.options if match.position.open is not None else None
            if kind != "random":
                match.play(minds.answer(match.actor))
            else:
                match.play(rng.choice(options) if options else match.position.suggest(rng)[0])
        told |= {game.say(event, language) for event in match.position.events}
    return keys, told


def _ugly(keys: set[str], told: set[str]) -> list[str]:
    every = "|".join(map(re.escape, sorted(keys, key=len, reverse=True))) or r"\Z."
    ugly = re.compile(rf"(?<![\w.])(?:{every}|{SPOT})(?![\w-])")
    return sorted(text for text in told if ugly.search(text))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_no_key_reaches_a_reader(name: str, language: str) -> None:
    keys, told = _read(name, language, find_game(name).scenarios[0].name, ANSWERS)
    assert len(told) > 100
    assert KNOWN[name] <= keys, "the keys are not known here"
    assert not _ugly(keys, told)


@pytest.mark.night
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_no_key_reaches_a_reader_in_whole_games(name: str, language: str) -> None:
    """Every scenario to its end; of Nach Paris the three shortest."""
    for scenario in [each.name for each in find_game(name).scenarios][:3]:
        keys, told = _read(name, language, scenario, WHOLE)
        assert not _ugly(keys, told), scenario


@pytest.mark.night
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_no_key_reaches_a_reader_where_the_staff_plays(name: str, language: str) -> None:
    """Whole games with plans, battles and sieges to their end, not moves at random."""
    keys, told = _read(name, language, find_game(name).scenarios[0].name, STAFFED.get(name, WHOLE), "staff")
    assert not _ugly(keys, told)
