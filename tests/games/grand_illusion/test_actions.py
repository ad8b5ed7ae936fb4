"""8.1, 8.2: segments and activations."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import actor, alone, arranged, asked, legal, play, refused

FRONT = {"FR.XX": 57, "FR.XV": 58, "GE.X": 84, "GE.VII": 84}


@pytest.mark.rule("8.1", "8.1.1")
def test_two_activations_then_the_other_side() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "german"
    assert position.board.caps == [2, 4]


@pytest.mark.rule("8.1.1")
def test_more_than_two_while_the_enemy_has_no_caps() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "allied"
    assert "activate 58" in legal(position)


@pytest.mark.rule("8.1.1", "8.1.2")
def test_two_passes_end_the_phase() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "pass", "pass")
    assert asked(position) == "StrategicSegment"


@pytest.mark.rule("8.1.1", "ES-6")
@pytest.mark.parametrize(("edition", "word", "over"), [("english", "stop", False), ("spanish", "pass", True)])
def test_stopping_after_one_activation_is_a_pass_only_in_spanish(edition: str, word: str, over: bool) -> None:
    position = alone(edition, turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", word, "pass")
    assert (asked(position) == "StrategicSegment") is over


@pytest.mark.rule("8.1.2")
def test_no_caps_on_either_side_end_the_phase() -> None:
    position = alone(turn=6, units=FRONT, caps=[1, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done")
    assert position.board.turn == 7 or asked(position) != "Act"


@pytest.mark.rule("8.2.1", "8.2.3")
def test_only_hexes_with_a_unit_and_again_and_again() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    assert [text for text in legal(position) if text.startswith("activate")] == ["activate 57", "activate 58"]
    assert refused(position, "activate 60") == "8.2.1"
    position = play(position, "activate 57", "done")
    assert "activate 57" in legal(position)


@pytest.mark.rule("8.1.1", "9.8.3")
def test_recovery_first_allows_only_recovery_second() -> None:
    position = alone(turn=6, units={**FRONT, "FR.XX": "57*", "FR.XVI": "59*"}, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "recover 57")
    assert legal(position) == ["recover 59", "stop"]
    position = play(position, "recover 59")
    assert actor(position) == "german"


@pytest.mark.rule("14.1.1", "14.2.1")
@pytest.mark.parametrize("scenario", [1, 2])
def test_the_allies_are_not_ready_everywhere_on_turn_one(scenario: int) -> None:
    position = arranged(scenario=scenario, begin="turn", turn=1)
    assert refused(position, "activate 66") == "14.1.1"
    assert refused(position, "activate 76") == "14.1.1"
    assert "activate 45" in legal(position)
    position = arranged(scenario=scenario, turn=1, caps=[4, 6], northern=1)
    assert not {"activate 45", "activate 46", "activate 54", "activate 62"} & set(legal(position))


@pytest.mark.rule("14.3.1")
def test_scenario_three_allows_two_activations_in_the_north() -> None:
    position = arranged(scenario=3, turn=1, caps=[4, 6])
    assert {"activate 66", "activate 76"} <= set(legal(position))
    position = arranged(scenario=3, turn=1, caps=[4, 6], northern=2)
    assert not {"activate 66", "activate 46"} & set(legal(position))
    assert "activate 76" in legal(position)


@pytest.mark.rule("8.1.1", "9.8.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_recovery_is_open_as_a_third_activation_and_ends_the_segment(edition: str) -> None:
    units = {**FRONT, "FR.XVI": "59*", "FR.I": "48*"}
    position = alone(edition, turn=6, units=units, caps=[4, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert {"recover 48", "recover 59"} <= set(legal(position))
    position = play(position, "recover 59")
    assert not position.board.recovering, "a new segment: the Germans had nothing to spend"
    assert position.board.activations == 0
    assert "activate 57" in legal(position)
    rich = alone(edition, turn=6, units=units, caps=[4, 1], withdrew=[3, 4])
    rich = play(rich, "activate 57", "done", "activate 57", "done")
    assert actor(rich) == "german", "not against an enemy with CAPS"
