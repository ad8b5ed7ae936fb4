"""The board before the first turn."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from marne.games.nach_paris.board import NachParisBoard


@pytest.mark.rule("3.3.1")
def test_a_new_board_is_without_any_mark() -> None:
    """No unit, hex or fort carries anything before the scenario and the rules put it there."""
    board = NachParisBoard(still().play)
    marks = {name: getattr(board, name) for name, one in NachParisBoard.facts.items() if one.form == "set"}
    assert len(marks) > 40
    assert {name for name, mark in marks.items() if mark} == set()
    assert (board.failed_works, board.convoys, board.ammo, board.beaten, board.overflown) == (
        [0, 0],
        [0, 0],
        [0, 0],
        -1,
        -1,
    )
    assert not any((*board.lost, *board.faces, *board.at, *board.occupied, *board.solid, *board.step_losses))
