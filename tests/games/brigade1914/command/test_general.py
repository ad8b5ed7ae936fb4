"""C11: the general."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B4, PAIR, R1, battle, legal, play, quiet, refused, told
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.command.command import can_pay, pay_general
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.command.losses import check_generals, set_general
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.measures.sight import sees


@pytest.mark.rule("C11", "A3")
def test_the_generals_tokens_serve_friends_within_24_inches() -> None:
    position = battle(
        "bn4 bn4", units={"b1": {"at": [1500, 4200]}, "b2": {"at": [6000, 4200]}}, generals={"blue": [1000, 4200, 3]}
    )
    assert "activate b1" in legal(position)
    assert "activate b2" not in legal(position)
    after = play(position, "activate b1", "hold")
    assert after.board.gtokens[0] == 2


@pytest.mark.rule("C11")
def test_the_general_rides_once_a_turn() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 3}}, generals={"blue": [1000, 4600, 0]})
    position = play(position, "general rides")
    assert refused(position, "2000,4600") == "C11"
    position = play(position, "1700,4500")
    assert (position.board.gx[0], position.board.gy[0]) == (1700, 4500)
    assert "general rides" not in legal(position)
    mounted = battle(
        "cav3 cav3",
        lists=("british cavalry", "german infantry"),
        units={"b1": {"at": [1000, 4200], "tokens": 3}},
        generals={"blue": [1000, 4600, 0]},
    )
    assert play(mounted, "general rides", "2500,4600").board.gx[0] == 2500


@pytest.mark.rule("C11")
def test_a_general_alone_with_the_enemy_flees() -> None:
    position = battle(
        units={"b1": {"at": [5000, 4200], "tokens": 3}, "r1": {"at": [1000, 3000], "facing": 180}},
        generals={"blue": [1000, 3250, 2]},
    )
    board = position.board.copy()
    check_generals(board)
    assert (board.gx[0], board.gy[0], board.gtokens[0], board.rating[0]) == (1000, 4450, 0, 2)
    guarded = battle(
        units={"b1": {"at": [1000, 3450], "tokens": 3}, "r1": {"at": [1000, 3000], "facing": 180}},
        generals={"blue": [1000, 3250, 2]},
    ).board.copy()
    check_generals(guarded)
    assert guarded.gtokens[0] == 2


@pytest.mark.rule("C11")
def test_a_general_flees_from_an_enemy_within_two_inches_unless_a_friend_is_as_near() -> None:
    def fled(red: int, friend: int = 10**4) -> bool:
        units: dict[str, Any] = {"r1": {"at": [3000, 3000 - 150 - red], "facing": 180, "tokens": 1}}
        if friend < 10**4:
            units["b1"] = {"at": [3000, 3000 + 150 + friend], "tokens": 1}
        board = battle(units=units, generals={"blue": [3000, 3000, 2]}).board
        check_generals(board)
        return board.gtokens[0] == 0

    assert [fled(200), fled(201)] == [True, False]
    assert [fled(200, 200), fled(200, 201)] == [False, True]


@pytest.mark.rule("C11")
def test_a_general_who_flees_stays_on_the_table_and_keeps_a_rating_of_one() -> None:
    units = {"r1": {"at": [3000, 4300], "facing": 180, "tokens": 1}, "r2": {"at": [6000, 600]}}
    board = battle(units=units, generals={"blue": [3000, 4500, 2], "red": [3000, 300, 1]}).board
    board.rating = [1, 3]
    check_generals(board)
    assert (board.gx[0], board.gy[0], board.rating, board.gtokens) == (4000, 4700, [1, 3], [0, 1])
    for x, y, at in ((50, 50, (100, 100)), (9000, 9000, (7100, 4700)), (100, 4700, (100, 4700))):
        set_general(board, 1, x, y)
        assert (board.gx[1], board.gy[1]) == at


@pytest.mark.rule("C11")
@pytest.mark.parametrize(("gap", "serves"), [(2400, True), (2401, False)])
@pytest.mark.reading("general-from-middle")
def test_the_generals_tokens_reach_24_inches_and_whoever_is_off_the_table(gap: int, serves: bool) -> None:
    units = {"b1": {"at": [1000, 1000]}, "b4": {"status": "off table"}}
    board = battle(units=units, generals={"blue": [1000, 1000 + gap, 1]}).board
    assert can_pay(board, B1) == serves
    assert can_pay(board, B4)
    board.gtokens[0] = 0
    assert not can_pay(board, B4)


@pytest.mark.rule("C11")
def test_a_general_flees_straight_back_to_his_own_edge() -> None:
    units = {"b1": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [6000, 4000]}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units, generals={"red": [3000, 3200, 2]}).board
    check_generals(board)
    assert (board.gx[1], board.gy[1], board.gtokens[1]) == (4200, 3200, 0)
    west = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [3000, 3000]}},
        generals={"blue": [3000, 3200, 2]},
    ).board
    check_generals(west)
    assert (west.gx[0], west.gy[0]) == (1800, 3200)


@pytest.mark.rule("C11", "C1")
def test_a_general_pays_one_token_at_a_time() -> None:
    board = battle(units=PAIR).board
    board.gtokens[:], board.count[:] = [3, 3], [0, 0]
    pay_general(board, 0)
    assert (board.gtokens, board.count) == ([2, 3], [1, 0])


@pytest.mark.rule("C11")
def test_the_general_rides_eight_inches_and_sixteen_with_cavalry() -> None:
    def key(answer: Any, lists: tuple[str, str] = ("british infantry", "german infantry")) -> str:
        blue = "cav3 cav3" if "cavalry" in lists[0] else "bn4 bn4"
        board = battle(blue, lists=lists, generals={"blue": [3000, 4000, 0]}).board
        reason = GeneralRides(0).reason(board, answer)
        return "" if reason is None else reason.key.removeprefix("why.")

    assert [key((3000, 3200)), key((3000, 3199)), key("stay"), key("away")] == ["", "too_far", "", "no_point"]
    assert [key((3000, 4700)), key((3000, 4701))] == ["", "off_table"]
    for gx, gy, at in ((7000, 4000, (7100, 4000)), (200, 4000, (100, 4000)), (3000, 200, (3000, 100))):
        corner = battle(generals={"blue": [gx, gy, 0]}).board
        assert GeneralRides(0).reason(corner, at) is None
        beyond = (at[0] + (at[0] == 7100) - (at[0] == 100), at[1] - (at[1] == 100))
        refusal = GeneralRides(0).reason(corner, beyond)
        assert refusal is not None
        assert refusal.key == "why.off_table"
    cavalry = ("british cavalry", "german infantry")
    assert [key((3000, 2400), cavalry), key((3000, 2399), cavalry)] == ["", "too_far"]
    assert [key((4600, 4000), cavalry), key((4601, 4000), cavalry)] == ["", "too_far"]
    board = battle(generals={"blue": [3000, 4000, 0]}).board
    GeneralRides(0).do(board, "stay")
    assert (board.gx[0], board.gy[0]) == (3000, 4000)
    GeneralRides(0).do(board, (3100, 3900))
    assert (board.gx[0], board.gy[0]) == (3100, 3900)


@pytest.mark.rule("C11")
@pytest.mark.reading("general-untouched")
def test_the_general_is_in_nobodys_way_and_no_target() -> None:
    units = {"b1": {"at": [3000, 4000], "tokens": 2}, "r1": {"at": [3000, 2000], "facing": 180, "formation": "column"}}
    position = battle(units=units, generals={"blue": [3000, 3500, 0], "red": [3000, 3000, 0]})
    assert sees(position.board, B1, R1)
    assert firing.targets(position.board, B1, firing.STANDING) == [R1]
    position = play(position, "activate b1", "move")
    assert position.read("3000,3500 0 line") is not None


def at_the_edge(x: int, y: int, red: list[int], scenario: str = "meeting") -> Battlefield:
    """Blue's general, alone with a battalion."""
    units: dict[str, Any] = {"r1": {"at": red, "facing": 180, "tokens": 4}, "b1": {"at": [600, 600], "tokens": 4}}
    return battle(units=units, scenario=scenario, generals={"blue": [x, y, 2]}).board


@pytest.mark.rule("C11")
@pytest.mark.parametrize(
    ("start", "red", "spot"),
    [
        ((3000, 4700), [3000, 4500], (4200, 4700)),  # nothing behind him: along the edge
        ((3000, 4700), [3300, 4450], (1800, 4700)),  # to the side where the enemy is not
        ((3000, 4400), [2800, 4150], (3900, 4700)),  # three inches back, nine along
        ((3000, 3000), [3000, 2750], (3000, 4200)),  # room enough: straight back
        ((7100, 4700), [7000, 4500], (5900, 4700)),  # out of the corner
        ((100, 4700), [300, 4500], (1300, 4700)),
    ],
)
@pytest.mark.reading("general-edge")
def test_he_goes_twelve_inches(start: tuple[int, int], red: list[int], spot: tuple[int, int]) -> None:
    board = at_the_edge(*start, red)
    check_generals(board)
    assert (board.gx[0], board.gy[0]) == spot
    assert (board.gtokens[0], board.rating[0]) == (0, 2)


@pytest.mark.rule("C11")
@pytest.mark.reading("general-edge")
def test_he_flees_once_and_not_after_every_move() -> None:
    board = at_the_edge(3000, 4700, [3000, 4500])
    check_generals(board)
    board.gtokens[0], there = 2, (board.gx[0], board.gy[0])
    for _ in range(24):
        check_generals(board)
    assert (board.gx[0], board.gy[0]) == there
    assert (board.gtokens[0], board.rating[0]) == (2, 2), "nobody is near him any more"


@pytest.mark.rule("C11", "A5")
def test_moves_of_others_do_not_cost_him_anything() -> None:
    units: dict[str, Any] = {
        "r1": {"at": [3000, 4000], "facing": 180, "tokens": 4},
        "b1": {"at": [600, 600], "tokens": 4},
        "b2": {"at": [6500, 600], "tokens": 4},
    }
    position = battle(units=units, generals={"blue": [3000, 4700, 3]}, active="red")
    position = quiet(play(position, "activate r1", "move", "3000,4450 180 line"))
    assert len(told(position, "GeneralFled")) == 1
    position = quiet(play(position, "activate r1", 6, "move", "3000,4400 180 line"))
    assert not told(position, "GeneralFled")


@pytest.mark.rule("C11", "C27")
def test_he_keeps_to_his_own_edge_whichever_it_is() -> None:
    units: dict[str, Any] = {"b1": {"at": [6950, 3000], "tokens": 1}, "r1": {"at": [3000, 600]}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units, generals={"red": [7100, 3200, 2]}).board
    check_generals(board)
    assert (board.gx[1], board.gy[1]) == (7100, 4400), "along the eastern edge"
