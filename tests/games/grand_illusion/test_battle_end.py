"""9.4.1, 9.4.2, 9.5.2, 9.5.3: who must leave, who may, and sieges."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.support import Game, actor, asked, carried_out, down, happened, legal, play, where
from marne.games.grand_illusion.events import Besieged, MayRetreat, MustRetreat
from marne.games.grand_illusion.rules.battle.battle import EndOfBattle
from marne.games.grand_illusion.rules.battle.battle_conclusion import Conclude, Force, beaten

QUIET = 5


def fought(attackers: str, defenders: str, **changes: Any) -> Game:
    """A battle in which nobody hits anything."""
    roll = changes.pop("roll", QUIET)
    return miss_all(to_dice(play(battle(attackers, defenders, **changes), roll)))


def driven(position: Game) -> list[tuple[str, str]]:
    return [(each.side, each.why) for each in happened(position, MustRetreat)]


@pytest.mark.rule("9.4.1", "9.4")
@pytest.mark.parametrize(
    ("defenders", "why"),
    [
        ("GE.X*", [("german", "infantry")]),
        ("GE.X* GE.9-C", [("german", "infantry")]),
        ("GE.9-C", [("german", "infantry")]),
        ("GE.X", []),
        ("GE.X GE.VII*", []),
    ],
)
def test_without_undisrupted_infantry_one_leaves(defenders: str, why: list[tuple[str, str]]) -> None:
    assert driven(fought("FR.XX", defenders)) == why


@pytest.mark.rule("9.4.1")
def test_the_attacker_too_must_leave() -> None:
    position = fought("FR.XX*", "GE.X")
    assert driven(position) == [("allied", "infantry")]
    assert actor(position) == "allied"
    assert asked(position) == "Retreat"


@pytest.mark.rule("9.4.1")
def test_where_nobody_has_undisrupted_infantry_nobody_must() -> None:
    assert driven(fought("FR.XX*", "GE.X*")) == []


@pytest.mark.rule("9.4.1")
def test_units_that_did_not_attack_count_too() -> None:
    assert driven(fought("FR.XX*", "GE.X*", spare="FR.XV")) == [("german", "infantry")]


@pytest.mark.rule("9.4.1")
def test_cavalry_alone_fights_for_the_hex() -> None:
    position = play(battle("FR.2-C", "GE.9-C"), QUIET, "stand", 1, 6)
    assert driven(position) == [("german", "cavalry")]
    both = play(battle("FR.2-C", "GE.9-C"), QUIET, "stand", 1, 1)
    assert driven(both) == []


@pytest.mark.rule("9.4.1")
@pytest.mark.parametrize("hex", [102, 103, 36])
def test_trenches_and_the_vosges_excuse_but_not_cavalry(hex: int) -> None:
    trench = {"36": 1} if hex == 36 else {}
    position = fought("FR.XX", "GE.X*", hex=hex, trench=trench)
    assert driven(position) == []
    assert [each.side for each in happened(position, MayRetreat)] == ["german"]
    assert asked(position) == "MayLeave"
    riders = play(battle("FR.2-C", "GE.9-C", hex=hex, trench=trench), QUIET, "stand", 1, 6)
    assert driven(riders) == [("german", "cavalry")]


@pytest.mark.rule("9.4.1", "9.4.2", "ES-16")
@pytest.mark.parametrize(("edition", "asks"), [("english", ["german"]), ("spanish", ["german", "allied"])])
def test_an_excused_attacker_may_retreat_only_in_spanish(edition: str, asks: list[str]) -> None:
    position = fought("FR.XX*", "GE.X", edition=edition, trench={"36": 1})
    seen = []
    while position.open is not None and asked(position) == "MayLeave":
        seen.append(actor(position))
        position = play(position, "stay")
    assert seen == asks


@pytest.mark.rule("9.4.2")
def test_the_defender_may_always_go_and_then_all_go() -> None:
    position = fought("FR.XX", "GE.X GE.VII", others={"FR.X": 47})
    assert legal(position) == ["stay", "retreat"]
    assert actor(position) == "german"
    position = play(position, "retreat", "to 46")
    assert where(position, "GE.X") == where(position, "GE.VII") == 46
    assert not position.board.control >> 36 & 1, "9.4.1: control changes now"


@pytest.mark.rule("9.4.2")
def test_not_without_a_way_out() -> None:
    around = {26: "FR.I", 27: "FR.III", 35: "FR.X", 37: "FR.XII", 46: "FR.XI", 47: "FR.XVII"}
    position = fought("FR.XX", "GE.X", others={name: hex for hex, name in around.items()})
    assert asked(position) != "MayLeave"


@pytest.mark.rule("9.4.2", "ES-17")
@pytest.mark.parametrize(("edition", "first"), [("english", "Retreat"), ("spanish", "MayLeave")])
def test_the_defender_goes_last_only_in_english(edition: str, first: str) -> None:
    position = fought("FR.XX*", "GE.X", edition=edition)
    assert driven(position) == [("allied", "infantry")]
    assert asked(position) == first


@pytest.mark.rule("9.4.1")
def test_routed_and_beaten_both_sides_may_have_to_go() -> None:
    position = fought("FR.XX* FR.2-C FR.4-C FR.6-C", "GE.X", roll=2)
    assert driven(position) == [("allied", "infantry"), ("german", "routed")]


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


@pytest.mark.rule("9.4.4", "ES-21")
@pytest.mark.parametrize(("edition", "moves"), [("english", False), ("spanish", True)])
def test_a_headquarters_left_alone_moves_only_in_spanish(edition: str, moves: bool) -> None:
    position = play(
        battle("FR.XX*", "GE.X*", edition=edition, others={"FR.HQ-5": 36, "FR.X": 47}), QUIET, "front FR.XX", 1, 1
    )
    assert where(position, "GE.X") == where(position, "FR.XX") == -1
    assert where(position, "FR.HQ-5") == (47 if moves else 36)


@pytest.mark.rule("9.5.4", "9.4.4")
def test_guns_and_headquarters_go_with_a_retreat() -> None:
    position = battle(
        "GE.X*", "BE.F-Namur BE.4", side="german", hex=64, others={"GE.HA-420": 64, "GE.HQ-2": 64, "GE.II": 73}
    )
    position = miss_all(to_dice(play(position, "done", QUIET)))
    assert driven(position) == [("german", "infantry")]
    position = to_dice(position) if asked(position) == "Retreat" else position
    assert where(position, "GE.X") == where(position, "GE.HA-420") == where(position, "GE.HQ-2") == 73


@pytest.mark.rule("9.4.1")
def test_who_is_beaten_in_every_case() -> None:
    forces = [Force(c, f, i) for c in range(4) for f in range(c + 1) for i in range(f + 1)]
    for mine in forces:
        for theirs in forces:
            for routed in (False, True):
                for only_cavalry in (False, True):
                    expected = ""
                    if mine.combat > 0:
                        if only_cavalry and mine.fresh == 0 and theirs.fresh > 0:
                            expected = "cavalry"
                        if routed and mine.fresh < theirs.fresh:
                            expected = "routed"
                        if mine.fresh_infantry == 0 and theirs.fresh_infantry > 0:
                            expected = "infantry"
                    assert beaten(mine, theirs, routed=routed, only_cavalry=only_cavalry) == expected


@pytest.mark.rule("9.4.1")
def test_a_fort_in_the_hex_makes_it_no_battle_of_cavalry() -> None:
    position = battle("FR.2-C", "GE.9-C GE.F-Trier", hex=94)
    position = play(position, QUIET, "leave out", "stand", 1, 6)
    assert down(position, "GE.9-C")
    assert driven(position) == []


@pytest.mark.rule("9.3.6", "9.4")
def test_the_battle_board_is_cleared_before_anybody_leaves() -> None:
    position = play(battle("FR.XX", "GE.X"), QUIET)
    board = position.board.copy()
    board.hits = 6
    carried_out(Conclude(), board)
    assert (board.spaces, board.hits) == ([0] * 16, 0)
    board.spaces, board.hits, board.fortune = [1] * 16, 6, 4
    carried_out(EndOfBattle(1), board)
    assert (board.spaces, board.hits, board.fortune, board.battle, board.attacker) == ([0] * 16, 0, 0, 0, 1)


@pytest.mark.rule("9.4.1", "12.6")
def test_only_a_forced_retreat_sends_the_division_of_namur_to_sea() -> None:
    forced = fought("GE.X GE.VII", "BE.4*", side="german", hex=64)
    assert asked(forced) == "NamurDivision"


@pytest.mark.rule("9.4.2", "12.6")
def test_who_goes_of_his_own_will_does_not_go_to_sea() -> None:
    free = fought("GE.X", "BE.4", side="german", hex=64)
    assert asked(free) == "MayLeave"
    free = play(free, "retreat")
    assert asked(free) == "Retreat"


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
