"""Who is asked after an answer is found without listing what a train can do: it must be who really is asked."""

from __future__ import annotations

from random import Random

import pytest

from marne.engine import CHANCE, Ask, Match, Setting, find_game
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail import trains
from marne.lab.play import seeded_dice


@pytest.mark.rule("12.3.1")
def test_a_train_that_surely_goes_is_offered_a_leg() -> None:
    game = find_game("nach_paris")
    match, rng = Match(game, Setting("campaign"), seeded_dice(game, 3)), Random(3)
    sure = 0
    while sure < 60 and len(match.log) < 3_000:
        assert match.actor is not None
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        board = match.position.board
        for unit in board.trains:
            offered = bool(trains.legs(board, unit))
            if trains.surely_goes(board, unit):
                assert offered
                asked = Walk(unit).ask(board)
                assert Walk(unit).asker(board) in (None, asked.actor if isinstance(asked, Ask) else -1)
                sure += 1
        ask = match.position.open
        options = () if ask is None else ask.options or ()
        rails = [each for each in options if isinstance(each, tuple) and each[0] == "rail"]
        match.play(rng.choice(rails) if rails and rng.random() < 0.8 else match.position.suggest(rng)[0])
    assert sure >= 60
