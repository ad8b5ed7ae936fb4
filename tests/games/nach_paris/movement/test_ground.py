"""[4.5] Who takes ground and railways by marching over them."""

from __future__ import annotations

import pytest

from games.nach_paris.movement.support import chosen
from games.nach_paris.still import at, still
from games.nach_paris.support import play
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, DE
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.steps import label


@pytest.mark.rule("12.1.3")
def test_two_steps_take_the_railways_that_they_pass() -> None:
    rail = next(
        hex
        for hex, links in enumerate(MAP.links_of)
        if links and MAP.country[hex] == "FR" and MAP.terrain[hex] == 1 and len(MAP.grid.neighbours[hex]) == 6
    )
    start = MAP.grid.neighbours[rail][0]
    for unit, takes in (("18.ID", True), ("18.ID -3", False), ("Ebk.1", False)):
        name, _, lost = unit.partition(" ")
        position = chosen(name, f"{label(start)} N {lost}", "german", turn=9)
        assert not position.board.german_rail >> rail & 1
        assert bool(play(position, f"to {label(rail)}").board.german_rail >> rail & 1) == takes


@pytest.mark.rule("4.5")
def test_ground_is_held_by_whoever_was_there_last() -> None:
    position = play(chosen("18.ID", "BC9 N", "german"), "to BC10")
    assert position.board.german_ground >> MAP.grid.hex("BC10") & 1
    position.board.put(BY_ID["18.ID"], MAP.grid.hex("AL31"))
    assert position.board.german_ground >> MAP.grid.hex("BC10") & 1


@pytest.mark.rule("4.5", "12.1.3")
def test_only_foot_and_horse_take_ground() -> None:
    board = still({"18.ID": "AW22 N", "1.AOK": "AW22", "III/Fußa.1": "AW22 N"})
    for unit, takes in (("1.AOK", False), ("III/Fußa.1", False), ("18.ID", True)):
        take_ground(board, BY_ID[unit], at("AW30"))
        assert bool(board.german_ground >> at("AW30") & 1) is takes, unit
    take_ground(board, BY_ID["1re-DI"], at("AW30"))
    assert not board.german_ground >> at("AW30") & 1, "and the enemy takes it back"


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
