"""[19] Fog of War markers: who gains one, what it does, who loses it."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Observation, Setting
from marne.games.nach_paris.board import WAITING, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE, HEADQUARTERS
from marne.games.nach_paris.events import Destroyed
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits, abu_modifiers, candidates, exposed
from marne.games.nach_paris.rules.barrage.events import UnitShelled
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.movement.arrivals import place
from marne.games.nach_paris.rules.options.events import FogLifted, Hid
from marne.games.nach_paris.rules.options.fog import fog_hexes, may_hide, why_not_hide
from marne.games.nach_paris.rules.units.losses import destroy
from marne.games.nach_paris.rules.units.zones import zone_of, zones

FOG = {"fog": "on"}


def foggy(units: dict[str, str], begin: str = "nothing", side: str = "allied", turn: int = 9, **more: Any) -> Game:
    return arranged(options=FOG, units=units, begin=begin, side=side, turn=turn, **more)


# -- [19.1] gaining markers


@pytest.mark.rule("19.1.1", "19.1.5")
def test_arrivals_come_under_a_marker_but_headquarters_never() -> None:
    for options, hidden in ((("fog", "on"),), True), ((), False):
        position = GAME.start(Setting("guise", options=options))
        while asked(position) == "Arrivals" and "all" in legal(position):
            position = play(position, "all")
        board = position.board
        here = board.on_map((1 << len(board.where)) - 1)
        assert len(here) > 10
        assert any(HEADQUARTERS >> unit & 1 for unit in here)
        for unit in here:
            assert bool(board.fogged >> unit & 1) == (hidden and not HEADQUARTERS >> unit & 1)
    row = next(iter(SCENARIOS["campaign"].arrival.values()))
    board = foggy({}).board
    board.where[row.unit] = WAITING
    place(board, row, row.hex)
    assert board.fogged >> row.unit & 1
    staff = foggy({"QG-5e-A": "BC9"}).board
    why = why_not_hide(staff, BY_ID["QG-5e-A"])
    assert why is not None
    assert why.rule == "19.1.5"


def ending(units: dict[str, str], **more: Any) -> Game:
    """The step in which the French hide."""
    return foggy(units, begin="GainFog FR", **more)


@pytest.mark.rule("19.1.6")
def test_idle_units_that_nobody_watches_may_hide() -> None:
    position = ending({"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC7 N", "QG-5e-A": "BC9"})
    assert legal(position) == ["all", "hide BC7", "hide BC9", "end"]
    every = play(position, "all")
    assert [has(every, "fogged", unit) for unit in ("1re-DI", "2e-DI", "3e-DI", "QG-5e-A")] == [True] * 3 + [False]
    assert len(happened(every, Hid)) == 2
    one = play(position, "hide BC9")
    assert legal(one) == ["all", "hidden 1re-DI", "hidden 2e-DI", "done"]
    one = play(one, "hidden 2e-DI")
    assert has(one, "fogged", "2e-DI")
    assert not has(one, "fogged", "1re-DI")
    assert not has(play(position, "end"), "fogged", "1re-DI")
    assert arranged(units={"1re-DI": "BC9 N"}, begin="GainFog FR", side="allied").over, "only with the option"


@pytest.mark.rule("19.1.6", "19.1.5")
@pytest.mark.parametrize("mark", ["barraged", "fought", "acted", "barred", "spotted", "scouted", "wrecker", "repairer"])
def test_whoever_did_something_can_t_hide(mark: str) -> None:
    position = ending({"1re-DI": f"BC9 N {mark}", "2e-DI": "BC7 N"})
    assert named(position, "hide") == ["BC7"]
    assert refused(position, "hide BC9") == "19.1.6"
    assert FR_BITS not in may_hide(position.board, 1).values()
    moved = ending({"1re-DI": "BC9 N moved", "2e-DI": "BC7 N"})
    assert named(moved, "hide") == ["BC7", "BC9"], "to march is no matter"


FR_BITS = 1 << BY_ID["1re-DI"]


@pytest.mark.rule("19.1.6")
def test_nobody_hides_in_a_zone_or_within_four_hexes_of_an_enemy_headquarters() -> None:
    near = ending({"1re-DI": "AG13 N", "2e-DI": "BC7 N", "18.ID": "AG14 S"})
    assert named(near, "hide") == ["BC7"]
    assert refused(near, "hide AG13") == "19.1.6"
    away = ending({"1re-DI": "AG13 N", "18.ID": "AG14 N"})
    assert named(away, "hide") == ["AG13"], "beside an enemy who looks away"
    for hex, hides in (("BC5", False), ("BC4", True)):
        assert MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) == (5 if hides else 4)
        staff = ending({"1re-DI": "BC9 N", "2e-DI": "AG13 N", "1.AOK": hex})
        assert ("BC9" in named(staff, "hide")) is hides
    assert refused(ending({"1re-DI": "BC9 N", "2e-DI": "AG13 N", "1.AOK": "BC5"}), "hide BC9") == "19.1.6"


# -- [19.1.2]-[19.1.4], [19.2.1], [19.2.2] markers


def markers(position: Game, seat: int) -> list[tuple[str, str]]:
    scene = GAME.sight(look(position, seat)).scene("en")
    return [(piece.place, piece.army) for piece in scene.pieces if piece.hidden]


def look(position: Game, seat: int) -> Any:
    return Observation.of(GAME, Setting("campaign", options=tuple(FOG.items())), position, seat)


@pytest.mark.rule("19.1.2", "19.1.4", "19.2.2")
def test_one_marker_a_hex_however_many_lie_under_it() -> None:
    position = foggy({"1re-DI": "BC9 N fog", "2e-DI": "BC9 S fog", "3e-DI": "BC8 N fog", "18.ID": "AL31 N fog"})
    assert markers(position, GERMAN_SIDE) == [("BC8", "french"), ("BC9", "french")]
    assert markers(position, ALLIED_SIDE) == [("AL31", "german")]
    assert fog_hexes(position.board, ALLIED_SIDE) == sum(1 << MAP.grid.hex(hex) for hex in ("BC8", "BC9"))
    position.board.put(BY_ID["3e-DI"], WAITING)
    assert markers(position, GERMAN_SIDE) == [("BC9", "french")], "no marker without a unit"


@pytest.mark.rule("19.2.1", "19.1.4")
def test_stacks_that_join_share_a_marker_and_who_parts_takes_one() -> None:
    units = {"1re-DI": "BC9 N fog", "2e-DI": "BC9 N fog", "3e-DI": "BC8 N fog"}
    position = foggy(units, begin="movement")
    joined = play(position, "move 3e-DI", "to BC9", "end", "face N")
    assert markers(joined, GERMAN_SIDE) == [("BC9", "french")]
    parted = play(position, "move 1re-DI", "to BC10", "end", "face N")
    assert markers(parted, GERMAN_SIDE) == [("BC8", "french"), ("BC9", "french"), ("BC10", "french")]
    assert has(parted, "fogged", "1re-DI")


@pytest.mark.rule("19.2.2")
def test_in_a_mixed_hex_only_the_marked_are_hidden() -> None:
    position = foggy({"1re-DI": "BC9 N fog", "2e-DI": "BC9 N"})
    scene = GAME.sight(look(position, GERMAN_SIDE)).scene("en")
    shown = [(piece.id, piece.place) for piece in scene.pieces]
    assert shown == [("2e-DI", "BC9"), ("fog-BC9", "BC9")]


# -- [19.2.3], [19.2.4]


@pytest.mark.rule("19.2.3")
def test_a_hidden_unit_has_its_zone_and_stops_the_enemy() -> None:
    for fog in ("", " fog"):
        board = foggy({"1re-DI": f"AG14 S{fog}", "18.ID": "AG12 N"}, side="german").board
        zone = zone_of(board, BY_ID["1re-DI"])
        assert zone
        assert zones(board, ALLIED_SIDE) & zone == zone
        march = foggy({"1re-DI": f"AG14 S{fog}", "18.ID": "AG12 N"}, begin="movement", side="german")
        march = play(march, "move 18.ID", "to AG13")
        assert has(march, "fogged", "1re-DI") == bool(fog)
        assert asked(march) == "Face", "it goes no farther"
        seen = GAME.mask(foggy({"1re-DI": f"AG14 S{fog}", "18.ID": "AG12 N"}), GERMAN_SIDE).board
        assert zones(seen, ALLIED_SIDE) == zones(board, ALLIED_SIDE), "what it controls is told"


@pytest.mark.rule("19.2.4")
def test_whoever_digs_in_under_a_marker_stays_hidden() -> None:
    position = foggy({"1re-DI": "BC9 N fog", "2e-DI": "BC7 N"}, begin="BuildFieldworks FR")
    position = play(position, "dig BC9", 1)
    assert has(position, "fieldworks", "1re-DI")
    assert has(position, "fogged", "1re-DI")
    assert markers(position, GERMAN_SIDE) == [("BC9", "french")]
    assert GAME.mask(position, GERMAN_SIDE).board.fieldworks == 0
    for event in position.events:
        if "1re-DI" in str(event):
            assert event.seers() == (ALLIED_SIDE,)


# -- [19.3] advantages


@pytest.mark.rule("19.3.1")
def test_in_combat_fog_changes_nothing() -> None:
    sums = []
    for fog in ("", " fog"):
        board = foggy({"1re-DI": f"AG13 N{fog}", "18.ID": f"AG14 S{fog}"}).board
        battle = Battle(MAP.grid.hex("AG14"), full=1 << BY_ID["1re-DI"], defenders=1 << BY_ID["18.ID"])
        sums.append((attack(board, battle), combat_modifiers(board, battle)))
    assert sums[0] == sums[1]


def firing(units: dict[str, str]) -> Game:
    return foggy(units, begin="PreparatoryBarrages FR")


@pytest.mark.rule("19.3.2")
def test_a_hidden_stack_is_barraged_with_twenty_points_only() -> None:
    guns = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S fog"}
    board = firing(guns).board
    one, two = board.arf(BY_ID["1re-DI"]), board.arf(BY_ID["2e-DI"])
    assert one < 20 <= 2 * one + two
    weak = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog"}
    assert firing(weak).over
    assert named(firing({**weak, "18.ID": "AG14 S"}), "shell") == ["AG14"]
    strong = {**guns, "3e-DI": "AG13 N"} if one + two < 20 else guns
    position = firing(strong)
    assert named(position, "shell") == ["AG14"]
    position = play(position, "shell AG14")
    assert "fire" not in legal(play(position, "gun 1re-DI")), "not before there are twenty"
    position = play(position, "all")
    while asked(position) != "FireAtUnits":
        position = play(position, "fire")
    position = play(position, 10)
    assert [m.text for m in happened(position, UnitShelled)[0].modifiers] == ["abu.fog"], "six and nothing else"


@pytest.mark.rule("19.3.2")
def test_six_more_in_place_of_all_other_modifiers() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "9.KD": "AG14 fog"}
    board = foggy(units, turn=21).board
    guns = 1 << BY_ID["1re-DI"] | 1 << BY_ID["2e-DI"]
    hex = MAP.grid.hex("AG14")
    assert [m.amount for m in abu_modifiers(board, hex, BY_ID["9.KD"], guns, 0)] == [6]
    board.fogged = 0
    assert len(abu_modifiers(board, hex, BY_ID["9.KD"], guns, 0)) > 1


@pytest.mark.rule("19.3.3")
def test_in_a_mixed_hex_fewer_points_strike_only_those_in_the_open() -> None:
    units = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog", "17.ID": "AG14 S"}
    position = play(firing(units), "shell AG14")
    while asked(position) != "FireAtUnits":
        position = play(position, "fire")
    step = position.step
    assert isinstance(step, FireAtUnits)
    assert step.targets == 1 << BY_ID["17.ID"]
    board = position.board
    every = candidates(board, MAP.grid.hex("AG14"))[0]
    assert exposed(board, every, 20) == every  # type: ignore[arg-type]
    assert exposed(board, every, 19) == 1 << BY_ID["17.ID"]  # type: ignore[arg-type]


# -- [19.4] losing markers


@pytest.mark.rule("19.4.1")
def test_guns_that_fire_are_seen_and_those_beside_them_are_not() -> None:
    units = {"1re-DI": "AG13 N fog", "2e-DI": "AG13 N fog", "18.ID": "AG14 S"}
    position = play(firing(units), "shell AG14", "gun 1re-DI", "fire", 10)
    assert not has(position, "fogged", "1re-DI")
    assert has(position, "fogged", "2e-DI")
    assert happened(position, FogLifted)[0].units == "1re-DI"
    assert FogLifted.reveals


@pytest.mark.rule("19.4.1")
def test_attackers_are_seen_and_those_beside_them_are_not() -> None:
    units = {"1re-DI": "AG13 N fog", "2e-DI": "AG13 N fog", "18.ID": "AG14 S"}
    position = foggy(units, begin="Combats FR")
    position = play(position, "attack AG14", "full 1re-DI")
    assert has(position, "fogged", "1re-DI"), "nothing is declared yet"
    assert "1re-DI" not in str(GAME.observe(position, GERMAN_SIDE)["agenda"])
    position = play(position, "fight")
    assert not has(position, "fogged", "1re-DI")
    assert has(position, "fogged", "2e-DI")


@pytest.mark.rule("19.4.1")
def test_guns_and_stormers_of_an_assault_are_seen_when_it_is_declared() -> None:
    units = {"PiR.24": "AL31 NE fog", "KMK.b3": "AL31 NE fip fog", "26.IB": "AL31 NE fog"}
    leveau = "AK31:Fort-de-Leveau"
    position = foggy(units, begin="DeclareAssaults DE", side="german", turn=10, ammo=[5, 5])
    position = play(position, f"assault {leveau}", "storm PiR.24")
    assert has(position, "fogged", "PiR.24")
    while asked(position) == "AssaultGuns":
        position = play(position, "with KMK.b3" if "with KMK.b3" in legal(position) else "ready")
    assert position.board.assaults
    assert [has(position, "fogged", unit) for unit in units] == [False, False, True]


@pytest.mark.rule("19.4.1")
def test_guns_that_fire_at_a_fort_are_seen() -> None:
    units = {"KMK.b3": "AL31 NE fip fog", "26.IB": "AL31 NE fog"}
    position = foggy(units, begin="PreparatoryBarrages DE", side="german", turn=10, ammo=[5, 5])
    position = play(position, "bombard AK31")
    while has(position, "fogged", "KMK.b3"):
        assert position.open is not None
        position = play(position, 10 if asked(position) == "FireAtForts" else legal(position)[0])
    assert has(position, "barraged", "KMK.b3")
    assert has(position, "fogged", "26.IB")


@pytest.mark.rule("19.4.2")
def test_cavalry_that_must_test_as_it_withdraws_is_seen() -> None:
    for watch, tests in (("BC9 N", False), ("AV25 S", True)):
        position = foggy({"1re-DI": "AW22 N", "2e-DI": watch, "5.KD": "AW23 fog"}, begin="Combats FR", turn=7)
        position = play(position, "attack AW23", "full 1re-DI")
        position = play(position, "fight") if asked(position) == "Muster" else position
        position = play(position, "withdraw 5.KD", "to AV24")
        assert (asked(position) == "CabTest") is tests, "in a zone without friends"
        assert has(position, "fogged", "5.KD") is not tests


@pytest.mark.rule("19.4.2")
def test_guns_left_alone_are_seen_when_the_result_strikes_them() -> None:
    position = play(foggy({"1re-DI": "AG13 N", "III/Fußa.1": "AG14 S fog"}, begin="Combats FR"), "attack AG14")
    position = play(position, legal(position)[0]) if asked(position) == "Muster" else position
    assert has(position, "fogged", "III/Fußa.1")
    position = play(position, 12)
    assert happened(position, FogLifted)[0].units == "III/Fußa.1"
    assert happened(position, Destroyed)[0].seers() is None


@pytest.mark.rule("19.4.2")
def test_whoever_must_test_in_combat_or_under_fire_is_seen() -> None:
    units = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog"}
    position = play(foggy(units, begin="Combats FR"), "attack AG14")
    position = play(position, "fight") if asked(position) == "Muster" and "fight" in legal(position) else position
    while asked(position) == "Muster":
        position = play(position, "full 1re-DI")
    assert asked(position) == "RollCombat"
    assert has(position, "fogged", "18.ID"), "not before it has to test"
    position = play(position, 10)
    while getattr(position.step, "unit", -1) != BY_ID["18.ID"]:
        position = play(position, 1 if asked(position) == "CabTest" else legal(position)[0])
    assert asked(position) == "CabTest"
    assert not has(position, "fogged", "18.ID")
    guns = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "3e-DI": "AG13 N", "18.ID": "AG14 S fog"}
    fired = play(firing(guns), "shell AG14", "all")
    while asked(fired) != "FireAtUnits":
        fired = play(fired, "fire")
    assert has(fired, "fogged", "18.ID")
    fired = play(fired, 1)
    assert asked(fired) == "CabTest"
    assert not has(fired, "fogged", "18.ID")


def test_a_hidden_unit_that_is_destroyed_leaves_no_marker() -> None:
    board: NachParisBoard = foggy({"1re-DI": "BC9 N fog"}).board
    destroy(board, BY_ID["1re-DI"])
    assert board.fogged == 0
    assert fog_hexes(board, ALLIED_SIDE) == 0


@pytest.mark.rule("19.1.3", "7.1.6", "19.1.4")
def test_nobody_rides_over_engineers_that_lie_under_a_marker() -> None:
    """What is offered would tell who lies there; in the open they are overrun."""
    for fog, over in (("on", []), ("off", ["AW23"])):
        engineers = "AW23 fog" if fog == "on" else "AW23"
        units = {"1re-DI": "AW22 N", "Ebk.2": engineers}
        position = arranged(options={"fog": fog}, units=units, side="allied", begin="movement", turn=9)
        assert [hex for hex in named(play(position, "move 1re-DI"), "to") if hex == "AW23"] == over
        fight = arranged(options={"fog": fog}, units=units, side="allied", begin="combat", turn=9)
        assert "attack AW23" in legal(fight)
