"""9.6: elan and fatigue."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, u
from marne.games.schlieffens_war.board import TIRED
from marne.games.schlieffens_war.events import MoraleChanged


@pytest.mark.rule("9.6")
def test_morale_moves_a_level_at_a_time_and_only_that_of_corps() -> None:
    made = board({"X AK": {"hex": "2322", "morale": "fatigued"}, "AOK 1": "2322", "Fort Metz": "1807"})
    corps = u("X AK")
    levels = []
    for _ in range(3):
        made.raise_morale(corps, "10.2")
        levels.append(made.morale[corps])
    assert levels == [0, 1, 1]
    made.tire(corps, "10.2")
    made.tire(corps, "6.5")
    assert made.morale[corps] == 0, "one level in a phase"
    assert made.acts[corps] == TIRED
    made.acts[corps] = 0
    made.tire(corps, "6.5")
    made.acts[corps] = 0
    made.tire(corps, "6.5")
    assert made.morale[corps] == -1, "a second fatigue is ignored"
    for name in ("AOK 1", "Fort Metz"):
        made.raise_morale(u(name), "10.2")
        made.tire(u(name), "6.5")
        assert (made.morale[u(name)], made.acts[u(name)]) == (0, 0)
    told = [(event.rule, event.morale) for event in made.events if isinstance(event, MoraleChanged)]
    assert told == [("10.2", 0), ("10.2", 1), ("10.2", 0), ("6.5", -1)]
