"""The last corners: what a draw of mutations found that no test had looked into."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRANSIT_HEX
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DE, GERMAN_SIDE, NATIONS, STEPS
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import targets
from marne.games.nach_paris.rules.combat.resolve import _fully_in
from marne.games.nach_paris.rules.movement.reach import transit_full
from marne.games.nach_paris.rules.options.airmen import airfields
from marne.games.nach_paris.rules.options.secrecy import take_away
from marne.games.nach_paris.rules.rail.capacity import closed_lines
from marne.games.nach_paris.rules.rail.lines import LOW
from marne.games.nach_paris.rules.units.losses import destroy, lose_steps
from marne.games.nach_paris.rules.units.versions import take_place
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.games.nach_paris.rules.works.entrenchments import Works, printed
from marne.hexes import members


@pytest.mark.rule("2.4.6")
def test_who_is_destroyed_loses_nothing_more() -> None:
    board, unit = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert lose_steps(board, unit, -1) == lose_steps(board, unit, 0) == 0
    assert not board.events
    destroy(board, unit)
    lost = list(board.step_losses)
    assert lose_steps(board, unit, 1) == 0
    assert board.step_losses == lost


@pytest.mark.rule("10.3.1", "11.1.8")
def test_a_unit_stands_in_one_hex_alone() -> None:
    board, unit = still({"18.ID": "AW22 N", "17.ID": "AW22 N"}), BY_ID["18.ID"]
    board.put(unit, at("AW23"))
    assert board.at[at("AW22")] == 1 << BY_ID["17.ID"]
    assert board.at[at("AW23")] == 1 << unit
    assert board.occupied[GERMAN_SIDE] == 1 << at("AW22") | 1 << at("AW23")
    board.put(BY_ID["17.ID"], -1)
    assert board.at[at("AW22")] == 0
    assert board.occupied[GERMAN_SIDE] == board.solid[GERMAN_SIDE] == 1 << at("AW23")
    assert not board.standing >> BY_ID["17.ID"] & 1


@pytest.mark.rule("6.6.2", "7.4.2", "13.1.6")
@pytest.mark.parametrize(("one", "two", "left"), [
    ("extended1", "", ["extended_1"]), ("extended1", "extended2", ["extended_2"]), ("limited", "", ["limited"]),
    ("limited", "ooc", ["cut_off"]), ("", "", []),
])  # fmt: skip
def test_of_two_marks_a_whole_takes_the_worse_of_its_own_parts(one: str, two: str, left: list[str]) -> None:
    board = still({"18.ID": f"AW22 N {one}", "17.ID": f"AW22 N {two}", "5.ID": "AW22 N extended2 ooc"})
    whole = BY_ID["16.ID"]
    take_place(board, whole, 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"], at("AW22"), 1)
    names = ("extended_1", "extended_2", "limited", "cut_off")
    assert [name for name in names if getattr(board, name) >> whole & 1] == left
    assert (board.where[whole], board.lost[whole]) == (at("AW22"), 1)


@pytest.mark.rule("7.3.1")
def test_a_hex_lets_through_exactly_as_many_steps_as_it_can() -> None:
    hex = next(h for h in range(len(MAP.grid)) if MAP.playable(h) and MAP.terrain[h] in TRANSIT_HEX)
    limit = TRANSIT_HEX[MAP.terrain[hex]]
    board = still({"18.ID": "AW22 N"})
    unit = BY_ID["18.ID"]
    for steps in range(1, STEPS[unit] + 1):
        board.lost[unit] = STEPS[unit] - steps
        board.transit_hex = {hex: limit - steps}
        assert not transit_full(board, unit, hex)
        board.transit_hex = {hex: limit - steps + 1}
        assert transit_full(board, unit, hex)


@pytest.mark.rule("9.3.1", "9.3.3")
def test_foot_and_horse_of_the_defence_suffer_and_who_went_in_fully() -> None:
    foot, gun = 1 << BY_ID["18.ID"], 1 << BY_ID["III/Fußa.1"]
    battle = Battle(at("AW22"), full=1 << BY_ID["1re-DI"], part=1 << BY_ID["2e-DI"], defenders=foot | gun)
    assert _fully_in(battle, False) == foot
    assert _fully_in(battle, True) == 1 << BY_ID["1re-DI"]


@pytest.mark.rule("9.1.3", "9.1.4")
@pytest.mark.parametrize("fact", ["fought", "barred", "barraged"])
def test_a_hex_is_attacked_by_somebody_who_still_can(fact: str) -> None:
    board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german", turn=7)
    assert targets(board, DE) == [at("AW23")]
    setattr(board, fact, 1 << BY_ID["18.ID"])
    assert targets(board, DE) == []


@pytest.mark.rule("11.1.1", "11.1.3")
def test_entrenchments_count_a_grade_less_before_turn_3() -> None:
    found = {}
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        for other in MAP.grid.neighbours[hex] if MAP.camp[hex] < 0 else ():
            nation = next(
                (i for i, n in enumerate(NATIONS) if printed(still_late, hex, other, i) == Works.REGULAR), None
            )
            if nation is not None:
                found[hex, other, nation] = printed(still_early, hex, other, nation)
    assert found
    assert set(found.values()) == {Works.FIELDWORKS}


still_early, still_late = still(turn=2), still(turn=3)


@pytest.mark.rule("12.4.3", "12.4.1")
def test_nobody_runs_against_the_trains_of_a_single_line_from_either_end() -> None:
    link = next(iter(members(LOW)))
    ends = MAP.links[link]
    for into, shut in ((ends.a, ends.b), (ends.b, ends.a)):
        board = still({"18.ID": "AW22 N"})
        board.rail_used = {(link, into): 0}
        assert closed_lines(board, BY_ID["18.ID"]) == {(link, shut)}


@pytest.mark.rule("18.1.2", "12.1.6", "17.1.4")
def test_guns_on_a_train_control_nothing() -> None:
    assert zones_of_guns(still({"18.ID": "S31 N"}), GERMAN_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N train"}), GERMAN_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N"}), ALLIED_SIDE, 2)
    assert not zones_of_guns(still({"18.ID": "S31 N"}), GERMAN_SIDE, 999)


@pytest.mark.rule("19.1.4", "19.1.3")
def test_what_camps_and_harbours_gave_is_known_to_their_side() -> None:
    german = next(i for i, camp in enumerate(MAP.camps) if camp.nation == "DE")
    french = next(i for i, camp in enumerate(MAP.camps) if camp.nation == "FR")
    board = still({"18.ID": "AW22 N fog"}, fog=True)
    board.camp_supply, board.harbour_supply = {german: 4, french: 6}, {0: 2}
    seen = {}
    for seat in (GERMAN_SIDE, ALLIED_SIDE):
        twin = board.copy()
        take_away(board, twin, seat, -9)
        seen[seat] = (twin.camp_supply, twin.harbour_supply)
    assert seen == {GERMAN_SIDE: ({german: 4}, {}), ALLIED_SIDE: ({french: 6}, {0: 2})}


@pytest.mark.rule("20.1.3", "20.1.5", "20.1.6")
def test_airfields_are_the_staffs_that_can_fly() -> None:
    def flying(**more: Any) -> list[int]:
        return airfields(
            still({"2.AOK": "AJ19", "3.AOK": "AI40"}, fog=True, recon=True, **more), GERMAN_SIDE, at("AI15")
        )

    assert flying() == [BY_ID["2.AOK"]], "the other is too far off"
    assert flying(turn=1) == []
