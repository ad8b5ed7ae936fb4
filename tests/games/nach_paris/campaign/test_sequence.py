"""[3] The order of play, phase by phase."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import arranged, asked, happened, has, named, play, refused
from marne.games.nach_paris import sequence
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE
from marne.games.nach_paris.events import PlayerTurnBegan, TurnBegan
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.sequence import AdminPhase, GameTurn
from marne.games.nach_paris.steps import Steps


def order(steps: tuple[Any, ...]) -> list[str]:
    """The kinds of some steps, each once."""
    return list(dict.fromkeys(type(step).__name__ for step in steps))


def board(**changes: Any) -> Any:
    return arranged(begin="nothing", **{"turn": 8, **changes}).board


@pytest.mark.rule("3.1.1", "3.2.6")
def test_a_game_turn_is_a_german_and_an_allied_player_turn() -> None:
    found = sequence.GameTurn(8).do(board())
    assert found[:2] == (sequence.PlayerTurn(GERMAN_SIDE), sequence.PlayerTurn(ALLIED_SIDE))
    assert order(found[2:]) == ["EndOfGameTurn", "NextGameTurn"]
    here = board(side="allied")
    (phases, told) = sequence.PlayerTurn(GERMAN_SIDE).do(here), here.side
    assert order(phases) == ["AdminPhase", "BarragePhase", "MovementPhase", "CombatPhase"]
    assert told == GERMAN_SIDE  # the attacker


@pytest.mark.rule("3.2.6")
def test_after_both_the_marker_moves_on_until_the_game_is_over() -> None:
    here = board()
    assert sequence.NextGameTurn().do(here) == (sequence.GameTurn(9),)
    here.over = True
    assert sequence.NextGameTurn().do(here) == ()
    position = arranged("maubeuge", turn=15, begin="turn", units={})
    while position.board.turn == 15:
        position = position.play(next(iter(position.open or ())))
    turns = [event.turn for event in happened(position, TurnBegan)]  # nobody is there, so nobody is asked
    assert turns == [16, 17, 18, 19]
    assert [event.side for event in happened(position, PlayerTurnBegan)][-8:] == ["german", "allied"] * 4
    assert position.board.over


@pytest.mark.rule("3.1.1", "3.2.2")
@pytest.mark.reading("first-turn")
def test_the_first_turn_places_units_digs_and_replaces_and_nothing_else() -> None:
    german, allied = (sequence.FirstPlayerTurn(side).do(board(turn=1)) for side in (GERMAN_SIDE, ALLIED_SIDE))
    common = ["NewReplacements", "Phase", "BeginMovement", "Arrivals", "AbsorbReplacements", "BuildFieldworks"]
    assert order(german) == ["DelimitRailways", *common, "EndOfCombatPhase"]
    assert order(allied) == [*common, "EndOfCombatPhase"]


@pytest.mark.rule("3.2.2")
def test_the_admin_phase_of_each_side() -> None:
    german = sequence.AdminPhase().do(board(side="german"))
    names = order(german)
    assert names.index("RollForRain") < names.index("DetermineCommunications") < names.index("RepairStructures")
    assert names.index("ChangeHeadquarters") < names.index("DetermineCommunications")
    assert [step.side for step in german if hasattr(step, "side")] == [GERMAN_SIDE, ALLIED_SIDE]
    allied = sequence.AdminPhase().do(board(side="allied"))
    assert not {"RollForRain", "ChangeHeadquarters"} & set(order(allied))
    assert [step.side for step in allied if hasattr(step, "side")] == [ALLIED_SIDE, GERMAN_SIDE]


@pytest.mark.rule("3.2.3")
def test_barrages_come_before_the_declaration_of_assaults_and_only_the_attacker_fires() -> None:
    here = board(side="german")
    here.shelled = here.forts_struck = 1
    assert order(sequence.BarragePhase().do(here)) == ["Phase", "PreparatoryBarrages", "DeclareAssaults"]
    assert here.shelled == here.forts_struck == 0
    units = {"18.ID": "AW22 N", "1re-DI": "AW23 S"}
    position = arranged(turn=8, side="german", begin="barrage", units=units)
    assert named(position, "shell") == ["AW23"]


@pytest.mark.rule("3.2.4", "8.1.3")
def test_withdrawals_then_movement_of_those_that_did_not_fire() -> None:
    names = order(sequence.MovementPhase().do(board(side="german")))
    assert names == [
        "Phase",
        "BeginMovement",
        "MandatoryWithdrawals",
        "ZoneToZone",
        "MoveUnits",
        "Arrivals",
        "ReturnHeadquarters",
    ]
    units = {"18.ID": "AW22 N barraged", "17.ID": "AW21 N"}
    position = arranged(turn=8, side="german", begin="movement", units=units)
    assert asked(position) == "MoveUnits"
    assert named(position, "move") == ["17.ID"]
    assert refused(position, "move 18.ID") == "8.1.3"


@pytest.mark.rule("3.2.5", "8.1.3")
def test_who_fired_does_nothing_in_the_combat_phase_but_foot_may_dig() -> None:
    """A worn division, horse and heavy guns that fired; another worn division that did not."""
    units = {
        "18.ID": "S31 N barraged -1",
        "17.ID": "S31 N -1",
        "9.KD": "S32 barraged",
        "II/RFußa.2": "S32 N barraged",
        "1.AOK": "S31",
    }
    position = arranged(turn=8, side="german", begin="combat", units=units, replacements=[0, 0, 0, 8], rail=["S31"])
    seen: dict[str, set[str]] = {}
    while position.open is not None and asked(position) != "BuildFieldworks":
        seen[asked(position)] = {text for word in ("shift", "fill", "absorb") for text in named(position, word)}
        position = play(position, "end")
    assert seen["ChooseShift"] == {"17.ID"}
    assert not any("18.ID" in units for units in seen.values())
    assert set(named(position, "dig")) == {"S31"}  # not where only horse and guns stand
    digging = play(position, "dig S31")
    assert set(named(digging, "digger")) == {"17.ID", "18.ID"}
    assert has(digging, "barraged", "18.ID")


@pytest.mark.rule("3.2.5")
def test_each_unit_has_one_action_after_the_combats() -> None:
    """17.ID shifts on the spot, so it neither absorbs nor digs."""
    units = {"17.ID": "S31 N -1", "18.ID": "S32 N"}
    position = play(arranged(turn=8, side="german", begin="combat", units=units), "shift 17.ID", "stay", "face S")
    while position.open is not None and asked(position) != "BuildFieldworks":
        position = play(position, "end")
    assert named(position, "dig") == ["S32"]


@pytest.mark.rule("3.2.5")
@pytest.mark.reading("loss-markers")
def test_step_loss_markers_go_after_the_combats_but_for_those_just_gained() -> None:
    here = board(side="german")
    old, worse, fresh, enemy = (BY_ID[name] for name in ("17.ID", "5.ID", "18.ID", "1re-DI"))
    here.loss_marker = {old: 1, worse: 2, fresh: 1, enemy: 1}
    here.loss_fresh = 1 << fresh
    sequence.RemoveLossMarkers().do(here)
    assert here.loss_marker == {worse: 1, fresh: 1, enemy: 1}


@pytest.mark.rule("3.2.1")
def test_a_step_is_over_for_all_allies_before_the_next_begins() -> None:
    for steps in (
        sequence.FirstPlayerTurn(ALLIED_SIDE).do(board(turn=1)),
        sequence.AdminPhase().do(board(side="allied")),
    ):
        nations = [(type(step).__name__, step.nation) for step in steps if hasattr(step, "nation")]
        kinds = dict.fromkeys(kind for kind, _ in nations)
        assert len(kinds) > 1
        assert nations == [(kind, nation) for kind in kinds for nation in (BE, FR, GB)]


@pytest.mark.rule("3.2.5", "14.1.4")
def test_markers_of_the_phase_go_at_its_end() -> None:
    words = "AW22 N barraged extended1 forced"
    position = arranged(
        turn=8, side="german", begin="EndOfCombatPhase", units={"18.ID": words, "1re-DI": "AX20 N barraged"}
    )
    assert not has(position, "barraged", "18.ID")
    assert not has(position, "extended_1", "18.ID")
    assert has(position, "forced", "18.ID")  # until its next Movement Phase [7.5.4]
    assert has(position, "barraged", "1re-DI")


@pytest.mark.rule("3.1.1")
def test_a_game_turn_begins_without_the_rain_of_the_last() -> None:
    board = still(rain=True)
    board.lost_now, board.replaced, board.failed_works, board.shelled_turn = {3: 2}, 5, [1, 1], 7
    steps = GameTurn(9).do(board)
    assert board.turn == 9
    assert not board.rain
    assert (board.lost_before, board.lost_now) == ({3: 2}, {})
    assert (board.replaced_before, board.replaced) == (5, 0)
    assert (board.failed_works, board.shelled_turn) == ([0, 0], 0)
    sides = [getattr(step, "side", None) for step in steps]
    assert sides == [GERMAN_SIDE, ALLIED_SIDE, None, None]


@pytest.mark.rule("3.2.1")
def test_only_nations_with_units_in_the_scenario_act() -> None:
    assert arranged("mulhouse", begin="nothing").board.play.nations == (FR, DE)
    board = arranged("campaign", begin="nothing").board
    assert board.play.nations == (BE, FR, GB, DE)
    assert (board.nations(GERMAN_SIDE), board.nations(ALLIED_SIDE)) == ((DE,), (BE, FR, GB))


@pytest.mark.rule("3.2.2", "21.1.1", "12.1.7")
def test_what_each_side_does_in_its_admin_phase() -> None:
    german = [type(step).__name__ for step in AdminPhase().do(still(side="german"))]
    allied = [type(step).__name__ for step in AdminPhase().do(still(side="allied"))]
    assert german[:5] == ["Phase", "RollForRain", "LuxembourgRailways", "NewReplacements", "ChangeHeadquarters"]
    assert allied[:2] == ["Phase", "NewReplacements"]
    assert ("Indoctrination" in german, allied[-1]) == (False, "Indoctrination")
    assert not {"RollForRain", "LuxembourgRailways", "ChangeHeadquarters"} & set(allied)
    assert german.count("DetermineCommunications") == allied.count("DetermineCommunications") == 2
    first = AdminPhase().do(still(side="allied"))
    assert [step.side for step in first if type(step).__name__ == "DetermineCommunications"] == [1, 0]  # type: ignore[attr-defined]


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize(
    ("side", "phase", "fresh"),
    [
        ("german", "combat", True),
        ("allied", "combat", False),
        ("german", "barrage", False),
    ],
)
@pytest.mark.reading("loss-markers")
def test_losses_are_fresh_for_the_attacker_in_its_combat_phase_alone(side: str, phase: str, fresh: bool) -> None:
    board, unit = still({"18.ID": "AW22 N"}, side=side), BY_ID["18.ID"]
    board.phase = phase
    lose_steps(board, unit, 1)
    assert board.loss_fresh == (1 << unit if fresh else 0)


@pytest.mark.rule("3.2.2")
def test_each_admin_phase_begins_with_no_structure_worked_on() -> None:
    board = still()
    board.repaired = 6
    AdminPhase().do(board)
    assert board.repaired == 0


def kinds(steps: Steps) -> list[str]:
    return list(dict.fromkeys(type(step).__name__ for step in steps if not isinstance(step, sequence.Phase)))


@pytest.mark.rule("3.1.1", "3.2.6")
def test_the_germans_play_then_the_allies_then_a_new_turn_begins() -> None:
    board = arranged(begin="nothing").board
    steps = sequence.GameTurn(7).do(board)
    assert [(type(step).__name__, getattr(step, "side", None)) for step in steps] == [
        ("PlayerTurn", GERMAN_SIDE),
        ("PlayerTurn", ALLIED_SIDE),
        ("EndOfGameTurn", None),
        ("NextGameTurn", None),
    ]
    assert board.turn == 7
    assert sequence.NextGameTurn().do(board) == (sequence.GameTurn(8),)
    board.over = True
    assert sequence.NextGameTurn().do(board) == ()


@pytest.mark.rule("3.2.2")
def test_the_administrative_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.AdminPhase().do(board)) == [
        "RollForRain",
        "LuxembourgRailways",
        "NewReplacements",
        "ChangeHeadquarters",
        "DetermineCommunications",
        "RepairStructures",
        "OpenSluices",
    ]
    board.side = ALLIED_SIDE
    assert "RollForRain" not in kinds(sequence.AdminPhase().do(board))
    assert kinds(sequence.FirstPlayerTurn(GERMAN_SIDE).do(board))[0] == "DelimitRailways"


@pytest.mark.rule("3.2.3")
def test_the_barrage_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.BarragePhase().do(board)) == ["PreparatoryBarrages", "DeclareAssaults"]


@pytest.mark.rule("3.2.4")
def test_the_movement_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.MovementPhase().do(board)) == [
        "BeginMovement",
        "MandatoryWithdrawals",
        "ZoneToZone",
        "MoveUnits",
        "Arrivals",
        "ReturnHeadquarters",
    ]


@pytest.mark.rule("3.1.1", "3.2.1")
@pytest.mark.parametrize("kind", [sequence.PlayerTurn, sequence.FirstPlayerTurn])
@pytest.mark.parametrize("side", [GERMAN_SIDE, ALLIED_SIDE])
def test_a_player_turn_begins_with_nobody_who_wrecked_or_repaired(kind: Any, side: int) -> None:
    board = still({"1re-DI": "AW22 N"})
    board.wreckers, board.repairers = 1 << BY_ID["1re-DI"], 1 << BY_ID["PiR.18"]
    board.events.clear()
    kind(side).do(board)
    assert (board.wreckers, board.repairers, board.side) == (0, 0, side)
    assert [type(event) for event in board.events] == [PlayerTurnBegan]
