"""8.4.4, 8.4.5: entry, exit and blocked hexsides."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import activated, check_entering
from games.grand_illusion.support import alone, asked, goes, offered, play, question, refused
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.rules.movement.control import block, blocked_hexes, settle, take


@pytest.mark.rule("8.4.4", "9.8.2")
def test_the_chart_of_entry_and_exit() -> None:
    both = {"FR.XX": 26, "FR.XV": 27, "GE.XIII": 26, "GE.XVI": 36}
    german = [26, 36, 25, 35, 45, 44, 54, 64, 73]
    # From an enemy hex that is contested: friendly hexes and vacant enemy hexes, but no other hex with enemies.
    position = activated(26, "FR.XX", units=both, german=german)
    assert 36 not in goes(position)
    assert refused(position, "go 36") == "8.4.4"
    assert {27, 35} <= set(goes(position))
    # From a friendly hex: enemies too, and there the group stops.
    position = activated(27, "FR.XV", units=both, german=german)
    assert {26, 36} <= set(goes(position))
    # Disrupted units, staffs and guns do not go there alone.
    position = activated(27, "FR.XV", units={**both, "FR.XV": "27*"}, german=german)
    assert 36 not in goes(position)
    assert refused(position, "go 36") == "9.8.2"
    position = activated(27, "FR.HQ-6", units={**both, "FR.HQ-6": 27}, german=german)
    assert 36 not in goes(position)
    assert 26 in goes(position), "friends are there"


@pytest.mark.rule("8.4.4", "8.3.1", "ES-34")
@pytest.mark.parametrize(("edition", "stops"), [("english", False), ("spanish", True)])
def test_a_besieged_fort_stops_only_in_spanish(edition: str, stops: bool) -> None:
    position = alone(
        edition,
        turn=6,
        side="german",
        withdrew=[3, 4],
        siege=[76],
        german=[75, 76, 66],
        units={"GE.X": 75, "GE.VII": 76, "FR.F-Verdun-E": 76, "FR.XX": 57},
    )
    position = play(position, "activate 75", "take GE.X", "go 76")
    assert (asked(position) == "Walk") is not stops


@pytest.mark.rule("8.4.5")
def test_a_blocked_hexside_is_shut() -> None:
    position = activated(
        26,
        "GE.XIII",
        side="german",
        units={"GE.XIII": 26, "FR.XX": 26, "GE.X": 36},
        blocked=["allied 27 26"],
        german=[26, 36, 35, 45, 44, 54, 64, 73, 27, 46],
    )
    assert refused(position, "go 27") == "8.4.5"


@pytest.mark.rule("8.4.5")
@pytest.mark.reading("who-blocks")
def test_blocked_hexsides_come_and_go() -> None:
    position = alone(turn=6, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=[26, 36], withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "take FR.XV", "go 26")
    board = position.board
    assert blocked_hexes(board, GERMAN, 26) == 1 << 27
    assert blocked_hexes(board, ALLIED, 26) == 0
    twin = board.copy()
    twin.put(BY_ID["FR.XX"], 60)
    twin.put(BY_ID["FR.XV"], 60)
    settle(twin, 26)
    assert not twin.blocked, "nobody is left to block"
    take(board, 27, GERMAN)
    assert not board.blocked, "the hex behind is German"


@pytest.mark.rule("8.4.4", "8.4.5", "9.1.2")
def test_entering_a_hex() -> None:
    check_entering(50, 65)


@pytest.mark.rule("8.4.5")
@pytest.mark.reading("block-kept")
def test_nobody_takes_a_blocked_marker_away_of_his_own_will() -> None:
    board = alone(turn=6, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=[26, 36], caps=[2, 2]).board
    block(board, ALLIED, 27, 26)
    assert blocked_hexes(board, GERMAN, 26)
    words = {
        answer if isinstance(answer, str) else answer[0] for answer in offered(question(Act(GERMAN, False), board))
    }
    assert words == {"activate", "pass"}
