"""A5, A6, A7, A8, C9, C14, C15: movement."""

from __future__ import annotations

from random import Random

import pytest

from games.brigade1914.support import actor, asked, battle, legal, play, quiet, refused, told, unit
from marne.games.brigade1914.components.data import FIRE, HITS, MEASURES, MOVE, TERRAIN
from marne.games.brigade1914.components.ground import Ground, Piece, ground_of, path_cost
from marne.games.brigade1914.rules.fire.firing import STANDING, guns_ready
from marne.games.brigade1914.rules.measures.troops import middle
from marne.games.brigade1914.rules.movement.movement import rate, suggest_goals, why_not_go
from marne.plane import FORMATIONS

HERE = {"at": [1000, 4000], "tokens": 5}


@pytest.mark.rule("A5", "A8")
@pytest.mark.parametrize(
    ("name", "state", "move", "fire", "assault"),
    [
        ("b1", {}, 800, 400, 800),
        ("b3", {}, 800, 400, 1600),
        ("b3", {"foot": 1}, 800, 400, 800),
        ("b4", {}, 400, 0, 0),
    ],
)
def test_the_movement_table(name: str, state: dict[str, int], move: int, fire: int, assault: int) -> None:
    board = battle(units={name: {**HERE, **state}}).board
    unit_number = int(name[1]) - 1
    assert [rate(board, unit_number, how) for how in ("move", "fire")] == [move, fire]
    assert rate(board, unit_number, "assault") + rate(board, unit_number, "second") == assault


@pytest.mark.rule("A5")
def test_the_row_of_machine_guns_in_the_movement_table() -> None:
    row = MOVE.rates["machine_gun"]
    assert (row.move, row.fire, row.assault) == (800, 0, 0)


@pytest.mark.rule("A5")
def test_a_battery_can_neither_move_and_fire_nor_assault() -> None:
    position = play(battle(units={"b4": HERE}), "activate b4")
    assert "move" in legal(position)
    assert not {"move then fire", "assault"} & set(legal(position))


@pytest.mark.rule("A5")
def test_eight_inches_and_no_more() -> None:
    position = play(battle(units={"b1": HERE}), "activate b1", "move")
    x, y = middle(position.board, 0)
    assert position.read(f"{x},{y - 800} 0 line") is not None
    assert refused(position, f"{x},{y - 801} 0 line") == "A5"
    assert refused(position, "100,4000 0 line") == "A5"
    assert refused(position, "nonsense") == "A5"
    moved = quiet(play(position, f"{x},{y - 800} 0 line"))
    assert unit(moved, "b1")["at"][1] == 3200
    assert told(moved, "Moved")


@pytest.mark.rule("A5")
def test_as_close_as_one_likes_but_not_past_an_enemy_nor_through_it() -> None:
    position = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [3000, 3000], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    position = play(position, "activate b1", "move")
    assert position.read("3000,2525 0 column") is not None, "base to base"
    assert refused(position, "3000,2524 0 column") == "A5"
    assert refused(position, "3000,2210 0 column") == "A5"
    assert refused(position, "3000,2400 0 column") == "A5"
    clear = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [1800, 2900], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    clear = play(clear, "activate b1", "move")
    assert clear.read("1800,2150 0 column") is not None
    past = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [2250, 2800], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    past = play(past, "activate b1", "move")
    assert refused(past, "2250,2010 0 column") == "A5"


@pytest.mark.rule("A5")
def test_no_two_units_on_the_same_ground() -> None:
    position = battle(units={"b1": HERE, "b2": {"at": [1000, 3500]}})
    position = play(position, "activate b1", "move")
    assert refused(position, "1000,3500 0 line") == "A5"
    assert position.read("1000,3300 0 line") is not None


@pytest.mark.rule("A6")
def test_an_assault_move_in_two_halves_with_a_token_in_between() -> None:
    position = battle(units={"b1": HERE, "b2": {"at": [4000, 4000], "tokens": 2}})
    position = play(position, "activate b1", "assault")
    assert refused(position, "1000,3599 0 line") == "A5"
    position = quiet(play(position, "1000,3600 0 line"))
    assert unit(position, "b1")["half"] == 1
    assert "second half b1" not in legal(position)
    position = play(position, "activate b2", "hold")
    tokens = unit(position, "b1")["tokens"]
    position = play(position, "second half b1")
    position = play(position, "1000,3200 0 line")
    assert asked(position) == "Act", "the second half is no action and meets no reaction"
    assert unit(position, "b1")["tokens"] == tokens
    assert unit(position, "b1")["half"] == 0


@pytest.mark.rule("A6")
def test_no_fire_in_an_assault_move_and_no_machine_gun_in_that_turn() -> None:
    position = battle(units={"b1": HERE, "r1": {"at": [1000, 2500], "facing": 180}})
    assert guns_ready(position.board, 0, STANDING) == 1
    position = play(position, "activate b1", "assault", "1000,3600 0 line")
    assert asked(position) == "Act", "nobody was asked for a target"
    assert guns_ready(position.board, 0, STANDING) == 0
    assert asked(play(position, "activate b1", 3)) == "Declare", "it must be activated again to fire"


@pytest.mark.rule("A6", "A7")
def test_cavalry_assaults_sixteen_inches_in_all() -> None:
    position = battle(units={"b3": HERE})
    position = play(position, "activate b3", "assault")
    assert refused(position, "1000,3199 0 line") == "A5"
    position = play(quiet(play(position, "1000,3200 0 line")), "burn", "second half b3")
    assert refused(position, "1000,2399 0 line") == "A5"
    assert unit(play(position, "1000,2400 0 line"), "b3")["at"][1] == 2400


CHARGE = {
    "b3": {"at": [3000, 3200], "tokens": 4, "half": 0, "assaulted": 1},
    "b1": {"at": [5000, 4000], "tokens": 2},
    "r1": {"at": [3000, 2500], "facing": 180, "tokens": 5},
}


@pytest.mark.rule("A7", "C21")
def test_a_charge_costs_a_token_meets_no_reaction_and_winds_the_horses() -> None:
    position = play(battle(units=CHARGE), "burn", "second half b3", "3000,2800 0 line")
    assert (asked(position), actor(position), legal(position)) == ("Charge", "blue", ["no", "charge r1"])
    tokens = unit(position, "b3")["tokens"]
    position = play(position, "charge r1")
    assert asked(position) == "Volley", "no reaction comes first"
    assert position.step.rifles == 3, "a die for each squadron"  # type: ignore[attr-defined]
    position = play(position, 1, 1, 1)
    assert unit(position, "b3")["tokens"] == tokens - 1
    assert unit(position, "b3")["markers"] == HITS.charge_markers == 1


@pytest.mark.rule("A7")
def test_a_charge_needs_an_enemy_within_two_inches_and_a_saddle() -> None:
    far = play(battle(units=CHARGE), "burn", "second half b3", "3000,2900 0 line")
    assert asked(far) == "Act"
    foot = battle(units={**CHARGE, "b3": {**CHARGE["b3"], "foot": 1}})
    assert asked(play(foot, "burn", "second half b3", "3000,2800 0 line")) == "Act"


@pytest.mark.rule("A8")
def test_dismounting_after_a_move_and_remounting_with_an_action() -> None:
    position = battle(units={"b3": HERE})
    position = play(position, "activate b3", "move", "1000,3500 0 line")
    assert (asked(position), legal(position)) == ("Dismount", ["stay mounted", "dismount"])
    position = play(position, "dismount")
    assert unit(position, "b3")["foot"] == 1
    at = unit(position, "b3")["at"]
    position = play(position, "activate b3", 4)
    assert "remount" in legal(position)
    position = quiet(play(position, "remount"))
    assert (unit(position, "b3")["foot"], unit(position, "b3")["at"]) == (0, at)


@pytest.mark.rule("C9")
def test_falling_back_needs_a_token_and_no_test() -> None:
    position = battle(
        units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 6}, "r1": {"at": [1000, 1500], "facing": 180}}
    )
    position = play(position, "fall back b1")
    assert asked(position) == "GoTo"
    assert refused(position, "1000,2800 0 line") == "C9"
    position = quiet(play(position, "1000,3800 0 line"))
    assert (unit(position, "b1")["markers"], unit(position, "b1")["tokens"]) == (5, 2)
    near = battle(
        units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 6}, "r1": {"at": [1000, 2300], "facing": 180}}
    )
    near = quiet(play(near, "fall back b1", "1000,3500 0 line"))
    assert unit(near, "b1")["markers"] == 6, "the enemy is within 12 inches and sees it"


@pytest.mark.rule("C9", "C21")
def test_a_unit_that_is_driven_back_must_go_if_it_can() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}, "r1": {"at": [1000, 2700], "facing": 180}}).board
    assert why_not_go(board, 0, "driven", "stay") is not None
    assert suggest_goals(board, 0, "driven", Random(1), 1) != ["stay"]
    edge = battle(units={"b1": {"at": [1000, 4720]}, "r1": {"at": [1000, 4420], "facing": 180}}).board
    assert why_not_go(edge, 0, "driven", "leave") is None


@pytest.mark.rule("C14")
def test_horse_near_the_enemy_edge_cost_him_a_token() -> None:
    position = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [6000, 700]}}, begin="end")
    assert position.board.next_lost == [0, 1]
    near = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [1900, 700]}}, begin="end")
    assert near.board.next_lost == [0, 0]
    foot = battle(units={"b3": {"at": [1000, 700], "foot": 1}, "r1": {"at": [6000, 700]}}, begin="end")
    assert foot.board.next_lost == [0, 0]


@pytest.mark.rule("C14")
def test_horse_that_leave_by_the_enemy_edge_cost_him_a_token_each_turn() -> None:
    position = battle(units={"b3": {"at": [1000, 700], "tokens": 2}, "r1": {"at": [6000, 700]}})
    position = play(position, "activate b3", "move")
    after = quiet(play(position, "leave"))
    assert unit(after, "b3")["status"] == "left"
    assert after.board.lost == [0, 1]
    infantry = play(battle(units={"b1": {"at": [1000, 700], "tokens": 2}}), "activate b1", "move")
    assert refused(infantry, "leave") == "C14"


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "gun"),
    [
        ("crops", 1000, 2000, 2000),
        ("orchard", 1000, 2000, 2000),
        ("wood", 2000, 4000, -1),
        ("village", 2000, -1, -1),
        ("hill", 1000, 1000, 1000),
        ("steep", 2000, 2000, -1),
    ],
)
def test_ten_inches_through_terrain(kind: str, foot: int, mounted: int, gun: int) -> None:
    ground = Ground("", (), (Piece(kind, ((0, 0), (3000, 0), (3000, 3000), (0, 3000))),))
    path = ((1000, 1000), (2000, 1000))
    assert [path_cost(ground, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [foot, mounted, gun]
    assert (path_cost(ground, path, "mounted", True, ()) == -1) == (not TERRAIN[kind].assault or mounted < 0)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "gun"),
    [("hedge", 1200, 1400, -1), ("stream", 1200, 1200, -1), ("river", -1, -1, -1), ("railway", 1200, 1400, -1)],
)
def test_ten_inches_across_a_line_and_the_same_over_a_bridge(kind: str, foot: int, mounted: int, gun: int) -> None:
    line = (Piece(kind, ((1500, 0), (1500, 3000))),)
    path = ((1000, 1000), (2000, 1000))
    ground = Ground("", (), line)
    assert [path_cost(ground, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [foot, mounted, gun]
    bridge = Ground("", (((0, 1000), (3000, 1000)),), line)
    assert [path_cost(bridge, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [1000] * 3


@pytest.mark.rule("C15")
def test_a_road_adds_to_a_move_that_is_wholly_on_it() -> None:
    position = battle(units={"b1": {"at": [3600, 4000], "formation": "column", "tokens": 3}})
    position = play(position, "activate b1", "move")
    assert position.read("3600,3000 0 column") is not None
    assert refused(position, "3600,2999 0 column") == "A5"
    beside = battle(units={"b1": {"at": [3300, 4000], "formation": "column", "tokens": 3}})
    assert refused(play(beside, "activate b1", "move"), "3300,3190 0 column") == "A5"


@pytest.mark.rule("C15", "C27")
def test_tables_from_a_seed_are_the_same_every_time_and_differ_from_each_other() -> None:
    a, b = ground_of("random 7"), ground_of("random 8")
    assert [piece.kind for piece in a.pieces] == [piece.kind for piece in ground_of("random 7").pieces]
    assert [p.figure and p.figure.corners for p in a.pieces] != [p.figure and p.figure.corners for p in b.pieces]
    for seed in range(0, 1000, 37):
        ground = ground_of(f"random {seed}")
        assert 6 <= len(ground.pieces) <= 10
        assert len(ground.roads) == 2


@pytest.mark.rule("A5")
@pytest.mark.parametrize("how", ["move", "assault", "fire", "fall back"])
def test_every_suggestion_is_legal_and_something_on_a_grid_is(how: str) -> None:
    position = battle(
        map="crossroads",
        units={
            "b1": {"at": [3000, 3200], "tokens": 3},
            "b2": {"at": [1700, 3300]},
            "r1": {"at": [3000, 2400], "facing": 180},
            "r2": {"at": [4200, 3000], "facing": 180, "formation": "column"},
        },
    )
    board = position.board
    rng = Random(1914)
    for _ in range(40):
        for goal in suggest_goals(board, 0, how, rng, 2):
            assert why_not_go(board, 0, how, goal) is None
    reach = rate(board, 0, how)
    legal_goals = [
        (x, y, facing, formation)
        for x in range(3000 - reach, 3001 + reach, 160)
        for y in range(3200 - reach, 3201 + reach, 160)
        for facing in (0, 90)
        for formation in range(len(FORMATIONS))
        if why_not_go(board, 0, how, (x, y, facing, formation)) is None
    ]
    assert legal_goals, "something is legal on the grid"
    assert any(goal != "stay" for _ in range(30) for goal in suggest_goals(board, 0, how, rng, 1))
    walled = battle(units={"b1": {"at": [1000, 4700]}}).board
    assert all(why_not_go(walled, 0, how, goal) is None for goal in suggest_goals(walled, 0, how, rng, 3))


@pytest.mark.rule("A1")
def test_lengths_are_in_hundredths_of_an_inch() -> None:
    assert (MEASURES.base_width, FIRE.charge_range, MEASURES.key_distance) == (200, 200, 1200)
    assert (FIRE.range_rifle, FIRE.range_machine_gun) == (2400, 3600)
