"""[19.1], [19.2] Fog of War markers: who gains one, and what it covers."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import FOG, foggy
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Observation, Setting
from marne.games.nach_paris.board import WAITING, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE, HEADQUARTERS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.arrivals import place
from marne.games.nach_paris.rules.options.events import Hid
from marne.games.nach_paris.rules.options.fog import fog_hexes, hide_arrival, may_hide, reveal, why_not_hide
from marne.games.nach_paris.rules.units.losses import destroy
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.hexes import bits


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
        for each in here:
            assert bool(board.fogged >> each & 1) == (hidden and not HEADQUARTERS >> each & 1)
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
@pytest.mark.reading("hide-after-march")
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


@pytest.mark.rule("19.1.3", "19.1.4")
def test_a_hidden_unit_that_is_destroyed_leaves_no_marker() -> None:
    board: NachParisBoard = foggy({"1re-DI": "BC9 N fog"}).board
    destroy(board, BY_ID["1re-DI"])
    assert board.fogged == 0
    assert fog_hexes(board, ALLIED_SIDE) == 0


@pytest.mark.rule("19.1.3", "7.1.6", "19.1.4")
@pytest.mark.reading("hidden-engineers")
def test_nobody_rides_over_engineers_that_lie_under_a_marker() -> None:
    """What is offered would tell who lies there; in the open they are overrun."""
    for fog, over in (("on", []), ("off", ["AW23"])):
        engineers = "AW23 fog" if fog == "on" else "AW23"
        units = {"1re-DI": "AW22 N", "Ebk.2": engineers}
        position = arranged(options={"fog": fog}, units=units, side="allied", begin="movement", turn=9)
        assert [hex for hex in named(play(position, "move 1re-DI"), "to") if hex == "AW23"] == over
        fight = arranged(options={"fog": fog}, units=units, side="allied", begin="combat", turn=9)
        assert "attack AW23" in legal(fight)


@pytest.mark.rule("19.1.4", "19.1.3")
def test_what_camps_and_harbours_gave_is_known_to_their_side() -> None:
    german = next(i for i, camp in enumerate(MAP.camps) if camp.nation == "DE")
    french = next(i for i, camp in enumerate(MAP.camps) if camp.nation == "FR")
    board = still({"18.ID": "AW22 N fog"}, fog=True)
    board.camp_supply, board.harbour_supply = {german: 4, french: 6}, {0: 2}
    seen = {}
    for seat in (GERMAN_SIDE, ALLIED_SIDE):
        twin = board.masked(seat)
        seen[seat] = (twin.camp_supply, twin.harbour_supply)
    assert seen == {GERMAN_SIDE: ({german: 4}, {}), ALLIED_SIDE: ({french: 6}, {0: 2})}


@pytest.mark.rule("19.1.4")
def test_hexes_are_hidden_only_where_fog_is_played() -> None:
    units = {"18.ID": "AW22 N fog", "17.ID": "AW23 N", "1re-DI": "AW26 S fog"}
    assert still(units, fog=True).hidden_hexes(GERMAN_SIDE) == 1 << at("AW22")
    assert still(units, fog=True).hidden_hexes(ALLIED_SIDE) == 1 << at("AW26")
    assert still(units, fog=False).hidden_hexes(GERMAN_SIDE) == 0


@pytest.mark.rule("19.2.4", "19.3.1")
def test_works_and_marker_go_each_by_their_own_rule() -> None:
    board = still({"18.ID": "AW22 N fog fieldworks", "17.ID": "AW22 N fog fieldworks"}, fog=True)
    reveal(board, unit("18.ID"), "19.4.2")
    assert board.fogged == unit("17.ID")
    assert board.fieldworks == unit("18.ID", "17.ID")
    assert [type(event).__name__ for event in board.events] == ["FogLifted"]
    reveal(board, unit("18.ID"), "19.4.2")
    assert len(board.events) == 1, "nobody is shown twice"


@pytest.mark.rule("19.1.2", "19.1.4", "19.2.1")
def test_a_stack_of_any_size_is_one_hex_and_parts_are_two() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N fog", "1re-DI": "AW30 N fog", "4.ID": "AW24 N"}, fog=True)
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22")
    assert fog_hexes(board, ALLIED_SIDE) == 1 << at("AW30")
    board.put(BY_ID["17.ID"], at("AW23"))
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22") | 1 << at("AW23")
    board.fog_markers = [1 << at("AW26"), 0]
    assert fog_hexes(board, GERMAN_SIDE) == bits(map(at, ("AW22", "AW23", "AW26")))
    assert fog_hexes(board, ALLIED_SIDE) == 1 << at("AW30")


@pytest.mark.rule("19.2.2")
def test_a_hex_with_hidden_units_below_open_ones_has_a_stack() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N", "4.ID": "AW24 N"}, fog=True)
    assert fog_hexes(board, GERMAN_SIDE) == 1 << at("AW22")
    board.fogged = 0
    assert fog_hexes(board, GERMAN_SIDE) == 0
    board.fog_markers = [0, 1 << at("AW22")]
    assert (fog_hexes(board, GERMAN_SIDE), fog_hexes(board, ALLIED_SIDE)) == (0, 1 << at("AW22"))


@pytest.mark.rule("19.1.1", "19.1.5")
def test_all_who_arrive_are_hidden_but_for_headquarters() -> None:
    board = still(fog=True)
    board.fogged = unit("4.ID")
    hide_arrival(board, BY_ID["18.ID"])
    hide_arrival(board, BY_ID["2.AOK"])
    assert board.fogged == unit("4.ID", "18.ID")
    clear = still()
    hide_arrival(clear, BY_ID["18.ID"])
    assert clear.fogged == 0


@pytest.mark.rule("19.1.4", "19.1.3")
def test_a_marker_holds_its_hex_on_the_board_that_the_enemy_sees() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW24 N", "1re-DI": "AW30 N"}, fog=True)
    twin = board.masked(ALLIED_SIDE)
    germans = 1 << at("AW22") | 1 << at("AW24")
    assert twin.occupied == twin.solid == [germans, 1 << at("AW30")]
    assert twin.fog_markers == [1 << at("AW22"), 0]
    assert (twin.at[at("AW22")], twin.at[at("AW24")]) == (0, 1 << BY_ID["17.ID"])
    assert twin.standing == 1 << BY_ID["17.ID"] | 1 << BY_ID["1re-DI"]
