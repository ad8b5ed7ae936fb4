"""Chapter 4: every ending, and the points."""

from __future__ import annotations

import pytest

from games.schlieffens_war.campaign.support import end
from games.schlieffens_war.positions import fight
from games.schlieffens_war.support import War, at, board, events, go, h, hex_of, step
from marne.engine import Setting
from marne.games.schlieffens_war.board import DRAW, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.events import CityTaken, ParisEndangered
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.campaign.victory import german_city_lost, judge_points, paris_fallen
from marne.games.schlieffens_war.rules.combat.combat import counts_for_plan_xvii


def result(position: War) -> tuple[int, str]:
    return position.board.winner, position.board.winning_rule


@pytest.mark.rule("4.1")
def test_paris_is_endangered_at_once_and_for_good() -> None:
    position = at({"X AK": "1714", "AOK 1": "1614", "1er CA": "2018"}, "movement")
    assert not position.board.endangered
    position = go(position, "X AK", "1716")
    assert position.board.endangered
    assert events(position, ParisEndangered)
    position = go(position, "done")
    assert position.board.endangered
    left = go(at({"X AK": "1716", "AOK 1": "1614"}, "movement", endangered=True), "X AK", "1714")
    assert left.board.endangered, "it need not be kept so"
    french = go(at({"1er CA": "1714", "X AK": "1007"}, "movement", "entente"), "1er CA", "1716")
    assert not french.board.endangered


@pytest.mark.rule("4.1")
def test_passing_through_the_ring_endangers_paris_too() -> None:
    # the cheapest way from 1517 to 1814 leads over 1616 and 1716; only they are within three hexes of Paris
    position = at({"HKK 1": "1517", "1er CA": "2018"}, "movement")
    assert not (g.PERIMETER & (1 << h("1517") | 1 << h("1814")))
    assert g.PERIMETER >> h("1616") & 1
    position = go(position, "HKK 1", "1814")
    assert hex_of(position, "HKK 1") == "1814"
    assert position.board.endangered


@pytest.mark.rule("4.2", "5.6")
def test_the_fall_of_paris() -> None:
    paris = {"german": ["1918"]}
    position = end(5, control=paris)
    assert position.over
    assert result(position) == (0, "4.2")
    assert GAME.score(position).winner == 0


@pytest.mark.rule("4.3", "5.6")
def test_a_german_city_lost() -> None:
    position = end(5, control={"entente": ["1805"]})
    assert result(position) == (1, "4.3")
    assert result(end(7, control={"entente": ["1805"]})) == (1, "4.3"), "Plan XVII no longer matters"


@pytest.mark.rule("4.4", "5.6")
@pytest.mark.parametrize(("turn", "attacks", "due"), [(6, 0, False), (7, 6, True), (7, 7, False), (8, 0, False)])
def test_plan_xvii(turn: int, attacks: int, due: bool) -> None:
    position = end(turn, plan_xvii=attacks)
    assert (result(position) == (0, "4.4")) is due
    assert position.over is due


@pytest.mark.rule("4.4")
def test_what_counts_for_plan_xvii() -> None:
    def attack(units: dict[str, str], target: str, *names: str) -> int:
        position = at(units, side="entente")
        position = go(position, "done") if step(position) == "ChooseProbe" else position
        position = go(position, f"attack {target}", *(f"with {name}" for name in names), "attack")
        position = go(position, 1) if step(position) == "ResolveAttack" else position
        return position.board.plan_xvii

    french = {"1er CA": "2007", "2e CA": "2007", "X AK": "1907"}
    assert attack(french, "1907", "1er CA", "2e CA") == 1
    mixed = {"1er CA": "2007", "I Corps": "2006", "X AK": "1907", "5e Armée": "2007", "BEF": "2006"}
    assert attack(mixed, "1907", "1er CA", "I Corps") == 0
    at_home = {"1er CA": "2322", "2e CA": "2322", "X AK": "2321"}
    assert attack(at_home, "2321", "1er CA", "2e CA") == 0


@pytest.mark.rule("4.6", "3.3")
def test_points_come_and_go_with_cities() -> None:
    position = go(at({"X AK": "1413", "AOK 1": "1413", "1er CA": "2018"}, "movement"), "X AK", "1512")
    assert position.board.points == 1
    (event,) = events(position, CityTaken)
    assert event == CityTaken("4.6", 0, h("1512"), 1)
    held = {"german": ["1512"]}
    position = at({"1er CA": "1513", "X AK": "1007"}, "movement", "entente", points=1, control=held)
    position = go(position, "1er CA", "1512")
    assert position.board.points == 0
    german = go(at({"X AK": "2017", "AOK 1": "1413"}, "movement"), "X AK", "1918")
    assert german.board.points == 0, "Paris gives no points"


@pytest.mark.rule("4.6")
def test_there_are_25_prizes() -> None:
    assert g.PRIZES.bit_count() == 25
    assert not g.PRIZES & (g.PARIS | g.GERMAN_CITIES)


@pytest.mark.rule("4.7", "4.1")
@pytest.mark.parametrize(
    ("points", "endangered", "winner", "rule"),
    [
        (10, True, 1, "4.7"),
        (11, True, DRAW, "4.7"),
        (12, True, DRAW, "4.7"),
        (13, True, 0, "4.7"),
        (25, True, 0, "4.7"),
        (13, False, DRAW, "4.1"),
        (12, False, DRAW, "4.7"),
        (0, False, 1, "4.7"),
    ],
)
@pytest.mark.reading("endangered")
def test_the_last_turn(points: int, endangered: bool, winner: int, rule: str) -> None:
    position = end(10, points=points, endangered=endangered)
    assert position.over
    assert result(position) == (winner, rule)
    score = GAME.score(position)
    assert score.winner == (None if winner == DRAW else winner)
    assert score.points == (points - 11, 11 - points)


@pytest.mark.rule("4.2", "4.3", "5.6")
@pytest.mark.reading("turn-10")
def test_no_sudden_death_on_turn_10() -> None:
    assert result(end(10, control={"german": ["1918"]})) == (1, "4.7")
    assert result(end(10, control={"entente": ["1805"]}, points=13, endangered=True)) == (0, "4.7")


@pytest.mark.rule("4.7")
@pytest.mark.parametrize(("points", "winner"), [(8, 0), (7, -1), (6, -1), (5, 1)])
@pytest.mark.reading("handicap")
def test_a_handicap_counts_when_points_decide(points: int, winner: int) -> None:
    started = GAME.start(Setting("campaign", options=(("handicap", "5"),)))
    board = started.board
    board.turn, board.points, board.endangered = 10, points, 1
    judge_points(board)
    assert (board.winner, board.winning_rule) == (winner, "4.7")
    assert GAME.score(started).points[0] == points + 5 - 11
    assert board.copy().handicap == 5
    plain = WarBoard()
    plain.turn, plain.points, plain.endangered = 10, points, 1
    judge_points(plain)
    assert plain.winner == 1, "without it so few points lose"


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("label", "fallen"), [("1918", True), ("2018", True), ("1917", False), ("1007", False)])
def test_paris_has_two_hexes(label: str, fallen: bool) -> None:
    assert paris_fallen(board({}, control={"german": [label]})) is fallen


@pytest.mark.rule("4.3")
def test_any_german_city_will_do_and_nothing_else() -> None:
    assert not german_city_lost(board({}))
    assert not german_city_lost(board({}, control={"entente": ["1108", "1006"]})), "no cities"
    assert not german_city_lost(board({}, control={"german": ["1012"]}))
    for label in g.labels_of(g.GERMAN_CITIES):
        assert german_city_lost(board({}, control={"entente": [label]})), label


@pytest.mark.rule("4.2", "4.3", "5.6")
@pytest.mark.reading("both-cities")
def test_both_sudden_victories_in_one_turn() -> None:
    units = {"X AK": "1007", "IX AK": "1007", "1er CA": "2018"}
    both = at(units, "end", turn=5, control={"german": ["1918"], "entente": ["1805"]})
    assert (both.board.winner, both.board.winning_rule) == (0, "4.2")


@pytest.mark.rule("4.4")
@pytest.mark.parametrize(
    ("attackers", "target", "due"),
    [
        ("1er CA", "1907", True),
        ("1er CA, 5e Armée", "1907", True),
        ("1er CA", "1908", False),
        ("1er CA, I Corps", "1907", False),
        ("I Corps", "1907", False),
        ("1re-5e DA", "1907", False),
    ],
)
@pytest.mark.reading("plan-xvii")
def test_attacks_that_plan_xvii_counts(attackers: str, target: str, due: bool) -> None:
    units = dict.fromkeys(attackers.split(", "), "2007") | {"X AK": target}
    assert counts_for_plan_xvii(fight(units, attackers, "X AK", target)[1]) is due


@pytest.mark.rule("4.4", "11.17")
def test_the_track_of_plan_xvii_goes_up_by_one() -> None:
    units = {"1er CA": "2007", "2e CA": "2007", "X AK": "1907"}
    position = at(units, side="entente", plan_xvii=3)
    position = go(position, "done") if step(position) == "ChooseProbe" else position
    position = go(position, "attack 1907", "with 1er CA", "with 2e CA", "attack", 1)
    assert position.board.plan_xvii == 4


@pytest.mark.rule("4.1", "3.3")
def test_only_germans_endanger_paris_and_once() -> None:
    made = board({})
    made.take(1, h("1917"))
    made.take(0, h("2322"))
    before = made.endangered
    made.take(0, h("1917"))
    made.take(0, h("1817"))
    assert (before, made.endangered) == (0, 1)
    assert [event for event in made.events if isinstance(event, ParisEndangered)] == [ParisEndangered("4.1", h("1917"))]
    own = board({}, control={"german": ["1917"]})
    own.take(0, h("1917"))
    assert own.endangered, "whoever owned the hex before"
