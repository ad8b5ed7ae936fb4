"""A2, A3, A4, C0, C1, C2, C5, C6, C7, C8, C10, C11: tokens, initiative, tests, limits, the general, reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import actor, asked, battle, legal, number, play, quiet, refused, told, unit
from marne.engine import Setting
from marne.games.brigade1914.components.data import LISTS
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.command import activation_need, generated, limit, reaction_need
from marne.games.brigade1914.rules.command.losses import add_markers, check_generals
from marne.games.brigade1914.sequence import Turn

MIKE = "bn4+1 bn4+1 bn4+1 bn4+1 cav3 field"
"""The force of the book's example: general, four battalions, a regiment and a battery."""
PLACES = {f"b{i + 1}": {"at": [1000 + 900 * i, 4200]} for i in range(6)}


@pytest.mark.rule("A2")
def test_nineteen_tokens_and_seventeen_after_a_loss() -> None:
    position = battle(MIKE, units=PLACES)
    assert generated(position.board, 0) == 19
    lost = battle(MIKE, units={**PLACES, "b1": {"status": "destroyed"}})
    assert generated(lost.board, 0) == 17
    off_table = battle(MIKE, units={**PLACES, "b1": {"status": "destroyed", "recruits": 3}})
    assert generated(off_table.board, 0) == 17


@pytest.mark.rule("A2")
def test_only_units_that_have_come_on_generate_tokens() -> None:
    position = battle(MIKE, units={"b1": PLACES["b1"]})
    assert generated(position.board, 0) == 5


@pytest.mark.rule("A3")
def test_the_allocation_of_the_book() -> None:
    position = battle(MIKE, units={**PLACES, "r1": {"at": [1000, 600], "facing": 180}}, begin="turn", turn=1)
    position = play(position, 5, 2, "be active")
    assert (asked(position), actor(position)) == ("Allocate", "blue")
    assert legal(position) == ["0", "1", "2", "3"]
    position = play(position, 3)
    assert legal(position) == [str(n) for n in range(1, 12)]
    position = play(position, 1, 3, 6, 2, 2)
    assert [position.board.tokens[i] for i in range(6)] == [1, 3, 6, 2, 2, 2]
    assert position.board.gtokens[0] == 3


@pytest.mark.rule("A3")
def test_the_allocation_is_secret() -> None:
    position = battle(MIKE, units=PLACES, begin="turn", turn=1)
    position = play(position, 5, 2, "be active")
    assert position.open is not None
    assert position.open.seen_by == (0,)
    position = play(position, 3, 1, 3, 6, 2, 2)
    facts: Any = GAME.observe(position, 1)
    assert [row["tokens"] for row in facts["units"][:6]] == [None] * 6
    assert facts["sides"][0]["unspent"] == 19
    assert "general" not in facts["sides"][0]


@pytest.mark.rule("A3")
def test_each_unit_gets_at_least_one() -> None:
    units = {name: {"status": "destroyed"} for name in ("b1", "b2", "b3", "b4")}
    position = battle(MIKE, units={**PLACES, **units}, begin="turn", turn=1)
    assert generated(position.board, 0) == 2 + 4 * 1 + 3 + 2
    position = play(position, 5, 2, "be active", 0)
    assert legal(position)[0] == "1"


@pytest.mark.rule("A4")
def test_the_higher_die_chooses_and_ties_are_rolled_again() -> None:
    position = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}, begin="turn", turn=1)
    assert asked(position) == "InitiativeDice"
    position = play(position, 3, 3)
    assert asked(position) == "InitiativeDice"
    position = play(position, 2, 6)
    assert (asked(position), actor(position), legal(position)) == (
        "ChooseInitiative",
        "red",
        ["be active", "hand over"],
    )
    assert play(position, "hand over").board.active == 0
    assert play(position, "be active").board.active == 1


@pytest.mark.rule("A4", "C1")
def test_passing_needs_a_token_and_running_out_hands_over() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 2}, "r1": {"at": [1000, 600], "tokens": 1}})
    assert "pass" not in legal(position)
    position = play(position, "burn")
    assert "pass" in legal(position)
    position = play(position, "pass")
    assert actor(position) == "red"
    position = play(position, "burn")
    assert actor(position) == "blue"
    assert unit(position, "b1")["tokens"] == 1
    after = play(position, "burn")
    assert told(after, "PointsStand")
    assert after.board.turn == 2


@pytest.mark.rule("C2", "C0")
def test_the_first_activation_is_automatic_then_each_is_harder() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 4}})
    first = play(position, "activate b1")
    assert asked(first) == "Declare"
    second = play(first, "hold", "activate b1")
    assert asked(second) == "CommandTest"
    assert activation_need(second.board, 0) == 2
    assert asked(play(second, 1)) == "Reroll"
    assert asked(play(second, 2)) == "Declare"
    third = play(second, 2, "hold", "activate b1")
    assert activation_need(third.board, 0) == 3


@pytest.mark.rule("C2", "C22", "C3")
@pytest.mark.parametrize(
    ("force", "markers", "act", "react"), [("bn4 bn4", 3, 4, 6), ("bn4E bn4", 3, 3, 5), ("bn4R bn4", 3, 5, 7)]
)
def test_markers_and_quality_count(force: str, markers: int, act: int, react: int) -> None:
    position = battle(
        force,
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [1000, 4200], "markers": markers, "spent": 1}},
    )
    assert activation_need(position.board, 0) == act
    assert reaction_need(position.board, 0) == react


@pytest.mark.rule("C0")
def test_a_six_always_passes_and_a_one_never_does() -> None:
    position = battle(
        lists=("french infantry", "german infantry"),
        blue="bn4+1 bn4+1",
        units={"b1": {"at": [1000, 4200], "tokens": 4, "markers": 7}},
    )
    position = play(position, "activate b1")
    assert activation_need(position.board, 0) == 8
    assert asked(play(position, 6)) == "Declare"
    assert asked(play(position, 5)) == "Act"
    easy = battle(
        lists=("french infantry", "german infantry"),
        blue="bn4",
        units={"b1": {"at": [1000, 4200], "tokens": 4, "spent": 1}},
    )
    easy = play(easy, "activate b1")
    assert activation_need(easy.board, 0) == 2
    assert [asked(play(easy, die)) for die in (1, 2)] == ["Act", "Declare"]


@pytest.mark.rule("A12")
def test_the_british_roll_one_failed_test_again_in_a_turn() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    position = play(position, "activate b1", 2)
    assert (asked(position), legal(position)) == ("Reroll", ["again", "accept"])
    position = play(position, "again", 1)
    assert asked(position) == "Act"
    position = play(position, "morale b1", 1)
    assert asked(position) == "Act"
    fresh = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    assert asked(play(fresh, "morale b1", 1)) == "Reroll"
    assert unit(play(fresh, "morale b1", 1, "again", 5), "b1")["markers"] == 2


@pytest.mark.rule("A12")
@pytest.mark.parametrize("nation", ["german", "french", "belgian"])
def test_nobody_else_rolls_again(nation: str) -> None:
    position = battle(
        lists=(f"{nation} infantry", "german infantry"),
        blue="bn4 bn4",
        units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}},
    )
    assert asked(play(position, "activate b1", 2)) == "Act"


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("force", "die", "left"),
    [
        ("bn4 bn4", 3, 3),
        ("bn4 bn4", 4, 2),
        ("bn4E bn4", 3, 2),
        ("bn4R bn4", 4, 3),
        ("bn4R bn4", 5, 2),
        ("bn4 bn4", 6, 1),
    ],
)
def test_a_morale_test_takes_a_marker_off(force: str, die: int, left: int) -> None:
    position = battle(
        force,
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [6000, 4200], "tokens": 2, "markers": 3}},
        generals={"blue": [1000, 1000, 0]},
    )
    after = play(position, "morale b1", die)
    assert unit(after, "b1")["markers"] == left
    assert unit(after, "b1")["spent"] == 1
    assert unit(after, "b1")["tokens"] == 1


@pytest.mark.rule("C6")
def test_the_general_helps_and_an_enemy_close_by_hurts() -> None:
    near = battle(
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        units={"b1": {"at": [3000, 4200], "tokens": 2, "markers": 3}},
        generals={"blue": [3000, 4600, 0]},
    )
    assert unit(play(near, "morale b1", 3), "b1")["markers"] == 2
    close = battle(
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        units={"b1": {"at": [3000, 4000], "tokens": 2, "markers": 3}, "r1": {"at": [3000, 3700], "facing": 180}},
        generals={"blue": [3000, 4600, 0]},
    )
    assert unit(play(close, "morale b1", 3), "b1")["markers"] == 3
    assert unit(play(close, "morale b1", 4), "b1")["markers"] == 2


@pytest.mark.rule("C7", "C22")
@pytest.mark.parametrize(("force", "due"), [("bn4+1 bn2", 9), ("bn2 bn2", 6), ("bn4E bn2", 9), ("bn4R bn2", 7)])
def test_the_limit_of_a_unit(force: str, due: int) -> None:
    position = battle(force, lists=("belgian infantry", "german infantry"), units={"b1": {"at": [1000, 4200]}})
    assert limit(position.board, 0) == due


@pytest.mark.rule("C7", "A2")
def test_a_destroyed_unit_goes_and_shakes_its_friends() -> None:
    position = battle(
        "bn4 bn4 bn4",
        units={
            "b1": {"at": [1000, 4000], "markers": 7, "tokens": 3},
            "b2": {"at": [1000, 4300], "markers": 0},
            "b3": {"at": [4000, 4000]},
        },
    )
    board = position.board.copy()
    before = generated(board, 0)
    add_markers(board, 0, 1, "C7", "charge")
    assert [board.status[i] for i in range(3)] == [7, 1, 1]
    assert [board.markers[i] for i in (1, 2)] == [1, 0]
    assert board.tokens[0] == 0
    assert board.vp == [0, 2]
    assert generated(board, 0) == before - 2


@pytest.mark.rule("C8")
def test_a_base_comes_up_from_the_reinforcements() -> None:
    place = {"at": [1000, 4200], "tokens": 3, "bases": 2, "recruits": 2, "markers": 1}
    position = battle("bn4 bn4 re4", units={"b1": place}, generals={"blue": [1000, 4600, 0]})
    position = play(position, "activate b1", 3)
    assert "reinforce" in legal(position)
    position = quiet(play(position, "reinforce"))
    assert (unit(position, "b1")["bases"], unit(position, "b1")["markers"]) == (3, 0)
    assert position.board.recruits[0] == 1
    assert "reinforce" not in legal(play(position, "activate b1", 6))
    near = battle("bn4 bn4 re4", units={"b1": place, "r1": {"at": [1000, 3200], "facing": 180}})
    assert "reinforce" not in legal(play(near, "activate b1", 6))
    full = battle("bn4 bn4 re4", units={"b1": {**place, "bases": 4}})
    assert "reinforce" not in legal(play(full, "activate b1", 6))


@pytest.mark.rule("C8", "A2")
def test_a_destroyed_unit_comes_back_but_its_tokens_stay_lost() -> None:
    position = battle(
        "bn4 bn4",
        units={"b1": {"status": "destroyed", "recruits": 2, "bases": 0}, "b2": {"at": [1000, 4200], "tokens": 1}},
        generals={"blue": [1000, 4600, 2]},
    )
    before = generated(position.board, 0)
    position = play(position, "return b1")
    assert (unit(position, "b1")["status"], unit(position, "b1")["bases"]) == ("arrived", 2)
    assert position.board.gtokens[0] == 1
    assert generated(position.board, 0) == before
    alone = battle("bn4 bn4", units={"b1": {"status": "destroyed", "recruits": 1}}, generals={"blue": [1000, 4600, 2]})
    assert "return b1" not in legal(alone)


@pytest.mark.rule("C8", "C27")
def test_reserves_arrive_by_die_and_enter_with_an_activation() -> None:
    position = battle(
        "bn4 bn4",
        "bn4 bn4",
        begin="turn",
        turn=1,
        units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}, "r2": {"at": [5000, 600]}},
    )
    position = play(position, 6, 1, "be active", 3, 1)
    while asked(position) != "ReserveDie":
        position = play(position, legal(position)[0] if legal(position) else "stay")
    assert unit(play(position, 3), "b2")["status"] == "reserve"
    position = play(position, 4)
    assert unit(position, "b2")["status"] == "arrived"
    position = play(position, "activate b2")
    assert legal(position) == ["enter"]
    position = play(position, "enter")
    assert refused(position, "3600,3750 0 line") == "A5"
    assert refused(position, "1000,4500 0 line") == "A5"
    position = quiet(play(position, "3600,4300 0 column"))
    assert unit(position, "b2")["status"] == "on table"


@pytest.mark.rule("C10")
def test_a_brigade_breaks_when_half_of_it_is_destroyed() -> None:
    units: dict[str, dict[str, object]] = {
        "b1": {"status": "destroyed"},
        "b2": {"status": "destroyed"},
        "b3": {"at": [1000, 4200]},
        "b4": {"at": [2500, 4200]},
        "r1": {"at": [1000, 600]},
    }
    position = battle("bn4 bn4 cav3 field", units=units, begin="end", turn=3)
    assert position.over
    assert GAME.score(position).winner == 1
    assert "broke" in GAME.score(position).why
    held = battle("bn4 bn4 cav3 field", units={**units, "b2": {"at": [4000, 4200]}}, begin="end", turn=3)
    assert not held.over


@pytest.mark.rule("C10", "C27")
def test_a_rearguard_never_breaks() -> None:
    units: dict[str, dict[str, object]] = {
        "r1": {"status": "destroyed"},
        "b1": {"at": [400, 2000]},
        "r2": {"at": [3000, 2000]},
    }
    assert not battle("bn4 bn4", "bn4 bn4", "retreat", units=units, begin="end", turn=3).over


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


@pytest.mark.rule("A12", "C25")
@pytest.mark.parametrize(
    ("name", "rating"),
    [("british_infantry", 3), ("german_infantry", 3), ("french_infantry", 3), ("belgian_infantry", 3)],
)
def test_what_a_general_may_be_given(name: str, rating: int) -> None:
    assert LISTS[name].rating == rating


@pytest.mark.rule("C1", "A9")
def test_the_end_of_a_turn_clears_its_marks() -> None:
    position = battle(
        units={
            "b1": {
                "at": [1000, 4200],
                "tokens": 3,
                "spent": 2,
                "smoke": 2,
                "half": 0,
                "moved": 1,
                "acted": 1,
                "assaulted": 1,
            }
        },
        begin="end",
    )
    board = position.board
    assert (board.tokens[0], board.spent[0], board.smoke[0], board.half[0], board.moved[0]) == (0, 0, 0, -1, 0)
    assert board.turn == 2


@pytest.mark.rule("C1")
def test_the_order_of_a_turn() -> None:
    position = GAME.start(Setting("capture", "", (("table", "valley"),)))
    assert asked(position) == "PlaceMarker"
    board = position.board.copy()
    steps = Turn().do(board)
    assert [getattr(step, "side", None) for step in steps] == [0, 1, None, 0, 0, 1, 1, 0, 1, 0, 1, None, None]
    assert [step.number for step in steps if type(step).__name__ == "Allocate"] == [-1, -1]  # type: ignore[attr-defined]
    names = [type(step).__name__ for step in steps]
    assert names == [
        "PushOn",
        "PushOn",
        "Initiative",
        "Generate",
        "Allocate",
        "Generate",
        "Allocate",
        "Scouts",
        "Scouts",
        "Reserves",
        "Reserves",
        "Act",
        "EndOfTurn",
    ]


def test_numbers_of_units() -> None:
    position = battle(units={"r2": {"at": [1000, 600]}})
    assert number(position, "r2") == 5
