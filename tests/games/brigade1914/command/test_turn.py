"""A4, C0, C1: dice, initiative and the turn."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.command.support import FRENCH
from games.brigade1914.positions import FAR, FRESH, offers, two_apart
from games.brigade1914.support import B1, PAIR, actor, asked, battle, legal, names, offered, play, told, unit
from marne.engine import Setting
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.actions import Act, hand_over, side_order
from marne.games.brigade1914.rules.command.command import activation_need, spend
from marne.games.brigade1914.rules.command.testing import CommandTest
from marne.games.brigade1914.sequence import EndOfTurn, Finish, Initiative, OneMoreTurn, Turn


@pytest.mark.rule("C1", "C2")
@pytest.mark.reading("masked-orders")
def test_orders_for_a_unit_take_a_token_and_a_unit_that_is_there() -> None:
    units: dict[str, Any] = {
        "b1": FAR,
        "b2": {"at": [3000, 4200]},
        "b3": {"status": "masked", "tokens": 2},
        "b4": {"status": "off table", "tokens": 2, "markers": 1},
    }
    position = battle(units=units)
    assert [text for text in legal(position) if "b" in text.split()[-1] and "burn" not in text] == [
        "activate b1",
        "fall back b1",
        "activate b4",
        "morale b4",
    ], "no markers on b1, no token on b2, b3 is masked, b4 is not on the table"
    assert "activate b1" not in legal(battle(units={"b1": {"status": "reserve", "tokens": 2}, "b2": FAR}))


@pytest.mark.rule("C1", "C6")
def test_a_morale_test_is_ordered_only_where_there_are_markers() -> None:
    assert offers("morale b1", units={"b1": FAR}) == [False]
    assert offers("morale b1", units={"b1": {**FAR, "markers": 1}}) == [True]


@pytest.mark.rule("C1", "C11", "C2")
def test_the_general_rides_once_and_markers_and_hidden_troops_show_themselves() -> None:
    position = battle(
        units={"b1": FAR, "b2": {"at": [4000, 4200], "status": "hidden", "tokens": 1}},
        markers={"blue": [[-1, -1], [0, 3000], [5000, 3000]]},
    )
    free = [text for text in legal(position) if text.split()[0] in ("reveal", "general")]
    assert free == ["general rides", "reveal m2", "reveal m3", "reveal b2"]
    shown = play(position, "reveal b2")
    assert unit(shown, "b2")["status"] == "on table"
    assert "reveal b2" not in legal(shown)
    assert "general rides" not in legal(play(position, "general rides", "stay"))


@pytest.mark.rule("A4", "C1")
def test_a_side_that_has_nothing_to_spend_is_not_handed_the_initiative() -> None:
    position = play(battle(units={"b1": FAR, "r1": {"at": [1000, 600]}}), "burn", "pass")
    assert (actor(position), position.board.gained) == ("blue", 0)
    assert "pass" not in legal(position), "it must spend a token first"
    other = play(battle(units={"b1": FAR, "r1": {"at": [1000, 600], "tokens": 1}}), "burn", "pass")
    assert (actor(other), other.board.gained) == ("red", 0)
    assert "pass" not in legal(other)
    assert told(other, "InitiativeTo")


@pytest.mark.rule("C1")
def test_reactions_do_not_count_towards_passing() -> None:
    board = battle(units={"b1": FAR}).board
    spend(board, 1)
    assert (board.count, board.gained) == ([0, 1], 0)
    spend(board, 0)
    assert (board.count, board.gained) == ([1, 1], 1)


@pytest.mark.rule("C1", "C8")
def test_the_end_of_a_turn_clears_every_mark_of_it() -> None:
    marks = (
        *("tokens", "spent", "acted", "moved", "assaulted", "smoke", "smoke_bar", "fired", "reinforced", "jammed"),
        *("minute", "bayonet", "report", "guided", "screened"),
    )
    board = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}, turn=2).board.copy()
    for mark in marks:
        getattr(board, mark)[0] = 1
    board.half[0], board.gtokens, board.pool = 3, [2, 2], [1, 1]
    board.gmoved, board.used, board.reroll, board.cardless = [1, 1], [1, 1], [1, 1], [1, 1]
    board.quiet = board.cut = board.auto = board.progress = 1
    board.actor = board.reactor = board.seize = 1
    board.next_lost = [1, 0]
    (step,) = EndOfTurn().do(board)
    assert type(step).__name__ == "Turn"
    assert [getattr(board, mark)[0] for mark in marks] == [0] * len(marks)
    assert (board.half[0], board.gtokens, board.pool) == (-1, [0, 0], [0, 0])
    assert (board.gmoved, board.used, board.reroll, board.cardless) == ([0, 0], [0, 0], [0, 0], [0, 0])
    assert (board.quiet, board.cut, board.auto, board.progress) == (0, 0, 0, 0)
    assert (board.actor, board.reactor, board.seize) == (-1, -1, -1)


@pytest.mark.rule("C1", "A4")
def test_each_order_is_a_list_of_steps_that_ends_with_the_next_order() -> None:
    def steps(*answer: str) -> tuple[list[str], list[int]]:
        units = {"b1": {**FAR, "markers": 1}, "b3": {"status": "destroyed", "recruits": 2}}
        board = battle(
            units=units,
            hands={"blue": ["entrenched", "steady", "last_stand"]},
            markers={"blue": [[-1, -1], [900, 900]]},
        ).board
        board.quiet = board.cut = board.progress = board.auto = 1
        board.reactor = board.actor = 5
        found = Act().do(board, answer)
        assert (board.quiet, board.cut, board.progress, board.auto, board.reactor) == (0, 0, 0, 0, -1)
        return [type(step).__name__ for step in found], [board.tokens[0], board.spent[0], board.acted[0], board.actor]

    assert steps("activate", "b1") == (["CommandTest", "Declare", "Act"], [2, 1, 1, 0])
    assert steps("fall back", "b1") == (["GoTo", "Reaction", "March", "Act"], [2, 1, 1, 0])
    assert steps("morale", "b1") == (["MoraleTest", "Act"], [2, 1, 0, 0])
    assert steps("second half", "b1") == (["GoTo", "March", "Charge", "Act"], [3, 0, 0, 0])
    assert steps("return", "b3") == (["ReturnUnit", "Act"], [3, 0, 0, 2])
    assert steps("last_stand", "b1") == (["PlayCard", "LastActivation", "Act"], [3, 0, 0, 0])
    assert steps("card", "entrenched", "b1") == (["PlayCard", "Entrench", "Act"], [3, 0, 0, 0])
    assert steps("card", "steady", "b1") == (["PlayCard", "Effect", "Act"], [3, 0, 0, -1])
    assert steps("general", "rides") == (["GeneralRides", "Act"], [3, 0, 0, -1])
    assert steps("reveal", "m2") == (["Act"], [3, 0, 0, -1])


@pytest.mark.rule("C1", "A11", "C23")
@pytest.mark.reading("burn")
def test_what_the_smaller_orders_do_at_once() -> None:
    board = battle(
        units={"b1": FAR, "b2": {"at": [4000, 4200], "status": "hidden"}}, markers={"blue": [[900, 900], [2000, 900]]}
    ).board
    board.stored[0] = (("corps_artillery", 1, 0),)
    assert Act().do(board, ("store", "corps_artillery")) == (Act(),)
    assert (board.stored[0], board.tokens[0]) == ((("corps_artillery", 2, 1),), 2)
    board.gtokens[0] = 1
    Act().do(board, "burn")
    assert (board.gtokens[0], board.tokens[0]) == (0, 2), "the general's token first"
    Act().do(board, "burn")
    assert board.tokens[0] == 1
    Act().do(board, ("reveal", "m2"))
    assert board.marker[0] == ((900, 900), (-1, -1))
    Act().do(board, ("reveal", "b2"))
    assert board.status[1] == 1
    Act().do(board, ("general", "rides"))
    assert board.gmoved == [1, 0]
    assert Act().do(board, "no cards") == (Act(),)
    assert (board.auto, board.cardless) == (1, [1, 0])
    assert Act().do(board, "no") == (Act(),)
    assert board.auto == 1
    card, *_ = Act().do(board, ("last_stand", "b1"))
    assert (card.cost, card.unit, card.on) == (0, -1, "b1")  # type: ignore[attr-defined]
    card, dig, _ = Act().do(board, ("card", "entrenched", "b1"))
    assert (card.cost, card.unit, card.on, dig.unit) == (1, 0, "b1", 0)  # type: ignore[attr-defined]


@pytest.mark.rule("C1", "A4", "A11")
def test_whom_the_phase_asks() -> None:
    board = battle(units={"b1": FAR, "r1": {"at": [1000, 600], "tokens": 1}}, hands={"blue": ["guides"]}).board
    assert Act().ask(board) is not None
    for field, number in (("over", 1), ("seize", 0), ("seize", 1)):
        twin = board.copy()
        setattr(twin, field, number)
        assert Act().ask(twin) is None, field
    board.over = 1
    assert Act().do(board) == ()
    board.over = 0
    board.tokens[0] = 0
    ask = Act().ask(board)
    assert ask is not None
    assert ask.options == ("no", "no cards"), "a Last Stand may be in the hand"
    board.auto = 1
    assert Act().ask(board) is None
    board.auto, board.hand[0] = 0, ()
    assert Act().ask(board) is None
    assert Act().do(board) == (Act(),)
    assert board.active == 1
    board.tokens[4] = 0
    assert Act().do(board) == (), "both are out of tokens"
    assert board.active == 1


@pytest.mark.rule("C1", "A11", "C23")
def test_cards_are_among_the_orders() -> None:
    position = battle(units={"b1": {**FAR, "markers": 1}}, hands={"blue": ["steady"]})
    assert "card steady b1" in legal(position)
    position.board.stored[0] = (("corps_artillery", 1, 0),)
    assert "store corps_artillery" in legal(play(position, "general rides", "stay"))
    retreat = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        active="red",
        hands={"red": ["last_stand"]},
        units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}},
    )
    assert [text for text in legal(retreat) if text.startswith("last_stand")] == ["last_stand r1"], (
        "wagons stand for nothing"
    )


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
@pytest.mark.reading("blue-first", "arrivals")
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


@pytest.mark.rule("A4", "C27")
def test_who_is_active_on_the_first_turn() -> None:
    capture = battle(scenario="capture").board
    capture.turn = 1
    assert (Initiative().do(capture), capture.active) == ((), 0)
    capture.swap = 1
    assert (Initiative().do(capture), capture.active) == ((), 1)
    capture.turn = 2
    assert names(Initiative().do(capture)) == ["InitiativeDice"]
    meeting = battle().board
    meeting.turn = 1
    assert names(Initiative().do(meeting)) == ["InitiativeDice"]
    meeting.seize = 1
    (step,) = Initiative().do(meeting)
    assert (type(step).__name__, step.side, meeting.seize) == ("ChooseInitiative", 1, -1)  # type: ignore[attr-defined]


@pytest.mark.rule("C1", "C27")
@pytest.mark.parametrize(("turn", "extra", "step"), [(7, 0, "Turn"), (8, 0, "OneMoreTurn"), (9, 1, "Finish")])
def test_how_a_turn_ends(turn: int, extra: int, step: str) -> None:
    board = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}).board
    board.turn, board.extra = turn, extra
    assert names(EndOfTurn().do(board)) == [step]
    assert [names(OneMoreTurn().do(board, die)) for die in (3, 4)] == [["Finish"], ["Turn"]]
    assert board.extra == 1


@pytest.mark.rule("C1", "C10", "C27")
def test_a_turn_ends_with_raids_wagons_and_broken_brigades() -> None:
    raid = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [6000, 700]}}).board
    raid.next_lost = [0, 0]
    EndOfTurn().do(raid)
    assert raid.next_lost == [0, 1]
    retreat = battle(
        "bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}}
    ).board
    EndOfTurn().do(retreat)
    assert retreat.at[4][0][0] == 5200
    for side, winner in ((0, "red"), (1, "blue")):
        board = battle(
            "bn4 bn4", "bn4 bn4", units={"b1": {"at": [1000, 4200], "tokens": 1}, "r1": {"at": [1000, 600]}}
        ).board
        board.penalty[side] = 1
        (finish,) = EndOfTurn().do(board)
        assert (type(finish).__name__, finish.why) == ("Finish", "break")  # type: ignore[attr-defined]
        finish.do(board)
        last: Any = board.events[-1]
        assert (last.rule, last.result) == ("C10", winner)
    level = battle("bn4 bn4", "bn4 bn4", units={"b1": {"at": [1000, 4200], "tokens": 1}}).board
    Finish("time").do(level)
    last = level.events[-1]
    assert (last.rule, last.result) == ("C27", "draw")


@pytest.mark.rule("A4")
@pytest.mark.reading("pass-to-nobody")
def test_who_passes_on_to_somebody_without_a_token_stays_active() -> None:
    board = battle(units=PAIR).board
    board.active, board.gained = 0, 1
    for each in board.units(1):
        board.tokens[each] = 0
    board.gtokens[1] = 0
    side_order(board, 0, "pass")
    assert (board.active, board.gained) == (0, 0)
    board.gained, board.gtokens[1] = 1, 1
    hand_over(board, 1)
    assert (board.active, board.gained) == (1, 0)


@pytest.mark.rule("A4", "C5", "C1")
def test_the_phase_goes_on_while_one_side_has_a_token() -> None:
    board = battle(units=PAIR).board
    for each in range(len(board.side)):
        board.tokens[each] = 0
    for ours, theirs, after in ((1, 0, 0), (1, 1, 1), (0, 1, 1), (0, 0, None)):
        board.active, board.seize, board.gtokens[:] = 0, -1, [ours, theirs]
        steps = Act().change(board)
        assert (board.active if steps else None) == after, (ours, theirs)
        assert steps in ((), (Act(),))
    board.active, board.seize, board.gtokens[:] = 0, 1, [1, 1]
    assert Act().change(board) == (Act(),)
    assert (board.active, board.seize) == (1, -1)
    board.active, board.seize, board.gtokens[:] = 0, 0, [1, 0]
    assert Act().change(board) == (Act(),)
    assert (board.active, board.seize) == (0, -1), "nobody takes from himself what he has"


@pytest.mark.rule("A4", "C1")
def test_only_who_has_gained_something_may_pass() -> None:
    board = battle(units=PAIR).board
    board.active = 0
    for gained in (0, 1):
        board.gained = gained
        found = offered(Act(), board)
        assert found is not None
        assert ("pass" in found) == bool(gained)
        assert "burn" in found


@pytest.mark.rule("C0", "C2")
def test_an_automatic_test_tells_no_die() -> None:
    board = two_apart()
    told = len(board.events)
    CommandTest(B1, 1, "activation").do(board)
    assert len(board.events) == told
    CommandTest(B1, 3, "activation").do(board, 3)
    assert len(board.events) == told + 1


@pytest.mark.rule("C0", "C2")
@pytest.mark.parametrize(("need", "die", "passed"), [(2, 1, 0), (2, 2, 1), (4, 3, 0), (4, 4, 1), (9, 5, 0), (9, 6, 1)])
def test_a_command_test_by_need_and_die(need: int, die: int, passed: int) -> None:
    board = battle(units=FRESH, lists=FRENCH, blue="bn4 bn4").board
    CommandTest(0, need, "activation").do(board, die)
    assert (board.passed, board.natural) == (passed, die)
    assert board.events[-1].rule == "C2"
    CommandTest(0, need, "reaction").do(board, die)
    assert board.events[-1].rule == "C3"
    assert CommandTest(0, 1, "activation").ask(board) is None
    CommandTest(0, 1, "activation").do(board)
    assert (board.passed, board.natural) == (1, 0)
