"""The German plan of campaign: whose business a city or a stack is, and the watch on the Rhine."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ARMY, GERMAN, IS_CORPS, UNITS_OF
from marne.games.schlieffens_war.staff.plans import plan_moves
from marne.games.schlieffens_war.staff.wheel import AXES, HOLDING, WATCH, off_axis
from marne.hexes import members


def test_every_army_has_an_axis_of_cities() -> None:
    armies = {ARMY[unit] for unit in UNITS_OF[GERMAN] if IS_CORPS[unit]}
    assert set(AXES) == armies
    assert armies > HOLDING
    for cities in AXES.values():
        assert cities
        assert not cities & ~(g.PRIZES | g.PARIS), "axes lead to cities that count"


@pytest.mark.parametrize(
    ("army", "here", "goal", "off"),
    [
        ("1", "1009", "1012", False),  # Brussels
        ("1", "1009", "2007", True),  # Nancy is not the 1st Army's business
        ("6", "1906", "2007", False),
        ("1", "1009", "1111", False),  # a stack close by
        ("1", "1009", "1116", False),  # Lille
        ("1", "1009", "1317", True),  # a stack far off
        ("5", "1709", "1411", True),  # a stack beyond the rows where the 5th Army fights
    ],
)
def test_off_axis(army: str, here: str, goal: str, off: bool) -> None:
    assert off_axis(army, h(here), h(goal)) is off


def test_the_watch_begins_with_freiburg() -> None:
    assert g.GERMAN_CITIES >> WATCH[0] & 1
    assert len(WATCH) == sum(1 for unit in UNITS_OF[GERMAN] if IS_CORPS[unit] and ARMY[unit] == "7")
    assert all(g.GERMANY >> hex & 1 for hex in WATCH)


@pytest.mark.rule("4.3")
def test_the_7th_army_goes_to_its_posts_while_the_french_are_near() -> None:
    made = board({"XV AK": "2302", "XIV AK": "2302", "AOK 7": "2302", "8e CA": "2505"})
    moved = dict(plan_moves(made, GERMAN))
    assert moved[u("XV AK")] == moved[u("XIV AK")] == h("2402")
    far = board({"XV AK": "2302", "XIV AK": "2302", "AOK 7": "2302", "8e CA": "1418"})
    assert [hex for hex in dict(plan_moves(far, GERMAN)).values() if hex == h("2402")] == []
    assert members(g.GERMAN_CITIES)


@pytest.mark.rule("4.3")
def test_who_stands_in_freiburg_waits_until_he_is_relieved() -> None:
    far = {"XV AK": "2003", "XIV AK": "2003", "AOK 7": "2103", "Ersatz 7": "2402", "8e CA": "2505"}
    assert dict(plan_moves(board(far), GERMAN)).get(u("Ersatz 7"), h("2402")) == h("2402")
    near = dict(plan_moves(board(far | {"XV AK": "2302", "XIV AK": "2302"}), GERMAN))
    assert near[u("XV AK")] == h("2402")
    assert near[u("Ersatz 7")] != h("2402")
