"""Cadets: they answer like anybody else, see less than the staff, and still know how to win against chance."""

from __future__ import annotations

import os
from random import Random

import pytest

from marne.engine import CHANCE, Ask, Match, Position, check_setting, find_game
from marne.games.brigade1914.rules.command.actions import Act as GiveOrder
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.staff.cadet import decide_as_cadet
from marne.games.brigade1914.staff.staff import decide
from marne.games.grand_illusion.components.units import COMBAT, OF_SIDE
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.staff.cadet import STACKS, CadetDeputy
from marne.games.nach_paris.staff import cadet as nach_paris
from marne.games.nach_paris.staff.staff import Deputy as NachParisStaff
from marne.games.schlieffens_war.rules.movement.movement import ChooseUnit
from marne.games.schlieffens_war.staff import cadet as schlieffens_war
from marne.games.schlieffens_war.staff.plans import plan_moves
from marne.lab.play import play_seeded, seeded_dice
from marne.players import Minds

SCENARIOS = {"schlieffens_war": "campaign", "grand_illusion": "1", "brigade1914": "meeting", "nach_paris": "mulhouse"}
GAMES = int(os.environ.get("MARNE_GAMES", "30"))


def cadets(name: str, seed: int, answers: int) -> list[Position]:  # type: ignore[type-arg]
    """The positions in which two cadets are asked something, of the first answers of a game."""
    game = find_game(name)
    match = Match(game, check_setting(game, SCENARIOS[name]), seeded_dice(game, seed))
    minds = Minds(match, {0: "cadet", 1: "cadet"})
    found = []
    while len(match.log) < answers and not match.over:
        if match.actor == CHANCE:
            match.play(match.roll())
        else:
            found.append(match.position)
            match.play(minds.answer(match.actor or 0))
    return found


def test_in_grand_illusion_he_looks_at_his_largest_stacks_alone() -> None:
    seen = 0
    for position in cadets("grand_illusion", 1, 250):
        step = position.step
        if not isinstance(step, Act):
            continue
        assert position.open is not None
        answer = CadetDeputy(step.side, position.board.turn).answer(position)
        if isinstance(answer, str):
            assert answer in ("stop", "pass")
            continue
        word, hex = answer if isinstance(answer, tuple) else ("", 0)
        assert word == "activate", "he neither rests nor digs"
        board, mine = position.board, OF_SIDE[step.side] & COMBAT
        options = [each for each in position.open.options or () if isinstance(each, tuple) and each[0] == "activate"]
        sizes = sorted(((board.at[int(str(each[1]))] & mine).bit_count() for each in options), reverse=True)
        assert (board.at[int(str(hex))] & mine).bit_count() >= sizes[:STACKS][-1]
        seen += 1
    assert seen > 3


def test_in_the_miniatures_he_does_not_react() -> None:
    orders = reactions = 0
    for position in cadets("brigade1914", 1, 400):
        ask = position.open
        assert ask is not None
        if isinstance(position.step, Reaction):
            assert decide_as_cadet(position, ask.actor, Random(1)) == "no"
            reactions += decide(position, ask.actor, Random(1)) != "no"
        elif isinstance(position.step, GiveOrder):
            answer = decide_as_cadet(position, ask.actor, Random(1))
            assert not isinstance(answer, tuple) or answer[0] in ("activate", "second half")
            orders += 1
    assert orders > 5
    assert reactions > 0, "where the staff would have"


def test_in_schlieffens_war_he_forgets_one_march_in_three() -> None:
    position = next(each for each in cadets("schlieffens_war", 1, 400) if isinstance(each.step, ChooseUnit))
    assert isinstance(position.open, Ask)
    side, board = position.open.actor, position.board
    deputy = schlieffens_war.CadetDeputy(side, board.turn)
    deputy.answer(position.copy())
    planned = plan_moves(board, side)
    assert deputy.moves is not None
    assert len(deputy.moves) == len(planned) - len(planned) // schlieffens_war.KNOWN
    assert set(deputy.moves) < set(planned)


def test_in_nach_paris_he_forgets_every_other_unit() -> None:
    shorter = 0
    for position in cadets("nach_paris", 1, 120):
        if type(position.step).__name__ != "MoveUnits":
            continue
        assert position.open is not None
        side = position.open.actor
        cadet, staff = nach_paris.CadetDeputy(side), NachParisStaff(side)
        for deputy in (cadet, staff):
            deputy.answer(position.copy())
        if cadet.orders is None or staff.orders is None:
            continue
        assert len(cadet.orders.waiting) <= len(staff.orders.waiting)
        shorter += len(cadet.orders.waiting) < len(staff.orders.waiting)
    assert shorter > 0


@pytest.mark.night
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_cadet_beats_chance_in_nine_of_ten(name: str) -> None:
    game = find_game(name)
    setting = check_setting(game, SCENARIOS[name])
    won = [0, 0]
    for seed in range(3000, 3000 + GAMES):
        for kinds, seat in ((("cadet", "random"), 0), (("random", "cadet"), 1)):
            won[seat] += game.score(play_seeded(game, setting, kinds, seed).position).winner == seat
    print(f"{name}: {won} of {GAMES} each, as {game.seats}")
    assert sum(won) >= 0.9 * 2 * GAMES
