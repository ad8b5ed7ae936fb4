"""9.4.1, 9.4.2, 12.6: who must leave, and who may."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.plain import Facts, boards, here, is_combat
from games.grand_illusion.positions import QUIET, driven, fought, occupied
from games.grand_illusion.support import actor, alone, asked, down, happened, legal, play, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, ROWS
from marne.games.grand_illusion.events import MayRetreat
from marne.games.grand_illusion.rules.battle.battle_conclusion import Force, beaten
from marne.games.grand_illusion.rules.retreat.retreat import retreat_side, way_out


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
@pytest.mark.reading("cavalry-in-trenches")
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
@pytest.mark.reading("both-driven")
def test_the_defender_goes_last_only_in_english(edition: str, first: str) -> None:
    position = fought("FR.XX*", "GE.X", edition=edition)
    assert driven(position) == [("allied", "infantry")]
    assert asked(position) == first


@pytest.mark.rule("9.4.1")
@pytest.mark.reading("both-driven")
def test_routed_and_beaten_both_sides_may_have_to_go() -> None:
    position = fought("FR.XX* FR.2-C FR.4-C FR.6-C", "GE.X", roll=2)
    assert driven(position) == [("allied", "infantry"), ("german", "routed")]


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


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("choice", ["by sea", "retreat"])
def test_the_division_of_namur_may_go_round_by_sea(choice: str) -> None:
    position = miss_all(to_dice(play(battle("GE.X", "BE.4*", side="german", hex=64), QUIET)))
    assert asked(position) == "NamurDivision"
    position = play(position, choice)
    if choice == "by sea":
        assert position.board.track[BY_ID["BE.4"]][0] == 11
        assert not down(position, "BE.4")
        assert not position.board.weak >> BY_ID["BE.4"] & 1, "it comes back whole"
    else:
        assert asked(position) == "Retreat"


@pytest.mark.rule("12.6")
def test_the_division_of_namur_only_if_it_is_forced() -> None:
    position = miss_all(to_dice(play(battle("GE.X", "BE.4", side="german", hex=64), QUIET)))
    assert asked(play(position, "retreat")) == "Retreat"


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


@pytest.mark.rule("12.6", "9.4.1")
def test_only_the_division_of_namur_is_asked() -> None:
    board = alone(turn=6, units={"BE.4": 64, "BE.I": 64, "BE.HQ-Belge": 64, "GE.X": 64}).board
    forced = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=True)]
    assert forced == ["NamurDivision", "Retreat", "RetreatHeadquarters", "Left"]
    free = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=False)]
    assert free == ["Retreat", "RetreatHeadquarters", "Left"]
    board.put(BY_ID["BE.4"], 57)
    other = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=True)]
    assert other == ["Retreat", "RetreatHeadquarters", "Left"]
    assert [type(step).__name__ for step in retreat_side(board, GERMAN, 64, forced=True)] == ["Retreat", "Left"]
