"""[12.4] Convoys and how many a line carries; random trains that never break a limit."""

from __future__ import annotations

import random

import pytest

from games.nach_paris.rail_support import at, moving, reached
from games.nach_paris.still import still
from games.nach_paris.support import Game, arranged, asked, has, legal, named, play, refused
from marne.engine import Position, Setting
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import BY_ID, DE, FR, IDS, INFANTRY, OF_NATION, RAIL_ONLY, SIDE, STEPS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.rail.capacity import closed_lines, is_convoy, most
from marne.games.nach_paris.rules.rail.journeys import rides, starts_anywhere
from marne.games.nach_paris.rules.rail.lines import LOW, links_to
from marne.games.nach_paris.rules.rail.network import rail_hexes
from marne.games.nach_paris.rules.rail.stations import capacity, capacity_without_line
from marne.games.nach_paris.steps import hex_of, label
from marne.hexes import members

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


@pytest.mark.rule("12.4.1")
@pytest.mark.parametrize(
    ("unit", "lost", "convoy"),
    [
        ("1re-DC", 0, True),
        ("1re-DC", 1, False),
        ("1re-DI", 1, True),
        ("1re-DI", 2, False),
        ("8e-Bde", 0, False),
        ("11.IB", 0, True),
        ("11.IB", 1, False),
        ("PiR.24", 0, False),
        ("2e-RAL", 0, False),
        ("QG-1re-A", 0, False),
        ("SCF.1", 0, False),
    ],
)
def test_what_is_a_convoy(unit: str, lost: int, convoy: bool) -> None:
    board = at(begin="nothing", units={unit: f"BB7 N -{lost}"}).board
    assert is_convoy(board, BY_ID[unit]) == convoy


@pytest.mark.rule("12.4.1")
def test_capacity_by_class_and_terrain() -> None:
    def convoys(a: str, b: str) -> int:
        return most(links_to(hex_of(a), hex_of(b))[0], hex_of(b))

    assert convoys("AX12", "AX13") == 3, "strengthened"
    assert convoys("BB7", "BB8") == 2
    assert convoys("BD6", "BD7") == 2
    assert (convoys("N6", "M6"), convoys("M6", "N6")) == (1, 2 if MAP.terrain[hex_of("N6")] != 4 else 1)


def trains_on(board: NachParisBoard, a: str, b: str) -> int:
    return board.rail_used.get((links_to(hex_of(a), hex_of(b))[0], hex_of(b)), 0)


def run(position: Game, *journeys: tuple[str, str]) -> Game:
    for unit, hex in journeys:
        position = play(position, f"move {unit}", *(f"rail {each}" for each in hex.split()), "end")
    return position


CONVOYS = {"1re-DI": "BB6 >BB7", "2e-DI": "BB5 >BB6", "51e-DR": "BB4 >BB5", "15e-DI": "BA9 >BB9"}


@pytest.mark.rule("12.4.1", "12.4.3")
def test_two_convoys_in_each_direction_on_a_regular_line() -> None:
    position = run(at(units={**CONVOYS, "145e-RI": "AK30 N"}), ("1re-DI", "AZ11"), ("2e-DI", "BB9 AZ10"))
    assert trains_on(position.board, "BB7", "BB8") == 2
    third = play(position, "move 51e-DR")
    assert "BB7" not in reached(third, "51e-DR")
    assert refused(third, "rail BB7") == "12.4.3"
    assert "end" in legal(third), "it waits"
    other = play(position, "move 15e-DI")
    assert "BB7" in reached(other, "15e-DI"), "the other direction has a capacity of its own"
    third.board.lost[BY_ID["51e-DR"]] = 2
    assert "BB7" in reached(third, "51e-DR"), "what is no convoy any more finds room"


@pytest.mark.rule("12.4.1", "12.4.3")
@pytest.mark.reading("convoy-count")
def test_small_units_do_not_count_but_keep_the_direction_of_a_low_line() -> None:
    units = {"145e-RI": "BC5 >BD6", "1re-DI": "BE8 >BD8", "QG-1re-A": "BE9 >BE8", "2e-DI": "BB5 >BC5"}
    position = play(at(units=units), "move 145e-RI", "rail BD7", "detrain", "end", "face N")
    assert trains_on(position.board, "BC5", "BD6") == 0
    for name in ("1re-DI", "QG-1re-A"):
        against = play(position, f"move {name}")
        assert "BD8" in reached(against, name) or name != "1re-DI"
        assert "BD6" not in reached(against, name), "head on"
    assert "BD7" in reached(play(position, "move 1re-DI"), "1re-DI"), "the line is free that far"
    behind = play(position, "move 2e-DI")
    assert {"BD6", "BD7"} <= reached(behind, "2e-DI")


@pytest.mark.rule("12.4.1")
def test_nobody_comes_back_over_a_low_line_in_one_journey() -> None:
    """From K12 a low line leads to a ring of lines, which a train could go round and come home by the way it went."""
    board = GAME.start(Setting("campaign")).board
    found = rides(board, BY_ID["1re-DI"], 50, starts_anywhere(hex_of("K12")))
    assert hex_of("S12") in found, "it gets as far as the ring"
    assert hex_of("K12") not in found
    for stop in found:
        low = [link for link, _ in found[stop].way if LOW >> link & 1]
        assert len(low) == len(set(low)), label(stop)


@pytest.mark.rule("12.4.1")
def test_lines_of_one_hex_count_apart() -> None:
    """Example 15 is a case file; here two convoys fill F79, and BB6 can still be entered by the low line W15."""
    units = {"1re-DI": "BB6 >BB7", "2e-DI": "BB5 >BB6", "51e-DR": "BA6 >BB6", "145e-RI": "AK30 N"}
    position = run(at(units=units), ("1re-DI", "AZ11"), ("2e-DI", "BB9 AZ10"))
    assert "BB6" in reached(play(position, "move 51e-DR"), "51e-DR")


@pytest.mark.rule("12.4.2")
@pytest.mark.reading("convoy-once")
def test_fourteen_convoys_a_side() -> None:
    assert V.rail.convoys == 14
    side = SIDE[BY_ID["1re-DI"]]
    units = {"2e-DI": "BB8 >BB9", "145e-RI": "BB9 >BA9"}
    last = moving("1re-DI", "BB7 >BB6", units=units, convoys=[0, 13])
    assert named(last, "rail")
    last = play(last, "rail BB6")
    assert last.board.convoys[side] == 14
    assert has(last, "convoyed", "1re-DI")
    assert named(last, "rail"), "it goes on"
    last = play(last, "rail BB5")
    assert last.board.convoys[side] == 14, "and counts once"
    over = play(last, "end", "move 2e-DI")
    assert not named(over, "rail")
    assert refused(over, "rail BA9") == "12.4.2"
    small = play(over, "end", "move 145e-RI")
    assert named(small, "rail"), "a regiment is no convoy"


@pytest.mark.rule("12.4.2")
def test_the_count_begins_anew_with_each_movement_phase() -> None:
    board = run(at(units={**CONVOYS, "145e-RI": "AK30 N"}), ("1re-DI", "BB9")).board
    board.station_used[hex_of("BB5")] = 12
    assert board.rail_used
    assert board.railed
    board = Position.begin(board, BeginMovement()).board
    assert board.convoys == [0, 0]
    assert not board.convoyed
    assert (board.rail_used, board.station_used, board.railed, board.carried) == ({}, {}, {}, 0)


@pytest.mark.rule("12.4.3")
def test_transport_and_transit_are_counted_apart() -> None:
    position = run(at(units={**CONVOYS, "145e-RI": "AK30 N"}), ("1re-DI", "AZ11"))
    assert not position.board.transit_hex
    assert not position.board.transit_side


@pytest.mark.rule("12.4.3", "12.4.1")
@pytest.mark.reading("convoy-count")
def test_nobody_runs_against_the_trains_of_a_single_line_from_either_end() -> None:
    link = next(iter(members(LOW)))
    ends = MAP.links[link]
    for into, shut in ((ends.a, ends.b), (ends.b, ends.a)):
        board = still({"18.ID": "AW22 N"})
        board.rail_used = {(link, into): 0}
        assert closed_lines(board, BY_ID["18.ID"]) == {(link, shut)}
