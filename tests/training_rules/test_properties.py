"""What always holds, on whole random games."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from marne.engine import Match, Setting, find_game
from marne.lab.contract import settings_of
from marne.lab.play import play_seeded
from training.board import NOWHERE, UNKNOWN, Field
from training.components.data import CHITS
from training.game import GAME
from training.rules.combat import targets

from .support import arranged, asked, play, unit

SETTINGS = settings_of(GAME)


def check(board: Field) -> None:
    """Stacking, contact, conservation."""
    grid, counters = board.ground.grid, board.scenario.counters
    for side in (0, 1):
        places = Counter(board.at[counter] for counter in counters[side] if board.at[counter] != NOWHERE)
        assert all(count <= 2 for count in places.values()), "T1.3"
        for counter in counters[side]:
            if board.at[counter] != NOWHERE and board.kind[counter] != UNKNOWN:
                assert board.steps[counter] > 0
                near = grid.neighbour_bits(board.at[counter]) & board.hexes_of(1 - side)
                assert not near or board.up >> counter & 1, "T4.6: nothing is face down beside an enemy"
        kinds = [board.kind[counter] for counter in counters[side]]
        if UNKNOWN not in kinds:
            assert sorted(kinds) == sorted(board.scenario.kinds[counter] for counter in counters[side])
    assert not board.hexes_of(0) & board.hexes_of(1), "T1.3"
    assert not board.held[0] & board.held[1]
    for chit in range(len(CHITS)):
        there = board.cup[chit] + board.hands[0][chit] + board.hands[1][chit] + board.committed.count(chit)
        assert 0 <= there <= board.ground.chit_counts[chit]


@pytest.mark.rule("T1.3", "T4.6")
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_always_holds(setting: Setting) -> None:
    match = play_seeded(GAME, setting, ("random", "random"), 3, lambda match: check(match.position.board))
    assert match.over


@pytest.mark.rule("T1.4")
def test_face_down_counters_hide_what_they_are() -> None:
    units = {
        "B1": unit("infantry", "0304"),
        "R1": unit("decoy", "0604", up=False),
        "R2": unit("guns", "0605", up=False),
    }
    facts: Any = GAME.observe(arranged(units=units), 0)
    pieces = {piece["id"]: piece for piece in facts["pieces"]}
    shown = [{**pieces[label], "id": "", "hex": ""} for label in ("R1", "R2")]
    assert shown[0] == shown[1]
    assert (pieces["R1"]["kind"], pieces["R1"]["steps"], pieces["R1"]["hex"]) == (None, None, "0604")
    mine: Any = GAME.observe(arranged(units=units), 1)
    assert {piece["id"]: piece["kind"] for piece in mine["pieces"]}["R2"] == "guns"


def test_scenes_in_both_languages() -> None:
    questions: dict[str, set[str]] = {"en": set(), "es": set()}

    def draw(match: Match) -> None:
        for seat in (0, 1, None):
            observation = match.observe(seat)
            for language, seen in questions.items():
                scene = GAME.sight(observation).scene(language)
                json.dumps(scene.prompt.question)
                seen.add(scene.prompt.question)
                assert scene.prompt.mine == (match.actor == seat and seat is not None)
                assert len(scene.prompt.choices) == len(observation.options or ())
                hidden = {piece.id for piece in scene.pieces if piece.hidden}
                assert not any(piece.symbol or piece.numbers for piece in scene.pieces if piece.id in hidden)

    play_seeded(GAME, SETTINGS[0], ("random", "random"), 5, draw)
    assert questions["en"] & {"Which counter moves?", "The game is over"} == {
        "Which counter moves?",
        "The game is over",
    }
    assert "¿Qué ficha mueve?" in questions["es"]


def test_reasons_for_what_was_clicked() -> None:
    units = {"B1": unit("infantry", "0303"), "B2": unit("guns", "0101"), "R1": unit("infantry", "0403")}
    match = Match(find_game("training"), Setting("meeting"))
    match.position = play(arranged(units=units), "B1", "0303")

    def why(target: dict[str, str], language: str = "en", seat: int = 0) -> str:
        refusal = GAME.sight(match.observe(seat)).why_not(target, language)
        return "" if refusal is None else str(refusal)

    assert why({"piece": "B1"}) == "B1 has moved already (T4.1)"
    assert why({"piece": "B1"}, "es") == "B1 ya ha movido (T4.1)"
    assert why({"piece": "R1"}) == "R1 is not yours (T4.1)"
    assert why({"piece": "B2"}) == "", "it is offered"
    assert why({"hex": "0404"}) == "that cannot be chosen now (T4.1)"
    assert why({"piece": "B1"}, seat=1) == "it is not for you to answer now (T4.1)"
    match.position = play(match.position, "B2")
    assert why({"hex": "0707"}) == "0707 is further than the 3 points of B2 (T4.2)"
    assert why({"piece": "R1"}) == "0403 holds enemies (T1.3)", "a piece stands for its hex"
    assert why({"hex": "9999"}) == "that cannot be chosen now (T4.1)"


@pytest.mark.rule("T6.4", "T6.5")
def test_odds_are_explained() -> None:
    units = {"B1": unit("infantry", "0402"), "B2": unit("infantry", "0403"), "R1": unit("infantry", "0503")}
    match = Match(find_game("training"), Setting("meeting"))
    match.position = play(arranged(units=units), "done")
    assert asked(match.position) == "Combat"
    (hex,) = targets(match.position.board, 0)
    explained = GAME.sight(match.observe(0)).odds(hex)
    assert explained is not None
    assert (explained.column, [modifier.amount for modifier in explained.modifiers]) == ("2:1", [-1, -1])
    (found,) = explained.distributions
    assert {outcome.text: outcome.part for outcome in found.outcomes} == {"A1": 3, "-": 1, "EX": 1, "DR": 1}
    assert {outcome.whole for outcome in found.outcomes} == {6}
    assert GAME.sight(match.observe(0)).odds("done") is None
    assert GAME.sight(match.observe(1)).odds(hex) is None, "nor to the other side"


@pytest.mark.rule("T5.4")
def test_falls_of_shot_are_explained() -> None:
    units = {"B1": unit("guns", "0304"), "R1": unit("infantry", "0504")}
    match = Match(find_game("training"), Setting("meeting"))
    match.position = play(arranged(units=units), "done")
    x, y = match.position.board.ground.middles[match.position.board.ground.grid.hex("0504")]
    explained = GAME.sight(match.observe(0)).odds((x, y))
    assert explained is not None
    (found,) = explained.distributions
    assert {outcome.text: outcome.part for outcome in found.outcomes}["0504"] == 4
    assert sum(outcome.part for outcome in found.outcomes) == 10
    assert GAME.sight(match.observe(0)).odds("hold") is None
    assert GAME.sight(match.observe(0)).odds((9999, 9999)) is None


def test_players_need_no_position() -> None:
    """The random player asks for suggestions through what it sees alone."""
    rng = Random(0)
    match = play_seeded(GAME, SETTINGS[0], ("random", "random"), rng.randrange(100))
    assert match.over
