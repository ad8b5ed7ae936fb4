"""C27: the table, roles, deployment, what a seed gives."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import B1, PAIR, battle, names
from marne.engine import Match, Setting
from marne.games import brigade1914
from marne.games.brigade1914.board import HIDDEN, OFF_TABLE, ON_TABLE, RESERVE, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import read_force
from marne.games.brigade1914.components.ground import WIDE
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.advantages.card_effects import Flood
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import distance2, present
from marne.games.brigade1914.rules.movement.movement import entry_point, may_leave, suggest_goals
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
    Preparation,
    RoleDie,
    Roles,
    budget,
    defender_first,
)
from marne.lab.play import play_seeded


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
@pytest.mark.reading("roles", "scenario-die")
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


@pytest.mark.rule("C27")
@pytest.mark.reading("scenario-values")
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
@pytest.mark.reading("reserve-anyone")
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


@pytest.mark.rule("C27")
def test_an_answer_that_is_no_place_is_refused_with_a_reason() -> None:
    board = battle(units=PAIR).board
    for answer in (7, "where", ("a", "b", "c", "d", "e"), (1, 2)):
        reason = Deploy(1).reason(board, answer)
        assert reason is not None, answer
        assert reason.rule == "C27"


@pytest.mark.rule("C27", "A5", "C14")
@pytest.mark.parametrize(("x", "y", "fine"), [(7000, 3100, True), (7000, 1700, True), (7000, 2700, False)])
def test_who_leaves_by_the_road_goes_straight_on(x: int, y: int, fine: bool) -> None:
    one = {"bases": 1, "mgs": 0}
    units = {"r1": {"at": [6500, 2400], **one}, "b1": {"at": [x, y], **one}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
    assert may_leave(board, 2, "move") is fine


@pytest.mark.rule("C27")
def test_a_label_beyond_the_last_unit_names_nobody() -> None:
    board = battle(units=PAIR).board
    reds = sum(side == 1 for side in board.side)
    assert board.unit(f"r{reds}") == len(board.side) - 1
    assert board.unit(f"r{reds + 1}") is None


@pytest.mark.rule("C27")
def test_for_room_forward_sixty_places_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle("bn4 bn4", "bn4 bn4", "retreat").board
    tried = []

    def refused(self: Deploy, board: Any, answer: Any) -> object:
        tried.append(answer)
        return object() if len(tried) < most else None

    monkeypatch.setattr(Deploy, "reason", refused)
    for most, found in ((1, True), (60, True), (61, False)):
        tried.clear()
        assert Deploy(0).room_forward(board) is found
        assert len(tried) == min(most, 60)


PAGES = Path(brigade1914.__file__).parent


def entries(name: str) -> dict[str, str]:
    """The readings of a page: key and section."""
    return dict(
        re.findall(r"^\| `([a-z-]+)` \| \[([^\]]+)\]", (PAGES / name).read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_both_languages_declare_the_same_readings_of_sections_that_there_are() -> None:
    english, spanish = entries("departures.md"), entries("departures.es.md")
    assert english == spanish
    assert len(english) > 60
    known = {line.split(",")[0] for line in (PAGES / "data/rules.csv").read_text(encoding="utf-8").splitlines()}
    assert {section for each in english.values() for section in each.split(", ")} <= known


@pytest.mark.rule("C27", "C16")
def test_wagons_and_units_off_the_table_fire_at_nobody() -> None:
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [5300, 3000]}, "r1": {"at": [6000, 1000]}})
    wagon = retreat.board.unit("r3")
    assert wagon is not None
    assert firing.targets(retreat.board, wagon, firing.STANDING) == []
    assert firing.marker_targets(retreat.board, wagon, firing.STANDING) == []
    assert sees(retreat.board, wagon, B1)
    assert firing.targets(retreat.board, B1, firing.STANDING) == [wagon, 5], "but wagons are fired at"
    retreat.board.marker[0] = ((5300, 3600),)
    assert firing.marker_targets(retreat.board, wagon, firing.STANDING) == []
    assert firing.targets(battle(units={"r1": {"at": [3000, 2000]}}).board, B1, firing.STANDING) == []


@pytest.mark.rule("C27", "C8")
def test_where_units_come_on() -> None:
    meeting = battle().board
    assert entry_point(meeting, 0, 1000, 3000) == (3600, 4800)
    assert entry_point(meeting, 4, 1000, 3000) == (3600, 0)
    capture = battle(scenario="capture").board
    assert (entry_point(capture, 0, 1000, 3000), entry_point(capture, 4, 1000, 3000)) == ((1000, 4800), (1000, 0))
    retreat = battle(scenario="retreat").board
    assert (entry_point(retreat, 0, 1000, 3000), entry_point(retreat, 4, 1000, 3000)) == ((0, 3000), (7200, 3000))


class Deployed(Exception):
    """The first turn has begun."""


def deployed(seed: int) -> Battlefield:
    """The table when both staffs have deployed."""
    found: list[Battlefield] = []

    def told(match: Match) -> None:
        if match.position.board.turn:
            found.append(match.position.board)
            raise Deployed

    options = (("blue", "french infantry"), ("red", "german infantry"))
    with pytest.raises(Deployed):
        play_seeded(GAME, Setting("retreat", "", options), ("staff", "staff"), seed, told)
    return found[0]


@pytest.mark.rule("C27", "C16")
def test_the_lines_begin_out_of_rifle_range() -> None:
    board = deployed(2)
    pursuer, rearguard = board.rules.zones
    assert WIDE - pursuer - rearguard == 2000, "so far at least"
    ours, theirs = ([unit for unit in board.units(side) if present(board, unit)] for side in (0, 1))
    assert ours
    assert theirs
    assert min(distance2(board, a, b) for a in ours for b in theirs) > FIRE.range_rifle**2


@pytest.mark.rule("C27", "C20")
def test_a_unit_that_stays_off_the_table_does_not_make_up_the_rearguard() -> None:
    board = battle("bn4 bn4", "bn4 bn4 bn4 bn4", "retreat").board
    first, last = 2, 5
    assert not Deploy(first).must_be_forward(board), "four may still come, and two are wanted"
    board.status[last] = board.status[last - 1] = OFF_TABLE
    assert Deploy(first).must_be_forward(board), "two are left, and both are wanted"
