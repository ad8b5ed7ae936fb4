"""Positions, reckonings and words that tests of several chapters use."""

from __future__ import annotations

from random import Random
from typing import Any

from games.grand_illusion import plain, plain_control, plain_more
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.plain import Facts, boards, here, is_fort, mine
from games.grand_illusion.support import Game, alone, asked, happened, play
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import BY_ID, IDS, ROWS
from marne.games.grand_illusion.events import MustRetreat
from marne.games.grand_illusion.rules.movement import control, headquarters
from marne.games.grand_illusion.rules.movement.control import once_left
from marne.games.grand_illusion.rules.movement.entry import entries, may_enter
from marne.games.grand_illusion.rules.movement.movement import enter
from marne.games.grand_illusion.rules.reinforcements.reinforcements import variable_hexes
from marne.games.grand_illusion.rules.supply.supply import sources, supplied_hexes
from marne.games.grand_illusion.words import WORDS
from marne.hexes import bits, members
from marne.kit import why_not_offered as reason

FAR_APART = {"FR.XX": 57, "FR.XV": 58, "GE.X": 84, "GE.VII": 84}
EVERYWHERE = {
    "FR.I": 45,
    "FR.III": 46,
    "FR.X": 54,
    "BE.I": 52,
    "FR.II": 66,
    "FR.IV": 67,
    "FR.V": 76,
    "FR.XX": 87,
    "FR.F-Paris": 19,
    "GE.II": 53,
    "GE.III": 62,
    "GE.9-C": 62,
    "GE.X": 84,
    "GE.HQ-4": 85,
    "GE.V": 45,
    "BE.C": 62,
}
FRONT = {"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84, "GE.HQ-4": 84}
FIVE = {"FR.XX": 87, "FR.XV": 87, "FR.XVI": 87, "FR.II-RG": 87, "FR.II-bis-RG": 87}
LORRAINE = {**FIVE, "GE.II-B": 96, "GE.III-B": 96, "GE.XXI": 96}
NATIONS = ("FR", "BR", "BE", "GE")
CHANGES = ("control", "cavalry", "siege", "blocked", "where", "opened", "danger", "entered", "must", "down")
QUIET = 5
BEHIND = {"FR.XX": 57, "BR.1": 28, "BE.I": 43, "GE.X": 86, "GE.VII": 66}
ROAD = [54, 64, 73, 53, 63, 62, 44]
CORRIDOR = [26, 36, 35, 45, 44, 54, 64, 73]
NORTH = [34, 44, 54, 64, 73, 35, 36, 45, 46, 53, 63, 62]


def over(position: Game) -> bool:
    """The Action Phase has ended."""
    return asked(position) not in ("Act", "OfferWithdrawal", "Movement")


def phase(edition: str = "english", turn: int = 6, scenario: int = 1, **changes: Any) -> Game:
    changes.setdefault("caps", [0, 0])
    changes.setdefault("begin", "administration")
    return alone(edition, scenario, turn=turn, **changes)


def fought(attackers: str, defenders: str, **changes: Any) -> Game:
    """A battle in which nobody hits anything."""
    roll = changes.pop("roll", QUIET)
    return miss_all(to_dice(play(battle(attackers, defenders, **changes), roll)))


def driven(position: Game) -> list[tuple[str, str]]:
    return [(each.side, each.why) for each in happened(position, MustRetreat)]


def told(position: Game, **target: str) -> tuple[str, str]:
    found = reason(position, target)
    assert found is not None
    assert all(
        found.refusal(language).why and "why." not in found.refusal(language).why for language in WORDS.languages
    )
    return found.rule, found.key


def numbers(hexes: int) -> list[int]:
    return list(members(hexes))


def of(*names: str) -> int:
    return bits(BY_ID[name] for name in names)


def activated(hex: int, *names: str, **changes: Any) -> Game:
    """A segment in which the hex is activated and the group is gathered."""
    changes.setdefault("turn", 7)
    changes.setdefault("withdrew", [3, 4])
    position = play(alone(**changes), f"activate {hex}")
    return play(position, *(f"take {name}" for name in names))


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


def same(found: GrandIllusionBoard, expected: GrandIllusionBoard, *names: str) -> None:
    for name in names or CHANGES:
        assert getattr(found, name) == getattr(expected, name), name


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


def occupied(board: GrandIllusionBoard) -> list[int]:
    return sorted({place for place in board.where if place > 0})


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


def by_rail(turn: int = 6, **changes: Any) -> Game:
    changes.setdefault("units", BEHIND)
    changes.setdefault("caps", [2, 2])
    return alone(turn=turn, begin="strategic", side="allied", initiative="german", **changes)


def held(position: Game, nation: int, hex: int, *, checking: bool = False) -> bool:
    return bool(supplied_hexes(position.board, nation, checking=checking) >> hex & 1)


def counting(edition: str = "english", scenario: int = 1, **changes: Any) -> Game:
    changes.setdefault("units", {"FR.XX": 57, "GE.X": 84})
    changes.setdefault("caps", [0, 0])
    return alone(edition, scenario, begin="administration", **changes)
