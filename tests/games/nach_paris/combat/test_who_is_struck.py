"""[9.1.4], [9.2.2], [6.3.1], [12.2.5], [9.3.3] Whom an attack strikes: who fought before, trains, guns on their own."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still, texts, unit
from games.nach_paris.support import Game, actor, arranged, asked, has, legal, play, where
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.horse import Withdraw
from marne.games.nach_paris.rules.combat.modifiers import _aspects
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.combat.resolve import Leftovers
from marne.games.nach_paris.rules.retreat.advance import Advance

TARGET = "AW23"


def combats(side: str, units: dict[str, str]) -> Game:
    nation = "FR" if side == "allied" else "DE"
    return arranged(units=units, turn=19, side=side, begin=f"Combats {nation}")


# -- [9.1.4], [9.2.2] who is left after a withdrawal


@pytest.mark.rule("9.1.4", "9.2.2", "9.2.6")
@pytest.mark.reading("fought-before")
def test_who_fought_before_is_not_attacked_again_when_the_cavalry_has_gone() -> None:
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, "18.ID": f"{TARGET} S fought"}
    position = play(combats("allied", units), f"attack {TARGET}", "full 1re-DI", "withdraw 5.KD", "to AW24")
    assert has(position, "barred", "1re-DI"), "its attack is spent"
    assert not has(position, "fought", "1re-DI"), "but there was no combat"
    assert where(position, "1re-DI") == "AW22", "and nobody enters a hex that is held"
    assert position.open is None or asked(position) not in ("RollCombat", "Advance")


@pytest.mark.rule("9.2.2", "9.3.3")
def test_whoever_has_not_fought_is_attacked_and_the_others_share_its_fate() -> None:
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, "18.ID": f"{TARGET} S fought", "17.ID": f"{TARGET} S"}
    position = play(combats("allied", units), f"attack {TARGET}", "full 1re-DI", "withdraw 5.KD", "to AW24")
    assert asked(position) == "RollCombat"
    assert position.step.battle.defenders == unit("17.ID")  # type: ignore[attr-defined]


@pytest.mark.rule("9.1.4", "9.2.2", "11.2.4")
def test_a_fortified_zone_is_attacked_once_too() -> None:
    zone = next(iter(forts.ZONE_AT))
    beside = MAP.grid.label(MAP.grid.neighbours[zone][0])
    board = still({"1re-DI": f"{beside} N"}, side="allied")
    battle = Battle(zone, full=unit("1re-DI"))
    (step,) = Withdraw(battle, 0).unasked(board)
    assert isinstance(step, ChooseNation)
    board.attacked = 1 << zone
    assert Withdraw(battle, 0).unasked(board) == ()
    assert board.barred == unit("1re-DI")
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    (step,) = Withdraw(battle, 0).unasked(board)
    assert isinstance(step, Advance), "nothing is left in the hex"


# -- [6.3.1], [12.2.5] units on trains


def struck(units: dict[str, str], *sources: str) -> list[str]:
    """What the defenders of BB8 suffer by aspect from attackers in these hexes."""
    board = still(units, side="german")
    return texts(_aspects(board, Battle(at("BB8"), defenders=unit(*units)), tuple(map(at, sources))))


@pytest.mark.rule("6.3.1", "12.2.5")
@pytest.mark.reading("train-and-friend")
def test_a_friend_who_faces_the_attacker_covers_the_train() -> None:
    train = {"1re-DI": "BB8 >BB9"}
    assert struck(train, "BB9") == ["combat.entrained"]
    assert struck({**train, "2e-DI": "BB8 N"}, "BB9") == []
    assert struck({**train, "1re-DC": "BB8"}, "BB7", "BB9") == [], "cavalry looks all round"
    assert struck({**train, "QG-5e-A": "BB8"}, "BB9") == ["combat.entrained"], "headquarters cover nobody"


@pytest.mark.rule("6.3.1", "12.2.5", "9.4.9")
def test_a_train_has_flanks_only_where_its_friend_shows_his_rear() -> None:
    units = {"1re-DI": "BB8 >BB9", "2e-DI": "BB8 N"}
    assert struck({"2e-DI": "BB8 N"}, "BB7") == ["combat.rear"]
    assert struck(units, "BB7") == ["combat.entrained"], "the better of rear and flank"
    assert struck(units, "BB7", "BB9") == ["combat.entrained"], "once"


@pytest.mark.rule("12.2.5", "9.4.8")
def test_a_flank_counts_once_with_or_without_a_train() -> None:
    flanks = [
        MAP.grid.label(hex)
        for hex in MAP.grid.neighbours[at("BB8")]
        if struck({"2e-DI": "BB8 N"}, MAP.grid.label(hex)) == ["combat.flank"]
    ]
    assert flanks
    for hex in flanks:
        assert struck({"1re-DI": "BB8 >BB9", "2e-DI": "BB8 N"}, hex) == ["combat.flank"]


# -- [9.3.3] the attacker's guns


ATTACK = {
    "18.ID": "AW22 N",
    "II/RFußa.2": "AX23 NE",
    "1re-DI": f"{TARGET} S",
    "2e-DI": f"{TARGET} S",
    "5e-DI": f"{TARGET} S",
}


@pytest.mark.rule("9.3.3")
@pytest.mark.reading("guns-left-alone")
def test_guns_that_attack_out_of_a_hex_of_their_own_are_not_left_alone() -> None:
    """18.ID attacks from AW22 and goes back; the guns fire out of AX23, where no foot was."""
    position = play(combats("german", ATTACK), f"attack {TARGET}", "full 18.ID", "guns II/RFußa.2")
    while position.open is not None and asked(position) in ("RollCombat", "CabTest", "Retreat", "Face"):
        if asked(position) == "CabTest":
            assert "RFußa" not in str(position.step), "nobody asks the guns to stand"
        position = play(position, 20 if actor(position) == "chance" else legal(position)[0])
    assert where(position, "18.ID") != "AW22"
    assert where(position, "II/RFußa.2") == "AX23"
    assert position.board.lost[BY_ID["II/RFußa.2"]] == 0


@pytest.mark.rule("9.3.3")
def test_guns_are_left_alone_by_foot_of_the_combat_that_was_in_their_hex() -> None:
    units = {"18.ID": "AW24 S", "II/RFußa.2": "AW22 N", "17.ID": "AW22 N"}
    board = still(units, side="german")
    guns = unit("II/RFußa.2")

    def tested() -> bool:
        battle = Battle(at(TARGET), full=unit("18.ID"), guns=guns, sources=(at("AW22"),))
        step = Leftovers(battle, True, None, ())  # type: ignore[arg-type]
        return bool(step._attackers(board))

    assert not tested(), "17.ID stays with them"
    board.fought = unit("17.ID")
    assert tested(), "17.ID had a combat of its own, 18.ID went back"
    board.put(BY_ID["17.ID"], at("AW24"))
    board.fought = 0
    assert tested(), "nobody is there"
