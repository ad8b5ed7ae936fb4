"""C16: sight and range."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.positions import two
from games.brigade1914.support import B1, B3, B4, R1, R2, apart, battle
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile
from marne.games.brigade1914.components.ground import DEEP, WIDE, ground_of
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import ChooseTarget, Shoot, Volley, aimed
from marne.games.brigade1914.rules.measures.sight import all_lines, sees
from marne.games.brigade1914.rules.measures.troops import firing_bases
from marne.games.brigade1914.rules.reconnaissance.recon import spot_of
from marne.plane import group


@pytest.mark.rule("C16", "A7")
def test_ranges_of_rifles_by_how_they_fire() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "b3": {"at": [3000, 4000]}}).board
    hows = (firing.STANDING, firing.REACT, firing.MOVED, firing.CHARGE)
    assert [firing.rifle_range(board, B1, how) for how in hows] == [2400, 2400, 1200, 200]
    assert [firing.rifle_range(board, B3, how) for how in hows] == [1200, 1200, 1200, 200], "carbines from the saddle"
    board.foot[B3] = 1
    assert firing.rifle_range(board, B3, firing.STANDING) == 2400


@pytest.mark.rule("C16", "C20")
def test_machine_guns_bring_no_target_nearer_for_who_has_none_ready() -> None:
    assert firing.targets(apart(2500).board, B1, firing.STANDING) == [R1]
    for state in ({"mgs": 0}, {"assaulted": 1}):
        assert firing.targets(apart(2500, state).board, B1, firing.STANDING) == []
    jammed = apart(2500).board
    jammed.jammed[B1] = 1
    assert firing.targets(jammed, B1, firing.STANDING) == []
    assert firing.guns_ready(jammed, B1, firing.STANDING) == 0
    away = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2000]}}).board
    assert firing.guns_ready(away, B4, firing.STANDING) == 0, "guns have no machine guns, wherever they are"


@pytest.mark.rule("C16")
@pytest.mark.parametrize(("gap", "found"), [(1200, [R1]), (1202, [R1, R2])])
def test_the_nearest_must_be_chosen_only_within_12_inches(gap: int, found: list[int]) -> None:
    position = apart(gap, units={"r2": {"at": [4600, 1500], "facing": 180}})
    assert firing.targets(position.board, B1, firing.STANDING) == found


@pytest.mark.rule("C16")
def test_what_is_out_of_sight_or_hidden_is_no_target() -> None:
    assert firing.targets(apart(1000, {}, {"status": "hidden"}).board, B1, firing.STANDING) == []
    blocked = apart(1400, {}, {"formation": "column"}, units={"b2": {"at": [3000, 2600]}})
    assert firing.targets(blocked.board, B1, firing.STANDING) == []
    assert firing.gun_targets(blocked.board, B1, firing.STANDING) == []
    assert firing.gun_targets(apart(3600).board, B1, firing.STANDING) == [R1]
    assert firing.gun_targets(apart(3602).board, B1, firing.STANDING) == []
    assert firing.gun_targets(apart(1000, {"mgs": 0}).board, B1, firing.STANDING) == [], (
        "who has no gun has no target for it"
    )


@pytest.mark.rule("C16", "C19")
def test_a_reacting_unit_has_no_target_behind_it() -> None:
    position = apart(1000, {}, {"facing": 0})
    assert firing.in_reach(position.board, R1, firing.REACT) == []
    assert firing.gun_targets(position.board, R1, firing.REACT) == []
    front = apart(1000).board
    assert firing.in_reach(front, R1, firing.REACT) == firing.gun_targets(front, R1, firing.REACT) == [B1]
    assert firing.in_reach(position.board, R1, firing.STANDING) == [B1]
    assert firing.gun_targets(position.board, R1, firing.STANDING) == [B1]


@pytest.mark.rule("C16")
def test_bases_fire_that_stand_within_two_inches_of_another_and_machine_guns_within_four() -> None:
    def with_gap(base: int, gap: int) -> tuple[int, int]:
        board = battle(units={"b1": {"at": [3000, 3000]}}).board
        at = list(board.at[B1])
        at[base] = (at[base][0], at[base][1] + 150 + gap, 0)
        board.at[B1] = tuple(at)
        return firing_bases(board, B1)

    assert [with_gap(0, 200), with_gap(0, 201)] == [(4, 1), (3, 1)]
    assert [with_gap(4, 400), with_gap(4, 401)] == [(4, 1), (4, 0)]
    assert firing_bases(battle(units={"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}}).board, B1) == (1, 0)
    lone = battle(units={"b1": {"at": [3000, 3000], "bases": 1}}).board
    lone.at[B1] = ((3000, 3000, 0), (4000, 3000, 0))
    assert firing_bases(lone, B1) == (1, 0), "the last company always fires"


@pytest.mark.rule("C16")
def test_a_unit_sees_past_another_from_a_height_and_over_it() -> None:
    TABLES.setdefault(
        "height",
        TableFile("height", (), (PieceRow("hill", ((2000, 3200), (4000, 3200), (4000, 3800), (2000, 3800))),)),
    )
    units = {"b1": {"at": [3000, 3500]}, "b2": {"at": [3000, 2800]}, "r1": {"at": [3000, 1500], "formation": "column"}}
    assert sees(battle(map="height", units=units).board, B1, R1)
    assert sees(battle(map="height", units=units).board, R1, B1)
    flat = {**units, "b1": {"at": [3000, 3000]}, "b2": {"at": [3000, 2700]}}
    assert not sees(battle(map="height", units=flat).board, B1, R1)


@pytest.mark.rule("C16")
@pytest.mark.parametrize(("gap", "seen"), [(2400, True), (2402, False)])
def test_rifles_reach_24_inches(gap: int, seen: bool) -> None:
    assert firing.targets(apart(gap, {"mgs": 0}).board, B1, firing.STANDING) == ([R1] if seen else [])


@pytest.mark.rule("C16")
def test_machine_guns_reach_36_and_a_mover_12() -> None:
    assert firing.targets(apart(3600).board, B1, firing.STANDING) == [R1]
    assert firing.targets(apart(3602).board, B1, firing.STANDING) == []
    assert firing.targets(apart(1200).board, B1, firing.MOVED) == [R1]
    assert firing.targets(apart(1202).board, B1, firing.MOVED) == []


@pytest.mark.rule("C16")
def test_the_nearest_within_12_inches_comes_first_but_not_for_machine_guns_and_guns() -> None:
    position = battle(
        units={
            "b1": {"at": [3000, 3000]},
            "b4": {"at": [4800, 3400]},
            "r1": {"at": [3000, 2200], "facing": 180},
            "r2": {"at": [4400, 2000], "facing": 180},
        },
    )
    assert firing.targets(position.board, B1, firing.STANDING) == [R1]
    assert firing.gun_targets(position.board, B1, firing.STANDING) == [R1, 5]
    assert firing.targets(position.board, B4, firing.STANDING) == [R1, 5]


@pytest.mark.rule("C16")
def test_units_in_the_way_block_sight() -> None:
    units = {"b1": {"at": [3000, 3400]}, "b2": {"at": [3000, 3000]}, "r1": {"at": [3000, 2000], "formation": "column"}}
    assert not sees(battle(units=units).board, B1, R1)
    assert sees(battle(units={**units, "b2": {"at": [6000, 3000]}}).board, B1, R1)


@pytest.mark.rule("C16")
def test_bases_out_of_formation_do_not_fire() -> None:
    board = apart(1000).board.copy()
    assert firing_bases(board, B1) == (4, 1)
    far = list(board.at[B1])
    far[0] = (far[0][0] - 500, far[0][1], 0)
    board.at[B1] = tuple(far)
    assert firing_bases(board, B1) == (3, 1)


@pytest.mark.rule("C16", "C17")
def test_a_shot_is_a_volley_at_what_was_aimed_at() -> None:
    board = two()
    (step,) = Shoot(B1, firing.STANDING, 1).do(board)
    assert isinstance(step, Volley)
    assert (step.unit, step.target, step.how, step.rifles, step.guns) == (B1, R1, "fire", 4, 1)
    assert step.need == 7, "a switched target costs one"
    assert (board.aim[B1], board.aim_guns[B1], board.fired[B1]) == (-1, -1, 0)


@pytest.mark.rule("C16", "C4")
def test_who_is_gone_stopped_or_aims_at_nothing_does_not_fire() -> None:
    for change in ("gone", "cut", "nothing", "target"):
        board = two()
        if change == "gone":
            board.status[B1] = 7
        elif change == "cut":
            board.cut, board.actor = 1, B1
        elif change == "nothing":
            board.aim[B1] = -1
        else:
            board.status[R1] = 7
        assert Shoot(B1, firing.STANDING, 0).do(board) == (), change
    board = two()
    board.cut, board.actor = 1, R1
    assert len(Shoot(B1, firing.STANDING, 0).do(board)) == 1, "another was stopped"
    red = two()
    red.aim[R1] = red.aim_guns[R1] = B1
    assert len(Shoot(R1, firing.STANDING, 0).do(red)) == 1, "number 0 is a target like any other"


def walled(kind: str, *points: tuple[int, int]) -> str:
    """A table with one piece."""
    name = f"sight {kind}"
    TABLES.setdefault(name, TableFile(name, (), (PieceRow(kind, points),)))
    return name


@pytest.mark.rule("C16", "C15")
def test_a_wood_a_village_and_a_hedge_block_sight_and_a_field_does_not() -> None:
    square = ((2000, 1800), (4000, 1800), (4000, 2400), (2000, 2400))
    units = {"b1": {"at": [3000, 3000], "mgs": 0}, "r1": {"at": [3000, 1200], "mgs": 0}}
    for kind, seen in (("wood", False), ("village", False), ("crops", True), ("orchard", True)):
        assert sees(battle(map=walled(kind, *square), units=units).board, 0, 4) == seen, kind
    inside = {**units, "r1": {"at": [3000, 2300], "mgs": 0}}
    assert sees(battle(map=walled("wood", *square), units=inside).board, 0, 4), "an inch into the wood"
    deep = {**units, "r1": {"at": [3000, 2100], "mgs": 0}}
    assert not sees(battle(map=walled("wood", *square), units=deep).board, 0, 4)
    hedge = walled("hedge", (2000, 2000), (4000, 2000))
    assert not sees(battle(map=hedge, units=units).board, 0, 4)
    lining = {**units, "r1": {"at": [3000, 1950], "mgs": 0}}
    assert sees(battle(map=hedge, units=lining).board, 0, 4), "clear for who lines it"
    stream = walled("stream", (2000, 2000), (4000, 2000))
    assert sees(battle(map=stream, units=units).board, 0, 4)


@pytest.mark.rule("C16")
def test_one_open_line_past_a_unit_is_enough() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "mgs": 0},
        "b2": {"at": [2700, 2500], "bases": 2, "mgs": 0},
        "r1": {"at": [3000, 2000], "mgs": 0},
    }
    assert sees(battle(units=units).board, 0, 4), "the left is covered, the right is not"
    wall = {**units, "b2": {"at": [3000, 2500]}, "b3": {"at": [3700, 2500], "foot": 1}, "b4": {"at": [2200, 2500]}}
    assert not sees(battle(units=wall).board, 0, 4)
    assert sees(battle(units={**wall, "b2": {"at": [3000, 2500], "status": "hidden"}}).board, 0, 4)
    enemy = {
        **units,
        "b2": {"status": "reserve"},
        "r2": {"at": [3000, 2500]},
        "r3": {"at": [3700, 2500], "foot": 1},
        "r4": {"at": [2200, 2500]},
    }
    assert not sees(battle(units=enemy).board, 0, 4), "enemies are in the way too"


@pytest.mark.rule("C16", "C13", "C20")
def test_what_is_aimed_at_is_remembered() -> None:
    board = apart(1000).board
    assert [aimed(board, name) for name in ("m1", "m3", "b1", "r1")] == [1000, 1002, B1, R1]
    step = ChooseTarget(R1, firing.STANDING)
    (guns,) = step.do(board, ("at", "b1"))
    assert (type(guns).__name__, board.aim[R1], board.aim_guns[R1]) == ("ChooseGunTarget", B1, B1)
    for answer in (None, "hold fire"):
        assert step.do(board, answer) == ()
        assert (board.aim[R1], board.aim_guns[R1]) == (-1, -1)


@pytest.mark.rule("C16")
@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_line_that_the_ground_leaves_open_is_found_and_no_other(name: str) -> None:
    ground, rng = ground_of(name), Random(name)
    column = ((0, -300), (0, -150), (0, 0), (0, 150), (0, 300))
    for _ in range(150):
        x, y = rng.randrange(400, WIDE - 400), rng.randrange(400, DEEP - 400)
        spot = spot_of(rng.randrange(400, WIDE - 400), rng.randrange(400, DEEP - 400))
        turn = rng.choice((1, -1))
        body = group(tuple((x + (dx, dy)[turn], y + (dy, dx)[turn], 0) for dx, dy in column), ((150, 150),) * 5)
        for a, b in ((spot, body), (body, spot)):
            plain = [
                (ax, ay, bx, by)
                for ax, ay, _ in a.placed
                for bx, by, _ in b.placed
                if ground.screens.clear(ax, ay, bx, by, ground.screens.height(ax, ay), ground.screens.height(bx, by))
            ]
            assert sorted(line[:4] for line in all_lines(ground, a, b)) == sorted(plain)


@pytest.mark.rule("C16")
@pytest.mark.reading("sight-middles")
def test_wagons_block_sight_and_hidden_troops_do_not() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [4800, 2900], "formation": "column"},
        "r1": {"at": [4800, 1500], "formation": "column"},
    }
    retreat = battle("bn1 bn1", "bn1 bn1", "retreat", units={name: {**row, "tokens": 1} for name, row in units.items()})
    assert not sees(retreat.board, 0, 2)
    hidden = {**units, "b2": {"at": [4800, 2200], "status": "hidden"}}
    assert sees(battle("bn1 bn1", "bn1 bn1", units=hidden).board, 0, 2)
