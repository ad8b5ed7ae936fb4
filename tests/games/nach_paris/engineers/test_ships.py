"""[18] Naval transport: harbours and their channel, the boxes at sea, the lines between harbours."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, rule, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import Ask, Observation, Only, Position, Setting
from marne.games.nach_paris.board import AT_SEA, sea_box
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, ARF, BY_ID, DE, GERMAN_SIDE, IDS, OF_NATION
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.barrage.firing import targets_of
from marne.games.nach_paris.rules.combat.declaring import targets
from marne.games.nach_paris.rules.engineers.events import Embarked, Landed, Sailed
from marne.games.nach_paris.rules.engineers.ships import (
    BOXES,
    _land,
    at_sea,
    under_guns,
    why_harbour_shut,
    why_not_embark,
    why_not_land,
    why_not_sail,
)
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.walk import Walk, _at_sea
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.hexes import members

CALAIS, DUNKERQUE, ABBEVILLE = (
    next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == name)
    for name in ("Calais", "Dunkerque", "Abbeville")
)


def moving(unit: str, words: str, others: dict[str, str] | None = None, **more: Any) -> Game:
    units = {unit: words, **(others or {})}
    position = arranged(
        units=units, side=more.pop("side", "allied"), turn=more.pop("turn", 9), begin="movement", **more
    )
    return play(position, f"move {unit}")


def spent(position: Game, unit: str) -> int:
    return position.board.spent.get(BY_ID[unit], 0)


@pytest.mark.rule("18.1.1")
def test_only_allies_sail_and_only_from_harbours_they_hold() -> None:
    assert "embark" in legal(moving("1re-DI", "AX39 N"))
    german = moving("18.ID", "AX39 N", side="german", forts={"AX39:Fort-de-Petite-Synthe": "gone"})
    assert "embark" not in legal(german)
    assert refused(german, "embark") == "18.1.1"
    lost = moving("1re-DI", "AX39 N", ground=["AX39"])
    assert "embark" not in legal(lost)
    assert refused(lost, "embark") == "18.1.1"


@pytest.mark.rule("18.1.1", "18.1.5")
def test_a_harbour_that_feeds_as_much_as_it_can_ships_nobody() -> None:
    position = moving("1re-DI", "AX39 N")
    for fed, open_ in ((9, True), (10, False)):
        position.board.harbour_supply = {DUNKERQUE: fed}
        again = Position.begin(position.board.copy(), *position.agenda)
        assert ("embark" in legal(again)) is open_, "twice its capacity of five"
    assert refused(again, "embark") == "18.1.1"


@pytest.mark.rule("18.1.2")
@pytest.mark.reading("channel-guns")
def test_guns_over_the_harbour_or_its_channel_stop_ships() -> None:
    assert [MAP.grid.label(hex) for hex in MAP.harbours[ABBEVILLE].channel] == ["BC29", "BD30"]
    mine = ("4e-DC", "BB29 -1")
    free = moving(*mine)
    assert "embark" in legal(free)
    for place in ("BD31 S", "BC30 S", "BE30 SE"):
        watching = arranged(units={"18.ID": place}, begin="nothing", turn=9).board
        position = moving(*mine, others={"18.ID": place})
        assert under_guns(watching, ABBEVILLE), place
        assert "embark" not in legal(position), place
        assert refused(position, "embark") == "18.1.2"
    assert under_guns(arranged(units={"18.ID": "BD30 N"}, begin="nothing").board, ABBEVILLE), "in the channel itself"
    assert not under_guns(arranged(units={"18.ID": "BD31 N"}, begin="nothing").board, ABBEVILLE), "it looks away"


@pytest.mark.rule("18.1.2", "7.6.1")
def test_a_zone_without_guns_lets_ships_pass_but_stops_who_lands() -> None:
    assert arranged(units={"9.KD": "AX38 -1"}, begin="nothing").board.arf(BY_ID["9.KD"]) == 1
    position = moving("4e-DC", "off Dunkerque North-Sea", others={"9.KD": "AX38 -1"})
    ashore = play(position, "land")
    assert where(ashore, "4e-DC") == "AX39"
    free = play(moving("1re-DI", "off Calais Straits-of-Dover"), "land")
    assert named(free, "to")
    foot = play(moving("1re-DI", "off Calais Straits-of-Dover", others={"9.KD": "BA39 -1"}), "land")
    assert where(foot, "1re-DI") == "BB39"
    assert not named(foot, "to"), "the enemy's zone ends its march"
    strong = moving("1re-DI", "off Dunkerque North-Sea", others={"9.KD": "AX38"})
    assert refused(strong, "land") == "18.1.2"


@pytest.mark.rule("18.1.3")
def test_what_embarking_and_landing_cost_and_how_many_a_harbour_takes() -> None:
    position = play(moving("1re-DI", "AX39 N"), "embark")
    assert spent(position, "1re-DI") == 40
    assert position.board.harbour_used == {DUNKERQUE: 4}
    full = moving("2e-DI", "AX39 N -2")
    full.board.harbour_used = {DUNKERQUE: 4}
    full = Position.begin(full.board, *full.agenda)
    assert refused(full, "embark") == "18.1.3", "four and two are more than five"
    small = moving("1re-DI", "BF29 N")
    assert refused(small, "embark") == "18.1.3", "four steps in a harbour for one"
    inland = moving("1re-DI", "AY37 N")
    assert refused(inland, "embark") == "18.1.3"


@pytest.mark.rule("18.1.3")
@pytest.mark.reading("harbour-shared")
def test_whoever_never_has_the_points_pays_all_of_them_from_the_start() -> None:
    guns = moving("120L-5e-A", "AX39 N")
    assert guns.board.mf(BY_ID["120L-5e-A"]) == 30
    aboard = play(guns, "embark")
    assert spent(aboard, "120L-5e-A") == 30
    near = play(moving("120L-5e-A", "AX38 N"), "to AX39")
    assert "embark" not in legal(near)
    assert refused(near, "embark") == "18.1.3", "it had to begin there"
    landing = play(moving("120L-5e-A", "off Calais Straits-of-Dover"), "land")
    assert spent(landing, "120L-5e-A") == 30
    sailing = play(moving("120L-5e-A", "off Calais Straits-of-Dover"), "sail BD36")
    assert refused(sailing, "land") == "18.1.3"


@pytest.mark.rule("18.1.4")
def test_at_sea_nobody_is_barraged_or_attacked() -> None:
    position = play(moving("1re-DI", "AX39 N", others={"18.ID": "AX37 N"}), "embark")
    told = happened(position, Embarked)[0]
    assert (told.box, told.hex) == ("North Sea", "AX39"), "the nearest box"
    unit = BY_ID["1re-DI"]
    assert sea_box(position.board.where[unit]) == BOXES.index("North Sea")
    assert at_sea(position.board, unit)
    for harbour, box in (("BB39", "Straits of Dover"), ("BF29", "Channel")):
        there = play(moving("BCA-Alsace", f"{harbour} N"), "embark").board
        assert sea_box(there.where[BY_ID["BCA-Alsace"]]) == BOXES.index(box)
    board = position.board.copy()
    board.side = GERMAN_SIDE
    assert not targets_of(board, GERMAN_SIDE) & 1 << MAP.grid.hex("AX39")
    assert targets(board, DE) == []
    assert "North Sea" in GAME.say(told, "en")
    seen = Observation.of(GAME, Setting("campaign"), position, GERMAN_SIDE)
    assert "1re DI: North Sea" in [line.text for line in GAME.sight(seen).scene("en").outline]
    assert refused(position, "to AX38") == "18.1.4"


@pytest.mark.rule("18.1.5")
def test_antwerp_is_no_harbour() -> None:
    position = moving("DC-belge", "AG41")
    assert "embark" not in legal(position)
    assert refused(position, "embark") == "18.1.5"


@pytest.mark.rule("18.2.1")
@pytest.mark.reading("at-sea")
def test_ships_follow_the_lines_and_pay_for_them() -> None:
    position = play(moving("1re-DI", "AX39 N"), "embark")
    assert set(named(position, "sail")) == {"AU40", "BB39"}, "Nieuport and Calais"
    assert refused(position, "sail BD36") == "18.2.1"
    position = play(position, "sail BB39")
    assert spent(position, "1re-DI") == 44
    assert happened(position, Sailed)[0].box == "Straits of Dover"
    assert position.board.off_harbour[BY_ID["1re-DI"]] == CALAIS
    assert refused(position, "land") == "18.1.3", "six points are left"
    assert refused(play(moving("1re-DI", "off Boulogne Channel"), "land"), "sail BB29") == "18.1.4"
    far = moving("1re-DI", "off Boulogne Channel")
    assert {"BB39", "BB29"} <= set(named(far, "sail"))
    far.board.spent[BY_ID["1re-DI"]] = 45
    far = Position.begin(far.board, *far.agenda)
    assert named(far, "sail") == ["BB39"], "four points, not seven"
    assert refused(far, "sail BB29") == "18.2.1"


@pytest.mark.rule("18.2.1", "18.1.3")
def test_it_lands_in_a_later_turn() -> None:
    position = moving("1re-DI", "off Calais Straits-of-Dover")
    assert "land" in legal(position)
    position = play(position, "land")
    assert where(position, "1re-DI") == "BB39"
    assert happened(position, Landed)[0].spent == 40
    assert position.board.off_harbour == {}
    assert position.board.harbour_used == {CALAIS: 4}
    held = moving("1re-DI", "off Calais Straits-of-Dover", ground=["BB39"])
    assert refused(held, "land") == "18.1.1"
    crowd = {"2e-DI": "BB39 N", "3e-DI": "BB39 N", "4e-DI": "BB39 N"}
    full = moving("1re-DI", "off Calais Straits-of-Dover", others=crowd)
    assert refused(full, "land") == "6.4.1"


@pytest.mark.rule("18.2.2")
def test_march_voyage_and_march_in_one_phase() -> None:
    horse = "4e-DC"
    position = play(moving(horse, "AX38"), "to AX39")
    walked = spent(position, horse)
    position = play(position, "embark", "sail BB39", "land")
    assert where(position, horse) == "BB39"
    assert spent(position, horse) == walked + 20 + 4 + 20
    assert named(position, "to"), "it rides on with what is left"
    assert has(position, "carried", horse)


@pytest.mark.rule("18.2.3")
@pytest.mark.reading("box-limit")
def test_six_steps_of_one_nation_in_a_box() -> None:
    same = {"2e-DI": "off Calais North-Sea -1"}
    assert refused(moving("1re-DI", "AX39 N", others=same), "embark") == "18.2.3", "four and three"
    assert "embark" in legal(moving("1re-DI", "AX39 N", others={"2e-DI": "off Calais North-Sea -2"}))
    british = {"1st-Div": "off Calais North-Sea -3"}
    assert refused(moving("1re-DI", "AX39 N -3", others=british), "embark") == "18.2.3"
    beyond = play(moving("1re-DI", "AX39 N", others={"1st-Div": "off Calais Straits-of-Dover -3"}), "embark")
    assert refused(beyond, "sail BB39") == "18.2.3"
    assert "sail AU40" in legal(beyond)


@pytest.mark.rule("18.2.4")
def test_no_forced_march_with_a_voyage() -> None:
    horse = "4e-DC"
    position = play(moving(horse, "AX39"), "embark", "sail BB39", "land")
    assert "force" not in legal(position)
    assert refused(position, "force") == "18.2.4"
    forced = arranged(units={"1re-DI": "AX39 N forced"}, side="allied", turn=9, begin="Walk 1re-DI")
    assert "embark" not in legal(forced)
    assert refused(forced, "embark") == "18.2.4"


@pytest.mark.rule("18.2.5", "18.1.1")
def test_who_landed_may_attack_in_the_combat_phase_that_follows() -> None:
    units = {"1re-DI": "off Calais Straits-of-Dover", "9.KD": "BA38 -1"}
    position = arranged(units=units, side="allied", turn=9, begin="movement")
    position = play(position, "move 1re-DI", "land")
    while asked(position) not in ("Face", "MoveUnits", "ChooseCombat"):
        position = play(position, "end")
    position = play(position, "face SE") if asked(position) == "Face" else position
    assert asked(position) == "ChooseCombat"
    assert named(position, "attack") == ["BA38"]
    assert AT_SEA[0] not in position.board.where


@pytest.mark.rule("18.1.2", "12.1.6", "17.1.4")
def test_guns_on_a_train_control_nothing() -> None:
    assert zones_of_guns(still({"18.ID": "S31 N"}), GERMAN_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N train"}), GERMAN_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N"}), ALLIED_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N"}), GERMAN_SIDE, 999)


@pytest.mark.rule("18.1.4", "7.6.1")
def test_who_was_stopped_does_not_embark() -> None:
    position = arranged(turn=9, side="allied", begin="Walk 19th-Bri 1", units={"19th-Bri": "BD36 N"})
    assert refused(position, "embark") == "7.6.1"
    free = arranged(turn=9, side="allied", begin="Walk 19th-Bri", units={"19th-Bri": "BD36 N"})
    assert free.read("embark") in (free.open or ())


@pytest.mark.rule("18.1.1", "18.1.5", "18.1.3")
def test_each_thing_that_shuts_a_harbour() -> None:
    hex, capacity = MAP.harbours[CALAIS].hex, MAP.harbours[CALAIS].capacity
    board = still({"1re-DI": "AW22 N -2"}, side="allied")
    who = BY_ID["1re-DI"]
    assert why_harbour_shut(board, who, CALAIS) is None
    assert rule(why_harbour_shut(board, BY_ID["18.ID"], CALAIS)) == "18.1.1"
    board.german_ground |= 1 << hex
    assert rule(why_harbour_shut(board, who, CALAIS)) == "18.1.1"
    board.german_ground &= ~(1 << hex)
    antwerp = next(i for i, each in enumerate(MAP.harbours) if not each.capacity)
    assert rule(why_harbour_shut(board, who, antwerp)) == "18.1.5"
    for used, number in ((2 * capacity - 1, ""), (2 * capacity, "18.1.1")):
        board.harbour_supply = {CALAIS: used}
        assert rule(why_harbour_shut(board, who, CALAIS)) == number
    board.harbour_supply = {}
    for used, number in ((capacity - 2, ""), (capacity - 1, "18.1.3")):
        board.harbour_used = {CALAIS: used}
        assert rule(why_harbour_shut(board, who, CALAIS)) == number


@pytest.mark.rule("18.1.2")
def test_guns_of_two_points_shut_a_harbour_and_weaker_ones_do_not() -> None:
    place = MAP.grid.label(MAP.harbours[CALAIS].hex)
    board = still()
    arf = {who: board.arf(who) for who in members(OF_NATION[DE])}
    for who in (
        next(w for w, points in arf.items() if points == least) for least in (0, 2, 3) if least in arf.values()
    ):
        here = still({IDS[who]: f"{place}"})
        assert under_guns(here, CALAIS) == (arf[who] >= 2)
    one = next((who, lost) for who in arf for lost in range(board.steps(who)) if _arf(who, lost) in (1, 2))
    here = still({IDS[one[0]]: place})
    here.lost[one[0]] = one[1]
    assert under_guns(here, CALAIS) == (_arf(*one) >= 2)
    assert not under_guns(still({"18.ID": "AW22 N"}), CALAIS)


def _arf(who: int, lost: int) -> int:
    return ARF[who][lost]


@pytest.mark.rule("18.1.4", "18.2.1")
def test_only_who_is_at_sea_lands_or_sails() -> None:
    ashore = still({"1re-DI": MAP.grid.label(MAP.harbours[CALAIS].hex)}, side="allied")
    aboard = still({"1re-DI": "off Calais North-Sea"}, side="allied")
    going = Going(BY_ID["1re-DI"], 50, False, False)
    boulogne = next(each.hex for each in MAP.harbours if each.name == "Boulogne")
    assert rule(why_not_land(ashore, going)) == rule(why_not_sail(ashore, going, boulogne)) == "18.1.4"
    assert rule(why_not_land(aboard, going)) == ""
    assert rule(why_not_sail(aboard, going, at("AW22"))) == "18.2.1"


@pytest.mark.rule("18.2.4", "18.1.3", "18.1.1")
def test_each_thing_that_keeps_a_unit_ashore() -> None:
    place = MAP.grid.label(MAP.harbours[CALAIS].hex)
    board, who = still({"1re-DI": f"{place} N", "2e-DI": "AW22 N", "18.ID": "AW30 N"}, side="allied"), BY_ID["1re-DI"]
    going = Going(who, 50, False, False)
    board.forced = board.in_position = unit("2e-DI")
    assert rule(why_not_embark(board, going)) == ""
    assert rule(why_not_embark(board, Going(BY_ID["2e-DI"], 50, False, False))) == "18.1.3"
    assert rule(why_not_embark(board, Going(BY_ID["18.ID"], 50, False, False))) == "18.1.1"
    assert rule(why_not_embark(board, Going(who, 50, False, True))) == "7.6.1"
    board.forced = 1 << who
    assert rule(why_not_embark(board, going)) == "18.2.4"
    board.forced, board.in_position = 0, 1 << who
    assert rule(why_not_embark(board, going)) == "18.1.3"


@pytest.mark.rule("18.2.1")
def test_who_is_on_board_and_can_do_nothing_ends_its_move() -> None:
    board = still({"1re-DI": "off Calais North-Sea"}, side="allied")
    who = BY_ID["1re-DI"]
    idle = _at_sea(board, Going(who, 0, True, False))
    assert isinstance(idle, Only)
    assert idle.answer == "end"
    ask: Any = _at_sea(board, Going(who, 50, False, False))
    options = list(ask.options)
    assert len(options) > 1
    assert options[-1] == "end"
    assert isinstance(Walk(who).ask(board), Ask)


@pytest.mark.rule("18.2.2", "18.2.5")
def test_who_lands_has_entered_its_hex_and_may_go_on_and_attack() -> None:
    board, who = still({"1re-DI": "off Calais North-Sea -2"}, side="allied"), BY_ID["1re-DI"]
    board.entered = unit("2e-DI")
    _land(board, Going(who, 50, False, False))
    assert board.where[who] == next(each.hex for each in MAP.harbours if each.name == "Calais")
    assert board.entered == unit("1re-DI", "2e-DI")
    assert (board.off_harbour, board.spent[who] > 0) == ({}, True)
    assert list(board.harbour_used.values()) == [2]
    assert not (board.barred | board.acted | board.fought) >> who & 1
