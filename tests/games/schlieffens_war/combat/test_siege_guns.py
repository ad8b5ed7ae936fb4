"""11.23: siege guns and the coup de main."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.combat.support import shifts
from games.schlieffens_war.positions import fight
from games.schlieffens_war.support import War, actor, at, board, go, h, step, u, written
from marne.engine import Modifier
from marne.games.schlieffens_war.rules.combat.artillery import FireMarker, KeepArtillery, marker_choices
from marne.games.schlieffens_war.rules.combat.battle import Battle


def siege(turn: int = 2, **more: Any) -> War:
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "AOK 2": "1108", "Fort Liège": "1109"}
    position = at(units, turn=turn, **more)
    if step(position) == "ChooseProbe":
        position = go(position, "done")
    return go(position, "attack 1109", "with X AK", "with IX AK", "with VII AK", "with AOK 2", "attack")


@pytest.mark.rule("11.23")
@pytest.mark.reading("markers")
def test_guns_and_coup_against_a_city_with_a_fort() -> None:
    position = siege()
    assert written(position) == ["none", "artillery", "coup"]
    position = go(position, "artillery", 6)
    assert step(position) == "KeepArtillery"
    position = go(position, 2)
    assert written(position) == ["none", "coup"], "one gun an attack; the coup may still join, its die apart"
    assert step(go(position, "none")) == "ResolveAttack"
    position = go(position, "coup", 4)
    assert (position.board.artillery, position.board.artillery_next, position.board.coup) == (2, 0, 0)
    position = go(position, 1)
    assert shifts(position) == {"city": -1, "heavy_fortress": -1, "artillery": 2, "coup": 1}


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(("die", "shift"), [(1, None), (2, None), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_heavy_artillery_die(die: int, shift: int | None) -> None:
    assert shifts(go(siege(), "coup", die, "none", 1)).get("coup") == shift


@pytest.mark.rule("11.23")
def test_a_gun_comes_back_on_a_1_and_always_after_turn_1() -> None:
    kept = go(siege(), "artillery", 1, 1)
    assert (kept.board.artillery, kept.board.artillery_next) == (2, 1)
    first = go(siege(turn=1), "artillery", 1, "none")
    assert step(first) == "ResolveAttack", "no die for the gun on turn 1"
    assert (first.board.artillery, first.board.artillery_next) == (2, 1)


@pytest.mark.rule("11.23")
def test_no_markers_no_question() -> None:
    assert step(siege(artillery=0, coup=0)) == "ResolveAttack"
    assert written(siege(artillery=0)) == ["none", "coup"]


@pytest.mark.rule("11.23")
def test_only_supplied_attacks_on_cities_with_forts() -> None:
    units = {"X AK": {"hex": "1108", "supply": "out"}, "Fort Liège": "1109"}
    assert step(go(at(units), "done", "attack 1109", "attack")) != "SiegeGuns"
    no_fort = {"X AK": "1117", "1er CA": "1116"}
    assert step(go(at(no_fort), "done", "attack 1116", "attack")) == "ResolveAttack"
    french = {"1er CA": "1808", "2e CA": "1808", "3e CA": "1808", "Fort Metz": "1807"}
    names = ("with 1er CA", "with 2e CA", "with 3e CA")
    assert step(go(at(french, side="entente"), "done", "attack 1807", *names, "attack")) != "SiegeGuns"


def choices(
    units: dict[str, Any], attackers: str, target: str = "1109", fired: tuple[str, ...] = (), **more: Any
) -> tuple[str, ...]:
    made = board(units, **more)
    own = tuple(u(name) for name in attackers.split(", "))
    bases = tuple(sorted({made.where[unit] for unit in own}))
    side = 0 if made.occupied[0] >> bases[0] & 1 else 1
    return marker_choices(made, Battle(side, h(target), own, bases, (), h(target)), fired)


@pytest.mark.rule("11.23")
def test_which_markers_may_be_committed() -> None:
    units: dict[str, Any] = {"X AK": "1108", "IX AK": "1108", "Fort Liège": "1109"}
    both = ("none", "artillery", "coup")
    assert choices(units, "X AK, IX AK") == both
    assert choices(units, "X AK", artillery=1, coup=0) == ("none", "artillery")
    assert choices(units, "X AK", artillery=0) == ("none", "coup")
    assert choices(units, "X AK", artillery=0, coup=0) == ()
    assert choices(units, "X AK", fired=("artillery",)) == ("none", "coup"), "no second gun"
    assert choices(units, "X AK", fired=("artillery", "coup")) == ()


@pytest.mark.rule("11.23")
@pytest.mark.reading("supplied-attack")
def test_every_attacker_must_be_in_regular_supply() -> None:
    for state in ("out", "fortress"):
        units: dict[str, Any] = {"X AK": "1108", "IX AK": {"hex": "1108", "supply": state}, "Fort Liège": "1109"}
        assert choices(units, "X AK, IX AK") == (), state
        assert choices(units, "X AK") != ()


@pytest.mark.rule("11.23")
def test_a_fort_and_a_city_are_both_needed_and_only_germans_have_guns() -> None:
    assert choices({"X AK": "1108", "1er CA": "1109"}, "X AK") == (), "no fort counter"
    assert choices({"X AK": "2322", "Fort Paris": "2321"}, "X AK", "2321") == (), "no city"
    assert choices({"1er CA": "1808", "Fort Metz": "1807"}, "1er CA", "1807") == ()
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "Fort Liège": "1109"}
    position = go(at(units, turn=2), "done", "attack 1109", "with X AK", "with IX AK", "with VII AK", "attack")
    assert (step(position), actor(position)) == ("SiegeGuns", "german")
    assert written(position) == ["none", "artillery", "coup"]


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(
    ("turn", "marker", "left", "asks"),
    [
        (1, "coup", (3, 0, 0), False),
        (2, "coup", (3, 0, 0), False),
        (1, "artillery", (2, 1, 1), False),
        (2, "artillery", (2, 0, 1), True),
    ],
)
def test_what_a_shot_costs(turn: int, marker: str, left: tuple[int, int, int], asks: bool) -> None:
    made, battle = fight({"X AK": "1108", "Fort Liège": "1109"}, "X AK", "Fort Liège", "1109", turn=turn)
    made.battle = battle
    more = FireMarker(marker).do(made, 5)
    assert (made.artillery, made.artillery_next, made.coup) == left
    assert bool(more) is asks
    assert made.battle is not None
    assert made.battle.shifts == (Modifier("11.23", marker, 2),)
    FireMarker(marker).do(made, 1)
    assert len(made.battle.shifts) == 1, "no effect, no shift"


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(("die", "kept"), [(1, 1), (2, 0), (6, 0)])
def test_a_gun_is_kept_on_a_one(die: int, kept: int) -> None:
    made = board({})
    KeepArtillery().do(made, die)
    assert made.artillery_next == kept
