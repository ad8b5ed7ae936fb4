"""Corners that a rule broken by one word would slip through: the first unit of all, who is gone, what is not open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.brigade1914.support import B1, B4, PAIR, R4, battle, follow, number, play, quiet, told, unit
from marne.engine import Only
from marne.games.brigade1914.board import DESTROYED, HIDDEN, RESERVE, Battlefield
from marne.games.brigade1914.components.data import COMMAND, HITS, MEASURES, MOVE
from marne.games.brigade1914.components.forces import read_force
from marne.games.brigade1914.components.ground import DEEP, WIDE, Ground, _bridge, flood_at
from marne.games.brigade1914.rules.command.command import pay_general
from marne.games.brigade1914.rules.command.command import test_modifiers as modifiers_of_a_test
from marne.games.brigade1914.rules.fire.firing import COUNTER, STANDING, casualty_need, method, targets
from marne.games.brigade1914.rules.fire.smoke import SmokeDice
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import edge_distance, enemies, enemy_within, from_edge, middle
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.goals import _number
from marne.games.brigade1914.rules.movement.movement import driven_goals, may_leave, rate
from marne.games.brigade1914.rules.movement.moving import Dismount, GoTo, March, after_move
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.games.brigade1914.rules.scenarios.lists import _meant
from marne.games.brigade1914.sequence import Allocate
from marne.plane import contains


@pytest.mark.rule("C27")
def test_nothing_has_happened_before_the_brigades_deploy() -> None:
    board = Battlefield("meeting", ("british_infantry", "german_infantry"), (350, 350), False, "grass", "")
    none = {"active": -1, "seize": -1, "reactor": -1, "winner": -1, "actor": -1, "table": "grass"}
    pairs = {"marker": [(), ()], "stored": [(), ()], "force": [(), ()], "hand": [(), ()], "march": [(), ()]}
    begun: dict[str, object] = {**none, **pairs, "mask": [(-1, -1), (-1, -1)], "rating": board.rating}
    for name, fact in board.save().items():
        expected = begun.get(name)
        if expected is None and isinstance(fact, list) and fact:
            expected = [0, 0]
        now = getattr(board, name)
        assert now == expected if expected is not None else not now, name
    specs = list(read_force("british_infantry", "bn4+1 cav3"))
    board.assemble(specs, [0, 1])
    assert [board.bases, board.mgs, board.start] == [[4, 3], [1, 0], [4, 3]]
    minus = {"half": -1, "aim": -1, "aim_guns": -1}
    plain = {"status": RESERVE, "formation": "line", "at": (), "goal": ()}
    for name in (
        "status", "at", "formation", "markers", "spent", "tokens", "acted", "moved", "assaulted", "half", "smoke",
        "smoke_bar", "dug", "fired", "foot", "reinforced", "jammed", "guided", "screened", "minute", "bayonet",
        "report", "goal", "aim", "aim_guns", "flanked",
    ):  # fmt: skip
        assert getattr(board, name) == [{**minus, **plain}.get(name, 0)] * 2, name


@pytest.mark.rule("A5", "C12")
def test_even_the_first_unit_of_all_lies_in_ambush() -> None:
    units = {
        "b1": {"at": [3000, 3000], "status": "hidden"},
        "b2": {"at": [7000, 4500]},
        "r1": {"at": [3000, 2500], "facing": 180, "tokens": 4},
    }
    position = battle("bn4 bn4", "bn4 bn4", "capture", units=units, active="red", swap=1)
    assert number(position, "b1") == B1 == 0
    assert position.board.status[B1] == HIDDEN
    position = quiet(play(position, "activate r1", "move", "3000,3000 180 line"))
    assert unit(position, "b1")["status"] == "on table", "found where it lay"
    assert [event.unit for event in told(position, "Halted")] == ["r1"]  # type: ignore[attr-defined]


@pytest.mark.rule("A5", "C7")
def test_who_is_destroyed_on_the_way_does_not_arrive() -> None:
    board = battle(units=PAIR).board
    board.goal[B1] = (3000, 3300, 0, 0)
    board.status[B1] = DESTROYED
    before = board.at[B1]
    assert March(B1, "move").do(board) == ()
    assert (board.goal[B1], board.at[B1], board.moved[B1], board.status[B1]) == ((), before, 0, DESTROYED)


@pytest.mark.rule("A8")
def test_only_who_is_there_and_mounted_dismounts() -> None:
    board = battle(units={"b3": {"at": [3000, 3600]}, "b1": {"at": [6000, 4000]}}).board
    horse = 2
    assert Dismount(horse).ask(board) is not None
    assert Dismount(B1).ask(board) is None
    board.status[horse] = DESTROYED
    assert Dismount(horse).ask(board) is None


@pytest.mark.rule("A9")
def test_smoke_that_was_meant_for_nobody_hides_nobody() -> None:
    board = battle(units={**PAIR, "b4": {"at": [1000, 4200]}}).board
    guns = 3
    assert board.aim[guns] == -1
    assert SmokeDice(guns, 2, 0).ask(board) is None
    SmokeDice(guns, 0, 2).do(board)
    assert (any(board.smoke), any(board.fired)) == (False, False)
    board.aim[guns] = B1
    SmokeDice(guns, 0, 2).do(board)
    assert (board.smoke[B1], board.fired[guns]) == (2, 1)


@pytest.mark.rule("C2", "C3", "C22")
def test_the_first_token_of_a_turn_makes_nothing_harder() -> None:
    board = battle(units={"b1": {"at": [3000, 3600], "tokens": 4}}).board
    for spent, amounts in ((0, []), (1, []), (2, [1]), (3, [2])):
        board.spent[B1] = spent
        found = [each.amount for each in modifiers_of_a_test(board, B1, "C2")]
        assert found == [COMMAND.needs.tokens_spent * amount for amount in amounts]


@pytest.mark.rule("C20", "C21", "C16")
def test_heavy_guns_have_no_shot_at_what_stands_before_them() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 2500]},
        "r1": {"at": [3000, 2300], "facing": 180},
        "r2": {"at": [5000, 2000]},
    }
    units["b2"] = {"at": [5000, 3000]}
    board = battle("heavy bn4", "bn4 bn4", units=units).board
    heavy, near, far = board.unit("b1"), board.unit("r1"), board.unit("r2")
    assert heavy is not None
    assert near is not None
    assert far is not None
    assert board.spec[heavy].arm == "heavy"
    assert method(board, heavy, near) == ""
    assert method(board, heavy, far)
    assert targets(board, heavy, "fire") == []


@pytest.mark.rule("C9")
@pytest.mark.parametrize(
    ("scenario", "side", "way"),
    [("capture", 0, (0, 1)), ("capture", 1, (0, -1)), ("retreat", 0, None), ("retreat", 1, None)],
)
def test_troops_are_driven_straight_to_their_own_edge(scenario: str, side: int, way: tuple[int, int] | None) -> None:
    units = {"b1": {"at": [3600, 2400]}, "r1": {"at": [5600, 2400]}}
    board = battle("bn4 bn4", "bn4 bn4", scenario, units=units).board
    who = (0, 2)[side]
    edges = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}
    dx, dy = edges[board.edge(side)]
    assert way in (None, (dx, dy))
    (goal,) = driven_goals(board, who)
    x, y = (3600, 5600)[side], 2400
    full = rate(board, who, "driven")
    assert goal[:2] == (x + dx * full, y + dy * full)


@pytest.mark.rule("A3")
def test_a_general_takes_nothing_where_there_is_not_one_token_for_each_unit() -> None:
    board = battle(units=PAIR).board
    units = len(Allocate(0, -1).takers(board))
    assert units > 1
    for each in board.units(0):
        board.tokens[each] = 0
    board.gtokens[0] = 0
    for pool in range(units + 1):
        board.pool[0] = pool
        forced = Allocate(0, -1).ask(board)
        assert isinstance(forced, Only), pool
        assert forced.answer == 0
    board.pool[0] = units + 1
    ask = Allocate(0, -1).ask(board)
    assert not isinstance(ask, Only)
    assert ask.options == (0, 1)


@pytest.mark.rule("C12", "A3", "A11")
def test_the_other_side_sees_nothing_of_who_lies_hidden() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 3, "dug": 1},
        "r1": {"at": [3000, 1600], "facing": 180, "formation": "column", "status": "hidden", "tokens": 2, "dug": 1},
        "r2": {"at": [5000, 1600], "facing": 180, "tokens": 1, "dug": 1},
    }
    board = battle(
        "bn4 bn4", "bn4 bn4", "capture", units=units, hands={"blue": ["steady"], "red": ["fog", "fog"]}
    ).board
    r1, r2 = 2, 3
    board.goal[r1] = (3000, 1700, 180, 0)
    theirs, ours = board.masked(0), board.masked(1)
    assert (theirs.status[r1], theirs.at[r1], theirs.formation[r1]) == (RESERVE, (), "line")
    assert (theirs.goal[r1], theirs.dug[r1], theirs.tokens[r1]) == ((), 0, 0)
    assert (ours.status[r1], ours.at[r1], ours.formation[r1]) == (HIDDEN, board.at[r1], "column")
    assert (ours.goal[r1], ours.dug[r1], ours.tokens[r1]) == (board.goal[r1], 1, 2)
    assert (theirs.status[r2], theirs.at[r2], theirs.dug[r2], theirs.tokens[r2]) == (1, board.at[r2], 1, 0)
    assert (theirs.tokens[B1], ours.tokens[B1]) == (3, 0)
    assert [theirs.hand, ours.hand] == [[("steady",), ("?", "?")], [("?",), ("fog", "fog")]]
    assert (theirs.pool[1], ours.pool[0]) == (3, 3), "of the other side's tokens all that is known is how many"


@pytest.mark.rule("C23")
def test_a_flood_is_a_square_around_its_point() -> None:
    half = MEASURES.flood_size
    figure = flood_at((3000, 2000))
    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        assert contains(figure, 3000 + dx * (half - 10), 2000 + dy * (half - 10))
        assert not contains(figure, 3000 + dx * (half + 10), 2000 + dy * (half - 10))
        assert not contains(figure, 3000 + dx * (half - 10), 2000 + dy * (half + 10))


@pytest.mark.rule("A5", "A6", "C12")
def test_where_a_hidden_unit_goes_is_asked_in_secret() -> None:
    units: dict[str, Any] = {"b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 900], "facing": 180}}
    board = battle("bn4 bn4", "bn4 bn4", "capture", units=units).board
    for who, side in ((B1, 0), (2, 1)):
        ask = GoTo(who, "move", side).ask(board)
        assert ask is not None
        assert ask.seen_by is None
        board.status[who] = HIDDEN
        ask = GoTo(who, "move", side).ask(board)
        assert ask is not None
        assert ask.seen_by == (side,)
    board.status[B1] = DESTROYED
    assert GoTo(B1, "move", 0).ask(board) is None


@pytest.mark.rule("C9", "A6", "C2")
def test_one_enemy_who_sees_it_is_enough_to_keep_the_marker_of_who_falls_back() -> None:
    # r1 sees b1; r2 stands behind r1 and sees nobody.
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "markers": 2},
        "r1": {"at": [3000, 2300], "facing": 180},
        "r2": {"at": [3000, 1900], "facing": 180},
    }
    board = battle("bn4 bn4", "bn4 bn4", units=units).board
    seen = [sees(board, enemy, B1) for enemy in enemies(board, 0)]
    assert seen == [True, False]
    assert enemy_within(board, B1, MOVE.fall_back_clear)
    after_move(board, B1, "fall back", MOVE.fall_back_least)
    assert board.markers[B1] == 2


@pytest.mark.rule("A1", "C27")
def test_a_point_so_deep_in_the_table_from_every_edge() -> None:
    assert from_edge("north", 700, 300) == (700, 300)
    assert from_edge("south", 700, 300) == (700, DEEP - 300)
    assert from_edge("west", 700, 300) == (300, 700)
    assert from_edge("east", 700, 300) == (WIDE - 300, 700)
    for edge in ("north", "south", "west", "east"):
        assert edge_distance(edge, *from_edge(edge, 700, 300)) == 300


@pytest.mark.rule("C19", "C20")
def test_only_guns_fire_counter_battery() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 4000]},
        "b4": {"at": [4000, 4000], "tokens": 1},
        "r4": {"status": "off table", "fired": 1},
    }
    board = battle(units=units).board
    assert method(board, B1, R4) == method(board, B4, R4) == COUNTER, "nobody sees the guns that have fired"
    assert casualty_need(board, B4, R4, STANDING) == HITS.counter_battery_casualty
    assert casualty_need(board, B1, R4, STANDING) == HITS.casualty_open != HITS.counter_battery_casualty


@pytest.mark.rule("C12")
def test_who_is_gone_looks_at_no_marker() -> None:
    board = battle(units=PAIR).board
    board.aim[B1], board.status[B1] = 0, DESTROYED
    assert follow(Spot(B1), board) == ()
    assert board.aim[B1] == -1


@pytest.mark.rule("C26", "A12")
def test_machine_guns_of_the_horse_are_bought_for_the_horse() -> None:
    force = read_force("british_cavalry", "bn4 cav3+1 bn4+1 cav3")
    assert _meant("cmg", force) == ["machine gun 4", "machine gun 2"]
    assert _meant("mg", force) == ["machine gun 1", "machine gun 4", "machine gun 3", "machine gun 2"]


@pytest.mark.rule("C27")
def test_an_answer_that_is_no_place_is_refused_with_a_reason() -> None:
    board = battle(units=PAIR).board
    for answer in (7, "where", ("a", "b", "c", "d", "e"), (1, 2)):
        reason = Deploy(1).reason(board, answer)
        assert reason is not None, answer
        assert reason.rule == "C27"


@pytest.mark.rule("C11", "C1")
def test_a_general_pays_one_token_at_a_time() -> None:
    board = battle(units=PAIR).board
    board.gtokens[:], board.count[:] = [3, 3], [0, 0]
    pay_general(board, 0)
    assert (board.gtokens, board.count) == ([2, 3], [1, 0])


@pytest.mark.rule("C27", "A5", "C14")
@pytest.mark.parametrize(("x", "y", "fine"), [(7000, 3100, True), (7000, 1700, True), (7000, 2700, False)])
def test_who_leaves_by_the_road_goes_straight_on(x: int, y: int, fine: bool) -> None:
    one = {"bases": 1, "mgs": 0}
    units = {"r1": {"at": [6500, 2400], **one}, "b1": {"at": [x, y], **one}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
    assert may_leave(board, 2, "move") is fine


@pytest.mark.rule("A5")
def test_a_place_is_written_in_plain_figures() -> None:
    assert [_number(text) for text in ("0", "12", "-12", "012", "-0", "1.5", "²", "٣", "")] == [True] * 3 + [False] * 6


@pytest.mark.rule("C15")
def test_a_leg_that_only_touches_the_edge_of_a_piece_is_looked_at() -> None:
    ground: Any = SimpleNamespace(boxes=((100, 200, 300, 400),))
    for ax, ay, bx, by in ((0, 300, 500, 300), (0, 400, 500, 400), (100, 0, 100, 900), (200, 0, 200, 900)):
        assert Ground.touched(ground, ax, ay, bx, by)
    for ax, ay, bx, by in ((0, 299, 500, 299), (0, 401, 500, 401), (99, 0, 99, 900), (201, 0, 201, 900)):
        assert not Ground.touched(ground, ax, ay, bx, by)


@pytest.mark.rule("C15")
def test_a_leg_along_a_line_crosses_it_at_no_bridge() -> None:
    ground: Any = SimpleNamespace(roads=(((0, 0), (1000, 0)),))
    assert not _bridge(ground, (0, 0), (500, 0), (100, 0), (900, 0))
    assert _bridge(ground, (500, -500), (500, 500), (0, 0), (1000, 0))


@pytest.mark.rule("C27")
def test_a_label_beyond_the_last_unit_names_nobody() -> None:
    board = battle(units=PAIR).board
    reds = sum(side == 1 for side in board.side)
    assert board.unit(f"r{reds}") == len(board.side) - 1
    assert board.unit(f"r{reds + 1}") is None


@pytest.mark.rule("A5")
def test_the_first_unit_of_all_is_an_enemy_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle(units=PAIR).board
    red = board.side.index(1)
    monkeypatch.setattr(movement, "_beside", lambda *_: [(0, None)])
    monkeypatch.setattr(movement, "_passed", lambda *_: 0)
    monkeypatch.setattr(movement, "_left_behind", lambda *_: -1)
    body: Any = SimpleNamespace(placed=board.at[red])
    reason = movement._barred(board, red, "second", ((0, 0), (0, 0)), body, 100)
    assert reason is not None
    assert reason.key == "why.past_enemy"


@pytest.mark.rule("C9", "C21")
def test_a_full_move_is_the_longest_that_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle(units=PAIR).board
    x, y = middle(board, 0)
    goals = [(x, y - 300, 0, 0), (x, y - 900, 0, 0)]
    monkeypatch.setattr(movement, "driven_goals", lambda *_: goals)
    for far, short in ((300, True), (900, False)):
        monkeypatch.setattr(movement, "parse_goal", lambda _, far=far: (((x, y - far),), 0, 0))
        assert movement._short_of_full_move(board, 0, "") == short
