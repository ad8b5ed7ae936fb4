"""A1, A5, C16, C20: what is kept while nobody moves is what would be found anew, and a way to stand is a legal one."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import battle
from marne.engine import CHANCE, check_setting
from marne.games.brigade1914.board import HIDDEN, Battlefield, Shapes
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.fire import firing, smoke
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.scenarios.victory import holder, objectives
from marne.games.brigade1914.staff.advice import BrigadeDeputy
from marne.games.brigade1914.staff.danger import cover_near, covered_there, half_within
from marne.plane import FORMATIONS

SCENARIOS = ("meeting", "capture", "retreat")
B1 = 0


def boards(scenario: str, seed: int, every: int) -> Iterator[Battlefield]:
    """The boards of a game of two staffs, now and then one."""
    position, rng, count = GAME.start(check_setting(GAME, scenario)).copy(), Random(seed), 0
    staffs = [BrigadeDeputy(side, rng) for side in (0, 1)]
    while (ask := position.open) is not None:
        answer = position.suggest(rng, 1)[0] if ask.actor == CHANCE else staffs[ask.actor].answer(position)
        position.push(answer)
        count += 1
        if count % every == 0 and position.board.turn:
            yield position.board


def fresh(board: Battlefield) -> Battlefield:
    """The same board, and nothing known of it."""
    twin = board.copy()
    twin.bodies = Shapes()
    return twin


def looked_at(board: Battlefield) -> list[Any]:
    """What rules say that is kept."""
    here = [unit for unit in range(len(board.spec)) if troops.present(board, unit)]
    found: list[Any] = [[each.placed for each in troops.neighbours(board, unit)] for unit in here]
    found += [troops.enemy_within(board, unit, most) for unit in here for most in (200, 1500)]
    found += [troops.nearest_enemy2(board, unit) for unit in here]
    found += [firing.close_by(board, unit) for unit in here]
    found += [firing.targets(board, unit, how) for unit in here for how in (firing.STANDING, firing.MOVED)]
    found += [smoke.smoke_targets(board, unit) for unit in here]
    found += [holder(board, x, y) for x, y, _ in objectives(board)]
    for side in (0, 1):
        for enemy, _ in troops.foes(board, side):
            found += [firing.observed(board, side, enemy), firing.friend_in_danger(board, side, enemy)]
            found += [sees(board, unit, enemy) for unit in troops.friends(board, side)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_kept_while_nobody_moves_is_what_would_be_found_anew(scenario: str) -> None:
    for board in boards(scenario, 8, 9):
        assert looked_at(board) == looked_at(fresh(board))


@pytest.mark.rule("A1", "C16")
def test_who_stands_where_is_looked_at_anew_once_somebody_moves() -> None:
    board = battle(units={"b1": {"at": [3600, 4000]}, "r1": {"at": [3600, 1000]}}).board
    enemy = board.side.index(1)
    changes: list[Callable[[], object]] = [
        lambda: troops.place(board, enemy, 3600, 3500, 180, "line"),
        lambda: board.status.__setitem__(enemy, HIDDEN),
    ]
    seen = []
    for change in changes:
        seen.append(troops.enemy_within(board, B1, FIRE.close_range))
        change()
    assert [*seen, troops.enemy_within(board, B1, FIRE.close_range)] == [False, True, False]


@pytest.mark.rule("C16")
def test_a_copy_of_a_board_shares_what_is_known_only_as_long_as_nobody_moves() -> None:
    board = battle(units={"b1": {"at": [3600, 4000]}, "r1": {"at": [3600, 1000]}}).board
    enemy, twin = board.side.index(1), board.copy()
    assert troops.dispositions(twin) is troops.dispositions(board)
    troops.place(twin, enemy, 3600, 3500, 180, "line")
    assert troops.enemy_within(twin, B1, FIRE.close_range)
    assert not troops.enemy_within(board, B1, FIRE.close_range)


def test_what_is_known_of_a_board_does_not_go_to_another_process() -> None:
    board = battle(units={"b1": {"at": [3600, 4000]}, "r1": {"at": [3600, 1000]}}).board
    here = looked_at(board)
    twin: Battlefield = pickle.loads(pickle.dumps(board))
    assert (len(twin.bodies), twin.bodies.last) == (0, None)
    assert looked_at(twin) == here


@pytest.mark.slow
@pytest.mark.rule("C19")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_would_be_in_cover_has_cover_near(scenario: str) -> None:
    rng, covered = Random(2), 0
    for board in boards(scenario, 2, 60):
        for unit in range(len(board.spec)):
            if not troops.present(board, unit):
                continue
            half = half_within(troops.sizes(board, unit))
            for _ in range(20):
                x, y = rng.randrange(7200), rng.randrange(4800)
                body = troops.shape_at(board, unit, x, y, rng.randrange(360), rng.choice(FORMATIONS))
                if covered_there(board.ground, body.placed):
                    covered += 1
                    assert cover_near(board.ground, x, y, half)
    assert covered > 20


@pytest.mark.rule("A1")
@pytest.mark.parametrize("fact", ["at", "status", "foot", "mgs", "table"])
def test_what_is_kept_holds_only_while_nothing_changes_that_it_depends_on(fact: str) -> None:
    board = battle(units={"b1": {"at": [3600, 4000]}, "r1": {"at": [3600, 1000]}}).board
    before = troops.dispositions(board)
    assert troops.dispositions(board) is before
    other: dict[str, Callable[[], object]] = {
        "at": lambda: troops.place(board, B1, 3600, 3500, 180, "line"),
        "status": lambda: board.status.__setitem__(B1, HIDDEN),
        "foot": lambda: board.foot.__setitem__(B1, 1 - board.foot[B1]),
        "mgs": lambda: board.mgs.__setitem__(B1, board.mgs[B1] + 1),
        "table": lambda: setattr(board, "table", f"{board.table} turned"),
    }
    other[fact]()
    after = troops.dispositions(board)
    assert after is not before
    assert troops.dispositions(board) is after, "and is kept again"
