"""Scenarios are data: the rules ask the board's scenario, and nothing in the code knows one by name."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.schlieffens_war.support import War, actor, h, step, u
from marne.engine import Position, Setting
from marne.games.schlieffens_war.board import (
    DRAW,
    ELAN,
    FATIGUED,
    NORMAL,
    OUT_OF_SUPPLY,
    REMOVED,
    WAITING,
    WarBoard,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import DATA_SET, LIMITS, SCENARIO_FILES, UNIT_ROWS
from marne.games.schlieffens_war.components.scenario import FIRST, SCENARIOS, Scenario1914, scenario_named
from marne.games.schlieffens_war.components.scenario_file import ScenarioFile, Setup, problems_of
from marne.games.schlieffens_war.components.units import COUNT, ENTENTE, FULL, GERMAN, IS_CORPS, NAMES, SIDE, UNITS_OF
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.campaign.victory import EndOfTurn
from marne.games.schlieffens_war.rules.movement.reach import spared
from marne.games.schlieffens_war.rules.supply.supply import supply_states
from marne.games.schlieffens_war.sequence import Campaign, Turn
from marne.kit import setting_words
from marne.lab.contract import check_contract
from marne.lab.play import play_seeded
from marne.tables import TomlRecord

FRONTIERS = Setting("frontiers")
FILE = SCENARIO_FILES["frontiers"]
CODE = Path(__file__).parents[4] / "src/marne/games/schlieffens_war"


def start() -> War:
    return GAME.start(FRONTIERS)


def begun(file: ScenarioFile) -> War:
    """A game of a scenario made up for a test."""
    return Position.begin(WarBoard(Scenario1914("made up", file)), Campaign())


def ended(turn: int, **facts: Any) -> WarBoard:
    """The board after a turn of the Frontiers has ended with these facts."""
    board = WarBoard(SCENARIOS["frontiers"])
    board.turn = turn
    for name, fact in facts.items():
        setattr(board, name, fact)
    Position.begin(board, EndOfTurn())
    return board


def test_no_code_knows_a_scenario_by_name() -> None:
    named = re.compile("|".join(rf"['\"]{name}['\"]" for name in SCENARIOS))
    assert [path.name for path in CODE.glob("**/*.py") if named.search(path.read_text(encoding="utf-8"))] == []


def test_scenarios_are_offered_in_both_languages() -> None:
    assert [(each.name, each.turns) for each in GAME.scenarios] == [("campaign", 10), ("frontiers", 4)]
    assert set(setting_words(GAME, "es")["scenarios"]) == set(SCENARIOS)


@pytest.mark.rule("3.1")
@pytest.mark.reading("frontiers-places")
def test_everybody_stands_where_the_scenario_says_and_nobody_sets_up() -> None:
    position = start()
    board = position.board
    assert (actor(position), step(position), board.turn, board.phase) == ("german", "ChooseUnit", 1, "5.3")
    placed = {unit: label for label, stack in FILE.setup.stacks.items() for unit in stack}
    for unit, name in enumerate(NAMES):
        if name in placed:
            assert board.where[unit] == h(placed[name]), name
        else:
            assert board.where[unit] == (WAITING if name in FILE.arrivals else REMOVED), name
    assert board.where[u("Fort Liège")] == REMOVED
    assert board.stacks[h("1109")][-1] == u("VII RK"), "the last that is named lies on top"


@pytest.mark.rule("3.1", "2.7", "9.6")
def test_steps_and_morale_at_the_start() -> None:
    board = start().board
    for unit in range(COUNT):
        assert board.steps[unit] == FULL[unit] - (NAMES[unit] == "3e-4e DA"), NAMES[unit]
        assert board.morale[unit] == (ELAN if SIDE[unit] == GERMAN and IS_CORPS[unit] else NORMAL), NAMES[unit]
    tired = begun(replace(FILE, setup=replace(FILE.setup, fatigued=("X AK",), elan=("entente",)))).board
    assert [tired.morale[u(name)] for name in ("X AK", "IX AK", "1er CA")] == [FATIGUED, NORMAL, ELAN]


@pytest.mark.rule("3.1", "3.3")
def test_whose_ground_it_is_before_anybody_stands_on_it() -> None:
    setup = replace(FILE.setup, german_ground=("1813",), entente_ground=("2505",))
    ground = Scenario1914("made up", replace(FILE, setup=setup)).german_ground
    assert ground == g.GERMANY & ~g.hex_set(("2505",)) | g.hex_set(("1813",))
    assert g.GERMANY >> h("2505") & 1
    assert not g.GERMANY >> h("1813") & 1


@pytest.mark.rule("3.3", "4.6", "4.1")
def test_ground_points_and_paris_follow_from_where_they_stand() -> None:
    board = start().board
    german = {*g.labels_of(g.GERMANY), *FILE.setup.german_ground} - set(FILE.setup.entente_ground)
    for label, stack in FILE.setup.stacks.items():
        german = german | {label} if SIDE[u(stack[0])] == GERMAN else german - {label}
    assert set(g.labels_of(board.control)) == german
    assert (board.points, board.endangered) == (1, 0), "Liège"
    near = replace(FILE.setup, stacks={"1918": ("X AK",)}, german_ground=("1813", "1913"))
    board = begun(replace(FILE, setup=near)).board
    assert (board.points, board.endangered) == (2, 1)


@pytest.mark.rule("8.0")
def test_who_is_out_of_supply_where_the_scenario_puts_him() -> None:
    """Nobody but the van of the French 5th Army, whose HQ has not come up; all the Germans are fed."""
    board = start().board
    out = {
        NAMES[unit]
        for side in (GERMAN, ENTENTE)
        for unit, state in supply_states(board, side)
        if state == OUT_OF_SUPPLY
    }
    assert out == {"1er CA", "10e CA", "1er CC"}


@pytest.mark.rule("5.1")
def test_the_scenario_says_who_begins() -> None:
    assert [each.first_player for each in SCENARIOS.values()] == [GERMAN, GERMAN]
    assert actor(begun(replace(FILE, first_player="entente"))) == "entente"


@pytest.mark.rule("3.1")
def test_the_scenario_says_who_sets_up_first_and_from_which_row() -> None:
    setup = Setup(elan=(), first="german", first_army_row=25)
    position = begun(replace(FILE, setup=setup, arrivals={}))
    assert actor(position) == "german"
    assert {row for row, _ in position.board.scenario.start_rows.values()} == {25}
    assert begun(replace(FILE, setup=Setup(elan=()), arrivals={})).board.scenario.start_rows == {}


@pytest.mark.rule("9.1", "9.3")
@pytest.mark.reading("frontiers-turns")
def test_arrivals_of_the_scenario() -> None:
    entry = SCENARIOS["frontiers"].entry
    assert {NAMES[unit]: turn for unit, turn in enumerate(entry) if turn} == FILE.arrivals
    assert [entry[u(name)] for name in ("6e Armée", "III Corps", "BEF", "X AK")] == [3, 4, 0, 0]


@pytest.mark.rule("4.7", "4.1")
@pytest.mark.parametrize(("points", "winner"), [(6, GERMAN), (5, GERMAN), (4, DRAW), (3, ENTENTE)])
@pytest.mark.reading("frontiers-points")
def test_points_decide_the_frontiers_without_paris(points: int, winner: int) -> None:
    board = ended(4, points=points)
    assert (board.winner, board.winning_rule) == (winner, "4.7")


@pytest.mark.rule("4.4")
@pytest.mark.reading("frontiers-plan-xvii")
def test_plan_xvii_of_the_frontiers() -> None:
    assert ended(2, plan_xvii=2).winning_rule == "4.4"
    assert not ended(2, plan_xvii=3).over
    assert not ended(1).over
    assert not ended(3).over


@pytest.mark.rule("4.6", "5.6")
def test_after_its_last_turn_a_scenario_is_over() -> None:
    after = Position.begin(WarBoard(SCENARIOS["frontiers"]), Turn(5))
    assert (after.over, after.board.turn) == (True, 0)
    assert Position.begin(WarBoard(FIRST), Turn(5)).board.turn == 5


@pytest.mark.rule("3.1", "10.6", "11.23", "9.2", "11.24", why="the turns of special rules, from one table of the file")
@pytest.mark.reading("frontiers-turns", "frontiers-first-turn", "frontiers-guns")
def test_what_the_campaign_has_on_some_turns_only() -> None:
    board = WarBoard(SCENARIOS["frontiers"])
    assert (board.artillery, board.coup) == (2, 0)
    for board.turn in range(1, 5):
        assert spared(board, GERMAN) == (board.turn == 1)
        assert not spared(board, ENTENTE)
    turns_of = board.scenario.turns_of
    assert (turns_of.guns_return, turns_of.bef_stands, turns_of.final_effort, turns_of.withdrawal) == ((), 0, (), 3)


def test_a_scenario_is_one_object_wherever_it_goes() -> None:
    for each in SCENARIOS.values():
        assert pickle.loads(pickle.dumps(each)) is each is scenario_named(each.name)
    position = start()
    assert position.copy().board.scenario is position.load(position.save()).board.scenario is SCENARIOS["frontiers"]
    assert GAME.mask(position, GERMAN).board.scenario is position.board.scenario


@pytest.mark.rule("6.2", "6.3")
@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ({"stacks": {"1110": ("X AK",), "1111": ("X AK",)}}, "each counter once"),
        ({"stacks": {"1110": ("6e Armée",)}}, "each counter once"),
        ({"stacks": {"1110": ("X AK", "1er CA")}}, "one nation"),
        ({"stacks": {"2013": ("X AK",)}}, "open ground"),
        ({"stacks": {"1110": ()}}, "one nation"),
        ({"stacks": {"1110": ("X AK", "IX AK", "VII AK", "II AK")}}, "at most 3 corps and 1 HQ"),
        ({"stacks": {"1110": ("AOK 1", "AOK 2")}}, "at most 3 corps and 1 HQ"),
        ({"stacks": {"1110": ("X AK",)}, "reduced": ("IX AK",)}, "of the stacks or the arrivals"),
        ({"stacks": {"1110": ("X AK",)}, "fatigued": ("IX AK",)}, "of the stacks or the arrivals"),
    ],
)
def test_a_scenario_that_does_not_fit_together_is_refused(setup: dict[str, Any], expected: str) -> None:
    assert expected in problems(replace(FILE, setup=Setup(elan=(), **setup)))


def test_turns_and_points_must_fit_too() -> None:
    assert problems(FILE) == ""
    assert "a turn up to 2" in problems(replace(FILE, turns=2))
    assert "no more than german_points" in problems(replace(FILE, victory=replace(FILE.victory, draw_points=6)))


def problems(file: ScenarioFile) -> str:
    kinds = {row.name: (row.nation, row.kind) for row in UNIT_ROWS}
    found = problems_of(TomlRecord("scenarios/made-up.toml", file, {}), LIMITS, kinds, {"2013"})
    return "; ".join(str(problem) for problem in found)


def test_the_files_have_no_problem_and_every_value_an_origin() -> None:
    assert DATA_SET.check() == []


def test_contract_of_the_frontiers() -> None:
    assert len(check_contract(GAME, FRONTIERS, 7, every=41).log) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_contract_of_more_games_of_the_frontiers(seed: int) -> None:
    check_contract(GAME, FRONTIERS, seed, every=23)


def test_staff_plays_the_frontiers_to_the_end() -> None:
    match = play_seeded(GAME, FRONTIERS, ("staff", "staff"), 5)
    board = match.position.board
    assert board.over
    assert board.turn == 4 or GAME.score(match.position).rule == "4.3", "a German city may fall before the end"
    assert sum(board.where[unit] < 0 for side in (GERMAN, ENTENTE) for unit in UNITS_OF[side]) > 5, "they fought"
