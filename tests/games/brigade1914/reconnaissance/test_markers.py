"""C13: recon markers."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import two
from games.brigade1914.support import B1, B3, B4, R1, R3, actor, asked, battle, legal, play, refused
from marne.games.brigade1914.board import HIDDEN, MARKER, ON_TABLE
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import Shoot
from marne.games.brigade1914.rules.reconnaissance.recon import markers_left, meet_markers, watch_markers
from marne.games.brigade1914.rules.reconnaissance.scouts import Duel, Meet, MoveMarker, PlaceMarker, Scouts
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.games.brigade1914.sequence import ChooseInitiative, InitiativeDice


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize(
    ("at", "key"),
    [
        ((100, 4700), ""),
        ((99, 4700), "why.off_table"),
        ((7100, 4700), ""),
        ((7101, 4700), "why.off_table"),
        ((3000, 4701), "why.off_table"),
        ((3000, 2400), ""),
        ((3000, 2399), "why.zone"),
        ((3000, 99), "why.off_table"),
    ],
)
def test_where_markers_are_placed(at: tuple[int, int], key: str) -> None:
    reason = PlaceMarker(0, 0).reason(battle().board, at)
    assert (reason.key if reason else "") == key
    for bad in ("somewhere", (1, 2, 3), (1.0, 2.0)):
        nothing = PlaceMarker(0, 0).reason(battle().board, bad)  # type: ignore[arg-type]
        assert nothing is not None
        assert nothing.key == "why.no_point"
    assert PlaceMarker(0, 0).reason(battle().board, "none") is None
    red = PlaceMarker(1, 0).reason(battle().board, (3000, 100))
    assert red is None


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("at", "key"),
    [
        ((3000, 1400), ""),
        ((3000, 1399), "why.too_far"),
        ((99, 3000), "why.off_table"),
        ("stay", ""),
        ("go", "why.no_point"),
    ],
)
def test_a_marker_rides_sixteen_inches_on_the_table(at: Any, key: str) -> None:
    board = battle(markers={"blue": [[3000, 3000]]}).board
    reason = MoveMarker(0, 0).reason(board, at)
    assert (reason.key if reason else "") == key


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize(
    ("at", "fine"),
    [
        ((100, 300), True),
        ((99, 300), False),
        ((300, 100), True),
        ((300, 99), False),
        ((7100, 4500), True),
        ((7101, 4500), False),
        ((6900, 4700), True),
        ((6900, 4701), False),
    ],
)
def test_a_marker_keeps_an_inch_from_the_edge(at: tuple[int, int], fine: bool) -> None:
    here = [300, 300] if at[0] < 1000 else [6900, 4500]
    board = battle(markers={"blue": [here]}).board
    assert (MoveMarker(0, 0).reason(board, at) is None) == fine
    for bad in ((1, 2, 3), (1.5, 300), (300, "x"), "xy"):
        for step in (MoveMarker(0, 0), PlaceMarker(0, 1)):
            reason = step.reason(board, bad)  # type: ignore[arg-type]
            assert reason is not None
            assert reason.key == "why.no_point"


@pytest.mark.rule("C13")
def test_a_marker_that_rides_up_to_the_enemy_is_seen() -> None:
    board = battle(units={"r1": {"at": [3000, 1500]}}, markers={"blue": [[3000, 3000], [0, 3000]]}).board
    MoveMarker(0, 0).do(board, (3000, 2000))
    assert board.marker[0] == ((-1, -1), (0, 3000))
    assert [step.marker for step in Scouts(0).do(board)[::2]] == [1], "the one at the edge is still there"  # type: ignore[attr-defined]


@pytest.mark.rule("C13")
def test_each_marker_that_is_left_rides_and_may_meet_another() -> None:
    board = battle(markers={"blue": [[-1, -1], [3000, 3000]], "red": [[3000, 1000]]}).board
    names = [(type(step).__name__, getattr(step, "marker", step.side)) for step in Scouts(0).do(board)]  # type: ignore[attr-defined]
    assert names == [("MoveMarker", 1), ("Meet", 0)]
    assert MoveMarker(0, 0).ask(board) is None
    assert MoveMarker(0, 1).ask(board) is not None
    MoveMarker(0, 1).do(board, (3000, 2500))
    assert board.marker[0][1] == (3000, 2500)
    MoveMarker(0, 1).do(board, "stay")
    assert board.marker[0][1] == (3000, 2500)
    assert markers_left(board, 0) == 1


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("gap", "met"), [(600, (0, 1)), (601, None)])
def test_opposing_markers_meet_within_six_inches(gap: int, met: tuple[int, int] | None) -> None:
    board = battle(markers={"blue": [[3000, 3000]], "red": [[-1, -1], [3000, 2800 - gap]]}).board
    assert meet_markers(board, 0) == met
    assert meet_markers(board, 1) == (None if met is None else (1, 0))
    screen = battle(
        units={"b1": {"at": [3000, 2750 - gap // 2]}}, markers={"blue": [[3000, 3000]], "red": [[3000, 2800 - gap]]}
    )
    assert meet_markers(screen.board, 0) is None, "not in sight"
    gone = battle(markers={"blue": [[-1, -1]], "red": [[-1, -1]]}).board
    assert meet_markers(gone, 0) is None
    for blue, red in (([-1, -1], [100, 100]), ([100, 100], [-1, -1])):
        assert meet_markers(battle(markers={"blue": [blue], "red": [red]}).board, 0) is None
    edge = battle(markers={"blue": [[0, 100]], "red": [[0, 300]]}).board
    assert meet_markers(edge, 0) == (0, 0)


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("mine", "theirs", "left"), [(2, 5, [0, 1]), (5, 2, [1, 0]), (3, 3, [0, 0])])
def test_the_lower_die_rides_off_and_both_on_a_tie(mine: int, theirs: int, left: list[int]) -> None:
    board = battle(markers={"blue": [[3000, 3000]], "red": [[3000, 2500]]}).board
    (duel,) = Meet(0).do(board)
    assert duel == Duel(0, 0, 0, 0)
    (rolled,) = duel.do(board, mine)
    rolled.do(board, theirs)
    assert [markers_left(board, side) for side in (0, 1)] == left


@pytest.mark.rule("C13", "A10")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.reading("scouts-see-not")
def test_a_masked_force_that_meets_scouts_is_revealed_with_them(side: int) -> None:
    name = ("blue", "red")[side]
    spots = {"blue": [[3000, 3000]], "red": [[3000, 2500]]}
    board = battle(markers=spots, masks={name: [0, f"{name[0]}3"]}).board
    assert Meet(0).do(board) == ()
    assert [markers_left(board, each) for each in (0, 1)] == [0, 0]
    assert board.status[(B3, R3)[side]] == ON_TABLE
    nobody = battle(markers={"blue": [[3000, 3000]], "red": [[3000, 1000]]}).board
    assert Meet(0).do(nobody) == ()
    assert [markers_left(nobody, each) for each in (0, 1)] == [1, 1]


@pytest.mark.rule("C13", "C12")
@pytest.mark.parametrize(("gap", "left"), [(600, 0), (601, 1)])
def test_a_marker_that_rides_within_six_inches_of_an_enemy_is_revealed_and_finds_who_lies_there(
    gap: int, left: int
) -> None:
    for status, after in (("on table", ON_TABLE), ("hidden", ON_TABLE if not left else HIDDEN)):
        units = {"r1": {"at": [3000, 2000], "status": status}, "b1": {"at": [3000, 4500]}}
        board = battle(units=units, markers={"blue": [[3000, 2175 + gap]]}).board
        watch_markers(board, 0)
        assert markers_left(board, 0) == left
        assert board.status[R1] == after
    own = battle(units={"b1": {"at": [3000, 2000]}}, markers={"blue": [[3000, 2300]]}).board
    watch_markers(own, 0)
    assert markers_left(own, 0) == 1, "friends reveal nobody"


@pytest.mark.rule("C13", "A4")
@pytest.mark.parametrize(("turn", "winner"), [(0, "blue"), (1, "")])
def test_more_scouts_help_on_the_first_turn_alone(turn: int, winner: str) -> None:
    board = battle(units={"b1": {"at": [500, 4500]}}, markers={"blue": [[3000, 3500]], "red": []}).board
    board.turn = turn + 1
    (step,) = InitiativeDice(3).do(board, 3)
    assert step == (ChooseInitiative(0) if winner else InitiativeDice(0))
    board.marker = [(), ((3000, 1000),)]
    (step,) = InitiativeDice(3).do(board, 3)
    assert step == (ChooseInitiative(1) if winner else InitiativeDice(0))
    board.marker = [(), ()]
    assert InitiativeDice(3).do(board, 2) == (ChooseInitiative(0),)
    assert InitiativeDice(3).do(board, 4) == (ChooseInitiative(1),)


@pytest.mark.rule("C13")
def test_a_marker_that_is_fired_at_is_revealed_and_the_shot_wasted_on_scouts() -> None:
    position = battle(units={"b1": {"at": [3000, 3500], "tokens": 3}}, markers={"red": [[3000, 2000]]})
    position = play(position, "activate b1", "fire", "at m1")
    assert asked(position) == "Act"
    assert position.board.marker[1] == ((-1, -1),)
    masked = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}}, markers={"red": [[3000, 2000]]}, masks={"red": [0, "r3"]}
    )
    masked = play(masked, "activate b1", "fire", "at m1")
    assert asked(masked) == "Volley"


@pytest.mark.rule("C13")
def test_markers_move_sixteen_inches_and_scouts_that_meet_fight() -> None:
    position = battle(
        units={"b1": {"at": [500, 4500]}, "r1": {"at": [500, 300]}},
        begin="turn",
        turn=1,
        markers={"blue": [[3000, 3500]], "red": [[3000, 1500]]},
    )
    position = play(position, 6, 1, "be active")
    while asked(position) == "Allocate":
        position = play(position, legal(position)[0])
    assert asked(position) == "MoveMarker"
    assert refused(position, "3000,1899") == "C13"
    position = play(position, "3000,2100")
    assert asked(position) == "Duel"
    lost = play(position, 2, 5)
    assert [lost.board.marker[side][0][0] for side in (0, 1)] == [-1, 3000]
    tie = play(position, 3, 3)
    assert [tie.board.marker[side][0][0] for side in (0, 1)] == [-1, -1]


@pytest.mark.rule("C13")
def test_more_scouts_add_one_to_the_first_initiative() -> None:
    position = battle(
        units={"b1": {"at": [500, 4500]}, "r1": {"at": [500, 300]}},
        begin="turn",
        turn=0,
        markers={"blue": [[3000, 3500], [4000, 3500]], "red": [[3000, 1500]]},
    )
    position = play(position, 3, 3)
    assert (asked(position), actor(position)) == ("ChooseInitiative", "blue")


@pytest.mark.rule("C13", "C16")
def test_scouts_that_are_fired_at_are_revealed_and_a_masked_force_is_hit() -> None:
    board = two()
    board.marker = [((100, 100),), ((-1, -1), (3000, 1000), (0, 2000))]
    for aim, left in ((MARKER + 1, ((-1, -1), (-1, -1), (0, 2000))), (MARKER + 2, ((-1, -1),) * 3)):
        board.aim[B1] = board.aim_guns[B1] = aim
        assert Shoot(B1, firing.STANDING, 0).do(board) == (), "the shot is wasted on scouts"
        assert board.marker == [((100, 100),), left]
    board.aim[B1] = MARKER
    told = len(board.events)
    assert Shoot(B1, firing.STANDING, 0).do(board) == ()
    assert len(board.events) == told, "what is gone is not revealed again"
    masked = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 1}}, markers={"red": [[3000, 2000]]}, masks={"red": [0, "r3"]}
    ).board
    masked.aim[B1] = MARKER
    (step,) = Shoot(B1, firing.STANDING, 0).do(masked)
    assert (step.target, step.guns) == (R3, 1)  # type: ignore[attr-defined]
    first = battle(
        "cav3 cav3",
        lists=("british cavalry", "german infantry"),
        units={"r1": {"at": [3000, 1500], "facing": 180, "tokens": 1}},
        markers={"blue": [[3000, 3000]]},
        masks={"blue": [0, "b1"]},
    ).board
    first.aim[2] = MARKER
    (step,) = Shoot(2, firing.STANDING, 0).do(first)
    assert step.target == 0, "the first unit of all may be behind it"  # type: ignore[attr-defined]


@pytest.mark.rule("C13", "C27")
@pytest.mark.reading("behind-marker")
def test_nobody_deploys_behind_a_marker_within_12_inches_of_the_enemy_or_his_zone() -> None:
    def key(y: int, **changes: Any) -> str:
        board = battle("bn4 bn4", markers={"blue": [[3000, 2300]]}, **changes).board
        reason = Deploy(0).reason(board, (3000, y, 0, 0))
        return "" if reason is None else reason.key

    assert [key(2475), key(2474)] == ["", "why.marker_near"], "the zone ends 12 inches from the edge"
    enemy = {"at": [3000, 1200], "facing": 180}
    assert [key(2551, units={"r1": enemy}), key(2550, units={"r1": enemy})] == ["", "why.marker_near"]
    assert key(2550, units={"r1": {**enemy, "status": "hidden"}}) == "", "who lies hidden is not given away"
    zone = battle("bn4 bn4", scenario="capture", units={"r1": {"at": [3000, 3700], "facing": 180}}).board
    assert Deploy(0).reason(zone, (3000, 4100, 0, 0)) is None, "in its own zone a side stands where it likes"


@pytest.mark.rule("C13", "C16")
def test_markers_are_targets_in_sight_and_range() -> None:
    def found(y: int, name: str = "b1", how: str = firing.STANDING, **state: Any) -> list[int]:
        position = battle(units={name: {"at": [3000, 3500], **state}}, markers={"red": [[-1, -1], [3000, y]]})
        return firing.marker_targets(position.board, int(name[1]) - 1, how)

    assert found(1100) == [1]
    assert found(1099) == []
    assert found(2300, how=firing.MOVED) == [1]
    assert found(2299, how=firing.MOVED) == []
    assert found(3300, how=firing.CHARGE) == []
    assert found(200, "b4") == [1], "guns reach everywhere"
    hidden = battle(units={"b1": {"at": [3000, 3500]}, "b2": {"at": [3000, 3200]}}, markers={"red": [[3000, 2000]]})
    assert firing.marker_targets(hidden.board, B1, firing.STANDING) == []
    edge = battle(units={"b1": {"at": [1500, 3500]}}, markers={"red": [[0, 3500]]})
    assert firing.marker_targets(edge.board, B1, firing.STANDING) == [0]
    aslant = [
        battle(units={"b1": {"at": [3000, 3500], "mgs": 0}}, markers={"red": [[1560, y]]}).board for y in (1580, 1579)
    ]
    assert [firing.marker_targets(board, B1, firing.STANDING) for board in aslant] == [[0], []], "24 inches aslant"
    away = battle(units={"b4": {"status": "off table"}}, markers={"red": [[3000, 2000]]})
    assert firing.marker_targets(away.board, B4, firing.STANDING) == []
    friendly = battle(units={"b1": {"at": [3000, 3500]}}, markers={"blue": [[3000, 2000]]})
    assert firing.marker_targets(friendly.board, B1, firing.STANDING) == []
