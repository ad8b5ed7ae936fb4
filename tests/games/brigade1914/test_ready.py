"""A10, A12, C11, C13, C15, C27: getting ready: the table, roles, forces, deployment, what a seed gives."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import battle, names, offered
from marne.games.brigade1914.board import HIDDEN, OFF_TABLE, ON_TABLE, RESERVE, Battlefield
from marne.games.brigade1914.components.ground import ground_of
from marne.games.brigade1914.rules.advantages.card_effects import Flood
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.movement.movement import suggest_goals
from marne.games.brigade1914.rules.reconnaissance.scouts import MoveMarker, PlaceMarker
from marne.games.brigade1914.rules.scenarios.deployment import (
    AdvanceGuard,
    Deploy,
    DugIn,
    MarchOrder,
    deploy_steps,
    zone,
)
from marne.games.brigade1914.rules.scenarios.setup import (
    ChooseRole,
    LayTable,
    Muster,
    Preparation,
    RoleDie,
    Roles,
    assemble,
    budget,
    defender_first,
)

# -- getting ready


@pytest.mark.rule("C27")
def test_three_digits_make_a_table() -> None:
    board = battle().board
    board.table = ""
    ask = LayTable(0, 0).ask(board)
    assert ask is not None
    assert ask.options == tuple(range(10))
    assert LayTable(2, 41).do(board, 7) == (LayTable(3, 417),)
    assert LayTable(3, 417).ask(board) is None
    LayTable(3, 417).do(board)
    assert board.table == "random 417"
    board.table = "canal"
    assert LayTable(0, 0).ask(board) is None
    LayTable(0, 0).do(board)
    assert board.table == "canal"


@pytest.mark.rule("C27")
def test_roles_go_to_the_higher_die_with_the_generals_rating() -> None:
    capture, meeting = battle(scenario="capture").board, battle().board
    assert Roles().do(capture) == ()
    capture.roles = meeting.roles = "by die"
    assert Roles().do(capture) == (RoleDie(0),)
    assert Roles().do(meeting) == ()
    assert RoleDie(0).do(capture, 4) == (RoleDie(4),)
    capture.rating = [3, 2]
    assert RoleDie(4).do(capture, 5) == (RoleDie(0),), "equal sums"
    assert RoleDie(4).do(capture, 4) == (ChooseRole(0),)
    assert RoleDie(4).do(capture, 6) == (ChooseRole(1),)
    capture.rating = [3, 3]
    assert RoleDie(4).do(capture, 3) == (ChooseRole(0),)
    for side, answer, swap in ((0, "attack", 0), (0, "defend", 1), (1, "attack", 1), (1, "defend", 0)):
        ChooseRole(side).do(capture, answer)
        assert capture.swap == swap


@pytest.mark.rule("C27")
def test_points_and_places_go_with_the_role_and_the_defender_deploys_first() -> None:
    board = battle(scenario="capture").board
    assert ([budget(board, side) for side in (0, 1)], defender_first(board)) == ([375, 355], (1, 0))
    assert [zone(board, side) for side in (0, 1)] == [800, 2200]
    board.swap = 1
    assert ([budget(board, side) for side in (0, 1)], defender_first(board)) == ([355, 375], (0, 1))
    assert ([zone(board, side) for side in (0, 1)], [board.edge(side) for side in (0, 1)]) == (
        [2200, 800],
        ["north", "south"],
    )
    board.points = (250, 0)
    assert [budget(board, side) for side in (0, 1)] == [250, 375]
    assert defender_first(battle().board) == (0, 1)


@pytest.mark.rule("A12", "C27")
def test_a_force_is_ready_made_or_bought() -> None:
    board = battle().board
    board.force = [(), ()]
    assert offered(Muster(0), board) is None
    board.chosen_forces = True
    assert (offered(Muster(0), board) or ())[-2:] == ("ready made", "done")
    assert Muster(0).do(board, "base 1") == (Muster(0),)
    assert [spec.bases for spec in board.force[0]] == [3, 2]
    assert Muster(0).do(board, "done") == ()
    assert len(board.force[0]) == 2
    board.force[1] = ()
    Muster(1).do(board, "done")
    assert [spec.bases for spec in board.force[1]] == [2, 2], "the compulsory part at least"
    Muster(0).do(board, "ready made")
    assert len(board.force[0]) > 4


@pytest.mark.rule("C27")
def test_the_advance_guard_is_three_battalions_or_regiments_and_the_rest_is_put_in_order() -> None:
    meeting = battle("bn4 bn4 cav3 field").board
    assert names(deploy_steps(meeting, 0)) == ["AdvanceGuard"] * 3 + ["MarchOrder"]
    capture = battle("bn4 bn4 cav3 field", "bn4 bn4", "capture").board
    assert names(deploy_steps(capture, 0)) == ["Deploy"] * 4
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat").board
    assert names(deploy_steps(retreat, 1)) == ["Deploy"] * 2, "wagons stand already"
    ask = AdvanceGuard(0).ask(meeting)
    assert ask is not None
    assert ask.options == ("b1", "b2", "b3")
    meeting.status[:3] = [ON_TABLE, ON_TABLE, ON_TABLE]
    assert AdvanceGuard(0).ask(meeting) is None


@pytest.mark.rule("C27", "A10", "A11")
def test_the_order_of_getting_ready() -> None:
    board = battle("bn4 bn4 cav3", "bn4 bn4", "capture").board
    steps = Preparation().do(board)
    assert [(step.side, step.number) for step in steps[:8]] == [(side, i) for i in range(4) for side in (1, 0)]  # type: ignore[attr-defined]
    rest = [(type(step).__name__, getattr(step, "side", None)) for step in steps[8:]]
    assert rest[:2] == [("Mask", 1), ("Mask", 0)]
    assert rest[2][0] == "FillDeck"
    i = rest.index(("FlankMarch", 1))
    assert rest[i : i + 2] == [("FlankMarch", 1), ("FlankMarch", 0)]
    units = [(type(step).__name__, getattr(step, "unit", None)) for step in steps[8 + i + 2 : -1]]
    assert units == [("Deploy", unit) for unit in (3, 4, 0, 1, 2)]
    assert rest[-1][0] == "DugIn"
    assert AdvanceGuard(0).do(board) == ()


@pytest.mark.rule("A1", "C27")
def test_wagons_stand_on_the_road_from_the_start() -> None:
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}}).board
    assemble(board)
    assert [board.at[wagon] for wagon in (4, 5, 6)] == [((x, 2400, 90),) for x in (4800, 4500, 4200)]
    assert board.status == [RESERVE] * 4 + [ON_TABLE] * 3


@pytest.mark.rule("C27", "A10")
def test_the_order_of_march_asks_as_often_with_a_masked_regiment_as_without() -> None:
    def asks(masked: bool) -> int:
        board = battle("bn4 bn4 bn4 bn4 cav3 field").board
        board.status[:2] = [ON_TABLE, ON_TABLE]
        board.status[4] = 3 if masked else RESERVE
        step, count = MarchOrder(0, 0), 0
        while (ask := step.ask(board)) is not None:
            assert ask.options is not None
            (step,) = step.do(board, ask.options[-1])  # type: ignore[assignment]
            count += 1
        assert board.march[0] == (5, 4, 3, 2, 0, 1)
        return count

    assert asks(True) == asks(False) == 3


@pytest.mark.rule("C27")
def test_who_is_asked_where_it_stands() -> None:
    board = battle("bn4 bn4 cav3 heavy", "bn4 bn4 bn4", "capture").board
    assert Deploy(3).ask(board) is None
    Deploy(3).do(board)
    assert board.status[3] == OFF_TABLE
    retreat = battle("bn4 bn4 cav3 heavy", "bn4 bn4", "retreat").board
    Deploy(3).do(retreat)
    assert retreat.status[3] == RESERVE
    held = [Deploy(unit).held_back(board) for unit in range(7)]
    assert held == [False] * 7, "others are in reserve still"
    board.status[4] = board.status[5] = ON_TABLE
    assert [Deploy(unit).held_back(board) for unit in range(7)] == [False] * 6 + [True]
    board.status[0] = board.status[1] = ON_TABLE
    assert not Deploy(1).held_back(board), "the attacker keeps nobody back"
    board.status[5] = RESERVE
    assert not Deploy(6).held_back(board)
    last = battle("bn4 bn4", "bn4 cav4", "capture").board
    assert [Deploy(unit).held_back(last) for unit in (2, 3)] == [True, False], "a battalion, not a regiment"
    horse = battle("bn4 bn4", "bn4 bn4 cav4", "capture").board
    horse.status[2] = horse.status[3] = ON_TABLE
    assert not Deploy(4).held_back(horse)


@pytest.mark.rule("C27", "C20")
def test_what_deployment_refuses() -> None:
    def key(unit: int, answer: Any, scenario: str = "capture", **more: Any) -> str:
        reason = Deploy(unit).reason(
            battle("bn4 bn4 field", "bn4 bn4 field", scenario, map="crossroads", **more).board, answer
        )
        return "" if reason is None else reason.key.removeprefix("why.")

    assert [key(0, (1000, 4075, 0, 0)), key(0, (1000, 4074, 0, 0))] == ["", "zone"]
    assert [key(3, (1000, 2125, 180, 0)), key(3, (1000, 2126, 180, 0))] == ["", "zone"]
    assert key(0, (1000, 4750, 0, 0)) == "off_table"
    assert key(0, (1000, 4500, 0, 0, 1)) == "not_hidden", "the attacker hides nobody"
    assert key(3, (500, 500, 180, 0, 1)) == ""
    assert key(3, (500, 500, 180, 0, 2)) == "not_hidden"
    assert key(3, (500, 500, 180, 0, 1), "meeting") == "not_hidden"
    assert [key(0, "off"), key(2, "off"), key(0, "reserve")] == ["not_off", "", ""]
    assert key(0, (1000, 4500, 1100, 4500, 0, 0)) == "no_goal"
    assert key(0, "nonsense") == "no_goal"
    assert [key(5, (1700, 1100, 180, 0)), key(3, (1700, 1100, 180, 0))] == ["ground", ""], "no guns in a wood"
    assert key(5, (3100, 1800, 180, 0)) == ""
    assert key(0, (1000, 4500, 0, 0), units={"b2": {"at": [1000, 4500]}}) == "no_room"


@pytest.mark.rule("C27")
def test_where_an_answer_to_deployment_puts_the_unit() -> None:
    board = battle("bn4 bn4 field", "bn4 bn4 field", "capture").board
    Deploy(3).do(board, (1000, 1000, 180, 1, 1))
    assert (board.status[3], board.formation[3]) == (HIDDEN, "column")
    Deploy(4).do(board, (3000, 1000, 180, 0))
    assert (board.status[4], board.formation[4]) == (ON_TABLE, "line")
    told: list[Any] = [event for event in board.events if type(event).__name__ == "Deployed"]
    assert [event.unit for event in told] == ["r2"], "who hides is not announced"
    Deploy(0).do(board)
    assert board.status[0] == RESERVE
    Deploy(5).do(board, "off")
    Deploy(2).do(board, "reserve")
    assert (board.status[5], board.status[2]) == (OFF_TABLE, RESERVE)


@pytest.mark.rule("C27")
def test_half_the_rearguard_must_stand_within_36_inches_of_the_pursuers_edge() -> None:
    def must(done: int, forward: bool, unit: int) -> bool:
        units = {f"r{i + 1}": {"at": [3600 if forward else 3601, 1200 * i + 600], "facing": 270} for i in range(done)}
        board = battle("bn4 bn4", "bn4 bn4 bn4 heavy", "retreat", units=units).board
        return Deploy(2 + unit).must_be_forward(board)

    assert [must(0, True, 0), must(1, True, 1), must(2, True, 2)] == [False, False, False]
    assert [must(1, False, 1), must(2, False, 2)] == [True, True]
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units={"r1": {"at": [5000, 600], "facing": 270}}).board
    assert not Deploy(0).must_be_forward(board), "the pursuer need not"
    pursuer = battle("bn4", "bn4 bn4", "retreat").board
    assert not Deploy(0).must_be_forward(pursuer), "not even his last unit"
    for answer, key in (((5000, 3600, 270, 0), "why.forward"), ((3000, 3600, 270, 0), ""), ("reserve", "why.forward")):
        reason = Deploy(3).reason(board, answer)
        assert ("" if reason is None else reason.key) == key


@pytest.mark.rule("C27")
@pytest.mark.parametrize(("gap", "dug"), [(400, 1), (401, 0)])
def test_a_battalion_within_four_inches_of_an_objective_starts_dug_in(gap: int, dug: int) -> None:
    units: dict[str, Any] = {
        "r1": {"at": [1500, 1275 + gap], "mgs": 0},
        "r3": {"at": [5700, 1200]},
        "b1": {"at": [3600, 2600]},
    }
    board = battle(scenario="capture", units=units).board
    DugIn().do(board)
    assert (board.dug[4], board.dug[6], board.dug[0]) == (dug, 0, 0), "neither horse nor the attacker"
    hidden = battle(scenario="capture", units={"r1": {**units["r1"], "status": "hidden"}}).board
    DugIn().do(hidden)
    assert hidden.dug[4] == dug
    meeting = battle(units={"r1": {"at": [5200, 1300]}}).board
    DugIn().do(meeting)
    assert meeting.dug[4] == 0


@pytest.mark.rule("C15", "C27")
def test_a_thousand_tables_are_what_they_were() -> None:
    """A table that is named in a record is laid again from its number, so a seed must give the same one for ever."""

    def facts(name: str) -> str:
        ground = ground_of(name)
        pieces = [
            (piece.kind, piece.figure.corners if piece.figure else piece.fence.points if piece.fence else ())
            for piece in ground.pieces
        ]
        return repr((ground.title, ground.roads, pieces))

    text = "".join(facts(f"random {seed}") for seed in range(0, 1000, 13))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == TABLES


TABLES = "ac69d70be21e1d69"


@pytest.mark.rule("C27", "C22", "A2")
def test_nothing_has_happened_before_the_first_turn() -> None:
    board = Battlefield("meeting", ("british_infantry", "french_cavalry"), (0, 0), False, "random", "as seated")
    zero = (
        *("turn", "swap", "gained", "passed", "natural", "quiet", "cut", "progress", "hits", "extra", "over", "paid"),
        *("auto", "countered"),
    )
    assert [getattr(board, name) for name in zero] == [0] * len(zero)
    assert (board.active, board.seize, board.reactor, board.actor, board.winner) == (-1, -1, -1, -1, -1)
    pairs = ("pool", "gx", "gy", "gtokens", "gmoved", "lost", "next_lost", "used", "reroll", "count", "vp", "penalty")
    assert [getattr(board, name) for name in (*pairs, "starters", "cardless", "coming")] == [[0, 0]] * 15
    assert (board.rating, board.mask, board.table, board.why) == ([3, 3], [(-1, -1), (-1, -1)], "", "")
    board = battle("bn4+1r2 bn4").board
    assert (board.bases[0], board.mgs[0], board.start[0], board.recruits[0]) == (4, 1, 4, 2)
    assert (board.status[0], board.half[0], board.aim[0], board.aim_guns[0]) == (RESERVE, -1, -1, -1)
    clear = (
        *("markers", "spent", "tokens", "acted", "moved", "assaulted", "smoke", "smoke_bar", "dug", "fired", "foot"),
        *("reinforced", "jammed", "guided", "screened", "minute", "bayonet", "report", "flanked"),
    )
    assert [set(getattr(board, name)) for name in clear] == [{0}] * len(clear)
    assert (set(board.at), set(board.goal), set(board.formation)) == ({()}, {()}, {"line"})


@pytest.mark.rule("C27", "C13", "C11")
def test_the_same_seed_suggests_the_same_places() -> None:
    """Suggestions are what the random player and the staff choose from: a game is played again from its seed."""
    board = battle(
        "bn4 bn4 cav3", "bn4 bn4 bn4", "capture", units={"b1": {"at": [3000, 4000], "tokens": 2}}, map="crossroads"
    ).board
    board.marker[0] = ((2000, 3500),)
    found: list[Any] = []
    for step in (Deploy(1), Deploy(3), PlaceMarker(1, 0), MoveMarker(0, 0), GeneralRides(0), Flood(0)):
        found.append([step.suggest(board, Random(seed), 3) for seed in range(3)])
    for how in ("move", "assault", "fire", "fall back"):
        found.append([suggest_goals(board, 0, how, Random(seed), 3) for seed in range(3)])
    board.status[1] = 4
    found.append([suggest_goals(board, 1, "enter", Random(seed), 3) for seed in range(3)])
    retreat = battle("bn4 bn4", "bn4 bn4 bn4", "retreat").board
    found.append([Deploy(unit).suggest(retreat, Random(unit), 2) for unit in (0, 2, 3)])
    assert hashlib.sha256(repr(found).encode()).hexdigest()[:16] == PLACES


PLACES = "40ac2e20adf7f00c"
