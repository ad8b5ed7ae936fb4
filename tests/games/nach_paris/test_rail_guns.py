"""[12.5] Railway guns, [7.7.3] arrivals by rail, and random trains that never break a limit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import Position
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import BY_ID, DE, FR, IDS, INFANTRY, OF_NATION, RAIL_ONLY, SIDE, STEPS
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail import guns
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail, reach_by_rail, why_not_by_rail
from marne.games.nach_paris.rules.rail.capacity import most
from marne.games.nach_paris.rules.rail.events import OffTheRails, OnTheRails
from marne.games.nach_paris.rules.rail.lines import AT, LOW, NODES_OF, beyond, hex_of_node, links_to
from marne.games.nach_paris.rules.rail.network import rail_hexes
from marne.games.nach_paris.rules.rail.stations import capacity, capacity_without_line
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.steps import hex_of, label
from marne.hexes import members

GUN = "SKM.b1"


def moving(place: str, unit: str = GUN, **changes: Any) -> Game:
    others = changes.pop("units", {})
    units = {unit: place, "10.LIB": "A20 N", **others}
    return play(arranged(turn=10, side="german", begin="MoveUnits DE", units=units, **changes), f"move {unit}")


# -- [12.5]


@pytest.mark.rule("12.5.1")
def test_a_railway_gun_leaves_the_line_for_thirty_points_and_stays_in_its_hex() -> None:
    position = play(moving("A28 >A27"), "off-rails")
    assert where(position, GUN) == "A28"
    assert position.board.spent[BY_ID[GUN]] == 30
    assert has(position, "in_position", GUN)
    assert BY_ID[GUN] not in position.board.trains
    assert happened(position, OffTheRails)


@pytest.mark.rule("12.5.1")
def test_it_needs_the_points_after_its_journey() -> None:
    near = play(moving("A28 >A29"), "rail A29")
    assert "off-rails" in legal(near)
    far = moving("A28 >A29", rain=True)
    assert "off-rails" in legal(far), "37 points"
    far.board.spent[BY_ID[GUN]] = 8
    reason = guns.reason(far.board, Walk(BY_ID[GUN]).going(far.board), "off-rails")
    assert reason is not None
    assert reason.rule == "12.5.1"
    assert not guns.offers(far.board, Walk(BY_ID[GUN]).going(far.board))


@pytest.mark.rule("12.5.1")
def test_only_in_position_it_barrages() -> None:
    """[8.1.2] Before the forts of Liège."""
    for place, fires in (("V35 fip NW", True), ("V35 train", False)):
        units = {GUN: place, "KMK.b3": "V35 NW fip"}
        position = arranged(turn=6, side="german", begin="PreparatoryBarrages DE", units=units)
        position = play(position, "bombard W35")
        while asked(position) == "OrderForts":
            position = play(position, legal(position)[0])
        assert (GUN in named(position, "gun")) == fires


@pytest.mark.rule("12.5.2")
def test_in_position_it_is_no_train_and_looks_somewhere() -> None:
    position = play(moving("A28 >A27"), "off-rails")
    assert has_facing(position.board, BY_ID[GUN])
    assert asked(position) == "Face"
    position = play(position, "face NW")
    assert position.board.faces[BY_ID[GUN]] == 5


@pytest.mark.rule("12.5.2", "12.5.1")
def test_it_goes_back_on_the_line_for_fifteen_points_and_moves_on() -> None:
    position = moving("A28 fip N")
    assert named(position, "on-rails") == ["A27", "A29", "B29"]
    assert not named(position, "rail")
    position = play(position, "on-rails A29")
    assert position.board.spent[BY_ID[GUN]] == 15
    assert not has(position, "in_position", GUN)
    assert happened(position, OnTheRails)
    assert "A29" in named(position, "rail")
    board = moving("A28 fip N", rain=True).board
    going = Walk(BY_ID[GUN]).going(board)
    assert guns.offers(board, going), "37 points"
    board.spent[BY_ID[GUN]] = 23
    reason = guns.reason(board, going, ("on-rails", hex_of("A29")))
    assert reason is not None
    assert reason.rule == "12.5.2"
    assert not guns.offers(board, going)


@pytest.mark.rule("12.5.3")
def test_until_then_it_stays_on_the_rails_with_a_direction() -> None:
    position = play(moving("A28 >A29"), "rail A29", "end")
    train = position.board.trains[BY_ID[GUN]]
    assert train.link == links_to(hex_of("A28"), hex_of("A29"))[0]
    assert not has(position, "in_position", GUN)
    heads = play(moving("A28 fip N"), "on-rails B29").board.trains[BY_ID[GUN]]
    assert heads.ahead == hex_of("B29")


@pytest.mark.rule("12.5.3")
def test_motor_guns_and_troops_have_no_business_there() -> None:
    assert refused(moving("A28 N", "KMK.b3"), "off-rails") == "12.5.1"
    assert refused(moving("A28 N", "18.ID"), "on-rails A29") == "12.5.2"
    assert refused(moving("A28 >A29"), "detrain") == "12.5.1"
    assert refused(moving("A28 fip N"), "entrain A29") == "12.3.1"


# -- [7.7.3]


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


# -- limits in random play

WORDS = ("entrain", "rail", "rail", "head", "detrain", "off-rails", "on-rails", "move")


def crowd(seed: int, nation: int, count: int) -> dict[str, str]:
    """Divisions, brigades and guns on railways, few hexes apart, half of them on trains."""
    rng = random.Random(seed)
    side = SIDE[members(OF_NATION[nation])[0]]
    board = arranged(turn=10, side=("german", "allied")[side], begin="nothing").board
    lines = members(rail_hexes(board, nation))
    first = rng.randrange(len(lines) - 60)
    units = [u for u in members(OF_NATION[nation] & INFANTRY) if STEPS[u] >= 2][:count]
    found = {}
    for place, unit in enumerate(units):
        hex = lines[first + place * 2 % 60]
        found[IDS[unit]] = f"{label(hex)} " + ("train" if place < 30 and place % 2 else "N")
    return found


def check_limits(board: NachParisBoard, nation: int) -> None:
    for (link, into), used in board.rail_used.items():
        assert used <= most(link, into)
        if LOW >> link & 1:
            ends = {key[1] for key in board.rail_used if key[0] == link}
            assert ends == {into}, "one direction on a low line"
    for side in (0, 1):
        assert board.convoys[side] <= V.rail.convoys
    assert board.convoyed.bit_count() == sum(board.convoys)
    for hex, steps in board.station_used.items():
        assert steps <= max(capacity(board, nation, hex), capacity_without_line(hex))
    for unit in board.trains:
        assert board.where[unit] >= 0


@pytest.mark.rule("12.4.1", "12.4.2", "12.2.4")
@pytest.mark.parametrize("seed", range(6))
def test_random_trains_never_break_a_limit(seed: int) -> None:
    rng = random.Random(seed)
    nation = (FR, DE)[seed % 2]
    side = ("allied", "german")[seed % 2]
    begin = f"MoveUnits {('FR', 'DE')[seed % 2]}"
    position = arranged(turn=10, side=side, begin=begin, units=crowd(seed, nation, 48))
    stacked = trains_by_hex(position.board)
    went = 0
    for _ in range(700):
        if position.open is None or position.open.options is None:
            break
        options = legal(position)
        assert len(options) <= 200
        if asked(position) == "MoveUnits":
            options = options[:-1]
        word = rng.choice(WORDS)
        some = [text for text in options if text.split(" ")[0] == word] or options
        went += word == "rail" and some is not options
        position = play(position, rng.choice(some))
        check_limits(position.board, nation)
        for hex, trains in trains_by_hex(position.board).items():
            assert trains <= max(1, stacked.get(hex, 0))
    assert went > 10


def trains_by_hex(board: NachParisBoard) -> dict[int, int]:
    found: dict[int, int] = {}
    for unit in board.trains:
        if not RAIL_ONLY >> unit & 1:
            found[board.where[unit]] = found.get(board.where[unit], 0) + 1
    return found
