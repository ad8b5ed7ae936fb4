"""Chapter 10: strategic movement."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.plain import Facts, boards, is_fort
from games.grand_illusion.positions import BEHIND, CORRIDOR, by_rail, numbers
from games.grand_illusion.support import actor, alone, asked, carried_out, legal, offered, play, question, where
from marne.games.grand_illusion.components import places
from marne.games.grand_illusion.components.places import PORTS
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS
from marne.games.grand_illusion.rules.movement.strategic import (
    StrategicMove,
    StrategicSegment,
    arrive,
    rail_hexes,
    rail_net,
    rail_reach,
    sea_hexes,
)
from marne.hexes import members


@pytest.mark.rule("10.0", "10.1", "5.2")
def test_a_cap_for_each_unit() -> None:
    position = by_rail()
    assert legal(position) == ["rail BR.1", "rail FR.XX", "done"]
    position = play(position, "rail FR.XX", "to 19")
    assert where(position, "FR.XX") == 19
    assert position.board.caps[ALLIED] == 1
    assert "rail FR.XX" not in legal(position), "once a phase"


@pytest.mark.rule("10.2")
def test_ten_friendly_rail_hexes() -> None:
    position = by_rail()
    board = position.board
    net = rail_net(board, ALLIED)
    reach = rail_reach(board, net, 57)
    assert 19 in members(reach)
    assert 66 in members(reach), "contested, but Allied"
    assert all(board.controls(ALLIED, hex) for hex in members(reach))
    assert 104 not in members(rail_reach(board, net, 23)), "more than ten hexes away"


@pytest.mark.rule("10.3")
def test_limits_by_turn_and_nation() -> None:
    quiet = alone(turn=2, units=BEHIND, caps=[2, 2]).board
    assert rail_net(quiet, ALLIED) == rail_net(quiet, GERMAN) == 0
    assert asked(by_rail(2)) != "StrategicSegment"
    early = by_rail(4, german=[75, 66]).board
    assert not rail_net(early, GERMAN) & 1 << 75, "Allied ground only from turn 5"
    assert rail_net(by_rail(5, german=[75, 66]).board, GERMAN) & 1 << 75
    board = by_rail().board
    assert 19 not in rail_hexes(board, BY_ID["BR.1"], rail_net(board, ALLIED))
    assert 38 in rail_hexes(board, BY_ID["BR.1"], rail_net(board, ALLIED)), "through Paris is allowed"
    assert "rail BE.I" not in legal(by_rail())


@pytest.mark.rule("10.4", "12.5.4")
def test_by_sea_westwards_between_the_ports() -> None:
    position = by_rail(2, units={"BR.1": 23, "BE.I": 23, "FR.XX": 52, "GE.X": 84})
    assert legal(position) == ["sea BR.1", "done"]
    assert sea_hexes(position.board, BY_ID["BR.1"]) == [1, 7, 14]
    assert sea_hexes(position.board, BY_ID["FR.XX"]) == [], "Antwerp is closed by the Dutch"
    assert where(play(position, "sea BR.1", "to 14"), "BR.1") == 14


@pytest.mark.rule("10.1", "9.5.4")
def test_heavy_artillery_takes_no_train() -> None:
    position = by_rail(6, units={"GE.HA-420": 91, "GE.X": 91, "FR.XX": 57}, caps=[0, 2])
    assert "rail GE.X" in legal(position)
    assert "rail GE.HA-420" not in legal(position)


@pytest.mark.rule("10.1", "10.2", "10.4")
def test_what_is_offered_and_what_it_costs() -> None:
    units = {"FR.XX": 57, "FR.HQ-3": 57, "BR.1": 14, "BE.I": 43, "GE.X": 86, "FR.HA": 57, "FR.F-Paris": 19}
    position = by_rail(6, units=units, caps=[2, 0])
    assert legal(position) == ["rail BR.1", "sea BR.1", "rail FR.XX", "rail FR.HQ-3", "done"]
    sailed = play(position, "sea BR.1", "to 1")
    assert sailed.board.caps == [1, 0]
    assert where(sailed, "BR.1") == 1
    assert sailed.board.moved == 1 << BY_ID["BR.1"]
    assert not [text for text in legal(sailed) if "BR.1" in text]
    over = play(sailed, "done")
    assert asked(over) != "StrategicSegment"
    assert over.board.moved == 0
    spent = play(position, "rail FR.XX", "to 19", "rail FR.HQ-3", "to 19")
    assert spent.board.caps == [0, 0]
    assert asked(spent) != "StrategicSegment", "no CAPS, no trains"
    assert asked(by_rail(6, units=units, caps=[0, 0])) != "StrategicSegment"


@pytest.mark.rule("10.0", "10.1")
def test_both_sides_ride_and_nobody_is_marked_for_the_other() -> None:
    position = by_rail(6, units={"FR.XX": 57, "GE.X": 86}, caps=[1, 1])
    assert "rail FR.XX" in legal(position), "the side without the initiative first"
    position = play(position, "rail FR.XX", "to 19")
    assert legal(position)[0] == "rail GE.X"
    assert position.board.moved == 0
    assert actor(position) == "german"


@pytest.mark.rule("10.2", "8.4.9", "8.4.1")
@pytest.mark.reading("one-train")
def test_arriving_by_train() -> None:
    board = by_rail(
        6, units={"FR.HQ-3": 57, "FR.HQ-5": 19, "FR.XX": 57, "GE.X": 86, "GE.V": 91}, german=[28, 27, 37]
    ).board
    both = board.copy()
    both.put(BY_ID["FR.HQ-1"], 19)
    arrive(both, BY_ID["FR.XX"], 19, "10.2")
    assert not both.is_down(BY_ID["FR.HQ-5"]), "a corps makes no staffs meet"
    arrive(board, BY_ID["FR.XX"], 19, "10.2")
    assert board.moved >> BY_ID["FR.XX"] & 1, "one train in a phase"
    assert not board.is_down(BY_ID["FR.HQ-5"])
    arrive(board, BY_ID["FR.HQ-3"], 19, "10.2")
    assert board.is_down(BY_ID["FR.HQ-5"]), "8.4.1"
    assert board.danger == 0
    board.control |= sum(1 << hex for hex in (37, 47, 46, 36, 35, 45, 44, 54, 64, 73, 28, 27))
    arrive(board, BY_ID["GE.HQ-4"], 28, "10.2")
    assert board.danger == 0, "a staff frightens nobody"
    arrive(board, BY_ID["GE.X"], 28, "10.2")
    assert board.danger == 6


@pytest.mark.rule("10.2", "10.4")
def test_a_single_way_needs_no_question() -> None:
    board = alone(turn=6, units={"BR.1": 7, "FR.XX": 57, "GE.X": 84}).board
    assert sea_hexes(board, BY_ID["BR.1"]) == [1]
    move = StrategicMove(BY_ID["BR.1"], True)
    assert question(move, board) is None
    carried_out(move, board)
    assert board.where[BY_ID["BR.1"]] == 1
    board = alone(turn=6, units={"BR.1": 14, "FR.XX": 57, "GE.X": 84}).board
    ask = question(StrategicMove(BY_ID["BR.1"], True), board)
    assert ask is not None
    assert ask.actor == ALLIED
    StrategicMove(BY_ID["BR.1"], True).do(board, ("to", 7))
    assert board.where[BY_ID["BR.1"]] == 7
    assert board.events[-1].rule == "10.4"
    StrategicMove(BY_ID["FR.XX"], False).do(board, ("to", 46))
    assert (board.where[BY_ID["FR.XX"]], board.events[-1].rule) == (46, "10.2"), "by rail"


@pytest.mark.rule("10.1", "10.2")
def test_trains_run_from_the_last_hex_of_the_map() -> None:
    board = alone(turn=6, units={"GE.X": 107, "FR.XX": 57, "GE.VII": 91}).board
    board.caps = [0, 1]
    names = [IDS[each[1]] for each in offered(question(StrategicSegment(GERMAN), board)) if each != "done"]
    assert names == ["GE.VII", "GE.X"]


def check_trains(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        facts = Facts(board)
        for side in (0, 1):
            line = rail_net(board, side)
            assert set(members(line)) == plain_more.net(facts, side)
            units = [u for u in range(len(IDS)) if board.where[u] > 0 and plain.side_of(u) == side and not is_fort(u)]
            for unit in rng.sample(units, min(8, len(units))):
                assert rail_hexes(board, unit, line) == plain_more.by_train(facts, unit)
                assert sea_hexes(board, unit) == plain_more.by_ship(facts, unit)


@pytest.mark.rule("10.2", "10.3", "8.4.3")
def test_where_trains_go() -> None:
    check_trains(60, 41)


@pytest.mark.rule("10.4", "12.5.4", "14.3.6")
def test_where_ships_go() -> None:
    check_trains(60, 42)


@pytest.mark.rule("10.4", "14.3.6")
def test_the_hexes_that_ships_and_the_ninth_army_use() -> None:
    assert numbers(PORTS) == [1, 7, 14, 23, 32]
    assert places.FREE_ENTRY == (42, 52, 62, 71)


@pytest.mark.rule("10.2", "10.3", "10.1")
def test_no_ticket_where_nobody_may_alight() -> None:
    ends = [hex for hex in range(1, 108) if hex not in (4, 10)]  # of the net a source and the hex next to it are left
    corps = ["FR.I", "FR.III", "FR.X", "FR.XVIII", "FR.XI", "FR.XII"]

    def trains(full: bool) -> list[str]:
        units = {"FR.XX": 10, "GE.X": 86, **dict.fromkeys(corps if full else corps[:1], 4)}
        position = alone(
            turn=6, begin="strategic", side="allied", initiative="german", caps=[2, 2], units=units, german=ends
        )
        return [text for text in legal(position) if text != "done"]

    assert "rail FR.XX" in trains(full=False)
    assert "rail FR.XX" not in trains(full=True)
    assert "rail FR.I" in trains(full=True)


@pytest.mark.rule("10.2", "8.3.3")
@pytest.mark.reading("train-line")
def test_the_line_of_a_train_is_judged_before_it_leaves_its_hex_to_the_enemy() -> None:
    """GE.X takes 26 once FR.XX has gone; the train still runs out of it."""
    units, german = {"FR.XX": 26, "GE.X": 26}, [hex for hex in CORRIDOR if hex != 26]
    position = alone(
        turn=6, begin="strategic", side="allied", initiative="german", caps=[2, 2], units=units, german=german
    )
    board = position.board
    assert board.controls(ALLIED, 26)
    assert board.enemies(26, ALLIED)
    assert "rail FR.XX" in legal(position)
    after = play(position, "rail FR.XX", "to 19").board
    assert after.where[BY_ID["FR.XX"]] == 19
    assert after.controls(GERMAN, 26)
