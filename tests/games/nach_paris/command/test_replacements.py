"""[14] Replacements: what comes, who absorbs it and for how much, and units that are rebuilt."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import Position
from marne.games.nach_paris.board import REMOVED
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, COST, DE, FR, GB, STEPS
from marne.games.nach_paris.rules.command.events import Rebuilt, Replaced, ReplacementsCame
from marne.games.nach_paris.rules.command.replacements import (
    AbsorbReplacements,
    NewReplacements,
    _pay,
    points,
    rebuilding_hexes,
    why_not_rebuild,
)
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.rail.network import rail_hexes
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.sequence import CombatPhase, EndOfCombatPhase, GameTurn, drop_halves
from marne.games.nach_paris.steps import label
from marne.hexes import members


def absorbing(units: dict[str, str], halves: int = 20, turn: int = 7, **changes: Any) -> Game:
    """The French step D with so many half Replacements."""
    return arranged(
        units=units, turn=turn, side="allied", begin="AbsorbReplacements FR", replacements=[0, halves, 0, 0], **changes
    )


def again(position: Game, **facts: Any) -> Game:
    """The same with facts of the board changed: the question is asked anew."""
    for name, fact in facts.items():
        setattr(position.board, name, fact)
    return Position.begin(position.board, AbsorbReplacements(FR))


# -- [14.1.1]


@pytest.mark.rule("14.1.1")
def test_what_the_scenario_gives_each_nation() -> None:
    def came(turn: int, side: str) -> list[int]:
        position = arranged(turn=turn, side=side, begin="NewReplacements")
        assert sum(event.points for event in happened(position, ReplacementsCame)) * 2 == sum(
            position.board.replacements
        )
        return list(position.board.replacements)

    assert came(8, "german") == [0, 0, 0, 0]
    assert came(9, "german")[DE] == 4
    assert came(9, "allied") == [2, 4, 0, 0]
    assert (came(11, "german")[DE], came(12, "german")[DE], came(22, "german")[DE]) == (4, 8, 10), "to the last turn"
    assert came(12, "allied")[GB] == 2
    twice = arranged(turn=12, side="allied", begin="NewReplacements", replacements=[0, 3, 0, 0]).board
    assert twice.replacements[FR] == 3 + 8
    assert NewReplacements().rule == "14.1.1"


@pytest.mark.rule("14.1.1", "14.1.3")
def test_foot_and_horse_recover_one_step_and_one_only() -> None:
    units = {"1re-DI": "AT9 N -2", "1re-DC": "AT9 -1", "2e-DI": "AT9 N", "2e-RAL": "AT9 N"}
    position = absorbing(units)
    assert sorted(named(position, "absorb")) == ["1re-DC", "1re-DI"]
    assert refused(position, "absorb 2e-DI") == "14.1.1"
    assert refused(position, "absorb 2e-RAL") == "14.1.1"
    position = play(position, "absorb 1re-DI")
    assert position.board.lost[BY_ID["1re-DI"]] == 1
    assert named(position, "absorb") == ["1re-DC"]
    assert refused(position, "absorb 1re-DI") == "14.1.2"
    (event,) = happened(position, Replaced)
    assert (event.unit, event.steps, event.left) == ("1re-DI", STEPS[BY_ID["1re-DI"]] - 1, "9")


@pytest.mark.rule("14.1.1", "1.1.5", "14.1.2")
def test_a_step_that_is_replaced_counts_no_more() -> None:
    position = again(absorbing({"1re-DI": "AT9 N -2"}), step_losses=[0, 1, 0, 0])
    assert play(position, "absorb 1re-DI").board.step_losses[FR] == 0
    before = again(absorbing({"1re-DI": "AT9 N -2"}), step_losses=[0, 0, 0, 0])
    assert play(before, "absorb 1re-DI").board.step_losses[FR] == 0, "losses of before the first day"


# -- [14.1.2] the six conditions, and step D


@pytest.mark.rule("14.1.2")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("AT9 N -1", ""),
        ("AT9 N -1 moved", ""),
        ("AT9 N -1 forced", ""),
        ("AT9 N -1 barraged", "14.1.2"),
        ("AT9 N -1 fought", "14.1.2"),
        ("AT9 N -1 acted", "14.1.2"),
        ("AT9 N -1 limited", "13.3.1"),
        ("AT9 N -1 ooc", "13.3.2"),
        ("AT9 N -1 train", "14.1.2"),
    ],
)
def test_who_may_absorb(words: str, rule: str) -> None:
    if "train" in words:
        words = words.replace("AT9", label(next(h for h in members(RAIL_HEXES) if MAP.country[h] == "FR")))
    position = absorbing({"1re-DI": words, "2e-DI": "AT9 N -1"})
    assert ("1re-DI" in named(position, "absorb")) == (not rule)
    if rule:
        assert refused(position, "absorb 1re-DI") == rule


@pytest.mark.rule("13.3.1", "13.3.2")
def test_nobody_without_a_line_absorbs_replacements() -> None:
    units = {"1re-DI": "AT9 N -1", "2e-DI": "AT9 N -1 limited", "3e-DI": "AT9 N -1 ooc"}
    position = arranged(units=units, turn=7, side="allied", begin="AbsorbReplacements FR", replacements=[0, 9, 0, 0])
    assert named(position, "absorb") == ["1re-DI"]
    assert refused(position, "absorb 2e-DI") == "13.3.1"
    assert refused(position, "absorb 3e-DI") == "13.3.2"


@pytest.mark.rule("14.1.2")
def test_not_in_two_game_turns_running() -> None:
    units = {"1re-DI": "AT9 N -3", "2e-DI": "AT9 N -1"}
    position = play(absorbing(units), "absorb 1re-DI", "end")
    board = position.board
    assert has(position, "replaced", "1re-DI")
    same = again(position.load(position.save()), acted=0)
    assert named(same, "absorb") == ["2e-DI"], "nor twice in one"
    for turn, able in ((8, False), (9, True)):
        GameTurn(turn).do(board)
        board.acted = 0
        board.side = 1
        asking = Position.begin(board.copy(), AbsorbReplacements(FR))
        assert ("1re-DI" in named(asking, "absorb")) == able
        if not able:
            assert refused(asking, "absorb 1re-DI") == "14.1.2"


@pytest.mark.rule("14.1.2")
def test_nobody_absorbs_who_withdrew_or_may_not_fight() -> None:
    for fact in ("withdrew", "barred"):
        position = again(absorbing({"1re-DI": "AT9 N -1", "2e-DI": "AT9 N -1"}), **{fact: 1 << BY_ID["1re-DI"]})
        assert named(position, "absorb") == ["2e-DI"]


@pytest.mark.rule("14.1.2")
def test_within_five_hexes_of_a_usable_railway_of_any_capacity() -> None:
    """All railways are German but those from some distance on."""
    here = MAP.grid.hex("AT9")
    seen = set()
    for far in range(1, 9):
        position = absorbing({"1re-DI": "AT9 N -1"})
        position.board.german_rail = RAIL_HEXES & MAP.grid.links.within(1 << here, far)
        position = again(position)
        nearest = min(MAP.grid.distance(here, hex) for hex in members(rail_hexes(position.board, FR)))
        seen.add(nearest)
        assert ("1re-DI" in named(position, "absorb")) == (nearest <= 5)
        if nearest > 5:
            reason = AbsorbReplacements(FR).reason(position.board, ("absorb", BY_ID["1re-DI"]))
            assert reason is not None
            assert (reason.rule, reason.key) == ("14.1.2", "why.replace.railway")
    assert {5, 6} <= seen


@pytest.mark.rule("14.1.2", "3.2.5")
def test_it_is_step_d_and_the_one_action_of_a_unit() -> None:
    board = arranged(side="allied", begin="nothing").board
    steps = [type(step).__name__ for step in CombatPhase().do(board)]
    assert steps.index("Consolidation") < steps.index("AbsorbReplacements") < steps.index("BuildFieldworks")
    position = play(absorbing({"1re-DI": "AT9 N -2"}), "absorb 1re-DI")
    assert has(position, "acted", "1re-DI")


# -- [14.1.3], [14.1.4] prices and halves


@pytest.mark.rule("14.1.3")
@pytest.mark.parametrize(
    ("unit", "halves"),
    [
        ("1st-Div", 4),
        ("Cav-Div", 3),
        ("GKD", 3),
        ("70e-DR", 3),
        ("14e-DI", 3),
        ("1re-DI", 2),
        ("51e-DR", 2),
        ("8e-DC", 2),
    ],
)
def test_the_price_of_a_step(unit: str, halves: int) -> None:
    assert COST[BY_ID[unit]] == halves


@pytest.mark.rule("14.1.3")
def test_the_price_is_paid_and_whoever_is_too_dear_waits() -> None:
    units = {"14e-DI": "AT9 N -1", "1re-DI": "AT9 N -1", "2e-DI": "AU9 N -1"}
    position = absorbing(units, 3)
    assert sorted(named(position, "absorb")) == ["14e-DI", "1re-DI", "2e-DI"]
    assert play(position, "absorb 14e-DI").board.replacements[FR] == 0
    one = play(position, "absorb 1re-DI")
    assert one.board.replacements[FR] == 1
    assert asked(one) == "", "half a Replacement is not enough for anybody"
    two = absorbing(units, 2)
    assert refused(two, "absorb 14e-DI") == "14.1.3"
    assert points(3) == "1.5"


@pytest.mark.rule("14.1.4")
@pytest.mark.reading("half-points")
def test_whole_replacements_are_kept_and_halves_lost() -> None:
    board = arranged(side="allied", replacements=[3, 7, 4, 5], begin="nothing").board
    EndOfCombatPhase().do(board)
    assert board.replacements == [2, 6, 4, 5], "those of the side whose Combat Phase ends"


# -- [14.1.5] rebuilt units


def rebuilding(units: dict[str, str], halves: int = 4, **facts: Any) -> Game:
    position = absorbing({"145e-RI": "removed", "22e-DI": "destroyed", **units}, halves)
    position.board.lost[BY_ID["145e-RI"]] = STEPS[BY_ID["145e-RI"]]
    return again(position, **facts)


@pytest.mark.rule("14.1.5", "14.1.1")
def test_a_unit_that_a_consolidation_used_up_comes_back_with_one_step() -> None:
    position = rebuilding({"QG-5e-A": "AT9", "QG-4e-A": "AT14"})
    assert legal(position) == ["rebuild 145e-RI", "end"]
    position = play(position, "rebuild 145e-RI")
    assert asked(position) == "RebuildIn"
    assert sorted(named(position, "place")) == ["AT14", "AT9"]
    assert refused(position, "place AT10") == "14.1.5"
    position = play(position, "place AT9")
    assert asked(position) == "Face"
    assert where(position, "145e-RI") == "AT9"
    assert position.board.steps(BY_ID["145e-RI"]) == 1
    assert position.board.replacements[FR] == 2
    assert has(position, "replaced", "145e-RI")
    assert happened(position, Rebuilt)[0].hex == "AT9"
    assert legal(play(position, "face N")) == []


@pytest.mark.rule("14.1.5")
def test_a_division_comes_back_at_its_highest_attrition_level() -> None:
    position = again(absorbing({"1re-DI": "removed", "QG-5e-A": "AT9"}))
    position = play(position, "rebuild 1re-DI")
    assert (where(position, "1re-DI"), position.board.lost[BY_ID["1re-DI"]]) == ("AT9", 3)


@pytest.mark.rule("14.1.5")
def test_the_destroyed_do_not_come_back() -> None:
    position = rebuilding({"QG-5e-A": "AT9"})
    assert refused(position, "rebuild 22e-DI") == "14.1.5"
    horse = again(absorbing({"1re-DC": "removed", "1re-DI": "AT9 N -1", "QG-5e-A": "AT9"}))
    assert legal(horse) == ["absorb 1re-DI", "end"], "nor horse"
    assert refused(horse, "rebuild 1re-DC") == "14.1.5"


@pytest.mark.rule("14.1.5")
@pytest.mark.reading("rebuilt-hex")
def test_not_where_a_barrage_fell_in_this_game_turn() -> None:
    shelled = 1 << MAP.grid.hex("AT9")
    position = rebuilding({"QG-5e-A": "AT9", "QG-4e-A": "AT14"}, shelled_turn=shelled)
    position = play(position, "rebuild 145e-RI")
    assert where(position, "145e-RI") == "AT14"
    none = rebuilding({"QG-5e-A": "AT9", "1re-DI": "AT9 N -1"}, shelled_turn=shelled)
    assert legal(none) == ["absorb 1re-DI", "end"]
    assert refused(none, "rebuild 145e-RI") == "14.1.5"


@pytest.mark.rule("14.1.5")
def test_only_with_a_headquarters_in_communication_that_has_room_and_points() -> None:
    """departs: 14.1.5"""
    crowd = {"1re-DI": "AT9 N -1", "2e-DI": "AT9 N", "3e-DI": "AT9 N", "4e-DI": "AT9 N"}
    assert "rebuild 145e-RI" not in legal(rebuilding({"QG-5e-A": "AT9", **crowd}))
    assert "rebuild 145e-RI" not in legal(rebuilding({"1re-DI": "AT9 N -1"}))
    cut = rebuilding({"QG-5e-A": "AT9", "1re-DI": "AT9 N -1"}, german_rail=RAIL_HEXES)
    assert cut.open is None
    watched = {"QG-5e-A": "AM8", "GKD": "AM9", "5.KD": "AM7", "1re-DI": "AT9 N -1"}
    assert legal(rebuilding(watched)) == ["absorb 1re-DI", "end"]
    assert "rebuild 145e-RI" in legal(rebuilding({"QG-5e-A": "AM8"}))
    poor = rebuilding({"QG-5e-A": "AT9"}, halves=1)
    assert poor.open is None
    british = rebuilding({"GH": "AT9", "1re-DI": "AT9 N -1"})
    assert legal(british) == ["absorb 1re-DI", "end"]
    assert british.board.where[BY_ID["145e-RI"]] == REMOVED


@pytest.mark.rule("3.2.1", "14.1.2")
def test_belgians_french_and_british_have_their_own() -> None:
    units = {"1re-DI": "AT9 N -1", "1st-Div": "AT9 N -1", "1re-DA": "AG38 N -1"}
    for nation, unit in ((BE, "1re-DA"), (FR, "1re-DI"), (GB, "1st-Div")):
        position = arranged(units=units, turn=10, side="allied", replacements=[8, 8, 8, 0], begin="nothing")
        assert named(Position.begin(position.board, AbsorbReplacements(nation)), "absorb") == [unit]
        for other in set(units) - {unit}:
            reason = AbsorbReplacements(nation).reason(position.board, ("absorb", BY_ID[other]))
            assert reason is not None
            assert reason.key == "why.replace.nation"


@pytest.mark.rule("14.1.5")
def test_a_unit_is_rebuilt_where_there_is_room_for_one_step() -> None:
    units = {"QG-5e-A": "AW22", "1re-DI": "removed", **dict.fromkeys(("2e-DI", "3e-DI", "4e-DI", "5e-DI"), "AW22 N")}
    board = still(units, side="allied")
    unit, hex, last = BY_ID["1re-DI"], at("AW22"), BY_ID["5e-DI"]
    while room(board, hex, ALLIED_SIDE) < 1:
        board.lost[last] += 1
    assert room(board, hex, ALLIED_SIDE) == 1
    assert rebuilding_hexes(board, unit) == 1 << hex
    board.lost[last] -= 1
    assert rebuilding_hexes(board, unit) == 0, "full"
    board.lost[last] += 1
    board.shelled_turn = 1 << hex
    assert rebuilding_hexes(board, unit) == 0, "shelled"


@pytest.mark.rule("14.1.3", "14.1.5")
def test_a_rebuilt_unit_has_its_price() -> None:
    unit = BY_ID["1re-DI"]
    for halves, rule in ((COST[unit], ""), (COST[unit] - 1, "14.1.3")):
        board = still({"1re-DI": "removed", "QG-5e-A": "AW22"}, side="allied", replacements=[0, halves, 0, 0])
        found = why_not_rebuild(board, unit, FR)
        assert (found.rule if found else "") == rule


@pytest.mark.rule("14.1.5", "14.1.2")
def test_only_who_was_used_up_is_rebuilt() -> None:
    units = {"1re-DI": "removed", "2e-DI": "destroyed", "QG-5e-A": "AW22", "3e-DI": "removed"}
    position = arranged(turn=8, side="allied", begin="AbsorbReplacements FR", units=units, replacements=[0, 20, 0, 20])
    assert "1re-DI" in named(position, "rebuild")
    assert "2e-DI" not in named(position, "rebuild")
    assert refused(position, "rebuild 2e-DI") == "14.1.5"
    assert position.board.where[BY_ID["1re-DI"]] == REMOVED


@pytest.mark.rule("14.1.4")
def test_halves_are_lost_on_the_own_side_alone() -> None:
    board = still(side="allied", replacements=[3, 4, 5, 7])
    drop_halves(board)
    assert board.replacements == [2, 4, 4, 7]


@pytest.mark.rule("14.1.3", "14.1.2")
def test_who_is_paid_for_costs_its_price_and_one_loss_less_counts() -> None:
    board, unit = still({"1re-DI": "AT9 N -2"}, side="allied", replacements=[0, 9, 0, 0]), BY_ID["1re-DI"]
    for before, after in ((0, 0), (1, 0), (3, 2)):
        board.step_losses[FR], board.replacements[FR], board.replaced, board.acted = before, 9, 2, 4
        _pay(board, unit)
        assert (board.step_losses[FR], board.replacements[FR]) == (after, 9 - COST[unit])
        assert (board.replaced, board.acted) == (2 | 1 << unit, 4 | 1 << unit)
