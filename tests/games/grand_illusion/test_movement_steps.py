"""8.4: gathering a group, walking, passing through full hexes, and the end of a move, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import alone, offered, question
from marne.games.grand_illusion.components.units import ALLIED, BE, BR, BY_ID, FR, GERMAN, IDS
from marne.games.grand_illusion.rules.movement.control import block
from marne.games.grand_illusion.rules.movement.entry import entries, leader
from marne.games.grand_illusion.rules.movement.movement import Gather, Movement, Walk, finish, step_to
from marne.games.grand_illusion.rules.retreat.delay import CavalryDelay
from marne.hexes import bits


@pytest.mark.rule("8.4", "8.2.2")
def test_who_may_be_taken_along() -> None:
    units = {"FR.XX": 57, "FR.XV": 57, "FR.HQ-3": 57, "FR.F-Toul": 57, "GE.X": 57, "BE.I": 57, "FR.I": 48, "GE.VII": 84}
    board = alone(turn=7, units=units).board
    board.active = 57
    ask = question(Movement(ALLIED, False), board)
    assert ask is not None
    assert ask.actor == ALLIED
    names = [IDS[each[1]] if isinstance(each, tuple) else each for each in offered(ask)]
    assert names == ["FR.XX", "FR.XV", "FR.HQ-3", "BE.I", "all", "done"], "no forts, no Germans, nobody from elsewhere"
    board.moved = 1 << BY_ID["FR.XX"]
    assert Movement(ALLIED, False).movable(board) == bits(BY_ID[name] for name in ("FR.XV", "FR.HQ-3", "BE.I"))
    assert Movement(ALLIED, True).movable(board) == bits(BY_ID[name] for name in ("FR.XV", "FR.HQ-3"))
    gather, again = Movement(ALLIED, False).do(board, "all")
    assert gather == Gather(ALLIED, bits(BY_ID[name] for name in ("FR.XV", "FR.HQ-3", "BE.I")), False)
    assert again == Movement(ALLIED, False)
    gather, _ = Movement(ALLIED, False).do(board, ("take", BY_ID["FR.XV"]))
    assert gather == Gather(ALLIED, 1 << BY_ID["FR.XV"], False)
    ask = question(gather, board)
    assert ask is not None
    takes = [IDS[each[1]] for each in offered(ask) if isinstance(each, tuple) and each[0] == "take"]
    assert takes == ["FR.HQ-3", "BE.I"]
    retiring = question(Gather(ALLIED, 1 << BY_ID["FR.XV"], True), board)
    assert retiring is not None
    assert [IDS[each[1]] for each in offered(retiring) if each[0] == "take"] == ["FR.HQ-3"]
    (more,) = gather.do(board, ("take", BY_ID["FR.HQ-3"]))
    assert more == Gather(ALLIED, 1 << BY_ID["FR.XV"] | 1 << BY_ID["FR.HQ-3"], False)


@pytest.mark.rule("8.4", "8.2.2")
def test_who_stays_has_had_his_turn() -> None:
    board = alone(turn=7, units={"FR.XX": 57, "FR.XV": 57, "GE.X": 84}).board
    board.active = 57
    assert Gather(ALLIED, 1 << BY_ID["FR.XX"], False).do(board, "stay") == ()
    assert board.moved == 1 << BY_ID["FR.XX"]
    assert board.where[BY_ID["FR.XX"]] == 57
    one = question(Movement(ALLIED, False), board)
    assert one is not None
    assert one.options == (("take", BY_ID["FR.XV"]), "done"), "no word for all when there is one"
    assert Movement(ALLIED, False).do(board, "done") == ()
    assert board.moved == 1 << BY_ID["FR.XX"]
    assert Movement(ALLIED, True).do(board, "done") == ()
    assert board.moved == bits((BY_ID["FR.XX"], BY_ID["FR.XV"])), "in a withdrawal who stays has had his turn"
    assert question(Movement(ALLIED, False), board) is None, "nobody is left"


@pytest.mark.rule("8.4", "8.4.4", "8.2.2")
def test_nobody_is_asked_where_nobody_can_go() -> None:
    ring = (47, 48, 56, 58, 66, 67)
    walls = dict(zip(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), ring, strict=True))
    changes: dict[str, Any] = {"german": [57, *ring, 65, 64, 73, 74, 75], "turn": 7}
    board = alone(units={"FR.XX": 57, "GE.X": 57, **walls}, **changes).board
    board.active = 57
    assert question(Movement(ALLIED, False), board) is None, "pinned, and enemies all round"
    board.put(BY_ID["GE.X"], 84)
    board.control &= ~(1 << 57)
    assert question(Movement(ALLIED, False), board) is not None, "out of a hex of its own it may attack"
    assert question(Movement(ALLIED, True), board) is None, "but not in a withdrawal"
    for hex in ring:
        block(board, GERMAN, hex, 57)
    assert question(Movement(ALLIED, False), board) is None, "every hexside is blocked"


@pytest.mark.rule("8.4", "8.4.1")
def test_on_the_way() -> None:
    board = alone(turn=7, units={"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84, "FR.XV": "57*"}).board
    board.active = 57
    units = bits(BY_ID[name] for name in ("FR.XX", "FR.HQ-3"))
    (walk,) = Gather(ALLIED, units, False).do(board, ("go", 48))
    assert walk == Walk(ALLIED, units, 48, 1, 1, 0, False)
    assert board.moved == units
    (walk,) = walk.do(board, ("go", 38))
    assert walk == Walk(ALLIED, units, 38, 2, 2, 0, False)
    (walk,) = walk.do(board, ("go", 28))
    assert walk == Walk(ALLIED, units, 28, 3, 3, 1 << BY_ID["FR.HQ-3"], False), "now the staff carries the corps"
    (rest,) = walk.do(board, ("drop", BY_ID["FR.XX"]))
    assert rest == Walk(ALLIED, 1 << BY_ID["FR.HQ-3"], 28, 3, 3, 1 << BY_ID["FR.HQ-3"], False)
    assert not board.is_down(BY_ID["FR.HQ-3"]), "not before it stops"
    assert rest.do(board, "stop") == ()
    assert board.is_down(BY_ID["FR.HQ-3"])
    assert not board.is_down(BY_ID["FR.XX"])


@pytest.mark.rule("8.4", "8.4.7", "8.4.6")
def test_what_a_group_on_its_way_may_do() -> None:
    def options(walk: Walk, **changes: Any) -> list[str]:
        board = alone(turn=7, **changes).board
        ask = question(walk, board)
        found = offered(ask)
        return [
            f"{each[0]} {IDS[each[1]] if each[0] == 'drop' else each[1]}" if isinstance(each, tuple) else str(each)
            for each in found
        ]

    french, british = 1 << BY_ID["FR.XX"], 1 << BY_ID["BR.1"]
    there = {"FR.XX": 19, "BR.1": 19, "GE.X": 84}
    assert options(Walk(ALLIED, french, 19, 1, 1, 0, False), units=there)[-1] == "stop"
    assert "stop" not in options(Walk(ALLIED, british, 19, 1, 1, 0, False), units=there)
    both = options(Walk(ALLIED, french | british, 19, 1, 1, 0, False), units=there)
    assert "stop" not in both
    assert not [text for text in both if text.startswith("drop")], "nobody is dropped where the group can't stay"
    pair = options(Walk(ALLIED, french | british, 28, 1, 1, 0, False), units={**there, "FR.XX": 28, "BR.1": 28})
    assert pair[-3:] == ["drop FR.XX", "drop BR.1", "stop"]
    alone_there = options(Walk(ALLIED, french, 28, 1, 1, 0, False), units={**there, "FR.XX": 28})
    assert not [text for text in alone_there if text.startswith("drop")]
    assert options(Walk(ALLIED, french, 28, 2, 2, 0, False), units={**there, "FR.XX": 28}) == [], "it has arrived"
    lost = options(Walk(ALLIED, french | british, 28, 1, 1, 0, False), units={**there, "FR.XX": "dead", "BR.1": 28})
    assert not [text for text in lost if text.startswith("drop")], "the other is gone"
    tired = {"FR.XX": "28*", "FR.5-C": 28, "GE.X": 84}
    cavalry = options(Walk(ALLIED, french | 1 << BY_ID["FR.5-C"], 28, 1, 1, 0, False), units=tired)
    assert cavalry == ["drop FR.XX", "drop FR.5-C", "stop"], "the cavalry could go on without the corps"
    both_tired = {"FR.XX": "28*", "FR.XV": "28*", "GE.X": 84}
    pair_of_tired = bits((BY_ID["FR.XX"], BY_ID["FR.XV"]))
    assert options(Walk(ALLIED, pair_of_tired, 28, 1, 1, 0, False), units=both_tired) == [], "nobody could go on"
    staff = {"FR.XX": "28*", "FR.XV": 28, "FR.HQ-3": "28*", "BR.1": "28*", "GE.X": 84}
    group = bits(BY_ID[name] for name in ("FR.XX", "FR.XV", "FR.HQ-3", "BR.1"))
    assert "drop BR.1" in options(Walk(ALLIED, group, 28, 1, 1, 0, False), units=staff)


@pytest.mark.rule("8.4.6", "8.4.1", "ES-22")
@pytest.mark.parametrize(("edition", "through"), [("english", False), ("spanish", True)])
def test_a_staff_worn_out_by_another_does_not_carry_through_a_full_hex(edition: str, through: bool) -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 38)
    units = {**crowd, "FR.XX": 57, "FR.HQ-3": 57, "FR.HQ-5": 38, "GE.X": 84}
    board = alone(edition, turn=7, units=units, german=[29, 39, 49]).board
    group = bits(BY_ID[name] for name in ("FR.XX", "FR.HQ-3"))
    board.put_all(group, 48)
    assert (38 in entries(board, ALLIED, group, 48, 1, 1, False)) is through, "three points from 57 to 28"
    board.put(BY_ID["FR.HQ-5"], 80)
    assert 38 in entries(board, ALLIED, group, 48, 1, 1, False), "alone there it carries them"


@pytest.mark.rule("8.4.6")
def test_the_way_out_of_a_full_hex() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    base = {**crowd, "FR.XX": 57, "GE.X": 84}

    def may(spent: int = 0, hexes: int = 0, retiring: bool = False, edition: str = "english", **changes: Any) -> bool:
        units = {**base, **changes.pop("units", {})}
        board = alone(edition, turn=7, units=units, **changes).board
        return 48 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 57, spent, hexes, retiring)

    assert may()
    assert not may(spent=1, hexes=1), "it could not get out again"
    assert not may(units={"FR.XX": "57*"}), "one hex is all"
    assert not may(units={"GE.VII": 48}), "it would have to stop"
    around = [37, 38, 47, 49, 58]
    assert not may(
        german=[*around, 57],
        units=dict(zip(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.V"), around, strict=True)),
        retiring=True,
    )
    assert may(german=around), "into a vacant enemy hex"
    assert not may(german=[*around, 57], retiring=True), "but not in a withdrawal"
    assert may(blocked=["german 38 48"], german=[37, 47, 49, 58, 38])
    fort = {"GE.F-Trier": 48}
    assert may(units=fort, siege=[48])
    assert not may(units=fort, siege=[48], edition="spanish"), "ES-34: it would have to stop"
    full = dict.fromkeys(("FR.VII", "FR.VIII", "FR.X", "FR.XI", "FR.XII", "FR.XIII"), 38)
    assert not may(units=full, german=[37, 47, 49, 58, 57], retiring=True), "38 is full too"


@pytest.mark.rule("8.4.6", "8.4.7")
def test_the_british_do_not_end_in_paris_nor_behind_it_where_it_is_full() -> None:
    units = {"BR.1": 28, "GE.X": 84}
    board = alone(turn=7, units=units).board
    british = 1 << BY_ID["BR.1"]
    assert 19 in entries(board, ALLIED, british, 28, 0, 0, False), "through it"
    assert 19 not in entries(board, ALLIED, british, 28, 1, 1, False), "not to stay"
    assert 19 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 28, 1, 1, False)
    full = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 18)
    enemies = dict(zip(("GE.II", "GE.III", "GE.IV", "GE.IX"), (9, 10, 20, 29), strict=True))
    board = alone(turn=7, units={**units, **full, **enemies}, german=[9, 10, 20, 29]).board
    assert 19 in entries(board, ALLIED, british, 28, 0, 0, False), "they could attack from there"
    board.control |= 1 << 28
    assert 19 not in entries(board, ALLIED, british, 28, 0, 0, True), "in a withdrawal there is no way on"
    behind = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 28)
    shut = [18, 27, 29, 37, 38]
    board = alone(turn=7, units={**behind, "BR.1": 27, "FR.XX": 27, "GE.X": 84}, german=shut).board
    assert 28 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 27, 0, 0, True), "through 28, which is full, to Paris"
    assert 28 not in entries(board, ALLIED, british, 27, 0, 0, True), "but not the British"


@pytest.mark.rule("8.4.1", "ES-22")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_when_a_move_is_over(edition: str) -> None:
    def ended(names: tuple[str, ...], used: str = "") -> list[str]:
        board = alone(edition, turn=7, units={"FR.XX": 57, "FR.HQ-3": 57, "FR.HQ-5": 57, "GE.HQ-4": 57}).board
        finish(board, ALLIED, bits(BY_ID[name] for name in names), 57, 1 << BY_ID[used] if used else 0)
        return [name for name in ("FR.XX", "FR.HQ-3", "FR.HQ-5", "GE.HQ-4") if board.is_down(BY_ID[name])]

    spanish = edition == "spanish"
    assert ended(("FR.XX",)) == []
    assert ended(("FR.XX", "FR.HQ-3")) == (["FR.HQ-3", "FR.HQ-5"] if spanish else []), "in English they met on entering"
    assert ended(("FR.XX",), used="FR.HQ-3") == [], "a staff that was left behind is not there to be flipped"
    assert ended(("FR.XX", "FR.HQ-3"), used="FR.HQ-3") == (["FR.HQ-3", "FR.HQ-5"] if spanish else ["FR.HQ-3"])


@pytest.mark.rule("8.4.1", "8.4.2", "9.6.3")
def test_one_hex_further() -> None:
    board = alone(turn=7, side="german", units={"GE.X": 84, "GE.HQ-4": 84, "FR.4-C": 75, "FR.XX": 57}).board
    units = bits((BY_ID["GE.X"], BY_ID["GE.HQ-4"]))
    (delayed,) = step_to(board.copy(), GERMAN, units, 84, 75, 2, 2, 0, False)
    used = 1 << BY_ID["GE.HQ-4"]
    assert delayed == CavalryDelay(GERMAN, units, 75, 3, 3, used, False)
    tired = board.copy()
    tired.down |= 1 << BY_ID["GE.X"]
    (walk,) = step_to(tired.copy(), GERMAN, units, 84, 74, 0, 0, 0, False)
    assert walk == Walk(GERMAN, units, 74, 1, 1, 0, False), "one hex it can go alone"
    (walk,) = step_to(tired.copy(), GERMAN, units, 84, 74, 1, 1, 0, False)
    assert walk == Walk(GERMAN, units, 74, 2, 2, used, False), "for the second it needs the staff"
    (walk,) = step_to(board.copy(), GERMAN, units, 84, 74, 0, 0, 0, False)
    assert walk == Walk(GERMAN, units, 74, 1, 1, 0, False)
    board.put(BY_ID["FR.XX"], 75)
    stopped = board.copy()
    assert not [step for step in step_to(stopped, GERMAN, units, 84, 75, 2, 2, 0, False) if isinstance(step, Walk)]
    assert stopped.is_down(BY_ID["GE.HQ-4"]), "used up when the move is over"


@pytest.mark.rule("8.4.1", "2.4")
def test_a_staff_leads_its_own_nation() -> None:
    group = bits(BY_ID[name] for name in ("FR.HQ-3", "FR.HQ-5", "BR.HQ-BEF", "FR.XX"))
    down = bits((BY_ID["FR.HQ-3"], BY_ID["FR.HQ-5"]))
    assert leader(down, group, FR) == BY_ID["FR.HQ-3"], "not the British, though it goes farther"
    assert leader(1 << BY_ID["FR.HQ-3"], group, FR) == BY_ID["FR.HQ-5"], "the one that goes farthest"
    assert leader(down, group, BR) == BY_ID["BR.HQ-BEF"]
    assert leader(down, group, BE) == -1


@pytest.mark.rule("8.4.6")
def test_two_full_hexes_on_the_only_way() -> None:
    first = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    second = dict.fromkeys(("FR.VII", "FR.VIII", "FR.X", "FR.XI", "FR.XII", "FR.XIII"), 38)
    horse = dict.fromkeys(("FR.1-C", "FR.3-C", "FR.4-C", "FR.7-C"), 48)
    more = dict.fromkeys(("FR.2-C", "FR.6-C", "FR.8-C", "FR.9-C"), 38)
    contested = {"FR.XX": 58, "GE.VII": 58}
    units = {**first, **second, **horse, **more, **contested, "FR.5-C": 57, "GE.X": 84}
    board = alone(turn=7, units=units, german=[57, 37, 47, 49, 28, 39]).board
    rider = 1 << BY_ID["FR.5-C"]
    assert 48 in entries(board, ALLIED, rider, 57, 0, 0, True), "48, 38, and then 29 has room"
    assert 48 not in entries(board, ALLIED, rider, 57, 1, 1, True), "too far"
    board.control |= 1 << 29
    assert 48 not in entries(board, ALLIED, rider, 57, 0, 0, True), "nothing is open behind them"
