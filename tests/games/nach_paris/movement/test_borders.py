"""[1.1.4], [1.1.7], [3.3.2] The ground of a scenario and the borders of the first turns."""

from __future__ import annotations

import pytest

from games.nach_paris.movement.support import chosen, moving
from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, legal, play, refused
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BE, BY_ID, DE, FR, GB
from marne.games.nach_paris.rules.movement.reach import _as_the_scenario_says, enterable, open_to
from marne.games.nach_paris.steps import label
from marne.hexes import bits, members


@pytest.mark.rule("1.1.4", "1.1.5")
def test_nobody_leaves_the_ground_of_the_scenario() -> None:
    board = moving({"1re-DI": "BC9 N"}).board
    free = enterable(board, BY_ID["1re-DI"])
    assert not any(free >> hex & 1 for hex in range(len(MAP.grid)) if not MAP.playable(hex))
    liege = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    position = play(liege, "move 9e.11e-BM")
    assert refused(position, "to AC35") == "1.1.5"
    whole = arranged(units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    assert "to AC35" in legal(play(whole, "move 9e.11e-BM")), "in the campaign it lies inside"


@pytest.mark.rule("3.3.2", "1.1.7", "1.1.4")
@pytest.mark.reading("neutrality")
def test_borders_of_the_first_turns() -> None:
    near = next(
        (a, b)
        for a, b in (MAP.grid.side_hexes(s) for s in range(MAP.grid.side_count) if len(MAP.grid.side_hexes(s)) == 2)
        if {MAP.country[a], MAP.country[b]} == {"FR", "DE"} and not MAP.cover[MAP.grid.side(a, b)]
    )
    french, german = sorted(near, key=lambda hex: MAP.country[hex], reverse=True)
    for turn, allowed in ((2, False), (3, True)):
        position = chosen("1re-DI", f"{label(french)} N", turn=turn)
        assert bool(enterable(position.board, BY_ID["1re-DI"]) >> german & 1) == allowed
    belgian = MAP.grid.hex("X33")
    for turn, allowed in ((1, False), (2, True)):
        board = chosen("18.ID", "S35 N", "german", turn=turn).board
        assert bool(enterable(board, BY_ID["18.ID"]) >> belgian & 1) == allowed
    stays = chosen("DC-belge", "AE36", turn=12)
    assert not enterable(stays.board, BY_ID["DC-belge"]) >> MAP.grid.hex("BC9") & 1


@pytest.mark.rule("1.1.4", "3.3.2", "1.1.7")
@pytest.mark.reading("first-borders")
@pytest.mark.parametrize(
    ("turn", "nation", "countries"),
    [
        (2, FR, {"FR"}),
        (3, FR, {"FR", "BE", "DE", "LU"}),
        (2, BE, {"BE"}),
        (3, BE, {"BE"}),
        (2, GB, {"FR", "BE", "DE", "LU"}),
        (2, DE, {"FR", "BE", "DE", "LU"}),
    ],
)
def test_belgians_and_french_stay_at_home_for_two_turns(turn: int, nation: int, countries: set[str]) -> None:
    board = still(turn=turn)
    found = members(open_to(board.play, turn, nation))
    assert {MAP.country[hex] for hex in found} & {"FR", "BE", "DE", "LU"} == countries
    assert all(board.play.area >> hex & 1 for hex in found)


@pytest.mark.rule("1.1.7")
def test_a_scenario_keeps_germans_out_of_belgium_and_belgians_in_it() -> None:
    belgium = bits(hex for hex, country in enumerate(MAP.country) if country == "BE")
    assert _as_the_scenario_says(3, DE, 4, False) == ~belgium
    assert _as_the_scenario_says(4, DE, 4, False) == _as_the_scenario_says(3, FR, 4, True) == -1
    assert _as_the_scenario_says(9, BE, 4, True) == belgium
    assert _as_the_scenario_says(3, BE, 4, False) == -1


@pytest.mark.rule("3.3.2", "1.1.7")
def test_borders_close_to_each_nation_for_its_own_turns() -> None:
    board = still()
    belgian = at("AE36")
    assert MAP.country[belgian] == "BE"
    opened = {
        turn: [bool(open_to(board.play, turn, nation) >> belgian & 1) for nation in (BE, FR, GB, DE)]
        for turn in (1, 2, 3, 9)
    }
    assert [each[0] for each in opened.values()] == [True] * 4
    assert [each[1] for each in opened.values()] == [False, False, True, True]
    assert [each[2] for each in opened.values()] == [True] * 4, "no border is shut to the British"


@pytest.mark.rule("3.3.2", "18.1.3")
def test_nobody_lands_beyond_a_border_that_is_still_shut() -> None:
    landing = {"1re-DI": "off Ostende North-Sea"}
    early = play(arranged(units=landing, side="allied", turn=2, begin="movement"), "move 1re-DI")
    assert "land" not in legal(early)
    assert refused(early, "land") == "3.3.2"
    assert "land" in legal(play(arranged(units=landing, side="allied", turn=3, begin="movement"), "move 1re-DI"))
