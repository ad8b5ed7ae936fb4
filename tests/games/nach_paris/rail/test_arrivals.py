"""[7.7.3] Arrivals by rail."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import OPTIONS
from games.nach_paris.rail.support import GUN
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, has, legal, named, play, where
from marne.engine import Only, Position
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail, reach_by_rail, why_not_by_rail
from marne.games.nach_paris.rules.rail.lines import AT, NODES_OF, beyond, hex_of_node
from marne.games.nach_paris.rules.rail.network import cut_hexes
from marne.games.nach_paris.steps import hex_of, label
from marne.hexes import members


def coming(unit: str = "17.RD", hex: str = "T37", **changes: Any) -> Game:
    board = arranged(turn=13, side="german", begin="nothing", units={unit: "waiting", **changes}).board
    return Position.begin(board, ComeByRail(BY_ID[unit], hex_of(hex)), Walk(BY_ID[unit]))


@pytest.mark.rule("7.7.3")
def test_a_reinforcement_comes_by_rail_with_fifty_points() -> None:
    position = coming()
    assert asked(position) == "ComeByRail"
    ahead = named(position, "head")
    assert len(ahead) > 1
    position = play(position, f"head {ahead[0]}")
    assert asked(position) == "Walk"
    assert where(position, "17.RD") == "T37"
    reach = reach_by_rail(position.board, BY_ID["17.RD"], hex_of("T37"))
    assert max(stop.cost for stop in reach.stops.values()) > 20
    assert all(stop.cost <= 50 for stop in reach.stops.values())
    assert {hex_of(hex) for hex in named(position, "rail")} <= set(reach)
    assert {hex for hex, stop in reach.stops.items() if stop.hexes == 1} == {hex_of(ahead[0])}, "its arrow binds it"
    position.board.trains = {}
    anywhere = reach_by_rail(position.board, BY_ID["17.RD"], hex_of("T37"))
    assert {hex for hex, stop in anywhere.stops.items() if stop.hexes == 1} >= set(map(hex_of, ahead))


@pytest.mark.rule("7.7.3")
def test_what_it_can_reach_counts_capacity_and_trains() -> None:
    board = coming().board
    unit = BY_ID["17.RD"]
    free = set(reach_by_rail(board, unit, hex_of("T37")))
    assert free
    assert set(reach_by_rail(board, unit, hex_of("T37"), 3)) < free
    ways = {(link, hex_of_node(beyond(link, node))) for node in NODES_OF[hex_of("T37")] for link in AT[node]}
    board.rail_used = dict.fromkeys(ways, 3)
    assert not reach_by_rail(board, unit, hex_of("T37")), "every line is full"
    assert reach_by_rail(board, BY_ID["10.LIB"], hex_of("T37")), "but not for small units"
    board.rail_used = {}
    board.convoys = [V.rail.convoys, 0]
    assert not reach_by_rail(board, unit, hex_of("T37"))


@pytest.mark.rule("7.7.3", "12.2.4")
def test_nobody_comes_where_a_train_stands_or_the_line_is_not_usable() -> None:
    board = coming("17.RD", "T37", **{"18.RD": "T37 train"}).board
    reason = why_not_by_rail(board, BY_ID["17.RD"], hex_of("T37"))
    assert reason is not None
    assert reason.rule == "12.2.4"
    reason = why_not_by_rail(board, BY_ID["17.RD"], hex_of("BB7"))
    assert reason is not None
    assert reason.rule == "12.1.5"
    blocked = coming("17.RD", "T37", **{"18.RD": "T37 train"})
    assert where(blocked, "17.RD") == ""


@pytest.mark.rule("7.7.3")
def test_railway_guns_that_come_by_rail_keep_their_points() -> None:
    position = coming(GUN)
    position = play(position, f"head {named(position, 'head')[0]}")
    reach = reach_by_rail(position.board, BY_ID[GUN], hex_of("T37"))
    assert max(stop.cost for stop in reach.stops.values()) <= 45


@pytest.mark.rule("12.2.4", "7.7.3")
@pytest.mark.reading("first-rail-hex")
def test_a_railway_gun_comes_where_a_train_stands_and_troops_do_not() -> None:
    board = still({"18.ID": "S31 N train"}, side="german")
    gun, foot = BY_ID["SKM.b1"], BY_ID["17.ID"]
    found = why_not_by_rail(board, foot, at("S31"))
    assert found is not None
    assert found.rule == "12.2.4"
    other = why_not_by_rail(board, gun, at("S31"))
    assert other is None or other.rule != "12.2.4"
    empty = still({"18.ID": "S31 N"}, side="german")
    assert why_not_by_rail(empty, foot, at("S31")) is None


@pytest.mark.rule("7.7.3")
@pytest.mark.parametrize(("lost", "limited"), [(0, False), (1, True)])
def test_who_comes_by_rail_has_the_losses_and_the_supply_of_its_row(lost: int, limited: bool) -> None:
    board, who = still(side="german", rail=["S31"]), BY_ID["18.ID"]
    step = ComeByRail(who, at("S31"), lost, limited)
    ask: Any = step.ask(board)
    head = ask.answer if isinstance(ask, Only) else next(iter(ask.options))
    board.limited = unit("17.ID")
    assert step.answered(board, head) == ()
    assert (board.where[who], board.lost[who], list(board.trains)) == (at("S31"), lost, [who])
    assert board.limited == unit("17.ID") | (1 << who) * limited


def by_rail(begin: str = "Arrivals DE", **more: Any) -> Game:
    return arranged(side="german", turn=13, rest="waiting", begin=begin, **more)


@pytest.mark.rule("19.1.1", "7.7.3")
def test_who_comes_by_rail_comes_under_a_marker_too() -> None:
    position = play(by_rail(options=OPTIONS), "place 17.RD")
    position = play(position, legal(position)[0])
    assert has(position, "fogged", "17.RD")
    plain = play(by_rail(), "place 17.RD")
    assert not has(play(plain, legal(plain)[0]), "fogged", "17.RD")


@pytest.mark.rule("7.7.3", "3.3.1")
def test_the_marks_of_the_display_hold_on_a_train_too() -> None:
    board = by_rail().board
    unit = BY_ID["17.RD"]
    row = board.play.arrival[unit]
    step = ComeByRail(unit, row.hex, 1, True)
    head = step.ask(board)
    assert head is not None
    step.answered(board, next(iter(head)))  # type: ignore[arg-type]
    assert board.lost[unit] == 1
    assert board.limited >> unit & 1


@pytest.mark.rule("7.7.3", "12.1.5")
def test_nobody_comes_by_rail_where_no_line_leads_on() -> None:
    """A numbered line of Germany leaves the map in the hex; the Allies hold every railway around it."""
    edge = next(edge.hex for edge in MAP.edges if MAP.country[edge.hex] == "DE" and MAP.playable(edge.hex))
    around = [label(hex) for hex in MAP.grid.neighbours[edge] if MAP.links_of[hex]]
    unit = BY_ID["17.RD"]
    free, shut = by_rail(begin="nothing").board, by_rail(begin="nothing", allied_rail=around).board
    assert why_not_by_rail(free, unit, edge) is None
    found = why_not_by_rail(shut, unit, edge)
    assert found is not None
    assert found.rule == "12.1.5"
    assert ComeByRail(unit, edge).ask(shut) is None


@pytest.mark.rule("7.7.3", "12.1.6")
@pytest.mark.reading("siege-guns-by-rail")
def test_a_railway_gun_comes_where_a_fort_beside_it_cuts_the_line() -> None:
    play_of = SCENARIOS["maubeuge"]
    board = still({"KMK.b1": "waiting"}, "maubeuge", turn=16, rail=[label(hex) for hex in members(play_of.german_rail)])
    gun, hex = BY_ID["KMK.b1"], play_of.arrival[BY_ID["KMK.b1"]].hex
    assert cut_hexes(board, GERMAN_SIDE) >> hex & 1
    assert why_not_by_rail(board, gun, hex) is None


@pytest.mark.rule("7.7.3")
def test_where_one_line_leads_on_nobody_is_asked_which() -> None:
    """Over all hexes of German railways: a question where there are two ways and more."""
    board = still({"17.RD": "waiting"}, turn=13, side="german")
    seen = set()
    for hex in members(board.german_rail):
        ask = ComeByRail(BY_ID["17.RD"], hex).ask(board)
        if isinstance(ask, Only):
            seen.add("one")
            assert ask.answer[0] == "head"
        elif ask is not None:
            seen.add("more")
            assert len(ask.options or ()) > 1
    assert seen == {"one", "more"}
