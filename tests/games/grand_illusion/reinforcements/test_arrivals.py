"""7.0, 7.1: who arrives, where and when."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.plain import Facts, boards, is_fort
from games.grand_illusion.positions import FRONT, check_arrivals, of
from games.grand_illusion.support import alone, arranged, asked, carried_out, legal, offered, play, question
from marne.games.grand_illusion.board import ASIDE, OUT_OF_HOLLAND, VARIABLE
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, ROWS
from marne.games.grand_illusion.rules.reinforcements.reinforcements import (
    ArrivalSegment,
    Arrive,
    entry_hexes,
    place,
    variable_hexes,
)
from marne.hexes import bits


def test_units_that_are_due_are_asked_for_one_by_one() -> None:
    position = arranged(begin="reinforcements", turn=2, side="german")
    assert asked(position) == "Arrive"
    assert legal(position) == ["at 66", "delay"]


@pytest.mark.rule("7.0", "4.0")
def test_the_side_without_the_initiative_places_first() -> None:
    position = alone(
        begin="reinforcements", turn=6, initiative="german", units={**FRONT, "FR.45": "T6", "GE.II-LW": "T6"}
    )
    assert "at 57" in legal(position)
    position = play(position, "at 57")
    assert "at 84" in legal(position)


@pytest.mark.rule("7.1")
def test_a_fixed_hex_that_is_taken_means_a_source_next_turn() -> None:
    position = alone(begin="turn", turn=5, units={**FRONT, "GE.IX-R": "T5-81"}, allied=[81])
    position = play(position, 3, 3, 3, 1)
    board = position.board
    assert board.track[BY_ID["GE.IX-R"]] == (6, -2)
    assert entry_hexes(board, BY_ID["GE.IX-R"], -2) == [91, 94, 100, 105, 107]


@pytest.mark.rule("7.1")
@pytest.mark.reading("put-off")
def test_reinforcements_may_be_put_off() -> None:
    position = alone(begin="reinforcements", turn=6, units={**FRONT, "FR.45": "T6"})
    position = play(position, "delay")
    assert position.board.track[BY_ID["FR.45"]] == (7, VARIABLE)


@pytest.mark.rule("7.1.1", "7.1.3", "8.4.7")
def test_variable_units_come_to_staffs_and_sources() -> None:
    board = alone(turn=6, units=FRONT).board
    assert variable_hexes(board, BY_ID["FR.45"]) == [4, 13, 19, 57, 61, 80, 89]
    board.turn = 7
    assert variable_hexes(board, BY_ID["FR.45"]) == [1, 4, 13, 19, 57, 61, 80, 89], "Le Havre is a Schlieffen hex"
    board.fresh |= 1 << BY_ID["FR.HQ-3"]
    assert 57 not in variable_hexes(board, BY_ID["FR.45"]), "7.1.2: a staff serves only from the next turn"


@pytest.mark.rule("7.1.2")
def test_a_staff_goes_where_there_is_none() -> None:
    board = alone(turn=6, units=FRONT).board
    hexes = variable_hexes(board, BY_ID["FR.HQ-6"])
    assert 57 not in hexes
    assert {19, 28, 48, 58} <= set(hexes)


@pytest.mark.rule("7.1.3", "ES-24")
@pytest.mark.parametrize(("edition", "allowed"), [("english", True), ("spanish", False)])
def test_a_second_staff_in_paris(edition: str, allowed: bool) -> None:
    board = alone(edition, turn=8, units={**FRONT, "FR.HQ-6": 19}).board
    assert (19 in variable_hexes(board, BY_ID["FR.HQ-9"])) is allowed


@pytest.mark.rule("7.1", "14.1.1", "14.3.6")
def test_who_is_due() -> None:
    units = {**FRONT, "FR.45": "T6", "FR.HQ-6": "T5", "FR.XXXI": "T7", "GE.II-LW": "T6", "BR.6": "T6"}
    board = alone(turn=6, units=units).board
    board.delay(BY_ID["GE.HQ-9"], 2, OUT_OF_HOLLAND)

    def due(side: int) -> list[str]:
        steps: tuple[Any, ...] = carried_out(ArrivalSegment(side), board)
        return [IDS[step.unit] if isinstance(step, Arrive) else f"{type(step).__name__}{step.nation}" for step in steps]

    assert due(ALLIED) == ["FR.45", "BR.6", "FR.HQ-6", "BritishReturn1", "BritishReturn2"], "staffs last"
    assert due(GERMAN) == ["GE.II-LW"]


@pytest.mark.rule("7.1", "14.1.1", "8.4.9")
def test_how_units_are_placed() -> None:
    board = alone(
        turn=6, units={**FRONT, "FR.45": "T6", "FR.HQ-6": "T6", "FR.IXm": "T9", "FR.IX": "T6", "FR.V": "T6"}
    ).board
    board.weak = bits((BY_ID["FR.45"], BY_ID["FR.V"]))
    place(board, BY_ID["FR.45"], 57, "7.1")
    assert board.is_down(BY_ID["FR.45"])
    assert board.weak == 1 << BY_ID["FR.V"]
    assert BY_ID["FR.45"] not in board.track
    assert board.fresh == 0
    assert not board.is_down(BY_ID["FR.HQ-3"]), "no staff has come"
    place(board, BY_ID["FR.HQ-6"], 57, "7.1")
    assert board.fresh == 1 << BY_ID["FR.HQ-6"]
    assert board.is_down(BY_ID["FR.HQ-3"]), "8.4.1: two staffs in one hex"
    assert board.where[BY_ID["FR.IXm"]] != ASIDE
    board.down |= 1 << BY_ID["FR.IX"]
    place(board, BY_ID["FR.IX"], 57, "7.1")
    assert not board.is_down(BY_ID["FR.IX"])
    assert board.where[BY_ID["FR.IXm"]] == ASIDE
    assert BY_ID["FR.IXm"] not in board.track


@pytest.mark.rule("7.1", "7.1.1", "7.1.2")
def test_where_units_arrive() -> None:
    check_arrivals(40, 31)


@pytest.mark.rule("7.1", "12.6", "14.3.6")
def test_where_units_with_a_place_of_their_own_arrive() -> None:
    for rng, board in boards(40, 34):
        facts = Facts(board)
        off = [u for u in range(len(IDS)) if board.where[u] == 0 and not is_fort(u)]
        for unit in rng.sample(off, min(6, len(off))):
            side, nation = plain.side_of(unit), str(ROWS[unit].nation)

            def open_hexes(places: set[int], unit: int = unit, side: int = side, facts: Facts = facts) -> list[int]:
                return [
                    hex
                    for hex in sorted(places)
                    if plain.mine(facts, side, hex)
                    and plain.is_fed(facts, unit, hex)
                    and plain.has_room(facts, hex, side, [unit])
                ]

            own = rng.choice((66, 81, 98, 19))
            places = {own}
            if own == 81 and plain.ANTWERP in plain_more.sources(facts, nation):
                places.add(plain.ANTWERP)
            assert entry_hexes(board, unit, own) == open_hexes(places)
            assert entry_hexes(board, unit, -2) == open_hexes(plain_more.sources(facts, nation))
            assert entry_hexes(board, unit, 0) == plain_more.arrivals(facts, unit, False)
            assert entry_hexes(board, unit, -1) == plain_more.arrivals(facts, unit, True)
            if nation == "BE":
                assert entry_hexes(board, unit, -3) == open_hexes(plain_more.sources(facts, "BE") & {1, 14})


@pytest.mark.rule("7.1", "14.1.1", "8.4.9")
def test_who_comes_or_waits_leaves_the_others_as_they_are() -> None:
    board = alone(turn=6, units={"GE.HQ-1": "84*", "GE.X": "84*", "GE.VIII": 84, "FR.XX": 57}).board
    board.delay(units.DETACHMENT, 6, VARIABLE)
    board.held = of("BR.1")
    assert ("relieve", BY_ID["GE.HQ-1"]) in offered(question(Arrive(units.DETACHMENT), board))
    Arrive(units.DETACHMENT).do(board, ("relieve", BY_ID["GE.HQ-1"]))
    assert board.down == of("GE.X"), "the staff that goes is fresh when it comes again, the corps stays disrupted"
    assert board.held == of("BR.1")
    waiting = alone(turn=6, units={"GE.X": 84, "FR.XX": 57, "BR.1": "T6", "BR.2": "T6"}).board
    waiting.held = of("BR.1", "BR.2")
    Arrive(BY_ID["BR.1"]).do(waiting, "delay")
    assert waiting.held == of("BR.2")


@pytest.mark.rule("7.1", "14.3.6")
def test_who_is_held_back_or_delayed_is_due_a_turn_later() -> None:
    board = alone(scenario=3, turn=6).board
    unit = BY_ID["BR.7"]
    for answer, held in (("hold", True), ("delay", False)):
        board.track[unit] = (6, VARIABLE)
        assert Arrive(unit).do(board, answer) == ()
        assert board.track[unit] == (7, VARIABLE)
        assert bool(board.held >> unit & 1) is held


@pytest.mark.rule("7.1", "7.1.1")
def test_a_variable_reinforcement_without_a_hex_stays_one() -> None:
    nowhere = alone(turn=9, units={"FR.XX": 57, "GE.X": 84}, allied=list(range(1, 108))).board
    corps = BY_ID["GE.XV"]
    nowhere.delay(corps, 9, VARIABLE)
    assert offered(question(Arrive(corps), nowhere)) == []
    carried_out(Arrive(corps), nowhere)
    assert nowhere.track[corps] == (10, VARIABLE)
    fixed = alone(turn=9, units={"FR.XX": 57, "GE.X": 84}, allied=list(range(1, 108))).board
    fixed.delay(corps, 9, 84)
    carried_out(Arrive(corps), fixed)
    assert fixed.track[corps][0] == 10
    assert fixed.track[corps][1] not in (84, VARIABLE), "its hex is shut: it comes to a source later"
