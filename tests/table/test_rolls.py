"""A choice says whether a die follows it, so that the page rolls none before a button said so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import marne.games
from marne.engine import CHANCE, Answer, Ask, Game, Match, Only, Position, Setting, Step, check_setting, find_game
from marne.games.nach_paris.rules.combat.declaring import Muster
from marne.lab.play import play_seeded
from training.game import GAME as TRAINING

GAMES: tuple[Game, ...] = (TRAINING, *map(find_game, marne.games.DATA_SETS))
SCENARIOS = {"nach_paris": "morhange"}
"""Where the first scenario of a game is too small to meet much."""
ANSWERS = {"nach_paris": 500, "brigade1914": 300}
"""How many answers, where 400 are too many or too few to meet dice of several kinds."""


def rolls(position: Position[Any], option: Answer) -> bool:
    after = position.play(option).open
    return after is not None and after.actor == CHANCE


def begun(game: Game) -> Match:
    scenario = SCENARIOS.get(game.name, game.scenarios[0].name)
    return Match(game, check_setting(game, Setting(scenario)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_choice_rolls_exactly_when_a_die_follows_before_anybody_is_asked(game: Game) -> None:
    """Answered at random. Where the choice says otherwise than what comes, the seat could not know it: something else
    would come in another position that looks the same."""
    match, rng = begun(game), Random(7)
    said: Counter[bool] = Counter()
    for _ in range(ANSWERS.get(game.name, 400)):
        actor, position = match.actor, match.position
        if actor is None:
            break
        if actor != CHANCE and position.open is not None and position.open.options is not None:
            told = {each.id: each.rolls for each in match.sight(actor).scene("en").prompt.choices}
            options = position.open.options
            for option in rng.sample(options, min(12, len(options))):
                claim = told[position.write(option)]
                if claim != rolls(position, option):
                    seen = match.observe(actor)
                    others = (game.imagine(seen, Random(seed)) for seed in range(20))
                    assert any(claim == rolls(other, option) for other in others), (position, option)
                said[claim] += 1
        match.play(position.suggest(rng)[0])
    assert said[True] > 3
    assert said[False] > 3


def steps_with_an_asker(kind: type[Step[Any]] = Step) -> Iterator[type[Step[Any]]]:
    for each in kind.__subclasses__():
        if "asker" in vars(each):
            yield each
        yield from steps_with_an_asker(each)


@pytest.mark.pure(why="it wraps a method of the rules")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_looking_ahead_names_who_is_asked(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The short way to the next actor, which lists no answers, leads where the answer leads; and whoever a step names
    as certain to be asked is asked."""
    short: Counter[str] = Counter()

    def checked(kind: type[Step[Any]]) -> None:
        ask = kind.ask

        def asked(self: Step[Any], board: Any) -> Ask | Only[Any] | None:
            found, certain = ask(self, board), self.asker(board)
            assert certain is None or (isinstance(found, Ask) and found.actor == certain), self
            short[type(self).__name__] += certain is not None
            return found

        monkeypatch.setattr(kind, "ask", asked)

    for kind in steps_with_an_asker():
        checked(kind)
    match, rng = begun(game), Random(11)
    for _ in range(400):
        position = match.position
        if match.actor is None:
            break
        options = (position.open.options if position.open is not None else None) or ()
        for option in rng.sample(options, min(8, len(options))):
            after = position.play(option).open
            assert position.next_actor(option) == (None if after is None else after.actor), (position, option)
        match.play(position.suggest(rng)[0])
    if game.name == "nach_paris":
        assert short["Walk"] > 50


def test_the_last_attacker_of_nach_paris_rolls() -> None:
    """Nobody else can join, so the battle is fought without another question: the choice before it says so."""
    match, rng, found = begun(find_game("nach_paris")), Random(3), 0
    for _ in range(4000):
        actor, position = match.actor, match.position
        if actor is None or found:
            break
        if actor != CHANCE and isinstance(position.step, Muster) and position.open is not None:
            chosen = {each.id: each for each in match.sight(actor).scene("en").prompt.choices}
            for option in position.open.options or ():
                if not isinstance(option, str) and rolls(position, option):
                    assert chosen[position.write(option)].rolls
                    found += 1
        match.play(position.suggest(rng)[0])
    assert found


def test_a_battle_announces_its_die_where_the_enemy_may_have_no_choice() -> None:
    """Under fog of war the enemy is asked who defends if there are several, and a die falls at once if there is one:
    the attacker can't know, so the button says that a die may fall."""
    game, met = find_game("schlieffens_war"), Counter[bool]()

    def looked_at(match: Match) -> None:
        actor, position = match.actor, match.position
        options = (position.open.options if position.open is not None else None) or ()
        if actor is None or actor == CHANCE or len(options) > 40 or not any(rolls(position, each) for each in options):
            return
        told = {each.id: each for each in match.sight(actor).scene("en").prompt.choices}
        thought = game.imagine(match.observe(actor), Random(0))
        for option in options:
            choice = told[position.write(option)]
            if choice.odds and rolls(position, option):
                assert choice.rolls, (len(match.log), choice.id)
                met[rolls(thought, option)] += 1

    play_seeded(game, check_setting(game, Setting("frontiers")), ("staff", "staff"), 2, looked_at)
    assert met[True] > 10
    assert met[False], "the first position that the server imagines would have said otherwise"
