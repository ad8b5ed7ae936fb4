"""9.1.6, 9.4: what counts in a combat of half steps, of horse in close country, of units that only lend guns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.still import at, still, texts, unit
from games.nach_paris.support import arranged, asked, play
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.units import BY_ID, FR, GB
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import _zealots, half_steps
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.combat.nerve import shelled_by_siege_guns
from marne.games.nach_paris.rules.forts.fort_fire import supporting_forts
from marne.games.nach_paris.rules.forts.forts import fort_arf
from marne.hexes import members


@pytest.mark.rule("9.4.4", "9.1.6")
def test_what_counts_out_of_a_hex_in_half_steps() -> None:
    board = still(
        {"18.ID": "AW22 N", "17.ID": "AW22 N -1", "JB-4.KK": "AW22 N", "5.KD": "AW22", "III/Fußa.1": "AW22 N"}
    )
    found = {
        (name, how): half_steps(board, BY_ID[name], how)
        for name in ("18.ID", "17.ID", "JB-4.KK", "5.KD")
        for how in ("full", "part")
    }
    assert found == {
        ("18.ID", "full"): 8,
        ("18.ID", "part"): 2,
        ("17.ID", "full"): 6,
        ("17.ID", "part"): 2,
        ("JB-4.KK", "full"): 1,
        ("JB-4.KK", "part"): 2,
        ("5.KD", "full"): 6,
        ("5.KD", "part"): 2,
    }
    assert half_steps(board, BY_ID["III/Fußa.1"], "guns") == 0


def beside(mine: tuple[Terrain, ...], theirs: tuple[Terrain, ...]) -> tuple[str, str]:
    """Two neighbouring hexes of these terrains, outside camps and with nothing between them."""
    for hex in range(len(MAP.grid)):
        for other in MAP.grid.neighbours[hex]:
            if MAP.terrain[hex] in mine and MAP.terrain[other] in theirs and max(MAP.camp[hex], MAP.camp[other]) < 0:
                return MAP.grid.label(hex), MAP.grid.label(other)
    raise AssertionError((mine, theirs))


CLOSE, OPEN = (Terrain.ROUGH, Terrain.MOUNTAINOUS), (Terrain.CLEAR, Terrain.BROKEN)


@pytest.mark.rule("9.4.6")
@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        (CLOSE, OPEN, ["combat.cavalry.attacking"]),
        (OPEN, CLOSE, ["combat.cavalry.defending"]),
        (CLOSE, CLOSE, ["combat.cavalry.attacking", "combat.cavalry.defending"]),
        (OPEN, OPEN, []),
    ],
)
def test_horse_suffers_by_the_hex_it_is_in_itself(mine: Any, theirs: Any, found: list[str]) -> None:
    source, target = beside(mine, theirs)
    board = still({"5.KD": source, "1re-DC": target}, side="german")
    battle = Battle(at(target), full=unit("5.KD"), defenders=unit("1re-DC"))
    assert [text for text in texts(combat_modifiers(board, battle)) if "cavalry" in text] == found


@pytest.mark.rule("9.4.1", "9.1.6", "9.4.6")
def test_who_only_lends_guns_brings_no_modifier() -> None:
    """Horse in close country, a division torn from its corps, one without supply: none of them, out of a third hex."""
    source, target = beside(CLOSE, OPEN)
    other = next(
        MAP.grid.label(hex)
        for hex in MAP.grid.neighbours[at(target)]
        if MAP.grid.label(hex) != source and MAP.playable(hex)
    )
    units = {"18.ID": f"{other} N", "17.ID": f"{other} N", "5.KD": source, "32.ID": f"{source} N limited"}
    board = still({**units, "1re-DI": f"{target} N"}, side="german")
    alone = Battle(at(target), full=unit("18.ID"), defenders=unit("1re-DI"))
    lent = replace(alone, part=unit("5.KD", "32.ID"))
    assert combat_modifiers(board, lent) == combat_modifiers(board, alone)
    whole = texts(combat_modifiers(board, replace(alone, full=unit("18.ID", "5.KD", "32.ID"))))
    assert {"combat.cavalry.attacking", "combat.corps", "combat.limited.attacking", "combat.hexes.2"} <= set(whole)


@pytest.mark.rule("9.2.1", "9.1.6")
def test_nobody_withdraws_before_cavalry_that_only_lends_its_guns() -> None:
    units = {"18.ID": "AW22 N", "5.KD": "AX23", "1re-DC": "AW23"}
    position = play(arranged(units=units, turn=19, side="german", begin="Combats DE"), "attack AW23", "full 18.ID")
    assert asked(play(position, "fight")) == "Withdraw"
    assert asked(play(position, "part 5.KD")) == "RollCombat"


@pytest.mark.rule("9.1.8", "8.8.1")
@pytest.mark.reading("shells-outside")
def test_short_shells_halve_no_factor_in_combat() -> None:
    """18.ID attacks fully, 17.ID lends its guns, and heavy guns join them."""
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "III/Fußa.1": "AW22 N"}
    battle = Battle(at("AW23"), full=unit("18.ID"), part=unit("17.ID"), guns=unit("III/Fußa.1"))
    found = {attack(still(units, turn=turn), battle) for turn in (19, 20, 22)}
    board = still(units)
    assert found == {board.cbf(BY_ID["18.ID"]) + board.arf(BY_ID["17.ID"]) + board.cbf(BY_ID["III/Fußa.1"])}


@pytest.mark.rule("9.5.3")
def test_only_siege_guns_shake_who_sits_in_works() -> None:
    units = {"18.ID": "AW22 N", "III/Fußa.1": "AW22 N", "KMK.b3": "AW22 N fip", "1re-DI": "AW23 S"}
    battle = Battle(at("AW23"), full=unit("18.ID"), guns=unit("III/Fußa.1"), regular=unit("1re-DI"))
    assert not shelled_by_siege_guns(still(units), battle)
    assert shelled_by_siege_guns(still(units), replace(battle, guns=unit("KMK.b3")))


@pytest.mark.rule("21.2.2")
def test_zeal_binds_the_nation_of_the_indoctrinated_alone() -> None:
    board = still({"1re-DI": "AW22 N doctrine", "1st-Div": "AW22 N", "18.ID": "AW23 S"}, side="allied")
    assert _zealots(board, FR, [at("AW23")]) == unit("1re-DI")
    assert _zealots(board, GB, [at("AW23")]) == 0


@pytest.mark.rule("9.1.8", "11.3.8")
def test_forts_add_to_the_points_of_a_sortie() -> None:
    related, target = "30.RD", "D11"
    board = still({related: "D12 N", "1re-DI": "D11 S"}, side="german")
    battle = Battle(at(target), full=unit(related))
    guns = sum(fort_arf(board, fort) for fort in members(supporting_forts(board, battle.full, battle.hex)))
    assert guns > 0
    assert attack(board, battle) == board.cbf(BY_ID[related]) + guns


@pytest.mark.rule("9.4.6")
def test_one_horse_in_close_country_is_enough_and_foot_there_does_not_count() -> None:
    target, close, open_ = next(
        (hex, near, far)
        for hex in range(len(MAP.grid))
        for near in MAP.grid.neighbours[hex]
        for far in MAP.grid.neighbours[hex]
        if MAP.terrain[near] in CLOSE and MAP.terrain[far] in OPEN and MAP.playable(near) and MAP.playable(far)
    )
    rough, plain = MAP.grid.label(close), MAP.grid.label(open_)
    board = still({"5.KD": rough, "9.KD": plain, "18.ID": f"{rough} N"}, side="german")

    def counted(*full: str) -> bool:
        return "combat.cavalry.attacking" in texts(combat_modifiers(board, Battle(target, full=unit(*full))))

    assert counted("5.KD")
    assert counted("5.KD", "9.KD")
    assert not counted("9.KD")
    assert not counted("9.KD", "18.ID")
