"""What a seat may know, positions that fit it, the picture, the odds, the words, the staff."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import asked, battle, legal, play
from marne.engine import Match, Setting
from marne.games.brigade1914 import events, odds
from marne.games.brigade1914.board import HIDDEN, UNSEEN
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.words import WORDS
from marne.lab.outline import outline
from marne.lab.play import play_seeded, seeded_dice


def halfway(scenario: str, seed: int, answers: int) -> Match:
    """A random game after so many answers."""
    match = Match(GAME, Setting(scenario), seeded_dice(GAME, seed))
    rng = Random(seed)
    while len(match.log) < answers and not match.over:
        match.play(match.roll() if match.actor == -1 else match.position.suggest(rng, 1)[0])
    return match


@pytest.mark.rule("A3", "A11", "C12")
@pytest.mark.parametrize("scenario", ["capture", "meeting", "retreat"])
@pytest.mark.parametrize("answers", [60, 140, 300])
def test_an_imagined_position_looks_the_same(scenario: str, answers: int) -> None:
    match = halfway(scenario, 7, answers)
    for seat in (0, 1, None):
        observation = match.observe(seat)
        for seed in (1, 2):
            imagined = GAME.imagine(observation, Random(seed))
            assert GAME.observe(imagined, seat) == observation.facts
            if seat is not None and match.actor == seat:
                assert imagined.open == match.position.open


@pytest.mark.rule("A3", "A10", "A11")
@pytest.mark.parametrize("scenario", ["capture", "meeting", "retreat"])
def test_what_a_seat_cannot_see_does_not_change_what_it_sees(scenario: str) -> None:
    match = halfway(scenario, 11, 220)
    for seat in (0, 1):
        before = json.dumps(GAME.observe(match.position, seat))
        other = 1 - seat
        twin = match.position.copy()
        board = twin.board
        board.hand[other] = tuple(sorted("officers_down" for _ in board.hand[other]))
        board.deck = board.deck[::-1]
        units = board.units(other)
        total = sum(board.tokens[unit] for unit in units)
        for unit in units:
            board.tokens[unit] = 0
        board.tokens[units[0]] = total
        board.march[other] = board.march[other][::-1]
        board.mask[other] = (0, units[0])
        for unit in units:
            if board.status[unit] in UNSEEN:
                board.status[unit] = HIDDEN
                board.at[unit] = ((1000, 1000, 0),) * (board.bases[unit] + board.mgs[unit])
                board.dug[unit] = 1
        assert json.dumps(GAME.observe(twin, seat)) == before


@pytest.mark.rule("C12")
def test_where_a_hidden_unit_goes_is_asked_in_secret() -> None:
    position = battle(
        "bn4 bn4",
        "bn4 bn4",
        "capture",
        active="red",
        units={"r1": {"at": [1000, 600], "status": "hidden", "tokens": 2}, "b1": {"at": [6000, 4600]}},
        map="crossroads",
    )
    position = play(position, "activate r1", "move")
    assert position.open is not None
    assert position.open.seen_by == (1,)


# -- odds


def chance_of(explanation: Any, text: str) -> Fraction:
    """The chance of an outcome by its words."""
    return next((each.chances()[text] for each in explanation.distributions if text in each.chances()), Fraction(0))


@pytest.mark.rule("C18", "C19")
def test_the_law_of_hits_and_casualties_against_all_dice() -> None:
    hits = odds.hits_law(2, 6, 1, 8)
    lost = odds.casualties_law(hits, 3, 5)
    count: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    for dice in product(range(1, 11), repeat=3):
        good = sum(die == 10 or (die != 1 and die >= due) for die, due in zip(dice, (6, 6, 8), strict=True))
        count[good] += 1
        for kills in product(range(1, 7), repeat=good):
            dead[sum(die >= 5 for die in kills)] += 6 ** (3 - good)
    assert hits == [count[k] for k in range(4)]
    assert lost == [dead[k] for k in range(4)]
    assert sum(hits) == 10**3
    assert sum(lost) == 60**3


@pytest.mark.rule("C17", "C18")
def test_the_odds_of_fire_are_told_with_their_modifiers() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 3}, "r1": {"at": [3000, 2000], "facing": 180, "markers": 8}}
    )
    position = play(position, "activate b1", "fire")
    match = Match(GAME, Setting("meeting", "", (("table", "canal"),)))
    match.position = position
    found = odds.explain(position, ("at", "r1"))
    assert found is not None
    assert found.column.startswith("4 dice at 6+, 1 at 6+")
    assert chance_of(found, "hits: 0") == Fraction(1, 2) ** 5
    assert chance_of(found, "destroyed") == 1 - Fraction(1, 2) ** 5
    spanish = odds.explain(position, ("at", "r1"), "es")
    assert spanish is not None
    assert any("impactos" in each.name for each in spanish.distributions)


@pytest.mark.rule("C2", "C6")
def test_the_odds_of_tests() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 3, "markers": 2, "spent": 1}}, generals={"blue": [7000, 4600, 0]}
    )
    act = odds.explain(position, ("activate", "b1"))
    assert act is not None
    assert act.column == "4+"
    assert chance_of(act, "acts") == Fraction(1, 2)
    calm = odds.explain(position, ("morale", "b1"))
    assert calm is not None
    assert [chance_of(calm, f"markers removed: {n}") for n in (0, 1, 2)] == [
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(1, 6),
    ]


@pytest.mark.rule("C3")
def test_the_odds_of_a_reaction_at_a_point_of_the_march() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3300], "tokens": 3}, "r1": {"at": [3000, 1600], "facing": 180, "tokens": 3}}
    )
    position = play(position, "activate b1", "move", "3000,2600 0 line")
    far = odds.explain(position, ("fire", "r1", "0"))
    near = odds.explain(position, ("fire", "r1", "2"))
    assert far is not None
    assert near is not None
    assert chance_of(far, "reacts") == Fraction(2, 3)
    assert chance_of(near, "hits: 0") < chance_of(far, "hits: 0")


def test_explain_from_an_observation() -> None:
    match = halfway("meeting", 7, 130)
    while asked(match.position) != "Act":
        match.play(match.roll() if match.actor == -1 else match.position.suggest(Random(1), 1)[0])
    seat = match.actor
    assert seat is not None
    option = next(each for each in match.position.open or () if isinstance(each, tuple) and each[0] == "activate")
    assert GAME.sight(match.observe(seat)).odds(option) is not None
    assert GAME.sight(match.observe(1 - seat)).odds(option) is None


# -- words and pictures


def test_both_languages_have_the_same_words_for_all_events_and_questions() -> None:
    catalogue = WORDS
    assert catalogue.keys("en") == catalogue.keys("es")
    kinds = [
        name for name, kind in vars(events).items() if isinstance(kind, type) and kind.__module__ == events.__name__
    ]
    assert [name for name in kinds if name not in ("SideEvent", "UnitEvent") and not catalogue.has(name)] == []


@pytest.mark.rule("A1")
def test_the_scene_shows_bases_with_place_and_facing_and_the_table() -> None:
    match = halfway("meeting", 7, 160)
    scene: Any = GAME.sight(match.observe(0)).scene("en")
    assert scene.open_table.size == (7200, 4800)
    assert scene.open_table.terrain
    assert scene.open_table.ranges["rifle"] == 2400
    bases = [piece for piece in scene.pieces if piece.facing is not None]
    assert bases
    for piece in bases:
        x, comma, y = piece.place.partition(",")
        assert comma
        assert 0 <= int(x) <= 7200
        assert 0 <= int(y) <= 4800
        assert 0 <= piece.facing < 360
    assert GAME.sight(match.observe(0)).scene("es") != scene


@pytest.mark.slow
def test_every_question_of_a_seat_is_asked_in_words() -> None:
    seen: set[str] = set()
    for scenario in ("capture", "meeting", "retreat"):
        play_seeded(GAME, Setting(scenario), ("random", "random"), 3, lambda match: seen.add(asked(match.position)))
    assert [name for name in sorted(seen) if name and not WORDS.has(f"ask.{name}")] == []
    assert len(outline(GAME)) > 60


def test_why_a_place_is_refused() -> None:
    position = battle(units={"b1": {"at": [3000, 3000], "tokens": 3}})
    position = play(position, "activate b1", "move")
    match = Match(GAME, Setting("meeting", "", (("table", "canal"),)))
    match.position = position
    observation = match.observe(0)
    far = GAME.sight(observation).why_not({"place": "3000,1000"}, "en")
    assert far is not None
    assert far.rule == "A5"
    assert GAME.sight(observation).why_not({"place": "3000,2500"}, "en") is None
    lejos = GAME.sight(observation).why_not({"place": "3000,1000"}, "es")
    assert lejos is not None
    assert "pulgada" in lejos.why
    assert GAME.sight(match.observe(1)).why_not({"piece": "b1.1"}, "en") is not None


# -- the staff


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["capture", "meeting", "retreat"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_staff_beats_the_random_player(scenario: str, seat: int) -> None:
    kinds = ("staff", "random") if seat == 0 else ("random", "staff")
    winners = [GAME.score(play_seeded(GAME, Setting(scenario), kinds, seed).position).winner for seed in range(2)]
    assert winners == [seat] * 2


@pytest.mark.night
@pytest.mark.parametrize("scenario", ["capture", "meeting", "retreat"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_staff_beats_the_random_player_in_19_of_20_games(scenario: str, seat: int) -> None:
    kinds = ("staff", "random") if seat == 0 else ("random", "staff")
    wins = sum(
        GAME.score(play_seeded(GAME, Setting(scenario), kinds, seed).position).winner == seat for seed in range(60)
    )
    print(f"{scenario} as {GAME.seats[seat]}: {wins} of 60")
    assert wins >= 57


@pytest.mark.slow
@pytest.mark.parametrize("red", ["german infantry", "french cavalry", "belgian infantry"])
def test_the_staff_plays_every_nation(red: str) -> None:
    setting = Setting("meeting", "", (("red", red), ("table", "canal")))
    match = play_seeded(GAME, setting, ("staff", "staff"), 5)
    assert GAME.score(match.position).over


def test_a_loaded_position_asks_the_same() -> None:
    match = halfway("capture", 3, 200)
    data = json.loads(json.dumps(match.position.save()))
    assert match.position.load(data).open == match.position.open
    assert legal(match.position) or match.position.open is not None
