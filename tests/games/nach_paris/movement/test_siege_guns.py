"""[7.9] Siege guns on the road: into Firing Position and out of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.barrage.firing import why_silent
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.events import PositionLeft, PositionTaken
from marne.games.nach_paris.rules.movement.siege_guns import why_no_position


def gun(unit: str, place: str = "BC9 N", **more: Any) -> Game:
    """A gun chosen to move, with so many points spent already."""
    units, already = {unit: place, **more.pop("others", {})}, more.pop("already", 0)
    position = arranged(units=units, side="german", turn=7, begin="movement", **more)
    position.board.spent[BY_ID[unit]] = already
    return play(position, f"move {unit}")


def spent(position: Game, unit: str) -> int:
    return position.board.spent.get(BY_ID[unit], 0)


# -- [7.9.1]


@pytest.mark.rule("7.9.1")
def test_a_motorised_gun_unlimbers_for_ten_points_and_can_fire_next_turn() -> None:
    position = gun("KMK.b3")
    reason = why_silent(position.board, BY_ID["KMK.b3"])
    assert reason is not None
    assert reason.rule == "8.1.2"
    position = play(position, "to BC7", "unlimber")
    assert has(position, "in_position", "KMK.b3")
    assert spent(position, "KMK.b3") == 30
    assert why_silent(position.board, BY_ID["KMK.b3"]) is None
    (event,) = happened(position, PositionTaken)
    assert (event.rule, event.unit, event.hex, event.points) == ("7.9.1", "KMK.b3", "BC7", 10)
    assert not named(position, "to"), "in position it does not march"
    position = play(position, "end")
    assert asked(position) == "Face"


@pytest.mark.rule("7.9.1")
def test_its_last_points_must_suffice() -> None:
    assert "unlimber" in legal(play(gun("KMK.b3"), "to BC6")), "ten of forty are left"
    late = play(gun("KMK.b3"), "to BC6", "to BC5")
    assert asked(late) == "Face", "nothing is left: its move is over"
    assert "unlimber" in legal(gun("KMK.b3", already=30))
    short = gun("KMK.b3", already=31)
    assert "unlimber" not in legal(short)
    reason = why_no_position(short.board, Going(BY_ID["KMK.b3"], 9, True, False), "unlimber")
    assert reason is not None
    assert (reason.rule, reason.key) == ("7.9.1", "why.position.points")


@pytest.mark.rule("7.9.1")
def test_leaving_the_position_costs_five_points_more() -> None:
    position = gun("KMK.b3", "BC9 N fip")
    assert not named(position, "to")
    assert refused(position, "unlimber") == "7.9.1"
    position = play(position, "limber")
    assert not has(position, "in_position", "KMK.b3")
    assert spent(position, "KMK.b3") == 5
    (event,) = happened(position, PositionLeft)
    assert (event.rule, event.points) == ("7.9.1", 5)
    assert "to BC6" in legal(position)
    assert refused(position, "to BC5") == "7.1.2", "thirty-five points, ten a hex"
    assert "unlimber" in legal(play(position, "to BC7"))
    assert "unlimber" not in legal(play(position, "to BC6")), "five are left"
    assert refused(position, "limber") == "7.9.1"


@pytest.mark.rule("7.9.1", "7.1.3")
def test_a_gun_that_unlimbers_where_it_stands_chooses_its_facing() -> None:
    position = play(gun("KMK.b3"), "unlimber", "end")
    assert asked(position) == "Face"
    position = play(position, "face SE")
    assert position.board.faces[BY_ID["KMK.b3"]] == 2
    assert has(position, "moved", "KMK.b3")
    assert where(position, "KMK.b3") == "BC9"


@pytest.mark.rule("7.9.1")
def test_the_28_cm_howitzers_are_motorised_too_and_others_have_no_position() -> None:
    assert spent(play(gun("28-cm-Bttr"), "unlimber"), "28-cm-Bttr") == 10
    for other in ("I.II/Fußa.9", "18.ID", "5.KD"):
        position = gun(other)
        assert "unlimber" not in legal(position)
        assert refused(position, "unlimber") == "7.9.1"


@pytest.mark.rule("7.9.1", "7.6.1")
@pytest.mark.reading("unlimbering")
def test_a_gun_that_a_zone_has_stopped_does_not_unlimber() -> None:
    others = {"1re-DI": "BC6 N"}
    position = play(gun("KMK.b3", others=others), "to BC7")
    assert asked(position) == "Face", "its march is over"
    began = gun("KMK.b3", "BC7 N", others=others)
    assert "unlimber" in legal(began), "one that stood there may"


@pytest.mark.rule("7.9.1", "12.2.3")
def test_no_gun_unlimbers_on_a_train() -> None:
    position = gun("KMK.b3", "AW19 N train")
    assert "unlimber" not in legal(position)


@pytest.mark.rule("7.9.1", "15.1.2")
def test_rain_takes_its_points_from_the_movement_side() -> None:
    position = play(gun("KMK.b3", "BC9 N fip", rain=True), "limber")
    assert "to BC7" in legal(position)
    assert refused(position, "to BC6") == "7.1.2", "twenty-seven points"
    wet = gun("KMK.b3", rain=True, already=23)
    assert "unlimber" not in legal(wet), "nine of thirty-two are left"
    assert "unlimber" in legal(gun("KMK.b3", rain=True, already=22))


# -- [7.9.2]


@pytest.mark.rule("7.9.2", "7.9.1")
def test_the_austrians_unlimber_for_five_points_and_limber_up_for_none() -> None:
    for howitzers in ("ÖFAB.2", "ÖFAB.8"):
        position = play(gun(howitzers), "unlimber")
        assert spent(position, howitzers) == 5
        assert has(position, "in_position", howitzers)
        assert {event.rule for event in happened(position, PositionTaken)} == {"7.9.2"}
        ready = play(gun(howitzers, "BC9 N fip"), "limber")
        assert spent(ready, howitzers) == 0
        assert not has(ready, "in_position", howitzers)
        assert "to BC5" in legal(ready), "all forty points"
        assert {event.rule for event in happened(ready, PositionLeft)} == {"7.9.2"}
    assert "unlimber" in legal(gun("ÖFAB.2", already=35))
    assert "unlimber" not in legal(gun("ÖFAB.2", already=36))


@pytest.mark.rule("7.9.1", "7.9.2")
def test_unlimbering_at_once_costs_its_points_and_nothing_more() -> None:
    assert spent(play(gun("KMK.b3"), "unlimber"), "KMK.b3") == 10
