"""Views, words, refusals: what people see."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from games.grand_illusion.support import alone, play
from marne.engine import Event, Match, Position, Setting
from marne.games.grand_illusion import events, view
from marne.games.grand_illusion.components.tables import MODIFIERS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.scene import picture
from marne.games.grand_illusion.words import WORDS
from marne.lab.outline import outline
from marne.table.view.messages import told


def begun() -> Match:
    match = Match(GAME, Setting("1"))
    match.play_text("done")
    return match


def test_every_fact_is_open_or_secret_on_purpose() -> None:
    board = GAME.start(Setting("1")).board
    assert set(board.slots()) - set(board.open_facts()) == {"options", "ground", "edition", "rules"}


@pytest.mark.parametrize("scenario", ["1", "2", "3"])
def test_an_imagined_position_looks_the_same(scenario: str) -> None:
    match = Match(GAME, Setting(scenario))
    rng = Random(4)
    for _ in range(300):
        if match.over:
            break
        match.play(match.position.suggest(rng)[0])
        if match.actor in (ALLIED, GERMAN) and len(match.log) % 25 == 0:
            seen = match.observe(match.actor)
            twin = GAME.imagine(seen, Random(1))
            assert twin.open == match.position.open
            assert GAME.observe(twin, match.actor) == seen.facts


def test_both_languages_have_the_same_words() -> None:
    assert WORDS.languages == ("en", "es")
    assert WORDS.keys("en") == WORDS.keys("es")


def test_every_event_and_every_question_has_words() -> None:
    assert [kind.__name__ for kind in every_event() if not WORDS.has(kind.__name__)] == []
    asking = [name for _, name, _ in outline(GAME) if _asks(name)]
    assert [name for name in asking if not WORDS.has(f"ask.{name}")] == []


def every_event() -> list[type[Event]]:
    found = vars(events).values()
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, Event)]
    return [kind for kind in kinds if kind not in (Event, events.GrandIllusionEvent) and kind.__name__[0] != "_"]


def test_what_happens_somewhere_says_where() -> None:
    """A line of the log can be shown on the map; only what concerns a side, a track or the whole game has no hex."""
    nowhere = {kind.__name__ for kind in every_event() if "hex" not in {field.name for field in fields(kind)}}
    assert nowhere == {
        "CapGained",
        "CapsReceived",
        "Delayed",
        "GameWon",
        "InitiativeTaken",
        "OptionsRevealed",
        "OrderReceived",
        "PointsChanged",
        "TurnBegan",
        "WithdrawalDeclared",
    }
    match, rng, shown = begun(), Random(2), 0
    for _ in range(400):
        match.play(match.position.suggest(rng)[0])
        for event in match.position.events:
            hexes = event.told(str, str).hexes
            assert all(1 <= int(label) <= 107 for label in hexes)
            shown += bool(hexes)
    assert shown > 100
    (line,) = told(GAME, [events.Activated("8.2.1", "allied", 57)], None, "en")
    assert line.hexes == ("57",)


def test_every_modifier_has_words() -> None:
    source = "".join(path.read_text("utf-8") for path in sorted(Path(view.__file__).parent.rglob("*.py")))
    named = {*re.findall(r'Modifier\("[\d.]+", "([^"]+)"', source), *MODIFIERS.axis.values}
    assert len(named) >= 12
    assert [name for name in sorted(named) if not WORDS.has(f"word.{name}")] == []


def _asks(name: str) -> bool:
    from marne.engine.values import classes_of_values
    from marne.games.grand_illusion.steps import Asked

    kind = next(
        kind for key, kind in classes_of_values().items() if key.endswith(f":{name}") and "grand_illusion" in key
    )
    return issubclass(kind, Asked)


@pytest.mark.parametrize("language", WORDS.languages)
def test_a_scene_shows_the_table(language: str) -> None:
    match = begun()
    scene = GAME.sight(match.observe(ALLIED)).scene(language)
    assert scene.prompt.mine
    assert {choice.id for choice in scene.prompt.choices} >= {"activate 57", "pass"}
    corps = next(piece for piece in scene.pieces if piece.id == "FR.XX")
    assert (corps.place, corps.army, corps.numbers, corps.size) == ("87", "french", ("5", "2"), "XXX")
    assert not GAME.sight(match.observe(GERMAN)).scene(language).prompt.choices
    assert {tally.key for tally in scene.tallies} >= {"caps.allied", "points.german"}


@pytest.mark.rule("9.2.1")
def test_the_battle_board_is_a_panel() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=[26], withdrew=[3, 4])
    position = play(position, "activate 27", "all", "go 26")
    panel = picture.battle_panel(position, "en")
    assert [(line.text, line.mark, line.rule) for line in panel.lines] == [
        ("Battle in 26 Amiens", "the Allies", "9.2.1"),
        ("Attacker's dice: terrain", "+1", "9.3.1"),
    ]


@pytest.mark.rule("9.2.3", "9.3.1", "9.3.2")
def test_the_battle_board_itemises_what_is_in_force() -> None:
    """Ground, trench and concentric attack on the attacker's dice; fort and stubborn defenders on the other side."""
    around = {"GE.X": 55, "GE.VII": 54, "GE.X-R": 73}
    position = alone(
        turn=7,
        side="german",
        units={"GE.III": 74, **around, "BE.4": 64, "BE.F-Namur": 64},
        german=[54, 55, 73, 74],
        trench={"64": 1},
        withdrew=[3, 4],
    )
    position = play(position, "activate 74", "take GE.III", "go 64")
    for language in WORDS.languages:
        lines = picture.battle_panel(position, language).lines
        assert len({line.text for line in lines}) == len(lines)
        assert not any("view." in line.text or "word." in line.text for line in lines)
    marks = {(line.rule, line.mark) for line in picture.battle_panel(position, "en").lines}
    assert marks >= {("9.7.3", "+1"), ("9.2.3", "-1"), ("9.3.2", "-1"), ("12.2", "+1")}


@pytest.mark.rule("9.1.4", "9.5.1")
def test_the_battle_board_says_where_only_a_one_hits() -> None:
    units = {"GE.III": 74, "GE.X": 74, "GE.VII": 74, "BE.4": 64, "BE.F-Namur": 64}
    position = alone(turn=7, side="german", units=units, german=[74], withdrew=[3, 4])
    position = play(position, "activate 74", "all", "go 64")
    skirmish, forts = play(position, 4), play(position, 5)
    assert ("9.1.4", "1") in {(line.rule, line.mark) for line in picture.battle_panel(skirmish, "en").lines}
    assert ("9.5.1", "1") in {(line.rule, line.mark) for line in picture.battle_panel(forts, "es").lines}


@pytest.mark.parametrize(
    ("target", "rule"),
    [({"hex": "60"}, "8.2.1"), ({"hex": "66"}, "14.1.1"), ({"piece": "GE.X"}, "8.1.1"), ({"hex": "57"}, None)],
)
def test_why_not(target: dict[str, str], rule: str | None) -> None:
    match = begun()
    for language in WORDS.languages:
        refusal = GAME.sight(match.observe(ALLIED)).why_not(target, language)
        assert (refusal.rule if refusal else None) == rule
    asleep = GAME.sight(match.observe(GERMAN)).why_not(target, "en")
    assert asleep is not None


def test_why_a_group_may_not_go_there() -> None:
    match = begun()
    match.play_text("activate 57")
    match.play_text("take FR.IV-bis-RG")
    for hex, rule in (("19", "8.4"), ("48", None), ("67", None)):
        refusal = GAME.sight(match.observe(ALLIED)).why_not({"hex": hex}, "en")
        assert (refusal.rule if refusal else None) == rule
    fort = GAME.sight(match.observe(ALLIED)).why_not({"piece": "FR.F-Paris"}, "es")
    assert fort is not None
    assert fort.why == "los fuertes nunca mueven"


def test_how_it_stands() -> None:
    score = GAME.score(begun().position)
    assert not score.over
    assert score.points == (3, 0)
    assert score.why == "the Allies are ahead"
    board = begun().position.board.copy()
    board.winner, board.won_by = ALLIED, "trier"
    assert GAME.score(Position(board, ())).why == "Trier has fallen"
    assert len(GAME.data_version()) == 64
