"""9.5.1 to 9.5.3, 12.5: forts, garrisons, sieges, Antwerp."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.plain import Facts, boards
from games.grand_illusion.positions import QUIET, check_settling, driven, fought, phase
from games.grand_illusion.support import actor, alone, asked, goes, happened, legal, play, refused, where
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import Besieged
from marne.games.grand_illusion.rules.movement import control
from marne.games.grand_illusion.rules.movement.control import may_besiege, settle
from marne.hexes import bits

MAUBEUGE: dict[str, Any] = {"side": "german", "hex": 54}


@pytest.mark.rule("9.5.3", "9.5.2")
@pytest.mark.parametrize(
    ("attackers", "fort", "hex", "may"),
    [
        ("GE.X", "FR.F-Maubeuge", 54, True),
        ("GE.X*", "FR.F-Maubeuge", 54, False),
        ("GE.Naval", "FR.F-Maubeuge", 54, False),
        ("GE.Naval", "BE.F-Namur", 64, True),
        ("GE.X", "BE.F-Antwerp", 52, False),
        ("GE.X", "FR.F-Maubeuge FR.XX*", 54, False),
    ],
)
def test_forts_alone_with_undisrupted_infantry_can_be_besieged(attackers: str, fort: str, hex: int, may: bool) -> None:
    position = play(battle(attackers, fort, side="german", hex=hex, german=[63, 64]), QUIET)
    position = miss_all(to_dice(position))
    if asked(position) == "Retreat":
        assert driven(position) == [("allied", "infantry")], "the corps goes first, and then the fort is alone"
        return
    assert (asked(position) == "Siege") is may
    if may:
        assert actor(position) == "german"
        position = play(position, "besiege")
        assert happened(position, Besieged)
        assert position.board.siege >> hex & 1
        assert position.board.control >> hex & 1, "8.3.2: a besieged fort holds no hex"


@pytest.mark.rule("9.5.3")
def test_a_siege_is_a_choice() -> None:
    position = miss_all(to_dice(play(battle("GE.X", "FR.F-Maubeuge", **MAUBEUGE), QUIET)))
    position = play(position, "no siege")
    assert not position.board.siege
    assert not position.board.control >> 54 & 1


@pytest.mark.rule("9.5.3")
def test_once_the_garrison_has_gone_the_fort_is_besieged() -> None:
    position = fought("GE.X", "FR.F-Maubeuge FR.XX*", **MAUBEUGE)
    assert driven(position) == [("allied", "infantry")]
    position = play(position, legal(position)[0])
    assert asked(position) == "Siege"


@pytest.mark.rule("9.5.3")
def test_an_attacker_that_goes_leaves_his_fort_to_a_siege() -> None:
    position = fought("FR.XX*", "GE.X", hex=76, spare="FR.F-Verdun-E", german=[])
    position = play(position, legal(position)[0])
    if asked(position) == "MayLeave":
        position = play(position, "stay")
    assert asked(position) == "Siege"
    assert actor(position) == "german"


@pytest.mark.rule("9.5.3", "9.4.4")
def test_the_french_lay_siege_to_a_fort_that_sallied() -> None:
    position = fought("GE.X*", "FR.XX", side="german", hex=94, spare="GE.F-Trier", others={"GE.HQ-4": 94, "GE.VI": 84})
    while asked(position) in ("Retreat", "MayLeave"):
        position = play(position, legal(position)[0])
    assert asked(position) == "Siege"
    assert actor(position) == "allied"


@pytest.mark.rule("9.5.3", "9.4.4")
def test_after_a_battle_a_staff_does_not_stay_alone_with_an_enemy_fort() -> None:
    others = {"GE.HQ-2": 64, "GE.II": 73}
    position = play(battle("GE.39-R*", "BE.F-Namur", side="german", hex=64, others=others), QUIET, "front GE.39-R")
    position = play(position, 6, 2)
    assert where(position, "GE.39-R") == -1
    assert where(position, "GE.HQ-2") == 73


SHUT_IN = {"BE.I": 52, "BE.II": 52, "BE.F-Antwerp": 52, "GE.III-R": 53, "GE.IX-R": 62, "FR.XX": 57}
ROAD = [64, 73, 63, 53, 62, 54]


@pytest.mark.rule("12.5.2", "14.3.1")
@pytest.mark.reading("screen")
def test_two_corps_screen_the_belgians_until_turn_seven() -> None:
    def may_activate(turn: int = 6, **changes: Any) -> bool:
        units = changes.pop("units", SHUT_IN)
        position = alone(turn=turn, units=units, german=ROAD, withdrew=[3, 4], **changes)
        return "activate 52" in legal(position)

    assert not may_activate(bottled=True)
    assert may_activate(bottled=False), "only if they slipped away on turn 1"
    assert may_activate(turn=7, bottled=True)
    assert may_activate(bottled=True, units={**SHUT_IN, "GE.IX-R": 84}), "one corps is not enough"


@pytest.mark.rule("12.5.3")
def test_ghent_stays_open() -> None:
    position = alone(turn=8, side="german", units=SHUT_IN, german=ROAD, withdrew=[3, 4], bottled=True)
    position = play(position, "activate 53", "take GE.III-R")
    assert refused(position, "go 43") == "12.5.3"
    position = alone(
        turn=8, side="german", units={**SHUT_IN, "BE.I": 44, "BE.II": 44}, german=ROAD, withdrew=[3, 4], bottled=True
    )
    position = play(position, "activate 53", "take GE.III-R")
    assert 43 in goes(position)


@pytest.mark.rule("12.5.1", "9.5.3", "8.3.2")
def test_antwerp_is_not_besieged() -> None:
    units = {"BE.F-Antwerp": 52, "GE.III-R": 52, "FR.XX": 57, "FR.F-Maubeuge": 54, "GE.X": 54}
    board = alone(turn=8, units=units, german=ROAD).board
    assert not may_besiege(board, 52, GERMAN)
    assert may_besiege(board, 54, GERMAN)
    settle(board, 52)
    assert board.controls(ALLIED, 52)
    board.put(BY_ID["BE.F-Antwerp"], -1)
    settle(board, 52)
    assert board.controls(GERMAN, 52)


@pytest.mark.rule("9.5.3", "9.5.2")
def test_what_a_siege_needs() -> None:
    units = {"FR.F-Maubeuge": 54, "GE.X": 54, "FR.XX": 57}
    assert may_besiege(alone(units=units, german=ROAD).board, 54, GERMAN)
    assert not may_besiege(alone(units={**units, "GE.X": "54*"}, german=ROAD).board, 54, GERMAN), "disrupted"
    division = {"FR.F-Maubeuge": 54, "GE.39-R": 54, "FR.XX": 57}
    assert not may_besiege(alone(units=division, german=ROAD).board, 54, GERMAN), "a large garrison needs a corps"
    assert may_besiege(alone(units={"FR.F-Langres": 79, "GE.39-R": 79}, german=[79]).board, 79, GERMAN)
    assert not may_besiege(alone(units={**units, "FR.1-C": 54}, german=ROAD).board, 54, GERMAN), "not alone"
    assert not may_besiege(alone(units=units, german=ROAD, siege=[54]).board, 54, GERMAN), "besieged already"
    assert not may_besiege(alone(units={"GE.X": 54}, german=ROAD).board, 54, GERMAN), "no fort"


@pytest.mark.rule("9.5.3", "9.5.2", "11.3")
@pytest.mark.parametrize(
    ("fort", "hex", "die", "falls"),
    [
        ("FR.F-Langres", 79, 2, True),
        ("FR.F-Langres", 79, 3, False),
        ("FR.F-Toul", 87, 2, False),
        ("FR.F-Toul", 87, 1, True),
    ],
)
def test_besieged_forts_surrender_by_die(fort: str, hex: int, die: int, falls: bool) -> None:
    position = phase(units={"GE.X": hex, fort: hex, "FR.XX": 57}, german=[hex, 86, 87, 88, 78, 77, 97], siege=[hex])
    assert asked(position) == "Surrender"
    position = play(position, die)
    assert (where(position, fort) == DEAD) is falls
    assert bool(position.board.siege >> hex & 1) is not falls


@pytest.mark.rule("9.5.3", "11.3", "ES-36")
@pytest.mark.parametrize(("edition", "rolls"), [("english", False), ("spanish", True)])
def test_hungry_besiegers_lift_the_siege_before_the_english_roll(edition: str, rolls: bool) -> None:
    position = phase(edition, units={"GE.X": 79, "FR.F-Langres": 79, "FR.XX": 57}, german=[79], siege=[79])
    assert (asked(position) == "Surrender") is rolls
    position = play(position, 6) if rolls else position
    assert not position.board.siege


@pytest.mark.rule("9.5.3", "9.5.4", "9.4.4")
def test_what_becomes_of_sieges_guns_and_staffs() -> None:
    check_settling(60, 62)


@pytest.mark.rule("9.5.3", "9.5.2", "12.5.1")
def test_which_forts_can_be_besieged() -> None:
    for _, board in boards(80, 47):
        board.siege &= bits(range(0, 108, 2))
        facts = Facts(board)
        for hex in range(1, 108):
            assert control.siege_holds(board, hex) is plain.siege_stands(facts, hex)
            for side in (0, 1):
                assert control.may_besiege(board, hex, side) is plain_more.may_besiege(facts, hex, side)
