"""Corners that a rule broken by one word would slip through: what is not offered, not added, not there."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import alone, carried_out, legal, offered, question
from marne.games.grand_illusion.board import OUT_OF_HOLLAND, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components import scenario as options
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.data import EDITIONS, SCENARIOS
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, ROWS
from marne.games.grand_illusion.events import Retreated
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.rules.actions.landing import answers
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fire import defence_modifiers, modifiers_in_force
from marne.games.grand_illusion.rules.battle.losses import eliminate
from marne.games.grand_illusion.rules.movement.movement import Walk
from marne.games.grand_illusion.rules.reinforcements.east_front import SendEast
from marne.games.grand_illusion.rules.reinforcements.reinforcements import Arrive
from marne.games.grand_illusion.rules.retreat.retreat import NamurDivision, Stop
from marne.games.grand_illusion.rules.scenarios.options import FreeSetUp
from marne.games.grand_illusion.rules.supply.supply import FORT_HEXES
from marne.hexes import bits, members


def of(*names: str) -> int:
    return bits(BY_ID[name] for name in names)


@pytest.mark.rule("2.5")
def test_nations_are_those_of_the_counters() -> None:
    for nation, name in ((units.FR, "FR"), (units.BR, "BR"), (units.BE, "BE"), (units.GE, "GE")):
        assert units.OF_NATION[nation] == bits(unit for unit, row in enumerate(ROWS) if row.nation == name)
        assert units.SIDE_OF[nation] == (GERMAN if name == "GE" else ALLIED)
    assert (
        bits(u for u, row in enumerate(ROWS) if row.nation == "GE") == units.OF_SIDE[GERMAN] == units.ENEMY_OF[ALLIED]
    )
    assert (
        bits(u for u, row in enumerate(ROWS) if row.nation != "GE") == units.OF_SIDE[ALLIED] == units.ENEMY_OF[GERMAN]
    )


@pytest.mark.rule("12.2", "2.7", "2.6")
def test_sets_of_counters_are_those_that_are_printed() -> None:
    def those(nations: str, *kinds: str) -> int:
        return bits(u for u, row in enumerate(ROWS) if row.nation in nations.split() and row.kind in kinds)

    assert those("BR", "inf", "cav") | those("BE", "inf") == units.STUBBORN
    assert bits(u for u, row in enumerate(ROWS) if row.kind in ("inf", "cav") and row.size != "corps") == units.SMALL
    assert bits(u for u, row in enumerate(ROWS) if row.kind == "inf" and row.size == "corps") == units.FOOT_CORPS
    assert bits(u for u, row in enumerate(ROWS) if row.kind != "fort") == units.MOBILE


def bare() -> GrandIllusionBoard:
    return GrandIllusionBoard(ground_of(), EDITIONS["english"], SCENARIOS["1"])


@pytest.mark.rule("13.1.3")
def test_nothing_has_happened_on_a_bare_board() -> None:
    board = bare()
    begun: dict[str, object] = {
        "turn": 1,
        "rail_end": True,
        "winner": -1,
        "at": [0] * 108,
        "where": [0] * len(ROWS),
        "spaces": [0] * 16,
    }
    begun |= {name: [0, 0] for name in ("caps", "mandated", "points", "withdrew", "options")}
    begun |= {"initiative": ALLIED, "attacker": ALLIED, "scenario": 1}
    for name in (*board.open_facts(), "options"):
        fact = getattr(board, name)
        assert fact == begun[name] if name in begun else not fact, name


@pytest.mark.rule("9.3.2", "9.3.5", "12.2")
def test_what_is_not_added_in_a_battle() -> None:
    board = alone(turn=6, units={"FR.XX": 36, "BR.HQ-BEF": 36, "GE.X": 36}).board
    board.battle, board.attacker = 36, GERMAN
    fight = Fight(of("GE.X"), 0, elan=True)
    assert not board.ground.tem[36]
    assert defence_modifiers(board, fight, of("FR.XX")) == (), "on clear ground elan takes nothing away"
    assert dict(modifiers_in_force(board, fight))["strength"] == (), "a British staff lends the French nothing"
    board.put(BY_ID["BR.1"], 36)
    assert [each.rule for each in dict(modifiers_in_force(board, fight))["strength"]] == ["12.2"]


@pytest.mark.rule("10.2", "10.3", "10.1")
def test_no_ticket_where_nobody_may_alight() -> None:
    ends = [hex for hex in range(1, 108) if hex not in (4, 10)]  # of the net a source and the hex next to it are left
    corps = ["FR.I", "FR.III", "FR.X", "FR.XVIII", "FR.XI", "FR.XII"]

    def trains(full: bool) -> list[str]:
        units = {"FR.XX": 10, "GE.X": 86, **dict.fromkeys(corps if full else corps[:1], 4)}
        position = alone(
            turn=6, begin="strategic", side="allied", initiative="german", caps=[2, 2], units=units, german=ends
        )
        return [text for text in legal(position) if text != "done"]

    assert "rail FR.XX" in trains(full=False)
    assert "rail FR.XX" not in trains(full=True)
    assert "rail FR.I" in trains(full=True)


@pytest.mark.rule("14.3.6")
def test_who_may_still_be_set_up_freely() -> None:
    board = alone(scenario=3, units={"FR.I": 46, "FR.1-C": 46, "FR.HQ-5": 46, "GE.X": 84, "GE.HQ-1": 84}).board

    def offers(side: int, corps: int, cavalry: int, staffs: int) -> set[str]:
        found = offered(question(FreeSetUp(side, corps, cavalry, staffs, 0), board))
        return {units.IDS[each[1]] for each in found if each != "done"}

    assert offers(ALLIED, 1, 0, 0) == {"FR.I"}
    assert offers(ALLIED, 0, 1, 0) == {"FR.1-C"}
    assert offers(ALLIED, 0, 0, 1) == {"FR.HQ-5"}
    assert offers(GERMAN, 1, 0, 0) == {"GE.X"}
    assert offers(GERMAN, 0, 0, 1) == {"GE.HQ-1"}


@pytest.mark.rule("6.0", "8.1.1", "8.1.2")
def test_who_can_do_nothing_after_mulhouse_has_passed() -> None:
    for mulhouse, activations, passed in ((True, 1, True), (True, 2, False), (False, 0, True), (False, 1, False)):
        board = alone(turn=1, units={"FR.XX": 57, "GE.X": 84}, caps=[0, 4]).board
        board.activations, board.passed = activations, False
        (step,) = carried_out(Act(ALLIED, mulhouse), board)
        assert type(step).__name__ == "Segment"
        assert board.passed is passed


@pytest.mark.rule("8.4")
def test_who_was_lost_on_the_way_is_not_dropped() -> None:
    board = alone(turn=6, units={"FR.XX": 57, "FR.I": 57, "FR.III": 46, "GE.X": 84}).board
    board.active = 57
    asks = question(Walk(ALLIED, of("FR.XX", "FR.I", "FR.III"), 57, 0, 0, 0, retiring=False), board)
    drops = {units.IDS[each[1]] for each in offered(asks) if each[0] == "drop"}
    assert drops == {"FR.XX", "FR.I"}


@pytest.mark.rule("7.3")
def test_when_enough_infantry_has_gone_east_only_cavalry_is_asked_for() -> None:
    board = alone(turn=3, units={"GE.X": 84, "GE.9-C": 84}).board
    both = of("GE.X", "GE.9-C")
    assert offered(question(SendEast(0, 1, both), board)) == [("send", BY_ID["GE.9-C"])]
    assert offered(question(SendEast(1, 0, both), board)) == [("send", BY_ID["GE.X"])]
    assert question(SendEast(0, 0, both), board) is None


@pytest.mark.rule("9.5.4", "9.3.1", "13.1.6")
def test_a_whole_fort_is_on_the_first_step_of_its_ladder() -> None:
    board = alone(turn=6, units={"FR.XX": 57, "GE.X": 84}).board
    for fort, row in enumerate(ROWS):
        if row.kind == "fort":
            assert (board.strength(fort), board.fort_defence(fort)) == units.LADDER[fort][0]
            first = row.ladder[0].split("+")
            assert units.LADDER[fort][0] == (int(first[0]), int(first[1]) if len(first) > 1 else 0)


@pytest.mark.rule("13.1.6", "14.3.6")
def test_forts_may_cut_lines_wherever_a_counter_can_be_put() -> None:
    for side in (ALLIED, GERMAN):
        hexes = {
            row.start or int(row.entry or 0) for row in ROWS if row.kind == "fort" and (row.nation == "GE") == side
        }
        assert set(members(FORT_HEXES[side])) == hexes
    assert FORT_HEXES[ALLIED] >> 34 & FORT_HEXES[ALLIED] >> 72 & 1, "Lille and Liege, which options bring"


@pytest.mark.rule("14.3.6")
def test_the_ninth_army_may_come_in_upon_the_belgians() -> None:
    board = alone(
        scenario=3, turn=3, side="german", units={"FR.XX": 80, "GE.X": 73, "BE.I": 71},
        options={"german": [4, 5]}, german=[62, 72, 73],
    ).board  # fmt: skip
    for name in ("GE.HQ-9", "GE.XL-R"):
        board.delay(BY_ID[name], 2, OUT_OF_HOLLAND)
    assert ("enter", 71) in answers(board, GERMAN)


@pytest.mark.rule("9.4.3")
def test_it_is_told_who_stopped_where() -> None:
    board = alone(turn=6, units={"GE.X": 36, "GE.HA-420": 36, "FR.XX": 57}).board
    board.events.clear()
    Stop(GERMAN, of("GE.X", "GE.HA-420"), 46).do(board)
    assert [each for each in board.events if isinstance(each, Retreated)] == [Retreated("9.4.3", "GE.X GE.HA-420", 46)]
    board.events.clear()
    board.put_all(of("GE.X", "GE.HA-420"), 0)
    Stop(GERMAN, of("GE.X", "GE.HA-420"), 47).do(board)
    assert not board.events, "who is lost stops nowhere"


@pytest.mark.rule("14.3.6")
def test_the_options_by_number() -> None:
    allied = (options.FREE_SET_UP, options.BETTER_USE_OF_RESOURCES, options.EMPIRES_IN_ARMS, options.RULE_BRITANNIA)
    german = (options.FREE_SET_UP, options.MORE_GUNS, options.IMPROVED_LOGISTICS, options.MORE_TROOPS, options.HOLLAND)
    assert (*allied, options.BELGIAN_PREPAREDNESS) == german == (1, 2, 3, 4, 5)


@pytest.mark.rule("7.1", "14.1.1", "8.4.9")
def test_who_comes_or_waits_leaves_the_others_as_they_are() -> None:
    board = alone(turn=6, units={"GE.HQ-1": "84*", "GE.X": "84*", "GE.VIII": 84, "FR.XX": 57}).board
    board.delay(units.DETACHMENT, 6, VARIABLE)
    board.held = of("BR.1")
    assert ("relieve", BY_ID["GE.HQ-1"]) in offered(question(Arrive(units.DETACHMENT), board))
    Arrive(units.DETACHMENT).do(board, ("relieve", BY_ID["GE.HQ-1"]))
    assert board.down == of("GE.X"), "the staff that goes is fresh when it comes again, the corps stays disrupted"
    assert board.held == of("BR.1")
    waiting = alone(turn=6, units={"GE.X": 84, "FR.XX": 57, "BR.1": "T6", "BR.2": "T6"}).board
    waiting.held = of("BR.1", "BR.2")
    Arrive(BY_ID["BR.1"]).do(waiting, "delay")
    assert waiting.held == of("BR.2")


@pytest.mark.rule("7.3", "9.3.3", "12.6")
def test_who_leaves_the_map_leaves_the_others_as_they_are() -> None:
    tired = {"GE.X": "84*", "GE.VIII": "84*", "FR.XX": "57*"}
    east = alone(turn=3, units=tired).board
    SendEast(9, 1, of("GE.X", "GE.VIII")).do(east, ("send", BY_ID["GE.X"]))
    assert east.down == of("GE.VIII", "FR.XX")
    lost = alone(turn=3, units=tired).board
    eliminate(lost, BY_ID["GE.X"], "9.3.3")
    assert lost.down == of("GE.VIII", "FR.XX")
    home = alone(turn=3, units={**tired, "BE.4": "64*"}).board
    NamurDivision(64).do(home, "by sea")
    assert home.down == of("GE.X", "GE.VIII", "FR.XX")


@pytest.mark.rule("9.3.1", "9.3.2")
def test_only_mountain_troops_of_the_attackers_climb_for_them() -> None:
    mountain = next(name for name in units.IDS if name.startswith("FR") and units.MOUNTAIN >> BY_ID[name] & 1)
    board = alone(turn=6, units={mountain: 103, "FR.XX": 103, "GE.X": 103}).board
    board.battle = 103

    def climbs(attacker: int, *names: str) -> bool:
        board.attacker = attacker
        found = dict(modifiers_in_force(board, Fight(of(*names), 0, elan=False)))["attacker"]
        return "mountain troops" in [each.text for each in found]

    assert climbs(ALLIED, mountain)
    assert climbs(ALLIED, mountain, "FR.XX")
    assert not climbs(ALLIED, "FR.XX")
    assert not climbs(GERMAN, "GE.X")
    assert climbs(ALLIED), "before anybody is designated all who are there count"


@pytest.mark.rule("9.3.2", "9.5.1", "12.2")
def test_a_fort_helps_troops_beside_it_and_not_itself() -> None:
    board = alone(turn=6, units={"FR.F-Toul": 87, "GE.X": 87}).board
    board.battle, board.attacker = 87, GERMAN
    fight = Fight(of("GE.X"), 0, elan=False)
    assert dict(modifiers_in_force(board, fight))["defender"] == ()
    board.put(BY_ID["FR.XX"], 87)
    assert [each.text for each in dict(modifiers_in_force(board, fight))["defender"]] == ["fort in the hex"]


@pytest.mark.rule("8.4.9", "10.1", "10.4")
def test_the_free_train_takes_nobody_to_sea() -> None:
    def offers(caps: int) -> list[str]:
        return legal(
            alone(
                turn=4, begin="strategic", side="allied", initiative="german", caps=[caps, 0], danger=4,
                free_train=True, units={"FR.XX": 57, "BR.1": 23, "GE.X": 86},
            )
        )  # fmt: skip

    assert "sea BR.1" in offers(1)
    assert offers(0) == ["train FR.XX", "done"]


@pytest.mark.rule("14.3.6")
def test_options_are_a_sides_own_until_both_are_shown() -> None:
    board = alone(scenario=3, units={"FR.XX": 57, "GE.X": 84}).board
    board.options, board.revealed = [0b110, 0b101000], False
    assert [board.masked(seat).options for seat in (ALLIED, GERMAN, None)] == [[0b110, 0], [0, 0b101000], [0, 0]]
    board.revealed = True
    assert [board.masked(seat).options for seat in (ALLIED, GERMAN, None)] == [[0b110, 0b101000]] * 3
