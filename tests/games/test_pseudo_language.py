"""A language is data: in one that a script made, every string in brackets, whole games show no word outside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import marne.games  # noqa: F401
from marne.engine import CHANCE, Match, Scene, Setting, check_setting, find_game
from marne.engine.survey import Surveys
from marne.games.brigade1914.components import data as brigade1914
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.data import MAP as ILLUSION
from marne.games.nach_paris.components import units as nach_paris
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.words import place
from marne.games.schlieffens_war.components import ground
from marne.games.schlieffens_war.components import units as counters
from marne.kit import refusal_in
from marne.kit.phrases import EXTRA
from marne.lab.play import seeded_dice
from scripts.pseudo_language import CODE, client_words, unmarked, write

PLACES = {
    *(each.name for each in MAP.forts),
    *(each.name for each in MAP.camps),
    *(each.name for each in MAP.harbours),
    *(each.name for each in MAP.fortified_zones),
    *(each.name for each in MAP.sluices),
    *(each.name for each in MAP.towns),
    *(place(each.name) for each in MAP.structures),
    *(each.name for play in SCENARIOS.values() for each in play.objectives),
}
NAMES = {
    "schlieffens_war": {*counters.NAMES, *ground.PLACE_NAMES, "Bel"},
    "grand_illusion": {*units.IDS, *units.NAMES, *ILLUSION.names, "Falkenhayn", "Joffre", "Moltke"},
    "brigade1914": {
        name
        for row in brigade1914.NAMES.values()
        for pool in (row.infantry, row.special, row.cavalry, row.battery, row.heavy, row.wagon)
        for name in pool
    },
    "nach_paris": {
        *nach_paris.IDS,
        *nach_paris.NAMES,
        *nach_paris.ARMY_NAMES,
        *MAP.grid.labels,
        *PLACES,
    },
}
"""What no language changes: counters, armies, people and places by the names that the data gives them."""
PAGE = client_words((Path(__file__).parents[2] / "web" / "src" / "words" / "en.ts").read_text(encoding="utf-8"))
"""What the page has words for: captions of overlays reach it as keys."""
SEATS = {seat for name in NAMES for seat in find_game(name).seats}
"""The page names them as the game does."""


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    extra = tmp_path_factory.mktemp("words")
    write(extra)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(EXTRA, str(extra))
        yield extra


def shown(scene: Scene) -> Iterator[tuple[str, str]]:
    """Every text of a picture that a reader sees, with where it stands; keys and notation are no words."""
    yield "turn", scene.turn
    yield "phase", scene.phase
    yield "question", scene.prompt.question
    for choice in scene.prompt.choices:
        if choice.text != choice.id:
            yield f"choice {choice.id}", choice.text
    for tally in scene.tallies:
        yield f"tally {tally.key}", tally.title
    for panel in scene.panels:
        yield f"panel {panel.key}", panel.title
        for line in panel.lines:
            yield f"line of {panel.key}", line.text
            yield f"mark of {panel.key}", "" if line.mark in SEATS else line.mark
    for line in scene.outline:
        yield "outline", line.text
    for piece in scene.pieces:
        yield f"piece {piece.id}", piece.words
    for key, groups in scene.overlays:
        for group in groups:
            known = group.caption in SEATS or f"group.{group.caption}" in PAGE
            yield f"overlay {key}", "" if known else group.caption
    for aim in scene.aims:
        yield "aim", aim.text
    for prize in scene.prizes:
        yield f"worth of {prize.name}", prize.worth
    for army in scene.order_of_battle:
        yield f"army {army.key}", army.title
        for unit in army.units:
            yield f"unit {unit.piece}", unit.note
    for text in told_in(scene.open_table):
        yield "open table", text


def told_in(extra: Any) -> Iterator[str]:
    """The texts among the keys and numbers of what a game adds to its picture."""
    if is_dataclass(extra) and not isinstance(extra, type):
        extra = {field.name: getattr(extra, field.name) for field in fields(extra)}
    if isinstance(extra, dict):
        for key, each in extra.items():
            if key in ("title", "text", "caption") and isinstance(each, str):
                yield each
            else:
                yield from told_in(each)
    elif isinstance(extra, list | tuple):
        for each in extra:
            yield from told_in(each)


def read(match: Match, rng: Random) -> Iterator[tuple[str, str]]:
    """All that is told at a moment: what happened, what is seen, odds, and why something is refused."""
    game = match.game
    for event in match.position.events:
        yield type(event).__name__, game.say(event, CODE)
    score = game.score(match.position, CODE)
    yield "score", score.why
    if len(match.log) % 7:
        return
    for seat in (*range(len(game.seats)), None):
        observation = match.observe(seat)
        scene = game.sight(observation).scene(CODE)
        yield from shown(scene)
        some = rng.sample(scene.pieces, min(3, len(scene.pieces)))
        for target in [{key: text} for piece in some for key, text in (("piece", piece.id), ("hex", piece.place))]:
            told = game.sight(observation).why_not(target, CODE)
            if told is not None:
                yield f"why not {target}", told.why
        for piece in some:
            if isinstance(game, Surveys):
                card = game.survey(observation, piece.place, some[0].id, CODE)
                for text in (*(line.text for line in card.lines), *(led.text for led in card.command)):
                    yield f"card of {piece.place}", text
        if seat is not None and seat == match.actor:
            for choice in [choice for choice in scene.prompt.choices if choice.odds][:2]:
                answer = match.position.read(choice.id)
                assert answer is not None
                odds = game.sight(observation).odds(answer, CODE)
                for text in _texts(asdict(odds)) if odds else ():
                    yield f"odds of {choice.id}", text
            for text in ("nonsense", *(piece.id for piece in scene.pieces[:3])):
                if (refusal := match.position.refusal(text)) is not None:
                    yield f"refusal of {text}", refusal_in(CODE, refusal).why


def _texts(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, each in thing.items():
            if key != "rule":
                yield from _texts(each)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from _texts(each)


@pytest.mark.parametrize(
    "scenario",
    [
        "schlieffens_war campaign",
        *(f"grand_illusion {number}" for number in (1, 2, 3)),
        *(f"brigade1914 {name}" for name in ("meeting", "capture", "retreat")),
        *(f"nach_paris {name}" for name in ("liege", "mulhouse")),
    ],
)
def test_a_whole_game_shows_no_word_that_is_not_of_the_language(scenario: str) -> None:
    name, chosen = scenario.split()
    game, rng = find_game(name), Random(11)
    match = Match(game, check_setting(game, Setting(chosen)), seeded_dice(game, 5))
    found: dict[str, str] = {}
    judged: set[str] = set()
    heard = 0
    while not match.over:
        if match.actor == CHANCE:
            match.play(match.roll())
        else:
            match.play(match.position.suggest(rng, 1)[0])
        for where, text in read(match, rng):
            heard += 1
            if text in judged:
                continue
            judged.add(text)
            if left := unmarked(text, NAMES[name]):
                found.setdefault(f"{where}: {' '.join(left)}", text)
    assert heard > 100
    assert found == {}
