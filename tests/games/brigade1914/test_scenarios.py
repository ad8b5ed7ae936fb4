"""C27: the three scenarios, getting ready, victory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import Game, actor, asked, battle, legal, play, quiet, refused, unit
from marne.engine import CHANCE, Position, Setting
from marne.games.brigade1914.board import HIDDEN, ON_TABLE, RESERVE, WAGON
from marne.games.brigade1914.components.data import SCENARIOS
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.losses import destroy
from marne.games.brigade1914.rules.measures.troops import edge_distance
from marne.games.brigade1914.rules.scenarios.deployment import Deploy, DugIn
from marne.games.brigade1914.rules.scenarios.setup import budget
from marne.games.brigade1914.rules.scenarios.victory import conclude, holder, move_wagons, standing


def start(scenario: str, **options: str) -> Game:
    """A game at its first question, on a table made by hand."""
    chosen = {"table": "valley", **{name.replace("_", " "): text for name, text in options.items()}}
    return GAME.start(Setting(scenario, "", tuple(chosen.items())))


def until(position: Game, step: str, seed: int = 1) -> Game:
    """Random answers until a step asks."""
    rng = Random(seed)
    while asked(position) != step:
        position = position.play(position.suggest(rng, 1)[0])
    return position


@pytest.mark.rule("C27")
@pytest.mark.parametrize(
    ("name", "turns", "points"), [("capture", 8, (375, 355)), ("meeting", 8, (350, 350)), ("retreat", 9, (385, 315))]
)
def test_turns_and_points(name: str, turns: int, points: tuple[int, int]) -> None:
    assert (SCENARIOS[name].turns, tuple(SCENARIOS[name].points)) == (turns, points)
    position = start(name)
    assert (budget(position.board, 0), budget(position.board, 1)) == points


@pytest.mark.rule("C27")
def test_three_objectives_at_least_18_inches_apart_one_on_the_centre_line() -> None:
    goals = SCENARIOS["capture"].objectives
    assert len(goals) == 3
    assert all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 1800**2 for a in goals for b in goals if a != b)
    assert sum(y == 2400 for _, y, _ in goals) == 1
    assert all(y <= 2400 for _, y, _ in goals)


@pytest.mark.rule("C27")
def test_a_random_table_is_rolled_for() -> None:
    position = GAME.start(Setting("meeting"))
    assert position.open is not None
    assert (asked(position), position.open.actor) == ("LayTable", CHANCE)
    position = play(position, 4, 1, 7)
    assert position.board.table == "random 417"


@pytest.mark.rule("C27")
def test_who_attacks_by_die() -> None:
    position = start("capture", roles="by die")
    assert asked(position) == "RoleDie"
    position = play(position, 2, 2)
    assert asked(position) == "RoleDie"
    position = play(position, 1, 6)
    assert (actor(position), legal(position)) == ("red", ["attack", "defend"])
    position = play(position, "attack")
    board = position.board
    assert (board.swap, board.edge(0), board.edge(1)) == (1, "north", "south")
    assert sum(spec.bases for spec, side in zip(board.spec, board.side, strict=True) if side == 1) > sum(
        spec.bases for spec, side in zip(board.spec, board.side, strict=True) if side == 0
    )


@pytest.mark.rule("C27", "C13")
def test_the_defender_of_capture_deploys_first_hidden_if_he_likes_and_keeps_a_battalion_back() -> None:
    position = until(start("capture"), "Deploy")
    assert actor(position) == "red"
    assert position.open is not None
    assert position.open.seen_by == (1,)
    label = position.board.label(position.step.unit)  # type: ignore[attr-defined]
    assert refused(position, "1000,2600 180 line") == "C27"
    hidden = play(position, "hidden 1000,1000 180 line")
    assert unit(hidden, label)["status"] == "hidden"
    assert refused(position, "off") == "C20"
    rng = Random(2)
    while asked(position) == "Deploy" and actor(position) == "red":
        answer = position.suggest(rng, 1)[0]
        position = position.play(answer)
    board = position.board
    foot = [u for u in board.units(1) if board.spec[u].kind == "infantry"]
    assert any(board.status[u] == RESERVE for u in foot)
    for u in board.units(1):
        if board.status[u] in (HIDDEN, ON_TABLE):
            assert all(edge_distance("north", x, y) <= 2200 for x, y, _ in board.at[u])


@pytest.mark.rule("C27")
def test_a_battalion_at_each_objective_starts_entrenched() -> None:
    board = battle(
        "bn4 bn4",
        "bn4 bn4 bn4",
        "capture",
        units={"r1": {"at": [1500, 1300]}, "r2": {"at": [1500, 900]}, "r3": {"at": [5700, 1200]}},
    ).board.copy()
    DugIn().do(board)
    assert board.dug == [0, 0, 1, 0, 1]


@pytest.mark.rule("C27", "C13")
def test_a_unit_may_deploy_behind_a_marker() -> None:
    board = battle("bn4 bn4", scenario="capture", markers={"blue": [[3000, 3450]]}).board

    def rule(x: int, y: int) -> str:
        reason = Deploy(0).reason(board, (x, y, 0, 0))
        return "" if reason is None else reason.rule

    assert rule(3000, 3600) == ""
    assert rule(3000, 3400) == "C27", "not before the marker"
    assert rule(4500, 3600) == "C27", "nor beside it, farther than four inches"
    assert [rule(3000, y) for y in (3925, 3926)] == ["", "C27"], "nor farther than that behind it"
    assert [rule(3000, y) for y in (3525, 3524)] == ["", "C27"], "level with it, and not an inch before"
    board.marker[0] = ((-1, -1), (6000, 3450), (3000, 3450))
    assert rule(3000, 3600) == "", "any marker that is left"
    board.marker[0] = ((0, 3450),)
    assert rule(500, 3600) == "", "one at the very edge too"
    board.marker[0] = ((-1, -1),)
    assert rule(3000, 3600) == "C27"
    red = battle("bn4 bn4", scenario="capture", markers={"red": [[3000, 2750]]}).board
    assert Deploy(2).reason(red, (3000, 2600, 180, 0)) is None, (
        "the defender has the room that the attacker's zone leaves"
    )
    edge = battle("bn4 bn4", "bn4 bn4", markers={"blue": [[3000, 100]]}).board
    edge.swap = 1
    gone = Deploy(0).reason(edge, (500, 1300, 180, 0))
    assert gone is not None
    assert gone.rule == "C27"


@pytest.mark.rule("C13", "C27")
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


@pytest.mark.rule("C27")
def test_a_meeting_engagement_starts_with_the_advance_guard_and_the_rest_in_order() -> None:
    position = until(play(until(start("meeting"), "Mask"), "none"), "AdvanceGuard")
    board = position.board
    able = [board.label(u) for u in board.units(0) if board.spec[u].kind in ("infantry", "cavalry")]
    assert legal(position) == able
    for name in (able[1], able[0], able[3]):
        position = play(position, name)
        assert (asked(position), position.board.label(position.step.unit)) == ("Deploy", name)  # type: ignore[attr-defined]
        position = position.play(position.suggest(Random(3), 1)[0])
    assert asked(position) == "MarchOrder"
    assert position.open is not None
    assert position.open.seen_by == (0,)
    last = legal(position)[-1]
    position = play(position, last)
    assert position.board.label(position.board.march[0][0]) == last


@pytest.mark.rule("C27", "A4")
def test_the_attacker_has_the_first_initiative_and_a_meeting_is_rolled_for() -> None:
    assert until(start("capture"), "Allocate").board.active == 0
    assert until(start("retreat"), "Allocate").board.active == 0
    assert until(start("meeting"), "InitiativeDice").board.turn == 1


@pytest.mark.rule("C27")
def test_half_the_rearguard_stands_forward_and_wagons_stand_on_the_road() -> None:
    position = until(start("retreat"), "Act")
    board = position.board
    units = [u for u in board.units(1) if board.spec[u].kind != WAGON and board.spec[u].arm != "heavy"]
    forward = [u for u in units if board.at[u] and sum(x for x, _, _ in board.at[u]) // len(board.at[u]) <= 3600]
    assert 2 * len(forward) >= len(units)
    wagons = [u for u in board.units(1) if board.spec[u].kind == WAGON]
    assert [board.at[u][0][:2] for u in wagons] == [(4800, 2400), (4500, 2400), (4200, 2400)]


RETREAT: dict[str, Any] = {"b1": {"at": [400, 1000], "tokens": 3}, "r1": {"at": [6900, 2400], "tokens": 3}}


@pytest.mark.rule("C27")
def test_wagons_roll_four_inches_a_turn_and_score_when_off() -> None:
    position = battle(
        "bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000]}, "r1": {"at": [3000, 1000]}}, begin="end"
    )
    board = position.board
    wagons = [u for u in board.units(1) if board.spec[u].kind == WAGON]
    assert board.at[wagons[0]][0][0] == 5200
    for u in wagons:
        board.at[u] = ((7000, 2400 if u == wagons[0] else 400 * u, 90),)
    move_wagons(board)
    assert board.vp[1] == 3


@pytest.mark.rule("C27")
def test_one_hit_destroys_a_wagon() -> None:
    units = {"b1": {"at": [4000, 2400], "facing": 90, "tokens": 1, "mgs": 0}, "r1": {"at": [6900, 600]}}
    position = play(battle("bn4 bn4", "bn4 bn4", "retreat", units=units), "activate b1", "fire", "at r5")
    assert asked(position) == "Volley"
    missed, hit = play(position, 1, 1, 1, 1), play(position, 10, 1, 1, 1)
    assert [unit(each, "r5")["status"] for each in (missed, hit)] == ["on table", "destroyed"]


@pytest.mark.rule("C27")
@pytest.mark.parametrize(("turn", "points"), [(4, 0), (5, 2)])
def test_the_rearguard_scores_for_leaving_from_turn_five(turn: int, points: int) -> None:
    position = battle("bn4 bn4", "bn4 bn4", "retreat", units=RETREAT, active="red", turn=turn)
    after = quiet(play(position, "activate r1", "move", "leave"))
    assert unit(after, "r1")["status"] == "left"
    assert after.board.vp[1] == points


@pytest.mark.rule("C27")
def test_holding_an_objective_takes_foot_and_no_enemy() -> None:
    place: dict[str, Any] = {"at": [3600, 2600]}
    assert holder(battle(units={"b1": place}).board, 3600, 2400) == 0
    assert holder(battle(units={"b3": place}).board, 3600, 2400) == -1
    assert holder(battle(units={"b3": {**place, "foot": 1}}).board, 3600, 2400) == 0
    both = battle(units={"b1": place, "r3": {"at": [3600, 2100]}}).board
    assert holder(both, 3600, 2400) == -1
    assert standing(battle(units={"b1": place}).board) == (4, 0)


@pytest.mark.rule("C27")
def test_points_for_destroyed_units_and_how_a_win_is_called() -> None:
    board = battle(
        units={"b1": {"at": [3600, 2600]}, "r1": {"at": [1000, 600]}, "r3": {"at": [3000, 600]}}
    ).board.copy()
    destroy(board, 4, "morale")
    destroy(board, 6, "morale")
    assert board.vp == [3, 0]
    conclude(board, "time")
    assert (board.winner, board.why) == (0, "decisive")
    close = battle(units={"b1": {"at": [2000, 3500]}}).board.copy()
    conclude(close, "time")
    assert (close.winner, close.why) == (0, "marginal")
    nobody = battle(units={"b1": {"at": [500, 4500]}}).board.copy()
    conclude(nobody, "time")
    assert (nobody.winner, nobody.why) == (-1, "draw")


@pytest.mark.rule("C27")
def test_one_more_turn_on_a_four() -> None:
    position = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}, begin="end", turn=8)
    assert asked(position) == "OneMoreTurn"
    assert play(position, 3).over
    more = play(position, 4)
    assert more.board.turn == 9


@pytest.mark.rule("C20", "C27")
def test_heavy_guns_are_off_the_table_and_arrive_on_turn_three_of_a_retreat() -> None:
    position = until(start("capture"), "Act")
    board = position.board
    heavy = [u for u in range(len(board.spec)) if board.spec[u].arm == "heavy"]
    assert heavy
    assert all(board.status[u] == 6 for u in heavy)
    retreat = until(start("retreat"), "Act")
    waiting = [u for u in range(len(retreat.board.spec)) if retreat.board.spec[u].arm == "heavy"]
    assert waiting
    assert all(retreat.board.status[u] == RESERVE for u in waiting)
    guns = "bn4 bn4 cav3 heavy"
    for turn, status in ((1, "reserve"), (2, "off table")):
        later = battle(guns, "bn4 bn4", "retreat", begin="turn", turn=turn, units={"b1": {"at": [400, 1000]}})
        assert unit(until(later, "Act"), "b4")["status"] == status, "it is the turn after"


@pytest.mark.rule("C27")
def test_points_are_counted_once_when_the_game_is_over() -> None:
    position = battle(units={"b1": {"at": [3600, 2500], "facing": 0}}, map="crossroads")
    board = position.board.copy()
    before = standing(board)
    assert before[0] > 0, "the crossroads are held"
    conclude(board, "turns")
    assert standing(board) == before == GAME.score(Position(board, ())).points
