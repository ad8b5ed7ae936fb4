"""Corners that a rule broken by one word would slip through: the first unit of all, who is gone, what is not open."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, PAIR, battle, number, play, quiet, told, unit
from marne.engine import Only
from marne.games.brigade1914.board import DESTROYED, HIDDEN, RESERVE, Battlefield
from marne.games.brigade1914.components.data import COMMAND, MEASURES, MOVE
from marne.games.brigade1914.components.forces import read_force
from marne.games.brigade1914.components.ground import flood_at
from marne.games.brigade1914.rules.command.command import test_modifiers as modifiers_of_a_test
from marne.games.brigade1914.rules.fire.firing import method, targets
from marne.games.brigade1914.rules.fire.smoke import SmokeDice
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import enemies, enemy_within
from marne.games.brigade1914.rules.movement.movement import driven_goals, rate
from marne.games.brigade1914.rules.movement.moving import Dismount, GoTo, March, after_move
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
