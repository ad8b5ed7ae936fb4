"""[6.5] Consolidation: who fills up from whom, and by how much."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.board import ASIDE, DESTROYED, REMOVED
from marne.games.nach_paris.components.units import BY_ID, CORPS, CORPS_UNITS, FR
from marne.games.nach_paris.rules.units.consolidation import _covers, orphaned, price, why_no_part
from marne.games.nach_paris.rules.units.events import Consolidated
from marne.hexes import members

ORPHAN = {"22e-DI": "BC9 N -2", "21e-DI": "destroyed"}


def filling(units: dict[str, str], side: str = "allied", nation: str = "FR", **more: Any) -> Game:
    """Step C of a nation, its first question."""
    return arranged(units=units, side=side, turn=more.pop("turn", 10), begin=f"Consolidation {nation}", **more)


def lost(position: Game, unit: str) -> int:
    return position.board.lost[BY_ID[unit]]


# -- [6.5.1]


@pytest.mark.rule("6.5.1")
@pytest.mark.reading("steps-given")
def test_one_gains_the_other_loses_and_both_have_acted() -> None:
    position = play(filling({**ORPHAN, "145e-RI": "BC9 N"}), "fill 22e-DI", "from 145e-RI")
    assert lost(position, "22e-DI") == 1
    assert position.board.where[BY_ID["145e-RI"]] == REMOVED, "to be rebuilt by 14.1.5, not destroyed"
    assert has(position, "acted", "22e-DI")
    assert position.board.step_losses[FR] == 0, "one lost, one regained"
    (event,) = happened(position, Consolidated)
    assert (event.rule, event.unit, event.gained, event.units, event.given) == ("6.5.1", "22e-DI", 1, "145e-RI", 1)


@pytest.mark.rule("6.5.1", "3.2.5")
def test_who_gains_has_done_its_one_action() -> None:
    units = {"51e-DR": "BC9 N -3", "52e-DR": "BC9 N -3", "53e-DR": "BC9 N -3", "54e-DR": "BC9 N -3"}
    position = play(filling(units), "fill 51e-DR", "from 52e-DR")
    assert lost(position, "51e-DR") == 2
    assert sorted(named(position, "fill")) == ["53e-DR", "54e-DR"]
    assert refused(position, "fill 51e-DR") == "6.5.2"
    assert refused(play(position, "fill 53e-DR"), "from 51e-DR") == "6.5.2", "it gained: it gives nothing"


@pytest.mark.rule("6.5.1")
def test_a_giver_may_give_again_in_the_same_phase() -> None:
    units = {"51e-DR": "BC9 N -1", "52e-DR": "BC9 N -1", "53e-DR": "BC9 N"}
    position = play(filling(units), "fill 51e-DR", "from 53e-DR")
    assert (lost(position, "51e-DR"), lost(position, "53e-DR")) == (0, 1)
    assert has(position, "acted", "53e-DR")
    position = play(position, "fill 52e-DR")
    assert named(position, "from") == ["53e-DR"], "the 51e has had its action, the 53e may give more"
    position = play(position, "from 53e-DR")
    assert (lost(position, "52e-DR"), lost(position, "53e-DR")) == (0, 2)


@pytest.mark.rule("6.5.1")
def test_only_units_of_one_type_and_one_nation() -> None:
    horse = filling({**ORPHAN, "8e-DC": "BC9"})
    assert asked(horse) != "Consolidation"
    mixed = filling({"51e-DR": "BC9 N -3", "8e-DC": "BC9", "1st-Div": "BC9 N", "53e-DR": "BC9 N -3"})
    position = play(mixed, "fill 51e-DR")
    assert named(position, "from") == ["53e-DR"]
    assert refused(position, "from 8e-DC") == "6.5.1"
    assert refused(position, "from 1st-Div") == "6.5.1"
    guns = filling({"51e-DR": "BC9 N -3", "2e-RAL": "BC9 N"})
    assert asked(guns) != "Consolidation"


@pytest.mark.rule("6.5.1")
def test_horse_fills_up_from_horse() -> None:
    position = filling({"8e-DC": "BC9 -1", "7e-DC": "BC9"})
    assert named(position, "fill") == ["8e-DC"]
    assert named(play(position, "fill 8e-DC"), "from") == ["7e-DC"]


@pytest.mark.rule("6.5.1")
def test_whoever_has_lost_nothing_gains_nothing_and_one_may_change_ones_mind() -> None:
    position = filling({**ORPHAN, "145e-RI": "BC9 N"})
    assert named(position, "fill") == ["22e-DI"]
    assert refused(position, "fill 145e-RI") == "6.5.1"
    position = play(position, "fill 22e-DI", "nobody")
    assert asked(position) == "Consolidation"
    assert lost(position, "22e-DI") == 2


@pytest.mark.rule("6.5.1")
def test_several_steps_at_once_if_they_are_covered() -> None:
    position = play(filling({"51e-DR": "BC9 N -3", "53e-DR": "BC9 N -2"}), "fill 51e-DR", "from 53e-DR")
    assert asked(position) == "GainSteps"
    assert legal(position) == ["gain 1", "gain 2"], "three would need more than the other has"
    assert refused(position, "gain 3") == "6.5.3"
    position = play(position, "gain 2")
    assert lost(position, "51e-DR") == 1
    assert where(position, "53e-DR") == ""
    assert position.board.step_losses[FR] == 0


# -- [6.5.2]


@pytest.mark.rule("6.5.2")
def test_both_in_one_hex() -> None:
    assert asked(filling({**ORPHAN, "145e-RI": "BC10 N"})) != "Consolidation"
    both = filling({**ORPHAN, "145e-RI": "BC9 N", "52e-DR": "BC10 N -3"})
    assert refused(play(both, "fill 22e-DI"), "from 52e-DR") == "6.5.2"


@pytest.mark.rule("6.5.2", "3.2.5")
@pytest.mark.parametrize("mark", ["fought", "acted", "barred"])
def test_nothing_else_in_this_combat_phase(mark: str) -> None:
    assert asked(filling({**ORPHAN, "145e-RI": f"BC9 N {mark}"})) != "Consolidation"
    assert asked(filling({**ORPHAN, "22e-DI": f"BC9 N -2 {mark}", "145e-RI": "BC9 N"})) != "Consolidation"


@pytest.mark.rule("8.1.3")
def test_nobody_consolidates_after_a_barrage() -> None:
    assert asked(filling({**ORPHAN, "145e-RI": "BC9 N barraged"})) != "Consolidation"
    fired = filling({**ORPHAN, "22e-DI": "BC9 N -2 barraged", "145e-RI": "BC9 N", "51e-DR": "BC9 N -1"})
    assert refused(fired, "fill 22e-DI") == "8.1.3"


@pytest.mark.rule("6.5.2", "2.5.7")
@pytest.mark.reading("orphaned")
def test_a_unit_of_a_corps_only_if_it_is_orphaned() -> None:
    for partner in ("BC5 N", "waiting", "withdrawn"):
        kept = filling({"22e-DI": "BC9 N -2", "21e-DI": partner, "145e-RI": "BC9 N", "51e-DR": "BC9 N -3"})
        assert refused(kept, "fill 22e-DI") == "6.5.2", partner
    for partner in ("destroyed", "removed"):
        alone = filling({"22e-DI": "BC9 N -2", "21e-DI": partner, "145e-RI": "BC9 N"})
        assert "fill 22e-DI" in legal(alone), partner


@pytest.mark.rule("2.5.7")
def test_in_a_corps_of_three_all_others_must_be_gone() -> None:
    one = filling({"12e-DI": "BC9 N -2", "40e-DI": "destroyed", "42e-DI": "BC5 N"})
    assert not orphaned(one.board, BY_ID["12e-DI"])
    both = filling({"12e-DI": "BC9 N -2", "40e-DI": "destroyed", "42e-DI": "destroyed"})
    assert orphaned(both.board, BY_ID["12e-DI"])
    split = filling({"42e-DI": "destroyed", "12e-DI": "destroyed", "79e-Bde": "BC9 N -1", "80e-Bde": "BC9 N"})
    assert not orphaned(split.board, BY_ID["79e-Bde"]), "its sister is alive"


@pytest.mark.rule("6.5.2")
def test_not_in_an_enemy_zone() -> None:
    units = {**ORPHAN, "145e-RI": "BC9 N", "18.ID": "BC10 S"}
    assert asked(filling(units)) != "Consolidation"
    assert asked(filling({**units, "18.ID": "BC10 N"})) == "Consolidation", "it looks away"


@pytest.mark.rule("6.5.2", "12.2.3")
def test_not_on_a_train() -> None:
    units = {"51e-DR": "AW19 N -3", "53e-DR": "AW19 N -3"}
    assert asked(filling(units)) == "Consolidation"
    assert asked(filling({**units, "53e-DR": "AW19 N -3 train"})) != "Consolidation"


# -- [6.5.3], [6.5.4]


@pytest.mark.rule("6.5.3")
def test_within_a_rank_two_points_may_be_missing_in_each_factor() -> None:
    board = filling({**ORPHAN, "145e-RI": "BC9 N"}).board
    assert price(board, BY_ID["22e-DI"], 1, BY_ID["145e-RI"]) == 1, "seven and two, for six and one"
    board.lost[BY_ID["22e-DI"]] = 3  # eight and three are needed: eight and three come
    assert price(board, BY_ID["22e-DI"], 1, BY_ID["145e-RI"]) == 1
    weak = filling({"22e-DI": "BC9 N -3", "21e-DI": "destroyed", "345e-RI": "BC9 N"})
    assert asked(weak) != "Consolidation", "the regiment has five and no guns, and is of rank C"


@pytest.mark.rule("6.5.3")
def test_within_a_rank_three_points_of_artillery_are_too_much() -> None:
    """The Moroccans need eight and three at their last step; the brigade of the same rank has eight and no guns."""
    board = filling({"DM": "BC9 N -3", "Bde-CIM": "BC9 N"}).board
    assert price(board, BY_ID["DM"], 1, BY_ID["Bde-CIM"]) == 0
    board.lost[BY_ID["DM"]] = 1  # three and one
    assert price(board, BY_ID["DM"], 1, BY_ID["Bde-CIM"]) == 1


@pytest.mark.rule("6.5.3")
@pytest.mark.reading("giver-brings")
def test_who_goes_on_existing_gives_what_its_factors_fall_by() -> None:
    """A whole reserve division falls by four and one, then by five and one: two more may be missing."""
    board = filling({"51e-DR": "BC9 N -1", "53e-DR": "BC9 N"}).board
    assert price(board, BY_ID["51e-DR"], 1, BY_ID["53e-DR"]) == 1
    active = filling({"22e-DI": "BC9 N -3", "21e-DI": "destroyed", "4e-DI": "BC9 N", "3e-DI": "destroyed"}).board
    assert price(active, BY_ID["22e-DI"], 1, BY_ID["4e-DI"]) == 2, "eight and three: three and one are not enough"


@pytest.mark.rule("6.5.4")
def test_one_rank_apart_nothing_may_be_missing() -> None:
    """The 22e DI needs seven and two from the second loss up; a reserve division's last step is five and two."""
    position = filling({**ORPHAN, "52e-DR": "BC9 N -3"})
    assert named(position, "fill") == ["52e-DR"]
    assert refused(position, "fill 22e-DI") == "6.5.4"
    assert "fill 22e-DI" in legal(filling({**ORPHAN, "22e-DI": "BC9 N -1", "52e-DR": "BC9 N -3"}))
    two = filling({**ORPHAN, "52e-DR": "BC9 N -2"})
    after = play(two, "fill 22e-DI", "from 52e-DR")
    assert where(after, "52e-DR") == "", "nine and three in two steps: four of nine are lost"
    assert lost(after, "22e-DI") == 1
    assert after.board.step_losses[FR] == 1


@pytest.mark.rule("6.5.4")
def test_the_artillery_factor_must_be_covered_too() -> None:
    """The mountain infantry has eight and one; seven and two are needed."""
    units = {**ORPHAN, "BCA-Alsace": "BC9 N", "145e-RI": "BC9 N"}
    position = play(filling(units), "fill 22e-DI")
    assert named(position, "from") == ["145e-RI"]
    assert refused(position, "from BCA-Alsace") == "6.5.4"


@pytest.mark.rule("6.5.1")
def test_nobody_makes_two_steps_of_one() -> None:
    """One step of the 8.ED would be enough for two of the 33.RD: it gives two all the same."""
    position = filling({"33.RD": "BC9 N -2", "8.ED": "BC9 N -1"}, "german", "DE")
    assert _covers(position.board, BY_ID["33.RD"], 2, BY_ID["8.ED"], 1)
    assert price(position.board, BY_ID["33.RD"], 2, BY_ID["8.ED"]) == 2


@pytest.mark.rule("6.5.4")
def test_two_ranks_apart_never() -> None:
    units = {"22e-DI": "BC9 N -1", "21e-DI": "destroyed", "81e-DT": "BC9 N", "52e-DR": "BC9 N -3"}
    position = play(filling(units), "fill 22e-DI")
    assert named(position, "from") == ["52e-DR"]
    assert refused(position, "from 81e-DT") == "6.5.4"
    territorials = filling({"52e-DR": "BC9 N -1", "81e-DT": "BC9 N"})
    assert "fill 52e-DR" in legal(territorials), "C and D are neighbours"


@pytest.mark.rule("2.5.7")
def test_an_orphan_has_lost_every_partner_that_was_in_play() -> None:
    who = BY_ID["18.ID"]
    partners = members(CORPS_UNITS[CORPS[who]] & ~(1 << who))
    board = still({"18.ID": "AW22 N"})
    for other in partners:
        board.where[other] = ASIDE
    assert not orphaned(board, who), "they were never in play"
    board.where[partners[0]] = DESTROYED
    assert orphaned(board, who)
    board.put(partners[0], at("AW23"))
    assert not orphaned(board, who)


@pytest.mark.rule("6.5.1")
def test_guns_and_staffs_take_part_in_no_consolidation() -> None:
    board = still({"2e-RAL": "BC9 N", "QG-5e-A": "BC9", "51e-DR": "BC9 N -1"}, side="allied")
    found = {name: why_no_part(board, BY_ID[name]) for name in ("2e-RAL", "QG-5e-A", "51e-DR")}
    assert {name: reason.rule if reason else "" for name, reason in found.items()} == {
        "2e-RAL": "6.5.1",
        "QG-5e-A": "6.5.1",
        "51e-DR": "",
    }
