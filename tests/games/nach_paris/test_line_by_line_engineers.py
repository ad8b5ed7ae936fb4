"""Rules line by line: ships and demolition. Each test asks one rule for both of its answers."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, rule, still, unit
from marne.engine import Ask
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import repair_turns
from marne.games.nach_paris.components.units import (
    ARF,
    BY_ID,
    DE,
    ENGINEERS,
    IDS,
    OF_NATION,
    PIONEERS,
    SPLIT_ROWS,
)
from marne.games.nach_paris.rules.engineers.demolition import Blow, carry_out, cost, why_not_blow
from marne.games.nach_paris.rules.engineers.ships import (
    under_guns,
    why_harbour_shut,
    why_not_embark,
    why_not_land,
    why_not_sail,
)
from marne.games.nach_paris.rules.engineers.structures import colour
from marne.games.nach_paris.rules.movement.actions import Going
from marne.hexes import members

ROW = {row.id: row for row in SPLIT_ROWS}
LEVEAU = forts.BY_NAME["Fort de Leveau", MAP.grid.hex("AK31")]


# -- ships and demolition


CALAIS = next(i for i, each in enumerate(MAP.harbours) if each.name == "Calais")


@pytest.mark.rule("18.1.1", "18.1.5", "18.1.3")
def test_each_thing_that_shuts_a_harbour() -> None:
    hex, capacity = MAP.harbours[CALAIS].hex, MAP.harbours[CALAIS].capacity
    board = still({"1re-DI": "AW22 N -2"}, side="allied")
    who = BY_ID["1re-DI"]
    assert why_harbour_shut(board, who, CALAIS) is None
    assert rule(why_harbour_shut(board, BY_ID["18.ID"], CALAIS)) == "18.1.1"
    board.german_ground |= 1 << hex
    assert rule(why_harbour_shut(board, who, CALAIS)) == "18.1.1"
    board.german_ground &= ~(1 << hex)
    antwerp = next(i for i, each in enumerate(MAP.harbours) if not each.capacity)
    assert rule(why_harbour_shut(board, who, antwerp)) == "18.1.5"
    for used, number in ((2 * capacity - 1, ""), (2 * capacity, "18.1.1")):
        board.harbour_supply = {CALAIS: used}
        assert rule(why_harbour_shut(board, who, CALAIS)) == number
    board.harbour_supply = {}
    for used, number in ((capacity - 2, ""), (capacity - 1, "18.1.3")):
        board.harbour_used = {CALAIS: used}
        assert rule(why_harbour_shut(board, who, CALAIS)) == number


@pytest.mark.rule("18.1.2")
def test_guns_of_two_points_shut_a_harbour_and_weaker_ones_do_not() -> None:
    place = MAP.grid.label(MAP.harbours[CALAIS].hex)
    board = still()
    arf = {who: board.arf(who) for who in members(OF_NATION[DE])}
    for who in (
        next(w for w, points in arf.items() if points == least) for least in (0, 2, 3) if least in arf.values()
    ):
        here = still({IDS[who]: f"{place}"})
        assert under_guns(here, CALAIS) == (arf[who] >= 2)
    one = next((who, lost) for who in arf for lost in range(board.steps(who)) if _arf(who, lost) in (1, 2))
    here = still({IDS[one[0]]: place})
    here.lost[one[0]] = one[1]
    assert under_guns(here, CALAIS) == (_arf(*one) >= 2)
    assert not under_guns(still({"18.ID": "AW22 N"}), CALAIS)


def _arf(who: int, lost: int) -> int:
    return ARF[who][lost]


@pytest.mark.rule("18.1.4", "18.2.1")
def test_only_who_is_at_sea_lands_or_sails() -> None:
    ashore = still({"1re-DI": MAP.grid.label(MAP.harbours[CALAIS].hex)}, side="allied")
    aboard = still({"1re-DI": "off Calais North-Sea"}, side="allied")
    going = Going(BY_ID["1re-DI"], 50, False, False)
    boulogne = next(each.hex for each in MAP.harbours if each.name == "Boulogne")
    assert rule(why_not_land(ashore, going)) == rule(why_not_sail(ashore, going, boulogne)) == "18.1.4"
    assert rule(why_not_land(aboard, going)) == ""
    assert rule(why_not_sail(aboard, going, at("AW22"))) == "18.2.1"


@pytest.mark.rule("18.2.4", "18.1.3", "18.1.1")
def test_each_thing_that_keeps_a_unit_ashore() -> None:
    place = MAP.grid.label(MAP.harbours[CALAIS].hex)
    board, who = still({"1re-DI": f"{place} N", "2e-DI": "AW22 N", "18.ID": "AW30 N"}, side="allied"), BY_ID["1re-DI"]
    going = Going(who, 50, False, False)
    board.forced = board.in_position = unit("2e-DI")
    assert rule(why_not_embark(board, going)) == ""
    assert rule(why_not_embark(board, Going(BY_ID["2e-DI"], 50, False, False))) == "18.1.3"
    assert rule(why_not_embark(board, Going(BY_ID["18.ID"], 50, False, False))) == "18.1.1"
    assert rule(why_not_embark(board, Going(who, 50, False, True))) == "7.6.1"
    board.forced = 1 << who
    assert rule(why_not_embark(board, going)) == "18.2.4"
    board.forced, board.in_position = 0, 1 << who
    assert rule(why_not_embark(board, going)) == "18.1.3"


@pytest.mark.rule("16.1.2", "16.1.3")
def test_each_thing_that_keeps_engineers_from_their_work() -> None:
    engineer, pioneers = members(ENGINEERS & OF_NATION[DE])[0], BY_ID["PiR.24"]
    for who, price in ((engineer, 15), (pioneers, 30)):
        board = still({IDS[who]: "AW22 N", "18.ID": "AW30 N"}, side="german")
        board.forced = board.limited = board.cut_off = unit("18.ID")
        assert cost(who) == price
        assert [rule(why_not_blow(board, Going(who, left, False, False))) for left in (price - 1, price)] == [
            "16.1.3",
            "",
        ]
        (blow,) = carry_out(board, Going(who, 50, False, False), ("blow", 3))
        assert (blow, board.spent, board.wreckers) == (Blow(3, who), {who: price}, 1 << who)
        for fact, number in (("forced", "16.1.2"), ("limited", "13.3.1"), ("cut_off", "13.3.2")):
            other = still({IDS[who]: "AW22 N"}, side="german")
            setattr(other, fact, 1 << who)
            assert rule(why_not_blow(other, Going(who, 50, False, False))) == number
    assert rule(why_not_blow(still({"18.ID": "AW22 N"}), Going(BY_ID["18.ID"], 50, False, False))) == "16.1.2"


@pytest.mark.rule("16.1.8", "16.1.6", "16.1.5")
def test_pioneers_add_five_and_the_worst_damage_holds() -> None:
    engineer, pioneers = members(ENGINEERS & OF_NATION[DE])[0], BY_ID["PiR.24"]
    assert PIONEERS >> pioneers & 1
    for who, more in ((engineer, 0), (pioneers, 5)):
        for die in range(1, 21):
            board = still({IDS[who]: "AW22 N"}, side="german")
            Blow(0, who).answered(board, die)
            turns = repair_turns(die + more, colour(0))
            assert board.broken[0] == (FOR_GOOD if turns is None else turns)
            kind = type(board.events[-1]).__name__
            assert kind == ("StructureGone" if turns is None else "StructureBlown")
            Blow(0, who).answered(board, die)
            assert type(board.events[-1]).__name__ == "StructureBlownAgain"
    assert isinstance(Blow(0, engineer).ask(still()), Ask)
