"""[11.7] Old fortifications."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import actor, arranged, has, legal, named, play, refused
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID
from marne.games.nach_paris.rules.works.cover import Cover, covers
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.games.nach_paris.rules.works.old_walls import in_old_walls
from marne.games.nach_paris.steps import hex_of

ARRAS = "AS37" if MAP.old_fortification[hex_of("AS37")] else "AR35"


@pytest.mark.rule("11.7.1")
def test_foot_and_guns_of_four_steps_hold_old_walls() -> None:
    units = {"145e-RI": ARRAS, "15e-DI": ARRAS, "2e-RAL": ARRAS, "6e-DC": ARRAS, "SCF.1": ARRAS}
    game = arranged(begin=f"OccupyOldWalls {ARRAS} 1", units=units)
    assert actor(game) == "allied"
    assert sorted(named(game, "hold")) == ["145e-RI", "15e-DI", "2e-RAL"]
    assert refused(game, "hold 6e-DC") == "11.7.1"
    small = play(game, "hold 145e-RI")
    assert named(small, "hold") == ["2e-RAL"]
    assert refused(small, "hold 15e-DI") == "11.7.1"
    whole = play(game, "hold 15e-DI")
    assert whole.over
    assert has(whole, "in_walls", "15e-DI")
    none = play(game, "done")
    assert none.over
    assert none.board.in_walls == 0


@pytest.mark.rule("11.7.1")
def test_old_walls_are_worth_one_and_a_half_until_said_otherwise() -> None:
    game = arranged(begin=f"OccupyOldWalls {ARRAS} 1", units={"145e-RI": ARRAS, "15e-DI": ARRAS})
    board, attackers = play(game, "hold 15e-DI").board, [MAP.grid.neighbours[hex_of(ARRAS)][0]]
    found = covers(board, hex_of(ARRAS), ALLIED_SIDE, attackers)
    assert found == {BY_ID["15e-DI"]: Cover(Works.NONE, 15), BY_ID["145e-RI"]: Cover(Works.NONE, 10)}
    board.put(BY_ID["15e-DI"], attackers[0])
    assert not in_old_walls(board, BY_ID["15e-DI"])
    plain = MAP.grid.label(attackers[0])
    nowhere = arranged(begin=f"OccupyOldWalls {plain} 1", units={"145e-RI": plain})
    assert nowhere.over
    assert legal(nowhere) == []


@pytest.mark.rule("11.7.2")
def test_whoever_holds_old_walls_has_no_other_works() -> None:
    """Namur has old walls within its belt of strengthened entrenchments."""
    game = arranged(turn=9, begin="OccupyOldWalls AC33 1", units={"8e.10e-BM": "AC33 N fieldworks"})
    attackers = [hex_of("AC34")]
    outside = play(game, "done").board
    inside = play(game, "hold 8e.10e-BM").board
    one = BY_ID["8e.10e-BM"]
    assert covers(outside, hex_of("AC33"), ALLIED_SIDE, attackers)[one] == Cover(Works.STRENGTHENED, 30)
    assert covers(inside, hex_of("AC33"), ALLIED_SIDE, attackers)[one] == Cover(Works.NONE, 15)


@pytest.mark.rule("11.7.2")
def test_who_holds_old_walls_has_nothing_else() -> None:
    place = next(hex for hex in range(len(MAP.grid)) if MAP.old_fortification[hex])
    board, who = still({"1re-DI": f"{MAP.grid.label(place)} N entrenched"}), BY_ID["1re-DI"]
    around = MAP.grid.neighbours[place]
    before = covers(board, place, ALLIED_SIDE, around)[who]
    assert (before.works, before.tenths) == (Works.REGULAR, 17)
    board.in_walls = 1 << who
    inside = covers(board, place, ALLIED_SIDE, around)[who]
    assert (inside.works, inside.tenths) == (Works.NONE, 15)


@pytest.mark.rule("11.7.1")
def test_what_was_said_of_old_walls_is_over_in_this_hex_alone() -> None:
    here, there = [MAP.grid.label(hex) for hex in range(len(MAP.grid)) if MAP.old_fortification[hex]][:2]
    units = {"145e-RI": here, "2e-RAL": here, "15e-DI": there}
    for answers, inside in ((("hold 145e-RI", "done"), True), (("done",), False)):
        position = arranged(begin=f"OccupyOldWalls {here} 1", units=units)
        position.board.in_walls = 1 << BY_ID["2e-RAL"] | 1 << BY_ID["15e-DI"]
        position = play(position, *answers)
        assert not has(position, "in_walls", "2e-RAL"), "what it said in an earlier combat"
        assert has(position, "in_walls", "15e-DI")
        assert has(position, "in_walls", "145e-RI") == inside
