"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from random import Random

from games.grand_illusion import plain_control, plain_more
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_fort, is_infantry
from games.grand_illusion.positions import occupied
from marne.engine import total
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import FORTUNES
from marne.games.grand_illusion.components.units import IDS, ROWS
from marne.games.grand_illusion.rules.battle import battle_board, battle_fire
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.hexes import bits, members

DEAD = -1


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
