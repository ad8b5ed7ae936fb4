"""[10.2], [11] Works, forts and zones where combats and assaults use them."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied, fought, german, modifiers
from games.nach_paris.forts.support import BOURDIAU, HAUTMONT, LEVEAU, SARTS, declaring, storming
from games.nach_paris.support import Game, asked, legal, play, refused, where
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.tables import Result
from marne.games.nach_paris.components.units import BY_ID, FR, SIDE
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.resolve import must_retreat
from marne.games.nach_paris.rules.forts.fort_fire import fort_guns
from marne.games.nach_paris.steps import hex_of

NO_FORTS = {HAUTMONT: "gone", BOURDIAU: "gone"}


def attacked(position: Game, hex: str, *attackers: str, die: int = 10) -> Game:
    """A combat up to its die, every other question answered with its last answer."""
    position = play(position, f"attack {hex}", *(f"full {unit}" for unit in attackers))
    while asked(position) != "RollCombat":
        position = play(position, legal(position)[-1])
    return play(position, die)


def cbf(position: Game, unit: str) -> int:
    return int(position.board.cbf(BY_ID[unit]))


@pytest.mark.rule("10.2.1", "10.2.2")
def test_fieldworks_raise_the_factor_of_those_in_them_alone() -> None:
    units = {"18.ID": f"{TARGET} S fieldworks", "17.ID": f"{TARGET} S", "1re-DI": "AW22 N"}
    position = allied(units)
    wanted = cbf(position, "18.ID") * 1.3 + cbf(position, "17.ID")
    assert float(fought(attacked(position, TARGET, "1re-DI")).defence) == pytest.approx(wanted)
    french = german({"1re-DI": f"{TARGET} S fieldworks", "18.ID": "AW22 N"})
    assert float(fought(attacked(french, TARGET, "18.ID")).defence) == pytest.approx(cbf(french, "1re-DI") * 1.2)


@pytest.mark.rule("11.2.5")
def test_a_unit_in_a_fortified_zone_has_two_points_more() -> None:
    position = allied({"3.ID": "I9 SW", "27e-DI": "J9 NE"})
    assert fought(attacked(position, "I9", "27e-DI")).defence == str(cbf(position, "3.ID") + 2)
    gone = allied({"3.ID": "I9 SW", "27e-DI": "J9 NE"}, zones=["I9"])
    assert fought(attacked(gone, "I9", "27e-DI")).defence == str(cbf(gone, "3.ID"))


@pytest.mark.rule("11.2.7", "9.6.5")
def test_a_zone_that_fails_its_test_in_a_combat_is_destroyed_and_can_be_entered() -> None:
    position = attacked(allied({"27e-DI": "J9 NE"}), "I9", "27e-DI", die=1)
    while asked(position) in ("ZoneTest", "CabTest"):
        position = play(position, 20 if asked(position) == "ZoneTest" else 1)
    assert position.board.zones_gone >> forts.ZONE_AT[hex_of("I9")] & 1
    assert "advance 27e-DI I9" in legal(position)


@pytest.mark.rule("11.3.7", "11.6.8")
@pytest.mark.parametrize(("gone", "wanted"), [({}, 6 * 3.0 + 8 + 12), (NO_FORTS, 6 * 1.7)])
@pytest.mark.reading("fort-factors")
def test_forts_add_their_factors_to_who_defends_their_hex(gone: dict[str, str], wanted: float) -> None:
    """Hautmont 8, Bourdiau 12; the belt of Maubeuge is finished, and drops a grade without its forts."""
    position = german({"145e-RI": "AK30 SW", "18.ID": "AL31 NE"}, turn=13, forts=gone)
    assert float(fought(attacked(position, "AK30", "18.ID")).defence) == pytest.approx(wanted)


@pytest.mark.rule("11.3.8")
def test_the_guns_of_forts_are_added_to_a_sortie_once() -> None:
    units = {"145e-RI": "AK30 NW", "15e-DI": "AK30 NW", "18.ID": "AL31 NE"}
    position = allied(units)
    guns = fort_guns(position.board, FR, hex_of("AL31"))
    arf = sum(forts.ARF[fort][0] for fort in range(forts.COUNT) if guns >> fort & 1)
    assert arf
    sortie = attacked(position, "AL31", "145e-RI", "15e-DI")
    assert fought(sortie).attack == str(cbf(position, "145e-RI") + cbf(position, "15e-DI") + arf)
    assert sortie.board.forts_fired & guns == guns
    alone = attacked(position, "AL31", "15e-DI")
    assert fought(alone).attack == str(cbf(position, "15e-DI"))
    assert not alone.board.forts_fired


@pytest.mark.rule("11.6.9")
def test_nobody_is_taken_in_flank_or_rear_beside_an_active_fort_of_a_camp() -> None:
    units = {"145e-RI": "AK30 NE", "18.ID": "AL31 NE"}
    assert not {"combat.flank", "combat.rear"} & set(modifiers(attacked(german(units), "AK30", "18.ID")))
    assert {"combat.flank", "combat.rear"} & set(modifiers(attacked(german(units, forts=NO_FORTS), "AK30", "18.ID")))


@pytest.mark.rule("11.1.6", "11.6.3", "9.3.3")
@pytest.mark.parametrize(
    ("works", "outright", "lost", "goes"),
    [
        ("", 0, 1, True),
        ("regular", 0, 1, False),
        ("regular", 1, 1, True),
        ("regular", 0, 2, True),
        ("strengthened", 0, 1, False),
        ("strengthened", 1, 1, False),
        ("strengthened", 0, 2, True),
    ],
)
def test_who_retreats_out_of_entrenchments(works: str, outright: int, lost: int, goes: bool) -> None:
    board, unit = german({"1re-DI": f"{TARGET} S -{lost}"}).board, BY_ID["1re-DI"]
    board.hurt, board.beaten = {unit: 1}, SIDE[unit]
    sheltered: dict[str, Any] = {works: 1 << unit} if works else {}
    battle = Battle(hex_of(TARGET), defenders=1 << unit, **sheltered)
    assert must_retreat(board, battle, unit, Result(outright, -3)) == goes


@pytest.mark.rule("11.3.9", "9.1.2")
def test_a_staff_in_a_fort_is_not_attacked() -> None:
    units = {"QG-5e-A": "AK30", "18.ID": "AL31 NE"}
    assert refused(german({**units, "1re-DI": "AM31 NE", "17.ID": "AL31 SW"}), "attack AK30") == "11.3.9"
    assert "attack AK30" in legal(german(units, forts=NO_FORTS))


@pytest.mark.rule("11.7.1", "11.7.2")
def test_who_says_that_it_holds_old_walls_has_half_as_much_again_and_nothing_else() -> None:
    units = {"1re-DI": "AR35 S fieldworks", "26.IB": "AR34 N"}  # Lille
    position = play(german(units, forts=_gone("AR35")), "attack AR35", "full 26.IB")
    assert asked(position) == "OccupyOldWalls"
    assert float(fought(play(position, "hold 1re-DI", 10)).defence) == pytest.approx(cbf(position, "1re-DI") * 1.5)
    assert float(fought(play(position, "done", 10)).defence) == pytest.approx(cbf(position, "1re-DI") * 1.2)


def _gone(hex: str) -> dict[str, str]:
    found = (fort for fort in forts.ROWS if fort.hex == hex)
    return {f"{hex}:{fort.name.replace(' ', '-')}": "gone" for fort in found}


@pytest.mark.rule("11.5.9", "11.5.8")
def test_stormers_stay_out_while_a_fort_stands() -> None:
    units = {"24.RD": "AC29 SW", "III/Fußa.1": "AC29 SW"}
    position = play(storming("AD29:Citadelle-de-Charlemont 24.RD III/Fußa.1", turn=13, units=units), 12, 7, 1)
    assert position.open is None
    assert where(position, "24.RD") == "AC29"


@pytest.mark.rule("13.3.2")
def test_who_is_out_of_command_does_not_storm() -> None:
    units = {"PiR.24": "AL31 NE", "PiR.25": "AL31 NE ooc"}
    game = play(declaring(units=units), f"assault {LEVEAU}")
    assert refused(game, "storm PiR.25") == "13.3.2"


@pytest.mark.rule("8.8.2", "8.5.7")
def test_a_declared_assault_keeps_its_shells() -> None:
    """One round for all 42 cm guns: the second assault has none."""
    units = {"PiR.24": "AL31 NE", "PiR.25": "AL31 NE", "KMK.b3": "AL31 NE fip", "KMK.b2": "AL31 NE fip"}
    game = play(declaring(units=units, ammo=[1, 5]), f"assault {LEVEAU}", "storm PiR.24", "with KMK.b3", "ready")
    second = play(game, f"assault {SARTS}")
    while asked(second) == "ChooseStormer":
        second = play(second, "storm PiR.25")
    assert asked(second) != "AssaultGuns"  # no gun is left to choose
    assert second.board.assaults[-1].guns == 0


@pytest.mark.rule("9.4.7")
def test_bright_uniforms_of_the_defender_do_not_count() -> None:
    position = german({"1re-DI": f"{TARGET} S", "18.ID": "AW22 N", "17.ID": "AW22 N"})
    assert modifiers(attacked(position, TARGET, "18.ID", "17.ID")) == {}


@pytest.mark.rule("9.4.10", "9.4.1")
@pytest.mark.reading("guns-from-the-flank")
def test_a_hex_that_only_lends_guns_is_not_counted() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "5.ID": "AV23 NW", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "full 17.ID", "part 5.ID", 10)
    assert modifiers(position)["combat.hexes.2"] == -1
