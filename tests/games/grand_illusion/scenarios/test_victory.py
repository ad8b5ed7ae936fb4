"""3.2, 14.1.2, 14.1.3, 14.2, 14.3.2 to 14.3.5: points and victory."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import Facts, boards, here
from games.grand_illusion.positions import FIVE, NORTH, counting, numbers
from games.grand_illusion.scenarios.support import chosen
from games.grand_illusion.support import alone, asked, carried_out, happened, legal, play, question
from marne.games.grand_illusion.components import places
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.places import GERMAN_VP, PLAN17
from marne.games.grand_illusion.components.tables import OPTION_COSTS
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import GameWon
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.movement.control import settle, take
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.rules.scenarios.victory import (
    DrawGerman,
    DrawPlan17,
    EndOfGame,
    InterimCount,
    Judge,
    JudgeImmediate,
    ScenarioTwoBonus,
    captured,
    german_draws,
    plan17_draws,
    score,
)
from marne.hexes import members


@pytest.mark.rule("14.1.2", "14.3.2")
@pytest.mark.parametrize(("hex", "points"), [(107, 2), (105, 4)])
def test_a_captured_plan_17_hex_draws_its_marker_once(hex: int, points: int) -> None:
    start = {107: 104, 105: 101}[hex]
    position = alone(turn=7, units={"FR.XX": start, "GE.X": 84}, allied=[101], withdrew=[3, 4])
    position = play(position, f"activate {start}", "take FR.XX", f"go {hex}")
    assert asked(position) == "DrawPlan17"
    assert legal(position) == ["1", "2", "3"]
    assert position.open is not None
    assert position.open.weights == (4, 3, 1)
    position = play(position, 2)
    assert position.board.points[ALLIED] == 3 + points
    take(position.board, hex, GERMAN)
    assert position.board.points[ALLIED] == 3 + points, "kept for good"
    assert take(position.board, hex, ALLIED) == ()


@pytest.mark.rule("14.1.3", "13.1.2")
def test_trier_ends_the_game_at_once() -> None:
    position = alone(turn=7, units={"FR.XX": 85, "GE.X": 91}, allied=[85, 86, 76], withdrew=[3, 4])
    position = play(position, "activate 85", "take FR.XX", "go 94")
    assert position.over
    assert position.board.winner == ALLIED
    assert position.board.won_by == "trier"
    assert happened(position, GameWon)


@pytest.mark.rule("14.1.2", "14.3.3")
def test_german_markers_for_supplied_hexes() -> None:
    board = counting(turn=9, german=NORTH).board
    assert [step.hex for step in german_draws(board)] == [34, 36]  # type: ignore[attr-defined]
    cut = counting(turn=6, german=[*NORTH, 8]).board
    assert 8 not in [step.hex for step in german_draws(cut)], "no supply"  # type: ignore[attr-defined]


@pytest.mark.rule("14.1.2", "ES-37")
@pytest.mark.parametrize(("edition", "hexes"), [("english", [34, 36]), ("spanish", [36])])
def test_in_spanish_units_must_stand_there(edition: str, hexes: list[int]) -> None:
    board = counting(edition, turn=6, german=NORTH, units={"GE.X": 36, "FR.XX": 57}).board
    assert [step.hex for step in german_draws(board)] == hexes  # type: ignore[attr-defined]


@pytest.mark.rule("14.1.3", "14.3.5")
def test_the_count_on_turn_nine_stays_until_the_hex_is_lost() -> None:
    position = counting(turn=9, german=NORTH)
    assert asked(position) == "DrawGerman"
    position = play(position, 3, 1)
    assert position.board.points[GERMAN] == 4
    assert position.board.markers == {34: 3, 36: 1}
    take(position.board, 34, ALLIED)
    assert position.board.points[GERMAN] == 1
    assert position.board.german_cup.count(3) == 5


@pytest.mark.rule("14.2.3")
def test_no_count_on_other_turns() -> None:
    for turn in (8, 10):
        assert asked(counting(turn=turn, german=NORTH)) != "DrawGerman"


@pytest.mark.rule("14.1.3", "14.3.5", "ES-38")
@pytest.mark.parametrize(
    ("points", "dice", "winner"),
    [([3, 0], (3, 3), GERMAN), ([4, 0], (3, 3), ALLIED), ([1, 0], (3, 2), ALLIED), ([-2, 1], (3, 2), GERMAN)],
)
def test_the_last_turn(points: list[int], dice: tuple[int, int], winner: int) -> None:
    position = counting(turn=15, german=NORTH, points=points)
    position = play(position, *dice)
    assert position.over
    assert position.board.winner == winner
    assert position.board.won_by == "regular"


@pytest.mark.rule("14.1.3")
def test_paris_retaken_counts_again_but_wins_at_once_only_on_the_turn_of_its_first_fall() -> None:
    position = counting(
        turn=10, german=[*NORTH, 19, 28, 27], immediate=8, units={"GE.X": 19, "FR.XX": 80}, points=[0, 0]
    )
    assert not position.over
    assert asked(position) != "DrawGerman"
    assert position.board.points[GERMAN] == 10
    assert position.board.paris
    board = alone(turn=8, units={"GE.X": 19, "FR.XX": 80}, german=[*NORTH, 28, 27]).board
    settle(board, 19)
    assert board.immediate == 8


@pytest.mark.rule("14.2.2", "ES-45")
@pytest.mark.parametrize(
    ("edition", "hits", "lost", "points"),
    [("english", 6, 0, 3), ("english", 5, 6, 0), ("spanish", 6, 5, 3), ("spanish", 5, 6, 0)],
)
def test_scenario_two_british_bonus(edition: str, hits: int, lost: int, points: int) -> None:
    position = counting(edition, 2, turn=5, british_hits=hits, british_lost=lost)
    assert position.board.points[GERMAN] == points


@pytest.mark.rule("14.2.2", "ES-46")
def test_scenario_two_other_bonuses() -> None:
    assert counting(scenario=2, turn=5, french_lost=7).board.points[GERMAN] == 3
    assert counting(scenario=2, turn=5, french_lost=6).board.points[GERMAN] == 0
    forts = counting(scenario=2, turn=7, german=[54, 64], units={"FR.XX": 57, "GE.X": 84})
    assert forts.board.points[GERMAN] == 3
    standing = counting(
        scenario=2, turn=7, german=[54, 64], units={"FR.XX": 57, "GE.X": 54, "FR.F-Maubeuge": 54}, siege=[54]
    )
    assert standing.board.points[GERMAN] == 0
    screened = counting(
        scenario=2, turn=7, german=[53, 62], units={"GE.III-R": 53, "GE.IX-R": 62, "FR.XX": 57, "BE.I": 52}
    )
    assert screened.board.points[GERMAN] == 2


@pytest.mark.rule("14.2", "14.2.1", "14.2.3")
def test_scenario_two_ends_after_turn_seven() -> None:
    position = counting(scenario=2, turn=7)
    assert position.over
    assert position.board.winner == ALLIED


@pytest.mark.rule("14.1.2", "11.2.1")
def test_a_plan_17_hex_that_traces_at_last_counts_before_the_end() -> None:
    position = counting(turn=15, allied=[101, 105], units={"FR.XX": 105, "GE.X": 84}, points=[0, 9])
    assert asked(position) == "DrawPlan17"
    position = play(position, 3)
    assert position.over
    assert position.board.points == [6, 9]
    assert position.board.winner == ALLIED


@pytest.mark.rule("14.2.2", "11.3")
def test_scenario_two_counts_the_losses_of_the_whole_of_turn_five() -> None:
    ring = [9, 10, 18, 20, 28, 29]
    position = counting(scenario=2, turn=5, french_lost=6, units={"FR.XX": "19*", "GE.X": 84}, german=ring)
    assert position.board.french_lost == 7
    assert position.board.points[GERMAN] == 3


@pytest.mark.rule("14.2.2", "14.2.3")
@pytest.mark.reading("turn-7")
def test_what_is_earned_on_turn_seven_is_paid_before_the_count() -> None:
    units = {"FR.XX": 57, "GE.X": 84, "GE.III-R": 53, "GE.IX-R": 62}
    position = counting(scenario=2, turn=7, german=[53, 54, 62, 64], units=units, points=[2, 1])
    assert position.board.points == [2, 6]
    assert position.board.winner == GERMAN, "nobody has to be shut in at Antwerp for it to be screened"


@pytest.mark.rule("14.2.2", "9.5.3")
def test_a_fort_that_would_yield_on_turn_seven_yields_too_late() -> None:
    units = {"FR.XX": 57, "GE.X": 54, "FR.F-Maubeuge": 54}
    position = counting(scenario=2, turn=7, german=[54, 64, 73, 63, 53, 62], units=units, siege=[54], points=[0, 5])
    assert position.over
    assert position.board.points[GERMAN] == 5


@pytest.mark.rule("14.1.2", "14.1.3", "14.3.2")
def test_what_a_captured_hex_means() -> None:
    def fresh(**changes: Any) -> Any:
        return alone(turn=8, units={"FR.XX": 57, "GE.X": 84}, **changes).board

    board = fresh(markers={"76": 3, "34": 1}, points=[3, 9], paris=True)
    assert captured(board, 76, ALLIED) == ()
    assert board.points == [3, 3], "Verdun counts double"
    assert board.markers == {34: 1}
    assert board.german_cup == sorted(board.german_cup)
    assert captured(board, 19, ALLIED) == ()
    assert board.points == [3, -7]
    assert not board.paris
    assert captured(board, 19, ALLIED) == ()
    assert board.points == [3, -7], "Paris counts no longer"
    assert captured(board, 96, ALLIED) == (DrawPlan17(96),)
    board.plan17[96] = 1
    assert captured(board, 96, ALLIED) == ()
    assert captured(board, 57, ALLIED) == ()
    assert captured(board, 34, GERMAN) == captured(board, 96, GERMAN) == captured(board, 94, GERMAN) == ()
    assert board.points == [3, -7]
    assert board.winner == -1
    assert board.immediate == 0
    captured(board, 19, GERMAN)
    assert board.immediate == 8
    board.turn = 9
    captured(board, 19, GERMAN)
    assert board.immediate == 8, "only the first time"
    captured(board, 94, ALLIED)
    assert (board.winner, board.won_by) == (ALLIED, "trier")


@pytest.mark.rule("14.1.2", "14.3.3")
def test_where_germans_draw_markers() -> None:
    for _, board in boards(40, 81):
        board.markers = {34: 1, 76: 2}
        facts = Facts(board)
        fed = plain.fed(facts, "GE")
        expected = [
            hex
            for hex in (8, 14, 16, 23, 26, 34, 36, 38, 48, 52, 58, 76, 87, 98, 104)
            if hex in fed
            and plain.german(facts, hex)
            and hex not in (34, 76)
            and (board.edition.name == "english" or any(plain.is_combat(u) for u in here(facts, hex, 1)))
        ]
        assert [step.hex for step in german_draws(board)] == expected  # type: ignore[attr-defined]


@pytest.mark.rule("14.1.2", "14.1.3", "13.1.2")
def test_drawing_a_marker() -> None:
    board = alone(turn=8, units={"FR.XX": 107, "GE.X": 84}, allied=[107]).board
    step = DrawPlan17(107)
    ask = question(step, board)
    assert ask is not None
    assert (ask.options, ask.weights) == ((1, 2, 3), (4, 3, 1))
    step.do(board, 3)
    assert board.plan17 == {107: 3}
    assert board.plan17_cup.count(3) == 0
    assert board.points == [6, 0]
    assert question(step, board) is None, "once"
    assert question(DrawPlan17(105), board) is None, "German"
    board.put(BY_ID["FR.XX"], 105)
    board.control &= ~(1 << 105)
    assert question(DrawPlan17(105), board) is None, "out of supply"
    assert plan17_draws(board) == (DrawPlan17(105),)
    german = DrawGerman(76)
    ask = question(german, board)
    assert ask is not None
    assert ask.weights == (5, 5, 5)
    german.do(board, 2)
    assert board.markers == {76: 2}
    assert board.german_cup.count(2) == 4
    assert board.points == [6, 4]


@pytest.mark.rule("14.1.3", "14.2.3", "14.3.5")
@pytest.mark.reading("markers-turn-9")
def test_an_immediate_victory_in_every_case() -> None:
    for allied in range(-2, 6):
        for german in range(13):
            board = alone(
                turn=8, units={"GE.X": 84}, points=[allied, german], markers={"34": 1, "36": 2, "76": 3}
            ).board
            carried_out(JudgeImmediate((36,)), board)
            wins = 2 * allied < german
            assert (board.winner == GERMAN) is wins
            if not wins:
                assert board.markers == {36: 2}
                assert board.points[GERMAN] == german - 1 - 6
                assert board.german_cup == sorted(board.german_cup)
                assert len(board.german_cup) == 14


@pytest.mark.rule("14.1.3", "14.2.3", "14.3.5")
@pytest.mark.reading("allied-win")
def test_a_regular_victory_in_every_case() -> None:
    for allied in range(-2, 6):
        for german in range(13):
            board = alone(turn=15, units={"GE.X": 84}, points=[allied, german]).board
            carried_out(Judge(), board)
            assert board.winner == (GERMAN if german >= 6 and german >= 2 * allied else ALLIED)
            assert board.ended


@pytest.mark.rule("14.1.3", "14.2.3", "14.3.5")
def test_when_the_game_ends_and_when_it_is_counted() -> None:
    for scenario in (1, 2, 3):
        for turn in range(1, 16):
            board = alone(scenario=scenario, turn=turn, units={"GE.X": 84, "FR.XX": 57}, german=NORTH).board
            last = 7 if scenario == 2 else 15
            assert board.rules.turns == last
            ends = [type(step).__name__ for step in carried_out(EndOfGame(), board)]
            assert ends == (["DrawGerman", "DrawGerman", "Judge"] if turn >= last else [])
            counts = carried_out(InterimCount(), board)
            assert bool(counts) is (turn == 9 and scenario != 2)


@pytest.mark.rule("14.2.2", "12.5.2")
def test_the_bonus_of_scenario_two_in_every_case() -> None:
    base = {"FR.XX": 57, "GE.X": 84}
    for scenario in (1, 2, 3):
        for turn in (4, 5, 6, 7):
            for due in (5, 7):
                board = alone(
                    scenario=scenario,
                    turn=turn,
                    units={**base, "GE.III-R": 53, "GE.IX-R": 62},
                    german=[54, 64],
                    french_lost=7,
                    british_hits=6,
                ).board
                carried_out(ScenarioTwoBonus(due), board)
                expected = {(5, 5): 6, (7, 7): 5}.get((turn, due), 0) if scenario == 2 else 0
                assert board.points[GERMAN] == expected
    for lost, hits, points in ((6, 5, 0), (7, 5, 3), (6, 6, 3), (8, 7, 6)):
        board = alone(scenario=2, turn=5, units=base, french_lost=lost, british_hits=hits).board
        carried_out(ScenarioTwoBonus(5), board)
        assert board.points[GERMAN] == points
    for units, german, points in (
        ({}, [54, 64], 3),
        ({}, [54], 0),
        ({}, [64], 0),
        ({"BE.F-Namur": 64}, [54, 64], 0),
        ({"FR.F-Maubeuge": 54}, [54, 64], 0),
        ({"GE.III-R": 53, "GE.IX-R": 53}, [], 2),
        ({"GE.III-R": 53}, [], 0),
        ({"GE.III-R": 53, "GE.39-R": 62}, [], 0),
        ({"GE.III-R": 53, "GE.IX-R": 62}, [52], 0),
        ({"FR.I": 53, "FR.II": 62}, [], 0),
        ({"GE.III-R": 62, "GE.9-C": 53}, [], 0),
    ):
        board = alone(scenario=2, turn=7, units={**base, **units}, german=german).board
        carried_out(ScenarioTwoBonus(7), board)
        assert board.points[GERMAN] == points, (units, german)


@pytest.mark.rule("14.1.2", "ES-37")
def test_in_spanish_a_staff_holds_no_victory_hex() -> None:
    board = counting("spanish", turn=6, german=NORTH, units={"GE.HQ-1": 36, "GE.X": 34, "FR.XX": 57}).board
    assert [step.hex for step in german_draws(board)] == [34]  # type: ignore[attr-defined]


@pytest.mark.rule("14.1", "14.2", "14.3")
def test_lengths() -> None:
    assert [new_board(EDITIONS["english"], scenario).rules.turns for scenario in (1, 2, 3)] == [15, 7, 15]


@pytest.mark.rule("3.2")
def test_points_are_moved_and_may_go_below_zero() -> None:
    board = new_board(EDITIONS["english"], 1)
    score(board, 0, -5, "14.1.2", "bef")
    score(board, 1, 2, "14.1.2", "german")
    assert board.points == [-2, 2]


@pytest.mark.rule("14.1.2", "14.1.3", "14.1.1")
def test_the_hexes_that_victory_names() -> None:
    assert PLAN17 == (85, 86, 95, 96, 100, 103, 105, 107)
    assert GERMAN_VP == (8, 14, 16, 23, 26, 34, 36, 38, 48, 52, 58, 76, 87, 98, 104)
    assert numbers(places.DOUBLE) == [76, 86, 87, 105]
    assert members(new_board(EDITIONS["english"], 1).rules.northern_hexes) == [45, 46, 54, 62]


@pytest.mark.rule("14.1.2")
def test_no_point_without_supply() -> None:
    board = alone(turn=2, units=dict.fromkeys(FIVE, 96), mandated=[1, 0], declared=[96], german=[87, 97, 88]).board
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 3


@pytest.mark.rule("14.3.4", "14.3.6")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_what_options_cost(number: int) -> None:
    position = chosen(str(number), str(number))
    assert position.board.points == [3 - OPTION_COSTS[number, "allied"], -OPTION_COSTS[number, "german"]]
