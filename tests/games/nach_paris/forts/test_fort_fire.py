"""[11.3.5]-[11.3.8], [11.4.5]-[11.4.8] What the guns of forts reach and whom they support."""

from __future__ import annotations

import pytest

from games.nach_paris.forts.support import FROUARD, GRID, HAESELER, set_up
from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import forts as f
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABU_ARF
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE, IDS, OF_NATION
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import attack
from marne.games.nach_paris.rules.forts.fort_fire import (
    fire,
    fires_together,
    fort_guns,
    ignores_terrain,
    least_arf,
    supporting_forts,
)
from marne.games.nach_paris.rules.forts.fort_tests import strike_fort
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, fort_arf, fort_cbf
from marne.games.nach_paris.rules.units.cab import by_its_camp
from marne.hexes import members


@pytest.mark.rule("11.3.5")
@pytest.mark.rule("11.4.5")
@pytest.mark.reading("fort-range")
def test_fort_guns_reach_their_neighbours_once_and_with_little() -> None:
    board = set_up(forts={"AK31:Fort-des-Sarts": "gone"}).board
    target = GRID.hex("AL31")
    near = fort_guns(board, FR, target)
    assert {MAP.forts[fort].name for fort in members(near)} == {"Fort d'Hautmont", "Fort du Bourdiau", "Fort de Leveau"}
    assert sum(fort_arf(board, fort) for fort in members(near)) == 15
    assert fort_guns(board, BE, target) == fort_guns(board, GB, target) == fort_guns(board, DE, target) == 0
    assert (least_arf(near), least_arf(0)) == (ABU_ARF[0], 6)
    assert least_arf(near) == 3
    fire(board, near)
    assert fort_guns(board, FR, target) == 0
    festen = fort_guns(set_up().board, DE, GRID.hex("R16"))
    assert festen >> HAESELER & 1
    assert fires_together(1 << BY_ID["15e-DI"], near)
    assert not fires_together(0, near)


@pytest.mark.rule("11.3.6")
@pytest.mark.rule("11.4.6")
def test_forts_that_fire_alone_ignore_terrain() -> None:
    assert ignores_terrain(0, 1 << FROUARD)
    assert ignores_terrain(0, 1 << HAESELER)
    assert not ignores_terrain(1 << BY_ID["15e-DI"], 1 << FROUARD)
    assert not ignores_terrain(1 << BY_ID["15e-DI"], 0)


@pytest.mark.rule("11.3.7")
@pytest.mark.rule("11.4.7")
@pytest.mark.reading("fort-factors", "garrisons")
def test_forts_lend_their_factor_to_their_hex() -> None:
    board = set_up(forts={"R17:Feste-Graf-Haeseler": "hit"}).board
    assert fort_cbf(board, GRID.hex("AK30")) == 8 + 12
    assert fort_cbf(board, GRID.hex("AL31")) == 0
    others = sum(f.CBF[fort][0] for fort in members(f.AT[GRID.hex("R17")] & ~(1 << HAESELER)))
    assert fort_cbf(board, GRID.hex("R17")) == others + 6
    strike_fort(board, HAESELER)
    assert fort_cbf(board, GRID.hex("R17")) == others


@pytest.mark.rule("11.3.8")
def test_forts_support_the_attack_of_a_related_unit_near_its_camp() -> None:
    units = {"145e-RI": "AK30 SW", "15e-DI": "AK30 SW", "3.ID": "AL31 NE"}
    board, target = set_up(units=units).board, GRID.hex("AL31")
    related, stranger = 1 << BY_ID["145e-RI"], 1 << BY_ID["15e-DI"]
    assert supporting_forts(board, related | stranger, target) == fort_guns(board, FR, target) != 0
    assert supporting_forts(board, stranger, target) == 0
    away = set_up(units={**units, "145e-RI": "AM30 NE"}).board
    assert supporting_forts(away, related, target) == 0
    beside = set_up(units={**units, "145e-RI": "AL32 S"}).board
    assert supporting_forts(beside, related, target) == fort_guns(beside, FR, target)
    assert board.forts_gone == 0


@pytest.mark.rule("11.4.8")
def test_festen_support_the_sortie_of_a_related_unit() -> None:
    board = set_up(units={"33.RD": "R17 S", "3.ID": "R17 S"}).board
    target = GRID.hex("R16")
    assert supporting_forts(board, 1 << BY_ID["33.RD"], target) >> HAESELER & 1
    assert supporting_forts(board, 1 << BY_ID["3.ID"], target) == 0


@pytest.mark.rule("11.4.8")
@pytest.mark.reading("fort-support")
def test_a_related_unit_that_only_lends_its_guns_is_supported_too() -> None:
    board = set_up(units={"33.RD": "R17 S", "3.ID": "R17 S", "39e-DI": "R16 N"}).board
    lender, fighter, target = BY_ID["33.RD"], BY_ID["3.ID"], GRID.hex("R16")
    battle = Battle(target, full=1 << fighter, part=1 << lender)
    guns = sum(fort_arf(board, fort) for fort in members(fort_guns(board, DE, target)))
    assert guns
    assert attack(board, battle) == board.cbf(fighter) + board.arf(lender) + guns
    assert attack(board, Battle(target, full=1 << fighter)) == board.cbf(fighter)


@pytest.mark.rule("11.3.5", "11.4.5")
@pytest.mark.reading("fort-range")
def test_forts_that_fell_or_fired_have_no_guns_and_only_their_nation_fires_them() -> None:
    hexes = [hex for hex in range(len(MAP.grid)) if MAP.playable(hex) and fort_guns(still(), FR, hex)]
    board, hex = still(), hexes[0]
    found = fort_guns(board, FR, hex)
    assert fort_guns(board, DE, hex) & found == fort_guns(board, BE, hex) & found == 0
    board.forts_fired = found & -found
    assert fort_guns(board, FR, hex) == found & ~board.forts_fired
    board.forts_fired, board.forts_gone = 0, found
    assert fort_guns(board, FR, hex) == 0


@pytest.mark.rule("11.3.6", "11.4.6", "8.4.3")
@pytest.mark.reading("forts-among-guns")
def test_who_knows_its_ranges_and_who_fires_as_several() -> None:
    assert ignores_terrain(0, 1)
    assert not ignores_terrain(0, 0)
    assert not ignores_terrain(1, 1)
    assert [fires_together(units, walls) for units, walls in ((1, 0), (3, 0), (1, 1), (0, 1), (0, 3))] == [
        False,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule("11.3.5", "11.4.5", "11.4.10")
def test_a_fort_that_is_gone_has_no_guns_and_a_feste_fewer() -> None:
    board = still()
    for fort in range(len(MAP.forts)):
        whole = fort_arf(board, fort)
        assert whole == forts.ARF[fort][0]
        board.festen_hit = 1 << fort if forts.FESTEN >> fort & 1 else 0
        assert fort_arf(board, fort) == forts.ARF[fort][1 if board.festen_hit else 0]
        board.forts_gone = 1 << fort
        assert fort_arf(board, fort) == 0
        board.forts_gone = board.festen_hit = 0


@pytest.mark.rule("11.3.6", "11.4.6")
def test_forts_and_festen_that_fire_alone_ignore_terrain() -> None:
    feste = 1 << next(iter(members(forts.FESTEN)))
    for guns in (1, feste):
        assert ignores_terrain(0, guns) is True
        assert ignores_terrain(unit("18.ID"), guns) is False
    assert ignores_terrain(0, 0) is ignores_terrain(unit("18.ID"), 0) is False


@pytest.mark.rule("11.3.5", "11.4.5")
def test_forts_beside_a_hex_fire_once_while_they_stand_and_have_guns() -> None:
    board = still()
    for nation, side in ((FR, ALLIED_SIDE), (DE, GERMAN_SIDE)):
        fort = next(
            f for f in members(FORTS_OF[side] & forts.NATIONAL["FR" if nation == FR else "DE"]) if forts.ARF[f][0]
        )
        target = MAP.grid.neighbours[MAP.forts[fort].hex][0]
        found = fort_guns(board, nation, target)
        assert found >> fort & 1
        assert all(forts.ARF[each][0] for each in members(found))
        assert not fort_guns(board, FR if nation == DE else DE, target) & 1 << fort
        board.forts_fired = 1 << fort
        assert not fort_guns(board, nation, target) >> fort & 1
        board.forts_fired, board.forts_gone = 0, 1 << fort
        assert not fort_guns(board, nation, target) >> fort & 1
        board.forts_gone = 0
    silent = [f for f in range(forts.COUNT) if not forts.ARF[f][0]]
    for fort in silent:
        target = MAP.grid.neighbours[MAP.forts[fort].hex][0]
        assert not any(fort_guns(board, nation, target) >> fort & 1 for nation in (FR, DE, 0))
    assert fort_guns(board, FR, at("AW22")) == 0
    assert least_arf(1) < least_arf(0) == 6


@pytest.mark.rule("11.3.8", "11.4.8")
def test_forts_support_fortress_units_near_their_own_camp_alone() -> None:
    for nation in (FR, DE):
        for who in members(OF_NATION[nation]):
            for camp in MAP.camps:
                board = still({IDS[who]: f"{MAP.grid.label(camp.hexes[0])}"})
                if by_its_camp(board, who):
                    break
            else:
                continue
            break
        around = [hex for each in camp.hexes for hex in MAP.grid.neighbours[each] if hex not in camp.hexes]
        target = next(hex for hex in around if fort_guns(board, nation, hex))
        assert supporting_forts(board, 1 << who, target) == fort_guns(board, nation, target) != 0
        plain = BY_ID["1re-DI" if nation == FR else "18.ID"]
        assert supporting_forts(board, 1 << plain, target) == 0
        board.put(who, at("AW22"))
        assert supporting_forts(board, 1 << who, target) == 0
