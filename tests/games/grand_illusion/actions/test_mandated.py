"""9.1.1: Mandated Battles."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain_more
from games.grand_illusion.battlefield import battle
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_fort, is_infantry
from games.grand_illusion.positions import FIVE, LORRAINE, occupied
from games.grand_illusion.support import alone, asked, happened, legal, play, question
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, ROWS
from marne.games.grand_illusion.events import FortuneRolled
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.actions.declaration import Declare, able, targets
from marne.hexes import bits, members


@pytest.mark.rule("9.1.1", "14.1.1")
@pytest.mark.reading("scenario-3-rules")
def test_mandated_battles_by_turn() -> None:
    board = alone(units=LORRAINE).board
    counts = []
    for turn in range(1, 16):
        board.turn = turn
        mandated.begin_turn(board)
        counts.append(tuple(board.mandated))
    assert counts == [(1, 0), (2, 0), (1, 0), (1, 0), *[(0, 0)] * 7, *[(0, 1)] * 4]


@pytest.mark.rule("9.1.1")
@pytest.mark.reading("four-corps")
def test_four_corps_against_two_corps_or_forts() -> None:
    board = alone(units=LORRAINE, mandated=[1, 0]).board
    corps = board.combat(87, ALLIED)
    assert mandated.qualifies(board, 96, ALLIED, corps)
    assert not mandated.qualifies(board, 96, ALLIED, corps & ~(1 << BY_ID["FR.XX"] | 1 << BY_ID["FR.XV"]))
    board.put(BY_ID["GE.II-B"], 95)
    board.put(BY_ID["GE.III-B"], 95)
    assert not mandated.qualifies(board, 96, ALLIED, corps)
    board.mandated = [0, 0]
    assert not mandated.qualifies(board, 95, ALLIED, corps)
    tired = alone(units=LORRAINE, mandated=[1, 0]).board
    tired.put_all(corps, 96)
    tired.entered[96] = corps
    tired.down |= corps
    assert Declare(ALLIED, 96).may_be_mandated(tired), "the disrupted count if they are designated"


@pytest.mark.rule("9.1.1", "9.3.5", "14.1.1")
@pytest.mark.reading("plan-17-choice")
def test_in_a_plan_17_hex_it_is_the_allied_players_choice() -> None:
    position = alone(turn=2, units=LORRAINE, mandated=[1, 0])
    position = play(position, "activate 87", "all", "go 96")
    assert asked(position) == "Declare"
    assert legal(position) == ["mandated", "ordinary"]
    ordered = play(position, "mandated")
    assert mandated.is_plan17(ordered.board, 96)
    assert not mandated.is_plan17(play(position, "ordinary").board, 96)


@pytest.mark.rule("9.1.1", "14.1.1", "ES-2")
@pytest.mark.parametrize(
    ("edition", "hex", "points"), [("english", 96, 4), ("english", 101, 3), ("spanish", 96, 4), ("spanish", 101, 4)]
)
@pytest.mark.reading("mandate-points")
def test_the_point_for_a_mandated_battle(edition: str, hex: int, points: int) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, hex), mandated=[1, 0], declared=[hex]).board
    mandated.executed(board, hex)
    assert board.mandated[ALLIED] == 0
    assert board.points[ALLIED] == points


@pytest.mark.rule("9.1.1", "ES-1")
@pytest.mark.parametrize(
    ("edition", "hex", "ignored"),
    [("english", 96, [3, 4, 7, 10]), ("english", 101, []), ("spanish", 96, [3, 7, 10]), ("spanish", 101, [3, 7, 10])],
)
def test_fortunes_that_an_attack_at_all_cost_ignores(edition: str, hex: int, ignored: list[int]) -> None:
    board = alone(edition, turn=2, units=LORRAINE, declared=[hex]).board
    assert [roll for roll in range(2, 13) if mandated.ignores_fortune(board, hex, roll)] == ignored
    board.turn = 5
    assert not any(mandated.ignores_fortune(board, hex, roll) for roll in range(2, 13))


@pytest.mark.rule("9.1.1")
def test_orders_from_fortune_need_caps() -> None:
    board = alone(turn=6, units=LORRAINE, caps=[1, 0]).board
    mandated.receive(board, ALLIED)
    mandated.receive(board, ALLIED)
    mandated.receive(board, GERMAN)
    assert board.mandated == [1, 0]


@pytest.mark.rule("9.1.1", "14.1.2")
def test_battles_not_fought_cost_points() -> None:
    board = alone(units=LORRAINE, mandated=[2, 1]).board
    mandated.penalise(board)
    assert board.points == [1, -1]
    assert board.mandated == [0, 0]


@pytest.mark.rule("9.1.1", "14.1.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.reading("two-mandates")
def test_two_mandated_battles_in_one_plan_17_hex_are_two_points(edition: str) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, 96), mandated=[2, 0], declared=[96]).board
    mandated.executed(board, 96)
    board.declared |= 1 << 96
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 5
    assert board.mandated[ALLIED] == 0


@pytest.mark.rule("9.1.1", "9.3.5", "14.1.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_mandated_battles_in_every_case(edition: str) -> None:
    for turn in (1, 4, 5):
        for hex in (96, 101, 36):
            for side in (ALLIED, GERMAN):
                for declared in (True, False):
                    check_mandated(edition, turn, hex, side, declared)


def check_mandated(edition: str, turn: int, hex: int, side: int, declared: bool) -> None:
    units = dict.fromkeys(FIVE, hex)
    board = alone(edition, turn=turn, units=units, mandated=[2, 2], declared=[hex] if declared else [57]).board
    board.attacker = side
    early = declared and side == ALLIED and turn <= 4
    assert mandated.is_plan17(board, hex) is (early and hex == 96)
    ignored = {3, 4, 7, 10} if edition == "english" else {3, 7, 10}
    counts = early and (hex == 96 or edition == "spanish")
    found = {roll for roll in range(2, 13) if mandated.ignores_fortune(board, hex, roll)}
    assert found == (ignored if counts else set())
    mandated.executed(board, hex)
    assert board.points == [3 + counts, 0]
    assert board.mandated[side] == 2 - declared
    assert board.mandated[1 - side] == 2
    assert not board.declared >> hex & 1


@pytest.mark.rule("9.1.1", "14.1.1")
def test_a_marker_does_not_go_below_zero() -> None:
    board = alone(turn=2, units=LORRAINE, mandated=[0, 0], declared=[96]).board
    mandated.executed(board, 96)
    assert board.mandated == [0, 0]


@pytest.mark.rule("9.1.1")
def test_orders_from_fortune_in_every_case() -> None:
    for caps in range(4):
        for orders in range(4):
            board = alone(turn=6, units=LORRAINE, caps=[caps, caps], mandated=[orders, 0]).board
            mandated.receive(board, ALLIED)
            assert board.mandated == [orders + (caps > 0 and orders < caps), 0]


@pytest.mark.rule("9.1.1", "9.3.5", "9.1.2")
@pytest.mark.parametrize(
    ("side", "turn", "hex", "orders", "asks"),
    [
        (ALLIED, 4, 96, 1, True),
        (ALLIED, 5, 96, 1, False),
        (ALLIED, 3, 101, 1, False),
        (ALLIED, 4, 96, 0, False),
        (GERMAN, 4, 96, 1, False),
    ],
)
def test_when_a_mandated_battle_is_a_choice(side: int, turn: int, hex: int, orders: int, asks: bool) -> None:
    germans = dict.fromkeys(("GE.II-B", "GE.III-B", "GE.XXI", "GE.X", "GE.VII"), hex)
    board = alone(turn=turn, units={**dict.fromkeys(FIVE, hex), **germans}, mandated=[orders, orders]).board
    board.entered = {hex: board.combat(hex, side)}
    step = Declare(side, hex)
    assert (question(step, board) is not None) is asks
    step.do(board, None if not asks else "ordinary")
    assert bool(board.declared >> hex & 1) is (not asks and orders > 0)
    assert board.battles == [hex]
    assert board.attacker == side
    if asks:
        step.do(board, "mandated")
        assert board.declared >> hex & 1


@pytest.mark.rule("9.1.1", "9.1.2")
def test_no_more_battles_are_mandated_than_there_are_orders() -> None:
    germans = dict.fromkeys(("GE.II-B", "GE.III-B"), 96)
    board = alone(turn=6, units={**dict.fromkeys(FIVE, 96), **germans}, mandated=[1, 0], declared=[101]).board
    board.entered = {96: board.combat(96, ALLIED)}
    assert not Declare(ALLIED, 96).may_be_mandated(board)
    board.mandated = [2, 0]
    assert Declare(ALLIED, 96).may_be_mandated(board)
    board.entered = {96: 1 << BY_ID["FR.XX"]}
    assert not Declare(ALLIED, 96).may_be_mandated(board), "four corps"


@pytest.mark.rule("9.1.1", "9.1.4", "ES-3")
@pytest.mark.parametrize(("edition", "left"), [("english", 0), ("spanish", 1)])
def test_a_counterattack_voids_the_order_only_in_spanish(edition: str, left: int) -> None:
    position = battle("FR.XX", "GE.X", edition=edition, declared=[36], mandated=[1, 0])
    assert play(position, 10).board.mandated == [left, 0]


@pytest.mark.rule("9.1.1", "9.1.4", "ES-1")
@pytest.mark.parametrize(
    ("edition", "hex", "ignored"),
    [("english", 96, {3, 4, 7, 10}), ("english", 36, set()), ("spanish", 96, {3, 7, 10}), ("spanish", 36, {3, 7, 10})],
)
def test_attacks_at_all_cost_ignore_fortune(edition: str, hex: int, ignored: set[int]) -> None:
    position = battle(
        "FR.XX FR.XV FR.XVI FR.X",
        "GE.II-B GE.XXI",
        hex=hex,
        edition=edition,
        turn=2,
        withdrew=[0, 0],
        declared=[hex],
        mandated=[2, 0],
    )
    found = {roll for roll in range(2, 13) for event in happened(play(position, roll), FortuneRolled) if event.ignored}
    assert found == ignored


@pytest.mark.rule("9.1.1", "9.1.2", "2.4")
def test_who_can_attack_what() -> None:
    for rng, board in boards(80, 49):
        board.mandated = [rng.choice((0, 1)), rng.choice((0, 1))]
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                enemies = [u for u in here(facts, hex, 1 - side) if is_combat(u) or is_fort(u)]
                assert members(targets(board, hex, side)) == enemies
                group = [u for u in here(facts, hex, side) if rng.random() < 0.8]
                fighters = [u for u in group if is_combat(u) and "defence" not in ROWS[u].marks]
                if not any(is_combat(u) for u in enemies):
                    fighters = [u for u in fighters if is_infantry(u)]
                assert members(able(board, hex, side, bits(group))) == fighters
                expected = plain_more.is_mandated(facts, hex, side, group)
                assert mandated.qualifies(board, hex, side, bits(group)) is expected


@pytest.mark.rule("8.7.2", "14.1.1")
@pytest.mark.reading("cancelled-mandates")
@pytest.mark.parametrize(("withdrew", "orders"), [(0, 1), (3, 0)])
def test_a_withdrawal_on_turn_3_cancels_the_orders_of_turn_4_too(withdrew: int, orders: int) -> None:
    board = alone(turn=4, units=LORRAINE, withdrew=[withdrew, 0]).board
    mandated.begin_turn(board)
    assert board.mandated[ALLIED] == orders
