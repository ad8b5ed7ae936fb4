"""What single steps do at their margins, each test marked with its rule alone."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still
from marne.engine import Ask
from marne.games.nach_paris.board import DESTROYED, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.forts import camp_modifier
from marne.games.nach_paris.components.tables import MOUNTAIN_RANGE, PLAIN, hexside, hexsides
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE, SQUADRONS
from marne.games.nach_paris.rules.barrage.firing import open_forts
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.horse import Withdraw
from marne.games.nach_paris.rules.combat.modifiers import _aspects
from marne.games.nach_paris.rules.engineers.repair import _why_not_this
from marne.games.nach_paris.rules.forts.forts import FORTS_OF
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.rules.movement.walk import EndMove
from marne.games.nach_paris.rules.options.airmen import why_no_flight
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.options.recon import _in_works
from marne.games.nach_paris.rules.options.secrecy import take_away
from marne.games.nach_paris.rules.rail.entraining import why_not_detrain
from marne.games.nach_paris.rules.retreat.retreat import Retreat
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.hexes import members


@pytest.mark.rule("3.2.5", "9.3.6", "8.3.4")
@pytest.mark.parametrize(("name", "combat", "markers"), [
    ("1.GID", True, [None, 1, 1]), ("5.ID", True, [1, 1, 1]), ("3.ID", True, [1, 2, 2]), ("1.GID", False, [1, 2, 2]),
])  # fmt: skip
def test_the_best_have_fewer_markers_for_what_they_lose_in_combat(
    name: str, combat: bool, markers: list[int | None]
) -> None:
    board, unit, found = still({name: "AW22 N"}), BY_ID[name], []
    for _ in range(3):
        lose_steps(board, unit, 1, combat=combat)
        found.append(board.loss_marker.get(unit))
    assert found == markers


@pytest.mark.rule("3.3.2", "1.1.7")
def test_borders_close_to_each_nation_for_its_own_turns() -> None:
    board = still()
    belgian = at("AE36")
    assert MAP.country[belgian] == "BE"
    opened = {
        turn: [bool(open_to(board.play, turn, nation) >> belgian & 1) for nation in (BE, FR, GB, DE)]
        for turn in (1, 2, 3, 9)
    }
    assert [each[0] for each in opened.values()] == [True] * 4
    assert [each[1] for each in opened.values()] == [False, False, True, True]
    assert [each[2] for each in opened.values()] == [True] * 4, "no border is shut to the British"


@pytest.mark.rule("4.5", "17.2.1", "12.1.3")
def test_foot_takes_ground_and_guns_only_the_bank_of_a_sluice() -> None:
    bank = next(hex for sluice in MAP.sluices for hex in sluice.control)
    for name, holds in (("18.ID", True), ("II/RFußa.2", False)):
        board = still({"18.ID": "AW22 N", "II/RFußa.2": "AW22 N"}, allied_ground=[MAP.grid.label(bank)])
        take_ground(board, BY_ID[name], bank)
        assert bool(board.german_ground >> bank & 1) == holds
        assert board.sluice_holder[bank] == DE
        before = board.german_ground
        take_ground(board, BY_ID[name], bank)
        assert board.german_ground == before, "who has it keeps it"


@pytest.mark.rule("7.1.2")
def test_who_ends_its_move_has_acted_beside_those_before_it() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N moved"})
    EndMove(BY_ID["18.ID"]).do(board)
    assert board.moved == 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]


@pytest.mark.rule("8.5.5", "8.1.1", "8.2.4")
def test_a_nation_is_asked_while_it_has_anything_to_fire_at() -> None:
    shells = still({"1re-DI": "AG13 N", "18.ID": "AG14 S", "2e-DI": "AG13 N", "4e-RAL": "AG13 N"}, side="allied")
    ask = PreparatoryBarrages(FR).ask(shells)
    assert isinstance(ask, Ask)
    assert ask.options == (("shell", at("AG14")), "end")
    assert PreparatoryBarrages(FR).ask(still({"1re-DI": "AG13 N"}, side="allied")) is None
    forts = PreparatoryBarrages(DE).ask(still({"KMK.b3": "AL31 NE fip"}, side="german", ammo=[9, 9]))
    assert isinstance(forts, Ask)
    assert {word for word, _ in (each for each in forts.options or () if isinstance(each, tuple))} == {"bombard"}


@pytest.mark.rule("8.6.4", "8.5.6")
def test_forts_that_stand_and_were_not_struck_are_open_or_may_be_struck_again() -> None:
    board, fort = still(), next(iter(members(FORTS_OF[ALLIED_SIDE])))
    bit = 1 << fort
    for struck, second, gone, opened in ((0, 0, 0, True), (1, 0, 0, False), (1, 1, 0, True), (0, 0, 1, False)):
        board.forts_struck, board.forts_second, board.forts_gone = bit * struck, bit * second, bit * gone
        assert bool(open_forts(board, GERMAN_SIDE) & bit) == opened
        assert not open_forts(board, ALLIED_SIDE) & bit


@pytest.mark.rule("9.2.1", "9.2.6")
def test_after_a_withdrawal_the_attackers_advance_into_an_empty_hex_alone() -> None:
    attacker = BY_ID["18.ID"]
    battle = Battle(at("AW23"), full=1 << attacker)
    empty = still({"18.ID": "AW22 N"}, side="german")
    assert len(Withdraw(battle, 0).unasked(empty)) == 1
    assert empty.barred == 1 << attacker
    sheltered = still({"18.ID": "AL31 NE", "GH": "AK31"}, side="german")
    inside = Battle(at("AK31"), full=1 << attacker)
    assert Withdraw(inside, 0).unasked(sheltered) == ()
    assert sheltered.barred == 1 << attacker


@pytest.mark.rule("9.4.8", "9.4.9", "12.2.5")
def test_flank_and_rear_count_once_each_and_a_train_for_itself() -> None:
    def texts(words: str, *sources: str) -> list[str]:
        board = still({"1re-DI": words}, side="german")
        hex, unit = board.where[BY_ID["1re-DI"]], BY_ID["1re-DI"]
        return [each.text for each in _aspects(board, Battle(hex, defenders=1 << unit), tuple(map(at, sources)))]

    assert texts("BB8 N", "BB9") == []
    assert texts("BB8 N", "BB7") == ["combat.rear"]
    assert texts("BB8 N", "BB7", "BB9") == ["combat.rear"]
    assert texts("BB8 >BB9", "BB7", "BB9") == ["combat.entrained"]


@pytest.mark.rule("9.6.4")
def test_only_who_must_retreat_and_cannot_is_lost() -> None:
    for must in (True, False):
        board, unit = still({"1re-DI": "AW23 S"}), BY_ID["1re-DI"]
        retreat = Retreat(unit, must=must)
        assert retreat.unasked(board) == ()
        assert (board.where[unit] == DESTROYED) == must


@pytest.mark.rule("20.1.3")
def test_airmen_fly_from_every_hex_of_the_map_and_from_nowhere_else() -> None:
    board, staff = still({"2.AOK": "AJ19"}, fog=True, recon=True), BY_ID["2.AOK"]
    for hex, flies in ((at("AJ19"), True), (0, True), (DESTROYED, False)):
        board.put(staff, hex)
        assert (why_no_flight(board, staff, max(hex, 0)) is None) == flies
    board.put(staff, at("AJ19"))
    board.flown = {staff: SQUADRONS[staff]}
    found = why_no_flight(board, staff, at("AJ19"))
    assert found is not None
    assert found.rule == "20.1.3"
    board.flown, board.squadrons_lost = {}, {staff: SQUADRONS[staff]}
    assert why_no_flight(board, staff, at("AJ19")) is not None


@pytest.mark.rule("19.1.4", "19.1.3")
def test_a_marker_holds_its_hex_on_the_board_that_the_enemy_sees() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW24 N", "1re-DI": "AW30 N"}, fog=True)
    twin = board.copy()
    take_away(board, twin, ALLIED_SIDE, -9)
    germans = 1 << at("AW22") | 1 << at("AW24")
    assert twin.occupied == twin.solid == [germans, 1 << at("AW30")]
    assert twin.fog_markers == [1 << at("AW22"), 0]
    assert (twin.at[at("AW22")], twin.at[at("AW24")]) == (0, 1 << BY_ID["17.ID"])
    assert twin.standing == 1 << BY_ID["17.ID"] | 1 << BY_ID["1re-DI"]


@pytest.mark.rule("20.2.6")
def test_a_stack_in_any_camp_is_in_works_and_one_in_the_open_is_not() -> None:
    board = still({"18.ID": "AW22 N fog"}, fog=True, recon=True)
    assert all(_in_works(board, ALLIED_SIDE, hex, hex) for camp in MAP.camps for hex in camp.hexes)
    assert not _in_works(board, GERMAN_SIDE, at("AW22"), at("AW23"))
    board.fieldworks = 1 << BY_ID["18.ID"]
    assert _in_works(board, GERMAN_SIDE, at("AW22"), at("AW23"))


@pytest.mark.rule("11.6.14")
def test_the_share_of_lost_forts_and_the_last_of_several() -> None:
    assert [camp_modifier(6, active) for active in (6, 4, 3, 2, 1)] == [
        "", "", "camp.cab.half", "camp.cab.most", "camp.cab.last",
    ]  # fmt: skip
    assert camp_modifier(1, 1) == "", "the only one is not the last of several"
    assert camp_modifier(2, 1) == "camp.cab.last"


@pytest.mark.rule("12.2.3")
def test_only_who_is_on_a_train_gets_off() -> None:
    on, off = still({"3.ID": "S31 train"}, side="german", rail=["S31"]), still({"3.ID": "S31 N"}, side="german")
    assert why_not_detrain(on, BY_ID["3.ID"]) is None
    found = why_not_detrain(off, BY_ID["3.ID"])
    assert found is not None
    assert found.rule == "12.2.3"


@pytest.mark.rule("7.2.1", "7.3.2")
def test_a_pass_opens_a_range_and_nothing_else() -> None:
    for side in range(MAP.grid.side_count):
        kinds = hexsides(side)
        if MAP.mountain_pass[side]:
            left = [kind for kind in kinds if kind != MOUNTAIN_RANGE]
            assert hexside(side) in (left or [PLAIN])
        else:
            assert hexside(side) in kinds
            assert MOUNTAIN_RANGE not in kinds or hexside(side) != PLAIN


@pytest.mark.rule("17.1.1")
def test_engineers_repair_what_is_broken_where_they_are() -> None:
    structure = next(iter(range(len(MAP.structures))))
    here = MAP.structures[structure].hex
    board, unit = still({"18.ID": f"{MAP.grid.label(here)} N"}), BY_ID["18.ID"]
    whole = _why_not_this(board, unit, structure)
    board.broken = {structure: 2}
    assert whole is not None
    assert whole.rule == "17.1.1"
    assert _why_not_this(board, unit, structure) is None
    board.put(unit, at("AW22"))
    away = _why_not_this(board, unit, structure)
    assert away is not None
    assert away.rule == "17.1.1"


@pytest.mark.rule("19.3.1", "19.2.4", "19.4.3")
def test_only_those_who_are_named_and_hidden_are_revealed() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW24 N fog", "1re-DI": "AW30 N"}, fog=True)
    reveal(board, 1 << BY_ID["18.ID"] | 1 << BY_ID["1re-DI"], "19.4.1")
    assert board.fogged == 1 << BY_ID["17.ID"]
    told = len(board.events)
    assert told
    reveal(board, 1 << BY_ID["1re-DI"], "19.4.1")
    assert len(board.events) == told, "there was nothing to show"


def test_a_new_board_is_without_any_mark() -> None:
    """No unit, hex or fort carries anything before the scenario and the rules put it there."""
    board = NachParisBoard(still().play)
    marks = {name: getattr(board, name) for name, kind in NachParisBoard.__annotations__.items() if kind == "Bits"}
    assert len(marks) > 40
    assert {name for name, mark in marks.items() if mark} == set()
    assert (board.failed_works, board.convoys, board.ammo, board.beaten, board.overflown) == (
        [0, 0],
        [0, 0],
        [0, 0],
        -1,
        -1,
    )
    assert not any((*board.lost, *board.faces, *board.at, *board.occupied, *board.solid, *board.step_losses))
