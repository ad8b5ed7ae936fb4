"""7.3: units sent to the East Front."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain_more
from games.grand_illusion.plain import Facts, boards
from games.grand_illusion.positions import of
from games.grand_illusion.support import (
    alone,
    arranged,
    asked,
    carried_out,
    legal,
    offered,
    play,
    question,
    until,
    where,
)
from marne.games.grand_illusion.board import ASIDE
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, written
from marne.games.grand_illusion.rules.battle.losses import eliminate
from marne.games.grand_illusion.rules.reinforcements.east_front import EastFront, SendEast, candidates
from marne.games.grand_illusion.rules.retreat.retreat import NamurDivision
from marne.hexes import bits, members


@pytest.mark.rule("7.3")
def test_the_east_front_takes_nine_points_and_a_cavalry_division() -> None:
    position = arranged(begin="reinforcements", turn=3, side="german")
    position = until(position, "EastFront")
    assert legal(position) == ["send troops", "refuse"]
    sent = play(position, "send troops", "send GE.XI", "send GE.2-C", "send GE.Gd-R")
    assert where(sent, "GE.XI") == where(sent, "GE.Gd-R") == ASIDE
    assert sent.board.points[GERMAN] == 0
    assert asked(sent) != "SendEast"
    kept = play(position, "refuse")
    assert kept.board.points[GERMAN] == -2


@pytest.mark.rule("7.3")
def test_only_units_of_the_right_wing_go_east() -> None:
    found = written(candidates(arranged(turn=3).board)).split()
    assert "GE.XI" in found
    assert "GE.V" not in found


@pytest.mark.rule("7.3")
def test_who_is_sent_east_is_settled_when_the_order_comes() -> None:
    units = {
        "GE.HQ-1": 36,
        "GE.VII": "36*",
        "GE.X": 46,
        "GE.IV": 37,
        "GE.9-C": 46,
        "GE.V": 64,
        "FR.XX": 36,
        "FR.XV": 80,
    }
    german = [36, 35, 45, 44, 54, 64, 73, 46, 37, 74, 83]
    position = alone(begin="reinforcements", turn=3, initiative="allied", side="german", units=units, german=german)
    position = play(position, "send troops")
    assert legal(position) == ["send GE.IV", "send GE.VII", "send GE.X", "send GE.9-C"]
    assert written(candidates(position.board)).split() == ["GE.IV", "GE.VII", "GE.X", "GE.9-C"]
    position = play(position, "send GE.VII")
    assert where(position, "GE.HQ-1") != 36, "left alone, the staff gives way"
    assert legal(position) == ["send GE.IV", "send GE.X", "send GE.9-C"]
    position = play(position, "send GE.X")
    assert legal(position) == ["send GE.IV", "send GE.9-C"], "eight points are not nine"
    position = play(position, "send GE.IV")
    assert legal(position) == ["send GE.9-C"]
    position = play(position, "send GE.9-C")
    assert asked(position) != "SendEast"
    assert position.board.points[GERMAN] == 0


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("scenario", "turn", "units", "asks"),
    [
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, True),
        (2, 3, {"GE.HQ-2": 84, "GE.X": 84, "GE.III-R": 84, "GE.9-C": 83}, True),
        (3, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
        (1, 2, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": "84*", "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.33-R": 84, "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-4": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
    ],
)
def test_when_troops_can_be_sent_east(scenario: int, turn: int, units: dict[str, Any], asks: bool) -> None:
    board = alone(scenario=scenario, turn=turn, units={"FR.XX": 57, **units}).board
    ask = question(EastFront(), board)
    assert (ask is not None) is asks
    if ask is not None:
        assert ask.actor == GERMAN
    if asks:
        EastFront().do(board, "refuse")
    else:
        carried_out(EastFront(), board)
    assert board.points[GERMAN] == (-2 if turn == 3 and scenario != 3 else 0)
    assert board.points[ALLIED] == 3


@pytest.mark.rule("7.3")
@pytest.mark.reading("east-strength")
def test_what_is_still_to_be_sent_east() -> None:
    units = bits(BY_ID[name] for name in ("GE.X", "GE.VII", "GE.9-C", "GE.2-C"))
    board = alone(turn=3, units={"GE.X": "84*", "GE.VII": 84, "GE.9-C": 84, "GE.2-C": 84, "FR.XX": 57}).board

    def sendable(points: int, cavalry: int) -> set[str]:
        ask = question(SendEast(points, cavalry, units), board)
        assert ask is None or ask.actor == GERMAN
        return {IDS[answer[1]] for answer in offered(ask)}

    assert sendable(1, 1) == {"GE.VII", "GE.X", "GE.9-C", "GE.2-C"}
    assert sendable(1, 0) == {"GE.VII", "GE.X"}
    assert sendable(0, 1) == {"GE.9-C", "GE.2-C"}
    assert sendable(0, 0) == sendable(-2, 0) == set()
    (after,) = SendEast(9, 1, units).do(board, ("send", BY_ID["GE.X"]))
    assert after == SendEast(6, 1, units & ~(1 << BY_ID["GE.X"])), "the strength that shows"
    assert board.where[BY_ID["GE.X"]] == ASIDE
    assert not board.is_down(BY_ID["GE.X"])
    (after,) = SendEast(9, 1, units).do(board, ("send", BY_ID["GE.9-C"]))
    assert after == SendEast(9, 0, units & ~(1 << BY_ID["GE.9-C"]))


@pytest.mark.rule("7.3")
def test_when_enough_infantry_has_gone_east_only_cavalry_is_asked_for() -> None:
    board = alone(turn=3, units={"GE.X": 84, "GE.9-C": 84}).board
    both = of("GE.X", "GE.9-C")
    assert offered(question(SendEast(0, 1, both), board)) == [("send", BY_ID["GE.9-C"])]
    assert offered(question(SendEast(1, 0, both), board)) == [("send", BY_ID["GE.X"])]
    assert question(SendEast(0, 0, both), board) is None


@pytest.mark.rule("7.3", "9.3.3", "12.6")
def test_who_leaves_the_map_leaves_the_others_as_they_are() -> None:
    tired = {"GE.X": "84*", "GE.VIII": "84*", "FR.XX": "57*"}
    east = alone(turn=3, units=tired).board
    SendEast(9, 1, of("GE.X", "GE.VIII")).do(east, ("send", BY_ID["GE.X"]))
    assert east.down == of("GE.VIII", "FR.XX")
    lost = alone(turn=3, units=tired).board
    eliminate(lost, BY_ID["GE.X"], "9.3.3")
    assert lost.down == of("GE.VIII", "FR.XX")
    home = alone(turn=3, units={**tired, "BE.4": "64*"}).board
    NamurDivision(64).do(home, "by sea")
    assert home.down == of("GE.X", "GE.VIII", "FR.XX")


@pytest.mark.rule("7.3")
@pytest.mark.reading("who-goes-east")
def test_who_can_be_sent_east() -> None:
    for _, board in boards(40, 48):
        assert members(candidates(board)) == plain_more.for_the_east(Facts(board))
