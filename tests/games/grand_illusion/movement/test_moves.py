"""8.4, 8.4.2: gathering a group, walking, terrain, the end of a move."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import boards, is_combat, is_down
from games.grand_illusion.positions import activated, check_entering, check_entries, of
from games.grand_illusion.support import alone, asked, goes, legal, offered, play, question, refused, where
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, MA, MA_BACK, MOBILE, ROWS
from marne.games.grand_illusion.rules.movement.control import block
from marne.games.grand_illusion.rules.movement.entry import FAR, own_allowance, points_left, slowest
from marne.games.grand_illusion.rules.movement.movement import Gather, Movement, Walk
from marne.hexes import bits, members


@pytest.mark.rule("8.4", "8.4.2")
def test_infantry_walks_two_hexes_and_may_be_dropped() -> None:
    position = activated(57, "FR.XX", "FR.XV", units={"FR.XX": 57, "FR.XV": 57, "GE.X": 84})
    position = play(position, "go 48", "drop FR.XV", "go 38")
    assert where(position, "FR.XV") == 48
    assert where(position, "FR.XX") == 38
    assert asked(position) != "Walk", "two hexes are all"


@pytest.mark.rule("8.4")
def test_nobody_joins_on_the_way() -> None:
    position = activated(57, "FR.XX", units={"FR.XX": 57, "FR.XV": 48, "GE.X": 84})
    position = play(position, "go 48")
    assert not [text for text in legal(position) if text.startswith("take")]


@pytest.mark.rule("8.4.2")
def test_a_red_diamond_costs_two_and_a_triple_one_stops_all() -> None:
    position = activated(98, "FR.XXI", units={"FR.XXI": 98, "GE.X": 84}, german=[97])
    assert 102 in goes(position)
    position = play(position, "go 102")
    assert asked(position) != "Walk", "both points are spent"
    position = activated(42, "FR.XX", units={"FR.XX": 42, "GE.X": 84})
    assert refused(position, "go 52") == "8.4.2"


@pytest.mark.rule("8.4.2", "9.8.2")
def test_disrupted_units_and_guns_go_one_hex_whatever_it_costs() -> None:
    position = activated(98, "FR.XXI", units={"FR.XXI": "98*", "GE.X": 84})
    assert 102 in goes(position)
    position = play(position, "go 97")
    assert asked(position) != "Walk"
    position = activated(73, "GE.HA-420", side="german", units={"GE.HA-420": 73, "GE.X": 73, "FR.XX": 57})
    position = play(position, "go 72")
    assert asked(position) != "Walk"


@pytest.mark.rule("8.4", "8.4.4")
def test_cavalry_takes_a_vacant_hex_and_rides_back() -> None:
    position = activated(57, "FR.5-C", units={"FR.5-C": 57, "FR.XX": 57, "GE.X": 84}, german=[56])
    position = play(position, "go 56")
    assert 57 in goes(position)
    position = play(position, "go 57")
    assert where(position, "FR.5-C") == 57
    assert position.board.controls(ALLIED, 56)


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.reading("returning-group")
def test_nobody_leaves_a_battle_and_comes_back_to_it() -> None:
    position = activated(57, "FR.5-C", units={"FR.5-C": 57, "FR.XX": 57, "GE.X": 57})
    position = play(position, "go 48")
    assert 57 not in goes(position)
    assert refused(position, "go 57") == "8.5"


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


GERMANS = ("GE.II", "GE.III", "GE.IV", "GE.V", "GE.VI", "GE.VII")


def ringed(hex: int, *names: str, gap: int = 0) -> GrandIllusionBoard:
    """A board on which Germans stand all round a hex, but for a gap; `*` for disrupted."""
    around = [other for other in ground_of().neighbours[hex] if other != gap]
    inside = {name.rstrip("*"): f"{hex}*" if name.endswith("*") else hex for name in names}
    germans = dict(zip(GERMANS, around, strict=False))
    board = alone(turn=6, units={**inside, **germans}, german=around).board
    board.active = hex
    return board


def may_leave(board: GrandIllusionBoard) -> bool:
    return question(Movement(ALLIED, retiring=False), board) is not None


@pytest.mark.rule("8.4", "9.8.2")
def test_the_disrupted_between_enemies_are_not_asked_where_to_go() -> None:
    assert may_leave(ringed(9, "FR.XX")), "it may attack"
    assert not may_leave(ringed(9, "FR.XX*")), "whatever the British elsewhere could do"
    assert not may_leave(ringed(9, "BR.1*"))
    assert may_leave(ringed(9, "FR.XX*", gap=10))


@pytest.mark.rule("8.4", "8.4.7", "9.8.2")
def test_each_nation_in_a_hex_has_its_own_ways_out() -> None:
    # 44 is in Belgium, 45 in France: Belgians do not go there, and keep nobody else from going.
    assert not may_leave(ringed(44, "BE.I*", gap=45))
    assert may_leave(ringed(44, "FR.XX*", "BE.I*", gap=45))
    assert may_leave(ringed(44, "BR.1*", "BE.I*", gap=45))


@pytest.mark.rule("8.4", "8.4.4")
def test_an_enemy_hex_without_enemies_holds_nobody_fast() -> None:
    # Out of supply it has not taken the hex; it may attack its way out, unless an enemy is there with it.
    board = ringed(9, "FR.XX")
    board.control |= 1 << 9
    assert not board.controls(ALLIED, 9)
    assert may_leave(board)
    board.put(BY_ID["GE.X"], 9)
    assert not may_leave(board)


@pytest.mark.rule("8.4", "8.4.1", "9.8.2")
def test_who_keeps_a_staff_and_its_corps_from_going_on_together_may_be_dropped() -> None:
    # The corps has spent its own points, the staff alone attacks nobody, the disrupted British go no farther.
    spent = own_allowance(0, BY_ID["FR.XX"])
    assert own_allowance(0, BY_ID["FR.HQ-3"]) > spent

    def drops(*names: str) -> bool:
        board = ringed(9, *names)
        asks = question(Walk(ALLIED, board.at[9], 9, spent, 2, 0, retiring=False), board)
        assert not any(answer[0] == "go" for answer in offered(asks))
        return ("drop", BY_ID["BR.1"]) in offered(asks)

    assert drops("FR.XX", "FR.HQ-3", "BR.1*")
    assert not drops("FR.XX", "BR.1*")
    assert not drops("FR.HQ-3", "BR.1*")
    assert not drops("FR.XX*", "FR.HQ-3", "BR.1*")


@pytest.mark.rule("8.4", "2.4")
def test_the_slowest_counts_by_the_side_that_it_shows() -> None:
    for unit in members(MOBILE):
        assert slowest(0, 1 << unit) == MA[unit]
        assert slowest(1 << unit, 1 << unit) == MA_BACK[unit] <= MA[unit]
    horse, foot = of("FR.1-C"), of("FR.I")
    assert slowest(0, horse | foot) == MA[BY_ID["FR.I"]] < MA[BY_ID["FR.1-C"]]
    assert slowest(horse, horse | foot) == min(MA[BY_ID["FR.I"]], MA_BACK[BY_ID["FR.1-C"]])
    assert slowest(foot, horse) == MA[BY_ID["FR.1-C"]], "who is not in the group slows nobody"
    assert slowest(0, 0) == FAR


@pytest.mark.rule("8.4")
def test_who_is_lost_on_the_way_goes_no_farther_with_its_group() -> None:
    group = of("FR.I", "FR.III", "FR.X")
    board = alone(units={"FR.I": 36, "FR.III": 36, "FR.X": 4}).board
    walk = Walk(ALLIED, group, 36, 0, 0, 0, retiring=False)
    assert walk.do(board, ("drop", BY_ID["FR.I"])) == (Walk(ALLIED, of("FR.III"), 36, 0, 0, 0, retiring=False),)
    walk.do(board, ("go", 27))
    assert [board.where[BY_ID[name]] for name in ("FR.I", "FR.III", "FR.X")] == [27, 27, 4]


@pytest.mark.rule("8.4", "8.4.4", "8.4.5")
def test_where_groups_may_go() -> None:
    check_entries(60, 11)


@pytest.mark.rule("8.4", "8.4.1", "8.4.2")
def test_how_far_groups_may_go() -> None:
    for rng, board in boards(80, 16):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            for side in (0, 1):
                group = plain.random_group(rng, facts, side, hex)
                if not group:
                    continue
                for spent, hexes in ((0, 0), (1, 1), (2, 1), (2, 2), (3, 2), (4, 3)):
                    left = points_left(board.down, bits(group), spent, hexes)
                    for cost in (1, 2):
                        walkers = [u for u in group if ROWS[u].kind == "ha" or (is_combat(u) and is_down(facts, u))]
                        if hexes == 0 and len(walkers) == len(group):
                            continue
                        assert (left >= cost) is plain.can_pay(facts, group, cost, spent, hexes), (group, spent, hexes)


@pytest.mark.rule("8.4")
def test_who_was_lost_on_the_way_is_not_dropped() -> None:
    board = alone(turn=6, units={"FR.XX": 57, "FR.I": 57, "FR.III": 46, "GE.X": 84}).board
    board.active = 57
    asks = question(Walk(ALLIED, of("FR.XX", "FR.I", "FR.III"), 57, 0, 0, 0, retiring=False), board)
    drops = {units.IDS[each[1]] for each in offered(asks) if each[0] == "drop"}
    assert drops == {"FR.XX", "FR.I"}


@pytest.mark.rule("8.4", "8.4.8", "8.4.9")
def test_entering_a_hex_that_matters() -> None:
    check_entering(50, 66)


@pytest.mark.rule("8.4.2")
def test_a_step_says_what_it_costs_and_what_is_left() -> None:
    board = activated(57, "FR.XX", units={"FR.XX": 57, "GE.X": 84}).board
    units, cost = 1 << BY_ID["FR.XX"], board.ground.cost
    for group, start, spent, hexes in (
        (Gather(ALLIED, units, False), 57, 0, 0),
        (walk(units, 48, cost[57, 48]), 48, cost[57, 48], 1),
    ):
        board.at[start] |= units
        for hex in board.ground.around[start]:
            way = group.way(board, ("go", hex))
            assert way is not None
            assert (way.hexes, way.cost) == ((str(start), str(hex)), cost[start, hex])
            assert way.left == max(0, points_left(board.down, units, spent + cost[start, hex], hexes + 1))
        assert group.way(board, ("take", BY_ID["FR.XX"])) is None
        assert group.way(board, "done") is None


def walk(units: int, hex: int, spent: int) -> Walk:
    """A group after one hex."""
    return Walk(ALLIED, units, hex, spent, 1, 0, False)
