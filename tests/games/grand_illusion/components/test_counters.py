"""Chapter 2: counters, their kinds and colours, and what the data must satisfy."""

from __future__ import annotations

from collections import Counter

import pytest

from games.grand_illusion.battlefield import battle, front, to_dice
from games.grand_illusion.positions import activated, numbers
from games.grand_illusion.support import alone, arranged, goes, legal, play, refused, where
from marne.games.grand_illusion.components import places, units
from marne.games.grand_illusion.components.data import EDITIONS, MAP
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.places import (
    BELGIUM,
    GERMAN_VP,
    PARIS_RING,
    PLAN17,
    PORTS,
    SCHLIEFFEN,
    SOURCES,
    VOSGES,
)
from marne.games.grand_illusion.components.tables import GERMAN_MARKERS, PLAN17_MARKERS, POINTS
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, COMBAT, FORTS, GERMAN, MOBILE, ROWS
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.hexes import bits, members


@pytest.mark.rule("2.2")
def test_sets_of_hexes_are_those_of_the_map() -> None:
    roles = MAP.roles
    assert roles["schlieffen_plan"] == SCHLIEFFEN
    assert roles["belgian_territory"] == BELGIUM
    assert roles["vosges"] == VOSGES
    assert roles["port"] == PORTS
    assert roles["supply_german"] == SOURCES[3]
    assert roles["supply_french"] == SOURCES[0]
    assert roles["plan17_vp"] == bits(PLAN17)
    assert roles["german_vp"] == bits(GERMAN_VP)
    assert bits(new_board(EDITIONS["english"], 1).ground.neighbours[19]) == PARIS_RING


@pytest.mark.rule("2.3", "2.6")
def test_five_kinds_of_unit() -> None:
    assert Counter(row.kind for row in ROWS) == {"inf": 125, "cav": 25, "hq": 21, "ha": 5, "fort": 22}
    assert units.ALL == units.INFANTRY | units.CAVALRY | units.HQS | units.HEAVY | FORTS
    assert COMBAT.bit_count() == 125 + 25, "infantry and cavalry fight"
    assert members(units.CORPS) == [unit for unit, row in enumerate(ROWS) if row.size == "corps"]
    assert units.FOOT_CORPS == units.CORPS & units.INFANTRY
    assert Counter(ROWS[unit].kind for unit in members(units.CORPS)) == {"inf": 91}


@pytest.mark.rule("2.4")
def test_stated_counters() -> None:
    board = new_board(EDITIONS["english"], 1)
    assert board.where[BY_ID["GE.VIII"]] == 84
    assert not board.is_down(BY_ID["GE.VIII"])
    strengths = {"FR.II": 5, "FR.III": 6, "FR.VI": 6, "FR.VIII": 4, "FR.XIV": 5, "FR.XVIII": 6, "FR.XX": 5, "FR.Col": 5}
    assert {name: board.strength(BY_ID[name]) for name in strengths} == strengths
    assert board.strength(BY_ID["GE.XIII"]) == 5
    assert board.strength(BY_ID["FR.II-T"]) == 3
    assert all(row.ma_back == 1 for row in ROWS if row.kind in ("inf", "cav", "ha"))
    assert all(row.ma == 1 for row in ROWS if row.kind == "ha")


@pytest.mark.rule("2.5")
def test_bavarians_and_indians_are_german_and_british() -> None:
    assert 1 << BY_ID["GE.I-B"] & units.OF_SIDE[units.GERMAN]
    assert 1 << BY_ID["BR.3-In"] & units.BRITISH


@pytest.mark.rule("2.7")
@pytest.mark.reading("ninth-corps-division")
def test_sizes() -> None:
    assert 1 << BY_ID["FR.Chass-Alp"] & units.BRIGADES
    assert 1 << BY_ID["GE.Naval"] & units.SMALL
    assert 1 << BY_ID["FR.IXm"] & units.SMALL, "IX(-) stacks as a division"
    assert 1 << BY_ID["GE.X"] & units.CORPS


@pytest.mark.rule("2.8", "13.1.2")
def test_victory_markers() -> None:
    board = new_board(EDITIONS["english"], 1)
    assert len(board.plan17_cup) == len(PLAN17) == 8
    assert len(board.german_cup) == len(GERMAN_VP) == 15
    assert sum(count for _, count in PLAN17_MARKERS.items()) == 8
    assert sum(count for _, count in GERMAN_MARKERS.items()) == 15
    assert POINTS["paris"] == 10


def test_victory_points_let_both_sides_win() -> None:
    best, worst = (
        sorted(new_board(EDITIONS["english"], 1).german_cup, reverse=True),
        sorted(new_board(EDITIONS["english"], 1).german_cup),
    )
    # Three hexes less the withdrawal, as in history, fall short of six points; six good ones are enough.
    assert sum(worst[:3]) - 3 < 6
    assert sum(best[:3]) - 3 >= 6
    assert sum(best) + best[0] + best[1] + POINTS["paris"] > 2 * (3 + 5 + 13), "two hexes count double"


def test_copies_are_independent() -> None:
    position = alone(units={"FR.XX": 87})
    board = position.board
    twin = board.copy()
    assert {name: getattr(twin, name) for name in board.slots()} == {
        name: getattr(board, name) for name in board.slots()
    }
    twin.put(BY_ID["FR.XX"], 97)
    twin.points[0] = 9
    assert where(position, "FR.XX") == 87
    assert board.points[0] == 3


def test_every_orange_counter_belongs_to_an_option() -> None:
    assert {row.option for row in ROWS if row.option} == {"A2", "A3", "A5", "G2", "G4"}
    assert members(bits(unit for unit, row in enumerate(ROWS) if row.option == "G4" and row.kind == "inf"))


def test_a_set_up_with_an_unknown_word_is_refused() -> None:
    with pytest.raises(Exception, match="unknown change"):
        arranged(weather="rain")
    assert legal(arranged(turn=5, side="german"))


@pytest.mark.rule("2.2", "8.4.2")
def test_the_ground_is_the_printed_map() -> None:
    board, ground = MAP, ground_of()
    shut = {frozenset(pair) for pair in board.impassable}
    dear = {frozenset(pair) for pair in board.diamonds}
    lines = {frozenset(pair) for pair in board.rails}
    assert shut == {frozenset((42, 52)), frozenset((71, 81))}
    assert members(ground.all) == list(range(1, 108)) or tuple(members(ground.all)) == tuple(range(1, 108))
    for hex in range(1, 108):
        around = sorted(board.around[hex])
        assert list(ground.around[hex]) == around
        open_ways = [other for other in around if frozenset((hex, other)) not in shut]
        assert list(ground.neighbours[hex]) == open_ways
        assert list(members(ground.near[hex])) == open_ways
        assert ground.ways[hex] == tuple((n, 2 if frozenset((hex, n)) in dear else 1) for n in open_ways)
        rails = [other for other in range(1, 108) if frozenset((hex, other)) in lines]
        assert list(members(ground.rail[hex])) == rails
        assert bool(ground.rail_hexes >> hex & 1) is bool(rails)
        assert ground.tem[hex] == board.tem[hex]
        assert ground.names[hex] == board.names[hex]
        assert bool(ground.germany >> hex & 1) is (bool(board.german >> hex & 1) and hex not in (72, 73))
        assert set(members(ground.links.spread(1 << hex | 1 << 57))) == {*open_ways, *ground.neighbours[57]}
    assert len(ground.tem) == len(ground.names) == len(ground.around) == len(ground.rail) == 108
    assert ground.tem[0] == 0
    assert not ground.rail_hexes & 1


@pytest.mark.rule("2.2", "14.3.6", "ES-47")
@pytest.mark.parametrize(("holland", "opened"), [("english", [(42, 52)]), ("spanish", [(42, 52), (71, 81)])])
def test_holland_opens_hexsides_at_the_price_of_a_diamond(holland: str, opened: list[tuple[int, int]]) -> None:
    plain, ground = ground_of(), ground_of(holland)
    for hex in range(1, 108):
        for other in ground.around[hex]:
            pair = (min(hex, other), max(hex, other))
            if pair in opened:
                assert ground.cost[hex, other] == 2
            else:
                assert ground.cost.get((hex, other)) == plain.cost.get((hex, other))


@pytest.mark.rule("2.4", "9.3.1", "9.8.1")
def test_the_strength_that_shows() -> None:
    board = alone(units={"FR.XX": 57, "FR.X": "57*", "FR.F-Maubeuge": 54, "GE.HQ-4": "84*"}).board
    assert [board.strength(BY_ID[name]) for name in ("FR.XX", "FR.X", "FR.F-Maubeuge")] == [5, 2, 5]
    board.losses[BY_ID["FR.F-Maubeuge"]] = 2
    assert board.strength(BY_ID["FR.F-Maubeuge"]) == 3
    assert [board.is_down(BY_ID[name]) for name in ("FR.XX", "FR.X", "GE.HQ-4")] == [False, True, True]


@pytest.mark.rule("2.2", "8.4.6", "9.4.1")
def test_the_high_vosges_are_two_hexes() -> None:
    assert numbers(VOSGES) == [102, 103]


@pytest.mark.rule("2.5", "2.6", "2.7")
def test_sets_of_units_are_what_is_printed() -> None:
    def those(**printed: str) -> int:
        return bits(
            u for u, row in enumerate(ROWS) if all(str(getattr(row, key)) == value for key, value in printed.items())
        )

    assert tuple(those(nation=n) for n in ("FR", "BR", "BE")) == (units.FRENCH, units.BRITISH, units.BELGIAN)
    germans = those(nation="GE")
    allies = units.FRENCH | units.BRITISH | units.BELGIAN
    assert (allies, germans) == units.OF_SIDE
    assert (germans, allies) == units.ENEMY_OF
    assert (units.FRENCH, units.BRITISH, units.BELGIAN, germans) == units.OF_NATION
    assert (those(kind="inf"), those(kind="cav")) == (units.INFANTRY, units.CAVALRY)
    assert (those(kind="hq"), those(kind="ha"), those(kind="fort")) == (units.HQS, units.HEAVY, FORTS)
    assert those(kind="inf") | those(kind="cav") == COMBAT
    assert MOBILE == units.ALL & ~FORTS
    assert (those(size="corps"), those(size="bde")) == (units.CORPS, units.BRIGADES)
    assert units.SMALL == COMBAT & ~units.CORPS
    assert [units.SIDE[u] for u in range(len(ROWS))] == [int(row.nation == "GE") for row in ROWS]
    assert units.STUBBORN == units.BRITISH & COMBAT | units.BELGIAN & units.INFANTRY


@pytest.mark.rule("2.2")
def test_the_places_that_rules_call_by_name() -> None:
    named = {
        "LE_HAVRE": 1, "CALAIS": 14, "PARIS": 19, "DUNKIRK": 23, "GHENT": 43, "EMERGENCY": 44, "ANTWERP": 52,
        "BEHIND_ANTWERP": 53, "MAUBEUGE": 54, "MEZIERES": 56, "BRUSSELS": 62, "NAMUR": 64, "LIEGE": 72, "HUY": 73,
        "METZ": 86, "TRIER": 94, "STRASBOURG": 105, "HEXES": 107,
    }  # fmt: skip
    assert {name: getattr(places, name) for name in named} == named
    assert list(places.ALL_HEXES) == list(range(1, 108))


@pytest.mark.rule("2.4", "9.2.3")
def test_a_strength_in_brackets_does_not_attack() -> None:
    position = play(battle("FR.XX", "GE.OR GE.X"), 10)
    assert [mine for mine, _ in front(to_dice(position))] == ["GE.X"], "not even in a counterattack"


@pytest.mark.rule("2.4", "9.2.3")
def test_brackets_leave_an_attack_to_the_others() -> None:
    position = to_dice(play(battle("FR.XX FR.XV", "GE.OR GE.X"), 10))
    assert [mine for mine, _ in front(position) if mine] == ["GE.X"]


@pytest.mark.rule("2.5")
def test_nations_are_those_of_the_counters() -> None:
    for nation, name in ((units.FR, "FR"), (units.BR, "BR"), (units.BE, "BE"), (units.GE, "GE")):
        assert units.OF_NATION[nation] == bits(unit for unit, row in enumerate(ROWS) if row.nation == name)
        assert units.SIDE_OF[nation] == (GERMAN if name == "GE" else ALLIED)
    assert (
        bits(u for u, row in enumerate(ROWS) if row.nation == "GE") == units.OF_SIDE[GERMAN] == units.ENEMY_OF[ALLIED]
    )
    assert (
        bits(u for u, row in enumerate(ROWS) if row.nation != "GE") == units.OF_SIDE[ALLIED] == units.ENEMY_OF[GERMAN]
    )


@pytest.mark.rule("2.4", "8.4.4")
@pytest.mark.reading("cannot-fight")
def test_brackets_keep_a_corps_out_of_attacks_and_not_out_of_hexes_with_friends() -> None:
    units = {"GE.OR": 106, "GE.X": 84, "FR.XX": 103}
    position = activated(106, "GE.OR", side="german", units=units, allied=[103])
    assert refused(position, "go 103") == "2.4"
    position = activated(106, "GE.OR", side="german", units={**units, "GE.30-R": 103}, allied=[103])
    assert 103 in goes(position)
