"""9.4.4: headquarters in retreat."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain_control
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.plain import Facts, boards
from games.grand_illusion.positions import QUIET, occupied
from games.grand_illusion.support import alone, carried_out, down, play, question, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, IDS, ROWS
from marne.games.grand_illusion.rules.movement import headquarters
from marne.games.grand_illusion.rules.movement.headquarters import refuges


@pytest.mark.rule("9.4.4")
@pytest.mark.reading("retreating-hq")
def test_headquarters_go_to_the_nearest_supplied_friends_and_are_flipped() -> None:
    position = miss_all(
        to_dice(play(battle("GE.X", "FR.XX*", side="german", others={"FR.HQ-5": 36, "FR.I": 57}), QUIET))
    )
    position = play(position, "to 47")
    assert where(position, "FR.HQ-5") == 47, "with the corps that has just gone there"
    assert down(position, "FR.HQ-5")


@pytest.mark.rule("9.4.4", "8.4.7")
def test_a_british_staff_goes_past_paris_to_friends_farther_off() -> None:
    board = alone(turn=6, units={"BR.HQ-BEF": 18, "FR.XX": 19, "BR.1": 20, "GE.X": 84}).board
    assert refuges(board, BY_ID["BR.HQ-BEF"]) == (20,)
    board.put(BY_ID["BR.1"], 0)
    assert refuges(board, BY_ID["BR.HQ-BEF"]) == (19,), "unless nobody else is there"


@pytest.mark.rule("9.4.4")
def test_a_staff_finds_friends_in_a_contested_hex() -> None:
    board = alone(turn=6, units={"FR.HQ-5": 36, "FR.XX": 35, "GE.X": 35}, german=[35, 45, 44, 54, 64]).board
    assert refuges(board, BY_ID["FR.HQ-5"]) == (35,)


@pytest.mark.rule("9.4.4", "ES-21")
@pytest.mark.parametrize(("edition", "moves"), [("english", False), ("spanish", True)])
def test_a_headquarters_left_alone_moves_only_in_spanish(edition: str, moves: bool) -> None:
    position = play(
        battle("FR.XX*", "GE.X*", edition=edition, others={"FR.HQ-5": 36, "FR.X": 47}), QUIET, "front FR.XX", 1, 1
    )
    assert where(position, "GE.X") == where(position, "FR.XX") == -1
    assert where(position, "FR.HQ-5") == (47 if moves else 36)


@pytest.mark.rule("9.4.4", "8.4.7")
def test_where_a_headquarters_finds_shelter() -> None:
    for rng, board in boards(60, 68):
        board.battles = rng.sample(occupied(board), 2)
        board.battle = rng.choice(occupied(board))
        facts = Facts(board)
        for hq in range(len(IDS)):
            if ROWS[hq].kind == "hq" and board.where[hq] > 0:
                assert list(headquarters.refuges(board, hq)) == plain_control.shelters(facts, hq)


@pytest.mark.rule("9.4.4")
def test_a_headquarters_moves_or_is_lost() -> None:
    board = alone(turn=6, units={"FR.HQ-5": 36, "FR.HQ-3": 47, "FR.XX": 47, "FR.XV": 27, "GE.X": 84}).board
    step = headquarters.RetreatHeadquarters(BY_ID["FR.HQ-5"])
    ask = question(step, board)
    assert ask is not None
    assert (ask.actor, ask.options) == (ALLIED, (("to", 27), ("to", 47)))
    chosen = board.copy()
    step.do(chosen, ("to", 47))
    assert chosen.where[BY_ID["FR.HQ-5"]] == 47
    assert chosen.is_down(BY_ID["FR.HQ-5"])
    assert chosen.is_down(BY_ID["FR.HQ-3"]), "8.4.1"
    board.put(BY_ID["FR.XV"], 84)
    assert question(step, board) is None
    only = board.copy()
    carried_out(step, only)
    assert only.where[BY_ID["FR.HQ-5"]] == 47
    board.put(BY_ID["FR.XX"], -1)
    board.put(BY_ID["FR.XV"], -1)
    carried_out(step, board)
    assert board.where[BY_ID["FR.HQ-5"]] == -1, "nobody to go to"
    gone = board.copy()
    assert question(step, gone) is None
    assert carried_out(step, gone) == ()
    gone.put(BY_ID["FR.XX"], 47)
    carried_out(step, gone)
    assert gone.where[BY_ID["FR.HQ-5"]] == -1, "it does not come back"
