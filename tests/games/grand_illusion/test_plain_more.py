"""Retreats, dice, arrivals, trains and the rest, held against plain words (`plain_more.py`) on random boards."""

from __future__ import annotations

from random import Random

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_down, is_fort, is_infantry
from games.grand_illusion.support import carried_out
from marne.engine import total
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import FORTUNES
from marne.games.grand_illusion.components.units import IDS, ROWS
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.actions.declaration import able, targets
from marne.games.grand_illusion.rules.battle import battle_fire
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.movement import control
from marne.games.grand_illusion.rules.movement.movement import lenders
from marne.games.grand_illusion.rules.movement.strategic import rail_hexes, rail_net, sea_hexes
from marne.games.grand_illusion.rules.reinforcements.east_front import candidates
from marne.games.grand_illusion.rules.reinforcements.reinforcements import entry_hexes, variable_hexes
from marne.games.grand_illusion.rules.retreat.retreat import priority, retreat_hexes, way_out
from marne.games.grand_illusion.rules.supply.recovery import UndisruptSegment, recovery_hexes
from marne.games.grand_illusion.rules.supply.supply import out_of_supply, sources
from marne.games.grand_illusion.rules.supply.trenches import improve, line_hexes, trench_hexes
from marne.hexes import bits, members

NATIONS = ("FR", "BR", "BE", "GE")


def occupied(board: GrandIllusionBoard) -> list[int]:
    return sorted({place for place in board.where if place > 0})


def check_retreats(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        board.battles = rng.sample(occupied(board), min(2, len(occupied(board))))
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                assert priority(board, side, hex) == plain_more.rank(facts, side, hex)
                group = [u for u in plain.random_group(rng, facts, side, hex) if ROWS[u].kind != "hq"]
                if group:
                    never = (
                        {rng.randint(1, 107), rng.choice(board.ground.neighbours[hex])} if rng.random() < 0.3 else set()
                    )
                    found = retreat_hexes(board, side, hex, bits(group), never=bits(never))
                    assert list(found) == plain_more.ways_back(facts, side, hex, group, never)


@pytest.mark.rule("9.4.3", "8.4.7", "8.4.5")
def test_where_units_retreat() -> None:
    check_retreats(50, 21)


@pytest.mark.rule("9.4.3", "ES-18", "ES-20")
def test_where_units_retreat_in_either_edition() -> None:
    check_retreats(40, 22)


@pytest.mark.rule("9.4.2", "8.4.7")
def test_who_has_a_way_out_of_his_own_will() -> None:
    for _, board in boards(60, 23):
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                group = [u for u in here(facts, hex, side) if is_combat(u) or ROWS[u].kind == "ha"]
                belgians = [u for u in group if ROWS[u].nation == "BE"]
                if belgians and hex in plain.BELGIUM:
                    ways = plain_more.ways_back(facts, side, hex, belgians, set())
                    expected = any(other in plain.BELGIUM for other in ways)
                else:
                    expected = any(is_combat(u) for u in group)
                    expected = expected and bool(plain_more.ways_back(facts, side, hex, group, set()))
                assert way_out(board, side, hex) is expected


def check_dice(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        for hex in rng.sample(occupied(board), min(3, len(occupied(board)))):
            board.trench[hex] = rng.choice((1, 2))
        for unit in range(len(IDS)):
            if is_fort(unit) and rng.random() < 0.5:
                board.losses[unit] = rng.randrange(len(ROWS[unit].ladder))
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                check_battle(rng, board, facts, hex, side)


def check_battle(rng: Random, board: GrandIllusionBoard, facts: Facts, hex: int, side: int) -> None:
    board.battle, board.attacker, board.fortune = hex, side, rng.choice((0, 0, 2, 4, 5, 8, 10))
    fortune = FORTUNES[board.fortune] if board.fortune else ""
    assert battle_fire.concentric(board) == plain_more.closing_in(facts, side, hex)
    elan = rng.random() < 0.4
    ours = [u for u in here(facts, hex, side) if is_combat(u)]
    theirs = [u for u in here(facts, hex, 1 - side) if is_combat(u) or is_fort(u)]
    if not ours or not theirs:
        return
    mine, foe = rng.sample(ours, min(len(ours), rng.choice((1, 2)))), [rng.choice(theirs)]
    board.spaces = [0] * 16
    board.spaces[0], board.spaces[8] = bits(mine), bits(foe)
    modifiers, needed, ones = battle_fire.firing(board, Fight(bits(mine), 0, elan), 0, 8)
    assert total(modifiers) == plain_more.attack_sum(facts, side, hex, fortune, mine)
    assert needed == plain_more.might(facts, mine, False)
    assert ones is (fortune == "skirmish" or is_fort(foe[0]))
    modifiers, needed, ones = battle_fire.firing(board, Fight(bits(mine), 0, elan), 8, 0)
    assert total(modifiers) == plain_more.defence_sum(facts, 1 - side, hex, fortune, elan, foe)
    assert needed == plain_more.might(facts, foe, True)
    assert ones is (fortune == "skirmish")
    charging = any(ROWS[u].kind == "cav" for u in mine) and is_infantry(foe[0])
    assert battle_fire.charges(board, 0) is charging
    board.battle = 0


@pytest.mark.rule("9.2.3", "9.3.1", "9.3.2")
def test_what_is_added_to_a_die() -> None:
    check_dice(60, 24)


@pytest.mark.rule("9.2.4", "9.3.5", "9.5.1")
def test_what_is_added_to_a_die_in_bad_fortune() -> None:
    check_dice(60, 25)


@pytest.mark.rule("12.2", "9.7.3", "9.6.1")
def test_what_a_die_is_compared_with() -> None:
    check_dice(60, 26)


@pytest.mark.rule("9.1.4", "14.3.6", "8.4.5")
def test_what_is_added_to_a_die_on_strange_ground() -> None:
    check_dice(60, 27)


def check_arrivals(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        board.fresh = bits(u for u in range(len(IDS)) if ROWS[u].kind == "hq" and rng.random() < 0.3)
        facts = Facts(board)
        off = [u for u in range(len(IDS)) if board.where[u] == 0 and not is_fort(u)]
        for unit in rng.sample(off, min(8, len(off))):
            for replaced in (False, True):
                assert variable_hexes(board, unit, replaced=replaced) == plain_more.arrivals(facts, unit, replaced)
        for nation, name in enumerate(NATIONS):
            assert set(members(sources(board, nation))) == plain_more.sources(facts, name)


@pytest.mark.rule("7.1", "7.1.1", "7.1.2")
def test_where_units_arrive() -> None:
    check_arrivals(40, 31)


@pytest.mark.rule("7.2", "7.1.3", "8.4.7")
def test_where_replacements_arrive() -> None:
    check_arrivals(40, 32)


@pytest.mark.rule("12.3", "14.3.6", "8.4.3")
def test_where_units_arrive_by_sea() -> None:
    check_arrivals(30, 33)


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


@pytest.mark.rule("9.7.1", "9.7.2", "8.7.3")
def test_where_trenches_are_dug() -> None:
    for rng, board in boards(60, 43):
        board.withdrew[1] = rng.choice((0, 4))
        for hex in rng.sample(occupied(board), min(2, len(occupied(board)))):
            board.trench[hex] = 1
        facts = Facts(board)
        for side in (0, 1):
            assert trench_hexes(board, side) == plain_more.may_dig(facts, side)
        line = [
            hex for hex in range(1, 108) if hex not in board.trench and plain_more.fed_infantry(facts, hex, 1)
        ]  # fmt: skip
        assert line_hexes(board) == line


@pytest.mark.rule("9.7.3", "11.5")
def test_where_trenches_get_deeper() -> None:
    for rng, board in boards(40, 44):
        for hex in rng.sample(occupied(board), min(4, len(occupied(board)))):
            board.trench[hex] = rng.choice((1, 2))
        facts, before, hungry = Facts(board), dict(board.trench), out_of_supply(board)
        improve(board, hungry)
        for hex, level in before.items():
            both = all(
                any(is_infantry(u) and plain.is_fed(facts, u, hex, checking=True) for u in here(facts, hex, side))
                for side in (0, 1)
            )
            assert board.trench[hex] == (2 if both else level)


@pytest.mark.rule("9.8.3", "5.2")
def test_where_a_cap_restores_order() -> None:
    for _, board in boards(60, 45):
        facts = Facts(board)
        for side in (0, 1):
            assert recovery_hexes(board, side) == plain_more.may_rest(facts, side)


@pytest.mark.rule("11.4", "8.4.3", "14.1.1")
def test_how_many_recover_for_nothing() -> None:
    for rng, board in boards(80, 46):
        board.turn = rng.choice((4, 4, 11, 12))
        facts, hungry = Facts(board), out_of_supply(board)
        makeshift = plain.fed(facts, "GE", True) - plain.fed(facts, "GE", True, makeshift=False)
        foraging = bits(u for u in range(len(IDS)) if board.where[u] in makeshift and plain.side_of(u) == 1)
        down = board.down
        steps = carried_out(UndisruptSegment(hungry, foraging), board)
        asked = {(step.side, step.hex): (step.units, step.left) for step in steps}  # type: ignore[attr-defined]
        for hex in range(1, 108):
            for side in (0, 1):
                units = [u for u in here(facts, hex, side) if not hungry >> u & 1]
                check_rest(board, facts, hex, side, units, foraging, asked.get((side, hex)))
        everybody = bits(u for u in range(len(IDS)) if ROWS[u].kind in ("hq", "ha") and board.where[u] > 0)
        staffs = bits(u for u in range(len(IDS)) if ROWS[u].kind == "hq")
        assert board.down == down & ~(everybody & ~hungry & ~(foraging & staffs)), "only staffs and guns so far"


def check_rest(
    board: GrandIllusionBoard, facts: Facts, hex: int, side: int, units: list[int], foraging: int,
    asked: tuple[int, int] | None,
) -> None:  # fmt: skip
    tired = [u for u in units if is_combat(u) and is_down(facts, u)]
    enemies = any(is_combat(u) or is_fort(u) for u in here(facts, hex, 1 - side))
    late = board.turn >= 12 and (board.scenario != 3 or board.edition.name == "english")
    if any(foraging >> u & 1 for u in tired):
        count = 1 if any(ROWS[u].kind == "hq" for u in units) else 0
    elif enemies:
        count = 1 if len([u for u in units if is_combat(u)]) <= 2 else 2
    else:
        count = -(-len(tired) // 2) if late else len(tired)
    assert asked == ((bits(tired), count) if tired and count else None)


@pytest.mark.rule("9.5.3", "9.5.2", "12.5.1")
def test_which_forts_can_be_besieged() -> None:
    for _, board in boards(80, 47):
        board.siege &= bits(range(0, 108, 2))
        facts = Facts(board)
        for hex in range(1, 108):
            assert control.siege_holds(board, hex) is plain.siege_stands(facts, hex)
            for side in (0, 1):
                assert control.may_besiege(board, hex, side) is plain_more.may_besiege(facts, hex, side)


@pytest.mark.rule("7.3")
def test_who_can_be_sent_east() -> None:
    for _, board in boards(40, 48):
        assert members(candidates(board)) == plain_more.for_the_east(Facts(board))


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


@pytest.mark.rule("8.4.1", "2.4")
def test_which_staffs_are_used_up() -> None:
    for rng, board in boards(80, 50):
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                group = plain.random_group(rng, facts, side, hex)
                spent, hexes = rng.choice(((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)))
                used = members(lenders(board, bits(group), spent, hexes)) if group else ()
                for nation in NATIONS:
                    staffs = [u for u in group if ROWS[u].kind == "hq" and ROWS[u].nation == nation]
                    led = [u for u in group if is_combat(u) and ROWS[u].nation == nation]
                    carried = [
                        u for u in led if (hexes > 1 if is_down(facts, u) else spent > plain.allowance(facts, u))
                    ]  # fmt: skip
                    found = [u for u in used if ROWS[u].nation == nation]
                    assert bool(found) is (bool(staffs) and bool(carried))
                    if found:
                        best = max(plain.allowance(facts, u) for u in staffs)
                        assert [plain.allowance(facts, u) for u in found] == [best]
