"""Control, entering, headquarters and the ranks of battle, held against plain words (`plain_control.py`)."""

from __future__ import annotations

from random import Random

import pytest

from games.grand_illusion import plain, plain_control
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_fort, is_infantry
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import IDS, ROWS
from marne.games.grand_illusion.rules.battle import battle_board
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.movement import control, headquarters
from marne.games.grand_illusion.rules.movement.movement import enter
from marne.hexes import bits, members

CHANGES = ("control", "cavalry", "siege", "blocked", "where", "opened", "danger", "entered", "must", "down")


def same(found: GrandIllusionBoard, expected: GrandIllusionBoard, *names: str) -> None:
    for name in names or CHANGES:
        assert getattr(found, name) == getattr(expected, name), name


def occupied(board: GrandIllusionBoard) -> list[int]:
    return sorted({place for place in board.where if place > 0})


def unsettled(rng: Random, board: GrandIllusionBoard, hex: int) -> GrandIllusionBoard:
    """Some of those in the hex are taken away, or all of one side."""
    twin = board.copy()
    gone = rng.choice((0, 1, 2))
    for unit in here(Facts(board), hex):
        if (gone == plain.side_of(unit) and rng.random() < 0.9) or rng.random() < 0.15:
            twin.put(unit, -1)
    return twin


def check_settling(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        for hex in occupied(board):
            twin = unsettled(rng, board, hex)
            expected = plain_control.settled(twin, hex)
            late = rng.random() < 0.5
            steps = control.settle(twin, hex, after_battle=late)
            same(twin, expected, "control", "cavalry", "siege", "blocked", "where")
            staffs = [step.hq for step in steps if isinstance(step, headquarters.RetreatHeadquarters)]
            assert staffs == plain_control.lone_staffs(Facts(expected), hex, late)


@pytest.mark.rule("8.3.3", "8.3.4", "8.4.5")
def test_what_becomes_of_a_hex() -> None:
    check_settling(60, 61)


@pytest.mark.rule("9.5.3", "9.5.4", "9.4.4")
def test_what_becomes_of_sieges_guns_and_staffs() -> None:
    check_settling(60, 62)


@pytest.mark.rule("8.3", "8.3.2", "ES-21")
def test_what_becomes_of_a_hex_in_either_edition() -> None:
    check_settling(40, 63)


@pytest.mark.rule("8.3.3")
def test_everybody_who_can_takes_his_hex() -> None:
    for rng, board in boards(40, 64):
        twin = board
        for hex in occupied(board):
            twin = unsettled(rng, twin, hex)
        expected = twin.copy()
        control.settle_all(twin)
        for hex in occupied(expected):
            facts = Facts(expected)
            owner = board.control >> hex & 1
            intruders = [u for u in here(facts, hex, 1 - owner) if is_combat(u)]
            if intruders and not plain.holders(facts, hex, owner):
                expected = plain_control.settled(expected, hex)
        same(twin, expected, "control", "cavalry", "siege", "blocked", "where")


def check_entering(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        board.entered, board.must, board.active = {}, 0, 0
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                group = plain.random_group(rng, facts, side, hex)
                if not group:
                    continue
                other = rng.choice(board.ground.neighbours[hex])
                expected, stops, delayed = plain_control.entered(board, side, group, hex, other)
                twin = board.copy()
                _, stopped, delaying = enter(twin, side, bits(group), hex, other)
                same(twin, expected)
                assert (stopped, delaying) == (stops, delayed)


@pytest.mark.rule("8.4.4", "8.4.5", "9.1.2")
def test_entering_a_hex() -> None:
    check_entering(50, 65)


@pytest.mark.rule("8.4", "8.4.8", "8.4.9")
def test_entering_a_hex_that_matters() -> None:
    check_entering(50, 66)


@pytest.mark.rule("9.6.3", "8.4.1", "ES-34")
def test_entering_a_hex_with_cavalry_staffs_or_forts() -> None:
    check_entering(50, 67)


@pytest.mark.rule("9.4.4", "8.4.7")
def test_where_a_headquarters_finds_shelter() -> None:
    for rng, board in boards(60, 68):
        board.battles = rng.sample(occupied(board), 2)
        board.battle = rng.choice(occupied(board))
        facts = Facts(board)
        for hq in range(len(IDS)):
            if ROWS[hq].kind == "hq" and board.where[hq] > 0:
                assert list(headquarters.refuges(board, hq)) == plain_control.shelters(facts, hq)


def check_ranks(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                board.battle, board.attacker = hex, side
                ours = [u for u in here(facts, hex, side) if is_combat(u) and "defence" not in ROWS[u].marks]
                assert members(battle_board.attackers(board, Fight(bits(ours), 0, False))) == ours
                theirs = [u for u in here(facts, hex, 1 - side) if is_combat(u) or is_fort(u)]
                assert members(battle_board.defenders(board)) == theirs
                for pool, attacking in ((ours, True), (theirs, False)):
                    check_pool(rng, board, [u for u in pool if rng.random() < 0.7], attacking)


def check_pool(rng: Random, board: GrandIllusionBoard, pool: list[int], attacking: bool) -> None:
    units = bits(pool)
    assert members(battle_board.foremost(board, units)) == plain_control.first_of(board, pool, attacking)
    assert members(battle_board.next_in_line(board, units)) == plain_control.candidates(board, pool, attacking)
    for unit in pool:
        assert members(battle_board.partners(board, unit, units)) == plain_control.mates(board, unit, pool)
        alone = unit in plain_control.first_of(board, pool, attacking)
        assert battle_board.may_be_alone(board, unit, units) is alone
        assert battle_board.may_be_alone(board, unit, units & ~(1 << unit)) is alone
    small = [u for u in pool if is_infantry(u) and ROWS[u].size != "corps" and not board.down >> u & 1]
    nations = [[u for u in small if ROWS[u].nation == nation] for nation in ("FR", "BR", "BE", "GE")]
    assert battle_board.pairs(board, units) == sum(len(each) // 2 for each in nations)
    board.spaces = [0] * 16
    for unit in pool:
        board.spaces[rng.randrange(16)] |= 1 << unit
    assert battle_board.on_board(board) == units
    for i in range(4):
        assert battle_board.engaged(board, i) is (bool(board.spaces[i]) and bool(board.spaces[8 + i]))
    if pool:
        assert battle_board.one_of(units) == min(pool)
        battle_board.take_off(board, 1 << pool[0])
        assert battle_board.on_board(board) == bits(pool[1:])


@pytest.mark.rule("9.2.1", "9.2.2", "ES-9")
def test_the_ranks_of_the_defender() -> None:
    check_ranks(60, 71)


@pytest.mark.rule("9.2.3", "9.2.5", "ES-8")
def test_the_ranks_of_the_attacker() -> None:
    check_ranks(60, 72)
