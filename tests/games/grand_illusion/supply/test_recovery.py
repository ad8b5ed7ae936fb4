"""9.8, 11.4: disruption and recovery."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_down, is_fort
from games.grand_illusion.positions import CORRIDOR, ROAD, activated, of, phase
from games.grand_illusion.supply.support import RING
from games.grand_illusion.support import alone, asked, carried_out, down, goes, legal, play, question, refused
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, ROWS
from marne.games.grand_illusion.rules.battle.losses import hit
from marne.games.grand_illusion.rules.supply.recovery import RestSome, UndisruptSegment, recovery_hexes
from marne.games.grand_illusion.rules.supply.supply import out_of_supply
from marne.hexes import bits


@pytest.mark.rule("9.8.1", "9.8.2", "9.3.3")
def test_hits_disrupt_then_eliminate_and_forts_lose_steps() -> None:
    board = alone(units={"FR.XX": 26, "FR.F-Maubeuge": 54}).board
    corps, fort = BY_ID["FR.XX"], BY_ID["FR.F-Maubeuge"]
    hit(board, corps)
    assert board.is_down(corps)
    assert board.strength(corps) == 3
    hit(board, corps)
    assert board.where[corps] < 0
    strengths = []
    while board.where[fort] == 54:
        strengths.append((board.strength(fort), board.fort_defence(fort)))
        hit(board, fort)
    assert strengths == [(5, 2), (4, 2), (3, 1), (2, 1)]


@pytest.mark.rule("9.8.3", "5.2")
def test_a_cap_puts_a_quiet_hex_in_order() -> None:
    units = {"FR.XX": "57*", "FR.XV": "57*", "FR.I": "26*", "GE.XIII": 26, "FR.III": "76*", "FR.F-Verdun-E": 76}
    position = alone(turn=6, units=units, german=CORRIDOR, withdrew=[3, 4], caps=[3, 3])
    assert recovery_hexes(position.board, ALLIED) == [57, 76], "not beside enemies"
    position = play(position, "recover 57")
    assert not down(position, "FR.XX")
    assert not down(position, "FR.XV")
    assert position.board.caps[ALLIED] == 2


@pytest.mark.rule("9.8.3")
def test_a_besieged_enemy_fort_is_an_enemy_too() -> None:
    board = alone(turn=6, units={"GE.X": "76*", "GE.VII": 76, "FR.F-Verdun-E": 76}, siege=[76], german=[76, 75]).board
    assert recovery_hexes(board, GERMAN) == []


@pytest.mark.rule("9.8.3", "11.4")
def test_who_rests() -> None:
    board = alone(units={"FR.XX": "57*", "FR.XV": "57*", "FR.I": "57*"}).board
    units = bits(BY_ID[name] for name in ("FR.XX", "FR.XV", "FR.I"))
    assert question(RestSome(0, 57, units, 3), board) is None
    assert question(RestSome(0, 57, units, 0), board) is None
    ask = question(RestSome(0, 57, units, 2), board)
    assert ask is not None
    assert (ask.actor, len(ask.options or ())) == (0, 3)
    none = board.copy()
    assert carried_out(RestSome(0, 57, units, 0), none) == ()
    assert none.down == board.down
    (step,) = RestSome(0, 57, units, 2).do(board, ("rest", BY_ID["FR.XV"]))
    assert step == RestSome(0, 57, units & ~(1 << BY_ID["FR.XV"]), 1)
    assert not board.is_down(BY_ID["FR.XV"])
    assert board.is_down(BY_ID["FR.XX"])
    assert carried_out(RestSome(0, 57, units, 3), board) == ()
    assert board.down & units == 0


@pytest.mark.rule("11.4")
def test_quiet_hexes_recover_wholly_and_others_by_one_or_two() -> None:
    units = {
        "FR.XX": "57*",
        "FR.XV": "57*",
        "FR.HQ-3": "57*",
        "GE.X": 84,
        "FR.I": "26*",
        "FR.II": "26*",
        "FR.III": "26*",
        "GE.XIII": "26*",
    }
    position = phase(units=units, german=[26, 36, 35, 45, *ROAD])
    assert asked(position) == "RestSome"
    assert set(legal(position)) == {"rest FR.I", "rest FR.II", "rest FR.III"}
    position = play(position, "rest FR.I", "rest FR.II")
    assert down(position, "FR.III"), "two of three"
    assert not down(position, "GE.XIII"), "one of one"
    assert not down(position, "FR.XX")
    assert not down(position, "FR.XV")
    assert not down(position, "FR.HQ-3")


@pytest.mark.rule("11.4", "11.2.2")
def test_nobody_recovers_out_of_supply() -> None:
    position = phase(units={"FR.HQ-6": "19*", "FR.F-Paris": 19, "GE.X": 84}, german=RING)
    assert down(position, "FR.HQ-6")


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
    board: GrandIllusionBoard,
    facts: Facts,
    hex: int,
    side: int,
    units: list[int],
    foraging: int,
    asked: tuple[int, int] | None,
) -> None:
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


@pytest.mark.rule("11.4", "8.4.3")
@pytest.mark.reading("emergency-recovery")
def test_on_emergency_supply_nobody_is_asked_to_rest_without_a_staff() -> None:
    disrupted = of("GE.X")
    board = alone(turn=4, units={"GE.X": "36*"}, german=[36]).board
    assert UndisruptSegment(0, disrupted).do(board) == ()
    assert UndisruptSegment(disrupted, 0).do(board) == (), "out of supply nobody rests"
    assert [type(step).__name__ for step in UndisruptSegment(0, 0).do(board)] == ["RestSome"]
    board = alone(turn=4, units={"GE.X": "36*", "GE.HQ-1": 36}, german=[36]).board
    assert UndisruptSegment(0, disrupted | of("GE.HQ-1")).do(board) == (RestSome(GERMAN, 36, disrupted, 1),)
    units = {"GE.X": "36*", "GE.IX": "36*", "GE.II": "36*", "GE.HQ-1": 36, "FR.XX": 36}
    board = alone(turn=4, units=units, german=[36]).board
    disrupted = of("GE.X") | of("GE.IX") | of("GE.II")
    rests = UndisruptSegment(0, disrupted | of("GE.HQ-1")).do(board)
    assert rests == (RestSome(GERMAN, 36, disrupted, 1),), "with enemies in the hex too"


@pytest.mark.rule("9.8.2", "8.4.4")
@pytest.mark.parametrize("name", ["FR.HQ-6", "FR.XV"])
@pytest.mark.parametrize("enemy", ["GE.HQ-3", "GE.HA-420"])
@pytest.mark.reading("staff-alone")
def test_a_lone_staff_or_gun_keeps_out_the_disrupted_and_other_staffs(name: str, enemy: str) -> None:
    german = [36, 35, 45, 44, 54, 64, 73]
    units = {"FR.XV": "27*", "FR.HQ-6": 27, "FR.XX": 27, enemy: 36}
    position = activated(27, name, units=units, german=german)
    assert refused(position, "go 36") == "9.8.2"
    assert 36 in goes(play(position, "take FR.XX")), "with an undisrupted corps they may"
    ours = activated(27, name, units=units, german=[35, 45, 44, 54, 64, 73])
    assert 36 in goes(ours), "and into a hex of their own"
    vacant = activated(27, name, units={**units, enemy: 84}, german=german)
    assert 36 in goes(vacant)
