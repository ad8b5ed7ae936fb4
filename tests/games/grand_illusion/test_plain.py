"""The rules held against themselves, written a second time in plain words (`plain.py`), on boards made at random."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import boards, here, is_combat, is_down, is_fort, is_infantry, mine
from marne.games.grand_illusion.components.units import BY_ID, ROWS
from marne.games.grand_illusion.rules.movement.control import once_left
from marne.games.grand_illusion.rules.movement.entry import entries, fed_hexes, may_enter, points_left
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.supply.supply import (
    emergency,
    in_supply,
    normal_hexes,
    out_of_supply,
    supplied,
    supplied_hexes,
)
from marne.hexes import bits, members

NATIONS = ("FR", "BR", "BE", "GE")


def check_supply(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        if rng.random() < 0.3:  # Maubeuge besieged, which chance seldom brings about
            board.put(BY_ID["FR.F-Maubeuge"], plain.MAUBEUGE)
            board.siege |= 1 << plain.MAUBEUGE
            board.control |= 1 << plain.MAUBEUGE | rng.choice((0, 1 << 44)) | 1 << 64 | 1 << 73
            board.emergency = True
        facts = plain.Facts(board)
        assert emergency(board) is plain.emergency(facts)
        for nation, name in enumerate(NATIONS):
            for checking in (False, True):
                found = set(members(supplied_hexes(board, nation, checking=checking)))
                assert found == plain.fed(facts, name, checking), name
        assert set(members(normal_hexes(board))) >= plain.fed(facts, "GE", True, makeshift=False)
        if emergency(board):
            assert set(members(normal_hexes(board))) == plain.fed(facts, "GE", True, makeshift=False)
        hungry = members(out_of_supply(board))
        for unit, hex in enumerate(board.where):
            if hex <= 0 or is_fort(unit):
                assert unit not in hungry
                continue
            assert (unit in hungry) is not plain.is_fed(facts, unit, hex, checking=True)
            assert in_supply(board, unit) is plain.is_fed(facts, unit, hex)
            assert bool(supplied(board, 1 << unit, hex)) is plain.is_fed(facts, unit, hex)


@pytest.mark.rule("8.4.3", "8.3.4", "9.5.3")
def test_who_is_in_supply() -> None:
    check_supply(100, 1)


@pytest.mark.rule("11.2.1", "11.2.4", "11.2.5")
def test_who_is_in_supply_when_it_is_checked() -> None:
    check_supply(60, 2)


@pytest.mark.rule("11.2", "11.2.3", "14.3.6")
def test_supply_with_the_options_of_scenario_three() -> None:
    check_supply(60, 3)


@pytest.mark.rule("8.3.1", "8.3.2", "9.5.3")
def test_who_is_in_a_hex() -> None:
    for _, board in boards(40, 4):
        facts = plain.Facts(board)
        for hex in range(1, 108):
            for side in (0, 1):
                units = here(facts, hex, side)
                free = [u for u in units if is_fort(u) and not plain.besieged(facts, hex)]
                assert members(board.of(hex, side)) == units
                assert members(board.combat(hex, side)) == [u for u in units if is_combat(u)]
                assert members(board.infantry(hex, side)) == [u for u in units if is_infantry(u)]
                assert members(board.forts(hex, side)) == [u for u in units if is_fort(u)]
                assert members(board.free_forts(hex, side)) == free
                assert members(board.holders(hex, side)) == plain.holders(facts, hex, side)
                assert members(board.enemies(hex, 1 - side)) == plain.holders(facts, hex, side)
                assert board.controls(side, hex) is mine(facts, side, hex)
                assert bool(board.controlled(side) >> hex & 1) is mine(facts, side, hex)


def check_entries(count: int, seed: int, retiring: bool = False) -> None:
    compared = 0
    for rng, board in boards(count, seed):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            for side in (0, 1):
                group = plain.random_group(rng, facts, side, hex)
                if not group:
                    continue
                spent, hexes = rng.choice(((0, 0), (0, 0), (1, 1), (2, 1), (2, 2), (3, 2)))
                units = bits(group)
                then = once_left(board, side, units, hex)
                pinned = not mine(facts, side, hex) and bool(plain.holders(facts, hex, 1 - side))
                found = entries(board, side, units, hex, spent, hexes, retiring)
                shut = members(board.blocked.get((1 - side) * 128 + hex, 0))
                for other, cost in board.ground.ways[hex]:
                    allowed = plain.may_go(facts, side, group, hex, other, retiring)
                    if other != board.active and other not in shut:
                        assert may_enter(board, side, units, other, pinned, retiring, then) is allowed
                    british = other == plain.PARIS and any(ROWS[u].nation == "BR" for u in group)
                    if plain.has_room(facts, other, side, group) and not british:
                        pays = plain.can_pay(facts, group, cost, spent, hexes)
                        assert (other in found) is (allowed and pays), (group, hex, other)
                        compared += 1
    assert compared > count


@pytest.mark.rule("8.4", "8.4.4", "8.4.5")
def test_where_groups_may_go() -> None:
    check_entries(60, 11)


@pytest.mark.rule("8.4.3", "8.3.3", "ES-29")
def test_where_groups_may_go_in_supply() -> None:
    check_entries(60, 12)


@pytest.mark.rule("8.4.7", "8.4.8", "12.5.3")
def test_where_groups_may_go_by_nation_and_turn() -> None:
    check_entries(60, 13)


@pytest.mark.rule("8.5", "9.8.2", "14.1.1")
def test_where_groups_may_go_from_the_activated_hex() -> None:
    check_entries(50, 14)


@pytest.mark.rule("8.7", "8.7.2", "8.7.3")
def test_where_groups_may_go_in_a_general_withdrawal() -> None:
    check_entries(50, 15, retiring=True)


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


@pytest.mark.rule("8.4.6", "2.2")
def test_how_many_a_hex_holds() -> None:
    for rng, board in boards(80, 17):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            for side in (0, 1):
                other = rng.choice(board.ground.neighbours[hex])
                group = [u for u in here(facts, hex, side) if rng.random() < 0.7]
                assert fits(board, other, side, bits(group)) is plain.has_room(facts, other, side, group)


@pytest.mark.rule("8.4.3")
def test_a_group_of_several_nations_is_fed_where_all_are() -> None:
    for rng, board in boards(20, 18):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            group = plain.random_group(rng, facts, 0, hex)
            nations = {str(ROWS[u].nation) for u in group}
            expected = set(range(1, 108)).intersection(*(plain.fed(facts, nation) for nation in nations))
            assert set(members(fed_hexes(board, bits(group)))) == expected
