"""What a page draws and offers: where something may stand, tokens and quality on bases, verbs, safe answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import apart, asked, battle, holding, legal, play
from marne.engine import Match, Observation, Setting
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.scene.picture import _turn, prompt
from marne.games.brigade1914.scene.placing import look
from marne.games.brigade1914.scene.sheet import desk
from marne.lab.play import seeded_dice


@pytest.mark.rule("A5")
def test_the_area_of_a_march_is_what_the_rules_allow_and_nothing_more() -> None:
    units = {"b1": {"at": [3600, 4400], "facing": 0, "tokens": 3}, "r1": {"at": [3600, 600], "facing": 180}}
    position = play(battle(units=units), "activate b1", "move")
    told = look(position, 0, "b1")
    area, step = list(told["area"]), told["step"]
    assert len(area) > 20
    assert all(position.refusal(f"{x},{y} 0 line") is None for x, y in area)
    around = [(x + dx, y + dy) for x, y in area for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))]
    beyond = sorted({(x, y) for x, y in around if 0 < x < 7200 and 0 < y < 4800} - set(area))
    assert beyond
    assert all(position.refusal(f"{x},{y} 0 line") is not None for x, y in beyond)
    assert "area" not in look(position, 0, "r1")
    assert "area" not in look(position, 1, "b1"), "the other seat is told nothing"


@pytest.mark.rule("C27")
def test_the_area_of_a_deployment_lies_in_its_zone() -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, 3))
    while asked(match.position) != "Deploy":
        match.play(match.roll() if match.actor == -1 else _first(match))
    seat: Any = match.actor
    area = look(match.position, seat, "goal")["area"]
    assert area
    edge = match.position.board.edge(seat)
    assert all((y > 2400) == (edge == "south") for _, y in area)


def _first(match: Match) -> Any:
    return match.position.suggest(Random(1), 1)[0]


@pytest.mark.rule("A3")
def test_bases_carry_the_tokens_of_their_own_side_and_quality() -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, 3))
    while not (match.position.board.turn and asked(match.position) == "Act"):
        match.play(match.roll() if match.actor == -1 else _first(match))
    board = match.position.board
    for seat in (0, 1, None):
        scene: Any = GAME.sight(match.observe(seat)).scene("en")
        bases = [piece for piece in scene.pieces if piece.facing is not None]
        assert bases
        for piece in bases:
            unit: Any = board.unit(piece.id.split(".")[0])
            own = board.side[unit] == seat
            assert piece.numbers[3:] == ((str(board.tokens[unit]),) if own else ())
            assert ("elite" in piece.flags) == (board.spec[unit].quality == 2)


@pytest.mark.rule("C3")
def test_no_is_the_safe_answer_to_a_reaction() -> None:
    position = play(apart(1000, {"tokens": 4}, {"tokens": 4}), "activate b1", "move")
    x, y, *_ = position.board.at[0][0]
    position = play(position, f"{x + 400},{y - 200} 0 line")
    while asked(position) != "Reaction":
        position = position.play(position.suggest(Random(1), 1)[0])
    assert position.open is not None
    told = prompt(position, Observation.of(GAME, Setting("meeting"), position, position.open.actor, ()), "en")
    safe = [choice.id for choice in told.choices if choice.done]
    assert safe == ["no"]
    assert "no more" in [choice.id for choice in told.choices]


@pytest.mark.rule("A11")
def test_a_card_that_can_only_be_thrown_away_is_discarded_not_played() -> None:
    position = holding(*CARDS)
    verbs = {card.name: (card.verb, card.answers) for card in desk(position, 0, "en").hand}
    for verb, answers in verbs.values():
        only = bool(answers) and all(answer.endswith("discard") for answer in answers)
        assert (verb == "discard") == only
    assert {verb for verb, _ in verbs.values()} == {"discard", "counter", "play"}
    assert any("discard" in text for text in legal(position))


def test_a_game_that_is_over_is_drawn_for_everybody() -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, 3))
    while not match.over:
        match.play(match.roll() if match.actor == -1 else _first(match))
    for seat in (0, 1, None):
        scene: Any = GAME.sight(match.observe(seat)).scene("en")
        assert scene.open_table.goal is None
        assert all(not card.answers for card in scene.open_table.desk.hand)


@pytest.mark.rule("C27")
@pytest.mark.parametrize(
    ("language", "due"),
    [("en", ["Getting ready", "Turn 8 of 8", "Turn 9"]), ("es", ["Preparativos", "Turno 8 de 8", "Turno 9"])],
)
def test_beyond_the_last_turn_nobody_knows_how_many_there_are(language: str, due: list[str]) -> None:
    board = battle().board
    assert board.rules.turns == 8
    assert [_turn(board.copy(), language) for board.turn in (0, 8, 9)] == due


@pytest.mark.parametrize(("language", "due"), [("en", ("Blue: ", "Red: ")), ("es", ("Azul: ", "Rojo: "))])
def test_titles_of_brigades_begin_with_a_capital(language: str, due: tuple[str, str]) -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, 3))
    while not match.position.board.turn:
        match.play(match.roll() if match.actor == -1 else _first(match))
    scene: Any = GAME.sight(match.observe(0)).scene(language)
    titles = [panel.title for panel in scene.panels] + [force.title for force in scene.order_of_battle]
    assert len(titles) == 4
    assert all(title.startswith(each) for title, each in zip(titles, due * 2, strict=True))
