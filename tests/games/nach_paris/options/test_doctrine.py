"""[21] The offensive at all costs: who is taken by it in secret, what it forbids, what it demands, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import CHANCE, Match, Position, Setting
from marne.games.nach_paris.board import AT_SEA, WITHDRAWN, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DOCTRINE, FR, GERMAN_SIDE, IDS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.barrage.firing import guns_on_units
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import combat_modifiers
from marne.games.nach_paris.rules.movement.withdrawals import TakeSteps
from marne.games.nach_paris.rules.options.doctrine import DoctrineTest, candidates
from marne.games.nach_paris.rules.options.events import DoctrineTested
from marne.games.nach_paris.rules.options.zeal import bound
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.consolidation import GainSteps
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.rules.units.splitting import _no_zealot
from marne.games.nach_paris.rules.works.fieldworks import why_no_digging
from marne.hexes import members

ON = {"doctrine": "on"}


def roster(units: dict[str, str], doctrine: bool = True, **more: Any) -> Game:
    return arranged(
        units=units, doctrine=doctrine, side="allied", turn=more.pop("turn", 9), begin="Indoctrination", **more
    )


def taken(position: Game) -> set[str]:
    return {IDS[unit] for unit in BY_ID.values() if position.board.indoctrinated >> unit & 1}


@pytest.mark.rule("21.1.1")
def test_active_divisions_in_range_of_a_doctrinaire_headquarters_test() -> None:
    units = {
        "QG-4e-A": "AE20",
        "QG-5e-A": "AS25",
        "1re-DI": "AE21 N",
        "2e-DI": "AE28 N",
        "3e-DI": "AE29 N",
        "2e-DIC": "AD20 N",
        "52e-DR": "AE21 N",
        "4e-DC": "AE20",
        "1st-Div": "AE22 N",
        "4e-DI": "AS25 N",
    }
    board = arranged(units=units, begin="nothing").board
    assert MAP.grid.distance(MAP.grid.hex("AE20"), MAP.grid.hex("AE28")) == 8
    assert {IDS[unit] for unit in candidates(board)} == {"1re-DI", "2e-DI", "2e-DIC"}
    board.put(BY_ID["QG-4e-A"], -1)
    assert candidates(board) == []


@pytest.mark.rule("21.1.1")
def test_fifteen_or_less_keeps_its_head_for_good_more_is_taken() -> None:
    units = {"QG-4e-A": "AE20", "1re-DI": "AE21 N -0", "2e-DI": "AE22 N"}
    position = roster(units)
    assert asked(position) == "DoctrineTest"
    position = play(position, 15)
    assert has(position, "tested", "1re-DI")
    assert not has(position, "indoctrinated", "1re-DI")
    position = play(position, 16)
    assert taken(position) == {"2e-DI"}
    assert happened(position, DoctrineTested)[0].die == 16
    assert candidates(position.board) == [], "neither tests again"
    assert roster(units, doctrine=False).over, "only where the option is played"


@pytest.mark.rule("21.1.1")
def test_the_test_is_at_fifteen_whatever_the_unit_and_the_weather() -> None:
    units = {"QG-4e-A": "AE20", "1re-DI": "AE21 N forced extended2"}
    hot = roster(units, turn=11)
    assert V.doctrine.cab == 15
    assert taken(play(hot, 15)) == set()
    assert taken(play(hot, 16)) == {"1re-DI"}


@pytest.mark.rule("21.1.1")
def test_the_roster_and_its_dice_are_the_french_player_s_alone() -> None:
    position = roster({"QG-4e-A": "AE20", "1re-DI": "AE21 N", "2e-DI": "AE22 N"})
    assert position.open is not None
    assert position.open.actor == CHANCE
    assert position.open.seen_by == (ALLIED_SIDE,)
    fail, hold = play(position, 20), play(position, 1)
    assert happened(fail, DoctrineTested)[0].seers() == (ALLIED_SIDE,)
    for seat in (GERMAN_SIDE, None):
        assert GAME.observe(fail, seat) == GAME.observe(hold, seat)
        assert "1re-DI" not in str(GAME.observe(position, seat)["agenda"])
        assert GAME.mask(fail, seat).board.indoctrinated == 0
    assert GAME.observe(fail, ALLIED_SIDE) != GAME.observe(hold, ALLIED_SIDE)
    assert GAME.mask(fail, ALLIED_SIDE).board.indoctrinated == 1 << BY_ID["1re-DI"]


# -- [21.2.1]


def zealot(words: str = "AG13 N doctrine", **more: Any) -> NachParisBoard:
    units = {"1re-DI": words, "18.ID": "AG14 S", **more.pop("others", {})}
    return arranged(units=units, side="allied", turn=9, begin="nothing", **more).board


@pytest.mark.rule("21.2.1")
def test_indoctrinated_units_neither_dig_nor_join_a_barrage() -> None:
    unit = BY_ID["1re-DI"]
    board, other = zealot(), zealot("AG13 N")
    why = why_no_digging(board, unit)
    assert why is not None
    assert why.rule == "21.2.1"
    assert why_no_digging(other, unit) is None
    assert unit not in guns_on_units(board, FR)
    assert unit in guns_on_units(other, FR)


@pytest.mark.rule("21.2.1")
def test_one_more_cab_and_three_worse_in_combat_for_each() -> None:
    unit = BY_ID["1re-DI"]
    assert [m.amount for m in own_modifiers(zealot(), unit) if m.rule == "21.2.1"] == [1]
    assert not [m for m in own_modifiers(zealot("AG13 N"), unit) if m.rule == "21.2.1"]
    board = zealot(others={"2e-DI": "AG13 N doctrine"})
    both = 1 << unit | 1 << BY_ID["2e-DI"]
    ours = Battle(MAP.grid.hex("AG14"), full=both, defenders=1 << BY_ID["18.ID"])
    assert [m.amount for m in combat_modifiers(board, ours) if m.rule == "21.2.1"] == [6]
    board.side = GERMAN_SIDE
    theirs = Battle(MAP.grid.hex("AG13"), full=1 << BY_ID["18.ID"], defenders=both)
    assert [m.amount for m in combat_modifiers(board, theirs) if m.rule == "21.2.1"] == [-6]


# -- [21.2.2]


def marching(units: dict[str, str]) -> Game:
    return arranged(units=units, side="allied", turn=9, begin="movement")


@pytest.mark.rule("21.2.2", "7.1.3")
@pytest.mark.reading("indoctrinated-must")
def test_within_two_hexes_it_goes_up_to_the_enemy() -> None:
    position = marching({"1re-DI": "AG12 N doctrine", "2e-DI": "BC9 N", "18.ID": "AG14 S"})
    assert "end" not in legal(position)
    assert refused(position, "end") == "21.2.2"
    position = play(position, "move 1re-DI")
    close = {MAP.grid.label(hex) for hex in MAP.grid.neighbours[MAP.grid.hex("AG14")]}
    assert set(named(position, "to")) <= close
    assert legal(position) == [f"to {hex}" for hex in named(position, "to")], "nothing else"
    assert refused(position, "end") == "21.2.2"
    assert refused(position, "to AG11") == "21.2.2"
    assert refused(position, "force") == "21.2.2"
    position = play(position, "to AG13")
    assert asked(position) == "Face"
    assert set(named(position, "face")) == {"N", "NE", "NW"}
    assert refused(position, "face S") == "21.2.2"
    position = play(position, "face N")
    assert "end" in legal(position)


@pytest.mark.rule("21.2.2")
def test_beside_the_enemy_it_stays_and_turns_to_him() -> None:
    position = marching({"1re-DI": "AG13 S doctrine", "2e-DI": "BC9 N", "18.ID": "AG14 S"})
    assert "end" not in legal(position)
    position = play(position, "move 1re-DI")
    assert "turn" in legal(position)
    assert "end" not in legal(position)
    turned = play(position, "turn", "face N")
    assert "end" in legal(turned)
    ready = marching({"1re-DI": "AG13 N doctrine", "2e-DI": "BC9 N", "18.ID": "AG14 S"})
    assert "end" in legal(ready), "it stands well where it is"
    close = {MAP.grid.label(hex) for hex in MAP.grid.neighbours[MAP.grid.hex("AG14")]}
    assert set(named(play(ready, "move 1re-DI"), "to")) <= close


@pytest.mark.rule("21.2.2")
def test_farther_off_it_is_free_and_so_is_everybody_else() -> None:
    free = marching({"1re-DI": "AG11 N doctrine", "18.ID": "AG14 S"})
    assert "end" in legal(free)
    assert "AG10" in named(play(free, "move 1re-DI"), "to")
    cool = marching({"1re-DI": "AG12 N", "18.ID": "AG14 S"})
    assert "end" in legal(cool)
    assert "AG11" in named(play(cool, "move 1re-DI"), "to")


@pytest.mark.rule("21.2.2")
def test_it_must_attack_and_others_may_join() -> None:
    units = {"1re-DI": "AG13 N doctrine", "2e-DI": "AG13 N", "18.ID": "AG14 S"}
    position = arranged(units=units, side="allied", turn=9, begin="Combats FR")
    assert legal(position) == ["attack AG14"]
    assert refused(position, "end") == "21.2.2"
    position = play(position, "attack AG14", "full 2e-DI")
    assert "fight" not in legal(position)
    assert refused(position, "fight") == "21.2.2"
    assert "fight" in legal(play(position, "full 1re-DI")) or asked(play(position, "full 1re-DI")) != "Muster"
    cool = arranged(units={**units, "1re-DI": "AG13 N"}, side="allied", turn=9, begin="Combats FR")
    assert "end" in legal(cool)
    assert "fight" in legal(play(cool, "attack AG14", "full 2e-DI"))


@pytest.mark.rule("21.2.2")
def test_with_two_enemies_before_it_it_chooses() -> None:
    units = {"1re-DI": "AG13 N doctrine", "2e-DI": "AG13 N", "18.ID": "AG14 S", "17.ID": "AF14 S"}
    position = arranged(units=units, side="allied", turn=9, begin="Combats FR")
    assert len(named(position, "attack")) == 2
    hex = named(position, "attack")[0]
    position = play(position, f"attack {hex}", "full 2e-DI")
    assert "fight" in legal(position), "it has the other one"


@pytest.mark.rule("21.2.2")
def test_who_carries_a_step_loss_marker_need_not_attack() -> None:
    units = {"1re-DI": "AG13 N doctrine", "2e-DI": "AG13 N", "18.ID": "AG14 S"}
    position = arranged(units=units, side="allied", turn=9, begin="Combats FR", markers={"1re-DI": 1})
    assert "end" in legal(position)


@pytest.mark.rule("21.3.1")
def test_the_first_loss_ends_it_for_good() -> None:
    position = arranged(
        units={"QG-4e-A": "AE20", "1re-DI": "AE21 N doctrine"}, doctrine=True, side="allied", turn=9, begin="nothing"
    )
    board, unit = position.board, BY_ID["1re-DI"]
    lose_steps(board, unit, 1)
    assert not board.indoctrinated >> unit & 1
    board.lost[unit] = 0  # replaced
    assert candidates(board) == [], "replacements don't bring it back"
    hurt = arranged(units={"QG-4e-A": "AE20", "1re-DI": "AE21 N -1"}, begin="nothing").board
    assert candidates(hurt) == []


def test_a_game_with_the_doctrine_runs_and_keeps_its_secret() -> None:
    match = Match(GAME, Setting("guise", options=(("doctrine", "on"),)))
    assert match.position.board.doctrine
    assert isinstance(Position.begin(match.position.board, DoctrineTest(BY_ID["1re-DI"])).step, DoctrineTest)


@pytest.mark.rule("21.1.1")
def test_light_infantry_that_is_let_go_is_no_zealot() -> None:
    board = still({"27e-DI-3": "BC9 N doctrine", "BCA-14e-CA": "BC9 N doctrine"}, doctrine=True)
    _no_zealot(board, BY_ID["BCA-14e-CA"])
    assert board.indoctrinated == unit("27e-DI-3")


@pytest.mark.rule("21.3.1", "21.1.1")
@pytest.mark.reading("indoctrination-test")
def test_who_is_indoctrinated_or_tested_or_hurt_is_not_tested_again() -> None:
    staff = IDS[members(DOCTRINE)[0]]
    board, who = still({"1re-DI": "AW22 N", staff: "AW22"}, doctrine=True), BY_ID["1re-DI"]
    assert candidates(board) == [who]
    for name in ("tested", "indoctrinated"):
        setattr(board, name, 1 << who)
        assert candidates(board) == []
        setattr(board, name, unit("2e-DI"))
        assert candidates(board) == [who]
    board.lost[who] = 1
    assert candidates(board) == []


@pytest.mark.rule("21.1.1", "21.3.1")
def test_without_a_doctrinaire_headquarters_no_division_is_tested() -> None:
    board, unit = still({"1re-DI": "AW22 N"}, doctrine=True), BY_ID["1re-DI"]
    assert candidates(board) == []
    board.put(unit, 0)
    assert candidates(board) == [], "not in the first hex of the map either"
    for staff in members(DOCTRINE):
        board.put(staff, at("AW22"))
    board.put(unit, at("AW22"))
    assert candidates(board) == [unit]
    board.lost[unit] = 1
    assert candidates(board) == []


@pytest.mark.rule("21.3.1", "6.5.1")
def test_who_gives_a_step_away_is_indoctrinated_no_more() -> None:
    units = {"44e-DI": "BC9 N doctrine", "37e-DI": "BC9 N -1 doctrine", "QG-4e-A": "BC9"}
    position = arranged(units=units, side="allied", turn=10, begin="nothing", doctrine=True)
    board, giver = position.board, BY_ID["44e-DI"]
    GainSteps(BY_ID["37e-DI"], giver).answered(board, ("gain", 1))
    assert board.lost[giver] == 1
    assert not has(position, "indoctrinated", "44e-DI")
    assert has(position, "indoctrinated", "37e-DI")
    board.lost[giver] = 0
    assert giver not in candidates(board), "for good"


@pytest.mark.rule("21.3.1", "7.8.2")
def test_who_makes_up_for_a_withdrawn_unit_is_indoctrinated_no_more() -> None:
    position = arranged(units={"1re-DI": "BC9 N doctrine"}, side="allied", turn=10, begin="nothing", doctrine=True)
    TakeSteps(BY_ID["2e-DI"], 1).answered(position.board, ("take", BY_ID["1re-DI"]))
    assert position.board.lost[BY_ID["1re-DI"]] == 1
    assert not has(position, "indoctrinated", "1re-DI")


@pytest.mark.rule("21.2.2")
def test_zeal_binds_nobody_who_is_off_the_map() -> None:
    units = {"1re-DI": "AW22 N doctrine", "18.ID": "AW23 S"}
    board = still(units, side="allied")
    assert bound(board, BY_ID["1re-DI"])
    for place in (AT_SEA[0], WITHDRAWN):
        board.put(BY_ID["1re-DI"], place)
        board.occupied[0] = (1 << len(board.at)) - 1
        assert not bound(board, BY_ID["1re-DI"])
