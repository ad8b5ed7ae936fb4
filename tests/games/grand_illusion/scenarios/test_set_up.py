"""Chapter 13: set-up."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import asked, legal, play, where
from marne.engine import Position
from marne.games.grand_illusion.board import ASIDE, IN_BOX, ON_TRACK, GrandIllusionBoard
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.data import EDITIONS, SCENARIOS
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.places import HEXES
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, COMBAT, FORTS, GERMAN, MOBILE, OF_SIDE, ROWS
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.rules.supply.supply import FORT_HEXES, supplied
from marne.games.grand_illusion.sequence import Begin
from marne.hexes import members


@pytest.mark.rule("13.1.1", "13.0")
def test_every_unit_begins_somewhere_within_stacking_and_supply() -> None:
    board = new_board(EDITIONS["english"], 1)
    for unit, row in enumerate(ROWS):
        place = board.where[unit]
        if row.option:
            assert place == ASIDE
        elif row.start:
            assert place == row.start
        else:
            assert place in (ON_TRACK, IN_BOX)
    for hex in range(1, HEXES + 1):
        for side in (0, 1):
            assert fits(board, hex, side, 0), hex
            mine = board.at[hex] & OF_SIDE[side] & MOBILE
            assert supplied(board, mine, hex) == mine, (hex, units.written(mine))
            if mine & COMBAT:
                assert board.controls(side, hex), hex


@pytest.mark.rule("13.1.1")
def test_two_british_may_begin_in_maubeuge() -> None:
    position = Position.begin(new_board(EDITIONS["english"], 1), Begin())
    assert asked(position) == "BritishAtMaubeuge"
    position = play(position, "place BR.1", "place BR.5")
    assert where(position, "BR.1") == where(position, "BR.5") == 54
    assert asked(position) != "BritishAtMaubeuge"
    assert position.board.maubeuge >> BY_ID["BR.5"] & 1


@pytest.mark.rule("13.1.3")
def test_markers_at_start() -> None:
    board = new_board(EDITIONS["english"], 1)
    assert board.trench == {86: 1}
    assert board.points == [3, 0]
    assert board.rail_end
    assert board.controls(units.GERMAN, 72)
    assert board.controls(units.GERMAN, 73)


@pytest.mark.rule("13.1.6")
@pytest.mark.reading("maubeuge")
def test_forts() -> None:
    board = new_board(EDITIONS["english"], 1)
    values = {
        "FR.F-Maubeuge": ((5, 2), (4, 2), (3, 1), (2, 1)),
        "FR.F-Verdun-E": ((5, 3), (4, 3), (3, 3), (2, 3)),
        "FR.F-Paris": ((5, 0), (4, 0), (2, 0), (1, 0)),
        "BE.F-Namur": ((3, 1), (2, 1)),
    }
    assert {name: units.LADDER[BY_ID[name]] for name in values} == values
    assert {row.id for row in ROWS if "large" in row.marks and not row.option} == {
        "GE.F-Metz-A",
        "GE.F-Metz-B",
        "FR.F-Maubeuge",
        "FR.F-Verdun-W",
        "FR.F-Verdun-E",
        "FR.F-Toul",
        "FR.F-Epinal-B",
        "FR.F-Belfort",
    }
    assert units.written(board.at[87] & FORTS) == "FR.F-Nancy FR.F-Toul"


@pytest.mark.rule("13.0", "13.1", "13.1.3")
def test_nothing_has_happened_before_the_first_turn() -> None:
    board = GrandIllusionBoard(ground_of(), EDITIONS["english"], SCENARIOS["2"])
    empty = {
        "turn": 1, "scenario": 2, "down": 0, "losses": {}, "track": {}, "weak": 0, "held": 0, "fresh": 0, "maubeuge": 0,
        "control": 0, "cavalry": 0, "siege": 0, "trench": {}, "blocked": {}, "opened": 0, "caps": [0, 0],
        "mandated": [0, 0], "points": [0, 0], "withdrew": [0, 0], "options": [0, 0], "revealed": False, "landed": 0,
        "landing": False, "initiative": 0, "passed": False, "activations": 0, "recovering": False,
        "surrendered": False, "danger": 0, "free_train": False, "rail_end": True, "emergency": False, "antwerp": False,
        "bottled": False, "northern": 0, "feared": 0, "plan17": {}, "plan17_cup": [], "markers": {}, "german_cup": [],
        "paris": False, "immediate": 0, "british_hits": 0, "british_lost": 0, "french_lost": 0, "bonus": 0,
        "winner": -1, "won_by": "", "active": 0, "moved": 0, "entered": {}, "must": 0, "battles": [], "attackers": {},
        "declared": 0, "fought": 0, "battle": 0, "attacker": 0, "fortune": 0, "spaces": [0] * 16, "hits": 0,
        "at": [0] * 108, "where": [0] * len(ROWS),
    }  # fmt: skip
    assert {name: getattr(board, name) for name in empty} == empty
    assert set(empty) | {"ground", "edition", "rules"} == set(GrandIllusionBoard.slots())


@pytest.mark.rule("13.1.1", "13.1")
def test_where_everybody_is_at_start() -> None:
    for scenario in (1, 3):
        board = new_board(EDITIONS["english"], scenario)
        for unit, row in enumerate(ROWS):
            if row.option:
                assert board.where[unit] == ASIDE
            elif row.start:
                assert board.where[unit] == row.start
            elif row.turn:
                assert board.where[unit] == ON_TRACK
                assert board.track[unit] == (row.turn, 0 if row.entry in (None, "?") else int(str(row.entry)))
            else:
                assert board.where[unit] == IN_BOX
        assert board.maubeuge == board.at[54]
        assert board.points == [3, 0]
        assert board.trench == {86: 1}
        assert board.control == board.ground.germany | 1 << 72 | 1 << 73


@pytest.mark.rule("13.1.1")
def test_only_british_infantry_moves_up_to_maubeuge() -> None:
    position = Position.begin(new_board(EDITIONS["english"], 1), Begin())
    assert legal(position) == ["place BR.1", "place BR.2", "place BR.3", "place BR.5", "done"]
    one = play(position, "place BR.2")
    assert legal(one) == ["place BR.1", "place BR.3", "place BR.5", "done"]
    two = play(one, "place BR.1")
    assert asked(two) != "BritishAtMaubeuge", "two at most"
    assert {where(two, name) for name in ("BR.1", "BR.2")} == {54}
    assert two.board.maubeuge == two.board.at[54]
    assert asked(play(one, "done")) != "BritishAtMaubeuge"


@pytest.mark.rule("13.0", "14.3.6")
@pytest.mark.parametrize("scenario", [1, 2, 3])
def test_only_scenario_three_begins_with_options(scenario: int) -> None:
    steps = [type(step).__name__ for step in Begin().do(new_board(EDITIONS["english"], scenario))]
    options = ["ChooseOptions", "ChooseOptions", "Reveal"] if scenario == 3 else []
    assert steps == ["BritishAtMaubeuge", *options, "Turn"]


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


@pytest.mark.rule("13.1.6", "14.3.6")
def test_forts_may_cut_lines_wherever_a_counter_can_be_put() -> None:
    for side in (ALLIED, GERMAN):
        hexes = {
            row.start or int(row.entry or 0) for row in ROWS if row.kind == "fort" and (row.nation == "GE") == side
        }
        assert set(members(FORT_HEXES[side])) == hexes
    assert FORT_HEXES[ALLIED] >> 34 & FORT_HEXES[ALLIED] >> 72 & 1, "Lille and Liege, which options bring"


@pytest.mark.rule("8.4.6", "13.1.4")
@pytest.mark.reading("force-markers")
def test_neither_force_markers_nor_hidden_movement_can_be_chosen() -> None:
    assert GAME.options == ()


@pytest.mark.rule("13.1.6", "2.5")
def test_french_british_and_belgians_are_one_side_and_the_germans_the_other() -> None:
    sides = {row.nation: units.SIDE[unit] for unit, row in enumerate(ROWS)}
    assert sides == {"FR": ALLIED, "BR": ALLIED, "BE": ALLIED, "GE": GERMAN}
